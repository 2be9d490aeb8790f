"""Reading and writing the files that are named on the command line."""

from __future__ import annotations

from pathlib import Path

from bot.cli.complaint import BadFile


def read(path: Path) -> bytes:
    """What stands in the file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path} can't be read: {error.strerror}") from None


def write(path: Path, data: bytes) -> None:
    """Write the file, over an older one."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise BadFile(f"{path} can't be written: {error.strerror}") from None


def make_folder(path: Path) -> None:
    """See to it that the folder is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{path} can't be made a folder: {error.strerror}") from None
