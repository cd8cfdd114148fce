"""The test vectors: what is in a suite, that it is true, and that it is always the same."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from oracle.altered_actions import KnownActions
from oracle.choices import StableRandom
from oracle.cli import main
from oracle.commands.vectors import golden_of
from oracle.errors import InputError
from oracle.evidence.links import ROOT
from oracle.executors.each import ALONE, Where
from oracle.game_registry import REGISTERED, GameRegistry, opening_table
from oracle.rule_watcher import WATCHER
from oracle.schemas.documents import files
from oracle.schemas.suites import Origin
from oracle.schemas.validation import demand
from oracle.vectors.cases import (
    Case,
    Move,
    Question,
    Sense,
    Setting,
    Source,
    act_case,
    action_type,
    answer_json,
    facts_case,
    played,
    played_afresh,
    question_of,
)
from oracle.vectors.choosing import Caps, Chosen
from oracle.vectors.disturbed_positions import disturbed
from oracle.vectors.refusals import refusable
from oracle.vectors.scenes import Scene, scenes_of
from oracle.vectors.sources import Golden, golden_cases
from oracle.vectors.suite import Effort, Plan, gaps, gather, made, read_cases, read_manifest, write
from oracle.verdict_json import decision_json, verdict_json, violation_json
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse, shortfalls
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from reference.kernel.table import Due
from reference.kernel.traces import Act, Header, Refuse, Trace, read_trace
from reference.kernel.verdicts import Next
from spec_tables.catalogue import GAMES, catalogue
from tests.kernel.toy import DIE, HEAP, TAKING, WINNING
from tests.oracle.helpers import answer
from tests.oracle.toys import REGISTRY, SILENT

TRACE = "\n".join(
    [
        '{"trace":1,"game":"pebbles","ruleset":"two","scenario":"small","proves":["ww:7.2-E"]}',
        '{"expect":{"odd":true}}',
        '{"by":"left","refuse":{"type":"take","stones":3},"rule":"ww:7.62"}',
        '{"by":"left","do":{"type":"take","stones":1}}',
        '{"note":"the die"}',
        '{"by":"chance","do":{"type":"roll","face":6}}',
        '{"expect":{"heap":3}}',
        '{"by":"right","do":{"type":"take","stones":2}}',
    ]
)
EFFORT = Effort(games=2, lines=1, steps=40, line_steps=10, disturbances=300)


TAKE_TWO: Json = {"type": "take", "stones": 2}


def toy_plan(registry: GameRegistry = REGISTRY) -> Plan:
    golden = {"pebbles": (Golden("example", read_trace(TRACE)),)}
    scene = Scene((TAKING,), (), "two", {"heap": 18, "turn": "left", "rolling": False}, Move("left", TAKE_TWO))
    return Plan(registry, ("pebbles",), golden, EFFORT, scenes={"pebbles": (scene,)})


@cache
def toy_cases() -> tuple[Case, ...]:
    return gather(toy_plan(), "pebbles")


@cache
def war_files() -> Mapping[str, bytes]:
    """Return the suite of some golden traces of Wilderness War, as the command would make it."""
    some = tuple(each for each in golden_of("wilderness_war") if each.name.startswith(("ex-11", "ex-12", "ex-7.6")))
    assert some
    effort = Effort(games=0, lines=1, disturbances=40)
    return made(Plan(REGISTERED, ("wilderness_war",), {"wilderness_war": some}, effort))


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    write(made(toy_plan()), tmp_path / "suite")
    return tmp_path / "suite"


# ---------------------------------------------------------------- what is in it


def test_every_rule_a_game_shows_has_cases_of_both_senses_if_it_can() -> None:
    shown = {
        (case.sense, rule)
        for case in toy_cases()
        for rule in case.rules
        if case.sense in (Sense.POSITIVE, Sense.NEGATIVE)
    }
    positive = {(Sense.POSITIVE, rule) for rule in (TAKING, HEAP, DIE, WINNING)}
    negative = {(Sense.NEGATIVE, rule) for rule in (TAKING, HEAP)}
    assert shown == positive | negative


NEVER_REFUSED = "no refusal names it: it says what happens, not what may be done"


def test_what_can_be_broken_is_what_the_rules_refuse_for() -> None:
    """Loss quotas and entering forts can be broken; VP for a battle just happen."""
    assert {"ww:7.62", "ww:6.52"} <= refusable("wilderness_war")
    assert "ww:7.81" not in refusable("wilderness_war")
    assert refusable("chess") == frozenset()


def test_a_suite_says_which_rules_have_no_cases() -> None:
    manifest = json.loads(made(toy_plan())["manifest.json"])
    rules = json.loads(made(toy_plan())["pebbles/rules.json"])
    assert manifest["games"]["pebbles"]["normative_rules"] == {
        "all": 5,
        "with_positive_cases": 4,
        "with_negative_cases": 2,
        "only_consulted": [],
        "without_cases": [SILENT],
        "with_several_positive_cases": 4,
        "with_several_negative_cases": 2,
        "with_one_positive_case": [],
        "with_one_negative_case": [],
        "without_positive_cases": {SILENT: "no case reaches it"},
        "unexplained": {"positive": [SILENT], "negative": []},
        "contradicted": {"positive": [], "negative": []},
        "without_negative_cases": dict.fromkeys(sorted((DIE, WINNING, SILENT)), NEVER_REFUSED),
    }
    assert rules[SILENT] == {"title": f"title of {SILENT}", "positive": [], "negative": [], "consulting": []}


def test_the_command_tells_which_rules_lack_cases() -> None:
    """Given a rule that no case reaches, one that a list is wrong about, and one with a single case, all are named."""
    manifest = json.loads(made(toy_plan())["manifest.json"])
    assert gaps(manifest) == [f"pebbles: without a positive case, and no reason why: {SILENT}"]
    rules = manifest["games"]["pebbles"]["normative_rules"]
    rules["unexplained"] = {"positive": [], "negative": []}
    assert gaps(manifest) == []
    rules["contradicted"]["negative"] = [HEAP]
    rules["with_one_negative_case"] = [TAKING, HEAP]
    assert gaps(manifest) == [
        f"pebbles: listed as having no negative case, yet with one: {HEAP}",
        f"pebbles: with a single negative case: {TAKING}, {HEAP}",
    ]


def test_every_source_gives_cases() -> None:
    origins = {json.dumps(case.written["source"]).split('"')[3] for case in toy_cases()}
    assert origins == {origin.value for origin in Origin}


@pytest.mark.parametrize("registry", [REGISTRY, REGISTERED], ids=["toy", "war"])
def test_every_answer_is_what_the_game_says(registry: GameRegistry) -> None:
    """Given each case, when its position is set up anew and its question asked, then the answer is the case's."""
    if registry is REGISTRY:
        written = [case.written for case in toy_cases()]
    else:
        files = (content for path, content in war_files().items() if path.endswith(".jsonl"))
        written = [case for content in files for case in _lines(content)]
    assert len(written) > 10
    for case in written:
        assert _answered(registry, case) == _expected(case), case["id"]


