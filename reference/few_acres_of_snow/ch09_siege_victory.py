"""Victory in a siege (Sieg im Belagerungskampf): who wins when, and what becomes of place, pieces and cards."""

from dataclasses import replace
from typing import assert_never

from reference.few_acres_of_snow.actions import Action, LeaveNeutral, NameCard, Occupy, ReturnCard
from reference.few_acres_of_snow.ch01_board import (
    IDS,
    NEUTRAL,
    VILLAGES,
    Kind,
    Place,
    is_capital,
    piece_kind,
    with_fort,
    with_piece,
)
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    FACES,
    FIRST_EMPIRE,
    Card,
    is_location,
    names,
    plus,
    settles,
    without,
)
from reference.few_acres_of_snow.ch05_actions import not_in_hand, put_down
from reference.few_acres_of_snow.ch06_expansion import location_card_gained, settler_needed
from reference.few_acres_of_snow.ch07_location_cards import unusable, working_cards
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import SiegeWon, SiegeWonStage
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset, has_player_aid, in_edition
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import (
    Outcome,
    Siege,
    State,
    besieger,
    discarded,
    player,
    seat,
    siege_of,
    stock,
    with_player,
    with_siege,
)
from reference.few_acres_of_snow.tables import setup
from reference.few_acres_of_snow.windows import (
    NAME_CARD,
    RETURN_CARD,
    SETTLE_CAPTURED,
    not_asked,
    not_asked_if_barred,
)
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack, closed, opened, with_top
from reference.kernel.verdicts import Event, Fact, Next, Violation, event, violation

_ATTACKER_WINS_AT = setup("siege").number("attacker_wins_at")
_DEFENDER_WINS_AT = setup("siege").number("defender_wins_at")

# ---------------------------------------------------------------- who has won


@rule("fa:siege.win.2", "fa:siege.win.10", "fa:aid.siege.4")
def leads_enough(marker: int, *, attacking: bool) -> bool:
    """Say whether a marker wins a siege: 2 ahead for the attacker, 1 for the defender."""
    return marker >= _ATTACKER_WINS_AT if attacking else -marker >= _DEFENDER_WINS_AT


@rule("fa:siege.win.1", "fa:siege.win.16", "fa:turn.3", "fa:aid.siege.10", "fa:siege.start.10")
def sieges_won(state: State, side: Side) -> tuple[Side, ...]:
    """Return the sieges, named by their attackers, that a side has won as its turn begins, on either track."""
    found = ((attacker, siege_of(state, attacker)) for attacker in SIDES)
    return tuple(
        attacker
        for attacker, siege in found
        if siege is not None and leads_enough(siege.marker, attacking=attacker is side)
    )


@rule("fa:siege.win.2", "fa:siege.win.10", "fa:siege.win.16")
def not_won(state: State, attacker: Side, side: Side, *, active: Side) -> tuple[Violation, ...]:
    """Say why a side does not win a siege that runs as a turn starts: it leads by too little, or it is not its turn."""
    siege, attacking = siege_of(state, attacker), attacker is side
    if siege is None:
        return ()
    place, wins = IDS[siege.place], leads_enough(siege.marker, attacking=attacking)
    if side is not active:
        return (violation(Reason.NOT_OWN_TURN, "fa:siege.win.16", side=side.value, place=place),) if wins else ()
    if wins:
        return ()
    lead, needed = (siege.marker, _ATTACKER_WINS_AT) if attacking else (-siege.marker, _DEFENDER_WINS_AT)
    rule_id = "fa:siege.win.2" if attacking else "fa:siege.win.10"
    facts: dict[str, Fact] = {"side": side.value, "place": place, "lead": lead, "needed": needed}
    return (violation(Reason.LEAD_TOO_SMALL, rule_id, **facts),)


# ---------------------------------------------------------------- the winner takes the place, or keeps it


