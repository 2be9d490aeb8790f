"""Shares: from the bank, and later from directors."""

import pytest

from games.dice.moves import Share
from tests.games.dice.table import Table, keys


@pytest.mark.rule("D13")
def test_a_share_costs_a_die_that_shows_one():
    table = Table(front="share ? curve")
    bank = table.bank
    facts = table.share("insel")
    assert table.front() == {"?": 1, "curve": 1}
    assert table.bank == bank + 1
    assert table.state.shares[0]["insel"] == 1
    assert table.tell(facts) == ["Ada bought a share of Insel Hopper and holds 1."]


@pytest.mark.rule("D13")
def test_or_a_question_mark_but_nothing_else():
    table = Table(front="? curve straight", behind=5)
    table.share("insel")
    assert table.front() == {"curve": 1, "straight": 1}
    with table.refuses("dice.no_share_die"):
        table.share("insel")


@pytest.mark.rule("D13")
def test_the_bank_has_ten():
    table = Table(front="share share").hold("insel", 5, 4)
    table.share("insel")
    with table.refuses("dice.sold_out"):
        table.share("insel")


def sold_out(table, *companies):
    """All ten shares of these companies are with the players, most with seat 1, who directs."""
    for company in companies:
        table.hold(company, 2, 8, director=1)
    return table


@pytest.mark.rule("D14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_directors_sell_once_as_many_companies_as_players_are_sold_out(players):
    companies = ("insel", "weiden", "eisberg", "ueberall")
    table = Table(players, front="? ?")
    sold_out(table, *companies[: players - 1]).hold("bergtal", 0, 1, director=1)
    with table.refuses("dice.not_yet"):
        table.share("insel", "director")
    sold_out(table, companies[players - 1])
    assert Share("insel", "director") in table.legal()
    assert Share("bergtal", "director") in table.legal()  # though the bank has some left
    assert Share("bergtal", "bank") in table.legal()


@pytest.mark.rule("D14")
def test_at_once_in_the_same_turn():
    table = sold_out(Table(2, front="share share"), "insel").hold("weiden", 1, 8, director=1)
    with table.refuses("dice.not_yet"):
        table.share("insel", "director")
    table.share("weiden")
    facts = table.share("insel", "director")
    assert table.tell(facts) == ["Ada bought a share of Insel Hopper from Bo and holds 3."]


@pytest.mark.rule("D14")
def test_the_seller_can_not_refuse_and_puts_the_die_behind_the_screen():
    table = sold_out(Table(2, front="share", behind=[0, 3]), "insel", "weiden")
    bank = table.bank
    table.share("insel", "director")
    assert [held["insel"] for held in table.state.shares] == [3, 7]
    assert table.state.behind == [0, 4]
    assert table.bank == bank
    assert table.acting == 0


@pytest.mark.rule("D15")
def test_only_the_current_director_sells():
    table = sold_out(Table(3, front="? ?"), "insel", "weiden", "eisberg")
    table.hold("bergtal", 0, 2, 3, director=1)
    table.share("bergtal", "director")
    assert [held["bergtal"] for held in table.state.shares] == [1, 1, 3]
    table.share("bergtal", "director")
    table.state.front[0]["?"] = 1
    with table.refuses("dice.director_has_none"):
        table.share("bergtal", "director")


@pytest.mark.rule("D15")
def test_a_director_buys_from_the_bank_only():
    table = sold_out(Table(2, front="? ?"), "insel", "weiden")
    table.hold("bergtal", 2, 2, director=0)
    with table.refuses("dice.own_company"):
        table.share("bergtal", "director")
    assert keys(table.share("bergtal")) == ["dice.bought"]


@pytest.mark.rule("D15")
def test_a_company_without_a_director_is_sold_by_the_bank_only():
    table = sold_out(Table(2, front="? ?"), "insel", "weiden")
    with table.refuses("dice.no_director"):
        table.share("bergtal", "director")


@pytest.mark.parametrize(
    ("company", "seller", "reason"),
    [("ice", "bank", "dice.no_such_company"), ("insel", "Ada", "dice.no_such_seller")],
)
def test_what_does_not_exist_is_not_for_sale(company, seller, reason):
    table = Table(front="?")
    with table.refuses(reason):
        table.share(company, seller)
