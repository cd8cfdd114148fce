"""Actions as people say them: `go to Crown Point`, `march Douglas to Angus`, `play Ambush!`.

A type of action comes first (it may be left out), then values in any order, each by name, with or without the name of
its field. What is offered is understood first, then whatever the game has. A text that can be taken in two ways gives
both.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from oracle.english import action_in_words, optional_document
from oracle.errors import InputError
from oracle.names import (
    Name,
    candidates,
    closest,
    fold,
    kinds_of_field,
    kinds_taken,
    matching,
    names,
    no_such,
    side_words,
    singular,
    values_called,
)
from oracle.records import ACTIONS, Field, Record, records
from reference.kernel.canonical import Json, Unreadable, parse

FILLERS = frozenset(
    {
        "a",
        "an",
        "and",
        "as",
        "at",
        "attack",
        "attacking",
        "attacks",
        "by",
        "card",
        "cards",
        "block",
        "blocks",
        "die",
        "enters",
        "entering",
        "for",
        "from",
        "in",
        "into",
        "is",
        "leader",
        "of",
        "on",
        "onto",
        "shows",
        "space",
        "the",
        "then",
        "to",
        "unit",
        "with",
    }
)
_MOST_WORDS = 12
_MOST_TOKENS = 100
_LONGEST_TYPE = 3
_NUMBERS = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_FLAGS: Mapping[str, Json] = {"true": True, "yes": True, "false": False, "no": False}
Said = dict[str, Json]


def spoken(
    game: str, text: str, legal: Sequence[Json], family: str = ACTIONS, present: Collection[str] = frozenset()
) -> list[Said]:
    """Return every action (or opening) that a text may mean, with the fields it names, in the order in which it does.

    A text that means none is refused. A name of several things means what is offered; else those of them that are
    present in the position, by id. The very words by which an action is offered mean that action.
    """
    if family == ACTIONS and (offered := _offered_so(game, text, legal)):
        return offered
    listener = Listener(game, [each for each in legal if isinstance(each, Mapping)], family, present)
    tokens = _tokens(text)
    if len(tokens) > _MOST_TOKENS:
        raise InputError(f"the text has {len(tokens)} words; an action has {_MOST_TOKENS} at most")
    named = [token[:-1] for token in tokens if token.endswith("=")]
    for name in named:
        if named.count(name) > 1:
            raise InputError(f"the action: sets {name} twice")
    found = listener.heard(tokens) if tokens else []
    if not found:
        raise InputError(f"the {'action' if family == ACTIONS else 'opening'}: {listener.complaint(tokens)}")
    return found


def _offered_so(game: str, text: str, legal: Sequence[Json]) -> list[Said]:
    """Return the offered actions that Referee itself words like this."""
    said = fold(text)
    return [dict(each) for each in legal if isinstance(each, Mapping) and fold(action_in_words(game, each)) == said]


def _tokens(text: str) -> list[str]:
    """Return the words of a text; `field=value` becomes `field=` and the words of the value."""
    found: list[str] = []
    for word in text.split():
        name, sign, value = word.partition("=")
        is_named = bool(sign and name) and not word.startswith(("{", "[", '"'))
        parts = [f"{name}=", value.rstrip(",;:")] if is_named else [word.rstrip(",;:")]
        found.extend(part for part in parts if part)
    return found


@dataclass(slots=True)
class Listener:
    """Understands words as actions of a game, those that are offered first."""

    game: str
    legal: list[Mapping[str, Json]]
    family: str = ACTIONS
    present: Collection[str] = frozenset()
    furthest: int = 0
    stuck: Record | None = None
    wanted: list[Field] = field(default_factory=list)

    def heard(self, tokens: list[str]) -> list[Said]:
        """Return every action that these words may mean."""
        known = records(self.game, self.family)
        offered = {str(each["type"]): known[str(each["type"])] for each in self.legal if each.get("type") in known}
        for types in (offered, known):
            found = self._of_types(tokens, types)
            if found:
                return found
        return self._without_type(tokens, offered) or self._type_last(tokens, known)

    def _type_last(self, tokens: list[str], types: Mapping[str, Record]) -> list[Said]:
        """Understand a type that is not in front: `Braddock marches with everyone`."""
        reached = self.furthest, self.stuck, self.wanted
        for at in range(1, min(len(tokens), _MOST_WORDS)):
            found = self._of_types([*tokens[at:], *tokens[:at]], types)
            if found:
                return found
        self.furthest, self.stuck, self.wanted = reached
        return []

    def _of_types(self, tokens: list[str], types: Mapping[str, Record]) -> list[Said]:
        found: list[Said] = []
        actions = [each for each in names(self.game, (self.family,)) if each.id in types]
        for length in range(min(_LONGEST_TYPE, len(tokens)), 0, -1):
            said = " ".join(tokens[:length])
            if "=" in said:
                continue
            for name in matching(self.game, actions, said):
                found.extend(self._filled(types[name.id], tokens, length))
            if found:
                break
        return _unlike(found)

    def _without_type(self, tokens: list[str], offered: Mapping[str, Record]) -> list[Said]:
        return _unlike([said for record in offered.values() for said in self._filled(record, tokens, 0)])

    # ------------------------------------------------------------ fields

    def _filled(self, record: Record, tokens: list[str], at: int) -> Iterator[Said]:
        for given in self._fields(record, tokens, at, {}):
            yield {"type": record.type, **given}

    def _fields(self, record: Record, tokens: list[str], at: int, given: Said) -> Iterator[Said]:
        if at == len(tokens):
            yield given
            return
        open_fields = [each for each in record.fields.values() if each.name not in given]
        self._reached(at, record, open_fields)
        token = tokens[at]
        if token.endswith("="):
            yield from self._named(record, tokens, at, given, token[:-1])
            return
        found = [*self._asides(record, tokens, at, given, open_fields)]
        yield from found
        if not found:
            yield from self._values(record, tokens, at, given, open_fields)

    def _asides(
        self, record: Record, tokens: list[str], at: int, given: Said, open_fields: list[Field]
    ) -> Iterator[Said]:
        """Go on after a word that is the name of a field or, if that leads nowhere, says nothing."""
        token = fold(tokens[at])
        found: list[Said] = []
        for each in open_fields:
            if token in _field_words(self.game, each.name):
                found.extend(self._named(record, tokens, at, given, each.name))
                if each.takes == "yes or no":
                    found.extend(self._fields(record, tokens, at + 1, {**given, each.name: True}))
        yield from found
        is_last_name = at == len(tokens) - 1 and any(token == fold(each.name) for each in open_fields)
        says_nothing = token in FILLERS or (self.family != ACTIONS and token == fold(record.type))
        if says_nothing and not found and not is_last_name:
            yield from self._fields(record, tokens, at + 1, given)

    def _named(self, record: Record, tokens: list[str], at: int, given: Said, name: str) -> Iterator[Said]:
        """Go on after the name of a field: its value must follow."""
        field_of = record.fields.get(name)
        if field_of is None:
            raise InputError(f"the action: {name} is no field of {record.type}{_fields_told(record)}")
        if name not in given:
            yield from self._values(record, tokens, at + 1, given, [field_of], named=True)

    def _values(
        self, record: Record, tokens: list[str], at: int, given: Said, open_fields: list[Field], *, named: bool = False
    ) -> Iterator[Said]:
        """Go on after a value: the longest row of words that is one; any word, for a named field that takes a text."""
        self._reached(at, record, open_fields)
        end = next((place for place in range(at, len(tokens)) if tokens[place].endswith("=")), len(tokens))
        for stop in range(min(end, at + _MOST_WORDS), at, -1):
            text = " ".join(tokens[at:stop])
            fitting = [(each, value) for each in open_fields for value in self._meant(record, each, text)]
            if not fitting and named and open_fields[0].takes == "text" and stop == at + 1:
                fitting = [(open_fields[0], text)]
            fitting = _preferred(fitting, tokens[stop] if stop < len(tokens) else "")
            # A whole name goes before a part of one: `French` is a side, not French Creek.
            fitting = [pair for pair in fitting if self._is_whole(*pair, text)] or fitting
            # What must be said goes before what may be left out, and one thing before a list of one.
            fitting = [pair for pair in fitting if not pair[0].optional] or fitting
            fitting = [pair for pair in fitting if not pair[0].several] or fitting
            for each, value in fitting:
                after = stop + (stop < len(tokens) and _names_field(tokens[stop], each) and each.takes == "number")
                yield from self._fields(record, tokens, after, {**given, each.name: value})
            if fitting:
                return

    def _is_whole(self, each: Field, value: Json, text: str) -> bool:
        kinds = () if each.values else kinds_taken(self.game, each.takes) or kinds_of_field(self.game, each.name)
        called = {fold(form) for name in names(self.game, kinds) if name.id == value for form in (name.id, *name.names)}
        return not kinds or fold(text) in called

    def _meant(self, record: Record, each: Field, text: str) -> list[Json]:
        """Return the values of a field that a text may mean."""
        if text.startswith(("[", "{", '"')):
            try:
                return [parse(text)]
            except Unreadable as fault:
                raise InputError(f"the action: {text!r}: {fault}") from None
        if each.several:
            items = [self._meant_one(record, each, part) for part in text.split(",") if part]
            return [[item[0] for item in items]] if all(len(item) == 1 for item in items) else []
        return self._meant_one(record, each, text)

    def _meant_one(self, record: Record, each: Field, text: str) -> list[Json]:
        if each.optional and text.casefold() in ("none", "null"):
            return [None]
        if each.takes == "number":
            text = text.removesuffix("-card")
            plain = text.isascii() and text.lstrip("-").isdecimal() and len(text) < 10
            return [int(text)] if plain else [_NUMBERS[text.casefold()]] if text.casefold() in _NUMBERS else []
        if each.takes == "yes or no":
            return [_FLAGS[text.casefold()]] if text.casefold() in _FLAGS else []
        if each.values:
            other = values_called(self.game).get(fold(text))
            said: list[Json] = [
                value for value in each.values if value == other or singular(fold(value)) == singular(fold(text))
            ]
            return said or [value for value in self._meant_names(record, each, text) if value in each.values]
        return self._meant_names(record, each, text)

    def _meant_names(self, record: Record, each: Field, text: str) -> list[Json]:
        """Return the ids that a text may mean: those offered, else all of the kind."""
        offered = {
            str(action[each.name])
            for action in self.legal
            if action.get("type") == record.type and action.get(each.name) is not None
        }
        kinds = kinds_taken(self.game, each.takes) or kinds_of_field(self.game, each.name)
        if not kinds:
            return [text] if text in offered else []
        there = [name for name in names(self.game, kinds) if name.id in offered]
        found = [each.id for each in matching(self.game, there, text) or candidates(self.game, kinds, text)]
        return [*dict.fromkeys([each for each in found if each in self.present] or found)]

    # ------------------------------------------------------------ what was not understood

    def _reached(self, at: int, record: Record, open_fields: list[Field]) -> None:
        if at > self.furthest or self.stuck is None:
            self.furthest, self.stuck, self.wanted = at, record, open_fields

    def complaint(self, tokens: list[str]) -> str:
        """Return why no action could be understood."""
        actions = names(self.game, (self.family,))
        here = ", ".join(dict.fromkeys(str(each["type"]) for each in self.legal if "type" in each))
        typed = self.stuck is not None and (self.furthest > 0 or self._types_called(tokens, actions))
        if self.stuck is None or not typed:
            near = closest(actions, tokens[0] if tokens else "")
            hint = f"; closest: {', '.join(near)}" if near else ""
            what = "action" if self.family == ACTIONS else "opening"
            here = here if self.family == ACTIONS else ", ".join(records(self.game, self.family))
            return f"{' '.join(tokens)!r} names no type of {what}{hint}; here: {here or 'none is legal'}"
        rest = " ".join(tokens[self.furthest :])
        if not rest:
            return f"{self.stuck.type}: {tokens[-1]!r} needs a value{_fields_told(self.stuck)}"
        kinds = tuple(kind for each in self.wanted for kind in kinds_taken(self.game, each.takes))
        if kinds:
            told = f"{self.stuck.type}: {no_such(self.game, kinds, rest)}"
            return told if "; closest: " in told else f"{told}{_fields_told(self.stuck)}"
        if self.stuck.fields and not self.wanted:
            more = "what more there is to choose comes next"
            return f"{self.stuck.type}: {rest!r} is left over{_fields_told(self.stuck)}; {more}"
        return f"{self.stuck.type}: {rest!r} is not understood{_fields_told(self.stuck)}"

    def _types_called(self, tokens: list[str], actions: Sequence[Name]) -> bool:
        return bool(tokens) and bool(matching(self.game, actions, tokens[0]))


@cache
def _field_words(game: str, name: str) -> frozenset[str]:
    """Return the words for a field: its name, other words; of a field of a side, also what the side is called."""
    more = optional_document(game, "names").table_or_empty("field_words")
    called = more.texts(name) if name in more else ()
    return frozenset(fold(each) for each in (name, *called, *side_words(game).get(name, ())))


def _names_field(token: str, each: Field) -> bool:
    return singular(fold(token)) == singular(fold(each.name))


def _preferred(fitting: list[tuple[Field, Json]], following: str) -> list[tuple[Field, Json]]:
    """Return the readings of a number that the word after it names (`3 flips`); if it names none, the first field."""
    named = [pair for pair in fitting if pair[0].takes == "number" and _names_field(following, pair[0])]
    if named:
        return named
    numbers = [pair for pair in fitting if pair[0].takes == "number"]
    return [*numbers[:1], *(pair for pair in fitting if pair[0].takes != "number")]


def _fields_told(record: Record) -> str:
    told = "; ".join(each.told for each in record.fields.values())
    return f"; it has {told}" if told else "; it has no fields"


def _unlike(found: Sequence[Said]) -> list[Said]:
    return [said for place, said in enumerate(found) if said not in found[:place]]
