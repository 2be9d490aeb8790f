"""A piece is refused exactly when what it obliges to can't be done: tried out move by move."""

from collections import Counter

import msgspec
import pytest

from games.core import IllegalMove, Rng
from games.dice import DICE, check, track
from games.dice.moves import Track
from games.dice.purse import purse
from games.dice.state import Options, State
from games.simulate import line_up, seed_of, steps


def copy(state):
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


def after(state, move):
    """The table after a move, or None where the rules refuse it."""
    trial = copy(state)
    assert trial.acting is not None
    try:
        DICE.play(trial, trial.acting, move, Rng(bytes(32), 1))
    except IllegalMove:
        return None
    return trial


def can_be_met(state):
    """Whether some way of playing on meets what is owed; a collapse in between does not."""
    if state is None:
        return False
    if track.obligation(state) is None:
        return True
    if state.acting is None:
        return False
    return any(can_be_met(after(state, move)) for move in DICE.legal(state, state.acting))


def obliging(state):
    """The pieces that oblige to something, with the fewest ? spent on them."""
    seat = state.acting
    at_hand = purse(state.front[seat], state.behind[seat])
    for end in (1, 2):
        for piece in track.pieces(state, end):
            try:
                planned = track.plan(state, end, piece)
            except IllegalMove:
                continue
            rest = at_hand.lay(planned.shape)
            if planned.obliges and rest and (paid := rest.pay(planned.cost)):
                yield Track(end, piece, rest.marks - paid.marks)


@pytest.mark.rule("D19", "D20")
@pytest.mark.parametrize("players", [2, 3])
def test_refused_exactly_when_it_can_not_be_met(monkeypatch, players):
    found = Counter()
    for number in range(4):
        for step in steps(DICE, players, Options(), seed_of(number), line_up("random", players)):
            state = step.state
            if state.acting is None or state.phase != "turn" or track.obligation(state):
                continue
            shown = state.front[state.acting]
            if shown["straight"] + shown["curve"] + shown["?"] > 5:
                continue  # too many ways to try them all
            for move in obliging(state):
                allowed = move in DICE.legal(state, state.acting)
                with monkeypatch.context() as unchecked:
                    unchecked.setattr(track, "_check_covered", lambda *_: None)
                    unchecked.setattr(check, "can_enter", lambda *_: True)
                    possible = can_be_met(after(state, move))
                assert allowed == possible, (number, step.number, move)
                found[allowed] += 1
    assert found[True] > 20 and found[False] > 20


@pytest.mark.rule("D19", "D20")
def test_who_is_bound_can_always_go_on():
    bound = 0
    for number in range(6):
        for step in steps(DICE, 3, Options(), seed_of(50 + number), line_up("random", 3)):
            if step.state.acting is not None and track.obligation(step.state):
                bound += 1
                assert list(DICE.legal(step.state, step.state.acting))
    assert bound > 20
