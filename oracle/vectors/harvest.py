"""Gather scenes from the project's tests: `python -m oracle.vectors.harvest [GAME ...]`.

Runs the tests of each game and watches whenever the game answers an action or checks a position. For each normative
rule it keeps a few of the smallest distinct questions. These are questions that break the rule, whose events or
decision cite it, or that run its function in a test that proves it. If there are none, it keeps questions that only run
the function. A rule that few questions show also gets questions whose answer changes when its function answers
differently (see `rule_dependence`). For rules that are rarely broken, actions from other positions are tried in each
position. Writes `evidence/scenes/GAME.jsonl`; the same tests give the same bytes.
"""

import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

import pytest

from oracle.evidence.files import write
from oracle.evidence.links import ROOT
from oracle.evidence.plugin import claims_of
from oracle.game_registry import REGISTERED, GameRegistry, check_game
from oracle.rule_watcher import WATCHER
from oracle.vectors.cases import Move, Question, Sense, check_signature, sense_of, signature_of
from oracle.vectors.rule_dependence import depends
from oracle.vectors.scenes import GATHERED, Scene, answered
from oracle.verdict_json import asked
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.decisions import Decision, Over
from reference.kernel.game import Game
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Due, Table, seat
from reference.kernel.verdicts import Next, No, NotAsked, StepVerdict, Unasked, Violation
from spec_tables.catalogue import Catalogue, Kind, catalogue

ALIKE_IN_A_TEST = 3
MOST = 3
MOST_ALIKE = 2
MOST_CONSULTING = 2
LARGEST = 6_000
OTHERS = 3
TRIES = 60
MOST_ELSEWHERE = 150
MOST_OF_A_TYPE = 12


class Ruled(Protocol):
    """A state that knows its ruleset."""

    @property
    def ruleset(self) -> object:
        """Return the ruleset."""


S = TypeVar("S", bound=Ruled)
A = TypeVar("A")
R = TypeVar("R")


@dataclass(slots=True)
class Asked:
    """What a test asked: a position under some options, what is done there, and the rules that the test proves."""

    table: Table
    options: Mapping[str, str]
    action: Json
    claims: frozenset[RuleId] = frozenset()


@dataclass(slots=True)
class Basket:
    """What the tests of a game asked; similar questions are limited in each test."""

    known: Catalogue
    alike: Counter[str] = field(default_factory=Counter)
    now: list[Asked] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    def note(self, table: Table, ruleset: object, action: Json, way: str) -> None:
        """Keep a question, unless the same test already asked enough similar ones."""
        self.alike[way] += 1
        if self.alike[way] <= ALIKE_IN_A_TEST:
            options = {option.name: str(getattr(ruleset, option.name)) for option in self.known.options}
            self.now.append(Asked(table, options, action))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note what a test asks, and afterwards what it proves."""
        self.alike.clear()
        self.now.clear()
        result = yield
        claims = frozenset(rule for rule, _ in claims_of(item))
        self.asked.extend(replace(each, claims=claims) for each in self.now)
        return result


# ---------------------------------------------------------------- watching


def watch(game: Game[S, A, R], basket: Basket) -> None:
    """Note every question to a game of this type from now on."""
    kind = type(game)
    step, check = kind.step, kind.check

    def watched_step(
        self: Game[S, A, R], state: S, action: A, due: Decision[A] | Over | None = None
    ) -> StepVerdict[S, A]:
        verdict = step(self, state, action, due)
        if isinstance(verdict, Next | No):
            written = self.write_action(action)
            basket.note(seat(self, state), state.ruleset, written, f"{type(action).__name__} {_way(verdict)}")
        return verdict

    def watched_check(self: Game[S, A, R], state: S) -> tuple[Violation, ...]:
        found = check(self, state)
        if found:
            basket.note(seat(self, state), state.ruleset, None, check_signature(found))
        return found

    for name, function in (("step", watched_step), ("check", watched_check)):
        setattr(kind, name, function)


def _way(verdict: Next[S] | No) -> str:
    if isinstance(verdict, No):
        return " ".join(sorted({each.rule for each in verdict.violations}))
    return " ".join(sorted({each.kind.value for each in verdict.events}))


def _watch_ours(game: str, basket: Basket) -> None:
    from reference.few_acres_of_snow.game import FewAcresOfSnow
    from reference.hammer_of_the_scots.game import HammerOfTheScots
    from reference.wilderness_war.game import WildernessWar

    match game:
        case "wilderness_war":
            watch(WildernessWar(), basket)
        case "hammer_of_the_scots":
            watch(HammerOfTheScots(), basket)
        case _:
            watch(FewAcresOfSnow(), basket)


# ---------------------------------------------------------------- judging


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that could be kept: which rules it shows and in what way, and which it only consults."""

    scene: Scene
    sense: Sense
    shows: frozenset[RuleId]
    consults: frozenset[RuleId]
    way: str


