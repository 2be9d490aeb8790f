"""Ride the Rails in words: each sentence is said at least once, where a position calls for it."""

import ast
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from games.core import Fact, Rng
from games.data import ROOT
from games.ride import RIDE, journeys
from games.ride.moves import Build, Done, Ride, Share, Towards
from games.ride.routes import Routes
from games.ride.state import Options
from tests.games.ride.table import Table, place, ring
from tests.games.spoken import keys_in, refusals_in


def view(table, seat=0):
    return RIDE.view(table.state, seat)


def prompt(table):
    return table.words.tell(RIDE.prompt(view(table), table.acting or 0))


def label(table, field, *moves):
    return table.words.tell(RIDE.label(view(table), field, moves))


# -- What happened


def test_a_building_turn_in_a_few_sentences():
    table = Table(round=3).lay("red", "F18", "Des Moines").lay("blue", "I12")
    facts = table.build("red", "F16", "F15", "Omaha")
    facts += table.build("blue", "I11", "Denver")
    facts += table.build("orange", "Chicago")
    facts += table.build("yellow", "Omaha", "G14")
    facts += table.done()
    assert table.tell(RIDE.condense(facts)) == [
        "Ada built 3 for Red, into Omaha.",
        "Ada built 2 for Blue, into Denver.",
        "Ada started Orange in Chicago.",
        "Ada started Yellow in Omaha.",
        "Ada built 1 for Yellow, near Omaha.",
        "Ada was the first to build into Denver: $5.",
        "Ada earned $2 in Chicago.",
    ]


def test_a_start_and_a_line_into_cities():
    table = Table()
    facts = table.build("red", "New York", "F28", "Albany", "E29", "Boston")
    assert table.tell(RIDE.condense(facts)) == [
        "Ada started Red in New York.",
        "Ada built 4 for Red, into Albany and Boston.",
    ]


def test_what_is_not_building_is_told_as_it_is():
    table = Table()
    facts = table.nobody_builds()
    assert RIDE.condense(facts) == facts
    assert table.tell(facts) == [
        "Ada built nothing.",
        "Bo built nothing.",
        "Cy built nothing.",
        "No passenger can travel: Ada has no ride.",
        "No passenger can travel: Bo has no ride.",
        "No passenger can travel: Cy has no ride.",
        "Round 2. Turn order: Cy, Bo and Ada.",
        "Orange is now to be had.",
    ]


def test_the_last_builder_of_a_round_is_told_before_what_follows():
    table = Table(shares={2: "red"}).lay("red", "Philadelphia")
    table.done()
    table.done()
    facts = table.build("red", "H26", "H25") + table.done()
    told = table.tell(RIDE.condense(facts))
    assert told[0] == "Cy built 2 for Red, near Pittsburgh."
    assert told[1] == "No passenger can travel: Ada has no ride."


def test_two_players_turns_are_told_apart():
    table = Table(shares={0: "red", 1: "red"}).lay("red", "Philadelphia")
    facts = table.build("red", "H26") + table.done() + table.build("red", "I27", "I26")
    assert table.tell(RIDE.condense(facts)) == [
        "Ada built 1 for Red, near Philadelphia.",
        "Bo built 2 for Red, near Baltimore.",
    ]


def test_a_ride_of_one_link():
    table = ring(Table(phase="ride", shares={2: "blue"}))
    facts = table.ride("Omaha", "Des Moines", "blue 1")
    assert table.tell(facts) == ["Ada rode Omaha → Des Moines, 1 link (Blue 1): Ada +2, Cy +1."]


def test_the_opening():
    table = Table(4, phase="share", order=[2, 0, 3, 1])
    opening = RIDE.opening(view(table))
    assert table.tell(opening) == [
        "Turn order: Cy, Ada, Dee and Bo. Shares are taken from its end."
    ]


# -- Where the table stands


def test_the_headline():
    assert RIDE.headline(view(Table(round=3))).values["round"] == 3
    for phase, line in (
        ("share", "Round 2 of 6: shares"),
        ("build", "Round 2 of 6: build"),
        ("ride", "Round 2 of 6: ride"),
        ("over", "The end"),
    ):
        table = Table(round=2, phase=phase)
        assert table.words.tell(RIDE.headline(view(table))) == line


