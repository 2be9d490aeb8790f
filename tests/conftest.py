"""What tests of every room may ask for."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import games
from games import data, phrasebook
from tests import toy as signal_box


@pytest.fixture(scope="session")
def toy_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The words of every game, and the toy's among them."""
    folder = tmp_path_factory.mktemp("data")
    for source in (data.DATA, Path(__file__).parent / "toy_data"):
        for path in source.rglob("words.*.toml"):
            target = folder / path.relative_to(source)
            target.parent.mkdir(exist_ok=True)
            shutil.copy(path, target)
    return folder


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, toy_words: Path) -> signal_box.SignalBox:
    """Signal Box, registered with its words and its renderer for the time of a test."""
    monkeypatch.setattr(phrasebook, "DATA", toy_words)
    monkeypatch.setitem(games.GAMES, "toy", signal_box.SIGNAL_BOX)
    monkeypatch.setitem(sys.modules, "renderers.toy", signal_box)
    return signal_box.SIGNAL_BOX
