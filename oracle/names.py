"""Names as people use them: of places, pieces, cards, actions, sides, scenarios.

A name is found by its id, by a printed name or by an unmistakable part of one; case, accents, punctuation and the
plural do not matter. Which tables hold names is data (`spec_tables/<game>/names.toml`). Nothing is guessed: a text that
fits two things is refused with both, and one that fits none with the closest.
"""

import difflib
import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from oracle.english import optional_document
from oracle.errors import InputError
from oracle.records import ACTIONS, OPENINGS, Record, records
from spec_tables.catalogue import catalogue
from spec_tables.reader import Document, Row, document, rows

_EMPTY = ("", "0", "none")
_MOST_SHOWN = 8
_MOST_REMEMBERED = 20_000
_LIKENESS = 0.7
_LETTERS_OF_A_PART = 4


@dataclass(frozen=True, slots=True)
class Name:
    """Something that has a name: its kind, its id, what it is called (the printed name first) and what it is."""

    kind: str
    one: str
    id: str
    names: tuple[str, ...]
    what: str
    side: str | None = None
    count: int = 1

    @property
    def printed(self) -> str:
        """Return the printed name."""
        return self.names[0]

    @property
    def told(self) -> str:
        """Return the id with the printed name, and whose it is, for messages."""
        called = self.printed if self.side is None else f"{self.side.capitalize()} {self.printed}"
        return self.id if fold(called) == fold(self.id) else f"{self.id} ({called})"


class UnknownName(InputError):
    """A name that nothing bears."""


class AmbiguousName(InputError):
    """A name that several things bear."""

    def __init__(self, told: str, found: tuple[Name, ...]) -> None:
        """Say which name it is and who bears it."""
        super().__init__(told)
        self.found = found


# ---------------------------------------------------------------- looking up


def resolve(game: str, kinds: Iterable[str], text: str) -> str:
    """Return the id of the one thing of these kinds that a text names."""
    return found_name(game, tuple(kinds), text).id


def found_name(game: str, kinds: tuple[str, ...], text: str, side: str | None = None) -> Name:
    """Return the one thing of these kinds that a text names; among several, that of the side."""
    found = candidates(game, kinds, text)
    if len(found) > 1 and side is not None:
        found = tuple(each for each in found if each.side == side) or found
    if len({each.id for each in found}) == 1:
        return found[0]
    if found:
        raise ambiguous(text, found)
    raise UnknownName(no_such(game, kinds, text))


def ambiguous(text: str, found: tuple[Name, ...]) -> AmbiguousName:
    """Return the complaint about a name that several things bear."""
    shown = ", ".join(each.told for each in found[:_MOST_SHOWN])
    more = f" and {len(found) - _MOST_SHOWN} more" if len(found) > _MOST_SHOWN else ""
    return AmbiguousName(f"{text!r} may be any of: {shown}{more}; say which", found)


def no_such(game: str, kinds: tuple[str, ...], text: str) -> str:
    """Return the complaint about a name that nothing bears, with the closest names."""
    known = names(game, kinds)
    group = next((name for name in _groups(game) if set(_groups(game).texts(name)) == set(kinds)), None)
    plain = " or ".join(dict.fromkeys(each.one for each in known)) or "name"
    ones = singular(group) if group is not None and len(kinds) > 1 else plain
    return f"{text!r} is no {ones}{_hint(known, text)}"


def _hint(known: Sequence[Name], text: str) -> str:
    near = closest(known, text)
    return f"; closest: {', '.join(near)}" if near else ""


@lru_cache(maxsize=_MOST_REMEMBERED)
def candidates(game: str, kinds: tuple[str, ...], text: str) -> tuple[Name, ...]:
    """Return all that a text may name, by the first of these that finds any.

    The id; a whole name; a whole name but for the plural; words that follow each other in a name; beginnings of such. A
    bare number is a whole name or none.
    """
    return matching(game, names(game, kinds), text)


def matching(game: str, known: Sequence[Name], text: str) -> tuple[Name, ...]:
    """Return all of these that a text may name."""
    by_id = tuple(each for each in known if each.id == text)
    if by_id:
        return by_id
    wanted = fold(text)
    if not wanted:
        return ()
    for tier in _TIERS[:1] if wanted.isdecimal() else _TIERS:
        found = tuple(each for each in known if any(tier.fits(wanted, form) for form in _forms(game, each, tier)))
        if found:
            return found
    return ()


