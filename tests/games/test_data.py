"""Component files that a person has broken: the message names file, line and reason."""

import shutil

import pytest

from games.data import DATA, BadData, lines
from games.phrasebook import read_words
from games.ride.components import read_map

# -- Reading lines


def test_lines_are_numbered_as_in_an_editor(tmp_path):
    path = tmp_path / "some.txt"
    path.write_bytes("# a comment\nfirst\r\n\n  # indented\nAñejo\n".encode())
    assert list(lines(path)) == [
        (2, "first"),
        (3, ""),
        (4, "  # indented"),
        (5, "Añejo"),
        (6, ""),
    ]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(BadData) as caught:
        list(lines(tmp_path / "gone.txt"))
    assert caught.value.path == tmp_path / "gone.txt"
    assert str(tmp_path / "gone.txt") in str(caught.value)
    assert "can't be read" in caught.value.reason


def test_a_file_that_is_not_text_is_named(tmp_path):
    (tmp_path / "some.txt").write_bytes(b"Montr\xe9al")
    with pytest.raises(BadData, match=r"some\.txt, line 0: is not text in UTF-8"):
        list(lines(tmp_path / "some.txt"))


# -- The map of Ride the Rails


class Files:
    """A copy of the map's files that a test can spoil."""

    def __init__(self, folder):
        self.folder = folder
        for name in ("map.txt", "cities.txt"):
            shutil.copy(DATA / "ride" / name, folder / name)

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8").split("\n")

    def write(self, name, rows):
        (self.folder / name).write_text("\n".join(rows), encoding="utf-8")

    def redraw(self, **hexes):
        """Draw these hexes of the map anew: A6="." or A6=" "."""
        rows = self.read("map.txt")
        first = self.line_of_row("A") - 1
        for hex_, mark in hexes.items():
            row = ord(hex_[0]) - ord("A")
            position = 2 * int(hex_[1:]) + row % 2
            line = rows[first + row].ljust(position + 1)
            rows[first + row] = line[:position] + mark + line[position + 1 :]
        self.write("map.txt", rows)

    def line_of_row(self, letter):
        rows = self.read("map.txt")
        first = next(i for i, row in enumerate(rows) if row.strip() and row[0] != "#")
        return first + 1 + ord(letter) - ord("A")

    def line_of_city(self, name):
        return next(i for i, row in enumerate(self.read("cities.txt"), 1) if row.endswith(name))

    def rewrite(self, city, row):
        """Replace a city's line, or drop it; the number of the line comes back."""
        rows = self.read("cities.txt")
        number = self.line_of_city(city)
        rows[number - 1 : number] = [] if row is None else [row]
        self.write("cities.txt", rows)
        return number

    def last_city(self):
        return max(i for i, row in enumerate(self.read("cities.txt"), 1) if row.strip())

    def complaint(self):
        with pytest.raises(BadData) as caught:
            read_map(self.folder)
        bad = caught.value
        assert str(bad) == f"{bad.path}, line {bad.line}: {bad.reason}"
        return bad.path.name, bad.line, bad.reason


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def test_the_files_as_they_are_can_be_read(files):
    assert len(read_map(files.folder).cities) == 51


def test_comments_and_blank_lines_are_free(files):
    files.write("map.txt", ["# my own map", "", *files.read("map.txt"), "", "# the end"])
    files.write("cities.txt", ["# my own cities", "", *files.read("cities.txt")])
    assert len(read_map(files.folder).place) == 386


@pytest.mark.parametrize("name", ["map.txt", "cities.txt"])
def test_a_missing_component_file(files, name):
    (files.folder / name).unlink()
    assert files.complaint() == (name, 0, "can't be read: No such file or directory")


def test_an_empty_map(files):
    files.write("map.txt", ["# nothing"])
    reason = "0 hexes and 0 mountains; 386 and 49 are needed"
    assert files.complaint() == ("map.txt", 0, reason)


def test_an_unknown_terrain(files):
    files.redraw(C9="~")
    reason = "'~' is no terrain: draw . plain, ^ mountain, o city"
    assert files.complaint() == ("map.txt", files.line_of_row("C"), reason)


@pytest.mark.parametrize("row, needed", [("B", "an odd"), ("C", "an even")])
def test_a_row_shifted_by_half_a_hex(files, row, needed):
    rows = files.read("map.txt")
    number = files.line_of_row(row)
    rows[number - 1] = " " + rows[number - 1]
    files.write("map.txt", rows)
    name, line, reason = files.complaint()
    assert (name, line) == ("map.txt", number)
    assert reason.endswith(f"this row needs {needed} one")


def test_more_rows_than_letters(files):
    rows = [row for row in files.read("map.txt") if row.strip() and row[0] != "#"]
    extra = ["  .", " ."] * 5
    parity = extra if len(rows) % 2 == 0 else extra[1:]
    files.write("map.txt", rows + parity)
    assert files.complaint() == ("map.txt", 27, "more than 26 rows")


@pytest.mark.parametrize(
    "drawn, reason",
    [
        ({"A3": " "}, "385 hexes and 49 mountains; 386 and 49 are needed"),
        ({"A3": "^"}, "386 hexes and 50 mountains; 386 and 49 are needed"),
    ],
)
def test_too_few_hexes_or_too_many_mountains(files, drawn, reason):
    files.redraw(**drawn)
    assert files.complaint() == ("map.txt", files.line_of_row("S"), reason)


