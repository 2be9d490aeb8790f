"""Final scoring: lines, plans, wild landmarks, penalty, resources, who wins, and solo titles."""

import itertools
import random
import time

import pytest

from games.hill import HILL
from games.hill.components import LINES, the_box
from games.hill.scoring import PENALTY, card_points, needs, score, title
from games.hill.state import Tableau
from tests.games.hill.table import Table, keys

PARK, ZOO, AQUARIUM, BANK, HOSPITAL, SCHOOL, HALL, POLICE, FIRE, HOUSES = (
    1,
    7,
    13,
    19,
    25,
    31,
    37,
    43,
    49,
    55,
)
TOP = "D4 E4 F4 G4"
SNAKE = "D4 E4 F4 G4 G5 F5 E5 D5"
FOUR_OF_A_CATEGORY, FIVE_KINDS, TWO_PAIRS, SEVEN_TRACKS, FALLING, RISING = 37, 41, 45, 49, 53, 57


def town(*first: int) -> Table:
    """A whole town that begins with these cards; the rest are houses, but for the last two."""
    rest = [card for card in (*range(HOUSES, 69), FIRE + 1, FIRE + 2) if card not in first]
    return Table().rows(*[*first, *rest][:16])


def fulfils(plan: int, *landmarks: int, way: str = SNAKE) -> bool:
    """Whether Red fulfils a plan when it runs over these cards, and houses."""
    table = town(*landmarks).plans("red", plan).runs("red", way)
    return plan in table.score().fulfilled["red"]


@pytest.mark.rule("H51")
def test_a_line_scores_each_card_once_with_its_upgrade() -> None:
    table = town(1, 2, 3, 4).runs("red", TOP).runs("black", "D4 E4")
    assert table.score().lines == (2 + 6 + 1 + 5, 0, 0, 3 + 4)
    table.tableau().cards["E4"].token = 1  # Red doubled
    table.tableau().cards["D4"].token = 19  # Red 2, Black 2
    assert table.score().lines == (4 + 12 + 1 + 5, 0, 0, 5 + 4)


@pytest.mark.rule("H52")
def test_the_same_landmark_serves_several_plans() -> None:
    table = town(PARK, ZOO, BANK, HOSPITAL).runs("red", TOP).plans("red", 1, 13, 14)
    assert table.score().fulfilled["red"] == (1, 13)
    assert table.score().plans == 16


@pytest.mark.rule("H53")
def test_three_landmarks() -> None:
    assert fulfils(1, PARK, HOUSES, ZOO, BANK, way=TOP)  # park, zoo and bank, in any order
    assert fulfils(1, BANK, PARK, HOUSES, ZOO, way=TOP)
    assert not fulfils(1, PARK, ZOO, HOUSES, HOUSES + 1, BANK, way=TOP)  # the bank lies below
    assert the_box().plans[1].points == 8


@pytest.mark.rule("H54")
def test_four_of_any_one_category() -> None:
    assert fulfils(FOUR_OF_A_CATEGORY, PARK, ZOO, AQUARIUM, ZOO + 1, way=TOP)
    assert fulfils(FOUR_OF_A_CATEGORY, BANK, BANK + 1, BANK + 2, SCHOOL, way=TOP)
    assert not fulfils(FOUR_OF_A_CATEGORY, PARK, ZOO, AQUARIUM, BANK, way=TOP)
    assert the_box().plans[FOUR_OF_A_CATEGORY].points == 8


@pytest.mark.rule("H54")
def test_a_plan_that_names_its_category_wants_that_one(monkeypatch: pytest.MonkeyPatch) -> None:
    named = the_box().plans[FOUR_OF_A_CATEGORY]._replace(category="welfare")
    monkeypatch.setitem(the_box().plans, FOUR_OF_A_CATEGORY, named)
    assert not fulfils(FOUR_OF_A_CATEGORY, PARK, ZOO, AQUARIUM, ZOO + 1, way=TOP)
    assert fulfils(FOUR_OF_A_CATEGORY, BANK, BANK + 1, BANK + 2, SCHOOL, way=TOP)


