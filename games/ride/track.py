"""Where a locomotive may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from games.core import IllegalMove, Seat
from games.ride.components import BUILDS, RAILROADS, Hex, the_map
from games.ride.state import State


class Network(Protocol):
    """The track as it lies: a state has it, and a view."""

    @property
    def tracks(self) -> Mapping[str, Sequence[Hex]]: ...

    def in_hex(self, hex_: Hex) -> Sequence[str]: ...


def check_build(state: State, seat: Seat, railroad: str, hex_: Hex) -> None:
    """Whether the seat may put a locomotive of this railroad in this hex now."""
    check_known(railroad)
    check_share(state, seat, railroad)
    if hex_ not in the_map().place:
        raise IllegalMove("ride.no_such_hex", hex=hex_)
    if len(state.built) >= state.limit:
        raise IllegalMove("ride.all_built", count=state.limit)
    _check_mountain(state, hex_)
    if not state.supply(railroad):
        raise IllegalMove("ride.used_up", railroad=railroad)  # R03
    if hex_ in state.tracks[railroad]:
        raise IllegalMove("ride.there_already", railroad=railroad, hex=hex_)  # R11
    if state.tracks[railroad]:
        _check_connection(state, railroad, hex_)
    else:
        check_start(state, railroad, hex_)
    check_room(state, railroad, hex_)


def check_known(railroad: str) -> None:
    """Whether there is such a railroad at all."""
    if railroad not in RAILROADS:
        raise IllegalMove("ride.no_such_railroad", text=railroad.lower())


def check_share(state: State, seat: Seat, railroad: str) -> None:
    """One builds for railroads that one holds a share in (R08)."""
    if not state.shares[seat].get(railroad):
        raise IllegalMove("ride.no_share", railroad=railroad)


def _check_mountain(state: State, hex_: Hex) -> None:
    """A turn that uses a mountain places one locomotive fewer (R09)."""
    full = BUILDS[state.seats]
    if hex_ in the_map().mountains and len(state.built) + 1 > full - 1:
        raise IllegalMove("ride.no_mountain_last", count=full)


def _check_connection(state: State, railroad: str, hex_: Hex) -> None:
    if not any(other in state.tracks[railroad] for other in the_map().neighbours[hex_]):
        raise IllegalMove("ride.not_connected", railroad=railroad, hex=hex_)  # R10


def check_room(network: Network, railroad: str, hex_: Hex) -> None:
    """Whether a hex has room for another locomotive, one of this railroad."""
    board = the_map()
    if hex_ == board.chicago:
        return  # R11, any number
    east = board.of_kind("east coast")
    held = len(network.in_hex(hex_))
    if hex_ in east:
        if held:
            raise IllegalMove("ride.east_coast_taken", hex=hex_)  # R12
        if sum(other in east for other in network.tracks[railroad]) >= 2:
            raise IllegalMove("ride.two_east_coast", railroad=railroad)  # R12
    elif held >= 2:
        raise IllegalMove("ride.no_room", hex=hex_)  # R11


def check_start(state: State, railroad: str, hex_: Hex) -> None:
    """A railroad's first locomotive goes to a city that shows its colour (R10)."""
    if hex_ not in starts(state, railroad):
        raise IllegalMove(f"ride.start_{railroad}", hex=hex_)


def starts(state: State, railroad: str) -> frozenset[Hex]:
    """The cities in which a railroad may begin, room apart."""
    board = the_map()
    match railroad:
        case "red" | "blue":  # R13
            return board.of_kind("east coast")
        case "orange":  # R14
            return board.of_kind("east coast") | {board.chicago}
        case "yellow":  # R15
            return _yellow_starts(state)
        case "purple":  # R16
            return board.of_kind("western")
        case _:  # R17
            return frozenset(board.cities)


def _yellow_starts(state: State) -> frozenset[Hex]:
    """Chicago, or one of the three westernmost occupied cities if it holds exactly one (R15)."""
    board = the_map()
    held = {hex_: len(state.in_hex(hex_)) for hex_ in board.cities}
    occupied = sorted((hex_ for hex_ in held if held[hex_]), key=board.west_to_east)
    if len(occupied) > 3:
        third = board.west_to_east(occupied[2])
        occupied = [hex_ for hex_ in occupied if board.west_to_east(hex_) <= third]
    east = board.of_kind("east coast")
    single = {hex_ for hex_ in occupied if held[hex_] == 1 and hex_ not in east}
    return frozenset(single | {board.chicago})


def candidates(state: State, railroad: str) -> list[Hex]:
    """The hexes worth checking: next to the railroad's own, or where it may begin."""
    own = state.tracks[railroad]
    if not own:
        return sorted(starts(state, railroad))
    beside = {n for hex_ in own for n in the_map().neighbours[hex_]}
    return sorted(beside.difference(own))
