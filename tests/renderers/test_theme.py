"""Colours that everybody can tell apart, and what goes with them for who can't."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from games.ride.components import RAILROADS, the_map
from renderers import canvas, dice_theme, hill_theme, ride_theme, shapes, theme, village_theme
from renderers.ride_map import HEX_WIDTH, SIZE, centre, continent
from renderers.ride_theme import LAND, MOUNTAIN, SEA
from renderers.theme import CHANGED, INK, LINES, SEATS, TARGET, WHITE, Colour
from tests.renderers.sight import EYES, apart, closest, contrast, difference

SETS: dict[str, tuple[int, dict[str, Colour]]] = {
    "lines": (18, {name: livery.colour for name, livery in LINES.items()}),
    "ride terrains": (12, {"sea": SEA, "land": LAND, "mountain": MOUNTAIN}),
    "village terrains": (12, village_theme.TERRAINS),
    "dice terrains": (
        12,
        {"grass": dice_theme.MEADOW, "water": dice_theme.LAKE, "mountain": dice_theme.ROCK},
    ),
    "hill categories": (12, hill_theme.CATEGORIES),
    "dice companies": (18, {name: c.colour for name, c in dice_theme.COMPANIES.items()}),
    "seats": (10, {f"seat {number}": colour for number, colour in enumerate(SEATS)}),
}
GROUNDS = {"sea": SEA, "land": LAND, "mountain": MOUNTAIN, "strip": theme.STRIP}
GAMES = {"ride": ride_theme, "hill": hill_theme, "village": village_theme, "dice": dice_theme}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.903),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_yardstick_is_the_published_one(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)
    assert difference(other, one) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", SETS)
def test_colours_with_a_meaning_differ_for_all_eyes(name: str, eyes: str) -> None:
    floor, colours = SETS[name]
    found, one, other = closest(colours, eyes)
    assert found >= floor, f"{one} and {other} are {found:.1f} apart"


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_what_changed_and_what_can_be_chosen_stand_out_from_every_ground(
    ground: str, eyes: str
) -> None:
    """Pink has a white keyline and mint an ink one: where the colour sinks in, the line shows."""
    for mark, line in ((CHANGED, WHITE), (TARGET, INK)):
        by_colour = apart(mark, GROUNDS[ground], eyes)
        by_line = min(apart(mark, line, eyes), apart(line, GROUNDS[ground], eyes))
        assert max(by_colour, by_line) >= 18


@pytest.mark.parametrize("game", GAMES)
def test_pink_and_mint_mean_one_thing_each(game: str) -> None:
    found = theme.colours(GAMES[game])
    others = [colour for colour in found if colour not in (CHANGED, TARGET)]
    assert min(apart(CHANGED, colour) for colour in others) > 18  # as far as two lines
    assert len(others) == len(found) - 2


def test_every_railroad_has_a_letter_of_its_own() -> None:
    assert set(RAILROADS) <= set(LINES)
    letters = [livery.letter for livery in LINES.values()]
    assert len(set(letters)) == len(letters)
    assert all(len(letter) == 1 and letter.isupper() for letter in letters)


@pytest.mark.parametrize("railroad", LINES)
def test_the_letter_of_a_railroad_can_be_read_on_it(railroad: str) -> None:
    assert contrast(LINES[railroad].colour, LINES[railroad].ink) >= 4.5


@pytest.mark.parametrize("seat", range(len(SEATS)))
def test_the_turn_can_be_read_on_every_seats_colour(seat: int) -> None:
    assert contrast(SEATS[seat], INK) >= 4.5


def silhouette(seat: int, r: int) -> Image.Image:
    """The shape of a seat, in the middle of a small picture."""
    mask = Image.new("L", (4 * r, 4 * r))
    [kept] = canvas.sprite(shapes.seat, (seat, r, WHITE))
    mask.paste(kept.mask, (2 * r + kept.left, 2 * r + kept.top))
    return mask


def ink(mask: Image.Image) -> float:
    return sum(level * count for level, count in enumerate(mask.histogram())) / 255


@pytest.mark.parametrize("pair", list(combinations(range(len(SEATS)), 2)))
@pytest.mark.parametrize("r", [8, 14, 20])
def test_the_shapes_of_two_seats_differ_without_their_colours(
    pair: tuple[int, int], r: int
) -> None:
    one, other = (silhouette(seat, r) for seat in pair)
    both = ink(ImageChops.lighter(one, other))
    assert ink(ImageChops.difference(one, other)) > 0.08 * both


def pattern(kind: str) -> Image.Image:
    """The upper part of a city's hex: where it is white."""
    board = the_map()
    base = canvas.Canvas(SIZE, continent).image
    x, y = centre(sorted(board.of_kind(kind))[0])
    half = HEX_WIDTH // 2 - 6
    return (
        base.crop((x - half, y - 14, x + half, y + 9))
        .convert("L")
        .point([255 if level > 244 else 0 for level in range(256)])
    )


@pytest.mark.parametrize("kind", ["east coast", "western"])
@pytest.mark.parametrize("other", ["east coast", "western", "plain", "banner", "chicago"])
def test_the_cities_of_both_coasts_are_known_by_their_pattern(kind: str, other: str) -> None:
    """Their tints look alike to some eyes."""
    if kind == other:
        return
    area = pattern(kind).width * pattern(kind).height
    assert ink(ImageChops.difference(pattern(kind), pattern(other))) > 0.08 * area


def test_every_colour_is_listed_once() -> None:
    found = theme.colours(ride_theme)
    assert len(set(found)) == len(found)
    assert {WHITE, CHANGED, TARGET, *SEATS, *ride_theme.CITIES.values()} <= set(found)
