"""Railroad Dice in words: labels, hints, warnings, what people type, a turn retold."""

import msgspec
import pytest

from games.core import Rng
from games.dice import DICE
from games.dice.moves import Done, Income, Roll, Share, Station, Tile, Track
from games.dice.state import Options, State
from games.simulate import line_up, seed_of, steps
from tests.games.dice.table import Table


def label(table, field, move):
    """What a choice is called in the panel of who acts."""
    view = table.view(table.acting)
    return table.words.tell(DICE.label(view, field, [move]))


def hints(table, kind=None):
    view = table.view(table.acting)
    return table.tell(DICE.hints(view, table.legal(kind)))


# -- What people type


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("company", "Insel Hopper", "insel"),
        ("company", "ü", "ueberall"),
        ("company", "Berg&Tal", "bergtal"),
        ("company", "ice", "ice"),
        ("end", "2", 2),
        ("end", "end 1", 1),
        ("end", "west", "west"),
        ("pay", " 2 ", 2),
        ("marks", "9" * 30, "9" * 30),
        ("piece", "L", "left"),
        ("piece", "Straight", "straight"),
        ("piece", "n right", "north-right"),
        ("piece", "north-left", "north-left"),
        ("terrain", "gr", "grassland"),
        ("terrain", "mountain", "mountain"),
        ("terrain", "Mountain2", "mountain2"),
        ("die", "?", "?"),
        ("die", "st", "straight"),
        ("seller", "Bank", "bank"),
        ("site", "lake, 3 dice", "lake 3"),
        ("site", "Grass 5", "grass 5"),
        ("end", "", ""),
    ],
)
def test_what_people_type(field, text, value):
    assert DICE.read(field, text) == value


# -- Labels


def test_a_piece_says_which_die_it_takes_and_where_it_leads():
    table = Table(front="straight ?")
    assert label(table, "piece", Track(2, "straight", 0)) == "straight → east: a straight"
    assert label(table, "piece", Track(2, "left", 0)) == "left → north: a ?"


def test_a_piece_says_what_it_costs_and_obliges_to():
    table = Table(front="straight ?", behind=1).away("mountain3")
    told = label(table, "piece", Track(2, "straight", 0))
    assert told == "straight → east: a straight, 1 to pay"
    table = Table(front="curve curve straight", behind=2).away("lake").turn_end(2, "C2", "E")
    told = label(table, "piece", Track(2, "right", 0))
    assert told == "right → south, onto the lake: a curve, then a bridge"
    table = Table(front="straight straight").lay(1, "straight").lay(2, "straight", "straight")
    told = label(table, "piece", Track(2, "straight", 0))
    assert told == "straight → east, off the tile: a straight, then a tile"


def test_how_a_payment_is_made_up():
    table = Table(front="curve curve straight ? ?", behind=2).away("lake").turn_end(2, "C2", "E")
    table.track(2, "right")
    told = [label(table, "pay", Track(2, "left", pay)) for pay in (0, 1, 2)]
    assert told == ["Pay 2 from behind", "Pay 1 ? and 1 from behind", "Pay 2 ?"]


def test_where_nothing_is_to_be_paid_it_says_so():
    assert label(Table(front="?"), "pay", Track(2, "straight", 0)) == "Nothing to pay"


def test_rolling_tells_the_bonus_and_the_sum():
    table = Table(front="? ?", behind=3)
    assert label(table, "marks", Roll(0, 1)) == "no ?"
    assert label(table, "marks", Roll(2, 1)) == "2 ?, and 2 bonus dice"
    assert label(table, "behind", Roll(2, 1)) == "1 from behind, 5 in all"
    table.state.bank = 1
    assert label(table, "marks", Roll(2, 1)) == "2 ?: the bank can't pay, ends the game"
    table.state.closing = "line"
    assert label(table, "behind", Roll(2, 1)) == "1 from behind, 3 in all"


def test_income_and_the_end_of_a_turn():
    table = Table(front="curve curve curve share share share ?")
    assert label(table, "", Income()) == "Income: 4 dice"
    assert label(table, "", Done()) == "End turn, 2 too many in front"
    table.state.ousted = [0]
    assert label(table, "", Income()) == "Income: 4 ?"
    table.state.bank = 0
    assert label(table, "", Income()) == "Income: 4 dice, ends the game"


def test_a_share_tells_who_holds_what():
    table = Table(front="share").hold("insel", 1, 3, director=1)
    told = label(table, "company", Share("insel", "bank"))
    assert told == "Insel Hopper: you hold 1, most 3, bank 6; Bo directs"
    assert label(table, "seller", Share("insel", "bank")) == "From the bank, which has 6"
    assert label(table, "seller", Share("insel", "director")) == "From the director, Bo"


def test_a_tile_tells_how_many_are_left_and_how_it_lies():
    table = Table()
    assert label(table, "terrain", Tile("lake", 0)) == "lake, 8 left"
    assert label(table, "turn", Tile("mountain2", 1)) == "Mountains east and south"
    assert label(table, "turn", Tile("lake", 1)) == "a quarter turn to the right"


def test_a_station_tells_its_price():
    table = Table(behind=9).away("mountain3").turn_end(2, "B4", "E").direct(0, "bergtal")
    move = Station(2, "bergtal", "mountain 3", 0)
    assert label(table, "company", move) == "Berg&Tal Bahn: 0 of 10 stations built"
    assert label(table, "site", move) == "mountain, 3 dice and 1 for the mountain, 3 left"
    assert label(table, "pay", move) == "Pay 4 from behind"


# -- Prompts and hints


