"""Answer questions with the version of the rules that is on the path: `python -m oracle.gate.answering`.

The gate runs this file twice: with the present rules, and with those of the revision it compares with. It reads one
JSON request a line and writes one JSON answer a line. An exception of the rules is an answer too.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path

from oracle.choices import StableRandom
from oracle.commands.vectors import golden_of
from oracle.errors import InputError
from oracle.game_registry import REGISTERED
from oracle.rule_watcher import WATCHER
from oracle.vectors.cases import CHECK, DECISION, FACTS, OBSERVE, START, Case, answer_json, played, question_of
from oracle.vectors.choosing import Caps
from oracle.vectors.scenes import scene_cases, scenes_of
from oracle.vectors.sources import golden_cases
from oracle.vectors.suite import Effort, Plan, gather
from oracle.verdict_json import asked, check_json, verdict_json, waiting_json
from oracle.walk import TableTurn, turns, walk
from reference.kernel.canonical import Json, canonical_text, checked, digest
from reference.kernel.decisions import Over
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Due, Table, event_rules
from reference.kernel.verdicts import Next

Request = Mapping[str, Json]
# How many offered actions are kept at a step and altogether, and how many are tried again at every later step.
_KEPT = 2
_REMEMBERED = 300
_TRIED = 3


def cases(request: Request) -> Iterator[Json]:
    """Return the cases of the vector suite with the answers of this version, each once.

    All golden traces and scenes are included; the effort says how much is explored from them.
    """
    game = str(request["game"])
    made = {str(each.written["id"]): each for each in (*_golden(game), *_scenes(game))}
    if _mapping(request["effort"])["lines"] or _mapping(request["effort"])["games"]:
        effort = Effort(**{name: _number(value) for name, value in _mapping(request["effort"]).items()})
        plan = Plan(REGISTERED, (game,), {game: golden_of(game, Path.cwd())}, effort, Caps(_number(request["cases"])))
        made |= {str(each.written["id"]): each for each in gather(plan, game)}
    yield from (dict(each.written) for each in made.values())


def _golden(game: str) -> Iterator[Case]:
    for golden in golden_of(game, Path.cwd()):
        yield from golden_cases(golden, REGISTERED)


def _scenes(game: str) -> Iterator[Case]:
    """Return the cases of the scenes kept with the tools; skip a newer scene that this version cannot answer."""
    for scene in scenes_of(game):
        with suppress(InputError):
            yield from scene_cases(REGISTERED, game, (scene,))


def case(request: Request) -> Iterator[Json]:
    """Return this version's answer to a case, and the rules it consults."""
    written = _mapping(request["case"])
    if not request["consult"]:
        yield {"answer": _answer(written)}
        return
    answers: list[Json] = []
    consulted = WATCHER.rules_run_by(lambda: answers.append(_answer(written)))
    yield {"answer": answers[0], "consults": sorted(consulted)}


def _answer(written: Request) -> Json:
    game, ruleset = str(written["game"]), parse_ruleset_name(str(written["ruleset"]))
    kind = str(written["kind"])
    if kind == START:
        opening = REGISTERED.start(game, ruleset, str(written["scenario"]))
        return verdict_json(opening, Next(opening))
    table = REGISTERED.place(game, ruleset, written["position"])
    if kind == DECISION:
        (waiting,) = waiting_json(table.due()).values()
        return waiting
    if kind == CHECK:
        return check_json(table.check())
    if kind == FACTS:
        return _as_asked(written["facts"], table.describe())
    if kind == OBSERVE:
        return table.observe(str(written["side"]))
    question = question_of(written)
    return answer_json(table, question, played(table, question))


