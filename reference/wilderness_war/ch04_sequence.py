"""Chapter 4: the year.

Two seasons, each with a deal and alternating Action Phases; then Indians and lone leaders go home, raids are scored,
winter takes its toll, and victory is tested.
"""

from collections.abc import Iterator
from typing import assert_never

from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened, with_top
from reference.kernel.verdicts import Event as News
from reference.kernel.verdicts import Next, Violation, event, violation
from reference.wilderness_war.actions import (
    Action,
    Activate,
    Activates,
    Build,
    Demolish,
    Dig,
    Draw,
    Hold,
    PlayEvent,
    Raised,
)
from reference.wilderness_war.board import raided_markers, without_raided
from reference.wilderness_war.cards import DECK, FACES, HAND, At, Card, Event, cards_at, hand
from reference.wilderness_war.ch05_activation import callable_leaders, drilled
from reference.wilderness_war.ch05_construction import razing_offered, razing_violations, take_up_demolition
from reference.wilderness_war.ch05_events import event_violations, played_event
from reference.wilderness_war.ch05_reinforcements import pitt_leaders
from reference.wilderness_war.ch10_home import lone_leader, winter_homecoming
from reference.wilderness_war.ch11_attrition import winter
from reference.wilderness_war.ch13_victory import raid_points
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Calling,
    Construction,
    Digging,
    Individuals,
    PhaseEnd,
    Recall,
    VictoryCheck,
    Year,
    YearStage,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import (
    NO_PHASE,
    Phase,
    Season,
    State,
    Tracks,
    on_board,
    score,
    spent_card,
    taken_card,
    with_tracks,
)

_HANDS = table("hand_size")
_FIRST_HANDS = _HANDS.table("start_1755")
MOST_DEALT = _HANDS.number("after_william_pitt_british") + _HANDS.number("after_diplomatic_revolution_french")
_CALENDAR = table("calendar")
_PITT_YEAR = table("events").table("open_from_year").number("pitt_leaders_join_pool")
_DIG_YEAR = 1757
_DRAWS: tuple[Draw, ...] = tuple(Draw(card) for card in DECK)
_DIGGABLE = frozenset((Event.BRITISH_REGULARS, Event.HIGHLANDERS))


# ---------------------------------------------------------------- the deal


@rule("ww:4.0-A.1", "ww:5.21", "ww:sc-am-hand", "ww:sc-ew-cards", "ww:card-quiberon-fx2", "ww:card-pitt-fx3")
def hand_size(tracks: Tracks, side: Side) -> int:
    """Return the hand size that a side is dealt: eight, nine after its event, for the French seven after QUIBERON."""
    if side is Side.FRENCH and tracks.quiberon:
        return _HANDS.number("after_quiberon_bay_french")
    if side is Side.FRENCH:
        return _HANDS.number("after_diplomatic_revolution_french") if tracks.diplomatic else _base(side)
    return _HANDS.number("after_william_pitt_british") if tracks.pitt else _base(side)


def _base(side: Side) -> int:
    return _FIRST_HANDS.number(side.value)


@rule("ww:4.0-A.2", "ww:card-quiberon-fx2")
def first_player(tracks: Tracks) -> Side:
    """Return who takes the first Action Phase: the French, or the British after QUIBERON."""
    return Side(_CALENDAR.text("first_player_after_quiberon_bay" if tracks.quiberon else "first_player"))


@rule("ww:4.0-A.2-handsize", "ww:4.0-A.1", "ww:4.0-B.1")
def missing(state: State, side: Side) -> int:
    """Return how many more cards a side is dealt; a card it held counts towards its hand."""
    return max(hand_size(state.tracks, side) - state.cards.at.count(HAND[side]), 0)


def _next_to_draw(state: State, frame: Year) -> Side | None:
    """Return who is dealt the next card: the side that lacks more cards, on a tie the first player."""
    wanting = {side: missing(state, side) for side in (frame.turn, frame.turn.enemy)}
    side = max(wanting, key=lambda each: (wanting[each], each is frame.turn))
    return side if wanting[side] else None


