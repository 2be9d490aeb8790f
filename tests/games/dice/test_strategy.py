"""The computer player of Railroad Dice: it sees the obvious, and it beats chance."""

from games.core import Rng
from games.dice import DICE
from games.dice.moves import Give, Hide, Income, Roll, Share, Station, Track
from games.dice.state import Options
from games.simulate import line_up, seed_of, simulate
from tests.games.dice.table import Table


def wish(table):
    """What the computer would do in the place of whoever must act."""
    return DICE.choose(table.view(table.acting), table.legal(), Rng(bytes(32), 1))


def test_it_takes_its_income():
    assert wish(Table()) == Income()


def test_it_builds_a_station_where_its_company_grows():
    table = Table(behind=4).away().turn_end(2, "C4", "E").direct(0, "weiden")
    table.state.income = True
    move = wish(table)
    assert isinstance(move, Station)
    assert (move.company, move.site, move.pay) == ("weiden", "grass 3", 0)


def test_it_lays_towards_a_place_for_a_station():
    table = Table(front="curve straight", behind=6).away("lake").turn_end(2, "B1", "E")
    table.direct(0, "eisberg")
    table.state.income = table.state.rolled = True
    table.track(2, wish(table).piece)
    while isinstance(move := wish(table), Track):
        table.play(move)
    assert isinstance(move, Station)


def test_it_rolls_its_question_marks_for_their_bonus_dice():
    assert wish(Table(front="? ? ? ?", year=1)) == Roll(4, 0)


def test_it_buys_with_a_die_that_shows_a_share():
    table = Table(front="share", year=1)
    table.state.rolled = True
    assert isinstance(wish(table), Share)


def test_it_does_not_end_the_game_when_it_is_behind():
    table = Table(bank=0, behind=3).direct(1, "insel")
    table.found("grassland", 0, (1, 0), "insel")
    assert wish(table) != Income()


def test_it_keeps_its_question_marks():
    table = Table(front="? ? ? ? straight straight straight curve")
    table.state.income = table.state.rolled = True
    table.done()
    assert wish(table) == Give("straight")
    table = Table(front="? ? ? ? ? ? ?")
    table.state.income = table.state.rolled = True
    table.done()
    assert wish(table) == Hide(2)


def test_it_beats_chance():
    won = 0.0
    for number in range(10):
        players = line_up("mixed", 3)
        winners = simulate(DICE, 3, Options(), seed_of(number), players).result.winners
        won += (0 in winners) / len(winners)
    assert won >= 8


def test_its_games_take_some_years_and_come_to_an_end():
    for number in range(3):
        record = simulate(DICE, 2 + number, Options(), seed_of(number), line_up("greedy", 4))
        assert max(record.result.scores) >= 5000
