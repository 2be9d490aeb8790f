"""Phase 1: everybody takes a share."""

import pytest

from games.ride.components import BUILDS, LOCOMOTIVES, ROUNDS, SEATS
from games.ride.moves import Share
from games.ride.state import available
from tests.games.ride.table import Table, keys


def on_offer(table):
    return [move.railroad for move in table.legal()]


@pytest.mark.rule("R06")
@pytest.mark.parametrize(
    "round, railroads",
    [
        (1, "red blue"),
        (2, "red blue orange"),
        (3, "red blue orange yellow"),
        (4, "red blue orange yellow purple"),
        (5, "red blue orange yellow purple black"),
        (6, "red blue orange yellow purple black"),
    ],
)
def test_a_railroad_more_each_round(round, railroads):
    table = Table(round=round, phase="share")
    assert on_offer(table) == railroads.split()


@pytest.mark.rule("R06")
@pytest.mark.parametrize("railroad", ["orange", "black"])
def test_a_railroad_that_has_not_come_in_is_refused(railroad):
    table = Table(round=1, phase="share")
    with table.refuses("ride.not_available"):
        table.share(railroad)


@pytest.mark.rule("R07")
def test_shares_are_taken_in_reverse_turn_order():
    table = Table(players=4, phase="share", order=[2, 0, 3, 1])
    took = []
    while table.state.phase == "share":
        took.append(table.acting)
        table.share("red")
    assert took == [1, 3, 0, 2]


@pytest.mark.rule("R07")
def test_a_share_is_one_locomotive_taken_from_the_supply():
    table = Table(phase="share", shares={2: "red"})
    facts = table.share("red")
    assert table.state.shares[2] == {"red": 2}
    assert table.state.supply("red") == 25
    assert table.tell(facts) == ["Cy took a share in Red and now holds 2."]


@pytest.mark.rule("R07")
def test_a_share_is_free():
    table = Table(phase="share", money=[4, 5, 6])
    table.share("blue")
    assert table.money == [4, 5, 6]


@pytest.mark.rule("R07")
def test_a_share_must_be_taken():
    table = Table(phase="share")
    assert all(isinstance(move, Share) for move in table.legal())
    with table.refuses("ride.not_now"):
        table.done()


@pytest.mark.rule("R07")
def test_one_share_each_and_then_it_is_the_next_players_turn():
    table = Table(phase="share")
    table.share("red")
    assert table.acting == 1
    with table.refuses("refused.not_your_turn"):
        table.share("red", seat=2)


@pytest.mark.rule("R03")
def test_a_railroad_that_is_used_up_has_no_share_left():
    table = Table(phase="share", shares={0: "red " * 14, 1: "red " * 12})
    assert table.state.supply("red") == 1
    table.share("red")
    assert table.state.supply("red") == 0
    with table.refuses("ride.used_up"):
        table.share("red")
    assert on_offer(table) == ["blue"]


@pytest.mark.rule("R03")
def test_track_uses_up_shares_too():
    table = Table(phase="share", shares={}).lay(
        "red", "Baltimore", *(f"J{n}" for n in range(25, 0, -1))
    )
    assert table.state.supply("red") == 1
    table.share("red")
    with table.refuses("ride.used_up"):
        table.share("red")


@pytest.mark.rule("R03")
@pytest.mark.parametrize("players", SEATS)
def test_some_colour_is_always_left_for_a_share(players):
    for round in range(1, ROUNDS + 1):
        built = (round - 1) * players * BUILDS[players]
        held = round * players - 1
        assert built + held < LOCOMOTIVES * len(available(round))


def test_a_share_that_is_taken_is_remembered_for_the_picture():
    table = Table(phase="share")
    assert keys(table.share("blue")) == ["ride.share"]
    assert (table.state.recent[-1].seat, table.state.recent[-1].share) == (2, "blue")
    assert table.state.turns == 1
