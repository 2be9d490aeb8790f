"""`slowtrain bench`: how fast everything is beside its floor."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module

from bot.cli.complaint import Complaint

HELP = "measure drawing, moves and answers beside their floors"


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(args: Namespace) -> int:
    """Measure, and print the figures."""
    try:
        bench = import_module("bot.bench")  # the other commands do without it
    except ModuleNotFoundError as error:
        if error.name != "bot.bench":
            raise
        raise Complaint("there is nothing to measure with in this installation") from None
    return int(bench.main(json=args.json))
