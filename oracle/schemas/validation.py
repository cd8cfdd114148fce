"""Validation with `jsonschema`, where it is installed; the everyday tool does without it.

Where `jsonschema-rs` is installed too, it says first whether there is anything to complain about, which takes a
hundredth of the time.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from oracle.schemas.documents import documents, urn
from reference.kernel.canonical import Json, Unreadable


class _Fault(Protocol):
    @property
    def absolute_path(self) -> Sequence[str | int]: ...

    @property
    def message(self) -> str: ...


class _Quick(Protocol):
    def is_valid(self, instance: Json, /) -> bool: ...


class _Validator(_Quick, Protocol):
    def iter_errors(self, instance: Json) -> Iterator[_Fault]: ...


def is_installed() -> bool:
    """Say whether values can be validated here."""
    return find_spec("jsonschema") is not None


def is_valid(schema: str, value: Json) -> bool:
    """Say whether a schema allows a value; `wilderness_war#/$defs/action` names a definition of a document."""
    return _quick(schema).is_valid(value)


def demand(schema: str, value: Json) -> None:
    """Refuse a value that a schema does not allow, naming the place that tells most."""
    if is_valid(schema, value):
        return
    worst: object = import_module("jsonschema.exceptions").best_match(_validator(schema).iter_errors(value))
    raise _unreadable(worst)


def check_schema(document: Mapping[str, Json]) -> None:
    """Refuse a document that is no JSON Schema 2020-12."""
    import_module("jsonschema").Draft202012Validator.check_schema(document)


def _unreadable(fault: object) -> Unreadable:
    path: Sequence[str | int] = getattr(fault, "absolute_path", ())
    place = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in path).removeprefix(".")
    message = str(getattr(fault, "message", "is not allowed"))
    return Unreadable(place, message if len(message) <= 300 else f"{message[:297]}...")


@cache
def _quick(schema: str) -> _Quick:
    if find_spec("jsonschema_rs") is None:
        return _validator(schema)
    found: _Quick = import_module("jsonschema_rs").Draft202012Validator(_wanted(schema), registry=_registered())
    return found


@cache
def _registered() -> object:
    quick = import_module("jsonschema_rs")
    found: object = quick.Registry([(urn(name), each) for name, each in documents().items()], draft=quick.Draft202012)
    return found


def _wanted(schema: str) -> Mapping[str, Json]:
    name, _, part = schema.partition("#")
    return {"$ref": f"{urn(name)}#{part}" if part else urn(name)}


@cache
def _validator(schema: str) -> _Validator:
    referencing = import_module("referencing")
    specification = import_module("referencing.jsonschema").DRAFT202012
    resources = ((urn(name), specification.create_resource(each)) for name, each in documents().items())
    registry = referencing.Registry().with_resources(resources)
    found: _Validator = import_module("jsonschema").Draft202012Validator(_wanted(schema), registry=registry)
    return found