def _answered(registry: GameRegistry, case: Mapping[str, Json]) -> Json:
    game, ruleset = str(case["game"]), parse_ruleset_name(str(case["ruleset"]))
    if case["kind"] == "start":
        opening = registry.start(game, ruleset, str(case["scenario"]))
        return verdict_json(opening, Next(opening))
    table = registry.place(game, ruleset, case["position"])
    match case["kind"]:
        case "facts":
            return [each.path for each in shortfalls(case["facts"], table.describe())]
        case "check":
            broken = [violation_json(each) for each in table.check()]
            rules = list(dict.fromkeys(each["rule"] for each in broken))
            return {"ruling": "unsound", "rules": rules, "violations": broken}
        case "decision":
            due = table.due()
            assert isinstance(due, Due)
            return decision_json(due)
        case "observe":
            return table.observe(str(case["side"]))
        case _:
            verdict = played(table, question_of(case))
            answer = answer_json(table, question_of(case), verdict)
            ending = verdict.state.due() if isinstance(verdict, Next) else None
            over = {"result": ending.result, "rules": list(ending.rules)} if isinstance(ending, Over) else None
            assert answer.get("over") == over
            return answer


def _expected(case: Mapping[str, Json]) -> Json:
    name = {"decision": "decision", "observe": "view"}.get(str(case["kind"]), "verdict")
    return [] if case["kind"] == "facts" else case[name]


