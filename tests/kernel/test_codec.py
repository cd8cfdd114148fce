"""Records to JSON and back: every kind of field, and every complaint with its place."""

from dataclasses import dataclass, field, fields, make_dataclass, replace
from enum import Enum, StrEnum
from typing import NewType, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.codec import NAMES_A_RULE, UNWRITTEN_BY_DEFAULT, Codec, Words, made, word

Place = NewType("Place", int)
PLACES = ("albany", "boston", "quebec")


def place(name: str) -> Place:
    if name not in PLACES:
        raise Unreadable("", f"{name!r} is no place")
    return Place(PLACES.index(name))


class Side(StrEnum):
    BRITISH = "british"
    FRENCH = "french"


class Level(Enum):
    NONE = 0
    ONE = 1


@dataclass(frozen=True, slots=True)
class Walk:
    to: Place


@dataclass(frozen=True, slots=True)
class Wait:
    """Has no fields."""


Order: TypeAlias = Walk | Wait


@dataclass(frozen=True, slots=True)
class EveryKind:
    number: int
    flag: bool
    text: str
    side: Side
    level: Level
    at: Place
    order: Order
    walk: Walk
    maybe_order: Walk | Wait | None
    maybe_at: Place | None = None
    maybe_side: Side | None = None
    maybe_number: int | None = None
    via: tuple[Place, ...] = ()
    maybe_via: tuple[Place, ...] | None = None
    held: frozenset[Place] = frozenset()
    maybe_held: frozenset[Side] | None = None
    orders: tuple[Order, ...] = field(default_factory=tuple)
    grid: tuple[tuple[int, ...], ...] = ()


Known: TypeAlias = EveryKind | Wait
CODEC: Codec[Known] = Codec((EveryKind, Wait), {Place: Words(lambda index: PLACES[index], place)})

LEAST = EveryKind(
    number=-3, flag=True, text="", side=Side.FRENCH, level=Level.ONE, at=Place(2),
    order=Wait(), walk=Walk(Place(0)), maybe_order=None,
)  # fmt: skip
LEAST_GIVEN: dict[str, Json] = {
    "type": "every_kind", "number": -3, "flag": True, "text": "", "side": "french", "level": 1, "at": "quebec",
    "order": {"type": "wait"}, "walk": {"type": "walk", "to": "albany"}, "maybe_order": None,
}  # fmt: skip
MOST = EveryKind(
    number=7, flag=False, text="é", side=Side.BRITISH, level=Level.NONE, at=Place(0),
    order=Walk(Place(1)), walk=Walk(Place(2)), maybe_order=Walk(Place(0)),
    maybe_at=Place(1), maybe_side=Side.FRENCH, maybe_number=2,
    via=(Place(2), Place(0)), maybe_via=(Place(1),), held=frozenset({Place(2), Place(0), Place(1)}),
    maybe_held=frozenset({Side.FRENCH, Side.BRITISH}), orders=(Wait(), Walk(Place(0))), grid=((1, 2), ()),
)  # fmt: skip
MOST_WRITTEN: Json = {
    "type": "every_kind", "number": 7, "flag": False, "text": "é", "side": "british", "level": 0, "at": "albany",
    "order": {"type": "walk", "to": "boston"}, "walk": {"type": "walk", "to": "quebec"},
    "maybe_order": {"type": "walk", "to": "albany"},
    "maybe_at": "boston", "maybe_side": "french", "maybe_number": 2,
    "via": ["quebec", "albany"], "maybe_via": ["boston"], "held": ["albany", "boston", "quebec"],
    "maybe_held": ["british", "french"], "orders": [{"type": "wait"}, {"type": "walk", "to": "albany"}],
    "grid": [[1, 2], []],
}  # fmt: skip

places = st.integers(0, 2).map(Place)
sides = st.sampled_from(Side)
orders: st.SearchStrategy[Order] = st.builds(Walk, places) | st.builds(Wait)
every_kind = st.builds(
    EveryKind,
    number=st.integers(-99, 99),
    flag=st.booleans(),
    text=st.text(max_size=5),
    side=sides,
    level=st.sampled_from(Level),
    at=places,
    order=orders,
    walk=st.builds(Walk, places),
    maybe_order=st.none() | orders,
    maybe_at=st.none() | places,
    maybe_side=st.none() | sides,
    maybe_number=st.none() | st.integers(-9, 9),
    via=st.lists(places).map(tuple),
    maybe_via=st.none() | st.lists(places).map(tuple),
    held=st.frozensets(places),
    maybe_held=st.none() | st.frozensets(sides),
    orders=st.lists(orders, max_size=3).map(tuple),
    grid=st.lists(st.lists(st.integers(0, 9), max_size=3).map(tuple), max_size=3).map(tuple),
)


