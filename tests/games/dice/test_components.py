"""The tiles and companies, and files that a person has broken."""

import shutil

import pytest

from games.data import DATA, BadData
from games.dice.components import box, read_box, turned
from games.dice.land import WAYS, edge

NAMES = ("tiles.txt", "companies.txt")


class Files:
    """A copy of the component files that a test can spoil."""

    def __init__(self, folder):
        self.folder = folder
        for name in NAMES:
            shutil.copy(DATA / "dice" / name, folder / name)

    def change(self, name, old, new):
        """Replace the first line that begins like this; its number comes back."""
        path = self.folder / name
        rows = path.read_text(encoding="utf-8").split("\n")
        number = next(i for i, row in enumerate(rows) if row.startswith(old))
        rows[number : number + 1] = new
        path.write_text("\n".join(rows), encoding="utf-8")
        return number + 1

    def complaint(self):
        with pytest.raises(BadData) as caught:
            read_box(self.folder)
        bad = caught.value
        return bad.path.name, bad.line, bad.reason


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


@pytest.mark.rule("D23")
def test_35_small_tiles_of_four_kinds():
    small = {kind.name: kind.small for kind in box().kinds.values()}
    assert small == {"grassland": 11, "lake": 8, "mountain2": 8, "mountain3": 8}


@pytest.mark.rule("D24")
def test_a_quarter_turn_is_clockwise():
    grid = ("ab", "cd")
    assert turned(grid) == ("ca", "db")
    mountains = {way for way in WAYS if "m" in edge("mountain2", 0, way)}
    assert mountains == {"N", "E"}
    assert {way for way in WAYS if "m" in edge("mountain2", 1, way)} == {"E", "S"}


@pytest.mark.rule("D24")
def test_turns_that_look_alike_are_offered_once():
    kinds = box().kinds
    assert kinds["grassland"].turns == (0,)
    assert kinds["lake"].turns == (0, 1)
    assert kinds["mountain2"].turns == kinds["mountain3"].turns == (0, 1, 2, 3)


def test_the_files_as_they_are_can_be_read(files):
    assert read_box(files.folder) == box()


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_file(files, name):
    (files.folder / name).unlink()
    assert files.complaint() == (name, 0, "can't be read: No such file or directory")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("lake 8", ["lake"], "a tile begins with its name and number, as in: lake 8"),
        ("lake 8", ["grassland 8"], "grassland stands here twice"),
        ("gwwwwwg", ["gwwxwwg"], "'x' is no terrain: draw g grass, w water, m mountain"),
        ("gwwwwwg", ["gwwwwg"], "6 spaces; a row of a tile has 7"),
        ("gwwwwwg", ["wwwwwwg"], "lake has water at its edge, where tiles are joined"),
    ],
)
def test_a_tile_that_is_none(files, old, new, reason):
    number = files.change("tiles.txt", old, new)
    assert files.complaint() == ("tiles.txt", number, reason)


def test_a_tile_with_a_row_too_few(files):
    number = files.change("tiles.txt", "mountain3 8", ["mountain3 8"])
    files.change("tiles.txt", "mmmgmmm", [])
    assert files.complaint() == ("tiles.txt", number, "mountain3 has 6 rows; a tile has 7")


def test_tiles_that_do_not_add_up(files):
    files.change("tiles.txt", "lake 8", ["lake 9"])
    name, _, reason = files.complaint()
    assert (name, reason) == ("tiles.txt", "36 small tiles; 35 are needed")


def test_no_tile_to_start_on(files):
    files.change("tiles.txt", "grassland 11", ["meadow 11"])
    name, _, reason = files.complaint()
    assert name == "tiles.txt"
    assert reason == "there is no tile grassland of grass alone: it is the start tile"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("insel", ["insel     I       -         3+2   3+2"], "needs 6 columns, two spaces apart"),
        (
            "insel",
            ["Insel  I  -  3+2  3+2  Insel Hopper"],
            "'Insel': a company's key is made of small letters",
        ),
        ("insel", ["insel  IH  -  3+2  3+2  Insel Hopper"], "'IH' is not a single letter"),
        (
            "insel",
            ["insel  W  -  3+2  3+2  Insel Hopper"],
            "insel or its letter W stands here twice",
        ),
        (
            "insel",
            ["insel  I  -  3  3+2  Insel Hopper"],
            "'3': write stations as in 3+2, or - for none",
        ),
        ("insel", ["insel  I  -  -  -  Insel Hopper"], "a company without stations"),
    ],
)
def test_a_company_that_is_none(files, old, new, reason):
    number = files.change("companies.txt", old, new)
    assert files.complaint() == ("companies.txt", number, reason)


def test_companies_that_do_not_add_up(files):
    number = files.change("companies.txt", "weiden", ["weiden  W  -  -  5+4  Weiden Express"])
    name, line, reason = files.complaint()
    assert (name, reason) == ("companies.txt", "45 stations; 44 are needed")
    assert line > number
    files.change("companies.txt", "weiden", [])
    assert files.complaint()[2] == "4 companies; 5 are needed"


def test_a_table_without_its_head(files):
    number = files.change("companies.txt", "company", ["firm  letter  mountain  lake  grass  name"])
    reason = "the table begins with: company  letter  mountain  lake  grass  name"
    assert files.complaint() == ("companies.txt", number, reason)