@pytest.mark.rule("D19", "D20")
def test_what_is_owed_is_in_the_prompt_and_in_the_hints():
    table = Table(front="curve curve straight", behind=2).away("lake").turn_end(2, "C2", "E")
    table.track(2, "right")
    prompt = table.words.tell(DICE.prompt(table.view(0), 0))
    assert prompt == (
        "reach the shore at end 2: 2 more pieces at least. In front: straight 1, curve 1"
    )
    assert hints(table)[0] == (
        "You must reach the shore: 2 more pieces at least, and you have straight 1, curve 1."
    )
    table = Table(front="straight straight").lay(1, "straight").lay(2, "straight", "straight")
    table.track(2, "straight")
    assert table.words.tell(DICE.prompt(table.view(0), 0)).startswith("choose the tile")
    assert hints(table)[0].startswith("You must choose a tile at end 2.")
    table.tile("grassland")
    assert table.words.tell(DICE.prompt(table.view(0), 0)).startswith("lay the first piece")
    assert hints(table)[0].startswith("You must lay the first piece on the new tile, on A4.")


def test_hints_tell_what_is_behind_the_screen_and_what_a_station_brings():
    table = Table(behind=9).away().turn_end(2, "C4", "E").direct(0, "weiden", "insel")
    table.found("grassland", 0, (2, 0), "weiden").found("grassland", 0, (9, 9), "insel")
    told = hints(table, Station)
    assert "Behind your screen: 9 dice and 0 passengers." in told
    assert "A station for Weiden Express at end 2: 2,000 passengers a year for it." in told
    apart = "A station for Insel Hopper at end 2 would stand apart: it stays at 1,000"
    assert any(line.startswith(apart) for line in told)


@pytest.mark.rule("D42")
def test_hints_tell_of_a_collapse():
    table = Table(front="? ?", bank=1)
    assert "The bank has only 1 die: asking it for more ends the game at once." in hints(table)
    assert not any("bank" in line for line in hints(Table(front="? ?")))


def test_spectators_get_no_hints():
    assert DICE.hints(Table().view(None), [Done()]) == []


def test_the_prompt_names_what_is_left_to_do():
    table = Table(front="share", behind=2).direct(0, "insel")
    said = table.words.tell(DICE.prompt(table.view(0), 0))
    assert said == "take income, roll, buy shares, lay track and build stations. In front: share 1"
    table.income()
    table.roll(0, 1, "curve")
    said = table.words.tell(DICE.prompt(table.view(0), 0))
    assert said.startswith("buy shares, lay track and build stations.")


# -- A turn retold


def test_a_turn_is_told_in_a_few_sentences():
    table = Table(front="straight straight curve share share", behind=6).direct(0, "weiden")
    facts = table.income()
    facts += table.share("insel") + table.share("insel")
    facts += table.track(2, "straight")
    facts += table.station(2, "weiden", "grass 3")
    facts += table.track(2, "south-straight", "right")
    assert table.tell(DICE.condense(facts)) == [
        "Ada took an income of 4 dice.",
        "Ada bought 2 shares of Insel Hopper and holds 2.",
        "Ada laid 3 pieces at end 2, to F6.",
        "Ada built a station for Weiden Express on F4 at end 2: grass, 3.",
        "Ada got 2 dice showing ?.",
    ]


def test_income_and_roll_are_told_together():
    table = Table(behind=1)
    facts = table.income() + table.roll(0, 3, "share curve curve")
    assert table.tell(DICE.condense(facts)) == [
        "Ada took an income of 4 dice and rolled 3 dice: curve 2, share 1."
    ]


@pytest.mark.rule("D37")
def test_the_passengers_of_a_year_are_told_in_one_sentence():
    table = Table().direct(0, "insel").direct(1, "weiden")
    table.found("grassland", 0, (1, 0), "insel").found("grassland", 0, (2, 0), "insel", "weiden")
    told = table.tell(DICE.condense(table.end_year()))
    assert "Passengers of year 2, in thousands: Weiden Express 1, Insel Hopper 2." in told


def test_a_turn_without_anything_is_told_too():
    table = Table()
    assert table.tell(table.done()) == ["Ada did nothing."]


def test_the_whole_position_in_words():
    table = Table(front=["? curve"]).away("lake").direct(1, "insel")
    table.found("mountain2", 0, (2, 0), "insel")
    told = table.tell(DICE.describe(table.view(None)))
    assert told[0] == f"Year 2, {table.bank} dice in the bank"
    assert "Ada has in front: curve 1, ? 1." in told
    assert "Bo has nothing in front." in told
    assert "End 2 lies on A4, lake, and leads east." in told
    assert any(line.startswith("Insel Hopper, directed by Bo: 1 of 10 stations") for line in told)
    beyond = "Counted from the start tile, east 2: mountains on two sides, with Insel Hopper."
    assert beyond in told


def test_hints_and_warnings_can_always_be_told():
    words = Table().words
    for step in steps(DICE, 3, Options(), seed_of(11), line_up("random", 3)):
        seat = step.state.acting
        if seat is None:
            break
        view, moves = DICE.view(step.state, seat), list(DICE.legal(step.state, seat))
        for fact in DICE.hints(view, moves):
            assert "{" not in words.tell(fact)
        for move in moves:
            warned = DICE.warning(view, move)
            trial = msgspec.json.decode(msgspec.json.encode(step.state), type=State)
            facts = DICE.play(trial, seat, move, Rng(bytes(32), 1))
            collapsed = any(fact.key == "dice.collapse" for fact in facts)
            assert (warned is not None) == collapsed, move  # D42
