"""Chapter 6: kings, English and Scottish.

A coronation takes the place of the event on a Scottish card. The party of the rival then goes over to England at once,
and the fights that follow are fought before anything else.
"""

from reference.hammer_of_the_scots.actions import Candidate
from reference.hammer_of_the_scots.board import ON_MAP, Away, contested_areas, is_on_map, put
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, ENGLAND, Area, area
from reference.hammer_of_the_scots.ch02_armies import (
    EDWARD,
    FIGURES,
    FRENCH,
    FULL,
    KING,
    LOYAL,
    NOBLES_OF,
    WALLACE,
    Block,
    block,
)
from reference.hammer_of_the_scots.ch05_losses import defected
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Battles
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, in_turn, mark_of, on_board, then
from reference.hammer_of_the_scots.tables import TABLES, number
from reference.kernel.columns import with_byte
from reference.kernel.rules import rule
from reference.kernel.stacks import opened
from reference.kernel.verdicts import Next, Violation, event, unasked, violation

_CORONATIONS = {each: TABLES.table("coronation").table(each.value) for each in Candidate}
_BLOCK = {each: block(table.text("candidate")) for each, table in _CORONATIONS.items() if "candidate" in table}
_PLACE = {each: area(table.text("place_area")) for each, table in _CORONATIONS.items() if "place_area" in table}
_TURNS = {each: table.text("turns") for each, table in _CORONATIONS.items()}
_EFFECT = {Candidate.BRUCE: "hs:6.21-6", Candidate.COMYN: "hs:6.21-7", Candidate.BALLIOL: "hs:6.22-7"}
CARD_RULE = {Candidate.BRUCE: "hs:6.21-3", Candidate.COMYN: "hs:6.21-3", Candidate.BALLIOL: "hs:6.22-4"}
_BALLIOL_YEAR = number("balliol_first_year")
_LAST_YEAR_OF_EDWARD_I = number("last_year_of_edward_i")
_NO_WINTER_YEAR = number("year_edward_i_cannot_winter")


# ---------------------------------------------------------------- 6.1: English kings


@rule("hs:6.1-1", "hs:6.1-2", "hs:8.2-9", "hs:8.3-3")
def accession(state: State) -> Next[State]:
    """Let Edward II follow Edward I at the end of 1306."""
    if state.calendar.edward != 1 or state.calendar.year < _LAST_YEAR_OF_EDWARD_I:
        return Next(state)
    succeeded = event(EventKind.EDWARD_SUCCEEDED, "hs:6.1-2", year=state.calendar.year)
    return Next(state._replace(calendar=state.calendar._replace(edward=2)), (succeeded,))