@pytest.mark.parametrize("kind", ["start", "act", "decision", "check", "facts", "observe"])
def test_there_are_cases_of_every_kind(kind: str) -> None:
    assert kind in {case.written["kind"] for case in toy_cases()}


def test_rules_that_no_answer_cites_are_seen_when_they_are_consulted() -> None:
    """Given a die in a battle without auxiliaries, then the functions of the modifiers ran, whatever was run before."""
    table = opening_table(golden_of("wilderness_war")[0].trace.header)
    question = Question(Move("chance", {"type": "roll", "die": 4}))
    first = WATCHER.rules_run_by(lambda: played_afresh(table, question))
    assert first
    assert first == WATCHER.rules_run_by(lambda: played_afresh(table, question))
    assert first > WATCHER.rules_run_by(lambda: None) == frozenset()


def test_the_set_up_of_a_scenario_is_about_the_rules_of_set_up() -> None:
    starts = _lines(war_files()["wilderness_war/start.jsonl"])
    assert {str(case["scenario"]) for case in starts} == {name for name, _ in catalogue("wilderness_war").scenarios}
    assert all("ww:sc-list" in str(case["rules"]) for case in starts)


def test_a_disturbed_position_has_one_thing_changed() -> None:
    position: Json = {"pieces": {"a": ["x", "y"], "b": ["z"]}, "n": 5, "flag": True, "none": None, "frames": [{"p": 1}]}
    found = {canonical_text(disturbed(position, StableRandom(str(seed)))) for seed in range(200)}
    for changed in (
        {"n": 6}, {"n": 2}, {"flag": False}, {"pieces": {"a": ["y"], "b": ["z"]}},
        {"pieces": {"a": ["y"], "b": ["z", "x"]}}, {"pieces": {"a": ["x", "y"], "b": ["z", "x"]}}, {},
    ):  # fmt: skip
        assert isinstance(position, Mapping)
        assert canonical_text({**position, **changed}) in found
    assert disturbed({}, StableRandom("")) == {}
    assert disturbed(None, StableRandom("")) is None


def _lines(content: bytes) -> list[Mapping[str, Json]]:
    found = [parse(line) for line in content.decode().splitlines()]
    return [case for case in found if isinstance(case, Mapping)]


def test_a_golden_trace_gives_the_whole_each_turn_each_refusal_and_the_opening_facts() -> None:
    golden = [case.written for case in toy_cases() if '"golden"' in json.dumps(case.written["source"])]
    take: Json = {"type": "take", "stones": 1}
    six: Json = {"by": "chance", "do": {"type": "roll", "face": 6}}
    last: Json = {"by": "right", "do": {"type": "take", "stones": 2}}
    assert sorted((canonical_text(case.get("actions", case.get("facts"))), case["sense"]) for case in golden) == sorted(
        [
            (canonical_text({"odd": True}), "positive"),
            (canonical_text([{"by": "left", "do": {"type": "take", "stones": 3}}]), "negative"),
            (canonical_text([{"by": "left", "do": take}, six, last]), "positive"),
            (canonical_text([{"by": "left", "do": take}, six]), "positive"),
            (canonical_text([last]), "positive"),
        ]
    )
    whole = next(case for case in golden if case["kind"] == "act" and "ww:7.2-E" in str(case["rules"]))
    assert len(str(whole["actions"]).split("by")) == 4


def _answer_from_the_case_alone(case: Case) -> Json:
    written = case.written
    table = REGISTERED.place(str(written["game"]), parse_ruleset_name(str(written["ruleset"])), written["position"])
    question = question_of(written)
    return answer_json(table, question, played(table, question))


@pytest.mark.parametrize("game", GAMES)
def test_a_golden_refusal_can_be_told_from_the_case_alone(game: str) -> None:
    refused = [
        case
        for golden in golden_of(game, ROOT)
        for case in golden_cases(golden, REGISTERED)
        if case.sense is Sense.NEGATIVE
    ]
    assert refused
    for case in refused:
        assert _answer_from_the_case_alone(case) == case.written["verdict"], case.id


