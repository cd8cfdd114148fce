"""The fields of a mapping, taken one by one: what each kind of field accepts, refuses and says."""

from collections.abc import Callable

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import Range


def complaint(act: Callable[[], object]) -> tuple[str, str]:
    """Return where and why something cannot be read."""
    with pytest.raises(Unreadable) as refusal:
        act()
    return refusal.value.place, refusal.value.cause


@pytest.mark.parametrize("value", [None, True, 1, "a", ["a"]])
def test_only_a_mapping_has_fields(value: Json) -> None:
    assert complaint(lambda: fields_of(value)) == ("", "must be a mapping")


def test_a_field_as_it_stands_may_be_anything_or_absent() -> None:
    fields = fields_of({"a": [1, {}], "b": None})
    assert (fields.take("a"), fields.take("b"), fields.take("c")) == ([1, {}], None, None)
    assert ("a" in fields, "b" in fields, "c" in fields) == (True, True, False)


def test_each_kind_of_field_is_returned_as_its_type() -> None:
    fields = fields_of({"text": "t", "number": -1, "texts": ["a", "b"], "rule": "ww:7.62", "rules": ["hs:2.0-3"]})
    assert fields.text("text") == "t"
    assert fields.optional_text("text") == "t"
    assert fields.number("number", 7, Range(-1, 7)) == -1
    assert fields.texts("texts") == ("a", "b")
    assert fields.rule("rule") == "ww:7.62"
    assert fields.rules("rules") == ("hs:2.0-3",)


def test_what_is_optional_may_be_absent() -> None:
    fields = fields_of({})
    assert fields.optional_text("a") is None
    assert fields.number("a", 7, Range(0, 1)) == 7
    assert fields.texts("a") == ()
    assert fields.rules("a") == ()
    assert fields.mapping("a") == Fields({})
    assert list(fields.each("a", Fields.text)) == []


@pytest.mark.parametrize(
    ("read", "value", "place", "cause"),
    [
        (Fields.text, 1, "a", "must be a text"),
        (Fields.text, None, "a", "must be a text"),
        (Fields.optional_text, None, "a", "must be a text"),
        (lambda fields, name: fields.number(name, 7, Range(0, 9)), "1", "a", "must be a whole number"),
        (lambda fields, name: fields.number(name, 7, Range(0, 9)), True, "a", "must be a whole number"),
        (lambda fields, name: fields.number(name, 7, Range(0, 9)), None, "a", "must be a whole number"),
        (lambda fields, name: fields.number(name, 7, Range(0, 9)), 10, "a", "10 is not 0 to 9"),
        (lambda fields, name: fields.number(name, 7, Range(0, 9)), -1, "a", "-1 is not 0 to 9"),
        (Fields.text, "x" * 10_001, "a", "has 10001 characters; 10000 are the most"),
        (lambda fields, name: fields.text(name, 3), "four", "a", "has 4 characters; 3 are the most"),
        (Fields.texts, "ab", "a", "must be a list"),
        (Fields.texts, ["x"] * 301, "a", "has 301 items; 300 are the most"),
        (Fields.texts, ["b", "x" * 10_001], "a[1]", "has 10001 characters; 10000 are the most"),
        (lambda fields, name: fields.items(name, 2), [1, 2, 3], "a", "has 3 items; 2 are the most"),
        (Fields.items, None, "a", "must be a list"),
        (Fields.texts, None, "a", "must be a list"),
        (Fields.texts, ["b", 1], "a[1]", "must be a text"),
        (Fields.rule, ["ww:7.62"], "a", "must be a text"),
        (Fields.rule, "ww:0", "a", "ww:0 is in no rule catalogue"),
        (Fields.rules, "ww:7.62", "a", "must be a list"),
        (Fields.rules, ["ww:7.62", "ww:0"], "a", "ww:0 is in no rule catalogue"),
        (Fields.mapping, [], "a", "must be a mapping"),
        (Fields.mapping, None, "a", "must be a mapping"),
        (lambda fields, name: list(fields.each(name, Fields.text)), 1, "a", "must be a mapping"),
        (lambda fields, name: list(fields.each(name, Fields.text)), {"b": "c", "d": 1}, "a.d", "must be a text"),
        (lambda fields, name: list(fields.each(name, Fields.texts)), {"b": [1]}, "a.b[0]", "must be a text"),
    ],
)
def test_an_ill_typed_field_is_refused_at_its_place(
    read: Callable[[Fields, str], object], value: Json, place: str, cause: str
) -> None:
    assert complaint(lambda: read(fields_of({"a": value}), "a")) == (place, cause)


@pytest.mark.parametrize("read", [Fields.text, Fields.rule])
def test_a_required_field_that_is_absent_is_missing(read: Callable[[Fields, str], object]) -> None:
    assert complaint(lambda: read(fields_of({"b": "ww:7.62"}), "a")) == ("a", "is missing")


def test_going_through_a_mapping_reads_every_entry_in_order() -> None:
    fields = fields_of({"a": {"y": "1", "x": "2"}})
    assert list(fields.each("a", Fields.text)) == [("y", "1"), ("x", "2")]


def test_what_nobody_takes_has_no_place() -> None:
    fields = fields_of({"a": 1, "b": {"c": 2}})
    fields.take("a")
    assert complaint(fields.finish) == ("b", "has no place here; what has: a")
    assert "e" not in fields
    assert fields.optional_text("d") is None
    assert complaint(fields.finish) == ("b", "has no place here; what has: a, d, e")
    inner = fields.mapping("b")
    fields.finish()
    assert complaint(inner.finish) == ("c", "has no place here; what has: nothing")


def test_a_list_of_different_texts_names_each_once() -> None:
    assert fields_of({"sides": ["french", "british"]}).different("sides") == ("french", "british")
    with pytest.raises(Unreadable) as fault:
        fields_of({"sides": ["french", "british", "french"]}).different("sides")
    assert (fault.value.place, fault.value.cause) == ("sides[2]", "'french' is named twice")
