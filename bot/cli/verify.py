"""`slowtrain verify`: whether a game file holds."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.cli import files
from games.phrasebook import Phrasebook
from games.record import check

HELP = "replay a game file and say whether every line of it holds"


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the game file")


def run(args: Namespace) -> int:
    """The scores of a file that holds; BadRecord goes to the caller."""
    record = check(files.read(args.file))
    assert record.result
    words = Phrasebook(record.game)
    print(f"{args.file} holds: {record.game.title}, {len(record.moves)} moves")
    for seat, score in enumerate(record.result.scores):
        won = ", wins" if seat in record.result.winners else ""
        print(f"{words.seat(seat)}: {score}{won}")
    return 0
