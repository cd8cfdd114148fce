"""Actions typed at a table: what is offered there and what is in the position settle what a person means.

`muster all` (`all` alone is enough) names everything that may still be named, one after the other as it is offered.
"""

from collections.abc import Iterator

from oracle.errors import InputError
from oracle.game_registry import opener_of
from oracle.names import fold
from oracle.positions_named import names_in
from oracle.shortform import read_typed
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.named_sets import MOST_MEMBERS, NamedSet
from reference.kernel.table import Table
from reference.kernel.verdicts import Next

_ALL = ("all", "everyone", "everybody", "everything")


def typed(game: str, table: Table, text: str, seen: Json = None) -> Json:
    """Return the action that a person typed, who has seen this much of the position (unless given: all of it)."""
    due = table.due()
    legal = () if isinstance(due, Over) else due.actions
    present = names_in(table.canonical() if seen is None else seen)
    return _everything(game, table, text) or read_typed(text, legal, game, present)


def _everything(game: str, table: Table, text: str) -> Json:
    """Return the set of everything that may be named, if a text asks for it; else nothing."""
    words = fold(text).split()
    if not words or words[-1] not in _ALL or len(words) > 2:
        return None
    named = next((each for each in opener_of(game).sets if table.asks() == each.about), None)
    if named is None or named.pairs or (len(words) == 2 and words[0] not in named.words()):
        return None
    found: dict[str, list[Json]] = {}
    for several, member in _offered_in_turn(named, table):
        found.setdefault(several, []).append(member)
    if not found:
        raise InputError(f"the action: {text}: nothing may be named here")
    return {"type": named.name, **found}


def _offered_in_turn(named: NamedSet, table: Table) -> Iterator[tuple[str, Json]]:
    """Go through the members of a set: each time the first that is offered, until none is or the set is closed."""
    for _ in range(MOST_MEMBERS):
        due = table.due()
        if isinstance(due, Over) or table.asks() != named.about:
            return
        offered = (
            (several, member, action)
            for action in due.actions
            for several, way in named.members.items()
            if (member := way.name_in(action)) is not None
        )
        first = next(offered, None)
        if first is None:
            return
        several, member, action = first
        yield several, member
        verdict = table.act(due.by, action)
        assert isinstance(verdict, Next), f"{action} is offered, but not legal"
        table = verdict.state
