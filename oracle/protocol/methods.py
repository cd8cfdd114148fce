"""The methods of the server: one function each, from checked parameters to a result."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeAlias, assert_never

from oracle.compiled_build import running
from oracle.english import in_words, verdict_in_words
from oracle.game_registry import REGISTERED, GameRegistry
from oracle.odds.asked import check_expectation, check_fact
from oracle.odds.explore import CHOICE, MOST_POSITIONS, NOTHING_THERE, PositionTree, Walk, explored, leads_nowhere
from oracle.odds.facts import Fact, Holds, read_fact
from oracle.odds.walker import Policy, TooManyPositions, read_policy
from oracle.protocol.messages import MOST_BYTES_A_MESSAGE, MOST_IN_A_BATCH, Code, Failure
from oracle.protocol.sessions import Session, Sessions
from oracle.shortform import part_of
from oracle.verdict_json import (
    Verdict,
    asked,
    check_json,
    event_json,
    fraction_text,
    outcome_json,
    replay_json,
    verdict_json,
    waiting_json,
)
from oracle.version import VERSION
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.fields import Fields
from reference.kernel.ranges import COUNT, MOST_CHARACTERS, MOST_FRAMES, MOST_ITEMS, Range
from reference.kernel.table import Table
from reference.kernel.traces import VERSION as TRACE_VERSION
from reference.kernel.traces import Act, Trace, read_trace, replay
from reference.kernel.verdicts import Next, No, NotAsked, Notation, NotThisDecision, NotYourDecision

Answer: TypeAlias = dict[str, Json]

PROTOCOL = 3
MOST_DECISIONS = 50
MOST_ENDS = 1_000
# A trace of this length takes a few seconds, in which no other session is answered.
MOST_LINES = 10_000


@dataclass(slots=True)
class Desk:
    """What the methods work on: the games of the registry and the open sessions.

    `positions` and `lines` are what one message may still walk and replay, so that a batch costs no more than one
    request and no session keeps the others waiting.
    """

    sessions: Sessions = field(default_factory=Sessions)
    registry: GameRegistry = REGISTERED
    closing: bool = False
    positions: int = MOST_POSITIONS
    lines: int = MOST_LINES

    def begin(self) -> None:
        """Give a message its share of work."""
        self.positions, self.lines = MOST_POSITIONS, MOST_LINES

    def replay_lines(self, lines: int) -> None:
        """Take lines to be replayed from the share of a message."""
        if lines > self.lines:
            left = "" if self.lines == MOST_LINES else f"; {self.lines} are left for this message"
            raise Failure(Code.TOO_LARGE, f"The trace is too long: {lines} lines, {MOST_LINES} are the most{left}")
        self.lines -= lines


class Params(Fields):
    """The parameters of a request.

    Every method takes all it needs and calls `finish` before it does anything else. An error before that is about the
    parameters, an error after it about the game.
    """

    __slots__ = ("complete",)

    def __init__(self, given: Mapping[str, Json]) -> None:
        super().__init__(given)
        self.complete = False

    def needed(self, name: str) -> Json:
        """Return a required field of any type."""
        if name not in self:
            raise Unreadable(name, "is missing")
        return self.take(name)

    def optional_number(self, name: str) -> int | None:
        """Return a field that must be a whole number if it is given."""
        return self.number(name, 0, COUNT) if name in self else None

    def finish(self) -> None:
        """Refuse parameters that were not taken; later errors are about the game."""
        super().finish()
        self.complete = True


# ---------------------------------------------------------------- what there is


def initialize(desk: Desk, params: Params) -> Answer:
    """Return versions, methods and limits; the client may name itself."""
    params.take("client")
    params.finish()
    return {
        "protocol": PROTOCOL,
        "server": {"name": "referee", "version": VERSION, "rules": running()},
        "formats": {"trace": TRACE_VERSION},
        "capabilities": {"methods": list(METHODS), "batch": True, "notifications": True},
        "limits": {
            "sessions": desk.sessions.limits.sessions,
            "steps_kept": desk.sessions.limits.steps,
            "message_bytes": MOST_BYTES_A_MESSAGE,
            "batch": MOST_IN_A_BATCH,
            "trace_lines": MOST_LINES,
            "odds_positions": MOST_POSITIONS,
            "odds_decisions": MOST_DECISIONS,
            "odds_ends": MOST_ENDS,
            "list_items": MOST_ITEMS,
            "text_characters": MOST_CHARACTERS,
            "frames": MOST_FRAMES,
        },
    }


def games(desk: Desk, params: Params) -> Answer:
    """Return the games with their sides, scenarios and rulesets."""
    params.finish()
    listed: list[Json] = []
    for name in desk.registry.games:
        known = desk.registry.about(name)
        listed.append(
            {
                "game": name,
                "name": known.name,
                "sides": list(known.sides),
                "scenarios": [{"id": each, "name": title} for each, title in known.scenarios],
                "rulesets": [preset.name for preset in known.presets],
            }
        )
    return {"games": listed}


# ---------------------------------------------------------------- sessions


def new(desk: Desk, params: Params) -> Answer:
    """Begin a scenario."""
    game, named, scenario = params.text("game"), params.optional_text("ruleset"), params.text("scenario")
    params.finish()
    ruleset = desk.registry.ruleset(game, named)
    return _opened(desk.sessions.open(game, ruleset, desk.registry.start(game, ruleset, scenario)))


def load(desk: Desk, params: Params) -> Answer:
    """Begin a session at a position, or at the end of a trace."""
    if "trace" in params:
        text = params.text("trace", MOST_BYTES_A_MESSAGE)
        params.finish()
        return _opened(_from_trace(desk, _trace(desk, text)))
    game, named, wanted = params.text("game"), params.optional_text("ruleset"), params.needed("position")
    params.finish()
    ruleset = desk.registry.ruleset(game, named)
    session = desk.sessions.open(game, ruleset, desk.registry.place(game, ruleset, wanted))
    return {**_opened(session), "followed": [event_json(each) for each in session.table.followed()]}


def _trace(desk: Desk, text: str) -> Trace:
    """Read a trace that is not too long."""
    desk.replay_lines(text.count("\n"))
    return read_trace(text)


def _from_trace(desk: Desk, trace: Trace) -> Session:
    header = trace.header
    start = desk.registry.open(header)
    done = replay(trace, start)
    if done.divergence is not None:
        raise Failure(Code.DIVERGES, "The trace does not conform", replay_json(trace, done))
    session = desk.sessions.open(header.game, header.ruleset, start)
    for act in (line for _, line in trace.lines if isinstance(line, Act)):
        verdict = session.table.act(act.by, act.do)
        assert isinstance(verdict, Next), f"{act.do} was replayed and then refused: {verdict}"
        session.went_on(verdict.state)
    return session


def _opened(session: Session) -> Answer:
    return {
        "session": session.name,
        "game": session.game,
        "ruleset": str(session.ruleset),
        "step": session.step,
        "hash": session.table.digest(),
    }


def close(desk: Desk, params: Params) -> Answer:
    """End a session."""
    name = params.text("session")
    params.finish()
    desk.sessions.close(name)
    return {"closed": name}


# ---------------------------------------------------------------- questions about a session


@dataclass(frozen=True, slots=True)
class Place:
    """A position of a session that is asked about."""

    session: Session
    table: Table
    step: int


def _place(desk: Desk, name: str, at: int | None) -> Place:
    session = desk.sessions.get(name)
    return Place(session, session.at(at), session.step if at is None else at)


def _only_place(desk: Desk, params: Params) -> Place:
    """Return the position asked about by a method that takes nothing else."""
    name, at = params.text("session"), params.optional_number("at")
    params.finish()
    return _place(desk, name, at)


def decision(desk: Desk, params: Params) -> Answer:
    """Return who must decide, about what, and every legal action; for chance, with the odds."""
    here = _only_place(desk, params)
    return {"step": here.step, **waiting_json(here.table.due())}


def step(desk: Desk, params: Params) -> Answer:
    """Take an action and go on; a refusal is an error and changes nothing."""
    name, by, action = params.text("session"), params.text("by"), params.needed("do")
    params.finish()
    session = desk.sessions.get(name)
    verdict = asked(session.table, by, action)
    told = _told(session.game, verdict)
    match verdict:
        case Next(after):
            session.went_on(after)
            return {"step": session.step, "verdict": outcome_json(verdict), **told}
        case Unreadable():
            raise verdict
        case No():
            code, message = Code.ILLEGAL, "The action breaks the rules"
        case Notation():
            code, message = Code.NOTATION, "No rule forbids it, but it is said in another way"
        case NotAsked():
            code, message = Code.NOT_ASKED, "The decision is not asked for"
        case NotThisDecision():
            code, message = Code.NOT_THIS_DECISION, "Another decision is due"
        case NotYourDecision():
            code, message = Code.NOT_YOUR_DECISION, "The decision is somebody else's"
        case _:
            assert_never(verdict)
    raise Failure(code, message, {"verdict": verdict_json(session.table, verdict), **told})


def _told(game: str, verdict: Verdict) -> Answer:
    return {"english": {"verdict": list(verdict_in_words(game, verdict))}}


def ask(desk: Desk, params: Params) -> Answer:
    """Return the verdict on an action, under this or another ruleset, without taking it."""
    name, at = params.text("session"), params.optional_number("at")
    by, action, named = params.text("by"), params.needed("do"), params.optional_text("ruleset")
    params.finish()
    here = _place(desk, name, at)
    table = here.table
    if named is not None:
        game = here.session.game
        table = desk.registry.place(game, desk.registry.ruleset(game, named), table.canonical())
    then = here.session.at(here.step + 1) if named is None and here.step < here.session.step else None
    verdict = asked(table, by, action, then)
    return {"step": here.step, "verdict": verdict_json(table, verdict), **_told(here.session.game, verdict)}


def observe(desk: Desk, params: Params) -> Answer:
    """Return what a side is allowed to know."""
    name, at, side = params.text("session"), params.optional_number("at"), params.text("side")
    params.finish()
    here = _place(desk, name, at)
    view = here.table.observe(desk.registry.side(here.session.game, side))
    return {"step": here.step, "side": side, "view": view}


def position(desk: Desk, params: Params) -> Answer:
    """Return the whole position in its canonical form, and the verdict on it: sound, or everything wrong with it."""
    here = _only_place(desk, params)
    found = here.table.check()
    return {
        "step": here.step,
        "hash": here.table.digest(),
        "position": here.table.canonical(),
        "verdict": check_json(found),
        "english": {"verdict": [in_words(each, here.session.game) for each in found]},
    }


def hashed(desk: Desk, params: Params) -> Answer:
    """Return the hash of the position."""
    here = _only_place(desk, params)
    return {"step": here.step, "hash": here.table.digest()}


def odds(desk: Desk, params: Params) -> Answer:
    """Return the exact odds of an expectation, of facts, or of every position where a walk may end."""
    name, at = params.text("session"), params.optional_number("at")
    measured = Measured("expect" in params, params.take("expect"), params.optional_text("measure"))
    wanted = params.texts("of")
    if "of" in params and (measured.expected or not wanted):
        raise Unreadable("of", "names no fact" if not wanted else "and expect are two questions; ask one at a time")
    walk, stopping = _walk(params, measured), "positions" in params
    params.finish()
    here = _place(desk, name, at)
    for side in walk.policies:
        desk.registry.side(here.session.game, side)
    measured.check(here)
    for index, fact in enumerate(wanted):
        check_fact(here.session.game, here.table, f"of[{index}]", fact)
    try:
        tree = measured.settled(_walked(desk, here.table, walk, stopping=stopping))
        rest = {} if tree.is_whole else {"not_walked": fraction_text(_not_walked(tree))}
        if measured.expected:
            holds = fraction_text(tree.odds(Holds(measured.expect)).get(1, Fraction(0)))
            return {"step": here.step, "odds": holds, **rest}
        if wanted:
            facts = {each: _values(tree, index, each) for index, each in enumerate(wanted)}
            return {"step": here.step, "facts": facts, **rest}
        return {"step": here.step, "ends": _ends(tree), **rest}
    except TooManyPositions as fault:
        raise Failure(Code.TOO_LARGE, f"The tree is too large: {fault}") from None


def _walked(desk: Desk, table: Table, walk: Walk, *, stopping: bool) -> PositionTree:
    """Return the tree of a walk; one that may stop at its limit has then come as far as that."""
    if not desk.positions:
        raise TooManyPositions(f"this message has walked its {MOST_POSITIONS} positions; ask in another one")
    seen, most = 0, min(walk.most, desk.positions)

    def tell(positions: int) -> None:
        nonlocal seen
        seen = positions

    try:
        if not stopping:
            return explored(table, replace(walk, most=most), tell)
        tree = explored(table, replace(walk, most=MOST_POSITIONS), tell, is_stopped=lambda: seen >= most)
    finally:
        desk.positions = max(0, desk.positions - seen)
    if tree.has_picks and not tree.is_whole:
        raise TooManyPositions(f"more than {most} positions; best and worst are known only when all is walked")
    return tree


def _not_walked(tree: PositionTree) -> Fraction:
    return 1 - sum((share for _, share in tree.ends()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Measured:
    """What the policies best and worst aim at or against: an expectation, or a fact."""

    expected: bool
    expect: Json
    fact: str | None

    def check(self, here: Place) -> None:
        """Refuse an expectation or a fact that names nothing."""
        if self.expected:
            check_expectation(here.session.game, here.table, self.expect)
        if self.fact is not None:
            check_fact(here.session.game, here.table, "measure", self.fact)

    def settled(self, tree: PositionTree) -> PositionTree:
        """Return the tree with such choices made."""
        if self.expected:
            return tree.settled(Holds(self.expect))
        return tree if self.fact is None else tree.settled(_fact(tree, "measure", self.fact))


def _walk(params: Params, measured: Measured) -> Walk:
    policies = dict(params.each("policies", _policy))
    until = params.optional_text("until") or CHOICE
    decisions = params.number("decisions", MOST_DECISIONS, Range(0, MOST_DECISIONS))
    if {Policy.BEST, Policy.WORST} & set(policies.values()) and not measured.expected and measured.fact is None:
        raise Unreadable("policies", "best and worst have a meaning only together with expect or measure")
    positions = params.number("positions", MOST_POSITIONS, Range(1, MOST_POSITIONS))
    return Walk(until, policies, tuple(_part(params)), decisions, positions)


def _policy(given: Fields, side: str) -> Policy:
    named = given.text(side)
    try:
        return read_policy(named)
    except Unreadable as fault:
        raise fault.within(side) from None


def _part(params: Params) -> Iterator[Mapping[str, str]]:
    given = params.take("choose")
    if given is None:
        return
    if not isinstance(given, list | tuple):
        raise Unreadable("choose", "must be a list")
    for index, each in enumerate(given):
        if not isinstance(each, Mapping) or not each:
            raise Unreadable(f"choose[{index}]", "must be a mapping with some fields of an action")
        yield part_of(each)


def _fact(tree: PositionTree, place: str, text: str) -> Fact:
    try:
        return read_fact(text, tree.happened())
    except Unreadable as fault:
        raise fault.within(place) from None


def _values(tree: PositionTree, index: int, text: str) -> Json:
    fact = _fact(tree, f"of[{index}]", text)
    found = tree.odds(fact)
    if leads_nowhere(tree, fact, found):
        raise Unreadable(f"of[{index}]", NOTHING_THERE)
    ordered = sorted(found.items(), key=lambda entry: (-entry[1], str(entry[0])))
    return [{"value": fact.told(amount), "odds": fraction_text(share)} for amount, share in ordered]


def _ends(tree: PositionTree) -> list[Json]:
    found = tree.ends()
    if len(found) > MOST_ENDS:
        raise TooManyPositions(f"more than {MOST_ENDS} different ends; ask for one with expect")
    ordered = sorted(((-share, table.digest(), table) for table, share in found), key=lambda end: end[:2])
    return [{"odds": fraction_text(-share), "hash": name, "position": end.canonical()} for share, name, end in ordered]


# ---------------------------------------------------------------- traces, and the end


def verify(desk: Desk, params: Params) -> Answer:
    """Replay a trace and return whether it conforms, or its first divergence."""
    text = params.text("trace", MOST_BYTES_A_MESSAGE)
    params.finish()
    trace = _trace(desk, text)
    return replay_json(trace, replay(trace, desk.registry.open(trace.header)))


def shutdown(desk: Desk, params: Params) -> Answer:
    """End the server after this answer."""
    params.finish()
    desk.closing = True
    return {"sessions": len(desk.sessions.held)}


METHODS: Mapping[str, Callable[[Desk, Params], Answer]] = {
    "initialize": initialize,
    "games": games,
    "new": new,
    "load": load,
    "close": close,
    "decision": decision,
    "step": step,
    "ask": ask,
    "observe": observe,
    "position": position,
    "hash": hashed,
    "odds": odds,
    "verify": verify,
    "shutdown": shutdown,
}
