"""The table then and now in one picture, with what differs marked."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from games import GAMES
from games.codec import decode_state, encode
from games.core import Fact, Seat
from games.phrasebook import Phrasebook
from games.record import decode, start
from games.record import replay as played
from renderers import Labels, compare, draw
from renderers.compare import BAND_HEIGHT, LIMIT, WIDTHS, stacked
from renderers.dice_board import new_spaces
from renderers.scene import Picture, Scene, scene
from renderers.theme import CHANGED
from renderers.village_markets import _paid

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = ("Mina", "Jonas", "Lena", "t_okafor", "Ada")
LABELS = Labels("AFTER TURN 5, YOUR LAST", "NOW, 3 TURNS LATER")
ROUND = {"dice": (18, 4), "hill": (66, 6), "ride": (60, 5), "village": (24, 4)}
"""A turn of the largest golden game, and how many turns later somebody looks again."""


@cache
def history(key: str) -> tuple[dict[int, bytes], list[tuple[int, Seat, list[Fact]]]]:
    """The positions by turn, and what was done in each."""
    record = decode((GOLDEN / f"{key}-{GAMES[key].seats[-1]}.jsonl").read_bytes())
    states, told, turns = {0: encode(start(record))}, [], 0
    for step in played(record):
        told.append((turns, step.seat, step.facts))
        turns = record.game.turns(step.state)
        if turns not in states:
            states[turns] = encode(step.state)
    return states, told


def position(key: str, turn: int, since: int, shown: frozenset[Seat] = frozenset()) -> Scene[Any]:
    """The scene after so many turns, with those since then marked."""
    game = GAMES[key]
    states, told = history(key)
    state = decode_state(game, states[turn])
    return scene(
        game,
        game.view(state, None),
        Phrasebook(game, NAMES[: game.seats[-1]]),
        acting=game.to_act(state),
        facts=[fact for number, _, facts in told for fact in facts if since <= number < turn],
        since=since,
        result=game.result(state),
        shown=shown,
    )


def then_and_now(key: str, turn: int, count: int) -> tuple[Scene[Any], Scene[Any]]:
    """Two positions with so many turns in between."""
    states, told = history(key)
    movers = frozenset(seat for number, seat, _ in told if turn <= number < turn + count)
    if turn + count == max(states):  # at the end everybody is shown
        movers = frozenset(range(GAMES[key].seats[-1]))
    return position(key, turn, turn, movers), position(key, turn + count, turn, movers)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def pink(image: Image.Image) -> int:
    """How many pixels say that something changed."""
    return sum(count for count, colour in image.getcolors(1 << 24) or [] if colour == CHANGED)


def halves(picture: Picture) -> tuple[Image.Image, Image.Image]:
    """What is below each of the two bands."""
    image = opened(picture)
    width, height = image.size
    middle = height // 2
    upper = image.crop((0, BAND_HEIGHT, width, middle))
    return upper, image.crop((0, middle + BAND_HEIGHT, width, height))


@pytest.mark.parametrize("key", GAMES)
def test_what_differs_is_marked_below_and_nothing_above(key: str) -> None:
    pairs = compare(key, *then_and_now(key, *ROUND[key]), LABELS)
    assert pairs
    marked = []
    for picture in pairs:
        above, below = halves(picture)
        assert pink(above) == 0, f"{picture.name}: what was there before is marked as new"
        marked.append(pink(below))
    assert max(marked) > 300


@pytest.mark.parametrize("key", GAMES)
def test_a_pair_is_small_enough_and_has_words(key: str) -> None:
    last = max(history(key)[0])
    for turn, count in (ROUND[key], (last - 4, 3), (last - 3, 3)):
        for picture in compare(key, *then_and_now(key, turn, count), LABELS):
            assert len(picture.png) <= 200_000
            assert 0 < len(picture.alt) <= 1024
            if picture.name != "score.png":
                assert Image.open(io.BytesIO(picture.png)).width in WIDTHS
                assert LABELS.before in picture.alt and LABELS.now in picture.alt


@pytest.mark.parametrize("key", GAMES)
def test_the_same_scenes_give_the_same_bytes_from_any_thread(key: str) -> None:
    then, now = then_and_now(key, *ROUND[key])
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda _: compare(key, then, now, LABELS), range(4)))
    assert all(one == drawn[0] for one in drawn)


def test_what_is_the_same_is_left_out() -> None:
    then, _ = then_and_now("ride", *ROUND["ride"])
    assert compare("ride", then, replace(then, caption="Another caption."), LABELS) == []


def test_what_has_no_counterpart_stands_alone() -> None:
    then, now = then_and_now("ride", max(history("ride")[0]) - 1, 1)
    board, sheet = compare("ride", then, now, LABELS)
    assert sheet == draw("ride", now)[1]
    assert board.name == "ride.png" and opened(board).width in WIDTHS


def test_a_picture_that_would_be_too_large_is_made_narrower() -> None:
    noise = [Image.effect_noise((1400, height), 90).convert("P") for height in (900, 901)]
    files = []
    for number, image in enumerate(noise):
        out = io.BytesIO()
        image.save(out, "PNG")
        files.append(Picture("noise.png", out.getvalue(), f"Noise {number}."))
    _, now = then_and_now("ride", *ROUND["ride"])
    [pair] = stacked(files[:1], files[1:], now, LABELS)
    assert len(pair.png) > LIMIT and opened(pair).width == WIDTHS[-1]


def test_all_tableaux_that_moved_are_shown_then_and_now() -> None:
    then, now = then_and_now("hill", *ROUND["hill"])
    assert now.shown
    pairs = compare("hill", then, now, LABELS)
    names = {picture.name for picture in pairs}
    assert names >= {f"hill-{seat + 1}.png" for seat in now.shown} - names_of_same(then, now)
    alone = {p.name for p in draw("hill", now)}
    assert not [p for p in pairs if p.name in alone and opened(p).width not in WIDTHS]


def names_of_same(then: Scene[Any], now: Scene[Any]) -> set[str]:
    pairs = enumerate(zip(then.view.tableaux, now.view.tableaux, strict=True))
    return {f"hill-{seat + 1}.png" for seat, (a, b) in pairs if a == b}


def test_on_the_hill_a_new_deal_is_marked() -> None:
    """The cards of a new round are no turn's doing, but they differ."""
    states, _ = history("hill")
    rounds = [decode_state(GAMES["hill"], states[turn]).round for turn in sorted(states)]  # type: ignore[attr-defined]
    turn = rounds.index(4) - 1
    then, now = then_and_now("hill", turn, 1)
    board = compare("hill", then, now, LABELS)[-1]
    assert board.name == "hill-board.png"
    assert pink(halves(board)[1]) > 4 * 2000


