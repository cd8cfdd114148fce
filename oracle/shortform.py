"""Actions as people type them.

JSON (`{"type":"lose","of":"br_regular","flips":2,"deaths":0}`), a short form (`lose of=br_regular flips=2`), words
(`go to Crown Point`: see `spoken_actions`), or the number of an option (`#3`, or `3`, which no shell reads as a
comment). A short form may leave out the type if only one is legal. It may also leave out fields: they are taken from
the legal action closest to the typed one. Of a type that is not offered, only fields with a closed list of values may
be left out: the first value counts.
"""

from collections.abc import Collection, Mapping, Sequence

from oracle.errors import InputError
from oracle.records import ACTIONS, records
from oracle.spoken_actions import spoken
from oracle.spoken_sets import spoken_set
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse

_KEPT_WORDS: Mapping[str, Json] = {"true": True, "false": False, "null": None, "none": None}
_MOST_DIGITS = 10
Action = Mapping[str, Json]


class Ambiguous(InputError):
    """Words that several actions fit; which is meant, only who asks can say."""

    def __init__(self, told: str, actions: Sequence[Json]) -> None:
        """Say what can be taken in which ways; the actions are whole, or there are none."""
        super().__init__(told)
        self.actions = tuple(actions)


# An action in words or in short is no longer; the search for what is meant takes longer with every word.
MOST_CHARACTERS_TYPED = 1_000


def read_typed(
    text: str, legal: Sequence[Json], game: str | None = None, present: Collection[str] = frozenset()
) -> Json:
    """Return the action that a person typed; the legal actions fill in what was left out.

    With the game, its names are understood; what is `present` goes before what is not.
    """
    text = text.strip()
    if text.startswith(("{", "[", '"')):
        try:
            return parse(text)
        except Unreadable as fault:
            raise InputError(f"the action: {fault}") from None
    if text.startswith("#") or (text.isascii() and text.isdecimal()):
        return _numbered(text.removeprefix("#"), legal)
    _demand_short(text)
    if game is None or not records(game, ACTIONS):
        return _filled(_words(text, legal), legal)
    whole = spoken_set(game, text, legal)
    if whole is not None:
        return whole
    return _completed(game, _meant(game, text, spoken(game, text, legal, present=present), legal))


def _completed(game: str, action: Json) -> Json:
    """Return an action that is not offered with what was left out: the first of a closed list of values.

    Whatever else is missing must be said.
    """
    record = records(game, ACTIONS).get(str(action["type"])) if isinstance(action, Mapping) else None
    if record is None or not isinstance(action, Mapping):
        return action
    completed: dict[str, Json] = {"type": record.type}
    for name, field in record.fields.items():
        if name in action:
            completed[name] = action[name]
        elif not field.optional and not field.values:
            raise InputError(f"the action: {record.type}: {name} is missing; it takes: {field.takes}")
        elif not field.optional:
            completed[name] = field.values[0]
    return completed


def _demand_short(text: str) -> None:
    if len(text) > MOST_CHARACTERS_TYPED:
        raise InputError(f"an action of {len(text)} characters; {MOST_CHARACTERS_TYPED} are the most")


