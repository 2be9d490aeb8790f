"""What trips, features and terminus cards are worth on a line."""

import pytest

from games.village.components import the_box
from games.village.scoring import counted, rank, score
from tests.games.village.table import Table, line, scores, trip

# -- Trips


@pytest.mark.rule("V25")
def test_a_short_line_loses_one_point_a_track_but_never_more_than_all():
    assert scores("length down: 9", line("field lake lake")) == 6
    assert scores("length down: 8", line("field", tracks=2)) == 6
    assert scores("length down: 3", line("field lake lake lake")) == 0


@pytest.mark.rule("V26")
def test_a_long_line_scores_each_track():
    assert scores("length up: 1", line("field lake lake lake", tracks=5)) == 5
    assert scores("length up: 2", line("field lake")) == 4


@pytest.mark.rule("V27")
def test_first_and_last_terrain_same_or_different():
    same, different = line("lake field lake"), line("lake field")
    assert [scores("ends same: 6", each) for each in (same, different)] == [6, 0]
    assert [scores("ends different: 3", each) for each in (same, different)] == [0, 3]


@pytest.mark.rule("V27")
def test_a_single_terrain_is_its_own_first_and_last():
    alone = line("lake", "farm", tracks=2)
    assert scores("ends same: 6", alone) == 6
    assert scores("ends different: 3", alone) == 0


@pytest.mark.rule("V28")
def test_fewest_needs_one_and_every_other_terrain_that_is_there_more_often():
    assert scores("fewest lake: 7", line("lake field field village village")) == 7
    assert scores("fewest lake: 7", line("lake field village village")) == 0
    assert scores("fewest lake: 7", line("lake lake field field")) == 0
    assert scores("fewest lake: 7", line("field field")) == 0
    assert scores("fewest lake: 7", line("lake lake")) == 7


@pytest.mark.rule("V29")
def test_most_needs_one_and_more_than_every_other():
    assert scores("most lake: 5", line("lake lake field")) == 5
    assert scores("most lake: 5", line("lake field")) == 0
    assert scores("most lake: 5", line("lake lake field field forest")) == 0
    assert scores("most lake: 5", line("lake")) == 5
    assert scores("most lake: 5", line("field")) == 0


@pytest.mark.rule("V30")
def test_so_much_for_each_terrain():
    assert scores("each lake: 2", line("lake field lake lake")) == 6
    assert scores("each lake: 2", line("field")) == 0


@pytest.mark.rule("V31")
def test_so_much_for_each_feature():
    along = line("lake field", "barn lake", "halt 3", "barn field", "siding")
    assert scores("each barn: 2", along) == 4
    assert scores("each halt: 2", along) == 2
    assert scores("each siding: 2", along) == 2
    assert scores("each signal: 2", along) == 0


@pytest.mark.rule("V32")
def test_kinds_of_terrain():
    assert scores("kinds min 4: 5", line("lake field village forest field")) == 5
    assert scores("kinds min 4: 5", line("lake field village")) == 0
    assert scores("kinds min 5: 9", line("lake field village forest pasture")) == 9
    assert scores("kinds min 5: 9", line("lake field village forest")) == 0
    assert scores("kinds max 2: 5", line("lake field lake field")) == 5
    assert scores("kinds max 2: 5", line("lake field village")) == 0


@pytest.mark.rule("V33")
def test_the_best_of_a_feature_score_again():
    along = line("lake lake field", "barn field", "barn lake", "halt 2", "halt 4", "halt 3")
    assert scores("again barn: 1", along) == 2
    assert scores("again barn: 2", along) == 3
    assert scores("again halt: 2", along) == 7
    assert scores("again farm: 2", along) == 0


@pytest.mark.rule("V33")
def test_with_fewer_than_two_those_there_are_score_again():
    assert scores("again farm: 2", line("lake field", "farm")) == 2


@pytest.mark.rule("V33")
def test_two_such_trips_may_choose_the_same_feature():
    along = line("lake field", "halt 4", "halt 2")
    both = score(along, [trip("again halt: 1"), trip("again halt: 2")])
    assert [points for _, points in both.trips] == [4, 6]
    assert both.points == 4 + 6 + 4 + 2


@pytest.mark.rule("V34")
def test_neighbours_are_terrains_in_a_row():
    along = line("lake lake field field field forest")
    assert scores("neighbours same: 2", along) == 6
    assert scores("neighbours different: 1", along) == 2
    assert scores("neighbours same: 2", line("lake")) == 0


