"""The Rail on the Hill in pictures: main board, tableaux, and at the end the score sheet."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from games import GAMES
from games.core import Seat
from games.hill.scoring import score
from games.hill.view import View
from renderers import (
    alt,
    canvas,
    header,
    hill_board,
    hill_chart,
    hill_icons,
    hill_replay,
    hill_tableau,
    sheet,
)
from renderers.scene import Picture, Scene


def pictures(scene: Scene[View]) -> list[Picture]:
    """What changed and what helps to choose; at the end every tableau and the score sheet."""
    if scene.result:
        title = GAMES["hill"].title
        towns = [_tableau(scene, seat) for seat in _ranked(scene)]
        return [*towns, sheet.picture(scene, title, hill_icons.emblem, palette())]
    if scene.view.me is not None:
        return _private(scene, scene.view.me)
    seats = dict.fromkeys((*_changed(scene), *sorted(scene.shown)))
    return [*(_tableau(scene, seat) for seat in seats), _board(scene)]


def frame(scene: Scene[View]) -> canvas.Canvas | None:
    """A frame of the replay: all towns, when one of them has changed."""
    if scene.view.turns and not scene.result and not _changed(scene):
        return None
    paper = hill_replay.paper(scene)
    header.draw(paper, scene, GAMES["hill"].title, hill_icons.emblem)
    return paper


def palette() -> Image.Image:
    """The colours of all pictures of the game."""
    return hill_chart.palette()


def _private(scene: Scene[View], seat: Seat) -> list[Picture]:
    """One's own tableau; the main board too while something is to be had there."""
    mine, phase = scene.view.mine, scene.view.phase
    assert mine
    tableau = _tableau(scene, seat)
    if phase == "sets" or (phase == "round" and not mine.location):
        return [_board(scene), tableau]
    wanted = mine.location in ("b", "d") and not mine.acted and not mine.open
    return [tableau, _board(scene)] if wanted else [tableau]


def _ranked(scene: Scene[View]) -> list[Seat]:
    """The seats, the best first."""
    assert scene.result
    scores = scene.result.scores
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


def _changed(scene: Scene[View]) -> list[Seat]:
    """The seats whose tableaux were changed by the turns that are new."""
    turns = [turn for turn in scene.view.recent if turn.number >= scene.since]
    return list(dict.fromkeys(t.seat for t in turns if t.placed or t.laid or t.plans or t.upgraded))


def _board(scene: Scene[View]) -> Picture:
    paper = hill_board.paper(scene)
    header.draw(paper, scene, GAMES["hill"].title, hill_icons.emblem)
    words = alt.describe(GAMES["hill"], scene, _standing(scene))
    return Picture("hill-board.png", paper.png(palette()), words)


def _tableau(scene: Scene[View], seat: Seat) -> Picture:
    paper = hill_tableau.paper(scene, seat)
    whose = scene.words.say("hill.picture.whose", seat=seat)
    headed = replace(scene, headline=f"{scene.headline} · {whose}")
    header.draw(paper, headed, GAMES["hill"].title, hill_icons.emblem)
    words = alt.describe(GAMES["hill"], headed, _standing(scene))
    return Picture(f"hill-{seat + 1}.png", paper.png(palette()), words)


def _standing(scene: Scene[View]) -> str:
    """What each tableau is worth, in turn order."""
    view = scene.view
    return ", ".join(
        scene.words.say(
            "hill.picture.standing",
            seat=seat,
            score=score(view.tableaux[seat], view.requests).total,
        )
        for seat in view.order
    )