@pytest.mark.parametrize("key", ["hill", "ride", "village"])
def test_all_that_was_added_is_marked_however_long_ago(key: str) -> None:
    """A member for whom a stand-in has played for weeks sees all that is new."""
    then, now = then_and_now(key, 2, max(history(key)[0]) - 4)
    assert min(turn.number for turn in now.view.recent) > 3
    remembered = {p.name: p for p in stacked(draw(key, then), draw(key, now), now, LABELS)}
    pair = compare(key, then, now, LABELS)[0]
    assert pink(halves(pair)[1]) > 1.5 * pink(halves(remembered[pair.name])[1])


def test_in_the_village_only_those_who_built_are_compared() -> None:
    """Whose turn it is differs for others too, and nothing else."""
    for turn in range(20, 24):
        then, now = then_and_now("village", turn, 1)
        [mover] = now.shown
        names = {picture.name for picture in compare("village", then, now, LABELS)}
        assert names == {f"village-{mover // 2 + 1}.png", "markets.png"}


def test_dice_marks_what_was_laid_longer_ago_than_the_view_remembers() -> None:
    then, now = then_and_now("dice", 13, 6)
    remembered = {turn.number for turn in now.view.recent}
    assert min(remembered) > 13
    laid = {(piece.x, piece.y) for tile in now.view.tiles for piece in tile.pieces} - {
        (piece.x, piece.y) for tile in then.view.tiles for piece in tile.pieces
    }
    assert laid <= new_spaces(replace(now, earlier=then.view))
    [pair, *_] = compare("dice", then, now, LABELS)
    [last, *_] = compare("dice", then, replace(now, since=18), LABELS)
    assert pink(halves(pair)[1]) >= pink(halves(last)[1])


@pytest.mark.parametrize(
    ("prices", "places"),
    [
        ((), set()),
        ((0,), set()),
        ((3,), {1, 2, 3}),
        ((3, 0), {1, 2}),  # the card with the coin was taken, the others moved up
        ((3, 1), {1, 2}),
        ((1, 3), {1, 2, 3}),
        ((2, 5), {1, 2, 3, 4, 5}),
    ],
)
def test_village_coins_are_marked_where_they_lie_now(
    prices: tuple[int, ...], places: set[int]
) -> None:
    assert _paid(prices) == places
