"""Rounds and turns: preparation, order, what a turn holds, and building together."""

import pytest

from games.core import Rng
from games.hill import HILL
from games.hill.components import LOCATIONS, ROUNDS
from games.hill.moves import Acquire, Buy, Done, Lay, Lift, Place
from games.hill.rounds import prepare
from games.simulate import line_up, seed_of, steps
from tests.games.hill.table import Table, keys

FOUR = (5, 6, 7, 8)


def small_town(**options: object) -> Table:
    """Two players with two cards each."""
    table = Table(**options).market(cards=FOUR)  # type: ignore[arg-type]
    for seat in range(table.state.seats):
        table.town("D4 2", "E4 11", seat=seat)
    return table


@pytest.mark.rule("H12", "H16")
def test_the_starting_player_card_goes_left_and_turns_go_clockwise() -> None:
    table = small_town(players=3)
    order = []
    for _ in range(7):
        [seat] = table.acting
        order.append(seat)
        table.turn(next(iter(table.state.market.cards)))
    assert order == [0, 1, 2, 1, 2, 0, 2]
    assert (table.state.round, table.state.start) == (3, 2)


@pytest.mark.rule("H13", "H14")
def test_what_is_left_is_discarded_and_the_board_is_filled() -> None:
    table = small_town().market(plans=(1, 2), tokens=(25, 31))
    table.turn("a")
    table.acquire("b")
    table.place_any(1)
    table.plan(2, "red")
    facts = table.done()
    state = table.state
    assert state.town_discards == [7, 8]
    assert state.plan_discards == [1] and state.token_discards == [25, 31]
    assert sorted(state.market.cards) == list(LOCATIONS)
    assert len(state.market.plans) == len(state.market.tokens) == 2
    assert keys(facts)[-2:] == ["round", "turned_up"] and facts[-1].reveals


@pytest.mark.rule("H15")
def test_a_deck_that_runs_short_is_filled_from_its_discards() -> None:
    table = small_town()
    state = table.state
    state.market.plans, state.market.tokens = [], []
    state.plan_deck, state.plan_discards = [9], [4, 5, 6]
    state.token_pile, state.token_discards = [], [30]
    prepare(state, Rng(bytes(32), 9))
    first, second = state.market.plans
    assert first == 9 and second in (4, 5, 6)
    assert sorted([second, *state.plan_deck]) == [4, 5, 6] and not state.plan_discards
    assert state.market.tokens == [30]  # fewer are turned up


@pytest.mark.rule("H15", "H49")
def test_with_nothing_to_draw_no_token_is_sold() -> None:
    table = small_town()
    table.state.token_pile, table.state.token_discards = [], []
    with table.refuses("hill.no_tokens_left"):
        table.buy()
    assert table.tableau().resources == 5
    assert not table.legal(Buy)


@pytest.mark.rule("H15")
def test_a_single_token_drawn_is_kept_without_choice() -> None:
    table = small_town()
    table.state.token_pile, table.state.token_discards = [25], []
    table.buy()
    [move] = HILL.legal(table.state, 0)
    table.play(move)
    assert table.tableau().tokens == [25] and not table.state.token_discards


@pytest.mark.rule("H15", "H37")
def test_with_no_plan_to_draw_the_plan_bonus_is_not_offered() -> None:
    table = small_town().runs("red", "D4 E4")
    table.tableau().laid["red"], table.tableau().lines["red"] = 2, []
    table.state.plan_deck, table.state.plan_discards = [], []
    table.acquire("a")
    table.lay("red", "D4-E4")
    with table.refuses("hill.no_such_bonus"):
        table.bonus("plans")
    table.bonus("resources")


@pytest.mark.rule("H15")
def test_what_is_held_for_an_open_choice_is_not_among_the_discards() -> None:
    table = small_town()
    table.state.token_pile, table.state.token_discards = [25, 26], []
    table.buy()
    assert sorted(table.state.parts[0].drawn) == [25, 26]
    assert not table.state.token_pile and not table.state.token_discards


@pytest.mark.rule("H15", "H16", "H81")
def test_four_players_use_up_the_town_deck_in_fourteen_rounds() -> None:
    options = HILL.options(together=False)
    for step in steps(HILL, 4, options, seed_of(3), line_up("random", 4)):
        state = step.state
    assert state.phase == "over" and state.round == ROUNDS == 14
    assert not state.town_deck
    for tableau in state.tableaux:
        assert len(tableau.cards) == 16 and len(tableau.hand) == 1


