"""What a choice means, and what people type for it."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Fact, Move, Value
from games.dice import stations, track
from games.dice.actions import income
from games.dice.components import FACES, LIMIT, box, company_keys
from games.dice.land import SHAPES, WAYS, edge, place_of, space_name
from games.dice.moves import Done, Give, Hide, Income, Roll, Share, Station, Tile, Track
from games.dice.purse import purse
from games.dice.shares import SELLERS, bank_shares
from games.dice.view import View
from games.dice.words import collapses

_NUMBERS = ("end", "pay", "marks", "behind", "turn")


def label(view: View, field: str, moves: Sequence[Move]) -> Fact:
    """What it means to choose this value of a field."""
    match moves[0], field:
        case Income(), _:
            return _label_income(view, moves[0])
        case Done(), _:
            return _label_done(view)
        case Roll(), _:
            return _label_roll(view, field, moves[0])
        case Share() as move, _:
            return _label_share(view, field, move)
        case (Track() | Station()) as move, "end":
            return _label_end(view, move.end)
        case Track() as move, "piece":
            return _label_piece(view, move)
        case Track() as move, _:
            cost = track.plan(view, move.end, move.piece).cost
            return _label_pay(cost, move.pay)
        case Tile() as move, _:
            return _label_tile(view, field, move)
        case Station() as move, _:
            return _label_station(view, field, move)
        case Hide(marks), _:
            return Fact("dice.label_hide", {"count": marks})
        case Give(die), _:
            return Fact("dice.label_give", {"die": die, "count": _front(view)[die]})
    return Fact("dice.label", {"value": moves[0].values().get(field, "")})


def _front(view: View) -> dict[str, int]:
    seat = view.acting if view.me is None else view.me
    return view.front[seat or 0]


def _label_income(view: View, move: Move) -> Fact:
    count, in_front = income(view, view.acting or 0)
    if collapses(view, move):
        return Fact("dice.label_income_collapse", {"count": count})
    key = "dice.label_income_marks" if in_front else "dice.label_income"
    return Fact(key, {"count": count})


def _label_done(view: View) -> Fact:
    """Ending the turn, and what must be given back first."""
    spare = sum(_front(view).values()) - LIMIT
    if spare > 0:
        return Fact("dice.label_done_reducing", {"count": spare})
    return Fact("dice.label_done")


def _label_roll(view: View, field: str, move: Roll) -> Fact:
    bonus = 0 if view.closing else move.marks
    if field == "marks":
        if not move.marks:
            return Fact("dice.label_no_marks")
        key = "dice.label_marks_collapse" if collapses(view, move) else "dice.label_marks"
        return Fact(key, {"count": move.marks, "bonus": bonus})
    total = move.behind + move.marks + bonus
    return Fact("dice.label_behind", {"count": move.behind, "total": total})


def _label_share(view: View, field: str, move: Share) -> Fact:
    seat = view.acting or 0
    director = view.directors[move.company]
    if field == "seller":
        if move.seller == "bank":
            return Fact("dice.label_bank", {"count": bank_shares(view, move.company)})
        return Fact("dice.label_director", {"seat": director})
    held = [shares[move.company] for shares in view.shares]
    values = {
        "company": move.company,
        "count": held[seat],
        "bank": bank_shares(view, move.company),
        "most": max(held),
        "seat": director,
    }
    if director is None:
        return Fact("dice.label_company_bare", values)
    return Fact("dice.label_company", values)


def _label_end(view: View, end: int) -> Fact:
    last, here = view.ends[end - 1], track.landscape(view)
    values = {"end": end, "terrain": here.at[last.place].kind}
    if not last.way:
        return Fact("dice.label_end_station", values)
    ahead = track.tip_of(last).ahead
    return Fact("dice.label_end", {**values, "way": last.way, "space": space_name(ahead)})


def _label_piece(view: View, move: Track) -> Fact:
    """The piece, where it leads, the die it takes, and what it costs or obliges to."""
    planned = track.plan(view, move.end, move.piece)
    at_hand = purse(_front(view), 0)
    values = {
        "piece": move.piece,
        "way": planned.tip.way,
        "die": at_hand.face(planned.shape) or "?",
        "count": planned.cost,
    }
    if planned.obliges:
        key = f"dice.label_piece_{planned.obliges}"
    elif collapses(view, move):
        key = "dice.label_piece_collapse"
    else:
        key = "dice.label_piece"
    return Fact(key + ("_paying" if planned.cost else ""), values)


def _label_pay(cost: int, marks: int) -> Fact:
    values = {"count": cost - marks, "marks": marks}
    if not cost:
        return Fact("dice.label_pay_nothing")
    if not marks:
        return Fact("dice.label_pay_behind", values)
    return Fact("dice.label_pay_marks" if marks == cost else "dice.label_pay_both", values)


def _label_tile(view: View, field: str, move: Tile) -> Fact:
    if field == "terrain":
        left = track.landscape(view).small(move.terrain)
        return Fact("dice.label_tile", {"terrain": move.terrain, "count": left})
    ways = [way for way in WAYS if "m" in edge(move.terrain, move.turn, way)]
    if ways:
        return Fact("dice.label_mountains", {"way": ways})
    return Fact("dice.label_turn", {"turn": move.turn})


def _label_station(view: View, field: str, move: Station) -> Fact:
    company = box().companies[move.company]
    built = view.built[move.company]
    match field:
        case "company":
            count = view.stations(move.company)
            values = {"company": move.company, "count": count, "of": company.stations}
            return Fact("dice.label_builder", values)
        case "site":
            left = company.sites[move.site] - built.get(move.site, 0)
            planned = stations.plan(view, move.end, move.company, move.site)
            extra = planned.cost - int(move.site.split()[1])
            key = "dice.label_site_mountain" if extra else "dice.label_site"
            return Fact(key, {"site": move.site, "count": left})
    planned = stations.plan(view, move.end, move.company, move.site)
    return _label_pay(planned.cost, move.pay)


def read(field: str, text: str) -> Value:
    """What people type: a company by name or letter, "end 2", "l" for left, "lake 3"."""
    wanted = text.strip().casefold()
    match field:
        case _ if field in _NUMBERS:
            digits = wanted.split()[-1] if wanted.split() else ""
            return int(digits) if digits.isdecimal() and len(digits) < 9 else text.strip()
        case "company":
            return _read_company(wanted)
        case "piece":
            return _read_piece(wanted)
        case "terrain":
            return _begins(wanted, list(box().kinds))
        case "seller":
            return _begins(wanted, list(SELLERS))
        case "die":
            return _begins(wanted, list(FACES))
        case "site":
            return " ".join(wanted.replace(",", " ").replace("dice", " ").split())
    return wanted


def _begins(wanted: str, words: list[str]) -> str:
    fitting = [word for word in words if wanted and word.startswith(wanted)]
    return wanted if wanted in words or len(fitting) != 1 else fitting[0]


def _read_company(wanted: str) -> str:
    for key in company_keys():
        company = box().companies[key]
        name = company.name.casefold()
        if wanted in (key, name, name.split()[0], company.letter.casefold()):
            return key
    return wanted


def _read_piece(wanted: str) -> str:
    parts = wanted.replace("-", " ").split()
    ways = [_begins(part, list(track.WAY_NAMES.values())) for part in parts[:-1]]
    shapes = [_begins(part, list(SHAPES)) for part in parts[-1:]]
    return "-".join(ways + shapes)


def tile_place(view: View) -> tuple[int, int] | None:
    """Where the tile that is to be chosen goes."""
    owed = track.obligation(view)
    if owed is None or owed[1] != "tile":
        return None
    return place_of(track.tip_of(view.ends[owed[0] - 1]).ahead)
