"""Openings: the frames of a procedure about to begin, and what the rules want before it begins.

Where a chapter says what keeps a side from beginning, it is asked; what a position by hand can get wrong besides is
found here. Nothing is repaired: an opening that the rules refuse is `Forbidden`.
"""

from collections.abc import Iterator
from typing import assert_never

from reference.hammer_of_the_scots import event_cards
from reference.hammer_of_the_scots import frames as f
from reference.hammer_of_the_scots import opening_records as o
from reference.hammer_of_the_scots.actions import CHOICES, SELECTS, Candidate, Card, Crown
from reference.hammer_of_the_scots.board import Away, contested_areas, holds, is_contested, is_on_map, non_nobles_on_map
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, COASTAL, ENGLAND, Area
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FIGURES, IS_NOBLE, KING, LOYAL, MORAY, WALLACE, Block
from reference.hammer_of_the_scots.ch03_cards import DECK, KINDS, cards_out, dealt_afresh, is_event, levy_pool
from reference.hammer_of_the_scots.ch05_reserves import groups
from reference.hammer_of_the_scots.ch06_kings import CARD_RULE, crown_violations, limit_violations, may_crown_anybody
from reference.hammer_of_the_scots.ch07_replacements import SEA_BLOCKS, building, draw_violations, landings
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.procedures import ENGINE
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.openings import forbid, taken
from reference.kernel.rules import rule
from reference.kernel.stacks import opened
from reference.kernel.verdicts import Violation, violation


def begun(state: State, opening: o.Opening) -> State:
    """Return the state with the procedure of an opening about to begin; refuse what the rules refuse."""
    match opening:
        case (
            o.Deal() | o.CardTurn() | o.CardsRevealed() | o.Moves() | o.Truce() | o.Victuals() | o.Pillage()
            | o.SeaMove() | o.Herald() | o.Coronation()
        ):  # fmt: skip
            return _card(state, opening)
        case o.MainForce() | o.Battles() | o.Battle() | o.LastRetreat() | o.Regroup() | o.BorderRaid():
            return _battle(state, opening)
        case (
            o.Winter() | o.Quarters() | o.GoingHome() | o.Disbanding() | o.Building() | o.Drawing() | o.Landing()
            | o.Levy()
        ):  # fmt: skip
            return _winter(state, opening)
        case _:
            assert_never(opening)


# ---------------------------------------------------------------- turns and cards


def _card(state: State, opening: o.CardOpening) -> State:
    match opening:
        case o.Deal():
            return dealt_afresh(opened(state, f.Turn(f.TurnStage.CARDS))).state
        case o.CardTurn():
            return opened(state, f.Turn(f.TurnStage.CARDS))
        case o.CardsRevealed(england, scotland):
            return _revealed(state, england, scotland)
        case o.Moves(side, points):
            return opened(state, f.Moving(side, points))
        case o.Coronation(card, candidate):
            return _coronation(state, card, candidate)
        case _:
            return _event(state, opening)


def _event(state: State, opening: o.Truce | o.Victuals | o.Pillage | o.SeaMove | o.Herald) -> State:
    match opening:
        case o.Truce(side):
            return opened(state, event_cards.begun(Card.TRUCE, side))
        case o.Victuals(side):
            return opened(state, event_cards.begun(Card.VICTUALS, side))
        case o.SeaMove(side):
            return opened(state, event_cards.begun(Card.SEA_MOVE, side))
        case o.Pillage(side, area):
            after = opened(state, event_cards.begun(Card.PILLAGE, side))
            return after if area is None else taken(ENGINE, after, CHOICES[area])
        case o.Herald(side, noble):
            after = opened(state, event_cards.begun(Card.HERALD, side))
            return after if noble is None else taken(ENGINE, after, SELECTS[noble])
        case _:
            assert_never(opening)


def _revealed(state: State, england: Card, scotland: Card) -> State:
    """Return the state with two cards on the table, about to be revealed."""
    cards = state.cards._replace(english_card=england, scottish_card=scotland)
    after = state._replace(cards=cards)
    forbid((*_table_violations(state), *_deck_violations(after)))
    return opened(after, f.Turn(f.TurnStage.REVEAL))


@rule("hs:3.1-1")
def _table_violations(state: State) -> Iterator[Violation]:
    """Refuse to play a card while one is on the table."""
    for card in filter(None, (state.cards.english_card, state.cards.scottish_card)):
        yield violation(Reason.CARD_ON_TABLE, "hs:3.1-1", card=card.value)


@rule("hs:3.0-1")
def _deck_violations(state: State) -> Iterator[Violation]:
    """Refuse more cards of a kind than the deck has."""
    for kind, out, there in zip(KINDS, cards_out(state.cards), DECK, strict=True):
        if out > there:
            yield violation(Reason.NOT_IN_THE_DECK, "hs:3.0-1", card=kind.value, cards=out, most=there)


