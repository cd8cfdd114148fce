"""Events about assemblies, ministries, fleets and couriers, and the militia."""

from collections.abc import Iterator

from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits, closes, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened
from reference.kernel.verdicts import Fact, Next, Violation, event, violation
from reference.wilderness_war.actions import Action, Draw, PickCard
from reference.wilderness_war.board import (
    Away,
    is_besieged_leader,
    is_besieged_unit,
    leaders_on_map,
    put_leader,
    put_siege,
    raided_markers,
    siege_level,
    units_on_map,
)
from reference.wilderness_war.cards import DECK, FACES, At, Card, Event, cards_at, hand, put_card
from reference.wilderness_war.ch02_map import (
    IDS,
    MILITIA_BOXES,
    SPACES,
    Department,
    Space,
    department,
    is_cultivated,
    originally_friendly,
    space,
)
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, LEADERS, Kind, Leader, Unit
from reference.wilderness_war.ch05_arrivals import british_fortifications, of_kind, restoring
from reference.wilderness_war.ch05_conditions import SHIRLEY
from reference.wilderness_war.ch05_reinforcements import (
    available,
    available_with,
    may_enter,
    pitt_leaders,
    removable,
    restorable,
    restored,
)
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_frames import Discarding, Fetching, Placement, RandomCard, Removal
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, State, on_board, spent_card, taken_card, with_tracks

_EVENTS = table("events")
_BOXES = tuple(Assemblies(name) for name in table("provincial_assemblies").texts("boxes"))
PROVINCIAL = {Department.NORTHERN: Kind.NORTHERN_PROVINCIAL, Department.SOUTHERN: Kind.SOUTHERN_PROVINCIAL}
_LOUISBOURG = space("louisbourg")
_SQUADRONS = table("card_counts").tables("conditional_remove")[0]
_COURIER = _EVENTS.table("courier_intercepted")
_MILITIAS = _EVENTS.table("call_out_militias")
_DRAWS: tuple[Draw, ...] = tuple(Draw(card) for card in DECK)
_MINISTERIAL = (Event.BRITISH_REGULARS, Event.HIGHLANDERS, Event.LIGHT, Event.TRANSPORTS, Event.GERMANY)
_FETCHES = {
    "ww:card-pitt-fx2": (Event.HIGHLANDERS, Event.BRITISH_REGULARS, Event.LIGHT, Event.TRANSPORTS),
    "ww:card-diplomatic-fx": (Event.FRENCH_REGULARS, Event.TRANSPORTS),
}


# ---------------------------------------------------------------- the Provincial Assemblies


@rule("ww:5.54-limits")
def provincials_allowed(assemblies: Assemblies, region: Department) -> int:
    """Return how many provincials of a Department the Assemblies allow in play."""
    return table("provincial_assemblies").table(f"{region.value}_limit").number(assemblies.value)


def provincials_in_play(state: State, region: Department) -> tuple[Unit, ...]:
    """Return the provincials of a Department on the map."""
    kind = PROVINCIAL[region]
    return tuple(unit for unit in units_on_map(state.board, Side.BRITISH) if COUNTERS[unit].kind is kind)


@rule("ww:card-colonial-politics", "ww:card-colonial-politics-fx", "ww:5.54", "ww:5.54-exc")
def politics(state: State, side: Side) -> Next[State]:
    """Move the Assemblies one box; after a French play Britain removes excess provincials, except besieged ones."""
    now = state.tracks.assemblies
    boxes = _BOXES if side is Side.BRITISH else tuple(reversed(_BOXES))
    # At the end of the track there is no further box.
    reached = next(iter(boxes[boxes.index(now) + 1 :]), now)
    after = with_tracks(state, state.tracks._replace(assemblies=reached))
    news = event(EventKind.ASSEMBLIES_MOVED, "ww:card-colonial-politics", assemblies=reached.value)
    if side is Side.BRITISH:
        return Next(after, (news,))
    spared: list[Department] = []
    for region in reversed(PROVINCIAL):
        present = provincials_in_play(after, region)
        excess = len(present) - provincials_allowed(reached, region)
        free = tuple(unit for unit in present if not is_besieged_unit(state.board, unit))
        if excess > len(free):
            spared.append(region)
        after = opened(after, Removal(Side.BRITISH, "ww:card-colonial-politics-fx", max(excess, 0), free))
    return Next(with_tracks(after, after.tracks._replace(spared=tuple(spared))), (news,))


