"""The golden pictures: small ones, each looked at before it became golden.

`python -m tests.renderers.golden_pictures` draws them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from renderers import draw
from renderers.scene import Scene
from tests.renderers.positions import choosing, shown, turns
from tests.renderers.sight import Unlike, on_a_phone, picture, unlike

FOLDER = Path(__file__).parent / "golden"

GOLDEN: dict[str, tuple[Callable[[], Scene[Any]], int]] = {
    "build": (lambda: shown(3, 22), 0),
    "journey": (lambda: shown(5, 86), 0),
    "several": (lambda: shown(4, 56, marked=4), 0),
    "choose": (lambda: choosing(3, 40, "build", "purple"), 0),
    "end": (lambda: shown(4, turns(4)), 0),
    "score": (lambda: shown(5, turns(5)), 1),
}
"""By name: the scene, and which of its pictures it is."""

# A letter that is drawn a little differently stays below this, a missing locomotive doesn't.
WHOLE, WORST = 1.5, 30.0


def small(scene: Scene[Any], number: int = 0) -> Image.Image:
    """A picture of a scene as it looks on a phone."""
    return on_a_phone(picture(draw("ride", scene)[number].png))


def golden(name: str) -> Image.Image:
    """The picture as it should be."""
    return Image.open(FOLDER / f"{name}.png").convert("RGB")


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two small pictures show the same."""
    found: Unlike = unlike(one, other)
    return found.whole <= WHOLE and found.worst <= WORST


def write() -> None:
    """Make the pictures that are drawn now the golden ones: look at them first."""
    for name, (scene, number) in GOLDEN.items():
        image = small(scene(), number).quantize(method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        image.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()