def test_what_is_to_be_decided():
    assert prompt(Table(phase="share")) == "take a share"
    assert prompt(ring(Table(phase="ride"))) == "take a passenger for a ride"
    assert prompt(Table(phase="over")) == "nothing more to do"


def test_how_many_locomotives_are_left():
    table = Table(players=4).lay("red", "Philadelphia")
    assert prompt(table) == "up to 5 locomotives"
    table.build("red", "H26")
    assert prompt(table) == "4 of 5 locomotives left, no mountain used"
    table.build("red", "G27")
    assert prompt(table).startswith("2 locomotives left: a mountain was used")
    table.build("red", "I27")
    assert prompt(table).startswith("1 locomotive left: a mountain was used")


def test_the_position_in_words():
    table = ring(Table(shares={0: "red red blue"}, money=[7, 0, 0]))
    told = table.tell(RIDE.describe(view(table)))
    assert told[:5] == [
        "Round 1 of 6: build",
        "It is Ada's turn.",
        "Ada: $7, shares: Red 2, Blue 1.",
        "Bo: $0, no shares.",
        "Cy: $0, no shares.",
    ]
    whole = " ".join(told)
    assert "Red: 4 on the map" in whole and "21 left" in whole
    assert "51 passengers wait: Seattle," in whole
    assert "$5 for the first to build into: Minneapolis, Denver and Dallas." in whole
    assert "transcontinental" in whole


def test_the_position_names_everything_that_is_on_the_table():
    table = ring(Table(round=4))
    whole = " ".join(table.tell(RIDE.describe(view(table))))
    for city in ("Omaha", "Des Moines", "Chicago", "Saint Louis", "Kansas City"):
        assert city in whole
    for railroad in ("Red", "Blue", "Orange", "Yellow"):
        assert f"{railroad}: " in whole
    assert "Purple: not on the map yet; 26 left." in whole
    assert "Black:" not in whole  # comes in later


def test_the_bonuses_that_are_gone_are_not_told():
    table = Table()
    table.state.banners, table.state.transcontinental = [], False
    whole = " ".join(table.tell(RIDE.describe(view(table))))
    assert "$5" not in whole and "transcontinental" not in whole


def test_the_shares_of_a_player_stand_in_the_order_of_the_railroads():
    table = Table(phase="share", shares={2: "blue"}, order=[2, 0, 1])
    for _ in range(3):
        table.share("red")
    whole = table.tell(RIDE.describe(view(table)))
    assert "Cy: $0, shares: Red 1, Blue 1." in whole


# -- What a choice means


def test_labels_of_hexes():
    table = Table().lay("red", "Philadelphia").lay("blue", "I11")
    table.lay("orange", "F19").lay("yellow", "F15")
    assert label(table, "hex", Build("red", "G27")) == "G27, mountain, near Philadelphia"
    assert label(table, "hex", Build("red", "H26")) == "H26, near Philadelphia"
    assert label(table, "hex", Build("blue", place("Denver"))) == "Denver (+$5)"
    assert label(table, "hex", Build("orange", place("Chicago"))) == "Chicago (+$2)"
    assert label(table, "hex", Build("yellow", place("Omaha"))) == "Omaha"


@pytest.mark.rule("R19")
def test_a_start_in_a_banner_city_promises_nothing():
    table = Table(round=5)
    assert label(table, "hex", Build("black", place("Denver"))) == "Denver"
    assert label(table, "hex", Build("black", place("Chicago"))) == "Chicago (+$2)"


def test_labels_of_railroads():
    table = Table(shares={0: "red red", 1: "red"})
    for move in (Share("red"), Build("red", "G29"), Towards("red", "F14")):
        assert label(table, "railroad", move) == "Red (you hold 2, 24 left)"