def decided(state: State, attacker: Side, winner: Side, *, withdrawn: bool = False) -> Next[State]:
    """Begin to settle a decided siege: a winning attacker captures the piece, a winning defender keeps the place."""
    siege = siege_of(state, attacker)
    assert siege is not None
    attacked = winner is attacker
    rule_id = "fa:siege.win.2" if attacked else "fa:siege.win.10"
    won = event(
        EventKind.SIEGE_WON, "fa:withdraw.2" if withdrawn else rule_id, side=winner.value, place=IDS[siege.place],
        marker=siege.marker,
    )  # fmt: skip
    frame = SiegeWon(attacker, winner, SiegeWonStage.SETTLE if attacked else SiegeWonStage.RETURN, withdrawn)
    if not attacked:
        kept = not_asked(winner, SETTLE_CAPTURED, place_kept(frame, siege.place))
        return Next(opened(state, frame), (won, kept))
    taken = _place_taken(state, frame, siege.place)
    return Next(taken.state, (won, *taken.events))


def _place_taken(state: State, frame: SiegeWon, where: Place) -> Next[State]:
    """Let the attacker who has won capture the piece; then he settles the place if he may, or the game is won."""
    after, events = captured(state, frame.winner, where)
    if is_capital(where, frame.winner.enemy):
        ended = capital_taken(after, frame.winner, where)
        unsettled = not_asked(frame.winner, SETTLE_CAPTURED, *capital_not_settled(state.ruleset, where))
        return Next(ended.state, (*events, unsettled, *ended.events))
    why = settling_barred(after, frame, where)
    if not why:
        return Next(opened(after, frame), events)
    unsettled = not_asked(frame.winner, SETTLE_CAPTURED, *why)
    neutral = event(EventKind.LEFT_NEUTRAL, "fa:siege.win.8", place=IDS[where])
    return Next(opened(after, replace(frame, step=SiegeWonStage.RETURN)), (*events, unsettled, neutral))


@rule("fa:siege.win.3", "fa:aid.siege.5", "fa:end.4")
def captured(state: State, winner: Side, where: Place) -> tuple[State, tuple[Event, ...]]:
    """Take the piece from a place for good, and the fort with it."""
    town = piece_kind(state.board, where) is Kind.TOWN
    keeper = player(state, winner)
    keeper = (
        keeper._replace(towns_taken=keeper.towns_taken + 1)
        if town
        else keeper._replace(villages_taken=keeper.villages_taken + 1)
    )
    board = with_piece(state.board, where, NEUTRAL)
    kind = Kind.TOWN if town else Kind.VILLAGE
    events: tuple[Event, ...] = (
        event(EventKind.PIECE_CAPTURED, "fa:siege.win.3", side=winner.value, place=IDS[where], piece=kind.value),
    )
    if board.forts[where] and state.ruleset.fort_removed_on_capture == "yes":
        board = with_fort(board, where, present=False)
        fort_rule = in_edition(state.ruleset, "fa:siege.win.3", "fa:aid.siege.5")
        events += (event(EventKind.FORT_REMOVED, fort_rule, place=IDS[where]),)
    return with_player(state._replace(board=board), winner, keeper), events


@rule("fa:end.1", "fa:aid.end.1", "fa:faq.end.2")
def capital_taken(state: State, winner: Side, where: Place) -> Next[State]:
    """End the game at once: no village has to be placed."""
    happened = event(EventKind.GAME_WON, "fa:end.1", side=winner.value, place=IDS[where])
    return Next(state._replace(outcome=Outcome(winner, "fa:end.1"), stack=Stack()), (happened,))


@rule("fa:end.1", "fa:faq.end.2")
def capital_not_settled(ruleset: Ruleset, where: Place) -> tuple[Violation, ...]:
    """Say why nobody settles a captured capital: the game is won, as the player aid says once more."""
    rules = ("fa:end.1", "fa:faq.end.2") if has_player_aid(ruleset) else ("fa:end.1",)
    return tuple(violation(Reason.CAPITAL_TAKEN, each, place=IDS[where]) for each in rules)


# ---------------------------------------------------------------- settling the place


