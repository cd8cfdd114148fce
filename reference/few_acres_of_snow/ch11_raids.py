"""Raids (Überfall): which places raid cards reach, how a raid is blocked, and what it takes.

Cards are played first, raid cards proper before priests and Indian leaders, then the target is declared.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache

from reference.few_acres_of_snow.actions import Action, Aim, Block, LetHappen, Play, Raid
from reference.few_acres_of_snow.ch01_board import (
    IDS,
    NEUTRAL,
    PLACES,
    TADOUSSAC,
    VILLAGES,
    Board,
    Kind,
    Neighbours,
    Place,
    owner,
    piece_kind,
    raid_neighbours,
    raid_neighbours_and_tadoussac,
    with_piece,
)
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    NATIVES,
    PLACE_OF,
    PLAY_COST,
    RAID_BLOCKERS,
    RAIDERS,
    RANGE_ONLY,
    Card,
    location_card,
    names,
)
from reference.few_acres_of_snow.ch05_actions import laid_down, not_in_hand, paying, put_down, spent, unaffordable
from reference.few_acres_of_snow.ch07_location_cards import is_usable, unusable
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import RaidDeclared, Raiding
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset, in_edition
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import (
    State,
    besieger,
    discarded,
    player,
    siege_of,
    stock,
    taken_from_hand,
    with_player,
    with_siege,
)
from reference.few_acres_of_snow.tables import numbers
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, violation

_MEMORY = 20_000
RAID_ORDER = (*sorted(RAIDERS), *sorted(RANGE_ONLY))
RAID_CARDS = frozenset(RAID_ORDER)
# What may follow a raid card in one raid: copies of it, and all cards that sort after it.
_FOLLOWING = {which: frozenset(RAID_ORDER[rank:]) for rank, which in enumerate(RAID_ORDER)}
_LINKS_PER_CARD = numbers("raid").number("links_per_card")
_EXTRA = numbers("raid").table("extra_links")
_EXTRA_LINKS = {name: _EXTRA.number(name) for name in _EXTRA}

# ---------------------------------------------------------------- reach


@rule("fa:raid.2", "fa:raid.3", "fa:aid.raid.2", "fa:aid.raid.3", "fa:sum.war.3")
def reach(cards: int, ruleset: Ruleset) -> int:
    """Return how many links so many cards reach."""
    return cards * _LINKS_PER_CARD + _EXTRA_LINKS[ruleset.raid_range]


@rule("fa:raid.2", "fa:aid.raid.2", "fa:aid.raid.3")
def range_rules(cards: int, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the rules that say how far so many cards reach; the player aid has one for the first card only."""
    if ruleset.raid_range == "cards":
        return ("fa:raid.2",)
    return ("fa:aid.raid.2",) if cards == 1 else ("fa:aid.raid.2", "fa:aid.raid.3")


