"""The openings of a game for people: what each begins, its fields, its rules, and an example that can be pasted.

Types and fields are those of the game's records; rules and examples are in `spec_tables/<game>/openings.toml`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from oracle.game_registry import REGISTERED, GameRegistry
from oracle.words.positions_in_words import write_position
from reference.kernel.canonical import Json, parse
from reference.kernel.openings import OpeningForm
from reference.kernel.rules import known
from spec_tables.catalogue import catalogue
from spec_tables.reader import Document, document

_EXAMPLES = "openings"
# What says how a position goes on.
_BEGINS = frozenset(("opening", "frames", "outcome"))


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening, the rules of its procedure, and a position that begins with it, under a ruleset that has it."""

    form: OpeningForm
    rules: tuple[str, ...]
    example: Json
    ruleset: str | None = None


def openings_of(game: str, registry: GameRegistry = REGISTERED) -> tuple[Opening, ...]:
    """Return the openings of a game in their order."""
    forms = registry.opener(game).openings
    if not forms:
        return ()
    data = document(game, _EXAMPLES)
    return tuple(_opening(form, data.table(form.type)) for form in forms)


def _opening(form: OpeningForm, entry: Document) -> Opening:
    ruleset = entry.text("ruleset") if "ruleset" in entry else None
    return Opening(form, known(*entry.texts("cites")), parse(entry.text("example")), ruleset)


def said(game: str, opening: Opening) -> str:
    """Return the position of an example in words, as one line."""
    first, *rest = write_position(game, opening.example).splitlines()
    prefix = f"{catalogue(game).prefix}:"
    clauses = [each for each in (first.removeprefix(prefix).strip(), *rest) if each]
    return f"{prefix} {' | '.join(clauses)}"


def command(game: str, opening: Opening) -> str:
    """Return the command that shows what may be done in an example, to be pasted into a shell."""
    words = said(game, opening)
    quoted = f'"{words}"' if "'" in words else f"'{words}'"
    ruleset = "" if opening.ruleset is None else f" --ruleset {opening.ruleset}"
    return f"./referee options {quoted}{ruleset}"


def found(openings: tuple[Opening, ...], word: str) -> tuple[Opening, ...]:
    """Return the openings whose type or summary has a word in it."""
    wanted = word.casefold()
    return tuple(each for each in openings if wanted in f"{each.form.type} {each.form.summary}".casefold())


def opening_json(game: str, opening: Opening) -> dict[str, Json]:
    """Return an opening for programs."""
    written: dict[str, Json] = {
        "type": opening.form.type,
        "summary": opening.form.summary,
        "fields": [{"name": each.name, "values": each.values, "default": each.default} for each in opening.form.fields],
        "rules": list(opening.rules),
        "example": opening.example,
        "words": said(game, opening),
    }
    return written if opening.ruleset is None else {**written, "ruleset": opening.ruleset}


def nothing_under_way(game: str, position: Json, step: int, registry: GameRegistry = REGISTERED) -> str | None:
    """Return what to say of a bare position, in which nothing has begun: what it can be opened with; else nothing."""
    begun = step or not isinstance(position, Mapping) or not _BEGINS.isdisjoint(position)
    types = () if begun else tuple(form.type for form in registry.opener(game).openings)
    if not types:
        return None
    return (
        f"Nothing is under way here: this position can be opened with: {', '.join(types)} "
        f"(`referee openings {game}` says how)."
    )