def _meant(game: str, text: str, said: Sequence[dict[str, Json]], legal: Sequence[Json]) -> Json:
    """Return the action meant by one of several readings; what is legal goes before what is not.

    But if readings differ in which fields of an action are meant, the first fields must be the legal ones, or nobody
    but the asker can say.
    """
    said = _one_way(game, text, said, legal)
    fitting = [each for each in legal if isinstance(each, Mapping) and any(_says(reading, each) for reading in said)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        said = [each for each in said if _is_in_order(game, each)] or said
    if not fitting and len(said) == 1:
        return _filled(said[0], legal)
    of_them = "legal actions" if fitting else "actions"
    shown = "\n".join(f"  {short(each)}" for each in fitting or said)
    raise Ambiguous(
        f"{text!r} fits {len(fitting or said)} {of_them}; say which:\n{shown}", fitting or _whole(game, said)
    )


def _whole(game: str, said: Sequence[dict[str, Json]]) -> list[Json]:
    """Return several readings as whole actions; nothing if one of them is none."""
    try:
        return [_completed(game, each) for each in said]
    except InputError:
        return []


def _is_in_order(game: str, reading: Action) -> bool:
    """Say whether a reading names the fields in their usual order: `settle Albany with New York`."""
    fields = [*records(game, ACTIONS)[str(reading["type"])].fields]
    given = [name for name in reading if name != "type"]
    return given == sorted(given, key=fields.index)


def _one_way(game: str, text: str, said: Sequence[dict[str, Json]], legal: Sequence[Json]) -> Sequence[dict[str, Json]]:
    """Return the readings that mean the same fields."""
    ways: dict[tuple[str, ...], list[dict[str, Json]]] = {}
    for reading in said:
        ways.setdefault((str(reading["type"]), *sorted(reading)), []).append(reading)
    if len({kind for kind, *_ in ways}) == len(ways):
        return said
    first = next(iter(ways.values()))
    if any(isinstance(each, Mapping) and any(_says(reading, each) for reading in first) for each in legal):
        return first
    shown = "\n".join(f"  {short(alike[0])}" for alike in ways.values())
    told = f"{text!r} can be taken in {len(ways)} ways; say which:\n{shown}"
    raise Ambiguous(told, _whole(game, [alike[0] for alike in ways.values()]))


def _says(reading: Action, action: Action) -> bool:
    return all(
        name in action and canonical_text(action[name]) == canonical_text(item) for name, item in reading.items()
    )


def short(action: Json) -> str:
    """Return an action in the short form, which `read_typed` reads back."""
    if not isinstance(action, Mapping) or "type" not in action:
        return canonical_text(action)
    return " ".join(
        [str(action["type"]), *(f"{name}={_typed(item)}" for name, item in action.items() if name != "type")]
    )


def read_part(text: str, game: str | None = None) -> Mapping[str, str]:
    """Read some fields of an action, in the short form: a type, fields, or both; with the game, also in words."""
    _demand_short(text)
    if text.strip() and "=" not in text.split(maxsplit=1)[0] and game is not None and records(game, ACTIONS):
        readings = spoken(game, text, ())
        if len(readings) == 1:
            return part_of(readings[0])
        shown = "\n".join(f"  {short(each)}" for each in readings)
        raise InputError(f"{text!r} fits {len(readings)} actions; say which:\n{shown}")
    found: dict[str, str] = {}
    for index, word in enumerate(text.split()):
        name, sign, value = word.partition("=")
        if not sign and index == 0:
            name, value = "type", word
        elif not sign or not name:
            raise InputError(f"{text!r}: {word!r} is not of the form field=value")
        found[name] = value
    if not found:
        raise InputError(f"{text!r} names no action")
    return found


def part_of(action: Action) -> Mapping[str, str]:
    """Return the fields of a JSON action in the short form."""
    return {name: _typed(item) for name, item in action.items()}


def fits(part: Mapping[str, str], action: Json) -> bool:
    """Say whether an action has the given fields."""
    if not isinstance(action, Mapping):
        return False
    return all(name in action and _typed(action[name]) == value for name, value in part.items())


def distance(one: Action, other: Action) -> int:
    """Return how far two actions are apart: how many fields differ counts more than by how much."""
    apart = 0 if one.get("type") == other.get("type") else 10_000
    for name in {*one, *other} - {"type"}:
        apart += _apart(one.get(name), other.get(name)) if name in one and name in other else 0
    return apart


def _apart(one: Json, other: Json) -> int:
    if canonical_text(one) == canonical_text(other):
        return 0
    if isinstance(one, int) and isinstance(other, int):
        return 100 + min(abs(one - other), 99)
    return 200


def _typed(value: Json) -> str:
    if isinstance(value, str):
        return value if value and not set(value) & set(" =\"'[]{},") else canonical_text(value)
    return canonical_text(value)


def _numbered(text: str, legal: Sequence[Json]) -> Json:
    if not (text.isascii() and text.isdecimal() and len(text) < _MOST_DIGITS and 0 < int(text) <= len(legal)):
        raise InputError(f"#{text[:_MOST_DIGITS]} is no number of an option; there are {len(legal)}")
    return legal[int(text) - 1]


def _words(text: str, legal: Sequence[Json]) -> dict[str, Json]:
    first, *rest = text.split() or [""]
    types = sorted({str(each["type"]) for each in legal if isinstance(each, Mapping) and "type" in each})
    if "=" in first or not first:
        if len(types) != 1:
            raise InputError(f"the action needs a type; here one of: {', '.join(types) or 'none is legal'}")
        first, rest = types[0], [first, *rest] if first else rest
    said: dict[str, Json] = {"type": first}
    for word in rest:
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise InputError(f"the action: {word!r} is not of the form field=value")
        if name in said:
            raise InputError(f"the action: sets {name} twice")
        said[name] = _value(value, _example(name, first, legal))
    return said


def _example(name: str, kind: str, legal: Sequence[Json]) -> Json:
    """Return the value of a field in a legal action of the type; typed values are read in the same way."""
    for action in legal:
        if isinstance(action, Mapping) and action.get("type") == kind and action.get(name) is not None:
            return action[name]
    return None


def _value(text: str, example: Json) -> Json:
    if text.startswith(("[", "{", '"')):
        try:
            return parse(text)
        except Unreadable as fault:
            raise InputError(f"the action: {text!r}: {fault}") from None
    if isinstance(example, list | tuple):
        inner = example[0] if example else None
        return [_value(part, inner) for part in text.split(",") if part]
    if text in _KEPT_WORDS:
        return _KEPT_WORDS[text]
    if not isinstance(example, str) and text.lstrip("-").isdecimal() and text.isascii() and len(text) < 10:
        return int(text)
    return text


def _filled(said: dict[str, Json], legal: Sequence[Json]) -> Json:
    alike = [each for each in legal if isinstance(each, Mapping) and each.get("type") == said["type"]]
    if not alike:
        return said
    fitting = [each for each in alike if distance(said, each) == 0]
    if len(fitting) > 1:
        shown = "\n".join(f"  {short(each)}" for each in fitting)
        raise InputError(f"{short(said)} fits {len(fitting)} legal actions; say which:\n{shown}")
    closest = min(alike, key=lambda each: distance(said, each))
    return {name: said.get(name, item) for name, item in closest.items()} | said
