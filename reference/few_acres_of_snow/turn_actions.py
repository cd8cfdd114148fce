"""Every action of a turn: which are offered, which rules one would break, what it leads to."""

from collections.abc import Iterator
from typing import assert_never

from reference.few_acres_of_snow import ch06_expansion as expansion
from reference.few_acres_of_snow import ch08_sieges as sieges
from reference.few_acres_of_snow import ch10_reinforcement as reinforcement
from reference.few_acres_of_snow import ch11_raids as raids
from reference.few_acres_of_snow import ch12_ambushes as ambushes
from reference.few_acres_of_snow import ch13_finance as finance
from reference.few_acres_of_snow import ch14_card_management as management
from reference.few_acres_of_snow import ch15_other_actions as other
from reference.few_acres_of_snow.actions import (
    TURN_ACTIONS,
    Action,
    Ambush,
    Besiege,
    Convert,
    Develop,
    Discard,
    Draft,
    EndTurn,
    Fortify,
    FreeAction,
    Governor,
    HomeSupport,
    Intendant,
    Merchant,
    MilitaryLeader,
    Pass,
    Piracy,
    Raid,
    Reinforce,
    Reserve,
    RetrieveReserve,
    Settle,
    TakeMoney,
    Trade,
    TurnAction,
    Withdraw,
)
from reference.few_acres_of_snow.ch02_cards import ATTACKERS, Card
from reference.few_acres_of_snow.ch05_actions import no_action_left
from reference.few_acres_of_snow.ch07_location_cards import working_cards
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, player
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.verdicts import Next, Violation


def free_offers(state: State, side: Side) -> Iterator[FreeAction]:
    """Return every free action that can be taken now."""
    yield from reinforcement.leader_offers(state, side)
    if player(state, side).reserve and not management.retrieve_violations(state, side):
        yield RetrieveReserve()
    if not management.home_support_violations(state, side):
        yield HomeSupport()
    if state.ruleset.withdraw_cost == "free":
        yield from other.withdraw_offers(state)


def offers(state: State, turn: Turn) -> tuple[TurnAction, ...]:
    """Return every action the active player may take now, in canonical order."""
    side, ruleset = turn.side, state.ruleset
    if no_action_left(turn, Pass(), ruleset):
        free = (each for each in free_offers(state, side) if not no_action_left(turn, each, ruleset))
        return (*free, EndTurn())
    working = working_cards(state, side)
    return (
        *expansion.settle_offers(state, side, working),
        *expansion.develop_offers(state, side, working),
        *expansion.fortify_offers(state, side, working),
        *_combat_offers(state, side, working),
        *finance.finance_offers(state, side, working),
        *management.draft_offers(state, side),
        *management.hand_offers(state, side),
        *free_offers(state, side),
        *(other.withdraw_offers(state) if ruleset.withdraw_cost == "action" else ()),
        Pass(),
    )


def _combat_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[TurnAction]:
    yield from sieges.besiege_offers(state, side, working)
    yield from reinforcement.reinforce_offers(state, side, working)
    if not ATTACKERS.isdisjoint(working):
        yield from raids.raid_offers(state, side, working)
        yield from ambushes.ambush_offers(state, side, working)
        yield from ambushes.convert_offers(working)


def turn_decision(state: State, turn: Turn) -> Choice[Action]:
    """Ask for the next action of the turn."""
    return Choice(turn.side, "act", ("fa:act.1",), offers(state, turn))


