"""Methods about a case: open it, draw it, what is offered, what is ruled, what happened, and how to take it along."""

import re
from collections.abc import Callable, Mapping

from oracle.asker import asker
from oracle.drawing import drawn
from oracle.english import action_in_words, decider_in_words, decision_in_words
from oracle.errors import InputError
from oracle.located_position import LocatedPosition, switched
from oracle.pictures import NO_MARKS, Marks, marks_of, picture
from oracle.playing.secrets import HIDDEN, Onlooker
from oracle.protocol.cases import Case, Played
from oracle.protocol.desk import Answer, Desk, Place, place_of, where
from oracle.protocol.params import Params
from oracle.protocol.setting_up import told_position, written
from oracle.protocol.telling import (
    due_told,
    events_told,
    is_hidden,
    near_told,
    next_told,
    offered_told,
    over_or_bare,
    sentences_of,
)
from oracle.rulings import Answer as Ruled
from oracle.rulings import by_option, by_preset, near_misses
from oracle.shortform import read_typed, short
from oracle.verdict_json import Ruling, Verdict, asked, ruling_of, verdict_json
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import CHANCE, Over
from reference.kernel.ranges import COUNT
from reference.kernel.rulesets import options_of
from reference.kernel.table import Due
from reference.kernel.traces import Header, Trace, write_trace
from reference.kernel.verdicts import Next, No, NotAsked, NotYourDecision
from spec_tables.catalogue import catalogue

MOST_ACTIONS = 2_000
MOST_CONSEQUENCES = 200
MOST_ENTRIES = 500
MOST_LETTERS_OF_AN_ACTION = 20_000
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


# ---------------------------------------------------------------- pictures


def draw(desk: Desk, params: Params) -> Answer:
    """Return the board as a picture and as text, with marks where one may go, or what an action asks for."""
    asked_about, side, marked = where(params), params.optional_text("side"), params.flag("marks", default=True)
    by, wanted, given = params.optional_text("by"), params.take("do"), "do" in params
    params.finish()
    here = asked_about.found(desk)
    onlooker = _onlooker(desk, here.game, side)
    view = onlooker.view(here.table)
    marks = NO_MARKS
    if given:
        marks = _marks_of_question(here, onlooker, _read(here, wanted), by)
    elif marked:
        marks = _marks_of_offer(here, onlooker)
    svg = picture(here.game, view, marks, side=side, caption=_caption(here))
    width, height = _size(svg)
    return {"step": here.step, "svg": svg, "text": drawn(here.game, view), "width": width, "height": height}


def _size(svg: str) -> tuple[int, int]:
    """Return the natural size of a picture, in whole numbers."""
    found = _SIZE.search(svg)
    assert found is not None
    return round(float(found[1])), round(float(found[2]))


def _caption(here: Place) -> str:
    return f"step {here.step} · ruleset {here.ruleset}"


def _marks_of_offer(here: Place, onlooker: Onlooker) -> Marks:
    due = here.table.due()
    return NO_MARKS if isinstance(due, Over) or is_hidden(onlooker, here.table, due) else marks_of(due.actions)


def _marks_of_question(here: Place, onlooker: Onlooker, action: Json, by: str | None) -> Marks:
    due = here.table.due()
    verdict = asked(here.table, _by(here, onlooker, action, by), action, here.then)
    hidden = isinstance(due, Over) or is_hidden(onlooker, here.table, due)
    return marks_of(() if hidden or isinstance(due, Over) else due.actions, action, legal=isinstance(verdict, Next))


def _onlooker(desk: Desk, game: str, side: str | None) -> Onlooker:
    return Onlooker(game, None if side is None else desk.registry.side(game, side))


# ---------------------------------------------------------------- what is offered


def options(desk: Desk, params: Params) -> Answer:
    """Return who must decide what, and every legal action in words and on the map."""
    asked_about, side = where(params), params.optional_text("side")
    consequences = params.flag("consequences", default=False)
    params.finish()
    here = asked_about.found(desk)
    due = here.table.due()
    at: Answer = {"step": here.step, "steps": here.steps, "begins": here.begins}
    if isinstance(due, Over):
        return {**at, **over_or_bare(here, due)}
    onlooker = _onlooker(desk, here.game, side)
    told = due_told(here.game, due)
    if is_hidden(onlooker, here.table, due):
        return {**at, "decision": {**told, "hidden": True, "actions": []}}
    actions = offered_told(here, due, MOST_ACTIONS)
    if consequences:
        for each in actions[:MOST_CONSEQUENCES]:
            each.update(_consequence(here, onlooker, due, each["do"]))
    return {**at, "decision": {**told, "hidden": False, "count": len(due.actions), "actions": actions}}


