"""The Rail on the Hill in words: turns, prompts, labels, hints, and what people type."""

from collections.abc import Sequence

import pytest

from games.core import Fact, Move
from games.hill import HILL
from games.hill.moves import (
    NOWHERE,
    Acquire,
    Assign,
    Bonus,
    Buy,
    Choose,
    Collect,
    Develop,
    Done,
    Lay,
    Lift,
    Place,
)
from tests.games.hill.table import Table, found, fresh

SQUARE = ("D4 2", "E4 14", "D5 11", "E5 3")


def table_at(location: str = "a", **options: object) -> Table:
    table = Table(**options).market(cards=(5, 20, 55, 8), plans=(1, 49), tokens=(25, 13))  # type: ignore[arg-type]
    table.town(*SQUARE)
    table.acquire(location)
    return table


def told(table: Table, facts: Sequence[Fact], seat: int | None = None) -> str:
    """What a seat or a spectator reads of some facts."""
    known = [fact for fact in facts if fact.known_to(seat)]
    return " ".join(table.tell(HILL.condense(known)))


def label(table: Table, field: str, *moves: Move) -> str:
    return table.words.tell(HILL.label(table.view(0), field, moves))


def prompt(table: Table, seat: int = 0) -> str:
    return table.words.tell(HILL.prompt(table.view(seat), seat))


# -- What happened


def test_a_turn_names_its_player_once() -> None:
    table = Table().market(cards=(5, 20, 55, 8)).town(*SQUARE)
    facts = table.acquire("a") + table.place(5, "F4") + table.lay("red", "D4-E5")
    facts += table.collect() + table.done()
    assert told(table, facts) == (
        "Ada took amusement park 5 at A. Placed amusement park 5 on F4."
        " Laid Red D4-E5 for free. Took 2 resources."
    )


def test_a_turn_together_is_told_once_to_everybody() -> None:
    table = Table(together=True).market(cards=(5, 20, 55, 8))
    for seat in range(2):
        table.town(*SQUARE, seat=seat)
    table.acquire("a")
    table.acquire("c")
    facts = table.place(5, "F4", seat=0) + table.lay("red", "E4-E5", seat=0)
    assert told(table, facts, 0) == "Ada placed amusement park 5 on F4. Laid Red E4-E5 for 1."
    assert told(table, facts, 1) == ""
    facts += table.done(seat=0)
    everybody = "Ada placed amusement park 5 on F4. Laid Red E4-E5 for 1."
    assert told(table, facts, 0) == told(table, facts, 1) == told(table, facts) == everybody


def test_a_turn_with_nothing_to_tell_is_complete_all_the_same() -> None:
    table = Table()
    assert told(table, [Fact("hill.done", {"seat": 1})]) == "Bo's turn is complete."


def test_a_purchase_is_told_with_what_was_passed_up() -> None:
    table = table_at(resources=9)
    table.state.token_pile[-2:] = [13, 17]
    facts = table.buy()
    assert told(table, facts) == "Ada paid 3 resources for a token."
    assert told(table, facts, 0) == (
        "Ada paid 3 resources for a token. To choose from: token 17, Red +2, Yellow +2."
        " To choose from: token 13, Red +3."
    )
    facts = table.develop(13, "D4")
    assert told(table, facts) == ("Ada upgraded D4: Red +3. Passed up the token Red +2, Yellow +2.")


def test_a_plan_that_replaces_another() -> None:
    table = table_at("b").plans("red", 2, 3, 4, 5)
    assert told(table, table.plan(1, "red", 3)) == (
        "Ada put plan 1, amusement park, zoo and bank (8), at Red in place of plan 3."
    )


def test_the_set_up_is_told_when_all_are_done() -> None:
    table = fresh(2)
    table.play(Choose(1))
    for seat in (0, 1):
        found(table, seat)
    assert told(table, table.done(seat=0)) == "Ada has founded a town."
    text = told(table, table.done(seat=1))
    assert text.startswith("Bo has founded a town.")
    assert text.count("Placed") + text.count("placed") == 4
    assert "Round 1" in text and "On the main board" not in text  # the picture shows it


# -- Where the table stands