@rule("ww:card-stingy-fx")
def stingy(state: State, region: Department) -> Next[State]:
    """Let Britain eliminate a provincial of the Department named, wherever it stands (N64)."""
    number = _EVENTS.table("stingy_provincial_assembly").number("units")
    units = removable(state, Side.BRITISH, of_kind(PROVINCIAL[region]))
    return Next(opened(state, Removal(Side.BRITISH, "ww:card-stingy-fx", number, units)))


@rule("ww:card-dispersed")
def dispersed(state: State) -> Next[State]:
    """Let France eliminate a provincial for every Raided marker in its Department."""
    after = state
    for region in reversed(PROVINCIAL):
        land = tuple(place for place in SPACES if department(place) is region)
        markers = sum(raided_markers(state.board, side)[place] for side in Side for place in land)
        units = removable(state, Side.BRITISH, of_kind(PROVINCIAL[region]))
        number = markers * _EVENTS.table("provincials_dispersed").number("units_per_raided_marker")
        after = opened(after, Removal(Side.FRENCH, "ww:card-dispersed", number, units))
    return Next(after)


@rule("ww:card-raise-fx", "ww:5.54-limits")
def raised(state: State, regions: tuple[Department, ...], named: Unit) -> Next[State]:
    """Place provincials in their own Departments, the regiment named among them, as the Assemblies allow."""
    after = state
    for region in reversed(regions):
        room = provincials_allowed(state.tracks.assemblies, region) - len(provincials_in_play(state, region))
        number = min(_EVENTS.table("raise_provincials").number(region.value), max(room, 0))
        units = available(state.board, Side.BRITISH, of_kind(PROVINCIAL[region]), number)
        if COUNTERS[named].kind is PROVINCIAL[region]:
            units = available_with(state.board, named, of_kind(PROVINCIAL[region]), number)
        after = opened(after, Placement(Side.BRITISH, "ww:card-raise-fx", mustering_places(state, region), units))
    return Next(after)


@rule("ww:card-raise-fx", "ww:5.522")
def mustering_places(state: State, region: Department) -> tuple[Space, ...]:
    """Return where provincials of a Department are raised: at its fortifications, or anywhere in it (D39)."""
    places = british_fortifications(state)
    if raise_both(state.ruleset):
        places = tuple(place for place in SPACES if is_cultivated(place) and may_enter(state, Side.BRITISH, place))
    return tuple(place for place in places if department(place) is region)


@rule("ww:card-raise-fx2")
def regiments_restored(state: State, region: Department) -> Next[State]:
    """Restore all provincials of a Department."""
    return restored(state, restorable(state, Side.BRITISH, of_kind(PROVINCIAL[region])), "ww:card-raise-fx2")


@rule("ww:card-raise-fx", "ww:card-raise-fx2")
def raise_both(ruleset: Ruleset) -> bool:
    """Say whether RAISE PROVINCIAL REGIMENTS serves both Departments at once (D39)."""
    return ruleset.raise_provincials == "both_departments"


# ---------------------------------------------------------------- militia


@rule("ww:card-militias", "ww:3.12")
def militia_departments(state: State, side: Side) -> tuple[Department, ...]:
    """Return the Departments to whose box a side may add a militia unit."""
    return tuple(region for region in MILITIA_BOXES if not any(militia_violations(state, side, region)))


@rule("ww:card-militias", "ww:5.52")
def militia_violations(state: State, side: Side, region: Department) -> Iterator[Violation]:
    """Refuse to add a militia unit to an enemy box, or if no counter is left."""
    if not _is_own_box(MILITIA_BOXES[region], side):
        yield violation(Reason.OF_THE_ENEMY, "ww:card-militias", department=region.value)
    if not available(state.board, side, of_kind(Kind.MILITIA), _MILITIAS.number("units")):
        yield violation(Reason.NO_COUNTER_LEFT, "ww:5.52", kind=Kind.MILITIA.value)


