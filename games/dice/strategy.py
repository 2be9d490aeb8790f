"""The computer player: income, stations, dice, shares, then track towards the next station."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Move, Rng, Seat
from games.dice import stations
from games.dice.components import LIMIT, box
from games.dice.moves import Done, Give, Hide, Income, Roll, Share, Station, Tile, Track
from games.dice.outlook import best_piece, standings, tile_worth, worth, years_left
from games.dice.scoring import transported
from games.dice.shares import bank_shares
from games.dice.shares import face as share_face
from games.dice.view import View
from games.dice.words import collapses

RESERVE = 4  # dice that a director keeps behind the screen for the next station
SHARE_FOR_MARK = 1.5  # what a share must be worth to give a ? for it


def choose(view: View, moves: Sequence[Move], rng: Rng) -> Move:
    """The move to make, from what the seat may know alone."""
    seat = view.acting
    assert seat is not None
    if len(moves) == 1:
        return moves[0]
    allowed = {move: None for move in moves if _bearable(view, seat, move)} or dict.fromkeys(moves)
    for kind in (_reduce, _income, _tile, _station, _share, _roll, _track, _share_for_mark):
        move = kind(view, seat, list(allowed))
        if move is not None and move in allowed:
            return move
    return Done() if Done() in allowed else rng.choice(list(allowed))


def _bearable(view: View, seat: Seat, move: Move) -> bool:
    """A collapse is for who gains by it (D42)."""
    return not collapses(view, move) or leads(view, seat)


def leads(view: View, seat: Seat) -> bool:
    """Whether one seems to be ahead: by what is given this year, and has been so far."""
    given = standings(view, transported(view.tiles))
    others = max(given[other] for other in range(view.seats) if other != seat)
    carried = (view.passengers[seat] or 0) // 1000
    return given[seat] > others and carried + given[seat] >= others * view.year // 2


def _reduce(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    """A ? goes behind the screen rather than back; of the rest, what one has most of."""
    if view.phase != "reduce":
        return None
    front = view.front[seat]
    spare = sum(front.values()) - LIMIT
    plain = {face: count for face, count in front.items() if face != "?" and count}
    if plain:
        return Give(max(plain, key=lambda face: plain[face]))
    return Hide(min(front["?"], spare))


def _income(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    return Income() if Income() in moves else None


def _tile(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    tiles = [move for move in moves if isinstance(move, Tile)]
    return max(tiles, key=lambda m: tile_worth(view, seat, m.terrain), default=None)


def _station(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    """The station that brings most; of two that bring the same, the cheaper, with fewer ?."""
    found = [move for move in moves if isinstance(move, Station)]

    def gain(move: Station) -> tuple[float, int, int]:
        place = stations.place(view, move.end)
        return worth(view, move.company, place), -int(move.site.split()[1]), -move.pay

    return max(found, key=gain, default=None)


def _share(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    """A die that shows a share is good for nothing else."""
    best = _best_share(view, seat, moves)
    return best[1] if best and share_face(view, seat) == "share" else None


def _share_for_mark(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    best = _best_share(view, seat, moves)
    return best[1] if best and best[0] >= SHARE_FOR_MARK else None


def _best_share(view: View, seat: Seat, moves: Sequence[Move]) -> tuple[float, Share] | None:
    carried = transported(view.tiles)
    found = [
        (_share_worth(view, seat, move, carried[move.company]), move)
        for move in moves
        if isinstance(move, Share)
    ]
    return max(found, key=lambda entry: entry[0], default=None)


def _share_worth(view: View, seat: Seat, move: Share, carried: int) -> float:
    """What a share is worth: it makes a director, keeps one, or leads there."""
    company, director = move.company, view.directors[move.company]
    held = [shares[company] for shares in view.shares]
    own, others = held[seat], max(n for s, n in enumerate(held) if s != seat)
    to_come = box().companies[company].stations - view.stations(company)
    prize = (carried + 0.2 * to_come) * min(1.0, years_left(view) / 4)
    taking = 1 + (move.seller == "director")
    if director == seat:
        lead = own - others
        return prize * (1.2 if lead <= 1 else 0.2 / lead)
    if own > others:
        return 0.3 * prize / (own - others)  # it will be ours at the end of the year
    need = others + (director is not None) - own
    supply = bank_shares(view, company)
    if move.seller == "bank" and need > supply:
        return 0.05
    fresh = 1.0 if view.directed(seat) else 1.6
    return fresh * prize * taking / float(max(1, need) ** 1.3)


def _roll(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    """All ? for their bonus dice, and from behind what isn't kept for a station."""
    rolls = [move for move in moves if isinstance(move, Roll)]
    if not rolls:
        return None
    found = best_piece(view, seat, [move for move in moves if isinstance(move, Track)])
    if found and found[0] > 2.0:
        return found[1]  # a station is near: not by chance
    behind = view.behind[seat] or 0
    keep = RESERVE if view.directed(seat) else 0
    most = max(move.marks for move in rolls)
    wanted = max(0, behind - keep)
    fitting = [move for move in rolls if move.marks == most and move.behind <= wanted]
    return max(fitting, key=lambda move: move.behind, default=None)


def _track(view: View, seat: Seat, moves: Sequence[Move]) -> Move | None:
    pieces = [move for move in moves if isinstance(move, Track)]
    if not pieces:
        return None
    found = best_piece(view, seat, pieces)
    forced = not any(isinstance(move, Done) for move in moves)
    spare = sum(view.front[seat].values()) > LIMIT
    if found and (forced or found[0] > (-1.0 if spare else 0.0)):
        return found[1]
    return pieces[0] if forced else None
