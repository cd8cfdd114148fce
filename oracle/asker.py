"""Who asks: the side that a question about an action is put for, if the question does not say.

It is never chance, and never the enemy of the side whose pieces or cards the action names.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from oracle.verdict_json import asked
from reference.kernel.canonical import Json
from reference.kernel.decisions import CHANCE, Over
from reference.kernel.table import Table
from reference.kernel.verdicts import Legal, Next, No, NotAsked, Notation, NotYourDecision
from spec_tables.catalogue import catalogue
from spec_tables.reader import FOLDER, rows


def asker(game: str, table: Table, action: Json, then: Table | None = None) -> str:
    """Return the side that an action is asked about for: the owner of what it names, or whoever could decide it."""
    due = table.due()
    sides = catalogue(game).sides
    by = "" if isinstance(due, Over) else due.by
    now = asked(table, by, action)
    if isinstance(now, Next):
        return by
    owners = {side for name in _texts(action) for side in sides if _belongs(game, table, side, name)}
    if len(owners) == 1:
        return owners.pop()
    if isinstance(now, No | Notation):
        return by
    barred = [side for side in sides if isinstance(asked(table, side, action, then), NotAsked)]
    if len(barred) == 1 or (barred and by not in barred):
        return barred[0]
    if by != CHANCE:
        return by
    able = (side for side in sides if _could(table, side, action))
    return next(able, sides[0])


def _could(table: Table, side: str, action: Json) -> bool:
    """Say whether nothing but the turn keeps a side from an action."""
    verdict = asked(table, side, action)
    return isinstance(verdict, NotYourDecision) and isinstance(verdict.otherwise, Legal)


def _belongs(game: str, table: Table, side: str, name: str) -> bool:
    """Say whether a piece or card is a side's own."""
    if name.startswith(f"{side}_") or _owners(game).get(name) == side:
        return True
    position = table.canonical()
    hands = position.get("hands") if isinstance(position, Mapping) else None
    held = hands.get(side) if isinstance(hands, Mapping) else None
    other = [cards for owner, cards in hands.items() if owner != side] if isinstance(hands, Mapping) else []
    return name in _texts(held) and not any(name in _texts(cards) for cards in other)


@cache
def _owners(game: str) -> Mapping[str, str]:
    """Return the side of every piece that a table of the game gives to one."""
    found: dict[str, str] = {}
    for file in sorted((FOLDER / game).glob("*.csv")):
        for row in rows(game, file.stem):
            if "id" in row.cells and "side" in row.cells:
                found[row.word("id")] = row.text("side")
    return found


def _texts(value: Json) -> Iterator[str]:
    """Return every text in the fields of an action, or in a list."""
    match value:
        case str():
            yield value
        case Mapping():
            for name, item in value.items():
                if name != "type":
                    yield from _texts(item)
        case list() | tuple():
            for item in value:
                yield from _texts(item)
        case _:
            pass
