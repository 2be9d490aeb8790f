"""One soak from beginning to end, and what came of it."""

from __future__ import annotations

import logging
import random
import re
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

import games
from bot import show
from games import data, phrasebook
from renderers.scene import Picture
from tests import toy
from tests.bot.soak.loop import simulated_time
from tests.bot.soak.notices import NoticeCheck
from tests.bot.soak.outside import Sent
from tests.bot.soak.records import Post, Records
from tests.bot.soak.run import Errors, Run
from tests.bot.soak.turns import TurnCheck

DELIVERED = 1000.0  # seconds after which no post waits any more when nothing fails


@dataclass(frozen=True)
class Report:
    """The counts, and all that was not as it must be."""

    counted: dict[str, float]
    violations: list[str]

    def lines(self) -> list[str]:
        rows = {**self.counted, "violations": len(self.violations)}
        return [f"{name:<36} {count:>10,.0f}" for name, count in rows.items()]

    def kinds(self) -> Counter[str]:
        """The violations without their numbers."""
        return Counter(re.sub(r"[\d.]+", "N", violation) for violation in self.violations)


@contextmanager
def registered(folder: Path) -> Iterator[None]:
    """Signal Box among the games, with its words; a script has no fixtures."""
    words = folder / "words"
    for source in (data.DATA, Path(toy.__file__).parent / "toy_data"):
        for path in source.rglob("words.*.toml"):
            target = words / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    with (
        patch.object(phrasebook, "DATA", words),
        patch.dict(games.GAMES, {"toy": toy.SIGNAL_BOX}),
    ):
        yield


def soak(path: Path, tables: int, days: float, seed: int) -> Report:
    """Play, then check."""
    blank: Any = ModuleType("renderers.toy")
    blank.pictures = lambda scene: [Picture("board", b"", scene.headline)]  # drawing isn't soaked
    errors = Errors()
    root = logging.getLogger()
    root.addHandler(errors)
    logging.disable(logging.WARNING)  # what fails here fails on purpose
    try:
        with (
            patch.dict(sys.modules, {"renderers.toy": blank}),
            simulated_time(random.Random(seed + 2)) as run_in_time,
        ):
            run = run_in_time(_run(path, tables, days, seed))
    finally:
        logging.disable(logging.NOTSET)
        root.removeHandler(errors)
    run.errors += errors.seen
    return check(run, Records(path))


async def _run(path: Path, tables: int, days: float, seed: int) -> Run:
    run = Run(path, seed, tables)
    with patch.object(show, "tell_turns", run.outside.tell_turns):
        await run.run(days)
    return run


def check(run: Run, records: Records) -> Report:
    """What the outside got beside what the database says."""
    kinds: dict[str, list[tuple[Sent, Post]]] = defaultdict(list)
    times: Counter[int] = Counter()
    for place in run.outside.messages.values():
        for sent in place:
            times[sent.post] += 1
            kinds[records.posts[sent.post].kind].append((sent, records.posts[sent.post]))
    turns = TurnCheck(records, kinds["board"], run.outside.faults.gone)
    notices = NoticeCheck(run, records, [*kinds["reminder"], *kinds["nudge"]])
    found = [f"error: {error}" for error in run.errors]
    found += [f"{records.posts[p].kind} {p} came {n} times" for p, n in times.items() if n > 1]
    found += [f"a {kind} still waits" for kind, due in records.left if due < run.end - DELIVERED]
    found += [*turns.violations(), *notices.violations()]
    restarts = {k: n for k, n in run.counted.items() if k.startswith("restarts")}
    counted = {
        "tables": run.counted["tables"],
        "members": len(run.people),
        "moves": run.counted["moves"],
        "turns": turns.counted["turns"],
        "turns taken back": turns.counted["turns taken back"],
        "turns announced": turns.counted["turns announced"],
        "calls": len(records.calls),
        "first notices due": notices.counted["first notices due"],
        "reminders sent": len(kinds["reminder"]),
        "nudges": len(kinds["nudge"]),
        "repeats checked": notices.counted["repeats"],
        "notices delayed by failures": notices.counted["delayed by failures"],
        "slowest other notice, seconds": notices.slowest,
        "votes": run.counted["votes"],
        "seats and questions": run.counted["seats and questions"],
        "acts refused": run.counted["acts refused"],
        "restarts": sum(restarts.values()),
        **restarts,
        "outages": run.counted["outages"],
        "channels deleted": run.counted["channels deleted"],
        "failures injected": run.outside.faults.counted.total(),
        **{f"  {k}": n for k, n in sorted(run.outside.faults.counted.items())},
    }
    return Report(counted, sorted(found))
