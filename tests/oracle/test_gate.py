"""The gate is itself tried: a scratch clone with planted changes, each caught and laid to its rule."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from oracle.errors import InputError
from oracle.evidence.files import write
from oracle.evidence.links import ROOT
from oracle.evidence.traceability import Traced, file_of, record_text
from oracle.gate.behaviour import Effort
from oracle.gate.gate import judged
from oracle.gate.report import Report
from oracle.gate.rule_status import Lost, confirm, declared, lost, scored, unconfirmed
from oracle.gate.touched import touched
from oracle.gate.trees import commit_of
from oracle.mutation.scores import Measured, Score, Summary, write_summary
from tests.oracle.helpers import answer

SMALL = Effort(lines=0, suite_games=0, suite_steps=30, disturbances=0, cases=1, seeds=1, steps=40)
SNOW, SCOTS, WAR = "few_acres_of_snow", "hammer_of_the_scots", "wilderness_war"
FOLDERS = ("reference", "spec_tables", "oracle", "golden", "tests", "properties", "docs", "evidence")
slow = pytest.mark.skipif(
    os.environ.get("HYPOTHESIS_PROFILE") != "deep", reason="takes a minute or more; `make deep` runs it"
)


@dataclass(frozen=True, slots=True)
class Plant:
    """A change to plant: in which file, what becomes what, and the rule it must be laid to."""

    name: str
    game: str
    file: str
    before: str
    after: str
    rule: str


SIEGES = "reference/few_acres_of_snow/ch08_sieges.py"
ROUNDING = Plant(
    "wrong_rounding", SNOW, SIEGES, "_PER_BONUS * bonus +", "_PER_BONUS * bonus // 2 +", "fa:siege.start.8"
)
BEHAVIOUR = (
    Plant(
        "weakened_requirement",
        SNOW,
        SIEGES,
        "if siege is None:\n        return ()\n    return (violation(Reason.ALREADY",
        "if siege is None or True:\n        return ()\n    return (violation(Reason.ALREADY",
        "fa:siege.start.11",
    ),
    Plant(
        "wrong_side",
        SNOW,
        SIEGES,
        "if owner(state.board, where) is side.enemy:\n        return ()",
        "if owner(state.board, where) is side:\n        return ()",
        "fa:siege.start.1",
    ),
    Plant(
        "wrong_citation",
        SNOW,
        SIEGES,
        'violation(Reason.NO_STRENGTH, "fa:siege.start.3", place=IDS[where])',
        'violation(Reason.NO_STRENGTH, "fa:siege.start.2", place=IDS[where])',
        "fa:siege.start.3",
    ),
    Plant(
        "swapped_cell",
        SNOW,
        "spec_tables/few_acres_of_snow/locations.csv",
        "boston,Boston,2,1,",
        "boston,Boston,1,2,",
        "fa:board.8",
    ),
    Plant(
        "number_of_a_table",
        SNOW,
        "spec_tables/few_acres_of_snow/setup.toml",
        "british = 12 ",
        "british = 11 ",
        "fa:setup.5",
    ),
    Plant(
        "dropped_card",
        SNOW,
        "spec_tables/few_acres_of_snow/empire_cards.csv",
        "british,bateaux,Bateaux,1,",
        "british,bateaux,Bateaux,0,",
        "fa:list.3",
    ),
    Plant(
        "flipped_option",
        SNOW,
        "spec_tables/few_acres_of_snow/presets.toml",
        'french_bateaux_start = "no"\n',
        "",
        "fa:list.4",
    ),
    Plant(
        "wrong_side_retreats",
        SCOTS,
        "reference/hammer_of_the_scots/ch05_retreats.py",
        "if holds(state.board, to, side) or not holds(state.board, to, side.enemy):",
        "if holds(state.board, to, side.enemy) or not holds(state.board, to, side):",
        "hs:5.5-4",
    ),
    Plant(
        "dropped_link",
        SCOTS,
        "spec_tables/hammer_of_the_scots/borders.csv",
        "angus,atholl,red,0\n",
        "",
        "hs:1.1-3",
    ),
    Plant(
        "missing_stop",
        WAR,
        "reference/wilderness_war/ch06_reach.py",
        "    return not waives_stop(board, passed, side)\n",
        "    return False\n",
        "ww:6.2-a",
    ),
    Plant(
        "wrong_rounding_of_attrition",
        WAR,
        "reference/wilderness_war/ch11_attrition.py",
        'return ceil(reduced * _SHARE) if ruleset.attrition_rounding == "up" else floor(reduced * _SHARE)',
        'return floor(reduced * _SHARE) if ruleset.attrition_rounding == "up" else ceil(reduced * _SHARE)',
        "ww:11.2-a",
    ),
)

# Those that a few seconds suffice for.
QUICK = ("weakened_requirement", "number_of_a_table", "flipped_option")


def _git(clone: Path, *words: str) -> None:
    named = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x"}
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    subprocess.run(["git", *words], cwd=clone, env={**kept, **named, **alone}, check=True, capture_output=True)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    clone = tmp_path_factory.mktemp("gate") / "clone"
    clone.mkdir()
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, clone / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy(ROOT / file, clone)
    (clone / ".gitignore").write_text("/build/\n__pycache__/\n", encoding="utf-8")
    _git(clone, "init", "--quiet")
    _git(clone, "add", "--all")
    _git(clone, "commit", "--quiet", "--message", "As it is")
    return clone


@pytest.fixture
def clone(base: Path) -> Iterator[Path]:
    yield base
    _git(base, "checkout", "--quiet", ".")
    _git(base, "clean", "--quiet", "--force", "-d")


def _plant(clone: Path, file: str, before: str, after: str) -> None:
    path = clone / file
    text = path.read_text(encoding="utf-8")
    assert before in text, f"{file} has changed: plant something else"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


def _judged(clone: Path, games: Sequence[str] = (), effort: Effort = SMALL) -> Report:
    return judged(clone, "HEAD", games, effort, lambda _: None)


# ---------------------------------------------------------------- behaviour


def _assert_caught(report: Report, rule: str) -> None:
    assert report.asked.changes, "no ruling changed"
    assert any(rule in rules for rules in report.undeclared), report.undeclared
    assert any(rule in each.rules for each in report.touched)
    assert any(fault.startswith("rulings under ") for fault in report.faults)


def test_a_changed_ruling_must_be_declared_and_a_refactoring_need_not(clone: Path) -> None:
    """Given a wrong rounding, when judged, then it is shut unless declared; given a refactoring, it opens."""
    _plant(clone, ROUNDING.file, ROUNDING.before, ROUNDING.after)
    shut = _judged(clone, (SNOW,))
    _assert_caught(shut, ROUNDING.rule)
    first = shut.asked.changes[0]
    assert first.position is not None
    assert first.before != first.after
    _plant(clone, "CHANGELOG.md", "### Added\n", f"### Added\n\n- {ROUNDING.rule}: the bonus counts half.\n")
    assert replace(shut, declared=declared(ROOT, clone)).faults == ()
    _git(clone, "checkout", "--quiet", ".")
    _plant(clone, ROUNDING.file, "_PER_BONUS * bonus +", "bonus * _PER_BONUS +")
    harmless = _judged(clone, (SNOW,))
    assert [each.place for each in harmless.touched] == ["few_acres_of_snow.ch08_sieges.defence"]
    assert harmless.asked.cases > 50
    assert (harmless.asked.changes, harmless.faults) == ([], ())


@pytest.mark.parametrize("plant", BEHAVIOUR, ids=lambda plant: plant.name)
def test_every_planted_change_finds_its_place(plant: Plant) -> None:
    """Given the sources as they are, then also what is planted only once in a while still can be."""
    assert plant.before in (ROOT / plant.file).read_text(encoding="utf-8")


@pytest.mark.parametrize("plant", [each for each in BEHAVIOUR if each.name in QUICK], ids=lambda plant: plant.name)
def test_some_kinds_of_changed_rulings_show_in_golden_traces_and_scenes(clone: Path, plant: Plant) -> None:
    _plant(clone, plant.file, plant.before, plant.after)
    _assert_caught(_judged(clone, (plant.game,)), plant.rule)


@slow
@pytest.mark.parametrize("plant", [each for each in BEHAVIOUR if each.name not in QUICK], ids=lambda plant: plant.name)
def test_every_kind_of_changed_ruling_is_caught_and_laid_to_its_rule(clone: Path, plant: Plant) -> None:
    _plant(clone, plant.file, plant.before, plant.after)
    _assert_caught(_judged(clone, (plant.game,), Effort(lines=1, suite_games=0, disturbances=0, seeds=2)), plant.rule)


# ---------------------------------------------------------------- evidence


def test_comments_layout_and_docstrings_touch_nothing(clone: Path) -> None:
    _plant(clone, SIEGES, '    """Return the defender', '    # A comment.\n    """Give the defender')
    assert touched(ROOT, clone) == ()
    assert _judged(clone).faults == ()