@pytest.mark.rule("H17")
def test_first_a_card_is_acquired() -> None:
    table = small_town().holds(9)
    assert not table.legal(Place) and not table.legal(Lay)
    for refused in (
        lambda: table.place(9, "D5"),
        lambda: table.lay("red", "D4-E4"),
        lambda: table.collect(),
        lambda: table.done(),
    ):
        with table.refuses("hill.acquire_first"):
            refused()
    table.acquire("a")
    assert table.tableau().hand == [9, 5]
    with table.refuses("hill.acquired_already"):
        table.acquire("b")


@pytest.mark.rule("H17")
def test_a_location_without_a_card_cannot_be_chosen() -> None:
    table = small_town()
    table.turn("c")
    assert {m.location for m in table.legal(Acquire)} == {"a", "b", "d"}  # type: ignore[attr-defined]
    with table.refuses("hill.no_card_there"):
        table.acquire("c")


@pytest.mark.rule("H18")
def test_card_track_and_location_come_in_any_order_each_once() -> None:
    table = small_town().holds(9)
    table.acquire("a")
    table.collect()
    table.lay("red", "D4-E4")
    table.place(5, "D5")
    with table.refuses("hill.acted_already"):
        table.collect()
    with table.refuses("hill.laid_already"):
        table.lay("blue", "D4-D5")
    with table.refuses("hill.placed_already"):
        table.place(9, "E5")
    table.done()
    again = small_town(players=1).holds(9)
    again.acquire("a")
    again.place(9, "D5")  # the card that was kept will do
    again.lay("red", "D4-D5")
    again.collect()
    again.done()


@pytest.mark.rule("H19")
def test_placing_is_a_must_and_the_rest_may_be_given_up() -> None:
    table = small_town()
    table.acquire("a")
    table.collect()
    with table.refuses("hill.place_first"):
        table.done()
    assert not table.legal(Done)
    table.place(5, "D5")
    assert table.acting == [0]  # the turn ends when the player says so
    table.done()
    assert table.acting == [1]
    table.acquire("b")
    table.place(6, "D5")
    table.done()  # neither track nor plan


@pytest.mark.rule("H20")
def test_free_actions_come_at_any_moment_of_ones_turn() -> None:
    table = small_town(players=1, resources=9).runs("red", "D4 E4")
    table.state.token_pile[-2:] = [25, 31]
    table.buy()  # before acquiring
    table.develop(25)
    table.acquire("a")
    table.lift("red", "D4-E4")
    table.place(5, "D5")
    table.collect()
    assert table.legal(Buy)  # after the last action
    with table.refuses("refused.not_your_turn"):
        small_town().buy(seat=1)


@pytest.mark.rule("H20")
def test_nothing_comes_between_a_choice_and_its_answer() -> None:
    table = small_town(resources=9).runs("blue", "D4 E4")
    table.state.token_pile[-2:] = [25, 31]
    table.buy()
    for move in (Acquire("a"), Buy(), Lift("blue", "D4-E4")):
        with table.refuses("hill.choice_open"):
            table.play(move)
    table.develop(25)
    table.acquire("a")
    table.tableau().laid["red"] = 2
    table.lay("red", "D4-E4")  # beside Blue, with the Double Track
    assert table.state.parts[0].open == "bonus"
    for move in (Buy(), Lift("blue", "D4-E4"), Place(5, "D5", 0), Done()):
        with table.refuses("hill.choice_open"):
            table.play(move)
    table.bonus("plans")
    for move in (Buy(), Lift("blue", "D4-E4"), Place(5, "D5", 0)):
        with table.refuses("hill.choice_open"):
            table.play(move)


@pytest.mark.rule("H21")
def test_together_all_pick_in_order_and_then_play_at_the_same_time() -> None:
    table = small_town(players=3, together=True)
    turns = table.state.turns
    for seat, location in enumerate("abc"):
        assert table.acting == [seat]
        table.acquire(location)
    assert table.acting == [0, 1, 2] and table.state.turns == turns + 3
    for seat in (2, 0, 1):
        table.place_any(seat)
        assert table.acting == sorted(
            {0, 1, 2} - {s for s in range(3) if table.state.parts[s].done}
        )
        table.done(seat=seat)
    assert table.state.round == 2 and table.state.turns == turns + 6
    assert table.acting == [1]


