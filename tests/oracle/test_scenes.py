"""Scenes: that each kept one still shows its rules, that a stale one is caught, and how they are gathered."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FunctionType

import pytest

from oracle.errors import InputError
from oracle.game_registry import REGISTERED
from oracle.schemas.validation import demand
from oracle.vectors.cases import Case, Move, Question, Sense
from oracle.vectors.exemptions import coverage, listed
from oracle.vectors.harvest import Basket, Candidate, candidates, chosen, ruleset_name, watch
from oracle.vectors.refusals import refusable
from oracle.vectors.rule_dependence import depends
from oracle.vectors.scenes import BY_HAND, GATHERED, Scene, read_scene, scene_cases, scenes_of
from oracle.vectors.suite import Plan, gather, opening_cases
from reference.kernel.canonical import Json
from reference.kernel.rules import UnknownRule
from reference.kernel.rulesets import RulesetName
from reference.kernel.verdicts import Next
from spec_tables.catalogue import GAMES, catalogue
from tests.kernel import toy
from tests.kernel.toy import DIE, HEAP, TAKING, WINNING
from tests.oracle.test_vectors import toy_plan
from tests.oracle.toys import CATALOGUE, REGISTRY, SILENT, STONES

POSITION: dict[str, Json] = {"heap": 5, "turn": "left", "rolling": False}
TWO: Json = {"type": "take", "stones": 2}
TAKEN = Scene((TAKING,), (), "two", POSITION, Move("left", TWO))
TOO_MANY = replace(TAKEN, move=Move("left", {"type": "take", "stones": 3}))
OWED = Scene((HEAP,), (), "two", {"heap": -1, "turn": "left", "rolling": False}, None)


# ---------------------------------------------------------------- those that are kept


@cache
def _cases(game: str) -> tuple[Case, ...]:
    return tuple(scene_cases(REGISTERED, game, scenes_of(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_scene_still_shows_what_it_is_kept_for(game: str) -> None:
    """Given the kept scenes, when each is set up and asked, then it touches its rules; no two ask the same."""
    scenes, cases = scenes_of(game), _cases(game)
    assert len({case.id for case in cases}) == len(cases) == len(scenes) > 100
    for case, scene in zip(cases, scenes, strict=True):
        assert set(scene.shows) <= set(case.rules)
        assert set(scene.consults) <= {*case.rules, *case.consults}
        demand(f"{game}#/$defs/case", case.written)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_cases_of_both_senses_or_a_reason_why_not(game: str) -> None:
    """Given the scenes and the openings, then a normative rule without a case is listed, and nothing else is."""
    known = catalogue(game)
    found = coverage(known, [*_cases(game), *opening_cases(REGISTERED, known)])
    for sense in (Sense.POSITIVE, Sense.NEGATIVE):
        assert found.unexplained(sense) == []
        assert found.contradicted(sense) == []
    assert {rule for _, rule in listed(game)} <= set(found.normative)
    # Only a rule that some refusal might name needs a reason of its own.
    assert {rule for sense, rule in listed(game) if sense is Sense.NEGATIVE} <= refusable(game)
    excused = {excuse.rule for excuse in known.excuses}
    assert not excused & {rule for sense, rule in listed(game) if sense is Sense.POSITIVE}


def test_a_reason_too_few_and_a_reason_too_many_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a case of one rule, then a rule without is unexplained, and a reason why that one had none is wrong."""
    case = next(scene_cases(REGISTRY, STONES.id, [TAKEN]))
    wrong = {(Sense.POSITIVE, TAKING): "it is said to have none", (Sense.POSITIVE, DIE): "never rolled"}
    monkeypatch.setattr("oracle.vectors.exemptions.listed", lambda _: wrong)
    found = coverage(CATALOGUE, [case])
    assert found.contradicted(Sense.POSITIVE) == [TAKING]
    assert found.unexplained(Sense.POSITIVE) == sorted((WINNING, SILENT))
    assert found.without(Sense.POSITIVE)[DIE] == "never rolled"
    assert found.only_one(Sense.POSITIVE) == sorted((TAKING, HEAP))
    assert (found.several(Sense.POSITIVE), found.several(Sense.NEGATIVE)) == (0, 0)
    assert coverage(CATALOGUE, [case, replace(case, id="x/y/z")]).several(Sense.POSITIVE) == 2