def test_a_renamed_rule_is_a_lost_one(clone: Path) -> None:
    _plant(clone, "spec_tables/few_acres_of_snow/rules_catalogue.csv", "\nsiege.start.9,", "\nsiege.start.99,")
    report = _judged(clone)
    assert "fa:siege.start.9 lost evidence: the rule is gone from the catalogue" in report.faults
    assert any(fault.startswith("fa:siege.start.99: its gist changed") for fault in report.faults)


def test_a_removed_test_is_lost_evidence(clone: Path) -> None:
    _plant(clone, "tests/hammer_of_the_scots/test_ch02_armies.py", '@proves("hs:2.21-3")\n', "")
    (fault,) = _judged(clone).faults
    assert fault.startswith("hs:2.21-3 lost evidence: 1 test fewer: tests/hammer_of_the_scots/test_ch02_armies.py::")


def test_an_unbound_function_is_lost_evidence(clone: Path) -> None:
    _plant(clone, SIEGES, '@rule("fa:siege.start.11")\n', "")
    assert (
        "fa:siege.start.11 lost evidence: 1 function fewer: " + f"{SIEGES}::already_besieging" in _judged(clone).faults
    )


def test_a_changed_gist_waits_until_its_links_are_confirmed(clone: Path) -> None:
    _plant(clone, "spec_tables/few_acres_of_snow/rules_catalogue.csv", "France wins ties.", "Britain wins ties.")
    report = _judged(clone)
    assert report.faults == ("fa:end.8: its gist changed; `./referee confirm fa:end.8` when its links hold",)
    assert [each.rules for each in report.touched] == [("fa:end.8",)]
    assert "fa:end.8" in report.links
    confirm(clone, frozenset({"fa:end.8"}))
    assert unconfirmed(clone) == ()
    assert _judged(clone).faults == ()