@pytest.mark.rule("R26")
def test_labels_of_rides():
    table = ring(Table(phase="ride", shares={0: "blue blue", 1: "blue", 2: "orange"}))
    moves = [move for move in table.legal() if isinstance(move, Ride)]
    omaha = [move for move in moves if move.passenger == place("Omaha")]
    assert label(table, "passenger", *omaha) == "Omaha: up to $9"  # to Kansas City: 5 + 4
    chicago = [move for move in omaha if move.to == place("Chicago")]
    assert label(table, "to", *chicago) == "Chicago: up to $7"
    assert label(table, "to", chicago[0]) == "Chicago: $7"
    blue, round_about = sorted(chicago, key=lambda move: move.links)
    assert label(table, "links", blue) == "Blue 2: you +7, Bo +2"
    assert label(table, "links", round_about) == "Red 1, Orange 1, Yellow 1: you +4, Cy +1"
    red = Ride(place("Saint Louis"), place("Kansas City"), "red 1")
    assert label(table, "links", red) == "Red 1: you +2, nobody else"


def test_labels_of_shortcuts_and_of_the_end():
    table = Table(players=5).lay("red", "Des Moines")
    assert label(table, "city", Towards("red", place("Omaha"))) == "Omaha: 3 to build"
    table.build("red", "F16")
    said = RIDE.label(view(table), "", [Done()])
    assert said.key == "ride.label_done_giving_up" and said.values["count"] == 3
    table.build("red", "F15", "Omaha", "F13")
    assert RIDE.label(view(table), "", [Done()]).key == "ride.label_done"


def test_every_choice_has_a_label_of_its_own():
    tables = [
        Table(round=6, phase="share"),
        Table(round=6).lay("red", "Philadelphia", "H26", "G27").lay("blue", "New York"),
        ring(Table(phase="ride", shares={0: "blue", 1: "red yellow"})),
    ]
    for table in tables:
        moves = table.legal() + list(RIDE.offers(table.state, 0))
        for kind in {type(move) for move in moves}:
            _labels_differ(table, [move for move in moves if type(move) is kind], kind.fields())


def _labels_differ(table, moves, fields):
    """Field by field, as a member chooses: what one chooses between reads differently."""
    if not fields:
        return
    by_value = {}
    for move in moves:
        by_value.setdefault(move.values()[fields[0]], []).append(move)
    labels = [label(table, fields[0], *group) for group in by_value.values()]
    assert len(set(labels)) == len(labels), labels
    assert all(0 < len(text) <= 100 for text in labels)
    for group in by_value.values():
        _labels_differ(table, group, fields[1:])


# -- What members type


@pytest.mark.parametrize(
    "field, text, value",
    [
        ("hex", "Omaha", "F14"),
        ("hex", " omaha ", "F14"),
        ("hex", "F14", "F14"),
        ("hex", "f15", "F15"),
        ("passenger", "SAINT LOUIS", "I18"),
        ("to", "portland me", "C31"),
        ("city", "Portland OR", "C1"),
        ("railroad", "Red", "red"),
        ("railroad", " BLACK ", "black"),
        ("links", "red to Omaha, blue to Chicago", "red to Omaha, blue to Chicago"),
        ("links", "Red 2", "Red 2"),
    ],
)
def test_reading_what_is_typed(field, text, value):
    assert RIDE.read(field, text) == value


def test_names_of_places():
    assert RIDE.name("hex", "F14") == "Omaha"
    assert RIDE.name("hex", "F15") is None
    assert RIDE.name("railroad", "red") is None  # the phrasebook has it


# -- A network too tangled to search


@pytest.fixture
def tangled(monkeypatch):
    """The search stops after the first link, as if the network were endless."""

    def stopped(*network):
        routes = Routes(*network)
        routes._bound = 1
        return routes

    journeys._routes.cache_clear()
    monkeypatch.setattr(journeys, "Routes", stopped)
    yield ring(Table(phase="ride", shares={0: "blue"}))
    journeys._routes.cache_clear()


@pytest.mark.rule("R26")
def test_a_search_that_had_to_stop_says_so(tangled):
    assert "were not looked at" in prompt(tangled)
    assert tangled.journeys("Omaha", "Des Moines") == ["blue 1"]
    assert tangled.journeys("Omaha", "Chicago") == []
    with tangled.refuses("ride.search_stopped"):
        tangled.ride("Omaha", "Chicago", "blue 2")


