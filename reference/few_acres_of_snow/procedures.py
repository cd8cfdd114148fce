"""What each procedure waits for, what answers it, and how it goes on by itself."""

from typing import TypeAlias, assert_never

from reference.few_acres_of_snow import ch04_turn as turn
from reference.few_acres_of_snow import ch06_expansion as expansion
from reference.few_acres_of_snow import ch08_sieges as sieges
from reference.few_acres_of_snow import ch09_siege_victory as victory
from reference.few_acres_of_snow import ch11_raids as raids
from reference.few_acres_of_snow import ch12_ambushes as ambushes
from reference.few_acres_of_snow import ch13_finance as finance
from reference.few_acres_of_snow import ch14_card_management as management
from reference.few_acres_of_snow.actions import (
    ACTS,
    Act,
    Action,
    Aim,
    Block,
    Done,
    Draw,
    FreeAct,
    GiveUp,
    LeaveNeutral,
    LetHappen,
    NameCard,
    Occupy,
    Play,
    Resolve,
    ReturnCard,
)
from reference.few_acres_of_snow.ch05_actions import inside_another, outside_action_phase
from reference.few_acres_of_snow.frames import (
    AmbushDeclared,
    AmbushLoss,
    Besieging,
    ConversionLoss,
    Dealing,
    Discarding,
    Drawing,
    Frame,
    Governing,
    Naming,
    RaidDeclared,
    Raiding,
    Settling,
    SiegeCheck,
    SiegeWon,
    SiegeWonStage,
    Trading,
    Turn,
    TurnStart,
)
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State
from reference.few_acres_of_snow.turn_actions import free_offers, offers, taken, turn_violations, violations
from reference.kernel.decisions import Choice, Decision
from reference.kernel.engine import Engine
from reference.kernel.procedures import UnderWay
from reference.kernel.verdicts import Next, No, Violation

Answered: TypeAlias = Next[State] | No | None
_Collecting: TypeAlias = Settling | Besieging | Raiding | Dealing | Trading | Discarding | Governing

# ---------------------------------------------------------------- what is due


def pending(state: State) -> Decision[Action] | None:
    """Return the decision the frame at work waits for, if it waits."""
    frame: Frame = state.stack.top
    match frame:
        case Turn():
            return Choice(frame.side, "act", ("fa:act.1",), offers(state, frame))
        case Drawing():
            return turn.draw_chance(state, frame) if turn.waits(state, frame) else None
        case Settling() | Besieging() | Raiding() | Dealing() | Trading() | Discarding() | Governing():
            return _card_choice(state, frame)
        case RaidDeclared():
            options = raids.block_options(state, frame)
            return Choice(frame.side.enemy.value, "block_raid", ("fa:raid.block.1",), options)
        case AmbushDeclared():
            options = ambushes.block_options(state, frame)
            return Choice(frame.side.enemy.value, "block_ambush", ("fa:ambush.2",), options)
        case AmbushLoss():
            return Choice(frame.side.enemy.value, "lose", ("fa:ambush.4",), ambushes.loss_options(state, frame))
        case ConversionLoss():
            return Choice(frame.side.enemy.value, "lose", ("fa:convert.1",), ambushes.loss_options(state, frame))
        case SiegeCheck() | SiegeWon() | Naming():
            return _siege_choice(state, frame)
        case TurnStart():
            return None
        case _:
            assert_never(frame)


def _card_choice(state: State, frame: _Collecting) -> Choice[Action]:
    by = frame.side.value
    match frame:
        case Settling():
            return Choice(by, "settle", ("fa:settle.3", "fa:settle.4"), expansion.settle_options(state, frame))
        case Besieging():
            rules = ("fa:siege.start.2", "fa:siege.start.3")
            return Choice(by, "besiege", rules, sieges.besiege_options(state, frame))
        case Raiding():
            return Choice(by, "raid", ("fa:raid.1", "fa:raid.2"), raids.raiding_options(state, frame))
        case Dealing():
            return Choice(by, "merchant", ("fa:merchant.1",), finance.dealing_options(state, frame))
        case Trading():
            return Choice(by, "trade", ("fa:sum.fin.3",), finance.trading_options(state, frame))
        case Discarding():
            return Choice(by, "discard", ("fa:discard.1",), management.discarding_options(state, frame))
        case Governing():
            return Choice(by, "governor", ("fa:governor.1",), management.governing_options(state, frame))
        case _:
            assert_never(frame)


