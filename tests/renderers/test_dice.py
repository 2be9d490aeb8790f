"""The pictures of Railroad Dice: what is marked, for whom, and within which limits."""

from io import BytesIO

import pytest
from PIL import Image

from bot import panel
from games.dice import DICE
from games.phrasebook import Phrasebook
from games.record import decode, replay
from renderers import draw
from renderers.dice_board import slots
from renderers.scene import scene
from renderers.theme import CHANGED, TARGET
from tests.games.dice.table import NAMES, Table
from tests.games.test_contract import GOLDEN


def paint(state, watcher=None, *, path=None, facts=(), since=0):
    """The pictures of a position by their names; with a path, of a panel that is open."""
    view, words = DICE.view(state, watcher), Phrasebook(DICE, NAMES[: state.seats])
    pending = None
    if path is not None:
        moves = tuple(DICE.legal(state, watcher))
        pending = panel.build(panel.Choices(DICE, view, words, moves), path).pending
    drawn = scene(
        DICE,
        view,
        words,
        acting=DICE.to_act(state),
        facts=facts,
        since=since,
        pending=pending,
        result=DICE.result(state),
    )
    return {picture.name: picture for picture in draw("dice", drawn)}


def has(picture, colour):
    image = Image.open(BytesIO(picture.png)).convert("RGB")
    return any(found == colour for _, found in image.getcolors(1 << 24))


def test_what_the_last_turn_laid_is_pink():
    table = Table(front="straight")
    assert not has(paint(table.state)["dice.png"], CHANGED)
    table.track(2, "straight")
    table.done()
    assert has(paint(table.state)["dice.png"], CHANGED)
    table.done()
    assert not has(paint(table.state, since=2)["dice.png"], CHANGED)


@pytest.mark.parametrize("path", [("track",), ("track", "2"), ("station",)])
def test_what_can_be_chosen_is_mint(path):
    table = Table(front="straight curve ? ?", behind=9).direct(0, "weiden")
    table.lay(1, "straight").lay(2, "straight")
    assert not has(paint(table.state)["dice.png"], TARGET)
    assert has(paint(table.state, 0, path=path)["dice.png"], TARGET)


def test_tiles_are_shown_as_they_would_lie():
    table = Table(front="straight straight").lay(1, "straight").lay(2, "straight", "straight")
    table.track(2, "straight")
    kinds = paint(table.state, 0, path=())
    turns = paint(table.state, 0, path=("tile", "mountain2"))
    assert list(kinds) == list(turns) == ["tiles.png", "dice.png"]
    assert kinds["tiles.png"].png != turns["tiles.png"].png
    assert list(paint(table.state, 1)) == ["dice.png"]


def test_one_big_tile_at_first_then_two():
    table = Table(front="straight straight").lay(1, "straight").lay(2, "straight", "straight")
    assert slots(table.view()) == [((0, 0), (1, 2))]
    table.track(2, "straight")
    table.tile("mountain2")
    assert slots(table.view()) == [((0, 0), (1,)), ((1, 0), (2,))]


@pytest.mark.rule("D06")
def test_what_is_behind_a_screen_is_drawn_for_its_owner_alone():
    table, other = Table(behind=[3, 5]), Table(behind=[5, 3])
    other.state.bank = table.state.bank
    assert paint(table.state) == paint(other.state)
    assert paint(table.state, 2) == paint(other.state, 2)
    assert paint(table.state, 0) != paint(other.state, 0)


@pytest.mark.parametrize("seats", DICE.seats)
def test_every_picture_of_a_game_keeps_the_limits(seats):
    record = decode((GOLDEN / f"dice-{seats}.jsonl").read_bytes())
    for step in replay(record):
        if step.number % 60 and DICE.to_act(step.state):
            continue
        for picture in paint(step.state, step.seat).values():
            assert len(picture.png) <= 200_000
            assert Image.open(BytesIO(picture.png)).width <= 1600
            assert 1 <= len(picture.alt) <= 1024
    assert list(paint(step.state)) == ["dice.png", "score.png"]
