"""Openings as people say them: `battle at Crown Point, attacker British`, `march Braddock with everyone`.

A name means what stands in the position before it means anything else. What must be given and is not said, follows from
the position if there is only one possibility, and is told: the side whose pieces or cards are meant, the only place
where anything stands, the only leader there is.
"""

from collections.abc import Iterable, Iterator

from oracle.errors import InputError
from oracle.names import Name, fold, kinds_taken, names, side_words, unmistakable
from oracle.records import OPENINGS, Field, Record, records
from oracle.spoken_actions import Said, spoken
from oracle.words.draft import Draft, worth
from oracle.words.records_in_words import complete, read_fields, written_record
from reference.kernel.canonical import Json, Unreadable, parse
from spec_tables.catalogue import catalogue

_STANDING = ("pieces", "blocks")
_PLACES = ("space", "area")
# Who is named here belongs to the enemy of the side that acts.
_ENEMYS = "noble"


def read_opening(draft: Draft, text: str) -> Json:
    """Read an opening of the position so far."""
    if text.startswith("{"):
        try:
            return parse(text)
        except Unreadable as fault:
            raise InputError(str(fault)) from None
    record, found = read_fields(draft.game, OPENINGS, text) if "=" in text else _said(draft, text)
    for field in record.fields.values():
        if not field.optional and field.name not in found:
            _fill_in(draft, found, field)
    return complete(record, found)


def _said(draft: Draft, text: str) -> tuple[Record, Said]:
    readings = _readings(draft, text)
    if len(readings) > 1 and _are_alike(draft.game, readings):
        draft.assumed.append(written_record(draft.game, OPENINGS, readings[0]))
        readings = readings[:1]
    if len(readings) > 1:
        shown = " / ".join(written_record(draft.game, OPENINGS, each) for each in readings)
        raise InputError(f"{text!r} can be taken in {len(readings)} ways; say which: {shown}")
    record = records(draft.game, OPENINGS)[str(readings[0]["type"])]
    return record, {name: readings[0][name] for name in ("type", *record.fields) if name in readings[0]}


def _readings(draft: Draft, text: str) -> list[Said]:
    """Return all that a text may mean; a side in front, as in `British march`, is a field or whose piece is named."""
    present = frozenset(_present(draft))
    first, _, rest = text.partition(" ")
    side = next((side for side, called in side_words(draft.game).items() if fold(first) in map(fold, called)), None)
    if side is None or not rest:
        return spoken(draft.game, text, (), OPENINGS, present)
    try:
        return spoken(draft.game, f"{rest} {first}", (), OPENINGS, present)
    except InputError:
        found = spoken(draft.game, rest, (), OPENINGS, present)
        kept = [each for each in found if side in _sides_of(draft.game, map(str, each.values()))]
        if not kept:
            raise
        return kept


def _are_alike(game: str, readings: list[Said]) -> bool:
    """Say whether readings differ only in which of several things of one name is meant."""
    printed = {name.id: (name.kind, name.printed, name.side, worth(name)) for name in names(game)}
    return len({str({key: printed.get(str(value), value) for key, value in each.items()}) for each in readings}) == 1


# ---------------------------------------------------------------- what follows from the position


def _fill_in(draft: Draft, found: Said, field: Field) -> None:
    """Give a field its only possible value, if there is only one."""
    for possible in _possible(draft, found, field):
        values = sorted(set(possible))
        if len(values) == 1:
            found[field.name] = values[0]
            called = unmistakable(draft.game, ("sides",) if field.takes == "side" else _kinds(draft, field), values[0])
            draft.assumed.append(f"{found['type']}: {field.name} {called}")
            return


def _possible(draft: Draft, found: Said, field: Field) -> Iterator[Iterable[str]]:
    """Go through what a field may be, the closest reason first."""
    said = [str(value) for name, value in found.items() if name not in ("type", _ENEMYS)]
    if field.takes == "side":
        yield _sides_of(draft.game, said)
        yield [side for side in catalogue(draft.game).sides if set(said) & set(_entries(draft, ("hands", side)))]
        yield _sides_of(draft.game, (each for place in said for each in _standing(draft, place)))
        yield _sides_of(draft.game, _standing(draft))
        yield [path[1] for path, cards in draft.lists.items() if path[0] == "hands" and cards]
    elif field.takes in _PLACES:
        yield [path[1] for path in draft.lists if path[0] in _STANDING]
    else:
        known = {each.id for each in names(draft.game, _kinds(draft, field))} if _kinds(draft, field) else set()
        yield [each for each in _standing(draft) if each in known]


def _kinds(draft: Draft, field: Field) -> tuple[str, ...]:
    return kinds_taken(draft.game, field.takes)


def _present(draft: Draft) -> Iterator[str]:
    """Go through everything that the position names, by id."""
    for path in draft.lists:
        yield from _entries(draft, path)


def _standing(draft: Draft, place: str | None = None) -> Iterator[str]:
    """Go through what stands on the map, or in a place, by id."""
    for path in draft.lists:
        if path[0] in _STANDING and place in (None, path[1]):
            yield from _entries(draft, path)


def _entries(draft: Draft, path: tuple[str, ...]) -> Iterator[str]:
    """Go through the ids in a list: of `2 inside br_regular`, of `s_wallace 3`; of things that are alike, the first."""
    known = _by_id(draft.game)
    for each in draft.lists.get(path, ()):
        words = each.split() if isinstance(each, str) else each.ids[:1]
        yield from (word for word in words if word in known)


def _sides_of(game: str, ids: Iterable[str]) -> list[str]:
    """Return the sides to whom things belong."""
    sides = catalogue(game).sides
    return [side for each in ids if (side := getattr(_by_id(game).get(each), "side", None)) in sides]


def _by_id(game: str) -> dict[str, Name]:
    return {each.id: each for each in names(game)}