def test_headlines() -> None:
    assert table_at().words.tell(HILL.headline(table_at().view(0))) == "Round 1 of 14"
    picking = Table(together=True)
    assert picking.words.tell(HILL.headline(picking.view(1))) == "Round 1 of 14: the picks"
    dealt = fresh(2)
    assert dealt.words.tell(HILL.headline(dealt.view(0))) == "Set-up: the sets"


def test_the_prompt_says_what_is_left() -> None:
    table = Table().market(cards=(5, 20, 55, 8)).town(*SQUARE)
    assert prompt(table) == "take a town card; its location is your action"
    table.acquire("a")
    assert prompt(table) == "place a card, lay a track and take 2 resources; then end your turn"
    table.lay("red", "D4-E4")
    table.collect()
    assert prompt(table) == "place a card; then end your turn"
    table.place(5, "F4")
    assert prompt(table) == "all is done: end your turn"
    assert prompt(table_at("c")) == "place a card and lay two tracks; then end your turn"


def test_the_prompt_of_the_founding() -> None:
    table = fresh(1)
    table.state.parts[0].token, table.tableau().tokens = 13, []
    left = "place two cards, put the upgrade on one of them and put a plan at each line"
    assert prompt(table) == f"found your town: {left}"
    found(table, 0)
    assert prompt(table) == "your town is founded: say that you are ready"


@pytest.mark.parametrize(
    ("open_", "text"),
    [
        ("bonus", "a track bonus: choose"),
        ("track", "lay the track of your bonus"),
        ("plans", "keep one of the plans and put it at a line"),
        ("tokens", "keep one of the tokens"),
    ],
)
def test_the_prompt_of_an_open_choice(open_: str, text: str) -> None:
    table = table_at()
    table.state.parts[0].open = open_
    assert prompt(table) == text


def test_the_whole_position_in_words() -> None:
    table = table_at(requests="AK").runs("red", "D4 E4").plans("red", 1, 49).keeps(31)
    table.plans("blue", 2)
    lines = table.tell(HILL.describe(table.view(None)))
    assert "The residents' request A: 4 for each line from the top to the bottom row." in lines
    assert "B: bank 20." in lines
    assert "On the main board: plan 1, amusement park, zoo and bank (8)." in lines
    assert "Red: 1 track over D4 and E4, 8 points." in lines
    assert "Red: plan 49, seven tracks, open." in lines
    assert "Kept: Wild landmark." in lines
    ada = next(line for line in lines if line.startswith("Ada:"))
    assert "5 resources" in ada and "in hand amusement park" in ada


# -- What a choice means


def test_labels_of_cards_and_locations() -> None:
    table = Table().market(cards=(5, 20, 55, 8)).town(*SQUARE)
    assert label(table, "location", Acquire("b")) == (
        "B (a plan): 20 bank, 5-3-1-4, roads N NE E NW"
    )
    assert label(table, "location", Acquire("c")).startswith("C (a track): 55 houses, 4-3-6-5")
    table.acquire("b")
    move = Place(20, "F4", 1)
    assert label(table, "card", move) == "20 bank, 5-3-1-4, roads N NE E NW"
    assert label(table, "space", move) == "F4, beside amusement park and aquarium"
    assert label(table, "rotation", move) == "a quarter right: roads NE E SE S; 0 meet a road"


def test_labels_of_track_say_price_and_reason() -> None:
    table = table_at()
    assert label(table, "line", Lay("red", "D4-E4")) == "Red: 0 of 8 laid"
    assert label(table, "spot", Lay("red", "D4-E4")) == "D4-E4: free, 8 points"
    assert label(table, "spot", Lay("red", "E4-E5")) == "E4-E5: 1 (open land), 3 points"
    table.runs("blue", "D5 E4").runs("black", "D4 E5").keeps(25)
    assert label(table, "line", Lay("blue", "D5-E5")) == "Blue: 1 of 8 laid, ends D5 and E4"
    assert label(table, "spot", Lay("red", "D4-E5")) == (
        "D4-E5: 2 (crossing 2 and Double Track), 7 points"
    )
    assert label(table, "spot", Lift("blue", "D5-E4")) == "D5-E4: 2 resources"