@rule("ww:4.0-A.2-hold", "ww:4.0-A.2-mustplay")
def season_begun(state: State, season: Season) -> Next[State]:
    """Begin a season: note who held a card."""
    holders = tuple(side for side in Side if hand(state.cards, side))
    cards = state.cards._replace(held=holders, passed=())
    tracks = state.tracks._replace(season=season, regulars=())
    turn = first_player(tracks)
    after = replace(state, cards=cards, tracks=tracks, phase=NO_PHASE)
    after = with_top(after, Year(YearStage.DEAL, turn))
    begun = event(EventKind.SEASON_BEGUN, "ww:4.0", year=tracks.year, season=season.value)
    ready = short_pile_merged(after)
    return Next(ready.state, (begun, *ready.events))


@rule("ww:5.25", "ww:5.25-clar")
def short_pile_merged(state: State) -> Next[State]:
    """Shuffle the discards into a pile too short for the deal, before the deal and by option (D20)."""
    wanted = sum(missing(state, side) for side in Side)
    if state.ruleset.short_deck == "merge_then_deal" and len(cards_at(state.cards, At.PILE)) < wanted:
        return shuffled(state, "ww:5.25")
    return Next(state)


@rule("ww:5.25")
def shuffled(state: State, cited: str) -> Next[State]:
    """Shuffle the discards and the undealt cards together."""
    at = state.cards.at.replace(bytes([At.DISCARDS]), bytes([At.PILE]))
    after = replace(state, cards=state.cards._replace(at=at, reshuffle=False))
    return Next(after, (event(EventKind.DECK_SHUFFLED, cited),))


# ---------------------------------------------------------------- playing a card


@rule("ww:5.26", "ww:5.11")
def held_violations(state: State, side: Side, card: Card) -> Iterator[Violation]:
    """Refuse a card the side does not hold."""
    if state.cards.at[card] != HAND[side]:
        yield violation(Reason.CARD_NOT_HELD, "ww:5.26", card=FACES[card].id)


@rule("ww:5.4-exc")
def construction_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse construction to a side whose last card play was construction, even in the season before."""
    if side in state.cards.built:
        yield violation(Reason.BUILT_LAST_TIME, "ww:5.4-exc", side=side.value)


@rule("ww:5.32-b", "ww:5.32-c")
def activation_violations(state: State, side: Side, card: Card, what: Activates) -> Iterator[Violation]:
    """Refuse to activate a drilled unit or a force if the side has none that the card can activate."""
    if what is Activates.UNIT and not drilled(state.board, side):
        yield violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-b", side=side.value)
    if what is Activates.FORCE and not callable_leaders(state, side, FACES[card].value):
        yield violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-c", side=side.value, value=FACES[card].value)


@rule("ww:4.0-A.2-hold", "ww:4.0-A.2-mustplay")
def hold_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse to hold a card unless exactly one is left, or if the side carried a card into this season."""
    left = len(hand(state.cards, side))
    if left != 1:
        yield violation(Reason.NOT_THE_LAST_CARD, "ww:4.0-A.2-hold", cards=left)
    if side in state.cards.held:
        yield violation(Reason.HELD_A_CARD_BEFORE, "ww:4.0-A.2-mustplay", side=side.value)


@rule("ww:en-14.6")
def dig_violations(state: State, side: Side, card: Card) -> Iterator[Violation]:
    """Refuse digging if the option is off, for the French, before 1757, or for a card that cannot be dug up."""
    if state.ruleset.dig_for_regulars == "off":
        yield violation(Reason.NO_DIGGING, "ww:en-14.6")
    if side is Side.FRENCH:
        yield violation(Reason.BRITISH_ONLY, "ww:en-14.6")
    if state.tracks.year < _DIG_YEAR:
        yield violation(Reason.TOO_EARLY, "ww:en-14.6", year=state.tracks.year, opens=_DIG_YEAR)
    if state.cards.at[card] != At.DISCARDS:
        yield violation(Reason.NOT_IN_THE_DISCARDS, "ww:en-14.6", card=FACES[card].id)
    if FACES[card].event not in _DIGGABLE:
        yield violation(Reason.NOT_ASKED_FOR, "ww:en-14.6", card=FACES[card].id)


