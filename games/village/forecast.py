"""What a placement would bring, before it is made: the lines it completes, and their worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.village import scoring
from games.village.components import Track, the_box
from games.village.scoring import Along, Score
from games.village.tableau import LINES, Line, Run, Space, run
from games.village.view import Tableau


class Outlook(NamedTuple):
    """A line that is or would be complete."""

    line: Line
    along: Along
    score: Score
    trips: int

    def pays(self, hand: Sequence[str]) -> dict[str, int]:
        """What each terminus card in hand would pay for it, the best first."""
        found = {name: self.payment(name) for name in dict.fromkeys(hand)}
        return dict(sorted(found.items(), key=lambda entry: -entry[1]))

    def count(self, name: str) -> int:
        """What a terminus card counts on it."""
        return scoring.counted(the_box().termini[name], self.along, self.trips)

    def payment(self, name: str) -> int:
        """What a terminus card would pay for it."""
        return the_box().termini[name].pays(self.count(name))


def outlook(tableau: Tableau, line: Line) -> Outlook:
    """A line as it is now."""
    return _outlook(tableau, line, tableau.run(line), tableau.tracks)


def completed_by(tableau: Tableau, track: Track, space: Space) -> list[Outlook]:
    """The lines that a track in this space would complete."""
    tracks = {**tableau.tracks, space: track}
    return [
        _outlook(tableau, line, way, tracks)
        for line, way in _through(tracks, space)
        if way.complete
    ]


def touched_by(tableau: Tableau, track: Track, space: Space) -> list[Line]:
    """The lines that would run over a track in this space."""
    return [line for line, _ in _through({**tableau.tracks, space: track}, space)]


def _through(tracks: dict[Space, Track], space: Space) -> Iterator[tuple[Line, Run]]:
    for line in LINES:
        way = run(line, tracks)
        if any(stop.space == space for stop in way.stops):
            yield line, way


def _outlook(tableau: Tableau, line: Line, way: Run, tracks: dict[Space, Track]) -> Outlook:
    along = scoring.along(tableau.borders[line], way, tracks)
    trips = tableau.trips.get(line, ())
    return Outlook(line, along, scoring.score(along, trips), len(trips))