def test_labels_of_plans_and_tokens() -> None:
    table = table_at().runs("red", "D4 D5").plans("blue", 2, 3, 4, 5)
    assert label(table, "plan", Assign(1, "red", 0)) == "1: amusement park, zoo and bank (8)"
    assert label(table, "line", Assign(1, "red", 0)) == "Red, 1 landmark lacking"
    assert label(table, "line", Assign(49, "blue", 2)) == "Blue, 4 of 4 plans"
    assert label(table, "line", Assign(1, NOWHERE, 0)) == "no line can take it: discard it"
    assert label(table, "out", Assign(1, "blue", 2)) == (
        "give up 2: amusement park, aquarium and police station (8)"
    )
    assert label(table, "out", Assign(1, "red", 0)) == "give up none"
    table.runs("red", "D4 D5 E4").town("E4 20")
    assert label(table, "line", Assign(1, "red", 0)) == "Red, fulfilled at once"
    assert label(table, "token", Develop(13, "D4")) == "13: Red +3"
    assert label(table, "token", Develop(1, "D4")) == "1: Red ×2"
    assert label(table, "space", Develop(1, "D4")) == "D4 amusement park: Red +6, on Red"
    assert label(table, "space", Develop(13, "E5")) == "E5 amusement park: Red +3, no track yet"
    assert label(table, "space", Develop(25, NOWHERE)) == "on no card"


def test_labels_of_the_rest() -> None:
    table = table_at()
    assert label(table, "choice", Bonus("plans")) == "draw 2 plans, keep one"
    assert label(table, "", Buy()) == "Buy a token (3 resources)"
    assert label(table, "", Collect()) == "Take 2 resources"
    assert label(table, "", Done()) == "End turn, giving up a track and 2 resources"
    table.lay("red", "D4-E4")
    table.collect()
    assert label(table, "", Done()) == "End turn"
    dealt = fresh(2)
    one = dealt.state.sets[0]
    assert label(dealt, "set", Choose(1)).startswith("1: ")
    assert len(one.cards) == 3


# -- Hints


def test_hints_tell_the_live_score_and_what_plans_lack() -> None:
    table = table_at().runs("red", "D4 D5").plans("red", 1, 49).plans("blue", 41)
    hints = table.tell(HILL.hints(table.view(0), []))
    assert hints[0] == "Now worth -28, 0 plans fulfilled."
    assert "Red lacks bank for plan 1." in hints
    assert "Red lacks 6 tracks for seven tracks." in hints
    assert "Blue lacks 5 landmarks for five kinds." in hints
    table.tableau().laid["red"] = 8
    hints = table.tell(HILL.hints(table.view(0), []))
    assert "Red can't fulfil seven tracks any more." in hints
    assert not HILL.hints(table.view(None), [])


def test_hints_name_the_track_that_fulfils_a_plan() -> None:
    table = table_at().town("F4 20").runs("red", "D5 D4").plans("red", 1)
    table.runs("red", "D5 D4 E4")
    moves = table.legal(Lay)
    hints = table.tell(HILL.hints(table.view(0), moves))
    assert "Red E4-F4 fulfils amusement park, zoo and bank (8)." in hints
    assert sum("fulfils" in hint for hint in hints) == 1


# -- What people type


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("card", "17", 17),
        ("card", "17 bank, 6-4-2-3", 17),
        ("card", "bank", "bank"),
        ("rotation", "2", 2),
        ("out", "none", 0),
        ("space", "d4", "D4"),
        ("space", "none", "none"),
        ("space", "F4, beside amusement park", "F4"),
        ("spot", "e5 d4", "D4-E5"),
        ("spot", "D4-E5: 2 (open land)", "D4-E5"),
        ("spot", "nowhere", "NOWHERE"),
        ("line", "R", "red"),
        ("line", "k", "black"),
        ("line", "Yellow", "yellow"),
        ("location", " B ", "b"),
        ("choice", "Track", "track"),
    ],
)
def test_what_people_type_is_understood(field: str, text: str, value: object) -> None:
    assert HILL.read(field, text) == value