def _consequence(here: Place, onlooker: Onlooker, due: Due, action: Json) -> dict[str, Json]:
    verdict = here.table.act(due.by, action)
    assert isinstance(verdict, Next), f"{action} was offered and refused: {verdict}"
    heard = onlooker.heard(here.table, verdict.state, due.by, verdict.events)
    return {"events": events_told(here.game, heard), "next": next_told(here.game, verdict.state)}


# ---------------------------------------------------------------- rulings


def explain(desk: Desk, params: Params) -> Answer:
    """Return the ruling on an action in full: why, by which rules, what comes closest, who is due."""
    asked_about, side = where(params), params.optional_text("side")
    by, wanted = params.optional_text("by"), params.needed("do")
    params.finish()
    here = asked_about.found(desk)
    onlooker = _onlooker(desk, here.game, side)
    try:
        action = _read(here, wanted)
    except Unreadable as fault:
        return {"step": here.step, **_ruled(here, onlooker, fault, ""), "near": []}
    whoever = _by(here, onlooker, action, by)
    verdict = asked(here.table, whoever, action, here.then)
    near = near_misses(here.table, action) if ruling_of(verdict) in (Ruling.ILLEGAL, Ruling.NOTATION) else ()
    return {
        "step": here.step,
        "by": whoever,
        "by_words": decider_in_words(whoever) if whoever else "Nobody",
        "do": action,
        "short": short(action),
        "words": action_in_words(here.game, action),
        **_ruled(here, onlooker, verdict, whoever),
        "near": near_told(here.game, near),
    }


def _read(here: Place, wanted: Json) -> Json:
    """Return the action that a request names, as data or as typed."""
    if not isinstance(wanted, str):
        return wanted
    if len(wanted) > MOST_LETTERS_OF_AN_ACTION:
        raise Unreadable("do", f"has more than {MOST_LETTERS_OF_AN_ACTION} letters")
    due = here.table.due()
    try:
        return read_typed(wanted, () if isinstance(due, Over) else due.actions, here.game)
    except InputError as fault:
        raise Unreadable("do", str(fault)) from None


def _by(here: Place, onlooker: Onlooker, action: Json, by: str | None) -> str:
    """Return who asks; a side that looks may ask for itself only, and about chance what it may know."""
    players = (*catalogue(here.game).sides, CHANCE)
    if by is not None and by not in players:
        raise Unreadable("by", f"{by!r} is none of: {', '.join(players)}")
    if onlooker.side is None:
        return asker(here.game, here.table, action, here.then) if by is None else by
    due = here.table.due()
    whoever = onlooker.side if by is None else by
    if whoever == CHANCE and not isinstance(due, Over) and not is_hidden(onlooker, here.table, due):
        return whoever
    if whoever != onlooker.side:
        raise Unreadable("by", f"the {onlooker.side} side may ask only about its own actions")
    return whoever


def _ruled(here: Place, onlooker: Onlooker, verdict: Verdict, by: str) -> dict[str, Json]:
    """Return a verdict in words and as data; what is hidden from the onlooker is taken out."""
    seen = _masked(here, onlooker, verdict, by)
    told: dict[str, Json] = {
        "ruling": ruling_of(seen).value,
        "headline": headline(seen),
        "sentences": sentences_of(here.game, seen),
        "verdict": {name: item for name, item in verdict_json(here.table, seen).items() if name != "state"},
    }
    due = here.table.due()
    if isinstance(seen, Next):
        told["next"] = next_told(here.game, seen.state)
        if onlooker.side is None:
            told["hash"] = seen.state.digest()
    elif isinstance(due, Over):
        told.update(over_or_bare(here, due))
    else:
        told["due"] = due_told(here.game, due)
    if onlooker.side is not None and isinstance(told["verdict"], dict):
        told["verdict"].pop("hash", None)
    return told


def _masked(here: Place, onlooker: Onlooker, verdict: Verdict, by: str) -> Verdict:
    match verdict:
        case Next(after, events):
            return Next(after, tuple(onlooker.heard(here.table, after, by, events)))
        case No(violations):
            return No(onlooker.broken(here.table, violations))
        case NotAsked(violations):
            return NotAsked(onlooker.broken(here.table, violations))
        case NotYourDecision(due, No(violations)):
            return NotYourDecision(due, No(onlooker.broken(here.table, violations)))
        case _:
            return verdict


def headline(verdict: Verdict) -> str:
    """Return a verdict in a few words, with the rules broken."""
    match verdict:
        case No(violations):
            return f"Illegal under {', '.join(dict.fromkeys(each.rule for each in violations))}"
        case NotAsked(violations):
            return f"Not asked, under {', '.join(dict.fromkeys(each.rule for each in violations))}"
        case _:
            return _HEADLINES[ruling_of(verdict)]


