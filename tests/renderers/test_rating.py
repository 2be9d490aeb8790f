"""The pictures of ratings: a member's over time, and the leaderboard.

`python -m tests.renderers.test_rating` draws its golden pictures anew: look at them first.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops

from renderers import canvas, cards, curves, grid
from renderers.cards import rule
from renderers.curves import Curves, Series
from renderers.rating import Leader, Leaderboard, Rating, leaderboard
from renderers.rating import picture as drawn
from renderers.theme import CREAM
from tests.renderers.golden_pictures import FOLDER, golden, same
from tests.renderers.sight import EYES, apart, closest, contrast, on_a_phone, picture
from tests.renderers.spy import Spy

LONG = ("Wolfeschlegelsteinhausenberger", "Конституция Железная", "M" * 20, "W" * 32, "i" * 32)
GAMES = ("All games", "Ride the Rails", "The Rail on the Hill", "Village Rails", "Railroad Dice")


def wave(label: str, count: int, middle: float = 1500, start: int = 0, step: int = 1) -> Series:
    """A series that goes up and down."""
    values = [middle + 90 * math.sin(0.7 * n) + 4 * n for n in range(count)]
    return Series(label, tuple((start + step * n, value) for n, value in enumerate(values)))


SERIES = (
    wave(GAMES[0], 30),
    *(wave(game, 8, 1420 - 90 * n, 2 * n, 3) for n, game in enumerate(GAMES[1:])),
)
RATING = Rating(
    "Ada",
    "all games, on this server",
    "Rating 1597",
    "Up 34 since the last table · best 1640 on 3 Oct 2025",
    Curves("Rating table by table", SERIES, "3 Mar 2025", "1 Nov 2025"),
    "Ada's rating is 1597.",
)
NAMES = (
    "Ada",
    "Bo",
    *LONG[:2],
    "Zoë",
    "The Old Signalman of Hill Street",
    "Jonas",
    "Lena",
    "t_okafor",
)
CHANGES = (12, -7, None, 0, 104, -31, 0, 3, -2)
BOARD = Leaderboard(
    "Slow Train",
    "all games, on this server",
    "Ada leads",
    "9 of 12 members have played enough tables",
    "Ratings",
    ("", "", "Rating", "Tables", "This month"),
    tuple(
        Leader(str(n + 1), name, str(1710 - 23 * n), str(60 - 7 * n), change)
        for n, (name, change) in enumerate(zip(NAMES, CHANGES, strict=True))
    ),
    "Ada leads.",
)

GOLDEN = {"rating": lambda: drawn(RATING), "rating_leaderboard": lambda: leaderboard(BOARD)}


def small(png: bytes) -> Image.Image:
    """The picture as it looks on a phone."""
    return on_a_phone(picture(png))


def with_series(*series: Series) -> Rating:
    return replace(RATING, curves=replace(RATING.curves, series=series))


def stops(paper: Spy, number: int = 0) -> list[tuple[float, float]]:
    """Where the stops of a series are."""
    return [
        (x, y) for x, y, kind, args in paper.stamped if kind is curves.stop and args[0] == number
    ]


def figures(paper: Spy) -> dict[float, float]:
    """The figures at the side, and how high each stands."""
    rules = {y + 1 for _, y, kind, _ in paper.stamped if kind is rule}
    return {float(w.text.replace("−", "-")): w.y for w in paper.written if w.y in rules}


class TestGolden:
    """Small pictures that somebody has looked at."""

    @pytest.mark.parametrize("name", GOLDEN)
    def test_the_picture_is_as_it_was(self, name: str) -> None:
        assert same(small(GOLDEN[name]().png), golden(name))

    @pytest.mark.parametrize("name", GOLDEN)
    def test_drawn_the_long_way_round_it_is_the_same(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cards, "LARGEST", 10**7)  # without a palette it is larger
        with canvas.uncached():
            assert same(small(GOLDEN[name]().png), golden(name))

    @pytest.mark.parametrize("number", range(len(SERIES)))
    def test_no_series_can_go_missing_unnoticed(self, number: int) -> None:
        """Empty it keeps its place in the legend, so that only the line is gone."""
        series = [replace(s, points=()) if n == number else s for n, s in enumerate(SERIES)]
        assert not same(small(drawn(with_series(*series)).png), golden("rating"))


class TestLimits:
    """What Discord takes, and what a phone can show."""

    def test_size(self) -> None:
        many = tuple(Leader(str(n + 1), LONG[3], "1500.55", "138", -1) for n in range(20))
        for found, name in (
            (drawn(RATING), "rating.png"),
            (drawn(with_series(*(wave(game, 500) for game in GAMES))), "rating.png"),
            (leaderboard(BOARD), "leaderboard.png"),
            (leaderboard(replace(BOARD, rows=many)), "leaderboard.png"),
        ):
            assert picture(found.png).width == 1600
            assert len(found.png) <= 200_000
            assert found.name == name
        assert drawn(RATING).alt == RATING.alt
        assert leaderboard(BOARD).alt == BOARD.alt

    def test_words_are_large_enough(self, papers: list[Spy]) -> None:
        drawn(RATING)
        leaderboard(BOARD)
        for paper in papers:
            assert min(written.size for written in paper.written) >= 25
        assert papers[0].find(RATING.pill).size >= 38
        assert papers[1].find("Ada").size >= 34

    def test_what_is_kept_of_a_line_is_small(self, papers: list[Spy]) -> None:
        """Every line is another: large sprites of them would fill the memory."""
        drawn(with_series(Series("All games", ((0, 0), (1, 1000)))))
        pieces = papers[0].drawn(curves.stroke)
        assert len(pieces) > 10
        assert all(abs(across) <= 50 and abs(down) <= 50 for across, down, _ in pieces)  # type: ignore[arg-type]

    def test_drawn_by_several_threads_at_once_it_is_the_same(self) -> None:
        alone = [drawn(RATING), leaderboard(BOARD)] * 4
        canvas.sprite.cache_clear()
        with ThreadPoolExecutor(8) as pool:
            jobs = [pool.submit(GOLDEN[name]) for _ in range(4) for name in GOLDEN]
            assert [job.result() for job in jobs] == alone


class TestCurves:
    """A line for each series."""

    def test_a_stop_stands_where_its_value_says(self, papers: list[Spy]) -> None:
        points = ((0, 1500), (1, 1530), (3, 1480), (4, 1580))
        drawn(with_series(Series("All games", points)))
        side, found = figures(papers[0]), stops(papers[0])
        low, high = min(side), max(side)
        for (_, value), (_, y) in zip(points, found, strict=True):
            wanted = side[low] + (side[high] - side[low]) * (value - low) / (high - low)
            assert abs(y - wanted) < 0.01
        steps = [b[0] - a[0] for a, b in pairwise(found)]
        assert steps[1] == pytest.approx(2 * steps[0]) == pytest.approx(2 * steps[2])

    @pytest.mark.parametrize(
        "values",
        [
            (1500, 1501),
            (1321, 1987),
            (24.31, 25.02),
            (-12, 31),
            (0, 0),
            (1500,),
            (1490,),
            (-3,),
            (0.01, 0.02),
            (0, 100000),
            (0, 43),
            (0, 49.9),
            (1000, 1449),
        ],
    )
    def test_the_figures_at_the_side_are_round_few_and_about_the_values(
        self, values: tuple[float, ...], papers: list[Spy]
    ) -> None:
        drawn(with_series(Series("All games", tuple(enumerate(values)))))
        side = sorted(figures(papers[0]))
        assert 3 <= len(side) <= 7
        assert side[0] <= min(values) and max(values) <= side[-1]
        [step] = {round(b - a, 6) for a, b in pairwise(side)}
        assert f"{step:e}"[:2] in ("1.", "2.", "5.")

    def test_one_point_stands_alone_in_the_middle(self, papers: list[Spy]) -> None:
        drawn(with_series(Series("All games", ((7, 1500),))))
        [paper] = papers
        [(x, y)] = stops(paper)
        assert 700 < x < 950
        assert min(figures(paper).values()) < y < max(figures(paper).values())
        assert paper.drawn(curves.stroke) == []
        date = paper.find("1 Nov 2025")
        assert abs((date.left + date.right) / 2 - x) < 1
        assert "3 Mar 2025" not in {w.text for w in paper.written}

    def test_two_points_stand_above_their_dates(self, papers: list[Spy]) -> None:
        drawn(with_series(Series("All games", ((7, 1500), (9, 1520)))))
        (first, _), (last, _) = stops(papers[0])
        oldest, newest = papers[0].find("3 Mar 2025"), papers[0].find("1 Nov 2025")
        assert oldest.left < first < oldest.right
        assert newest.left < last < newest.right
        assert oldest.left > 24 and newest.right < 1600 - 24

    @pytest.mark.parametrize("series", [(), (Series("All games", ()),)])
    def test_no_table_yet_draws_no_line(
        self, series: tuple[Series, ...], papers: list[Spy]
    ) -> None:
        drawn(with_series(*series))
        assert papers[0].drawn(curves.stroke) == papers[0].drawn(curves.stop) == []
        assert "1 Nov 2025" not in {w.text for w in papers[0].written}

    def test_a_rating_that_never_changed_is_a_level_line(self, papers: list[Spy]) -> None:
        drawn(with_series(Series("All games", tuple((n, 25.0) for n in range(9)))))
        assert len({y for _, y in stops(papers[0])}) == 1
        assert {args[1] for args in papers[0].drawn(curves.stroke)} == {0}

    def test_many_stops_thin_out_and_the_newest_stays(self, papers: list[Spy]) -> None:
        series = wave("All games", 500)
        drawn(with_series(series))
        found = stops(papers[0])
        assert 20 < len(found) < 250
        assert all(math.dist(a, b) >= 26 for a, b in pairwise(found))
        assert found[-1][0] == max(x for x, _ in found) > 1500
        sizes = [args[1] for args in papers[0].drawn(curves.stop)]
        assert sizes[-1] > max(sizes[:-1])

    def test_a_line_joins_its_stops(self, papers: list[Spy]) -> None:
        drawn(with_series(wave("All games", 6)))
        pieces = [
            ((round(x), round(y)), (round(x) + args[0], round(y) + args[1]))
            for x, y, kind, args in papers[0].stamped
            if kind is curves.stroke
        ]
        assert all(a[1] == b[0] for a, b in pairwise(pieces))
        ends = {end for piece in pieces for end in piece}
        assert {(round(x), round(y)) for x, y in stops(papers[0])} <= ends

    def test_the_legend_names_each_series_beside_its_sample(self, papers: list[Spy]) -> None:
        drawn(RATING)
        samples = {
            args[0]: (x, y) for x, y, kind, args in papers[0].stamped if kind is curves.sample
        }
        for number, label in enumerate(GAMES):
            x, y = samples[number]
            written = papers[0].find(label)
            assert written.y == y and 74 < written.left - x < 100

    @pytest.mark.parametrize("label", [*LONG, "Wanderers of the Northern Line " * 4])
    def test_long_labels_go_to_more_lines_and_keep_apart(
        self, label: str, papers: list[Spy]
    ) -> None:
        drawn(with_series(*(replace(series, label=label) for series in SERIES)))
        samples = [(y, x) for x, y, kind, _ in papers[0].stamped if kind is curves.sample]
        texts = [w for w in papers[0].written if w.y in {y for y, _ in samples}]
        assert len(texts) == len(samples) == 5
        assert all(w.right <= 1600 - 24 for w in texts)
        for (y, x), text in zip(samples[1:], texts, strict=False):
            assert y > text.y or x > text.right
        assert max(y for y, _ in samples) + 24 < min(figures(papers[0]).values())


class TestEyes:
    """Series that everybody can tell apart."""

    @pytest.mark.parametrize("eyes", EYES)
    def test_the_colours_differ_for_all_eyes(self, eyes: str) -> None:
        found, one, other = closest(dict(zip(GAMES, curves.COLOURS, strict=True)), eyes)
        assert found >= 18, f"{one} and {other} are {found:.1f} apart"
        assert all(apart(colour, CREAM, eyes) >= 18 for colour in curves.COLOURS)

    def test_the_colours_stand_out_from_the_card(self) -> None:
        assert all(contrast(colour, CREAM) > 2.8 for colour in curves.COLOURS)

    @pytest.mark.parametrize("pair", list(combinations(range(5), 2)))
    def test_lines_and_stops_differ_without_their_colours(self, pair: tuple[int, int]) -> None:
        for recipe, more, box in (
            (curves.sample, (), (0, -16, 76, 16)),
            (curves.stop, (10,), (-16, -16, 16, 16)),
        ):
            one, other = (silhouette(recipe, (number, *more), box) for number in pair)
            changed = ImageChops.difference(one, other).histogram()
            assert sum(changed[128:]) >= 20

    def test_dashes_differ(self) -> None:
        assert len(set(curves._DASHES)) == len(curves.COLOURS)


def silhouette(
    recipe: canvas.Recipe, args: tuple[int, ...], box: tuple[int, int, int, int]
) -> Image.Image:
    """Where something is drawn, whatever its colour."""
    left, top, right, bottom = box
    mask = Image.new("L", (right - left, bottom - top))
    [kept] = canvas.sprite(recipe, args)
    mask.paste(kept.mask, (kept.left - left, kept.top - top))
    return mask


class TestLeaderboard:
    """A row for each member."""

    def test_a_row_says_all_there_is_to_say(self, papers: list[Spy]) -> None:
        leaderboard(BOARD)
        y = papers[0].find("Bo").y
        assert [w.text for w in papers[0].written if w.y == y] == ["2", "Bo", "1687", "53", "7"]
        assert papers[0].drawn(grid.arrow) == [(1,), (-1,), (0,), (1,), (-1,), (0,), (1,), (-1,)]

    @pytest.mark.parametrize("name", LONG)
    def test_long_names_keep_to_their_column(self, name: str, papers: list[Spy]) -> None:
        row = Leader("100", name, "1,500.55", "1000", -1000)
        leaderboard(replace(BOARD, rows=(row,)))
        y = papers[0].find("1,500.55").y
        cells = [w for w in papers[0].written if w.y == y]
        assert len(cells) == 5
        assert all(a.right + 10 < b.left for a, b in pairwise(cells))
        assert cells[-1].right <= 1600 - 24

    @pytest.mark.parametrize("count", [0, 1, 20])
    def test_few_and_many_rows(self, count: int, papers: list[Spy]) -> None:
        rows = tuple(Leader("=1", f"Member {n}", "1500", "0") for n in range(count))
        leaderboard(replace(BOARD, rows=rows))
        found = [w.y for w in papers[0].written if w.text.startswith("Member")]
        assert len(found) == count
        assert all(b - a == 62 for a, b in pairwise(found))
        assert papers[0].drawn(grid.arrow) == []


def write() -> None:
    """Make the pictures that are drawn now the golden ones: look at them first."""
    for name, found in GOLDEN.items():
        image = small(found().png).quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        image.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()
