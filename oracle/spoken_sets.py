"""Sets as people give them at once: `muster Rogers, 15th and Murray`, `muster units=[br_regular_15th]`.

The members may come in any order. Each is found by its name, among the kinds of members that the set has; the word for
the kind may stand before it (`discard card Boston`).
"""

import re
from collections.abc import Sequence

from oracle.errors import InputError
from oracle.game_registry import opener_of
from oracle.names import (
    UnknownName,
    candidates,
    fold,
    found_name,
    kinds_of_field,
    kinds_taken,
    matching,
    names,
    no_such,
)
from oracle.records import ACTIONS, records
from reference.kernel.canonical import Json, Unreadable, parse
from reference.kernel.named_sets import Member, NamedSet

_FIELD = re.compile(r"(\w+)\s*=\s*(\[[^\]]*\]|\S+)")
_DIGITS = 9


def spoken_set(game: str, text: str, legal: Sequence[Json]) -> dict[str, Json] | None:
    """Return the set that a text gives at once; nothing if it is no such text."""
    word, _, rest = text.strip().partition(" ")
    called = [each for each in opener_of(game).sets if word in each.words()]
    begun = next((each for each in opener_of(game).sets if each.beginning and each.beginning.action == word), None)
    if begun is not None and _names_members(begun, rest):
        called = [begun]
    if not called or not rest.strip():
        return None
    answers = next((each for each in called if each.rest is not None), None)
    if answers is not None:
        return _by_answers(answers, rest) if word == answers.name else None
    if "=" in rest:
        return _by_fields(game, word, rest, called, legal)
    listed = [part.strip() for part in re.split(r",|\band\b", rest) if part.strip()]
    if len(listed) < 2 and word in records(game, ACTIONS):
        return None
    return _by_names(game, word, listed, called[0], legal)


def _by_answers(called: NamedSet, rest: str) -> dict[str, Json]:
    """Return whole answers given one after the other: `losses br_regular flips=2, br_ranger flips=1 deaths=1`.

    They may also be one list in JSON, as they are shown: `losses losses=[{"of":"br_regular","flips":2}]`.
    """
    assert called.rest is not None
    _, who = called.rest
    (several,) = called.members
    if rest.strip().startswith(f"{several}="):
        try:
            return {"type": called.name, several: parse(rest.strip().removeprefix(f"{several}="))}
        except Unreadable as fault:
            raise InputError(f"the action: {several}: {fault}") from None
    said: list[Json] = []
    for part in rest.split(","):
        fields: dict[str, Json] = {name: _number_or_text(value) for name, value in _FIELD.findall(part)}
        name = _FIELD.sub("", part).strip()
        said.append({who: name, **fields} if name else fields)
    return {"type": called.name, several: said}


def _number_or_text(value: str) -> Json:
    return int(value) if value.isdecimal() and len(value) <= _DIGITS else value


def _by_fields(
    game: str, word: str, rest: str, called: list[NamedSet], legal: Sequence[Json]
) -> dict[str, Json] | None:
    given = _FIELD.findall(rest)
    if not any(_names_members(each, rest) for each in called):
        return None
    fitting = next(each for each in called if any(field in each.members for field, _ in given))
    begun = fitting.beginning if fitting.beginning is not None and fitting.beginning.action == word else None
    first = () if begun is None else begun.fields
    if _FIELD.sub("", rest).strip():
        form = " ".join((*(f"{each}=..." for each in first), *(f"{several}=[...]" for several in fitting.members)))
        raise InputError(f"the action: {rest!r} is not of the form {form}")
    said: dict[str, Json] = {"type": word}
    for field, values in given:
        if begun is not None and field in first:
            said[field] = _member(game, Member(begun.action, field), values, legal)
            continue
        if field not in fitting.members:
            raise InputError(f"the action: {field} is no kind of member of {word}: {', '.join(fitting.members)}")
        listed = [part.strip(" \"'") for part in values.strip("[]").split(",")]
        said[field] = [_member(game, fitting.members[field], each, legal) for each in listed if each]
    return said


def _names_members(called: NamedSet, rest: str) -> bool:
    """Say whether a text gives members of a set by the word for several of them."""
    return any(field in called.members for field, _ in _FIELD.findall(rest))


def _by_names(game: str, word: str, listed: list[str], called: NamedSet, legal: Sequence[Json]) -> dict[str, Json]:
    found: dict[str, list[Json]] = {several: [] for several in called.members}
    for name in (_without_kind(called, each) for each in listed):
        fitting = [several for several, member in called.members.items() if _found(game, member, name, legal)]
        if not fitting:
            kinds = tuple(kind for member in called.members.values() for kind in _kinds(game, member))
            raise UnknownName(no_such(game, kinds, name))
        found[fitting[0]].append(_member(game, called.members[fitting[0]], name, legal))
    return {"type": word, **{several: members for several, members in found.items() if members}}


def _without_kind(called: NamedSet, name: str) -> str:
    """Return a name without the word for its kind before it."""
    ways = (*called.members.values(), *(() if called.opener is None else (called.opener,)))
    words = {*called.members, *(each.field for each in ways)}
    first, _, rest = name.partition(" ")
    return rest.strip() if rest and fold(first) in words else name


def _found(game: str, member: Member, name: str, legal: Sequence[Json]) -> bool:
    return bool(candidates(game, _kinds(game, member), name)) or name in _offered(member, legal)


def _member(game: str, member: Member, name: str, legal: Sequence[Json]) -> str:
    """Return the id of the member that a name stands for: of those offered, else of all there are."""
    kinds, offered = _kinds(game, member), _offered(member, legal)
    there = [each for each in names(game, kinds) if each.id in offered] if kinds else []
    meant = {each.id for each in matching(game, there, name)}
    if len(meant) == 1:
        return meant.pop()
    return found_name(game, kinds, name).id if kinds else name


def _offered(member: Member, legal: Sequence[Json]) -> set[str]:
    """Return the members that are offered here, by id."""
    return {str(found) for each in legal if (found := member.name_in(each)) is not None}


def _kinds(game: str, member: Member) -> tuple[str, ...]:
    """Return the kinds of things that a member may be."""
    (named,) = (each for each in records(game, ACTIONS)[member.action].fields.values() if each.name == member.field)
    return kinds_taken(game, named.takes) or kinds_of_field(game, member.field)