@pytest.mark.rule("H55")
def test_five_different_kinds() -> None:
    assert fulfils(FIVE_KINDS, PARK, ZOO, AQUARIUM, BANK, HOUSES, HOUSES + 1, HOUSES + 2, FIRE)
    assert not fulfils(FIVE_KINDS, PARK, ZOO, AQUARIUM, BANK, ZOO + 1, ZOO + 2)
    assert the_box().plans[FIVE_KINDS].points == 6


@pytest.mark.rule("H56")
def test_two_pairs_or_one_kind_four_times() -> None:
    assert fulfils(TWO_PAIRS, ZOO, ZOO + 1, BANK, BANK + 1, way=TOP)
    assert fulfils(TWO_PAIRS, ZOO, ZOO + 1, ZOO + 2, ZOO + 3, way=TOP)
    assert not fulfils(TWO_PAIRS, ZOO, ZOO + 1, ZOO + 2, BANK, way=TOP)
    assert the_box().plans[TWO_PAIRS].points == 6


@pytest.mark.rule("H57")
def test_seven_tracks_on_the_board() -> None:
    assert fulfils(SEVEN_TRACKS, way=SNAKE)
    assert fulfils(SEVEN_TRACKS, way=SNAKE + " D6")
    assert not fulfils(SEVEN_TRACKS, way=SNAKE[:-3])
    assert the_box().plans[SEVEN_TRACKS].points == 6


@pytest.mark.rule("H58", "H59")
def test_opposite_corners_of_the_final_town() -> None:
    assert fulfils(FALLING, way="D4 E5 F6 G7") and not fulfils(RISING, way="D4 E5 F6 G7")
    assert fulfils(RISING, way="E4 F4 G4 F5 E6 D7") and not fulfils(FALLING, way="G4 F5 E6 D7")
    assert not fulfils(FALLING, way="D4 E5 F6 F7")
    assert {the_box().plans[plan].points for plan in (FALLING, RISING)} == {8}


@pytest.mark.rule("H58")
def test_while_the_frame_floats_there_are_no_corners() -> None:
    table = Table().town("D4 1", "E5 2", "F6 3").runs("red", "D4 E5 F6").plans("red", FALLING)
    assert not table.score().fulfilled["red"]


@pytest.mark.rule("H60")
def test_a_wild_landmark_stands_for_any_one_landmark_on_one_plan() -> None:
    table = town(PARK, ZOO, HOUSES, HOUSES + 1).runs("red", TOP).plans("red", 1, 17)
    assert table.score().plans == 0
    table.keeps(31)  # plan 1 lacks a bank; 17 lacks two
    assert table.score().wilds == {1: 1}
    assert table.score().fulfilled["red"] == (1,)


@pytest.mark.rule("H60")
def test_wilds_may_serve_a_plan_alone_on_a_line_without_track() -> None:
    table = town().plans("blue", 1).keeps(31, 32, 33)
    assert table.score().wilds == {1: 3} and table.score().plans == 8
    assert table.score().penalty == -3 * PENALTY
    for plan, wilds in ((FOUR_OF_A_CATEGORY, 4), (FIVE_KINDS, 5), (TWO_PAIRS, 4)):
        assert needs(table.tableau(), the_box().plans[plan], "blue") == wilds


@pytest.mark.rule("H60")
def test_wilds_serve_no_plan_of_tracks_or_corners() -> None:
    table = town().plans("red", SEVEN_TRACKS).plans("blue", FALLING).keeps(*range(31, 37))
    assert table.score().plans == 0 and table.score().wilds == {}


@pytest.mark.rule("H60", "H61")
def test_wilds_go_where_they_save_a_penalty() -> None:
    table = town(PARK, ZOO, BANK, HOUSES).runs("red", TOP).plans("red", 1, 2)
    table.runs("blue", "E4 F4").plans("blue", FIVE_KINDS + 1, TWO_PAIRS).keeps(31, 32)
    # Two wilds could fulfil plan 2 at Red (8); two pairs at Blue bring 6 and save 10.
    assert needs(table.tableau(), the_box().plans[2], "red") == 2
    assert needs(table.tableau(), the_box().plans[TWO_PAIRS], "blue") == 2
    assert table.score().wilds == {TWO_PAIRS: 2}