def closest(known: Sequence[Name], text: str, most: int = 3) -> list[str]:
    """Return the printed names that are most like a text."""
    by_form: dict[str, Name] = {}
    for each in known:
        for name in (*each.names, each.id):
            by_form.setdefault(fold(name), each)
            for word in fold(name).split():
                if len(word) >= _LETTERS_OF_A_PART:
                    by_form.setdefault(word, each)
    near = difflib.get_close_matches(fold(text), by_form, 3 * most, _LIKENESS)
    return list({fold(by_form[form].printed): by_form[form].printed for form in near}.values())[:most]


@lru_cache(maxsize=_MOST_REMEMBERED)
def fold(text: str) -> str:
    """Return a text without case, accents and punctuation."""
    plain = unicodedata.normalize("NFKD", text.replace("&", " and ").replace("#", " no "))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(
        re.findall("[a-z0-9]+", kept.casefold().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", ""))
    )


@lru_cache(maxsize=_MOST_REMEMBERED)
def singular(folded: str) -> str:
    """Return folded words without the endings of the plural."""
    return " ".join(
        word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1] if _is_plural(word) else word
        for word in folded.split()
    )


def _is_plural(word: str) -> bool:
    return len(word) > 3 and word.endswith("s") and not word.endswith("ss")


@dataclass(frozen=True, slots=True)
class _Tier:
    """A way to be named: how words fit a name, whether a word for the side may stand in front, and who has plurals."""

    fits: Callable[[str, str], bool]
    with_side: bool = False
    of_places: bool = True


def _is_whole(wanted: str, name: str) -> bool:
    return wanted == name


def _is_plural_of(wanted: str, name: str) -> bool:
    return singular(wanted) == singular(name)


def _is_part(wanted: str, name: str) -> bool:
    return _has_weight(wanted) and f" {wanted} " in f" {name} "


@lru_cache(maxsize=_MOST_REMEMBERED)
def _has_weight(wanted: str) -> bool:
    """Say whether a word has three letters or more: `of` is no part of a name."""
    return any(len(word) > 2 for word in wanted.split())


def _is_part_in_plural(wanted: str, name: str) -> bool:
    return _is_part(singular(wanted), singular(name))


def _is_beginning(wanted: str, name: str) -> bool:
    """Say whether words of a name that follow each other begin with the wanted ones."""
    parts, words = wanted.split(), name.split()
    return _has_weight(wanted) and any(
        all(word.startswith(part) for part, word in zip(parts, words[start:], strict=False))
        for start in range(len(words) - len(parts) + 1)
    )


_TIERS = (
    _Tier(_is_whole, with_side=True),
    # There is one Angus, so that `Mars` is no plural of Mar.
    _Tier(_is_plural_of, with_side=True, of_places=False),
    _Tier(_is_part),
    _Tier(_is_part_in_plural, of_places=False),
    _Tier(_is_beginning),
)


@cache
def _forms(game: str, name: Name, tier: _Tier) -> tuple[str, ...]:
    """Return everything a thing is called, folded; for some ways also with the word for its side in front."""
    if not tier.of_places and name.kind in _place_kinds(game):
        return ()
    called = [fold(each) for each in (name.id, *name.names)]
    before = [fold(each) for each in side_words(game).get(name.side or "", ())] if tier.with_side else []
    return tuple(dict.fromkeys([*called, *(f"{side} {each}" for side in before for each in called[1:])]))


@cache
def _place_kinds(game: str) -> tuple[str, ...]:
    groups = _groups(game)
    return groups.texts("places") if "places" in groups else ()


def _groups(game: str) -> Document:
    return optional_document(game, "names").table_or_empty("groups")


@cache
def side_words(game: str) -> Mapping[str, tuple[str, ...]]:
    """Return how each side is called before the name of a piece."""
    more = optional_document(game, "names").table_or_empty("side_words")
    found = {side: (side,) for side in catalogue(game).sides}
    for side in more:
        found[side] = tuple(dict.fromkeys([*found.get(side, ()), *more.texts(side)]))
    return found


def unmistakable(game: str, kinds: tuple[str, ...], name_id: str) -> str:
    """Return the shortest way to call a thing that means nothing else of these kinds; its id, if there is none."""
    return _called(game, kinds).get(name_id, name_id)


