"""Chapter 5.0 to 5.4 and 5.9: battles, from the choice of the first to the last round, and border raids.

Blocks act in the order of their letters, defenders before attackers; the owner picks among equals. Hits go to the
strongest enemy block that is not in reserve. Reserves, and nobles captured in a round, join when the next round begins.
Frames: Battles, Battle, Firing, Hits, Loyalty, Raid.
"""

from dataclasses import replace
from typing import assert_never

from reference.hammer_of_the_scots.actions import (
    CHOICES,
    DEAL_HITS,
    DIE,
    FIGHTS,
    HOLDS,
    SELECTS,
    WITHDRAWALS,
    Action,
    Choose,
    DealHits,
    Fight,
    Hold,
    Roll,
    Select,
    Withdraw,
)
from reference.hammer_of_the_scots.board import (
    Away,
    Board,
    blocks_at,
    contested_areas,
    holds,
    is_contested,
    non_nobles_on_map,
    put_away,
    stepped,
    strongest_of,
)
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, Area, homes_of
from reference.hammer_of_the_scots.ch02_armies import (
    CELTIC,
    FIGURES,
    LETTERS,
    SIDES,
    Block,
    Letter,
    Type,
)
from reference.hammer_of_the_scots.ch05_gathered_hits import (
    deal_violations,
    dealt_before,
    gathered_hits_dealt,
    hit_by,
    may_deal_early,
    volley_of,
)
from reference.hammer_of_the_scots.ch05_losses import eliminated_in_battle, lost_outside_battle
from reference.hammer_of_the_scots.ch05_reserves import must_name_at_battle, name_not_asked
from reference.hammer_of_the_scots.ch05_retreats import can_retreat, no_way_out, regrouping, retreat_violations
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import (
    Battle,
    Battles,
    Firing,
    Hits,
    LastRetreat,
    Loyalty,
    Naming,
    Raid,
    Retreating,
)
from reference.hammer_of_the_scots.masks import Mask, has_block, mask_of, shown, with_block, without
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import (
    State,
    attacker_at,
    battle_of,
    fresh_crossings,
    on_board,
    simply_ends,
    then,
    with_battle,
)
from reference.hammer_of_the_scots.tables import number, words
from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits, other_decision
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Next, Violation, event, unasked, violation

_ROUNDS = number("battle_rounds")
_RESERVE_ROUND = number("reserve_round")
_HOME_DEFENCE = number("home_defence_combat")
_LOYAL_MAX = number("celtic_loyal_max")
_SCHILTROM_BONUS = number("schiltrom_bonus")
_SCHILTROM_TYPES = tuple(Type(name) for name in words("schiltrom_types"))
_SCHILTROM_STOPPERS = tuple(Type(name) for name in words("schiltrom_stopping_types"))
_LETTERS: tuple[Letter, ...] = tuple(Letter(name) for name in words("combat_letters"))
_DIE: Chance[Action] = evenly("a die of a fighting block", ("hs:5.4-1", "hs:5.4-2"), DIE)
_LOYALTY_DIE: Chance[Action] = evenly("the loyalty of a Celtic block", ("hs:5.2-2",), DIE)


# ---------------------------------------------------------------- 5.1: the choice of battles


@rule("hs:5.1-1", "hs:5.1-2", "hs:5.1-4", "hs:I-12")
def battles_to_choose(board: Board) -> tuple[Action, ...]:
    """Return the areas where battles are still to be fought; the first player picks one at a time."""
    return tuple(CHOICES[place] for place in contested_areas(board))


def battles_decision(state: State, _frame: Battles) -> Choice[Action] | None:
    """Return the choice of the next battle, until none is left."""
    places = battles_to_choose(state.board)
    assert state.field.first is not None
    chooser = state.field.first.value
    return Choice(chooser, "the next battle", ("hs:5.1-1", "hs:5.1-2"), places) if places else None