def _is_own_box(box: Space, side: Side) -> bool:
    region = department(box)
    return any(department(place) is region and originally_friendly(place, side) for place in SPACES if place != box)


@rule("ww:card-militias", "ww:5.521", "ww:5.52")
def militia_called(state: State, side: Side, region: Department) -> Next[State]:
    """Add a militia unit to a Department's box."""
    units = available(state.board, side, of_kind(Kind.MILITIA), _MILITIAS.number("units"))
    return Next(opened(state, Placement(side, "ww:card-militias", (MILITIA_BOXES[region],), units)))


@rule("ww:card-militias")
def militia_restored(state: State, side: Side) -> Next[State]:
    """Restore up to two militia units."""
    return Next(restoring(state, side, "ww:card-militias", _MILITIAS.number("or_restore")))


# ---------------------------------------------------------------- cards in hands and discards


@rule("ww:card-ministerial", "ww:card-ministerial-none")
def ministerial(state: State) -> Next[State]:
    """Make Britain discard one of the cards named, if it holds any."""
    held = tuple(card for card in hand(state.cards, Side.BRITISH) if FACES[card].event in _MINISTERIAL)
    return Next(opened(state, Discarding(Side.BRITISH, held, "ww:card-ministerial")) if held else state)


@rule("ww:card-bigot", "ww:card-bigot-surrender")
def bigot(state: State) -> Next[State]:
    """Make France discard a random card."""
    return Next(opened(state, RandomCard(Side.FRENCH, "ww:card-bigot", stolen=False)))


@rule("ww:card-courier")
def courier(state: State, side: Side, die: int) -> State:
    """Take a random card from the enemy's hand, if the die is high enough."""
    if not _COURIER.number("die_min") <= die <= _COURIER.number("die_max"):
        return state
    return opened(state, RandomCard(side.enemy, "ww:card-courier", stolen=True))


def random_card_decision(state: State, frame: RandomCard) -> Chance[Draw] | None:
    """Return the random card that leaves a hand, if it holds any."""
    held = hand(state.cards, frame.victim)
    return evenly("random_card", (frame.rule,), tuple(_DRAWS[card] for card in held)) if held else None


def random_card_apply(state: State, frame: RandomCard, action: Action) -> Next[State]:
    """Discard the random card, or give it to the enemy."""
    assert isinstance(action, Draw)
    if frame.stolen:
        thief = frame.victim.enemy
        after = taken_card(closed(state), action.card, thief)
        return Next(after, (event(EventKind.CARD_TAKEN, frame.rule, side=thief.value, victim=frame.victim.value),))
    news = event(EventKind.CARD_DISCARDED, frame.rule, side=frame.victim.value, card=FACES[action.card].id)
    return Next(spent_card(closed(state), action.card, as_event=False), (news,))


RANDOM_CARD: Procedure[State, RandomCard, Action] = Procedure(
    random_card_decision, other_decision, random_card_apply, closes
)


def discarding_decision(_state: State, frame: Discarding) -> Choice[Action]:
    """Return which card is discarded."""
    return Choice(frame.side, "discard", (frame.rule,), tuple(map(PickCard, frame.cards)))


