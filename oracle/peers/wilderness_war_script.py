"""What one phase of a recorded game of Wilderness War says, question by question.

The other implementation cuts a phase into other decisions than Referee, so a phase is read as a script: Referee asks,
and the script finds the recorded step that answers. Every step is used once; dice are used in the order in which they
were rolled, except that a leader's check belongs to the leader. What is left over at the end was never asked.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from oracle.peers.wilderness_war_records import Drawn, Phase, Piece, Step

# Steps that begin something new: an answer to a reaction is never looked for behind one.
_BARRIERS = frozenset({"move", "pick_move", "siege_or_move", "action_phase"})
# Steps that stay unused without harm: they only say that a window was seen and closed.
_CHECKS = frozenset({"leader_check", "raid_leader_check"})


@dataclass(slots=True)
class Script:
    """The steps of one phase, and which of them have been used."""

    phase: Phase
    used: set[int] = field(default_factory=set)
    drawn: set[tuple[int, int]] = field(default_factory=set)
    floor: int = -1
    base: int = -1

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return the recorded steps."""
        return self.phase.steps_taken

    # ------------------------------------------------------------ finding steps

    def find(
        self, *decisions: str, by: str = "", that: Callable[[Step], bool] = lambda _: True, past: bool = False,
        after: int = -1,
    ) -> int | None:
        """Return the first unused step of a decision, not looking behind what begins something new."""
        for index, step in enumerate(self.steps):
            if index in self.used or index <= after:
                continue
            if step.decision in decisions and (not by or step.by == by) and that(step):
                return index
            if not past and step.decision in _BARRIERS and step.do[0] not in _ASIDE and not step.is_idle:
                return None
        return None

    def take(self, index: int) -> Step:
        """Use a step."""
        self.used.add(index)
        return self.steps[index]

    def block(self, *decisions: str, by: str = "", under: str = "") -> list[int]:
        """Return the next steps of a decision up to the one that ends it, all unused."""
        first = self.find(*decisions, by=by, that=lambda step: not under or _concerns(step, under))
        if first is None:
            return []
        found: list[int] = []
        for index in range(first, len(self.steps)):
            step = self.steps[index]
            if step.decision not in decisions or index in self.used or (by and step.by != by):
                break
            found.append(index)
            if step.do[0] in ("next", "pass"):
                break
        return found

    def pending(self) -> Step | None:
        """Return the first unused step that chooses something; nothing if there is none."""
        return next(
            (step for index, step in enumerate(self.steps) if index not in self.used and not step.is_idle), None
        )

    def left_over(self) -> Iterator[Step]:
        """Return the steps that chose something and answered no question."""
        for index, step in enumerate(self.steps):
            if index not in self.used and not step.is_idle and step.decision not in _FORCED:
                yield step

    # ------------------------------------------------------------ chance

    def die(self) -> int | None:
        """Return the next die that is nobody's check."""
        found = self._draw("d6", lambda step: step.decision not in _CHECKS)
        return None if found is None else int(found.value)

    def check(self, leader: str) -> int | None:
        """Return the die of a leader's check."""
        found = self._draw("d6", lambda step: step.decision in _CHECKS and step.do[-1] == leader)
        return None if found is None else int(found.value)

    def card(self, to: str = "") -> str | None:
        """Return the next card dealt to a side, or stolen or discarded."""
        found = self._draw("card", lambda _: True, to) or self._draw("hand", lambda _: True)
        return None if found is None else str(found.value)

    def leader(self) -> str | None:
        """Return the next leader drawn."""
        found = self._draw("leader", lambda _: True)
        return None if found is None else str(found.value)

    def _draw(self, kind: str, of: Callable[[Step], bool], to: str = "") -> Drawn | None:
        for index, step in enumerate(self.steps):
            for number, drawn in enumerate(step.draws):
                if drawn.kind == kind and (index, number) not in self.drawn and of(step) and (not to or drawn.to == to):
                    self.drawn.add((index, number))
                    if step.decision in _CHECKS:
                        self.used.add(index)
                    elif kind == "d6":
                        self.floor = index
                    return drawn
        return None

    def undrawn(self) -> list[Drawn]:
        """Return what was drawn and never asked for."""
        return [
            drawn
            for index, step in enumerate(self.steps)
            for number, drawn in enumerate(step.draws)
            if (index, number) not in self.drawn
        ]

    # ------------------------------------------------------------ where pieces go

    def destination(self, piece: str, decisions: Iterable[str], at: str) -> tuple[int, Piece | None] | None:
        """Return the next step of these decisions that puts a piece somewhere else, and where; None if it is lost."""
        wanted = frozenset(decisions)
        for index, step in enumerate(self.steps):
            if step.decision not in wanted or piece not in step.moved or index in self.seen_for(piece) or index < self.floor:
                continue
            to, before = step.moved[piece], step.before.get(piece)
            if before is not None and before.space != at:
                continue
            if to is None or before is None or (to.space, to.inside) != (before.space, before.inside):
                return index, to
        return None

    gone: dict[str, set[int]] = field(default_factory=dict)

    def seen_for(self, piece: str) -> set[int]:
        """Return the steps already used for the way of a piece."""
        return self.gone.setdefault(piece, set())


_ASIDE = frozenset({"demolish_fort", "demolish_stockade", "demolish_fieldworks", "play_event"})
# Decisions with one possible answer, or answered together with another.
_FORCED = frozenset({"retreat_attacker", "retreat_lone_leader", "go_home_to", "raiders_go_home", "pick_raid",
    "step_losses", "raid_step_losses", "winter_attrition", "indians_and_leaders_go_home", "go_home_with_indians", "retreat_defender",
    "retreat_all_defenders_to", "retreat_defender_to", "designate_force"})


def _concerns(step: Step, leader: str) -> bool:
    return any(piece is not None and piece.under == leader for piece in step.moved.values())
