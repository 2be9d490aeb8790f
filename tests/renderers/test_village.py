"""The pictures of Village Rails: what they show, and that they keep their limits."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.panel import Choices, build
from games.phrasebook import Phrasebook
from games.record import decode, replay
from games.village import VILLAGE
from games.village.components import the_box
from games.village.state import State
from renderers import draw, theme, village, village_chart, village_theme
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.scene import Pending, Picture, scene
from renderers.village_cards import card
from renderers.village_ground import clipped, swatch
from renderers.village_tickets import figures, signs, ticket
from tests.games.village.table import Table, track

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("Ada", "Bo", "Cy", "Dee")
LAKE = "lake crossing, -, barn lake"
CURVES = "lake curves, signal, -"


def shown(
    state: State, seat: int | None, *, pending: Pending | None = None, since: int | None = None
) -> list[Picture]:
    view = VILLAGE.view(state, seat)
    drawn = scene(
        VILLAGE,
        view,
        Phrasebook(VILLAGE, NAMES),
        acting=VILLAGE.to_act(state),
        since=state.turns if since is None else since,
        pending=pending,
        result=VILLAGE.result(state),
    )
    return draw("village", drawn)


def pixels(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def has(picture: Picture, colour: theme.Colour) -> int:
    """How many pixels of the picture have a colour, below its head."""
    image = pixels(picture)
    below = image.crop((0, 150, *image.size))
    found = below.getcolors(1 << 20)
    assert found
    return sum(count for count, here in found if here == colour)


@pytest.mark.parametrize("name", ["village-2", "village-3", "village-4", "village-4-emptied"])
def test_every_picture_keeps_its_limits(name):
    record = decode((GOLDEN / f"{name}.jsonl").read_bytes())
    for step in replay(record):
        last = step.state.acting is None
        if step.number % 23 and not last:
            continue
        for seat in (None, step.state.acting):
            for picture in shown(step.state, seat, since=max(0, step.state.turns - 4)):
                image = Image.open(io.BytesIO(picture.png))
                assert image.mode == "P"
                assert image.width <= 1600
                assert len(picture.png) <= 200_000, picture.name
                assert 1 <= len(picture.alt) <= 1024


def test_in_public_all_tableaux_and_the_markets_are_shown():
    names = {n: [p.name for p in shown(Table(n).state, None)] for n in (2, 3, 4)}
    assert names == {
        2: ["village-1.png", "markets.png"],
        3: ["village-1.png", "village-2.png", "markets.png"],
        4: ["village-1.png", "village-2.png", "markets.png"],
    }


def test_the_tableau_of_who_had_the_last_turn_comes_first():
    table = Table(4, money=0)
    for _ in range(3):
        table.track(1)
        table.build("A1")
    names = [picture.name for picture in shown(table.state, None, since=2)]
    assert names == ["village-2.png", "village-1.png", "markets.png"]


def test_a_seat_sees_its_own_and_while_it_chooses_a_card_the_markets_first():
    table = Table()
    assert [p.name for p in shown(table.state, 0)] == ["village.png", "markets.png"]
    pending = Pending("track", {}, "track", (1, 2, 3))
    names = [p.name for p in shown(table.state, 0, pending=pending)]
    assert names == ["markets.png", "village.png"]


def test_at_the_end_there_is_a_score_sheet():
    state = None
    for step in replay(decode((GOLDEN / "village-2.jsonl").read_bytes())):
        state = step.state
    assert state
    assert [p.name for p in shown(state, None)] == ["village-1.png", "score.png"]


def test_what_the_last_turn_changed_is_pink():
    table = Table(money=0)
    before = shown(table.state, None)
    table.track(1)
    table.build("A1")
    after = shown(table.state, None, since=0)
    assert [has(picture, theme.CHANGED) for picture in before] == [0, 0]
    assert all(has(picture, theme.CHANGED) > 300 for picture in after)


def test_what_can_be_chosen_is_mint_and_only_in_ones_own_picture():
    table = Table()
    table.track(1)
    view = VILLAGE.view(table.state, 0)
    choices = Choices(VILLAGE, view, Phrasebook(VILLAGE, NAMES), table.legal())
    pending = build(choices, ("build",)).pending
    assert pending and pending.field == "space" and len(pending.values) == 6
    own, _ = shown(table.state, 0, pending=pending)
    assert has(own, theme.TARGET) > 6 * 1000
    assert not any(has(picture, theme.TARGET) for picture in shown(table.state, None))


@pytest.mark.parametrize(("field", "values"), [("line", ("T1", "L4")), ("space", ("B2",))])
def test_as_many_marks_as_choices(field, values):
    table = Table()
    one = Pending("any", {}, field, values[:1])
    own = next(p for p in shown(table.state, 0, pending=one) if p.name == "village.png")
    every = Pending("any", {}, field, values)
    more = next(p for p in shown(table.state, 0, pending=every) if p.name == "village.png")
    single, several = has(own, theme.TARGET), has(more, theme.TARGET)
    assert single > 500
    assert (several > 1.5 * single) == (len(values) > 1)


def test_a_card_that_is_about_to_be_built_is_drawn_in_its_space():
    table = Table().tracks(CURVES)
    table.track(1)
    printed = Pending("build", {"space": "A1"}, "turned", (False, True))
    turned = Pending("build", {"space": "A1", "turned": True}, "", ())
    pictures = [shown(table.state, 0, pending=pending)[0] for pending in (printed, turned)]
    first, second = map(pixels, pictures)
    box = ImageChops.difference(first, second).getbbox()
    assert box
    assert box[0] > 260 and box[2] < 520 and box[1] > 300 and box[3] < 500


def test_a_completed_line_is_golden():
    table = Table(letters="AB").lay(C1="lake curves, farm, -")
    before = has(shown(Table(letters="AB").state, None)[0], village_theme.GOLD_BALLAST)
    assert before == 0
    assert has(shown(table.state, None)[0], village_theme.GOLD_BALLAST) > 300


def test_hands_of_others_are_not_in_ones_picture():
    table = Table().hand("lake", "barn", "trips", seat=1)
    before = [picture.png for picture in shown(table.state, 0)]
    table.hand("field", "farm", "length", seat=1)
    assert [picture.png for picture in shown(table.state, 0)] == before
    assert shown(table.state, 1)[0].png != before[0]


def test_what_a_terminus_would_pay_stands_out():
    table = Table(letters="AB").hand("lake", "field").tracks("lake curves, farm, -")
    table.track(1)
    before = has(shown(table.state, 0)[0], theme.GOLD)
    table.build("C1")
    assert has(shown(table.state, 0)[0], theme.GOLD) > before + 2000


# -- Cards


def ground(pen: Pen) -> None:
    pen.box(0, 0, 300, 240, theme.TABLE)


def test_every_track_looks_different():
    seen = {}
    for laid in dict.fromkeys(the_box().tracks.values()):
        canvas = Canvas((300, 240), ground)
        card(canvas, 20, 20, laid, 1)
        seen[canvas.image.tobytes()] = laid
    assert len(seen) == len(set(the_box().tracks.values()))


def test_a_card_keeps_within_its_edges():
    for laid in (track(LAKE), track(CURVES), track("village crossing, -, barn field")):
        canvas = Canvas((300, 240), ground)
        card(canvas, 30, 30, laid, 1)
        for box in ((0, 0, 300, 26), (0, 198, 300, 240), (0, 0, 26, 240), (256, 0, 300, 240)):
            assert canvas.image.crop(box).getcolors() == [
                ((box[2] - box[0]) * (box[3] - box[1]), theme.TABLE)
            ]


def test_every_trip_has_a_ticket_of_its_own():
    seen = set()
    trips = set(the_box().trips.values())
    for trip in trips:
        canvas = Canvas((300, 240), ground)
        value, each, again = figures(trip.theme, trip.worth)
        canvas.stamp(10, 10, ticket, trip.theme, value, "each" * each + "again" * again, 150, 58, 1)
        marks = tuple((sort, what) for sort, what, *_ in signs(trip.theme, 150, 58, 1))
        seen.add((canvas.image.tobytes(), marks))
    assert len(seen) == len(trips)


def test_terrains_differ_in_pattern_not_only_in_colour():
    seen = set()
    for terrain in village_theme.TERRAINS:
        canvas = Canvas((80, 80), ground)
        canvas.stamp(40, 40, swatch, terrain, 22)
        inner = canvas.image.crop((20, 20, 60, 60)).convert("L")
        low, high = inner.getextrema()
        seen.add(inner.point(lambda v, m=(low + high) / 2: 255 * (v > m)).tobytes())
    assert len(seen) == 5


def test_what_sticks_out_of_a_box_is_cut_off():
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert sorted(clipped(square, (2, 2, 9, 9))) == [(2, 2), (2, 4), (4, 2), (4, 4)]
    assert clipped(square, (5, 5, 9, 9)) == []


def test_the_palette_holds_every_colour_of_the_house():
    flat = village_chart.palette().getpalette()
    assert flat
    held = {tuple(flat[i : i + 3]) for i in range(0, len(flat), 3)}
    assert set(theme.colours(village_theme)) <= held


def test_a_frame_of_ones_own_replay_shows_ones_termini():
    def framed(hand, seat):
        state = Table(4).state
        state.tableaux[0].hand = hand
        view = VILLAGE.view(state, seat)
        words = Phrasebook(VILLAGE, NAMES)
        return village.frame(scene(VILLAGE, view, words, acting=VILLAGE.to_act(state))).image

    one, other = ["field", "lake", "barn"], ["field", "lake", "village"]
    assert framed(one, 0).tobytes() != framed(other, 0).tobytes()
    assert framed(one, None).tobytes() == framed(other, None).tobytes()
    assert framed(one, 0).size == framed([], 0).size, "a frame is as large as the others"
