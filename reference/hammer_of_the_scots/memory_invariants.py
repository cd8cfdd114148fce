"""What every sound position keeps of what is remembered: who attacks with whom, who is dead, and what was declared."""

from collections.abc import Iterator
from itertools import chain

from reference.hammer_of_the_scots.actions import Card
from reference.hammer_of_the_scots.board import Away
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, Area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, EDWARD, FIGURES, KING, LOYAL, OTHER_SIDE
from reference.hammer_of_the_scots.ch06_kings import CARD_RULE
from reference.hammer_of_the_scots.frames import (
    Battle,
    Deal,
    LastRetreat,
    Regrouping,
    TruceCall,
    Wintering,
    WinteringStage,
)
from reference.hammer_of_the_scots.masks import blocks_in
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import NOBODY, State, attacker_at
from reference.hammer_of_the_scots.tables import number
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation

_LAST_YEAR_OF_EDWARD_I = number("last_year_of_edward_i")
_NO_WINTER_YEAR = number("year_edward_i_cannot_winter")
_SEASONS = tuple(WinteringStage)
_AFTER_THE_ACCESSION = tuple(Wintering(each) for each in _SEASONS[_SEASONS.index(WinteringStage.ACCESSION) + 1 :])
# Who may be out of the game for good; nobles who change sides are seen to elsewhere.
_MAY_BE_DEAD = frozenset(
    each
    for each in BLOCKS
    if FIGURES[each].black_cross or each in (KING, EDWARD) or each in LOYAL or each in OTHER_SIDE
)


def violations(state: State) -> Iterator[Violation]:
    """Find everything that is wrong with what is remembered."""
    return chain(
        never_eliminated(state),
        wrong_edward(state),
        late_deals(state),
        impossible_winters(state),
        declared_without_card(state),
        absent_main_forces(state),
        reserves_without_battle(state),
        truces_not_played(state),
    )


@rule("hs:5.8-1", "hs:5.8-3")
def never_eliminated(state: State) -> Iterator[Violation]:
    """Find blocks out of the game for good that only ever go to their pool."""
    for who in BLOCKS:
        if state.board.at[who] == Away.DEAD and who not in _MAY_BE_DEAD:
            yield violation(Reason.NEVER_ELIMINATED, "hs:5.8-3", block=FIGURES[who].id)


@rule("hs:6.1-1", "hs:6.1-2")
def wrong_edward(state: State) -> Iterator[Violation]:
    """Find Edward I after the year in which he died at the latest."""
    year = state.calendar.year
    over = year == _LAST_YEAR_OF_EDWARD_I and any(frame in _AFTER_THE_ACCESSION for frame in state.stack.frames)
    if state.calendar.edward == 1 and (over or year > _LAST_YEAR_OF_EDWARD_I):
        yield violation(Reason.WRONG_EDWARD, "hs:6.1-1", year=year, last_year=_LAST_YEAR_OF_EDWARD_I)


@rule("hs:3.0-2")
def late_deals(state: State) -> Iterator[Violation]:
    """Find cards being dealt in a later turn than the first of the year."""
    if state.calendar.turn > 1 and any(isinstance(frame, Deal) for frame in state.stack.frames):
        yield violation(Reason.DEALT_TOO_LATE, "hs:3.0-2", turn=state.calendar.turn)


@rule("hs:8.2-9", "hs:8.3-3", "hs:7.4-2", "hs:7.4-5")
def impossible_winters(state: State) -> Iterator[Violation]:
    """Find a winter of Edward's in Scotland from the year on in which he cannot stay there."""
    wintered = state.calendar.wintered
    if wintered >= _NO_WINTER_YEAR:
        rule_id = "hs:7.4-5" if wintered == _NO_WINTER_YEAR else "hs:7.4-2"
        yield violation(Reason.EDWARD_DID_NOT_WINTER, rule_id, wintered=wintered)


@rule("hs:6.21-3", "hs:6.22-4")
def declared_without_card(state: State) -> Iterator[Violation]:
    """Find a declared coronation without the card that it was declared with."""
    declared = state.cards.declared
    if declared is not None and state.cards.scottish_card is None:
        yield violation(Reason.DECLARED_WITHOUT_CARD, CARD_RULE[declared], candidate=declared.value)


def _fought_over(state: State) -> frozenset[Area]:
    """Return where a battle is under way; everywhere once the game is over."""
    if state.outcome is not None:
        return frozenset(AREAS)
    fights = (Battle, Regrouping, LastRetreat)
    return frozenset(frame.area for frame in state.stack.frames if isinstance(frame, fights))


@rule("hs:5.32-2")
def absent_main_forces(state: State) -> Iterator[Violation]:
    """Find main forces of blocks that are elsewhere, before the battle; after it they are merely not forgotten yet."""
    fought = _fought_over(state)
    led = ((place, main) for place, main in zip(AREAS, state.field.main, strict=True) if main != NOBODY)
    for place, main in led:
        pending = attacker_at(state.field, place) is not None and place not in fought
        if pending and state.board.at[main] != place:
            yield violation(Reason.MAIN_FORCE_ABSENT, "hs:5.32-2", area=AREA_IDS[place], block=FIGURES[main].id)


@rule("hs:5.33-1")
def reserves_without_battle(state: State) -> Iterator[Violation]:
    """Find blocks in reserve where nobody attacks, before the battles."""
    fought = _fought_over(state)
    attacked = [place for place in AREAS if attacker_at(state.field, place) is not None]
    for who in blocks_in(state.field.reserves):
        at = state.board.at[who]
        is_past = at in fought or (bool(fought) and at not in AREAS)
        if not is_past and at not in attacked:
            yield violation(Reason.RESERVE_WITHOUT_BATTLE, "hs:5.33-1", block=FIGURES[who].id)


@rule("hs:C-1", "hs:S3-1")
def truces_not_played(state: State) -> Iterator[Violation]:
    """Find a truce of a side, called or about to be, that has another card on the table."""
    called = [state.field.truce, *(frame.side for frame in state.stack.frames if isinstance(frame, TruceCall))]
    for side, card in ((Side.ENGLAND, state.cards.english_card), (Side.SCOTLAND, state.cards.scottish_card)):
        if side in called and card not in (None, Card.TRUCE):
            yield violation(Reason.NO_TRUCE_ON_TABLE, "hs:C-1", side=side.value)