@cache
def _called(game: str, kinds: tuple[str, ...]) -> Mapping[str, str]:
    known = names(game, kinds)
    found: dict[str, str] = {}
    for each in known:
        sides = [side[0].upper() + side[1:] for side in side_words(game).get(each.side or "", ())]
        ways = [*each.names[:1], *(f"{side} {each.printed}" for side in sides[1:2] or sides), *each.names[1:]]
        for way in (way for way in ways if not re.search(r"[,:;|#=>\[\]{}]", way) and not way.isdecimal()):
            if {other.id for other in candidates(game, kinds, way)} == {each.id}:
                found[each.id] = way
                break
    return found


# ---------------------------------------------------------------- what there is


def kinds_of(game: str) -> tuple[str, ...]:
    """Return the kinds of things that have names in a game."""
    return tuple(dict.fromkeys(each.kind for each in _all(game)))


def kinds_called(game: str, text: str) -> tuple[str, ...]:
    """Return the kinds that a word such as `spaces`, `pieces` or `card` stands for."""
    groups = _groups(game)
    ones = {each.one: each.kind for each in _all(game)}
    wanted = fold(text).replace(" ", "_")
    if wanted in kinds_of(game):
        return (wanted,)
    for group in groups:
        if singular(wanted) == singular(group):
            return groups.texts(group)
    found = [kind for one, kind in ones.items() if singular(wanted) in (singular(fold(one)), singular(kind))]
    if not found:
        raise UnknownName(f"{text!r} is no kind of name; there are: {', '.join((*groups, *kinds_of(game)))}")
    return tuple(found)


def kinds_taken(game: str, one: str) -> tuple[str, ...]:
    """Return the kinds whose things are called by this singular, such as `space`; none if no kind is."""
    return tuple(dict.fromkeys(each.kind for each in _all(game) if each.one == one))


def kinds_of_field(game: str, field: str) -> tuple[str, ...]:
    """Return the kinds whose things a field of type text names."""
    fields = optional_document(game, "names").table_or_empty("fields")
    return fields.texts(field) if field in fields else ()


@cache
def values_called(game: str) -> Mapping[str, str]:
    """Return the values of fields that have another name, such as a step by the number of its rule."""
    table = optional_document(game, "names").table_or_empty("values")
    return {fold(each): table.text(each) for each in table}


def names(game: str, kinds: Iterable[str] = ()) -> tuple[Name, ...]:
    """Return everything of these kinds that has a name; without kinds, everything."""
    return _of_kinds(game, tuple(kinds))


@cache
def _of_kinds(game: str, kinds: tuple[str, ...]) -> tuple[Name, ...]:
    return tuple(each for each in _all(game) if not kinds or each.kind in kinds)


@cache
def _all(game: str) -> tuple[Name, ...]:
    whole = optional_document(game, "names")
    listed = [name for kind in whole.tables("kind") for name in _of_table(game, kind)]
    things = [_thing(entry) for entry in whole.tables("thing")]
    return (*_numbered(listed), *things, *_markers(whole), *_records(game, whole), *_of_catalogue(game))


def _numbered(listed: Sequence[Name]) -> Iterator[Name]:
    """Add a number to things with one printed name and ids that end in numbers: `Connecticut 2`."""
    for each in listed:
        number = re.search(r"_(\d+)$", each.id)
        alike = sum(other.kind == each.kind and other.printed == each.printed for other in listed)
        if alike > 1 and number and each.kind != "cards":
            yield replace(each, names=(*each.names, f"{each.printed} {number[1]}"))
        else:
            yield each


def _of_table(game: str, kind: Document) -> Iterator[Name]:
    """Go through the things that the rows of a table name."""
    found: dict[str, list[Row]] = {}
    for row in rows(game, kind.text("table")):
        name_id = _filled(game, kind.text("id"), row).strip("_")
        found.setdefault(name_id, []).append(row)
    aliases, called = kind.table_or_empty("aliases"), _also_called(game, kind)
    for name_id, all_alike in found.items():
        alike = _not_distinct(kind, all_alike)
        given = [text for each in kind.texts("names") if (text := _said(game, each, alike[0]))]
        more = aliases.texts(name_id) if name_id in aliases else ()
        side = alike[0].text(kind.text("side")) if "side" in kind else None
        yield Name(
            kind.text("kind"), kind.text("one"), name_id,
            tuple(dict.fromkeys([*given, *more, *called.get(name_id, ())])),
            _what(game, kind, alike), side, _count(kind, alike),
        )  # fmt: skip