def test_a_refusal_known_from_the_last_step_begins_before_it_or_gives_no_case() -> None:
    """Given a capital that falls, when the victor wants to occupy it, then the case holds the withdrawal too."""
    siege: Json = {"place": "quebec", "marker": 2, "attackers": ["british_siege_artillery"], "defenders": []}
    hands: Json = {"british": ["british_norfolk"], "french": ["french_gaspe"]}
    whole: dict[str, Json] = {"sieges": {"british": siege}, "hands": hands}
    occupies = Refuse("british", {"type": "leave_neutral"}, "fa:end.1")
    withdraws = Act("french", {"type": "withdraw", "place": "quebec"})

    def cases_of(frame: Json, *lines: Act | Refuse) -> list[Case]:
        header = Header("few_acres_of_snow", parse_ruleset_name("first"), position={**whole, "frames": [frame]})
        trace = Trace(header, tuple(enumerate(lines, 2)))
        return [each for each in golden_cases(Golden("x", trace), REGISTERED) if each.sense is Sense.NEGATIVE]

    assert cases_of({"type": "turn_start", "side": "british"}, occupies) == []
    (case,) = cases_of({"type": "turn", "side": "french", "actions": 2}, withdraws, occupies)
    assert case.written["actions"] == [
        {"by": "french", "do": withdraws.do},
        {"by": "british", "do": occupies.refuse},
    ]
    assert _answer_from_the_case_alone(case) == case.written["verdict"]


def test_a_divergence_is_the_same_question_with_another_answer() -> None:
    other = [case.written for case in toy_cases() if '"divergence"' in json.dumps(case.written["source"])]
    three: Json = [{"by": "left", "do": {"type": "take", "stones": 3}}]
    assert any((case["ruleset"], case["actions"], case["sense"]) == ("two+most=3", three, "positive") for case in other)


def test_no_rule_gets_more_cases_than_it_wants_the_same_way() -> None:
    chosen = Chosen(Caps(rule=3, alike=2))
    table = REGISTRY.start("pebbles", RulesetName("two"), "large")
    question = Question(Move("left", {"type": "take", "stones": 1}))
    case = act_case(
        Setting("pebbles", RulesetName("two")),
        Source(Origin.EXPLORED, "x", 0),
        table,
        question,
        played(table, question),
    )
    wants = []
    for number, way in enumerate("aaabbb"):
        wants.append(chosen.wants(case.sense, case.rules, way))
        if wants[-1]:
            assert chosen.keep(replace(case, id=f"pebbles/take/{number}", signature=way))
    assert wants == [True, True, False, True, False, False]
    assert not chosen.keep(replace(case, id="pebbles/take/0"))


def test_an_altered_action_has_one_part_exchanged() -> None:
    known = KnownActions()
    known.learn("a", [{"type": "a", "to": "x", "n": 1, "all": [1, 2], "f": True}, {"type": "a", "to": "y", "n": 1}, 5])
    action: Json = {"type": "a", "to": "x", "n": 1, "all": [1, 2], "f": True}
    assert isinstance(action, Mapping)
    found = [known.exchanged(action, StableRandom(str(seed))) for seed in range(60)]
    for each in found:
        assert isinstance(each, Mapping)
        assert sum(each[name] != action[name] for name in action) <= 1
    assert {"type": "a", "to": "y", "n": 1, "all": [1, 2], "f": True} in found
    assert {"type": "a", "to": "x", "n": 0, "all": [1, 2], "f": True} in found
    assert {"type": "a", "to": "x", "n": 1, "all": [2], "f": True} in found
    assert {"type": "a", "to": "x", "n": 1, "all": [1, 2], "f": False} in found
    assert known.exchanged({"type": "pass"}, StableRandom("")) == {"type": "pass"}
    assert known.exchanged({"type": "new", "to": "x"}, StableRandom("")) == {"type": "new", "to": "x"}
    assert known.exchanged(5, StableRandom("")) == 5
    assert {canonical_text(known.offered_before("a", StableRandom(str(seed)))) for seed in range(60)} == {
        canonical_text(action), '{"n":1,"to":"y","type":"a"}', "5",
    }  # fmt: skip


# ---------------------------------------------------------------- ids


