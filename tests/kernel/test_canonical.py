"""The canonical form: one text a value, one hash a text, strict reading, and where two values part."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.kernel.canonical import (
    ABSENT,
    MOST_DIGITS,
    MOST_LEVELS,
    NOTHING,
    Difference,
    Json,
    Unreadable,
    canonical_text,
    checked,
    differences,
    digest,
    parse,
    shortfalls,
)
from tests.kernel.strategies import json_values

SAMPLE: Json = {"vp": -3, "french": ["québec", None, True], "british": {"b": 1, "a": ()}}
SAMPLE_TEXT = '{"british":{"a":[],"b":1},"french":["québec",null,true],"vp":-3}'


def complaint(text: str) -> tuple[str, str]:
    """Return where and why a text cannot be read."""
    with pytest.raises(Unreadable) as refusal:
        parse(text)
    return refusal.value.place, refusal.value.cause


# ---------------------------------------------------------------- text and hash


def test_the_canonical_text_has_sorted_keys_no_spaces_and_real_letters() -> None:
    assert canonical_text(SAMPLE) == SAMPLE_TEXT


def test_the_hash_never_changes() -> None:
    """The values are those of `printf %s TEXT | sha256sum`, cut to 16 digits; published traces hold such hashes."""
    assert digest(SAMPLE) == "fae72b8921dde7d9"
    assert digest({}) == "44136fa355b3678a"


@given(json_values)
def test_a_value_read_back_from_its_canonical_text_is_the_same(value: Json) -> None:
    again = parse(canonical_text(value))
    assert again == value
    assert canonical_text(again) == canonical_text(value)
    assert digest(again) == digest(value)


@given(json_values, st.sampled_from([None, 1, 3]))
def test_layout_and_escapes_do_not_matter(value: Json, indent: int | None) -> None:
    assert canonical_text(parse(json.dumps(value, indent=indent))) == canonical_text(value)


@given(json_values, json_values)
def test_values_have_equal_texts_exactly_if_nothing_differs(one: Json, other: Json) -> None:
    assert (canonical_text(one) == canonical_text(other)) == (differences(one, other) == ())
    assert differences(one, one) == ()


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("text", "place", "cause"),
    [
        ("", "", "not JSON: Expecting value at column 1"),
        ('{"a":1', "", "not JSON: Expecting ',' delimiter at column 7"),
        ('{"a":1} {}', "", "not JSON: Extra data at column 9"),
        ("{'a':1}", "", "not JSON: Expecting property name enclosed in double quotes at column 2"),
        ('"a\tb"', "", "not JSON: Invalid control character at at column 3"),
        ("NaN", "", "nan has no place here; numbers are whole"),
        ('{"a":[0,Infinity]}', "a[1]", "inf has no place here; numbers are whole"),
        ("[-Infinity]", "[0]", "-inf has no place here; numbers are whole"),
        ('{"a":{"b":[1,{"c":0.5}]}}', "a.b[1].c", "0.5 has no place here; numbers are whole"),
        ("1.0", "", "1.0 has no place here; numbers are whole"),
        ("[1e999]", "[0]", "inf has no place here; numbers are whole"),
        ('{"a":1,"b":2,"a":1}', "", "the key 'a' appears twice"),
        ('[{"a":{"b":1,"b":1}}]', "", "the key 'b' appears twice"),
        ('{"a":["\\ud800"]}', "a[0]", "'\\ud800' holds half a character"),
        ('{"a\\udfff":1}', "", "'a\\udfff' holds half a character"),
    ],
)
def test_text_that_is_not_strict_json_is_refused_with_place_and_cause(text: str, place: str, cause: str) -> None:
    assert complaint(text) == (place, cause)


def test_a_whole_character_outside_the_basic_plane_is_fine() -> None:
    assert parse('"\\ud83c\\udfb2"') == "🎲"


def test_the_limits_of_what_can_be_read_are_part_of_the_format() -> None:
    assert (MOST_DIGITS, MOST_LEVELS) == (15, 50)


@pytest.mark.parametrize("sign", ["", "-"])
def test_a_number_of_too_many_digits_is_refused(sign: str) -> None:
    assert parse(f"{sign}{'9' * MOST_DIGITS}") == int(f"{sign}{'9' * MOST_DIGITS}")
    for digits in (MOST_DIGITS + 1, 1_000_000):
        assert complaint(f"[{sign}{'9' * digits}]") == ("", "a number has more than 15 digits")


@pytest.mark.parametrize(("opening", "closing", "step"), [("[", "]", "[0]"), ('{"a":', "}", ".a")])
def test_nesting_is_refused_beyond_a_fixed_depth(opening: str, closing: str, step: str) -> None:
    def nested(levels: int) -> str:
        return f"{opening * levels}0{closing * levels}"

    assert canonical_text(parse(nested(MOST_LEVELS))) == nested(MOST_LEVELS)
    assert complaint(nested(MOST_LEVELS + 1)) == ((step * MOST_LEVELS).lstrip("."), "nested too deeply")
    assert complaint(nested(100_000)) == ("", "nested too deeply")
    assert complaint(opening * 100_000) == ("", "nested too deeply")


def test_checking_turns_tuples_into_lists_and_refuses_foreign_types() -> None:
    assert checked({"a": (1, (True, None))}) == {"a": [1, [True, None]]}
    for foreign in (b"a", {1}, 2.0, object):
        with pytest.raises(Unreadable) as refusal:
            checked({"a": [foreign]})
        assert (refusal.value.place, refusal.value.cause) == (
            "a[0]",
            f"{foreign!r} has no place here; numbers are whole",
        )


# ---------------------------------------------------------------- complaints


def test_a_complaint_reads_as_place_and_cause() -> None:
    assert str(Unreadable("do.to", "is missing")) == "do.to: is missing"
    assert str(Unreadable("", "is missing")) == "is missing"


@pytest.mark.parametrize(
    ("inner", "outer", "place"),
    [("", "a", "a"), ("b", "a", "a.b"), ("[0]", "a", "a[0]"), ("[0].b", "a", "a[0].b"), ("b", "[0]", "[0].b")],
)
def test_a_complaint_seen_from_further_out_names_the_longer_place(inner: str, outer: str, place: str) -> None:
    seen = Unreadable(inner, "is missing").within(outer)
    assert (seen.place, seen.cause) == (place, "is missing")


# ---------------------------------------------------------------- where values part


@pytest.mark.parametrize(
    ("expected", "found", "lacking", "surplus"),
    [
        pytest.param({"a": 1}, {"a": 1}, (), (), id="equal"),
        pytest.param(1, 2, (Difference("", 1, 2),), (), id="plain values"),
        pytest.param({"a": 1}, {"a": True}, (Difference("a", 1, True),), (), id="one is not true"),
        pytest.param({"a": {"b": 1}}, {"a": {}}, (Difference("a.b", 1, ABSENT),), (), id="lacking inside"),
        pytest.param(
            {"a": {"c": 2}}, {"a": {"b": 1, "c": 2}}, (), (Difference("a.b", ABSENT, 1),), id="surplus inside"
        ),
        pytest.param({}, {"b": 1}, (), (Difference("b", ABSENT, 1),), id="surplus"),
        pytest.param({"a": [1]}, {"a": (1,)}, (), (), id="a tuple is a list"),
        pytest.param({"a": [1, 2]}, {"a": [2, 1]}, (Difference("a", [1, 2], [2, 1]),), (), id="lists keep order"),
        pytest.param([{}], [{"b": 1}], (Difference("", [{}], [{"b": 1}]),), (), id="lists are never partial"),
        pytest.param({"a": {}}, {"a": []}, (Difference("a", {}, []),), (), id="a mapping is no list"),
        pytest.param(
            {"c": {"d": 4}, "b": 2, "a": 1},
            {"z": 0, "c": {"d": 5, "e": 6}, "b": 3},
            (Difference("a", 1, ABSENT), Difference("b", 2, 3), Difference("c.d", 4, 5)),
            (Difference("c.e", ABSENT, 6), Difference("z", ABSENT, 0)),
            id="everything at once, in order",
        ),
    ],
)
def test_every_place_where_two_values_part_is_named(
    expected: Json, found: Json, lacking: tuple[Difference, ...], surplus: tuple[Difference, ...]
) -> None:
    assert shortfalls(expected, found) == lacking
    assert differences(expected, found) == lacking + surplus


def test_an_empty_mapping_inside_an_expectation_says_that_nothing_is_there() -> None:
    """Otherwise `{"raided":{}}` in a trace would assert nothing."""
    deep: Json = {"a": {"b": {}}}
    assert shortfalls(deep, {"a": {"b": {}, "c": 1}}) == ()
    assert shortfalls(deep, {"a": {"b": {"d": 1}}}) == (Difference("a.b", {}, {"d": 1}),)
    assert differences(deep, {"a": {"b": {"d": 1}}}) == (Difference("a.b.d", ABSENT, 1),)
    assert shortfalls({}, {"a": 1}) == ()


def test_a_list_of_texts_has_no_order_unless_it_is_said() -> None:
    found: Json = {
        "pool": ["b", "a", "a"],
        "decks": {"french": ["y", "x"]},
        "frames": [{"type": "one"}, {"type": "two"}],
    }
    assert shortfalls({"pool": ["a", "b", "a"]}, found) == ()
    assert shortfalls({"pool": ["a", "b"]}, found) == (Difference("pool", ["a", "b"], ["b", "a", "a"]),)
    assert shortfalls({"decks": {"french": ["x", "y"]}}, found) == ()
    in_order = Difference("decks.french", ["x", "y"], ["y", "x"])
    assert shortfalls({"decks": {"french": ["x", "y"]}}, found, ordered=("decks.french",)) == (in_order,)
    turned: Json = [{"type": "two"}, {"type": "one"}]
    assert [each.path for each in shortfalls({"frames": turned}, found)] == ["frames"]
    assert differences({"pool": ["a", "b", "a"]}, {"pool": ["b", "a", "a"]}) != ()


@pytest.mark.parametrize("nothing", NOTHING)
def test_words_say_that_nothing_is_there(nothing: str) -> None:
    found: Json = {
        "sieges": {},
        "control": {"albany": "british"},
        "pieces": {"oswego": []},
        "named": ["niagara"],
        "left": None,
    }
    assert shortfalls({"sieges": {"albany": nothing, "niagara": nothing}}, found) == ()
    assert shortfalls({"pieces": {"oswego": nothing}, "left": nothing, "sieges": nothing}, found) == ()
    assert shortfalls({"sieges": {"albnay": nothing}}, found) == (Difference("sieges.albnay", nothing, ABSENT),)
    assert shortfalls({"control": {"albany": nothing}}, found) == (Difference("control.albany", nothing, "british"),)


@given(st.dictionaries(st.text(max_size=3), json_values, max_size=4), st.data())
def test_a_part_of_a_position_is_no_shortfall_of_it(whole: dict[str, Json], data: st.DataObject) -> None:
    kept = data.draw(st.sets(st.sampled_from(sorted(whole)))) if whole else set()
    assert shortfalls({key: whole[key] for key in kept}, whole) == ()
    assert {each.path for each in differences({key: whole[key] for key in kept}, whole)} == set(whole) - kept
