"""The course of the game: phases, rounds, turn order and the end."""

import pytest

from games.core import Rng
from games.ride import RIDE
from games.ride.moves import Build, Done
from games.ride.state import Options
from tests.games.ride.table import Table, keys, ring


def last_turn(players=3, **more):
    """The last building turn of a round in which nobody can ride."""
    table = Table(players, **more)
    table.state.place = players - 1
    return table


# -- Phases and rounds


@pytest.mark.rule("R05")
@pytest.mark.parametrize("players", RIDE.seats)
def test_a_round_is_share_build_ride_by_everybody(players):
    table = Table(players, phase="share", shares={}).runs("red", "Chicago", "Cincinnati")
    table.runs("blue", "Omaha", "Des Moines").runs("red", "Cincinnati", "Pittsburgh")
    course = []
    while table.state.round == 1:
        course.append((table.state.phase, table.acting))
        move = table.legal()[-1] if table.state.phase == "build" else table.legal()[0]
        table.play(move)
    seats = list(range(players))
    expected = [("share", seat) for seat in reversed(seats)]
    expected += [(phase, seat) for phase in ("build", "ride") for seat in seats]
    assert course == expected
    assert table.state.turns == 3 * players


@pytest.mark.rule("R05", "R06")
@pytest.mark.parametrize(
    "round, new",
    [(1, "orange"), (2, "yellow"), (3, "purple"), (4, "black"), (5, None)],
)
def test_a_new_round_says_what_comes_in(round, new):
    table = last_turn(round=round)
    facts = table.done()
    assert (table.state.round, table.state.phase, table.state.place) == (round + 1, "share", 0)
    news = [fact.values["railroad"] for fact in facts if fact.key == "ride.comes_in"]
    assert news == ([new] if new else [])
    assert table.tell(facts)[4].startswith(f"Round {round + 1}. Turn order: ")


@pytest.mark.rule("R05")
@pytest.mark.parametrize("players", RIDE.seats)
def test_a_whole_game_has_six_rounds(players):
    table = Table(players, phase="share", shares={})
    table.state = RIDE.new(players, Options(), Rng(b"a whole game of Ride the Rails..", 0))
    rng = Rng(bytes(32), 99)
    shares = rides = 0
    while table.acting is not None:
        moves = table.legal()
        move = rng.choice([m for m in moves if isinstance(m, Build)] or moves)
        shares += table.state.phase == "share"
        rides += sum(fact.key in ("ride.rode", "ride.skipped") for fact in table.play(move))
        assert [sum(earned.values()) for earned in table.state.earned] == table.money
    assert table.state.round == 6
    assert shares == 6 * players
    assert rides <= 6 * players
    assert sum(held for seat in table.state.shares for held in seat.values()) == 6 * players
    result = RIDE.result(table.state)
    assert result is not None and list(result.scores) == table.money


# -- Turn order


@pytest.mark.rule("R27")
def test_least_money_comes_first():
    table = last_turn(4, order=[0, 1, 2, 3], money=[30, 10, 40, 20])
    facts = table.done()
    assert table.state.order == [1, 3, 0, 2]
    assert "Round 2. Turn order: Bo, Dee, Ada and Cy." in table.tell(facts)


@pytest.mark.rule("R27")
def test_two_who_tie_swap():
    table = last_turn(3, order=[2, 0, 1], money=[5, 9, 5])
    table.done()
    assert table.state.order == [0, 2, 1]


@pytest.mark.rule("R27")
def test_two_who_tie_far_apart_swap_too():
    table = last_turn(4, order=[3, 0, 1, 2], money=[1, 9, 7, 7])
    table.done()
    assert table.state.order == [0, 2, 3, 1]


@pytest.mark.rule("R27")
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_three_who_tie_are_reversed(order):
    table = last_turn(3, order=order, money=[7, 7, 7])
    table.done()
    assert table.state.order == order[::-1]


@pytest.mark.rule("R27")
def test_two_ties_at_once():
    table = last_turn(5, order=[4, 3, 2, 1, 0], money=[8, 3, 8, 3, 3])
    table.done()
    assert table.state.order == [1, 3, 4, 0, 2]


@pytest.mark.rule("R27")
def test_the_order_changes_at_the_end_of_the_round_only():
    table = ring(Table(phase="ride", shares={}, order=[0, 1, 2]))
    table.ride("Omaha", "Saint Louis", "blue 2, orange 1")
    table.ride("Chicago", "Des Moines", "blue 1")
    assert table.state.order == [0, 1, 2]
    table.ride("Des Moines", "Omaha", "blue 1")
    assert table.money == [4, 2, 2]
    assert table.state.order == [2, 1, 0]


# -- The end


@pytest.mark.rule("R05", "R28")
def test_the_game_ends_after_the_sixth_round():
    table = last_turn(round=6, money=[30, 41, 12])
    assert RIDE.result(table.state) is None
    facts = table.done()
    assert keys(facts)[-1] == "ride.over"
    assert RIDE.to_act(table.state) == frozenset()
    assert table.legal(seat=0) == []
    with table.refuses("refused.table_over"):
        table.share("red")
    with table.refuses("refused.table_over"):
        table.play(Done(), seat=1)


@pytest.mark.rule("R28")
@pytest.mark.parametrize(
    "money, winners",
    [([30, 41, 12], (1,)), ([41, 30, 41], (0, 2)), ([9, 9, 9], (0, 1, 2))],
)
def test_most_money_wins_and_ties_share(money, winners):
    table = last_turn(round=6, money=money)
    table.done()
    result = RIDE.result(table.state)
    assert result.winners == winners
    assert list(result.scores) == money


@pytest.mark.rule("R28")
def test_the_score_sheet_tells_where_the_money_came_from():
    table = ring(Table(phase="ride", round=6, shares={0: "blue"}))
    table.ride("Omaha", "Chicago", "blue 2")
    table.ride("Chicago", "Des Moines", "blue 1")
    table.ride("Des Moines", "Omaha", "blue 1")
    result = RIDE.result(table.state)
    assert result.scores == (3 + 2 + 1 + 1, 2, 2)
    sheet = {table.words.say(key): row for key, row in result.sheet}
    assert sheet["Dividends"] == (4, 0, 0)
    assert sheet["Cities visited"] == (3, 2, 2)
    assert [sum(column) for column in zip(*sheet.values(), strict=True)] == list(result.scores)


def test_a_table_can_be_stored_at_any_moment():
    table = ring(Table(phase="ride"))
    table.ride("Omaha", "Chicago", "blue 2")
    assert table.again().state == table.state
    table = Table().lay("red", "Philadelphia")
    table.build("red", "H26")
    assert table.again().state == table.state
