"""The Rail on the Hill in words: what happened, where the table stands, what is to be decided."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

import msgspec

from games.core import Fact, Seat, Value
from games.hill import said
from games.hill.checks import FOUNDING
from games.hill.components import LINES, ROUNDS
from games.hill.moves import NOWHERE
from games.hill.scoring import score
from games.hill.town import SPOTS
from games.hill.view import View

_NUMBER = re.compile(r"\d{1,3}")
_SPACE = re.compile(r"[a-g][1-7]")
_LETTERS = {"r": "red", "y": "yellow", "b": "blue", "k": "black"}
_DRAWN = {"hill.drew_plan", "hill.drew_token"}  # told to who has yet to choose
_SILENT = {"hill.done", "hill.turned_up"}  # said only when nothing else is


def read(field: str, text: str) -> Value:
    """What somebody typed: a number with or without words, a space, two spaces, a line's letter."""
    wanted = text.strip().casefold()
    if field in ("set", "card", "rotation", "plan", "out", "token"):
        found = _NUMBER.search(wanted)
        if found:
            return int(found[0])
        return 0 if wanted == NOWHERE else text
    if field == "spot":
        spaces = sorted(space.upper() for space in _SPACE.findall(wanted))
        return "-".join(spaces) if "-".join(spaces) in SPOTS else text.strip().upper()
    if field == "space":
        named = _SPACE.match(wanted)
        return named[0].upper() if named else wanted
    if field == "line":
        return _LETTERS.get(wanted, wanted)
    return wanted


def opening(view: View) -> list[Fact]:
    """Who begins, and the requests of this table."""
    facts = [Fact("hill.opening", {"seat": view.start})]
    facts += [Fact("hill.opening_request", {"request": letter}) for letter in view.requests]
    return facts


def condense(facts: Sequence[Fact]) -> list[Fact]:
    """A turn as one tells it: each name once, and what was told in secret not twice."""
    if any(fact.only is None for fact in facts):
        choosing = facts[-1].key in _DRAWN
        facts = [f for f in facts if f.only is None or (choosing and f.key in _DRAWN)]
    loud = [fact for fact in facts if fact.key not in _SILENT]
    told: list[Fact] = []
    for seat, group in groupby(loud or facts, key=lambda fact: fact.values.get("seat")):
        run = list(group)
        told += run[:1] + [_also(fact) if seat is not None else fact for fact in run[1:]]
    return told


_CONTINUED = {
    "acquired",
    "placed",
    "laid",
    "laid_free",
    "laid_double",
    "bonus_resources",
    "bonus_track",
    "bonus_plans",
    "collected",
    "planned",
    "replanned",
    "unplanned",
    "passed_up_plan",
    "upgraded",
    "kept",
    "wasted",
    "passed_up_token",
    "bought",
    "lifted",
    "drew_plan",
    "drew_token",
}


def _also(fact: Fact) -> Fact:
    """The same without the name, after a sentence that gave it."""
    word = fact.key.rpartition(".")[2]
    if word not in _CONTINUED:
        return fact
    return msgspec.structs.replace(fact, key=f"hill.also.{word}")


def headline(view: View) -> Fact:
    """The round, or what comes before and after the rounds."""
    if view.phase == "round":
        key = "hill.headline_picking" if view.picking else "hill.headline"
        return Fact(key, {"round": view.round, "rounds": ROUNDS})
    return Fact(f"hill.headline_{view.phase}")


def prompt(view: View, seat: Seat) -> Fact:
    """What this seat has to decide now, and what is left to it."""
    mine = view.mine if view.me == seat else None
    if view.phase != "round":
        return _prompt_founding(view) if mine and view.phase == "found" else _plain(view)
    if mine is None:
        return Fact("hill.prompt_pick" if view.picking else "hill.prompt_turn")
    if mine.open:
        return Fact(f"hill.prompt_open_{mine.open}")
    if not mine.location:
        return Fact("hill.prompt_pick")
    left = [] if mine.placed else ["place"]
    left += ["tracks"] if mine.tracks > 1 else ["track"] if mine.tracks else []
    if not mine.acted and mine.location != "c":
        left.append(f"action_{mine.location}")
    return Fact("hill.prompt_rest", {"left": left}) if left else Fact("hill.prompt_end")


def _plain(view: View) -> Fact:
    return Fact(f"hill.prompt_{view.phase}")


def _prompt_founding(view: View) -> Fact:
    assert view.me is not None and view.mine
    tableau = view.tableaux[view.me]
    left = ["place"] * (len(tableau.cards) == FOUNDING - 1)
    left += ["place_two"] * (not tableau.cards)
    left += ["upgrade"] * bool(view.mine.tokens)
    lines = [line for line in LINES if not tableau.plans[line]]
    if lines:
        left.append("plans" if len(lines) > 1 else "plan")
    return Fact("hill.prompt_founding", {"left": left}) if left else Fact("hill.prompt_founded")


def describe(view: View) -> list[Fact]:
    """The whole position: main board, then each tableau."""
    facts = [headline(view)]
    if view.acting:
        facts.append(Fact("hill.describe_acting", {"seat": list(view.acting)}))
    facts += [
        Fact("hill.describe_request", {"request": request, "goal": request})
        for request in view.requests
    ]
    facts += [
        Fact(
            "hill.describe_set", {"set": one.number} | said.cards(one.cards) | said.token(one.token)
        )
        for one in view.sets
    ]
    facts += _describe_market(view)
    for seat in view.order:
        facts += _describe_tableau(view, seat)
    if view.mine:
        facts += [Fact("hill.describe_hand", said.plan(plan)) for plan in view.mine.plans]
    return facts


def _describe_market(view: View) -> list[Fact]:
    facts = [
        Fact("hill.describe_location", {"location": location, **said.card(card)})
        for location, card in view.market.cards.items()
    ]
    facts += [Fact("hill.describe_plan", said.plan(plan)) for plan in view.market.plans]
    facts += [Fact("hill.describe_token", said.token(token)) for token in view.market.tokens]
    return facts


def _describe_tableau(view: View, seat: Seat) -> list[Fact]:
    tableau = view.tableaux[seat]
    worth = score(tableau, view.requests)
    values = {
        "seat": seat,
        "count": tableau.resources,
        "score": worth.total,
        "landmark": [said.landmark(card) for card in tableau.hand],
    }
    facts = [Fact("hill.describe_player" if tableau.hand else "hill.describe_player_bare", values)]
    facts += [Fact("hill.describe_kept", said.token(token)) for token in tableau.tokens]
    if tableau.cards:
        town = [f"{said.landmark(placed.card)}" for placed in tableau.cards.values()]
        values = {"seat": seat, "space": list(tableau.cards), "landmark": town}
        facts.append(Fact("hill.describe_town", values))
    for number, line in enumerate(LINES):
        values = {"seat": seat, "line": line, "points": worth.lines[number]}
        values |= {"space": tableau.lines[line], "count": len(tableau.spots(line))}
        if tableau.lines[line]:
            facts.append(Fact("hill.describe_line", values))
        for plan in tableau.plans[line]:
            done = plan in worth.fulfilled[line]
            key = "hill.describe_plan_done" if done else "hill.describe_plan_open"
            facts.append(Fact(key, {"line": line, **said.plan(plan)}))
    return facts