def _plays(state: State, side: Side) -> tuple[Action, ...]:
    found: list[Action] = []
    can_build = not any(construction_violations(state, side))
    has_drilled = bool(drilled(state.board, side))
    for card in hand(state.cards, side):
        if not any(event_violations(state, side, card)):
            found.append(PlayEvent(card))
        found.append(Activate(card, Activates.INDIVIDUALS))
        if has_drilled:
            found.append(Activate(card, Activates.UNIT))
        if callable_leaders(state, side, FACES[card].value):
            found.append(Activate(card, Activates.FORCE))
        if can_build:
            found.extend((Build(card, Raised.STOCKADES), Build(card, Raised.FORTS)))
    return tuple(found)


def _choices(state: State, side: Side) -> tuple[Action, ...]:
    found = list(_plays(state, side))
    if not any(hold_violations(state, side)):
        found.append(Hold())
    if state.ruleset.dig_for_regulars == "on":
        buried = cards_at(state.cards, At.DISCARDS)
        found.extend(Dig(card) for card in buried if not any(dig_violations(state, side, card)))
    return (*found, *razing_offered(state, side))


# ---------------------------------------------------------------- decisions


def year_decision(state: State, frame: Year) -> Choice[Action] | Chance[Draw] | None:
    """Return the next card dealt, or the card play of the side whose turn it is."""
    if frame.stage is YearStage.DEAL and _next_to_draw(state, frame) is not None:
        pile = cards_at(state.cards, At.PILE)
        if not pile:
            return None
        return evenly("deal", ("ww:4.0-A.1", "ww:5.21"), tuple(_DRAWS[card] for card in pile))
    if frame.stage is YearStage.ACTIONS and not frame.playing and not _is_done(state, frame.turn):
        return Choice(frame.turn, "card_play", ("ww:5.26", "ww:4.0-A.2"), _choices(state, frame.turn))
    return None


@rule("ww:4.0-A.1", "ww:4.0-B.1", "ww:5.21")
def dealt(state: State, frame: Year, action: Draw) -> Next[State]:
    """Deal a card."""
    side = _next_to_draw(state, frame)
    assert side is not None
    return Next(taken_card(state, action.card, side), (event(EventKind.CARD_DEALT, "ww:4.0-A.1", side=side.value),))


