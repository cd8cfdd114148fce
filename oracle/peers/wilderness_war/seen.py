"""What Referee's board showed while a phase went on.

The other implementation cuts a phase into other steps, so positions within a phase cannot be compared one by one. But
what the record says of a piece or of the points after any step must have been true at some moment of the phase.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from oracle.peers.wilderness_war.names import NOWHERE, Standing, recorded_standing, standing_of
from oracle.peers.wilderness_war.records import Phase, Position, Step
from reference.kernel.verdicts import Event
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, LEADERS, UNITS, is_leader_id, unit
from reference.wilderness_war.state import State

# Steps that weaken the piece they name.
_WEAKENING = frozenset({"step_losses", "raid_step_losses", "winter_attrition"})


@dataclass(slots=True)
class Seen:
    """Where pieces of each type stood during a phase, and how many points there were."""

    places: set[tuple[str, str]] = field(default_factory=set)
    points: set[int] = field(default_factory=set)
    last: Board | None = None

    def hear(self, news: tuple[Event, ...]) -> None:
        """Note the points of which events tell."""
        self.points.update(vp for each in news for name, vp in each.facts if name == "vp" and isinstance(vp, int))

    def look(self, state: State) -> None:
        """Note what the board shows now."""
        self.points.add(state.tracks.vp)
        board, last = state.board, self.last
        if board is last:
            return
        self.last = board
        for each in UNITS:
            if last is None or board.unit_at[each] != last.unit_at[each]:
                self.places.add((COUNTERS[each].type, standing_of(board, each)[0]))
        for one in ALL_LEADERS:
            at = board.leader_at[one]
            if last is None or at != last.leader_at[one]:
                self.places.add((LEADERS[one].id, IDS[at] if at < len(IDS) else ""))

    def unseen(self, phase: Phase, before: Position) -> Iterator[tuple[Step, str, str]]:
        """Return what the record says after a step of a phase and was never so: the step, what about, and the value."""
        points = before.get("vp")
        for step in phase.steps_taken:
            for name, piece in step.moved.items():
                standing: Standing = NOWHERE if piece is None else recorded_standing(piece)
                kind = name if is_leader_id(name) else COUNTERS[unit(name)].type
                if (kind, standing[0]) not in self.places:
                    yield step, name, standing[0] or "off the map"
            if step.decision in _WEAKENING and not step.is_idle and step.do[-1] not in step.moved:
                yield step, step.decision, step.do[-1]
            told = step.position.get("vp")
            # What is scored at once may be counted in another order.
            if told != points and told not in range(min(self.points), max(self.points) + 1):
                yield step, "vp", str(told)
            points = told
