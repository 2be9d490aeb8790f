"""`slowtrain backup`: a copy of the database, also while the bot runs."""

from __future__ import annotations

import os
import sqlite3
from argparse import ArgumentParser, Namespace
from contextlib import closing, suppress
from pathlib import Path

from bot.cli.complaint import Complaint, WrongUsage
from bot.settings import read_settings

HELP = "copy the database to a file, also while the bot runs"


def add(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where the copy goes")


def run(args: Namespace) -> int:
    """Make the copy beside its place, and put it there when it is whole."""
    database = read_settings().database
    if not database.is_file():
        raise Complaint(f"there is no database at {database}: SLOWTRAIN_DATABASE says where it is")
    target: Path = args.file
    if target.is_dir():
        raise WrongUsage(f"{target} is a folder: name a file")
    if target.exists() and target.samefile(database):
        raise WrongUsage(f"{target} is the database itself")
    partial = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        partial.touch(mode=0o600, exist_ok=False)  # the seeds of running tables are in it
        copy(database, partial)
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise Complaint(f"{database} can't be copied to {target}: {error}") from None
    finally:
        with suppress(OSError):
            partial.unlink()
    print(f"{target}: {target.stat().st_size:,} bytes")
    return 0


def copy(database: Path, target: Path) -> None:
    """Copy a database as it is at one moment, whoever writes to it meanwhile."""
    place = database.resolve().as_uri() + "?mode=rw"  # never makes a new one
    with closing(sqlite3.connect(place, uri=True)) as source:
        source.execute("PRAGMA schema_version").fetchone()  # refuses what is no database
        with closing(sqlite3.connect(target)) as copied:
            source.backup(copied)
            # One file that stands alone, without the log that the running one writes beside it.
            copied.execute("PRAGMA journal_mode = DELETE").fetchone()
