"""The transformation of the sources for the compiler: what it writes means the same, and loses no rule."""

import ast
import copy
import dataclasses
import pickle
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from oracle.evidence.links import scan
from oracle.places import SOURCES
from scripts.compiled import described
from scripts.compiled.static_types import StaticTypes
from scripts.compiled.survey import Survey, parsed, survey
from scripts.compiled.transform import Transformed, UnknownPattern, transformed
from spec_tables.catalogue import rule_ids

NAME = "reference.made_up"
SOURCE = '''
"""A module made up for this test."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from reference.kernel.rules import rule
from reference.kernel.verdicts import Event, Violation, event, violation

T = TypeVar("T")
FOUR = 4


class Colour(StrEnum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class Pair(NamedTuple):
    """Two numbers."""

    left: int
    right: int = 2


@dataclass(frozen=True, slots=True)
class Base:
    """A record."""

    name: str
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class More(Base):
    """A record with more."""

    colour: Colour | None = None
    unseen: int = field(default=0, compare=False)
    secret: int = field(default=0, repr=False)


@dataclass(frozen=True, slots=True)
class Box(Generic[T]):
    """Anything."""

    inside: T


@rule("ww:7.62", "ww:7.63")
def told(colour: Colour) -> Event:
    """Tell."""
    return event(colour, "ww:7.62", "ww:7.2-C", colour=colour.value, four=FOUR)


@rule("ww:7.62")
def refused(asked_by: str) -> tuple[Violation, Violation]:
    """Refuse."""
    return violation(Colour.RED, asked_by, why="both"), violation(Colour.BLUE, "ww:7.63")


def turned(pair: Pair) -> Pair:
    """Exchange."""
    return pair._replace(left=pair.right, right=pair.left)._replace(left=9)


def colours() -> list[str]:
    """List."""
    return [each.value for each in Colour]


def is_in(number: int, *numbers: int) -> bool:
    """Look."""
    return number in (*numbers, FOUR)


def counted(limit: int) -> Iterator[int]:
    """Count up."""
    yield from range(limit)


def is_counted(number: int) -> bool:
    """Look among what is counted."""
    return number in counted(FOUR)


def caught(number: str) -> str:
    """Catch."""
    try:
        return str(int(number) // (int(number) - 1))
    except ValueError as fault:
        return f"{type(fault).__name__}: {number}"
    except ZeroDivisionError as fault:
        return type(fault).__name__


def lazily(limit: int) -> object:
    """Count."""
    return (each * each for each in range(limit))
'''


@pytest.fixture(scope="module")
def survey_of_it() -> Survey:
    return survey({NAME: ast.parse(SOURCE)})


def _transformed(source: str = SOURCE) -> Transformed:
    tree = ast.parse(source)
    types = StaticTypes()
    for node in ast.walk(tree):
        # What the type checker would find.
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            types.copied[node.lineno, node.col_offset, node.end_lineno, node.end_col_offset] = f"{NAME}.Pair"
        if isinstance(node, ast.Attribute) and node.attr == "value":
            types.values.add((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
    return transformed(NAME, tree, survey({NAME: tree}), types, rule_ids())


def _run(name: str, source: str) -> ModuleType:
    module = ModuleType(name)
    sys.modules[name] = module
    # What the compiler alone knows.
    vars(module)["_nc_attr"] = lambda **_: lambda kind: kind
    exec(compile(source, f"{name}.py", "exec", dont_inherit=True), vars(module))
    return module


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ModuleType, ModuleType]]:
    """The module as it is written and as the compiler gets it, both run by Python.

    A compiled class sets its own fields without asking whether they are frozen; here they are not.
    """
    monkeypatch.setattr(described, "_no_change", object.__setattr__)
    monkeypatch.setitem(sys.modules, "reference.kernel.described", described)
    plain, changed = _run(NAME, SOURCE), _run(f"{NAME}_changed", _transformed().source)
    yield plain, changed
    for name in (NAME, f"{NAME}_changed"):
        del sys.modules[name]


# ---------------------------------------------------------------- rules