def _siege_choice(state: State, frame: SiegeCheck | SiegeWon | Naming) -> Choice[Action] | None:
    options: tuple[Action, ...]
    rules: tuple[str, ...]
    match frame:
        case SiegeCheck():
            options = turn.check_options(state, frame)
            by, about, rules = frame.side, "resolve_siege", ("fa:siege.win.1",)
        case SiegeWon(step=SiegeWonStage.SETTLE):
            options = victory.settle_options(state, frame)
            by, about, rules = frame.winner, "settle_captured", ("fa:siege.win.4", "fa:siege.win.5")
        case SiegeWon():
            options = victory.return_options(state, frame)
            by, about, rules = frame.winner.enemy, "return_card", ("fa:siege.win.12",)
        case Naming():
            options = victory.naming_options(state, frame.side)
            by, about, rules = frame.side, "name_card", ("fa:siege.win.12",)
        case _:
            assert_never(frame)
    if not options:
        return None
    return Choice(by.value, about, rules, options + _early_offers(state, frame))


def _early_side(frame: SiegeCheck | SiegeWon | Naming) -> Side | None:
    """Return whose free actions could be taken at this moment of the siege check; nobody's outside his own turn."""
    match frame:
        case SiegeCheck():
            return frame.side
        case SiegeWon():
            return frame.winner if frame.step is SiegeWonStage.SETTLE and not frame.withdrawn else None
        case Naming():
            return None
        case _:
            assert_never(frame)


def _early_offers(state: State, frame: SiegeCheck | SiegeWon | Naming) -> tuple[FreeAct, ...]:
    side = _early_side(frame)
    if side is None or state.ruleset.free_action_window == "action_phase_between_actions":
        return ()
    return tuple(free_offers(state, side))


# ---------------------------------------------------------------- going on


def advance(state: State) -> Next[State]:
    """Go on by one step that needs nobody's decision."""
    frame: Frame = state.stack.top
    match frame:
        case Drawing():
            return turn.drawing_went_on(state, frame)
        case TurnStart():
            return turn.turn_started(state, frame)
        case SiegeCheck():
            return turn.check_went_on(state, frame)
        case SiegeWon():
            return victory.advance(state, frame)
        case _:
            assert isinstance(frame, Naming)
            return turn.refill_began(state, frame.side)


# ---------------------------------------------------------------- what an action leads to


def answered(state: State, action: Action) -> Answered:
    """Return what an action leads to or breaks; nothing if it answers another decision."""
    frame: Frame = state.stack.top
    match frame:
        case Turn():
            if not isinstance(action, ACTS):
                return None
            return _ruled(turn_violations(state, frame, action)) or taken(state, frame.side, action)
        case Drawing():
            if not isinstance(action, Draw) or not turn.is_drawable(state, frame, action.card):
                return None
            return turn.drawn(state, frame, action)
        case Settling() | Besieging() | Raiding() | Dealing() | Trading() | Discarding() | Governing():
            if isinstance(action, ACTS):
                return No(inside_another(action, state.ruleset) + violations(state, frame.side, action))
            return _card_answered(state, frame, action)
        case SiegeCheck() | SiegeWon() | Naming():
            if isinstance(action, ACTS):
                return _early_act(state, frame, action)
            return _siege_answered(state, frame, action)
        case RaidDeclared() | AmbushDeclared() | AmbushLoss() | ConversionLoss():
            return _victim_answered(state, frame, action)
        case TurnStart():
            return None
        case _:
            assert_never(frame)


def _ruled(found: tuple[Violation, ...]) -> No | None:
    return No(found) if found else None


def _early_act(state: State, frame: SiegeCheck | SiegeWon | Naming, action: Act) -> Answered:
    side = _early_side(frame)
    if side is None:
        return None
    timing = outside_action_phase(action, state.ruleset)
    return _ruled(timing + violations(state, side, action)) or taken(state, side, action)


