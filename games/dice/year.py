"""The end of a year, and of the game (D37 to D42, D44, D45)."""

from __future__ import annotations

from games.core import Fact, Seat
from games.dice.components import PASSENGERS, box, company_keys
from games.dice.land import land
from games.dice.scoring import passengers, transported
from games.dice.state import State
from games.dice.track import can_go_on, obligation

IDLE_YEARS = 2  # D45


def close(state: State) -> list[Fact]:
    """Whether the last year has come; asked after every piece, tile and station (D41)."""
    if state.closing:
        return []
    reason = _reason(state)
    if not reason:
        return []
    state.closing = reason
    return [Fact(f"dice.closing_{reason}")]


def _reason(state: State) -> str:
    companies = box().companies.values()
    if any(state.stations(company.key) == company.stations for company in companies):
        return "stations"  # a
    here = land(tuple(state.tiles))
    if here.exhausted(end.place for end in state.ends):
        return "tiles"  # b
    if obligation(state) is None and not any(can_go_on(state, end) for end in (1, 2)):
        return "line"  # c
    return ""


def collapse(state: State, seat: Seat, demand: int) -> list[Fact]:
    """The bank can't pay: the game stops at once, passengers are counted (D42)."""
    values = {"seat": seat, "count": demand, "bank": state.bank}
    return [Fact("dice.collapse", values), *_carry(state), *_end(state, "collapse")]


def end_year(state: State) -> list[Fact]:
    """Passengers, directors, starting player, in this order (D37 to D40)."""
    facts = _carry(state)
    state.idle = 0 if state.busy else state.idle + 1
    if state.closing:
        return facts + _end(state, state.closing)
    if state.idle == IDLE_YEARS:
        return facts + _end(state, "idle")  # D45
    facts += _appoint(state)
    state.first = (state.first + 1) % state.seats  # D40
    state.year += 1
    state.place = 0
    state.busy = False
    return [*facts, Fact("dice.year", {"year": state.year, "seat": state.first})]


def _carry(state: State) -> list[Fact]:
    """Directors get their companies' passengers, each company on its own (D37, D38)."""
    facts = []
    for company, thousands in transported(state.tiles).items():
        director = state.directors[company]
        if director is None or not thousands:
            continue
        carried = state.carried[director]
        carried[company] += thousands
        values = {"seat": director, "company": company, "passengers": PASSENGERS * thousands}
        facts.append(Fact("dice.carried", {**values, "year": state.year}))
    return facts


def _appoint(state: State) -> list[Fact]:
    """The most shares make a director; some lose their last company by it (D39, D10)."""
    before = {seat for seat in state.directors.values() if seat is not None}
    facts = []
    for company in company_keys():
        old, new = state.directors[company], director(state, company)
        state.directors[company] = new
        if new is not None and new != old:
            facts.append(Fact("dice.director", {"seat": new, "company": company}))
    state.ousted = sorted(before - set(state.directors.values()))
    return facts


def director(state: State, company: str) -> Seat | None:
    """Who is to direct a company: most shares, the old one at a tie, else the nearest (D39)."""
    held = [shares[company] for shares in state.shares]
    if not any(held):
        return None
    old = state.directors[company]
    start = state.first if old is None else old
    clockwise = [(start + step) % state.seats for step in range(state.seats)]
    return max(clockwise, key=lambda seat: held[seat])  # the first of those who tie


def _end(state: State, reason: str) -> list[Fact]:
    """Screens are raised (D44)."""
    state.phase, state.ended = "over", reason
    facts = [Fact(f"dice.over_{reason}")]
    for seat in range(state.seats):
        values = {"seat": seat, "passengers": passengers(state.carried[seat])}
        dice = {"die": dict(state.front[seat]), "count": state.behind[seat]}
        facts.append(Fact("dice.raised", {**values, **dice}, reveals=True))
    return facts