def _coronation(state: State, card: Card, candidate: Candidate | None) -> State:
    """Return the state in which Scotland says whether its event or a coronation takes place, or after it has."""
    after = state._replace(cards=state.cards._replace(scottish_card=card))
    forbid((*_event_violations(card, candidate), *_deck_violations(after), *_crown_violations(after)))
    after = opened(after, f.Declaring())
    return after if candidate is None else taken(ENGINE, after, Crown(candidate))


@rule("hs:6.21-3", "hs:6.22-4")
def _event_violations(card: Card, candidate: Candidate | None) -> Iterator[Violation]:
    """Refuse a coronation in place of a card that is no event, by the rule of the candidate or, without one, of all."""
    named = Candidate if candidate is None else (candidate,)
    if not is_event(card):
        for rule_id in dict.fromkeys(CARD_RULE[each] for each in named):
            yield violation(Reason.NOT_AN_EVENT, rule_id, card=card.value)


def _crown_violations(state: State) -> tuple[Violation, ...]:
    """Return what bars every coronation; where it is declared with the card, only what bars any."""
    if state.ruleset.coronation_declared == "with_card" or may_crown_anybody(state):
        return limit_violations(state)
    return tuple(each for candidate in Candidate for each in crown_violations(state, candidate))


# ---------------------------------------------------------------- battles


def _battle(state: State, opening: o.BattleOpening) -> State:
    match opening:
        case o.MainForce(side, area):
            forbid((*_peace_violations(state, area), *_group_violations(state, side, area)))
            return opened(state, f.Naming(side, area))
        case o.Battles(first):
            forbid(_no_battles(state))
            return opened(state._replace(field=state.field._replace(first=first)), f.Battles())
        case o.Battle():
            return _fight(state, opening)
        case o.LastRetreat(side, area):
            forbid(_peace_violations(state, area))
            return opened(state, f.LastRetreat(side, area))
        case o.Regroup(side, area):
            forbid(_winner_violations(state, side, area))
            return opened(state, f.Regrouping(side, area))
        case o.BorderRaid():
            forbid(_raid_violations(state))
            return opened(state, f.Raid())
        case _:
            assert_never(opening)


def _fight(state: State, opening: o.Battle) -> State:
    """Return the state with a battle at the beginning of a round."""
    area, reserves = opening.area, opening.reserves
    forbid((*_peace_violations(state, area), *_reserve_violations(state, opening)))
    begun_round = 0 if opening.round == 1 else opening.round
    return opened(state, f.Battle(area, opening.attacker, begun_round, reserves=mask_of(*reserves)))


@rule("hs:5.1-1")
def _peace_violations(state: State, area: Area) -> Iterator[Violation]:
    """Refuse a battle where not both sides have blocks."""
    if not is_contested(state.board, area):
        yield violation(Reason.NO_BATTLE_THERE, "hs:5.1-1", area=AREA_IDS[area])


@rule("hs:5.1-1")
def _no_battles(state: State) -> Iterator[Violation]:
    """Refuse battles where nobody meets an enemy."""
    if not contested_areas(state.board):
        yield violation(Reason.NO_BATTLE_ANYWHERE, "hs:5.1-1")


@rule("hs:5.32-2")
def _group_violations(state: State, side: Side, area: Area) -> Iterator[Violation]:
    """Refuse to name a main force where a side's attackers are one group."""
    if len(groups(state, area, side)) < 2:
        yield violation(Reason.ONE_GROUP, "hs:5.32-2", side=side.value, area=AREA_IDS[area])


@rule("hs:5.32-5", "hs:5.32-6")
def _reserve_violations(state: State, opening: o.Battle) -> Iterator[Violation]:
    """Refuse reserves that are elsewhere, and any after round one."""
    for block in opening.reserves:
        if state.board.at[block] != opening.area:
            yield violation(Reason.NOT_IN_BATTLE, "hs:5.32-5", block=FIGURES[block].id)
    if opening.reserves and opening.round > 1:
        yield violation(Reason.RESERVES_HAVE_JOINED, "hs:5.32-6", round=opening.round)


@rule("hs:5.6-1")
def _winner_violations(state: State, side: Side, area: Area) -> Iterator[Violation]:
    """Refuse a regroup to a side that is not alone in the area."""
    if not holds(state.board, area, side):
        yield violation(Reason.NOBODY_THERE, "hs:5.6-1", side=side.value, area=AREA_IDS[area])
    elif is_contested(state.board, area):
        yield violation(Reason.BATTLE_PENDING, "hs:5.6-1", area=AREA_IDS[area])


