"""What every sound position keeps: the invariants of a game, each bound to the rule that demands it."""

from collections.abc import Iterator
from itertools import chain

from reference.hammer_of_the_scots import memory_invariants
from reference.hammer_of_the_scots.board import (
    ON_MAP,
    Away,
    blocks_at,
    contested_areas,
    is_on_map,
)
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, BORDERS, ENGLAND, SCOTTISH_COAST, border_limit, ends
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS_OF,
    EDWARD,
    FIGURES,
    FULL,
    KING,
    LOYAL,
    NOBLES_OF,
    NORSE,
    OTHER_SIDE,
)
from reference.hammer_of_the_scots.ch03_cards import DECK, HAND_SIZE, KINDS, cards_out, hand_of
from reference.hammer_of_the_scots.ch04_borders import limit_rule
from reference.hammer_of_the_scots.ch07_replacements import SEA_BLOCKS
from reference.hammer_of_the_scots.ch07_winter import SURPLUS_RULE, surplus
from reference.hammer_of_the_scots.ch09_victory import master_of_all_nobles, winner_by_count
from reference.hammer_of_the_scots.frames import (
    Battle,
    Battles,
    Building,
    GoingHome,
    LastRetreat,
    Levy,
    Naming,
    PillageGains,
    PillageHits,
    Regrouping,
    Turn,
    TurnStage,
    Wintering,
)
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import NO_CROSSINGS, NO_SIDE, State, attacker_at
from reference.hammer_of_the_scots.tables import GAME
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from spec_tables.reader import document

_COPIES = tuple((one, OTHER_SIDE[one]) for one in NOBLES_OF[Side.SCOTLAND] if one not in LOYAL)
_EDWARD_II = 2
_BRAVEHEART_ENDS = document(GAME, "scenarios").table("braveheart").number("last_year")
_SHUT_TO_NORSE = tuple(each for each in AREAS if each not in SCOTTISH_COAST)


def violations(state: State) -> tuple[Violation, ...]:
    """Return everything that is wrong with a position."""
    found = chain(
        copies_in_play(state),
        strengths(state),
        enemies_together(state),
        norse_out_of_place(state),
        overcrowded_borders(state),
        hands(state),
        king_too_early(state),
        winter_limits(state),
        years_out_of_order(state),
        cards_left_too_long(state),
        absent_attackers(state),
        enemies_in_the_main_force(state),
        other_outcomes(state),
        memory_invariants.violations(state),
    )
    return tuple(found)


@rule("hs:2.22-3")
def copies_in_play(state: State) -> Iterator[Violation]:
    """Find nobles in play for both sides or for none, and nobles in a pool; Moray may be dead or in the pool."""
    at = state.board.at
    for one, other in _COPIES:
        places = (at[one], at[other])
        # Most nobles are on the map once and aside once; these need no further check.
        if Away.ASIDE in places and min(places) < ON_MAP:
            continue
        if max(places) < ON_MAP:
            yield violation(Reason.BOTH_COPIES_IN_PLAY, "hs:2.22-3", noble=FIGURES[one].noble)
        if Away.POOL in places or Away.DEAD in places:
            yield violation(Reason.NOBLE_IN_POOL, "hs:2.22-3", noble=FIGURES[one].noble)


@rule("hs:2.11-4", "hs:2.11-5")
def strengths(state: State) -> Iterator[Violation]:
    """Find blocks with no strength on the map, above their maximum, or with a strength off it."""
    for figures, place, steps, full in zip(FIGURES, *state.board, FULL, strict=True):
        if not (1 <= steps <= full if place < ON_MAP else steps == 0):
            yield violation(Reason.STEPS_OUT_OF_RANGE, "hs:2.11-5", block=figures.id, steps=steps)


@rule("hs:4.0-5")
def enemies_together(state: State) -> Iterator[Violation]:
    """Find areas where both sides stand though no battle is pending or being fought."""
    contested = contested_areas(state.board)
    if not contested:
        return
    frames = state.stack.frames
    fighting = {each.area for each in frames if isinstance(each, Battle | LastRetreat | PillageHits | PillageGains)}
    choosing = any(isinstance(frame, Battles | Naming | GoingHome) for frame in frames)
    # Attacks made in the moves of a turn are fought out before its last stages, and there are none before its moves.
    turn = next(iter(frames), None)
    moving = not isinstance(turn, Turn) or turn.stage in (TurnStage.SECOND, TurnStage.BATTLES)
    for place in contested:
        pending = (state.field.attacker[place] != NO_SIDE and moving) or choosing or state.outcome is not None
        if place not in fighting and not pending:
            yield violation(Reason.ENEMIES_TOGETHER, "hs:4.0-5", area=AREA_IDS[place])


@rule("hs:4.6b-3", "hs:4.6b-5")
def norse_out_of_place(state: State) -> Iterator[Violation]:
    """Find the Norse inland or in England."""
    place = state.board.at[NORSE]
    if place in _SHUT_TO_NORSE:
        rule_id = "hs:4.6b-5" if place == ENGLAND else "hs:4.6b-3"
        yield violation(Reason.NORSE_INLAND, rule_id, area=AREA_IDS[place])


@rule("hs:4.3-2", "hs:4.3-3")
def overcrowded_borders(state: State) -> Iterator[Violation]:
    """Find borders crossed by more blocks in this phase than their limit."""
    if state.field.crossings == NO_CROSSINGS:
        return
    for border in BORDERS:
        used = state.field.crossings[border]
        if used > border_limit(border):
            one, other = ends(border)
            between = (AREA_IDS[one], AREA_IDS[other])
            yield violation(Reason.TOO_MANY_OVER_BORDER, limit_rule(border), between=between, blocks=used)


