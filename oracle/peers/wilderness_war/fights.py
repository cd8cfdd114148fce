"""Answers about reactions, battles, sieges, raids and going home."""

from dataclasses import dataclass, field

from oracle.peers.wilderness_war.asking import Asking, Choices, Due, Told, pick_space, place_of, spaces_in
from oracle.peers.wilderness_war.names import is_indian
from oracle.peers.wilderness_war.records import Pieces, Step
from reference.wilderness_war.actions import (
    Action,
    Command,
    Decline,
    Done,
    Inside,
    Lose,
    Respond,
    Stay,
    Storm,
)
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, LEADERS, is_leader_id, unit
from reference.wilderness_war.ch07_losses import members
from reference.wilderness_war.frames import Cause, Losses, Recall
from reference.wilderness_war.state import State

_RETREATS = (
    "retreat_attacker", "retreat_defender", "retreat_defender_to", "retreat_all_defenders_to", "retreat_lone_leader",
    "retreat_defender_inside", "step_losses", "leader_check", "defender_events", "attacker_events", "move",
    "designate_inside", "retreat_attacker_inside", "raid_step_losses",
)  # fmt: skip
# Those that offer the spaces to which what goes there may go.
_COMPARED = ("retreat_defender_to", "retreat_all_defenders_to", "retreat_lone_leader", "retreat_attacker")
_HOMEWARD = ("go_home_to", "go_home_with_indians", "raiders_go_home", "indians_and_leaders_go_home")
_INSIDE: tuple[Told, Action] = (("inside",), Inside())
_LOSSES = {Cause.RAID: "raid_step_losses", Cause.ATTRITION: "winter_attrition"}