def candidates(registry: GameRegistry, known: Catalogue, found: Iterable[Asked]) -> list[Candidate]:
    """Return the questions that can be asked again, the smallest first."""
    claims: dict[str, set[RuleId]] = {}
    scenes: dict[str, Scene] = {}
    for each in found:
        scene = _scene(known, each)
        if scene is not None and len(scene.text()) <= LARGEST:
            scenes[scene.text()] = scene
            claims.setdefault(scene.text(), set()).update(each.claims)
            for other in _others(scene, each.table):
                # A test proves only what it does itself.
                scenes[other.text()] = other
                claims.setdefault(other.text(), set())
    judged = [_judged(registry, known.game, scenes[text], claims[text]) for text in sorted(scenes, key=_size)]
    found_out = with_dependent(registry, known, [each for each in judged if each is not None])
    missed = misses(registry, known.game, found_out)
    passed = passed_over(registry, known, found_out)
    return sorted([*found_out, *missed, *passed], key=lambda each: _size(each.scene.text()))


def _size(text: str) -> tuple[int, str]:
    return len(text), text


def _scene(known: Catalogue, each: Asked) -> Scene | None:
    try:
        position, due = each.table.canonical(), each.table.due()
    except (AssertionError, LookupError, ValueError):
        # Some tests set up impossible positions, and ask only about a part of them.
        return None
    if isinstance(due, Over) and each.action is not None:
        return None
    by = "" if isinstance(due, Over) else due.by
    move = None if each.action is None else Move(by, each.action)
    return Scene((), (), ruleset_name(known, each.options), position, move)


