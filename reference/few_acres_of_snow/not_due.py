"""Why a decision that is not due cannot be asked for now: the standing rules, told of the position at hand."""

from typing import TypeAlias

from reference.few_acres_of_snow.actions import (
    TURN_ACTIONS,
    Action,
    Aim,
    Block,
    Draw,
    GiveUp,
    LeaveNeutral,
    LetHappen,
    NameCard,
    Occupy,
    Resolve,
    ReturnCard,
    TurnAction,
)
from reference.few_acres_of_snow.ch01_board import IDS
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, Card
from reference.few_acres_of_snow.ch04_turn import DRAW_RULES, draw_chance
from reference.few_acres_of_snow.ch05_actions import inside_another, outside_action_phase
from reference.few_acres_of_snow.ch09_siege_victory import not_won, place_kept
from reference.few_acres_of_snow.ch12_ambushes import no_block_of_conversions
from reference.few_acres_of_snow.frames import (
    AmbushDeclared,
    AmbushLoss,
    ConversionLoss,
    Drawing,
    Frame,
    Naming,
    Purpose,
    RaidDeclared,
    Raiding,
    SiegeCheck,
    SiegeWon,
    Turn,
)
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player, siege_of
from reference.kernel.decisions import CHANCE
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation

SiegeAnswer: TypeAlias = Resolve | Occupy | LeaveNeutral | ReturnCard


def not_due(state: State, by: str, action: Action) -> tuple[Violation, ...]:
    """Return why a side is not asked now for what an action answers; nothing where no rule of its own says so."""
    if not state.stack:
        return ()
    if by == CHANCE:
        return not_drawn(state, action.card) if isinstance(action, Draw) else ()
    return _not_due_for(state, Side(by), action) if by in list(Side) else ()


def _not_due_for(state: State, side: Side, action: Action) -> tuple[Violation, ...]:
    frame = state.stack.top
    match action:
        case Block() | LetHappen():
            return nothing_to_block(frame, side)
        case GiveUp():
            return nothing_demanded(frame, side)
        case Aim():
            return no_raid_begun(frame)
        case NameCard():
            return naming_not_due(frame, state.ruleset)
        case Draw():
            return not_chosen(frame, side)
        case Resolve() | Occupy() | LeaveNeutral() | ReturnCard():
            return no_siege_decided(state, side, action)
        case _:
            return no_time_to_act(state, side, action) if isinstance(action, TURN_ACTIONS) else ()


@rule("fa:raid.block.1", "fa:ambush.2", "fa:convert.1")
def nothing_to_block(frame: Frame, side: Side) -> tuple[Violation, ...]:
    """Say that only a raid or an ambush that is declared can be blocked, by its victim, and a conversion never."""
    match frame:
        case RaidDeclared(side=attacker) if attacker is side:
            return (violation(Reason.ONLY_VICTIM_BLOCKS, "fa:raid.block.1", attack="raid", side=side.value),)
        case AmbushDeclared(side=attacker) if attacker is side:
            return (violation(Reason.ONLY_VICTIM_BLOCKS, "fa:ambush.2", attack="ambush", side=side.value),)
        case RaidDeclared() | AmbushDeclared():
            return ()
        case ConversionLoss():
            return no_block_of_conversions()
        case _:
            return (
                violation(Reason.NOTHING_DECLARED, "fa:raid.block.1", attack="raid"),
                violation(Reason.NOTHING_DECLARED, "fa:ambush.2", attack="ambush"),
            )


@rule("fa:ambush.4", "fa:convert.1")
def nothing_demanded(frame: Frame, side: Side) -> tuple[Violation, ...]:
    """Say that a card is given up only to an ambush or a conversion."""
    if isinstance(frame, AmbushLoss | ConversionLoss):
        return ()
    return (
        violation(Reason.NO_CARD_DEMANDED, "fa:ambush.4", attack="ambush", side=side.value),
        violation(Reason.NO_CARD_DEMANDED, "fa:convert.1", attack="conversion", side=side.value),
    )


@rule("fa:raid.1")
def no_raid_begun(frame: Frame) -> tuple[Violation, ...]:
    """Say that a raid has a target only once a raid card is played."""
    if isinstance(frame, Raiding | RaidDeclared):
        return ()
    return (violation(Reason.NO_RAID_BEGUN, "fa:raid.1"),)


@rule("fa:siege.win.12")
def naming_not_due(frame: Frame, ruleset: Ruleset) -> tuple[Violation, ...]:
    """Say when the loser of a siege names the card to return: as it ends or, by option, as his own turn ends."""
    if ruleset.loser_card_chosen == "when_siege_ends":
        return (violation(Reason.NAMED_WHEN_SIEGE_ENDS, "fa:siege.win.12"),)
    if isinstance(frame, Naming):
        return ()
    return (violation(Reason.NAMED_AT_TURN_END, "fa:siege.win.12"),)


