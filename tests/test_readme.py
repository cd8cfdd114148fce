"""What the README shows is what the tool says."""

import re
import shlex

import pytest

from oracle.cli import main
from oracle.evidence.links import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n\$ \./referee (.*?)\n(.*?)```", README, re.DOTALL)
CASE = re.search(r"```json\n(.*?)```", README, re.DOTALL)
LIBRARY = re.search(r"```python\n(.*?)```\n\nIt prints\n\n```\n(.*?)```", README, re.DOTALL)
RULING = re.search(r"```\n(DIVERGES.*?)```", README, re.DOTALL)


def test_the_readme_has_sessions_to_check() -> None:
    assert len(SESSIONS) >= 3
    assert CASE is not None
    assert RULING is not None
    assert LIBRARY is not None


@pytest.mark.parametrize(("words", "shown"), SESSIONS)
def test_a_session_begins_as_shown(
    words: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(words)) == (1 if "Illegal" in shown else 0)
    assert capsys.readouterr().out.startswith(shown)


def test_the_case_of_the_readme_gets_the_ruling_shown(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert CASE is not None
    assert RULING is not None
    folder = tmp_path_factory.mktemp("case")
    (folder / "case.jsonl").write_text(CASE.group(1), encoding="utf-8")
    monkeypatch.chdir(folder)
    assert main(["verify", "case.jsonl"]) == 1
    assert capsys.readouterr().out == RULING.group(1)


def test_the_library_code_of_the_readme_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert LIBRARY is not None
    code, printed = LIBRARY.groups()
    exec(compile(code, "README.md", "exec"), {})
    assert capsys.readouterr().out == printed
    assert sum(bool(line.strip()) for line in code.splitlines()) <= 13
