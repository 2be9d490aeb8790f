"""The pictures of Ride the Rails, from real positions."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from games.ride.components import RAILROADS, Hex, the_map
from games.ride.routes import Leg
from games.ride.state import State, Turn
from renderers import canvas, draw, ride, ride_panels, ride_shapes, shapes
from renderers.ride_map import centre, spots
from renderers.scene import Pending, Picture, Scene
from renderers.theme import CHANGED, SEATS, TARGET
from tests.games.ride.table import Table, place
from tests.renderers.golden_pictures import GOLDEN, golden, same, small
from tests.renderers.positions import (
    NAMES,
    choosing,
    moment,
    offered,
    shown,
    staged,
    truth,
    turn_of_phase,
    turns,
)
from tests.renderers.sight import amount, picture
from tests.renderers.spy import Spy

LONG = ("Wolfeschlegelsteinha", "Maximiliane Müllerin", "Конституция Железная", "M" * 20, "W" * 20)


def board_of(scene: Scene[Any], monkeypatch: pytest.MonkeyPatch) -> Spy:
    """The board, with what was stamped and written."""
    monkeypatch.setattr(canvas, "new", Spy)
    paper = ride.board(scene)
    assert isinstance(paper, Spy)
    return paper


def without(scene: Scene[Any], railroad: str, hex_: Hex) -> Scene[Any]:
    """The same table with one locomotive fewer on the map, all else as it is."""
    tracks = dict(scene.view.tracks)
    tracks[railroad] = tuple(other for other in tracks[railroad] if other != hex_)
    return replace(scene, view=msgspec.structs.replace(scene.view, tracks=tracks))


class TestGolden:
    """Small pictures that somebody has looked at."""

    @pytest.mark.parametrize("name", GOLDEN)
    def test_the_picture_is_as_it_was(self, name: str) -> None:
        scene, number = GOLDEN[name]
        assert same(small(scene(), number), golden(name))

    @pytest.mark.parametrize("name", GOLDEN)
    def test_drawn_the_long_way_round_it_is_the_same(self, name: str) -> None:
        """Its letters and edges come out a little differently, and that is no matter."""
        scene, number = GOLDEN[name]
        with canvas.uncached():
            assert same(small(scene(), number), golden(name))

    @pytest.mark.parametrize("name", ["build", "several"])
    def test_no_locomotive_can_go_missing_unnoticed(self, name: str) -> None:
        scene = GOLDEN[name][0]()
        expected = golden(name)
        pieces = sorted(spots(scene.view))
        assert len(pieces) > 40
        lost = [p for p in pieces[::4] if not same(small(without(scene, *p)), expected)]
        assert lost == pieces[::4]


class TestLimits:
    """What Discord takes, and what a phone can load."""

    def check(self, drawn: Sequence[Picture]) -> None:
        for found in drawn:
            image = picture(found.png)
            assert image.width <= 1600
            assert image.height <= 1600
            assert len(found.png) <= 200_000
            assert found.name.endswith(".png")
            assert 1 <= len(found.alt) <= 1024

    @pytest.mark.parametrize("seats", [3, 4, 5])
    @pytest.mark.parametrize("marked", [1, 15])
    def test_every_public_picture_keeps_them(self, seats: int, marked: int) -> None:
        for turn in {*range(0, turns(seats), 8), turns(seats)}:
            self.check(draw("ride", shown(seats, turn, marked=marked, names=LONG)))

    @pytest.mark.parametrize("seats", [3, 4, 5])
    def test_every_private_picture_keeps_them(self, seats: int) -> None:
        for phase, kind in (("share", "share"), ("build", "build"), ("ride", "ride")):
            for round_ in (2, 6):
                turn = turn_of_phase(seats, round_, phase, 0)
                self.check(draw("ride", choosing(seats, turn, kind)))

    def test_a_map_full_of_locomotives_keeps_them(self) -> None:
        state = truth(moment(5, turns(5) - 1))
        state.recent = []
        state.tracks = {
            r: sorted(the_map().place)[i * 30 : i * 30 + 120 : 2] for i, r in enumerate(RAILROADS)
        }
        self.check(draw("ride", staged(state, marked=15)))


class TestSame:
    """The same position gives the same file."""

    @pytest.mark.parametrize("name", GOLDEN)
    def test_drawn_twice_it_is_the_same_to_the_byte(self, name: str) -> None:
        scene = GOLDEN[name][0]
        assert draw("ride", scene()) == draw("ride", scene())

    def test_drawn_by_several_threads_at_once_it_is_too(self) -> None:
        scenes = [GOLDEN[name][0]() for name in GOLDEN] * 3
        alone = [draw("ride", scene) for scene in scenes]
        canvas.sprite.cache_clear()
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(lambda scene: draw("ride", scene), scenes))
        assert together == alone

    def test_a_spectator_and_a_player_differ_only_by_the_mark_and_the_pill(self) -> None:
        """Nothing is secret in this game; the map is the same for all."""
        mine, public = (picture(draw("ride", shown(3, 22, seat=s))[0].png) for s in (0, None))
        assert mine.tobytes() != public.tobytes()
        below = (0, 150, 1600, 1080)
        assert mine.crop(below).tobytes() == public.crop(below).tobytes()


class TestMarks:
    """What changed is pink, what can be chosen is mint, and nothing else is either."""

    def pink_and_mint(self, scene: Scene[Any]) -> tuple[int, int]:
        image = picture(draw("ride", scene)[0].png).crop((0, 150, 1600, 1080))
        return amount(image, CHANGED), amount(image, TARGET)

    def test_at_the_start_nothing_is_marked(self) -> None:
        assert self.pink_and_mint(shown(4, 0)) == (0, 0)

    @pytest.mark.parametrize("phase", ["share", "build", "ride"])
    def test_the_last_turn_is_marked_in_pink(self, phase: str) -> None:
        pink, mint = self.pink_and_mint(shown(4, turn_of_phase(4, 3, phase, 1)))
        assert pink > 800
        assert mint == 0

    @pytest.mark.parametrize("phase", ["share", "build", "ride"])
    def test_a_choice_is_marked_in_mint(self, phase: str) -> None:
        pink, mint = self.pink_and_mint(choosing(4, turn_of_phase(4, 3, phase, 0), phase))
        assert pink == 0
        assert mint > 800

    def test_what_was_built_is_marked_where_it_stands(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = shown(3, 22)
        (turn,) = [t for t in scene.view.recent if t.number >= scene.since]
        paper = board_of(scene, monkeypatch)
        new = {
            (x, y)
            for x, y, recipe, args in paper.stamped
            if recipe is ride_shapes.new_ground and args[1] == CHANGED
        }
        assert new == {centre(hex_) for _, hex_ in turn.built}
        locomotives = [args for args in paper.drawn(ride_shapes.locomotive) if args[2:] == (True,)]
        assert len(locomotives) == len(turn.built) == 8

    def test_the_ends_of_a_journey_are_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        paper = board_of(shown(5, 86), monkeypatch)
        signs = [args for args in paper.drawn(ride_shapes.sign) if args[3] == CHANGED]
        assert {args[0] for args in signs} == {"To Portland ME", "From Cheyenne"}
        assert all(args[2] == () for args in signs)

    def test_a_share_is_marked_for_the_player_and_in_the_supply(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = shown(4, turn_of_phase(4, 4, "share", 1))
        assert len(board_of(scene, monkeypatch).drawn(shapes.changed_cell)) == 2

    def test_the_railroads_to_choose_from_are_marked_where_they_are_listed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = choosing(4, turn_of_phase(4, 3, "share", 0), "share")
        assert scene.pending
        paper = board_of(scene, monkeypatch)
        marked = {(x, y) for x, y, recipe, _ in paper.stamped if recipe is ride_shapes.target_row}
        assert marked == {ride_panels.railroad_row(str(r))[:2] for r in scene.pending.values}

    @pytest.mark.parametrize("phase", ["build", "ride"])
    def test_places_have_the_numbers_of_the_select(
        self, phase: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = choosing(3, 40, "build", "purple")
        if phase == "ride":
            scene = choosing(4, turn_of_phase(4, 6, "ride", 1), "ride")
        assert scene.pending
        paper = board_of(scene, monkeypatch)
        found = {args[0]: x for x, _, recipe, args in paper.stamped if recipe is shapes.target}
        wanted = {str(n): centre(str(h))[0] for n, h in enumerate(scene.pending.values, start=1)}
        assert found == wanted
        assert len(found) > 6

    def test_on_a_later_page_the_numbers_go_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        scene = choosing(3, 40, "towards", "purple", page=1)
        assert scene.pending
        assert scene.pending.first == 26
        numbers = [args[0] for args in board_of(scene, monkeypatch).drawn(shapes.target)]
        assert numbers == [str(26 + i) for i in range(len(scene.pending.values))]

    def test_from_where_and_whereto_stay_in_sight(self, monkeypatch: pytest.MonkeyPatch) -> None:
        turn = turn_of_phase(4, 6, "ride", 1)
        first = choosing(4, turn, "ride").pending
        assert first
        start = str(first.values[0])
        second = choosing(4, turn, "ride", start).pending
        assert second
        scene = choosing(4, turn, "ride", start, str(second.values[0]))
        mint = [
            args[0]
            for args in board_of(scene, monkeypatch).drawn(ride_shapes.sign)
            if args[3] == TARGET
        ]
        cities = the_map().cities
        assert set(mint) == {
            f"From {cities[start].name}",
            f"To {cities[str(second.values[0])].name}",
        }


class TestSeveralTurns:
    """A post may hold the turns of several players."""

    def rides(self, *ways: tuple[int, str, str], seats: int = 4) -> Scene[Any]:
        """A table at which these players have just ridden from city to city, straight away."""
        table = Table(seats, phase="ride", round=6)
        state = table.state
        state.turns = 60
        for number, (seat, start, end) in enumerate(ways):
            table.runs(RAILROADS[number], start, end)
            way = tuple(state.tracks[RAILROADS[number]])
            journey = (Leg(RAILROADS[number], way),)
            state.recent.append(Turn(60 - len(ways) + number, seat, journey=journey))
        return staged(state, marked=len(ways))

    def signs(self, scene: Scene[Any], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
        """By text: the left and right edge, the height, and the seats of the pink signs."""
        paper = board_of(scene, monkeypatch)
        found = {}
        for x, y, recipe, args in paper.stamped:
            if recipe is ride_shapes.sign and args[3] == CHANGED:
                half = ride_shapes.sign_width(*args[:3]) / 2  # type: ignore[arg-type]
                found[str(args[0])] = (x - half, x + half, y, args[2])
        return found

    def test_each_end_shows_the_shapes_of_who_rode(self, monkeypatch: pytest.MonkeyPatch) -> None:
        scene = self.rides((2, "Omaha", "Des Moines"), (0, "Denver", "Omaha"))
        signs = self.signs(scene, monkeypatch)
        assert {text: seats for text, (*_, seats) in signs.items()} == {
            "From and to Omaha": (0, 2),
            "To Des Moines": (2,),
            "From Denver": (0,),
        }

    @pytest.mark.parametrize(
        ("start", "end"),
        [
            ("San Francisco", "Reno"),
            ("Portland ME", "Boston"),
            ("Seattle", "Portland OR"),
            ("Detroit", "Buffalo"),
            ("Albany", "Boston"),
            ("Pittsburgh", "Philadelphia"),
            ("Kansas City", "Saint Louis"),
        ],
    )
    @pytest.mark.parametrize("riders", [1, 2])
    def test_signs_are_whole_and_do_not_overlap(
        self, start: str, end: str, riders: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ways = [(seat, start, end) for seat in range(riders)]
        signs = list(self.signs(self.rides(*ways), monkeypatch).values())
        assert len(signs) == 2
        for left, right, _, _ in signs:
            assert left >= 0
            assert right <= 1600
        (left_a, right_a, y_a, _), (left_b, right_b, y_b, _) = signs
        if abs(y_a - y_b) < 22:
            assert min(right_a, right_b) <= max(left_a, left_b) + 1

    def test_each_new_line_shows_the_shape_of_its_builder(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = GOLDEN["several"][0]()
        paper = board_of(scene, monkeypatch)
        marks = [
            args
            for _, _, recipe, args in paper.stamped
            if recipe is shapes.seat and args[1:] == (12, SEATS[int(str(args[0]))])
        ]
        assert sorted(int(str(args[0])) for args in marks) == [0, 1, 2, 3]

    def test_a_single_builder_needs_no_shape(self, monkeypatch: pytest.MonkeyPatch) -> None:
        paper = board_of(shown(3, 22), monkeypatch)
        assert not [args for args in paper.drawn(shapes.seat) if args[1] == 12]


class TestLocomotives:
    """Every locomotive can be seen, with its letter."""

    def crowd(self) -> State:
        """All six railroads in Chicago."""
        table = Table(4, round=6, phase="build").lay("black", "Chicago")
        ends = ("Detroit", "Milwaukee", "Des Moines", "Saint Louis", "Cincinnati")
        for railroad, end in zip(RAILROADS, ends, strict=False):
            table.runs(railroad, "Chicago", end)
        return table.state

    def test_six_in_chicago_stand_apart(self) -> None:
        places = spots(staged(self.crowd()).view)
        chicago = [places[railroad, the_map().chicago] for railroad in RAILROADS]
        for number, one in enumerate(chicago):
            for other in chicago[number + 1 :]:
                assert abs(one.x - other.x) >= one.width or abs(one.y - other.y) >= 15

    def test_each_of_them_can_be_found_in_the_picture(self) -> None:
        scene = staged(self.crowd())
        whole = small(scene)
        for railroad in RAILROADS:
            assert not same(whole, small(without(scene, railroad, the_map().chicago)))

    def test_a_journey_leads_through_chicago_from_railroad_to_railroad(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state = self.crowd()
        red, blue = (tuple(state.tracks[railroad]) for railroad in ("red", "blue"))
        state.turns = 60
        journey = (Leg("red", red[::-1]), Leg("blue", blue))
        state.recent = [Turn(59, 1, journey=journey)]
        scene = staged(state)
        places = spots(scene.view)
        a, b = (places[railroad, the_map().chicago] for railroad in ("red", "blue"))
        paper = board_of(scene, monkeypatch)
        pink = [
            (x, y, args[:2])
            for x, y, recipe, args in paper.stamped
            if recipe is ride_shapes.stretch and args[3] == CHANGED
        ]
        assert (a.x, a.y, (b.x - a.x, b.y - a.y)) in pink
        assert len(pink) == len(red) + len(blue) - 1

    @pytest.mark.parametrize("turn", [22, 40, 54])
    def test_all_are_drawn_clear_of_the_names(
        self, turn: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The letter of a locomotive in a city stands above the city's name."""
        scene = shown(3, turn)
        cities = the_map().cities
        for (_, hex_), spot in spots(scene.view).items():
            if hex_ in cities:
                assert spot.y + spot.width * 0.25 <= centre(hex_)[1] + 21 - 9
        drawn = board_of(scene, monkeypatch).drawn(ride_shapes.locomotive)
        on_the_map = sum(len(hexes) for hexes in scene.view.tracks.values())
        assert len(drawn) == on_the_map + 2 * len(scene.view.available)

    def test_a_planned_one_does_not_hide_the_one_that_stands_there(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = Table(3).runs("red", "Denver", "Kansas City").lay("blue", "Denver")
        scene = offered(table.state, "towards", "blue", place("Kansas City"))
        assert scene.pending
        assert len(scene.pending.steps) > 2
        paper = board_of(scene, monkeypatch)
        stood = {(x, y) for x, y, recipe, _ in paper.stamped if recipe is ride_shapes.locomotive}
        planned = [(x, y) for x, y, recipe, _ in paper.stamped if recipe is ride_shapes.sketched]
        assert len(planned) == len(scene.pending.steps)
        for x, y in planned:
            near = min((x - a) ** 2 + (y - b) ** 2 for a, b in stood)
            assert near >= 20**2
        assert f"+{len(planned)}" in [args[0] for args in paper.drawn(shapes.target)]


class TestPanels:
    """The table beside the map."""

    @pytest.mark.parametrize("turn", [0, 30, 53])
    def test_all_that_the_players_hold_and_all_that_is_left_can_be_read(
        self, turn: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = shown(3, turn)
        view = scene.view
        paper = board_of(scene, monkeypatch)
        for seat in range(3):
            name = paper.find(NAMES[seat])
            row = sorted((w for w in paper.written if w.y == name.y), key=lambda w: w.left)
            figures = [w.text for w in row if name.right < w.left and w.right < 560]
            held = [view.shares[seat].get(railroad, 0) for railroad in RAILROADS]
            assert figures == [f"${view.money[seat]}", *(str(n) if n else "·" for n in held)]
        for railroad in view.available:
            label = paper.find(scene.words.term("railroad", railroad))
            (left,) = [w.text for w in paper.written if w.y == label.y and w.left > label.right]
            assert left == str(view.supply[railroad])

    @pytest.mark.parametrize("turn", [0, 30, 53])
    def test_every_passenger_who_waits_is_seen(
        self, turn: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = shown(3, turn)
        paper = board_of(scene, monkeypatch)
        assert len(paper.drawn(ride_shapes.passenger)) == len(scene.view.passengers)

    @pytest.mark.parametrize("seats", [3, 4, 5])
    @pytest.mark.parametrize("names", [NAMES, LONG], ids=["short names", "long names"])
    def test_names_money_and_shares_keep_apart(
        self, seats: int, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = shown(seats, turns(seats) - 1, names=names)
        assert max(scene.view.money) >= 100
        paper = board_of(scene, monkeypatch)
        for seat in range(seats):
            money = next(w for w in paper.written if w.text == f"${scene.view.money[seat]}")
            row = sorted(
                (w for w in paper.written if w.y == money.y and w.right < 560), key=lambda w: w.left
            )
            assert all(a.right <= b.left for a, b in pairwise(row))
            assert row[-1].right <= 18 + 532

    def test_a_name_of_20_letters_is_drawn_whole(self, monkeypatch: pytest.MonkeyPatch) -> None:
        paper = board_of(shown(5, 40, names=LONG), monkeypatch)
        for name in LONG[:2]:
            assert paper.find(name)

    def test_whose_turn_it_is_is_lit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for turn in range(1, 12):
            scene = shown(5, turn)
            lit = [args[2] for args in board_of(scene, monkeypatch).drawn(shapes.bar)]
            assert lit == [SEATS[seat] for seat in scene.acting]

    def test_players_stand_in_turn_order_and_at_the_end_by_money(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for turn in (40, turns(4)):
            scene = shown(4, turn)
            paper = board_of(scene, monkeypatch)
            rows = [w.text for w in sorted(paper.written, key=lambda w: w.y) if w.text in NAMES]
            order: list[int] = list(scene.view.order)
            if scene.result:
                order.sort(key=lambda seat: -scene.view.money[seat])
            assert rows == [NAMES[seat] for seat in order]

    def test_winners_that_share_it_are_all_lit_under_stars(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state = truth(moment(5, turns(5)))
        state.money = [200, 250, 250, 180, 200]
        paper = board_of(staged(state), monkeypatch)
        assert paper.find("Jonas and Lena share it")
        assert {args[2] for args in paper.drawn(shapes.bar)} == {SEATS[1], SEATS[2]}
        assert len([args for args in paper.drawn(shapes.star) if args[0] == 15]) == 2
        places = [w.text for w in paper.written if w.size == 22 and w.text.isdecimal()]
        assert places == ["3", "3", "5"]

    @pytest.mark.parametrize("round_", range(1, 7))
    def test_railroads_to_come_say_in_which_round(
        self, round_: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = shown(3, turn_of_phase(3, round_, "share", 0))
        written = [w.text for w in board_of(scene, monkeypatch).written]
        coming = [text for text in written if text.startswith("Round ") and " of " not in text]
        assert coming == [f"Round {later}" for later in range(round_ + 1, 6)]

    def test_bonuses_are_shown_while_they_are_to_be_had(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state = truth(moment(3, 30))
        for transcontinental, banners in ((True, 2), (True, 0), (False, 2), (False, 0)):
            state.transcontinental = transcontinental
            state.banners = sorted(the_map().of_kind("banner"))[:banners]
            paper = board_of(staged(state), monkeypatch)
            written = [w.text for w in paper.written]
            assert ("Coast to coast" in written) == transcontinental
            assert ("First into the city" in written) == bool(banners)
            tags = [args[0] for args in paper.drawn(shapes.tag)]
            assert tags.count("$5") == (banners + 1 if banners else 0)

    def test_at_the_end_there_is_nothing_more_to_earn(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scene = shown(4, turns(4))
        assert scene.view.banners
        written = [w.text for w in board_of(scene, monkeypatch).written]
        assert "First into the city" not in written

    def test_the_number_of_a_banner_city_does_not_hide_what_it_brings(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        denver = place("Denver")
        scene = shown(3, 22, seat=1)
        chosen = Pending("towards", {"railroad": "red"}, "city", (denver,))
        paper = board_of(replace(scene, pending=chosen), monkeypatch)
        x, y = centre(denver)
        (tag,) = [
            left
            for left, top, recipe, args in paper.stamped
            if recipe is shapes.tag and args[0] == "$5" and abs(left - x) + abs(top - y) < 90
        ]
        assert tag - shapes.tag_width("$5", 15) / 2 >= x + 15 + 4
