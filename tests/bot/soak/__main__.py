"""`python -m tests.bot.soak`: the soak as a script, which prints what it counted."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bot.soak.soak import registered, soak

DATABASE = "soak.sqlite3"
SHOWN = 40  # violations that are printed


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.bot.soak", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder in which the database stays")
    args = parser.parse_args()
    if args.keep and (args.keep / DATABASE).exists():
        parser.error(f"{args.keep / DATABASE} is there already: a soak begins from nothing")
    begun = perf_counter()
    with TemporaryDirectory() as folder, registered(Path(folder)):
        home = args.keep or Path(folder)
        report = soak(home / DATABASE, args.tables, args.days, args.seed)
    for line in report.lines():
        print(line)
    for kind, count in report.kinds().most_common():
        print(f"{count:>8}  {kind}")
    for violation in report.violations[:SHOWN]:
        print(f"  {violation}")
    print(f"{'run time':<28} {perf_counter() - begun:>10,.0f} s")
    return 1 if report.violations else 0


if __name__ == "__main__":
    sys.exit(main())