def _not_distinct(kind: Document, alike: list[Row]) -> list[Row]:
    """Return the rows of one thing; where a column tells two things of one id apart, those like the last."""
    if "distinct" not in kind:
        return alike
    column = kind.text("distinct")
    return [row for row in alike if row.text(column) == alike[-1].text(column)]


def _count(kind: Document, alike: list[Row]) -> int:
    return sum(row.number(kind.text("count")) for row in alike) if "count" in kind else len(alike)


def _what(game: str, kind: Document, alike: list[Row]) -> str:
    remarks = kind.table_or_empty("remarks")
    found = [_filled(game, kind.text("what"), alike[0])]
    found.extend(
        _filled(game, remarks.text(column), alike[-1]) for column in remarks if alike[-1].text(column) not in _EMPTY
    )
    if _count(kind, alike) > 1:
        found.append(f"there are {_count(kind, alike)}")
    return ", ".join(part for part in found if part).replace("_", " ").replace(";", ", ")


def _cells(game: str, template: str, row: Row) -> Mapping[str, str]:
    """Return the cells a template names; `locations.name` is the name of the location that the row's cell names."""
    wanted = [field for _, field, _, _ in string.Formatter().parse(template) if field is not None]
    found: dict[str, str] = {}
    for field in wanted:
        table, dot, column = field.partition(".")
        if dot:
            other = next(each for each in rows(game, table) if each.word("id") == row.word(table.removesuffix("s")))
            found[field] = other.text(column)
        else:
            found[field] = row.text(field)
    return found


def _filled(game: str, template: str, row: Row) -> str:
    text = template
    for field, cell in _cells(game, template, row).items():
        text = text.replace(f"{{{field}:.2}}", cell[:2]).replace(f"{{{field}}}", cell)
    return text


def _said(game: str, template: str, row: Row) -> str:
    """Return a name; nothing, if one of its cells says nothing."""
    if any(cell in _EMPTY for cell in _cells(game, template, row).values()):
        return ""
    return _filled(game, template, row).replace("_", " ")


def _also_called(game: str, kind: Document) -> Mapping[str, tuple[str, ...]]:
    """Return more names of things by id, from tables of the scenarios."""
    found: dict[str, tuple[str, ...]] = {}
    for path in kind.texts("also_called") if "also_called" in kind else ():
        table = document(game, "scenarios")
        for part in path.split("."):
            table = table.table(part)
        for name_id in table:
            parts = re.split(r", | \(|\)", table.text(name_id))
            found[name_id] = (*found.get(name_id, ()), *(_fort(part, parts[0]) for part in parts if part))
    return found


def _fort(part: str, first: str) -> str:
    """Return one name of a list such as `Forts Johnson, Hunter`."""
    plural = first.startswith("Forts ")
    return f"Fort {part.removeprefix('Forts ')}" if plural else part


def _thing(entry: Document) -> Name:
    return Name(
        entry.text("kind"), entry.text("one"), entry.text("id"), entry.texts("names"), entry.text("what"),
        entry.text("side"), entry.number("count"),
    )  # fmt: skip


def _markers(whole: Document) -> Iterator[Name]:
    markers = whole.table_or_empty("markers")
    for each in markers:
        yield Name("markers", "marker", each, (each.replace("_", " "),), markers.text(each))


def _records(game: str, whole: Document) -> Iterator[Name]:
    for family, one, table in ((ACTIONS, "action", "verbs"), (OPENINGS, "opening", "opening_verbs")):
        verbs = whole.table_or_empty(table)
        for record in records(game, family).values():
            more = verbs.texts(record.type) if record.type in verbs else ()
            yield Name(family, one, record.type, (record.type.replace("_", " "), *more), _record_told(record))


def _record_told(record: Record) -> str:
    taken = "; ".join(field.told for field in record.fields.values())
    return f"{record.gist.rstrip('.')} ({taken})" if taken else record.gist.rstrip(".")


def _of_catalogue(game: str) -> Iterator[Name]:
    known = catalogue(game)
    words = side_words(game)
    for side in known.sides:
        yield Name("sides", "side", side, tuple(dict.fromkeys([side.capitalize(), *words[side]])), "a player")
    for scenario, title in known.scenarios:
        yield Name("scenarios", "scenario", scenario, (title,), "a start of a game")
    for preset in known.presets:
        yield Name("rulesets", "ruleset", preset.name, (preset.name,), preset.title)