@rule("hs:6.1-3", "hs:7.4-1", "hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5", "hs:8.2-9", "hs:8.3-3")
def edward_winter_violations(state: State) -> tuple[Violation, ...]:
    """Return what keeps Edward from wintering where he stands; nothing if he may."""
    calendar, found = state.calendar, []
    if calendar.edward != 1:
        found.append(violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-2", edward=calendar.edward))
    if state.board.at[EDWARD] == ENGLAND:
        found.append(violation(Reason.NO_WINTER_IN_ENGLAND, "hs:7.4-3", block=FIGURES[EDWARD].id))
    if calendar.wintered and calendar.wintered == calendar.year - 1:
        facts = {"year": calendar.year, "wintered": calendar.wintered}
        found.append(violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-4", **facts))
    if calendar.year == _NO_WINTER_YEAR:
        found.append(violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-5", year=calendar.year))
    if not found and not is_on_map(state.board, EDWARD):
        found.append(violation(Reason.NOT_ON_MAP, "hs:7.4-1", block=FIGURES[EDWARD].id))
    return tuple(found)


def winters(state: State) -> bool:
    """Say whether Edward I winters in Scotland this year."""
    return state.calendar.wintered == state.calendar.year


# ---------------------------------------------------------------- 6.2: Scottish kings


@rule("hs:6.2-1", "hs:6.2-2")
def limit_violations(state: State) -> tuple[Violation, ...]:
    """Return what bars any coronation now: the one of the game or year was used, or the King is in play or dead."""
    calendar, found = state.calendar, []
    used = calendar.crowned != 0 if state.ruleset.coronation_limit == "per_game" else calendar.crowned == calendar.year
    if used:
        found.append(violation(Reason.CORONATION_USED, "hs:6.2-2", year=calendar.crowned))
    if is_on_map(state.board, KING):
        found.append(violation(Reason.KING_IN_PLAY, "hs:6.2-2", block=FIGURES[KING].id))
    if state.board.at[KING] == Away.DEAD:
        found.append(violation(Reason.KING_OUT_OF_THE_GAME, "hs:6.2-2", block=FIGURES[KING].id))
    return tuple(found)


@rule("hs:6.21-1", "hs:6.21-2")
def candidate_violations(state: State, candidate: Candidate) -> tuple[Violation, ...]:
    """Return what bars Bruce or Comyn: Wallace is not dead, or the candidate is not a Scottish block in Fife."""
    found = []
    if state.board.at[WALLACE] != Away.DEAD:
        found.append(violation(Reason.WALLACE_ALIVE, "hs:6.21-1", candidate=candidate.value))
    if state.board.at[_BLOCK[candidate]] != _PLACE[candidate]:
        found.append(violation(Reason.CANDIDATE_NOT_IN_FIFE, "hs:6.21-2", candidate=candidate.value))
    return tuple(found)


@rule("hs:6.22-1", "hs:6.22-2", "hs:6.22-3", "hs:6.22-5")
def balliol_violations(state: State) -> tuple[Violation, ...]:
    """Return what bars Balliol: the year, a king crowned before, or no French on the map; Wallace does not matter."""
    found = []
    if state.calendar.year < _BALLIOL_YEAR:
        facts = {"year": state.calendar.year, "first": _BALLIOL_YEAR}
        found.append(violation(Reason.TOO_EARLY_FOR_BALLIOL, "hs:6.22-1", **facts))
    if state.calendar.crowned:
        found.append(violation(Reason.CORONATION_USED, "hs:6.22-2", year=state.calendar.crowned))
    if not is_on_map(state.board, FRENCH):
        found.append(violation(Reason.FRENCH_NOT_ON_MAP, "hs:6.22-3", candidate=Candidate.BALLIOL.value))
    return tuple(found)


def crown_violations(state: State, candidate: Candidate) -> tuple[Violation, ...]:
    """Return all that bars the coronation of a candidate at this moment."""
    own = (
        balliol_violations(state) if candidate is Candidate.BALLIOL else candidate_violations(state, candidate)
    )  # fmt: skip
    return (*limit_violations(state), *own)


def may_crown_anybody(state: State) -> bool:
    """Say whether Scotland can crown a king now."""
    return not limit_violations(state) and any(not crown_violations(state, each) for each in Candidate)


@rule("hs:6.2-2", "hs:6.21-1", "hs:6.22-1", "hs:6.22-2")
def kept_uncrowned(state: State) -> tuple[Violation, ...]:
    """Return what bars the candidates at hand: Bruce or Comyn in Fife, Balliol with the French; nothing if none is."""
    at_hand = [each for each in Candidate if _is_at_hand(state, each)]
    return tuple(dict.fromkeys(found for each in at_hand for found in crown_violations(state, each)))


def _is_at_hand(state: State, candidate: Candidate) -> bool:
    if candidate is Candidate.BALLIOL:
        return is_on_map(state.board, FRENCH)
    return state.board.at[_BLOCK[candidate]] == _PLACE[candidate]


def may_declare(state: State) -> bool:
    """Say whether Scotland can declare a coronation with its card; its conditions are checked when it is resolved."""
    return not limit_violations(state)


@rule("hs:6.21-3")
def crowned(state: State, candidate: Candidate) -> Next[State]:
    """Crown the candidate named, if that is still possible."""
    why = crown_violations(state, candidate)
    if why:
        who = candidate.value
        failed = unasked(EventKind.CORONATION_FAILED, Side.SCOTLAND.value, "coronation", why, candidate=who)
        return Next(state, (failed,))
    return made_king(state, candidate)


@rule("hs:6.21-4", "hs:6.22-6")
def made_king(state: State, candidate: Candidate) -> Next[State]:
    """Bring the King to Fife, or to the French, and let his rivals go over to England."""
    place = _PLACE.get(candidate, Area(state.board.at[FRENCH]))
    after = enthroned(state, place)
    rule_id = "hs:6.22-6" if candidate is Candidate.BALLIOL else "hs:6.21-4"
    made = event(EventKind.KING_CROWNED, rule_id, candidate=candidate.value, area=AREA_IDS[place])
    return then(then(Next(after, (made,)), lambda now: turned_away(now, candidate)), fought_at_once)


@rule("hs:6.21-4", "hs:6.21-5", "hs:6.22-6")
def enthroned(state: State, place: Area) -> State:
    """Put the King block at full strength into an area; the candidate stays on as the noble he is."""
    board = put(state.board, KING, place, FULL[KING])
    return on_board(state, board)._replace(calendar=state.calendar._replace(crowned=state.calendar.year))


@rule("hs:2.22-1", "hs:6.21-6", "hs:6.21-7", "hs:6.22-7", "hs:5.7-5")
def renegades(state: State, candidate: Candidate) -> tuple[Block, ...]:
    """Return the Scottish nobles of the rival party, who go over to England; Moray never does."""
    return tuple(
        each
        for each in NOBLES_OF[Side.SCOTLAND]
        if FIGURES[each].faction == _TURNS[candidate] and each not in LOYAL and state.board.at[each] < ON_MAP
    )


def turned_away(state: State, candidate: Candidate) -> Next[State]:
    """Let all nobles of the rival party go over to England, where they stand."""
    return in_turn(state, renegades(state, candidate), lambda now, noble: defected(now, noble, _EFFECT[candidate]))


def attacked_by(state: State, side: Side, places: tuple[Area, ...]) -> State:
    """Return the state with a side as attacker in areas where nobles have changed side."""
    attacker = state.field.attacker
    for place in places:
        attacker = with_byte(attacker, place, mark_of(side))
    return state._replace(field=state.field._replace(attacker=attacker))


@rule("hs:6.21-8")
def fought_at_once(state: State) -> Next[State]:
    """Fight at once, before the turn goes on, where nobles who changed side stand beside enemies; the nobles attack."""
    contested = contested_areas(state.board)
    if not contested:
        return Next(state)
    return Next(opened(attacked_by(state, Side.ENGLAND, contested), Battles()))
