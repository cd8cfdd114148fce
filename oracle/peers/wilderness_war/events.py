"""Answers about what an event leaves to choose."""

from oracle.peers.wilderness_war.asking import Asking, Choices, Due, pick_space, spaces_in
from oracle.peers.wilderness_war.records import Step
from reference.wilderness_war.actions import (
    Action,
    Done,
    PickCard,
    PickDepartment,
    PlaceUnit,
    RestoreUnits,
)
from reference.wilderness_war.cards import FACES, card
from reference.wilderness_war.ch02_map import Department, space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, is_leader_id, unit
from reference.wilderness_war.event_frames import Alliance, EventChoice, Placement
from reference.wilderness_war.state import State

# Where the record names pieces for something Referee decides otherwise: a space first, or in another order.
_UNLIKE = frozenset({"smallpox"})
_FATES = {
    "smallpox": ("small_pox_eliminate_steps",),
    "third_seven": ("max_two_7_command_leaders_in_play",),
    "removal": (
        "small_pox_remove_indians", "indians_desert", "stingy_provincial_assembly", "british_colonial_politics",
        "cherokee_uprising", "provincial_regiments_dispersed", "provincial_regiments_dispersed_for_frontier_duty",
    ),
    "restoration": (
        "colonial_recruits", "restore_regular_or_light_infantry_units", "rangers", "call_out_militias",
        "acadians_expelled_restore_coureurs_and_militia", "raise_provincial_regiments",
    ),
}  # fmt: skip
_BOXES = {"st_lawrence": Department.ST_LAWRENCE, "northern": Department.NORTHERN, "southern": Department.SOUTHERN}
_RESTORED_INSTEAD = frozenset({"call_out_militias", "rangers", "raise_provincial_regiments"})


class Events(Asking):
    """Answers about what an event leaves to choose."""

    __slots__ = ()

    def placement(self, state: State, due: Due) -> Action | None:
        """Return where the next new piece enters."""
        frame = state.stack.top
        assert isinstance(frame, Placement)
        name = COUNTERS[frame.units[0]].id if frame.units else LEADERS[frame.leaders[0]].id
        found = [
            index
            for index, step in enumerate(self.script.steps)
            if index not in self.script.used
            and step.do[0] == "space"
            and any(_same_type(each, name) for each in step.moved if each not in step.before)
        ]
        if not found:
            return None
        # Units that are alike enter in the order of the map.
        index = min(found, key=lambda each: space(self.script.steps[each].do[1])) if frame.units else found[0]
        step = self.script.take(index)
        if frame.last is None:
            self.compare_spaces(state, step, due)
        return pick_space(step.do[1])

    def event_choice(self, state: State, due: Due) -> Action | None:
        """Return what an event leaves to choose."""
        frame = state.stack.top
        assert isinstance(frame, EventChoice)
        if frame.event.value.endswith("vaudreuil"):
            return self._swap(state, due)
        index = self.script.pending()
        if index is None:
            return None
        step = self.script.steps[index]
        match step.do:
            case (("northern" | "southern") as region,):
                self.script.take(index)
                return PickDepartment(Department(region))
            case ("restore",):
                self.script.take(index)
                return RestoreUnits()
            case ("space", name) if step.decision == "call_out_militias":
                self.script.take(index)
                return PickDepartment(next(region for word, region in _BOXES.items() if word in name))
            case ("space", _) if step.decision in ("rangers", "raise_provincial_regiments"):
                return self._raised(due, step)
            case ("space", name):
                self.script.take(index)
                self.compare_spaces(state, step, due)
                return pick_space(name)
            case ("piece", _) if step.decision in _RESTORED_INSTEAD:
                return RestoreUnits()
            case ("piece", name):
                spaces = {step.before[each[1]].space for each in step.legal if each[0] == "piece"}
                self.offered(state, step, due, {(each,): pick_space(each) for each in spaces}, spaces_in(due))
                return pick_space(step.before[name].space)
            case _:
                return None

    def _raised(self, due: Due, step: Step) -> Action:
        """Return the new unit of a type; where it enters is asked later."""
        placed = next(name for name in step.moved if name not in step.before)
        raised = (each for each in due.actions if isinstance(each, PlaceUnit))
        alike = (each for each in raised if _same_type(COUNTERS[each.unit].id, placed))
        return next(alike, PlaceUnit(self.names.unit(placed)))

    def _swap(self, state: State, due: Due) -> Action | None:
        """Return the next of two leaders who change places."""
        if "swap" not in self.wanted:
            index = self.script.find("governor_vaudreuil_interferes")
            if index is None:
                return None
            steps = self.script.block(index, "governor_vaudreuil_interferes")
            self.wanted["swap"] = self.pieces_in(steps)
        return self.next_of(self.wanted["swap"], Done())

    def alliance(self, state: State, _due: Due) -> Action | None:
        """Return who joins an alliance, or that units are restored instead."""
        frame = state.stack.top
        assert isinstance(frame, Alliance)
        index = self.script.find("indian_alliance", "iroquois_alliance", past=True)
        if index is None:
            return Done()
        step = self.script.steps[index]
        match step.do:
            case ("space", _):
                self.script.take(index)
                placed = next(name for name in step.moved if name not in step.before)
                return PlaceUnit(self.names.unit(placed))
            case ("piece", name) if frame.restoring:
                self.script.take(index)
                return self.names.pick(name)
            case ("piece", _):
                return RestoreUnits()
            case _:
                self.script.take(index)
                return Done()

    def by_fate(self, state: State, due: Due) -> Action | None:
        """Return the next piece of a set that some event takes or restores."""
        words = _FATES[due.about]
        index = self.script.find(*words)
        alike = due.about not in _UNLIKE
        if index is not None and index and self.script.steps[index].decision == "indians_desert":
            # The space is chosen with the first unit there and before it here.
            alike = self.script.steps[index - 1].decision == "indians_desert"
        return self.chosen_set(state, due, *words, alike=alike)

    def pick_card(self, state: State, due: Due) -> Action | None:
        """Return the card chosen."""
        for index, step in enumerate(self.script.steps):
            if index not in self.script.used and step.do[0] == "card":
                self.script.take(index)
                recorded: Choices = {(each[1],): PickCard(card(each[1])) for each in step.legal if each[0] == "card"}
                by_rules: Choices = {(FACES[each.card].id,): each for each in due.actions if isinstance(each, PickCard)}
                self.offered(state, step, due, recorded, by_rules)
                return PickCard(card(step.do[1]))
        return None


def _same_type(one: str, other: str) -> bool:
    if is_leader_id(one) or is_leader_id(other):
        return one == other
    return COUNTERS[unit(one)].type == COUNTERS[unit(other)].type
