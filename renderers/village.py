"""Village Rails in pictures: the tableaux, the markets, one's own hand, at the end the scores."""

from __future__ import annotations

from PIL import Image

from games import GAMES
from games.village.view import View
from renderers import (
    alt,
    header,
    sheet,
    village_chart,
    village_group,
    village_icons,
    village_markets,
    village_private,
)
from renderers.canvas import Canvas
from renderers.scene import Picture, Scene

_AT_THE_MARKETS = ("track", "trip")


def pictures(scene: Scene[View]) -> list[Picture]:
    """In public all tableaux and the markets; for a seat its own and the markets."""
    words = alt.describe(GAMES["village"], scene, _standing(scene))
    if scene.result:
        title = GAMES["village"].title
        scores = sheet.picture(scene, title, village_icons.emblem, palette())
        return [*_tableaux(scene, words), scores]
    markets = _finish(scene, village_markets.picture(scene), "markets.png", _markets(scene))
    if scene.private:
        own = _finish(scene, village_private.picture(scene), "village.png", words)
        first = scene.pending is not None and scene.pending.field in _AT_THE_MARKETS
        return [markets, own] if first else [own, markets]
    return [*_tableaux(scene, words), markets]


def frame(scene: Scene[View]) -> Canvas:
    """A frame of the replay: all tableaux, and one's own hand."""
    canvas = village_group.everybody(scene)
    if scene.private:
        canvas = village_private.with_hand(canvas, scene)
    header.draw(canvas, scene, GAMES["village"].title, village_icons.emblem)
    return canvas


def palette() -> Image.Image:
    """The colours of all pictures of the game."""
    return village_chart.palette()


def _tableaux(scene: Scene[View], words: str) -> list[Picture]:
    """Two in a picture; the whole position is told with the first."""
    found = []
    for number, seats in enumerate(village_group.rows(scene)):
        names = scene.words.say("village.picture.tableaux", seat=list(seats))
        told = words if number == 0 else names
        canvas = village_group.picture(scene, seats)
        found.append(_finish(scene, canvas, f"village-{min(seats) // 2 + 1}.png", told))
    return found


def _finish(scene: Scene[View], canvas: Canvas, name: str, words: str) -> Picture:
    header.draw(canvas, scene, GAMES["village"].title, village_icons.emblem)
    return Picture(name, canvas.png(palette()), words)


def _standing(scene: Scene[View]) -> str:
    """Everybody's points and money."""
    return ", ".join(
        scene.words.say(
            "village.picture.holds", seat=seat, points=tableau.points, pounds=tableau.money
        )
        for seat, tableau in enumerate(scene.view.tableaux)
    )


def _markets(scene: Scene[View]) -> str:
    """The markets alone, for who can't see them."""
    wanted = ("village.describe_offer", "village.describe_trip", "village.describe_deck")
    facts = [f for f in GAMES["village"].describe(scene.view) if f.key.startswith(wanted)]
    return alt.cut(" ".join(scene.words.tell(fact) for fact in facts), alt.LIMIT)
