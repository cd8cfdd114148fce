"""A document with a single fault does not validate, but where an exception is listed with its reason."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from oracle.choices import StableRandom
from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED
from oracle.schemas.validation import demand, is_valid
from oracle.vectors.scenes import scene_cases, scenes_of
from properties.few_acres_of_snow.explorer import rules
from properties.hammer_of_the_scots.explorer import ruleset
from reference.kernel.canonical import Json, Unreadable, parse
from spec_tables.catalogue import GAMES
from tests.oracle.fabricated_acres import fabricated as fabricated_acres
from tests.oracle.fabricated_acres import text_of as text_of_acres
from tests.oracle.fabricated_hammer import fabricated as fabricated_hammer
from tests.oracle.fabricated_hammer import text_of as text_of_hammer
from tests.oracle.schema_mutations import KINDS, Mutant, exceptions, mutants

FAMILIES = ("trace", "case", "protocol", "recorded_game")
# So many cases are taken of a game, and so many faults are planted in a family of documents.
CASES = 4
MOST = 900
Document = tuple[str, Json]
_OWNED = {"british": ["albany"], "french": []}
_POSITION = {
    "pieces": {"montcalm": {"space": "quebec"}, "webb": {"space": "albany", "under": "loudoun"}},
    "year": 1757, "season": "early", "last_year": 1759, "vp": 4, "assemblies": "supportive", "niagara": "french",
    "ohio_forks": None, "pool": ["wolfe"], "allied": _OWNED, "forts": _OWNED, "unfinished_forts": _OWNED,
    "stockades": _OWNED, "fortresses": _OWNED,
    "raided": {"british": {}, "french": {"hoosic": 1}}, "sieges": {"albany": 1},
    "amphib": [], "fieldworks": ["albany"], "hands": {"british": ["card_1"], "french": []}, "discards": ["card_2"],
    "removed_cards": [], "pile": ["card_3"], "held": ["french"], "passed": [], "built": [], "events": {"pitt": 1},
}  # fmt: skip
_AFTER = {"changed": {"vp": 3, "pieces": {"montcalm": None}}, "active": "french", "decision": "move", "context": {}}
_GAME = {"game": "wilderness_war", "scenario": "Annus Mirabilis", "options": {}, "position": _POSITION}
WILDERNESS = "\n".join(
    json.dumps(each)
    for each in (
        {"record": "game", **_GAME, "draws": [{"kind": "card", "value": "card_1", "to": "british"}]},
        {
            "record": "step", "n": 0, "by": "british", "decision": "move", "legal": [["space", "hoosic"], ["stop"]],
            "do": ["stop"], "draws": [{"kind": "d6", "value": 3}], "after": {**_AFTER, "supply": _OWNED},
        },
        {"record": "end", "result": "french", "victory": "French victory: at least 1 VP"},
    )
)  # fmt: skip


def _traces() -> Iterator[Document]:
    """Return one golden line for each type of line, action and opening of a game."""
    seen: set[tuple[str, str]] = set()
    for path in sorted((ROOT / "golden").rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            value = parse(line)
            assert isinstance(value, Mapping)
            kind = " ".join([*value, *re.findall(r'"type": ?"(\w+)"', line)[:1]])
            if (path.parent.name, kind) not in seen:
                seen.add((path.parent.name, kind))
                yield f"{path.parent.name}#/$defs/trace.line", value


def _cases() -> Iterator[Document]:
    for game in GAMES:
        scenes = scenes_of(game)
        for case in scene_cases(REGISTERED, game, scenes[:: len(scenes) // CASES]):
            yield f"{game}#/$defs/case", case.written


def _messages() -> Iterator[Document]:
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for block in text.split("```transcript\n")[1:]:
        for line in block.partition("```")[0].splitlines():
            schema = "protocol_answer" if line.startswith("<--") else "protocol_request"
            try:
                value = parse(line[4:])
            except Unreadable:
                continue
            # The conversation has mistakes of the client too.
            if is_valid(schema, value):
                yield schema, value


def _recorded() -> Iterator[Document]:
    """Return lines of games made up in two formats, and of the third a game of one step."""
    acres = text_of_acres(fabricated_acres(rules("online"), 3, 60))
    hammer = text_of_hammer(fabricated_hammer("braveheart", ruleset("peer"), 1, 150))
    for game, text in (("few_acres_of_snow", acres), ("hammer_of_the_scots", hammer), ("wilderness_war", WILDERNESS)):
        lines = text.splitlines()
        for line in (lines[0], *lines[1:-1:12], lines[-1]):
            yield f"recorded_game#/$defs/{game}", parse(line)


@cache
def _documents(family: str) -> tuple[Document, ...]:
    made = {"trace": _traces, "case": _cases, "protocol": _messages, "recorded_game": _recorded}
    return tuple(made[family]())


def _planted(family: str) -> Iterator[tuple[str, Mutant]]:
    """Return a fault of each kind at every place that some document has; of too many those that a hash puts first."""
    found: dict[str, tuple[str, Mutant]] = {}
    for schema, value in _documents(family):
        for each in mutants(value):
            found.setdefault(f"{schema} {each.kind} {each.place}", (schema, each))
    chosen = sorted(found, key=lambda name: StableRandom(name).below(1 << 32))[:MOST]
    yield from (found[name] for name in chosen)


@cache
def _passed(family: str) -> tuple[Counter[str], tuple[tuple[str, Mutant], ...]]:
    """Return how many faults were planted, by kind, and those that validate."""
    planted = tuple(_planted(family))
    passed = tuple((schema, each) for schema, each in planted if is_valid(schema, each.value))
    return Counter(each.kind for _, each in planted), passed


@pytest.mark.parametrize("family", FAMILIES)
def test_what_the_faults_are_planted_in_validates(family: str) -> None:
    for schema, value in _documents(family):
        demand(schema, value)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_single_fault_is_refused_or_excused(family: str) -> None:
    excused = exceptions()
    _, passed = _passed(family)
    unexplained = {
        f"{each.kind}: {schema}{each.place}"
        for schema, each in passed
        if not any(excuse.covers(schema, each) for excuse in excused)
    }
    assert sorted(unexplained) == []


def test_every_exception_is_needed() -> None:
    passed = [each for family in FAMILIES for each in _passed(family)[1]]
    needless = [each.where.pattern for each in exceptions() if not any(each.covers(*found) for found in passed)]
    assert needless == []


def test_the_document_does_not_promise_too_much() -> None:
    """Given docs/schemas.md, then at least the share of faults that it states is refused, of each kind."""
    text = (ROOT / "docs/schemas.md").read_text(encoding="utf-8")
    stated = {kind: int(share) for kind, share in re.findall(r"^\| ([a-z ]+) \| .* \| (\d+) % \|$", text, re.MULTILINE)}
    planted, passed = Counter[str](), Counter[str]()
    for family in FAMILIES:
        counted, found = _passed(family)
        planted += counted
        passed.update(each.kind for _, each in found)
    refused = {kind: 100 * (planted[kind] - passed[kind]) // planted[kind] for kind in KINDS}
    assert set(stated) == set(KINDS)
    assert {kind: share for kind, share in stated.items() if refused[kind] < share} == {}, refused
