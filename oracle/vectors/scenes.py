"""Scenes: positions with an action, kept because they show rules that rarely come up in play.

A scene is a question without an answer: the reference answers it again for every suite. `harvest` gathers scenes from
the project's own tests, which set up a position for every rule, into `evidence/scenes`. `scenes/by_hand` has scenes
written by hand, each with a note on the rulebook's reason. A scene says which rules it is kept for, and `stale` finds
out when it no longer shows them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.files import SCENES
from oracle.evidence.links import ROOT
from oracle.game_registry import GameRegistry
from oracle.rule_watcher import WATCHER
from oracle.schemas.suites import Origin
from oracle.vectors.cases import (
    Case,
    Move,
    Question,
    Setting,
    Source,
    act_case,
    check_case,
    facts_case,
    observe_case,
    played,
    played_afresh,
    rules_of,
)
from oracle.verdict_json import Verdict
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse, shortfalls
from reference.kernel.fields import fields_of
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.verdicts import Next, No, NotAsked

GATHERED = ROOT / SCENES
BY_HAND = Path(__file__).parent / "scenes" / "by_hand"


@dataclass(frozen=True, slots=True)
class Scene:
    """A position under a ruleset and what is done there, what a side sees of it, or what follows from it.

    `then` are the moves that follow, usually the results of chance. `facts` are what the rulebook says, and part of the
    question: the reference must agree. Without any of these, the question is whether the position is sound.
    """

    shows: tuple[RuleId, ...]
    consults: tuple[RuleId, ...]
    ruleset: str
    position: Json
    move: Move | None
    then: tuple[Move, ...] = ()
    side: str | None = None
    facts: Json = None
    note: str = ""

    @property
    def asks(self) -> Question | None:
        """Return the moves as a question, if there are any."""
        return None if self.move is None else Question(self.move, self.then)

    def question(self) -> dict[str, Json]:
        """Return what is asked."""
        asked: dict[str, Json] = {"ruleset": self.ruleset, "position": self.position}
        if self.move is not None:
            asked.update(by=self.move.by, do=self.move.do)
        if self.then:
            asked["then"] = [move.written() for move in self.then]
        if self.side is not None:
            asked["side"] = self.side
        if self.facts is not None:
            asked["facts"] = self.facts
        return asked

    def text(self) -> str:
        """Return it as a line of its file."""
        kept: dict[str, Json] = {"shows": list(self.shows), **self.question()}
        if self.consults:
            kept["consults"] = list(self.consults)
        if self.note:
            kept["note"] = self.note
        return canonical_text(kept)


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to a scene, and its rules: those it names, and those only consulted."""

    table: Table
    verdict: Verdict | None
    named: frozenset[RuleId]
    consulted: frozenset[RuleId]


# ---------------------------------------------------------------- files


def scenes_of(game: str, folders: Sequence[Path] = (GATHERED, BY_HAND)) -> tuple[Scene, ...]:
    """Return the scenes of a game, those gathered from tests and those written by hand."""
    paths = (folder / f"{game}.jsonl" for folder in folders)
    return tuple(scene for path in paths if path.is_file() for scene in _read(path))


def _read(path: Path) -> Iterator[Scene]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            yield read_scene(line)
        except Unreadable as fault:
            raise InputError(f"{path}, line {number}: {fault}") from None


def read_scene(line: str) -> Scene:
    """Read a scene from its line."""
    fields = fields_of(parse(line))
    shows, consults, ruleset = fields.rules("shows"), fields.rules("consults"), fields.text("ruleset")
    position = fields.take("position")
    move = Move(fields.text("by"), fields.take("do")) if "by" in fields else None
    then = tuple(_read_moves(fields.take("then") if "then" in fields else []))
    side, facts, note = fields.optional_text("side"), fields.take("facts"), fields.optional_text("note") or ""
    fields.finish()
    return Scene(shows, consults, ruleset, position, move, then, side, facts, note)


def _read_moves(given: Json) -> Iterator[Move]:
    if not isinstance(given, list):
        raise Unreadable("then", "must be a list")
    for index, each in enumerate(given):
        try:
            fields = fields_of(each)
            yield Move(fields.text("by"), fields.take("do"))
            fields.finish()
        except Unreadable as fault:
            raise fault.within(f"then[{index}]") from None


# ---------------------------------------------------------------- answering


def answered(registry: GameRegistry, game: str, scene: Scene) -> Answered:
    """Answer a scene; raise `Unreadable` if its position changes by itself when it is set up."""
    ruleset = parse_ruleset_name(scene.ruleset)
    given = registry.place(game, ruleset, scene.position)
    # What followed while it was set up is forgotten: a case is answered by its position alone.
    table = registry.place(game, ruleset, given.canonical())
    if table.digest() != given.digest():
        raise Unreadable("position", "goes on by itself when it is set up again")
    if scene.side is not None:
        return Answered(table, None, frozenset(), WATCHER.rules_run_by(partial(table.observe, scene.side)))
    if scene.facts is not None:
        for each in shortfalls(scene.facts, table.describe()):
            raise Unreadable(f"facts.{each.path}", f"should be {each.expected}, not {each.found}")
        return Answered(table, None, frozenset(), WATCHER.rules_run_by(table.describe))
    question = scene.asks
    if question is None:
        return Answered(table, None, frozenset(each.rule for each in table.check()), frozenset())
    verdict = played(table, question)
    if not isinstance(verdict, Next):
        return Answered(table, verdict, frozenset(rules_of(table.due(), verdict)), frozenset())
    # The next decision is computed too: it is part of the result of the action.
    consulted = WATCHER.rules_run_by(partial(_through, table, question))
    return Answered(table, verdict, frozenset(rules_of(table.due(), verdict)), consulted)


def _through(table: Table, question: Question) -> None:
    verdict = played_afresh(table, question)
    if isinstance(verdict, Next):
        verdict.state.due()


def stale(scene: Scene, found: Answered) -> str | None:
    """Return why a scene is no longer worth keeping; None if it is."""
    if not isinstance(found.verdict, Next | No | NotAsked | None):
        return f"is neither allowed nor refused: {found.verdict}"
    gone = ({*scene.shows, *scene.consults} or {"any rule"}) - found.named - found.consulted
    return f"no longer touches {', '.join(sorted(gone))}" if gone else None


def scene_cases(registry: GameRegistry, game: str, scenes: Sequence[Scene]) -> Iterator[Case]:
    """Return the case of each scene; raise an error that names a stale scene."""
    for scene in scenes:
        kept_for = sorted({*scene.shows, *scene.consults}) or ["nothing"]
        try:
            found = answered(registry, game, scene)
        except Unreadable as fault:
            raise InputError(f"the scene of {game} for {', '.join(kept_for)} is stale: {fault}") from None
        cause = stale(scene, found)
        if cause is not None:
            raise InputError(f"the scene of {game} for {', '.join(kept_for)} is stale: {cause}")
        setting, source = Setting(game, parse_ruleset_name(scene.ruleset)), Source(Origin.SCENE, kept_for[0], 0)
        question = scene.asks
        if scene.side is not None:
            yield observe_case(setting, source, found.table, scene.side, scene.shows)
        elif scene.facts is not None:
            yield facts_case(setting, source, found.table, scene.facts, scene.shows)
        elif question is None or found.verdict is None:
            yield check_case(setting, source, found.table, found.table.check())
        else:
            shows = scene.shows if isinstance(found.verdict, Next) else ()
            yield act_case(setting, source, found.table, question, found.verdict, shows, found.consulted)
