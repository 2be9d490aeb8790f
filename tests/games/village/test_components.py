"""The cards and borders of Village Rails, and files that a person has broken."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from games.data import DATA, BadData
from games.village.components import (
    FEATURES,
    PATTERNS,
    TERRAINS,
    Border,
    Terminus,
    Track,
    Trip,
    kind,
    read_components,
    the_box,
)
from games.village.tableau import LINES

FILES = ("railway.txt", "borders.txt", "termini.txt")


@pytest.mark.rule("V04")
def test_eighty_cards_have_a_track_and_a_trip_each():
    box = the_box()
    assert sorted(box.tracks) == sorted(box.trips) == list(range(1, 81))
    assert Counter(track.terrain for track in box.tracks.values()) == dict.fromkeys(TERRAINS, 16)
    assert Counter(track.pattern for track in box.tracks.values()) == dict.fromkeys(PATTERNS, 40)
    assert box.tracks[9] == Track("field", "curves", "barn pasture", "siding")
    assert box.trips[9] == Trip("each barn", 2)


@pytest.mark.rule("V04")
def test_a_line_carries_at_most_one_feature_a_card():
    features = [f for track in the_box().tracks.values() for f in (track.above, track.left)]
    assert {kind(feature) for feature in features if feature} == set(FEATURES)
    assert None in features


@pytest.mark.rule("V05")
def test_each_letter_has_seven_starts_with_a_terrain_or_a_feature():
    borders = the_box().borders
    assert list(borders) == ["A", "B", "C", "D"]
    for starts in borders.values():
        assert tuple(starts) == LINES
        assert all((b.terrain is None) != (b.feature is None) for b in starts.values())
    assert borders["A"]["T1"] == Border(terrain="field")
    assert borders["B"]["L2"] == Border(feature="halt 2")


@pytest.mark.rule("V40")
def test_thirty_eight_terminus_cards_pay_three_at_least():
    box = the_box()
    assert sum(box.copies.values()) == 38
    assert box.termini["field"] == Terminus("terrain field", ((0, 3), (1, 4), (2, 7), (3, 10)))
    assert min(pounds for t in box.termini.values() for _, pounds in t.table) == 3


class Files:
    """A copy of the component files that a test can spoil."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FILES:
            shutil.copy(DATA / "village" / name, folder / name)

    def change(self, name: str, old: str, new: str) -> int:
        """Replace a text that stands in the file once; the line in which it stood."""
        text = (self.folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        (self.folder / name).write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def test_the_files_as_they_are_can_be_read(files):
    assert read_components(files.folder) == the_box()


RAILWAY = "1     field    crossing  barn field    -            length up: 1"
BROKEN = [
    ("railway.txt", RAILWAY, "one", "needs card, terrain, pattern, above, left, trip"),
    ("railway.txt", RAILWAY, RAILWAY.replace("1 ", "81", 1), "'81' is no card"),
    ("railway.txt", RAILWAY, RAILWAY.replace("1 ", "2 ", 1), "card 2 stands here twice"),
    ("railway.txt", RAILWAY, RAILWAY.replace("field ", "moor  ", 1), "'moor' is no terrain"),
    ("railway.txt", RAILWAY, RAILWAY.replace("crossing", "straight"), "'straight' is no pattern"),
    ("railway.txt", RAILWAY, RAILWAY.replace("barn field", "barn"), "'' is no terrain"),
    ("railway.txt", RAILWAY, RAILWAY.replace("barn field", "barn moor"), "'moor' is no terrain"),
    ("railway.txt", RAILWAY, RAILWAY.replace("barn field", "halt"), "no number of points for a"),
    ("railway.txt", RAILWAY, RAILWAY.replace("barn field", "halt 0"), "'0' is no number of points"),
    ("railway.txt", RAILWAY, RAILWAY.replace("barn field", "mill"), "'mill' is no feature"),
    ("railway.txt", RAILWAY, RAILWAY.replace("barn field", "farm 3"), "a farm is just that"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up: 1", "length up"), "is no trip: write"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up: 1", "length up: 0"), "no worth of a trip"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up", "width up"), "'width up' is no trip"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up", "most moor"), "'moor' is no terrain"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up", "each moor"), "neither a terrain nor"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up", "again signal"), "can't score again"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up", "again siding"), "can't score again"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up", "kinds min 6"), "kinds of terrain"),
    ("railway.txt", RAILWAY, RAILWAY.replace("length up", "kinds max 0"), "kinds of terrain"),
    ("railway.txt", "card  terrain", "id    terrain", "the table begins with: card"),
    ("borders.txt", "start  A", "start  E", "the table begins with: start"),
    ("borders.txt", "T1     field", "T4     field", "'T4' is no start"),
    ("borders.txt", "T2     signal", "T1     signal", "T1 stands here twice"),
    ("borders.txt", "T2     signal", "T2     barn", "'' is no terrain"),
    ("borders.txt", "T2     signal", "T2     moor", "'moor' is no feature"),
    ("termini.txt", "forest    4", "field     4", "field stands here twice"),
    ("termini.txt", "forest    4", "Fir wood  4", "'Fir wood' is no name"),
    ("termini.txt", "forest    4", "forest    0", "'0' is no number of copies"),
    ("termini.txt", "terrain forest", "terrain moor", "'moor' is no terrain"),
    ("termini.txt", "feature siding", "feature mill", "can't be counted"),
    ("termini.txt", "0: 3, 1: 4, 2: 7\n", "0: 2, 1: 4, 2: 7\n", "'2' is no payment"),
    ("termini.txt", "0: 3, 1: 4, 2: 7\n", "1: 4, 2: 7\n", "first entry is for a count of 0"),
    ("termini.txt", "0: 3, 1: 4, 2: 7\n", "0: 3, 2: 4, 2: 7\n", "the count 2 does not rise"),
    ("termini.txt", "0: 3, 1: 4, 2: 7\n", "0: 3, 1 4, 2: 7\n", "'1 4' is no entry"),
]


@pytest.mark.parametrize(("name", "old", "new", "reason"), BROKEN)
def test_a_broken_file_is_named_with_line_and_reason(files, name, old, new, reason):
    line = files.change(name, old, new)
    with pytest.raises(BadData) as caught:
        read_components(files.folder)
    assert caught.value.path == files.folder / name
    assert reason in caught.value.reason
    if "stands here twice" in reason and name == "railway.txt":
        line += 1  # it is the second of the two that is complained about
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("name", "old", "reason"),
    [
        ("railway.txt", RAILWAY + "\n", "79 cards; 80 are needed"),
        ("borders.txt", "L4     pasture  lake     farm     forest\n", "no start L4"),
        ("termini.txt", "trips     2       trips            0: 3, 1: 4, 2: 7\n", "36 terminus"),
    ],
)
def test_what_is_missing_is_told(files, name, old, reason):
    files.change(name, old, "")
    with pytest.raises(BadData, match=reason) as caught:
        read_components(files.folder)
    assert caught.value.line > 1


def test_a_file_that_is_gone_is_named(files):
    (files.folder / "borders.txt").unlink()
    with pytest.raises(BadData, match=r"borders\.txt, line 0: can't be read"):
        read_components(files.folder)


def test_an_empty_table_says_how_it_begins(files):
    (files.folder / "termini.txt").write_text("")
    with pytest.raises(BadData, match="the table begins with: name  copies  counts  pays"):
        read_components(files.folder)