def _others(scene: Scene, table: Table) -> Iterator[Scene]:
    """Return the same position with some of the actions that are offered there."""
    due = table.due()
    if scene.move is not None and isinstance(due, Due):
        for action in due.actions[:: max(1, len(due.actions) // OTHERS)][:OTHERS]:
            yield replace(scene, move=Move(due.by, action))


def ruleset_name(known: Catalogue, options: Mapping[str, str]) -> str:
    """Return the shortest name of a ruleset: the preset with the fewest changes."""
    names: list[tuple[int, int, str]] = []
    for place, preset in enumerate(known.presets):
        usual = {option.name: option.default for option in known.options} | dict(preset.changes)
        changes = [f"{name}={value}" for name, value in sorted(options.items()) if usual[name] != value]
        names.append((len(changes), place, "+".join((preset.name, *changes))))
    return min(names)[2]


def _judged(registry: GameRegistry, game: str, scene: Scene, claims: set[RuleId]) -> Candidate | None:
    try:
        found = answered(registry, game, scene)
    except Unreadable:
        return None
    if found.table.canonical() != scene.position:
        return None
    if found.verdict is None or scene.move is None:
        way = check_signature(found.table.check())
        return Candidate(scene, Sense.NEGATIVE, found.named, frozenset(), way) if found.named else None
    if not isinstance(found.verdict, Next | No):
        return None
    due = found.table.due()
    shows = found.named | (found.consulted & claims)
    way = signature_of(due, Question(scene.move), found.verdict)
    return Candidate(scene, sense_of(found.verdict), shows, found.consulted - shows, way)


def with_dependent(registry: GameRegistry, known: Catalogue, found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates; add to some of them rules that their answers depend on."""
    result = list(found)
    having = Counter(rule for each in found if each.sense is Sense.POSITIVE for rule in each.shows)
    for rule in (each.id for each in known.rules if each.kind is Kind.NORMATIVE):
        functions = WATCHER.functions_of(rule)
        for number in _spread(result, [number for number, each in enumerate(result) if rule in each.consults])[:TRIES]:
            each = result[number]
            if having[rule] < MOST and each.scene.move is not None:
                table = registry.place(known.game, parse_ruleset_name(each.scene.ruleset), each.scene.position)
                if depends(table, Question(each.scene.move), rule, functions, WATCHER.forget):
                    result[number] = replace(each, shows=each.shows | {rule}, consults=each.consults - {rule})
                    having[rule] += 1
    return result


def _spread(offered: Sequence[Candidate], fitting: Iterable[int]) -> list[int]:
    """Sort candidates so that different ways of asking come first."""
    ways: Counter[str] = Counter()
    ranked: list[tuple[int, int]] = []
    for number in fitting:
        ranked.append((ways[offered[number].way], number))
        ways[offered[number].way] += 1
    return [number for _, number in sorted(ranked)]


def misses(registry: GameRegistry, game: str, found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Try actions from other decisions of the same kind; yield those that break a rarely broken rule."""
    broken = Counter(rule for each in found if each.sense is Sense.NEGATIVE for rule in each.shows)
    elsewhere: dict[str, dict[str, Json]] = {}
    placed: dict[str, tuple[Scene, Table, Due]] = {}
    for each in found:
        table = registry.place(game, parse_ruleset_name(each.scene.ruleset), each.scene.position)
        due = table.due()
        if each.scene.move is not None and isinstance(due, Due) and due.odds is None:
            placed.setdefault(canonical_text([each.scene.ruleset, each.scene.position]), (each.scene, table, due))
            done = elsewhere.setdefault(due.about, {})
            for action in (each.scene.move.do, *due.actions):
                if len(done) < MOST_ELSEWHERE:
                    done.setdefault(canonical_text(action), action)
    for scene, table, due in placed.values():
        for action in elsewhere[due.about].values():
            verdict = asked(table, due.by, action)
            if isinstance(verdict, No):
                rules = frozenset(each.rule for each in verdict.violations)
                if any(broken[rule] < MOST for rule in rules):
                    broken.update(rules)
                    move = Move(due.by, action)
                    way = signature_of(due, Question(move), verdict)
                    yield Candidate(replace(scene, move=move), Sense.NEGATIVE, rules, frozenset(), way)


def passed_over(registry: GameRegistry, known: Catalogue, found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Ask after a step for decisions that it passed over; yield questions that are not asked by a rarely told rule."""
    told = Counter(rule for each in found if each.sense is Sense.NEGATIVE for rule in each.shows)
    samples = _of_every_type(found)
    for each in found:
        if each.sense is not Sense.POSITIVE or each.scene.move is None or each.scene.then:
            continue
        table = registry.place(known.game, parse_ruleset_name(each.scene.ruleset), each.scene.position)
        verdict = asked(table, each.scene.move.by, each.scene.move.do)
        news = [one for one in verdict.events if isinstance(one, Unasked)] if isinstance(verdict, Next) else []
        if not isinstance(verdict, Next) or all(told[rule] >= MOST for one in news for rule in one.rules):
            continue
        for by, action in ((one.by, action) for one in news for action in samples):
            later = asked(verdict.state, by, action)
            rules = frozenset(one.rule for one in later.violations) if isinstance(later, NotAsked) else frozenset()
            if any(told[rule] < MOST for rule in rules):
                told.update(rules)
                scene = replace(each.scene, then=(Move(by, action),))
                way = signature_of(table.due(), Question(each.scene.move, scene.then), later)
                yield Candidate(scene, Sense.NEGATIVE, rules, frozenset(), way)


def _of_every_type(found: Iterable[Candidate]) -> list[Json]:
    """Return a few actions of every type."""
    kinds: dict[str, dict[str, Json]] = {}
    for each in found:
        if each.scene.move is not None and isinstance(each.scene.move.do, Mapping):
            alike = kinds.setdefault(str(each.scene.move.do.get("type")), {})
            if len(alike) < MOST_OF_A_TYPE:
                alike.setdefault(canonical_text(each.scene.move.do), each.scene.move.do)
    return [action for kind in sorted(kinds) for action in kinds[kind].values()]


# ---------------------------------------------------------------- choosing


def chosen(normative: Sequence[RuleId], offered: Sequence[Candidate]) -> list[Scene]:
    """Return the scenes worth keeping: for each rule and sense a few that differ, the smallest first."""
    kept: dict[int, tuple[set[RuleId], set[RuleId]]] = {}
    for sense in (Sense.NEGATIVE, Sense.POSITIVE):
        of_rule = {
            rule: [number for number, each in enumerate(offered) if each.sense is sense and rule in each.shows]
            for rule in normative
        }
        for rule in sorted(normative, key=lambda rule: (len(of_rule[rule]), rule)):
            for number in _some(offered, of_rule[rule], kept, MOST):
                kept.setdefault(number, (set(), set()))[0].add(rule)
    shown = {rule for number in kept if offered[number].sense is Sense.POSITIVE for rule in offered[number].shows}
    for rule in (each for each in normative if each not in shown):
        running = [number for number, each in enumerate(offered) if rule in each.consults]
        for number in _some(offered, running, kept, MOST_CONSULTING):
            kept.setdefault(number, (set(), set()))[1].add(rule)
    return merged(
        replace(offered[number].scene, shows=tuple(sorted(shows)), consults=tuple(sorted(consults)))
        for number, (shows, consults) in sorted(kept.items())
    )


def merged(scenes: Iterable[Scene]) -> list[Scene]:
    """Join scenes that ask the same question."""
    found: dict[str, Scene] = {}
    for scene in scenes:
        question = canonical_text(scene.question())
        before = found.get(question, scene)
        shows = {*before.shows, *scene.shows}
        consults = {*before.consults, *scene.consults} - shows
        found[question] = replace(scene, shows=tuple(sorted(shows)), consults=tuple(sorted(consults)))
    return list(found.values())


def _some(offered: Sequence[Candidate], fitting: Sequence[int], kept: Iterable[int], most: int) -> Iterator[int]:
    """Return a few that differ; prefer those that are kept already."""
    ways: Counter[str] = Counter()
    before = set(kept)
    taken: set[int] = set()
    for alike in range(MOST_ALIKE):
        for number in sorted(fitting, key=lambda number: (number not in before, number)):
            if len(taken) < most and number not in taken and ways[offered[number].way] == alike:
                ways[offered[number].way] += 1
                taken.add(number)
                yield number


def main(games: Sequence[str]) -> int:
    """Gather the scenes of some games, or of all."""
    for game in [check_game(each) for each in games] or REGISTERED.games:
        known = catalogue(game)
        basket = Basket(known)
        _watch_ours(game, basket)
        words = ["-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning", "--unwatched"]
        if pytest.main([*words, str(ROOT / "tests" / game)], [basket]):
            print(f"the tests of {game} fail; nothing is written", file=sys.stderr)
            return 1
        normative = [rule.id for rule in known.rules if rule.kind is Kind.NORMATIVE]
        offered = candidates(REGISTERED, known, basket.asked)
        scenes = chosen(normative, offered)
        write(GATHERED / f"{game}.jsonl", "".join(f"{scene.text()}\n" for scene in scenes))
        print(f"{game}: {len(basket.asked)} asked, {len(offered)} can be asked again, {len(scenes)} kept")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
