"""The command line, `slowtrain` or `python -m bot`."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from bot.cli import backup, bench, health, render, run, simulate, verify
from bot.cli.complaint import Complaint, WrongUsage
from bot.settings import BadSetting
from games.data import BadData
from games.record import BadRecord

COMMANDS = {
    "run": run,
    "simulate": simulate,
    "verify": verify,
    "render": render,
    "bench": bench,
    "backup": backup,
    "health": health,
}
INTERRUPTED = 130  # what a shell reports of a command stopped with Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the words say; 0 if it went well, 1 if something doesn't hold, 2 for a wrong word."""
    try:
        args = parser().parse_args(argv)
    except SystemExit as end:  # argparse has said what there is to say
        return int(end.code or 0)
    try:
        return _obey(args)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has had enough, as in `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def parser() -> ArgumentParser:
    """All commands with their arguments."""
    top = ArgumentParser(
        prog="slowtrain", description="Railway board games by post, on Discord.", allow_abbrev=False
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        summary = f"{module.HELP[0].upper()}{module.HELP[1:]}."
        command = commands.add_parser(
            name, help=module.HELP, description=summary, allow_abbrev=False
        )
        module.add(command)
        command.set_defaults(run=module.run, command=command)
    return top


def _obey(args: Namespace) -> int:
    command: ArgumentParser = args.command
    try:
        return int(args.run(args))
    except BadRecord as bad:
        return _complain(command, f"{args.file}, {bad}", 1)
    except (BadData, BadSetting) as bad:
        return _complain(command, str(bad), 1)
    except Complaint as complaint:
        if isinstance(complaint, WrongUsage):
            command.print_usage(sys.stderr)
        return _complain(command, str(complaint), complaint.code)


def _complain(command: ArgumentParser, message: str, code: int) -> int:
    print(f"{command.prog}: {message}", file=sys.stderr)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
