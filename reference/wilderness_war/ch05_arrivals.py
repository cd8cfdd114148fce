"""Events that bring in troops and leaders, or restore them."""

from functools import partial

from reference.kernel.rules import rule
from reference.kernel.stacks import opened
from reference.kernel.verdicts import Next
from reference.wilderness_war.board import Away, Board, fortification
from reference.wilderness_war.cards import FACES, Card
from reference.wilderness_war.ch02_map import (
    SPACES,
    Department,
    Space,
    department,
    space,
)
from reference.wilderness_war.ch03_pieces import Counter, Kind, Leader, Unit, leader
from reference.wilderness_war.ch05_reinforcements import (
    Wanted,
    available,
    available_with,
    british_fortresses,
    british_landing_places,
    may_enter,
    restorable,
    restored,
    restores,
)
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_frames import LeaderDraws, Placement, Restoration
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, score, with_tracks

_EVENTS = table("events")
_HIGHLANDERS = table("event_unit_counts").table("highlanders")
_EARLY_YEARS = (1755, 1756)
_EARLY_POINTS = table("victory_points").number("optional_regulars_event_in_1755_or_1756")
_HALIFAX = (space("halifax"),)
FRENCH_ENTRIES = (space("quebec"), space("louisbourg"))
_LATE_FRENCH = tuple(leader(name) for name in ("montcalm", "levis", "bougainville"))
_PROVINCIAL = {
    Department.NORTHERN: Kind.NORTHERN_PROVINCIAL,
    Department.SOUTHERN: Kind.SOUTHERN_PROVINCIAL,
}


def of_kind(*kinds: Kind) -> Wanted:
    """Return a test for units of these kinds."""

    def wanted(counter: Counter) -> bool:
        return counter.kind in kinds

    return wanted


def reinforced(
    state: State, cited: str, spaces: tuple[Space, ...], wanted: Wanted, *, units: int, leaders: int = 0
) -> Next[State]:
    """Bring in British units and leaders from the pool; the leaders are drawn first."""
    found = available(state.board, Side.BRITISH, wanted, units) if spaces else ()
    after = opened(state, Placement(Side.BRITISH, cited, spaces, found))
    return Next(opened(after, LeaderDraws(leaders if spaces else 0)))


@rule("ww:en-14.3")
def early_regulars(state: State, side: Side) -> Next[State]:
    """Take a VP from a side for its REGULARS event of 1755 or 1756, by option."""
    if state.ruleset.early_regulars_cost_vp == "off" or state.tracks.year not in _EARLY_YEARS:
        return Next(state)
    return score(state, side, _EARLY_POINTS, "ww:en-14.3")


@rule("ww:card-british-regulars-pre", "ww:card-french-regulars-pre")
def regulars_noted(state: State, side: Side) -> Next[State]:
    """Note that a side's Regulars came this season, so that it cannot play a second such event."""
    tracks = state.tracks
    return early_regulars(with_tracks(state, tracks._replace(regulars=(*tracks.regulars, side))), side)


@rule("ww:card-british-regulars", "ww:card-british-regulars-fx", "ww:6.432-d")
def british_regulars(state: State) -> Next[State]:
    """Bring three Regulars and a leader to British-controlled ports."""
    noted = regulars_noted(state, Side.BRITISH)
    numbers = _EVENTS.table("british_regulars")
    brought = reinforced(
        noted.state, "ww:card-british-regulars-fx", british_landing_places(state), of_kind(Kind.REGULAR),
        units=numbers.number("units"), leaders=numbers.number("leaders"),
    )  # fmt: skip
    return Next(brought.state, noted.events)


@rule("ww:card-highlanders", "ww:card-highlanders-fx", "ww:6.432-d")
def highlanders(state: State, card: Card) -> Next[State]:
    """Bring Highlanders and leaders to British-controlled ports, as many as the card says (D42)."""
    numbers = _HIGHLANDERS.table(state.ruleset.small_highlanders).table(FACES[card].id)
    return reinforced(
        state, "ww:card-highlanders-fx", british_landing_places(state), of_kind(Kind.HIGHLAND),
        units=numbers.number("units"), leaders=numbers.number("leaders"),
    )  # fmt: skip


@rule("ww:card-light")
def light_infantry(state: State) -> Next[State]:
    """Bring two light infantry and a leader to British-controlled fortresses."""
    numbers = _EVENTS.table("light_infantry")
    return reinforced(
        state, "ww:card-light", british_fortresses(state), of_kind(Kind.LIGHT_INFANTRY),
        units=numbers.number("units"), leaders=numbers.number("leaders"),
    )  # fmt: skip


