"""`slowtrain bench`: how fast everything is beside its floor."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from bot.bench import Line

HELP = "measure drawing, moves and answers beside their floors"

_COLUMNS = "{:<9} {:>11} {:>11} {:>9}  {:<20} {}"


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--json",
        action="store_true",
        help="one JSON object a line; times are milliseconds unless the goal is in seconds",
    )


def run(args: Namespace) -> int:
    """Measure, and print each line when it is known."""
    from bot.bench import lines  # the other commands do without it

    if not args.json:
        print(_COLUMNS.format("", "value", "floor", "ratio", "goal", "what"))
    for line in lines():
        print(msgspec.json.encode(line.row()).decode() if args.json else _row(line), flush=True)
        if line.reason:
            print(f"slowtrain bench: {line.name}: {line.reason}", file=sys.stderr)
    return 0


def _row(line: Line) -> str:
    value, floor = line.figures or (None, None)
    return _COLUMNS.format(
        "met" if line.met else "NOT MET",
        _figure(value, line.goal.unit),
        _figure(floor, line.goal.unit),
        "-" if line.ratio is None else f"{_round(line.ratio)}x",
        line.goal.text,
        line.name,
    )


def _figure(figure: float | None, unit: str) -> str:
    if figure is None:
        return "-"
    return f"{_round(figure)} {unit}"


def _round(figure: float) -> str:
    return f"{figure:.2f}" if figure < 100 else f"{figure:,.0f}"
