"""The methods of the server: one function each, from checked parameters to a result."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

from oracle.compiled_build import running
from oracle.english import in_words, verdict_in_words
from oracle.interrupts import Stoppable
from oracle.odds.asked import check_expectation, check_fact
from oracle.odds.explore import CHOICE, MOST_POSITIONS, NOTHING_THERE, PositionTree, Walk, explored, leads_nowhere
from oracle.odds.facts import Fact, Holds, read_fact
from oracle.odds.walker import Policy, TooManyPositions, read_policy
from oracle.protocol import chances, looking, replaying, rule_pages, setting_up
from oracle.protocol.cases import MOST_ACTS
from oracle.protocol.desk import MOST_LINES, Answer, Desk, Place, stopwatch, where
from oracle.protocol.messages import MOST_BYTES_A_MESSAGE, MOST_DIGITS_OF_AN_ID, MOST_IN_A_BATCH, Code, Failure
from oracle.protocol.params import Params
from oracle.protocol.sessions import Session
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
from reference.kernel.ranges import MOST_CHARACTERS, MOST_FRAMES, MOST_ITEMS, Range
from reference.kernel.table import Table
from reference.kernel.traces import MOST_CHARACTERS_A_LINE, Act, Trace, read_trace, replay
from reference.kernel.traces import VERSION as TRACE_VERSION
from reference.kernel.verdicts import Next, No, NotAsked, Notation, NotThisDecision, NotYourDecision

PROTOCOL = 3
DECISIONS = Range(0, 50)
POSITIONS = Range(1, MOST_POSITIONS)
MOST_ENDS = 1_000


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
        "limits": {name: number for name, (number, _) in limits_of(desk).items()},
    }


def limits_of(desk: Desk) -> Mapping[str, tuple[int, str]]:
    """Return every limit of a server by its name, and what it limits."""
    return {
        "sessions": (desk.sessions.limits.sessions, "sessions kept; the one unused for longest is dropped"),
        "steps_kept": (desk.sessions.limits.steps, "positions kept of a session; the earliest are dropped"),
        "message_seconds": (desk.seconds, "time for a message, or for all requests of a batch together"),
        "message_bytes": (MOST_BYTES_A_MESSAGE, "length of a message"),
        "batch": (MOST_IN_A_BATCH, "requests of a batch"),
        "id_digits": (MOST_DIGITS_OF_AN_ID, "digits of an id; other numbers have 15 at most"),
        "trace_lines": (MOST_LINES, "lines of the traces of a message"),
        "trace_line_characters": (MOST_CHARACTERS_A_LINE, "length of a line of a trace"),
        "odds_positions": (MOST_POSITIONS, "positions that a message walks for odds"),
        "odds_decisions": (DECISIONS.most, "decisions that a walk goes ahead"),
        "odds_ends": (MOST_ENDS, "positions that are listed where a walk ends"),
        "list_items": (MOST_ITEMS, "items of a list in a position, an action or parameters"),
        "text_characters": (MOST_CHARACTERS, "length of a text"),
        "frames": (MOST_FRAMES, "procedures under way in a position"),
        "acts": (MOST_ACTS, "actions of a case"),
        "actions": (looking.MOST_ACTIONS, "legal actions that are listed"),
        "seconds": (chances.MOST_SECONDS, "time that a request for `chances` may ask for"),
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
    desk.play_lines(text.count("\n"))
    return read_trace(text)


def _from_trace(desk: Desk, trace: Trace) -> Session:
    header = trace.header
    with desk.limited():
        start = desk.registry.open(header)
        done = replay(trace, start)
        if done.divergence is not None:
            raise Failure(Code.DIVERGES, "The trace does not conform", replay_json(trace, done))
        tables = [start, *_tables(start, trace)]
    session = desk.sessions.open(header.game, header.ruleset, start)
    for each in tables[1:]:
        session.went_on(each)
    return session


def _tables(table: Table, trace: Trace) -> Iterator[Table]:
    """Give the position after every action of a trace that conforms."""
    for act in (line for _, line in trace.lines if isinstance(line, Act)):
        verdict = table.act(act.by, act.do)
        assert isinstance(verdict, Next), f"{act.do} was replayed and then refused: {verdict}"
        table = verdict.state
        yield table


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


def _only_place(desk: Desk, params: Params) -> Place:
    """Return the position asked about by a method that takes nothing else."""
    asked_about = where(params)
    params.finish()
    return asked_about.found(desk)


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
    asked_about = where(params)
    by, action, named = params.text("by"), params.needed("do"), params.optional_text("ruleset")
    params.finish()
    here = asked_about.found(desk)
    table = here.table
    if named is not None:
        table = desk.registry.place(here.game, desk.registry.ruleset(here.game, named), table.canonical())
    verdict = asked(table, by, action, here.then if named is None else None)
    return {"step": here.step, "verdict": verdict_json(table, verdict), **_told(here.game, verdict)}


def observe(desk: Desk, params: Params) -> Answer:
    """Return what a side is allowed to know."""
    asked_about, side = where(params), params.text("side")
    params.finish()
    here = asked_about.found(desk)
    view = here.table.observe(desk.registry.side(here.game, side))
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
        "english": {"verdict": [in_words(each, here.game) for each in found]},
    }


def hashed(desk: Desk, params: Params) -> Answer:
    """Return the hash of the position."""
    here = _only_place(desk, params)
    return {"step": here.step, "hash": here.table.digest()}


def odds(desk: Desk, params: Params) -> Answer:
    """Return the exact odds of an expectation, of facts, or of every position where a walk may end."""
    asked_about = where(params)
    measured = Measured("expect" in params, params.take("expect"), params.optional_text("measure"))
    wanted = params.texts("of")
    if "of" in params and (measured.expected or not wanted):
        raise Unreadable("of", "names no fact" if not wanted else "and expect are two questions; ask one at a time")
    walk, stopping = _walk(params, measured), "positions" in params
    params.finish()
    here = asked_about.found(desk)
    for side in walk.policies:
        desk.registry.side(here.game, side)
    measured.check(here)
    for index, fact in enumerate(wanted):
        check_fact(here.game, here.table, f"of[{index}]", fact)
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
    seen, most, watch = 0, min(walk.most, desk.positions), stopwatch(desk, desk.seconds_left)

    def tell(positions: int) -> None:
        nonlocal seen
        seen = positions

    try:
        with Stoppable() as stoppable:

            def is_over() -> bool:
                return stoppable.is_stopped() or watch.is_over()

            if stopping:
                wide, is_stopped = replace(walk, most=MOST_POSITIONS), lambda: seen >= most or is_over()
            else:
                wide, is_stopped = replace(walk, most=most), is_over
            tree = explored(table, wide, tell, is_stopped=is_stopped)
    finally:
        desk.positions = max(0, desk.positions - seen)
    if tree.is_whole or (stopping and not tree.has_picks):
        return tree
    reason = "best and worst are known only when all is walked" if stopping else "say `positions` to have part of it"
    if stoppable.is_stopped() or watch.is_over():
        raise TooManyPositions(f"stopped after {desk.seconds} seconds or by Ctrl-C; {reason}")
    raise TooManyPositions(f"more than {most} positions; {reason}")


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
            check_expectation(here.game, here.table, self.expect)
        if self.fact is not None:
            check_fact(here.game, here.table, "measure", self.fact)

    def settled(self, tree: PositionTree) -> PositionTree:
        """Return the tree with such choices made."""
        if self.expected:
            return tree.settled(Holds(self.expect))
        return tree if self.fact is None else tree.settled(_fact(tree, "measure", self.fact))


def _walk(params: Params, measured: Measured) -> Walk:
    policies = dict(params.each("policies", _policy))
    until = params.optional_text("until") or CHOICE
    decisions = params.number("decisions", DECISIONS.most, DECISIONS)
    if {Policy.BEST, Policy.WORST} & set(policies.values()) and not measured.expected and measured.fact is None:
        raise Unreadable("policies", "best and worst have a meaning only together with expect or measure")
    positions = params.number("positions", POSITIONS.most, POSITIONS)
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
    with desk.limited():
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
    **looking.METHODS,
    **setting_up.METHODS,
    **rule_pages.METHODS,
    **chances.METHODS,
    **replaying.METHODS,
}
# Those that may take long: they hold the lock of the desk only while they look something up.
LONG: frozenset[str] = frozenset(("odds", "chances", "editions", "replay", "verify", "draw", "rule"))
