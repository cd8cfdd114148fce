"""Chapter 5.32 and 5.33: main force and reserves. Frame: Naming.

One group that came over one border is the main force; all other attackers wait in reserve, and so do blocks the second
player sends into a battle the first has begun. Border crossers are one group where the ruleset says so.
"""

from reference.hammer_of_the_scots.actions import SELECTS, Action, Select
from reference.hammer_of_the_scots.board import blocks_at, contested_areas, place_of
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, ENGLAND, Area
from reference.hammer_of_the_scots.ch02_armies import FIGURES, SIDES, Block
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Naming
from reference.hammer_of_the_scots.masks import with_block
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import BY_SEA, NOBODY, State, attacker_at, mark_of
from reference.kernel.choosing import first_of_alike
from reference.kernel.columns import with_byte
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed
from reference.kernel.verdicts import Event, Next, Notation, Objection, Violation, event, unasked, violation

Group = tuple[int, int]
_SEA: Group = (BY_SEA, BY_SEA)
_CROSSERS: Group = (ENGLAND, NOBODY)


@rule("hs:4.4-6", "hs:5.32-3", "hs:4.6b-1")
def group_of(state: State, who: Block, place: Area) -> Group:
    """Return the group with which a block attacks: where it began and over which border it came.

    The Norse are a group of their own. Blocks that crossed the Anglo-Scottish border are one, where the ruleset says
    so.
    """
    field = state.field
    if field.via[who] == BY_SEA:
        return _SEA
    origin = field.origin[who]
    crossing = origin != NOBODY and ENGLAND in (origin, place)
    if crossing and state.ruleset.border_crossers == "one_group":
        return _CROSSERS
    return origin, field.via[who]


@rule("hs:4.4-7")
def never_in_reserve(state: State, group: Group) -> bool:
    """Say whether a group fights from round one whatever else attacks: border crossers, if 4.4 is read literally."""
    return group == _CROSSERS and state.ruleset.crossers_beside_group == "all_fight"


@rule("hs:5.32-1", "hs:4.4-7")
def groups(state: State, place: Area, side: Side) -> tuple[Block, ...]:
    """Return the groups among which an attacking side must choose in an area, each by its first block."""

    def group(who: Block) -> Group:
        return group_of(state, who, place)

    present = blocks_at(state.board, place, side)
    return first_of_alike((each for each in present if not never_in_reserve(state, group(each))), group)


@rule("hs:5.33-1", "hs:5.32-3", "hs:S5-2", "hs:S5-3")
def entering(state: State, who: Block, place: Area) -> State:
    """Note a block that enters a battle: attacker of a new one, part of its main force, or reserve."""
    field, side = state.field, SIDES[who]
    attacker = attacker_at(field, place)
    if attacker is None:
        started = field._replace(
            attacker=with_byte(field.attacker, place, mark_of(side)), main=with_byte(field.main, place, who)
        )
        return state._replace(field=started)
    if attacker is side and not outside_main_force(state, who, place):
        return state
    return state._replace(field=field._replace(reserves=with_block(field.reserves, who)))


@rule("hs:5.32-3", "hs:S5-2", "hs:S5-3")
def outside_main_force(state: State, who: Block, place: Area) -> bool:
    """Say whether an attacker came another way than the first mover, if the ruleset makes that one the main force."""
    group = group_of(state, who, place)
    if state.ruleset.main_force_choice != "first_mover" or never_in_reserve(state, group):
        return False
    return group_of(state, Block(state.field.main[place]), place) != group


def pending_names(state: State, side: Side) -> tuple[Naming, ...]:
    """Return the attacks whose main force a side must name when its moves end."""
    if state.ruleset.main_force_choice != "while_moving":
        return ()
    return tuple(
        Naming(side, place)
        for place in contested_areas(state.board)
        if attacker_at(state.field, place) is side and len(groups(state, place, side)) > 1
    )


def must_name_at_battle(state: State, place: Area, attacker: Side) -> bool:
    """Say whether the main force is named only now that the battle has been chosen."""
    return state.ruleset.main_force_choice == "at_battle" and len(groups(state, place, attacker)) > 1


