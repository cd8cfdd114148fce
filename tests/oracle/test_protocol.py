"""The protocol: what each method answers, which error meets which mistake, and what is forgotten."""

import io
import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from oracle.cli import main
from oracle.compiled_build import running
from oracle.english import gist
from oracle.evidence.links import ROOT
from oracle.protocol.desk import Desk
from oracle.protocol.messages import MOST_BYTES_A_MESSAGE, MOST_IN_A_BATCH, Code
from oracle.protocol.methods import METHODS
from oracle.protocol.server import Server
from oracle.protocol.sessions import Limits, Sessions
from oracle.version import VERSION
from reference.kernel.canonical import Json, digest, parse
from reference.kernel.opening import Opener
from scripts.protocol_transcript import DOCUMENT, renewed
from tests.kernel.toy import HEAP, TAKING
from tests.oracle.helpers import answer
from tests.oracle.toys import REGISTRY

TRACE = '{"trace":1,"game":"pebbles","ruleset":"two","scenario":"small"}\n'
DUE: Json = {"by": "left", "about": "how many stones", "rules": ["ww:7.62", "ww:7.63"]}


def server(sessions: int = 3, steps: int = 4) -> Server:
    return Server(Desk(Sessions(Limits(sessions, steps)), REGISTRY))


def reply(to: Server, message: Json) -> Json:
    """Return the answer to a message, which must have one."""
    line = to.reply(json.dumps(message).encode())
    assert line is not None
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return parse(line.decode())