def battles_violations(state: State, _frame: Battles, action: Action) -> tuple[Violation, ...] | None:
    """Refuse an area where there is nothing to fight."""
    if not isinstance(action, Choose):
        return None
    if is_contested(state.board, action.area):
        return ()
    return (violation(Reason.NO_BATTLE_THERE, "hs:5.1-1", area=AREA_IDS[action.area]),)


def battles_apply(state: State, _frame: Battles, action: Action) -> Next[State]:
    """Begin the battle chosen, with the naming of its main force where that is still to be done."""
    assert isinstance(action, Choose)
    place = action.area
    attacker = attacker_at(state.field, place)
    assert attacker is not None
    chosen = event(EventKind.BATTLE_CHOSEN, "hs:5.1-2", "hs:5.1-3", area=AREA_IDS[place], attacker=attacker.value)
    after = opened(state, Battle(place, attacker))
    if must_name_at_battle(state, place, attacker):
        return Next(opened(after, Naming(attacker, place)), (chosen,))
    told = name_not_asked(state, place, attacker) if state.ruleset.main_force_choice == "at_battle" else ()
    return Next(after, (chosen, *told))


BATTLES: Procedure[State, Battles, Action] = Procedure(battles_decision, battles_violations, battles_apply, simply_ends)


# ---------------------------------------------------------------- who fights


@rule("hs:5.32-5", "hs:5.1-3", "hs:5.32-7")
def front(board: Board, battle: Battle, side: Side) -> list[Block]:
    """Return a side's blocks that take part in this round: those not in reserve."""
    present = blocks_at(board, battle.area, side)
    if not battle.reserves:
        return present
    return [each for each in present if not has_block(battle.reserves, each)]


@rule("hs:2.12-2", "hs:5.31-1", "hs:5.31-3", "hs:5.31-4", "hs:5.31-5", "hs:5.31-6")
def next_to_act(board: Board, battle: Battle) -> tuple[Side, list[Block]] | None:
    """Return whose turn it is and with which blocks: by letter, defenders before attackers; each acts once a round."""
    sides = (battle.attacker.enemy, battle.attacker)
    fronts = [
        (side, [each for each in front(board, battle, side) if not has_block(battle.acted, each)]) for side in sides
    ]  # fmt: skip
    for letter in _LETTERS:
        for side, waiting in fronts:
            found = [each for each in waiting if LETTERS[each] is letter]
            if found:
                return side, found
    return None


@rule("hs:1.4-3", "hs:1.4-4", "hs:1.4-5", "hs:1.4-6", "hs:1.4-9", "hs:5.7-4", "hs:T-n2")
def defends_home(who: Block, battle: Battle) -> bool:
    """Say whether a noble defends in one of his homes: however he came there, but never as attacker."""
    return SIDES[who] is not battle.attacker and battle.area in homes_of(FIGURES[who].noble)


@rule("hs:S5-5")
def schiltrom_bonus(board: Board, who: Block, battle: Battle, ruleset: Ruleset) -> int:
    """Return one for Scottish infantry under the option, unless English archers stand against it."""
    if ruleset.schiltroms == "off" or SIDES[who] is Side.ENGLAND or FIGURES[who].type not in _SCHILTROM_TYPES:
        return 0
    reserves_too = ruleset.schiltrom_archers == "reserves_too"
    english = (
        blocks_at(board, battle.area, Side.ENGLAND) if reserves_too else front(board, battle, Side.ENGLAND)
    )  # fmt: skip
    return 0 if any(FIGURES[each].type in _SCHILTROM_STOPPERS for each in english) else _SCHILTROM_BONUS


@rule("hs:2.12-3", "hs:5.4-2")
def combat_number(board: Board, who: Block, battle: Battle, ruleset: Ruleset) -> int:
    """Return the highest roll with which a block hits."""
    printed = _HOME_DEFENCE if defends_home(who, battle) else FIGURES[who].combat
    return printed + schiltrom_bonus(board, who, battle, ruleset)


@rule("hs:2.11-2", "hs:5.4-1")
def dice_of(board: Board, who: Block) -> int:
    """Return how many dice a fighting block rolls: its strength."""
    return board.steps[who]


# ---------------------------------------------------------------- 5.31: a block's turn


