"""What is said at the table: the decision that is due, what happened, rulings, rules and odds, in words."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from oracle.english import (
    action_in_words,
    decider_in_words,
    decision_in_words,
    event_in_words,
    gist,
    odds_in_words,
    shown,
)
from oracle.errors import InputError
from oracle.odds.charts import bars
from oracle.odds.walker import TooManyPositions
from oracle.playing.session import Heard, Session
from oracle.rule_lookup import find
from oracle.rule_search import search
from oracle.rulings import Answer, in_english, near_in_english, near_misses, rule_on
from oracle.shortform import short
from oracle.text import columns, paragraph, plural
from reference.kernel.canonical import Json, Unreadable, parse
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Next, No

MOST_LISTED = 24
_MOST_FOUND = 5
_MOST_FACTS = 8
_FEWEST_TIMES = 3
_MACHINERY = ("frames", "phase")


def headline(session: Session, due: Due) -> str:
    """Return who must decide what, with the rules."""
    rules = f"  ({', '.join(due.rules)})" if due.rules else ""
    return f"{decider_in_words(due.by)} must decide: {decision_in_words(session.game, due.about)}{rules}"


def numbered(session: Session, due: Due, wanted: str = "", most: int | None = None) -> Iterator[str]:
    """Return the legal actions with their numbers, all or those with a word in them."""
    rows: list[tuple[str, str, str]] = []
    for number, action in enumerate(due.actions, 1):
        share = f"  {odds_in_words(due.odds[number - 1])}" if due.odds is not None else ""
        row = (f"{number:>3}", f"{action_in_words(session.game, action)}{share}", f"[{short(action)}]")
        if wanted.lower() in f"{row[1]} {row[2]}".lower():
            rows.append(row)
    if not rows:
        yield f"None of {plural(len(due.actions), 'action')} has {wanted!r}."
        return
    kept = rows[:most]
    yield columns(kept, indent=0)
    if len(rows) > len(kept):
        yield f"     ... and {len(rows) - len(kept)} more: `list` shows all, `list WORD` those with a word"


def news(session: Session, heard: Sequence[Heard]) -> Iterator[str]:
    """Return what happened in some acts, a sentence an event; what happens again and again is told once."""
    told = [event_in_words(session.game, event) for each in heard for event in each.events]
    at = 0
    while at < len(told):
        span, times = max(((span, _times(told, at, span)) for span in (1, 2)), key=lambda found: found[0] * found[1])
        if times < _FEWEST_TIMES:
            span, times = 1, 1
        for each in told[at : at + span]:
            often = f" ({times} times)" if times > 1 else ""
            yield paragraph(f"{_capital(each)}{often}.", 2)
        at += span * times


def _capital(sentence: str) -> str:
    """Return a sentence with a capital, unless it begins with an id."""
    return sentence if "_" in sentence.split(" ", 1)[0] else f"{sentence[:1].upper()}{sentence[1:]}"


def _times(told: Sequence[str], at: int, span: int) -> int:
    """Return how often the next few sentences are said in a row."""
    times = 1
    while told[at : at + span] == told[at + times * span : at + (times + 1) * span]:
        times += 1
    return times


def asked(session: Session, by: str, action: Json) -> tuple[Answer, list[str]]:
    """Return the ruling on an action, with its words; what is hidden from the person stays so."""
    try:
        answer = rule_on(session.table, by, action)
    except Unreadable as fault:
        raise InputError(f"the action: {fault}") from None
    lines = [f"{action_in_words(session.game, action)}  [{short(action)}]"]
    if isinstance(answer.verdict, Next):
        after = answer.verdict.state
        events = tuple(session.onlooker.heard(session.table, after, by, answer.verdict.events))
        return answer, [*lines, *in_english(session.game, Answer(answer.table, Next(after, events)))]
    if isinstance(answer.verdict, No):
        answer = replace(answer, verdict=No(session.onlooker.broken(session.table, answer.verdict.violations)))
    near = near_misses(session.table, action)
    return answer, [*lines, *in_english(session.game, answer), *near_in_english(session.game, near)]


def rules_of(session: Session, due: Due, wanted: str) -> Iterator[str]:
    """Return the rules of the decision that is due, or those of a number or of some words."""
    if not wanted:
        yield from (paragraph(f"{rule}{gist(rule)}", 2) for rule in due.rules)
        return
    try:
        everywhere = find(wanted)
    except InputError:
        everywhere = ()
    found = [each for each in everywhere if each.about.game == session.game] or everywhere
    rules = [
        rule for each in found for rule in (*((each.rule,) if each.rule else ()), *each.printed, *each.below)
    ] or None
    if rules is not None:
        yield from (paragraph(f"{rule.id}  {rule.title}: {rule.gist}", 2) for rule in rules)
        return
    hits = search(wanted, (session.game,)).hits[:_MOST_FOUND]
    if not hits:
        yield f"  No rule has {wanted!r}."
    for hit in hits:
        yield paragraph(f"{hit.text.id}  {hit.text.title}: {hit.text.says}", 2)


def odds_after(session: Session, table: Table) -> Iterator[str]:
    """Return the odds of what chance brings from a position until somebody must choose."""
    due = table.due()
    if isinstance(due, Over) or due.odds is None:
        yield "Chance has no part in what comes next: somebody must choose."
        return
    if not session.onlooker.can_name(table, due.actions):
        yield "What is drawn next is hidden; its odds would tell what lies where."
        return
    try:
        tree = session.explored(table)
    except TooManyPositions as fault:
        yield f"Too much can happen to count it here ({fault}); `save` the game and use `referee odds from`."
        return
    yield f"Until somebody must choose ({plural(len(tree.nodes), 'position')}):"
    told = _chances(session, tree.ends())
    for path, odds in told.items():
        yield path
        yield bars(odds)
    if not told:
        yield "Whatever falls, it comes to the same as far as you can see."


def _chances(session: Session, ends: list[tuple[Table, Fraction]]) -> dict[str, dict[str, Fraction]]:
    """Return the odds of every fact that differs between the ends of a walk."""
    facts = [(session.facts(table), share) for table, share in ends]
    paths = dict.fromkeys(path for each, _ in facts for path in each)
    differing = [path for path in paths if len({each.get(path) for each, _ in facts}) > 1]
    board = [path for path in differing if not path.startswith(_MACHINERY)]
    found: dict[str, dict[str, Fraction]] = {}
    for path in (board or differing)[:_MOST_FACTS]:
        odds: defaultdict[str, Fraction] = defaultdict(Fraction)
        for each, share in facts:
            odds[shown(session.game, parse(each[path])) if path in each else "none"] += share
        found[path] = dict(odds)
    return found
