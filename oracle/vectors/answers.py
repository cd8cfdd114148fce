"""The answers of another implementation: one JSON object a line, one for each case.

They are read here, by hand, so that `compare` needs no other package. Where `jsonschema` is installed, the schema of
answers is asked as well; a test holds the two to be of one mind.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from oracle.errors import InputError
from oracle.schemas import validation
from oracle.verdict_json import Ruling
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.fields import Fields, fields_of

Answer = Mapping[str, Json]
KINDS = ("verdict", "facts", "decision", "view")
_HASH = re.compile(r"[0-9a-f]{16}")
_ODDS = re.compile(r"[0-9]+/[1-9][0-9]*")


def read_answers(lines: Iterable[str], place: str) -> dict[str, Answer]:
    """Read answers, one a line; an error names the line."""
    found: dict[str, Answer] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            answer = read_answer(parse(line))
        except Unreadable as fault:
            inner = f", {fault.place}" if fault.place else ""
            raise InputError(f"{place}: line {number}{inner}: {fault.cause}") from None
        name = str(answer["id"])
        if name in found:
            raise InputError(f"{place}: line {number}: {name} is answered twice")
        found[name] = answer
    if not found:
        raise InputError(f"{place}: there is no answer in it")
    return found


def read_answer(value: Json) -> Answer:
    """Return an answer that has the form of one."""
    given = fields_of(value)
    given.text("id")
    kinds = [kind for kind in KINDS if kind in given]
    if len(kinds) != 1:
        raise Unreadable("", f"must have one of: {', '.join(KINDS)}")
    (kind,) = kinds
    if kind in ("facts", "view"):
        _full(given, kind)
    else:
        _inside(given, kind, _verdict if kind == "verdict" else _decision)
    given.finish()
    if validation.is_installed():
        validation.demand("answer", value)
    return given.given


def _verdict(given: Fields) -> None:
    _ruling(given)
    for name in ("due_by", "place", "cause", "reason"):
        given.optional_text(name)
    for name in ("otherwise", "facts"):
        given.mapping(name)
    given.texts("rules")
    if "state" in given:
        _full(given, "state")
    if "hash" in given and not _HASH.fullmatch(given.text("hash")):
        raise Unreadable("hash", "must be 16 hexadecimal digits")
    _each(given, "events", _event)
    _each(given, "violations", _violation)
    if "due" in given and not isinstance(given.take("due"), str):
        _inside(given, "due", _due)
    if "over" in given:
        _inside(given, "over", _over)


def _ruling(given: Fields) -> None:
    if given.text("ruling") not in set(Ruling):
        raise Unreadable("ruling", f"must be one of {canonical_text(list(Ruling))}")


def _event(given: Fields) -> None:
    given.text("kind")
    given.texts("rules")
    given.mapping("facts")


def _violation(given: Fields) -> None:
    given.text("rule")
    given.optional_text("reason")
    given.mapping("facts")


def _due(given: Fields) -> None:
    given.text("by")
    given.optional_text("about")
    given.texts("rules")


def _over(given: Fields) -> None:
    given.text("result")
    given.texts("rules")


def _decision(given: Fields) -> None:
    _due(given)
    if "actions" not in given:
        raise Unreadable("actions", "is missing")
    for _ in _mappings(given, "actions"):
        pass
    for index, share in enumerate(given.texts("odds")):
        if not _ODDS.fullmatch(share):
            raise Unreadable(f"odds[{index}]", "must be a fraction such as 1/6")


# ---------------------------------------------------------------- parts


def _full(given: Fields, name: str) -> None:
    if not given.mapping(name).given:
        raise Unreadable(name, "is empty, so nothing is answered")


def _inside(given: Fields, name: str, read: Callable[[Fields], None]) -> None:
    _read(given.mapping(name), name, read)


def _each(given: Fields, name: str, read: Callable[[Fields], None]) -> None:
    for place, inner in _mappings(given, name):
        _read(inner, place, read)


def _mappings(given: Fields, name: str) -> Iterator[tuple[str, Fields]]:
    values = given.take(name) if name in given else []
    if not isinstance(values, list | tuple):
        raise Unreadable(name, "must be a list")
    for index, value in enumerate(values):
        place = f"{name}[{index}]"
        if not isinstance(value, Mapping):
            raise Unreadable(place, "must be a mapping")
        yield place, Fields(value)


def _read(given: Fields, place: str, read: Callable[[Fields], None]) -> None:
    try:
        read(given)
        given.finish()
    except Unreadable as fault:
        raise fault.within(place) from None
