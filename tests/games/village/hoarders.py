"""Players who complete lines without trips early and those with trips late: they empty the deck.

Their game is a golden one; `python -m tests.games.village.hoarders FILE` writes it anew.
"""

import sys
from pathlib import Path

from games.core import Move, Rng, commitment
from games.record import Entry, Record, encode
from games.simulate import seed_of
from games.village import VILLAGE, components
from games.village.forecast import completed_by, outlook
from games.village.moves import Assign, Build, Terminus, Track, Trip
from games.village.state import Options, State
from games.village.tableau import Space, open_spaces
from games.village.view import View

SEATS = 4
SEED = 1


def hoard(view: View, move: Move) -> float:
    """How much a hoarder likes a move."""
    match move:
        case Trip(place):
            return 100 - place + view.trips[place - 1].coins
        case Track(place):
            offer = view.tracks[place - 1]
            best = max(income(view, offer.track, space) for space in open_spaces(view.mine.tracks))
            return 1.5 * (offer.coins - place) + best
        case Build(space, turned) if view.track:
            return income(view, view.track.turned() if turned else view.track, space)
        case Assign(line):
            following = view.mine.run(line).next
            assert following
            return distance(following.space) + len(view.mine.trips.get(line, ()))
        case Terminus(name):
            return outlook(view.mine, view.line).payment(name)
        case _:
            return -100


def income(view: View, track: components.Track, space: Space) -> float:
    """Pounds for lines without trips that a placement completes; a line with trips can wait."""
    done = completed_by(view.mine, track, space)
    worth = sum(max(seen.pays(view.hand).values()) - 4 - 9 * seen.trips for seen in done)
    return worth + 0.3 * distance(space)


def distance(space: Space) -> int:
    """How far a space is from the corner that is filled last."""
    return "CBA".index(space[0]) + "4321".index(space[1])


def play(seed: bytes) -> tuple[Record, list[State]]:
    """A game among hoarders, and the positions in which a gap was left open."""
    state: State = VILLAGE.new(SEATS, Options(), Rng(seed, 0))
    entries, gaps = [], []
    while (seat := state.acting) is not None:
        view = VILLAGE.view(state, seat)
        luck = Rng(b"hoard" + seed, len(entries))
        liking = {m: hoard(view, m) + luck.below(100) / 80 for m in VILLAGE.legal(state, seat)}
        move = max(liking, key=lambda m: liking[m])
        entries.append(Entry(seat, move))
        VILLAGE.play(state, seat, move, Rng(seed, len(entries)))
        if state.gaps:
            gaps.append(state)
    result = VILLAGE.result(state)
    record = Record(VILLAGE, SEATS, Options(), commitment(seed), seed, tuple(entries), result)
    return record, gaps


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(encode(play(seed_of(SEED))[0]))
