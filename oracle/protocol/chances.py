"""Methods about odds: what may be asked at a position, and exact odds of what follows from it, within a limit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from oracle.english import decider_in_words, shown
from oracle.odds.explore import CHOICE, MOST_POSITIONS, PROCEDURE, PositionTree, Walk, explored, procedures
from oracle.odds.facts import DUE, Amount, Fact, number_of, read_fact, value_in_words
from oracle.odds.varying import varying
from oracle.odds.walker import Policy, TooManyPositions, read_policy
from oracle.protocol.desk import Answer, Desk, Place, stopwatch, where
from oracle.protocol.messages import Code, Failure
from oracle.protocol.params import Params
from oracle.shortform import part_of
from oracle.verdict_json import asked, fraction_text
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.fields import Fields
from reference.kernel.verdicts import Next
from spec_tables.catalogue import catalogue

MOST_SECONDS = 30
USUAL_SECONDS = 10
MOST_DECISIONS = 200
MOST_FACTS = 20
MOST_VALUES = 60
_POLICIES = {
    Policy.BEST: "makes what is measured largest, as expected values go",
    Policy.WORST: "makes what is measured smallest, as expected values go",
    Policy.FIRST: "takes the first action offered",
    Policy.LAST: "takes the last action offered",
    Policy.EVENLY: "takes any action, all equally likely",
}


def under_way(desk: Desk, params: Params) -> Answer:
    """Return what odds can be asked for at a position: until when, and how the sides may choose."""
    asked_about = where(params)
    params.finish()
    here = asked_about.found(desk)
    return {"step": here.step, **_offered(here)}


def _offered(here: Place) -> dict[str, Json]:
    frames = tuple(dict.fromkeys(procedures(here.table)))
    until = [
        {"id": PROCEDURE, "words": f"{_plain(frames[-1]) if frames else 'what is under way'} is over"},
        *({"id": each, "words": f"{_plain(each)} is over"} for each in frames[:-1]),
        {"id": CHOICE, "words": "a side must choose"},
    ]
    sides = [{"id": each, "name": decider_in_words(each)} for each in catalogue(here.game).sides]
    return {
        "procedures": list(frames),
        "until": list(until),
        "sides": list(sides),
        "policies": [{"id": each.value, "words": words} for each, words in _POLICIES.items()],
    }


def _plain(name: str) -> str:
    return name.replace("_", " ")


def chances(desk: Desk, params: Params) -> Answer:
    """Return exact odds of facts after a walk; if time is up, of what was walked, with the share that was not."""
    asked_about, first = where(params), params.take("do")
    walk, seconds = _walk(params), params.number_within("seconds", USUAL_SECONDS, MOST_SECONDS)
    wanted, measure = params.texts("of"), params.optional_text("measure")
    params.finish()
    if len(wanted) > MOST_FACTS:
        raise Unreadable("of", f"names more than {MOST_FACTS} facts")
    here = _acted(asked_about.found(desk), first)
    for side in walk.policies:
        desk.registry.side(here.game, side)
    try:
        tree = _walked(desk, here, walk, seconds)
        tree = _settled(tree, measure)
        facts = [_fact(tree, "of", each) for each in wanted] or varying(tree)
        odds = {fact: tree.odds(fact) for fact in facts}
    except TooManyPositions as fault:
        raise Failure(Code.TOO_LARGE, f"The tree is too large: {fault}") from None
    walked = sum((share for _, share in tree.ends()), Fraction(0))
    return {
        "step": here.step,
        **_offered(here),
        "walked": len(tree.nodes),
        "ends": len(tree.ends()),
        "whole": tree.is_whole,
        **({} if tree.is_whole else {"missing": fraction_text(1 - walked)}),
        "facts": [_told(here.game, fact, found) for fact, found in odds.items()],
        "suggested": [f"events:{kind}" for kind in sorted(tree.happened())],
        "unused": [canonical_text(dict(each)) for each in tree.unused],
    }


def _walked(desk: Desk, here: Place, walk: Walk, seconds: int) -> PositionTree:
    """Return the tree of a walk, and take its positions from the share of the message."""
    if not desk.positions:
        raise TooManyPositions(f"this message has walked its {MOST_POSITIONS} positions; ask in another one")
    within = replace(walk, most=min(walk.most, desk.positions))
    tree = explored(here.table, within, is_stopped=stopwatch(desk, min(seconds, desk.seconds_left)).is_over)
    desk.positions = max(0, desk.positions - len(tree.nodes))
    return tree


def _walk(params: Params) -> Walk:
    policies = dict(params.each("policies", _policy))
    decisions = params.number_within("decisions", MOST_DECISIONS, MOST_DECISIONS)
    most = params.number_within("most", MOST_POSITIONS, MOST_POSITIONS)
    until = params.optional_text("until") or PROCEDURE
    given = params.take("choose")
    if given is None:
        given = ()
    if not isinstance(given, list | tuple) or not all(isinstance(each, Mapping) and each for each in given):
        raise Unreadable("choose", "must be a list of mappings with some fields of an action")
    chosen = tuple(part_of(each) for each in given if isinstance(each, Mapping))
    return Walk(until, policies, chosen, decisions, most)


def _policy(given: Fields, side: str) -> Policy:
    named = given.text(side)
    try:
        return read_policy(named)
    except Unreadable as fault:
        raise fault.within(side) from None


def _acted(here: Place, first: Json) -> Place:
    """Return the position after an act that is to be taken first, if there is one."""
    if first is None:
        return here
    if not isinstance(first, Mapping) or first.keys() != {"by", "do"} or not isinstance(first["by"], str):
        raise Unreadable("do", "must be a mapping with by and do")
    verdict = asked(here.table, first["by"], first["do"])
    if not isinstance(verdict, Next):
        raise Unreadable("do", "is not legal here; `explain` says why")
    return Place(here.game, here.ruleset, verdict.state, here.step + 1)


def _settled(tree: PositionTree, measure: str | None) -> PositionTree:
    if tree.has_picks and measure is None:
        raise Unreadable("measure", "is needed: best and worst are for and against something")
    if tree.has_picks and not tree.is_whole:
        raise TooManyPositions("time is up; what is best or worst is known only when all is walked")
    return tree if measure is None else tree.settled(_fact(tree, "measure", measure))


def _fact(tree: PositionTree, place: str, text: str) -> Fact:
    try:
        return read_fact(text, tree.happened())
    except Unreadable as fault:
        raise fault.within(place) from None


def _told(game: str, fact: Fact, found: Mapping[Amount, Fraction]) -> dict[str, Json]:
    ordered = _ordered(found)
    told: dict[str, Json] = {
        "fact": fact.name,
        "words": _in_words(game, fact.name),
        "values": [
            {
                "value": fact.told(amount),
                "words": value_in_words(game, fact, amount),
                "odds": fraction_text(share),
                "share": f"{float(share):.6f}",
            }
            for amount, share in ordered[:MOST_VALUES]
        ],
        "more": max(0, len(ordered) - MOST_VALUES),
    }
    numbers = [(number_of(amount), share) for amount, share in found.items()]
    if all(isinstance(fact.told(amount), int) for amount in found):
        total = sum(((number or Fraction(0)) * share for number, share in numbers), Fraction(0))
        told["expected"] = fraction_text(total)
    return told


def _ordered(found: Mapping[Amount, Fraction]) -> Sequence[tuple[Amount, Fraction]]:
    """Return numbers in their order, words by likelihood."""
    if all(isinstance(amount, int) for amount in found):
        return sorted(found.items(), key=lambda entry: int(str(entry[0])))
    return sorted(found.items(), key=lambda entry: (-entry[1], str(entry[0])))


def _in_words(game: str, name: str) -> str:
    """Return the name of a fact in words: `VP French`, `how often: raid succeeded`."""
    if name == DUE:
        return "what must be decided then"
    if name.startswith("events:"):
        kind, _, rest = name.removeprefix("events:").partition(".")
        return f"{_plain(kind)}: {_plain(rest)}" if rest else f"how often: {_plain(kind)}"
    return " ".join(shown(game, part).replace("_", " ") for part in name.split("."))


METHODS: Mapping[str, Callable[[Desk, Params], Answer]] = {"under_way": under_way, "chances": chances}
