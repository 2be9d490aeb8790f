"""Chance, moves and facts: what every game is made of."""

import hashlib
from collections import Counter
from typing import get_type_hints

import msgspec
import pytest

from games.core import Fact, IllegalMove, Move, Result, Rng, commitment, result_from

SEED = bytes(range(32))
KNOWN_NUMBERS = [0, 3, 0, 68, 955, 97343588]  # written down once: a change breaks every replay
KNOWN_DECK = "dgbcfajhei"


class Go(Move, frozen=True, tag="go"):
    """Go somewhere."""

    where: str
    far: int = 1


class Stop(Move, frozen=True, tag="stop"):
    """Stay."""


# -- Chance


def test_a_stream_is_the_same_on_any_python():
    rng = Rng(SEED, 7)
    assert [rng.below(limit) for limit in (2, 6, 52, 386, 1000, 10**9)] == KNOWN_NUMBERS
    deck = list("abcdefghij")
    Rng(SEED, 8).shuffle(deck)
    assert "".join(deck) == KNOWN_DECK


def test_a_stream_is_sha256_in_counter_mode():
    key = SEED + (5).to_bytes(8, "big")
    stream = b"".join(hashlib.sha256(key + block.to_bytes(8, "big")).digest() for block in range(2))
    rng = Rng(SEED, 5)
    for i in range(32):  # two bytes for a limit that fits in one
        assert rng.below(256 // 4) == int.from_bytes(stream[2 * i : 2 * i + 2], "big") % 64


def test_each_move_and_each_table_has_its_own_stream():
    def numbers(seed: bytes, number: int) -> list[int]:
        rng = Rng(seed, number)
        return [rng.below(1000) for _ in range(8)]

    assert numbers(SEED, 1) == numbers(SEED, 1)
    assert numbers(SEED, 1) != numbers(SEED, 2)
    assert numbers(SEED, 1) != numbers(bytes(32), 1)


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 7, 13, 256, 300])
def test_below_is_uniform(limit):
    rng = Rng(SEED, limit)
    expected = 200
    drawn = Counter(rng.below(limit) for _ in range(limit * expected))
    assert set(drawn) == set(range(limit))
    # Five standard deviations from the mean: never, unless the stream is skewed.
    assert all(abs(count - expected) < 5 * expected**0.5 for count in drawn.values())


def test_below_draws_again_rather_than_favour_the_low_numbers():
    rng = Rng(SEED, 0)
    rng._pool = b"\xff\xff\xff" + b"\x00\x00\x05"
    assert 256**3 % 300 != 0  # so the highest draws belong to no full cycle
    assert rng.below(300) == 5


@pytest.mark.parametrize("limit", [0, -1])
def test_there_is_no_number_below_nothing(limit):
    with pytest.raises(ValueError, match=f"no number below {limit}"):
        Rng(SEED, 0).below(limit)


def test_a_shuffle_is_a_permutation_and_every_one_comes_up():
    seen = Counter()
    for number in range(600):
        items = [1, 2, 3]
        Rng(SEED, number).shuffle(items)
        assert sorted(items) == [1, 2, 3]
        seen[tuple(items)] += 1
    assert len(seen) == 6
    assert all(60 < count < 140 for count in seen.values())


def test_shuffling_nothing_or_one_thing_changes_nothing():
    for items in ([], ["only"]):
        before = list(items)
        Rng(SEED, 0).shuffle(items)
        assert items == before


def test_a_choice_is_one_of_the_items():
    rng = Rng(SEED, 3)
    assert {rng.choice("abc") for _ in range(60)} == set("abc")


def test_the_commitment_is_the_seeds_hash():
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(SEED) != commitment(bytes(32))


# -- Moves and facts


def test_a_move_knows_its_command_and_parameters():
    assert Go.kind() == "go" and Stop.kind() == "stop"
    assert Go.fields() == ("where", "far") and Stop.fields() == ()
    assert Go("Omaha", 3).values() == {"where": "Omaha", "far": 3}


@pytest.mark.parametrize("move", [Go("Omaha", 3), Go("Omaha"), Stop()])
def test_a_move_comes_back_as_it_was_stored(move):
    stored = msgspec.json.encode(move)
    assert msgspec.json.decode(stored)["kind"] == move.kind()
    assert msgspec.json.decode(stored, type=Go | Stop) == move


def test_a_stored_move_of_an_unknown_kind_is_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"kind":"fly"}', type=Go | Stop)


def test_moves_are_values():
    assert Go("Omaha") == Go("Omaha", 1)
    assert len({Go("Omaha"), Go("Omaha", 1), Stop()}) == 2
    with pytest.raises(AttributeError):
        Go("Omaha").where = "Chicago"


@pytest.mark.parametrize(
    "fact",
    [
        Fact("over"),
        Fact("ride.rode", {"seat": 1, "gains": [3, 0], "links": {"red": 2}}),
        Fact("drew", {"card": "x"}, only=(0, 2), reveals=True),
    ],
)
def test_a_fact_comes_back_as_it_was_stored(fact):
    assert msgspec.json.decode(msgspec.json.encode(fact), type=Fact) == fact


def test_a_plain_fact_is_stored_without_its_defaults():
    assert msgspec.json.encode(Fact("over")) == b'{"key":"over"}'


def test_who_may_know_a_fact():
    open_, secret = Fact("a"), Fact("b", only=(1,))
    assert [open_.known_to(seat) for seat in (0, 1, None)] == [True, True, True]
    assert [secret.known_to(seat) for seat in (0, 1, None)] == [False, True, False]


def test_facts_do_not_share_their_values():
    first, second = Fact("a"), Fact("a")
    first.values["seat"] = 1
    assert second.values == {}


def test_a_refusal_carries_its_reason():
    refusal = IllegalMove("ride.no_share", railroad="red")
    assert refusal.fact == Fact("ride.no_share", {"railroad": "red"})
    assert "ride.no_share" in str(refusal)


def test_the_highest_score_wins_and_a_tie_is_shared():
    result = result_from([7, 12, 12], {"a": [3, 5, 6], "b": [4, 7, 6]})
    assert result == Result((7, 12, 12), (1, 2), (("a", (3, 5, 6)), ("b", (4, 7, 6))))


def test_every_field_of_a_move_is_something_a_command_can_take():
    from games import GAMES

    for game in GAMES.values():
        for kind in (*game.moves, *game.shortcuts):
            hints = get_type_hints(kind)
            assert all(hints[field] in (int, str, bool) for field in kind.fields()), kind
