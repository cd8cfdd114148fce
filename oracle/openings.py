"""The openings of a game for people: what each begins, its fields, its rules, and an example that can be pasted.

Types and fields are those of the game's records; rules and examples are in `spec_tables/<game>/openings.toml`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from oracle.game_registry import REGISTERED, GameRegistry
from oracle.names import kinds_taken, names
from oracle.positions_named import names_in
from oracle.records import OPENINGS, Field, Record, records
from oracle.words.positions_in_words import write_position
from oracle.words.records_in_words import written_record
from reference.kernel.canonical import Json, Unreadable, parse
from reference.kernel.decisions import Over
from reference.kernel.opening import Opener
from reference.kernel.openings import OpeningForm
from reference.kernel.rules import known
from reference.kernel.rulesets import RulesetName
from spec_tables.catalogue import catalogue
from spec_tables.reader import Document, document

_EXAMPLES = "openings"
# What says how a position goes on.
_MOST_TRIED = 60
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


def nothing_under_way(
    game: str, position: Json, step: int, ruleset: RulesetName | None = None, registry: GameRegistry = REGISTERED
) -> str | None:
    """Return what to say of a bare position, in which nothing has begun: what it can be opened with; else nothing."""
    if step or not isinstance(position, Mapping) or not _BEGINS.isdisjoint(position):
        return None
    forms = registry.opener(game).openings
    if not forms:
        return None
    fitting = [] if ruleset is None else fitting_here(game, position, ruleset, registry)
    listed = f"`referee openings {game}` lists all {len(forms)}, with examples."
    if not fitting:
        return f"Nothing is under way here: say what begins, with an opening; {listed}"
    told = "\n".join(f"  opening: {each}" for each in fitting)
    return (
        f"Nothing is under way here: say what begins. This position can be opened with, for instance:\n{told}\n{listed}"
    )


def fitting_here(game: str, position: Mapping[str, Json], ruleset: RulesetName, registry: GameRegistry) -> list[str]:
    """Return openings that the rules let a position begin with, in words: of each type the first that is found."""
    opener = registry.opener(game)
    present = sorted(names_in(opener.place(position, ruleset).canonical()))
    found: list[str] = []
    for record in records(game, OPENINGS).values():
        for each in islice(_filled_in(game, record, present), _MOST_TRIED):
            if _begins(opener, {**position, "opening": each}, ruleset):
                found.append(written_record(game, OPENINGS, each))
                break
    return found


def _filled_in(game: str, record: Record, present: Sequence[str]) -> Iterator[dict[str, Json]]:
    """Go through the openings of a type whose fields name what is present."""
    needed = [each for each in record.fields.values() if not each.optional]
    ways = [_values(game, each, present) for each in needed]
    for values in product(*ways):
        named = {each.name: value for each, value in zip(needed, values, strict=True)}
        yield {"type": record.type, **named}


def _values(game: str, field: Field, present: Sequence[str]) -> list[Json]:
    if field.takes == "number":
        return [3, 2, 1]
    known = {each.id for each in names(game, kinds_taken(game, field.takes))}
    return [*field.values] or [each for each in present if each in known]


def _begins(opener: Opener, position: Json, ruleset: RulesetName) -> bool:
    """Say whether a position can be, and something follows from it."""
    try:
        table = opener.place(position, ruleset)
    except Unreadable:
        return False
    return not isinstance(table.due(), Over) or bool(table.happened())