def test_cities_that_touch(files):
    files.redraw(F14=".", F18="o")
    files.rewrite("Omaha", "F18  plain  Omaha")
    name, line, reason = files.complaint()
    assert (name, line) == ("map.txt", files.line_of_row("F"))
    assert reason in ("the cities at F17 and F18 touch", "the cities at F18 and F17 touch")


def test_a_hex_that_is_cut_off(files):
    files.redraw(F0=" ", S0=".")
    assert files.complaint() == ("map.txt", files.line_of_row("S"), "S0 is cut off from A1")


@pytest.mark.parametrize("rows", [[], ["# only a comment"]])
def test_no_table_of_cities(files, rows):
    files.write("cities.txt", rows)
    assert files.complaint() == ("cities.txt", 0, "the table begins with: hex  kind  city")


def test_a_table_of_cities_without_its_heading(files):
    rows = files.read("cities.txt")
    heading = next(i for i, row in enumerate(rows) if row.startswith("hex"))
    del rows[heading]
    files.write("cities.txt", rows)
    reason = "the table begins with: hex  kind  city"
    assert files.complaint() == ("cities.txt", heading + 1, reason)


@pytest.mark.parametrize("row", ["F14  plain", "F14 plain Omaha", "F14  plain  Omaha  big"])
def test_a_city_with_a_column_too_few_or_too_many(files, row):
    number = files.rewrite("Omaha", row)
    reason = "needs hex, kind and city, two spaces apart"
    assert files.complaint() == ("cities.txt", number, reason)


@pytest.mark.parametrize("hex_", ["F15", "Z99", "f14"])
def test_a_city_that_the_map_does_not_draw(files, hex_):
    number = files.rewrite("Omaha", f"{hex_}  plain  Omaha")
    reason = f"map.txt draws no city (o) at {hex_}"
    assert files.complaint() == ("cities.txt", number, reason)


def test_an_unknown_kind_of_city(files):
    number = files.rewrite("Omaha", "F14  capital  Omaha")
    name, line, reason = files.complaint()
    assert (name, line) == ("cities.txt", number)
    assert reason.startswith("'capital' is no kind of city: plain, east coast,")


@pytest.mark.parametrize(
    "row, second",
    [("F14  plain  Chicago", "Chicago at F20"), ("F17  plain  Omaha", "Des Moines at F17")],
)
def test_a_city_or_hex_that_stands_twice(files, row, second):
    files.rewrite("Omaha", row)
    name, _, hex_ = second.partition(" at ")
    rows = enumerate(files.read("cities.txt"), 1)
    number = next(i for i, row in rows if row.startswith(hex_) and row.endswith(name))
    reason = f"{second}: a city or its hex stands here twice"
    assert files.complaint() == ("cities.txt", number, reason)


def test_a_city_without_a_name(files):
    files.rewrite("Omaha", None)
    assert files.complaint() == ("cities.txt", files.last_city(), "no name for the city at F14")


def test_a_city_too_many(files):
    files.redraw(H12="o")
    files.write("cities.txt", [*files.read("cities.txt"), "H12  plain  Lincoln"])
    assert files.complaint() == ("cities.txt", files.last_city(), "52 cities; 51 are needed")


@pytest.mark.parametrize(
    "city, row, reason",
    [
        ("Miami", "S24  east coast  Miami", "7 cities of kind east coast; 6 are needed"),
        ("Seattle", "A1  plain  Seattle", "3 cities of kind western; 4 are needed"),
        ("Denver", "I10  plain  Denver", "3 cities of kind banner; 4 are needed"),
        ("Chicago", "F20  plain  Chicago", "0 cities of kind chicago; 1 are needed"),
    ],
)
def test_the_wrong_number_of_a_kind(files, city, row, reason):
    files.rewrite(city, row)
    assert files.complaint() == ("cities.txt", files.last_city(), reason)


# -- The words


def words(tmp_path, content: bytes):
    path = tmp_path / "words.en.toml"
    path.write_bytes(content)
    return path


def test_words_by_their_dotted_keys(tmp_path):
    path = words(tmp_path, b'hello = "Hi"\n[terms.railroad]\nred = "Red"\n')
    assert read_words(path) == {"hello": "Hi", "terms.railroad.red": "Red"}


def test_a_broken_line_of_words(tmp_path):
    path = words(tmp_path, b'hello = "Hi"\nred = Red\n')
    with pytest.raises(BadData) as caught:
        read_words(path)
    assert (caught.value.path, caught.value.line) == (path, 2)
    assert str(caught.value).startswith(f"{path}, line 2: ")


def test_words_that_end_too_early(tmp_path):
    path = words(tmp_path, b'hello = """Hi')
    with pytest.raises(BadData, match=r"words\.en\.toml, line 0: .*end of document"):
        read_words(path)


def test_missing_words(tmp_path):
    with pytest.raises(BadData, match=r"gone\.toml, line 0: can't be read"):
        read_words(tmp_path / "gone.toml")


def test_words_that_are_not_text(tmp_path):
    path = words(tmp_path, b'hello = "Montr\xe9al"\n')
    with pytest.raises(BadData, match=r"is not text in UTF-8"):
        read_words(path)