def test_an_id_is_made_from_the_question_alone() -> None:
    """Given the same position and action with another answer, then the id is the same; with another question, not.

    The digest is that of `sha256sum` over the text of the question, typed by hand.
    """
    setting, source = Setting("pebbles", RulesetName("two")), Source(Origin.EXPLORED, "x", 0)
    table = REGISTRY.start("pebbles", setting.ruleset, "small")
    question = Question(Move("left", {"type": "take", "stones": 1}))
    other = Question(Move("left", {"type": "take", "stones": 2}))
    case = act_case(setting, source, table, question, played(table, question))
    assert case.id == "pebbles/take/24cfea6172d772b4"
    assert act_case(setting, replace(source, step=9), table, question, played(table, other)).id == case.id
    assert act_case(setting, source, table, other, played(table, other)).id != case.id
    assert (
        facts_case(setting, source, table, {"odd": True}, ()).id
        == facts_case(setting, source, table, {"odd": 1}, ()).id
    )
    assert facts_case(setting, source, table, {"odd": True}, ()).id != facts_case(setting, source, table, {}, ()).id


@pytest.mark.parametrize(
    ("action", "named"),
    [
        ({"type": "take"}, "take"),
        ({"type": "../x"}, "other"),
        ({"type": "facts"}, "other"),
        ({}, "other"),
        (3, "other"),
    ],
)
def test_the_type_of_an_action_is_safe_in_a_file_name(action: Json, named: str) -> None:
    assert action_type(action) == named


# ---------------------------------------------------------------- always the same


def test_two_runs_write_identical_bytes() -> None:
    assert made(toy_plan()) == made(toy_plan())


def acres_plan() -> Plan:
    """Return a plan with a little of everything that a real game has."""
    game = "few_acres_of_snow"
    effort = Effort(games=1, lines=0, steps=30, disturbances=20)
    by_hand = [scene for scene in scenes_of(game) if scene.note]
    return Plan(REGISTERED, (game,), {game: golden_of(game)[:1]}, effort, scenes={game: by_hand})


@pytest.mark.parametrize("plan", ["toy_plan", "acres_plan"])
def test_the_bytes_do_not_depend_on_the_order_of_sets(plan: str) -> None:
    """Given two processes in which sets have another order, then both make the same files."""
    code = (
        f"import hashlib; from oracle.vectors.suite import made; from tests.oracle.test_vectors import {plan};"
        f"print(hashlib.sha256(repr(sorted(made({plan}()).items())).encode()).hexdigest())"
    )
    found = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-X", "utf8", "-c", code]
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        found.add(done.stdout.strip())
    assert len(found) == 1


def test_the_picks_are_these_on_every_machine() -> None:
    """The numbers are those of `printf seed/1 | b2sum -l 64` and so on, taken by six."""
    choices = StableRandom("seed")
    assert [choices.below(6) for _ in range(8)] == [0, 4, 0, 4, 1, 0, 0, 4]


# ---------------------------------------------------------------- schemas


def test_every_case_and_file_is_what_the_schemas_say() -> None:
    """Given the suite of a real game, then its cases, manifest and lists validate, and the schemas are in it."""
    found = war_files()
    for path, content in found.items():
        if path.endswith(".jsonl"):
            for case in _lines(content):
                demand("wilderness_war#/$defs/case", case)
    demand("manifest", parse(found["manifest.json"].decode()))
    demand("rules", parse(found["wilderness_war/rules.json"].decode()))
    demand("rulesets", parse(found["wilderness_war/rulesets.json"].decode()))
    assert {f"schema/{name}": content for name, content in files().items()}.items() <= found.items()
    demand("manifest", parse(made(toy_plan())["manifest.json"].decode()))


