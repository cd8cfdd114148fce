"""Chapter 5.41 where hits are gathered: when those that wait are dealt.

The rulebook deals the hits of each block at once. Option D17 can gather them: those of one side and letter, or those of
one side until the other side acts. In the second case the firing player may also deal them earlier.
"""

from dataclasses import replace

from reference.hammer_of_the_scots.ch02_armies import LETTERS, SIDES, Block
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Battle, Hits
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.rules import rule
from reference.kernel.stacks import opened, with_top
from reference.kernel.verdicts import Next, Violation, event, violation


def volley_of(who: Block) -> str:
    """Return side and letter of a block, as hits are gathered by them."""
    return f"{SIDES[who].value}_{LETTERS[who].value}"


def hit_by(battle: Battle) -> Side:
    """Return the side that takes the hits gathered."""
    return Side.SCOTLAND if battle.volley.startswith(Side.ENGLAND.value) else Side.ENGLAND


@rule("hs:5.41-4")
def dealt_before(ruleset: Ruleset, battle: Battle, who: Block) -> bool:
    """Say whether gathered hits are dealt before a block acts: its side, or where it counts its letter, is another."""
    if ruleset.hit_timing == "until_side_changes":
        return SIDES[who] is hit_by(battle)
    return volley_of(who) != battle.volley


@rule("hs:5.41-4")
def may_deal_early(ruleset: Ruleset, battle: Battle) -> bool:
    """Say whether the firing player may deal the hits gathered before the other side acts."""
    return battle.hits > 0 and ruleset.hit_timing == "until_side_changes"


@rule("hs:5.41-4")
def deal_violations(ruleset: Ruleset, battle: Battle) -> tuple[Violation, ...]:
    """Refuse to deal hits early where none wait, or where they wait for all blocks of their letter."""
    if may_deal_early(ruleset, battle):
        return ()
    if not battle.hits:
        return (violation(Reason.NO_HITS_GATHERED, "hs:5.41-4"),)
    return (violation(Reason.HITS_WAIT_FOR_LETTER, "hs:5.41-4", hits=battle.hits, letter=battle.volley[-1]),)


@rule("hs:5.41-4")
def gathered_hits_dealt(state: State, battle: Battle, target: Side, hits: int) -> Next[State]:
    """Deal the hits gathered: one side takes them, and none wait any more."""
    dealt = event(EventKind.HITS_DEALT, "hs:5.41-4", side=target.value, hits=hits)
    return Next(opened(with_top(state, replace(battle, hits=0)), Hits(target, hits)), (dealt,))
