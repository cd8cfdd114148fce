"""Reinforcing a siege (Verstärkung einer Belagerung), by cards and by the military leader."""

from collections.abc import Iterator

from reference.few_acres_of_snow.actions import MilitaryLeader, Reinforce
from reference.few_acres_of_snow.ch01_board import HOME, IDS, Place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, LEADER_OF, LEADERS, Card, names, plus
from reference.few_acres_of_snow.ch05_actions import not_in_hand, paying, spent, unaffordable
from reference.few_acres_of_snow.ch07_location_cards import NEW_YORK, can_be_supplied, unusable
from reference.few_acres_of_snow.ch08_sieges import cannot_fight, on_track, siege_cost, stopped_on_track, strength
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import SiegeWon
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, besieger, player, seat, siege_of, taken_from_hand, with_siege
from reference.kernel.rules import rule
from reference.kernel.verdicts import Next, Violation, event, violation


@rule("fa:reinforce.2", "fa:leader.2")
def no_siege(state: State, where: Place, siege_rule: str) -> tuple[Violation, ...]:
    """Refuse a place that nobody besieges, or whose siege is being settled."""
    attacker = besieger(state, where)
    if attacker is None:
        return (violation(Reason.NO_SIEGE, siege_rule, place=IDS[where]),)
    return (violation(Reason.NO_SIEGE, siege_rule, decided=IDS[where]),) if _being_settled(state, attacker) else ()


def _being_settled(state: State, attacker: Side) -> bool:
    return any(isinstance(frame, SiegeWon) and frame.attacker is attacker for frame in state.stack.frames)


@rule("fa:reinforce.4")
def not_supplied(state: State, side: Side, where: Place) -> tuple[Violation, ...]:
    """Refuse a place to which no chain of own places leads."""
    if can_be_supplied(state, side, where):
        return ()
    facts = {"side": side.value, "place": IDS[where], "home": IDS[HOME[side.number]]}
    if side is Side.BRITISH:
        facts["other_home"] = IDS[NEW_YORK]
    return (violation(Reason.NOT_LINKED, "fa:reinforce.4", **facts),)


@rule("fa:reinforce.7")
def leader_needs_no_action(which: Card) -> tuple[Violation, ...]:
    """Refuse to spend an action on the military leader, who needs none."""
    return (violation(Reason.LEADER_IS_FREE, "fa:reinforce.7", card=CARD_IDS[which]),) if which in LEADERS else ()


@rule("fa:reinforce.1", "fa:sum.war.2", "fa:aid.reinforce.1")
def reinforce_violations(state: State, side: Side, action: Reinforce) -> tuple[Violation, ...]:
    """Refuse to reinforce a siege for every rule it would break."""
    where, which = action.place, action.card
    found = no_siege(state, where, "fa:reinforce.2")
    if not found:
        defending = besieger(state, where) is side.enemy
        found = cannot_fight(which, where, state.ruleset, defending=defending, strength_rule="fa:reinforce.1")
    found += (
        *not_in_hand(state, side, which),
        *unusable(state, side, which),
        *unaffordable(state, side, siege_cost(which), "fa:sum.war.2"),
        *leader_needs_no_action(which),
    )
    if state.ruleset.reinforce_needs_supply == "yes":
        found += not_supplied(state, side, where)
    return found


def reinforce_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[Reinforce]:
    """Return every way to reinforce a siege with a card that takes an action."""
    for siege in state.sieges:
        if siege is not None:
            for which in working:
                if strength(which, siege.place, state.ruleset):
                    action = Reinforce(siege.place, which)
                    if not reinforce_violations(state, side, action):
                        yield action


@rule("fa:leader.1", "fa:leader.2")
def leader_violations(state: State, side: Side, action: MilitaryLeader) -> tuple[Violation, ...]:
    """Refuse to play the military leader without a siege to lead in, or without the leader."""
    found = no_siege(state, action.place, "fa:leader.2")
    if LEADER_OF[side.number] not in player(state, side).hand:
        found += (violation(Reason.NO_LEADER, "fa:leader.1", side=side.value),)
    if state.ruleset.leader_needs_supply == "yes":
        found += not_supplied(state, side, action.place)
    return found


def leader_offers(state: State, side: Side) -> Iterator[MilitaryLeader]:
    """Return every siege the military leader may be played into."""
    if LEADER_OF[side.number] not in player(state, side).hand:
        return
    for siege in state.sieges:
        if siege is not None and not leader_violations(state, side, MilitaryLeader(siege.place)):
            yield MilitaryLeader(siege.place)


@rule(
    "fa:reinforce.1", "fa:reinforce.3", "fa:act.6", "fa:leader.1", "fa:leader.2", "fa:sum.war.2", "fa:aid.reinforce.1"
)
def reinforced(state: State, side: Side, where: Place, which: Card) -> Next[State]:
    """Lay a card on the siege space, as attacker or defender, and move the marker towards its player."""
    attacker = besieger(state, where)
    assert attacker is not None
    siege = siege_of(state, attacker)
    assert siege is not None
    ours = seat(attacker, side)
    force = strength(which, where, state.ruleset)
    moved = siege.marker + (force if ours == 0 else -force)
    marker = on_track(moved, attacker, state.ruleset)
    attackers, defenders = siege.cards
    cards = (plus(attackers, which), defenders) if ours == 0 else (attackers, plus(defenders, which))
    after, cost = paying(taken_from_hand(state, side, which), side, siege_cost(which), "fa:sum.war.2")
    happened = event(
        EventKind.SIEGE_REINFORCED, "fa:reinforce.1", "fa:reinforce.3", side=side.value, place=IDS[where],
        cards=names((which,)), marker=marker,
    )  # fmt: skip
    stopped = stopped_on_track(moved, attacker, where, state.ruleset)
    return Next(with_siege(after, attacker, siege._replace(marker=marker, cards=cards)), (*cost, happened, *stopped))


@rule("fa:reinforce.7")
def reinforcing(state: State, side: Side, action: Reinforce) -> Next[State]:
    """Reinforce a siege with an action."""
    return reinforced(spent(state), side, action.place, action.card)


@rule("fa:leader.1", "fa:sum.war.2", "fa:aid.reinforce.1")
def led(state: State, side: Side, action: MilitaryLeader) -> Next[State]:
    """Play the military leader, free of charge."""
    return reinforced(state, side, action.place, LEADER_OF[side.number])
