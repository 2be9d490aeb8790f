"""The golden game in which the deck is emptied."""

import itertools
from pathlib import Path

import pytest

from games.record import decode, encode, replay
from games.simulate import seed_of
from tests.games.village import hoarders

PATH = Path(__file__).parents[2] / "golden" / "village-4-emptied.jsonl"


@pytest.mark.rule("V16")
def test_in_the_golden_game_of_hoarders_the_deck_is_emptied_and_filled_again():
    decks, gaps = [], []
    for step in replay(decode(PATH.read_bytes())):
        decks.append(len(step.state.deck))
        gaps.append(step.state.gaps)
        assert not step.state.gaps or not step.state.deck
    assert 0 in decks
    assert max(gaps) > 0
    assert gaps[-1] == 0 or decks[-1] == 0
    assert any(before and not after for before, after in itertools.pairwise(gaps))


def test_the_golden_game_of_hoarders_is_the_one_they_play():
    record, _ = hoarders.play(seed_of(hoarders.SEED))
    assert encode(record) == PATH.read_bytes()
