"""Answers about cards, activation, building and movement."""

from oracle.peers.wilderness_war.asking import Asking, Choices, Due, Told, card_id, move_of, pick_space
from oracle.peers.wilderness_war.records import Step
from reference.kernel.records import replace
from reference.kernel.stacks import Stack
from reference.wilderness_war.actions import (
    Action,
    Activate,
    Activates,
    Besiege,
    Build,
    By,
    Decline,
    Demolish,
    Done,
    EndPhase,
    Go,
    Halt,
    Hold,
    March,
    Pick,
    PickLeader,
    PlayEvent,
    RaidNow,
    Raised,
    Raze,
    Razed,
    Respond,
    SallyOut,
    Stay,
    Storm,
)
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import IDS, space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Unit, is_drilled, is_leader_id, unit
from reference.wilderness_war.frames import Activation, Move
from reference.wilderness_war.state import State

_RAZED = {
    "demolish_fort": (Razed.FORT, Razed.UNFINISHED_FORT),
    "demolish_stockade": (Razed.STOCKADE,),
    "demolish_fieldworks": (Razed.FIELDWORKS,),
}
_PURPOSES: dict[str, Action] = {"siege": Besiege(), "assault": Storm(), "move": March()}
_WAYS = {"naval": By.NAVAL, "land": By.LAND, "boat": By.BOAT}
# Steps that belong to another piece's movement, or to what follows this one.
_NEW = ("pick_move", "pick_raid")
_FORCE = ("designate_force", "designate_force_lone_ax")