def _turn_options(state: State, battle: Battle, acting: list[Block], side: Side) -> tuple[Action, ...]:
    found: list[Action] = []
    targets = bool(front(state.board, battle, side.enemy))
    for who in acting:
        if targets:
            found.append(FIGHTS[who])
        found.append(HOLDS[who])
        if can_retreat(state, who):
            found.append(WITHDRAWALS[who])
    if may_deal_early(state.ruleset, battle):
        found.append(DEAL_HITS)
    return tuple(found)


@rule("hs:5.31-2", "hs:5.5-1", "hs:5.31-1", "hs:5.32-5")
def turn_violations(state: State, battle: Battle, action: Fight | Hold | Withdraw) -> tuple[Violation, ...]:
    """Return all that keeps a block from taking its turn this way."""
    who = action.block
    if state.board.at[who] != battle.area:
        return (violation(Reason.NOT_IN_BATTLE, "hs:5.31-1", block=FIGURES[who].id),)
    found: list[Violation | None] = []
    if has_block(battle.reserves, who):
        found.append(violation(Reason.IN_RESERVE, waits_by(battle), block=FIGURES[who].id))
    elif has_block(battle.acted, who):
        found.append(violation(Reason.HAS_ACTED, "hs:5.31-1", block=FIGURES[who].id))
    else:
        found.append(out_of_turn(state, battle, who))
    if isinstance(action, Fight) and not front(state.board, battle, SIDES[who].enemy):
        found.append(violation(Reason.NOTHING_TO_FIGHT, waits_by(battle), block=FIGURES[who].id))
    if isinstance(action, Withdraw) and not can_retreat(state, who):
        found.extend(no_way_out(state, who, retreat_violations))
    return tuple(each for each in found if each is not None)


def battle_violations(state: State, battle: Battle, action: Action) -> tuple[Violation, ...] | None:
    """Return all that keeps a block from taking its turn this way, or hits from being dealt now."""
    match action:
        case DealHits():
            return deal_violations(state.ruleset, battle)
        case Fight(who) | Hold(who) | Withdraw(who):
            return enemy_block(state.board, battle, who) or turn_violations(state, battle, action)
        case _:
            return None


@rule("hs:5.31-2")
def enemy_block(board: Board, battle: Battle, who: Block) -> tuple[Violation, ...]:
    """Refuse the side whose turn it is a block of the enemy."""
    due = next_to_act(board, battle)
    if due is None or SIDES[who] is due[0]:
        return ()
    return (violation(Reason.NOT_YOUR_BLOCK, "hs:5.31-2", block=FIGURES[who].id),)


@rule("hs:5.31-3", "hs:5.31-4")
def out_of_turn(state: State, battle: Battle, who: Block) -> Violation | None:
    """Refuse a turn to a block whose letter or side is not due."""
    due = next_to_act(state.board, battle)
    assert due is not None, "a block that has not acted waits for its turn"
    side, acting = due
    if who in acting:
        return None
    (letter,), own = {LETTERS[each] for each in acting}, LETTERS[who]
    if letter is own:
        return violation(Reason.OUT_OF_TURN, "hs:5.31-4", block=FIGURES[who].id, side=side.value, letter=letter.value)
    return violation(Reason.OUT_OF_TURN, "hs:5.31-3", block=FIGURES[who].id, own=own.value, letter=letter.value)


@rule("hs:5.32-5", "hs:5.7-3")
def waits_by(battle: Battle) -> str:
    """Return the rule by which a block waits in reserve: after round one only captured nobles do."""
    return "hs:5.32-5" if battle.round < _RESERVE_ROUND else "hs:5.7-3"


def _acted(battle: Battle, who: Block) -> Battle:
    return replace(battle, acted=with_block(battle.acted, who))