def _card_answered(state: State, frame: _Collecting, action: Action) -> Answered:
    match frame, action:
        case Settling(), Play():
            found = expansion.settling_violations(state, frame, action)
            return _ruled(found) or expansion.settling_played(state, frame, action)
        case Besieging(), Play():
            found = sieges.besieging_violations(state, frame, action)
            return _ruled(found) or sieges.besieging_played(state, frame, action)
        case Raiding(), Play():
            found = raids.raiding_violations(state, frame, action)
            return _ruled(found) or raids.raid_card_played(state, frame, action.card)
        case Raiding(), Aim():
            return _ruled(raids.aim_violations(state, frame, action)) or raids.aimed(state, frame, action)
        case Dealing() | Trading(), Play() | Done():
            return _finance_answered(state, frame, action)
        case Discarding() | Governing(), Play() | Done():
            return _management_answered(state, frame, action)
        case _:
            return None


def _finance_answered(state: State, frame: Dealing | Trading, action: Play | Done) -> Next[State] | No:
    if isinstance(frame, Dealing):
        if isinstance(action, Done):
            return _ruled(finance.deal_unfinished(frame)) or finance.deal_done(state, frame)
        return _ruled(finance.dealing_violations(state, frame, action)) or finance.dealt(state, frame, action)
    if isinstance(action, Done):
        return finance.trade_done(state, frame)
    return _ruled(finance.trading_violations(state, frame, action)) or finance.traded(state, frame, action)


def _management_answered(state: State, frame: Discarding | Governing, action: Play | Done) -> Next[State] | No:
    if isinstance(frame, Discarding):
        if isinstance(action, Done):
            return management.discard_done(state, frame)
        found = management.discarding_violations(state, frame, action)
        return _ruled(found) or management.discarding_played(state, frame, action)
    if isinstance(action, Done):
        return management.governing_done(state, frame)
    found = management.governing_violations(state, frame, action)
    return _ruled(found) or management.governing_played(state, frame, action)


def _siege_answered(state: State, frame: SiegeCheck | SiegeWon | Naming, action: Action) -> Answered:
    match frame, action:
        case SiegeCheck(), Resolve():
            return _ruled(turn.resolve_violations(state, frame, action)) or turn.resolved(state, frame, action)
        case SiegeWon(step=SiegeWonStage.SETTLE), Occupy():
            return _ruled(victory.occupy_violations(state, frame, action)) or victory.occupied(state, frame, action)
        case SiegeWon(step=SiegeWonStage.SETTLE), LeaveNeutral():
            return _ruled(victory.leave_violations(state, frame)) or victory.left_neutral(state, frame)
        case SiegeWon(step=SiegeWonStage.RETURN), ReturnCard():
            found = victory.return_violations(state, frame, action)
            return _ruled(found) or victory.loser_returned(state, frame, action.card)
        case Naming(), NameCard():
            found = victory.naming_violations(state, frame.side, action)
            return _ruled(found) or victory.named(state, frame.side, action)
        case _:
            return None


def _victim_answered(
    state: State, frame: RaidDeclared | AmbushDeclared | AmbushLoss | ConversionLoss, action: Action
) -> Answered:
    match frame, action:
        case RaidDeclared(), Block():
            return _ruled(raids.block_violations(state, frame, action)) or raids.blocked(state, frame, action)
        case RaidDeclared(), LetHappen():
            return raids.raided(state, frame)
        case AmbushDeclared(), Block():
            return _ruled(ambushes.block_violations(state, frame, action)) or ambushes.blocked(state, frame, action)
        case AmbushDeclared(), LetHappen():
            return ambushes.let_happen(state, frame)
        case AmbushLoss() | ConversionLoss(), GiveUp():
            return _ruled(ambushes.loss_violations(state, frame, action)) or ambushes.given_up(state, frame, action)
        case _:
            return None


class _Unsorted:
    def decision(self, state: State) -> Decision[Action] | None:
        return pending(state)

    def violations(self, state: State, action: Action) -> tuple[Violation, ...] | None:
        answer = answered(state, action)
        if isinstance(answer, Next):
            return ()
        return None if answer is None else answer.violations

    def apply(self, state: State, action: Action) -> Next[State]:
        answer = answered(state, action)
        assert isinstance(answer, Next)
        return answer

    def advance(self, state: State) -> Next[State]:
        return advance(state)


_UNSORTED = _Unsorted()


def _at_work(state: State) -> UnderWay[State, Action] | None:
    return _UNSORTED if state.stack else None


def _covered(state: State) -> State:
    """Return the state with no hand lying open any more."""
    return state if state.shown is None else state._replace(shown=None)


ENGINE: Engine[State, Action] = Engine(_at_work, answered=_covered)