@pytest.mark.rule("R26")
def test_a_journey_that_was_not_found_can_be_spelled_out(tangled):
    tangled.ride("Omaha", "Chicago", "blue to Des Moines, blue to Chicago")
    assert tangled.money == [3 + 2, 0, 0]


@pytest.mark.rule("R26")
def test_a_search_that_came_to_its_end_says_nothing():
    assert prompt(ring(Table(phase="ride"))) == "take a passenger for a ride"


# -- Nothing is left unsaid


def said_in_a_game(players):
    """The facts of a whole game played at random, and all that is said beside the moves."""
    state = RIDE.new(players, Options(), Rng(b"everything that can be said ....", 0))
    rng = Rng(bytes(32), 5)
    said = RIDE.opening(RIDE.view(state, 0))
    while to_act := RIDE.to_act(state):
        (seat,) = to_act
        seen = RIDE.view(state, seat)
        said += [RIDE.headline(seen), RIDE.prompt(seen, seat), *RIDE.describe(seen)]
        moves = list(RIDE.legal(state, seat))
        offers = list(RIDE.offers(state, seat)) if rng.below(8) == 0 else []
        for move in [*moves[:40], *offers[:5]]:
            said += [RIDE.label(seen, field, [move]) for field in move.fields() or ("",)]
        said += [RIDE.label(seen, field, moves) for field in moves[0].fields()[:1]]
        builds = [move for move in moves if isinstance(move, Build)]
        facts = RIDE.play(state, seat, rng.choice(builds or moves), rng)
        said += [*facts, *RIDE.condense(facts)]
    over = RIDE.view(state, None)
    said += [RIDE.headline(over), RIDE.prompt(over, 0), *RIDE.describe(over)]
    return said + [Fact(key) for key, _ in RIDE.result(state).sheet]


def said_now_and_then():
    """What a game at random may not come to."""
    table = Table(shares={}).lay("red", "F15")
    said = table.nobody_builds()
    table = Table(round=5, shares={0: "red purple"})
    table.runs("red", "New York", "Pittsburgh", "Chicago", "Des Moines", "Omaha")
    table.runs("purple", "San Francisco", "Reno", "Salt Lake City", "Cheyenne", "F13")
    said += table.build("purple", "Omaha")
    table = Table().lay("red", "I11")
    said += table.build("red", "Denver")
    ride = Ride(place("Saint Louis"), place("Kansas City"), "red 1")
    said.append(RIDE.label(view(ring(Table(phase="ride", shares={}))), "links", [ride]))
    table = Table(players=5).lay("red", "F15")
    table.build("red", "F16", "F14", "F13", "F12")
    return [*said, RIDE.label(view(table), "", [Done()])]


NEVER_TOLD = {
    "ride.bonus_",  # compared with
    "ride.label",  # a net for moves to come
    "ride.prompt_ride_stopped",  # told above
}


def test_every_fact_of_the_source_can_be_told():
    words = Table().words
    said = said_in_a_game(3) + said_now_and_then()
    for fact in said:
        text = words.tell(fact)
        assert text and "{" not in text and "None" not in text, fact
    sources = sorted((ROOT / "games" / "ride").glob("*.py"))
    refusals = {key for key, _ in refusals_in(sources)}
    told = {fact.key for fact in said}
    unsaid = {
        key
        for key in keys_in(sources, "ride.") - refusals - NEVER_TOLD
        if not any(fnmatchcase(each, key) for each in told)
    }
    assert not unsaid


def test_every_refusal_of_the_source_is_met_in_some_test():
    sources = sorted((ROOT / "games" / "ride").glob("*.py"))
    here = Path(__file__).parent
    met = set()
    for path in here.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".refuses"):
                met |= {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
    met |= {"ride.start_red", "ride.start_blue"}  # one test for both
    missing = {key for key, _ in refusals_in(sources) if key not in met and "*" not in key}
    assert not missing
    assert {f"ride.start_{r}" for r in ("orange", "yellow", "purple", "black")} <= met