def complaint(value: Json) -> tuple[str, str]:
    """Return where and why a value cannot be read."""
    with pytest.raises(Unreadable) as refusal:
        CODEC.read(value)
    return refusal.value.place, refusal.value.cause


# ---------------------------------------------------------------- there and back


@pytest.mark.parametrize(
    ("name", "written"),
    [("Walk", "walk"), ("EveryKind", "every_kind"), ("LeaderChecks", "leader_checks"), ("walk", "walk")],
)
def test_a_class_name_becomes_a_word(name: str, written: str) -> None:
    assert word(name) == written


def test_every_kind_of_field_is_written_in_words() -> None:
    assert canonical_text(CODEC.write(MOST)) == canonical_text(MOST_WRITTEN)
    assert CODEC.read(MOST_WRITTEN) == MOST


@dataclass(frozen=True, slots=True)
class Grown:
    """Has got a field that older records do not know."""

    left: int = 0
    later: tuple[int, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)


def test_a_field_added_later_is_written_only_if_it_differs_from_its_default() -> None:
    codec = Codec((Grown,))
    assert codec.write(Grown()) == {"type": "grown", "left": 0}
    assert codec.write(Grown(1, (2,))) == {"type": "grown", "left": 1, "later": [2]}
    for record in (Grown(), Grown(1, (2,))):
        assert codec.read(codec.write(record)) == record


def test_fields_with_defaults_may_be_left_out() -> None:
    assert CODEC.read(LEAST_GIVEN) == LEAST
    assert CODEC.read({"type": "wait"}) == Wait()


@given(every_kind)
def test_a_record_read_back_is_the_same(record: EveryKind) -> None:
    assert CODEC.read(CODEC.write(record)) == record
    assert CODEC.read(parse(canonical_text(CODEC.write(record)))) == record


@given(st.permutations(range(3)))
def test_a_set_is_written_in_one_order(order: list[int]) -> None:
    held = frozenset(Place(index) for index in order)
    assert CODEC.write(replace(LEAST, held=held))["held"] == ["albany", "boston", "quebec"]


def test_a_record_is_made_of_its_fields() -> None:
    assert made(Walk, {"to": Place(1)}) == Walk(Place(1))


# ---------------------------------------------------------------- complaints


@pytest.mark.parametrize(
    ("value", "place_named", "cause"),
    [
        (None, "", "a mapping with a 'type' is wanted, not null"),
        (["wait"], "", "a mapping with a 'type' is wanted, not [\"wait\"]"),
        ("x" * 58, "", f"a mapping with a 'type' is wanted, not \"{'x' * 58}\""),
        ("x" * 59, "", f"a mapping with a 'type' is wanted, not \"{'x' * 56}..."),
        ({}, "type", "null is none of: every_kind, wait"),
        ({"type": "Wait"}, "type", '"Wait" is none of: every_kind, wait'),
        ({"type": ["wait"]}, "type", '["wait"] is none of: every_kind, wait'),
        ({"type": "wait", "to": 1}, "to", "is no field of wait; it has: none"),
    ],
)
def test_a_value_that_is_no_known_record_is_refused(value: Json, place_named: str, cause: str) -> None:
    assert complaint(value) == (place_named, cause)


@pytest.mark.parametrize("name", [name for name in LEAST_GIVEN if name != "type"])
def test_a_missing_field_is_named(name: str) -> None:
    assert complaint({key: value for key, value in LEAST_GIVEN.items() if key != name}) == (name, "is missing")