@pytest.mark.rule("H60", "H75")
def test_wilds_count_request_l() -> None:
    table = town(PARK, ZOO, BANK, HOSPITAL).keeps(31, 32)
    for line in LINES:
        table.runs(line, TOP).plans(line, 1, 13)
    table.plans("red", 1, 13, 2).plans("black", 1, TWO_PAIRS)
    assert score(table.tableau()).wilds == {2: 2}  # 8 at Red are more than 6 at Black
    for_l = score(table.tableau(), ["L"])
    assert for_l.wilds == {TWO_PAIRS: 2}  # unless Black is the weakest line
    assert for_l.requests == 8


@pytest.mark.rule("H60", "H63")
def test_among_equal_totals_most_plans_are_fulfilled() -> None:
    table = town(PARK, ZOO, BANK, HOUSES).runs("red", TOP).plans("red", 1, 13, 17)
    table.runs("blue", "E4 F4").plans("blue", TWO_PAIRS).keeps(31, 32)
    # Both wilds on Blue bring 6 and save 10; one each on two plans of Red bring 8 and 8.
    assert table.score().wilds == {13: 1, 17: 1}
    assert table.score().plans_done == 3


def brute_force(tableau: Tableau) -> tuple[int, int]:
    """Plans' points with penalties, and the number of plans, of the best use of the wilds."""
    plans = the_box().plans
    entries = [
        (line, p, needs(tableau, plans[p], line)) for line in LINES for p in tableau.plans[line]
    ]
    wilds = sum(plans is not None and token >= 31 for token in tableau.tokens)
    best = (-1000, 0)
    for chosen in itertools.product((False, True), repeat=len(entries)):
        taken = [entry for entry, yes in zip(entries, chosen, strict=True) if yes]
        if any(not need and not yes for (_, _, need), yes in zip(entries, chosen, strict=True)):
            continue
        if sum(need for _, _, need in taken) > wilds:
            continue
        points = sum(plans[p].points for _, p, _ in taken)
        points -= PENALTY * (4 - len({line for line, _, _ in taken}))
        best = max(best, (points, len(taken)))
    return best


@pytest.mark.rule("H60")
@pytest.mark.parametrize("seed", range(25))
def test_the_allocation_is_the_best_there_is(seed: int) -> None:
    chance = random.Random(seed)
    table = town(*chance.sample(range(1, 55), 16))
    pool = chance.sample(range(1, 61), 12)
    for number, line in enumerate(LINES):
        table.plans(line, *pool[3 * number : 3 * number + 3])
        way = ["D4", "E5", "F5", "G6", "F6", "E6", "D6"][: chance.randrange(0, 8)]
        if len(way) > 1:
            table.runs(line, " ".join(way))
    table.keeps(*range(31, 31 + chance.randrange(0, 5)))
    result = table.score()
    assert (result.plans + result.penalty, result.plans_done) == brute_force(table.tableau())


@pytest.mark.rule("H60")
def test_six_wilds_and_sixteen_plans_are_quickly_allocated() -> None:
    table = town(*range(1, 49, 3)).keeps(*range(31, 37))
    plans = iter([*range(1, 37, 3), 37, 41, 45, 42])
    for line in LINES:
        table.plans(line, *itertools.islice(plans, 4))
    for requests in ((), ("K", "L")):
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            score(table.tableau(), requests)
            times.append(time.perf_counter() - begun)
        assert min(times) < 0.05


@pytest.mark.rule("H61")
def test_ten_points_less_for_each_line_without_a_fulfilled_plan() -> None:
    table = town(PARK, ZOO, BANK)
    assert table.score().penalty == -40  # lines without track included
    table.runs("red", TOP).plans("red", 1).runs("blue", TOP).plans("blue", 1)
    assert table.score().penalty == -20