@rule("fa:siege.win.1", "fa:siege.win.12", "fa:siege.win.16")
def no_siege_decided(state: State, side: Side, action: SiegeAnswer) -> tuple[Violation, ...]:
    """Say why a side has won no siege now, or lost none."""
    frame = state.stack.top
    if isinstance(frame, SiegeWon):
        return not_of_this_siege(state, frame, side, action)
    if any(isinstance(each, SiegeCheck | SiegeWon) for each in state.stack.frames):
        return ()
    if isinstance(action, ReturnCard):
        return (violation(Reason.NO_SIEGE_DECIDED, "fa:siege.win.12"),)
    pairs = ((attacker, active) for attacker in SIDES for active in SIDES)
    why = tuple(found for attacker, active in pairs for found in not_won(state, attacker, side, active=active))
    return why or (violation(Reason.NO_SIEGE_DECIDED, "fa:siege.win.1"),)


@rule("fa:siege.win.10", "fa:siege.win.11", "fa:siege.win.12", "fa:withdraw.4")
def not_of_this_siege(state: State, frame: SiegeWon, side: Side, action: SiegeAnswer) -> tuple[Violation, ...]:
    """Say that a place whose defender has won is not settled, and that the winner of a siege returns no card."""
    siege = siege_of(state, frame.attacker)
    assert siege is not None
    if isinstance(action, ReturnCard):
        facts = {"side": side.value, "place": IDS[siege.place]}
        return (violation(Reason.ONLY_LOSER_RETURNS, "fa:siege.win.11", **facts),) if side is frame.winner else ()
    if isinstance(action, Occupy | LeaveNeutral) and frame.winner is not frame.attacker:
        return (place_kept(frame, siege.place),)
    return ()


@rule("fa:turn.6", "fa:homesupport.1")
def nothing_drawn() -> tuple[Violation, ...]:
    """Say that cards are drawn only as a turn ends and by home support."""
    return tuple(violation(Reason.NOTHING_DRAWN_NOW, each) for each in ("fa:turn.6", "fa:homesupport.1"))


@rule("fa:setup.8", "fa:turn.6", "fa:homesupport.1")
def not_chosen(frame: Frame, side: Side) -> tuple[Violation, ...]:
    """Say that no side chooses the cards that are drawn, whatever lies in the draw deck."""
    if not isinstance(frame, Drawing):
        return nothing_drawn()
    return tuple(violation(Reason.DRAWN_UNCHOSEN, each, side=side.value) for each in DRAW_RULES[frame.purpose])


@rule("fa:turn.6", "fa:homesupport.1")
def not_drawn(state: State, which: Card) -> tuple[Violation, ...]:
    """Say why a card is not drawn now: no card is, or it is not in the draw deck, or not the next one of it."""
    frame = state.stack.top
    if not isinstance(frame, Drawing):
        return nothing_drawn()
    facts = {"side": frame.side.value, "card": CARD_IDS[which]}
    if any(each.card == which for each in draw_chance(state, frame).actions):
        return ()
    deck = player(state, frame.side).deck
    reason = Reason.FURTHER_DOWN if which in deck else Reason.NOT_IN_DECK
    return tuple(violation(reason, each, **facts) for each in DRAW_RULES[frame.purpose])


def no_time_to_act(state: State, side: Side, action: TurnAction) -> tuple[Violation, ...]:
    """Say why a side takes no action in its turn now: the turn is over, or something begun is not finished."""
    frame = state.stack.top
    if isinstance(frame, SiegeWon):
        return _while_a_siege_is_settled(state, side, action)
    return _turn_over(frame, side) or _inside_an_action(frame, side, action, state.ruleset)


@rule("fa:turn.6")
def _turn_over(frame: Frame, side: Side) -> tuple[Violation, ...]:
    """Say that a side whose turn has ended only names a card and draws."""
    match frame:
        case Naming(side=whose) | Drawing(side=whose, purpose=Purpose.REFILL) if whose is side:
            return (violation(Reason.TURN_OVER, "fa:turn.6"),)
        case _:
            return ()


@rule("fa:act.2")
def _inside_an_action(frame: Frame, side: Side, action: TurnAction, ruleset: Ruleset) -> tuple[Violation, ...]:
    """Say that the action under way is finished first: home support is drawn, an attack is answered."""
    match frame:
        case Drawing(side=whose, purpose=Purpose.HOME_SUPPORT) if whose is side:
            return inside_another(action, ruleset)
        case RaidDeclared() | AmbushDeclared() | AmbushLoss() | ConversionLoss() if frame.side is side:
            return inside_another(action, ruleset)
        case _:
            return ()


@rule("fa:act.2", "fa:turn.3")
def _while_a_siege_is_settled(state: State, side: Side, action: TurnAction) -> tuple[Violation, ...]:
    """Say that a siege given up is settled before the turn goes on, and one that is won before its actions begin.

    While the loser chooses the card to return no free action is taken either, whatever the option says (ruling D65).
    """
    below, *_ = state.stack.frames
    assert isinstance(below, Turn | SiegeCheck)
    if below.side is not side:
        return ()
    if isinstance(below, Turn):
        return inside_another(action, state.ruleset)
    return outside_action_phase(action, state.ruleset) or (violation(Reason.LOSER_CHOOSES, "fa:act.2"),)
