"""The panel as a pure function: from legal moves to buttons and menus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot import panel
from bot.panel import Button, Choices, Menu, build, cut, follow, in_rows, path_to, valid
from games import GAMES
from games.core import AnyGame, Move, Rng
from games.phrasebook import Phrasebook
from games.ride import RIDE
from games.ride.moves import Build, Done, Ride, Share, Towards
from tests import toy as signal_box
from tests.toy import Draw, Express, Set, Stash

NAMES = ("Ada", "Bo", "Cy")


def choices_at(game: AnyGame, state: Any, seat: int) -> Choices:
    """All that a seat can do at a position."""
    return Choices(
        game,
        game.view(state, seat),
        Phrasebook(game, NAMES),
        tuple(game.legal(state, seat)),
        tuple(game.offers(state, seat)),
    )


def made_up(moves: Sequence[Move], offers: Sequence[Move] = ()) -> Choices:
    """These moves of Signal Box, whether or not the rules would have them."""
    game = signal_box.SIGNAL_BOX
    state = game.new(2, signal_box.Options(), Rng(bytes(32), 0))
    return Choices(game, game.view(state, 0), Phrasebook(game, NAMES), moves, offers)


def ride_until(phase: str, rounds: int = 1, seats: int = 3) -> Choices:
    """Ride the Rails, played by computer players up to the first turn of a phase."""
    state: Any = RIDE.new(seats, RIDE.options(), Rng(bytes(32), 0))
    number = 0
    while (state.phase, state.round) != (phase, rounds):
        [seat] = RIDE.to_act(state)
        moves = list(RIDE.legal(state, seat))
        move = RIDE.choose(RIDE.view(state, seat), moves, Rng(bytes(32), 9))
        number += 1
        RIDE.play(state, seat, move, Rng(bytes(32), number))
    [seat] = RIDE.to_act(state)
    return choices_at(RIDE, state, seat)


def pressable(built: panel.Panel) -> list[Button]:
    return [button for row in built.rows if isinstance(row, tuple) for button in row]


def menus(built: panel.Panel) -> list[Menu]:
    return [row for row in built.rows if isinstance(row, Menu)]


def walk(choices: Choices) -> list[tuple[tuple[str, ...], panel.Panel]]:
    """Every panel that can be reached by pressing and choosing, all pages of all menus."""
    found: dict[tuple[tuple[str, ...], int], panel.Panel] = {}
    todo: list[tuple[tuple[str, ...], int]] = [((), 0)]
    while todo:
        place = todo.pop()
        if place in found:
            continue
        found[place] = built = build(choices, *place)
        todo += [(button.path, 0) for button in pressable(built) if button.act != "play"]
        for menu in menus(built):
            todo += [((*menu.path, value), 0) for value, _, _ in menu.options]
            todo += [(menu.path, page) for page in range(menu.pages)]
    return [(path, built) for (path, _), built in found.items()]


def reached(choices: Choices) -> set[Move]:
    """The moves that can be made from the panel."""
    moves = set()
    for path, built in walk(choices):
        if (move := follow(choices, path)) is not None:
            moves.add(move)
        moves |= {m for b in pressable(built) if (m := follow(choices, b.path)) is not None}
    return moves


@pytest.fixture(autouse=True)
def _toy(toy: signal_box.SignalBox) -> None:
    """Its words are needed by most of these."""


def test_with_several_kinds_of_move_they_are_buttons() -> None:
    choices = made_up([Draw("deck"), Draw("open"), Set(4, "up"), Set(4, "down"), signal_box.Done()])
    built = build(choices)
    assert [(b.act, b.path, b.label) for b in pressable(built)] == [
        ("open", ("draw",), "Draw"),
        ("open", ("set",), "Set"),
    ]
    assert built.pending is None


def test_with_one_kind_of_move_it_is_open_at_once() -> None:
    built = build(made_up([Stash(3), Stash(8), Stash(21)]))
    assert [b.path for b in pressable(built)] == [("stash", "3"), ("stash", "8"), ("stash", "21")]
    assert built.pending and (built.pending.kind, built.pending.field) == ("stash", "card")
    assert built.pending.values == (3, 8, 21)


def test_a_kind_without_fields_does_not_keep_the_only_other_one_closed() -> None:
    built = build(made_up([Draw("deck"), Draw("open"), signal_box.Done()]))
    assert [b.path for b in pressable(built)] == [("draw", "deck"), ("draw", "open")]


def test_a_single_move_of_its_kind_is_made_at_one_press_but_never_by_itself() -> None:
    choices = made_up([Set(4, "up"), signal_box.Done()])
    built = build(choices)
    assert [(b.act, b.path, b.label) for b in pressable(built)] == [
        ("pick", ("set",), "Set: 4 (5 pips)")
    ]
    assert built.pending is None
    assert follow(choices, ("set",)) == Set(4, "up")


def test_choices_made_stay_on_show_and_the_next_is_asked() -> None:
    moves = [Set(card, line) for card in (4, 9) for line in ("up", "down")]
    built = build(made_up(moves), ("set", "9"))
    labels = {b.label: b.chosen for b in pressable(built)}
    assert labels == {"4 (5 pips)": False, "9 (5 pips)": True, "up": False, "down": False}
    assert built.pending and built.pending.chosen == {"card": 9}
    assert built.pending.field == "line"


def test_what_the_rules_decide_is_not_asked() -> None:
    choices = made_up([Set(4, "up"), Set(4, "down")])
    assert [b.path for b in pressable(build(choices))] == [("set", "up"), ("set", "down")]
    assert follow(choices, ("set", "down")) == Set(4, "down")
    assert path_to(choices, Set(4, "down")) == ("set", "down")


def test_a_forced_field_after_a_choice_is_filled_in() -> None:
    choices = made_up([Set(4, "up"), Set(9, "down")])
    assert follow(choices, ("set", "9")) == Set(9, "down")
    assert path_to(choices, Set(9, "down")) == ("set", "9")


def test_a_path_that_leaves_something_open_is_no_move_yet() -> None:
    choices = made_up([Set(card, line) for card in (4, 9) for line in ("up", "down")])
    assert follow(choices, ()) is None
    assert follow(choices, ("set",)) is None
    assert follow(choices, ("set", "4")) is None
    assert follow(choices, ("set", "4", "up")) == Set(4, "up")


@pytest.mark.parametrize(
    "path", [("fly",), ("set", "77"), ("set", "4", "sideways"), ("", ""), ("set", "4/up")]
)
def test_a_path_that_leads_nowhere_is_no_move(path: tuple[str, ...]) -> None:
    choices = made_up([Set(card, line) for card in (4, 9) for line in ("up", "down")])
    assert follow(choices, path) is None


def test_of_a_path_as_much_is_kept_as_still_leads_somewhere() -> None:
    choices = made_up([Set(card, line) for card in (4, 9) for line in ("up", "down")])
    assert valid(choices, ("set", "4", "sideways")) == ("set", "4")
    assert valid(choices, ("set", "77", "up")) == ("set",)
    assert valid(choices, ("fly",)) == ()


def test_more_than_a_few_values_come_in_a_menu() -> None:
    few = build(made_up([Stash(card) for card in range(1, 7)]))
    assert len(pressable(few)) == 6 and not menus(few)
    [menu] = menus(build(made_up([Stash(card) for card in range(1, 8)])))
    assert [value for value, _, _ in menu.options] == ["1", "2", "3", "4", "5", "6", "7"]
    assert menu.placeholder == "Which card?"
    assert menu.options[0][1] == "1 (2 pips)"


def test_more_than_25_values_are_paged_and_every_one_is_on_a_page() -> None:
    choices = made_up([Stash(card) for card in range(1, 61)])
    pages = [menus(build(choices, (), page))[0] for page in range(3)]
    assert [(menu.page, menu.pages, len(menu.options)) for menu in pages] == [
        (0, 3, 25),
        (1, 3, 25),
        (2, 3, 10),
    ]
    values = [value for menu in pages for value, _, _ in menu.options]
    assert values == [str(card) for card in range(1, 61)]


def test_the_picture_marks_the_values_of_the_page_with_their_numbers() -> None:
    choices = made_up([Stash(card) for card in range(1, 61)])
    pending = build(choices, (), 1).pending
    assert pending and pending.first == 26
    assert pending.values == tuple(range(26, 51))


def test_a_page_beyond_the_last_still_offers_something() -> None:
    [menu] = menus(build(made_up([Stash(card) for card in range(1, 31)]), (), 99))
    assert 1 <= len(menu.options) <= 25


def test_a_choice_on_a_later_page_stays_on_show() -> None:
    moves = [Set(card, line) for card in range(1, 41) for line in ("up", "down")]
    built = build(made_up(moves), ("set", "30"))
    [menu] = menus(built)
    assert menu.page == 1
    assert [value for value, _, chosen in menu.options if chosen] == ["30"]


@pytest.mark.parametrize("count", range(1, 16))
def test_buttons_stand_in_rows_of_at_most_five(count: int) -> None:
    buttons = [Button("pick", (str(n),), str(n)) for n in range(count)]
    rows = in_rows(buttons)
    assert [b for row in rows for b in row] == buttons
    assert all(1 <= len(row) <= 5 for row in rows)
    assert len(rows) == -(-count // 5)
    assert max(map(len, rows)) - min(map(len, rows)) <= max(1, len(rows) - 1)


def test_long_labels_are_cut() -> None:
    assert cut("short", 10) == "short"
    assert cut("a longer one", 8) == "a longe…"
    assert len(cut("x" * 200, 100)) == 100


def test_a_warning_asks_for_a_second_press() -> None:
    hasty = signal_box.Done()
    choices = made_up([Draw("deck"), Draw("open"), hasty])
    assert choices.warning(hasty) is not None
    assert choices.to_confirm(hasty)
    assert not choices.to_confirm(Draw("deck"))
    built = build(choices, ("done",))
    assert [(b.act, b.path, b.label) for b in pressable(built)][-1] == ("play", ("done",), "Do it")
    assert built.moves == (hasty,)


def test_a_shortcut_is_confirmed_and_has_no_warning_of_its_own() -> None:
    offers = [Express(4, "up"), Express(4, "down")]
    choices = made_up([Draw("deck"), Draw("open")], offers)
    assert choices.to_confirm(offers[0]) and choices.warning(offers[0]) is None
    built = build(choices, ("express", "down"))
    assert pressable(built)[-1].act == "play"
    assert follow(choices, pressable(built)[-1].path) == Express(4, "down")


def test_every_move_and_only_moves_can_be_reached() -> None:
    moves = [Draw("deck"), Draw("open"), Set(4, "up"), Set(9, "up"), Set(9, "down")]
    offers = [Express(4, "up"), Express(9, "up"), Express(9, "down")]
    assert reached(made_up(moves, offers)) == {*moves, *offers}


def test_a_path_leads_to_each_move_and_back() -> None:
    for choices in (ride_until("share"), ride_until("build"), ride_until("ride")):
        for move in (*choices.moves, *choices.offers):
            assert follow(choices, path_to(choices, move)) == move


@pytest.mark.parametrize(
    ("phase", "rounds", "kind"), [("share", 1, Share), ("build", 2, Build), ("ride", 2, Ride)]
)
def test_in_ride_the_rails_every_legal_move_can_be_reached(
    phase: str, rounds: int, kind: type[Move]
) -> None:
    choices = ride_until(phase, rounds)
    assert any(isinstance(move, kind) for move in choices.moves)
    expected = {m for m in (*choices.moves, *choices.offers) if not isinstance(m, Done)}
    assert reached(choices) == expected


@pytest.mark.parametrize(("phase", "rounds"), [("share", 6), ("build", 3), ("ride", 5)])
def test_every_panel_keeps_discords_limits(phase: str, rounds: int) -> None:
    choices = ride_until(phase, rounds, seats=5)
    for path, built in walk(choices):
        assert len(built.rows) <= 7, path
        for row in built.rows:
            if isinstance(row, Menu):
                assert 1 <= len(row.options) <= 25
                assert len({value for value, _, _ in row.options}) == len(row.options)
                assert all(0 < len(v) <= 100 and 0 < len(s) <= 100 for v, s, _ in row.options)
                assert 0 < len(row.placeholder) <= 100
            else:
                assert 1 <= len(row) <= 5
                assert all(0 < len(button.label) <= 80 for button in row)
        # With table and stamp of nine digits each, as long as a custom id may get.
        stem = "p:123456789:4:123456789:"
        ids = [f"{stem}{b.act}:0:{'/'.join(b.path)}" for b in pressable(built)]
        ids += [f"{stem}previous:999:{'/'.join(menu.path)}" for menu in menus(built)]
        assert all(len(custom_id) <= 100 for custom_id in ids), max(ids, key=len)
        assert len(set(ids)) == len(ids)


def test_places_carry_the_number_that_the_picture_marks_them_with() -> None:
    choices = ride_until("build")
    railroad = choices.moves[0].values()["railroad"]
    built = build(choices, ("build", str(railroad)) if len(_railroads(choices)) > 1 else ("build",))
    assert built.pending and built.pending.field == "hex"
    options = [label for menu in menus(built) for _, label, _ in menu.options]
    labels = options or [b.label for b in pressable(built) if b.act == "pick"]
    numbered = [label.partition(" · ")[0] for label in labels]
    assert numbered == [str(n) for n in range(1, len(built.pending.values) + 1)]


def _railroads(choices: Choices) -> set[Any]:
    return {move.values()["railroad"] for move in choices.moves if isinstance(move, Build)}


def test_building_towards_a_city_ends_in_a_confirmation_that_says_what_it_does() -> None:
    choices = ride_until("build", 2)
    offer = next(o for o in choices.offers if isinstance(o, Towards))
    built = build(choices, path_to(choices, offer))
    assert pressable(built)[-1].label == "Build what is sketched"
    assert built.pending and not built.pending.field
    assert built.pending.chosen == {"railroad": offer.railroad, "city": offer.city}


def test_every_game_has_a_word_for_each_kind_and_field() -> None:
    for game in GAMES.values():
        words = Phrasebook(game)
        for kind in (*game.moves, *game.shortcuts):
            assert 0 < len(words.say(f"{game.key}.buttons.{kind.kind()}")) <= 80
            for field in kind.fields():
                assert 0 < len(words.say(f"{game.key}.fields.{field}")) <= 100