def test_every_rule_of_every_function_is_kept_beside_the_code() -> None:
    """Given all sources, when their links are taken out, then they are those that the evidence finds."""
    trees = parsed(SOURCES, "reference")
    known = survey(trees)
    taken = {
        (module, name, rules)
        for module, tree in trees.items()
        for name, rules in transformed(module, tree, known, StaticTypes(), rule_ids()).links.items()
    }
    in_sources = {
        (each.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."), each.name, each.rules)
        for each in scan()
        if each.kind == "function"
    }
    assert taken == in_sources
    assert len(taken) > 1_000


def test_no_rule_line_is_left() -> None:
    assert "@rule" not in _transformed().source
    assert _transformed().links == {"told": ("ww:7.62", "ww:7.63"), "refused": ("ww:7.62",)}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [('@rule("ww:7.62")', '@rule("ww:no-such-rule")'), ('Colour.BLUE, "ww:7.63"', 'Colour.BLUE, "ww:no-such-rule"')],
)
def test_the_id_of_no_rule_is_found_when_it_is_transformed(right: str, wrong: str) -> None:
    with pytest.raises(UnknownPattern, match="ww:no-such-rule' is the id of no rule"):
        _transformed(SOURCE.replace(right, wrong))


# ---------------------------------------------------------------- it means the same


def test_events_and_violations_are_the_same(both: tuple[ModuleType, ModuleType]) -> None:
    plain, changed = both
    one, other = plain.told(plain.Colour.RED), changed.told(changed.Colour.RED)
    assert (one.kind.value, one.rules, one.facts) == (other.kind.value, other.rules, other.facts)
    for before, after in zip(plain.refused("ww:7.2-E"), changed.refused("ww:7.2-E"), strict=True):
        assert (before.reason.value, before.rule, before.facts) == (after.reason.value, after.rule, after.facts)
    with pytest.raises(LookupError, match="made-up is in no rule catalogue"):
        changed.refused("made-up")


def test_functions_return_the_same(both: tuple[ModuleType, ModuleType]) -> None:
    plain, changed = both
    for module in both:
        assert module.turned(module.Pair(1)) == (9, 1)
        assert type(module.turned(module.Pair(1))) is module.Pair
        assert (module.is_in(4), module.is_in(3, 3), module.is_in(3)) == (True, True, False)
        told = [module.caught(each) for each in ("3", "x", "1")]
        assert told == ["1", "ValueError: x", "ZeroDivisionError"]
        assert (module.is_counted(3), module.is_counted(4)) == (True, False)
        assert list(module.lazily(3)) == [0, 1, 4]
        assert next(iter(module.lazily(3))) == 0
    assert plain.colours() == changed.colours() == ["red", "blue"]


@pytest.mark.parametrize("kind", ["Base", "More", "Box"])
def test_a_native_record_is_as_the_data_class_was(both: tuple[ModuleType, ModuleType], kind: str) -> None:
    plain, changed = (getattr(each, kind) for each in both)
    assert plain.__match_args__ == changed.__match_args__
    assert [(each.name, str(each.type), each.compare, each.repr) for each in dataclasses.fields(plain)][:2] == [
        (each.name, str(each.type), each.compare, each.repr) for each in dataclasses.fields(changed)
    ][:2]
    assert plain.__doc__ == changed.__doc__
    args = ("a", (1, 2))[: len(dataclasses.fields(plain))]
    before, after = plain(*args), changed(*args)
    assert repr(before) == repr(after)
    assert hash(before) == hash(after)
    assert after == changed(*args) != changed("b", *args[1:])
    assert after != before
    assert pickle.loads(pickle.dumps(after)) == copy.copy(after) == copy.deepcopy(after) == after
    name = dataclasses.fields(plain)[0].name
    assert dataclasses.replace(after, **{name: "c"}) == changed("c", *args[1:])


def test_what_the_compiler_cannot_look_through_is_put_in_a_tuple() -> None:
    assert "return number in tuple([*numbers, FOUR])" in _transformed().source
    assert "return number in tuple(counted(FOUR))" in _transformed().source


def test_two_caught_exceptions_have_two_names() -> None:
    source = _transformed().source
    assert "except ValueError as fault:" in source
    assert "except ZeroDivisionError as _nc_fault_0:\n        return type(_nc_fault_0).__name__" in source


def test_fields_that_are_not_compared_or_shown_are_not(both: tuple[ModuleType, ModuleType]) -> None:
    for module in both:
        assert module.More("a", unseen=1) == module.More("a", unseen=2)
        assert hash(module.More("a", unseen=1)) == hash(module.More("a"))
        assert module.More("a", secret=1) != module.More("a", secret=2)
        assert "secret" not in repr(module.More("a"))
        assert module.More("a") != module.Base("a")
        assert module.Base("a") != module.More("a")


def test_a_frozen_record_refuses_changes() -> None:
    @dataclasses.dataclass
    class Kept:
        name: str = "a"

    kept = Kept()
    described.describe(Kept, "class Kept:\n    name: str = 'a'", frozen=True)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'name'"):
        kept.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'name'"):
        del kept.name
    assert repr(kept) == f"{Kept.__qualname__}(name='a')"