def call(to: Server, method: str, **params: Json) -> Mapping[str, Json]:
    """Return the result of a call, which must go well."""
    found = reply(to, {"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
    assert isinstance(found, Mapping)
    assert found.keys() == {"jsonrpc", "id", "result"}, found
    result = found["result"]
    assert isinstance(result, Mapping)
    return result


def error(to: Server, method: str, **params: Json) -> Json:
    """Return the error of a call, which must go wrong."""
    found = reply(to, {"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
    assert isinstance(found, Mapping)
    assert found.keys() == {"jsonrpc", "id", "error"}, found
    return found["error"]


# ---------------------------------------------------------------- what each method answers


def test_initialize_names_versions_methods_and_limits() -> None:
    assert call(server(), "initialize", client={"name": "a bot"}) == {
        "protocol": 3,
        "server": {"name": "referee", "version": VERSION, "rules": running()},
        "formats": {"trace": 1},
        "capabilities": {"methods": list(METHODS), "batch": True, "notifications": True},
        "limits": {
            "sessions": 3,
            "steps_kept": 4,
            "message_seconds": 5,
            "message_bytes": MOST_BYTES_A_MESSAGE,
            "batch": MOST_IN_A_BATCH,
            "id_digits": 1_000,
            "trace_lines": 10_000,
            "trace_line_characters": 1_000_000,
            "odds_positions": 20_000,
            "odds_decisions": 50,
            "odds_ends": 1_000,
            "list_items": 300,
            "text_characters": 10_000,
            "frames": 50,
            "acts": 10_000,
            "actions": 2_000,
            "seconds": 30,
        },
    }


def test_games_tells_what_can_be_played() -> None:
    assert call(server(), "games") == {
        "games": [
            {
                "game": "pebbles",
                "name": "Pebbles",
                "sides": ["left", "right"],
                "scenarios": [{"id": "small", "name": "Three stones"}, {"id": "large", "name": "Twenty stones"}],
                "rulesets": ["two", "three"],
            }
        ]
    }


def test_a_game_is_played_from_its_beginning_to_its_end() -> None:
    to = server()
    opened = call(to, "new", game="pebbles", scenario="small")
    assert opened == {"session": "s1", "game": "pebbles", "ruleset": "two", "step": 0, "hash": opened["hash"]}
    assert call(to, "decision", session="s1") == {
        "step": 0,
        "decision": {
            "by": "left",
            "about": "how many stones",
            "rules": ["ww:7.62", "ww:7.63"],
            "actions": [{"type": "take", "stones": 1}, {"type": "take", "stones": 2}],
        },
    }
    went = call(to, "step", session="s1", by="left", do={"type": "take", "stones": 2})
    taken = {"kind": "taken", "rules": ["ww:7.62", "ww:7.63"], "facts": {"stones": 2}}
    hashed = call(to, "hash", session="s1")["hash"]
    assert went == {
        "step": 1,
        "verdict": {"ruling": "legal", "events": [taken], "hash": hashed},
        "english": {"verdict": ["taken: stones 2"]},
    }
    due = call(to, "decision", session="s1")["decision"]
    assert isinstance(due, Mapping)
    assert (due["by"], due["odds"]) == ("chance", ["1/6"] * 6)
    call(to, "step", session="s1", by="chance", do={"type": "roll", "face": 1})
    ended = call(to, "step", session="s1", by="right", do={"type": "take", "stones": 1})["verdict"]
    over = {"result": "right wins", "rules": ["ww:7.2-E"]}
    assert isinstance(ended, Mapping)
    assert ended["over"] == over
    assert call(to, "decision", session="s1") == {"step": 3, "over": over}
    assert call(to, "ask", session="s1", by="left", do={"type": "take", "stones": 1}) == {
        "step": 3,
        "verdict": {"ruling": "not_this_decision", "over": over},
        "english": {"verdict": ["Another decision is due: nothing: it is over"]},
    }


def test_a_position_is_loaded_looked_at_and_seen_by_a_side() -> None:
    to = server()
    wanted: Json = {"heap": 5, "turn": "left", "rolling": False}
    opened = call(to, "load", game="pebbles", ruleset="three", position=wanted)
    assert opened["ruleset"] == "three"
    assert call(to, "position", session="s1") == {
        "step": 0,
        "hash": "ab35d62c827c16e8",
        "position": wanted,
        "verdict": {"ruling": "sound"},
        "english": {"verdict": []},
    }
    assert call(to, "observe", session="s1", side="right") == {
        "step": 0,
        "side": "right",
        "view": {"heap": 5, "yours": False},
    }


def test_an_unsound_position_can_be_loaded_and_is_called_so() -> None:
    to = server()
    call(to, "load", game="pebbles", position={"heap": -1, "turn": "left"})
    assert call(to, "position", session="s1")["verdict"] == {
        "ruling": "unsound",
        "rules": ["ww:7.63"],
        "violations": [{"rule": "ww:7.63", "reason": "less_than_nothing", "facts": {"heap": -1}}],
    }


def test_a_trace_is_loaded_with_the_steps_on_the_way() -> None:
    to = server()
    text = (
        TRACE
        + '{"by":"left","do":{"type":"take","stones":1}}\n{"note":"x"}\n{"by":"chance","do":{"type":"roll","face":6}}'
    )
    assert call(to, "load", trace=text)["step"] == 2
    heaps = [call(to, "position", session="s1", at=step)["position"] for step in (0, 1, 2)]
    assert [each["heap"] for each in heaps if isinstance(each, Mapping)] == [3, 2, 3]


def test_ask_gives_different_answers_and_changes_nothing() -> None:
    to = server()
    before = call(to, "new", game="pebbles", scenario="small")["hash"]
    take: Json = {"type": "take", "stones": 2}
    after: Json = {"heap": 1, "turn": "right", "rolling": True}
    assert call(to, "ask", session="s1", by="left", do=take) == {
        "step": 0,
        "verdict": {
            "ruling": "legal",
            "events": [{"kind": "taken", "rules": ["ww:7.62", "ww:7.63"], "facts": {"stones": 2}}],
            "hash": digest(after),
            "state": after,
        },
        "english": {"verdict": ["taken: stones 2"]},
    }
    assert call(to, "ask", session="s1", by="left", do={"type": "take", "stones": 9}) == {
        "step": 0,
        "verdict": {
            "ruling": "illegal",
            "rules": ["ww:7.62", "ww:7.63"],
            "violations": [
                {"rule": "ww:7.62", "reason": "too_many", "facts": {"wanted": 9}},
                {"rule": "ww:7.63", "reason": "not_there", "facts": {"wanted": 9, "heap": 3}},
            ],
        },
        "english": {
            "verdict": [
                f"Illegal under ww:7.62: too many: wanted 9.{gist(TAKING)}",
                f"Illegal under ww:7.63: not there: wanted 9, heap 3.{gist(HEAP)}",
            ]
        },
    }
    assert call(to, "ask", session="s1", by="left", do={"type": "roll", "face": 1}) == {
        "step": 0,
        "verdict": {"ruling": "not_this_decision", "due": DUE},
        "english": {"verdict": ["Another decision is due: how many stones"]},
    }
    assert call(to, "ask", session="s1", by="right", do=take) == {
        "step": 0,
        "verdict": {"ruling": "not_your_decision", "due": DUE, "otherwise": {"ruling": "legal"}},
        "english": {
            "verdict": ["Not theirs to decide: Left must decide.", "If it were their turn, it would be legal."]
        },
    }
    cause = '"jump" is none of: roll, take'
    assert call(to, "ask", session="s1", by="left", do={"type": "jump"}) == {
        "step": 0,
        "verdict": {"ruling": "unreadable", "place": "do.type", "cause": cause},
        "english": {"verdict": [f"Unreadable: do.type: {cause}"]},
    }
    assert call(to, "hash", session="s1") == {"step": 0, "hash": before}


def test_ask_can_ask_another_ruleset() -> None:
    to = server()
    call(to, "new", game="pebbles", scenario="small")
    three: Json = {"type": "take", "stones": 3}
    for ruleset, ruling in (("two", "illegal"), ("three", "legal")):
        verdict = call(to, "ask", session="s1", by="left", do=three, ruleset=ruleset)["verdict"]
        assert isinstance(verdict, Mapping)
        assert verdict["ruling"] == ruling


def test_verify_conforms_or_shows_the_first_divergence() -> None:
    to = server()
    assert call(to, "verify", trace=TRACE) == {"conforms": True, "steps": 0}
    found = call(to, "verify", trace=TRACE + '{"by":"left","do":{"type":"take","stones":3}}')
    assert found == {
        "conforms": False,
        "steps": 0,
        "divergence": {
            "line": 2,
            "step": 1,
            "fault": "illegal",
            "action": {"type": "take", "stones": 3},
            "verdict": {
                "ruling": "illegal",
                "rules": ["ww:7.62"],
                "violations": [{"rule": "ww:7.62", "reason": "too_many", "facts": {"wanted": 3}}],
            },
            "rules": ["ww:7.62"],
            "differences": [],
        },
    }


# ---------------------------------------------------------------- odds


def test_the_odds_of_an_expectation_are_exact() -> None:
    to = server()
    call(to, "load", game="pebbles", position={"heap": 2, "turn": "left", "rolling": True})
    assert call(to, "odds", session="s1", expect={"heap": 3}) == {"step": 0, "odds": "1/6"}
    assert call(to, "odds", session="s1", expect={"odd": False}) == {"step": 0, "odds": "5/6"}


def test_without_an_expectation_every_end_is_listed_with_its_odds() -> None:
    to = server()
    call(to, "load", game="pebbles", position={"heap": 2, "turn": "left", "rolling": True})
    found = call(to, "odds", session="s1")["ends"]
    assert isinstance(found, list)
    assert [(each["odds"], each["position"]["heap"]) for each in found] == [("5/6", 2), ("1/6", 3)]


def test_facts_have_the_odds_of_each_of_their_values() -> None:
    to = server()
    call(to, "load", game="pebbles", position={"heap": 2, "turn": "left", "rolling": True})
    found = call(to, "odds", session="s1", of=["heap", "due"])
    assert found["facts"] == {
        "heap": [{"value": 2, "odds": "5/6"}, {"value": 3, "odds": "1/6"}],
        "due": [{"value": "how many stones", "odds": "1/1"}],
    }


def test_choices_are_given_or_made_for_a_measure() -> None:
    """Left faces two stones, or three after a six; taking two leaves none, or one."""
    to = server()
    call(to, "load", game="pebbles", position={"heap": 2, "turn": "left", "rolling": True})
    given = call(to, "odds", session="s1", of=["heap"], choose=[{"type": "take", "stones": 2}], decisions=2)
    assert given["facts"] == {"heap": [{"value": 0, "odds": "5/6"}, {"value": 1, "odds": "1/6"}]}
    small: Json = {"left": "worst"}
    worst = call(to, "odds", session="s1", of=["heap"], measure="heap", policies=small, decisions=2)
    assert worst["facts"] == given["facts"]


def test_policies_decide_for_the_sides_for_or_against_what_is_asked() -> None:
    """Left faces two stones before the die: taking both wins at once; taking one leaves one or, on a six, two."""
    to = server()
    call(to, "load", game="pebbles", position={"heap": 2, "turn": "left", "rolling": True})
    wins: Json = {"heap": 0, "turn": "right"}
    both = {"left": "best", "right": "best"}
    against = {"left": "best", "right": "worst"}
    assert call(to, "odds", session="s1", expect=wins, policies={"left": "best"}, decisions=2)["odds"] == "5/6"
    assert call(to, "odds", session="s1", expect=wins, policies={"left": "worst"}, decisions=2)["odds"] == "0/1"
    # Past a six: three stones for left. He takes one or two; right, against him, takes the rest if he can.
    assert call(to, "odds", session="s1", expect=wins, policies=against, decisions=4)["odds"] == "5/6"
    assert call(to, "odds", session="s1", expect=wins, policies=both, decisions=6)["odds"] != "5/6"


def test_a_walk_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("desk", "methods"):
        monkeypatch.setattr(f"oracle.protocol.{module}.MOST_POSITIONS", 3)
    to = server()
    call(to, "load", game="pebbles", position={"heap": 9, "turn": "left", "rolling": True})
    policies: Json = {"left": "best", "right": "worst"}
    assert error(to, "odds", session="s1", expect={"heap": 0}, policies=policies) == {
        "code": 14,
        "message": "The tree is too large: more than 3 positions to walk through",
    }


@pytest.mark.parametrize("wanted", [{"expect": {"raidd": {}}}, {"of": ["vp.frnch"]}, {"of": ["events:fird"]}])
def test_a_typing_error_is_said_before_anything_is_walked(
    wanted: dict[str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a walk that would take long, when odds are asked of what does not exist, then nothing is walked."""
    monkeypatch.setattr("oracle.protocol.methods.explored", lambda *_: pytest.fail("walked"))
    to = Server()
    call(to, "new", game="wilderness_war", scenario="annus_mirabilis")
    found = error(to, "odds", session="s1", **wanted)
    assert isinstance(found, Mapping)
    assert found["code"] == 4
    assert "names nothing" in str(found["message"])


@pytest.mark.parametrize(
    ("given", "echoed"),
    [
        ("12345678901234567890", 12345678901234567890),
        ("-12345678901234567890", -12345678901234567890),
        ("9" * 1_001, None),
        ('"' + "x" * 500 + '"', "x" * 500),
    ],
)
def test_a_message_that_cannot_be_read_is_refused_with_its_id(given: str, echoed: Json) -> None:
    raw = server().reply(b'{"jsonrpc":"2.0","id":%s,"method":"games","params":{"x":1.5}}' % given.encode())
    assert raw is not None
    found = json.loads(raw)
    assert (found["id"], found["error"]["code"]) == (echoed, -32700)


def test_a_message_without_end_and_one_that_is_no_mapping_have_no_id() -> None:
    long = b'"' + b"x" * MOST_BYTES_A_MESSAGE + b'"'
    for line in (b'{"id":1', b"[1.5", b'{"id":1.5}', b'{"id":true,"x":1.5}', long):
        raw = server().reply(line)
        assert raw is not None
        assert json.loads(raw)["id"] is None


def test_every_request_of_a_batch_that_cannot_be_read_is_refused_with_its_id() -> None:
    raw = server().reply(b'[{"id":123456789012345678901},{"id":"b"},{"x":1.5},7]')
    assert raw is not None
    found = json.loads(raw)
    assert [each["id"] for each in found] == [123456789012345678901, "b", None, None]
    assert {each["error"]["code"] for each in found} == {-32700}


def test_too_many_ends_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oracle.protocol.methods.MOST_ENDS", 1)
    to = server()
    call(to, "load", game="pebbles", position={"heap": 9, "turn": "left", "rolling": True})
    found = error(to, "odds", session="s1")
    assert found == {
        "code": 14,
        "message": "The tree is too large: more than 1 different ends; ask for one with expect",
    }


# ---------------------------------------------------------------- errors


def _playing(sessions: int = 3, steps: int = 4) -> Server:
    to = server(sessions, steps)
    call(to, "new", game="pebbles", scenario="large")
    return to


@pytest.mark.parametrize(
    ("by", "do", "expected"),
    [
        (
            "left",
            {"type": "take", "stones": 3},
            {
                "code": 1,
                "message": "The action breaks the rules",
                "data": {
                    "verdict": {
                        "ruling": "illegal",
                        "rules": ["ww:7.62"],
                        "violations": [{"rule": "ww:7.62", "reason": "too_many", "facts": {"wanted": 3}}],
                    },
                    "english": {"verdict": [f"Illegal under ww:7.62: too many: wanted 3.{gist(TAKING)}"]},
                },
            },
        ),
        (
            "left",
            {"type": "roll", "face": 3},
            {
                "code": 2,
                "message": "Another decision is due",
                "data": {
                    "verdict": {"ruling": "not_this_decision", "due": DUE},
                    "english": {"verdict": ["Another decision is due: how many stones"]},
                },
            },
        ),
        (
            "right",
            {"type": "take", "stones": 1},
            {
                "code": 3,
                "message": "The decision is somebody else's",
                "data": {
                    "verdict": {"ruling": "not_your_decision", "due": DUE, "otherwise": {"ruling": "legal"}},
                    "english": {
                        "verdict": [
                            "Not theirs to decide: Left must decide.",
                            "If it were their turn, it would be legal.",
                        ]
                    },
                },
            },
        ),
        (
            "left",
            {"type": "take", "stones": "all"},
            {
                "code": 4,
                "message": 'Unreadable: do.stones: "all" is not a whole number',
                "data": {
                    "verdict": {
                        "ruling": "unreadable",
                        "place": "do.stones",
                        "cause": '"all" is not a whole number',
                    },
                    "english": {"verdict": ['Unreadable: do.stones: "all" is not a whole number']},
                },
            },
        ),
    ],
)
def test_refusals_are_different_errors_and_change_nothing(by: str, do: Json, expected: Json) -> None:
    to = _playing()
    before = call(to, "hash", session="s1")
    assert error(to, "step", session="s1", by=by, do=do) == expected
    assert call(to, "hash", session="s1") == before


@pytest.mark.parametrize(
    ("line", "code", "cause"),
    [
        (b"{", -32700, "not JSON"),
        (b"\xff\xfe", -32700, "not UTF-8 text"),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"games"}', -32700, "id: 1.5 has no place here; numbers are whole"),
        (b'{"id":1,"id":2}', -32700, "the key 'id' appears twice"),
        (b"[" * 100_000, -32700, "nested too deeply"),
        (b"[" * 60 + b"]" * 60, -32700, "nested too deeply"),
        (b'"' + b"x" * MOST_BYTES_A_MESSAGE + b'"', -32700, "a message is longer than 8000000 bytes"),
        (b"17", -32600, "a request is a mapping"),
        (b'"games"', -32600, "a request is a mapping"),
        (b"[]", -32600, "an empty batch"),
        (b"[" + b"1," * 1000 + b"1]", -32600, "a batch of more than 1000 messages"),
        (b'{"id":1,"method":"games"}', -32600, 'jsonrpc must be "2.0"'),
        (b'{"jsonrpc":"2.0","id":1}', -32600, "method is missing"),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600, "method must be a text"),
        (b'{"jsonrpc":"2.0","id":true,"method":"games"}', -32600, "id must be a text, a whole number or null"),
        (b'{"jsonrpc":"2.0","id":[],"method":"games"}', -32600, "id must be a text, a whole number or null"),
        (b'{"jsonrpc":"2.0","id":1,"method":"games","params":"x"}', -32600, "params must be a mapping"),
        (b'{"jsonrpc":"2.0","id":1,"method":"fly"}', -32601, "'fly' is none of: initialize, games, new,"),
        (b'{"jsonrpc":"2.0","id":1,"method":"games","params":[1]}', -32602, "they are given by name, as a mapping"),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"games","params":{"x":1}}',
            -32602,
            "x: has no place here; what has: nothing",
        ),
    ],
)
def test_a_malformed_message_gets_the_right_error(line: bytes, code: int, cause: str) -> None:
    raw = server().reply(line)
    assert raw is not None
    found = json.loads(raw)
    names = {
        -32700: "Parse error",
        -32600: "Invalid Request",
        -32601: "Method not found",
        -32602: "Invalid params",
    }
    assert found["error"]["code"] == code
    assert found["error"]["message"].startswith(f"{names[code]}: ")
    assert cause in found["error"]["message"]
    assert found["id"] == (1 if code > -32700 and b'"id":1' in line else None)


@pytest.mark.parametrize(
    ("method", "params", "cause"),
    [
        ("new", {}, "game: is missing"),
        ("new", {"game": 1, "scenario": "small"}, "game: must be a text"),
        ("load", {"game": "pebbles"}, "position: is missing"),
        ("load", {"trace": 5}, "trace: must be a text"),
        ("step", {"session": "s1", "by": "left"}, "do: is missing"),
        (
            "step",
            {"session": "s1", "by": "left", "do": {}, "at": 1},
            "at: has no place here; what has: by, do, session",
        ),
        ("decision", {"session": "s1", "at": "now"}, "at: must be a whole number"),
        ("ask", {"session": "s1", "do": {}}, "by: is missing"),
        (
            "odds",
            {"session": "s1", "policies": {"left": "lazy"}},
            "policies.left: 'lazy' is none of: best, worst, first, last, evenly",
        ),
        (
            "odds",
            {"session": "s1", "policies": {"left": "best"}},
            "policies: best and worst have a meaning only together with expect or measure",
        ),
        ("odds", {"session": "s1", "choose": {}}, "choose: must be a list"),
        ("odds", {"session": "s1", "of": "heap"}, "of: must be a list"),
        ("odds", {"session": "s1", "of": [1]}, "of[0]: must be a text"),
        ("odds", {"session": "s1", "of": []}, "of: names no fact"),
        (
            "odds",
            {"session": "s1", "of": ["heap"], "expect": {"heap": 0}},
            "of: and expect are two questions; ask one at a time",
        ),
        ("odds", {"session": "s1", "choose": [1]}, "choose[0]: must be a mapping with some fields of an action"),
        ("odds", {"session": "s1", "decisions": 51}, "decisions: 51 is not 0 to 50"),
        ("observe", {"session": "s1"}, "side: is missing"),
    ],
)
def test_wrong_parameters_are_named(method: str, params: Mapping[str, Json], cause: str) -> None:
    assert error(_playing(), method, **params) == {"code": -32602, "message": f"Invalid params: {cause}"}


@pytest.mark.parametrize(
    ("method", "params", "place", "cause"),
    [
        ("new", {"game": "chess", "scenario": "x"}, "game", "'chess' is no game; there are: pebbles"),
        ("new", {"game": "pebbles", "scenario": "x"}, "scenario", "'x' is none of: small, large"),
        ("new", {"game": "pebbles", "scenario": "small", "ruleset": "x"}, "ruleset", "'x' is no ruleset of pebbles"),
        ("new", {"game": "pebbles", "scenario": "small", "ruleset": "a+b"}, "ruleset", "'b' is not of the form"),
        ("load", {"game": "pebbles", "position": []}, "", "must be a mapping"),
        ("load", {"trace": ""}, "line 1", "the trace is empty"),
        ("load", {"trace": TRACE + "{}"}, "line 2", "has none of: do, expect, view, refuse, note"),
        ("verify", {"trace": "x"}, "line 1", "not JSON"),
        ("verify", {"trace": TRACE.replace("pebbles", "chess")}, "game", "'chess' is no game; there are: pebbles"),
        ("observe", {"session": "s1", "side": "middle"}, "side", "'middle' is none of: left, right"),
        ("odds", {"session": "s1", "expect": {}, "policies": {"middle": "best"}}, "side", "'middle' is none of: left"),
        ("odds", {"session": "s1", "expect": {}}, "expect", "must be a mapping with some fields of a position"),
        ("odds", {"session": "s1", "expect": 5}, "expect", "must be a mapping with some fields of a position"),
        ("odds", {"session": "s1", "expect": None}, "expect", "must be a mapping with some fields of a position"),
        ("odds", {"session": "s1", "expect": {"nosuch": 1}}, "expect.nosuch", "'nosuch' names nothing"),
        ("odds", {"session": "s1", "expect": {"heep": 1}}, "expect.heep", "'heep' names nothing; do you mean 'heap'?"),
        ("odds", {"session": "s1", "of": ["heap", "nosuch.x"]}, "of[1]", "'nosuch' names nothing"),
        ("odds", {"session": "s1", "of": ["heap.heap"]}, "of[0]", "nothing stands there, neither before nor after"),
        ("odds", {"session": "s1", "measure": "nosuch"}, "measure", "'nosuch' names nothing"),
        ("ask", {"session": "s1", "by": "left", "do": 1, "ruleset": "x"}, "ruleset", "'x' is no ruleset of pebbles"),
    ],
)
def test_what_no_game_can_read_is_unreadable_with_its_place(
    method: str, params: Mapping[str, Json], place: str, cause: str
) -> None:
    found = error(_playing(), method, **params)
    assert isinstance(found, Mapping)
    data = found["data"]
    assert isinstance(data, Mapping)
    verdict = data["verdict"]
    assert isinstance(verdict, Mapping)
    assert (found["code"], verdict["ruling"], verdict["place"]) == (4, "unreadable", place)
    assert str(verdict["cause"]).startswith(cause)
    assert data["english"] == {"verdict": [found["message"]]}


def test_a_trace_that_diverges_opens_no_session() -> None:
    to = server()
    found = error(to, "load", trace=TRACE + '{"expect":{"heap":4}}')
    assert isinstance(found, Mapping)
    assert (found["code"], found["message"]) == (13, "The trace does not conform")
    assert found["data"] == call(to, "verify", trace=TRACE + '{"expect":{"heap":4}}')
    assert not to.desk.sessions.held


def test_a_game_without_rules_is_unreadable_and_not_playable() -> None:
    to = Server(Desk())
    found = error(to, "new", game="chess", scenario="standard")
    assert isinstance(found, Mapping)
    assert found["code"] == 4


def test_a_slip_in_a_game_is_an_internal_error_and_the_server_goes_on() -> None:
    def broken() -> Opener:
        raise KeyError("pebbles")

    to = Server(Desk(registry=replace(REGISTRY, openers={"pebbles": broken})))
    assert error(to, "new", game="pebbles", scenario="small") == {
        "code": -32603,
        "message": "Internal error: KeyError: 'pebbles'",
    }
    assert call(to, "initialize")["protocol"] == 3


# ---------------------------------------------------------------- batches, notifications, limits


def test_a_batch_is_answered_in_order_without_its_notifications() -> None:
    to = server()
    start: dict[str, Json] = {"game": "pebbles", "scenario": "small"}
    found = reply(
        to,
        [
            {"jsonrpc": "2.0", "id": "a", "method": "new", "params": start},
            {"jsonrpc": "2.0", "method": "new", "params": start},
            {"jsonrpc": "2.0", "id": None, "method": "hash", "params": {"session": "s2"}},
            {"oops": 1},
        ],
    )
    assert isinstance(found, list)
    assert [each["id"] for each in found] == ["a", None, None]
    assert ["result" in each for each in found] == [True, True, False]


def test_notifications_get_no_answer_even_when_they_fail() -> None:
    to = server()
    for line in (
        b'{"jsonrpc":"2.0","method":"initialize"}',
        b'{"jsonrpc":"2.0","method":"fly"}',
        b'{"jsonrpc":"2.0","method":"new","params":{}}',
        b'[{"jsonrpc":"2.0","method":"games"},{"jsonrpc":"2.0","method":"fly"}]',
    ):
        assert to.reply(line) is None


def test_the_session_not_used_for_longest_is_dropped_with_a_clear_error() -> None:
    to = server(sessions=2)
    for _ in range(2):
        call(to, "new", game="pebbles", scenario="small")
    call(to, "hash", session="s1")
    call(to, "new", game="pebbles", scenario="small")
    assert set(to.desk.sessions.held) == {"s1", "s3"}
    assert error(to, "hash", session="s2") == {
        "code": 11,
        "message": "session s2 is gone: it was closed, or dropped because at most 2 are kept",
    }


@pytest.mark.parametrize("name", ["s4", "s0", "s01", "x", "", "s", "s-1", "s²", "s" + "9" * 40])
def test_a_session_that_never_was_is_named(name: str) -> None:
    assert error(_playing(), "hash", session=name) == {"code": 11, "message": f"there is no session {name!r}"}


def test_a_closed_session_is_gone() -> None:
    to = _playing()
    assert call(to, "close", session="s1") == {"closed": "s1"}
    found = error(to, "close", session="s1")
    assert isinstance(found, Mapping)
    assert found["code"] == 11


def test_only_the_latest_positions_of_a_session_are_kept() -> None:
    to = _playing(steps=3)
    for _ in range(2):
        call(to, "step", session="s1", by="left", do={"type": "take", "stones": 1})
        call(to, "step", session="s1", by="chance", do={"type": "roll", "face": 1})
        call(to, "step", session="s1", by="right", do={"type": "take", "stones": 1})
        call(to, "step", session="s1", by="chance", do={"type": "roll", "face": 1})
    assert [call(to, "hash", session="s1", at=step)["step"] for step in (6, 7, 8)] == [6, 7, 8]
    assert error(to, "hash", session="s1", at=5) == {
        "code": 12,
        "message": "step 5 of s1 is no longer kept: only the latest 3 positions are",
        "data": {"oldest": 6},
    }
    assert error(to, "hash", session="s1", at=9) == {
        "code": 12,
        "message": "s1 has no step 9; it has come to step 8",
    }
    assert error(to, "hash", session="s1", at=-1) == {
        "code": 12,
        "message": "s1 has no step -1; it has come to step 8",
    }


# ---------------------------------------------------------------- lines


def _served(text: bytes) -> list[Json]:
    out = io.BytesIO()
    server().serve(io.BytesIO(text), out)
    return [parse(line) for line in out.getvalue().decode().splitlines()]


def test_the_server_ends_after_shutdown_and_with_its_input() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"hash","params":{"session":"s1"}}\n'
    end = b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}\n'
    assert len(_served(line + end + line)) == 2
    assert len(_served(b"\n  \n" + line + line.strip())) == 2


def test_a_line_that_is_too_long_is_skipped_and_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("messages", "server"):
        monkeypatch.setattr(f"oracle.protocol.{module}.MOST_BYTES_A_MESSAGE", 60)
    first, second = _served(b"x" * 200_000 + b"\n" + b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}\n')
    assert isinstance(first, Mapping)
    assert first["error"] == {"code": -32700, "message": "Parse error: a message is longer than 60 bytes"}
    assert isinstance(second, Mapping)
    assert "result" in second


# ---------------------------------------------------------------- the document


def test_the_transcript_of_the_document_is_what_the_server_says() -> None:
    text = (ROOT / DOCUMENT).read_text(encoding="utf-8")
    assert text.count("--> ") >= 15
    assert renewed(text) == text, "the transcript is stale: python -m scripts.protocol_transcript"


def test_the_documents_describe_every_method_and_every_code() -> None:
    named = ("protocol", "explorer_protocol")
    text = "".join((ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in named)
    assert [name for name in METHODS if f"\n| `{name}` |" not in text] == []
    assert [code for code in Code if f"\n| {code.value} |" not in text] == []


# ---------------------------------------------------------------- the command


def test_the_command_serves_over_standard_input(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"initialize"}\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert main(["serve", "--stdio", "--sessions", "5", "--steps", "6"]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert (found["result"]["limits"]["sessions"], found["result"]["limits"]["steps_kept"]) == (5, 6)


def test_without_a_transport_the_command_says_what_it_offers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["protocol"] == 3


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "serve: say --stdio"),
        (("--stdio", "--sessions", "0"), "argument --sessions: '0' is not a whole number, 1 to 1000000000"),
        (("--stdio", "--steps", "-4"), "argument --steps: '-4' is not a whole number, 1 to 1000000000"),
    ],
)
def test_a_wrong_command_line_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    code, _, err = answer(capsys, "serve", *words)
    assert (code, complaint in err) == (2, True)
