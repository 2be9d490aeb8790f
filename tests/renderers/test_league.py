"""The pictures of a league: the standings with their zones, and who met whom.

`python -m tests.renderers.test_league` draws its golden pictures anew: look at them first.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from renderers import canvas, cards, grid, meetings, zones
from renderers.league import CrossTable, Division, Headings, Row, Standings, cross_table, standings
from renderers.meetings import Meetings
from renderers.theme import CREAM, FAINT, INK, WHITE
from tests.renderers.golden_pictures import FOLDER, golden, same
from tests.renderers.sight import EYES, amount, apart, contrast, on_a_phone, picture
from tests.renderers.spy import Spy, Written

LONG = ("Wolfeschlegelsteinhausenberger", "Конституция Железная", "M" * 20, "W" * 32, "i" * 32)
HEADINGS = Headings(
    "",
    "",
    "Played",
    "Points",
    ("1st", "2nd", "3rd", "4th"),
    ("Direct", "SB", "Share"),
    "promoted",
    "relegated",
)
LOST = "The Old Signalman of Hill Street"
NAMES = ("Ada", "Bo", "Maximiliane Müllerin", "Jonas", "Lena", "t_okafor", "Mina", "Ayşe")


def member(number: int, name: str, change: int | None = 0) -> Row:
    """A member somewhere in the table."""
    points = f"{20 - 1.5 * number:.1f}"
    ties = (str(number % 3), f"{31.25 - 2 * number:.2f}", f"{95 - 3 * number}%")
    places = (number % 4, (number + 2) % 3, number % 2, 1)
    return Row(str(number + 1), name, str(sum(places)), points, places, ties, change)


FIRST = Division(
    "Division A",
    tuple(
        replace(member(number, name, change), zone="down" if number > 5 else None)
        for number, (name, change) in enumerate(
            zip(NAMES, (0, 2, -1, -1, None, 1, -1, 0), strict=True)
        )
    ),
)
SECOND = Division(
    "Division B",
    tuple(
        replace(
            member(number, name, change),
            zone="up" if number < 2 else None,
            withdrawn="withdrawn" if number == 3 else "",
        )
        for number, (name, change) in enumerate(
            zip((*LONG[:2], "Old Signalman", LOST, "Zoë"), (1, -1, 0, 12, -10), strict=True)
        )
    ),
)
LEAGUE = Standings(
    "Winter League",
    "Season 2, round 3 of 5",
    "Ada leads",
    "2 of 4 tables of this round are finished · the next round begins on 12 Dec",
    HEADINGS,
    (FIRST, SECOND),
    "Ada leads.",
)

RESULTS = ("2–1", "0–3", "", "1–1", "10–0")


def met(count: int) -> Meetings:
    """Members of whom most have met."""
    names = [*NAMES, *LONG, "Petra", "Kim", "Zoë"][:count]
    cells = tuple(
        tuple("" if row == at else RESULTS[(row * 3 + at) % 5] for at in range(count))
        for row in range(count)
    )
    return Meetings("Division A", tuple(str(n + 1) for n in range(count)), tuple(names), cells)


TABLE = CrossTable(
    "Winter League",
    "Season 2, round 3 of 5",
    "Ada leads",
    "Better places of the row's member, then of the column's",
    (met(9),),
    "Ada and Bo 2–1.",
)


def season(*sizes: int, busy: bool = False) -> Standings:
    """A season with divisions of these sizes; a busy one is as hard to pack as can be."""
    chance = random.Random(1)
    letters = "WMÄÖÜ8BgQ@&%K" if busy else "nearist ou"
    divisions = []
    for number, size in enumerate(sizes):
        rows = [
            replace(
                member(n, "".join(chance.choice(letters) for _ in range(32 if busy else 14))),
                points=f"{chance.randrange(100, 999) / 10}",
                places=tuple(chance.randrange(30 if busy else 4) for _ in range(4)),
                ties=tuple(f"{chance.randrange(10_000) / 100:.2f}" for _ in range(3)),
                change=chance.randrange(-12, 13),
                zone="up" if n < 3 else "down" if n >= size - 3 else None,
            )
            for n in range(size)
        ]
        divisions.append(Division(f"Division {number + 1}", tuple(rows)))
    return replace(LEAGUE, divisions=tuple(divisions))


def only(*rows: Row) -> Standings:
    return replace(LEAGUE, divisions=(Division("Division A", rows),))


GOLDEN = {
    "league_standings": lambda: standings(LEAGUE),
    "league_cross_table": lambda: cross_table(TABLE),
}


def small(png: bytes) -> Image.Image:
    """The picture as it looks on a phone."""
    return on_a_phone(picture(png))


def cells_of(paper: Spy, name: str) -> list[Written]:
    """What is written in the row of a member, from left to right."""
    y = paper.find(name).y
    return sorted((w for w in paper.written if w.y == y), key=lambda w: w.left)


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

    def test_no_zone_and_no_withdrawal_can_go_missing_unnoticed(self) -> None:
        expected = golden("league_standings")
        for division in LEAGUE.divisions:
            for number, row in enumerate(division.rows):
                for other in (replace(row, zone=None), replace(row, withdrawn="")):
                    if other == row:
                        continue
                    rows = (*division.rows[:number], other, *division.rows[number + 1 :])
                    changed = tuple(
                        replace(d, rows=rows) if d is division else d for d in LEAGUE.divisions
                    )
                    png = standings(replace(LEAGUE, divisions=changed)).png
                    assert not same(small(png), expected)


class TestLimits:
    """What Discord takes, and what a phone can show."""

    def test_size(self) -> None:
        for found, name, alt in (
            (standings(LEAGUE), "standings.png", LEAGUE.alt),
            (cross_table(TABLE), "crosstable.png", TABLE.alt),
            (cross_table(replace(TABLE, cards=(met(16),))), "crosstable.png", TABLE.alt),
        ):
            assert picture(found.png).width == 1600
            assert len(found.png) <= 200_000
            assert (found.name, found.alt) == (name, alt)

    @pytest.mark.parametrize("sizes", [(16,), (16, 16), (16,) * 4, (64,)])
    def test_many_rows_stay_small_enough(self, sizes: tuple[int, ...]) -> None:
        for busy in (False, True):
            png = standings(season(*sizes, busy=busy)).png
            assert len(png) <= 200_000
            assert picture(png).width in ((1600,) if sizes == (16,) else (800, 1600))

    def test_a_picture_is_made_smaller_only_if_it_must(self, papers: list[Spy]) -> None:
        assert picture(standings(season(16, 16)).png).width == 1600
        assert picture(standings(season(*(16,) * 4)).png).width == 800
        assert papers[-1].width == 1600

    def test_nobody_is_left_out_of_a_long_table(self, papers: list[Spy]) -> None:
        standings(only(*(member(n, f"Member {n}") for n in range(64))))
        rows = [papers[-1].find(f"Member {n}").y for n in range(64)]
        assert {b - a for a, b in pairwise(rows)} == {62}
        assert rows[-1] < papers[-1].height - 24

    def test_words_are_large_enough(self, papers: list[Spy]) -> None:
        standings(LEAGUE)
        cross_table(TABLE)
        for paper in papers:
            assert min(written.size for written in paper.written) >= 25
        sizes = {written.text: written.size for written in papers[0].written}
        assert all(sizes[name] >= 34 for name in NAMES)
        assert all(sizes[row.points] >= 36 for row in FIRST.rows)

    def test_what_is_written_can_be_told_from_its_ground(self) -> None:
        assert contrast(WHITE, INK) > 7
        for ink, ground in ((FAINT, CREAM), (WHITE, FAINT), (WHITE, grid.UP), (WHITE, grid.DOWN)):
            assert contrast(ink, ground) > 3

    def test_drawn_by_several_threads_at_once_it_is_the_same(self) -> None:
        alone = [standings(LEAGUE), cross_table(TABLE)] * 4
        canvas.sprite.cache_clear()
        with ThreadPoolExecutor(8) as pool:
            jobs = [pool.submit(GOLDEN[name]) for _ in range(4) for name in GOLDEN]
            assert [job.result() for job in jobs] == alone


class TestStandings:
    """A row for each member."""

    def test_a_row_says_all_there_is_to_say(self, papers: list[Spy]) -> None:
        standings(LEAGUE)
        row = FIRST.rows[1]
        texts = [w.text for w in cells_of(papers[0], "Bo")]
        counts = [str(count) if count else "·" for count in row.places]
        assert texts == ["2", "2", "Bo", row.played, row.points, *counts, *row.ties]

    @pytest.mark.parametrize("name", LONG)
    @pytest.mark.parametrize("withdrawn", ["", "withdrawn", "has left the league for good"])
    def test_long_names_keep_to_their_column(
        self, name: str, withdrawn: str, papers: list[Spy]
    ) -> None:
        row = replace(member(15, name, -12), points="109.5", ties=("12.5", "1031.25", "100.0%"))
        standings(only(member(0, "Ada"), replace(row, withdrawn=withdrawn)))
        [at] = [w for w in papers[0].written if w.text == "1031.25"]
        cells = sorted((w for w in papers[0].written if w.y == at.y), key=lambda w: w.left)
        assert len(cells) == 12 + bool(withdrawn)
        assert all(a.right + 8 < b.left for a, b in pairwise(cells))
        assert cells[0].left >= 24 + zones._BAND and cells[-1].right <= 1600 - 24

    def test_a_column_stands_in_a_line_under_its_heading(self, papers: list[Spy]) -> None:
        standings(LEAGUE)
        for heading, number in (("Played", 3), ("SB", -2), ("Share", -1)):
            head = papers[0].written[[w.text for w in papers[0].written].index(heading)]
            found = {round(cells_of(papers[0], name)[number].right, 2) for name in ("Bo", "Jonas")}
            assert found == {round(head.right, 2)}

    def test_divisions_have_their_columns_in_line(self, papers: list[Spy]) -> None:
        standings(LEAGUE)
        for heading in ("Played", "Points", "1st", "Share"):
            found = [w.right for w in papers[0].written if w.text == heading]
            assert len(found) == 2 and found[0] == found[1]

    def test_risen_fallen_and_neither_have_shapes_of_their_own(self) -> None:
        up, down, neither = (canvas.sprite(grid.arrow, (way,))[0].mask for way in (1, -1, 0))
        assert up.size == down.size
        assert up.tobytes() != down.tobytes()
        assert neither.size != up.size

    def test_the_arrow_points_the_way_the_member_went(self, papers: list[Spy]) -> None:
        standings(LEAGUE)
        drawn = papers[0].drawn(grid.arrow)
        assert drawn == [
            (0,),
            (1,),
            (-1,),
            (-1,),
            (1,),
            (-1,),
            (0,),
            (1,),
            (-1,),
            (0,),
            (1,),
            (-1,),
        ]
        mask = canvas.sprite(grid.arrow, (1,))[0].mask
        upper, lower = mask.crop((0, 0, *half(mask))), mask.crop((0, half(mask)[1], *mask.size))
        assert sum(upper.tobytes()) < sum(lower.tobytes())

    def test_a_withdrawn_member_is_struck_out_and_faint(self, papers: list[Spy]) -> None:
        standings(only(member(0, "Ada"), replace(member(1, "Bo"), withdrawn="withdrawn")))
        [paper] = papers
        left, right = paper.find("Bo").left, paper.find("Bo").right
        [(x, _, _, (width,))] = [s for s in paper.stamped if s[2] is grid.strike]
        assert isinstance(width, int)
        assert x <= left and right <= x + width < paper.find("withdrawn").left
        fills = {w.fill for w in cells_of(paper, "Bo")}
        assert fills == {FAINT, WHITE}  # the points are white on a faint plate
        assert {w.fill for w in cells_of(paper, "Ada")} == {INK, WHITE}


def half(image: Image.Image) -> tuple[int, int]:
    return image.width, image.height // 2


class TestZones:
    """Who goes up and who goes down."""

    def test_a_band_stands_beside_each_row_of_a_zone_and_only_there(
        self, papers: list[Spy]
    ) -> None:
        standings(LEAGUE)
        bands = [(y, args[0]) for _, y, recipe, args in papers[0].stamped if recipe is zones.band]
        rows = [papers[0].find(name).y for name in (*NAMES[6:], LONG[0], LONG[1])]
        beside = [(y, zone) for y, zone in bands if any(abs(y + 32 - row) < 2 for row in rows)]
        assert [zone for _, zone in beside] == ["down", "down", "up", "up"]
        assert len(bands) == 4 + 2  # and the legends

    def test_a_line_divides_a_zone_from_the_rest(self, papers: list[Spy]) -> None:
        standings(LEAGUE)
        found = [(y, args[1]) for _, y, recipe, args in papers[0].stamped if recipe is zones.border]
        assert [zone for _, zone in found] == ["down", "up"]
        (low, _), (high, _) = found
        assert papers[0].find("t_okafor").y < low < papers[0].find("Mina").y
        assert papers[0].find(LONG[1]).y < high < papers[0].find("Old Signalman").y

    def test_neighbouring_zones_have_one_line(self, papers: list[Spy]) -> None:
        standings(only(*(replace(member(n, name), zone=z) for n, name, z in UP_AND_DOWN)))
        assert papers[0].drawn(zones.border) == [(1496 + 28, "down")]

    def test_all_in_one_zone_need_no_line(self, papers: list[Spy]) -> None:
        standings(only(*(replace(member(n, name), zone="up") for n, name, _ in UP_AND_DOWN)))
        assert papers[0].drawn(zones.border) == []

    def test_the_legend_names_the_zones_that_there_are(self, papers: list[Spy]) -> None:
        for division, words in ((FIRST, {"relegated"}), (SECOND, {"promoted"})):
            standings(replace(LEAGUE, divisions=(division,)))
            texts = {w.text for w in papers[-1].written}
            assert texts & {"promoted", "relegated"} == words

    def test_the_legend_and_a_long_title_keep_apart(self, papers: list[Spy]) -> None:
        headings = replace(HEADINGS, up="goes up " * 9, down="goes down " * 9)
        rows = tuple(replace(member(n, name), zone=zone) for n, name, zone in UP_AND_DOWN)
        division = Division("Division " * 20, rows)
        standings(replace(LEAGUE, headings=headings, divisions=(division,)))
        y = next(w.y for w in papers[0].written if w.text.startswith("Division"))
        texts = sorted((w for w in papers[0].written if w.y == y), key=lambda w: w.left)
        assert len(texts) == 3
        assert all(a.right + zones._BAND + 8 < b.left for a, b in pairwise(texts))
        assert texts[-1].right <= 1600 - 24 - 28 + 0.01

    @pytest.mark.parametrize("eyes", EYES)
    def test_up_and_down_differ_for_all_eyes(self, eyes: str) -> None:
        assert apart(grid.UP, grid.DOWN, eyes) >= 18
        for colour in (grid.UP, grid.DOWN):
            assert apart(colour, CREAM, eyes) >= 18

    def test_up_and_down_differ_without_their_colours(self) -> None:
        up, down = (canvas.sprite(zones.band, (zone, 62, 0))[0].image for zone in ("up", "down"))
        white = [
            image.convert("L").point([255 * (level > 200) for level in range(256)])
            for image in (up, down)
        ]
        assert amount(up, WHITE) > 50
        assert sum(ImageChops.difference(*white).histogram()[255:]) > 50


UP_AND_DOWN = ((0, "Ada", "up"), (1, "Bo", "down"))


class TestUnusual:
    """Leagues that have hardly begun."""

    def test_one_member(self, papers: list[Spy]) -> None:
        standings(only(member(0, "Ada")))
        cross_table(replace(TABLE, cards=(met(1),)))
        assert [paper.find("Ada").text for paper in papers] == ["Ada", "Ada"]
        assert len(papers[1].drawn(meetings.hatched)) == 1

    def test_no_member_at_all(self) -> None:
        assert picture(standings(only()).png).width == 1600
        assert picture(cross_table(replace(TABLE, cards=(met(0),))).png).width == 1600

    def test_nothing_played_yet(self, papers: list[Spy]) -> None:
        nothing = ("–", "–", "–")
        rows = [Row("1", name, "0", "0", (0, 0, 0, 0), nothing) for name in NAMES]
        standings(only(*rows))
        assert papers[0].drawn(grid.arrow) == []
        texts = [w.text for w in cells_of(papers[0], "Bo")]
        assert texts.count("·") == 4 and "" in texts

    def test_all_tied_share_a_rank(self, papers: list[Spy]) -> None:
        standings(only(*(replace(member(3, name), rank="=1") for name in NAMES)))
        ranks = [w for w in papers[0].written if w.text == "=1"]
        assert len(ranks) == len(NAMES)
        assert len({w.right for w in ranks}) == 1

    def test_a_league_without_places_and_tie_breaks(self, papers: list[Spy]) -> None:
        headings = Headings("", "", "Played", "Points")
        row = Row("1", "Ada", "3", "9")
        standings(replace(LEAGUE, headings=headings, divisions=(Division("", (row,)),)))
        assert [w.text for w in cells_of(papers[0], "Ada")] == ["1", "", "Ada", "3", "9"]

    def test_a_figure_without_a_heading_is_refused(self) -> None:
        with pytest.raises((IndexError, ValueError)):
            standings(only(replace(member(0, "Ada"), ties=("1",))))


class TestCrossTable:
    """Who met whom."""

    @pytest.mark.parametrize("count", [2, 9, 16])
    def test_a_result_stands_in_its_row_and_column(self, count: int, papers: list[Spy]) -> None:
        table = met(count)
        cross_table(replace(TABLE, cards=(table,)))
        heads = [w for w in papers[0].written if w.text in table.heads]
        columns = [middle(w) for w in sorted(heads, key=lambda w: w.y)[:count]]
        rows = sorted(w.y for w in heads if w.left < 100)
        written = {
            (round(w.y - 0.5), round(middle(w))): w.text
            for w in papers[0].written
            if w.text in RESULTS
        }
        wanted = {
            (round(rows[row] + 0.5), round(columns[at])): text
            for row, texts in enumerate(table.cells)
            for at, text in enumerate(texts)
            if text
        }
        assert len(rows) == len(columns) == count
        assert sorted(written.values()) == sorted(wanted.values())
        for (y, x), text in wanted.items():
            near = [t for (v, u), t in written.items() if abs(v - y) < 4 and abs(u - x) < 4]
            assert near == [text]

    @pytest.mark.parametrize("count", [1, 5, 16])
    def test_names_and_results_keep_apart_and_on_the_card(
        self, count: int, papers: list[Spy]
    ) -> None:
        table = replace(met(count), names=("W" * 32,) * count)
        cross_table(replace(TABLE, cards=(table,)))
        rows: dict[int, list[Written]] = {}
        for written in papers[0].written:
            if written.y > 300:
                rows.setdefault(round((written.y - 298) / 62 - 0.5), []).append(written)
        assert len(rows) == count
        for row in rows.values():
            row.sort(key=lambda w: w.left)
            assert all(a.right + 6 < b.left for a, b in pairwise(row))
            assert row[-1].right < 1600 - 24 - 20

    @pytest.mark.parametrize("count", [9, 12, 16])
    def test_no_result_is_cut_and_none_leaves_its_cell(self, count: int, papers: list[Spy]) -> None:
        """Ties in a large division are the longest."""
        cells = tuple(
            tuple("" if row == at else "1½-1½" for at in range(count)) for row in range(count)
        )
        cross_table(replace(TABLE, cards=(replace(met(count), cells=cells),)))
        [paper] = papers
        found = [w for w in paper.written if "½" in w.text]
        first, second, *_ = (x for x, _, kind, _ in paper.stamped if kind is meetings.hatched)
        assert max(w.right - w.left for w in found) <= second - first - 12
        assert "".join(w.text for w in found) == "1½-1½" * count * (count - 1)
        assert min(w.size for w in found) >= 22

    def test_the_diagonal_is_hatched_and_no_other_cell(self, papers: list[Spy]) -> None:
        cross_table(TABLE)
        places = [(x, y) for x, y, recipe, _ in papers[0].stamped if recipe is meetings.hatched]
        assert len(places) == 9
        assert len({x - papers[0].find("Ada").left for x, _ in places}) == 9
        assert {b[1] - a[1] for a, b in pairwise(places)} == {62}
        [step] = {b[0] - a[0] for a, b in pairwise(places)}
        assert 66 <= step <= 120

    def test_initials_fit_their_signs(self, papers: list[Spy]) -> None:
        heads = ("MMW", "Wolfe", "Ä")
        cross_table(replace(TABLE, cards=(replace(met(3), heads=heads),)))
        signs = [w for w in papers[0].written if w.size in (30, 26, 22) and w.left < 110]
        assert len(signs) == 3
        assert all(w.right - w.left <= 46 for w in signs)


def middle(written: Written) -> float:
    return (written.left + written.right) / 2


def write() -> None:
    """Make the pictures that are drawn now the golden ones: look at them first."""
    for name, drawn in GOLDEN.items():
        image = small(drawn().png).quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        image.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()
