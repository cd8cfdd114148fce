"""Traces: read and written without loss, refused by line, replayed to the end or to the first divergence."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.game_registry import opener_of
from oracle.walk import turns, walk
from reference.kernel.canonical import Difference, Json, Unreadable, canonical_text
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.traces import (
    MOST_CHARACTERS_A_LINE,
    Act,
    Divergence,
    Expect,
    Fault,
    Header,
    Line,
    Note,
    Refuse,
    Replay,
    Trace,
    View,
    read_trace,
    replay,
    write_trace,
)
from reference.kernel.verdicts import Violation
from tests.kernel.strategies import json_values
from tests.kernel.toy import DIE, HEAP, TAKING, WINNING, Reason, table

TAKE_0: Json = {"type": "take", "stones": 0}
TAKE_1: Json = {"type": "take", "stones": 1}
TAKE_2: Json = {"type": "take", "stones": 2}
TAKE_3: Json = {"type": "take", "stones": 3}
ROLL_3: Json = {"type": "roll", "face": 3}
ROLL_6: Json = {"type": "roll", "face": 6}

HEADER = Header("stones", RulesetName("standard"), scenario="small")
HEADER_LINE = '{"game":"stones","ruleset":"standard","scenario":"small","trace":1}'


def trace_of(*lines: Line) -> Trace:
    """Return a trace with these lines, numbered as they would be in a file."""
    return Trace(HEADER, tuple(enumerate(lines, 2)))


def complaint(text: str) -> tuple[str, str]:
    """Return where and why a text cannot be read."""
    with pytest.raises(Unreadable) as refusal:
        read_trace(text)
    return refusal.value.place, refusal.value.cause


# ---------------------------------------------------------------- reading and writing

WHOLE = Trace(
    Header(
        game="stones",
        ruleset=RulesetName("standard", (("most", "3"),)),
        position={"heap": 5, "turn": "left"},
        title="Five stones",
        example="ww:ex-7.62",
        proves=(TAKING, HEAP),
    ),
    (
        (2, Note("left begins")),
        (3, Act("left", TAKE_2, (TAKING,), "0123456789abcdef")),
        (4, Act("chance", ROLL_3)),
        (5, Expect({"heap": 3})),
        (6, Refuse("right", TAKE_3, TAKING)),
    ),
)
WHOLE_TEXT = """\
{"example":"ww:ex-7.62","game":"stones","position":{"heap":5,"turn":"left"},"proves":["ww:7.62","ww:7.63"],\
"ruleset":"standard+most=3","title":"Five stones","trace":1}
{"note":"left begins"}
{"by":"left","cites":["ww:7.62"],"do":{"stones":2,"type":"take"},"hash":"0123456789abcdef"}
{"by":"chance","do":{"face":3,"type":"roll"}}
{"expect":{"heap":3}}
{"by":"right","refuse":{"stones":3,"type":"take"},"rule":"ww:7.62"}
"""


def test_a_trace_with_everything_in_it_reads_and_writes_as_shown() -> None:
    assert write_trace(WHOLE) == WHOLE_TEXT
    assert read_trace(WHOLE_TEXT) == WHOLE


def test_a_trace_may_be_a_header_only() -> None:
    assert write_trace(Trace(HEADER)) == f"{HEADER_LINE}\n"
    assert read_trace(HEADER_LINE) == Trace(HEADER)


def test_blank_lines_count_but_say_nothing_and_line_ends_may_be_of_either_kind() -> None:
    text = f'\r\n{HEADER_LINE}\r\n  \r\n{{"note":"a"}}\r\n\n{{"note":"b"}}'
    assert read_trace(text) == Trace(HEADER, ((4, Note("a")), (6, Note("b"))))


rule_ids: st.SearchStrategy[RuleId] = st.sampled_from([TAKING, HEAP, DIE])
texts = st.text(max_size=8)
words = st.text(st.characters(exclude_characters="+=", exclude_categories=["Cs"]), max_size=8)
rulesets = st.builds(
    RulesetName,
    words,
    st.dictionaries(words, words, max_size=2).map(lambda changes: tuple(sorted(changes.items()))),
)
beginnings: st.SearchStrategy[tuple[str | None, Json]] = st.tuples(texts, st.none()) | st.tuples(
    st.none(), json_values.filter(lambda value: value is not None)
)
headers = st.builds(
    lambda header, beginning: replace(header, scenario=beginning[0], position=beginning[1]),
    st.builds(
        Header,
        game=texts,
        ruleset=rulesets,
        title=texts,
        example=st.none() | rule_ids,
        proves=st.lists(rule_ids, max_size=2).map(tuple),
    ),
    beginnings,
)
lines: st.SearchStrategy[Line] = st.one_of(
    st.builds(Act, texts, json_values, st.lists(rule_ids, max_size=2).map(tuple), st.none() | texts),
    st.builds(Expect, json_values),
    st.builds(Refuse, texts, json_values, rule_ids),
    st.builds(Note, texts),
)
traces = st.builds(
    lambda header, found: Trace(header, tuple(enumerate(found, 2))), headers, st.lists(lines, max_size=5)
)


@given(traces)
def test_a_trace_read_back_is_the_same(trace: Trace) -> None:
    assert read_trace(write_trace(trace)) == trace


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\r", "\n"])
def test_a_text_may_hold_any_character_that_ends_lines_elsewhere(separator: str) -> None:
    trace = trace_of(Note(f"one{separator}two"), Note("three"))
    assert read_trace(write_trace(trace)) == trace


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize("text", ["", "\n", "  \r\n\t\n"])
def test_an_empty_trace_lacks_its_header(text: str) -> None:
    assert complaint(text) == ("line 1", "the trace is empty; its first line must be a header")


@pytest.mark.parametrize(
    ("header", "place", "cause"),
    [
        ('{"note":"a"}', "line 1, trace", "the first line must be a header of version 1"),
        ('{"trace":2}', "line 1, trace", "the first line must be a header of version 1"),
        ('{"trace":true}', "line 1, trace", "must be a whole number"),
        ('{"trace":"1"}', "line 1, trace", "must be a whole number"),
        ('{"trace":1}', "line 1, game", "is missing"),
        ('{"trace":1,"game":7}', "line 1, game", "must be a text"),
        ('{"trace":1,"game":"g"}', "line 1, ruleset", "is missing"),
        ('{"trace":1,"game":"g","ruleset":"r+x"}', "line 1, ruleset", "'x' is not of the form option=value"),
        ('{"trace":1,"game":"g","ruleset":"r"}', "line 1", "the header needs either a scenario or a position"),
        (
            '{"trace":1,"game":"g","ruleset":"r","scenario":"s","position":{}}',
            "line 1",
            "the header needs either a scenario or a position",
        ),
        ('{"trace":1,"game":"g","ruleset":"r","scenario":1}', "line 1, scenario", "must be a text"),
        ('{"trace":1,"game":"g","ruleset":"r","scenario":"s","title":1}', "line 1, title", "must be a text"),
        (
            '{"trace":1,"game":"g","ruleset":"r","scenario":"s","example":"ww:0"}',
            "line 1, example",
            "ww:0 is in no rule catalogue",
        ),
        (
            '{"trace":1,"game":"g","ruleset":"r","scenario":"s","proves":["ww:7.62","ww:0"]}',
            "line 1, proves",
            "ww:0 is in no rule catalogue",
        ),
        (
            '{"trace":1,"game":"g","ruleset":"r","scenario":"s","seed":1}',
            "line 1, seed",
            "has no place here; what has: example, game, position, proves, ruleset, scenario, title, trace",
        ),
        ("[]", "line 1", "must be a mapping"),
        ("{}\ufeff", "line 1", "not JSON: Extra data at column 3"),
    ],
)
def test_a_header_that_cannot_be_read_is_refused_with_its_line(header: str, place: str, cause: str) -> None:
    assert complaint(f"{header}\n") == (place, cause)
    assert complaint(f"\n\n{header}\n") == (place.replace("line 1", "line 3"), cause)


def test_a_byte_order_mark_before_a_trace_is_no_error() -> None:
    text = '{"trace":1,"game":"g","ruleset":"r","scenario":"s"}\n{"note":"a"}\n'
    assert read_trace(f"\ufeff{text}") == read_trace(text)
    assert complaint(f"{text}\ufeff{text}")[0] == "line 3"


@pytest.mark.parametrize(
    ("line", "place", "cause"),
    [
        ('{"by":"left"}', "line 3", "has none of: do, expect, view, refuse, note"),
        ("{}", "line 3", "has none of: do, expect, view, refuse, note"),
        ("1", "line 3", "must be a mapping"),
        ('{"do":{}}', "line 3, by", "is missing"),
        ('{"by":1,"do":{}}', "line 3, by", "must be a text"),
        ('{"by":"left","do":{"stones":1.5}}', "line 3, do.stones", "1.5 has no place here; numbers are whole"),
        ('{"by":"left","do":{},"cites":"ww:7.62"}', "line 3, cites", "must be a list"),
        ('{"by":"left","do":{},"cites":["ww:7.62",7]}', "line 3, cites[1]", "must be a text"),
        ('{"by":"left","do":{},"cites":["ww:0"]}', "line 3, cites", "ww:0 is in no rule catalogue"),
        ('{"by":"left","do":{},"hash":12}', "line 3, hash", "must be a text"),
        ('{"by":"left","do":{},"expect":{}}', "line 3, expect", "has no place here; what has: by, cites, do, hash"),
        ('{"by":"left","expect":{}}', "line 3, by", "has no place here; what has: expect"),
        ('{"refuse":{},"rule":"ww:7.62"}', "line 3, by", "is missing"),
        ('{"by":"left","refuse":{}}', "line 3, rule", "is missing"),
        ('{"by":"left","refuse":{},"rule":"ww:0"}', "line 3, rule", "ww:0 is in no rule catalogue"),
        ('{"view":{"expect":{}}}', "line 3, view.side", "is missing"),
        ('{"view":7}', "line 3, view", "must be a mapping"),
        (
            '{"view":{"side":"left","expect":{},"wind":1}}',
            "line 3, view.wind",
            "has no place here; what has: expect, side",
        ),
        ('{"note":["a"]}', "line 3, note", "must be a text"),
        ('{"note":"a","note":"b"}', "line 3", "the key 'note' appears twice"),
        ('{"note":"\\ud800"}', "line 3, note", "'\\ud800' holds half a character"),
        ('{"expect":{"heap":NaN}}', "line 3, expect.heap", "nan has no place here; numbers are whole"),
        ('{"note":"a"} x', "line 3", "not JSON: Extra data at column 14"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_its_number(line: str, place: str, cause: str) -> None:
    assert complaint(f'{HEADER_LINE}\n{{"note":"fine"}}\n{line}\n{{"note":"fine"}}\n') == (place, cause)


def test_a_huge_line_is_refused_and_one_just_short_enough_is_not() -> None:
    fill = MOST_CHARACTERS_A_LINE - len('{"note":""}')
    assert read_trace(f'{HEADER_LINE}\n{{"note":"{"a" * fill}"}}') == trace_of(Note("a" * fill))
    assert complaint(f'{HEADER_LINE}\n{{"note":"{"a" * (fill + 1)}"}}') == (
        "line 2",
        "is longer than 1000000 characters",
    )


def test_a_file_cut_off_inside_a_line_is_refused_there_wherever_it_is_cut() -> None:
    whole = WHOLE_TEXT.rstrip("\n")
    ends = {index for index, character in enumerate(whole) if character == "\n"}
    for cut in range(1, len(whole)):
        text = whole[:cut]
        if cut in ends or cut - 1 in ends:
            assert write_trace(read_trace(text)) == f"{text.rstrip()}\n"
        else:
            place, cause = complaint(text)
            assert place == f"line {text.count(chr(10)) + 1}"
            assert cause.startswith("not JSON: ")


# ---------------------------------------------------------------- replaying what conforms


def test_a_trace_that_conforms_is_replayed_to_its_end() -> None:
    trace = trace_of(
        Note("left begins with three stones"),
        Expect({"heap": 3, "odd": True}),
        Refuse("left", TAKE_3, TAKING),
        Act("left", TAKE_1, (TAKING, HEAP), table(2, "right", rolling=True).digest()),
        Act("chance", ROLL_6, (DIE,)),
        Expect({"heap": 3, "turn": "right"}),
        Act("right", TAKE_2),
        Act("chance", ROLL_3),
        Act("left", TAKE_1),
        Expect({"heap": 0}),
    )
    assert replay(trace, table(3)) == Replay(5, table(0, "right"), divergence=None)


def test_a_trace_without_lines_ends_where_it_starts() -> None:
    assert replay(Trace(HEADER), table(3)) == Replay(0, table(3))


@pytest.mark.parametrize(
    ("until", "steps", "reached"),
    [
        (0, 0, table(5)),
        (1, 1, table(3, "right", rolling=True)),
        (2, 2, table(3, "right")),
        (3, 3, table(2, rolling=True)),
        (9, 3, table(2, rolling=True)),
    ],
)
def test_a_replay_can_stop_after_any_step(until: int, steps: int, reached: Table) -> None:
    trace = trace_of(Act("left", TAKE_2), Note("a die"), Act("chance", ROLL_3), Act("right", TAKE_1))
    assert replay(trace, table(5), until) == Replay(steps, reached)


def test_what_stands_after_the_last_wanted_step_is_not_looked_at() -> None:
    trace = trace_of(Act("left", TAKE_2), Expect({"heap": 99}), Act("left", {"type": "nonsense"}))
    assert replay(trace, table(5), until=1) == Replay(1, table(3, "right", rolling=True))


# ---------------------------------------------------------------- replaying what does not

LAST_STONE = Violation(Reason.LAST_STONE, DIE, (("heap", 1),))
TOO_MANY = Violation(Reason.TOO_MANY, TAKING, (("wanted", 3),))
NOT_THERE = Violation(Reason.NOT_THERE, HEAP, (("wanted", 2), ("heap", 1)))


PARTINGS: dict[str, tuple[int, Line, Divergence]] = {
    "illegal": (
        5,
        Act("left", TAKE_3),
        Divergence(4, 3, Fault.ILLEGAL, TAKE_3, (TAKING,), (TOO_MANY,)),
    ),
    "illegal for two rules": (
        2,
        Act("left", TAKE_3),
        Divergence(
            4, 3, Fault.ILLEGAL, TAKE_3, (TAKING, HEAP),
            (TOO_MANY, Violation(Reason.NOT_THERE, HEAP, (("wanted", 3), ("heap", 2)))),
        ),
    ),
    "another way to say it": (5, Act("left", TAKE_0), Divergence(4, 3, Fault.NOTATION, TAKE_0)),
    "refused, but only a matter of words": (
        5,
        Refuse("left", TAKE_0, TAKING),
        Divergence(4, 2, Fault.NOTATION, TAKE_0, (TAKING,)),
    ),
    "not asked": (1, Act("left", ROLL_3), Divergence(4, 3, Fault.NOT_ASKED, ROLL_3, (DIE,), (LAST_STONE,))),
    "not asked, by another rule": (
        1,
        Refuse("left", ROLL_3, TAKING),
        Divergence(4, 2, Fault.REFUSED_OTHERWISE, ROLL_3, (TAKING,), (LAST_STONE,)),
    ),
    "not seen": (
        5,
        View("right", {"heap": 5, "yours": True}),
        Divergence(4, 2, Fault.UNEXPECTED, None, differences=(Difference("yours", True, False),)),
    ),
    "another decision": (
        5,
        Act("left", ROLL_3),
        Divergence(
            4, 3, Fault.NOT_THIS_DECISION, ROLL_3, (TAKING, DIE),
            differences=(Difference("decision", '{"face":3,"type":"roll"}', "how many stones"),),
        ),
    ),
    "another player": (
        5,
        Act("right", TAKE_2),
        Divergence(
            4, 3, Fault.NOT_YOUR_DECISION, TAKE_2, (TAKING, HEAP),
            differences=(Difference("by", "right", "left"),),
        ),
    ),
    "unexpected": (
        5,
        Expect({"heap": 4, "odd": True, "wind": "west"}),
        Divergence(
            4, 2, Fault.UNEXPECTED, None,
            differences=(Difference("heap", 4, 5), Difference("wind", "west", "(absent)")),
        ),
    ),
    "another state": (
        5,
        Act("left", TAKE_2, hash="0123456789abcdef"),
        Divergence(
            4, 3, Fault.OTHER_STATE, TAKE_2,
            differences=(
                Difference("hash", "0123456789abcdef", table(3, "right", rolling=True).digest()),
            ),
        ),
    ),
    "not cited": (
        5,
        Act("left", TAKE_2, (TAKING, DIE, WINNING)),
        Divergence(4, 3, Fault.NOT_CITED, TAKE_2, (DIE, WINNING)),
    ),
    "not refused": (
        5,
        Refuse("left", TAKE_2, TAKING),
        Divergence(4, 2, Fault.NOT_REFUSED, TAKE_2, (TAKING,)),
    ),
    "refused otherwise": (
        1,
        Refuse("left", TAKE_2, TAKING),
        Divergence(4, 2, Fault.REFUSED_OTHERWISE, TAKE_2, (TAKING,), (NOT_THERE,)),
    ),
    "refused as another decision": (
        5,
        Refuse("left", ROLL_3, TAKING),
        Divergence(
            4, 2, Fault.NOT_THIS_DECISION, ROLL_3, (TAKING,),
            differences=(Difference("decision", '{"face":3,"type":"roll"}', "how many stones"),),
        ),
    ),
    "refused as another player's": (
        5,
        Refuse("right", TAKE_3, TAKING),
        Divergence(
            4, 2, Fault.NOT_YOUR_DECISION, TAKE_3, (TAKING,),
            differences=(Difference("by", "right", "left"),),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("heap", "line", "divergence"), PARTINGS.values(), ids=PARTINGS)
def test_every_way_of_parting_from_a_trace_is_told_with_line_step_and_cause(
    heap: int, line: Line, divergence: Divergence
) -> None:
    """Given two steps that conform, when the third line fails, then nothing after it is played."""
    start = table(heap + 1, "right")
    trace = trace_of(Act("right", TAKE_1), Act("chance", ROLL_3), line, Act("left", {"type": "nonsense"}))
    assert replay(trace, start) == Replay(2, table(heap), divergence)


def test_the_words_for_faults_are_published() -> None:
    assert [fault.value for fault in Fault] == [
        *("illegal", "notation", "not_asked", "not_this_decision", "not_your_decision", "unexpected"),
        *("other_state", "not_cited", "not_refused", "refused_otherwise"),
    ]


def test_every_fault_has_its_case_above() -> None:
    assert {divergence.fault for _, _, divergence in PARTINGS.values()} == set(Fault)


def test_a_rule_is_refused_rightly_if_it_is_one_of_several_broken() -> None:
    for rule in (TAKING, HEAP):
        assert replay(trace_of(Refuse("left", TAKE_3, rule)), table(1)) == Replay(0, table(1))


def test_a_decision_that_is_not_asked_for_is_refused_for_its_rule() -> None:
    assert replay(trace_of(Refuse("left", ROLL_3, DIE)), table(1)) == Replay(0, table(1))


def test_what_a_side_may_know_is_expected_of_its_view() -> None:
    trace = trace_of(View("left", {"heap": 5, "yours": True}))
    assert replay(trace, table(5)) == Replay(0, table(5))
    assert read_trace(write_trace(trace)) == trace


def test_a_view_of_a_side_that_the_game_has_not_is_unreadable() -> None:
    scottish = opener_of("hammer_of_the_scots").start("braveheart", RulesetName("standard"))
    trace = trace_of(View("dutch", {}))
    with pytest.raises(Unreadable, match=r"^line 2, view, side: 'dutch' is no side of this game$"):
        replay(trace, scottish)


def test_playing_on_after_the_end_is_not_this_decision() -> None:
    assert replay(trace_of(Act("left", TAKE_1)), table(0)) == Replay(
        0,
        table(0),
        Divergence(
            2,
            1,
            Fault.NOT_THIS_DECISION,
            TAKE_1,
            (WINNING,),
            differences=(Difference("decision", '{"stones":1,"type":"take"}', "nothing: it is over"),),
        ),
    )


@pytest.mark.parametrize(
    ("action", "place", "cause"),
    [
        ("take", "", "a mapping with a 'type' is wanted, not \"take\""),
        ({"type": "give"}, ".type", '"give" is none of: roll, take'),
        ({"type": "take"}, ".stones", "is missing"),
    ],
)
def test_an_action_that_cannot_be_read_is_unreadable_at_its_line(action: Json, place: str, cause: str) -> None:
    for line, name in ((Act("left", action), "do"), (Refuse("left", action, TAKING), "refuse")):
        with pytest.raises(Unreadable) as refusal:
            replay(trace_of(Note("first"), line), table(5))
        assert (refusal.value.place, refusal.value.cause) == (f"line 3, {name}{place}", cause)


# ---------------------------------------------------------------- whole games


@st.composite
def recorded_games(draw: st.DrawFn) -> tuple[int, list[Act], Table]:
    """Draw a game of some steps, with the hash after each."""
    heap = draw(st.integers(1, 12))
    now, acts = table(heap), list[Act]()
    played = turns(walk(now, lambda _, due: draw(st.sampled_from(due.actions))))
    for turn in islice(played, draw(st.integers(1, 15))):
        now = turn.after
        acts.append(Act(turn.due.by, turn.action, hash=now.digest()))
    return heap, acts, now


@given(recorded_games())
def test_a_recorded_game_conforms_after_a_journey_through_text(game: tuple[int, list[Act], Table]) -> None:
    heap, acts, end = game
    assert replay(read_trace(write_trace(trace_of(*acts))), table(heap)) == Replay(len(acts), end)


@given(recorded_games(), st.data())
def test_one_false_hash_anywhere_in_a_recorded_game_is_found_there(
    game: tuple[int, list[Act], Table], data: st.DataObject
) -> None:
    heap, acts, _ = game
    false = data.draw(st.integers(0, len(acts) - 1))
    spoilt = [replace(act, hash=canonical_text(act.hash)) if n == false else act for n, act in enumerate(acts)]
    found = replay(trace_of(*spoilt), table(heap))
    assert found.steps == false
    assert found.divergence is not None
    assert (found.divergence.line, found.divergence.fault) == (false + 2, Fault.OTHER_STATE)
