"""Let chance decide with a seed until a side must choose: the deal at the start of a scenario, the die that is due."""

from oracle.choices import Dice
from oracle.players import fall
from oracle.walk import turns, walk
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act


def dealt(table: Table, seed: int) -> tuple[Table, tuple[Act, ...]]:
    """Return the first position at which chance is not due, and what chance decided on the way."""
    dice = Dice(seed)

    def choose(_: Table, due: Due) -> Json:
        return fall(dice, due)

    acts: list[Act] = []
    if not _is_chance(table):
        return table, ()
    for turn in turns(walk(table, choose)):
        table = turn.after
        acts.append(Act(turn.due.by, turn.action))
        if not _is_chance(table):
            break
    return table, tuple(acts)


def _is_chance(table: Table) -> bool:
    due = table.due()
    return not isinstance(due, Over) and due.odds is not None