@pytest.mark.rule("H62")
@pytest.mark.parametrize(("resources", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (6, 3)])
def test_two_resources_are_a_point(resources: int, points: int) -> None:
    assert town().has(resources).score().resources == points


def final(*tables: str) -> Table:
    """Two players at the end of round 14, Red over the first row each."""
    table = Table(players=2, round=14)
    for seat in range(2):
        table.rows(*range(55, 69), 1, 2, seat=seat).runs("red", TOP, seat=seat)
    table.state.phase = "over"
    return table


@pytest.mark.rule("H63")
def test_most_points_win_then_most_plans_then_the_victory_is_shared() -> None:
    table = final().has(5, seat=0).has(9, seat=1)
    result = HILL.result(table.state)
    assert result.winners == (1,) and result.scores[1] == result.scores[0] + 2
    table.has(9, seat=0)
    assert HILL.result(table.state).winners == (0, 1)
    # Seat 0: two plans of 8 at a line. Seat 1: one plan of 6 and ten more resource points.
    table.has(0, seat=0).has(0, seat=1)
    table.plans("red", 1, seat=0).keeps(31, 32, 33, seat=0)
    table.plans("red", 2, seat=1).keeps(34, 35, 36, seat=1)
    assert HILL.result(table.state).winners == (0, 1)
    table.plans("red", 41, seat=1).has(4, seat=1).keeps(*range(31, 36), seat=1)
    totals = [score(tableau).total for tableau in table.state.tableaux]
    assert totals[0] == totals[1]
    table.plans("red", 41, 50, seat=1).runs("red", SNAKE, seat=1).runs("red", SNAKE, seat=0)
    table.has(12, seat=0)
    totals = [score(tableau) for tableau in table.state.tableaux]
    gap = totals[1].total - totals[0].total
    table.has(12 + 2 * gap, seat=0)
    totals = [score(tableau) for tableau in table.state.tableaux]
    assert totals[0].total == totals[1].total and totals[1].plans_done > totals[0].plans_done
    assert HILL.result(table.state).winners == (1,)


@pytest.mark.rule("H78")
@pytest.mark.parametrize(
    ("points", "name"),
    [
        (-5, "unsuited"),
        (80, "unsuited"),
        (81, "newbie"),
        (100, "newbie"),
        (101, "inexperienced"),
        (121, "average"),
        (140, "average"),
        (141, "above_average"),
        (161, "skilled"),
        (181, "highly_skilled"),
        (201, "top"),
        (221, "legendary"),
        (241, "inhuman"),
        (260, "inhuman"),
        (261, "god"),
        (400, "god"),
    ],
)
def test_solo_titles(points: int, name: str) -> None:
    assert title(points, False) == name
    assert title(points + 20, True) == name


@pytest.mark.rule("H78")
def test_a_solo_game_ends_with_its_title() -> None:
    table = Table(players=1, round=14).rows(*range(1, 16))
    table.market(cards=(55, 56, 57, 58))
    table.acquire("a")
    table.place(55, "G7")
    facts = table.done()
    assert keys(facts)[-1] == "title"
    assert table.tell(facts)[-1] == "-38 points: Unsuited for governance."


@pytest.mark.rule("H79")
def test_the_score_sheet_has_the_rows_of_the_pad() -> None:
    table = final().has(5, seat=0).plans("red", 49, seat=0).runs("red", SNAKE, seat=0)
    result = HILL.result(table.state)
    rows = [key.removeprefix("hill.sheet.") for key, _ in result.sheet]
    assert rows == [*LINES, "plans", "penalty", "requests", "resources"]
    for seat in range(2):
        assert sum(row[seat] for _, row in result.sheet) == result.scores[seat]
    assert dict(result.sheet)["hill.sheet.plans"] == (6, 0)
    assert dict(result.sheet)["hill.sheet.penalty"] == (-30, -40)


@pytest.mark.rule("H81")
def test_the_card_left_in_hand_scores_nothing() -> None:
    table = town().runs("red", TOP)
    before = table.score()
    assert table.holds(2).score() == before
    assert card_points(table.tableau().cards["D4"], "red") > 0
