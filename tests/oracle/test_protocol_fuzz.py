"""Whatever comes in, the server answers with JSON-RPC or not at all, and goes on."""

import json
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from oracle.protocol.desk import Desk
from oracle.protocol.messages import Code
from oracle.protocol.methods import METHODS
from oracle.protocol.server import Server
from oracle.protocol.sessions import Limits, Sessions
from tests.oracle.toys import REGISTRY

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)
CODES = {code.value for code in Code} - {Code.INTERNAL_ERROR.value}

BATTLE = {
    "pieces": {"juniata": ["br_regular", "murray", "fr_coureurs", "reduced fr_indian_mingo_1"]},
    "forts": {"british": ["juniata"]},
    "opening": {"type": "battle", "space": "juniata", "attacker": "british", "leader": "murray"},
}
TRACE = (
    '{"trace":1,"game":"wilderness_war","ruleset":"standard","scenario":"early_war"}\n'
    '{"expect":{"season":"early"}}\n{"by":"chance","refuse":{"type":"roll","die":1},"rule":"ww:7.62"}\n'
)
ROLL = {"type": "roll", "die": 3}
LOSE = {"type": "lose", "of": "br_regular", "flips": 1, "deaths": 0}
VALID: list[tuple[str, dict[str, object]]] = [
    ("initialize", {}),
    ("games", {}),
    ("new", {"game": "wilderness_war", "scenario": "early_war", "ruleset": "standard+attrition_rounding=down"}),
    ("load", {"game": "wilderness_war", "ruleset": "de", "position": BATTLE}),
    ("load", {"trace": TRACE}),
    ("decision", {"session": "s1", "at": 0}),
    ("step", {"session": "s1", "by": "chance", "do": ROLL}),
    ("step", {"session": "s1", "by": "british", "do": LOSE}),
    ("ask", {"session": "s1", "by": "british", "do": LOSE, "ruleset": "fr"}),
    ("observe", {"session": "s1", "side": "french"}),
    ("position", {"session": "s1"}),
    ("hash", {"session": "s1"}),
    ("odds", {"session": "s1", "expect": {"vp": {}}, "decisions": 2}),
    ("odds", {"session": "s1", "of": ["due"], "until": "choice", "policies": {"french": "first"}, "decisions": 2}),
    ("odds", {"session": "s1", "of": ["vp.french"], "measure": "due", "choose": [{"type": "roll"}], "decisions": 1}),
    ("verify", {"trace": TRACE}),
    ("close", {"session": "s2"}),
    ("shutdown", {}),
]

LEAVES = (
    "juniata", "albany", "british", "french", "br_regular", "2 br_regular", "braddock", "battle", "early", "standard",
    "roll", "lose", "s1", "s2", "", "-1", "inside br_ranger", "chance",
)  # fmt: skip


def _sound(reply: bytes | None) -> None:
    """Check that a reply is one line of JSON-RPC, and none of our own slips."""
    if reply is None:
        return
    assert reply.endswith(b"\n")
    assert reply.count(b"\n") == 1
    found = json.loads(reply)
    for each in found if isinstance(found, list) else [found]:
        assert each.keys() in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"})
        assert each["jsonrpc"] == "2.0"
        if "error" in each:
            assert each["error"]["code"] in CODES, each


def _alive(server: Server) -> None:
    assert server.reply(b'{"jsonrpc":"2.0","id":1,"method":"initialize"}') is not None


def _server() -> Server:
    server = Server(Desk(Sessions(Limits(3, 5))))
    opening = {"game": "wilderness_war", "position": BATTLE}
    server.reply(json.dumps({"jsonrpc": "2.0", "method": "load", "params": opening}).encode())
    return server


@given(st.binary(max_size=200))
def test_random_bytes(line: bytes) -> None:
    server = _server()
    _sound(server.reply(line))
    _alive(server)


@given(st.text(max_size=100).map(str.encode) | JSON.map(lambda value: json.dumps(value).encode()))
def test_random_json_and_text(line: bytes) -> None:
    server = _server()
    _sound(server.reply(line))
    _alive(server)


@given(st.sampled_from(sorted(METHODS)), JSON, st.none() | st.integers() | st.text(max_size=3))
def test_random_parameters(method: str, params: object, request_id: object) -> None:
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    server = _server()
    _sound(server.reply(json.dumps(message).encode()))
    _alive(server)


def _paths(value: object, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(value, Mapping):
        return [at, *(path for key, item in value.items() for path in _paths(item, (*at, str(key))))]
    if isinstance(value, list):
        return [at, *(path for index, item in enumerate(value) for path in _paths(item, (*at, index)))]
    return [at]


def _changed(value: object, path: tuple[str | int, ...], to: object) -> object:
    if not path:
        return to
    first, *rest = path
    if isinstance(value, Mapping):
        return {key: _changed(item, tuple(rest), to) if key == first else item for key, item in value.items()}
    assert isinstance(value, list)
    return [_changed(item, tuple(rest), to) if index == first else item for index, item in enumerate(value)]


@st.composite
def mutated_messages(draw: st.DrawFn) -> bytes:
    """Return a valid message with some of its parts exchanged, or some of its bytes changed."""
    method, params = draw(st.sampled_from(VALID))
    message: object = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    leaves = st.sampled_from(LEAVES)
    for _ in range(draw(st.integers(0, 3))):
        to = draw(leaves | JSON | st.integers(-2, 9))
        message = _changed(message, draw(st.sampled_from(_paths(message))), to)
    line = bytearray(json.dumps(message).encode())
    for _ in range(draw(st.sampled_from([0, 0, 1, 3]))):
        line[draw(st.integers(0, len(line) - 1))] = draw(st.integers(0, 255))
    return bytes(line)


@given(st.lists(mutated_messages(), min_size=1, max_size=5))
def test_mutated_messages(lines: list[bytes]) -> None:
    server = _server()
    for line in lines:
        _sound(server.reply(line))
    _alive(server)


@given(st.data())
def test_mutated_conversations_about_the_toy_game(data: st.DataObject) -> None:
    """Given steps and questions in any order with any numbers, then every session stays within its limits."""
    server = Server(Desk(Sessions(Limits(2, 3)), REGISTRY))
    number = st.integers(-2, 7)
    for _ in range(data.draw(st.integers(1, 12))):
        session = f"s{data.draw(st.integers(0, 4))}"
        do = data.draw(st.fixed_dictionaries({"type": st.sampled_from(["take", "roll"])}, optional={"stones": number}))
        params: dict[str, object] = data.draw(
            st.sampled_from(
                [
                    {"game": "pebbles", "scenario": "small"},
                    {"session": session},
                    {"session": session, "at": data.draw(number)},
                    {"session": session, "by": data.draw(st.sampled_from(["left", "right", "chance"])), "do": do},
                ]
            )
        )
        method = data.draw(st.sampled_from(sorted(set(METHODS) - {"shutdown"})))
        _sound(server.reply(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()))
        held = server.desk.sessions.held
        assert len(held) <= 2
        assert all(len(each.kept) <= 3 for each in held.values())
