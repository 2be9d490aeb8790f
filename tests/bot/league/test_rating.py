"""Ratings: who gains and who loses, stand-ins, and the same figures however they are reached."""

from __future__ import annotations

from collections.abc import Collection
from itertools import permutations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.league.rating import OVERALL, Rated, Rating, rate, rate_all

tries = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])

ADA, BO, CY, DI, ED = MEMBERS = range(1, 6)
ANY, OTHER = "any", "other"
NEW = Rating()

Ratings = dict[tuple[str, int], Rating]


def ended(
    *members: int | None, places: tuple[int, ...] = (), absent: Collection[int] = ()
) -> Rated:
    """A table whose seats are told from first to last, unless places are."""
    order = places or tuple(range(1, len(members) + 1))
    return Rated(1, ANY, members, order, frozenset(members.index(one) for one in absent))


def overall(ratings: Ratings) -> dict[int, Rating]:
    return {member: rating for (game, member), rating in ratings.items() if game == OVERALL}


def after(*tables: Rated) -> dict[int, Rating]:
    return overall(rate_all(tables))


@st.composite
def tables(draw: st.DrawFn) -> Rated:
    """Any table: few members, computer players, ties, and now and then a stand-in."""
    sat = draw(st.lists(st.sampled_from(MEMBERS), max_size=5, unique=True))
    members = [*sat, *([None] * draw(st.integers(0, 5 - len(sat))))] or [None]
    scores = [draw(st.integers(0, 3)) for _ in members]
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    absent = draw(st.frozensets(st.sampled_from(range(len(members))), max_size=2))
    game = draw(st.sampled_from([ANY, OTHER]))
    return Rated(draw(st.integers(1, 99)), game, tuple(members), places, absent)


histories = st.lists(tables(), max_size=8)


def test_a_new_member_is_shown_a_round_number() -> None:
    assert NEW.shown == 1000
    assert NEW.tables == 0


def test_the_figures_of_a_duel() -> None:
    """They are openskill's own: another model or a new version of it would change all ratings."""
    found = after(ended(ADA, BO))
    assert found[ADA] == Rating(27.635389, 8.065901, 1)
    assert found[BO] == Rating(22.364611, 8.065901, 1)
    assert (found[ADA].shown, found[BO].shown) == (1086, 954)


def test_who_is_placed_better_gains_more() -> None:
    mus = [rating.mu for _, rating in sorted(after(ended(ADA, BO, CY, DI, ED)).items())]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] > mus[1] > NEW.mu == mus[2] > mus[3] > mus[4]


def test_who_ties_for_first_gains_the_same_and_more_than_the_third() -> None:
    found = after(ended(ADA, BO, CY, DI, ED, places=(1, 1, 3, 4, 5)))
    assert found[ADA] == found[BO]
    assert found[BO].mu > found[CY].mu > found[DI].mu > found[ED].mu


def test_a_tie_brings_the_stronger_and_the_weaker_together() -> None:
    won = after(ended(ADA, BO))
    tied = after(ended(ADA, BO), ended(ADA, BO, places=(1, 1)))
    assert won[BO].mu < tied[BO].mu < tied[ADA].mu < won[ADA].mu


def test_a_win_over_the_stronger_counts_more() -> None:
    history = [ended(ADA, BO)] * 3
    upset = after(*history, ended(BO, ADA))[BO].mu - after(*history)[BO].mu
    expected = after(*history, ended(ADA, BO))[ADA].mu - after(*history)[ADA].mu
    assert upset > expected > 0


def test_each_game_has_its_own_rating_beside_the_one_over_all() -> None:
    found = rate_all([ended(ADA, BO), Rated(2, OTHER, (BO, CY), (1, 2))])
    assert {key for key, rating in found.items() if rating.tables} == set(found)
    assert set(found) == {
        *((ANY, member) for member in (ADA, BO)),
        *((OTHER, member) for member in (BO, CY)),
        *((OVERALL, member) for member in (ADA, BO, CY)),
    }
    assert found[OTHER, BO] == found[ANY, ADA]  # each has won the only one
    assert (found[ANY, BO].tables, found[OVERALL, BO].tables) == (1, 2)
    assert found[ANY, BO].mu < found[OVERALL, BO].mu < found[OTHER, BO].mu


def test_computer_players_are_as_if_not_there() -> None:
    assert after(ended(None, ADA, None, BO, None)) == after(ended(ADA, BO))


def test_a_table_of_one_member_or_none_changes_nothing() -> None:
    for table in (ended(None, None), ended(ADA, None), ended(ADA), ended(ADA, None, absent={ADA})):
        assert rate({}, table) == {}


