"""Decisions, actions, rulings and events as a page shows them: data and words side by side, with the rules cited."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from oracle.english import action_in_words, decider_in_words, decision_in_words, event_in_words, gist, verdict_in_words
from oracle.game_registry import REGISTERED
from oracle.openings import nothing_under_way
from oracle.pictures.marks import destination
from oracle.playing.secrets import Onlooker
from oracle.protocol.desk import Answer, Place
from oracle.rulings import Near
from oracle.shortform import short
from oracle.verdict_json import Verdict, fraction_text, over_json
from reference.kernel.canonical import Json
from reference.kernel.decisions import CHANCE, Over
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Event, Next, No, NotAsked, NotThisDecision, NotYourDecision, Violation

_PLACES = ("to", "space", "area", "place", "from", "at")


def sentences_of(game: str, verdict: Verdict) -> list[Json]:
    """Return a verdict as sentences, each with the rules it follows from."""
    told = tuple(verdict_in_words(game, verdict))
    match verdict:
        case Next(_, events):
            return [sentence(text, each.rules) for text, each in zip(told, events, strict=True)]
        case No(violations) | NotAsked(violations):
            return [_broken(text, each) for text, each in zip(told, violations, strict=True)]
        case NotThisDecision(_, rules):
            return [sentence(text, rules) for text in told]
        case NotYourDecision(_, No(violations)):
            first, *rest = told
            return [sentence(first, ()), *(_broken(text, each) for text, each in zip(rest, violations, strict=True))]
        case _:
            return [sentence(text, ()) for text in told]


def sentence(text: str, rules: Iterable[str]) -> dict[str, Json]:
    """Return a sentence with its rules."""
    return {"text": text, "rules": list(rules)}


def _broken(text: str, found: Violation) -> dict[str, Json]:
    """Return the sentence of a violation; the title and gist of the rule stand apart."""
    said = gist(found.rule)
    return {**sentence(text.removesuffix(said), (found.rule,)), "gist": said.strip(" []")}


def events_told(game: str, events: Iterable[Event]) -> list[Json]:
    """Return what happened, a sentence an event."""
    return [sentence(event_in_words(game, each), each.rules) for each in events]


# ---------------------------------------------------------------- what is due


def due_told(game: str, due: Due) -> dict[str, Json]:
    """Return who must decide what, by which rules."""
    return {
        "by": due.by,
        "by_words": decider_in_words(due.by),
        "about": due.about,
        "words": decision_in_words(game, due.about),
        "rules": list(due.rules),
    }


def over_told(over: Over) -> dict[str, Json]:
    """Return how a game ended."""
    return {**over_json(over), "words": f"Nothing is left to decide: {over.result}"}


def next_told(game: str, table: Table) -> dict[str, Json]:
    """Return who decides next, or how it is over."""
    due = table.due()
    return {"over": over_told(due)} if isinstance(due, Over) else due_told(game, due)


def over_or_bare(here: Place, over: Over) -> Answer:
    """Return how the game is over, or that nothing has begun at a position made by hand."""
    bare = nothing_under_way(here.game, here.table.canonical(), here.step)
    if bare is None:
        return {"over": over_told(over)}
    types = [form.type for form in REGISTERED.opener(here.game).openings]
    return {"bare": {"words": "Nothing is under way here; choose an opening.", "openings": list(types)}}


# ---------------------------------------------------------------- actions


def action_told(game: str, number: int, action: Json) -> dict[str, Json]:
    """Return an action that is offered: as data, in words, and where on the map it belongs."""
    told: dict[str, Json] = {
        "number": number,
        "do": action,
        "short": short(action),
        "words": action_in_words(game, action),
        "subjects": list(_subjects(action)),
    }
    place = destination(action)
    if place is not None:
        told["place"] = place
    if isinstance(action, Mapping) and isinstance(action.get("from"), str):
        told["from"] = action["from"]
    return told


def _subjects(action: Json) -> Iterator[str]:
    """Return the names in an action that are no place."""
    for name, item in action.items() if isinstance(action, Mapping) else ():
        if name == "type" or name in _PLACES:
            continue
        if isinstance(item, str):
            yield item
        elif isinstance(item, list | tuple):
            yield from (each for each in item if isinstance(each, str))


def offered_told(here: Place, due: Due, most: int) -> list[dict[str, Json]]:
    """Return the actions that are offered, with the odds if chance decides."""
    told = [action_told(here.game, number, each) for number, each in enumerate(due.actions[:most], 1)]
    if due.odds is not None:
        for each, odds in zip(told, due.odds, strict=False):
            each["odds"] = fraction_text(odds)
    return told


def near_told(game: str, near: Sequence[Near]) -> list[Json]:
    """Return the legal actions that come closest to one that is refused."""
    return [
        {
            "do": each.action,
            "short": short(each.action),
            "words": action_in_words(game, each.action),
            "changes": [{"field": name, "from": old, "to": to} for name, old, to in each.changes],
        }
        for each in near
    ]


def is_hidden(onlooker: Onlooker, table: Table, due: Due) -> bool:
    """Say whether an onlooker may not know what is offered: the choices of the enemy, and draws of unseen things."""
    if onlooker.side is None or due.by == onlooker.side:
        return False
    return due.by != CHANCE or not onlooker.can_name(table, due.actions)
