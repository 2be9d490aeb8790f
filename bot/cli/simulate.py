"""`slowtrain simulate`: computer players play whole games without Discord."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bot.cli import files
from bot.cli.complaint import Complaint, WrongUsage
from bot.cli.progress import Progress
from games import GAMES
from games.core import AnyGame, Options
from games.phrasebook import Phrasebook
from games.record import BadOption, Record, encode, options_of, seat_range
from games.simulate import PLAYERS, Endless, line_up, seed_of, simulate

HELP = "let computer players play whole games without Discord"

_SEEDS = 2**256
_SEEDS_DRAWN = 2**32  # few enough digits to be typed again


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("game", choices=sorted(GAMES), help="the game to play")
    parser.add_argument("--seats", type=int, required=True, metavar="N", help="how many play")
    parser.add_argument("--seed", type=int, metavar="S", help="the first game's seed")
    parser.add_argument("--games", type=int, default=1, metavar="K", help="how many games")
    parser.add_argument(
        "--players", choices=PLAYERS, default="greedy", help="mixed: seat 0 greedy, the rest random"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="k=v", help="a variant of the game"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the game file")


def run(args: Namespace) -> int:
    """Play the games, and tell how each ended."""
    game = GAMES[args.game]
    _check(game, args)
    options = _options(game, args.option)
    first = secrets.randbelow(_SEEDS_DRAWN) if args.seed is None else args.seed
    players = line_up(args.players, args.seats)
    progress = Progress(args.games)
    records = []
    for number in range(first, first + args.games):
        progress.show()
        try:
            record = simulate(game, args.seats, options, seed_of(number), players)
        except Endless as error:
            raise Complaint(f"seed {number}: {error}") from None
        progress.step()
        print(_as_json(record, number) if args.json else _in_words(record, number), flush=True)
        records.append(record)
    if args.out:
        files.write(args.out, encode(records[0]))
    if len(records) > 1 and not args.json:
        print(_summary(records))
    return 0


def _check(game: AnyGame, args: Namespace) -> None:
    if args.seats not in game.seats:
        raise WrongUsage(f"{game.title} has {seat_range(game)} seats, not {args.seats}")
    if args.games < 1:
        raise WrongUsage(f"the number of games is at least 1, not {args.games}")
    if args.seed is not None and not 0 <= args.seed <= _SEEDS - args.games:
        raise WrongUsage("a seed is a number from 0 to 2^256 - 1")
    if args.out and args.games > 1:
        raise WrongUsage("--out holds one game: leave --games away")


def _options(game: AnyGame, words: Sequence[str]) -> Options:
    values = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise WrongUsage(f"an option is given as name=value, not {word}")
        if name in values:
            raise WrongUsage(f"option {name} is given twice")
        values[name] = value
    try:
        return options_of(game, values, strict=False)
    except BadOption as bad:
        raise WrongUsage(str(bad)) from None


def _as_json(record: Record, seed: int) -> str:
    assert record.result
    row = {
        "game": record.game.key,
        "seats": record.seats,
        "seed": seed,
        "moves": len(record.moves),
        "scores": record.result.scores,
        "winners": record.result.winners,
    }
    # Python's own int is wider than what msgspec writes as a number.
    return msgspec.json.encode({**row, "seed": msgspec.Raw(str(seed).encode())}).decode()


def _in_words(record: Record, seed: int) -> str:
    assert record.result
    words = Phrasebook(record.game)
    scores = ", ".join(f"{words.seat(s)} {score}" for s, score in enumerate(record.result.scores))
    winners = words.join([words.seat(seat) for seat in record.result.winners])
    verb = "wins" if len(record.result.winners) == 1 else "share it"
    return (
        f"{record.game.title}, seed {seed}, {len(record.moves)} moves: {scores}; {winners} {verb}"
    )


def _summary(records: Sequence[Record]) -> str:
    """The average score and the share of wins of each seat."""
    words = Phrasebook(records[0].game)
    results = [record.result for record in records if record.result]
    rows = []
    for seat in range(records[0].seats):
        mean = sum(result.scores[seat] for result in results) / len(results)
        wins = sum(1 / len(r.winners) for r in results if seat in r.winners) / len(results)
        rows.append(f"{words.seat(seat)} {mean:.1f} ({wins:.0%} of the wins)")
    return f"{len(records)} games, on average: {', '.join(rows)}"