def test_who_was_absent_is_rated_as_last() -> None:
    found = after(ended(ADA, BO, CY, absent={ADA}))
    assert found[ADA] == after(ended(BO, CY, ADA))[ADA]
    assert found[ADA].mu < NEW.mu


def test_nobody_gains_over_a_stand_in() -> None:
    found = after(ended(ADA, BO, CY, absent={CY}))
    assert {member: found[member] for member in (ADA, BO)} == after(ended(ADA, BO))
    assert found[BO].mu < NEW.mu  # though better placed than Cy's seat


def test_alone_with_an_absent_member_one_neither_gains_nor_loses() -> None:
    for table in (ended(ADA, BO, absent={BO}), ended(BO, ADA, absent={BO})):
        found = after(table)
        assert set(found) == {BO}
        assert found[BO] == after(ended(ADA, BO))[BO]


def test_several_who_were_absent_share_the_last_place() -> None:
    found = after(ended(ADA, BO, CY, DI, absent={ADA, CY}))
    assert found[ADA] == found[CY] == after(ended(BO, DI, CY))[CY]
    assert (found[BO], found[DI]) == (after(ended(BO, DI))[BO], after(ended(BO, DI))[DI])


def test_the_weak_do_not_gain_by_being_absent_together_with_the_strong() -> None:
    before = rate_all([ended(ADA, BO), ended(ADA, CY)] * 20)
    found = overall(rate(before, ended(CY, BO, ADA, absent={ADA, BO})))
    assert found[BO].mu < before[OVERALL, BO].mu
    assert found[ADA].mu < before[OVERALL, ADA].mu
    assert rate(before, ended(BO, ADA, absent={ADA, BO})) == {}


def test_the_order_in_which_tables_ended_matters() -> None:
    early, late = ended(ADA, BO), ended(BO, CY)
    assert after(early, late) != after(late, early)


@tries
@given(histories, st.integers(2, 5))
def test_the_first_gains_and_the_last_loses(history: list[Rated], size: int) -> None:
    before = rate_all(history)
    found = rate(before, ended(*MEMBERS[:size]))
    for game in (ANY, OVERALL):
        first, last = (game, MEMBERS[0]), (game, MEMBERS[size - 1])
        assert found[first].mu > before.get(first, NEW).mu
        assert found[last].mu < before.get(last, NEW).mu


@tries
@given(histories, tables())
def test_who_was_absent_never_gains(history: list[Rated], table: Rated) -> None:
    before = rate_all(history)
    found = rate(before, table)
    for seat in table.absent:
        member = table.members[seat]
        if member is not None and (OVERALL, member) in found:
            key = (OVERALL, member)
            assert found[key].mu < before.get(key, NEW).mu


@tries
@given(histories)
def test_one_by_one_through_json_is_the_same_as_all_at_once(history: list[Rated]) -> None:
    kept: dict[tuple[str, int], bytes] = {}
    for table in history:
        read = {key: msgspec.json.decode(text, type=Rating) for key, text in kept.items()}
        kept |= {key: msgspec.json.encode(new) for key, new in rate(read, table).items()}
    found = rate_all(history)
    assert {key: msgspec.json.decode(text, type=Rating) for key, text in kept.items()} == found
    assert rate_all(history) == found
    middle = len(history) // 2
    ratings = rate_all(history[:middle])
    for table in history[middle:]:
        ratings |= rate(ratings, table)
    assert ratings == found


@tries
@given(st.data(), histories)
def test_it_does_not_matter_who_sits_where(data: st.DataObject, history: list[Rated]) -> None:
    moved = []
    for table in history:
        order = data.draw(st.permutations(range(len(table.members))))
        moved.append(
            Rated(
                table.table,
                table.game,
                tuple(table.members[seat] for seat in order),
                tuple(table.places[seat] for seat in order),
                frozenset(order.index(seat) for seat in table.absent),
            )
        )
    assert rate_all(moved) == rate_all(history)


def test_ties_do_not_depend_on_seats_to_the_last_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.league.rating.DIGITS", 20)  # else it would be rounded away
    before = rate_all([ended(ADA, BO, CY), ended(DI, ADA, ED), ended(CY, ED)] * 6)
    level = (1,) * len(MEMBERS)
    found = [rate(before, ended(*sat, places=level)) for sat in permutations(MEMBERS)]
    assert all(one == found[0] for one in found)


@tries
@given(histories, tables())
def test_only_what_changes_is_returned(history: list[Rated], table: Rated) -> None:
    before = rate_all(history)
    kept = dict(before)
    found = rate(before, table)
    assert before == kept
    for (game, member), rating in found.items():
        assert game in (table.game, OVERALL)
        assert member in table.members
        assert rating.tables == before.get((game, member), NEW).tables + 1