@rule("hs:3.0-2")
def hands(state: State) -> Iterator[Violation]:
    """Find hands of more than five cards, and more cards of a kind in hands and on the table than the deck has."""
    for side in Side:
        held = sum(hand_of(state.cards, side))
        if held > HAND_SIZE:
            yield violation(Reason.TOO_MANY_CARDS, "hs:3.0-2", side=side.value, cards=held)
    for kind, out, there in zip(KINDS, cards_out(state.cards), DECK, strict=True):
        if out > there:
            yield violation(Reason.TOO_MANY_CARDS, "hs:3.0-2", card=kind.value, cards=out)


@rule("hs:6.2-1")
def king_too_early(state: State) -> Iterator[Violation]:
    """Find the King in play or in the pool though nobody was ever crowned."""
    if not state.calendar.crowned and (is_on_map(state.board, KING) or state.board.at[KING] == Away.POOL):
        yield violation(Reason.KING_BEFORE_CORONATION, "hs:6.2-1", block=FIGURES[KING].id)


@rule("hs:7.5-3", "hs:7.32-1", "hs:5.9-5")
def winter_limits(state: State) -> Iterator[Violation]:
    """Find areas over their limit in late winter, while a side builds or a levy is drawn: the surplus has gone.

    Sea blocks do not count if the ruleset lets them land on a coast, nor does any block with a wintering Edward.
    """
    frames = state.stack.frames
    late = any(isinstance(frame, Building) for frame in frames) or (
        isinstance(next(iter(frames), None), Wintering) and isinstance(state.stack.top, Levy)
    )
    if not late:
        return
    landed = SEA_BLOCKS if state.ruleset.inland_sea_draw == "redirect_to_coast" else ()
    for place in AREAS:
        for side in Side:
            over = surplus(state, side, place)
            if over > sum(state.board.at[each] == place for each in landed if FIGURES[each].side is side):
                rule_id = "hs:5.9-5" if place == ENGLAND else SURPLUS_RULE[side]
                yield violation(Reason.OVER_CASTLE_LIMIT, rule_id, area=AREA_IDS[place], blocks=over)


@rule("hs:8.1-1", "hs:8.2-1", "hs:6.2-2", "hs:7.4-4")
def years_out_of_order(state: State) -> Iterator[Violation]:
    """Find a year after the scenario's last, and a coronation or a winter of Edward's that is still to come."""
    calendar = state.calendar
    if calendar.last_year and calendar.last_year < calendar.year:
        rule_id = "hs:8.1-1" if calendar.last_year <= _BRAVEHEART_ENDS else "hs:8.2-1"
        yield violation(Reason.AFTER_THE_LAST_YEAR, rule_id, year=calendar.year, last_year=calendar.last_year)
    if calendar.crowned > calendar.year:
        yield violation(Reason.STILL_TO_COME, "hs:6.2-2", year=calendar.year, crowned=calendar.crowned)
    if calendar.wintered > calendar.year:
        yield violation(Reason.STILL_TO_COME, "hs:7.4-4", year=calendar.year, wintered=calendar.wintered)


@rule("hs:7.0-2", "hs:3.0-2")
def cards_left_too_long(state: State) -> Iterator[Violation]:
    """Find hands with more cards, those on the table included, than the turns of the year leave."""
    most = HAND_SIZE + 1 - state.calendar.turn
    for side, on_table in ((Side.ENGLAND, state.cards.english_card), (Side.SCOTLAND, state.cards.scottish_card)):
        held = sum(hand_of(state.cards, side)) + (on_table is not None)
        if most < held <= HAND_SIZE:
            yield violation(
                Reason.CARDS_LEFT_TOO_LONG, "hs:7.0-2", side=side.value, cards=held, turn=state.calendar.turn, most=most
            )


@rule("hs:5.1-1")
def absent_attackers(state: State) -> Iterator[Violation]:
    """Find attacks by a side that has no block in the area, unless its battle is over and the winner regroups."""
    if state.outcome is not None:
        return
    fought = {frame.area for frame in state.stack.frames if isinstance(frame, Battle | Regrouping)}
    for place in AREAS:
        side = attacker_at(state.field, place)
        if side is not None and place not in fought and not blocks_at(state.board, place, side):
            yield violation(Reason.NO_ATTACKERS, "hs:5.1-1", area=AREA_IDS[place], side=side.value)


@rule("hs:5.32-2")
def enemies_in_the_main_force(state: State) -> Iterator[Violation]:
    """Find main forces led by a block of the side that does not attack."""
    for place in AREAS:
        side, main = attacker_at(state.field, place), state.field.main[place]
        if side is not None and main in BLOCKS_OF[side.enemy]:
            facts = {"area": AREA_IDS[place], "block": FIGURES[main].id, "side": side.value}
            yield violation(Reason.MAIN_FORCE_OF_ENEMY, "hs:5.32-2", **facts)


@rule("hs:9.0-1", "hs:9.0-2", "hs:9.1-1", "hs:9.1-3", "hs:9.1-4")
def other_outcomes(state: State) -> Iterator[Violation]:
    """Find a game said to have ended in a way that the position does not bear out."""
    board = state.board
    ends = {
        winner_by_count(board),
        (Side.ENGLAND, "hs:9.1-3") if board.at[KING] == Away.DEAD else None,
        (Side.SCOTLAND, "hs:9.1-4") if board.at[EDWARD] == Away.DEAD and state.calendar.edward == _EDWARD_II else None,
        (master_of_all_nobles(board), "hs:9.1-1"),
    }
    for said in filter(None, (state.outcome,)):
        if tuple(said) not in ends:
            yield violation(Reason.OTHER_OUTCOME, "hs:9.0-1", winner=said.winner.value, by=said.rule)