def test_a_helper_touches_the_rules_of_the_functions_that_use_it(clone: Path) -> None:
    _plant(clone, SIEGES, "if each != base and may_attack(each) and strength", "if each != base and strength")
    (found,) = touched(ROOT, clone)
    assert found.place == "few_acres_of_snow.ch08_sieges._fighters"
    assert "fa:siege.start.2" in found.rules


def test_an_option_touches_its_rules(clone: Path) -> None:
    _plant(clone, "spec_tables/few_acres_of_snow/presets.toml", 'siege_track_clamp = "no"\n', "")
    (found,) = touched(ROOT, clone)
    assert (found.kind, found.how) == ("option", "is gone")
    assert "fa:faq.siege.3" in found.rules


# ---------------------------------------------------------------- revisions without evidence/

OLDER_TABLE = """\
| game | rules |
|---|---|
| Wilderness War | 2 |

| rule | kind | title | functions | tests | properties | golden traces | fired |
|---|---|---|---|---|---|---|---|
| ww:7.62 | normative | Quota | a.f | test_a::test_x<br>test_a::test_y | test_p::test_z |  | g1/1 |
| ww:7.63 | normative | Spread | a.g | test_a::test_x |  | ex-7.62 |  |
"""
MEASURED = Measured("reference.wilderness_war.a.f", ("ww:7.62",), "digest", 4, 4, {"ww:7.62": 4})


def _trees(folder: Path) -> tuple[Path, Path]:
    """Return a tree with its evidence in the older places, and one with the same evidence in the newer ones."""
    older, newer = folder / "older", folder / "newer"
    for root in (older, newer):
        write(root / "spec_tables/wilderness_war/game.toml", 'prefix = "ww"')
        write(root / "spec_tables/wilderness_war/rules_catalogue.csv", "key,gist\n7.62,x\n7.63,y\n")
        write_summary(root, Summary({MEASURED.subject: MEASURED}))
    write(older / "docs/rule_traceability.md", OLDER_TABLE)
    write(older / "docs/mutation.json", (older / "evidence/mutation.json").read_text(encoding="utf-8"))
    shutil.rmtree(older / "evidence")
    write(older / "spec_tables/wilderness_war/confirmed.csv", "key,digest\n7.62,0\n")
    _record(newer, test=("tests/test_a.py::test_x", "tests/test_a.py::test_y"))
    return older, newer


