"""The pictures of The Rail on the Hill: which are drawn, what they mark, and their limits."""

from io import BytesIO

import pytest
from PIL import Image

from games.hill import HILL
from games.hill.moves import Place
from games.phrasebook import Phrasebook
from games.simulate import line_up, seed_of, steps
from renderers import draw, hill, hill_town
from renderers.scene import Pending, Picture, scene
from renderers.theme import CHANGED, TARGET
from tests.games.hill.table import Table, fresh

SQUARE = ("D4 2", "E4 14", "D5 11", "E5 3")
NAMES = ("Ada", "Bo", "Cy", "Dee")


def shown(
    table: Table, seat: int | None = None, since: int = 0, pending: Pending | None = None
) -> list[Picture]:
    view = HILL.view(table.state, seat)
    words = Phrasebook(HILL, NAMES[: view.seats])
    acting, result = HILL.to_act(table.state), HILL.result(table.state)
    return draw(
        "hill",
        scene(HILL, view, words, acting=acting, since=since, pending=pending, result=result),
    )


def names(pictures: list[Picture]) -> list[str]:
    return [picture.name.removesuffix(".png") for picture in pictures]


def pixels(picture: Picture, colour: tuple[int, int, int]) -> int:
    """How many pixels of a picture have just this colour."""
    image = Image.open(BytesIO(picture.png)).convert("RGB")
    return sum(count for count, found in image.getcolors(1 << 24) or [] if found == colour)


def turn(table: Table) -> Table:
    table.acquire("a")
    table.place_any(0)
    table.lay("red", "D4-E4")
    table.done()
    return table


def small_town() -> Table:
    table = Table().market(cards=(5, 20, 55, 8), plans=(1, 49), tokens=(25, 13))
    for seat in range(2):
        table.town(*SQUARE, seat=seat)
    return table


def test_after_a_turn_its_tableau_and_the_main_board_are_shown() -> None:
    table = turn(small_town())
    assert names(shown(table)) == ["hill-1", "hill-board"]
    assert names(shown(table, since=table.state.turns)) == ["hill-board"]


def test_what_changed_is_marked_and_only_that() -> None:
    table = turn(small_town())
    tableau, board = shown(table)
    assert pixels(tableau, CHANGED) > 1000 and pixels(board, CHANGED) > 1000
    [still] = shown(table, since=table.state.turns)
    assert pixels(still, CHANGED) < pixels(board, CHANGED)


def test_one_sees_the_main_board_while_something_is_to_be_had_there() -> None:
    table = small_town()
    assert names(shown(table, 0)) == ["hill-board", "hill-1"]
    table.acquire("b")
    assert names(shown(table, 0)) == ["hill-1", "hill-board"]
    table.plan(1, "red")
    assert names(shown(table, 0)) == ["hill-1"]


@pytest.mark.parametrize(
    ("kind", "field", "values"),
    [("place", "space", ("D3", "C4")), ("lay", "spot", ("D4-E4", "D4-E5", "D5-E4"))],
)
def test_places_that_can_be_chosen_are_marked(
    kind: str, field: str, values: tuple[str, ...]
) -> None:
    table = small_town()
    table.acquire("a")
    plain = shown(table, 0)[0]
    marked = shown(table, 0, pending=Pending(kind, {}, field, values))[0]
    assert pixels(plain, TARGET) < pixels(marked, TARGET)


def test_a_strip_shows_what_one_may_choose_from() -> None:
    table = small_town()
    table.acquire("a")
    before = shown(table, 0)[0]
    turned = Pending("place", {"card": 5, "space": "D3"}, "rotation", (0, 1, 2, 3))
    after = shown(table, 0, pending=turned)[0]
    heights = [Image.open(BytesIO(picture.png)).height for picture in (before, after)]
    assert heights[0] < heights[1]
    table.buy()
    assert Image.open(BytesIO(shown(table, 0)[0].png)).height == heights[1]
    assert "hill-1" not in names(shown(table, 1, since=9))[1:]


def test_the_set_up_shows_the_sets_and_to_its_player_the_plans() -> None:
    table = fresh(4)
    [seat] = table.acting
    assert names(shown(table)) == ["hill-board"]
    assert names(shown(table, seat)) == ["hill-board", f"hill-{seat + 1}"]


def test_the_grid_grows_with_the_town_and_settles() -> None:
    assert hill_town.grid_of(fresh(1).tableau()).columns == 3
    for cards, columns in ((("D4 1", "E4 2"), 4), (("D4 1", "E4 2", "F4 3"), 5)):
        grid = hill_town.grid_of(Table().town(*cards).tableau())
        assert grid.columns == columns
    full = Table().town("D4 1", "E4 2", "F4 3", "G4 4")
    assert hill_town.grid_of(full.tableau()).columns == 4


def test_every_open_space_lies_on_the_ground() -> None:
    table = Table().market(cards=(5, 20, 55, 8)).town("D4 1", "C3 2", "E5 3")
    table.acquire("a")
    grid = hill_town.grid_of(table.tableau())
    for move in table.legal(Place):
        assert isinstance(move, Place)
        x, y = grid.centre(move.space)
        assert x - grid.size / 2 > hill_town.LEFT and x + grid.size / 2 < 50 + hill_town.SPAN
        assert y - grid.size / 2 > hill_town.TOP and y + grid.size / 2 < 176 + hill_town.SPAN


def test_whole_games_keep_the_limits() -> None:
    options = HILL.options(requests=True)
    for step in steps(HILL, 4, options, seed_of(2), line_up("mixed", 4)):
        if step.number % 60 and HILL.to_act(step.state):
            continue
        for watcher in (None, 0, 3):
            view = HILL.view(step.state, watcher)
            acting, result = HILL.to_act(step.state), HILL.result(step.state)
            words = Phrasebook(HILL, ["W" * 32] * 4)
            drawn = draw("hill", scene(HILL, view, words, acting=acting, result=result))
            assert 1 <= len(drawn) <= 10
            for picture in drawn:
                image = Image.open(BytesIO(picture.png))
                assert image.mode == "P" and image.width <= 1600
                assert len(picture.png) <= 200_000
                assert 1 <= len(picture.alt) <= 1024


def test_the_end_shows_every_town_and_the_score_sheet() -> None:
    table = small_town()
    table.state.phase = "over"
    assert sorted(names(shown(table))) == ["hill-1", "hill-2", "score"]


def test_a_frame_of_the_replay_shows_all_towns() -> None:
    table = turn(small_town())
    view = HILL.view(table.state, None)
    words = Phrasebook(HILL, NAMES[:2])
    drawn = hill.frame(scene(HILL, view, words, acting=HILL.to_act(table.state)))
    assert drawn and (drawn.width, drawn.height) == (1320, 866)
    assert hill.palette() is hill.palette()
