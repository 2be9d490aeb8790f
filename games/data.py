"""Reading the component files: editable by a person, checked when they are loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "data"


class BadData(Exception):
    """A component file that can't be used: which file, which line, and why."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}, line {line}: {reason}")
        self.path, self.line, self.reason = path, line, reason


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without comments; blank ones are kept."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadData(path, 0, f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadData(path, 0, "is not text in UTF-8") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.startswith("#"):
            yield number, line.rstrip("\r")
