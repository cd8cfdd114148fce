"""Whatever is in a file or on the command line: a complaint and exit code 2, never a traceback."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oracle.cli import main
from oracle.evidence.links import ROOT

TRACES = [
    ROOT / name
    for name in (
        "golden/wilderness_war/ex-7.62.jsonl",
        "docs/examples/odds/ww_interception.jsonl",
        "golden/hammer_of_the_scots/5.4-3.jsonl",
        "golden/few_acres_of_snow/raid.ex1.jsonl",
    )
]
QUESTIONS = (
    ("verify", "{}"),
    ("verify", "{}", "--keep-going", "--json"),
    ("options", "{}@0"),
    ("show", "{}"),
    ("position", "{}", "--check"),
    ("ask", "{}@0", "#1"),
    ("odds", "from", "{}@0", "--most", "40"),
    ("perft", "{}@0", "--depth", "1"),
)
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 80), st.text(max_size=6), st.just([]), st.just({}), st.just([[{}]])
)
WORDS = st.text(alphabet="abc@#=:.{}[]\"'-0919é /", max_size=12)


def _places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Return the path to everything inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inner for place in _places(item, (*path, key)))]


def _with(value: object, path: tuple[object, ...], leaf: object) -> object:
    """Return a value with one thing in it exchanged."""
    if not path:
        return leaf
    if isinstance(value, dict):
        return {key: _with(item, path[1:], leaf) if key == path[0] else item for key, item in value.items()}
    assert isinstance(value, list)
    return [_with(item, path[1:], leaf) if index == path[0] else item for index, item in enumerate(value)]


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """Return a trace in which something was exchanged, cut off or overwritten."""
    lines = draw(st.sampled_from(TRACES)).read_text(encoding="utf-8").splitlines()
    match draw(st.sampled_from(("leaf", "cut", "bytes", "lines"))):
        case "leaf":
            index = draw(st.integers(0, len(lines) - 1))
            value: object = json.loads(lines[index])
            lines[index] = json.dumps(_with(value, draw(st.sampled_from(_places(value))), draw(LEAVES)))
        case "lines":
            lines = draw(st.permutations(lines))[: draw(st.integers(0, len(lines)))]
        case "cut":
            text = "\n".join(lines).encode()
            return text[: draw(st.integers(0, len(text)))]
        case _:
            text = "\n".join(lines).encode()
            at = draw(st.integers(0, len(text)))
            return text[:at] + draw(st.binary(min_size=1, max_size=4)) + text[at:]
    return "\n".join(lines).encode()


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=spoilt(), words=st.sampled_from(QUESTIONS))
def test_a_spoilt_file_gets_an_answer_or_a_complaint(
    content: bytes, words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "spoilt.jsonl"
    path.write_bytes(content)
    code = main([word.format(path) for word in words])
    told = capsys.readouterr()
    assert code in (0, 1, 2)
    if code == 2:
        assert told.err.startswith("referee: ") or '"unreadable"' in told.out
    assert "Traceback" not in told.err


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from(("options", "ask", "show", "position", "odds", "perft", "divide", "rule", "diff", "play")),
    words=st.lists(WORDS, max_size=4),
)
def test_any_words_get_an_answer_or_a_complaint(
    command: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main([command, *words])
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    assert code in (0, 1, 2)
    assert "Traceback" not in capsys.readouterr().err


BAD = {
    "empty": b"",
    "a truncated line": b'{"trace":1,"game":"wilder',
    "a list": b"[1,2]\n",
    "binary": bytes(range(256)),
    "nested deeply": b'{"trace":1,"position":' + b'{"a":' * 3_000 + b"1" + b"}" * 3_000 + b"}",
    "brackets without end": b"[" * 100_000,
    "a line of two million characters": b'{"trace":1,"x":"' + b"a" * 2_000_000 + b'"}',
    "no such game": b'{"trace":1,"game":"chess","ruleset":"standard","scenario":"x"}',
    "a turn that nobody began": b'{"trace":1,"game":"hammer_of_the_scots","ruleset":"standard","position":'
    b'{"year":1298,"blocks":{},"frames":[{"type":"turn","stage":"second"}]}}',
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("words", QUESTIONS)
def test_bad_files_of_all_kinds_are_refused_with_their_name(
    what: str, words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(BAD[what])
    assert main([word.format(path) for word in words]) == 2
    told = capsys.readouterr()
    assert str(path) in told.err or '"unreadable"' in told.out