@pytest.mark.parametrize(
    ("name", "value", "place_named", "cause"),
    [
        ("number", "1", "number", '"1" is not a whole number'),
        ("number", True, "number", "true is not a whole number"),
        ("number", None, "number", "null is not a whole number"),
        ("flag", 1, "flag", "1 is not true or false"),
        ("text", 1, "text", "1 is not a text"),
        ("side", "dutch", "side", '"dutch" is none of: british, french'),
        ("side", None, "side", "null is none of: british, french"),
        ("level", 2, "level", "2 is none of: 0, 1"),
        ("level", True, "level", "true is none of: 0, 1"),
        ("at", "paris", "at", "'paris' is no place"),
        ("at", 0, "at", "0 is not a text"),
        ("order", None, "order", "a mapping with a 'type' is wanted, not null"),
        ("order", {"type": "run"}, "order.type", '"run" is none of: wait, walk'),
        ("order", {"type": "walk", "to": "paris"}, "order.to", "'paris' is no place"),
        ("walk", {"type": "wait"}, "walk.type", '"wait" is none of: walk'),
        ("walk", {"type": "walk"}, "walk.to", "is missing"),
        ("maybe_order", 1, "maybe_order", "a mapping with a 'type' is wanted, not 1"),
        ("maybe_at", 1, "maybe_at", "1 is not a text"),
        ("maybe_side", "dutch", "maybe_side", '"dutch" is none of: british, french'),
        ("maybe_number", "2", "maybe_number", '"2" is not a whole number'),
        ("via", "albany", "via", '"albany" is not a list'),
        ("via", ["albany", "paris"], "via[1]", "'paris' is no place"),
        ("via", None, "via", "null is not a list"),
        ("maybe_via", {}, "maybe_via", "{} is not a list"),
        ("held", {"albany": 1}, "held", '{"albany":1} is not a list'),
        ("held", ["paris"], "held[0]", "'paris' is no place"),
        ("maybe_held", ["french", 1], "maybe_held[1]", "1 is none of: british, french"),
        ("orders", [{"type": "wait"}, {"type": "walk", "to": 3}], "orders[1].to", "3 is not a text"),
        ("grid", [[1], [2, "3"]], "grid[1][1]", '"3" is not a whole number'),
        ("more", 1, "more", f"is no field of every_kind; it has: {', '.join(each.name for each in fields(EveryKind))}"),
    ],
)
def test_an_ill_typed_or_surplus_field_is_refused_at_its_place(
    name: str, value: Json, place_named: str, cause: str
) -> None:
    assert complaint({**LEAST_GIVEN, name: value}) == (place_named, cause)


# ---------------------------------------------------------------- records that no codec can handle


@dataclass(frozen=True, slots=True)
class Fraction:
    share: float


@dataclass(frozen=True, slots=True)
class Either:
    one: int | str


@dataclass(frozen=True, slots=True)
class Mixed:
    pair: tuple[Place, int]


Bare = make_dataclass("Bare", [("items", tuple)], frozen=True, slots=True)


class NoRecord:
    share: int


@pytest.mark.parametrize(
    ("kind", "given_value", "cause"),
    [
        (Fraction, {"type": "fraction", "share": 1}, "no reading of <class 'float'>"),
        (Either, {"type": "either", "one": 1}, "no reading of either of [<class 'int'>, <class 'str'>]"),
        (Mixed, {"type": "mixed", "pair": [1, 2]}, f"no items of one type in tuple[{__name__}.Place, int]"),
        (Bare, {"type": "bare", "items": []}, "no reading of <class 'tuple'>"),
        (NoRecord, {"type": "no_record"}, "NoRecord is no record"),
    ],
)
def test_a_record_whose_fields_cannot_be_read_is_the_programmers_mistake(
    kind: type[object], given_value: Json, cause: str
) -> None:
    with pytest.raises(TypeError) as mistake:
        Codec((kind,)).read(given_value)
    assert str(mistake.value) == cause


def test_a_pair_is_not_written_as_if_its_items_were_alike() -> None:
    codec: Codec[Mixed] = Codec((Mixed,), {Place: Words(lambda index: PLACES[index], place)})
    with pytest.raises(TypeError, match="no items of one type"):
        codec.write(Mixed((Place(0), 1)))


# ---------------------------------------------------------------- rules and single things


@dataclass(frozen=True, slots=True)
class Ruled:
    rule: str = field(metadata=NAMES_A_RULE)
    places: tuple[Place, ...] = ()


SINGLE: Codec[Ruled] = Codec((Ruled,), {Place: Words(lambda index: PLACES[index], place, single=True)})


def test_a_field_that_names_a_rule_holds_the_id_of_one() -> None:
    assert SINGLE.read({"type": "ruled", "rule": "ww:7.62"}) == Ruled("ww:7.62")
    with pytest.raises(Unreadable) as fault:
        SINGLE.read({"type": "ruled", "rule": "ww:0"})
    assert (fault.value.place, fault.value.cause) == ("rule", "ww:0 is in no rule catalogue")


def test_a_list_names_a_thing_once_of_which_there_is_only_one() -> None:
    given: dict[str, Json] = {"type": "ruled", "rule": "ww:7.62", "places": ["albany", "boston"]}
    assert SINGLE.read(given) == Ruled("ww:7.62", (Place(0), Place(1)))
    with pytest.raises(Unreadable) as fault:
        SINGLE.read({**given, "places": ["albany", "boston", "albany"]})
    assert (fault.value.place, fault.value.cause) == ("places[2]", '"albany" is named twice')