def discarding_violations(_state: State, frame: Discarding, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a card from being discarded."""
    if not isinstance(action, PickCard):
        return None
    if action.card in frame.cards:
        return ()
    return (violation(Reason.NOT_ASKED_FOR, frame.rule, card=FACES[action.card].id),)


def discarding_apply(state: State, frame: Discarding, action: Action) -> Next[State]:
    """Discard a card."""
    assert isinstance(action, PickCard)
    facts: dict[str, Fact] = {"side": frame.side.value, "card": FACES[action.card].id}
    news = event(EventKind.CARD_DISCARDED, frame.rule, **facts)
    return Next(spent_card(closed(state), action.card, as_event=False), (news,))


DISCARDING: Procedure[State, Discarding, Action] = Procedure(
    discarding_decision, discarding_violations, discarding_apply, always_waits
)


def fetching_decision(_state: State, frame: Fetching) -> Choice[Action]:
    """Return which card is taken from the discards."""
    return Choice(frame.side, "fetch", (frame.rule, "ww:5.22"), tuple(map(PickCard, frame.cards)))


@rule("ww:card-pitt-fx2", "ww:card-diplomatic-fx")
def fetched_card_violations(state: State, frame: Fetching, card: Card) -> Iterator[Violation]:
    """Say why a card is not on offer: it is not among the discards, or the event does not name it."""
    discarded = state.cards.at[card] == At.DISCARDS
    if not discarded:
        yield violation(Reason.NOT_IN_THE_DISCARDS, frame.rule, card=FACES[card].id)
    if discarded or FACES[card].event not in _FETCHES.get(frame.rule, ()):
        yield violation(Reason.NOT_ASKED_FOR, frame.rule, card=FACES[card].id)


def fetching_violations(state: State, frame: Fetching, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a card from being taken from the discards."""
    if not isinstance(action, PickCard):
        return None
    return () if action.card in frame.cards else tuple(fetched_card_violations(state, frame, action.card))


@rule("ww:5.22", "ww:card-pitt-fx2", "ww:card-diplomatic-fx")
def fetching_apply(state: State, frame: Fetching, action: Action) -> Next[State]:
    """Take a card from the discards."""
    assert isinstance(action, PickCard)
    facts: dict[str, Fact] = {"side": frame.side.value, "card": FACES[action.card].id}
    news = event(EventKind.CARD_TAKEN, frame.rule, **facts)
    return Next(taken_card(closed(state), action.card, frame.side), (news,))


FETCHING: Procedure[State, Fetching, Action] = Procedure(
    fetching_decision, fetching_violations, fetching_apply, always_waits
)


def _fetching(state: State, side: Side, cited: str) -> State:
    found = tuple(card for card in cards_at(state.cards, At.DISCARDS) if FACES[card].event in _FETCHES[cited])
    return opened(state, Fetching(side, found, cited)) if found else state


@rule("ww:4.0-A.2-hold")
def playing_on(state: State, side: Side) -> State:
    """Let a side that held its last card play on, because it has got another card since."""
    passed = tuple(each for each in state.cards.passed if each is not side)
    return replace(state, cards=state.cards._replace(passed=passed))


@rule("ww:en-14.1")
def linked(state: State, played: Event) -> Next[State]:
    """Give the partner of the card played, PITT or REVOLUTION, from the discards to its own side, by option."""
    if state.ruleset.linked_pitt_and_revolution == "off":
        return Next(state)
    side, other = (Side.FRENCH, Event.DIPLOMATIC) if played is Event.PITT else (Side.BRITISH, Event.PITT)
    found = (card for card in cards_at(state.cards, At.DISCARDS) if FACES[card].event is other)
    card = next(found, None)
    if card is None:
        return Next(state)
    news = event(EventKind.CARD_TAKEN, "ww:en-14.1", side=side.value, card=FACES[card].id)
    return Next(playing_on(taken_card(state, card, side), side), (news,))


@rule("ww:card-pitt", "ww:card-pitt-fx", "ww:card-pitt-fx2", "ww:card-pitt-fx3", "ww:5.51")
def pitt(state: State) -> Next[State]:
    """Bring PITT to power: his leaders, a card from the discards, Highlanders, and nine cards from next season."""
    given = linked(state, Event.PITT)
    after = pitt_leaders(with_tracks(given.state, state.tracks._replace(pitt=True)), "ww:card-pitt-fx")
    fetching = _fetching(after.state, Side.BRITISH, "ww:card-pitt-fx2")
    return Next(fetching, (*given.events, *after.events))


@rule("ww:card-diplomatic", "ww:card-diplomatic-fx", "ww:card-diplomatic-fx2", "ww:5.51")
def diplomatic(state: State) -> Next[State]:
    """Carry out DIPLOMATIC REVOLUTION: a card from the discards, and nine cards from next season."""
    given = linked(state, Event.DIPLOMATIC)
    after = with_tracks(given.state, state.tracks._replace(diplomatic=True))
    return Next(_fetching(after, Side.FRENCH, "ww:card-diplomatic-fx"), given.events)


@rule("ww:card-quiberon", "ww:card-quiberon-fx", "ww:card-quiberon-fx2", "ww:5.51")
def quiberon(state: State) -> Next[State]:
    """Destroy the French fleet: events barred at once, hand and first player from next season."""
    return Next(with_tracks(state, state.tracks._replace(quiberon=True)))


@rule("ww:card-squadrons", "ww:card-squadrons-fx", "ww:5.51")
def squadrons(state: State) -> State:
    """Forbid landings for the rest of the year."""
    return with_tracks(state, state.tracks._replace(no_landings=True))


@rule("ww:card-squadrons-fx2")
def squadrons_risked(state: State, card: Card, die: int) -> State:
    """Lose the fleet on a low die: the card is removed, and France may no longer move by sea."""
    if not _SQUADRONS.number("die_min") <= die <= _SQUADRONS.number("die_max"):
        return state
    after = replace(state, cards=put_card(state.cards, card, At.REMOVED))
    return with_tracks(after, state.tracks._replace(no_french_naval=True))


# ---------------------------------------------------------------- leaders and bastions


@rule("ww:card-shirley", "ww:5.23")
def shirley(state: State) -> Next[State]:
    """Eliminate Shirley."""
    news = event(EventKind.LEADER_REMOVED, "ww:card-shirley", leader=LEADERS[SHIRLEY].id)
    return Next(on_board(state, put_leader(state.board, SHIRLEY, Away.REMOVED)), (news,))


@rule("ww:card-vaudreuil", "ww:card-vaudreuil-bar", "ww:8.22-inside")
def interference_violations(state: State, leader: Leader) -> Iterator[Violation]:
    """Find what keeps a leader from being swapped: British, off the map, a siege, or no fleet at Louisbourg."""
    name = LEADERS[leader].id
    if LEADERS[leader].side is not Side.FRENCH:
        yield violation(Reason.NOT_FRENCH, "ww:card-vaudreuil", leader=name)
        return
    if leader not in leaders_on_map(state.board, Side.FRENCH):
        yield violation(Reason.NOT_ON_MAP, "ww:card-vaudreuil", leader=name)
        return
    if is_besieged_leader(state.board, leader):
        yield violation(Reason.BESIEGED, "ww:card-vaudreuil", leader=name)
    if state.board.leader_at[leader] == _LOUISBOURG and state.tracks.no_french_naval:
        yield violation(Reason.NO_FRENCH_NAVAL, "ww:card-vaudreuil-bar", leader=name)


def swappable(state: State) -> tuple[Leader, ...]:
    """Return the French leaders whom GOVERNOR VAUDREUIL INTERFERES may name."""
    return tuple(each for each in ALL_LEADERS if not any(interference_violations(state, each)))


@rule("ww:card-vaudreuil")
def swapped(state: State, one: Leader, other: Leader) -> Next[State]:
    """Swap two leaders' places."""
    first, second = Space(state.board.leader_at[one]), Space(state.board.leader_at[other])
    board = put_leader(put_leader(state.board, one, second), other, first)
    facts: dict[str, Fact] = {"leaders": (LEADERS[one].id, LEADERS[other].id)}
    return Next(on_board(state, board), (event(EventKind.LEADERS_SWAPPED, "ww:card-vaudreuil", **facts),))


@rule("ww:card-bastions")
def bastion_violations(state: State, place: Space) -> Iterator[Violation]:
    """Refuse to repair the bastions where there is no siege, or one of level 0."""
    level = siege_level(state.board, place)
    if level is None:
        yield violation(Reason.NO_SIEGE, "ww:card-bastions", space=IDS[place])
    elif not level:
        yield violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:card-bastions", space=IDS[place], level=level, needed=1)


@rule("ww:card-bastions")
def damaged_bastions(state: State) -> tuple[Space, ...]:
    """Return the spaces with a siege of level 1 or 2."""
    return tuple(place for place in SPACES if not any(bastion_violations(state, place)))


@rule("ww:card-bastions")
def repaired(state: State, place: Space) -> Next[State]:
    """Put a siege back to level 0."""
    news = event(EventKind.SIEGE_REDUCED, "ww:card-bastions", space=IDS[place], level=0)
    return Next(on_board(state, put_siege(state.board, place, 0)), (news,))
