"""`slowtrain health`: whether the bot that should be running is."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace

from bot.cli.complaint import Complaint
from bot.settings import read_settings

HELP = "say whether the bot that should be running is: exit status 0 or 1"
PATIENCE = 100  # seconds: the bot gives a sign every 30


def add(parser: ArgumentParser) -> None:
    """There are no arguments: the settings come from the environment."""


def run(args: Namespace) -> int:
    """Look how old the bot's last sign of life is."""
    heartbeat = read_settings().heartbeat
    try:
        age = time.time() - heartbeat.stat().st_mtime
    except OSError:
        raise Complaint(f"no sign of life: there is no {heartbeat}") from None
    if age > PATIENCE:
        raise Complaint(f"the last sign of life was {age:.0f} seconds ago")
    print("running")
    return 0