def battle_apply(state: State, battle: Battle, action: Action) -> Next[State]:
    """Let a block take its turn: fight, pass or retreat; or deal the hits gathered so far."""
    if isinstance(action, DealHits):
        return gathered_hits_dealt(state, battle, hit_by(battle), battle.hits)
    assert isinstance(action, Fight | Hold | Withdraw)
    who = action.block
    name = FIGURES[who].id
    match action:
        case Fight():
            fought = event(EventKind.BLOCK_FOUGHT, "hs:5.31-2", block=name)
            after = with_top(state, replace(_acted(battle, who), volley=volley_of(who)))
            return Next(opened(after, Firing(who, dice_of(state.board, who))), (fought,))
        case Hold():
            return Next(with_top(state, _acted(battle, who)), (event(EventKind.BLOCK_PASSED, "hs:5.31-2", block=name),))
        case Withdraw():
            return Next(opened(state, Retreating(who)))
        case _:
            assert_never(action)


# ---------------------------------------------------------------- 5.4: dice and hits


def firing_decision(_state: State, frame: Firing) -> Chance[Action] | None:
    """Return the roll of the next die, as long as any is left."""
    return _DIE if frame.left else None


def firing_apply(state: State, frame: Firing, action: Action) -> Next[State]:
    """Note a die that was rolled, and whether it hits."""
    assert isinstance(action, Roll)
    battle, die = battle_of(state), action.die
    hit = die <= combat_number(state.board, frame.block, battle, state.ruleset)
    rolled = event(EventKind.DIE_ROLLED, "hs:5.4-1", "hs:5.4-2", block=FIGURES[frame.block].id, die=die, hit=hit)
    return Next(with_top(state, Firing(frame.block, frame.left - 1, frame.hits + hit)), (rolled,))


@rule("hs:5.41-4")
def firing_advance(state: State, frame: Firing) -> Next[State]:
    """Deal the hits of a block at once, or gather them where the ruleset says so, until they wipe out the enemy."""
    after, target = closed(state), SIDES[frame.block].enemy
    if not frame.hits:
        return Next(after)
    if state.ruleset.hit_timing == "per_block":
        return Next(opened(after, Hits(target, frame.hits)))
    battle = after.stack.top
    assert isinstance(battle, Battle)
    hits = battle.hits + frame.hits
    strength = sum(after.board.steps[each] for each in front(after.board, battle, target))
    if hits >= strength:
        return gathered_hits_dealt(after, battle, target, hits)
    return Next(with_top(after, replace(battle, hits=hits)))


FIRING: Procedure[State, Firing, Action] = Procedure(firing_decision, other_decision, firing_apply, firing_advance)


@rule("hs:5.41-1", "hs:5.41-2", "hs:5.41-3", "hs:5.32-5")
def takes_hit(board: Board, battle: Battle, side: Side) -> list[Block]:
    """Return the blocks among which the owner picks who takes the next hit: the strongest not in reserve."""
    present = front(board, battle, side)
    most = strongest_of(board, present)
    return [each for each in present if board.steps[each] == most]


@rule("hs:5.41-2", "hs:5.32-5")
def hit_violation(state: State, battle: Battle, side: Side, who: Block) -> Violation:
    """Return why a block may not take a hit: it is not of the side hit, not there, in reserve, or not the strongest."""
    name = FIGURES[who].id
    if SIDES[who] is not side:
        return violation(Reason.NOT_YOUR_BLOCK, "hs:5.41-2", block=name)
    if state.board.at[who] != battle.area:
        return violation(Reason.NOT_IN_BATTLE, "hs:5.41-2", block=name)
    if has_block(battle.reserves, who):
        return violation(Reason.IN_RESERVE, waits_by(battle), block=name)
    steps, strongest = state.board.steps[who], strongest_of(state.board, front(state.board, battle, side))
    return violation(Reason.NOT_STRONGEST, "hs:5.41-2", block=name, steps=steps, strongest=strongest)


@rule("hs:2.11-5", "hs:5.41-2")
def hit(state: State, frame: Hits, who: Block) -> Next[State]:
    """Take a step from a block; one at strength 1 is eliminated."""
    left = state.board.steps[who] - 1
    lost = event(EventKind.STEP_LOST, "hs:5.41-2", "hs:2.11-5", block=FIGURES[who].id, steps=left)
    after = with_top(state, Hits(frame.side, frame.left - 1))
    if left:
        return Next(on_board(after, stepped(state.board, who, left)), (lost,))
    return then(Next(after, (lost,)), lambda now: eliminated_in_battle(now, who))


