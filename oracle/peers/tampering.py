"""Check an importer: replay recorded games with single faults planted in them, and say what share is caught.

Two kinds of fault fit every format: two entries swapped, and an entry left out; numbered entries are numbered anew, so
that the numbers do not give the fault away. An importer that has `tampers` adds
its own kinds: a wrong die, a wrong piece, an illegal choice. A tamper takes a line and returns it with one fault, or
None if the line has nothing of the kind. A fault is caught if the record diverges or cannot be read any more. Some
faults change nothing that matters, such as a die that misses with another number; nobody can catch those.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

from oracle.errors import InputError
from oracle.files import first_line, lines_of
from oracle.peers import importer_of
from oracle.peers.importer import Importer
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse

Line: TypeAlias = dict[str, Json]
Tamper: TypeAlias = Callable[[Line, random.Random], Line | None]
Lines: TypeAlias = tuple[Line, ...]
_SWAPPED, _LEFT_OUT = "swapped entries", "an entry left out"
# So that a run can be repeated.
_SEED = 1


@runtime_checkable
class Tampered(Protocol):
    """An importer that knows where its records can be wrong."""

    @property
    def tampers(self) -> Mapping[str, Tamper]:
        """Return its kinds of fault, by their names."""


@dataclass(slots=True)
class Share:
    """How many faults of a kind were caught, and the lines of the first ones that were not."""

    planted: int = 0
    caught: int = 0
    missed: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Json]:
        """Return the share for programs."""
        return {"planted": self.planted, "caught": self.caught, "missed": list(self.missed)}


def tamper_with(paths: Sequence[Path], times: int, named: tuple[str, ...], *, as_json: bool = False) -> int:
    """Plant faults in recorded games and print the share caught of each kind; 1 if a record diverges as it stands."""
    shares: dict[str, Share] = {}
    for path in paths:
        importer = importer_of(first_line(path), named)
        if importer is None:
            raise InputError(f"{path}: no recorded game of a known format (verify --formats lists them)")
        try:
            found = caught(importer, _read(path), times)
        except Unreadable as fault:
            raise InputError(f"{path}: {fault}") from None
        if found is None:
            print(f"{path}: diverges as it stands; only a record that conforms can be tampered with")
            return 1
        for kind, share in found.items():
            _add(shares.setdefault(kind, Share()), share, path)
    if as_json:
        print(json.dumps({kind: each.as_json() for kind, each in shares.items()}, indent=2))
    else:
        print("\n".join(_in_words(shares)))
    return 0


def caught(importer: Importer, lines: Lines, times: int) -> dict[str, Share] | None:
    """Return the share of faults caught, by kind; None if the record does not conform as it stands."""
    if not importer.replay(canonical_text(each) for each in lines).conforms:
        return None
    shares: dict[str, Share] = {}
    for kind, number, tampered in faults(importer, lines, times):
        share = shares.setdefault(kind, Share())
        share.planted += 1
        if _is_caught(importer, tampered):
            share.caught += 1
        else:
            share.missed.append(f"line {number}")
    return shares


def faults(importer: Importer, lines: Lines, times: int) -> Iterator[tuple[str, int, Lines]]:
    """Return the record with one fault each, up to `times` of each kind, with the kind and the line."""
    chance = random.Random(_SEED)
    for kind, tamper in (importer.tampers if isinstance(importer, Tampered) else {}).items():
        order = list(range(1, len(lines)))
        chance.shuffle(order)
        planted = 0
        for at in order:
            wrong = tamper(deepcopy(lines[at]), chance)
            if wrong is not None and wrong != lines[at] and planted < times:
                planted += 1
                yield kind, at + 1, (*lines[:at], wrong, *lines[at + 1 :])
    inner = range(1, max(1, len(lines) - 2))
    for at in sorted(chance.sample(inner, min(times, len(inner)))):
        yield _SWAPPED, at + 1, _renumbered((*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]), lines)
        yield _LEFT_OUT, at + 1, _renumbered((*lines[:at], *lines[at + 1 :]), lines)


def _renumbered(tampered: Lines, lines: Lines) -> Lines:
    """Return the entries numbered as they were: a gap in the numbers would give the fault away."""
    field = next((name for name in lines[1] if _counts(lines, name)), None) if len(lines) > 1 else None
    if field is None:
        return tampered
    number = iter([each[field] for each in lines if field in each])
    return tuple({**each, field: next(number)} if field in each else each for each in tampered)


def _counts(lines: Lines, name: str) -> bool:
    """Say whether a field numbers the entries."""
    found = [each[name] for each in lines[1:] if name in each]
    first = found[0]
    return isinstance(first, int) and name not in lines[0] and found == list(range(first, first + len(found)))


def _is_caught(importer: Importer, lines: Lines) -> bool:
    try:
        return not importer.replay(canonical_text(each) for each in lines).conforms
    except Unreadable:
        return True


def _read(path: Path) -> Lines:
    found: list[Line] = []
    for line in lines_of(path):
        if line.strip():
            value = parse(line, fraction=str)
            if not isinstance(value, dict):
                raise Unreadable(f"line {len(found) + 1}", "must be a mapping")
            found.append(value)
    return tuple(found)


def _add(total: Share, share: Share, path: Path) -> None:
    total.planted += share.planted
    total.caught += share.caught
    total.missed.extend(f"{path}: {each}" for each in share.missed)


def _in_words(shares: Mapping[str, Share]) -> Iterator[str]:
    for kind, share in shares.items():
        percent = 100 * share.caught // share.planted
        yield f"{kind}: {share.caught} of {share.planted} caught ({percent} %)"
        yield from (f"  not caught: {each}" for each in share.missed[:3])
    planted, found = (sum(getattr(each, name) for each in shares.values()) for name in ("planted", "caught"))
    yield f"all: {found} of {planted} caught"


# ---------------------------------------------------------------- helpers for tampers


def other(chance: random.Random, values: Sequence[Json], *not_these: Json) -> Json:
    """Return another value than these."""
    return chance.choice([each for each in values if each not in not_these])


def mapping_in(value: Json, *names: str) -> dict[str, Json] | None:
    """Return the mapping at the end of a path, to change it in place; None if there is none."""
    for name in names:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value if isinstance(value, dict) else None


def list_in(value: Json, *names: str) -> list[Json] | None:
    """Return the list at the end of a path, to change it in place; None if there is none, or nothing in it."""
    holder = mapping_in(value, *names[:-1])
    found = None if holder is None else holder.get(names[-1])
    return found if isinstance(found, list) and found else None
