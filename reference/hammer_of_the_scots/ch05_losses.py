"""Chapter 5.7 and 5.8: what becomes of blocks that are lost.

A noble lost in battle changes side; a block with a black cross is gone for good; the fall of a king may end the game;
all others go back to their pool. Outside battle nearly everything goes to the pool.
"""

from dataclasses import replace

from reference.hammer_of_the_scots.board import Away, place_of, put_away, swapped
from reference.hammer_of_the_scots.ch02_armies import (
    EDWARD,
    FIGURES,
    FULL,
    KING,
    LOYAL,
    OTHER_SIDE,
    SIDES,
    Block,
)
from reference.hammer_of_the_scots.ch09_victory import nobles_changed, won
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Battle
from reference.hammer_of_the_scots.masks import with_block
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, on_board, then, with_battle
from reference.hammer_of_the_scots.tables import number
from reference.kernel.rules import rule
from reference.kernel.verdicts import Next, event

_CAPTURED_STEPS = number("captured_noble_steps")


def changed_side(state: State, noble: Block, steps: int, *rules: str) -> Next[State]:
    """Exchange a noble's block for that of the other side, where he stands."""
    other, place = OTHER_SIDE[noble], place_of(state.board, noble)
    after = on_board(state, swapped(state.board, noble, place, steps))
    happened = event(
        EventKind.NOBLE_CHANGED_SIDE, "hs:2.22-4", *rules, noble=FIGURES[noble].noble, side=SIDES[other].value
    )
    return then(Next(after, (happened,)), nobles_changed)


@rule("hs:C-4b", "hs:6.21-6", "hs:6.21-7", "hs:6.22-7")
def defected(state: State, noble: Block, *rules: str) -> Next[State]:
    """Let a noble go over to the other side by Herald or coronation, at his strength or at full strength."""
    full = state.ruleset.defection_strength == "full"
    return changed_side(state, noble, FULL[OTHER_SIDE[noble]] if full else state.board.steps[noble], *rules)


@rule("hs:5.7-1", "hs:5.7-2")
def captured(state: State, noble: Block, *rules: str) -> Next[State]:
    """Let a noble lost in battle change side at strength 1; in a battle he waits in reserve for the next round."""
    after = changed_side(state, noble, _CAPTURED_STEPS, "hs:5.7-1", *rules)
    frames = after.state.stack.frames
    battle = next((frame for frame in frames[-2:] if isinstance(frame, Battle)), None)
    if battle is None:
        return after
    return Next(with_battle(after.state, with_captive(battle, noble)), after.events)


@rule("hs:5.7-2", "hs:5.7-3")
def with_captive(battle: Battle, noble: Block) -> Battle:
    """Return a battle in which a captured noble waits in the reserve of his new side for the next round."""
    return replace(battle, reserves=with_block(battle.reserves, OTHER_SIDE[noble]))


def _gone(state: State, who: Block, away: Away, *rules: str) -> Next[State]:
    after = on_board(state, put_away(state.board, who, away))
    where = "pool" if away is Away.POOL else "out_of_the_game"
    return Next(after, (event(EventKind.BLOCK_ELIMINATED, *rules, block=FIGURES[who].id, to=where),))


@rule("hs:5.8-1", "hs:5.8-3", "hs:5.5-9")
def eliminated_in_battle(state: State, who: Block, *, stranded: bool = False) -> Next[State]:
    """Take out of a battle a block that was eliminated in it, or that had to retreat and could not."""
    rules = ("hs:5.5-9",) if stranded else ()
    if who == KING:
        return king_fallen(state, *rules)
    if who == EDWARD:
        return edward_fallen(state, *rules, stranded=stranded)
    if who in OTHER_SIDE:
        return captured(state, who, *rules)
    if who in LOYAL:
        return moray_fallen(state, who, *rules)
    if FIGURES[who].black_cross:
        return _gone(state, who, Away.DEAD, "hs:5.8-3", *rules)
    return _gone(state, who, Away.POOL, "hs:5.8-1", *rules)


@rule("hs:9.1-3")
def king_fallen(state: State, *rules: str) -> Next[State]:
    """Let England win: the Scottish King has been eliminated in battle."""
    return then(_gone(state, KING, Away.DEAD, "hs:9.1-3", *rules), lambda after: won(after, Side.ENGLAND, "hs:9.1-3"))


@rule("hs:6.1-1", "hs:6.1-2", "hs:6.1-4", "hs:9.1-4", "hs:5.5-9")
def edward_fallen(state: State, *rules: str, stranded: bool = False) -> Next[State]:
    """Let Edward I give way to Edward II, and Scotland win by the fall of Edward II."""
    if state.calendar.edward == 1:
        away = Away.POOL if state.ruleset.edward1_killed == "returns_as_edward2" else Away.DEAD
        fallen = _gone(state, EDWARD, away, "hs:6.1-1", *rules)
        succeeded = event(EventKind.EDWARD_SUCCEEDED, "hs:6.1-2")
        after = fallen.state._replace(calendar=fallen.state.calendar._replace(edward=2))
        return Next(after, (*fallen.events, succeeded))
    fallen = _gone(state, EDWARD, Away.DEAD, "hs:6.1-4", *rules)
    if stranded and state.ruleset.edward2_cannot_retreat == "no_win":
        return fallen
    return then(fallen, lambda after: won(after, Side.SCOTLAND, "hs:9.1-4"))


@rule("hs:5.7-5", "hs:5.7-6")
def moray_fallen(state: State, who: Block, *rules: str) -> Next[State]:
    """Take Moray, who never changes side, out of the game."""
    return then(_gone(state, who, Away.DEAD, "hs:5.7-6", *rules), nobles_changed)


@rule("hs:5.8-4", "hs:5.8-1")
def lost_outside_battle(state: State, who: Block, *rules: str) -> Next[State]:
    """Send a block lost to pillage, raid or winter to its pool, black cross or not."""
    if who == KING and state.ruleset.king_lost_outside_battle == "gone":
        return _gone(state, who, Away.DEAD, "hs:5.8-4", *rules)
    lost = _gone(state, who, Away.POOL, "hs:5.8-4", *rules)
    return then(lost, nobles_changed) if FIGURES[who].noble else lost


def disbanded(state: State, who: Block, *rules: str) -> Next[State]:
    """Send a block back to its pool in winter."""
    after = on_board(state, put_away(state.board, who, Away.POOL))
    happened = event(EventKind.BLOCK_DISBANDED, "hs:7.0-4", *rules, block=FIGURES[who].id)
    return then(Next(after, (happened,)), nobles_changed) if FIGURES[who].noble else Next(after, (happened,))