class Orders(Asking):
    """Answers about cards, activation, building and movement."""

    __slots__ = ()

    # ------------------------------------------------------------ the card

    def card_play(self, state: State, due: Due) -> Action | None:
        """Return how a card was played."""
        index = self.script.find("action_phase", past=True)
        if index is None:
            return None
        step = self.script.take(index)
        self._compare_cards(state, step, due)
        if step.do[0] == "activate_individually":
            return Activate(card(step.do[1]), self._single())
        return _play(step.do)

    def _compare_cards(self, state: State, step: Step, due: Due) -> None:
        by_rules = {told: each for each in due.actions if (told := _card_told(each)) is not None}
        recorded = {
            each: _play(each)
            for each in step.legal
            if not each[0].startswith("demolish")
            and each[0] != "discard"
            # A force that no leader can command is offered there too, and can only be taken back.
            and (each[0] != "activate_force" or each in by_rules)
        }
        self.offered(state, step, due, recorded, by_rules)

    def _single(self) -> Activates:
        """Say whether the pieces that are activated one by one are one drilled unit."""
        index = self.script.find("activate_individually", that=lambda step: step.do[0] == "piece")
        if index is None:
            return Activates.INDIVIDUALS
        name = self.script.steps[index].do[1]
        return Activates.UNIT if _is_drilled(name) else Activates.INDIVIDUALS

    # ------------------------------------------------------------ demolition and building

    def demolition(self, _state: State, due: Due) -> Action | None:
        """Return what was demolished; done when the next thing is something else."""
        index = self.script.find(*_RAZED, past=True)
        if index is None or (index and index - 1 not in self.script.used):
            return Done()
        step = self.script.take(index)
        works = _RAZED[step.decision]
        razed = [Raze(space(step.do[1]), work) for work in works]
        return next((each for each in razed if each in due.actions), razed[0])

    def _razing(self) -> Action | None:
        """Return that a side demolishes, if that comes next."""
        index = self.script.pending()
        if index is None:
            return None
        step = self.script.steps[index]
        if step.do[0] in _RAZED:
            self.script.take(index)
            return Demolish()
        return Demolish() if step.decision in _RAZED else None

    def end_of_phase(self, _state: State, _due: Due) -> Action | None:
        """End the phase, unless something is demolished."""
        for index, step in enumerate(self.script.steps):
            if index not in self.script.used and step.do[0] in _RAZED:
                self.script.take(index)
                return Demolish()
        return EndPhase()

    def build(self, state: State, due: Due) -> Action | None:
        """Return where something is built."""
        index = self.script.find("construct_stockades", "construct_forts")
        if index is None:
            return Done()
        step = self.script.take(index)
        self.compare_spaces(state, step, due)
        return pick_space(step.do[1]) if step.do[0] == "space" else Done()

    # ------------------------------------------------------------ activation

    def individuals(self, state: State, due: Due) -> Action | None:
        """Return the next piece named to act alone."""
        if "individuals" not in self.wanted:
            index = self.script.find("activate_individually")
            steps = [] if index is None else self.script.block(index, "activate_individually")
            if steps:
                self.compare(state, steps[0], due, _acts_alone)
                self.compare_rest(state, steps, due, _acts_alone)
            self.wanted["individuals"] = self.pieces_in(steps)
        return self.next_of(self.wanted["individuals"], Done())

    def next_individual(self, state: State, due: Due) -> Action | None:
        """Return who acts next."""
        if (razed := self._razing()) is not None:
            return razed
        index = self.script.find("pick_move")
        if index is None:
            ready = [each for each in due.actions if isinstance(each, Pick | PickLeader)]
            return ready[0] if len(ready) == 1 else None
        step = self.script.take(index)
        self.script.base = index
        self.compare(state, step, due)
        return self.names.pick(step.do[1])

    def drilled_unit(self, state: State, due: Due) -> Action | None:
        """Return the one drilled unit."""
        index = self.script.find("activate_individually")
        if index is None:
            return None
        self.compare(state, self.script.steps[index], due, _is_drilled)
        found = self.pieces_in(self.script.block(index, "activate_individually"))
        return self.names.pick(found[0]) if found else None

    def commander(self, state: State, due: Due) -> Action | None:
        """Return the commander of the one force."""
        index = self.script.find("activate_force")
        if index is None:
            return None
        step = self.script.take(index)
        self.compare(state, step, due)
        return self.names.pick(step.do[1])

    def campaign(self, state: State, due: Due) -> Action | None:
        """Return the next leader named by CAMPAIGN."""
        index = self.script.find("select_campaign_1", "select_campaign_2", past=True)
        if index is None:
            return Done()
        step = self.script.take(index)
        if step.decision == "select_campaign_1":
            self.compare(state, step, due)
        return self.names.pick(step.do[1])

    def purpose(self, state: State, due: Due) -> Action | None:
        """Return what an activated group does."""
        index = self.script.find("siege_or_move", past=True)
        if index is not None and SallyOut() not in due.actions and Stay() not in due.actions:
            step = self.script.take(index)
            by_rules: Choices = {(told,): each for told, each in _PURPOSES.items() if each in due.actions}
            self.offered(state, step, due, {(each[0],): _PURPOSES[each[0]] for each in step.legal}, by_rules)
            return _PURPOSES[step.do[0]]
        if March() in due.actions:
            return March()
        index = self.script.find("move", past=True)
        if SallyOut() in due.actions and index is not None and self.script.steps[index].do[0] in ("space", "sortie"):
            return SallyOut()
        return Stay()

    def muster(self, state: State, due: Due) -> Action | None:
        """Return the next member of a force."""
        frame = state.stack.top
        assert isinstance(frame, Activation)
        assert frame.commander is not None
        name = LEADERS[frame.commander].id
        key = f"force of {name}"
        if key not in self.wanted:
            index = self.script.find(*_FORCE, that=lambda step: _commander(self._before(step)) == name, past=True)
            steps = self.force_steps(index)
            if steps:
                self.compare(state, steps[0], due)
                self.compare_rest(state, steps, due)
            self.wanted[key] = self.force_in(steps)
        return self.next_of(self.wanted[key], Done())

    def beyond_command(self, state: State) -> Unit | None:
        """Return the one unit that the record has in a force that is full; nothing if there is none."""
        for frame in state.stack.frames:
            if isinstance(frame, Move) and frame.commander is not None:
                left = self.wanted.pop(f"force of {LEADERS[frame.commander].id}", [])
                if len(left) == 1 and not is_leader_id(left[0]):
                    return self.names.unit(left[0])
        return None

    # ------------------------------------------------------------ movement

    def step(self, state: State, due: Due) -> Action | None:
        """Return the next step of a movement."""
        index = self.script.find("move", "amphibious_landing", past=True, after=self.script.base)
        if index is None:
            return Halt()
        between = range(self.script.base + 1, index)
        if any(at not in self.script.used and self.script.steps[at].decision in _NEW for at in between):
            return Halt()
        step = self.script.take(index)
        match step.do:
            case ("space", name):
                if step.decision == "move":
                    self._compare_steps(state, step, due)
                return self._go(due, step, name)
            case ("piece", name):
                return self.names.drop(name)
            case ("naval_move" | "play_event", *_):
                return self.step(state, due)
            case (demolish, *_) if demolish in _RAZED:
                return Demolish()
            case _:
                self._compare_steps(state, step, due)
                return Halt()

    def _compare_steps(self, state: State, step: Step, due: Due) -> None:
        """Note the spaces that may be entered next."""
        frame = state.stack.top
        assert isinstance(frame, Move)
        kind = move_of(self._before(step)).get("type")
        ways = (By.NAVAL,) if kind == "naval" else (By.LAND, By.BOAT)
        by_rules: Choices = {(IDS[each.to],): each for each in due.actions if isinstance(each, Go) and each.by in ways}
        recorded: Choices = {(each[1],): self._go(due, step, each[1]) for each in step.legal if each[0] == "space"}
        if frame.by is not None and kind == "boat-or-land":
            # Boat or land is still open there and settled here: what is offered here must be offered there.
            recorded = {told: each for told, each in recorded.items() if told in by_rules}
        self.offered(state, step, due, recorded, by_rules)

    def _before(self, step: Step) -> Step | None:
        """Return the step before another in this phase."""
        index = self.script.steps.index(step)
        return self.script.steps[index - 1] if index else None

    def _settled_way(self, step: Step) -> object:
        """Return how a mover travels, as it turns out later in the move if it is still open at a step."""
        mover = move_of(step).get("moving")
        for later in self.script.steps[self.script.steps.index(step) :]:
            move = move_of(later)
            if move.get("moving") != mover or later.decision == "pick_move":
                break
            if move.get("type") in _WAYS:
                return move.get("type")
        return move_of(step).get("type")

    def _go(self, due: Due, step: Step, name: str) -> Action:
        """Return a step to a space, the way the record went."""
        to = space(name)
        if step.decision == "amphibious_landing":
            return Go(to, By.LANDING)
        offered = [each for each in due.actions if isinstance(each, Go) and each.to == to]
        way = _WAYS.get(str(self._settled_way(step)))
        if way is not None and any(each.by is way for each in offered):
            offered = [each for each in offered if each.by is way]
        if len({each.infiltrating for each in offered}) > 1:
            passing = bool(move_of(step).get("infiltrated"))
            offered = [each for each in offered if each.infiltrating == passing]
        return offered[0] if offered else Go(to, way or By.LAND)

    def guide(self, _state: State, due: Due) -> Action | None:
        """Return whether GEORGE CROGHAN is played before the first step."""
        for index, step in enumerate(self.script.steps):
            if index in self.script.used or step.decision != "move":
                continue
            if step.do[0] == "play_event":
                if Respond(card(step.do[1])) in due.actions:
                    self.script.take(index)
                    return Respond(card(step.do[1]))
                return Decline()
            if step.do[0] == "space":
                return Decline()
        return Decline()

    def dropped_raid(self, _state: State, _due: Due) -> Action | None:
        """Return whether auxiliaries left behind raid."""
        return Decline() if self.script.find("pick_raid", past=True) is None else RaidNow()


