"""A public signature changes only together with the changelog."""

from pathlib import Path

import rulebook
from oracle.places import ROOT
from scripts.public_api import SNAPSHOT, differing, public_api, read, undeclared, written

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
MODULE = '''
from rulebook.records import Share
__all__ = ["Share", "odds"]
def odds(position: str, of: str = "x") -> int:
    """Return."""
'''
RECORDS = '''
@dataclass(frozen=True)
class Share:
    """A share."""
    value: int
    def told(self) -> str: ...
'''


def _api(folder: Path, module: str, records: str = RECORDS) -> dict[str, str]:
    (folder / "rulebook").mkdir(parents=True, exist_ok=True)
    (folder / "rulebook/__init__.py").write_text(module, encoding="utf-8")
    (folder / "rulebook/records.py").write_text(records, encoding="utf-8")
    return public_api(folder)


def test_what_differs_from_the_last_release_is_declared() -> None:
    names = differing(read(SNAPSHOT.read_text(encoding="utf-8")), public_api())
    assert undeclared(names, CHANGELOG) == [], "name them in the changelog, under Unreleased, as `rulebook.NAME`"


def test_the_snapshot_holds_the_ten_functions_and_every_public_name_is_there() -> None:
    kept = read(SNAPSHOT.read_text(encoding="utf-8"))
    assert {"start", "case", "decide", "act", "ask", "view", "odds", "verify", "games", "rules"} <= set(kept)
    assert all(hasattr(rulebook, name) for name in rulebook.__all__)
    assert list(public_api()) == rulebook.__all__


def test_text_is_read_back(tmp_path: Path) -> None:
    api = _api(tmp_path, MODULE)
    assert api == {
        "Share": "class Share()  @dataclass(frozen=True)\n    value: int\n    def told(self) -> str",
        "odds": "def odds(position: str, of: str='x') -> int",
    }
    assert read(written(api)) == api
    assert read(written(public_api())) == public_api()


def test_a_changed_signature_field_or_name_is_noticed(tmp_path: Path) -> None:
    before = _api(tmp_path, MODULE)
    assert differing(before, _api(tmp_path, MODULE)) == []
    assert differing(before, _api(tmp_path, MODULE.replace("of: str", "of: int"))) == ["odds"]
    assert differing(before, _api(tmp_path, MODULE.replace('of: str = "x"', "of: str"))) == ["odds"]
    assert differing(before, _api(tmp_path, MODULE.replace('"Share", ', ""))) == ["Share"]
    assert differing(before, _api(tmp_path, MODULE, RECORDS.replace("value: int", "value: str"))) == ["Share"]
    assert differing(before, _api(tmp_path, MODULE, RECORDS.replace("told(self)", "told(self, how: str)"))) == ["Share"]


def test_only_the_unreleased_section_declares() -> None:
    changelog = "# Changelog\n\n## Unreleased\n\n- `rulebook.odds` takes a fact.\n\n## 1.0.0\n\n- `rulebook.act`\n"
    assert undeclared(["act", "odds"], changelog) == ["act"]