def _as_asked(wanted: Json, found: Json) -> Json:
    """Return the present values of the facts asked for."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return {name: _as_asked(inner, found.get(name)) for name, inner in wanted.items()}
    return found


# ---------------------------------------------------------------- games


def game(request: Request) -> Iterator[Json]:
    """Return a digest of every step of a seeded game: what may be chosen, what is refused, what a choice led to."""
    table = _opening(request)
    seen: list[Json] = []
    for number, turn in enumerate(_played(request, table)):
        options = digest(waiting_json(turn.due))
        tried = _tried(request, number, seen, turn.due)
        refusals = digest([_ruled(turn.state, turn.due.by, each) for each in tried])
        yield f"{options} {refusals} {digest(verdict_json(turn.state, Next(turn.after, turn.events)))}"
        _remember(seen, request, number, turn.due)
        table = turn.after
    due = table.due()
    if isinstance(due, Over):
        yield digest(waiting_json(due))


def _played(request: Request, table: Table) -> Iterator[TableTurn]:
    """Play the requested number of steps; versions that offer the same actions choose the same."""
    numbers = count()
    way = walk(table, lambda _, due: due.actions[_pick(request, next(numbers), len(due.actions))])
    return islice(turns(way), _number(request["steps"]))


def _tried(request: Request, number: int, seen: Sequence[Json], due: Due) -> list[Json]:
    """Return some actions that were offered earlier, of the types due now; most of them break a rule."""
    types = {_type(action) for action in due.actions}
    fitting = [action for action in seen if _type(action) in types]
    return [fitting[_pick(request, f"{number} {each}", len(fitting))] for each in range(_TRIED)] if fitting else []


def _type(action: Json) -> Json:
    return action.get("type") if isinstance(action, Mapping) else None


def _remember(seen: list[Json], request: Request, number: int, due: Due) -> None:
    """Keep some of the actions offered to a side."""
    if due.odds is None:
        seen.extend(due.actions[_pick(request, f"{number} kept {each}", len(due.actions))] for each in range(_KEPT))
        del seen[:-_REMEMBERED]


def moment(request: Request) -> Iterator[Json]:
    """Return one step of a seeded game in full."""
    table = _opening(request)
    seen: list[Json] = []
    for number, turn in enumerate(_played(request, table)):
        _remember(seen, request, number, turn.due)
        table = turn.after
    shown: dict[str, Json] = {}
    consulted = WATCHER.rules_run_by(lambda: shown.update(_shown(table, request, seen)))
    yield {**shown, "consults": sorted(consulted)}


def _shown(table: Table, request: Request, seen: Sequence[Json]) -> dict[str, Json]:
    due = table.due()
    shown: dict[str, Json] = {"position": table.canonical(), **waiting_json(due)}
    if not isinstance(due, Over):
        number = _number(request["steps"])
        tried = _tried(request, number, seen, due)
        shown["refusals"] = [_ruled(table, due.by, each) for each in tried]
        action = due.actions[_pick(request, number, len(due.actions))]
        verdict = table.act(due.by, action)
        assert isinstance(verdict, Next)
        shown["action"] = action
        shown["verdict"] = verdict_json(table, verdict)
        shown["cites"] = sorted({*event_rules(verdict.events), *due.rules})
    return shown


def _ruled(table: Table, by: str, action: Json) -> Json:
    return {"action": action, "verdict": verdict_json(table, asked(table, by, action))}


def _opening(request: Request) -> Table:
    ruleset = parse_ruleset_name(str(request["ruleset"]))
    return REGISTERED.start(str(request["game"]), ruleset, str(request["scenario"]))


def _pick(request: Request, number: object, choices: int) -> int:
    """Return the same choice in every version: it depends only on the seed and the step."""
    word = f"{request['game']} {request['ruleset']} {request['scenario']} {request['seed']} {number}"
    return StableRandom(word).below(choices)


# ---------------------------------------------------------------- lines in, lines out

REQUESTS: dict[str, Callable[[Request], Iterator[Json]]] = {
    "cases": cases,
    "case": case,
    "game": game,
    "moment": moment,
}


def _mapping(value: Json) -> Request:
    assert isinstance(value, Mapping)
    return value


def _number(value: Json) -> int:
    assert isinstance(value, int)
    return value


def answered(request: Request) -> Json:
    """Return the whole answer to a request; an exception of the rules is part of it."""
    found: list[Json] = []
    fault: Json = None
    try:
        found.extend(REQUESTS[str(request["ask"])](request))
    except Exception as raised:  # the gate wants to know every fault of a version
        fault = f"{type(raised).__name__}: {raised}"
    return {"found": found, "raised": fault}


def main() -> int:
    """Answer until there are no more requests."""
    for line in sys.stdin:
        request = checked(json.loads(line))
        print(canonical_text(answered(_mapping(request))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
