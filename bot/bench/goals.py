"""What is aimed at: the lines that every game has, by the module that measures them."""

from __future__ import annotations

from bot.bench.figures import Goal, at_least_times, at_most, at_most_times

LEGAL = at_most(20, "ms")

GROUPS: dict[str, tuple[tuple[str, Goal], ...]] = {
    "pictures": (
        ("draw and encode a public picture, against the naive way", at_least_times(20)),
        ("size of a public picture, against the naive way", at_most(200, "KB")),
    ),
    "replays": (
        ("replay of a whole game, against naive frames", at_least_times(12)),
        ("size of a replay, against naive frames", at_most(1000, "KB")),
    ),
    "answers": (
        ("first answer: the panel, against a bare text", at_most_times(1.5)),
        ("first answer: a move that ends a turn, against a bare text", at_most_times(1.5)),
        ("a move until its picture is posted, against posting such a file", at_most_times(6)),
    ),
    "commits": (
        ("a move from request to commit, against a bare transaction", at_most_times(5)),
        ("the same with 100,000 tables stored, against 100", at_most_times(1.4)),
        ("the same at move 2,000, against move 20", at_most_times(1.4)),
    ),
    "reminders": (
        (
            "reminders: the slowest of 500 due at once with 10,000 tables running, from due to"
            " sent, against 500 tables",
            at_most(60, "s"),
        ),
    ),
    "legal": (
        ("all legal moves of the busiest position, seen before", LEGAL),
        ("all legal moves of the busiest position, at first sight", LEGAL),
    ),
}
