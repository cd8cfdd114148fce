"""What all answers to Referee's questions in a recorded phase of Wilderness War have in common."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from oracle.peers.wilderness_war.names import Names
from oracle.peers.wilderness_war.records import Step
from oracle.peers.wilderness_war.script import Script
from reference.kernel.decisions import Choice
from reference.kernel.rules import RuleId
from reference.wilderness_war import GAME
from reference.wilderness_war.actions import Action, Decline, Done, PickSpace, Respond
from reference.wilderness_war.cards import FACES, Card, card
from reference.wilderness_war.ch02_map import IDS, space
from reference.wilderness_war.ch03_pieces import is_leader_id, leader
from reference.wilderness_war.procedures import ENGINE
from reference.wilderness_war.state import State

Told = tuple[str, ...]
Due = Choice[Action]
Answer = Callable[[State, Due], Action | None]


def _any(_name: str) -> bool:
    return True


# A choice in words that both sides would use, with Referee's action for it.
Choices = Mapping[Told, Action]


@dataclass(frozen=True, slots=True)
class Offered:
    """What the record and Referee offered where the choices correspond; `state` is Referee's then."""

    step: Step
    about: str
    rules: tuple[RuleId, ...]
    recorded: Choices
    by_rules: Choices
    state: State


@dataclass(slots=True)
class Asking:
    """The script of a phase, and what was noted while Referee's questions were answered from it.

    `wanted` are the pieces of a set that is being named, by what the set is for.
    """

    script: Script
    names: Names
    note: Callable[[Offered], None]
    wanted: dict[str, list[str]] = field(default_factory=dict)

    # ------------------------------------------------------------ comparing what is offered

    def offered(self, state: State, step: Step, due: Due, recorded: Choices, by_rules: Choices) -> None:
        """Note what both sides offer."""
        self.note(Offered(step, due.about, due.rules, recorded, by_rules, state))

    def compare(self, state: State, step: Step, due: Due, of: Callable[[str], bool] = _any) -> None:
        """Note which pieces both sides offer, up to pieces that are alike; of the record's only some kinds."""
        like, pick = self.names.likeness, self.names.pick
        told = (each[1] for each in step.legal if each[0] == "piece" and of(each[1]))
        recorded = {like(state.board, name): pick(name) for name in told}
        by_rules = {like(state.board, name): each for each in due.actions if (name := self.names.of(each)) is not None}
        self.offered(state, step, due, recorded, by_rules)

    def compare_rest(self, state: State, steps: Sequence[Step], due: Due, of: Callable[[str], bool] = _any) -> None:
        """Note which pieces both sides offer after each one of a set is named."""
        like, pick = self.names.likeness, self.names.pick
        told = [[each[1] for each in step.legal if each[0] == "piece" and of(each[1])] for step in steps]
        offered = (name for each in due.actions if (name := self.names.of(each)) is not None)
        known = dict.fromkeys([*offered, *(name for names in told for name in names)])
        named: set[str] = set()
        now = state
        for before, step, names in zip(steps, steps[1:], told[1:], strict=False):
            if before.do[0] != "piece" or before.do[1] in named:
                return
            working = ENGINE.at_work(now)
            if working is None or GAME.violations(now, pick(before.do[1])) != ():
                return
            now = working.apply(now, pick(before.do[1])).state
            named.add(before.do[1])
            left = [name for name in known if name not in named]
            recorded = {like(state.board, name): pick(name) for name in names if name not in named}
            by_rules = {like(state.board, name): pick(name) for name in left if not GAME.violations(now, pick(name))}
            self.note(Offered(step, due.about, due.rules, recorded, by_rules, now))

    def compare_spaces(self, state: State, step: Step, due: Due) -> None:
        """Note which spaces both sides offer."""
        recorded: Choices = {(each[1],): pick_space(each[1]) for each in step.legal if each[0] == "space"}
        self.offered(state, step, due, recorded, spaces_in(due))

    def compare_responses(self, state: State, step: Step, due: Due) -> None:
        """Note which events both sides offer to play; of equal cards Referee offers one."""
        held = (card(each[1]) for each in step.legal if each[0] == "play_event")
        recorded: Choices = {(event_of(each),): Respond(each) for each in held}
        by_rules: Choices = {(event_of(each.card),): each for each in due.actions if isinstance(each, Respond)}
        self.offered(state, step, due, recorded, by_rules)

    # ------------------------------------------------------------ sets of pieces

    def next_of(self, wanted: list[str], end: Action) -> Action:
        """Name the next wanted piece; end the choosing when none is left."""
        if not wanted:
            return end
        # Once the last piece of the counter sheet is named, Referee has nothing more to ask.
        wanted.sort(key=self._on_sheet)
        return self.names.pick(wanted.pop(0))

    def _on_sheet(self, name: str) -> tuple[bool, int]:
        return (False, leader(name)) if is_leader_id(name) else (True, self.names.unit(name))

    def pieces_in(self, steps: Iterable[Step]) -> list[str]:
        """Return the pieces that these steps choose; naming one again takes it back."""
        found: list[str] = []
        for step in steps:
            if step.do[0] == "piece" and step.do[1] in found:
                found.remove(step.do[1])
            elif step.do[0] == "piece":
                found.append(step.do[1])
            elif step.do[0] == "pick_up_all":
                found.extend(name for name in step.moved if name not in found)
        return found

    def chosen_set(self, state: State, due: Due, *decisions: str, alike: bool = True) -> Action:
        """Return the next piece of a set that a block of steps chooses; compare what is offered if that is alike."""
        key = f"{decisions[0]} {len(state.stack.frames)} {_at(state)}"
        if key not in self.wanted:
            index = self.script.find(*decisions)
            steps = [] if index is None else self.script.block(index, *decisions)
            if steps and alike:
                self.compare(state, steps[0], due)
                # The last step only closes a set that is complete: Referee does not ask then.
                self.compare_rest(state, [step for step in steps if step.legal != (("next",),)], due)
            self.wanted[key] = self.pieces_in(steps)
        found = self.next_of(self.wanted[key], Done())
        if isinstance(found, Done):
            del self.wanted[key]
        return found

    def force_steps(self, index: int | None) -> list[Step]:
        """Use the steps that name the members of a force, from one of them on."""
        return [] if index is None else self.script.block(index, "designate_force", "designate_force_lone_ax")

    def force_in(self, steps: Iterable[Step]) -> list[str]:
        """Return the members of a force that these steps name."""
        found: list[str] = []
        for step in steps:
            if step.do[0] == "piece":
                found.append(step.do[1])
            elif step.do[0] == "pick_up_all":
                found.extend(name for name in step.moved if name not in found)
        return found

    # ------------------------------------------------------------ windows

    def window(self, *decisions: str) -> Answer:
        """Return how to answer a window in which a card may be played."""

        def answered(state: State, due: Due) -> Action | None:
            index = self.script.find(*decisions, by=due.by)
            if index is None:
                return Decline()
            step = self.script.take(index)
            self.compare_responses(state, step, due)
            return Respond(card(step.do[1])) if step.do[0] == "play_event" else Decline()

        return answered


def card_id(each: Card) -> str:
    """Return the id of a card."""
    return FACES[each].id


def event_of(each: Card) -> str:
    """Return the event of a card."""
    return FACES[each].event.value


def place_of(state: State, names: Names, name: str) -> str:
    """Return the space of a piece on Referee's board; an empty text if it is off the map."""
    place = state.board.leader_at[leader(name)] if is_leader_id(name) else state.board.unit_at[names.unit(name)]
    return IDS[place] if place < len(IDS) else ""


def spaces_in(due: Due) -> Choices:
    """Return the spaces that Referee offers."""
    return {(IDS[each.space],): each for each in due.actions if isinstance(each, PickSpace)}


def pick_space(name: str) -> PickSpace:
    """Return the choice of a space."""
    return PickSpace(space(name))


def _at(state: State) -> str:
    place = getattr(state.stack.top, "space", None)
    return "" if place is None else IDS[place]


def move_of(step: Step | None) -> Mapping[str, object]:
    """Return what the record says of the movement under way after a step."""
    move = None if step is None else step.context.get("move")
    return move if isinstance(move, dict) else {}
