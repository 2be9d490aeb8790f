"""What helps to choose: the live score, and what the plans still lack."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Fact, Move
from games.hill import said
from games.hill.components import LINES, SEVEN, TRACKS, TRIPLE, the_box
from games.hill.moves import Lay
from games.hill.scoring import Score, landmarks_on, needs, score
from games.hill.state import Tableau
from games.hill.track import extend
from games.hill.view import View


def hints(view: View, moves: Sequence[Move]) -> list[Fact]:
    """What the tableau is worth now, what each open plan lacks, and which track fulfils one."""
    if view.me is None or view.phase != "round":
        return []
    tableau = view.tableaux[view.me]
    worth = score(tableau, view.requests)
    facts = [Fact("hill.hint_worth", {"score": worth.total, "count": worth.plans_done})]
    for move in moves:
        if isinstance(move, Lay):
            facts += _fulfilled_by(tableau, worth, move)
    for line in LINES:
        facts += _line_hints(tableau, worth, line)
    return facts


def _fulfilled_by(tableau: Tableau, worth: Score, move: Lay) -> list[Fact]:
    """The plans of its line that a track would fulfil."""
    trial = tableau.copy()
    extend(trial, move.line, move.spot)
    return [
        Fact("hill.hint_fulfils", {"line": move.line, "spot": move.spot, **said.plan(plan)})
        for plan in tableau.plans[move.line]
        if plan not in worth.fulfilled[move.line]
        and not needs(trial, the_box().plans[plan], move.line)
    ]


def _line_hints(tableau: Tableau, worth: Score, line: str) -> list[Fact]:
    facts = []
    for plan in tableau.plans[line]:
        if plan in worth.fulfilled[line]:
            continue
        values = {"line": line, **said.plan(plan)}
        one = the_box().plans[plan]
        if one.kind == TRIPLE:
            passed = landmarks_on(tableau, line)
            lacking = [landmark for landmark in one.landmarks if landmark not in passed]
            facts.append(Fact("hill.hint_lacks", {**values, "landmark": lacking}))
        elif not possible(tableau, plan, line):
            facts.append(Fact("hill.hint_impossible", values))
        elif one.kind == SEVEN:
            count = 7 - len(tableau.spots(line))
            facts.append(Fact("hill.hint_tracks", {**values, "count": count}))
        elif needs(tableau, one, line) <= len(tableau.lines[line]) + TRACKS:
            count = needs(tableau, one, line)
            facts.append(Fact("hill.hint_landmarks", {**values, "count": count}))
        else:
            facts.append(Fact("hill.hint_open", values))
    return facts


def possible(tableau: Tableau, plan: int, line: str) -> bool:
    """Whether a plan can still be fulfilled with the tokens that the line has left."""
    one = the_box().plans[plan]
    left = TRACKS - tableau.laid[line]
    if one.kind == SEVEN:
        return len(tableau.spots(line)) + left >= 7
    return left > 0 or needs(tableau, one, line) <= 6
