"""Chapter 7.1 to 7.5: where Moray, the King, Edward and Wallace winter. Frame: Quarters."""

from reference.hammer_of_the_scots import ch06_kings as kings
from reference.hammer_of_the_scots.actions import CHOICES, Action, Choose, Disband, Winter
from reference.hammer_of_the_scots.board import holds, is_on_map, moved, place_of, put
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, CATHEDRALS, ENGLAND, SELKIRK, Area, homes_of
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FIGURES, FULL, KING, MORAY, WALLACE, Block
from reference.hammer_of_the_scots.ch05_losses import disbanded
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Quarters
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, on_board
from reference.hammer_of_the_scots.tables import number
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.rules import rule
from reference.kernel.stacks import closed
from reference.kernel.verdicts import Next, Violation, event, unasked, violation

_SELKIRK_STEPS = number("wallace_selkirk_steps")

# ---------------------------------------------------------------- 7.1 and 7.2: Moray and the King


@rule("hs:7.1-3", "hs:5.9-5")
def moray_violation(state: State, to: Area) -> Violation | None:
    """Refuse Moray a home the enemy holds, a stay in England, and any third place."""
    place = place_of(state.board, MORAY)
    if to == place and to != ENGLAND:
        return None
    if to == ENGLAND:
        return violation(Reason.NO_WINTER_IN_ENGLAND, "hs:5.9-5", block=FIGURES[MORAY].id)
    if to not in homes_of(FIGURES[MORAY].noble):
        return violation(Reason.NOT_HIS_HOME, "hs:7.1-3", area=AREA_IDS[to], block=FIGURES[MORAY].id)
    if holds(state.board, to, Side.ENGLAND):
        return violation(Reason.HOME_HELD, "hs:7.1-3", area=AREA_IDS[to])
    return None


@rule("hs:7.2-1", "hs:7.2-2", "hs:7.2-3", "hs:5.9-5")
def king_violation(state: State, to: Area) -> Violation | None:
    """Refuse the King a stay in England and any other place but a cathedral the enemy does not hold."""
    if to == place_of(state.board, KING) and to != ENGLAND:
        return None
    if to == ENGLAND:
        return violation(Reason.NO_WINTER_IN_ENGLAND, "hs:5.9-5", block=FIGURES[KING].id)
    if to not in CATHEDRALS:
        return violation(Reason.NOT_A_CATHEDRAL, "hs:7.2-1", area=AREA_IDS[to])
    if holds(state.board, to, Side.ENGLAND):
        return violation(Reason.ENEMY_AREA, "hs:7.2-1", area=AREA_IDS[to])
    return None


# ---------------------------------------------------------------- 7.5: Wallace


@rule("hs:7.5-1", "hs:7.5-2")
def wallace_violation(state: State, to: Area) -> Violation | None:
    """Refuse Wallace any move but to Selkirk, and Selkirk while a wintering Edward holds it."""
    if to == place_of(state.board, WALLACE):
        return None
    if to != SELKIRK:
        return violation(Reason.NOT_SELKIRK, "hs:7.5-1", area=AREA_IDS[to], block=FIGURES[WALLACE].id)
    if holds(state.board, SELKIRK, Side.ENGLAND):
        return violation(Reason.SELKIRK_HELD, "hs:7.5-2", area=AREA_IDS[to])
    return None


@rule("hs:7.5-2")
def kept_from_selkirk(state: State, to: Area) -> tuple[Violation, ...]:
    """Return what keeps Wallace, elsewhere on the map, from Selkirk; nothing about any other area."""
    if to != SELKIRK or not is_on_map(state.board, WALLACE):
        return ()
    found = wallace_violation(state, to)
    return () if found is None else (found,)


@rule("hs:7.5-1")
def rested(state: State) -> Next[State]:
    """Give Wallace back up to two steps in Selkirk."""
    steps = min(state.board.steps[WALLACE] + _SELKIRK_STEPS, FULL[WALLACE])
    gained = event(EventKind.BLOCK_WINTERED, "hs:7.5-1", block=FIGURES[WALLACE].id, area="selkirk", steps=steps)
    return Next(on_board(state, put(state.board, WALLACE, SELKIRK, steps)), (gained,))


# ---------------------------------------------------------------- quarters of single blocks


