"""What the data class library, the codec and pattern matching ask of a record, for records that are native classes.

A native class has its fields, but cannot say so. A plain data class made from the same source text says it, and lends
what it knows to the native one. This module is copied into the compiled build and stays interpreted.
"""

import sys
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from typing import TypeVar

T = TypeVar("T")


def describe(kind: type[object], source: str, *, frozen: bool) -> None:
    """Let a native class answer as the data class of this source would."""
    made: dict[str, type[object]] = {}
    exec(compile(source, "<record>", "exec", dont_inherit=True), vars(sys.modules[kind.__module__]), made)
    (plain,) = made.values()
    twin = dataclass(frozen=frozen, init=False)(plain)
    assert is_dataclass(twin)
    before = (base for base in kind.__mro__[1:] if is_dataclass(base))
    inherited = {each.name: each for base in before for each in fields(base)}
    lent: dict[str, object] = {
        "__doc__": twin.__doc__,
        "__reduce__": _reduced,
        "__annotations__": twin.__annotations__,
        "__dataclass_fields__": {**inherited, **twin.__dataclass_fields__},
        "__dataclass_params__": vars(twin)["__dataclass_params__"],
    }
    if "__repr__" not in vars(kind):
        lent["__repr__"] = _shown
    if frozen:
        lent |= {"__setattr__": _no_change, "__delattr__": _no_removal}
    for name, value in lent.items():
        setattr(kind, name, value)


def _reduced(record: object) -> tuple[object, ...]:
    """Say how a record is pickled and copied: by its type and its fields."""
    assert is_dataclass(record)
    return type(record), tuple(getattr(record, each.name) for each in fields(record))


def _shown(record: object) -> str:
    """Return a record as text, as a data class would."""
    assert is_dataclass(record)
    shown = ", ".join(f"{each.name}={getattr(record, each.name)!r}" for each in fields(record) if each.repr)
    return f"{type(record).__qualname__}({shown})"


def _no_change(_self: object, name: str, _value: object) -> None:
    """Refuse to change a frozen record; compiled code sets its fields without asking here."""
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _no_removal(_self: object, name: str) -> None:
    """Refuse to remove a field of a frozen record."""
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def plain(kind: type[T]) -> type[T]:
    """Leave a class as it is: what has a decorator that the compiler does not know stays an ordinary class."""
    return kind
