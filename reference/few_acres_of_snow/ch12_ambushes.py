"""Ambush, and priest or Indian leader (Hinterhalt, Priester/Indianischer Häuptling): cards taken from the opponent."""

from collections.abc import Iterator
from typing import assert_never

from reference.few_acres_of_snow.actions import Action, Ambush, Block, Convert, GiveUp, LetHappen, Source
from reference.few_acres_of_snow.ch02_cards import (
    AMBUSH_BLOCKERS,
    AMBUSHERS,
    CARD_IDS,
    CONVERTERS,
    CONVERTIBLE,
    MARKED,
    Card,
    names,
    without,
)
from reference.few_acres_of_snow.ch05_actions import not_in_hand, paying, put_down, spent, unaffordable
from reference.few_acres_of_snow.ch09_siege_victory import returned
from reference.few_acres_of_snow.ch11_raids import attack_cost
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import AmbushDeclared, AmbushLoss, ConversionLoss
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset, has_player_aid, in_edition
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, discarded, player, with_player
from reference.few_acres_of_snow.windows import BLOCK_CONVERSION, CARD_TO_LOSE, not_asked
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Fact, Next, Violation, event, violation

# ---------------------------------------------------------------- ambush


@rule("fa:ambush.6", "fa:aid.ambush.1")
def ambush_cost_rule(ruleset: Ruleset) -> str:
    """Return the rule by which natives cost money in an ambush; the rulebook leaves it to ruling D13."""
    return in_edition(ruleset, "fa:ambush.6", "fa:aid.ambush.1")


@rule("fa:ambush.1", "fa:aid.ambush.1", "fa:sum.war.4")
def ambush_violations(state: State, side: Side, action: Ambush) -> tuple[Violation, ...]:
    """Refuse a card that cannot ambush or cannot be paid."""
    which = action.card
    found = not_in_hand(state, side, which) + unaffordable(
        state, side, attack_cost(which), ambush_cost_rule(state.ruleset)
    )
    if which not in AMBUSHERS:
        found += (violation(Reason.NO_AMBUSH_CARD, "fa:ambush.1", card=CARD_IDS[which]),)
    return found


def ambush_offers(state: State, side: Side, working: tuple[Card, ...]) -> Iterator[Ambush]:
    """Return every card that can ambush now."""
    for which in working:
        if which in AMBUSHERS and not ambush_violations(state, side, Ambush(which)):
            yield Ambush(which)


@rule("fa:ambush.1", "fa:aid.ambush.1", "fa:sum.war.4")
def ambushed(state: State, side: Side, action: Ambush) -> Next[State]:
    """Play the ambushing card and pay for it; the opponent answers."""
    after, cost = paying(spent(state), side, attack_cost(action.card), ambush_cost_rule(state.ruleset))
    after = opened(put_down(after, side, action.card), AmbushDeclared(side))
    happened = event(EventKind.AMBUSH_DECLARED, "fa:ambush.1", side=side.value, card=CARD_IDS[action.card])
    return Next(after, (*cost, happened))


def ambush_declared_decision(state: State, frame: AmbushDeclared) -> Choice[Action]:
    """Ask the victim whether to block the ambush."""
    return Choice(frame.side.enemy.value, "block_ambush", ("fa:ambush.2",), block_options(state, frame))


@rule("fa:ambush.2", "fa:aid.ambush.2", "fa:sum.war.4")
def block_options(state: State, frame: AmbushDeclared) -> tuple[Block | LetHappen, ...]:
    """Return the cards of the victim's hand that block an ambush, and the way not to block."""
    hand = sorted(set(player(state, frame.side.enemy).hand))
    return (*(Block(Card(each)) for each in hand if each in AMBUSH_BLOCKERS), LetHappen())


