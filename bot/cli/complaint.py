"""What the command line has to complain about, in a line."""

from __future__ import annotations

from typing import ClassVar


class Complaint(Exception):
    """Something that doesn't hold or can't be done."""

    code: ClassVar[int] = 1
    """What the command exits with."""


class BadFile(Complaint):
    """A file that was named, and can't be read or written."""

    code = 2


class WrongUsage(Complaint):
    """Something that was asked for wrongly: the usage is shown too."""

    code = 2
