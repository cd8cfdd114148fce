"""Positions in words, read and written.

A position is a row of clauses, joined by `|` or on lines of their own: `PLACE: what stands there`, `SETTING: value`, or
settings by themselves (`year 1757, early`). `# ` begins a remark. The game is named first (`ww: ...`), by the caller,
or is the only one in which every word has a meaning. What is not said is assumed, and the assumptions are told.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from oracle.errors import InputError
from oracle.names import closest, fold, matching, names, unmistakable
from oracle.words import few_acres_of_snow, hammer_of_the_scots, wilderness_war
from oracle.words.draft import EMPTY, Draft, number_of
from oracle.words.settings import items_of, read_bare, read_headed, read_headless
from oracle.words.vocabulary import Vocabulary
from oracle.words.written_settings import written_settings
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.ranges import MOST_CHARACTERS
from spec_tables.catalogue import GAMES, catalogue

MOST_LETTERS = 200_000
_REMARK = re.compile(r"(?:^|(?<=\s))#(?!\d).*")
_OPENS = re.compile(r"(?:[^:|]*,)?\s*opening\b", re.IGNORECASE)
_KEY = re.compile(r"[a-z][a-z_]*")
_VOCABULARIES: dict[str, Vocabulary] = {
    each.game: each
    for each in (wilderness_war.VOCABULARY, hammer_of_the_scots.VOCABULARY, few_acres_of_snow.VOCABULARY)
}


@dataclass(frozen=True, slots=True)
class InWords:
    """A position read from words: its game, its compact form, and what was assumed."""

    game: str
    position: dict[str, Json]
    assumed: tuple[str, ...]


class Misunderstood(InputError):
    """Words that are no position of a game: which clause, and why."""


# Which game is meant shows in the first parts of a text.
_MOST_PARTS = 12


def is_words(text: str) -> bool:
    """Say whether a text is meant as a position in words: it has clauses, and is no JSON."""
    first = next((line.lstrip() for line in text.removeprefix("\ufeff").split("\n") if line.strip()), "")
    if first.startswith(("{", "[")) or len(text) > MOST_LETTERS:
        return False
    return "|" in text or re.search(r"\w:\s+\S", " ".join(_lines(text))) is not None


# ---------------------------------------------------------------- reading


def read_position(text: str, game: str | None = None) -> InWords:
    """Read a position in words; the game is named in front, given, or the only one that fits."""
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"a position in words of {len(text)} characters; {MOST_CHARACTERS} are the most")
    named, clauses = _named_game(_clauses(text))
    if named is not None and game is not None and named != game:
        raise InputError(f"the words begin with {named}, but the game is to be {game}")
    if not clauses:
        raise InputError("there are no words in it")
    chosen = named or game
    return _read(vocabulary_of(chosen), clauses) if chosen is not None else _inferred(clauses)


def vocabulary_of(game: str) -> Vocabulary:
    """Return the words of a game."""
    if game not in _VOCABULARIES:
        raise InputError(f"positions of {game} have no words; there are words for: {', '.join(_VOCABULARIES)}")
    return _VOCABULARIES[game]


def _clauses(text: str) -> list[str]:
    return [clause.strip() for line in _lines(text) for clause in line.split("|") if clause.strip()]


def _lines(text: str) -> list[str]:
    """Return the lines of a text without remarks and byte-order mark."""
    return [_REMARK.sub("", line) for line in text.removeprefix("\ufeff").split("\n")]


def _named_game(clauses: list[str]) -> tuple[str | None, list[str]]:
    """Return the game that the first clause begins with, and the clauses without it."""
    head, sign, rest = (clauses[0] if clauses else "").partition(":")
    for game in GAMES:
        known = catalogue(game)
        if sign and fold(head) in (fold(game), known.prefix, fold(known.name)):
            return game, [each for each in (rest.strip(), *clauses[1:]) if each]
    return None, clauses


def _inferred(clauses: list[str]) -> InWords:
    read: list[InWords] = []
    faults: dict[str, Misunderstood] = {}
    for game, vocabulary in _VOCABULARIES.items():
        try:
            read.append(_read(vocabulary, clauses))
        except Misunderstood as fault:
            faults[game] = fault
    if len(read) == 1:
        known = catalogue(read[0].game)
        told = f"the game is {known.name} (write `{known.prefix}:` in front to say so)"
        return InWords(read[0].game, read[0].position, (told, *read[0].assumed))
    if read:
        games = ", ".join(f"`{catalogue(each.game).prefix}:` ({catalogue(each.game).name})" for each in read)
        raise InputError(f"the words fit several games; write one of these in front: {games}")
    game = max(GAMES, key=lambda each: _familiar(each, clauses))
    others = " or ".join(f"`{catalogue(each).prefix}:`" for each in GAMES if each != game)
    raise InputError(f"{faults[game]} (taken for {catalogue(game).name}; if it is not, write {others} in front)")


def _familiar(game: str, clauses: list[str]) -> int:
    """Return how many of the words between commas and colons are names in a game."""
    parts = [part.strip() for clause in clauses for part in re.split("[:,]", clause) if part.strip()]
    return sum(bool(matching(game, names(game), number_of(part)[1])) for part in parts[:_MOST_PARTS])


def _read(vocabulary: Vocabulary, clauses: list[str]) -> InWords:
    draft = Draft(vocabulary.game)
    # What begins is read last: it can be about what stands there.
    for number, clause in sorted(enumerate(clauses), key=lambda each: _OPENS.match(each[1]) is not None):
        try:
            _read_clause(draft, vocabulary, clause)
        except InputError as fault:
            raise Misunderstood(f"clause {number + 1}, {_shortened(clause)!r}: {fault}") from None
    try:
        vocabulary.finish(draft)
        position = draft.whole()
    except InputError as fault:
        raise Misunderstood(str(fault)) from None
    return InWords(vocabulary.game, position, tuple(draft.assumed))


def _shortened(clause: str) -> str:
    return clause if len(clause) <= 60 else f"{clause[:57]}..."


def _read_clause(draft: Draft, vocabulary: Vocabulary, clause: str) -> None:
    before, sign, body = clause.partition(":")
    if not sign:
        if not read_headless(draft, vocabulary.settings, clause):
            _read_settings(draft, vocabulary, items_of(clause))
        return
    *settings, head = [part.strip() for part in before.split(",")]
    _read_settings(draft, vocabulary, [each for each in settings if each])
    body = body.strip()
    if read_headed(draft, vocabulary.settings, head, body) or _read_plain(draft, head, body):
        return
    found = matching(draft.game, names(draft.game, (vocabulary.places,)), head)
    if len(found) == 1:
        if not body:
            raise InputError(f"nothing is said of {found[0].printed}")
        items = list(vocabulary.when_empty) if fold(body) in EMPTY else items_of(body, draft.game)
        vocabulary.read_place(draft, found[0].id, items)
        return
    if found:
        raise InputError(f"{head!r} may be any of: {', '.join(each.told for each in found)}; say which")
    raise InputError(_unknown_head(draft.game, vocabulary, head))


def _read_settings(draft: Draft, vocabulary: Vocabulary, items: list[str]) -> None:
    for item in items:
        if read_bare(draft, vocabulary.settings, item):
            continue
        if any(each.is_called(fold(item)) for each in vocabulary.settings):
            raise InputError(f"{item!r}: say its value too")
        known = ", ".join(_settings_told(vocabulary))
        raise InputError(
            f"{item!r} is not understood; a place comes with a colon (`Place: pieces`), what begins with "
            f"`opening:` in front, and settings are: {known}"
        )


def _settings_told(vocabulary: Vocabulary) -> list[str]:
    return [f"SIDE {each.called[0]}" if each.by_side else each.called[0] for each in vocabulary.settings]


def _read_plain(draft: Draft, head: str, body: str) -> bool:
    """Take over a part of the compact form that has no words of its own, as JSON."""
    if not _KEY.fullmatch(head) or not body.startswith(("{", "[", '"')):
        return False
    try:
        draft.put((head,), parse(body))
    except Unreadable as fault:
        raise InputError(str(fault)) from None
    return True


def _unknown_head(game: str, vocabulary: Vocabulary, head: str) -> str:
    places = names(game, (vocabulary.places,))
    sides = [side.capitalize() for side in catalogue(game).sides]
    settings = [called for each in vocabulary.settings for called in each.called if not each.by_side]
    settings += [f"{side} {each.called[0]}" for each in vocabulary.settings if each.by_side for side in sides]
    near = [*closest(places, head), *difflib.get_close_matches(head, settings)]
    listed = f"`referee names {catalogue(game).prefix} {vocabulary.places}` lists the {vocabulary.places}"
    hint = f"closest: {', '.join(near)}" if near else f"{listed}; settings: {', '.join(_settings_told(vocabulary))}"
    return f"{head!r} is no {places[0].one} and no setting; {hint}"


# ---------------------------------------------------------------- writing


def write_position(game: str, position: Json) -> str:
    """Return a position in words, a clause a line, the game in front; `read_position` reads the same state from it."""
    assert isinstance(position, dict)
    first, *rest = _written(vocabulary_of(game), dict(position))
    return "\n".join([f"{catalogue(game).prefix}: {first}".strip(), *rest]) + "\n"


def _written(vocabulary: Vocabulary, position: dict[str, Json]) -> Iterator[str]:
    game = vocabulary.game
    places = vocabulary.write_places(position)
    short, *settings = written_settings(game, vocabulary.settings, position)
    yield short
    for place, items in places.items():
        yield f"{unmistakable(game, (vocabulary.places,), place)}: {', '.join(items)}"
    yield from settings
    for key, value in position.items():
        yield f"{key}: {canonical_text(value)}"
