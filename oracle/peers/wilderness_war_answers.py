"""Referee's questions in a game of Wilderness War, answered from the script of a recorded phase.

Each function answers one kind of question. It returns the action that the record took, or nothing if the record has no
answer: the window never opened there, and the default of the question (do nothing) is taken. Where choices correspond
one to one, what the record offered is noted and compared with what Referee offers.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from oracle.peers.wilderness_war_records import Piece, Step
from oracle.peers.wilderness_war_script import Script
from reference.kernel.canonical import Unreadable
from reference.kernel.decisions import Choice
from reference.wilderness_war.actions import (
    Action,
    Activate,
    Activates,
    Besiege,
    Build,
    By,
    Command,
    Decline,
    Demolish,
    Done,
    Drop,
    DropLeader,
    EndPhase,
    Go,
    Halt,
    Hold,
    Inside,
    Lose,
    March,
    Pick,
    PickCard,
    PickDepartment,
    PickLeader,
    PickSpace,
    PlaceUnit,
    PlayEvent,
    Raised,
    RaidNow,
    Raze,
    Razed,
    Respond,
    RestoreUnits,
    SallyOut,
    Stay,
    Storm,
)
from reference.wilderness_war.board import steps as steps_of
from reference.wilderness_war.cards import FACES, card
from reference.wilderness_war.ch02_map import IDS, Department, space
from reference.wilderness_war.ch03_pieces import (
    COUNTERS,
    FULL,
    LEADERS,
    is_drilled,
    is_leader_id,
    leader,
    unit,
)
from reference.wilderness_war.ch07_losses import members
from reference.wilderness_war.frames import Activation, Losses, Move, Reaction, ReactionKind
from reference.wilderness_war.event_frames import Alliance, EventChoice, Placement
from reference.wilderness_war.state import State
from reference.wilderness_war.sides import Side

RETREATS = (
    "retreat_attacker", "retreat_defender", "retreat_defender_to", "retreat_all_defenders_to", "retreat_lone_leader",
    "retreat_defender_inside", "step_losses", "leader_check", "defender_events", "attacker_events", "move",
    "designate_inside", "retreat_attacker_inside",
)  # fmt: skip
HOMEWARD = ("go_home_to", "go_home_with_indians", "raiders_go_home", "indians_and_leaders_go_home")
_RAZED = {
    "demolish_fort": (Razed.FORT, Razed.UNFINISHED_FORT),
    "demolish_stockade": (Razed.STOCKADE,),
    "demolish_fieldworks": (Razed.FIELDWORKS,),
}
_PURPOSES: dict[str, Action] = {"siege": Besiege(), "assault": Storm(), "move": March()}
_TYPES = {"naval": By.NAVAL, "land": By.LAND, "boat": By.BOAT}


def piece_action(name: str) -> Pick | PickLeader:
    """Return the choice of a piece."""
    return PickLeader(leader(name)) if is_leader_id(name) else Pick(unit(name))


def name_of(action: Action) -> str | None:
    """Return the id of the piece an action chooses."""
    match action:
        case Pick(each) | Drop(each):
            return COUNTERS[each].id
        case PickLeader(each) | DropLeader(each):
            return LEADERS[each].id
        case _:
            return None


def likeness(state: State, name: str) -> tuple[object, ...]:
    """Return what makes a piece the same choice as another: itself for a leader, type and place for a unit."""
    if is_leader_id(name):
        return (name,)
    who = unit(name)
    board = state.board
    return COUNTERS[who].type, board.unit_at[who], steps_of(board, who), board.unit_inside[who]


@dataclass(slots=True)
class Offered:
    """What the record and Referee offered where the choices correspond."""

    step: Step
    recorded: frozenset[tuple[object, ...]]
    by_rules: frozenset[tuple[object, ...]]


@dataclass(slots=True)
class Answers:
    """Answers Referee's questions from a script."""

    script: Script
    noted: list[Offered] = field(default_factory=list)
    wanted: dict[str, list[str]] = field(default_factory=dict)
    displaced: set[str] = field(default_factory=set)

    def answer(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the recorded answer to a question; nothing if there is none."""
        about = due.about
        for prefix, function in _BY_PREFIX.items():
            if about.startswith(prefix):
                return function(self, state, due)
        function = _BY_NAME.get(about)
        if function is None:
            raise Unreadable("", f"no answer to {about}")
        return function(self, state, due)

    # ------------------------------------------------------------ sets of pieces

    def from_set(self, state: State, due: Choice[Action], wanted: list[str], end: Action) -> Action:
        """Name the next wanted piece, or one like it; end the choosing when none is left."""
        if not wanted:
            return end
        wanted.sort(key=_sheet_order)
        return piece_action(wanted.pop(0))

    def block_pieces(self, *decisions: str, by: str = "", under: str = "") -> list[str]:
        """Use the next block of steps that choose pieces; return the pieces."""
        found: list[str] = []
        for index in self.script.block(*decisions, by=by, under=under):
            step = self.script.take(index)
            if step.do[0] == "piece":
                if step.do[1] in found:
                    found.remove(step.do[1])
                else:
                    found.append(step.do[1])
            elif step.do[0] == "pick_up_all":
                found.extend(name for name in step.moved if name not in found)
        return found

    def compare(self, state: State, step: Step, due: Choice[Action], kind: str, of: Callable[[Action], str | None]) -> None:
        """Note what both sides offer, up to pieces that are alike."""
        recorded = frozenset(_like(state, each[1]) for each in step.legal if each[0] == kind)
        by_rules = frozenset(_like(state, name) for each in due.actions if (name := of(each)) is not None)
        self.noted.append(Offered(step, recorded, by_rules))

    # ------------------------------------------------------------ the card

    def card_play(self, state: State, due: Choice[Action]) -> Action | None:
        """Return how a card was played."""
        index = self.script.find("action_phase", past=True)
        if index is None:
            return None
        step = self.script.take(index)
        self.compare_cards(step, due)
        match step.do:
            case ("play_event", name):
                return PlayEvent(card(name))
            case ("activate_force", name):
                return Activate(card(name), Activates.FORCE)
            case ("activate_individually", name):
                return Activate(card(name), self.single())
            case ("construct_stockades", name):
                return Build(card(name), Raised.STOCKADES)
            case ("construct_forts", name):
                return Build(card(name), Raised.FORTS)
            case ("discard", name):
                return Activate(card(name), Activates.INDIVIDUALS)
            case ("pass",):
                return Hold()
            case _:
                return Demolish()

    def compare_cards(self, step: Step, due: Choice[Action]) -> None:
        """Note which cards may be played how."""
        by_rules = frozenset(told for each in due.actions if (told := _card_told(each)) is not None)
        # A force that no leader can command is offered there too, and can only be taken back.
        recorded = frozenset(
            each
            for each in step.legal
            if not each[0].startswith("demolish") and each[0] != "discard" and (each[0] != "activate_force" or each in by_rules)
        )
        self.noted.append(Offered(step, recorded, by_rules))

    def single(self) -> Activates:
        """Say whether the pieces that are activated one by one are one drilled unit."""
        index = self.script.find("activate_individually", that=lambda step: step.do[0] == "piece")
        if index is None:
            return Activates.INDIVIDUALS
        name = self.script.steps[index].do[1]
        drilled = not is_leader_id(name) and is_drilled(COUNTERS[unit(name)].kind)
        return Activates.UNIT if drilled else Activates.INDIVIDUALS

    def demolition(self, state: State, due: Choice[Action]) -> Action | None:
        """Return what was demolished; done when the next thing is something else."""
        index = self.script.find(*_RAZED, past=True)
        if index is None:
            return Done()
        if index and index - 1 not in self.script.used:
            return Done()
        step = self.script.take(index)
        for work in _RAZED[step.decision]:
            if (found := Raze(space(step.do[1]), work)) in due.actions:
                return found
        return Raze(space(step.do[1]), _RAZED[step.decision][0])

    def razing(self) -> Action | None:
        """Return that a side demolishes, if that comes next."""
        step = self.script.pending()
        if step is None or step.do[0] not in _RAZED:
            if step is not None and step.decision in _RAZED:
                return Demolish()
            return None
        index = self.script.steps.index(step)
        self.script.take(index)
        return Demolish()

    def end_of_phase(self, state: State, due: Choice[Action]) -> Action | None:
        """End the phase, unless something is demolished."""
        index = next(
            (i for i, s in enumerate(self.script.steps) if i not in self.script.used and s.do[0] in _RAZED), None
        )
        if index is not None:
            self.script.take(index)
            return Demolish()
        return EndPhase()

    # ------------------------------------------------------------ activation

    def individuals(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next piece named to act alone."""
        if "individuals" not in self.wanted:
            self.wanted["individuals"] = self.block_pieces("activate_individually")
        return self.from_set(state, due, self.wanted["individuals"], Done())

    def next_individual(self, state: State, due: Choice[Action]) -> Action | None:
        """Return who acts next."""
        if (razed := self.razing()) is not None:
            return razed
        index = self.script.find("pick_move", past=False)
        if index is None:
            ready = [each for each in due.actions if isinstance(each, Pick | PickLeader)]
            return ready[0] if len(ready) == 1 else None
        step = self.script.take(index)
        self.script.base = index
        self.compare(state, step, due, "piece", name_of)
        return piece_action(step.do[1])

    def drilled_unit(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the one drilled unit."""
        found = self.block_pieces("activate_individually")
        return piece_action(found[0]) if found else None

    def commander(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the commander of the one force."""
        index = self.script.find("activate_force")
        if index is None:
            return None
        step = self.script.take(index)
        self.compare(state, step, due, "piece", name_of)
        return piece_action(step.do[1])

    def campaign(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next leader named by CAMPAIGN."""
        index = self.script.find("select_campaign_1", "select_campaign_2")
        if index is None:
            return Done()
        return piece_action(self.script.take(index).do[1])

    def purpose(self, state: State, due: Choice[Action]) -> Action | None:
        """Return what an activated group does."""
        index = self.script.find("siege_or_move", past=True)
        if index is not None and SallyOut() not in due.actions and Stay() not in due.actions:
            step = self.script.take(index)
            recorded = frozenset((each[0],) for each in step.legal)
            told = {Besiege: "siege", Storm: "assault", March: "move"}
            self.noted.append(
                Offered(step, recorded, frozenset((told[type(each)],) for each in due.actions if type(each) in told))
            )
            return _PURPOSES[step.do[0]]
        if March() in due.actions:
            return March()
        index = self.script.find("move", past=True)
        if SallyOut() in due.actions and index is not None and self.script.steps[index].do[0] in ("space", "sortie"):
            return SallyOut()
        return Stay()

    def muster(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next member of a force."""
        frame = state.stack.top
        assert isinstance(frame, Activation) and frame.commander is not None
        name = LEADERS[frame.commander].id
        key = f"force of {name}"
        if key not in self.wanted:
            index = self.script.find("designate_force", "designate_force_lone_ax", that=lambda step: _leads(step, name))
            if index is not None:
                self.compare_muster(state, self.script.steps[index], due)
            self.wanted[key] = self.force_of(name)
        return self.from_set(state, due, self.wanted[key], Done())

    def compare_muster(self, state: State, step: Step, due: Choice[Action]) -> None:
        """Note who may join a force, before anybody has."""
        self.compare(state, step, due, "piece", name_of)

    def force_of(self, name: str) -> list[str]:
        """Use the steps that name the members of a leader's force."""
        index = self.script.find("designate_force", "designate_force_lone_ax", that=lambda step: _leads(step, name))
        if index is None:
            return []
        found: list[str] = []
        for at in range(index, len(self.script.steps)):
            step = self.script.steps[at]
            if step.decision not in ("designate_force", "designate_force_lone_ax"):
                break
            self.script.take(at)
            if step.do[0] == "next":
                break
            if step.do[0] == "piece":
                found.append(step.do[1])
        return found

    # ------------------------------------------------------------ movement

    def step(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next step of a movement."""
        frame = state.stack.top
        assert isinstance(frame, Move)
        index = self.script.find("move", "amphibious_landing", past=True, after=self.script.base)
        if index is None:
            return Halt()
        if any(
            i not in self.script.used and s.decision in ("pick_move", "pick_raid") for i, s in enumerate(self.script.steps[:index])
        ):
            return Halt()
        step = self.script.take(index)
        match step.do:
            case ("space", name):
                if step.decision == "move":
                    self.compare_steps(state, step, due)
                return self.go(state, due, step, name)
            case ("piece", name):
                return DropLeader(leader(name)) if is_leader_id(name) else Drop(unit(name))
            case ("naval_move" | "play_event", *_):
                return self.step(state, due)
            case (demolish,) if demolish in _RAZED:
                return Demolish()
            case _:
                self.compare_steps(state, step, due)
                return Halt()

    def compare_steps(self, state: State, step: Step, due: Choice[Action]) -> None:
        """Note the spaces that may be entered next."""
        recorded = frozenset((each[1],) for each in step.legal if each[0] == "space")
        goes = [each for each in due.actions if isinstance(each, Go) and each.by in self.ways(step)]
        by_rules = frozenset((IDS[each.to],) for each in goes)
        frame = state.stack.top
        assert isinstance(frame, Move)
        if frame.by is not None and _kind(self.before(step)) == "boat-or-land":
            # Boat or land is still open there and settled here: what is offered here must be offered there.
            recorded &= by_rules
        self.noted.append(Offered(step, recorded, by_rules))

    def before(self, step: Step) -> Step | None:
        """Return the step before another in this phase."""
        index = self.script.steps.index(step)
        return self.script.steps[index - 1] if index else None

    def ways(self, step: Step) -> tuple[By, ...]:
        """Return the ways of moving that the record has open at a step."""
        return (By.NAVAL,) if _kind(self.before(step)) == "naval" else (By.LAND, By.BOAT)

    def settled_way(self, step: Step) -> str:
        """Return how a mover travels, as it turns out later in the move if it is still open at a step."""
        index = self.script.steps.index(step)
        mover = _mover(step)
        for later in self.script.steps[index:]:
            if _mover(later) != mover or (later.decision == "pick_move"):
                break
            if _kind(later) in _TYPES:
                return _kind(later)
        return _kind(step)

    def go(self, state: State, due: Choice[Action], step: Step, name: str) -> Action:
        """Return a step to a space, the way the record went."""
        to = space(name)
        offered = [each for each in due.actions if isinstance(each, Go) and each.to == to]
        move = step.context.get("move")
        told = move if isinstance(move, dict) else {}
        kind = self.settled_way(step)
        if step.decision == "amphibious_landing":
            return Go(to, By.LANDING)
        if kind in _TYPES and any(each.by is _TYPES[kind] for each in offered):
            offered = [each for each in offered if each.by is _TYPES[kind]]
        if len({each.infiltrating for each in offered}) > 1:
            passing = bool(told.get("infiltrated"))
            offered = [each for each in offered if each.infiltrating == passing]
        return offered[0] if offered else Go(to, _TYPES.get(kind, By.LAND))

    def respond(self, *decisions: str) -> Callable[[State, Choice[Action]], Action | None]:
        """Return the answer to a window in which a card may be played."""

        def answered(state: State, due: Choice[Action]) -> Action | None:
            index = self.script.find(*decisions, by=due.by)
            if index is None:
                return Decline()
            step = self.script.take(index)
            return Respond(card(step.do[1])) if step.do[0] == "play_event" else Decline()

        return answered

    def guide(self, state: State, due: Choice[Action]) -> Action | None:
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

    # ------------------------------------------------------------ reactions

    def reaction(self, state: State, due: Choice[Action]) -> Action | None:
        """Return who intercepts or avoids battle."""
        word = "intercept_who" if due.about == "interception" else "avoid_who"
        index = self.script.find(word, by=due.by)
        if index is None:
            return Decline()
        step = self.script.take(index)
        self.compare(state, step, due, "piece", name_of)
        if step.do[0] != "piece":
            return Decline()
        name = step.do[1]
        for at in self.script.block(word, by=due.by):
            self.script.take(at)
        self.wanted["reaction"] = self.force_of(name) if is_leader_id(name) else []
        return piece_action(name)

    def formed(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next member of a reacting group."""
        return self.from_set(state, due, self.wanted.setdefault("reaction", []), Done())

    def avoid_to(self, state: State, due: Choice[Action]) -> Action | None:
        """Return where a group slips away to."""
        index = self.script.find("avoid_to", by=due.by)
        if index is None:
            return None
        step = self.script.take(index)
        self.compare_spaces(step, due)
        return PickSpace(space(step.do[1]))

    def compare_spaces(self, step: Step, due: Choice[Action]) -> None:
        """Note the spaces that may be chosen."""
        recorded = frozenset((each[1],) for each in step.legal if each[0] == "space")
        by_rules = frozenset((IDS[each.space],) for each in due.actions if isinstance(each, PickSpace))
        self.noted.append(Offered(step, recorded, by_rules))

    def inside(self, state: State, due: Choice[Action]) -> Action | None:
        """Return who goes inside next."""
        return self.chosen_set(state, due, "designate_inside")

    def chosen_set(self, state: State, due: Choice[Action], *decisions: str) -> Action:
        """Return the next piece of a set that a block of steps chooses."""
        key = f"{decisions[0]} {len(state.stack.frames)} {_at(state)}"
        if key not in self.wanted:
            index = self.script.find(*decisions)
            if index is not None and self.script.steps[index].decision not in _UNLIKE:
                self.compare(state, self.script.steps[index], due, "piece", name_of)
            self.wanted[key] = self.block_pieces(*decisions)
        wanted = self.wanted[key]
        found = self.from_set(state, due, wanted, Done())
        if isinstance(found, Done):
            del self.wanted[key]
        return found

    # ------------------------------------------------------------ battle

    def militia(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next militia unit called out."""
        return self.chosen_set(state, due, "militia_in_battle")

    def relief(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next piece that joins the relief."""
        return self.chosen_set(state, due, "sortie")

    def battle_events(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the event played in a battle."""
        index = self.script.find(
            "attacker_events", "defender_events", by=due.by, that=lambda step: step.do[0] == "play_event"
        )
        if index is None:
            return Decline()
        return Respond(card(self.script.take(index).do[1]))

    def command(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the first of equal commanders: the record does not ask."""
        return next(each for each in due.actions if isinstance(each, Command))

    def losses(self, state: State, due: Choice[Action]) -> Action | None:
        """Return what the next group of like counters loses."""
        frame = state.stack.top
        assert isinstance(frame, Losses)
        key = f"losses {frame.side} {IDS[frame.space]} {frame.cause} {frame.losses}"
        if key not in self.wanted or not frame.named:
            self.wanted[key] = self.block_pieces_with_repeats(due.by, frame)
        group, units = members(state, frame)[len(frame.named)]
        kinds = {COUNTERS[each].type for each in units}
        ids = {COUNTERS[each].id for each in units}
        full = sum(steps_of(state.board, each) == FULL for each in units)
        lost = [name for name in self.wanted[key] if name in ids] or [
            name for name in self.wanted[key] if COUNTERS[unit(name)].type in kinds
        ]
        before = self.loss_before
        flips = sum(1 for name in dict.fromkeys(lost) if not before[name].reduced)
        deaths = len(lost) - flips
        for name in lost:
            self.wanted[key].remove(name)
        return Lose(group, min(flips, full), deaths)

    loss_before: dict[str, Piece] = field(default_factory=dict)

    def block_pieces_with_repeats(self, by: str, frame: Losses) -> list[str]:
        """Use the steps in which a side takes its losses; a piece named twice loses two steps."""
        words = ("raid_step_losses",) if frame.cause == "raid" else ("winter_attrition",) if frame.cause == "attrition" else ("step_losses",)
        here = IDS[frame.space]
        index = self.script.find(*words, by=by, past=True, after=self.script.floor)
        if index is None:
            return []
        self.loss_before = self.script.steps[index].before
        found: list[str] = []
        for at in range(index, len(self.script.steps)):
            step = self.script.steps[at]
            if step.decision not in words or step.by != by:
                break
            if at in self.script.used:
                continue
            if step.do[0] == "piece":
                if frame.cause == "attrition" and self.loss_before[step.do[1]].space != here:
                    continue
                self.script.take(at)
                found.append(step.do[1])
            elif frame.cause != "attrition":
                self.script.take(at)
                break
        return found

    def retreat(self, state: State, due: Choice[Action]) -> Action | None:
        """Return where a beaten piece goes."""
        name = due.about.removeprefix("retreat_of_").removeprefix("room_for_")
        found = self.script.destination(name, RETREATS, _place(state, name))
        if found is None:
            return None
        index, to = found
        self.script.seen_for(name).add(index)
        step = self.script.steps[index]
        if step.decision in ("retreat_defender_to", "retreat_all_defenders_to", "retreat_lone_leader", "retreat_attacker"):
            self.compare_retreats(step, due)
        self.script.take(index)
        self.take_chosen("retreat_defender", name)
        if to is None:
            return Decline()
        return Inside() if to.inside else PickSpace(space(to.space))

    def compare_retreats(self, step: Step, due: Choice[Action]) -> None:
        """Note where a beaten piece may go; a space that is its own means inside."""
        here = {piece.space for name, piece in step.before.items() if name in step.moved}
        recorded = frozenset(
            ("inside",) if each[1] in here else (each[1],) for each in step.legal if each[0] == "space"
        )
        by_rules = frozenset(
            (IDS[each.space],) if isinstance(each, PickSpace) else ("inside",)
            for each in due.actions
            if isinstance(each, PickSpace | Inside)
        )
        self.noted.append(Offered(step, recorded, by_rules))

    def take_chosen(self, decision: str, name: str) -> None:
        """Use the step that chose a piece for something that follows."""
        index = self.script.find(decision, that=lambda step: step.do[-1] == name, past=True)
        if index is not None:
            self.script.take(index)

    # ------------------------------------------------------------ sieges and raids

    def declare(self, state: State, due: Choice[Action]) -> Action | None:
        """Return whether an assault follows the siege roll."""
        index = self.script.find("assault_possible", by=due.by)
        if index is None:
            return Decline()
        return Storm() if self.script.take(index).do[0] == "assault" else Decline()

    def parole(self, state: State, due: Choice[Action]) -> Action | None:
        """Return where a garrison goes."""
        index = self.script.find("surrender")
        return None if index is None else PickSpace(space(self.script.take(index).do[1]))

    def dropped_raid(self, state: State, due: Choice[Action]) -> Action | None:
        """Return whether auxiliaries left behind raid."""
        index = self.script.find("pick_raid", past=True)
        return Decline() if index is None else RaidNow()

    def raid_militia(self, state: State, due: Choice[Action]) -> Action | None:
        """Return whether militia answers a raid."""
        index = self.script.find("militia_against_raid", by=due.by, past=True)
        if index is None:
            return Decline()
        step = self.script.take(index)
        self.compare(state, step, due, "piece", name_of)
        return piece_action(step.do[1]) if step.do[0] == "piece" else Decline()

    def home(self, state: State, due: Choice[Action]) -> Action | None:
        """Return where a piece goes home."""
        name = due.about.removeprefix("home_of_")
        found = self.script.destination(name, HOMEWARD, _place(state, name))
        if found is None:
            return Stay() if Stay() in due.actions else None
        index, to = found
        self.script.seen_for(name).add(index)
        self.script.take(index)
        if self.script.steps[index].decision == "go_home_to":
            self.compare_spaces(self.script.steps[index], due)
        return None if to is None else PickSpace(space(to.space))

    def recall(self, state: State, due: Choice[Action]) -> Action | None:
        """Return where a leader alone goes at the year's end."""
        frame = state.stack.top
        name = LEADERS[frame.leader].id  # type: ignore[union-attr]
        found = self.script.destination(name, HOMEWARD, _place(state, name))
        if found is None or found[1] is None:
            return None
        self.script.seen_for(name).add(found[0])
        return PickSpace(space(found[1].space))

    # ------------------------------------------------------------ building and events

    def build(self, state: State, due: Choice[Action]) -> Action | None:
        """Return where something is built."""
        index = self.script.find("construct_stockades", "construct_forts")
        if index is None:
            return Done()
        step = self.script.take(index)
        self.compare_spaces(step, due)
        return PickSpace(space(step.do[1])) if step.do[0] == "space" else Done()

    def placement(self, state: State, due: Choice[Action]) -> Action | None:
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
            self.compare_spaces(step, due)
        return PickSpace(space(step.do[1]))

    def event_choice(self, state: State, due: Choice[Action]) -> Action | None:
        """Return what an event leaves to choose."""
        frame = state.stack.top
        assert isinstance(frame, EventChoice)
        step = self.script.pending()
        if step is None:
            return None
        if frame.event.value.endswith("vaudreuil") and "swap" not in self.wanted:
            self.wanted["swap"] = self.block_pieces("governor_vaudreuil_interferes")
        if "swap" in self.wanted:
            return self.from_set(state, due, self.wanted["swap"], Done())
        index = self.script.steps.index(step)
        match step.do:
            case ("northern" | "southern" as region,):
                self.script.take(index)
                return PickDepartment(Department(region))
            case ("restore",):
                self.script.take(index)
                return RestoreUnits()
            case ("space", name) if step.decision == "call_out_militias":
                self.script.take(index)
                region = Department.ST_LAWRENCE if "st_lawrence" in name else Department.NORTHERN if "northern" in name else Department.SOUTHERN
                return PickDepartment(region)
            case ("space", _) if step.decision in ("rangers", "raise_provincial_regiments"):
                placed = next(name for name in step.moved if name not in step.before)
                same = [each for each in due.actions if isinstance(each, PlaceUnit) and _same_type(COUNTERS[each.unit].id, placed)]
                return same[0] if same else PlaceUnit(unit(placed))
            case ("space", name):
                self.script.take(index)
                self.compare_spaces(step, due)
                return PickSpace(space(name))
            case ("piece", name) if step.decision == "governor_vaudreuil_interferes":
                self.script.take(index)
                return PickLeader(leader(name))
            case ("piece", name) if step.decision in ("call_out_militias", "rangers", "raise_provincial_regiments"):
                return RestoreUnits()
            case ("piece", name):
                where = step.before[name].space
                return PickSpace(space(where))
            case _:
                return None

    def alliance(self, state: State, due: Choice[Action]) -> Action | None:
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
                return PlaceUnit(unit(placed))
            case ("piece", name) if frame.restoring:
                self.script.take(index)
                return Pick(unit(name))
            case ("piece", _):
                return RestoreUnits()
            case _:
                return Done()

    def by_fate(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the next piece of a set that some event takes or restores, as the record's next step says."""
        words = _FATES[due.about]
        return self.chosen_set(state, due, *words)

    def pick_card(self, state: State, due: Choice[Action]) -> Action | None:
        """Return the card chosen."""
        for index, step in enumerate(self.script.steps):
            if index not in self.script.used and step.do[0] == "card":
                self.script.take(index)
                return PickCard(card(step.do[1]))
        return None


# The record names a unit where Referee asks for its space first, or names pieces in another order.
_UNLIKE = frozenset({"indians_desert", "small_pox_eliminate_steps"})
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


def _kind(step: Step | None) -> str:
    move = None if step is None else step.context.get("move")
    return str(move.get("type")) if isinstance(move, dict) else ""


def _mover(step: Step) -> str:
    move = step.context.get("move")
    return str(move.get("moving")) if isinstance(move, dict) else ""


def _sheet_order(name: str) -> tuple[bool, int]:
    return (False, leader(name)) if is_leader_id(name) else (True, unit(name))


def _leads(step: Step, name: str) -> bool:
    return any(piece is not None and piece.under == name for piece in step.moved.values())


def _like(state: State, name: str) -> tuple[object, ...]:
    return likeness(state, name)


def _same_type(one: str, other: str) -> bool:
    if is_leader_id(one) or is_leader_id(other):
        return one == other
    return COUNTERS[unit(one)].type == COUNTERS[unit(other)].type


def _place(state: State, name: str) -> str:
    place = state.board.leader_at[leader(name)] if is_leader_id(name) else state.board.unit_at[unit(name)]
    return IDS[place] if place < len(IDS) else ""


def _at(state: State) -> str:
    frame = state.stack.top
    place = getattr(frame, "space", None)
    return "" if place is None else IDS[place]


def _card_told(action: Action) -> tuple[object, ...] | None:
    match action:
        case PlayEvent(each):
            return ("play_event", FACES[each].id)
        case Activate(each, Activates.FORCE):
            return ("activate_force", FACES[each].id)
        case Activate(each, Activates.INDIVIDUALS):
            return ("activate_individually", FACES[each].id)
        case Build(each, Raised.STOCKADES):
            return ("construct_stockades", FACES[each].id)
        case Build(each, Raised.FORTS):
            return ("construct_forts", FACES[each].id)
        case Hold():
            return ("pass",)
        case _:
            return None


Answer = Callable[[Answers, State, Choice[Action]], Action | None]


def _window(*decisions: str) -> Answer:
    def answered(answers: Answers, state: State, due: Choice[Action]) -> Action | None:
        return answers.respond(*decisions)(state, due)

    return answered


_BY_PREFIX: dict[str, Answer] = {
    "losses_of_": Answers.losses,
    "retreat_of_": Answers.retreat,
    "room_for_": Answers.retreat,
    "home_of_": Answers.home,
    "build_": Answers.build,
}
_BY_NAME: dict[str, Answer] = {
    "card_play": Answers.card_play,
    "demolition": Answers.demolition,
    "end_of_phase": Answers.end_of_phase,
    "name_individuals": Answers.individuals,
    "next_individual": Answers.next_individual,
    "next_campaign": Answers.next_individual,
    "drilled_unit": Answers.drilled_unit,
    "commander_of_force": Answers.commander,
    "campaign_leaders": Answers.campaign,
    "purpose": Answers.purpose,
    "muster": Answers.muster,
    "response_weather": _window("foul_weather"),
    "response_guide": Answers.guide,
    "response_schooner": _window("lake_schooner"),
    "response_blockhouses": _window("raid_blockhouses"),
    "response_massacre": _window("massacre_1", "massacre_2"),
    "response_coehorns_besieger": _window("siege_coehorns_attacker"),
    "response_coehorns_besieged": _window("siege_coehorns_defender"),
    "response_storm_coehorns_besieger": _window("assault_coehorns_attacker", "attacker_events"),
    "response_storm_coehorns_besieged": _window("assault_coehorns_defender", "defender_events"),
    "response_surrender": _window("siege_surrender"),
    "response_give_up": _window("siege_surrender"),
    "step": Answers.step,
    "dropped_raid": Answers.dropped_raid,
    "interception": Answers.reaction,
    "avoidance": Answers.reaction,
    "interceptors": Answers.formed,
    "avoiders": Answers.formed,
    "avoid_to": Answers.avoid_to,
    "fieldworks_left": lambda _a, _s, _d: Decline(),
    "inside": Answers.inside,
    "militia": Answers.militia,
    "join_relief": Answers.relief,
    "battle_events": Answers.battle_events,
    "commander": Answers.command,
    "declare_assault": Answers.declare,
    "parole": Answers.parole,
    "militia_against_raid": Answers.raid_militia,
    "recall": Answers.recall,
    "placement": Answers.placement,
    "event_choice": Answers.event_choice,
    "alliance": Answers.alliance,
    "alliance_restores": Answers.alliance,
    "smallpox": Answers.by_fate,
    "removal": Answers.by_fate,
    "restoration": Answers.by_fate,
    "third_seven": Answers.by_fate,
    "discard": Answers.pick_card,
    "fetch": Answers.pick_card,
}