def reinforced(state: State, one: Unit) -> State:
    """Return a force about to move with one unit more."""
    moving = next(frame for frame in state.stack.frames if isinstance(frame, Move))
    return state.with_stack(
        Stack(
            tuple(
                replace(frame, units=(*frame.units, one))
                if isinstance(frame, Activation | Move) and frame.commander == moving.commander
                else frame
                for frame in state.stack.frames
            )
        )
    )


def _is_drilled(name: str) -> bool:
    return not is_leader_id(name) and is_drilled(COUNTERS[unit(name)].kind)


def _acts_alone(name: str) -> bool:
    return not _is_drilled(name)


def _commander(step: Step | None) -> object:
    """Return the leader of the force that is being named after a step."""
    force = None if step is None else step.context.get("force")
    return force.get("commander") if isinstance(force, dict) else None


def _play(told: Told) -> Action:
    """Return how a card is played."""
    match told:
        case ("play_event", name):
            return PlayEvent(card(name))
        case ("activate_force", name):
            return Activate(card(name), Activates.FORCE)
        case ("activate_individually" | "discard", name):
            return Activate(card(name), Activates.INDIVIDUALS)
        case ("construct_stockades", name):
            return Build(card(name), Raised.STOCKADES)
        case ("construct_forts", name):
            return Build(card(name), Raised.FORTS)
        case ("pass",):
            return Hold()
        case _:
            return Demolish()


def _card_told(action: Action) -> Told | None:
    match action:
        case PlayEvent(each):
            return "play_event", card_id(each)
        case Activate(each, Activates.FORCE):
            return "activate_force", card_id(each)
        case Activate(each, Activates.INDIVIDUALS):
            return "activate_individually", card_id(each)
        case Build(each, what):
            return f"construct_{what.value}", card_id(each)
        case Hold():
            return ("pass",)
        case _:
            return None