@rule("fa:siege.win.10", "fa:withdraw.4")
def place_kept(frame: SiegeWon, where: Place) -> Violation:
    """Say that nobody settles a place that its defender keeps, as he has won the siege or it was given up."""
    kept_rule = "fa:withdraw.4" if frame.withdrawn else "fa:siege.win.10"
    return violation(Reason.PLACE_KEPT, kept_rule, side=frame.winner.value, place=IDS[where])


@rule("fa:siege.win.5", "fa:siege.win.8", "fa:aid.withdraw.2", "fa:withdraw.2", "fa:withdraw.4", "fa:settle.7")
def settling_barred(state: State, frame: SiegeWon, where: Place) -> tuple[Violation, ...]:
    """Say why the winner may put no village there now: he has none in stock, or by option it was given up to him."""
    found: tuple[Violation, ...] = ()
    if frame.withdrawn and state.ruleset.defender_withdraw_settle == "none":
        found = (violation(Reason.NO_SETTLING_AFTER_WITHDRAWAL, "fa:withdraw.2", place=IDS[where]),)
    if not stock(state, frame.winner, Kind.VILLAGE):
        found += (violation(Reason.NO_VILLAGE_IN_STOCK, "fa:settle.7", side=frame.winner.value),)
    return found


@rule("fa:siege.win.5", "fa:faq.siege.4", "fa:aid.siege.5")
def must_settle(ruleset: Ruleset, where: Place) -> bool:
    """Say whether the village goes to the place without asking, which only an option demands."""
    return ruleset.siege_win_settle == "forced_without_symbol" and not settler_needed(where)


def settle_options(state: State, frame: SiegeWon) -> tuple[Occupy | LeaveNeutral, ...]:
    """Return the ways to settle the place, and to leave it."""
    where = _place(state, frame)
    if must_settle(state.ruleset, where):
        return (Occupy(),)
    if not settler_needed(where):
        return Occupy(), LeaveNeutral()
    cards = (each for each in working_cards(state, frame.winner) if settles(each))
    return (*(Occupy(each) for each in cards), LeaveNeutral())


def _siege(state: State, frame: SiegeWon) -> Siege:
    siege = siege_of(state, frame.attacker)
    assert siege is not None
    return siege


def _place(state: State, frame: SiegeWon) -> Place:
    return _siege(state, frame).place


@rule("fa:siege.win.4", "fa:siege.win.5", "fa:aid.siege.5", "fa:aid.withdraw.2")
def occupy_violations(state: State, frame: SiegeWon, action: Occupy) -> tuple[Violation, ...]:
    """Refuse to settle without the settler card the place asks for, or with one it does not ask for."""
    where, which = _place(state, frame), action.settler
    if not settler_needed(where):
        if which is None:
            return ()
        return (violation(Reason.NO_SETTLER_ASKED, "fa:siege.win.5", place=IDS[where], card=CARD_IDS[which]),)
    if which is None:
        return (violation(Reason.NO_SETTLER, "fa:siege.win.4", captured=IDS[where]),)
    found = not_in_hand(state, frame.winner, which) + unusable(state, frame.winner, which)
    if not settles(which):
        found += (violation(Reason.NO_SETTLER, "fa:siege.win.4", place=IDS[where], card=CARD_IDS[which]),)
    return found


@rule("fa:faq.siege.4", "fa:siege.win.8", "fa:siege.win.5")
def leave_violations(state: State, frame: SiegeWon) -> tuple[Violation, ...]:
    """Refuse to leave a place neutral only where the option forces a village on it."""
    where = _place(state, frame)
    if must_settle(state.ruleset, where):
        return (violation(Reason.MUST_SETTLE, "fa:siege.win.5", place=IDS[where]),)
    return ()


