"""The leak checks: two worlds that differ only in what a seat can't see are one to that seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from games.core import Fact, Move, Rng, Seat, State
from games.record import Entry, Record, known_to
from tests.games.contract import Table, menus, refusal, strange_moves, texts, written
from tests.games.twins import OPEN, TWINS


def check_secrets(table: Table, state: State, seats: int) -> bool:
    """Nobody can tell the worlds apart; whether there was another world at all."""
    differed = False
    for watcher in (None, *range(seats)):
        twin = TWINS[table.game.key](table.copy(state), watcher, table.rng)
        differed |= written(twin) != written(state)
        _check_seen(table, state, twin, watcher)
        if watcher is not None and table.game.key not in OPEN:
            _check_refused(table, state, twin, watcher)
        if table.game.key not in OPEN:
            _check_learned(table, state, twin, watcher)
            _check_secret_moves(table, state, watcher)
    return differed


def _check_seen(table: Table, state: State, twin: State, watcher: Seat | None) -> None:
    """Views, texts and options are the same to the byte."""
    game, who = table.game, f"seat {watcher}"
    here, there = (written(game.view(world, watcher)) for world in (state, twin))
    assert here == there, f"the view tells {who} a secret"
    assert game.to_act(state) == game.to_act(twin), "who is to act tells a secret"
    assert game.turns(state) == game.turns(twin), "the number of turns tells a secret"
    assert written(game.result(state)) == written(game.result(twin)), "the result tells a secret"
    here_told, there_told = (texts(table, world, watcher) for world in (state, twin))
    assert here_told == there_told, f"the words tell {who} a secret"
    if watcher is None:
        return
    choices = [_choices(table, world, watcher) for world in (state, twin)]
    assert choices[0] == choices[1], f"the options tell {who} a secret"


def _choices(table: Table, state: State, seat: Seat) -> tuple[bytes, bytes, object]:
    """What a seat is offered, with the labels."""
    game = table.game
    moves, offers = list(game.legal(state, seat)), list(game.offers(state, seat))
    shown = list(menus(table, state, seat, [*moves, *offers], Rng(b"the same way", 0)))
    return written(moves), written(offers), shown


def _check_refused(table: Table, state: State, twin: State, seat: Seat) -> None:
    """A refusal tells no more than its reason."""
    for move in strange_moves(table, state):
        here, there = (refusal(table, world, seat, move) for world in (state, twin))
        assert written(here) == written(there), f"a refusal tells seat {seat} a secret"


def _check_learned(table: Table, state: State, twin: State, watcher: Seat | None) -> None:
    """After the same move the worlds are still one, unless a fact says that it reveals."""
    game = table.game
    for seat in game.to_act(state):
        both = set(game.legal(twin, seat))
        for move in table.some([move for move in game.legal(state, seat) if move in both]):
            here, facts_here = _after(table, state, seat, move)
            there, facts_there = _after(table, twin, seat, move)
            if _revealed(facts_here, watcher) or _revealed(facts_there, watcher):
                continue
            what = f"{move.kind()} tells seat {watcher} a secret, and no fact says that it reveals"
            assert _told(table, facts_here, watcher) == _told(table, facts_there, watcher), what
            views = [written(game.view(world, watcher)) for world in (here, there)]
            assert views[0] == views[1], what


def _after(table: Table, state: State, seat: Seat, move: Move) -> tuple[State, list[Fact]]:
    trial = table.copy(state)
    return trial, table.game.play(trial, seat, move, Rng(b"the same chance", 1))


def _revealed(facts: Sequence[Fact], watcher: Seat | None) -> bool:
    return any(fact.reveals and fact.known_to(watcher) for fact in facts)


def _told(table: Table, facts: Sequence[Fact], watcher: Seat | None) -> tuple[bytes, list[str]]:
    """What a seat learns of facts, plain and as they are told."""
    known = [fact for fact in facts if fact.known_to(watcher)]
    condensed = [fact for fact in table.game.condense(facts) if fact.known_to(watcher)]
    return written(known), [table.words.tell(fact) for fact in condensed]


def _check_secret_moves(table: Table, state: State, watcher: Seat | None) -> None:
    """Of moves that a seat can't tell apart, the file that it is given tells none."""
    game = table.game
    for seat in game.to_act(state) - {watcher}:
        moves = table.some(list(game.legal(state, seat)))
        for first, second in combinations(dict.fromkeys(moves), 2):
            (here, facts), (there, others) = (
                _after(table, state, seat, m) for m in (first, second)
            )
            alike = written(game.view(here, watcher)) == written(game.view(there, watcher))
            same_told = _told(table, facts, watcher) == _told(table, others, watcher)
            if alike and same_told and written(here) != written(there):
                told = (
                    _exported(table, seat, m, f, watcher)
                    for m, f in ((first, facts), (second, others))
                )
                assert len(set(told)) == 1, f"the file tells seat {watcher} a secret move"


def _exported(
    table: Table, seat: Seat, move: Move, facts: Sequence[Fact], watcher: Seat | None
) -> bytes:
    record = Record(
        table.game, table.game.seats[-1], table.game.options(), "", b"", (Entry(seat, move),)
    )
    return msgspec.json.encode(known_to(record, [facts], watcher).moves)