def turn_violations(state: State, turn: Turn, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule an action would break in the action phase."""
    if not isinstance(action, TURN_ACTIONS):
        return None
    return no_action_left(turn, action, state.ruleset) + action_violations(state, turn.side, action)


def turn_apply(state: State, turn: Turn, action: Action) -> Next[State]:
    """Take an action of the turn."""
    assert isinstance(action, TURN_ACTIONS)
    return taken(state, turn.side, action)


TURN: Procedure[State, Turn, Action] = Procedure(turn_decision, turn_violations, turn_apply, always_waits)


def action_violations(state: State, side: Side, action: TurnAction) -> tuple[Violation, ...]:
    """Return every rule an action would break apart from its timing."""
    match action:
        case Settle() | Develop() | Fortify():
            return _expansion_violations(state, side, action)
        case Besiege() | Reinforce() | MilitaryLeader() | Raid() | Ambush() | Convert():
            return _combat_violations(state, side, action)
        case TakeMoney() | Merchant() | Trade() | Piracy():
            return _finance_violations(state, side, action)
        case Draft() | Discard() | Reserve() | RetrieveReserve() | Governor() | Intendant() | HomeSupport():
            return _management_violations(state, side, action)
        case Withdraw():
            return other.withdraw_violations(state, action)
        case Pass() | EndTurn():
            return ()
        case _:
            assert_never(action)


def _expansion_violations(state: State, side: Side, action: Settle | Develop | Fortify) -> tuple[Violation, ...]:
    match action:
        case Settle():
            return expansion.settle_violations(state, side, action)
        case Develop():
            return expansion.develop_violations(state, side, action)
        case Fortify():
            return expansion.fortify_violations(state, side, action)
        case _:
            assert_never(action)


def _combat_violations(
    state: State, side: Side, action: Besiege | Reinforce | MilitaryLeader | Raid | Ambush | Convert
) -> tuple[Violation, ...]:
    match action:
        case Besiege():
            return sieges.besiege_violations(state, side, action)
        case Reinforce():
            return reinforcement.reinforce_violations(state, side, action)
        case MilitaryLeader():
            return reinforcement.leader_violations(state, side, action)
        case Raid():
            return raids.raid_violations(state, side, action)
        case Ambush():
            return ambushes.ambush_violations(state, side, action)
        case Convert():
            return ambushes.convert_violations(state, side, action)
        case _:
            assert_never(action)


def _finance_violations(
    state: State, side: Side, action: TakeMoney | Merchant | Trade | Piracy
) -> tuple[Violation, ...]:
    match action:
        case TakeMoney():
            return finance.income_violations(state, side, action)
        case Merchant():
            return finance.merchant_violations(state, side, action)
        case Trade():
            return finance.trade_violations(state, side, action)
        case Piracy():
            return finance.piracy_violations(state, side, action)
        case _:
            assert_never(action)


def _management_violations(
    state: State,
    side: Side,
    action: Draft | Discard | Reserve | RetrieveReserve | Governor | Intendant | HomeSupport,
) -> tuple[Violation, ...]:
    match action:
        case Draft():
            return management.draft_violations(state, side, action)
        case Discard():
            return management.discard_violations(state, side, action)
        case Reserve():
            return management.reserve_violations(state, side, action)
        case RetrieveReserve():
            return management.retrieve_violations(state, side)
        case Governor():
            return management.governor_violations(state, side, action)
        case Intendant():
            return management.intendant_violations(state, side, action)
        case HomeSupport():
            return management.home_support_violations(state, side)
        case _:
            assert_never(action)


def taken(state: State, side: Side, action: TurnAction) -> Next[State]:
    """Return what a legal action leads to."""
    match action:
        case Settle() | Develop() | Fortify():
            return _expansion_taken(state, side, action)
        case Besiege() | Reinforce() | MilitaryLeader() | Raid() | Ambush() | Convert():
            return _combat_taken(state, side, action)
        case TakeMoney() | Merchant() | Trade() | Piracy():
            return _finance_taken(state, side, action)
        case Draft() | Discard() | Reserve() | RetrieveReserve() | Governor() | Intendant() | HomeSupport():
            return _management_taken(state, side, action)
        case Withdraw():
            return other.withdrawn(state, side, action)
        case Pass():
            return other.passed(state, side)
        case EndTurn():
            return other.rest_forgone(state, side)
        case _:
            assert_never(action)


def _expansion_taken(state: State, side: Side, action: Settle | Develop | Fortify) -> Next[State]:
    match action:
        case Settle():
            return expansion.settle_begun(state, side, action)
        case Develop():
            return expansion.developed(state, side, action)
        case Fortify():
            return expansion.fortified(state, side, action)
        case _:
            assert_never(action)


def _combat_taken(
    state: State, side: Side, action: Besiege | Reinforce | MilitaryLeader | Raid | Ambush | Convert
) -> Next[State]:
    match action:
        case Besiege():
            return sieges.besiege_begun(state, side, action)
        case Reinforce():
            return reinforcement.reinforcing(state, side, action)
        case MilitaryLeader():
            return reinforcement.led(state, side, action)
        case Raid():
            return raids.raid_begun(state, side, action)
        case Ambush():
            return ambushes.ambushed(state, side, action)
        case Convert():
            return ambushes.converting(state, side, action)
        case _:
            assert_never(action)


def _finance_taken(state: State, side: Side, action: TakeMoney | Merchant | Trade | Piracy) -> Next[State]:
    match action:
        case TakeMoney():
            return finance.money_taken(state, side, action)
        case Merchant():
            return finance.merchant_begun(state, side, action)
        case Trade():
            return finance.trade_begun(state, side, action)
        case Piracy():
            return finance.robbed(state, side, action)
        case _:
            assert_never(action)


def _management_taken(
    state: State,
    side: Side,
    action: Draft | Discard | Reserve | RetrieveReserve | Governor | Intendant | HomeSupport,
) -> Next[State]:
    match action:
        case Draft():
            return management.drafted(state, side, action)
        case Discard():
            return management.discard_begun(state, side, action)
        case Reserve():
            return management.reserved(state, side, action)
        case RetrieveReserve():
            return management.retrieved(state, side)
        case Governor():
            return management.governor_begun(state, side, action)
        case Intendant():
            return management.fetched(state, side, action)
        case HomeSupport():
            return management.home_support_played(state, side)
        case _:
            assert_never(action)
