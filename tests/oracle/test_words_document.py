"""What docs/words.md shows is what the tool says, and it names every setting there is."""

import re
import shlex

import pytest

from oracle.cli import main
from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED, opener_of
from oracle.words import few_acres_of_snow, hammer_of_the_scots, wilderness_war
from oracle.words.positions_in_words import is_words, read_position
from oracle.words.vocabulary import Vocabulary

DOCUMENT = (ROOT / "docs/words.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n\$ \./referee (.*?)\n(.*?)```", DOCUMENT, re.DOTALL)
CASES = [text for text in re.findall(r"```\n((?:ww|hs|fa):.*?)```", DOCUMENT, re.DOTALL) if is_words(text)]


def test_the_document_has_sessions_and_a_case_of_each_game() -> None:
    assert len(SESSIONS) == 5
    assert [text[:3] for text in CASES] == ["ww:", "hs:", "fa:"]


@pytest.mark.parametrize(("words", "shown"), SESSIONS)
def test_a_session_begins_as_shown(
    words: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(words)) == (1 if "Illegal" in shown else 0)
    assert capsys.readouterr().out.startswith(shown)


@pytest.mark.parametrize("text", CASES)
def test_a_case_is_a_position(text: str) -> None:
    found = read_position(text)
    assert opener_of(found.game).place(found.position, REGISTERED.ruleset(found.game, None)).canonical()


@pytest.mark.parametrize(
    "vocabulary",
    [wilderness_war.VOCABULARY, hammer_of_the_scots.VOCABULARY, few_acres_of_snow.VOCABULARY],
    ids=lambda vocabulary: str(vocabulary.game),
)
def test_every_setting_is_named_in_the_section_of_its_game(vocabulary: Vocabulary) -> None:
    title = vocabulary.game.replace("_", " ").title().replace(" Of The ", " of the ").replace(" Of ", " of ")
    section = re.search(rf"\n## (?:A )?{title}\n(.*?)(?=\n## )", DOCUMENT, re.DOTALL)
    assert section is not None
    listed = re.search(r"\nSettings: (.*?)\.\n", section[1], re.DOTALL)
    assert listed is not None
    told = [f"SIDE {each.called[0]}" if each.by_side else each.called[0] for each in vocabulary.settings]
    assert " ".join(listed[1].split()).split(", ") == told