def ambush_declared_violations(state: State, frame: AmbushDeclared, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that an answer to an ambush breaks."""
    match action:
        case Block():
            return block_violations(state, frame, action)
        case LetHappen():
            return ()
        case _:
            return None


@rule("fa:ambush.2", "fa:aid.ambush.2")
def block_violations(state: State, frame: AmbushDeclared, action: Block) -> tuple[Violation, ...]:
    """Refuse a card that is not in the victim's hand or does not block ambushes."""
    found = not_in_hand(state, frame.side.enemy, action.card)
    if action.card not in AMBUSH_BLOCKERS:
        found += (violation(Reason.CANNOT_BLOCK, "fa:ambush.2", card=CARD_IDS[action.card], attack="ambush"),)
    return found


def ambush_declared_apply(state: State, frame: AmbushDeclared, action: Action) -> Next[State]:
    """Block the ambush, or let it happen."""
    return blocked(state, frame, action) if isinstance(action, Block) else let_happen(state, frame)


AMBUSH_DECLARED: Procedure[State, AmbushDeclared, Action] = Procedure(
    ambush_declared_decision, ambush_declared_violations, ambush_declared_apply, always_waits
)


@rule("fa:ambush.2", "fa:ambush.3", "fa:faq.raid.2", "fa:aid.ambush.2")
def blocked(state: State, frame: AmbushDeclared, action: Block) -> Next[State]:
    """Spend the blocking card, which costs nothing."""
    victim = frame.side.enemy
    happened = event(EventKind.AMBUSH_BLOCKED, "fa:ambush.2", side=victim.value, card=CARD_IDS[action.card])
    return Next(put_down(closed(state), victim, action.card), (happened,))


def let_happen(state: State, frame: AmbushDeclared) -> Next[State]:
    """Leave the ambush unblocked: a marked card is lost, or the hand is shown."""
    return _loss(with_top(state, AmbushLoss(frame.side)), frame.side.enemy, AmbushLoss(frame.side))


def _loss(state: State, victim: Side, frame: AmbushLoss | ConversionLoss) -> Next[State]:
    if loss_options(state, frame):
        return Next(state)
    shown = hand_shown(closed(state), victim, frame)
    return Next(shown.state, (not_asked(victim, CARD_TO_LOSE, *nothing_lost(state, frame)), *shown.events))


@rule("fa:ambush.5", "fa:aid.ambush.4", "fa:convert.3", "fa:aid.convert.2")
def proof_rules(frame: AmbushLoss | ConversionLoss, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the rules by which a victim who has no card at risk shows his hand and loses none.

    The rulebook looks at the hand alone and spares the reserve; the player aid looks at both.
    """
    ambush = isinstance(frame, AmbushLoss)
    rulebook, player_aid = ("fa:ambush.5", "fa:aid.ambush.4") if ambush else ("fa:convert.3", "fa:aid.convert.2")
    return (rulebook,) if is_shielded(frame, ruleset) else (rulebook, player_aid)


@rule("fa:ambush.5", "fa:aid.ambush.4", "fa:convert.3", "fa:aid.convert.2")
def nothing_lost(state: State, frame: AmbushLoss | ConversionLoss) -> tuple[Violation, ...]:
    """Say why the victim loses no card: none is at risk, and the reserve is spared where it would be."""
    side, rules = frame.side.enemy, proof_rules(frame, state.ruleset)
    facts: dict[str, Fact] = {"side": side.value, **({"ambush": "ambush"} if isinstance(frame, AmbushLoss) else {})}
    if is_shielded(frame, state.ruleset):
        facts["where"] = Source.HAND.value
    found = tuple(violation(Reason.NOTHING_AT_RISK, each, **facts) for each in rules)
    spared = [each for each in player(state, side).reserve if can_be_lost(Card(each), frame)]
    if not spared:
        return found
    facts = {"side": side.value, "cards": names(spared)}
    return found + tuple(violation(Reason.RESERVE_SPARED, each, **facts) for each in rules)


@rule("fa:ambush.5", "fa:convert.3", "fa:faq.info.1", "fa:aid.ambush.4", "fa:aid.convert.2", "fa:sum.war.4",
      "fa:sum.war.5")  # fmt: skip
def hand_shown(state: State, victim: Side, frame: AmbushLoss | ConversionLoss) -> Next[State]:
    """Show the hand to prove that nothing in it can be lost; that all of it is shown, the player aid says once more."""
    happened = event(
        EventKind.HAND_SHOWN, *proof_rules(frame, state.ruleset),
        *(("fa:faq.info.1",) if has_player_aid(state.ruleset) else ()), side=victim.value,
        cards=names(player(state, victim).hand),
    )  # fmt: skip
    return Next(state._replace(shown=victim), (happened,))


# ---------------------------------------------------------------- the loss


@rule("fa:ambush.4", "fa:aid.ambush.3", "fa:convert.1", "fa:aid.convert.1", "fa:faq.convert.1", "fa:sum.war.4",
      "fa:sum.war.5", "fa:sym.8")  # fmt: skip
def can_be_lost(which: Card, frame: AmbushLoss | ConversionLoss) -> bool:
    """Say whether a card is at risk: marked cards in an ambush, neutral Native Americans in a conversion."""
    return which in (MARKED if isinstance(frame, AmbushLoss) else CONVERTIBLE)


@rule("fa:ambush.5", "fa:aid.ambush.4")
def ambush_spares_reserve(ruleset: Ruleset) -> bool:
    """Say whether a hand without a marked card saves the reserve from an ambush too."""
    return ruleset.ambush_reserve_shield == "yes"


@rule("fa:convert.3", "fa:aid.convert.2")
def conversion_spares_reserve(ruleset: Ruleset) -> bool:
    """Say whether a hand without a neutral Native American card saves the reserve from a conversion too."""
    return ruleset.conversion_reserve_shield == "yes"


def is_shielded(frame: AmbushLoss | ConversionLoss, ruleset: Ruleset) -> bool:
    """Say whether a hand without a card at risk saves the reserve too."""
    return ambush_spares_reserve(ruleset) if isinstance(frame, AmbushLoss) else conversion_spares_reserve(ruleset)


def ambush_loss_decision(state: State, frame: AmbushLoss) -> Choice[Action]:
    """Ask the victim of an ambush for a card."""
    return Choice(frame.side.enemy.value, "lose", ("fa:ambush.4",), loss_options(state, frame))


def conversion_loss_decision(state: State, frame: ConversionLoss) -> Choice[Action]:
    """Ask the victim of a conversion for a card."""
    return Choice(frame.side.enemy.value, "lose", ("fa:convert.1",), loss_options(state, frame))


def loss_options(state: State, frame: AmbushLoss | ConversionLoss) -> tuple[GiveUp, ...]:
    """Return the cards among which the victim must choose, from hand and reserve."""
    victim = player(state, frame.side.enemy)
    hand = [Card(each) for each in sorted(set(victim.hand)) if can_be_lost(Card(each), frame)]
    if not hand and is_shielded(frame, state.ruleset):
        return ()
    reserve = [Card(each) for each in sorted(set(victim.reserve)) if can_be_lost(Card(each), frame)]
    return (*(GiveUp(each, Source.HAND) for each in hand), *(GiveUp(each, Source.RESERVE) for each in reserve))


def loss_violations(state: State, frame: AmbushLoss | ConversionLoss, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that giving up a card breaks."""
    return give_up_violations(state, frame, action) if isinstance(action, GiveUp) else None


@rule("fa:ambush.4", "fa:convert.1", "fa:aid.ambush.3", "fa:aid.convert.1", "fa:faq.convert.1")
def give_up_violations(state: State, frame: AmbushLoss | ConversionLoss, action: GiveUp) -> tuple[Violation, ...]:
    """Refuse to give up a card that is not there or not at risk."""
    victim, which = player(state, frame.side.enemy), action.card
    ambush = isinstance(frame, AmbushLoss)
    found: tuple[Violation, ...] = ()
    pile = victim.hand if action.source is Source.HAND else victim.reserve
    if which not in pile:
        rule_id = "fa:ambush.4" if ambush else "fa:convert.1"
        found += (violation(Reason.NOT_IN_HAND, rule_id, card=CARD_IDS[which], source=action.source.value),)
    if can_be_lost(which, frame):
        return found
    if ambush:
        return (*found, violation(Reason.NOT_MARKED, "fa:ambush.4", card=CARD_IDS[which]))
    return found + not_convertible(which, state.ruleset)


@rule("fa:convert.1", "fa:faq.convert.1")
def not_convertible(which: Card, ruleset: Ruleset) -> tuple[Violation, ...]:
    """Refuse a card that is no neutral Native American card; the player aid says so of the French one too."""
    rules = ("fa:convert.1", "fa:faq.convert.1") if has_player_aid(ruleset) else ("fa:convert.1",)
    return tuple(violation(Reason.NOT_CONVERTIBLE, each, card=CARD_IDS[which]) for each in rules)


def loss_apply(state: State, frame: AmbushLoss | ConversionLoss, action: Action) -> Next[State]:
    """Take the card from hand or reserve and put it where it goes."""
    assert isinstance(action, GiveUp)
    victim = frame.side.enemy
    loser = player(state, victim)
    match action.source:
        case Source.HAND:
            loser = loser._replace(hand=without(loser.hand, action.card))
        case Source.RESERVE:
            loser = loser._replace(reserve=without(loser.reserve, action.card))
        case _:
            assert_never(action.source)
    after = with_player(closed(state), victim, loser)
    facts = {"side": victim.value, "card": CARD_IDS[action.card], "source": action.source.value}
    if isinstance(frame, AmbushLoss):
        return ambush_lost(after, victim, action.card, facts)
    return converted(after, frame.side, action.card, facts)


AMBUSH_LOSS: Procedure[State, AmbushLoss, Action] = Procedure(
    ambush_loss_decision, loss_violations, loss_apply, always_waits
)
CONVERSION_LOSS: Procedure[State, ConversionLoss, Action] = Procedure(
    conversion_loss_decision, loss_violations, loss_apply, always_waits
)


@rule("fa:ambush.4", "fa:aid.ambush.3", "fa:sum.war.4")
def ambush_lost(state: State, victim: Side, which: Card, facts: dict[str, str]) -> Next[State]:
    """Put a card lost to an ambush back to its owner's empire pile."""
    after, back = returned(state, victim, which, "fa:ambush.4")
    return Next(after, (event(EventKind.AMBUSH_SUCCEEDED, "fa:ambush.4", **facts), back))


@rule("fa:convert.2", "fa:aid.convert.1", "fa:sum.war.5", "fa:convert.1")
def converted(state: State, side: Side, which: Card, facts: dict[str, str]) -> Next[State]:
    """Put a converted card on the active player's discard pile."""
    happened = event(EventKind.CONVERSION_SUCCEEDED, "fa:convert.1", "fa:convert.2", **facts)
    return Next(discarded(state, side, which), (happened,))


# ---------------------------------------------------------------- priest and Indian leader


@rule("fa:convert.1", "fa:aid.convert.1", "fa:sum.war.5")
def convert_violations(state: State, side: Side, action: Convert) -> tuple[Violation, ...]:
    """Refuse a card that is neither priest nor Indian leader."""
    found = not_in_hand(state, side, action.card)
    if action.card not in CONVERTERS:
        found += (violation(Reason.NO_CONVERSION_CARD, "fa:convert.1", card=CARD_IDS[action.card]),)
    return found


@rule("fa:convert.1", "fa:aid.convert.1")
def no_block_of_conversions() -> tuple[Violation, ...]:
    """Say why nobody is asked to block a conversion: no rule names a card that could."""
    return (violation(Reason.CANNOT_BLOCK, "fa:convert.1", attack="conversion"),)


def convert_offers(working: tuple[Card, ...]) -> Iterator[Convert]:
    """Return every card that can convert."""
    return (Convert(each) for each in working if each in CONVERTERS)


@rule("fa:convert.1", "fa:aid.convert.1", "fa:sum.war.5")
def converting(state: State, side: Side, action: Convert) -> Next[State]:
    """Play the card; the opponent gives up a neutral Native American card or shows his hand."""
    after = opened(put_down(spent(state), side, action.card), ConversionLoss(side))
    happened = event(EventKind.CARD_PLAYED, "fa:convert.1", side=side.value, card=CARD_IDS[action.card])
    lost = _loss(after, side.enemy, ConversionLoss(side))
    unblocked = not_asked(side.enemy, BLOCK_CONVERSION, *no_block_of_conversions())
    return Next(lost.state, (happened, unblocked, *lost.events))