def hits_decision(state: State, frame: Hits) -> Choice[Action] | None:
    """Return the choice of the block that takes the next hit, as long as there are hits and blocks to take them."""
    hurt = takes_hit(state.board, battle_of(state), frame.side) if frame.left else []
    if not hurt:
        return None
    options = tuple(SELECTS[each] for each in hurt)
    return Choice(frame.side.value, "a block that takes a hit", ("hs:5.41-2", "hs:5.41-3"), options)


def hits_violations(state: State, frame: Hits, action: Action) -> tuple[Violation, ...] | None:
    """Return why a block may not take the next hit."""
    if not isinstance(action, Select) or not frame.left:
        return None
    battle, who = battle_of(state), action.block
    if who in takes_hit(state.board, battle, frame.side):
        return ()
    return (hit_violation(state, battle, frame.side, who),)


def hits_apply(state: State, frame: Hits, action: Action) -> Next[State]:
    """Let the block chosen take the hit."""
    assert isinstance(action, Select)
    return hit(state, frame, action.block)


@rule("hs:5.41-2")
def hits_advance(state: State, frame: Hits) -> Next[State]:
    """End the dealing of hits; those beyond the last block are lost."""
    after = closed(state)
    if not frame.left:
        return Next(after)
    side, area = frame.side.value, AREA_IDS[battle_of(state).area]
    why = (violation(Reason.NOBODY_LEFT_TO_HIT, "hs:5.41-2", side=side, area=area, hits=frame.left),)
    return Next(after, (unasked(EventKind.HITS_LOST, side, "hits", why, area=area, hits=frame.left),))


HITS: Procedure[State, Hits, Action] = Procedure(hits_decision, hits_violations, hits_apply, hits_advance)


# ---------------------------------------------------------------- 5.2: Celtic blocks


@rule("hs:5.2-1", "hs:5.2-2")
def celts_to_roll_for(board: Board, battle: Battle, among: Mask) -> tuple[Block, ...]:
    """Return the Celtic blocks of a battle, among those given, for which a die is rolled."""
    return tuple(each for each in CELTIC if board.at[each] == battle.area and has_block(among, each))


@rule("hs:5.2-3", "hs:5.2-4", "hs:5.32-8")
def loyalty_rolled(state: State, frame: Loyalty, die: int) -> Next[State]:
    """Keep a Celtic block on 1 to 4; send it to the English pool on 5 and 6."""
    who, *rest = frame.blocks
    after, name = with_top(state, Loyalty(tuple(rest))), FIGURES[who].id
    if die <= _LOYAL_MAX:
        return Next(after, (event(EventKind.BLOCK_LOYAL, "hs:5.2-3", block=name, die=die),))
    after = on_board(after, put_away(state.board, who, Away.POOL))
    battle = battle_of(after)
    if SIDES[who] is not battle.attacker and battle.round == 1:
        after = with_battle(after, replace(battle, fled=True))
    return Next(after, (event(EventKind.BLOCK_DESERTED, "hs:5.2-4", block=name, die=die),))


def loyalty_decision(_state: State, frame: Loyalty) -> Chance[Action] | None:
    """Return the roll for the next Celtic block, as long as any is left."""
    return _LOYALTY_DIE if frame.blocks else None


def loyalty_apply(state: State, frame: Loyalty, action: Action) -> Next[State]:
    """Roll for the next Celtic block."""
    assert isinstance(action, Roll)
    return loyalty_rolled(state, frame, action.die)


LOYALTY: Procedure[State, Loyalty, Action] = Procedure(loyalty_decision, other_decision, loyalty_apply, simply_ends)


# ---------------------------------------------------------------- 5.3: rounds


