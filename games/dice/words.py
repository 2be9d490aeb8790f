"""Railroad Dice in words: what happened, where the table stands, what is to be decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core import Fact, Move, Seat, Value
from games.dice import stations, track
from games.dice.actions import income
from games.dice.components import LIMIT, PASSENGERS, box, company_keys
from games.dice.land import space_name
from games.dice.moves import Income, Roll, Station, Track
from games.dice.obligations import bridge_length
from games.dice.scoring import largest_group
from games.dice.shares import bank_shares, directors_sell
from games.dice.view import View


def name(field: str, value: Value) -> str | None:
    """A company's name."""
    company = box().companies.get(str(value)) if field == "company" else None
    return company.name if company else None


def opening(view: View) -> list[Fact]:
    """Who begins, and with what."""
    return [Fact("dice.opening", {"seat": view.first, "bank": view.bank})]


def shown(front: Mapping[str, int]) -> dict[str, int]:
    """Dice by what they show, without what isn't there."""
    return {face: count for face, count in front.items() if count}


# -- Telling a turn


def condense(facts: Sequence[Fact]) -> list[Fact]:
    """A turn as one tells it: track by the end, shares by the company, dice in one sum."""
    told: dict[tuple[object, ...], Fact] = {}
    for number, fact in enumerate(facts):
        key = _same_sentence(fact, number)
        if key is None:
            continue
        told[key] = _merge(told.get(key), fact)
    return _join_income(list(told.values()))


def _join_income(facts: list[Fact]) -> list[Fact]:
    """Income and the roll after it in one sentence."""
    told: list[Fact] = []
    for fact in facts:
        taken = [f for f in told if f.key == "dice.income"]
        if fact.key == "dice.rolled" and taken and taken[-1].values["seat"] == fact.values["seat"]:
            told.remove(taken[-1])
            both = {**fact.values, "income": taken[-1].values["count"]}
            told.append(Fact("dice.income_rolled", both))
        else:
            told.append(fact)
    return told


def _same_sentence(fact: Fact, number: int) -> tuple[object, ...] | None:
    """Facts that are told in one sentence share this; None is not worth telling."""
    values = fact.values
    match fact.key:
        case "dice.laid":
            return "laid", values["seat"], values["end"]
        case "dice.bought" | "dice.bought_from":
            return fact.key, values["seat"], values["company"]
        case "dice.gave" | "dice.bonus" | "dice.hid":
            return fact.key, values["seat"]
        case "dice.carried":
            return fact.key, values["year"]
        case "dice.reducing":
            return None
        case _:
            return fact.key, number