@rule(
    "fa:siege.win.4", "fa:siege.win.5", "fa:siege.win.6", "fa:siege.win.7", "fa:aid.siege.5", "fa:aid.siege.8",
    "fa:faq.siege.5", "fa:aid.withdraw.2",
)  # fmt: skip
def occupied(state: State, frame: SiegeWon, action: Occupy) -> Next[State]:
    """Put a village on the place and take its card; no action is spent."""
    side, where = frame.winner, _place(state, frame)
    after = state if action.settler is None else put_down(state, side, action.settler)
    after = after._replace(board=with_piece(after.board, where, VILLAGES[side.number]))
    cards = () if action.settler is None else names((action.settler,))
    happened = event(
        EventKind.SETTLED, "fa:siege.win.4" if cards else "fa:siege.win.5", "fa:siege.win.7", side=side.value,
        place=IDS[where], cards=cards,
    )  # fmt: skip
    gained = location_card_gained(after, side, where, by_siege=True)
    return Next(with_top(gained.state, replace(frame, step=SiegeWonStage.RETURN)), (happened, *gained.events))


@rule("fa:siege.win.8", "fa:faq.siege.4")
def left_neutral(state: State, frame: SiegeWon) -> Next[State]:
    """Leave the place neutral."""
    happened = event(EventKind.LEFT_NEUTRAL, "fa:siege.win.8", place=IDS[_place(state, frame)])
    return Next(with_top(state, replace(frame, step=SiegeWonStage.RETURN)), (happened,))


# ---------------------------------------------------------------- the loser returns a card


@rule("fa:siege.win.12", "fa:siege.win.13", "fa:siege.win.14", "fa:aid.siege.6")
def returnable(siege: Siege, attacker: Side, loser: Side) -> tuple[Card, ...]:
    """Return the different empire cards a side has in a siege; location cards never go back."""
    return tuple(Card(each) for each in sorted(set(siege.cards[seat(attacker, loser)])) if each >= FIRST_EMPIRE)


def return_options(state: State, frame: SiegeWon) -> tuple[ReturnCard, ...]:
    """Return the cards among which the loser must choose; none if he has named one or has nothing to return."""
    siege, loser = _siege(state, frame), frame.winner.enemy
    if siege.named[seat(frame.attacker, loser)] is not None and not frame.withdrawn:
        return ()
    return tuple(ReturnCard(each) for each in returnable(siege, frame.attacker, loser))


@rule("fa:siege.win.12", "fa:siege.win.13", "fa:aid.siege.6")
def return_violations(state: State, frame: SiegeWon, action: ReturnCard) -> tuple[Violation, ...]:
    """Refuse to return a location card, or one that is not in the siege."""
    return not_returnable(_siege(state, frame), frame.attacker, frame.winner.enemy, action.card)


@rule("fa:siege.win.12", "fa:siege.win.13")
def not_returnable(siege: Siege, attacker: Side, loser: Side, which: Card) -> tuple[Violation, ...]:
    """Refuse a card that the loser does not have in the siege, and a location card."""
    found: tuple[Violation, ...] = ()
    if which not in siege.cards[seat(attacker, loser)]:
        facts = {"side": loser.value, "card": CARD_IDS[which], "place": IDS[siege.place]}
        found = (violation(Reason.NOT_IN_SIEGE, "fa:siege.win.12", **facts),)
    if is_location(which):
        found += (violation(Reason.NOT_AN_EMPIRE_CARD, "fa:siege.win.13", card=CARD_IDS[which]),)
    return found


@rule("fa:siege.win.12", "fa:aid.siege.6", "fa:withdraw.2", "fa:sum.other.1")
def returned(state: State, side: Side, which: Card, return_rule: str) -> tuple[State, Event]:
    """Put a card back, by the rule given, to its available pile: the side's own one, or the neutral display."""
    if FACES[which].owner is None:
        after = state._replace(display=plus(state.display, which))
    else:
        owner_ = player(state, side)
        pile_ = "locations" if is_location(which) else "empire"
        if pile_ == "locations":
            after = with_player(state, side, owner_._replace(locations=plus(owner_.locations, which)))
        else:
            after = with_player(state, side, owner_._replace(empire=plus(owner_.empire, which)))
    return after, event(EventKind.CARD_RETURNED, return_rule, side=side.value, card=CARD_IDS[which])


