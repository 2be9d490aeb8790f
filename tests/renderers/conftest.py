"""What the tests of several pictures need."""

from __future__ import annotations

from typing import Any

import pytest

from renderers import canvas
from tests.renderers.spy import Spy


@pytest.fixture
def papers(monkeypatch: pytest.MonkeyPatch) -> list[Spy]:
    """The canvases that are drawn on."""
    found: list[Spy] = []

    def new(*args: Any) -> Spy:
        found.append(Spy(*args))
        return found[-1]

    monkeypatch.setattr(canvas, "new", new)
    return found
