"""Chapter 7.5: what changes a battle's die and column.

Each rule is a function that returns a number. Tactics come from the leaders, the woods and open-field modifiers from
the kinds of units on the two sides, the rest from how the attacker comes and what protects the defender.
"""

from collections.abc import Iterable

from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.ch02_map import IDS, Space, is_cultivated, is_wild
from reference.wilderness_war.ch03_pieces import LEADERS, Kind, Leader, is_regular, is_woodsman
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.reasons import Reason

_BATTLE = table("combat_modifiers").table("battle")
_TACTICS_FACTOR = _BATTLE.number("commander_tactics_factor")
_WOODS = _BATTLE.number("no_auxiliary_or_light_vs_auxiliary_or_light_in_wilderness_or_mountain")
_OPEN_FIELD = _BATTLE.number("no_regular_vs_regular_in_cultivated")
_LANDING = _BATTLE.number("attacking_amphibious_landing")
_STOCKADE = _BATTLE.number("attacking_units_in_stockade")
_FIELDWORKS = _BATTLE.number("attacking_fieldworks_column_shift")
_AMBUSH = _BATTLE.number("ambush_unmatched_strength_factor")


@rule("ww:7.51", "ww:3.2-tactics")
def tactics_modifier(commander: Leader | None) -> int:
    """Add the tactics of the commanding leader."""
    return 0 if commander is None else LEADERS[commander].tactics * _TACTICS_FACTOR


@rule("ww:7.51-nonactive")
def highest_in_command(leaders: Iterable[Leader]) -> tuple[Leader, ...]:
    """Return the leaders of the highest command rating, among whom the inactive side picks its commander."""
    present = tuple(leaders)
    ratings = {LEADERS[leader].command for leader in present}
    return tuple(leader for leader in present if LEADERS[leader].command == max(ratings))


@rule("ww:7.51", "ww:7.51-drop", "ww:9.13-a")
def best_in_command(leaders: Iterable[Leader]) -> Leader | None:
    """Return the leader of the highest command rating; among equals the best in tactics, whom his side would choose."""
    return max(highest_in_command(leaders), key=lambda leader: LEADERS[leader].tactics, default=None)


@rule("ww:7.51-nonactive")
def command_violations(place: Space, present: tuple[Leader, ...], named: Leader) -> tuple[Violation, ...]:
    """Refuse a commander of the inactive side who is elsewhere or outranked."""
    if named not in present:
        return (violation(Reason.NOT_AMONG_THEM, "ww:7.51-nonactive", leader=LEADERS[named].id, space=IDS[place]),)
    highest = highest_in_command(present)
    if named in highest:
        return ()
    higher = tuple(LEADERS[leader].id for leader in highest)
    return (violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:7.51-nonactive", leader=LEADERS[named].id, higher=higher),)


@rule("ww:7.52")
def woods_modifier(place: Space, own: Iterable[Kind], enemy: Iterable[Kind]) -> int:
    """Penalise a side without woodsmen against one that has them, in wilderness or mountain."""
    if not is_wild(place) or any(is_woodsman(kind) for kind in own):
        return 0
    return _WOODS if any(is_woodsman(kind) for kind in enemy) else 0


@rule("ww:7.53")
def open_field_modifier(place: Space, own: Iterable[Kind], enemy: Iterable[Kind]) -> int:
    """Penalise a side without Regulars against one that has them, in cultivated land."""
    if not is_cultivated(place) or any(is_regular(kind) for kind in own):
        return 0
    return _OPEN_FIELD if any(is_regular(kind) for kind in enemy) else 0


@rule("ww:7.54")
def landing_modifier(*, landing: bool) -> int:
    """Penalise an attacker who lands amphibiously."""
    return _LANDING if landing else 0


@rule("ww:7.54", "ww:8.1-stockade")
def stockade_modifier(*, stockade: bool) -> int:
    """Penalise an attacker whose enemy defends in a stockade's space."""
    return _STOCKADE if stockade else 0


@rule("ww:7.55")
def fieldworks_shift(*, fieldworks: bool) -> int:
    """Shift the attacker's column if the defender has Fieldworks, for all defenders and whenever they were dug."""
    return _FIELDWORKS if fieldworks else 0


@rule("ww:7.56")
def ambush_strength(strength: int, *, ambushing: bool) -> int:
    """Double the strength of a side whose AMBUSH! is not matched, before any shift."""
    return strength * _AMBUSH if ambushing else strength