_HEADLINES = {
    Ruling.LEGAL: "Legal",
    Ruling.NOTATION: "Not forbidden, but said in another way",
    Ruling.NOT_THIS_DECISION: "Another decision is due",
    Ruling.NOT_YOUR_DECISION: "Somebody else must decide",
    Ruling.UNREADABLE: "Cannot be read",
}


# ---------------------------------------------------------------- other editions


def editions(desk: Desk, params: Params) -> Answer:
    """Return the ruling on an action under every preset, and each option that alone changes it."""
    asked_about, by, wanted = where(params), params.optional_text("by"), params.needed("do")
    params.finish()
    here = asked_about.found(desk)
    action = _read(here, wanted)
    whoever = _by(here, Onlooker(here.game), action, by)
    ruled = Ruled(here.table, asked(here.table, whoever, action, here.then))
    located = LocatedPosition("", here.step, Header(here.game, here.ruleset, position={}), here.table)
    titles = {each.name: each.title for each in catalogue(here.game).presets}
    now = options_of(here.game, here.ruleset)
    return {
        "step": here.step,
        "here": {"ruleset": str(here.ruleset), **_brief(here.game, ruled)},
        "presets": [
            {
                "ruleset": name,
                "title": titles[name],
                **_brief(here.game, each),
                "differs": each.key != ruled.key,
                "without": list(each.without),
            }
            for name, each in by_preset(located, action, by).items()
        ],
        "switches": [
            {
                "option": each.option.name,
                "id": f"{catalogue(here.game).prefix}:{each.option.id}",
                "title": each.option.title,
                "value": each.value,
                "instead_of": now[each.option.name],
                "ruleset": str(switched(here.ruleset, each.option.name, each.value)),
                **_brief(here.game, each.answer),
            }
            for each in by_option(located, action, ruled, by)
        ],
    }


def _brief(game: str, ruled: Ruled) -> dict[str, Json]:
    told = "No such position under these rules" if ruled.table is None else headline(ruled.verdict)
    return {
        "ruling": ruled.ruling.value,
        "headline": told,
        "rules": list(ruled.broken),
        "sentences": sentences_of(game, ruled.verdict),
    }


# ---------------------------------------------------------------- the course of a case


def timeline(desk: Desk, params: Params) -> Answer:
    """Return what was done and what happened, step by step."""
    given, side = params.needed("case"), params.optional_text("side")
    first, most = params.number("from", 0, COUNT), params.number_within("most", MOST_ENTRIES, MOST_ENTRIES)
    params.finish()
    played = desk.played(given)
    onlooker = _onlooker(desk, played.case.game, side)
    if not 0 <= first <= played.steps:
        raise Unreadable("from", f"must be between 0 and {played.steps}")
    steps = range(first, min(first + most, played.steps))
    return {
        "steps": played.steps,
        "begins": played.begins,
        "entries": [_entry(played, onlooker, step) for step in steps],
    }


def _entry(played: Played, onlooker: Onlooker, step: int) -> dict[str, Json]:
    act, before, after = played.acts[step], played.tables[step], played.tables[step + 1]
    game, due = played.case.game, before.due()
    assert isinstance(due, Due)
    verdict = before.act(act.by, act.do)
    assert isinstance(verdict, Next)
    told: dict[str, Json] = {
        "step": step + 1,
        "by": act.by,
        "by_words": decider_in_words(act.by),
        "about": due.about,
        "decision": decision_in_words(game, due.about),
    }
    heard = tuple(onlooker.heard(before, after, act.by, verdict.events))
    told["events"] = events_told(game, heard)
    if onlooker.side is None:
        return {**told, "do": act.do, "action": action_in_words(game, act.do), "hash": after.digest()}
    hidden = any(fact == HIDDEN for each in heard for _, fact in each.facts)
    seen = act.by == onlooker.side or (not hidden and onlooker.can_name(after, (act.do,)))
    return {**told, "action": action_in_words(game, act.do) if seen else HIDDEN}


def export(desk: Desk, params: Params) -> Answer:
    """Return a position of a case to take along: as a case of its own, in words, as JSON, and as a trace."""
    given, at = params.needed("case"), params.optional_number("at")
    params.finish()
    played = desk.played(given)
    here = place_of(played, at)
    until = played.until(here.step)
    trace = write_trace(Trace(until.case.header, tuple(enumerate(until.acts, 2))))
    alone = Case(here.game, here.ruleset, position=here.table.canonical(), title=played.case.title)
    return {
        "step": here.step,
        "hash": here.table.digest(),
        "case": alone.to_json(),
        "position": here.table.canonical(),
        "trace": trace,
        **told_position(here, written(desk, here)),
    }


METHODS: Mapping[str, Callable[[Desk, Params], Answer]] = {
    "draw": draw,
    "options": options,
    "explain": explain,
    "editions": editions,
    "timeline": timeline,
    "export": export,
}
