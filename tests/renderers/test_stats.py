"""The picture of a look back: cards of figures, places table by table, tables week by week.

`python -m tests.renderers.test_stats` draws its golden pictures anew: look at them first.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from renderers import canvas, stats_plots
from renderers.scene import Picture
from renderers.stats import Column, Grid, Stats
from renderers.stats import picture as drawn
from renderers.stats_plots import Bars, Places
from renderers.theme import CREAM, GOLD, INK, PANEL
from tests.renderers.golden_pictures import FOLDER, golden, same
from tests.renderers.sight import amount, contrast, on_a_phone, picture
from tests.renderers.spy import Spy

LONG = ("Wolfeschlegelsteinha", "Maximiliane Müllerin", "Конституция Железная", "M" * 20, "W" * 32)


def heads(*names: str) -> tuple[Column, ...]:
    return Column("", True), *(Column(name, name == "By") for name in names)


GAMES = Grid(
    "Game by game",
    heads("Tables", "Won", "Place", "Average", "Best", "To move"),
    (
        ("Ride the Rails", "14", "6 (43%)", "1.9 of 3.6", "211.4", "273", "9 hours"),
        ("The Rail on the Hill", "8", "3 (38%)", "2.1 of 3.0", "61.0", "84", "45 minutes"),
        ("Railroad Dice", "3", "solo", "–", "98.0", "139", "2.5 days"),
        ("All games", "25", "9 (41%)", "2.0 of 3.4", "–", "–", "11 hours"),
    ),
    summed=True,
)
POINTS = tuple(
    (1 + (n * 7) % (2 + n % 4), 2 + n % 4, (n * 7) % (2 + n % 4) == 0) for n in range(30)
)
TRAIL = Places(
    "Places at the last 30 tables; a star is a win",
    ("1st", "2nd", "3rd", "4th", "5th"),
    POINTS,
    "3 Mar 2025",
    "1 Nov 2025",
)
DUELS = Grid(
    "Head to head",
    heads("Tables", "Won", "Lost", "Tied"),
    tuple((name, "12", "7", "4", "1") for name in ("Bo", *LONG[:3], "t_okafor")),
)
MEMBER = Stats(
    "Ada",
    "all games, on this server",
    "9 of 22 won",
    "25 tables finished · place 2.0 of 3.4 on average · 11 hours to move",
    ((GAMES,), (TRAIL,), (DUELS,)),
    "Ada, all games.",
)

SERVER = Stats(
    "Slow Train",
    "Ride the Rails, on this server",
    "60 tables",
    "12 members · 9 hours to move · 12 days from lobby to end",
    (
        (
            Grid(
                "Game by game",
                heads("Tables", "Members", "Average", "Best", "By", "To move", "A table"),
                (("Ride the Rails", "60", "12", "201.3", "273", LONG[1], "9 hours", "12 days"),),
            ),
        ),
        (
            Grid(
                "Won most",
                heads("Tables", "Won"),
                tuple((name, "30", "12 (40%)") for name in ("Ada", "Bo", *LONG[:3])),
            ),
            Grid(
                "Best scores",
                heads("Best", "On"),
                tuple((name, "273", "28 Mar 2025") for name in LONG[:3]),
            ),
        ),
        (
            Bars(
                "Tables finished a week",
                (1, 0, 3, 8, 2, 0, 0, 5, 12, 3, 2, 2, 4, 5, 1, 0, 3, 8, 2, 0, 0, 5, 2, 3, 2, 2),
                tuple("" if n % 5 else f"{n + 1} Mar" for n in range(26)),
            ),
        ),
    ),
    "Slow Train, Ride the Rails.",
)

GOLDEN = {"stats_member": MEMBER, "stats_server": SERVER}


def small(stats: Stats) -> Image.Image:
    """The picture as it looks on a phone."""
    return on_a_phone(picture(drawn(stats).png))


def paper_of(papers: list[Spy], *cards: Grid | Places | Bars, stats: Stats = MEMBER) -> Spy:
    drawn(replace(stats, cards=tuple((card,) for card in cards)) if cards else stats)
    return papers[-1]


class TestGolden:
    """Small pictures that somebody has looked at."""

    @pytest.mark.parametrize("name", GOLDEN)
    def test_the_picture_is_as_it_was(self, name: str) -> None:
        assert same(small(GOLDEN[name]), golden(name))

    @pytest.mark.parametrize("name", GOLDEN)
    def test_drawn_the_long_way_round_it_is_the_same(self, name: str) -> None:
        with canvas.uncached():
            assert same(small(GOLDEN[name]), golden(name))

    def test_no_win_can_go_missing_unnoticed(self) -> None:
        expected = golden("stats_member")
        for number, (place, size, won) in enumerate(POINTS):
            if won:
                points = (*POINTS[:number], (place, size, False), *POINTS[number + 1 :])
                cards = (GAMES,), (replace(TRAIL, points=points),), (DUELS,)
                assert not same(small(replace(MEMBER, cards=cards)), expected)


class TestLimits:
    """What Discord takes, and what a phone can show."""

    @pytest.mark.parametrize("stats", GOLDEN.values())
    def test_size(self, stats: Stats) -> None:
        found: Picture = drawn(stats)
        assert picture(found.png).width == 1600
        assert len(found.png) <= 200_000
        assert (found.name, found.alt) == ("stats.png", stats.alt)

    @pytest.mark.parametrize("stats", GOLDEN.values())
    def test_figures_are_large_enough(self, stats: Stats, papers: list[Spy]) -> None:
        paper = paper_of(papers, stats=stats)
        sizes = {written.text: written.size for written in paper.written}
        for cards in stats.cards:
            for card in cards:
                assert sizes[card.title] >= 34
                if isinstance(card, Grid):
                    assert all(sizes[cell] >= 34 for row in card.rows for cell in row)
        assert sizes[stats.pill] >= 38
        assert min(written.size for written in paper.written) >= 25

    def test_what_is_written_can_be_told_from_the_card(self) -> None:
        assert contrast(INK, CREAM) > 7
        assert contrast(PANEL, CREAM) > 3

    def test_drawn_by_several_threads_at_once_it_is_the_same(self) -> None:
        asked = [MEMBER, SERVER] * 6
        alone = [drawn(stats) for stats in asked]
        canvas.sprite.cache_clear()
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(drawn, asked)) == alone


class TestGrid:
    """Rows of figures."""

    def test_the_cells_of_a_row_stand_in_a_line_and_apart(self, papers: list[Spy]) -> None:
        paper = paper_of(papers, GAMES)
        for row in GAMES.rows:
            y = paper.find(row[0]).y
            cells = [w for w in paper.written if w.y == y]
            assert [w.text for w in cells] == list(row)
            assert all(a.right < b.left for a, b in pairwise(cells))
            assert cells[0].left >= 24 and cells[-1].right <= 1600 - 24

    def test_a_column_of_figures_ends_in_a_line(self, papers: list[Spy]) -> None:
        paper = paper_of(papers, GAMES)
        y = {paper.find(row[0]).y for row in GAMES.rows}
        found = [[w.right for w in paper.written if w.y == at] for at in sorted(y)]
        for column in list(zip(*found, strict=True))[1:]:
            assert max(column) - min(column) < 0.01

    @pytest.mark.parametrize("name", LONG)
    def test_long_names_keep_to_their_column(self, name: str, papers: list[Spy]) -> None:
        games = Grid(
            "Game by game",
            heads("Tables", "Members", "Average", "Best", "By", "To move", "A table"),
            (
                (
                    "The Rail on the Hill",
                    "1000",
                    "100",
                    "1201.3",
                    "1273",
                    name,
                    "45 minutes",
                    "9 days",
                ),
            ),
        )
        paper = paper_of(papers, games)
        y = paper.find("45 minutes").y
        cells = [w for w in paper.written if w.y == y]
        assert len(cells) == 8
        assert all(a.right < b.left for a, b in pairwise(cells))
        assert cells[-1].right <= 1600 - 24

    def test_cards_side_by_side_keep_apart(self, papers: list[Spy]) -> None:
        champions, feats = SERVER.cards[1]
        paper = paper_of(papers, stats=SERVER)
        left, right = paper.find(champions.title), paper.find(feats.title)
        assert left.y == right.y
        assert left.left < 800 < right.left


class TestPlots:
    """Places and counts."""

    def test_each_table_has_its_column_with_its_place(self, papers: list[Spy]) -> None:
        paper = paper_of(papers, TRAIL)
        columns = [(x, args) for x, _, recipe, args in paper.stamped if recipe is stats_plots.stops]
        assert [args for _, args in columns] == list(POINTS)
        assert all(40 < b - a < 60 for (a, _), (b, _) in pairwise(columns))
        assert columns[-1][0] < 1600 - 24 - 24

    def test_a_win_has_another_shape_and_another_place_its_number(self) -> None:
        won, first, last = (
            canvas.sprite(stats_plots.stops, args)[0]
            for args in ((1, 3, True), (1, 3, False), (3, 3, False))
        )
        assert amount(won.image, GOLD) > 500 > amount(first.image, GOLD)
        assert won.mask.tobytes() != first.mask.tobytes() != last.mask.tobytes()

    @pytest.mark.parametrize("count", [1, 2, 3])
    def test_a_short_plot_keeps_its_dates_apart(self, count: int, papers: list[Spy]) -> None:
        paper = paper_of(papers, replace(TRAIL, points=POINTS[:count]))
        dates = [w for w in paper.written if w.text in (TRAIL.first, TRAIL.last)]
        assert len(dates) == min(2, count)
        assert all(a.right + 20 < b.left for a, b in pairwise(dates))

    def test_every_place_is_named_at_its_height(self, papers: list[Spy]) -> None:
        paper = paper_of(papers, TRAIL)
        [top] = {y for _, y, recipe, _ in paper.stamped if recipe is stats_plots.stops}
        heights = [paper.find(rank).y - top for rank in TRAIL.ranks]
        assert heights == [0, 52, 104, 156, 208]

    def test_bars_are_as_tall_as_their_figures_say(self, papers: list[Spy]) -> None:
        values = (4, 0, 2, 1)
        paper = paper_of(papers, Bars("Tables", values, ("Jan", "", "", "Apr")))
        tall = [args[1] for args in paper.drawn(stats_plots.bar)]
        assert tall == [230, 115, 58]
        assert [w.text for w in paper.written if w.text in "421"] == ["4", "2", "1"]
        assert paper.find("Jan").left < paper.find("Apr").left

    def test_labels_below_bars_keep_apart_and_within_the_card(self, papers: list[Spy]) -> None:
        labels = tuple("" if n % 4 else "Sep 2025" for n in range(24))
        paper = paper_of(papers, Bars("Tables", (1,) * 24, labels))
        found = [w for w in paper.written if w.text == "Sep 2025"]
        assert len(found) == 6
        assert all(a.right + 10 < b.left for a, b in pairwise(found))
        assert found[-1].right <= 1600 - 24

    def test_no_table_at_all_draws_no_bar(self, papers: list[Spy]) -> None:
        assert paper_of(papers, Bars("Tables", (0,), ("Jan",))).drawn(stats_plots.bar) == []


def write() -> None:
    """Make the pictures that are drawn now the golden ones: look at them first."""
    for name, stats in GOLDEN.items():
        image = small(stats).quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        image.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()