@pytest.mark.rule("H21")
def test_nobody_starts_the_rest_before_the_last_has_picked() -> None:
    table = small_town(together=True, resources=9)
    table.buy()
    table.develop(*_first(table))
    table.acquire("a")
    with table.refuses("refused.not_your_turn"):
        table.collect(seat=0)
    with table.refuses("hill.acquire_first"):
        table.place(6, "D5", seat=1)
    table.acquire("b")
    table.collect(seat=0)


def _first(table: Table) -> tuple[int, str]:
    move = next(HILL.legal(table.state, 0))
    return move.token, move.space  # type: ignore[attr-defined]


@pytest.mark.rule("H21")
def test_a_rest_is_shown_when_it_is_finished() -> None:
    table = small_town(together=True).market(plans=(1, 2))
    table.acquire("b")
    assert 6 not in table.view(1).market.cards.values()
    table.acquire("a")
    before, spectator = table.view(1), table.view(None)
    facts = table.place(6, "D5", seat=0) + table.plan(1, "red", seat=0)
    facts += table.lay("red", "D4-D5", seat=0)
    assert keys(facts, 0) == ["placed", "planned", facts[2].key.removeprefix("hill.")]
    assert not keys(facts, 1) and not keys(facts)
    assert (table.view(1), table.view(None)) == (before, spectator)
    assert table.view(1).market.plans == [1, 2] and table.view(0).market.plans == [2]
    told = table.done(seat=0)
    assert keys(told) == ["done", "placed", "planned", facts[2].key.removeprefix("hill.")]
    assert table.view(1).tableaux[0] == table.tableau(0)
    assert table.view(1).market.plans == [2]


@pytest.mark.rule("H21")
def test_what_a_rest_discards_joins_the_discards_when_it_is_finished() -> None:
    table = small_town(together=True, resources=9)
    table.acquire("a")
    table.acquire("b")
    table.state.token_pile, table.state.token_discards = [25, 31], [26, 27]
    table.buy(seat=0)
    table.develop(25, seat=0)
    assert table.state.token_discards == [26, 27] and table.state.parts[0].tokens_out == [31]
    table.buy(seat=1)  # served from the discards that all can see
    assert sorted(table.state.parts[1].drawn) == [26, 27]
    table.place_any(0)
    table.done(seat=0)
    assert table.state.token_discards == [31]


@pytest.mark.rule("H15", "H21")
def test_what_a_rest_has_discarded_is_not_drawn_again_in_it() -> None:
    table = small_town(together=True, resources=9)
    table.acquire("a")
    table.acquire("b")
    table.state.token_pile, table.state.token_discards = [25, 31], []
    table.buy(seat=0)
    table.develop(25, seat=0)
    for seat in range(2):
        with table.refuses("hill.no_tokens_left"):
            table.buy(seat=seat)


@pytest.mark.rule("H21")
def test_alone_together_has_no_effect() -> None:
    table = small_town(players=1, together=True)
    table.acquire("a")
    facts = table.place(5, "D5")
    assert facts[0].only is None
    assert keys(table.done())[0] == "done"


@pytest.mark.rule("H77")
def test_alone_the_board_is_filled_before_odd_rounds_only() -> None:
    table = small_town(players=1).market(plans=(1, 2))
    deck = len(table.state.town_deck)
    table.acquire("b")
    table.plan(1, "red")
    table.place(6, "D5")
    facts = table.done()
    assert keys(facts)[-1] == "round" and table.state.round == 2
    assert len(table.state.town_deck) == deck
    assert sorted(table.state.market.cards) == ["a", "c", "d"]
    assert table.state.market.plans == [2]
    with table.refuses("hill.no_card_there"):
        table.acquire("b")
    table.turn("a")
    assert table.state.round == 3 and len(table.state.town_deck) == deck - 4
    assert sorted(table.state.market.cards) == list(LOCATIONS)
    assert table.state.town_discards == [7, 8] and table.state.plan_discards == [2]


@pytest.mark.rule("H77", "H04", "H07")
def test_alone_there_is_one_set_and_no_choice() -> None:
    state = HILL.new(1, HILL.options(), Rng(bytes(32), 0))
    assert state.phase == "found" and not state.sets
    assert len(state.tableaux[0].hand) == 3 and state.tableaux[0].resources == 1