def _record(root: Path, *, test: tuple[str, ...]) -> None:
    quota = Traced(tests=test, properties=("properties/test_p.py::test_z",))
    spread = Traced(tests=test[:1], golden=("golden/ex-7.62.jsonl",))
    write(root / file_of(WAR), record_text(WAR, {"ww:7.62": quota, "ww:7.63": spread}))


def test_the_evidence_of_a_revision_is_found_in_its_older_places(tmp_path: Path) -> None:
    """Given the same evidence in older and newer places, then none is lost; with a test fewer, that one is."""
    older, newer = _trees(tmp_path)
    assert lost(older, newer) == lost(newer, newer) == ()
    assert touched(older, newer) == ()
    (score,) = scored(older, newer, frozenset({"ww:7.62"}))
    assert score.before == score.now == Score(4, 4)
    _record(newer, test=("tests/test_a.py::test_x",))
    assert lost(older, newer) == (Lost("ww:7.62", "1 recorded test fewer: test_a::test_y"),)
    write_summary(newer, Summary({MEASURED.subject: replace(MEASURED, noticed=0, killed={})}))
    (score,) = scored(older, newer, frozenset({"ww:7.62"}))
    assert (score.before, score.now) == (Score(4, 4), Score())


def test_all_that_is_no_longer_recorded_is_lost_evidence(tmp_path: Path) -> None:
    """Given older evidence and an empty record, then the tests, properties and golden traces of each rule are lost."""
    older, newer = _trees(tmp_path)
    write(newer / file_of(WAR), record_text(WAR, {}))
    assert lost(older, newer) == (
        Lost("ww:7.62", "1 recorded property fewer: test_p::test_z"),
        Lost("ww:7.62", "2 recorded tests fewer: test_a::test_x, test_a::test_y"),
        Lost("ww:7.63", "1 recorded golden trace fewer: ex-7.62"),
        Lost("ww:7.63", "1 recorded test fewer: test_a::test_x"),
    )


@pytest.mark.parametrize("text", ["", "[]", '{"digests": 1}'])
def test_confirmations_that_cannot_be_read_are_named(tmp_path: Path, text: str) -> None:
    write(tmp_path / "evidence/confirmed_gists.json", text)
    with pytest.raises(InputError, match=r"evidence/confirmed_gists\.json: is not what `\./referee confirm` writes"):
        unconfirmed(tmp_path)


# ---------------------------------------------------------------- words


def test_the_report_is_text_markdown_and_data(clone: Path) -> None:
    _plant(clone, "spec_tables/few_acres_of_snow/rules_catalogue.csv", "France wins ties.", "Britain wins ties.")
    report = _judged(clone)
    text, markdown = ("\n".join(report.lines(markdown=choice)) for choice in (False, True))
    assert text.startswith("Gate against HEAD (")
    assert "shut, for 1 reasons" in text
    assert "## Why it is shut\n- fa:end.8: its gist changed" in markdown
    data = report.to_json()
    assert data["open"] is False
    assert json.dumps(data)


def test_this_tree_has_confirmed_every_gist(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "confirm", "--check") == (0, "", "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("gate", "--base", "no-such-revision"), "git rev-parse"),
        (("gate", "--base=-x"), "'-x' is no revision"),
        (("gate", "--base", "HEAD", "--game", "chess"), "'chess' is no game"),
        (("gate", "--base", "HEAD", "--seeds", "-1"), "argument --seeds: '-1' is not a whole number"),
        (("confirm", "fa:no.such"), "fa:no.such is in no rule catalogue"),
        (("confirm",), "name rules, or ask for --check"),
    ],
)
def test_bad_input_is_named(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str) -> None:
    code, _, err = answer(capsys, *words)
    assert code == 2
    assert complaint in err


def test_a_folder_without_git_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="git rev-parse"):
        commit_of(tmp_path, "HEAD")
