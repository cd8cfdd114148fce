"""A game being played by hand: who decides what, what was decided, and back again.

Everybody who is not played by hand is played by a seed: sides choose evenly, chance decides by its odds. Going back
also winds the seed back, so that the same choice meets the same dice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from oracle.choices import Dice
from oracle.located_position import LocatedPosition
from oracle.odds.explore import CHOICE, PositionTree, Walk, explored
from oracle.odds.varying import leaves
from oracle.players import evenly, fall
from oracle.playing.secrets import Onlooker
from reference.kernel.canonical import Json
from reference.kernel.decisions import CHANCE, Over
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act, Header, Trace, write_trace
from reference.kernel.verdicts import Event, Next

MOST_POSITIONS = 4_000


@dataclass(frozen=True, slots=True)
class Heard:
    """What the person at the table hears of one act: who acted, and what happened as far as they may know it."""

    by: str
    events: tuple[Event, ...]


@dataclass(slots=True)
class Session:
    """A game being played by hand, from some position on."""

    start: LocatedPosition
    by_hand: frozenset[str]
    dice: Dice
    onlooker: Onlooker
    table: Table
    acts: list[Act] = field(default_factory=list)
    moments: list[tuple[Table, int, object]] = field(default_factory=list)

    @property
    def game(self) -> str:
        """Return the name of the game."""
        return self.start.header.game

    def due(self) -> Due | Over:
        """Return what is due now."""
        return self.table.due()

    def is_by_hand(self, due: Due) -> bool:
        """Say whether the person decides this; chance only if nothing hidden from them could be drawn."""
        return due.by in self.by_hand and (due.odds is None or self.onlooker.can_name(self.table, due.actions))

    def onward(self) -> Iterator[Heard]:
        """Let the others act until the person must decide or the game is over."""
        while not isinstance(due := self.due(), Over) and not self.is_by_hand(due):
            yield self._act(due, fall(self.dice, due) if due.odds is not None else evenly(self.dice, due))

    def take(self, due: Due, action: Json) -> Heard:
        """Take an action that is legal, for the person."""
        self.moments.append((self.table, len(self.acts), self.dice.getstate()))
        return self._act(due, action)

    def _act(self, due: Due, action: Json) -> Heard:
        verdict = self.table.act(due.by, action)
        assert isinstance(verdict, Next), f"{action} is legal and was refused: {verdict}"
        before, self.table = self.table, verdict.state
        self.acts.append(Act(due.by, action, hash=self.table.digest()))
        return Heard(due.by, tuple(self.onlooker.heard(before, self.table, due.by, verdict.events)))

    def undo(self) -> bool:
        """Go back to the person's last decision, and say whether there was one."""
        if not self.moments:
            return False
        self.table, length, state = self.moments.pop()
        del self.acts[length:]
        assert isinstance(state, tuple)
        self.dice.setstate(state)
        return True

    def trace(self) -> str:
        """Return the game so far as a trace with hashes."""
        header = self.start.header
        if not (header.scenario is not None and self.start.step == 0 and self.start.seed is None):
            header = Header(header.game, header.ruleset, position=self.start.table.canonical())
        titled = replace(header, title="played by hand", example=None, proves=())
        return write_trace(Trace(titled, tuple(enumerate(self.acts, 2))))

    # ------------------------------------------------------------ odds

    def explored(self, table: Table) -> PositionTree:
        """Return what chance can bring from a position on, as far as the person may know of it."""
        return explored(table, Walk(CHOICE, most=MOST_POSITIONS), stop=self._is_secret)

    def _is_secret(self, table: Table) -> bool:
        due = table.due()
        return not isinstance(due, Over) and due.by == CHANCE and not self.onlooker.can_name(table, due.actions)

    def facts(self, table: Table) -> dict[str, str]:
        """Return every fact that the person may know of a position, by its path, as canonical text."""
        return dict(leaves(self.onlooker.view(table), ""))


def begun(start: LocatedPosition, by_hand: frozenset[str], seed: int, sides: tuple[str, ...]) -> Session:
    """Return a game to be played by hand; whoever plays all sides may know everything."""
    own = [side for side in sides if side in by_hand]
    side = own[0] if len(own) == 1 else None
    return Session(start, by_hand, Dice(seed), Onlooker(start.header.game, side), start.table)