# -- Features


@pytest.mark.rule("V35")
def test_a_barn_scores_each_track_of_its_terrain():
    along = line("lake field lake lake", "barn lake", "barn village")
    assert dict(score(along, []).features) == {"barn lake": 3, "barn village": 0}


@pytest.mark.rule("V36")
def test_a_farm_scores_each_kind_of_terrain():
    every = line("lake field forest village pasture lake", "farm")
    assert score(every, []).points == 5
    assert score(line("lake lake", "farm", "farm"), []).points == 2


@pytest.mark.rule("V37")
def test_a_halt_scores_its_points():
    assert score(line("lake", "halt 4", "halt 2"), []).points == 6


@pytest.mark.rule("V38")
@pytest.mark.parametrize(
    ("count", "points"), [(0, 0), (1, 0), (2, 8), (3, 16), (4, 24), (5, 24), (6, 24)]
)
def test_signals_score_by_their_number_on_the_line(count, points):
    assert score(line("lake", *["signal"] * count), []).points == points


@pytest.mark.rule("V39")
def test_sidings_score_nothing_when_a_line_is_completed():
    assert score(line("lake", "siding", "siding"), []).points == 0


# -- The border


@pytest.mark.rule("V23")
def test_the_borders_terrain_counts_for_trips_termini_barns_and_farms():
    table = Table(letters="AB").lay(A1="lake crossing, -, farm")
    table.lay(B1="field crossing, -, barn forest", C1="field crossing, -, halt 3")
    seen = table.outlook("L1")  # the border is a forest
    assert seen.along == line("forest lake field field", "farm", "barn forest", "halt 3", tracks=4)
    assert seen.score.points == 3 + 1 + 3
    assert seen.payment("forest") == 4
    assert scores("ends same: 6", seen.along) == 0
    assert scores("each forest: 2", seen.along) == 2


@pytest.mark.rule("V23")
def test_a_borders_feature_scores_like_a_cards():
    table = Table(letters="BA").lay(A2="forest crossing, farm, siding")
    halt = table.outlook("L2")
    assert table.border("L2").feature == "halt 2"
    assert halt.score.points == 2
    assert halt.payment("halt") == 4
    farm = Table(letters="BA").lay(A1="forest curves, barn lake, siding").outlook("T1")
    assert farm.along.features == ("farm", "barn lake")
    assert farm.score.points == 1


@pytest.mark.rule("V23")
def test_a_border_without_terrain_is_a_track_that_adds_none():
    table = Table(letters="AB").lay(B1="lake crossing, barn village, -")
    seen = table.outlook("T2")  # the border is a signal
    assert seen.along == line("lake", "signal", "barn village", tracks=2)
    assert scores("ends same: 6", seen.along) == 6
    assert scores("kinds max 2: 5", seen.along) == 5


# -- Termini


@pytest.mark.rule("V40")
@pytest.mark.parametrize(
    ("name", "count", "pounds"),
    [
        ("lake", 2, 7),
        ("field", 1, 4),
        ("village", 0, 3),
        ("barn", 1, 4),
        ("halt", 3, 10),
        ("siding", 1, 4),
        ("signal", 0, 3),
        ("trips", 2, 7),
        ("length", 5, 7),
        ("kinds", 3, 4),
        ("features", 5, 10),
    ],
)
def test_a_terminus_pays_by_what_it_counts(name, count, pounds):
    along = line("lake field lake forest", *["halt_2", "halt_3", "halt_2", "barn_lake", "siding"])
    along = along._replace(features=tuple(f.replace("_", " ") for f in along.features), length=5)
    terminus = the_box().termini[name]
    assert counted(terminus, along, 2) == count
    assert terminus.pays(count) == pounds


@pytest.mark.rule("V40")
def test_a_count_beyond_the_table_takes_its_last_entry_and_none_pays_less_than_three():
    termini = the_box().termini
    assert termini["lake"].pays(6) == 10
    assert termini["trips"].pays(2) == 7
    assert termini["length"].pays(7) == 10
    assert {terminus.pays(0) for terminus in termini.values()} == {3}


# -- Winning


@pytest.mark.rule("V45")
def test_points_then_money_then_together():
    assert rank([90, 91, 80], [9, 0, 9]) == (1,)
    assert rank([90, 90, 80], [4, 5, 9]) == (1,)
    assert rank([90, 90, 90], [5, 5, 4]) == (0, 1)
