"""What behaves differently: both versions answer the same questions; every difference is attributed to rules."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.files import SCENES
from oracle.gate.touched import Touched
from oracle.gate.trees import Version
from oracle.vectors.cases import SCHEMA_VERSION
from reference.kernel.canonical import Difference, checked, differences

_SHOWN = 6
_SCENES = (SCENES, "oracle/vectors/scenes/by_hand")
Found = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is asked: the size of the vector suite, and the number and length of the seeded games."""

    lines: int = 4
    suite_games: int = 1
    suite_steps: int = 3_000
    disturbances: int = 600
    cases: int = 6
    seeds: int = 2
    steps: int = 400

    def of_suite(self) -> dict[str, int]:
        """Return the part that makes the vector suite."""
        return {
            "games": self.suite_games,
            "lines": self.lines,
            "steps": self.suite_steps,
            "disturbances": self.disturbances,
        }


@dataclass(frozen=True, slots=True)
class Change:
    """A question that the two versions answer differently, and the rules held responsible."""

    question: str
    rules: tuple[str, ...]
    position: object
    action: object
    before: tuple[str, ...]
    after: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Return it as data."""
        return asdict(self)


@dataclass(slots=True)
class Asked:
    """The result: how many questions were asked, and what changed."""

    cases: int = 0
    games: int = 0
    steps: int = 0
    changes: list[Change] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions, and what was touched between them."""

    before: Version
    now: Version
    touched: tuple[Touched, ...]
    effort: Effort
    kept: Path
    tell: Callable[[str], None] = lambda _: None

    def asked(self, games: Sequence[str]) -> Asked:
        """Ask both versions the whole vector suite and the seeded games."""
        found = Asked()
        for game in games:
            self.tell(f"{game}: the vector suite")
            self._vectors(game, found)
            self.tell(f"{game}: seeded games")
            self._games(game, found)
        return found

    # ---------------------------------------------------------------- vectors

    def _vectors(self, game: str, found: Asked) -> None:
        cases = self._cases(game)
        found.cases += len(cases)
        answers = self.now.answers({"ask": "case", "case": case, "consult": False} for case in cases)
        other = [
            case for case, answer in zip(cases, answers, strict=True) if _first(answer).get("answer") != _expected(case)
        ]
        again = [{"ask": "case", "case": case, "consult": True} for case in other]
        for case, new, old in zip(other, self.now.answers(again), self.before.answers(again), strict=True):
            was, is_now = {"answer": _expected(case)}, _first(new)
            consulted = {*_texts(is_now.get("consults")), *_texts(_first(old).get("consults"))}
            shown = _differing(was["answer"], is_now.get("answer"))
            rules = self._laid_to(_cited(shown), {*consulted, *_texts(case.get("rules"))}, game)
            action = case.get("actions", case.get("scenario"))
            before, after = tuple(line for line, _ in shown), tuple(line for _, line in shown)
            place = f"vector {case['id']} ({case['ruleset']})"
            found.changes.append(Change(place, rules, case.get("position"), action, before, after))

    def _cases(self, game: str) -> list[Found]:
        """Return the cases of the earlier version; make them only once."""
        wanted = {"ask": "cases", "game": game, "effort": self.effort.of_suite(), "cases": self.effort.cases}
        # The tools write the cases: cases kept under an older schema cannot be compared.
        made_from = json.dumps([SCHEMA_VERSION, self.kept.name, wanted, self._scenes(game)])
        name = hashlib.sha256(made_from.encode()).hexdigest()[:12]
        path = self.kept / f"{game}-{name}.json"
        if not path.is_file():
            (made,) = self.before.answers([wanted])
            if made["raised"] is not None:
                raise InputError(f"{game}: the earlier version cannot answer the vector suite: {made['raised']}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(made["found"]), encoding="utf-8")
        cases: list[Found] = json.loads(path.read_text(encoding="utf-8"))
        return cases

    def _scenes(self, game: str) -> str:
        """Return a digest of the scenes that the tools ask about."""
        paths = (self.now.tools / folder / f"{game}.jsonl" for folder in _SCENES)
        return hashlib.sha256(b"".join(path.read_bytes() for path in paths if path.is_file())).hexdigest()

    # ---------------------------------------------------------------- games

    def _games(self, game: str, found: Asked) -> None:
        requests = [
            {"game": game, "ruleset": ruleset, "scenario": scenario, "seed": seed, "steps": self.effort.steps}
            for ruleset, scenario in self._openings(game)
            for seed in range(self.effort.seeds)
        ]
        old = self.before.answers({"ask": "game", **request} for request in requests)
        new = self.now.answers({"ask": "game", **request} for request in requests)
        found.games += len(requests)
        for request, was, is_now in zip(requests, old, new, strict=True):
            before, after = _list(was["found"]), _list(is_now["found"])
            found.steps += len(before)
            same = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
            if same is None and (len(before) != len(after) or was["raised"] != is_now["raised"]):
                same = min(len(before), len(after))
            if same is not None:
                found.changes.append(self._parting(request, same))

    def _openings(self, game: str) -> Iterator[tuple[str, str]]:
        """Return the rulesets and scenarios that both versions have."""
        before, now = (_offered(version.root, game) for version in (self.before, self.now))
        rulesets = [name for name in before[0] if name in now[0]]
        scenarios = [name for name in before[1] if name in now[1]]
        yield from ((rulesets[0], scenario) for scenario in scenarios)
        yield from ((ruleset, scenarios[0]) for ruleset in rulesets[1:])

    def _parting(self, request: Mapping[str, object], step: int) -> Change:
        """Return the step at which two runs of a game first differ, in full."""
        moment = {"ask": "moment", **request, "steps": step}
        (was,), (is_now,) = self.before.answers([moment]), self.now.answers([moment])
        old, new = _first(was), _first(is_now)
        compared = ("decision", "over", "refusals", "verdict", "raised")
        shown = _differing({name: old.get(name) for name in compared}, {name: new.get(name) for name in compared})
        nearby = {rule for each in (old, new) for name in ("consults", "cites") for rule in _texts(each.get(name))}
        rules = self._laid_to(_cited(shown), nearby, str(request["game"]))
        place = "game {game} {scenario} ({ruleset}), seed {seed}".format(**request) + f", step {step}"
        before, after = tuple(line for line, _ in shown), tuple(line for _, line in shown)
        return Change(place, rules, old.get("position"), old.get("action"), before, after)

    # ---------------------------------------------------------------- which rules

    def _laid_to(self, cited: set[str], nearby: set[str], game: str) -> tuple[str, ...]:
        """Return the rules responsible for a change.

        These are the touched rules that the difference names. If there are none, they are the touched rules that were
        consulted, then all touched rules of the game. If nothing was touched, they are the rules that the difference
        names, then those consulted. If one rule of a changed table cell is among them, all its rules are.
        """
        prefix = _prefix(self.now.root, game)
        touched = {rule for each in self.touched for rule in each.rules if rule.startswith(f"{prefix}:")}
        cells = [set(each.rules) for each in self.touched if each.kind == "table"]
        for narrower in (touched & cited, touched & nearby, touched, cited, nearby):
            if narrower:
                return tuple(sorted(narrower.union(*(rules for rules in cells if rules & narrower))))
        return (f"{prefix}:?",)


def _prefix(root: Path, game: str) -> str:
    return str(tomllib.loads((root / "spec_tables" / game / "game.toml").read_text(encoding="utf-8"))["prefix"])


def _offered(root: Path, game: str) -> tuple[list[str], list[str]]:
    folder = root / "spec_tables" / game
    presets = tomllib.loads((folder / "presets.toml").read_text(encoding="utf-8"))["preset"]
    about = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))
    return list(presets), list(about.get("scenarios", {}))


def _first(answer: Found) -> Found:
    found = _list(answer["found"])
    if answer["raised"] is not None:
        return {"answer": {"raised": answer["raised"]}, "raised": answer["raised"]}
    assert isinstance(found[0], Mapping)
    return found[0]


def _expected(case: Found) -> object:
    return next(case[name] for name in ("verdict", "decision", "facts", "view") if name in case)


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def _differing(before: object, after: object) -> tuple[tuple[str, str], ...]:
    """Return the first places where two answers differ, each with its old and new value."""
    found = differences(checked(before), checked(after))
    telling = [each for each in found if not each.path.endswith("hash")] or list(found)
    return tuple((_said(each, each.expected), _said(each, each.found)) for each in telling[:_SHOWN])


def _said(difference: Difference, value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return f"{difference.path}: {text if len(text) <= 300 else text[:297] + '...'}"


def _cited(shown: Sequence[tuple[str, str]]) -> set[str]:
    return {
        rule
        for pair in shown
        for line in pair
        for rule in re.findall(r"\b(?:ww|hs|fa):[A-Za-z0-9.-]*[A-Za-z0-9]", line)
    }
