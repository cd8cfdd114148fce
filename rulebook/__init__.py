"""Referee as a library: whether an action is legal, what follows from it, and which numbered rule says so.

A position is a frozen value. `start` and `case` make one, `decide` says what is due there, `act` goes on, `ask`
explains, `view` shows what a side may know, `odds` walks every outcome of chance, `verify` replays a trace.

>>> position = case("ww", "Albany: 3 British regulars, 3 rangers | opening: take losses, British, Albany, battle, 5")
>>> asked = ask(position, "lose 2 flips of regulars")
>>> asked.answer.ruling.value, asked.answer.rules
('illegal', ('ww:7.62',))

A refusal is a value. Only input that no game can read is an exception, `Unreadable`, which names the place and the
cause. All that is in `__all__` is public and changes only as docs/stability.md says; nothing else is.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import assert_never

from oracle.asker import asker
from oracle.english import verdict_in_words
from oracle.errors import InputError
from oracle.game_registry import REGISTERED
from oracle.odds.explore import MOST_POSITIONS, PROCEDURE, PositionTree, Walk, explored
from oracle.odds.facts import Fact, Holds, read_fact
from oracle.odds.walker import TooManyPositions, read_policy
from oracle.places import path_meant
from oracle.replays import replay_file, replay_text
from oracle.rulings import near_misses
from oracle.shortform import read_part, read_typed
from oracle.version import VERSION
from oracle.words.positions_in_words import read_position
from reference.kernel import verdicts
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over as _Over
from reference.kernel.results import Return
from reference.kernel.table import ActVerdict
from reference.kernel.verdicts import Facts
from rulebook.records import (
    Answer,
    Decision,
    Divergence,
    Event,
    Explanation,
    Game,
    Illegal,
    Legal,
    NotAsked,
    Notation,
    NotThisDecision,
    NotYourDecision,
    Option,
    Over,
    Position,
    Replay,
    Rule,
    Ruling,
    Share,
    Violation,
    plain,
    violations_of,
)
from spec_tables.catalogue import GAMES, catalogue, prefixes

__all__ = [
    "Answer",
    "Decision",
    "Divergence",
    "Event",
    "Explanation",
    "Facts",
    "Game",
    "Illegal",
    "Json",
    "Legal",
    "NotAsked",
    "NotThisDecision",
    "NotYourDecision",
    "Notation",
    "Option",
    "Over",
    "Position",
    "Replay",
    "Return",
    "Rule",
    "Ruling",
    "Share",
    "TooManyPositions",
    "Unreadable",
    "Violation",
    "__version__",
    "act",
    "ask",
    "case",
    "decide",
    "games",
    "odds",
    "rules",
    "start",
    "verify",
    "view",
]

__version__ = VERSION


@contextmanager
def _reading(place: str) -> Iterator[None]:
    """Turn every complaint about input into the one exception of this module."""
    try:
        yield
    except InputError as fault:
        raise Unreadable(place, str(fault)) from None


def _game(name: str) -> str:
    """Return the id of a game, given its id or the prefix of its rules."""
    known = dict(prefixes())
    if name not in known and name not in GAMES:
        raise Unreadable("game", f"{name!r} is no game; there are: {', '.join((*GAMES, *known))}")
    return known.get(name, name)


# ---------------------------------------------------------------- what there is


def games() -> tuple[Game, ...]:
    """Return the games, with their sides, scenarios, rulesets and options.

    >>> [game.id for game in games()]
    ['wilderness_war', 'hammer_of_the_scots', 'few_acres_of_snow']
    >>> games()[1].sides, games()[1].rulesets
    (('england', 'scotland'), ('standard', 'de', 'v3', 'v4', 'peer'))
    """
    return tuple(_game_of(name) for name in GAMES)


def _game_of(name: str) -> Game:
    known = catalogue(name)
    options = tuple(Option(of.id, of.name, of.title, of.values, of.default, of.rules) for of in known.options)
    rulesets = tuple(preset.name for preset in known.presets)
    return Game(known.game, known.name, known.prefix, known.sides, known.scenarios, rulesets, options)


def rules(game: str) -> tuple[Rule, ...]:
    """Return every numbered rule of a game, in the order of the rulebook.

    >>> next(rule.gist for rule in rules("wilderness_war") if rule.id == "ww:7.81")
    'The winner gains 1 VP if the loser had a Regular or more than four units.'
    """
    return tuple(
        Rule(each.id, each.title, each.kind.value, each.gist, each.numbers, each.depends_on)
        for each in catalogue(_game(game)).rules
    )


# ---------------------------------------------------------------- positions


def start(game: str, scenario: str | None = None, ruleset: str | None = None) -> Position:
    """Return the position at which a scenario begins: by default the game's first, under its default ruleset.

    A ruleset is a preset with changes: `standard+attrition_rounding=down`.

    >>> start("hammer_of_the_scots", "braveheart").ruleset
    'standard'
    """
    name = _game(game)
    chosen = REGISTERED.ruleset(name, ruleset)
    first = catalogue(name).scenarios[0][0] if scenario is None else scenario
    return Position(name, str(chosen), REGISTERED.start(name, chosen, first))


def case(game: str, position: Json, ruleset: str | None = None) -> Position:
    """Return a position: in words (a text), in compact or in canonical form.

    >>> case("ww", "Albany: Braddock, 2 British regulars | year 1757").as_json() == case(
    ...     "ww", {"year": 1757, "pieces": {"albany": ["braddock", "2 br_regular"]}}
    ... ).as_json()
    True
    """
    name = _game(game)
    chosen = REGISTERED.ruleset(name, ruleset)
    if not isinstance(position, str):
        return Position(name, str(chosen), REGISTERED.place(name, chosen, position))
    with _reading("position"):
        found = read_position(position, name)
    return Position(name, str(chosen), REGISTERED.place(name, chosen, found.position), found.assumed)


def view(position: Position, side: str) -> Json:
    """Return what a side is allowed to know.

    >>> view(start("hammer_of_the_scots", "braveheart"), "scotland")["enemy"]["mentieth"]
    {'count': 2}
    """
    return position.table.observe(REGISTERED.side(position.game, side))


# ---------------------------------------------------------------- decisions and answers


def decide(position: Position) -> Decision | Over:
    """Return what is due: who must decide what, by which rules, and every legal action.

    >>> due = decide(start("hammer_of_the_scots", "braveheart"))
    >>> due.by, due.about, len(due.actions)
    ('chance', 'a block drawn for the levy', 13)
    """
    due = position.table.due()
    if isinstance(due, _Over):
        return Over(due.result, due.rules, position.table.returns())
    return Decision(str(due.by), due.about, due.rules, due.actions, due.odds)


def act(position: Position, action: Json, by: str | None = None) -> Answer:
    """Return what follows when someone takes an action; unless said, whoever must decide.

    The action is an object as `decide` offers it, or a text as a person types it.

    >>> position = start("hammer_of_the_scots", "braveheart")
    >>> match act(position, decide(position).actions[0]):
    ...     case Legal(after, events):
    ...         after != position, [event.kind for event in events]
    (True, ['block_levied'])
    """
    read = _action(position, action)
    due = position.table.due()
    whoever = by if by is not None else "" if isinstance(due, _Over) else due.by
    return _answer(position, _verdict(position, whoever, read))


def ask(position: Position, action: Json, by: str | None = None) -> Explanation:
    """Return the answer to an action, explained; unless said, the side whose pieces it names asks, or who must decide.

    >>> losses = "take losses, British, Albany, battle, 5"
    >>> position = case("ww", f"Albany: 3 British regulars, 3 rangers | opening: {losses}")
    >>> told = ask(position, "lose of=br_regular flips=2")
    >>> told.by, told.english[0].partition(": ")[0]
    ('british', 'Illegal under ww:7.62')
    >>> told.near
    ({'type': 'lose', 'of': 'br_regular', 'flips': 3, 'deaths': 0},)
    """
    read = _action(position, action)
    whoever = asker(position.game, position.table, read) if by is None else by
    verdict = _verdict(position, whoever, read)
    refused = isinstance(verdict, verdicts.No | verdicts.Notation)
    near = tuple(each.action for each in near_misses(position.table, read)) if refused else ()
    english = tuple(verdict_in_words(position.game, verdict))
    return Explanation(str(whoever), read, _answer(position, verdict), english, near)


def _action(position: Position, action: Json) -> Json:
    if not isinstance(action, str):
        return action
    due = position.table.due()
    with _reading("action"):
        return read_typed(action, () if isinstance(due, _Over) else due.actions, position.game)


def _verdict(position: Position, by: str, action: Json) -> ActVerdict:
    try:
        return position.table.act(by, action)
    except Unreadable as fault:
        raise fault.within("action") from None


def _answer(position: Position, verdict: ActVerdict) -> Answer:
    match verdict:
        case verdicts.Next(table, events):
            after = Position(position.game, position.ruleset, table)
            return Legal(after, tuple(Event(each.kind.value, each.rules, plain(each.facts)) for each in events))
        case verdicts.No(violations):
            return Illegal(violations_of(violations))
        case verdicts.Notation(reason, facts):
            return Notation(reason.value, plain(facts))
        case verdicts.NotAsked(violations):
            return NotAsked(violations_of(violations))
        case verdicts.NotThisDecision(due, cited):
            return NotThisDecision(due, cited)
        case verdicts.NotYourDecision(due_by, otherwise):
            return _not_yours(str(due_by), otherwise)
        case _:
            assert_never(verdict)


def _not_yours(due_by: str, otherwise: verdicts.Legal | verdicts.No | verdicts.Notation | None) -> NotYourDecision:
    match otherwise:
        case verdicts.No(violations):
            return NotYourDecision(due_by, Ruling.ILLEGAL, violations_of(violations))
        case verdicts.Notation():
            return NotYourDecision(due_by, Ruling.NOTATION)
        case verdicts.Legal():
            return NotYourDecision(due_by, Ruling.LEGAL)
        case None:
            return NotYourDecision(due_by, None)
        case _:
            assert_never(otherwise)


# ---------------------------------------------------------------- odds


def odds(
    position: Position,
    of: Json,
    *,
    policies: Mapping[str, str] | None = None,
    until: str = PROCEDURE,
    choose: Sequence[str] = (),
    most: int = MOST_POSITIONS,
) -> tuple[Share, ...]:
    """Return the exact odds of a fact when the procedure under way is over, the likeliest value first.

    The fact is a text as in docs/odds.md (`vp.french`, `events:steps_lost.flips`), or part of a position, which holds
    or does not. A side with a policy chooses for the fact (`best`), against it (`worst`), or without regard to it
    (`first`, `last`, `evenly`); `choose` are actions taken wherever they are legal; the walk ends where a side has to
    choose and has no policy. `until` may also be `choice`, or the name of an outer procedure.

    >>> stacks = "Juniata: 2 British regulars, ranger, French regular, coureurs, Mingo"
    >>> battle = case("ww", f"{stacks} | opening: battle, Juniata, British")
    >>> [(str(each.odds), each.value) for each in odds(
    ...     battle, {"vp": {"french": 1}}, policies={"french": "best", "british": "worst"})]
    [('11/18', False), ('7/18', True)]
    """
    given = {REGISTERED.side(position.game, side): read_policy(name) for side, name in (policies or {}).items()}
    with _reading("choose"):
        chosen = tuple(read_part(each, position.game) for each in choose)
    tree = explored(position.table, Walk(until, given, chosen, None, most))
    if tree.unused:
        raise Unreadable("choose", f"legal nowhere on the way: {dict(tree.unused[0])}")
    fact = _fact(of, tree)
    if tree.has_picks:
        tree = tree.settled(fact)
    found = sorted(tree.odds(fact).items(), key=lambda each: -each[1])
    return tuple(Share(fact.told(amount), share) for amount, share in found)


def _fact(of: Json, tree: PositionTree) -> Fact:
    if not isinstance(of, str):
        return Holds(of)
    try:
        return read_fact(of, tree.happened())
    except Unreadable as fault:
        raise fault.within("of") from None


# ---------------------------------------------------------------- traces


def verify(trace: str | Path, ruleset: str | None = None) -> Replay:
    """Replay a trace, given as text or as the path of a file, under its own ruleset or another one.

    A path that begins with `golden` and is not there stands for the golden traces that come with Referee.

    >>> verify(Path("golden/wilderness_war/ex-7.62.jsonl"))
    Replay(steps=1, divergence=None)
    """
    with _reading("trace"):
        told = (
            replay_text("trace", trace, ruleset) if isinstance(trace, str) else replay_file(path_meant(trace), ruleset)
        )
    found = told.divergence
    if found is None:
        return Replay(told.steps, None)
    sentences = (told.headline, *told.context.sentences)
    english = tuple(dict.fromkeys(sentences))
    return Replay(told.steps, Divergence(found.line, found.step, found.fault.value, found.action, found.rules, english))