def battle_decision(state: State, battle: Battle) -> Choice[Action] | None:
    """Return the choice of what a block does in its turn, as long as one is due in this round."""
    if not battle.round or not is_contested(state.board, battle.area):
        return None
    if state.ruleset.empty_front == "next_round" and not all(front(state.board, battle, side) for side in Side):
        return None
    due = next_to_act(state.board, battle)
    if due is None:
        return None
    side, acting = due
    if battle.hits and dealt_before(state.ruleset, battle, acting[0]):
        return None
    return Choice(
        side.value, "what a block does in its turn", ("hs:5.31-2", "hs:5.31-3", "hs:5.31-4"),
        _turn_options(state, battle, acting, side),
    )  # fmt: skip


def battle_advance(state: State, battle: Battle) -> Next[State]:
    """Go on with a battle in which nobody has a turn to take: begin it, end a round, or end it."""
    if not battle.round:
        return _begun(state, battle)
    for side in Side:
        if not holds(state.board, battle.area, side):
            return won_by(state, battle, side.enemy)
    if battle.hits:
        return gathered_hits_dealt(state, battle, hit_by(battle), battle.hits)
    ended = round_ended(state, battle)
    return Next(ended.state, (*turns_lost(state, battle), *ended.events, *no_further_round(battle)))


@rule("hs:5.3-1")
def no_further_round(battle: Battle) -> tuple[Event, ...]:
    """Return the events that nobody has a turn any more after the last round; nothing after an earlier one."""
    if battle.round < _ROUNDS:
        return ()
    why, area = rounds_fought(battle.area), AREA_IDS[battle.area]
    return tuple(unasked(EventKind.NOT_ASKED, side.value, "battle_turn", why, area=area) for side in Side)


@rule("hs:5.31-5")
def turns_lost(state: State, battle: Battle) -> tuple[Event, ...]:
    """Return the event that blocks lose their turns, since the round ends as soon as the enemy front is gone."""
    due = next_to_act(state.board, battle)
    if due is None:
        return ()
    side, waiting = due
    facts = {"side": side.enemy.value, "area": AREA_IDS[battle.area]}
    why = (violation(Reason.FRONT_GONE, "hs:5.31-5", **facts),)
    blocks = tuple(FIGURES[each].id for each in waiting)
    return (unasked(EventKind.NOT_ASKED, side.value, "battle_turn", why, blocks=blocks),)


def _begun(state: State, battle: Battle) -> Next[State]:
    here = mask_of(*(each for side in Side for each in blocks_at(state.board, battle.area, side)))
    reserves = Mask((battle.reserves | state.field.reserves) & here)
    begins = replace(battle, round=1, reserves=reserves)
    among = here if state.ruleset.celtic_roll == "before_battle" else without(here, reserves)
    celts = celts_to_roll_for(state.board, battle, among)
    # From here on only the battle knows its reserves: the mark must not go with them when it is over.
    field = state.field._replace(reserves=without(state.field.reserves, here))
    after = with_top(fresh_crossings(state._replace(field=field)), begins)
    happened = event(EventKind.ROUND_BEGUN, "hs:5.3-1", area=AREA_IDS[battle.area], round=1)
    return Next(opened(after, Loyalty(celts)) if celts else after, (happened,))


@rule("hs:5.3-1", "hs:5.3-2", "hs:5.32-8", "hs:5.32-9")
def round_ended(state: State, battle: Battle) -> Next[State]:
    """Begin the next round; after the third the attacker must retreat."""
    if battle.round == _ROUNDS:
        return Next(
            opened(closed(fresh_crossings(state)), LastRetreat(battle.attacker, battle.area)),
            (event(EventKind.BATTLE_WON, "hs:5.3-2", area=AREA_IDS[battle.area], side=battle.attacker.enemy.value),),
        )
    events: list[Event] = []
    attacker = battle.attacker
    if battle.round + 1 == _RESERVE_ROUND and control_changes(state, battle):
        attacker = attacker.enemy
        events.append(event(EventKind.FIELD_CONTROL_CHANGED, "hs:5.32-8", "hs:5.32-9", attacker=attacker.value))
    begins = next_round(battle, attacker)
    events.append(event(EventKind.ROUND_BEGUN, "hs:5.3-1", area=AREA_IDS[battle.area], round=begins.round))
    return arrived(with_top(fresh_crossings(state), begins), battle, tuple(events))


