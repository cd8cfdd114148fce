"""Schemas of the messages of the protocol, and of the reports of `verify`."""

from collections.abc import Callable

from oracle.compiled_build import COMPILED, INTERPRETED
from oracle.odds.walker import Policy
from oracle.peers.importer import Kind
from oracle.protocol.desk import Desk
from oracle.protocol.messages import MOST_IN_A_BATCH, Code
from oracle.protocol.methods import DECISIONS, POSITIONS, PROTOCOL, limits_of
from oracle.reports import FAILED, RAN_OVER, UNREADABLE
from oracle.schemas.explorer import case_of, params_of_explorer, results_of_explorer
from oracle.schemas.parts import (
    ANYTHING,
    COUNT,
    HASH,
    ODDS,
    SHORT_TEXT,
    TEXT,
    WHOLE,
    YES_OR_NO,
    Schema,
    by_name,
    const,
    either,
    few,
    fixed,
    listed,
    one_of_texts,
    or_nothing,
    ranged,
    ref,
)
from reference.kernel.ranges import COUNT as STEPS
from reference.kernel.traces import Fault

Shared = Callable[[str], Schema]
_RPC = const("2.0")
_OBJECT: Schema = {"type": "object", "minProperties": 1}
_ENGLISH: dict[str, Schema] = {"english": fixed({"verdict": listed(TEXT)}, {"fault": TEXT})}


# ---------------------------------------------------------------- requests


def params_of(shared: Shared) -> dict[str, Schema]:
    """Return the parameters of every method."""
    session = {"session": SHORT_TEXT}
    at = {"at": {**COUNT, "maximum": STEPS.most}}
    action = {"by": shared("actor"), "do": shared("action")}
    setting = {"ruleset": shared("ruleset")}
    trace = fixed({"trace": TEXT})
    policies = by_name(shared("side"), one_of_texts(Policy))
    walk: dict[str, Schema] = {
        **at,
        "until": SHORT_TEXT,
        "decisions": ranged(DECISIONS),
        "positions": ranged(POSITIONS),
        "policies": policies,
        "choose": few(_OBJECT),
        "measure": SHORT_TEXT,
        "expect": shared("expectation"),
        "of": few(SHORT_TEXT),
    }
    game = {"game": shared("game")}

    def somewhere(required: dict[str, Schema], optional: dict[str, Schema]) -> Schema:
        """Return the parameters of a method that asks about a position of a session or of a case."""
        cases = {"case": case_of(shared)}
        return either(fixed({**session, **required}, optional), fixed({**cases, **required}, optional))

    return {
        "initialize": fixed({}, {"client": ANYTHING}),
        "games": fixed({}),
        "new": fixed({**game, "scenario": shared("scenario")}, setting),
        "load": either(trace, fixed({**game, "position": shared("position")}, setting)),
        "close": fixed(session),
        "decision": somewhere({}, at),
        "step": fixed({**session, **action}),
        "ask": somewhere(action, {**at, **setting}),
        "observe": somewhere({"side": shared("side")}, at),
        "position": somewhere({}, at),
        "hash": somewhere({}, at),
        "odds": somewhere({}, walk),
        "verify": trace,
        "shutdown": fixed({}),
        **params_of_explorer(shared),
    }


def request_definitions(shared: Shared) -> Schema:
    """Return the schema of a message: a request, or a batch of them."""
    methods: dict[str, Schema] = {}
    for method, params in params_of(shared).items():
        call = {"method": const(method), "jsonrpc": _RPC}
        needed = "required" not in params or params["required"]
        required, optional = ({**call, "params": params}, {}) if needed else (call, {"params": params})
        methods[f"request.{method}"] = fixed(required, {**optional, "id": _ID})
    batch = {**listed(ref("request"), least=1), "maxItems": MOST_IN_A_BATCH}
    request = either(*map(ref, methods))
    return {**either(ref("request"), batch), "$defs": {"request": request, **methods}}


_ID = either(WHOLE, TEXT, {"type": "null"})


# ---------------------------------------------------------------- answers