def test_a_list_that_names_a_rule_twice_or_one_that_is_not_there_is_refused(tmp_path: Path) -> None:
    entry = '[[pebbles.negative]]\nrules = ["{}"]\nreason = "x"\n'
    (tmp_path / "twice").write_text(entry.format(TAKING) * 2, encoding="utf-8")
    (tmp_path / "unknown").write_text(entry.format("ww:99"), encoding="utf-8")
    with pytest.raises(AssertionError, match="is listed twice"):
        listed("pebbles", tmp_path / "twice")
    with pytest.raises(UnknownRule, match="ww:99"):
        listed("pebbles", tmp_path / "unknown")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("folder", [GATHERED, BY_HAND], ids=["gathered", "by_hand"])
def test_the_scenes_are_written_as_they_are_read(folder: Path, game: str) -> None:
    text = (folder / f"{game}.jsonl").read_text("utf-8")
    scenes = [read_scene(line) for line in text.splitlines()]
    assert "".join(f"{scene.text()}\n" for scene in scenes) == text
    # Whoever writes a scene by hand says why the answer is what it is.
    assert all(bool(scene.note) is (folder == BY_HAND) for scene in scenes)


# ---------------------------------------------------------------- stale ones


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        (replace(TAKEN, shows=(DIE,)), f"no longer touches {DIE}"),
        (replace(TAKEN, consults=(DIE,)), f"no longer touches {DIE}"),
        (replace(TOO_MANY, shows=(HEAP,)), f"no longer touches {HEAP}"),
        (replace(OWED, position=POSITION), f"no longer touches {HEAP}"),
        (replace(TAKEN, position={**POSITION, "turn": "nobody"}), "turn: 'nobody' is no player"),
        (replace(TAKEN, ruleset="nine"), "ruleset: 'nine' is no ruleset of pebbles"),
        (replace(TAKEN, move=Move("right", TWO)), "is neither allowed nor refused"),
        (replace(TAKEN, shows=()), "no longer touches any rule"),
        (replace(TAKEN, move=None, side="left"), f"no longer touches {TAKING}"),
        (replace(TAKEN, move=None, facts={"odd": False}), "facts.odd: should be False, not True"),
    ],
)
def test_a_stale_scene_is_caught(scene: Scene, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        list(scene_cases(REGISTRY, STONES.id, [scene]))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"shows": ["ww:99"]}, "ww:99 is in no rule catalogue"),
        ({"more": 1}, "more"),
        ({"by": 1}, "by: must be a text"),
        ({"ruleset": None}, "ruleset: must be a text"),
        ({"then": 1}, "then: must be a list"),
        ({"then": [{"by": "left"}, 1]}, r"then\[1\]: must be a mapping"),
        ({"then": [{"by": "left", "do": 1, "more": 1}]}, r"then\[0\].more: has no place here"),
        ({"side": 1}, "side: must be a text"),
    ],
)
def test_a_line_that_is_no_scene_is_named(tmp_path: Path, change: dict[str, Json], fault: str) -> None:
    lines = (TAKEN.text(), json.dumps({**json.loads(TAKEN.text()), **change}))
    (tmp_path / "pebbles.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError, match=rf"pebbles\.jsonl, line 2: .*{fault}"):
        scenes_of("pebbles", [tmp_path])


# ---------------------------------------------------------------- in a suite


def test_scenes_become_cases_with_the_answers_of_the_reference() -> None:
    """Given three scenes, then a suite has a legal action, a refused one and an unsound position for their rules."""
    scenes = (replace(TAKEN, position={**POSITION, "heap": 17}), replace(TOO_MANY, ruleset="two"), OWED)
    plan: Plan = replace(toy_plan(), scenes={"pebbles": scenes})
    written = [case.written for case in gather(plan, "pebbles") if "'scene'" in str(case.written["source"])]
    found = {str(each["sense"]): each for each in written if each["kind"] == "act"}
    assert {str(each["kind"]) for each in written} == {"act", "check"}
    assert "'heap': 15" in str(found["positive"]["verdict"])
    assert "too_many" in str(found["negative"]["verdict"])
    assert found["negative"]["rules"] == [TAKING]


# ---------------------------------------------------------------- gathering


@pytest.fixture
def basket(monkeypatch: pytest.MonkeyPatch) -> Basket:
    monkeypatch.setattr(toy.Stones, "step", toy.Stones.step)
    monkeypatch.setattr(toy.Stones, "check", toy.Stones.check)
    found = Basket(CATALOGUE)
    watch(STONES, found)
    return found


def test_what_a_game_is_asked_is_gathered(basket: Basket) -> None:
    """Given a game that is watched, when it is asked, then each question is kept with ruleset and position."""
    state = toy.State(toy.Ruleset("3"), 5)
    STONES.step(state, toy.Take(1))
    STONES.step(state, toy.Take(4))
    STONES.step(state, toy.Roll(1))
    STONES.check(toy.State(toy.Ruleset("2"), -2))
    STONES.check(state)
    for _ in range(9):
        STONES.step(state, toy.Take(1))
    assert [(each.action, each.options) for each in basket.now] == [
        ({"type": "take", "stones": 1}, {"most": "3"}),
        ({"type": "take", "stones": 4}, {"most": "3"}),
        (None, {"most": "2"}),
        *[({"type": "take", "stones": 1}, {"most": "3"})] * 2,
    ]
    found = candidates(REGISTRY, CATALOGUE, basket.now)
    asked = {(each.sense, each.scene.ruleset, str(each.scene.move)): each.shows for each in found}
    assert asked[Sense.NEGATIVE, "three", str(Move("left", {"type": "take", "stones": 4}))] == {TAKING}
    assert asked[Sense.NEGATIVE, "two", "None"] == {HEAP}
    assert asked[Sense.POSITIVE, "three", str(Move("left", {"type": "take", "stones": 1}))] == {TAKING, HEAP}


def test_what_was_done_elsewhere_is_tried_where_a_rule_is_seldom_broken(basket: Basket) -> None:
    """Given taking three from five and one from one, then taking three from one is tried: nothing else breaks 7.63."""
    STONES.step(toy.State(toy.Ruleset("3"), 5), toy.Take(3))
    STONES.step(toy.State(toy.Ruleset("3"), 1), toy.Take(1))
    broken = [each for each in candidates(REGISTRY, CATALOGUE, basket.now) if each.sense is Sense.NEGATIVE]
    assert {(str(each.scene.position), str(each.scene.move)) for each in broken} == {
        (str({"heap": 1, "turn": "left", "rolling": False}), str(Move("left", {"type": "take", "stones": number})))
        for number in (2, 3)
    }
    assert all(each.shows == {HEAP} for each in broken)


def test_a_few_that_differ_are_kept_the_smallest_first() -> None:
    """Given five scenes in two ways, then three are kept: the smallest of each way, then the next smallest."""
    offered = [
        Candidate(
            replace(TAKEN, position={**POSITION, "heap": 10 + number}),
            Sense.POSITIVE,
            frozenset({TAKING}),
            frozenset({DIE}),
            way,
        )
        for number, way in enumerate("aaabb")
    ]
    kept = chosen([TAKING], offered)
    assert [scene.position["heap"] for scene in kept if isinstance(scene.position, dict)] == [10, 11, 13]
    assert {scene.shows for scene in kept} == {(TAKING,)}
    only = chosen([DIE], offered)
    assert [(scene.shows, scene.consults) for scene in only] == [((), (DIE,))] * 2


def test_a_ruleset_is_named_by_the_nearest_preset() -> None:
    assert ruleset_name(CATALOGUE, {"most": "3"}) == "three"
    known = catalogue("wilderness_war")
    options = {option.name: option.default for option in known.options}
    other = known.options[0]
    value = next(each for each in other.values if each != other.default)
    assert ruleset_name(known, options) == known.presets[0].name
    assert ruleset_name(known, {**options, other.name: value}) == f"{known.presets[0].name}+{other.name}={value}"


# ---------------------------------------------------------------- what an answer depends on


def test_an_answer_depends_on_a_function_whose_change_it_shows() -> None:
    """Given taking two of five: who is next and whether all is allowed matter, a die that is not rolled does not."""
    table, question = REGISTRY.place(STONES.id, RulesetName("two"), POSITION), Question(Move("left", TWO))

    def on(name: str) -> bool:
        function = vars(toy)[name]
        assert isinstance(function, FunctionType)
        return depends(table, question, TAKING, [function], lambda: None)

    assert on("_taken")
    assert on("_broken")
    assert not on("_rolled")
    assert not on("table")
    # Nothing of the wrong answers is left behind.
    assert not on("_rolled")
    assert isinstance(STONES.step(toy.State(toy.Ruleset("2"), 5), toy.Take(2)), Next)