def _merge(before: Fact | None, fact: Fact) -> Fact:
    values = fact.values
    match fact.key:
        case "dice.laid":
            return _merge_laid(before, values)
        case "dice.carried":
            so_far = before.values["company"] if before else {}
            thousands = {**so_far, values["company"]: values["passengers"] // PASSENGERS}
            return Fact("dice.carried_year", {"year": values["year"], "company": thousands})
        case "dice.bonus" | "dice.hid":
            count = values["count"] + (before.values["count"] if before else 0)
            return Fact(fact.key, {**values, "count": count})
        case "dice.gave":
            count = 1 + (before.values["count"] if before else 0)
            return Fact("dice.gave_back", {"seat": values["seat"], "count": count})
        case "dice.bought" | "dice.bought_from" if before:
            more = {**values, "more": before.values.get("more", 1) + 1}
            bank = fact.key == "dice.bought"
            return Fact("dice.bought_more" if bank else "dice.bought_from_more", more)
    return fact


def _merge_laid(before: Fact | None, values: Mapping[str, Any]) -> Fact:
    pieces = 1 + (before.values["pieces"] if before else 0)
    paid = values["count"] + (before.values["count"] if before else 0)
    key = "dice.laid_paying" if paid else "dice.laid_line"
    total = {"seat": values["seat"], "end": values["end"], "pieces": pieces, "count": paid}
    return Fact(key, {**total, "space": values["space"]})


# -- Where the table stands


def headline(view: View) -> Fact:
    """The year and the bank."""
    if view.phase == "over":
        return Fact("dice.headline_over", {"year": view.year})
    key = "dice.headline_last" if view.closing else "dice.headline"
    return Fact(key, {"year": view.year, "bank": view.bank})


def prompt(view: View, seat: Seat) -> Fact:
    """What the seat has to do. Everybody may read it, so that it names no secret."""
    front = shown(view.front[seat])
    values: dict[str, Any] = {"seat": seat, "die": front}
    if view.phase == "over":
        return Fact("dice.prompt_over")
    if view.phase == "reduce":
        count = sum(front.values()) - LIMIT
        return Fact("dice.prompt_reduce", {**values, "count": count})
    if owed := track.obligation(view):
        return _owed(view, owed, values)
    actions = []
    if not (view.income or view.closing or view.year == 1):
        actions.append("income")
    if not view.rolled:
        actions.append("roll")
    actions += ["share", "track"] + ["station"] * bool(view.directed(seat))
    key = "dice.prompt_turn" if front else "dice.prompt_turn_bare"
    return Fact(key, {**values, "action": actions})


def _owed(view: View, owed: tuple[int, str], values: dict[str, Any]) -> Fact:
    """What must be done before anything else (D19, D20)."""
    end, what = owed
    tip = track.tip_of(view.ends[end - 1])
    count = 0
    if what == "lake":
        count = bridge_length(track.landscape(view), frozenset(), tip)
    space = space_name(tip.ahead)
    return Fact(f"dice.prompt_{what}", {**values, "end": end, "count": count, "space": space})


def describe(view: View) -> list[Fact]:
    """The whole position: players, companies, ends, landscape."""
    facts = [headline(view)]
    if view.acting is not None:
        facts.append(Fact("dice.describe_acting", {"seat": view.acting, "order": [view.first]}))
    if view.closing and view.phase != "over":
        facts.append(Fact(f"dice.closing_{view.closing}"))
    facts += [fact for seat in range(view.seats) for fact in _describe_player(view, seat)]
    facts += [_describe_company(view, company) for company in company_keys()]
    facts += [_describe_end(view, number) for number in (1, 2)]
    facts += [_describe_tile(view, number) for number in range(len(view.tiles))]
    here = track.landscape(view)
    left = {kind: here.small(kind) for kind in box().kinds}
    facts.append(Fact("dice.describe_left", {"terrain": left}))
    if directors_sell(view):
        facts.append(Fact("dice.describe_directors_sell"))
    return facts


def _describe_player(view: View, seat: Seat) -> list[Fact]:
    front, held = shown(view.front[seat]), shown(view.shares[seat])
    values = {"seat": seat, "die": front, "company": held}
    key = "dice.describe_player" if front else "dice.describe_player_bare"
    facts = [Fact(key, values)]
    if held:
        facts.append(Fact("dice.describe_shares", values))
    behind, carried = view.behind[seat], view.passengers[seat]
    if behind is not None and carried is not None:
        secret = {"seat": seat, "count": behind, "passengers": carried}
        facts.append(Fact("dice.describe_screen", secret))
    return facts


def _describe_company(view: View, company: str) -> Fact:
    director = view.directors[company]
    values = {
        "company": company,
        "count": view.stations(company),
        "of": box().companies[company].stations,
        "bank": bank_shares(view, company),
        "passengers": PASSENGERS * len(largest_group(view.tiles, company)),
        "seat": director,
    }
    if director is None:
        return Fact("dice.describe_company_bare", values)
    return Fact("dice.describe_company", values)


def _describe_end(view: View, number: int) -> Fact:
    end, here = view.ends[number - 1], track.landscape(view)
    values = {"end": number, "space": space_name((end.x, end.y))}
    values["terrain"] = here.at[end.place].kind
    if not end.way:
        return Fact("dice.describe_end_station", values)
    return Fact("dice.describe_end", {**values, "way": end.way})


def _describe_tile(view: View, number: int) -> Fact:
    tile = view.tiles[number]
    across, down = tile.place
    place = {"N": max(0, -down), "E": max(0, across), "S": max(0, down), "W": max(0, -across)}
    values = {"terrain": tile.kind, "way": shown(place), "company": list(tile.stations)}
    if not any(place.values()):
        built = "dice.describe_start_tile_stations"
        return Fact(built if tile.stations else "dice.describe_start_tile", values)
    built = "dice.describe_tile_stations"
    return Fact(built if tile.stations else "dice.describe_tile", values)


# -- What helps to choose


def demand(view: View, move: Move) -> int:
    """Dice that a move asks the bank for (D42)."""
    seat = view.acting
    if view.closing or seat is None:
        return 0
    match move:
        case Income():
            return income(view, seat)[0]
        case Roll(marks):
            return marks
    return 0


def collapses(view: View, move: Move) -> int:
    """Dice that the bank would have to pay for this move and can't, or 0 (D42)."""
    if isinstance(move, Track):
        return track.unpaid_bonus(view, move.end, move.piece)
    asked = demand(view, move)
    return asked if asked > view.bank else 0


def warning(view: View, move: Move) -> Fact | None:
    """An action that the bank can't pay ends the game: it is asked for twice (D42)."""
    asked = collapses(view, move)
    if not asked:
        return None
    return Fact("dice.warn_collapse", {"count": asked, "bank": view.bank})


def hints(view: View, moves: Sequence[Move]) -> list[Fact]:
    """What is owed, what is behind one's screen, what these moves would bring."""
    if view.me is None or not moves:
        return []
    facts: list[Fact] = []
    if owed := track.obligation(view):
        facts.append(_hint_owed(view, owed))
    if view.closing:
        facts.append(Fact("dice.hint_closing"))
    behind, carried = view.behind[view.me], view.passengers[view.me]
    facts.append(Fact("dice.hint_screen", {"count": behind, "passengers": carried}))
    if any(collapses(view, move) for move in moves):
        facts.append(Fact("dice.hint_collapse", {"bank": view.bank}))
    facts += _hint_stations(view, moves)
    return facts


def _hint_owed(view: View, owed: tuple[int, str]) -> Fact:
    assert view.me is not None
    fact = _owed(view, owed, {"seat": view.me, "die": shown(view.front[view.me])})
    return Fact(f"dice.hint_{owed[1]}", fact.values)


def _hint_stations(view: View, moves: Sequence[Move]) -> list[Fact]:
    """The passengers that a station would bring its company each year."""
    found: dict[tuple[str, int], Fact] = {}
    for move in moves:
        if not isinstance(move, Station) or (move.company, move.end) in found:
            continue
        planned = stations.plan(view, move.end, move.company, move.site)
        before = len(largest_group(view.tiles, move.company))
        size = len(largest_group(planned.after.tiles, move.company))
        values = {"company": move.company, "end": move.end, "passengers": PASSENGERS * size}
        key = "dice.hint_station" if size > before else "dice.hint_station_apart"
        found[move.company, move.end] = Fact(key, values)
    return list(found.values())
