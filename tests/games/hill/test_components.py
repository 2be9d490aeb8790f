"""The component files: what is in the box, and what is refused with file, line and reason."""

import shutil
from collections import Counter

import pytest

from games.data import DATA, BadData
from games.hill.components import (
    ADD,
    DOUBLE,
    LINES,
    REQUESTS,
    TRIPLE,
    category_of,
    read_box,
    the_box,
)


@pytest.mark.rule("H02")
def test_the_box_holds_68_cards_60_plans_and_36_tokens() -> None:
    box = the_box()
    assert (len(box.cards), len(box.plans), len(box.tokens)) == (68, 60, 36)
    kinds = Counter(token.kind for token in box.tokens.values())
    assert kinds == {"double": 12, "add": 12, "double track": 6, "wild landmark": 6}
    assert sorted(box.requests) == sorted(REQUESTS) == list("ABCDEFGHIJKL")


def test_every_card_scores_one_to_six_for_every_line() -> None:
    for card in the_box().cards.values():
        assert len(card.points) == len(LINES)
        assert all(1 <= points <= 6 for points in card.points)
        assert card.roads


def test_nine_landmarks_in_three_categories() -> None:
    assert category_of("zoo") == "leisure"
    assert category_of("school") == "welfare"
    assert category_of("fire station") == "public"
    assert category_of("") == ""
    landmarks = Counter(card.landmark for card in the_box().cards.values())
    assert landmarks.pop("") == 14
    assert set(landmarks.values()) == {6} and len(landmarks) == 9


def test_plans_name_what_they_ask_for() -> None:
    plans = the_box().plans
    assert (plans[1].kind, plans[1].landmarks) == (TRIPLE, ("amusement park", "zoo", "bank"))
    assert plans[1].twice and not plans[37].twice
    assert plans[37].same_effect(plans[38]) and not plans[37].same_effect(plans[41])


@pytest.mark.rule("H26")
def test_a_quarter_turn_takes_north_to_east_and_north_east_to_south_east() -> None:
    card = the_box().cards[1]
    assert card.turned(0) == ("NE", "S", "SW")
    assert card.turned(1) == ("SE", "W", "NW")
    assert card.turned(2) == ("N", "NE", "SW")
    assert card.turned(3) == ("E", "SE", "NW")
    assert card.turned(1) != card.turned(3)


def test_tokens_name_their_lines() -> None:
    tokens = the_box().tokens
    assert (tokens[1].kind, tokens[1].effect) == (DOUBLE, (("red", 0),))
    assert (tokens[17].kind, tokens[17].effect) == (ADD, (("red", 2), ("yellow", 2)))
    assert tokens[1].upgrade and tokens[17].upgrade
    assert not tokens[25].upgrade and not tokens[31].upgrade


BAD = [
    ("cards.txt", "1     amusement park", "1     funfair       ", 5, "no landmark"),
    ("cards.txt", "2     amusement", "1     amusement", 6, "twice"),
    ("cards.txt", "68    -", "69    -", 72, "69 is no number"),
    ("cards.txt", "2    6       4     3      NE S SW", "2    7       4     3      NE S", 5, "7 is"),
    ("cards.txt", "3      NE S SW", "3      NE NE", 5, "no roads"),
    ("cards.txt", "3      NE S SW", "3      UP", 5, "no roads"),
    ("cards.txt", "card  landmark", "town  landmark", 4, "the table begins with"),
    ("plans.txt", "amusement park, zoo, bank", "zoo, zoo, bank", 6, "three different"),
    ("plans.txt", "amusement park, zoo, bank", "zoo, pub, bank", 6, "three different"),
    ("plans.txt", "37    four of a category  8       no     -", "37    four", 42, "2 columns"),
    ("plans.txt", "37    four of a category  8       no     -", "", 65, "59 of 60"),
    (
        "plans.txt",
        "60    rising corners      8       no     -",
        "60    rising corners      8       no     zoo",
        65,
        "write -",
    ),
    (
        "plans.txt",
        "1     three landmarks     8       yes",
        "1     three landmarks     8       may",
        6,
        "yes or no",
    ),
    ("plans.txt", "1     three landmarks", "1     many landmarks", 6, "no kind of plan"),
    ("tokens.txt", "1      double         red", "1      double         green", 4, "can't be read"),
    ("tokens.txt", "red 2, yellow 2", "red 2, red 2", 20, "names a line twice"),
    (
        "tokens.txt",
        "13     add            red 3",
        "13     add            red 30",
        16,
        "30 is no gain",
    ),
    ("landmarks.txt", "amusement park, zoo, aquarium", "zoo, zoo, aquarium", 3, "twice"),
    ("landmarks.txt", "public    city hall", "welfare   city hall", 5, "once"),
    ("requests.txt", "A        4       lines from top to bottom", "", 14, "request A is missing"),
    (
        "requests.txt",
        "F        4       intersections",
        "F        4       crossings",
        8,
        "no request",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "line", "reason"), BAD)
def test_a_bad_file_is_refused_with_file_line_and_reason(
    tmp_path, name, old, new, line, reason
) -> None:
    folder = shutil.copytree(DATA / "hill", tmp_path / "hill")
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadData) as caught:
        read_box(folder)
    assert (caught.value.path, caught.value.line) == (path, line), caught.value
    assert reason in caught.value.reason


def test_an_owner_may_name_the_category_of_a_plan(tmp_path) -> None:
    folder = shutil.copytree(DATA / "hill", tmp_path / "hill")
    path = folder / "plans.txt"
    row = "37    four of a category  8       no     "
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f"{row}-", f"{row}welfare"), encoding="utf-8")
    plans = read_box(folder).plans
    assert plans[37].category == "welfare" and plans[38].category == ""
    assert not plans[37].same_effect(plans[38])
    path.write_text(text.replace(f"{row}-", f"{row}sports"), encoding="utf-8")
    with pytest.raises(BadData, match="no category"):
        read_box(folder)


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(BadData, match=r"landmarks\.txt"):
        read_box(tmp_path)
