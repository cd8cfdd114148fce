"""What one phase of a recorded game of Wilderness War says, question by question.

The other implementation cuts a phase into other decisions than Referee, so a phase is read as a script: Referee asks,
and the script finds the recorded step that answers. Every step is used once; dice are used in the order in which they
were rolled, except that a leader's check belongs to the leader. What is left over at the end was never asked.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from oracle.peers.wilderness_war.names import is_indian
from oracle.peers.wilderness_war.records import Drawn, Phase, Piece, Step

# Steps that begin something new: an answer to a reaction is never looked for behind one.
_BARRIERS = frozenset({"move", "pick_move", "siege_or_move", "action_phase"})
_ASIDE = frozenset({"demolish_fort", "demolish_stockade", "demolish_fieldworks", "play_event"})
_CHECKS = frozenset({"leader_check", "raid_leader_check"})
# Steps that name pieces one by one for what Referee asks at once, in another order, or not at all because it is forced:
# the board shows what came of them.
_SHOWN_BY_BOARD = frozenset({
    "step_losses", "raid_step_losses", "winter_attrition", "raiders_go_home", "indians_and_leaders_go_home",
    "go_home_with_indians", "retreat_defender", "designate_force", "small_pox_remove_indians",
    "acadians_expelled_restore_coureurs_and_militia",
})  # fmt: skip
# Steps that end the choosing of a set.
_ENDS = frozenset({"next", "pass"})


@dataclass(slots=True)
class Script:
    """The steps of one phase, and which of them have been used.

    `floor` is the step of the last die: what led to it is over. `base` is the step at which the piece now acting was
    picked, `front` the last step that began something new: reactions to it come after it.
    """

    phase: Phase
    used: set[int] = field(default_factory=set)
    drawn: set[tuple[int, int]] = field(default_factory=set)
    floor: int = -1
    base: int = -1
    front: int = -1
    ways: dict[str, set[int]] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the recorded steps."""
        return self.phase.steps_taken

    # ------------------------------------------------------------ finding steps

    def find(
        self,
        *decisions: str,
        by: str = "",
        that: Callable[[Step], bool] = lambda _: True,
        past: bool = False,
        after: int = -1,
    ) -> int | None:
        """Return the first unused step of a decision, not looking behind what begins something new unless `past`."""
        for index, step in enumerate(self.steps):
            if index in self.used or index <= (after if past else max(after, self.front)):
                continue
            if step.decision in decisions and (not by or step.by == by) and that(step):
                return index
            if not past and step.decision in _BARRIERS and step.do[0] not in _ASIDE and not step.is_idle:
                return None
        return None

    def take(self, index: int) -> Step:
        """Use a step."""
        self.used.add(index)
        if self.steps[index].decision in _BARRIERS:
            self.front = max(self.front, index)
        return self.steps[index]

    def block(self, first: int | None, *decisions: str, by: str = "") -> list[Step]:
        """Use the steps of a decision from one of them to the one that ends it."""
        found: list[Step] = []
        for index in range(len(self.steps) if first is None else first, len(self.steps)):
            step = self.steps[index]
            if step.decision not in decisions or index in self.used or (by and step.by != by):
                break
            found.append(self.take(index))
            if step.do[0] in _ENDS:
                break
        return found

    def pending(self) -> int | None:
        """Return the first unused step that chooses something; nothing if there is none."""
        return next(
            (index for index, step in enumerate(self.steps) if index not in self.used and not step.is_idle), None
        )

    def moves_on(self) -> bool:
        """Say whether the piece or force that moved last moves on after the last die."""
        for step in self.steps[self.floor + 1 :]:
            if step.decision == "move" or step.decision in _BARRIERS:
                return step.decision == "move" and step.do[0] == "space"
        return False

    def left_over(self) -> Iterator[Step]:
        """Return the steps that chose something, could have chosen otherwise, and answered no question."""
        return (step for index, step in enumerate(self.steps) if self._is_open(index, step))

    def _is_open(self, index: int, step: Step) -> bool:
        """Say whether a step chose something, could have chosen otherwise, and has answered no question yet."""
        if index in self.used or step.is_idle or step.decision in _SHOWN_BY_BOARD or len(step.legal) == 1:
            return False
        if step.do[0] == "space" and any(name not in step.before for name in step.moved):
            # New pieces that can enter in one space only: the board shows them.
            return False
        if step.decision == "move" and step.do[0] == "piece":
            return self._moves_on(index)
        return step.decision != "go_home_to" or not all(map(is_indian, step.moved))

    def _moves_on(self, index: int) -> bool:
        """Say whether a movement goes on after a step; if not, it does not matter who was left behind last."""
        for step in self.steps[index + 1 :]:
            if step.decision == "pick_move":
                return False
            if step.decision == "move" and step.do[0] == "space":
                return True
        return False

    # ------------------------------------------------------------ chance

    def die(self) -> int | None:
        """Return the next die that is nobody's check."""
        found = self._draw("d6", lambda step: step.decision not in _CHECKS)
        return None if found is None else int(found.value)

    def check(self, leader: str) -> int | None:
        """Return the die of a leader's check."""
        found = self._draw("d6", lambda step: step.decision in _CHECKS and step.do[-1] == leader)
        return None if found is None else int(found.value)

    def card(self, to: str) -> str | None:
        """Return the next card dealt to a side, or taken from its hand."""
        found = self._draw("card", lambda _: True, to) or self._draw("hand", lambda _: True)
        return None if found is None else str(found.value)

    def leader(self) -> str | None:
        """Return the next leader drawn."""
        found = self._draw("leader", lambda _: True)
        return None if found is None else str(found.value)

    def next_die(self) -> Step | None:
        """Return the step in which the next die fell that is nobody's check."""
        found = self._next("d6", lambda step: step.decision not in _CHECKS)
        return None if found is None else self.steps[found[0]]

    def _draw(self, kind: str, of: Callable[[Step], bool], to: str = "") -> Drawn | None:
        found = self._next(kind, of, to)
        if found is None:
            return None
        self.drawn.add(found)
        index, number = found
        step = self.steps[index]
        if step.decision in _CHECKS:
            self.used.add(index)
        elif kind == "d6":
            self.floor = index
        return step.draws[number]

    def _next(self, kind: str, of: Callable[[Step], bool], to: str = "") -> tuple[int, int] | None:
        """Return the step and the place of the next thing drawn of a kind; nothing if there is none."""
        for index, step in enumerate(self.steps):
            if kind == "d6" and step.decision not in _CHECKS and self._is_open(index, step):
                # No die behind a question that is still open belongs to what went before.
                return None
            for number, drawn in enumerate(step.draws):
                if drawn.kind == kind and (index, number) not in self.drawn and of(step) and (not to or drawn.to == to):
                    return index, number
        return None

    def undrawn(self) -> Iterator[tuple[Step, Drawn]]:
        """Return what was drawn and never asked for."""
        for index, step in enumerate(self.steps):
            for number, drawn in enumerate(step.draws):
                if (index, number) not in self.drawn:
                    yield step, drawn

    # ------------------------------------------------------------ where pieces go

    def destination(self, piece: str, decisions: Iterable[str], at: str) -> tuple[int, Piece | None] | None:
        """Return the next step of these decisions that moves a piece from a space, and where to; None if it is lost."""
        wanted = frozenset(decisions)
        seen = self.ways.setdefault(piece, set())
        for index, step in enumerate(self.steps):
            if step.decision not in wanted or piece not in step.moved or index in seen or index < self.floor:
                continue
            to, before = step.moved[piece], step.before.get(piece)
            if before is not None and before.space != at:
                continue
            if to is None or before is None or (to.space, to.inside) != (before.space, before.inside):
                seen.add(index)
                return index, to
        return None
