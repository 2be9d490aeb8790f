"""A scene: what a picture may know, and the words it needs."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import Fact, Options, Result, Rng, Seat
from games.phrasebook import Phrasebook
from renderers import draw
from renderers.scene import Pending, Scene, scene
from tests.toy import SignalBox, State

NAMES = ("Ada", "Bo", "Cy")


def table(game: SignalBox) -> State:
    options = game.options()
    assert isinstance(options, Options)
    return game.new(3, options, Rng(bytes(32), 0))  # type: ignore[arg-type]


def a_scene(
    game: SignalBox,
    state: State,
    seat: Seat | None = None,
    *,
    acting: set[Seat] | None = None,
    facts: tuple[Fact, ...] = (),
    pending: Pending | None = None,
    result: Result | None = None,
    since: int = 0,
) -> Scene[Any]:
    return scene(
        game,
        game.view(state, seat),
        Phrasebook(game, NAMES),
        acting=game.to_act(state) if acting is None else frozenset(acting),
        facts=facts,
        pending=pending,
        result=result,
        since=since,
    )


@pytest.mark.parametrize(
    ("acting", "me", "pill", "seat"),
    [
        ({1}, None, "Bo’s turn", 1),
        ({1}, 2, "Bo’s turn", 1),
        ({1}, 1, "Your turn", 1),
        ({0, 2}, None, "Ada and Cy to act", 0),
        ({0, 1, 2}, 2, "Your turn", 2),
        (set(), None, "The end", None),
    ],
)
def test_the_pill_says_whose_turn_it_is(
    toy: SignalBox, acting: set[Seat], me: Seat | None, pill: str, seat: Seat | None
) -> None:
    found = a_scene(toy, table(toy), me, acting=acting)
    assert (found.pill, found.pill_seat) == (pill, seat)


@pytest.mark.parametrize(("winners", "pill"), [((1,), "Bo wins"), ((0, 2), "Ada and Cy share it")])
def test_at_the_end_the_pill_says_who_has_won(
    toy: SignalBox, winners: tuple[Seat, ...], pill: str
) -> None:
    result = Result((5, 5, 5), winners)
    found = a_scene(toy, table(toy), acting=set(), result=result)
    assert (found.pill, found.pill_seat) == (pill, winners[0])


def test_the_caption_tells_what_happened_and_whose_doing_it_was(toy: SignalBox) -> None:
    facts = (Fact("toy.turned_up", {"card": 4}), Fact("toy.drew", {"seat": 2}))
    found = a_scene(toy, table(toy), facts=facts)
    assert found.caption == "4 was turned up. Cy drew a card."
    assert (found.caption_seat, found.tag) == (2, "last_turn")


def test_before_anything_happened_the_caption_says_so(toy: SignalBox) -> None:
    found = a_scene(toy, table(toy))
    assert (found.caption, found.caption_seat) == ("The table is set.", None)


def test_in_the_middle_of_a_game_the_caption_says_what_is_to_be_done(toy: SignalBox) -> None:
    mine = a_scene(toy, table(toy), 1, acting={0, 1}, since=4)
    assert mine.caption.startswith("Put a card in the box") and mine.caption_seat == 1
    assert mine.tag is None
    others = a_scene(toy, table(toy), 2, acting={0, 1}, since=4)
    assert others.caption.startswith("Ada is next: put a card") and others.caption_seat == 0
    assert others.tag is None


def test_a_secret_is_told_to_its_owner_alone(toy: SignalBox) -> None:
    state = table(toy)
    facts = (
        Fact("toy.drew", {"seat": 1}),
        Fact("toy.drew_card", {"seat": 1, "card": 17}, only=(1,)),
    )
    assert "17" in a_scene(toy, state, 1, facts=facts).caption
    for other in (None, 0, 2):
        found = a_scene(toy, state, other, facts=facts)
        assert found.caption == "Bo drew a card."
        assert all("17" not in picture.alt for picture in draw("toy", found))


def test_a_choice_takes_the_place_of_what_happened(toy: SignalBox) -> None:
    facts = (Fact("toy.drew", {"seat": 0}),)
    pending = Pending("stash", {}, "card", (1, 2))
    found = a_scene(toy, table(toy), 1, facts=facts, pending=pending)
    assert found.caption.startswith("Put a card in the box")
    assert (found.caption_seat, found.tag) == (1, "choose")


def test_a_seats_own_view_makes_a_private_picture(toy: SignalBox) -> None:
    state = table(toy)
    assert not a_scene(toy, state).private
    assert all(a_scene(toy, state, seat).private for seat in range(3))


def test_what_others_can_not_see_does_not_change_their_picture(toy: SignalBox) -> None:
    state, other = table(toy), table(toy)
    other.hands[1], other.deck[:3] = other.deck[:3], other.hands[1]
    for seat in (None, 0, 2):
        one, two = (draw("toy", a_scene(toy, s, seat)) for s in (state, other))
        assert one == two
    assert draw("toy", a_scene(toy, state, 1)) != draw("toy", a_scene(toy, other, 1))