@dataclass(slots=True)
class Fights(Asking):
    """Answers about reactions, battles, sieges, raids and going home.

    `stood` is where pieces stood before the losses that are being named, `fallen` where they stand after them.
    """

    stood: Pieces = field(default_factory=dict)
    fallen: Pieces | None = None

    # ------------------------------------------------------------ reactions

    def reaction(self, state: State, due: Due) -> Action | None:
        """Return who intercepts or avoids battle."""
        word = "intercept_who" if due.about == "interception" else "avoid_who"
        index = self.script.find(word, by=due.by)
        if index is None:
            return Decline()
        self.compare(state, self.script.steps[index], due)
        steps = self.script.block(index, word, by=due.by)
        if steps[0].do[0] != "piece":
            return Decline()
        name = steps[0].do[1]
        at = self.script.find("designate_force", "designate_force_lone_ax", by=due.by)
        self.wanted["reaction"] = self.force_in(self.force_steps(at)) if is_leader_id(name) else []
        return self.names.pick(name)

    def formed(self, _state: State, _due: Due) -> Action | None:
        """Return the next member of a reacting group."""
        return self.next_of(self.wanted.setdefault("reaction", []), Done())

    def avoid_to(self, state: State, due: Due) -> Action | None:
        """Return where a group slips away to."""
        index = self.script.find("avoid_to", by=due.by)
        if index is None:
            return None
        step = self.script.take(index)
        self.compare_spaces(state, step, due)
        return pick_space(step.do[1])

    def fieldworks_left(self, _state: State, _due: Due) -> Action | None:
        """Return that Fieldworks stay: the record does not ask."""
        return Decline()

    def inside(self, state: State, due: Due) -> Action | None:
        """Return who goes inside next."""
        return self.chosen_set(state, due, "designate_inside")

    # ------------------------------------------------------------ battle

    def militia(self, state: State, due: Due) -> Action | None:
        """Return the next militia unit called out."""
        return self.chosen_set(state, due, "militia_in_battle")

    def relief(self, state: State, due: Due) -> Action | None:
        """Return the next piece that joins the relief."""
        return self.chosen_set(state, due, "sortie")

    def battle_events(self, state: State, due: Due) -> Action | None:
        """Return the event played in a battle."""
        index = self.script.find("attacker_events", "defender_events", by=due.by)
        if index is None:
            return Decline()
        step = self.script.take(index)
        self.compare_responses(state, step, due)
        return Respond(card(step.do[1])) if step.do[0] == "play_event" else Decline()

    def command(self, _state: State, due: Due) -> Action | None:
        """Return the first of equal commanders: the record does not ask."""
        return next(each for each in due.actions if isinstance(each, Command))

    def losses(self, state: State, due: Due) -> Action | None:
        """Return what the next group of like counters loses."""
        frame = state.stack.top
        assert isinstance(frame, Losses)
        key = f"losses {frame.side} {frame.space} {frame.cause} {frame.losses}"
        if key not in self.wanted or not frame.named:
            self.wanted[key] = self._lost_in(due.by, frame)
        group, units = members(state, frame)[len(frame.named)]
        named = self.wanted[key]
        ids = {self.names.name(each) for each in units}
        kinds = {COUNTERS[each].type for each in units}
        lost = [name for name in named if name in ids] or [name for name in named if COUNTERS[unit(name)].type in kinds]
        flips = sum(not self.stood[name].reduced for name in dict.fromkeys(lost))
        full = sum(state.board.unit_steps[each] == FULL for each in units)
        for name in lost:
            named.remove(name)
        return Lose(group, min(flips, full), len(lost) - flips)

    def _lost_in(self, by: str, frame: Losses) -> list[str]:
        """Use the steps in which a side takes its losses; a piece named twice loses two steps."""
        word = _LOSSES.get(frame.cause, "step_losses")
        here = IDS[frame.space]
        attrition = frame.cause is Cause.ATTRITION
        index = self.script.find(word, by=by, past=True, after=self.script.floor)
        if index is None:
            return []
        self.stood = self.script.steps[index].before
        found: list[str] = []
        for at in range(index, len(self.script.steps)):
            step = self.script.steps[at]
            if step.decision != word or step.by != by:
                break
            if at in self.script.used or (attrition and (step.is_idle or self.stood[step.do[1]].space != here)):
                continue
            self.script.take(at)
            self.fallen = step.after
            if step.is_idle:
                break
            found.append(step.do[1])
        return found

    def retreat(self, state: State, due: Due) -> Action | None:
        """Return where a beaten piece goes."""
        name = self._piece_of(due.about.removeprefix("retreat_of_").removeprefix("room_for_"))
        found = self.script.destination(name, _RETREATS, place_of(state, self.names, name))
        if found is None:
            return None
        index, to = found
        step = self.script.steps[index]
        if step.decision in _COMPARED:
            self._compare_retreats(state, step, due)
        self.script.take(index)
        chosen = self.script.find("retreat_defender", that=lambda step: step.do[-1] == name, past=True)
        if chosen is not None:
            self.script.take(chosen)
        if to is None:
            return Decline()
        return Inside() if to.inside else pick_space(to.space)

    def _compare_retreats(self, state: State, step: Step, due: Due) -> None:
        """Note where a beaten piece may go; a space that is its own means inside."""
        here = {piece.space for name, piece in step.before.items() if name in step.moved}
        told = (each[1] for each in step.legal if each[0] == "space")
        recorded: Choices = dict(_INSIDE if name in here else ((name,), pick_space(name)) for name in told)
        by_rules: Choices = {**spaces_in(due), **({_INSIDE[0]: _INSIDE[1]} if Inside() in due.actions else {})}
        self.offered(state, step, due, recorded, by_rules)

    def _piece_of(self, name: str) -> str:
        """Return the recorded id of a piece that Referee names."""
        return name if is_leader_id(name) else self.names.name(unit(name))

    # ------------------------------------------------------------ sieges and raids

    def declare(self, _state: State, due: Due) -> Action | None:
        """Return whether an assault follows the siege roll."""
        index = self.script.find("assault_possible", by=due.by)
        if index is None:
            return Decline()
        return Storm() if self.script.take(index).do[0] == "assault" else Decline()

    def parole(self, state: State, due: Due) -> Action | None:
        """Return where a garrison goes."""
        index = self.script.find("surrender")
        if index is None:
            return None
        step = self.script.take(index)
        self.compare_spaces(state, step, due)
        return pick_space(step.do[1])

    def raid_militia(self, state: State, due: Due) -> Action | None:
        """Return whether militia answers a raid."""
        index = self.script.find("militia_against_raid", by=due.by, past=True)
        if index is None:
            return Decline()
        step = self.script.take(index)
        self.compare(state, step, due)
        return self.names.pick(step.do[1]) if step.do[0] == "piece" else Decline()

    # ------------------------------------------------------------ going home

    def home(self, state: State, due: Due) -> Action | None:
        """Return where a piece goes home."""
        name = self._piece_of(due.about.removeprefix("home_of_"))
        found = self.script.destination(name, _HOMEWARD, place_of(state, self.names, name))
        if found is None:
            return Stay() if Stay() in due.actions else None
        index, to = found
        if Stay() in due.actions and to is not None and is_leader_id(name) and not self._goes_with_indian(name, index):
            # Called back alone, after the Indians are gone.
            self.script.ways[name].discard(index)
            return Stay()
        step = self.script.take(index)
        if step.decision == "go_home_to":
            self._compare_homes(state, step, due, name)
        return None if to is None else pick_space(to.space)

    def _compare_homes(self, state: State, step: Step, due: Due, name: str) -> None:
        """Note where a piece may go home to.

        There an Indian may go to any fortification that a leader with him could go to, and who goes along is asked
        then; here leaders go first, and Indians may follow one.
        """
        recorded: dict[Told, Action] = {(each[1],): pick_space(each[1]) for each in step.legal if each[0] == "space"}
        by_rules = spaces_in(due)
        if is_indian(name):
            recorded = {told: each for told, each in recorded.items() if told in by_rules or told == step.do[1:]}
        else:
            led = self._led_by_indians(step.before[name].space)
            by_rules = {told: each for told, each in by_rules.items() if told in recorded or told[0] in led}
        for index, asked in enumerate(self.script.steps):
            if asked.decision == "go_home_with_indians" and ("piece", name) in asked.legal:
                went = next(each.do[1] for each in reversed(self.script.steps[:index]) if each.decision == "go_home_to")
                recorded[went,] = pick_space(went)
        self.offered(state, step, due, recorded, by_rules)

    def _goes_with_indian(self, name: str, index: int) -> bool:
        """Say whether an Indian goes from the space of a leader to where a step takes him."""
        step = self.script.steps[index]
        return step.after[name].space in self._led_by_indians(step.before[name].space)

    def _led_by_indians(self, came: str) -> set[str]:
        """Return the spaces to which Indians go from a space."""
        return {
            piece.space
            for step in self.script.steps
            if step.decision in _HOMEWARD
            for each, piece in step.moved.items()
            if piece is not None and is_indian(each) and each in step.before and step.before[each].space == came
        }

    def recall(self, state: State, due: Due) -> Action | None:
        """Return where a leader alone goes at the year's end."""
        frame = state.stack.top
        assert isinstance(frame, Recall)
        name = LEADERS[frame.leader].id
        found = self.script.destination(name, _HOMEWARD, place_of(state, self.names, name))
        if found is None or found[1] is None:
            return None
        step = self.script.take(found[0])
        if step.decision == "go_home_to":
            self.compare_spaces(state, step, due)
        return pick_space(found[1].space)