@rule("hs:5.9-3", "hs:5.9-4")
def _raid_violations(state: State) -> Iterator[Violation]:
    """Refuse a border raid without Scots in England, or without a block that England can lose."""
    if not holds(state.board, ENGLAND, Side.SCOTLAND):
        yield violation(Reason.NOBODY_THERE, "hs:5.9-3", side=Side.SCOTLAND.value, area=AREA_IDS[ENGLAND])
    if not non_nobles_on_map(state.board, Side.ENGLAND):
        yield violation(Reason.NO_BLOCK_TO_LOSE, "hs:5.9-4")


# ---------------------------------------------------------------- winter


def _winter(state: State, opening: o.WinterOpening) -> State:
    match opening:
        case o.Winter(step):
            forbid((*_pending_violations(state), *_step_violations(state, step)))
            return opened(state, f.Wintering(step))
        case o.Quarters(block):
            forbid(_quarters_violations(state, block))
            return opened(state, f.Quarters(block))
        case o.GoingHome(noble):
            forbid(_home_violations(state, noble))
            return opened(state, f.GoingHome(noble))
        case o.Disbanding(side):
            return opened(state, f.Disbanding(side))
        case o.Building(side):
            return opened(state, building(state, side))
        case o.Drawing() | o.Landing():
            return _drawing(state, opening)
        case o.Levy(blocks):
            forbid(_pool_violations(state))
            return opened(state, f.Levy(blocks))
        case _:
            assert_never(opening)


@rule("hs:7.0-4")
def _pending_violations(state: State) -> Iterator[Violation]:
    """Refuse winter while battles are to be fought."""
    for area in contested_areas(state.board):
        yield violation(Reason.BATTLE_PENDING, "hs:7.0-4", area=AREA_IDS[area])


@rule("hs:7.0-5")
def _step_violations(state: State, step: f.WinteringStage) -> Iterator[Violation]:
    """Refuse a step that the winter of this ruleset does not have."""
    if step is f.WinteringStage.SURPLUS_FIRST and state.ruleset.edward_decides_first == "yes":
        yield violation(Reason.NO_SUCH_STEP, "hs:7.0-5", step=step.value)


@rule("hs:7.1-3", "hs:7.2-1", "hs:7.4-1", "hs:7.5-1")
def _quarters_violations(state: State, block: Block) -> Iterator[Violation]:
    """Refuse to ask for quarters of a block that has none of its own, or is not on the map."""
    cited = {MORAY: "hs:7.1-3", KING: "hs:7.2-1", EDWARD: "hs:7.4-1", WALLACE: "hs:7.5-1"}.get(block)
    if cited is None:
        yield violation(Reason.NO_QUARTERS, "hs:7.1-3", block=FIGURES[block].id)
    elif not is_on_map(state.board, block):
        yield violation(Reason.NOT_ON_MAP, cited, block=FIGURES[block].id)


@rule("hs:7.1-1", "hs:7.1-3")
def _home_violations(state: State, noble: Block) -> Iterator[Violation]:
    """Refuse to send a block home that is no noble, or Moray, who may stay away; or one that is not on the map."""
    if noble in LOYAL:
        yield violation(Reason.NOT_SENT_HOME, "hs:7.1-3", block=FIGURES[noble].id)
    if not IS_NOBLE[noble]:
        yield violation(Reason.NOT_SENT_HOME, "hs:7.1-1", block=FIGURES[noble].id)
    if not is_on_map(state.board, noble):
        yield violation(Reason.NOT_ON_MAP, "hs:7.1-1", block=FIGURES[noble].id)


def _drawing(state: State, opening: o.Drawing | o.Landing) -> State:
    area = opening.area
    if isinstance(opening, o.Drawing):
        forbid(draw_violations(state, building(state, Side.SCOTLAND), area))
        return opened(state, f.Drawing(area))
    forbid(_landing_violations(state, opening))
    return opened(state, f.Landing(opening.block, area))


@rule("hs:S7-5")
def _landing_violations(state: State, opening: o.Landing) -> Iterator[Violation]:
    """Refuse a landing of a block that is no sea block in the pool, or where no coast is near."""
    block, area = opening.block, opening.area
    if block not in SEA_BLOCKS:
        yield violation(Reason.NOT_A_SEA_BLOCK, "hs:S7-5", block=FIGURES[block].id)
    if state.board.at[block] != Away.POOL:
        yield violation(Reason.NOT_IN_THE_POOL, "hs:S7-5", block=FIGURES[block].id)
    if COASTAL[area]:
        yield violation(Reason.NOT_INLAND, "hs:S7-5", area=AREA_IDS[area])
    elif not landings(state, area):
        yield violation(Reason.NO_DESTINATION, "hs:S7-5", area=AREA_IDS[area])


@rule("hs:7.7-2")
def _pool_violations(state: State) -> Iterator[Violation]:
    """Refuse a levy from an empty pool."""
    if not levy_pool(state, state.ruleset):
        yield violation(Reason.POOL_EMPTY, "hs:7.7-2")
