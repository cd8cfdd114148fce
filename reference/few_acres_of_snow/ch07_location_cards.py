"""Limits on the use of location cards (Einschränkungen für den Gebrauch von Ortskarten).

A location card works only while its place is controlled, linked to the home place and not besieged. Links are memoised
by the pieces alone.
"""

from functools import lru_cache

from reference.few_acres_of_snow.ch01_board import HOME, IDS, PLACES, TOWNS, VILLAGES, Place, owner, place
from reference.few_acres_of_snow.ch01_board import supply_neighbours as neighbours
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, FIRST_EMPIRE, PLACE_OF, Card, location_cards, may_own
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset, has_player_aid, in_edition
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, besieger, player
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation

NEW_YORK = place("new_york")
_MEMORY = 50_000


@lru_cache(_MEMORY)
def _controlled(pieces: bytes, side: Side) -> frozenset[Place]:
    own = (VILLAGES[side.number], TOWNS[side.number])
    return frozenset(where for where in PLACES if pieces[where] in own)


def _chain(controlled: frozenset[Place], sources: frozenset[Place]) -> frozenset[Place]:
    """Return the sources and every controlled place that a chain of links over controlled places joins to one."""
    found = set(sources)
    waiting = list(sources)
    while waiting:
        for where in neighbours()[waiting.pop()]:
            if where in controlled and where not in found:
                found.add(where)
                waiting.append(where)
    return frozenset(found)


@lru_cache(_MEMORY)
def _reached(pieces: bytes, side: Side, needs_control: bool) -> frozenset[Place]:
    controlled = _controlled(pieces, side)
    home = frozenset((HOME[side.number],))
    return _chain(controlled, home & controlled if needs_control else home)


@lru_cache(_MEMORY)
def _supplied(pieces: bytes, side: Side, needs_control: bool) -> frozenset[Place]:
    """Return the places from which a siege is reinforced: linked to the home place or, for Britain, to New York."""
    controlled = _controlled(pieces, side)
    reached = _reached(pieces, side, needs_control)
    if side is Side.BRITISH and NEW_YORK in controlled:
        return reached | _chain(controlled, frozenset((NEW_YORK,)))
    return reached


@rule("fa:loccard.1", "fa:loccard.2", "fa:aid.loc.2", "fa:faq.supply.1", "fa:faq.supply.2")
def is_linked(state: State, side: Side, where: Place) -> bool:
    """Say whether a controlled place is linked to the side's home place; a besieged place may lie in the chain.

    The chain may start at the home place even while nobody holds it, unless the option asks for control.
    """
    needs_control = state.ruleset.supply_origin_needs_control == "yes"
    return owner(state.board, where) is side and where in _reached(state.board.pieces, side, needs_control)


@rule("fa:reinforce.4", "fa:loccard.3")
def can_be_supplied(state: State, side: Side, where: Place) -> bool:
    """Say whether a chain over own places leads to a besieged place: one in the chain, or an enemy's next to it.

    For Britain, New York is an origin as well as Boston, as long as it is British.
    """
    supplied = _supplied(state.board.pieces, side, state.ruleset.supply_origin_needs_control == "yes")
    if owner(state.board, where) is side:
        return where in supplied
    return where in supplied or any(next_to in supplied for next_to in neighbours()[where])


@lru_cache(_MEMORY)
def _usable(pieces: bytes, side: Side, british_siege: int, french_siege: int, needs_control: bool) -> frozenset[Card]:
    linked = _controlled(pieces, side) & _reached(pieces, side, needs_control) - {british_siege, french_siege}
    found = location_cards()
    return frozenset(found[side, where] for where in linked if (side, where) in found)


def usable_location_cards(state: State, side: Side) -> frozenset[Card]:
    """Return the location cards of a side that work at this moment, wherever they are."""
    british, french = state.sieges
    return _usable(
        state.board.pieces,
        side,
        -1 if british is None else british.place,
        -1 if french is None else french.place,
        state.ruleset.supply_origin_needs_control == "yes",
    )


@rule("fa:loccard.1", "fa:aid.loc.1", "fa:aid.loc.2", "fa:aid.loc.3", "fa:siege.win.9", "fa:aid.siege.9")
def _works(which: int, usable: frozenset[Card]) -> bool:
    """Say whether a card works: every empire card does; a location card only if it is one of those usable now."""
    return which >= FIRST_EMPIRE or which in usable


@rule("fa:loccard.1", "fa:aid.loc.1", "fa:aid.loc.2", "fa:aid.loc.3", "fa:siege.win.9", "fa:aid.siege.9")
def is_usable(state: State, side: Side, which: Card) -> bool:
    """Say whether a card works: every empire card does; a location card while its place is held, linked and free."""
    return _works(which, usable_location_cards(state, side))


@rule("fa:loccard.1", "fa:aid.loc.1", "fa:aid.loc.2", "fa:aid.loc.3")
def unusable(state: State, side: Side, which: Card) -> tuple[Violation, ...]:
    """Refuse a location card that does not work, for every reason there is."""
    where = PLACE_OF[which]
    if where is None or is_usable(state, side, which):
        return ()
    facts = {"side": side.value, "card": CARD_IDS[which], "place": IDS[where]}
    found = of_the_enemy(side, which)
    if owner(state.board, where) is not side:
        rules = ("fa:loccard.1", "fa:aid.loc.3") if has_player_aid(state.ruleset) else ("fa:loccard.1",)
        found += tuple(violation(Reason.NOT_CONTROLLED, each, **facts) for each in rules)
    elif not is_linked(state, side, where):
        rules = ("fa:loccard.1", "fa:aid.loc.2") if has_player_aid(state.ruleset) else ("fa:loccard.1",)
        home = IDS[HOME[side.number]]
        found += tuple(violation(Reason.NOT_LINKED, each, **facts, home=home) for each in rules)
    if besieger(state, where) is not None:
        found += (violation(Reason.BESIEGED, besieged_rule(state.ruleset), **facts),)
    return found


@rule("fa:aid.loc.1", "fa:loccard.1")
def besieged_rule(ruleset: Ruleset) -> str:
    """Return the rule that bars the card of a besieged place: the rulebook says so in an example only (ruling D15)."""
    return in_edition(ruleset, "fa:siege.ex4", "fa:aid.loc.1")


@rule("fa:card.2")
def of_the_enemy(side: Side, which: Card) -> tuple[Violation, ...]:
    """Refuse a card of the other colour, whoever holds the place that it names."""
    return () if may_own(side, which) else (violation(Reason.ENEMY_COLOUR, "fa:card.2", card=CARD_IDS[which]),)


@rule("fa:act.12", "fa:settle.8", "fa:loccard.1")
def working_cards(state: State, side: Side) -> tuple[Card, ...]:
    """Return the different cards of a hand that work."""
    usable = usable_location_cards(state, side)
    return tuple(Card(each) for each in sorted(set(player(state, side).hand)) if _works(each, usable))