def _destinations(state: State, who: Block) -> tuple[Area, ...]:
    if who == MORAY:
        near = {place_of(state.board, MORAY), *homes_of(FIGURES[MORAY].noble)}
        return tuple(to for to in sorted(near) if moray_violation(state, to) is None)
    if who == KING:
        return tuple(
            to for to in sorted({place_of(state.board, KING), *CATHEDRALS}) if king_violation(state, to) is None
        )
    return tuple(to for to in sorted({place_of(state.board, WALLACE), SELKIRK}) if wallace_violation(state, to) is None)


def quarters_decision(state: State, frame: Quarters) -> Choice[Action] | None:
    """Return the choice of where a block winters, if there is a choice."""
    who = frame.block
    if who == EDWARD:
        if kings.edward_winter_violations(state):
            return None
        return Choice(Side.ENGLAND.value, "whether Edward winters in Scotland", ("hs:7.4-1",), (Winter(), Disband()))
    places = tuple(CHOICES[to] for to in _destinations(state, who))
    if who == WALLACE:
        settled = place_of(state.board, WALLACE) == SELKIRK or len(places) == 1
        return (
            None if settled else Choice(Side.SCOTLAND.value, "whether Wallace goes to Selkirk", ("hs:7.5-1",), places)
        )
    rules = ("hs:7.1-3",) if who == MORAY else ("hs:7.2-1", "hs:7.2-2", "hs:7.2-3")
    about = "where Moray winters" if who == MORAY else "where the King winters"
    return Choice(Side.SCOTLAND.value, about, rules, (*places, Disband()))


_JUDGES = {MORAY: moray_violation, KING: king_violation, WALLACE: wallace_violation}


def quarters_violations(state: State, frame: Quarters, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps a block from wintering in an area, or Edward from wintering in Scotland."""
    match action:
        case Choose(to) if frame.block != EDWARD:
            found = _JUDGES[frame.block](state, to)
            return () if found is None else (found,)
        case Winter() if frame.block == EDWARD:
            return kings.edward_winter_violations(state)
        case Disband() if frame.block != WALLACE:
            return ()
        case _:
            return None


def quarters_advance(state: State, frame: Quarters) -> Next[State]:
    """Disband an Edward who may not stay; let a Wallace who is in Selkirk rest, and any other stay."""
    after = closed(state)
    if frame.block == EDWARD:
        why = kings.edward_winter_violations(state)
        told = unasked(EventKind.NOT_ASKED, Side.ENGLAND.value, "edward_winter", why)
        goes = disbanded(after, EDWARD, *told.rules)
        return Next(goes.state, (told, *goes.events))
    there = place_of(state.board, WALLACE) == SELKIRK
    why = in_selkirk() if there else kept_from_selkirk(state, SELKIRK)
    stays = rested(after) if there else Next(after)
    told = unasked(EventKind.NOT_ASKED, Side.SCOTLAND.value, "selkirk_for_wallace", why)
    return Next(stays.state, (told, *stays.events))


@rule("hs:7.5-1")
def in_selkirk() -> tuple[Violation, ...]:
    """Return why Wallace is not asked whether he goes to Selkirk: he is there."""
    return (violation(Reason.SAME_AREA, "hs:7.5-1", area=AREA_IDS[SELKIRK]),)


def _goes_to(state: State, who: Block, to: Area) -> Next[State]:
    after = on_board(state, moved(state.board, who, to))
    if who == WALLACE and to == SELKIRK:
        return rested(after)
    rule_id = {KING: "hs:7.2-1", MORAY: "hs:7.1-3", WALLACE: "hs:7.5-1"}[who]
    goes = event(EventKind.BLOCK_WINTERED, rule_id, block=FIGURES[who].id, area=AREA_IDS[to])
    return Next(after, (goes,))


def quarters_apply(state: State, frame: Quarters, action: Action) -> Next[State]:
    """Let a block winter in the area chosen, or disband."""
    after, who = closed(state), frame.block
    match action:
        case Winter():
            stays = event(EventKind.BLOCK_WINTERED, "hs:7.4-1", block=FIGURES[who].id)
            return Next(after._replace(calendar=state.calendar._replace(wintered=state.calendar.year)), (stays,))
        case Disband():
            rule_id = {EDWARD: "hs:7.4-1", KING: "hs:7.2-3", MORAY: "hs:7.1-3"}[who]
            return disbanded(after, who, rule_id)
        case _:
            assert isinstance(action, Choose)
            return _goes_to(after, who, action.area)


QUARTERS: Procedure[State, Quarters, Action] = Procedure(
    quarters_decision, quarters_violations, quarters_apply, quarters_advance
)
