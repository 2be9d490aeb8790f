"""`slowtrain render`: the pictures of a position in a game file."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bot.cli import files
from bot.cli.complaint import WrongUsage
from games.core import AnyGame, Fact, Seat, State
from games.phrasebook import Phrasebook
from games.record import Record, decode, replay, start

HELP = "draw a position of a game file, each picture with its alt text beside it"


@dataclass(frozen=True)
class Position:
    """A moment of a game, with the facts of its last turn."""

    state: State
    turns: int
    facts: tuple[Fact, ...]


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the game file")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder to fill")
    parser.add_argument(
        "--seat", metavar="K|all", help="as seat K sees it, from 0 on, or everybody; else in public"
    )
    parser.add_argument(
        "--turn", default="last", metavar="N|last", help="after N turns, 0 is the set-up"
    )


def run(args: Namespace) -> int:
    """Write the pictures, and say which."""
    record = decode(files.read(args.file))
    turn = None if args.turn == "last" else _number(args.turn, "--turn")
    watchers = _watchers(args.seat, record.seats)
    position = find(record, turn)
    files.make_folder(args.out)
    for watcher in watchers:
        for path, data in draw(record.game, position, watcher):
            files.write(args.out / path, data)
            print(args.out / path)
    return 0


def _number(word: str, name: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise WrongUsage(f"{name} is a number, not {word}")
    return int(word)


def _watchers(word: str | None, seats: int) -> list[Seat | None]:
    if word is None:
        return [None]
    if word == "all":
        return [None, *range(seats)]
    seat = _number(word, "--seat")
    if seat >= seats:
        raise WrongUsage(f"--seat is a number from 0 to {seats - 1} here, or all; not {word}")
    return [seat]


def find(record: Record, turn: int | None) -> Position:
    """The position after so many turns, or the last one."""
    game = record.game
    state = start(record)
    told: list[tuple[int, Fact]] = []
    turns = game.turns(state)
    if turn is None or turns < turn:
        for step in replay(record):
            told += [(turns, fact) for fact in step.facts]
            state, turns = step.state, game.turns(step.state)
            if turn is not None and turns >= turn:
                break
    if turn is not None and turns < turn:
        raise WrongUsage(f"the game has {turns} turns: there is no turn {turn}")
    return Position(state, turns, tuple(fact for when, fact in told if when >= turns - 1))


def draw(game: AnyGame, position: Position, watcher: Seat | None) -> Iterable[tuple[str, bytes]]:
    """The files for one pair of eyes, by their names."""
    from renderers import draw as draw_scene  # the other commands do without Pillow
    from renderers.scene import scene

    drawn = scene(
        game,
        game.view(position.state, watcher),
        Phrasebook(game),
        acting=game.to_act(position.state),
        facts=position.facts,
        since=max(0, position.turns - 1),
        result=game.result(position.state),
    )
    eyes = "public" if watcher is None else f"seat-{watcher}"
    for picture in draw_scene(game.key, drawn):
        name = f"{game.key}-turn-{position.turns}-{eyes}-{Path(picture.name).stem}"
        yield f"{name}.png", picture.png
        yield f"{name}.txt", picture.alt.encode() + b"\n"