def test_a_case_that_the_schemas_do_not_allow_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a fault that spoils a case, when a suite is made, then it fails, naming the case."""
    good = toy_cases()[0]
    spoilt = replace(good, written={**good.written, "banana": 7})
    monkeypatch.setattr("oracle.vectors.suite.gather", lambda *_: (spoilt,))
    with pytest.raises(Unreadable, match=good.id):
        made(Plan(REGISTERED, ("wilderness_war",), {}))


# ---------------------------------------------------------------- files


def test_a_suite_is_written_and_read_back(suite: Path) -> None:
    written = {case.id: case.written for case in toy_cases()}
    assert {str(case["id"]): case for case in read_cases(suite)} == written
    manifest = read_manifest(suite)
    assert manifest["cases"] == len(written)
    assert (manifest["suite_version"], manifest["schema_version"]) == ("0.6.0", 6)
    assert json.loads((suite / "pebbles" / "rulesets.json").read_text("utf-8"))["two+most=3"] == {"most": "3"}


def test_an_earlier_suite_gives_way_and_nothing_else_does(suite: Path) -> None:
    before = sorted(path for path in suite.rglob("*") if path.is_file())
    (suite / "mine.txt").write_text("keep", encoding="utf-8")
    files = made(toy_plan())
    write({path: content for path, content in files.items() if path != "pebbles/facts.jsonl"}, suite)
    assert sorted(path for path in suite.rglob("*") if path.is_file()) == sorted(
        [*(path for path in before if path.name != "facts.jsonl"), suite / "mine.txt"]
    )


def test_a_folder_that_is_no_suite_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(InputError, match="is neither empty nor an earlier suite"):
        write(made(toy_plan()), tmp_path)
    with pytest.raises(InputError, match="is a file, not a folder"):
        write({}, tmp_path / "mine.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("path", ["../mine.txt", "/mine.txt", "a/../../mine.txt", "a/..", "..", ""])
def test_a_manifest_cannot_point_out_of_its_folder(suite: Path, path: str) -> None:
    manifest = json.loads((suite / "manifest.json").read_text("utf-8"))
    manifest["files"][0]["path"] = path
    (suite / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(InputError, match="is no file of a suite; nothing is written"):
        write({}, suite)
    with pytest.raises(InputError, match=r"files\[0\].path: must look like"):
        read_manifest(suite)


def test_a_changed_file_is_noticed(suite: Path) -> None:
    path = suite / "pebbles" / "take.jsonl"
    path.write_bytes(path.read_bytes().replace(b"illegal", b"legal", 1))
    with pytest.raises(InputError, match=r"take\.jsonl: is not the file of the manifest"):
        list(read_cases(suite))
    path.unlink()
    with pytest.raises(InputError, match=r"take\.jsonl: No such file"):
        list(read_cases(suite))


# ---------------------------------------------------------------- the command


def test_the_command_writes_a_suite_and_says_what_is_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Plan] = []

    def noted(plan: Plan, where: Where) -> Mapping[str, bytes]:
        assert where == ALONE
        plans.append(plan)
        return war_files()

    monkeypatch.setattr("oracle.commands.vectors.made", noted)
    words = ["vectors", "--out", str(tmp_path / "v"), "--game", "wilderness_war", "--games", "3", "--cases", "1"]
    assert main([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == read_manifest(tmp_path / "v")
    assert main(words) == 0
    assert f"{printed['cases']} cases" in capsys.readouterr().out
    assert (plans[0].games, plans[0].effort, plans[0].caps) == (("wilderness_war",), Effort(games=3), Caps(rule=1))
    assert plans[0].golden == {"wilderness_war": golden_of("wilderness_war")}
    assert plans[0].scenes == {"wilderness_war": scenes_of("wilderness_war")}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--game", "chess"), "'chess' is no game"),
        (("--games", "-1"), "argument --games: '-1' is not a whole number, 0 to 1000000000"),
        (("--steps", "x"), "argument --steps: 'x' is not a whole number, 0 to 1000000000"),
    ],
)
def test_a_wrong_argument_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    code, _, err = answer(capsys, "vectors", "--out", str(tmp_path / "v"), *words)
    assert (code, complaint in err) == (2, True)
    assert not (tmp_path / "v").exists()


def test_watching_is_for_the_first_time_only_and_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.vectors.choosing.MOST_WAYS", 2)
    chosen = Chosen()
    assert [chosen.curious(way) for way in ("a", "a", "b", "c")] == [True, False, True, False]


def test_only_so_many_cases_are_about_whose_turn_it_is() -> None:
    chosen = Chosen(Caps(turns=2))
    for number, (way, wanted) in enumerate([("a", True), ("a", False), ("b", True), ("c", False)]):
        assert chosen.wants(Sense.TURN, (), way) is wanted
        if wanted:
            chosen.keep(Case(f"x/y/{number}", Sense.TURN, (), way, {}))
