"""The toy game behind the command line, with data of its own beside that of the real games."""

from pathlib import Path

import pytest

from oracle.game_registry import OPENERS
from reference.kernel.opening import opener
from spec_tables import reader
from spec_tables.catalogue import GAMES
from tests.kernel.toy import Stones

_DATA = Path(__file__).parent / "stones"


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("spec_tables")
    for game in GAMES:
        (folder / game).symlink_to(reader.FOLDER / game)
    (folder / "stones").symlink_to(_DATA)
    monkeypatch.setattr(reader, "FOLDER", folder)
    monkeypatch.setitem(OPENERS, "stones", lambda: opener(Stones()))
    return "stones"
