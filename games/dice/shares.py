"""Buying shares: from the bank, and later from directors (D13 to D15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from games.core import IllegalMove, Seat
from games.dice.components import SHARES, company_keys

SELLERS = ("bank", "director")


class Holdings(Protocol):
    """Who holds what: a state knows it, and a view."""

    @property
    def seats(self) -> int: ...
    @property
    def shares(self) -> Sequence[Mapping[str, int]]: ...
    @property
    def directors(self) -> Mapping[str, Seat | None]: ...
    @property
    def front(self) -> Sequence[Mapping[str, int]]: ...


def bank_shares(holdings: Holdings, company: str) -> int:
    """Shares of a company that the bank still has."""
    return SHARES - sum(held[company] for held in holdings.shares)


def directors_sell(holdings: Holdings) -> bool:
    """Once the bank has sold all shares of as many companies as there are players (D14)."""
    sold_out = sum(not bank_shares(holdings, company) for company in company_keys())
    return sold_out >= holdings.seats


def face(holdings: Holdings, seat: Seat) -> str | None:
    """The die that a share takes: one that shows a share, else a ?, else there is none (D13)."""
    front = holdings.front[seat]
    return next((face for face in ("share", "?") if front[face]), None)


def check_share(holdings: Holdings, seat: Seat, company: str, seller: str) -> None:
    """Whether the seat may buy a share of this company there."""
    if company not in company_keys():
        raise IllegalMove("dice.no_such_company")
    if seller not in SELLERS:
        raise IllegalMove("dice.no_such_seller")
    if face(holdings, seat) is None:
        raise IllegalMove("dice.no_share_die")  # D13
    if seller == "bank":
        if not bank_shares(holdings, company):
            raise IllegalMove("dice.sold_out", company=company)
        return
    if not directors_sell(holdings):
        raise IllegalMove("dice.not_yet", count=holdings.seats)  # D14
    director = holdings.directors[company]
    if director is None:
        raise IllegalMove("dice.no_director", company=company)
    if director == seat:
        raise IllegalMove("dice.own_company", company=company)  # D15
    if not holdings.shares[director][company]:
        raise IllegalMove("dice.director_has_none", company=company)
