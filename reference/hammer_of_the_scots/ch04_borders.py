"""Chapter 4.3 and what depends on it: the limits of borders, and borders shut because somebody crossed them."""

from reference.hammer_of_the_scots.board import holds
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, COLOURS, Area, Border, Colour, border_limit, ends
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import Field, State, attacker_at, mark_of
from reference.kernel.columns import with_byte
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation

# ---------------------------------------------------------------- 4.3: borders


@rule("hs:4.3-2", "hs:4.3-3", "hs:4.3-4", "hs:4.3-7")
def full_border(field: Field, border: Border, asked_by: str | None = None) -> Violation | None:
    """Refuse a border whose limit this player's blocks have reached in this phase."""
    limit = border_limit(border)
    if field.crossings[border] < limit:
        return None
    rule_id = asked_by or limit_rule(border)
    one, other = ends(border)
    return violation(Reason.BORDER_FULL, rule_id, between=(AREA_IDS[one], AREA_IDS[other]), limit=limit)


def no_border(source: Area, to: Area, asked_by: str) -> Violation:
    """Refuse an area without a common border, or the area where the block stands."""
    if to == source:
        return violation(Reason.SAME_AREA, asked_by, area=AREA_IDS[to])
    return violation(Reason.NO_BORDER, asked_by, source=AREA_IDS[source], to=AREA_IDS[to])


@rule("hs:4.3-2", "hs:4.3-3")
def limit_rule(border: Border) -> str:
    """Return the rule that limits a border: black or red."""
    return "hs:4.3-2" if COLOURS[border] is Colour.BLACK else "hs:4.3-3"


def crossed(field: Field, border: Border) -> bytes:
    """Return the crossings of a phase with one more over a border."""
    return with_byte(field.crossings, border, field.crossings[border] + 1)


def entry(border: Border, into: Area) -> int:
    """Return the index of a border, crossed into an area, in the column of entries."""
    return 2 * border + (ends(border)[1] == into)


def _users(field: Field, border: Border, into: Area, ruleset: Ruleset) -> int:
    """Return the sides that used a border to enter this battle or, if the ruleset counts all battles, any."""
    here = field.entered[entry(border, into)]
    if ruleset.border_closure_scope == "this_battle":
        return here
    return field.entered[2 * border] | field.entered[2 * border + 1]


@rule("hs:4.6-4")
def leaving_over_used_border(state: State, side: Side, source: Area, border: Border) -> Violation | None:
    """Refuse to let a block leave a battle over a border that the attacker used to enter."""
    if not holds(state.board, source, side.enemy):
        return None
    if not state.field.entered[entry(border, source)] & mark_of(side.enemy):
        return None
    one, other = ends(border)
    return violation(Reason.BORDER_USED_BY_ATTACKER, "hs:4.6-4", between=(AREA_IDS[one], AREA_IDS[other]))


@rule("hs:5.5-6", "hs:5.5-7")
def shut_border(state: State, side: Side, source: Area, border: Border) -> Violation | None:
    """Refuse a retreat over a border the enemy used to enter; if both used it, only the second player may."""
    users = _users(state.field, border, source, state.ruleset)
    if not users & mark_of(side.enemy):
        return None
    # If both used it, it does not matter who began the battle.
    if users & mark_of(side):
        second = state.field.first is side.enemy
        return None if second else _shut_by_rule(border, Reason.BORDER_USED_BY_BOTH, "hs:5.5-7")
    if state.ruleset.reinforcement_shuts_border == "no" and attacker_at(state.field, source) is not side.enemy:
        return None
    return _shut_by_rule(border, Reason.BORDER_SHUT, "hs:5.5-6")


def _shut_by_rule(border: Border, reason: Reason, rule_id: str) -> Violation:
    one, other = ends(border)
    return violation(reason, rule_id, between=(AREA_IDS[one], AREA_IDS[other]))