@rule("hs:5.3-1")
def rounds_fought(place: Area) -> tuple[Violation, ...]:
    """Return why no block takes a turn in a battle any more: its last round is over."""
    return (violation(Reason.ROUNDS_FOUGHT, "hs:5.3-1", area=AREA_IDS[place], rounds=_ROUNDS),)


@rule("hs:5.31-6")
def next_round(battle: Battle, attacker: Side) -> Battle:
    """Return a battle at the start of its next round: nobody has acted and nobody waits."""
    return Battle(battle.area, attacker, battle.round + 1)


@rule("hs:5.32-8", "hs:5.32-9")
def control_changes(state: State, battle: Battle) -> bool:
    """Say whether the attacker has cleared the field of defenders in round one, so that roles are exchanged."""
    if front(state.board, battle, battle.attacker.enemy):
        return False
    return state.ruleset.field_control_trigger == "none_left" or not battle.fled


@rule("hs:5.32-6", "hs:5.32-7", "hs:5.7-3")
def arrived(state: State, before: Battle, events: tuple[Event, ...]) -> Next[State]:
    """Let all in reserve join, even if all their friends are gone; Celts among them may be rolled for now."""
    if not before.reserves:
        return Next(state, events)
    joined = event(EventKind.RESERVES_ARRIVED, "hs:5.32-6", blocks=shown(before.reserves))
    revealed = state.ruleset.celtic_roll == "when_revealed"
    celts = celts_to_roll_for(state.board, before, before.reserves) if revealed else ()
    return Next(opened(state, Loyalty(celts)) if celts else state, (*events, joined))


@rule("hs:5.6-1")
def won_by(state: State, battle: Battle, winner: Side) -> Next[State]:
    """End a battle: one side is alone in the area and may regroup."""
    won = event(EventKind.BATTLE_WON, "hs:5.6-1", area=AREA_IDS[battle.area], side=winner.value)
    return Next(opened(closed(fresh_crossings(state)), regrouping(winner, battle.area)), (won,))


BATTLE: Procedure[State, Battle, Action] = Procedure(battle_decision, battle_violations, battle_apply, battle_advance)


# ---------------------------------------------------------------- 5.9: border raids


@rule("hs:5.9-3", "hs:5.9-4")
def raided(state: State) -> tuple[Action, ...]:
    """Return the English blocks of which one is lost to a raid; nobles never are."""
    return tuple(SELECTS[each] for each in non_nobles_on_map(state.board, Side.ENGLAND))


def raid_decision(state: State, _frame: Raid) -> Choice[Action]:
    """Return the choice of the block that England loses."""
    return Choice(Side.ENGLAND.value, "a block lost to the raid", ("hs:5.9-3",), raided(state))


def raid_violations(state: State, _frame: Raid, action: Action) -> tuple[Violation, ...] | None:
    """Return why a block cannot be the one lost to the raid."""
    if action in raided(state):
        return ()
    if not isinstance(action, Select):
        return None
    who = action.block
    if SIDES[who] is Side.ENGLAND and FIGURES[who].noble:
        return (violation(Reason.NOBLES_ARE_SPARED, "hs:5.9-3", block=FIGURES[who].id),)
    reason = Reason.NOT_YOUR_BLOCK if SIDES[who] is Side.SCOTLAND else Reason.NOT_ON_MAP
    return (violation(reason, "hs:5.9-3", block=FIGURES[who].id),)


def raid_apply(state: State, _frame: Raid, action: Action) -> Next[State]:
    """Lose a block to the raid."""
    assert isinstance(action, Select)
    who = action.block
    lost = event(EventKind.RAID_LOSS, "hs:5.9-3", block=FIGURES[who].id)
    return then(Next(closed(state), (lost,)), lambda now: lost_outside_battle(now, who, "hs:5.9-3"))


RAID: Procedure[State, Raid, Action] = Procedure(raid_decision, raid_violations, raid_apply, always_waits)
