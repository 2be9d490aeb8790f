"""What a seat or a spectator of The Rail on the Hill may know."""

from __future__ import annotations

import msgspec

from games import core
from games.core import Seat
from games.hill.checks import bonuses, plans_at_hand, tokens_at_hand
from games.hill.state import Market, Set, State, Tableau, Turn


class Mine(msgspec.Struct, frozen=True):
    """What the looking seat is at, and what is left of it."""

    location: str
    placed: bool
    tracks: int
    """Tokens that may still be laid this turn, bonuses apart."""
    acted: bool
    open: str
    """A choice to be made before anything else: bonus, track, plans or tokens."""
    bonuses: tuple[str, ...]
    plans: tuple[int, ...]
    """Plans to choose from: the hand of the set-up, or two that were drawn."""
    tokens: tuple[int, ...]
    """Tokens to choose from: the upgrade of the set, or two that were drawn."""
    turn: Turn


class View(core.View, frozen=True):
    """The table as this seat sees it."""

    phase: str
    round: int
    turns: int
    start: Seat
    acting: tuple[Seat, ...]
    picking: bool
    """Cards are acquired in turn order, before all do the rest."""
    together: bool
    upright: bool
    requests: tuple[str, ...]
    sets: tuple[Set, ...]
    market: Market
    locations: tuple[str, ...]
    """Where each seat has acquired a card this round."""
    done: tuple[bool, ...]
    tableaux: tuple[Tableau, ...]
    town_deck: int
    plan_deck: int
    token_pile: int
    town_discards: tuple[int, ...]
    plan_discards: tuple[int, ...]
    token_discards: tuple[int, ...]
    recent: tuple[Turn, ...]
    mine: Mine | None

    @property
    def seats(self) -> int:
        return len(self.tableaux)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats clockwise from the starting player."""
        return tuple((self.start + n) % self.seats for n in range(self.seats))


def view(state: State, seat: Seat | None) -> View:
    """The table as this seat sees it, or a spectator."""
    own = [] if seat is None else [state.parts[seat]]
    return View(
        me=seat,
        phase=state.phase,
        round=state.round,
        turns=state.turns,
        start=state.start,
        acting=tuple(sorted(state.acting)),
        picking=state.picking,
        together=state.together,
        upright=state.options.upright,
        requests=tuple(state.requests),
        sets=tuple(Set(one.number, list(one.cards), one.token) for one in state.sets),
        market=_market(state, seat),
        locations=tuple(part.location for part in state.parts),
        done=tuple(part.done for part in state.parts),
        tableaux=tuple(_tableau(state, other, seat) for other in range(state.seats)),
        town_deck=len(state.town_deck),
        plan_deck=len(state.plan_deck),
        token_pile=len(state.token_pile),
        town_discards=tuple(state.town_discards),
        plan_discards=(*state.plan_discards, *(plan for part in own for plan in part.plans_out)),
        token_discards=(*state.token_discards, *(t for part in own for t in part.tokens_out)),
        recent=tuple(_turns(state, seat)),
        mine=None if seat is None else _mine(state, seat),
    )


def _seen(state: State, owner: Seat, seat: Seat | None) -> bool:
    """Whether a seat sees what the owner is at: their own part, or one that isn't secret."""
    return owner == seat or not state.in_secret()


def _tableau(state: State, owner: Seat, seat: Seat | None) -> Tableau:
    known = state.tableaux if _seen(state, owner, seat) else state.shown
    return known[owner].copy()


def _market(state: State, seat: Seat | None) -> Market:
    parts = [p for other, p in enumerate(state.parts) if _seen(state, other, seat)]
    gone = {part.taken_plan for part in parts}, {part.taken_token for part in parts}
    return Market(
        dict(state.market.cards),
        [plan for plan in state.market.plans if plan not in gone[0]],
        [token for token in state.market.tokens if token not in gone[1]],
    )


def _turns(state: State, seat: Seat | None) -> list[Turn]:
    """The marks of the turns that were told; one's own part is in `mine`."""
    return [_copy(turn) for turn in state.recent]


def _copy(turn: Turn) -> Turn:
    return Turn(
        turn.number,
        turn.seat,
        turn.location,
        list(turn.placed),
        list(turn.laid),
        list(turn.plans),
        list(turn.upgraded),
    )


def _mine(state: State, seat: Seat) -> Mine:
    part = state.parts[seat]
    choosing = state.phase == "found" and not part.done
    in_rest = state.phase == "round" and bool(part.location) and not part.done
    extra = in_rest and part.location == "c" and not part.acted
    return Mine(
        location=part.location,
        placed=part.placed,
        tracks=(in_rest and not part.laid) + extra,
        acted=part.acted,
        open=part.open,
        bonuses=tuple(bonuses(state, seat)) if part.open == "bonus" else (),
        plans=(
            tuple(plans_at_hand(state, seat))
            if part.open == "plans" or choosing
            else tuple(state.hands[seat])
        ),
        tokens=tuple(tokens_at_hand(state, seat)) if part.open == "tokens" or choosing else (),
        turn=_copy(part.turn),
    )