@rule("ww:card-royal-americans")
def royal_americans(state: State) -> Next[State]:
    """Bring the Royal Americans and a leader to fortresses of the Northern or Southern Department."""
    numbers = _EVENTS.table("royal_americans")
    spaces = tuple(place for place in british_fortresses(state) if department(place) in _PROVINCIAL)
    return reinforced(
        state, "ww:card-royal-americans", spaces, of_kind(Kind.ROYAL_AMERICAN),
        units=numbers.number("units"), leaders=numbers.number("leaders"),
    )  # fmt: skip


@rule("ww:card-french-regulars", "ww:card-french-regulars-fx", "ww:card-french-regulars-fx2")
def french_regulars(state: State) -> Next[State]:
    """Bring two Regulars, and Montcalm, Levis and Bougainville if they are not yet in play, to Quebec or Louisbourg."""
    noted = regulars_noted(state, Side.FRENCH)
    after = noted.state
    spaces = tuple(place for place in FRENCH_ENTRIES if may_enter(after, Side.FRENCH, place))
    number = _EVENTS.table("french_regulars").number("units")
    units = available(after.board, Side.FRENCH, of_kind(Kind.REGULAR), number)
    late = _late_leaders(after.board)
    cited = "ww:card-french-regulars-fx"
    return Next(opened(after, Placement(Side.FRENCH, cited, spaces, units, late, together=True)), noted.events)


@rule("ww:sc-ew-montcalm", "ww:card-french-regulars-fx2")
def _late_leaders(board: Board) -> tuple[Leader, ...]:
    """Return those of Montcalm, Levis and Bougainville who have not yet entered play."""
    return tuple(each for each in _LATE_FRENCH if board.leader_at[each] == Away.ASIDE)


@rule("ww:card-acadians-fx3")
def canadians_restored(state: State) -> Next[State]:
    """Restore all Coureurs and Canadian militia."""
    canadians = restorable(state, Side.FRENCH, of_kind(Kind.COUREURS, Kind.MILITIA))
    return restored(state, canadians, "ww:card-acadians-fx3")


@rule("ww:card-acadians", "ww:card-acadians-fx", "ww:card-acadians-fx2")
def acadians(state: State) -> Next[State]:
    """Bring Regulars to Halifax and a Coureurs to Quebec or Louisbourg; restore Coureurs and Canadian militia."""
    numbers = _EVENTS.table("acadians_expelled")
    after = canadians_restored(state)
    french = tuple(place for place in FRENCH_ENTRIES if may_enter(state, Side.FRENCH, place))
    woodsmen = available(state.board, Side.FRENCH, of_kind(Kind.COUREURS), numbers.number("french_coureurs"))
    opening = opened(after.state, Placement(Side.FRENCH, "ww:card-acadians-fx2", french, woodsmen))
    halifax = tuple(place for place in _HALIFAX if may_enter(state, Side.BRITISH, place))
    number = numbers.number("british_regulars")
    brought = reinforced(opening, "ww:card-acadians-fx", halifax, of_kind(Kind.REGULAR), units=number)
    return Next(brought.state, after.events)


# ---------------------------------------------------------------- restoring


def restoring(state: State, side: Side, cited: str, number: int) -> State:
    """Let a side restore up to a number of the units an event asks for."""
    return opened(state, Restoration(side, cited, number, restorable(state, side, partial(restores, cited))))


@rule("ww:card-transports")
def transports(state: State, side: Side) -> Next[State]:
    """Let France restore three Regulars, or Britain six Regulars or light infantry; France has no light infantry."""
    number = _EVENTS.table("troop_transports").number(f"{side.value}_restored")
    return Next(restoring(state, side, "ww:card-transports", number))


@rule("ww:card-germany")
def germany(state: State, side: Side, die: int) -> State:
    """Let a side restore as many Regulars or light infantry as the die shows."""
    return restoring(state, side, "ww:card-germany", die)


@rule("ww:card-recruits")
def recruits(state: State, side: Side, die: int) -> State:
    """Let a side restore as many Coureurs, Rangers, light infantry or provincials as the die shows."""
    return restoring(state, side, "ww:card-recruits", die)


# ---------------------------------------------------------------- Rangers


def british_fortifications(state: State) -> tuple[Space, ...]:
    """Return the British fortifications where new units may enter."""
    return tuple(
        place
        for place in SPACES
        if (found := fortification(state.board, place)) is not None
        and found[1] is Side.BRITISH
        and may_enter(state, Side.BRITISH, place)
    )


@rule("ww:card-rangers")
def rangers_placed(state: State, named: Unit) -> State:
    """Bring the Rangers unit named to a British fortification."""
    units = available_with(state.board, named, of_kind(Kind.RANGER), _EVENTS.table("rangers").number("units"))
    return opened(state, Placement(Side.BRITISH, "ww:card-rangers", british_fortifications(state), units))


@rule("ww:card-rangers")
def rangers_restored(state: State) -> State:
    """Restore up to two Rangers."""
    number = _EVENTS.table("rangers").number("or_restore")
    return restoring(state, Side.BRITISH, "ww:card-rangers", number)