@rule("ww:5.26", "ww:5.11", "ww:5.46")
def year_violations(state: State, frame: Year, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a side from playing a card in one of three ways, holding it, or demolishing first."""
    side = frame.turn
    match action:
        case PlayEvent(card):
            return (*held_violations(state, side, card), *event_violations(state, side, card))
        case Activate(card, what):
            return (*held_violations(state, side, card), *activation_violations(state, side, card, what))
        case Build(card):
            return (*held_violations(state, side, card), *construction_violations(state, side))
        case Hold():
            return tuple(hold_violations(state, side))
        case Dig(card):
            return tuple(dig_violations(state, side, card))
        case Demolish():
            return razing_violations(state.board, side)
        case _:
            return None


@rule("ww:5.26", "ww:5.11", "ww:5.46")
def year_apply(state: State, frame: Year, action: Action) -> Next[State]:
    """Deal a card, play one in one of three ways, hold the last one, or demolish first."""
    match action:
        case Draw():
            return dealt(state, frame, action)
        case PlayEvent(card):
            return played_event(_phase(state, frame, card), frame.turn, card)
        case Activate(card, what):
            return _activating(state, frame, card, what)
        case Build(card, what):
            return _building(state, frame, card, what)
        case Hold():
            return _held(state, frame)
        case Dig(card):
            return _digging(state, frame, card)
        case _:
            assert isinstance(action, Demolish)
            return take_up_demolition(state, frame.turn)


def _phase(state: State, frame: Year, card: Card) -> State:
    """Begin an Action Phase with a card."""
    side = frame.turn
    built = tuple(each for each in state.cards.built if each is not side)
    after = replace(state, cards=state.cards._replace(built=built), phase=Phase(value=FACES[card].value))
    return opened(with_top(after, replace(frame, playing=True)), PhaseEnd(side))


def _played(state: State, side: Side, card: Card, cited: str) -> Next[State]:
    face = FACES[card]
    news: News = event(EventKind.CARD_PLAYED, "ww:5.26", cited, side=side.value, card=face.id, value=face.value)
    return Next(spent_card(state, card, as_event=False), (news,))


@rule("ww:5.26", "ww:5.32-a", "ww:5.32-b", "ww:5.32-c")
def _activating(state: State, frame: Year, card: Card, what: Activates) -> Next[State]:
    """Activate individuals, a drilled unit or a force with a card."""
    played = _played(_phase(state, frame, card), frame.turn, card, "ww:5.31")
    value = FACES[card].value
    if what is Activates.INDIVIDUALS:
        return Next(opened(played.state, Individuals(frame.turn, 2 * value)), played.events)
    return Next(opened(played.state, Calling(frame.turn, what, value)), played.events)


@rule("ww:5.4", "ww:5.4-exc")
def _building(state: State, frame: Year, card: Card, what: Raised) -> Next[State]:
    """Build stockades or forts with a card, noting that the next card may not build."""
    side = frame.turn
    played = _played(_phase(state, frame, card), side, card, "ww:5.4")
    cards = played.state.cards
    after = replace(played.state, cards=cards._replace(built=(*cards.built, side)))
    return Next(opened(after, Construction(side, what, FACES[card].value)), played.events)


@rule("ww:4.0-A.2-hold")
def _held(state: State, frame: Year) -> Next[State]:
    """Pass and hold the last card: the side is done for this season."""
    after = replace(state, cards=state.cards._replace(passed=(*state.cards.passed, frame.turn)))
    news = event(EventKind.CARD_HELD, "ww:4.0-A.2-hold", side=frame.turn.value)
    return Next(after, (news,))


# ---------------------------------------------------------------- digging


@rule("ww:en-14.6")
def _digging(state: State, frame: Year, card: Card) -> Next[State]:
    """Dig for a card in the discards instead of playing one."""
    return Next(opened(with_top(state, replace(frame, playing=True)), Digging(card)))


def digging_decision(state: State, frame: Digging) -> Chance[Draw]:
    """Return the random card that is given up."""
    held = hand(state.cards, Side.BRITISH)
    return evenly("dig", ("ww:en-14.6",), tuple(_DRAWS[card] for card in held))


@rule("ww:en-14.6")
def digging_apply(state: State, frame: Digging, action: Action) -> Next[State]:
    """Discard a random card and take the wanted one."""
    assert isinstance(action, Draw)
    after = taken_card(spent_card(closed(state), action.card, as_event=False), frame.wanted, Side.BRITISH)
    lost = event(EventKind.CARD_DISCARDED, "ww:en-14.6", side=Side.BRITISH.value, card=FACES[action.card].id)
    won = event(EventKind.CARD_TAKEN, "ww:en-14.6", side=Side.BRITISH.value, card=FACES[frame.wanted].id)
    return Next(after, (lost, won))


DIGGING: Procedure[State, Digging, Action] = Procedure(digging_decision, other_decision, digging_apply, always_waits)


# ---------------------------------------------------------------- going on


def _is_done(state: State, side: Side) -> bool:
    return side in state.cards.passed or not hand(state.cards, side)


@rule("ww:4.0-A.2", "ww:4.0-A.2-runout", "ww:4.0-B.2")
def next_turn(state: State, last: Side) -> Side | None:
    """Return whose Action Phase is next: sides alternate, but a side that is done is skipped; none if both are done."""
    return next((side for side in (last.enemy, last) if not _is_done(state, side)), None)


def year_advance(state: State, frame: Year) -> Next[State]:
    """Go on with what needs no decision."""
    match frame.stage:
        case YearStage.DEAL:
            return _pile_dealt_out(state, frame)
        case YearStage.ACTIONS:
            return _next_phase(state, frame)
        case YearStage.GO_HOME:
            return Next(_going_home(state, frame))
        case YearStage.RECALL:
            lone = lone_leader(state)
            on = with_top(state, replace(frame, stage=YearStage.RAIDED))
            return Next(on if lone is None else opened(state, Recall(lone)))
        case YearStage.RAIDED:
            return _raids_scored(state, frame)
        case YearStage.WINTER:
            on = with_top(state, replace(frame, stage=YearStage.VICTORY))
            return Next(opened(on, winter(state.board, state.ruleset)))
        case YearStage.VICTORY:
            return Next(opened(with_top(state, replace(frame, stage=YearStage.NEXT)), VictoryCheck()))
        case YearStage.NEXT:
            return _next_year(state)
        case _:
            assert_never(frame.stage)


@rule("ww:5.25-clar")
def _pile_dealt_out(state: State, frame: Year) -> Next[State]:
    """Shuffle the discards if the pile ran out before the hands were full; otherwise begin the Action Phases."""
    if _next_to_draw(state, frame) is not None:
        return shuffled(state, "ww:5.25-clar")
    return Next(with_top(state, replace(frame, stage=YearStage.ACTIONS)))


@rule("ww:4.0-A.2", "ww:4.0-B.2")
def _next_phase(state: State, frame: Year) -> Next[State]:
    """Go on to the Action Phase of the next side, or end the season when both sides are done."""
    last = frame.turn if frame.playing else frame.turn.enemy
    turn = next_turn(state, last)
    if turn is not None:
        return Next(with_top(replace(state, phase=NO_PHASE), replace(frame, turn=turn, playing=False)))
    return _season_ended(replace(state, phase=NO_PHASE), frame)


@rule("ww:5.25", "ww:card-surrender-shuffle", "ww:card-bigot-surrender")
def _shuffled_after_surrender(state: State) -> Next[State]:
    """Shuffle at the end of a season in which SURRENDER! left a hand."""
    return shuffled(state, "ww:5.25") if state.cards.reshuffle else Next(state)


@rule("ww:4.0")
def _season_ended(state: State, frame: Year) -> Next[State]:
    """End a season: shuffle if SURRENDER! left a hand; the late season leads to the year's end."""
    merged = _shuffled_after_surrender(state)
    if state.tracks.season is Season.EARLY:
        begun = season_begun(merged.state, Season.LATE)
        return Next(begun.state, (*merged.events, *begun.events))
    return Next(with_top(merged.state, replace(frame, stage=YearStage.GO_HOME)), merged.events)


@rule("ww:4.0-B.3")
def _going_home(state: State, frame: Year) -> State:
    """Send unsheltered Indians home, stack by stack, then recall lone leaders."""
    stack = winter_homecoming(state, frame.homed, frame.homed_leaders)
    if stack is None:
        return with_top(state, replace(frame, stage=YearStage.RECALL, homed=(), homed_leaders=()))
    homed, led = (*frame.homed, *stack.units), (*frame.homed_leaders, *stack.leaders)
    return opened(with_top(state, replace(frame, homed=homed, homed_leaders=led)), stack)


@rule("ww:4.0-B.4", "ww:10.31-d", "ww:13.22")
def _raids_scored(state: State, frame: Year) -> Next[State]:
    """Score each side's Raided markers and take them off the map."""
    news: list[News] = []
    for side in Side:
        markers = sum(raided_markers(state.board, side))
        if markers:
            scored = score(state, side, raid_points(markers), "ww:4.0-B.4", "ww:13.22")
            state = scored.state
            news.extend(scored.events)
    after = on_board(state, without_raided(state.board))
    return Next(with_top(after, replace(frame, stage=YearStage.WINTER)), tuple(news))


@rule("ww:4.0", "ww:4.0-B.6", "ww:sc-ew-pittleaders")
def _next_year(state: State) -> Next[State]:
    """Begin the next year: the year's markers go, and in 1759 the leaders of PITT join the pool."""
    tracks = state.tracks
    tracks = tracks._replace(year=tracks.year + 1, blockhouses=(), no_landings=False, british_raids=(), french_raids=())
    after = Next(with_tracks(state, tracks))
    if tracks.year == _PITT_YEAR:
        after = pitt_leaders(after.state, "ww:sc-ew-pittleaders")
    begun = season_begun(after.state, Season.EARLY)
    return Next(begun.state, (*after.events, *begun.events))


YEAR: Procedure[State, Year, Action] = Procedure(year_decision, year_violations, year_apply, year_advance)