@rule("fa:raid.8", "fa:aid.raid.4")
def fort_rules(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the rules by which a fort bars a raid; the player aid speaks of enemy forts only."""
    return ("fa:raid.8",) if ruleset.raid_blocking_forts == "any" else ("fa:raid.8", "fa:aid.raid.4")


@rule("fa:raid.8", "fa:fortify.5", "fa:aid.raid.4", "fa:sum.war.3")
def fort_bars_way(board: Board, side: Side, where: Place, ruleset: Ruleset) -> bool:
    """Say whether a fort stops a side's raid on its way: any fort, or only an enemy's, as the option says."""
    if not board.forts[where]:
        return False
    return ruleset.raid_blocking_forts == "any" or owner(board, where) is side.enemy


@rule("fa:aid.raid.5")
def besieged_bar(state: State, side: Side) -> tuple[frozenset[Place], frozenset[Place]]:
    """Return the besieged places that can be neither target nor origin, and those that a side's raid cannot pass.

    The besieger may pass the place he besieges; the defender may not.
    """
    if state.ruleset.raid_besieged_rule == "none":
        return frozenset(), frozenset()
    besieged = [(attacker, siege_of(state, attacker)) for attacker in SIDES]
    barred = frozenset(siege.place for _, siege in besieged if siege is not None)
    closed_to = frozenset(siege.place for attacker, siege in besieged if siege is not None and attacker is not side)
    return barred, closed_to


@rule("fa:raid.12", "fa:raid.7", "fa:faq.raid.3")
def origins(board: Board, side: Side, closed_to: frozenset[Place]) -> frozenset[Place]:
    """Return the places a raid can start from: all that its player controls, linked to his home place or not."""
    return frozenset(where for where in PLACES if owner(board, where) is side and where not in closed_to)


def within(links: Neighbours, starts: frozenset[Place], closed_to: frozenset[Place], most: int) -> frozenset[Place]:
    """Return the places that can be reached by a route of at most so many links."""
    found: set[Place] = set()
    edge = set(starts)
    passed = set(starts)
    for _ in range(most):
        edge = {to for where in edge for to in links[where]} - passed
        found |= edge
        edge -= closed_to
        passed |= edge
    return frozenset(found)


def exactly(links: Neighbours, starts: frozenset[Place], closed_to: frozenset[Place], length: int) -> frozenset[Place]:
    """Return the places reached by a route of exactly so many links that visits no place twice."""
    found: set[Place] = set()

    def walk(where: Place, visited: frozenset[Place], left: int) -> None:
        for to in links[where]:
            if to in visited:
                continue
            if left == 1:
                found.add(to)
            elif to not in closed_to:
                walk(to, visited | {to}, left - 1)

    for start in starts:
        walk(start, frozenset((start,)), length)
    return frozenset(found)


@rule("fa:raid.2", "fa:raid.5", "fa:raid.6", "fa:raid.7", "fa:aid.raid.2", "fa:aid.raid.3")
def reached(board: Board, side: Side, closed_to: frozenset[Place], cards: int, ruleset: Ruleset) -> frozenset[Place]:
    """Return every place that so many cards reach, no matter who holds it.

    A raid starts from no place that is closed to it: of a side's own places these are the besieged ones.
    """
    stops = closed_to | {where for where in PLACES if fort_bars_way(board, side, where, ruleset)}
    return _in_range(raid_neighbours(ruleset), origins(board, side, closed_to), stops, cards, ruleset)


def _in_range(
    links: Neighbours, starts: frozenset[Place], stops: frozenset[Place], cards: int, ruleset: Ruleset
) -> frozenset[Place]:
    if _is_exact(cards, ruleset):
        return exactly(links, starts, stops, reach(cards, ruleset))
    return within(links, starts, stops, reach(cards, ruleset))


def _is_exact(cards: int, ruleset: Ruleset) -> bool:
    """Say whether a raid with so many cards must go just as far as they reach, no less."""
    return cards > 1 and ruleset.raid_distance == "exact_beyond_one_card"


@lru_cache(_MEMORY)
def _targets(
    board: Board, side: Side, barred: frozenset[Place], closed_to: frozenset[Place], cards: int, ruleset: Ruleset
) -> tuple[Place, ...]:
    found = reached(board, side, closed_to, cards, ruleset)
    return tuple(
        where for where in PLACES
        if where in found and owner(board, where) is side.enemy and not board.forts[where] and where not in barred
    )  # fmt: skip


@rule("fa:raid.12", "fa:raid.8", "fa:aid.raid.4", "fa:aid.raid.5", "fa:fortify.5", "fa:sum.war.3", "fa:raid.2")
def targets(state: State, side: Side, cards: int) -> tuple[Place, ...]:
    """Return the places a side may raid with so many cards: enemy-held, in reach, without fort."""
    barred, closed_to = besieged_bar(state, side)
    return _targets(state.board, side, barred, closed_to, cards, state.ruleset)


# ---------------------------------------------------------------- what bars a raid


def _without(state: State, *, forts: bool, sieges: bool) -> State:
    """Return the state without its forts, without its sieges, or without both."""
    board = state.board._replace(forts=bytes(len(PLACES))) if forts else state.board
    return state._replace(board=board, sieges=(None, None) if sieges else state.sieges)


@rule("fa:raid.8", "fa:aid.raid.5")
def barred_by(state: State, possible: Callable[[State], bool], **facts: str) -> tuple[Violation, ...]:
    """Say whether forts or sieges or both bar a raid that its range would allow; nothing if they are not to blame.

    Forts are to blame if the raid is possible without them, or only without forts and sieges; likewise sieges.
    """
    if not possible(_without(state, forts=True, sieges=True)):
        return ()
    without_forts = possible(_without(state, forts=True, sieges=False))
    without_sieges = possible(_without(state, forts=False, sieges=True))
    found: tuple[Violation, ...] = ()
    if without_forts or not without_sieges:
        found = tuple(violation(Reason.FORTIFIED, each, **facts) for each in fort_rules(state.ruleset))
    if without_sieges or not without_forts:
        found += (violation(Reason.BESIEGED, "fa:aid.raid.5", **facts),)
    return found


@rule("fa:faq.map.3")
def _through_tadoussac(state: State, side: Side, cards: int) -> frozenset[Place]:
    """Return what so many cards would reach without forts and sieges, if raids could go from Tadoussac and to it."""
    links = raid_neighbours_and_tadoussac(state.ruleset)
    return _in_range(links, origins(state.board, side, frozenset()), frozenset(), cards, state.ruleset)


# ---------------------------------------------------------------- playing raid cards


@rule("fa:raid.4", "fa:faq.raid.1", "fa:aid.raid.1", "fa:aid.ambush.1")
def attack_cost(which: Card) -> int:
    """Return what a card costs in a raid or ambush: every Native American card has its price."""
    return PLAY_COST[which] if which in NATIVES else 0


@rule("fa:raid.2", "fa:raid.4", "fa:raid.13")
def _sizes(state: State, side: Side, count: int, which: Card, others: frozenset[Card]) -> range:
    """Return the possible total numbers of cards in a raid, once this card is played as number `count`.

    Others of the hand may join it; Native Americans only while money is left once it is paid.
    """
    owner_ = player(state, side)
    beside = Counter(each for each in owner_.hand if each in others) - Counter((which,))
    further = tuple(beside.elements())
    natives = sum(each in NATIVES for each in further)
    money = max(0, owner_.money - attack_cost(which))
    return range(count, count + len(further) - natives + min(natives, money) + 1)


def _leads_on(state: State, side: Side, count: int, which: Card) -> bool:
    """Say whether a raid card leads to a target, alone or with cards that sort after it."""
    return any(targets(state, side, cards) for cards in _sizes(state, side, count, which, _FOLLOWING[which]))


@rule("fa:raid.5", "fa:faq.map.3")
def tadoussac_rule(ruleset: Ruleset) -> str:
    """Return the rule by which no raid leads to or from Tadoussac: none of its links is one of those for raids."""
    return in_edition(ruleset, "fa:raid.5", "fa:faq.map.3")


@rule("fa:raid.2", "fa:faq.map.3")
def _no_target(state: State, side: Side, which: Card, sizes: range) -> tuple[Violation, ...]:
    """Refuse a raid card if nothing can be raided with it, whatever cards join it; say what bars it."""

    def leads_somewhere(there: State) -> bool:
        return any(targets(there, side, cards) for cards in sizes)

    if leads_somewhere(state):
        return ()
    found = barred_by(state, leads_somewhere, card=CARD_IDS[which])
    if found:
        return found
    found = _nothing_in_range(state.ruleset, side, which, sizes[-1])
    beyond = (where for cards in sizes for where in _through_tadoussac(state, side, cards))
    if any(owner(state.board, where) is side.enemy for where in beyond):
        facts = {"origin": IDS[TADOUSSAC], "card": CARD_IDS[which]}
        found += (violation(Reason.NO_RAID_LINK, tadoussac_rule(state.ruleset), **facts),)
    return found


@rule("fa:raid.2", "fa:aid.raid.2", "fa:aid.raid.3")
def _nothing_in_range(ruleset: Ruleset, side: Side, which: Card, most: int) -> tuple[Violation, ...]:
    """Refuse a raid card that reaches no place of the enemy with `most` cards, which is all that can be played."""
    facts: dict[str, Fact] = {"side": side.value, "card": CARD_IDS[which], "cards": most}
    if not _is_exact(most, ruleset):
        facts["reach"] = reach(most, ruleset)
    return tuple(violation(Reason.OUT_OF_REACH, each, **facts) for each in range_rules(most, ruleset))


@rule("fa:raid.3", "fa:raid.4")
def _raider_in_hand(state: State, side: Side) -> bool:
    """Say whether the hand holds a raid card proper that can be paid."""
    owner_ = player(state, side)
    return any(each in RAIDERS and attack_cost(Card(each)) <= owner_.money for each in owner_.hand)


@rule("fa:raid.3")
def has_raider(cards: tuple[Card, ...]) -> bool:
    """Say whether a raid card proper is among the cards of a raid; priests and Indian leaders only help."""
    return not RAIDERS.isdisjoint(cards)


@rule("fa:raid.2", "fa:raid.3", "fa:raid.13")
def _leads_nowhere(state: State, side: Side, played: tuple[Card, ...], which: Card) -> tuple[Violation, ...]:
    """Refuse a raid card beside those played if no choice of cards that goes on from there makes a raid."""
    sizes = _sizes(state, side, len(played) + 1, which, RAID_CARDS)
    if has_raider((*played, which)):
        return _no_target(state, side, which, sizes)
    if not _raider_in_hand(state, side):
        return (violation(Reason.NO_RAID_CARD, "fa:raid.3", helper=CARD_IDS[which]),)
    return _no_target(state, side, which, sizes[1:])


@rule("fa:raid.1", "fa:raid.3", "fa:raid.4", "fa:aid.raid.1", "fa:sum.war.3", "fa:raid.2")
def raid_violations(state: State, side: Side, action: Raid) -> tuple[Violation, ...]:
    """Refuse to begin a raid without a raid card, without its price, or without any target to reach.

    A priest or Indian leader may be named first if a raid card can join him.
    """
    which = action.card
    found = not_in_hand(state, side, which) + unaffordable(state, side, attack_cost(which), "fa:raid.4")
    if which not in RAID_CARDS:
        return (*found, violation(Reason.NO_RAID_CARD, "fa:raid.1", card=CARD_IDS[which]))
    return found + _leads_nowhere(state, side, (), which)


def raid_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[Raid]:
    """Return every card a raid may begin with."""
    for which in (each for each in working if each in RAIDERS):
        # Cards that lead nowhere are left out at once, without finding out why.
        if _leads_on(state, side, 1, which) and not raid_violations(state, side, Raid(which)):
            yield Raid(which)


def raid_begun(state: State, side: Side, action: Raid) -> Next[State]:
    """Play the first raid card."""
    return raid_card_played(opened(spent(state), Raiding(side, ())), Raiding(side, ()), action.card)


@rule("fa:raid.13", "fa:raid.4", "fa:faq.raid.1")
def raid_card_played(state: State, frame: Raiding, which: Card) -> Next[State]:
    """Add a card to the raid and pay its price; the cards lie in the order in which they are offered."""
    after, cost = paying(taken_from_hand(state, frame.side, which), frame.side, attack_cost(which), "fa:raid.4")
    cards = tuple(sorted((*frame.cards, which), key=RAID_ORDER.index))
    return Next(with_top(after, Raiding(frame.side, cards)), cost)


def raiding_decision(state: State, frame: Raiding) -> Choice[Action]:
    """Ask for a further card or the target."""
    rules = ("fa:raid.1", range_rules(1, state.ruleset)[0])
    return Choice(frame.side.value, "raid", rules, raiding_options(state, frame))


def raiding_options(state: State, frame: Raiding) -> tuple[Play | Aim, ...]:
    """Return the cards that may be added and the targets in reach.

    Cards are offered in one order. Only if a raid began with a card that needs an earlier one, that one is offered too.
    """
    side, count = frame.side, len(frame.cards)
    held = [each for each in RAID_ORDER if each in player(state, side).hand]
    able = [each for each in held if not raiding_card_violations(state, frame, Play(each))]
    if not has_raider(frame.cards):
        return tuple(Play(each) for each in able if each in RAIDERS)
    further = [each for each in able if each in _FOLLOWING[frame.cards[-1]] and _leads_on(state, side, count + 1, each)]
    aims = tuple(Aim(where) for where in targets(state, side, count))
    return (*(Play(each) for each in (further if further or aims else able)), *aims)


def raiding_violations(state: State, frame: Raiding, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that a further card or a target breaks."""
    match action:
        case Play():
            return raiding_card_violations(state, frame, action)
        case Aim():
            return aim_violations(state, frame, action)
        case _:
            return None


@rule("fa:raid.1", "fa:raid.3", "fa:raid.4", "fa:raid.13", "fa:aid.raid.3", "fa:raid.2")
def raiding_card_violations(state: State, frame: Raiding, action: Play) -> tuple[Violation, ...]:
    """Refuse a further card that is no raid card, cannot be paid, or leaves no target."""
    side, which = frame.side, action.card
    found = not_in_hand(state, side, which) + unaffordable(state, side, attack_cost(which), "fa:raid.4")
    if which not in RAID_CARDS:
        rules = ("fa:raid.1", "fa:raid.3")
        return found + tuple(violation(Reason.NO_RAID_CARD, each, card=CARD_IDS[which]) for each in rules)
    return found + _leads_nowhere(state, side, frame.cards, which)


@rule("fa:raid.8", "fa:raid.12", "fa:raid.2", "fa:raid.3", "fa:aid.raid.4", "fa:aid.raid.5", "fa:fortify.5")
def aim_violations(state: State, frame: Raiding, action: Aim) -> tuple[Violation, ...]:
    """Refuse a target that is not the enemy's, is fortified or besieged, or is out of reach."""
    where, side = action.place, frame.side
    barred, closed_to = besieged_bar(state, side)
    found: tuple[Violation, ...] = ()
    if not has_raider(frame.cards):
        found = (violation(Reason.NO_RAID_CARD, "fa:raid.3", helper=CARD_IDS[frame.cards[0]]),)
    held = owner(state.board, where)
    if held is not side.enemy:
        found += (violation(Reason.NOT_ENEMY_HELD, "fa:raid.12", place=IDS[where]),)
    if state.board.forts[where]:
        found += tuple(violation(Reason.FORTIFIED, each, place=IDS[where]) for each in fort_rules(state.ruleset))
    if where in barred:
        found += (violation(Reason.BESIEGED_TARGET, "fa:aid.raid.5", place=IDS[where]),)
    cards = len(frame.cards)
    # Routes begin at the side's own places, so these are never called out of reach.
    if held is not side and where not in reached(state.board, side, closed_to, cards, state.ruleset):
        found += _why_out_of_reach(state, side, where, cards)
    return found


@rule("fa:raid.5", "fa:raid.2", "fa:faq.map.3")
def _why_out_of_reach(state: State, side: Side, where: Place, cards: int) -> tuple[Violation, ...]:
    """Say whether no raid route leads there at all, or a fort or siege is in the way, or the range is too short."""
    if where == TADOUSSAC:
        return (violation(Reason.NO_RAID_LINK, tadoussac_rule(state.ruleset), place=IDS[where]),)
    starts = origins(state.board, side, frozenset())
    if where not in within(raid_neighbours(state.ruleset), starts, frozenset(), len(PLACES)):
        return (violation(Reason.NO_RAID_LINK, "fa:raid.5", place=IDS[where]),)

    def gets_there(there: State) -> bool:
        _, closed_to = besieged_bar(there, side)
        return where in reached(there.board, side, closed_to, cards, there.ruleset)

    found = barred_by(state, gets_there, beyond=IDS[where])
    if found:
        return found
    found = _too_far(state, side, where, cards)
    if where in _through_tadoussac(state, side, cards):
        facts = {"origin": IDS[TADOUSSAC], "beyond": IDS[where]}
        found += (violation(Reason.NO_RAID_LINK, tadoussac_rule(state.ruleset), **facts),)
    return found


@rule("fa:raid.2", "fa:aid.raid.2", "fa:aid.raid.3")
def _too_far(state: State, side: Side, where: Place, cards: int) -> tuple[Violation, ...]:
    """Refuse a place that so many cards do not reach; say how far it is, or how long the route would have to be."""
    ruleset = state.ruleset
    facts: dict[str, Fact] = {"side": side.value, "place": IDS[where], "cards": cards, "reach": reach(cards, ruleset)}
    if not _is_exact(cards, ruleset):
        facts["links"] = _distance(state, side, where)
    return tuple(violation(Reason.OUT_OF_REACH, each, **facts) for each in range_rules(cards, ruleset))


def _distance(state: State, side: Side, where: Place) -> int:
    """Return how many links lie between a place and the nearest one of a side, forts and sieges aside."""
    links, starts = raid_neighbours(state.ruleset), origins(state.board, side, frozenset())
    return next(most for most in range(1, len(PLACES)) if where in within(links, starts, frozenset(), most))


def raiding_apply(state: State, frame: Raiding, action: Action) -> Next[State]:
    """Add a card, or declare the target."""
    if isinstance(action, Play):
        return raid_card_played(state, frame, action.card)
    assert isinstance(action, Aim)
    return aimed(state, frame, action)


RAIDING: Procedure[State, Raiding, Action] = Procedure(
    raiding_decision, raiding_violations, raiding_apply, always_waits
)


@rule("fa:raid.13", "fa:raid.1")
def aimed(state: State, frame: Raiding, action: Aim) -> Next[State]:
    """Declare the target; the raid cards are spent, blocked or not."""
    after = laid_down(with_top(state, RaidDeclared(frame.side, action.place)), frame.side, *frame.cards)
    happened = event(
        EventKind.RAID_DECLARED, "fa:raid.1", side=frame.side.value, place=IDS[action.place], cards=names(frame.cards)
    )
    return Next(after, (happened,))


# ---------------------------------------------------------------- the answer


@rule("fa:raid.block.1", "fa:raid.block.2", "fa:aid.raid.6", "fa:sum.war.3")
def blocks_raid(state: State, victim: Side, which: Card, where: Place) -> bool:
    """Say whether a card blocks a raid: its text says so, or it is the usable card of the raided place."""
    if which == location_card(victim, where):
        return is_usable(state, victim, which)
    return which in RAID_BLOCKERS


def raid_declared_decision(state: State, frame: RaidDeclared) -> Choice[Action]:
    """Ask the victim whether to block the raid."""
    return Choice(frame.side.enemy.value, "block_raid", ("fa:raid.block.1",), block_options(state, frame))


def block_options(state: State, frame: RaidDeclared) -> tuple[Block | LetHappen, ...]:
    """Return the cards with which the victim may block, and the way not to."""
    victim = frame.side.enemy
    hand = sorted(set(player(state, victim).hand))
    cards = (Card(each) for each in hand if blocks_raid(state, victim, Card(each), frame.place))
    return (*(Block(each) for each in cards), LetHappen())


def raid_declared_violations(state: State, frame: RaidDeclared, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that an answer to a raid breaks."""
    match action:
        case Block():
            return block_violations(state, frame, action)
        case LetHappen():
            return ()
        case _:
            return None


@rule("fa:raid.block.1", "fa:raid.block.2", "fa:aid.raid.6")
def block_violations(state: State, frame: RaidDeclared, action: Block) -> tuple[Violation, ...]:
    """Refuse a card that is not in the victim's hand or cannot block this raid."""
    victim, which = frame.side.enemy, action.card
    found = not_in_hand(state, victim, which)
    if blocks_raid(state, victim, which, frame.place):
        return found
    if which == location_card(victim, frame.place):
        return found + unusable(state, victim, which)
    return (*found, cannot_block(which, frame.place))


@rule("fa:raid.block.1", "fa:raid.block.2")
def cannot_block(which: Card, where: Place) -> Violation:
    """Refuse a card that blocks no raid, and the card of another place, which blocks raids of that place only."""
    own = PLACE_OF[which]
    if own is None:
        return violation(Reason.CANNOT_BLOCK, "fa:raid.block.1", card=CARD_IDS[which], attack="raid")
    facts = {"card": CARD_IDS[which], "own": IDS[own], "place": IDS[where]}
    return violation(Reason.CANNOT_BLOCK, "fa:raid.block.2", **facts)


def raid_declared_apply(state: State, frame: RaidDeclared, action: Action) -> Next[State]:
    """Block the raid, or let it happen."""
    return blocked(state, frame, action) if isinstance(action, Block) else raided(state, frame)


RAID_DECLARED: Procedure[State, RaidDeclared, Action] = Procedure(
    raid_declared_decision, raid_declared_violations, raid_declared_apply, always_waits
)


@rule("fa:raid.block.3", "fa:raid.block.4", "fa:faq.raid.2", "fa:aid.raid.6", "fa:raid.block.1")
def blocked(state: State, frame: RaidDeclared, action: Block) -> Next[State]:
    """Spend the blocking card, which costs nothing; the place is unharmed."""
    victim = frame.side.enemy
    happened = event(
        EventKind.RAID_BLOCKED, "fa:raid.block.1", "fa:raid.block.3", side=victim.value, place=IDS[frame.place],
        card=CARD_IDS[action.card],
    )  # fmt: skip
    return Next(put_down(closed(state), victim, action.card), (happened,))


@rule("fa:raid.9", "fa:raid.10", "fa:faq.raid.4")
def _raid_told(ruleset: Ruleset, side: Side, where: Place, kind: Kind, *, lost: bool) -> Event:
    """Return the event that a raid took a piece; a town leaves a village behind unless its owner has none."""
    facts = {"side": side.value, "place": IDS[where], "piece": kind.value}
    if kind is Kind.TOWN and lost:
        return event(EventKind.RAID_SUCCEEDED, "fa:raid.9", in_edition(ruleset, "fa:raid.10", "fa:faq.raid.4"), **facts)
    return event(EventKind.RAID_SUCCEEDED, "fa:raid.9", **facts)


@rule("fa:raid.9", "fa:raid.10", "fa:faq.raid.4", "fa:aid.raid.7", "fa:sum.war.3", "fa:faq.end.1")
def raided(state: State, frame: RaidDeclared) -> Next[State]:
    """Take the piece; a town leaves a village of its owner if he has one, anything else leaves the place neutral."""
    side, where, victim = frame.side, frame.place, frame.side.enemy
    town = piece_kind(state.board, where) is Kind.TOWN
    raider = player(state, side)
    raider = (
        raider._replace(towns_taken=raider.towns_taken + 1)
        if town
        else raider._replace(villages_taken=raider.villages_taken + 1)
    )
    kind = Kind.TOWN if town else Kind.VILLAGE
    left = VILLAGES[victim.number] if town and stock(state, victim, Kind.VILLAGE) else NEUTRAL
    events = [_raid_told(state.ruleset, side, where, kind, lost=not left)]
    if left:
        events.append(event(EventKind.TOWN_BECAME_VILLAGE, "fa:raid.10", side=victim.value, place=IDS[where]))
    after = closed(state)._replace(board=with_piece(state.board, where, left))
    dissolved = siege_dissolved(with_player(after, side, raider), where)
    return Next(dissolved.state, (*events, *dissolved.events))


@rule("fa:raid.9", "fa:siege.start.10")
def siege_dissolved(state: State, where: Place) -> Next[State]:
    """End a siege whose place was raided empty, without winner or loser (ruling D39)."""
    attacker = besieger(state, where)
    if attacker is None or owner(state.board, where) is not None:
        return Next(state)
    siege = siege_of(state, attacker)
    assert siege is not None
    after = discarded(with_siege(state, attacker, None), attacker, *siege.cards[0])
    after = discarded(after, attacker.enemy, *siege.cards[1])
    return Next(after, (event(EventKind.SIEGE_DISSOLVED, "fa:siege.start.10", place=IDS[where]),))