def loser_returned(state: State, frame: SiegeWon, which: Card) -> Next[State]:
    """Return the loser's card and end the siege."""
    siege, loser = _siege(state, frame), frame.winner.enemy
    place_in = seat(frame.attacker, loser)
    cards = without(siege.cards[place_in], which)
    rest = (cards, siege.cards[1]) if place_in == 0 else (siege.cards[0], cards)
    after = with_siege(state, frame.attacker, siege._replace(cards=rest))
    after, happened = returned(after, loser, which, "fa:siege.win.12")
    ended = siege_ended(closed(after), frame.attacker)
    return Next(ended.state, (happened, *ended.events))


def siege_won_advance(state: State, frame: SiegeWon) -> Next[State]:
    """Go on with a siege whose loser has named his card already, or has none to return."""
    siege, loser = _siege(state, frame), frame.winner.enemy
    named = siege.named[seat(frame.attacker, loser)]
    if named is not None and not frame.withdrawn:
        after = loser_returned(state, frame, named)
    else:
        named, after = None, siege_ended(closed(state), frame.attacker)
    unchosen = not_asked(loser, RETURN_CARD, nothing_to_choose(loser, siege.place, named))
    return Next(after.state, (unchosen, *after.events))


@rule("fa:siege.win.12", "fa:siege.win.14")
def nothing_to_choose(loser: Side, where: Place, named: Card | None) -> Violation:
    """Say why the loser of a siege does not choose a card: he has named it before, or has none to return."""
    if named is None:
        return violation(Reason.NOTHING_TO_RETURN, "fa:siege.win.14", side=loser.value, place=IDS[where])
    return violation(Reason.CARD_NAMED_BEFORE, "fa:siege.win.12", side=loser.value, card=CARD_IDS[named])


@rule(
    "fa:siege.win.11", "fa:siege.win.15", "fa:withdraw.2", "fa:withdraw.3", "fa:aid.siege.6", "fa:aid.siege.7",
    "fa:sum.other.1", "fa:siege.win.9", "fa:siege.win.10",
)  # fmt: skip
def siege_ended(state: State, attacker: Side) -> Next[State]:
    """Put what is left in the siege on the discard piles and take the markers back."""
    siege = siege_of(state, attacker)
    assert siege is not None
    after = discarded(with_siege(state, attacker, None), attacker, *siege.cards[0])
    after = discarded(after, attacker.enemy, *siege.cards[1])
    happened = event(
        EventKind.SIEGE_CARDS_DISCARDED, "fa:siege.win.11", "fa:siege.win.15", place=IDS[siege.place],
        attackers=names(siege.cards[0]), defenders=names(siege.cards[1]),
    )  # fmt: skip
    return Next(after, (happened,))


# ---------------------------------------------------------------- the settlement of a decided siege, step by step


def siege_won_decision(state: State, frame: SiegeWon) -> Choice[Action] | None:
    """Ask the winner about the place, then the loser for a card if he has to choose one."""
    match frame.step:
        case SiegeWonStage.SETTLE:
            rules = ("fa:siege.win.4", "fa:siege.win.5")
            return Choice(frame.winner.value, "settle_captured", rules, settle_options(state, frame))
        case SiegeWonStage.RETURN:
            options = return_options(state, frame)
            return Choice(frame.winner.enemy.value, "return_card", ("fa:siege.win.12",), options) if options else None
        case _:
            assert_never(frame.step)


def siege_won_violations(state: State, frame: SiegeWon, action: Action) -> tuple[Violation, ...] | None:
    """Return every rule that an answer of the winner, or then of the loser, breaks."""
    match frame.step, action:
        case SiegeWonStage.SETTLE, Occupy():
            return occupy_violations(state, frame, action)
        case SiegeWonStage.SETTLE, LeaveNeutral():
            return leave_violations(state, frame)
        case SiegeWonStage.RETURN, ReturnCard():
            return return_violations(state, frame, action)
        case _:
            return None