def results_of(shared: Shared) -> dict[str, Schema]:
    """Return the results of every method."""
    step = {"step": COUNT}
    opened: dict[str, Schema] = {
        "session": TEXT,
        "game": shared("game"),
        "ruleset": shared("ruleset"),
        **step,
        "hash": HASH,
    }
    walked = {"not_walked": ODDS}
    told = {**step, **_ENGLISH}
    listed_game = fixed(
        {
            "game": shared("game"),
            "name": TEXT,
            "sides": listed(shared("side")),
            "scenarios": listed(fixed({"id": shared("scenario"), "name": TEXT})),
            "rulesets": listed(shared("ruleset")),
        }
    )
    end = fixed({"odds": ODDS, "hash": HASH, "position": shared("state")})
    share = fixed({"value": either(WHOLE, TEXT, YES_OR_NO, {"type": "null"}), "odds": ODDS})
    return {
        "initialize": _versions(),
        "games": fixed({"games": listed(listed_game)}),
        "new": fixed(opened),
        "load": fixed(opened, {"followed": listed(shared("event"))}),
        "close": fixed({"closed": TEXT}),
        "decision": either(fixed({**step, "decision": shared("decision")}), fixed({**step, "over": shared("over")})),
        "step": fixed({**told, "verdict": shared("outcome")}),
        "ask": fixed({**told, "verdict": shared("verdict")}),
        "observe": fixed({**step, "side": shared("side"), "view": shared("view")}),
        "position": fixed({**told, "hash": HASH, "position": shared("state"), "verdict": shared("check")}),
        "hash": fixed({**step, "hash": HASH}),
        "odds": either(
            fixed({**step, "odds": ODDS}, walked),
            fixed({**step, "facts": by_name(TEXT, listed(share))}, walked),
            fixed({**step, "ends": listed(end)}, walked),
        ),
        "verify": replay(shared),
        "shutdown": fixed({"sessions": COUNT}),
        **results_of_explorer(shared),
    }


def _versions() -> Schema:
    limits = dict.fromkeys(limits_of(Desk()), COUNT)
    return fixed(
        {
            "protocol": const(PROTOCOL),
            "server": fixed({"name": TEXT, "version": TEXT}, {"rules": {"enum": [COMPILED, INTERPRETED]}}),
            "formats": fixed({"trace": COUNT}),
            "capabilities": fixed({"methods": listed(TEXT), "batch": YES_OR_NO, "notifications": YES_OR_NO}),
            "limits": fixed(limits),
        }
    )


def answer_definitions(shared: Shared) -> Schema:
    """Return the schema of an answer: a result, an error, or a list of them."""
    results = {f"result.{method}": form for method, form in results_of(shared).items()}
    refused = fixed({"verdict": shared("verdict")}, _ENGLISH)
    error = fixed(
        {"code": {"enum": [each.value for each in Code]}, "message": TEXT},
        {"data": either(refused, fixed({"oldest": COUNT}), replay(shared))},
    )
    head = {"jsonrpc": _RPC, "id": _ID}
    reply = either(fixed({**head, "result": ref("result")}), fixed({**head, "error": error}))
    defined = {"answer": reply, "result": either(*map(ref, results)), **results}
    return {**either(ref("answer"), listed(ref("answer"), least=1)), "$defs": {**defined}}


# ---------------------------------------------------------------- replays


def replay(shared: Shared) -> Schema:
    """Return the schema of what a replay says."""
    conforming = fixed({"conforms": const(True), "steps": COUNT})
    return either(conforming, fixed({"conforms": const(False), "steps": COUNT, "divergence": divergence(shared)}))


def divergence(shared: Shared) -> Schema:
    """Return the schema of the first place where a replay differs from its trace."""
    return fixed(
        {
            "line": COUNT,
            "step": COUNT,
            "fault": one_of_texts(Fault),
            "action": or_nothing(shared("action")),
            "verdict": or_nothing(shared("verdict")),
            "rules": listed(shared("rule")),
            "differences": listed(_DIFFERENCE),
        }
    )


_DIFFERENCE = fixed({"path": TEXT, "expected": ANYTHING, "found": ANYTHING})


def report_definitions(shared: Shared) -> Schema:
    """Return the schema of the report on one file: a trace, or a recorded game of another implementation."""
    about = {"path": TEXT, "conforms": YES_OR_NO, "steps": COUNT}
    notes = {"notes": listed(TEXT)}
    recorded = fixed(
        {
            "step": {"type": "integer", "minimum": -1},
            "kind": one_of_texts(Kind),
            "about": TEXT,
            "recorded": ANYTHING,
            "by_rules": ANYTHING,
            "rules": listed(shared("rule")),
            "ruling": TEXT,
        }
    )
    diverging = {
        **about,
        "divergence": divergence(shared),
        "changes": listed(_DIFFERENCE),
        "see": TEXT,
        **_ENGLISH,
    }
    return either(
        fixed(about, notes),
        fixed({**about, UNREADABLE: TEXT}),
        fixed({**about, FAILED: TEXT}),
        fixed({**about, RAN_OVER: TEXT}),
        fixed({**about, "divergences": listed(recorded)}, notes),
        fixed(diverging, notes),
    )