@rule("hs:5.32-2", "hs:5.32-3", "hs:4.4-7")
def named_by_rule(state: State, place: Area, side: Side) -> tuple[Violation, ...]:
    """Return why no main force is named though several groups attack: the first to move leads, or crossers all fight.

    Nothing if only one group attacks, or one is to be named.
    """
    attackers = first_of_alike(blocks_at(state.board, place, side), lambda who: group_of(state, who, place))
    if len(attackers) < 2:
        return ()
    if state.ruleset.main_force_choice == "first_mover":
        leader = FIGURES[state.field.main[place]].id
        return (violation(Reason.FIRST_MOVER_LEADS, "hs:5.32-2", block=leader, area=AREA_IDS[place]),)
    if len(groups(state, place, side)) > 1:
        return ()
    crosser = next(each for each in attackers if never_in_reserve(state, group_of(state, each, place)))
    facts = {"block": FIGURES[crosser].id, "area": AREA_IDS[place]}
    return (violation(Reason.CROSSERS_FIGHT, "hs:4.4-7", **facts),)


def name_not_asked(state: State, place: Area, side: Side) -> tuple[Event, ...]:
    """Return the event that a side is not asked for the main force of an attack by several groups; nothing if it is."""
    why = named_by_rule(state, place, side)
    return (unasked(EventKind.NOT_ASKED, side.value, "main_force", why, area=AREA_IDS[place]),) if why else ()


def names_not_asked(state: State, side: Side) -> tuple[Event, ...]:
    """Return the events that a side is not asked for main forces when its moves end."""
    if state.ruleset.main_force_choice == "at_battle":
        return ()
    attacked = (place for place in contested_areas(state.board) if attacker_at(state.field, place) is side)
    return tuple(each for place in attacked for each in name_not_asked(state, place, side))


def naming_options(state: State, frame: Naming) -> tuple[Action, ...]:
    """Return the first block of each group that can be the main force."""
    return tuple(SELECTS[each] for each in groups(state, frame.area, frame.side))


def naming_decision(state: State, frame: Naming) -> Choice[Action]:
    """Return the choice of the main force of an attack."""
    about = f"the main force of the attack on {AREA_IDS[frame.area]}"
    return Choice(frame.side.value, about, ("hs:5.32-2",), naming_options(state, frame))


def naming_violations(state: State, frame: Naming, action: Action) -> Objection:
    """Return why a block stands for no group of this attack; any block of a group stands for it.

    Attacks are asked about in a fixed order, which is no rule: a block of another attack is a matter of notation.
    """
    if not isinstance(action, Select):
        return None
    who, facts = action.block, {"block": FIGURES[action.block].id, "area": AREA_IDS[frame.area]}
    if Naming(frame.side, place_of(state.board, who)) in state.stack.frames[:-1] and SIDES[who] is frame.side:
        return Notation(Reason.OTHER_ATTACK_FIRST, tuple(facts.items()))
    if who not in blocks_at(state.board, frame.area, frame.side):
        return (violation(Reason.NOT_AN_ATTACKER, "hs:5.32-3", **facts),)
    if never_in_reserve(state, group_of(state, who, frame.area)):
        return (violation(Reason.FIGHTS_ANYWAY, "hs:4.4-7", **facts),)
    return ()


@rule("hs:5.32-3")
def named(state: State, frame: Naming, who: Block) -> Next[State]:
    """Make the group of a block the main force, for which its first block stands, and put all others in reserve."""
    chosen, waiting = group_of(state, who, frame.area), state.field.reserves
    present = blocks_at(state.board, frame.area, frame.side)
    for each in present:
        group = group_of(state, each, frame.area)
        if group != chosen and not never_in_reserve(state, group):
            waiting = with_block(waiting, each)
    first = next(each for each in present if group_of(state, each, frame.area) == chosen)
    field = state.field
    after = field._replace(reserves=waiting, main=with_byte(field.main, frame.area, first))
    made = event(EventKind.MAIN_FORCE_NAMED, "hs:5.32-3", block=FIGURES[first].id, area=AREA_IDS[frame.area])
    return Next(closed(state)._replace(field=after), (made,))


def naming_apply(state: State, frame: Naming, action: Action) -> Next[State]:
    """Name the main force of an attack."""
    assert isinstance(action, Select)
    return named(state, frame, action.block)


NAMING: Procedure[State, Naming, Action] = Procedure(naming_decision, naming_violations, naming_apply, always_waits)