def siege_won_apply(state: State, frame: SiegeWon, action: Action) -> Next[State]:
    """Settle the place or leave it, or return a card."""
    match action:
        case Occupy():
            return occupied(state, frame, action)
        case LeaveNeutral():
            return left_neutral(state, frame)
        case _:
            assert isinstance(action, ReturnCard)
            return loser_returned(state, frame, action.card)


SIEGE_WON: Procedure[State, SiegeWon, Action] = Procedure(
    siege_won_decision, siege_won_violations, siege_won_apply, siege_won_advance
)

# ---------------------------------------------------------------- naming the card beforehand (option D29)


@rule("fa:siege.win.12")
def sieges_to_name(state: State, side: Side) -> tuple[Side, ...]:
    """Return, by attacker, the sieges a side is about to lose, has empire cards in, and has named no card for."""
    if state.ruleset.loser_card_chosen == "when_siege_ends":
        return ()
    found: list[Side] = []
    for attacker in sieges_won(state, side.enemy):
        siege = siege_of(state, attacker)
        assert siege is not None
        if siege.named[seat(attacker, side)] is None and returnable(siege, attacker, side):
            found.append(attacker)
    return tuple(found)


@rule("fa:siege.win.12", "fa:siege.win.14")
def naming_passed_over(state: State, side: Side) -> tuple[Event, ...]:
    """Tell why a side names no card for a siege as its turn ends, where the option has it named then."""
    if state.ruleset.loser_card_chosen == "when_siege_ends":
        return ()
    why = (found for attacker in SIDES for found in nothing_to_name(state, attacker, side))
    return not_asked_if_barred(side, NAME_CARD, *why)


@rule("fa:siege.win.12", "fa:siege.win.14")
def nothing_to_name(state: State, attacker: Side, side: Side) -> tuple[Violation, ...]:
    """Say why a side names no card for a siege that runs: it does not lose it yet, has none, or has named one."""
    siege = siege_of(state, attacker)
    if siege is None:
        return ()
    found, place = not_won(state, attacker, side.enemy, active=side.enemy), IDS[siege.place]
    if not returnable(siege, attacker, side):
        found += (violation(Reason.NOTHING_TO_RETURN, "fa:siege.win.14", side=side.value, place=place),)
    named = siege.named[seat(attacker, side)]
    if named is not None:
        found += (violation(Reason.CARD_NAMED_BEFORE, "fa:siege.win.12", side=side.value, card=CARD_IDS[named]),)
    return found


def naming_options(state: State, side: Side) -> tuple[NameCard, ...]:
    """Return the cards that may be named for the first siege that needs it."""
    for attacker in sieges_to_name(state, side):
        siege = siege_of(state, attacker)
        assert siege is not None
        return tuple(NameCard(siege.place, each) for each in returnable(siege, attacker, side))
    return ()


@rule("fa:siege.win.12", "fa:siege.win.13")
def name_violations(state: State, side: Side, action: NameCard) -> tuple[Violation, ...]:
    """Refuse to name a card that could not be returned, or for a siege that needs none; of two either may be first."""
    for attacker in sieges_to_name(state, side):
        siege = siege_of(state, attacker)
        assert siege is not None
        if siege.place == action.place:
            return not_returnable(siege, attacker, side, action.card)
    none = violation(Reason.NOT_IN_SIEGE, "fa:siege.win.12", side=side.value, place=IDS[action.place])
    by = besieger(state, action.place)
    if by is None:
        return none, violation(Reason.NO_SIEGE, "fa:siege.win.12", place=IDS[action.place])
    return (none, *nothing_to_name(state, by, side))


def named(state: State, side: Side, action: NameCard) -> Next[State]:
    """Remember the card named."""
    attacker = besieger(state, action.place)
    assert attacker is not None
    siege = siege_of(state, attacker)
    assert siege is not None
    both = (action.card, siege.named[1]) if attacker is side else (siege.named[0], action.card)
    after = with_siege(state, attacker, siege._replace(named=both))
    happened = event(EventKind.CARD_NAMED, "fa:siege.win.12", side=side.value, place=IDS[siege.place])
    return Next(after, (happened,))
