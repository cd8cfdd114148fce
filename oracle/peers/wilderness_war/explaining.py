"""Which known departure explains a divergence of a recorded game of Wilderness War.

Each departure of the data file beside this package has a test here that looks at what the record did and at Referee's
state. A test must be narrow: whatever else is wrong at the same place stays unexplained.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from oracle.peers.importer import Kind, PeerDivergence
from oracle.peers.wilderness_war.effects import changes_nothing
from oracle.peers.wilderness_war.fire import combat_in
from oracle.peers.wilderness_war.names import Names
from oracle.peers.wilderness_war.positions import board_of
from oracle.peers.wilderness_war.records import Phase, Step
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Choice, Decision, Over
from reference.kernel.records import replace
from reference.kernel.verdicts import Violation
from reference.wilderness_war import GAME
from reference.wilderness_war.actions import Action, Besiege, By, Go, Pick, PickLeader, PickSpace, PlayEvent, Roll
from reference.wilderness_war.board import (
    has_amphib,
    has_fortification,
    leaders_at,
    leaders_inside,
    siege_level,
    stockade_owner,
)
from reference.wilderness_war.cards import FACES, Event, card
from reference.wilderness_war.ch02_map import IDS, Space, adjacent, space
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, is_auxiliary, is_leader_id
from reference.wilderness_war.ch07_combat import commander, fire
from reference.wilderness_war.ch07_modifiers import highest_in_command, tactics_modifier
from reference.wilderness_war.ch08_consequences import caught_leaders
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.combat_table import COLUMN_LABELS, combat_losses
from reference.wilderness_war.frames import Activation, CombatKind, LeaderChecks, Move, Raid
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, vp_of

LOUISBOURG = space("louisbourg")
# What the replay calls who fires first in a battle, the losses that a die inflicts, and moving on after a battle.
FIRST_FIRE = "first fire"
LOSSES_BY = "losses inflicted by "
OVERRUN = "overrun"
_FOUR, _SIX = 4, 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A divergence to be explained: what was found, where the record is, and Referee's state.

    `displaced` are leaders who stay in the record where Referee makes them retreat. `refused` are the rules that forbid
    what the record does or offers, `supply` the spaces that the record's own search for supply reached last.
    """

    found: PeerDivergence
    at: Step
    entry: Phase
    state: State
    due: Decision[Action] | Over
    names: Names
    supply: Mapping[str, Json] = field(default_factory=dict)
    displaced: frozenset[str] = frozenset()
    action: Action | None = None
    refused: tuple[Violation, ...] = ()

    @property
    def kind(self) -> Kind:
        """Return how the record differs from the rules."""
        return self.found.kind

    @property
    def about(self) -> str:
        """Return which part of the entry differs."""
        return self.found.about

    @property
    def recorded(self) -> Json:
        """Return what the record says."""
        return self.found.recorded

    @property
    def by_rules(self) -> Json:
        """Return what the rules give."""
        return self.found.by_rules

    def is_refused_for(self, *reasons: Reason) -> bool:
        """Say whether nothing but one of these reasons keeps the record's choice from being legal."""
        return bool(self.refused) and all(each.reason in reasons for each in self.refused)

    @property
    def is_surplus(self) -> bool:
        """Say whether the record offers or does what the rules refuse."""
        return self.kind is Kind.ILLEGAL or (self.kind is Kind.CHOICES and bool(self.recorded))

    @property
    def is_lacking(self) -> bool:
        """Say whether the rules offer what the record does not."""
        return self.kind is Kind.CHOICES and bool(self.by_rules)

    def plays(self, *events: Event) -> bool:
        """Say whether the divergence is about playing one of these events."""
        return isinstance(self.action, PlayEvent) and FACES[self.action.card].event in events

    def decided(self, *decisions: str) -> Iterator[Step]:
        """Return the steps of the phase with these decisions."""
        return (step for step in self.entry.steps_taken if step.decision in decisions)

    def decided_by(self, *decisions: str) -> bool:
        """Say whether the phase has a step with one of these decisions that chose something."""
        return any(not step.is_idle for step in self.decided(*decisions))


# ---------------------------------------------------------------- supply


def _reached_there(case: Case, place: Space, side: Side) -> bool:
    """Say whether the record's search for supply reaches a space or one next to it, and Referee's does not."""
    reached = case.supply.get(side.value)
    names = set(reached) if isinstance(reached, list | tuple) else set()
    near = {IDS[place], *(IDS[each] for each in adjacent(place))}
    return bool(names & near) and not is_supplied(case.state.board, place, side, case.state.ruleset)


def _by_land_out_of_the_wild(case: Case) -> bool:
    if case.is_surplus and case.is_refused_for(Reason.NOT_SUPPLIED):
        place = _place_of(case)
        return place is not None and _reached_there(case, place, Side(case.at.by))
    if case.about == "left over":
        built = [step for step in case.decided("construct_forts", "construct_stockades") if not step.is_idle]
        sites = [space(step.do[1]) for step in built]
        return case.at in built and all(_reached_there(case, each, Side(case.at.by)) for each in sites)
    if case.kind is Kind.BOARD and case.about in case.names.units:
        restored = list(case.decided("restore_regular_or_light_infantry_units", "colonial_recruits"))
        here = next((step.before[case.about] for step in restored if step.do[1:] == (case.about,)), None)
        return here is not None and here.reduced and _reached_there(case, space(here.space), Side(restored[0].by))
    return False


def _place_of(case: Case) -> Space | None:
    match case.action:
        case Pick(unit) if case.about == "restoration":
            return Space(case.state.board.unit_at[unit])
        case PickSpace(place):
            return place
        case Besiege():
            return _besieged_at(case)
        case _:
            return None


# ---------------------------------------------------------------- leaders


def _left_alone(case: Case) -> frozenset[str]:
    """Return the leaders who, in the record, stand where they would have to retreat."""
    names: set[str] = set()
    for position, pieces in ((case.at.position, case.at.before), (case.entry.last.position, case.entry.last.after)):
        try:
            board = board_of(position, pieces, case.state, case.names)
        except Unreadable:
            continue
        names.update(LEADERS[each].id for each in caught_leaders(board))
    return frozenset(names)


def _leader_stays(case: Case) -> bool:
    if case.about == "left over":
        left = {step.do[-1] for step in case.decided("activate_individually", "pick_move", "activate_force")}
        return bool(left & case.displaced)
    name = case.about.removeprefix("retreat_of_").removeprefix("recall_of_")
    if isinstance(case.action, PickLeader) and case.kind in (Kind.CHOICES, Kind.ILLEGAL):
        name = LEADERS[case.action.leader].id
    return is_leader_id(name) and (name in case.displaced or name in _left_alone(case))


def _leaders_enter(case: Case) -> bool:
    return case.is_surplus and isinstance(case.action, Go) and case.is_refused_for(Reason.LEADERS_ALONE)


# ---------------------------------------------------------------- forces


def _other_campaign_leader(case: Case) -> bool:
    named = case.is_surplus and isinstance(case.action, PickLeader) and case.about == "muster"
    return named and Reason.NAMED_BY_CAMPAIGN in _reasons(case)


def _one_too_many(case: Case) -> bool:
    """Say whether a force is full and the record has one more unit in it, after picking up all."""
    full = case.kind is Kind.ILLEGAL and case.about == "muster" and isinstance(case.action, Pick)
    return full and any(step.do == ("pick_up_all",) for step in case.decided("designate_force"))


# ---------------------------------------------------------------- movement and reactions


def _no_way_out(case: Case) -> bool:
    if not (case.is_surplus and isinstance(case.action, Go)):
        return False
    infiltrating = GAME.violations(case.state, replace(case.action, infiltrating=True))
    found = infiltrating if isinstance(infiltrating, tuple) else ()
    return bool(found) and all(each.rule == "ww:6.61" for each in found)


def _leaving(case: Case) -> bool:
    reasons = (Reason.LEAVING_THEIR_SPACE, Reason.LEADERS_ALONE)
    return _intercepts(case) and Reason.LEAVING_THEIR_SPACE in _reasons(case) and case.is_refused_for(*reasons)


def _leaders_intercept(case: Case) -> bool:
    return _intercepts(case) and isinstance(case.action, PickLeader) and case.is_refused_for(Reason.LEADERS_ALONE)


def _intercepts(case: Case) -> bool:
    return case.is_surplus and case.about in ("interception", "interceptors")


def _reasons(case: Case) -> set[object]:
    return {each.reason for each in case.refused}


def _avoids_by_itself(case: Case) -> bool:
    """Say whether auxiliaries slip away without a roll although there are auxiliaries among the attackers."""
    if case.about != "avoidance_roll" or case.recorded is not None or case.at.draws:
        return False
    moves = [frame for frame in case.state.stack.frames if isinstance(frame, Move)]
    return bool(moves) and any(is_auxiliary(COUNTERS[unit].kind) for unit in moves[-1].units)


def _failed_and_avoids(case: Case) -> bool:
    reacts = case.is_surplus and case.about in ("avoidance", "avoiders")
    return reacts and case.is_refused_for(Reason.FAILED_TO_INTERCEPT)


def _avoids_after_failure(case: Case) -> bool:
    """Say whether the record avoids battle, and fights only then, where an interception was tried before."""
    move = next((frame for frame in reversed(case.state.stack.frames) if isinstance(frame, Move)), None)
    fights = case.kind is Kind.CHANCE and case.recorded is None and case.about.startswith("battle_fire_")
    if not fights or move is None or move.at not in move.tried_into:
        return False
    return any(step.by == move.side.enemy and not step.is_idle for step in case.decided("avoid_who"))


def _sails_all_the_same(case: Case) -> bool:
    sails = case.is_surplus and isinstance(case.action, Go) and case.action.by is By.NAVAL
    return sails and case.is_refused_for(Reason.NO_FRENCH_NAVAL)


# ---------------------------------------------------------------- battles and raids


def _ambush_lasts(case: Case) -> bool:
    """Say whether a side fires first that played AMBUSH! before an earlier battle of this phase."""
    if case.about != FIRST_FIRE:
        return False
    played = [step.n for step in case.entry.steps_taken if step.by == case.recorded and _plays_ambush(step)]
    walked = [step.n for step in case.decided("move") if step.do[0] == "space" and step.n < case.at.n]
    return bool(played and walked) and played[0] < walked[-1]


def _plays_ambush(step: Step) -> bool:
    return step.do[0] == "play_event" and FACES[card(step.do[1])].event is Event.AMBUSH


def _overruns_stockade(case: Case) -> bool:
    combat = combat_in(case.state)
    return case.about == OVERRUN and combat is not None and stockade_owner(case.state.board, combat.space) is not None


def _tactics_from_inside(case: Case) -> bool:
    """Say whether the die inflicts what it would if a leader inside commanded those who defend outside."""
    combat = combat_in(case.state)
    if not case.about.startswith(LOSSES_BY) or combat is None or not isinstance(case.action, Roll):
        return False
    side = combat.agenda[0].side
    inside = leaders_inside(case.state.board, combat.space, side)
    if side is combat.attacker or combat.kind is not CombatKind.BATTLE or not inside:
        return False
    best = highest_in_command(leaders_at(case.state.board, combat.space, side))
    own = fire(case.state, combat, side, case.action.die)
    without = own.die + own.modifier - tactics_modifier(commander(case.state, combat, side))
    would = {combat_losses(own.column, without + tactics_modifier(each), case.state.ruleset) for each in best}
    return bool(set(best) & set(inside)) and case.recorded in would


def _six_for_four(case: Case) -> bool:
    """Say whether a modified 4 in the last column inflicts 6."""
    combat = combat_in(case.state)
    if not case.about.startswith(LOSSES_BY) or combat is None or not isinstance(case.action, Roll):
        return False
    own = fire(case.state, combat, combat.agenda[0].side, case.action.die)
    last = own.column == len(COLUMN_LABELS) - 1
    return last and own.die + own.modifier == _FOUR and (case.recorded, case.by_rules) == (6, 5)


def _six_spares_leaders(case: Case) -> bool:
    """Say whether leaders of a raid are not rolled for after a natural 6."""
    frames = case.state.stack.frames
    checks, raid = frames[-1], next((frame for frame in reversed(frames) if isinstance(frame, Raid)), None)
    unrolled = case.kind is Kind.CHANCE and case.recorded is None
    return unrolled and isinstance(checks, LeaderChecks) and raid is not None and raid.die == _SIX


# ---------------------------------------------------------------- sieges


def _joiners_leave(case: Case) -> bool:
    """Say whether besieged pieces that joined a relief retreat with the relievers, or count for nothing."""
    if case.kind is not Kind.BOARD or not case.decided_by("sortie"):
        return False
    joined = {name for step in case.decided("sortie") for name in step.moved}
    return case.about == "vp" or case.about in joined


def _lone_leader_sallies(case: Case) -> bool:
    """Say whether a besieged leader without units, picked to act, attacks the besiegers."""
    if case.kind is not Kind.DECISION or case.about not in ("left over", "next_individual"):
        return False
    picks = (step for step in case.decided("pick_move") if step.n <= case.at.n and step.do[0] == "piece")
    name = next((step.do[1] for step in reversed(list(picks))), "")
    if not is_leader_id(name):
        return False
    piece = case.at.before.get(name)
    return piece is not None and piece.inside


def _siege_goes_on(case: Case) -> bool:
    """Say whether the siege roll is not offered any more once an assault is possible."""
    assaults = isinstance(case.due, Choice) and case.about == "purpose"
    if not (assaults and case.is_lacking and isinstance(case.action, Besiege)):
        return False
    return ("assault",) in case.at.legal and siege_level(case.state.board, _besieged_at(case)) != 0


def _besieged_at(case: Case) -> Space:
    frame = case.state.stack.top
    assert isinstance(frame, Activation)
    assert frame.commander is not None
    return Space(case.state.board.leader_at[frame.commander])


def _siege_stays(case: Case) -> bool:
    """Say whether a siege goes on that everybody left for home; those inside it stay inside."""
    if case.kind is not Kind.BOARD or not case.decided_by("indians_and_leaders_go_home"):
        return False
    recorded, own = case.entry.last.position.get("sieges"), case.state.board
    places = recorded if isinstance(recorded, Mapping) else {}
    left = [place for place in places if siege_level(own, space(place)) is None and _went_home(case, place)]
    if case.about == "sieges":
        return bool(left) and isinstance(case.by_rules, Mapping) and {*case.by_rules, *left} == {*places}
    piece = case.entry.last.after.get(case.about)
    return piece is not None and piece.inside and piece.space in left and case.by_rules == piece.space


def _went_home(case: Case, place: str) -> bool:
    """Say whether nobody but those inside is left in a space from which somebody went home."""
    here = (piece for piece in case.entry.last.after.values() if piece.space == place)
    went = ((step, name) for step in case.decided("go_home_to") for name in step.moved if name in step.before)
    return all(piece.inside for piece in here) and any(step.before[name].space == place for step, name in went)


def _fieldworks_from_afar(case: Case) -> bool:
    return case.is_surplus and case.at.decision == "demolish_fieldworks" and case.is_refused_for(Reason.NOBODY_THERE)


# ---------------------------------------------------------------- events


def _johnson_anywhere(case: Case) -> bool:
    return case.is_surplus and case.plays(Event.MOHAWKS) and case.is_refused_for(Reason.JOHNSON_TOO_FAR)


def _western_by_montreal(case: Case) -> bool:
    held = has_fortification(case.state.board, space("montreal"), Side.FRENCH)
    return held and case.is_surplus and case.plays(Event.WESTERN) and case.is_refused_for(Reason.NO_FORT)


def _pitt_takes_none(case: Case) -> bool:
    """Say whether the record takes no card from the discards with WILLIAM PITT."""
    asked = case.kind is Kind.DECISION and case.about == "fetch" and "ww:card-pitt-fx2" in case.found.rules
    return asked and not any(step.do[0] == "card" for step in case.entry.steps_taken)


def _highlanders_early(case: Case) -> bool:
    return case.is_surplus and case.plays(Event.HIGHLANDERS) and case.is_refused_for(Reason.BEFORE_PITT)


def _without_target(case: Case) -> bool:
    if not (case.is_lacking and isinstance(case.action, PlayEvent)):
        return False
    return changes_nothing(case.state, case.action, case.displaced | _left_alone(case))


def _squadrons_after_quiberon(case: Case) -> bool:
    return case.is_lacking and case.plays(Event.SQUADRONS) and case.state.tracks.quiberon


def _only_enemies_desert(case: Case) -> bool:
    """Say whether INDIANS DESERT spares the Indians of the side that plays it."""
    if case.about != "event_choice" or "ww:card-desert" not in case.found.rules:
        return False
    side = case.at.by
    if case.is_lacking and isinstance(case.action, PickSpace):
        return not _indians_at(case, case.action.space, Side(side).enemy)
    return case.kind is Kind.DECISION and not case.decided_by("indians_desert")


def _indians_at(case: Case, place: Space, side: Side) -> bool:
    here = (name for name, piece in case.at.before.items() if piece.space == IDS[place] and not is_leader_id(name))
    return any(name.startswith(f"{side.value[:2]}_indian") for name in here)


def _braddock_listed(case: Case) -> bool:
    absent = "braddock" not in case.at.before
    return case.about == "third_seven" and case.recorded == ["braddock"] and absent


def _regulars_split(case: Case) -> bool:
    """Say whether FRENCH REGULARS went to two places."""
    went = [step for step in case.decided("french_regulars") if not step.is_idle]
    if len({step.do[1] for step in went}) <= 1:
        return False
    return case.at in went or (case.kind is Kind.BOARD and any(case.about in step.moved for step in went))


def _marker_holds_louisbourg(case: Case) -> bool:
    """Say whether an Amphib marker alone keeps French ships from their own Louisbourg."""
    to = case.action.to if case.is_lacking and isinstance(case.action, Go) and case.action.by is By.NAVAL else None
    return to == LOUISBOURG and case.at.by == Side.FRENCH and has_amphib(case.state.board, to)


_TWICE = frozenset({"amherst", "forbes", "wolfe"})


def _pool_twice(case: Case) -> bool:
    """Say whether leaders who came in 1759 entered the pool again with WILLIAM PITT."""
    if case.about == "pool" and isinstance(case.recorded, list) and isinstance(case.by_rules, list):
        recorded, own = Counter(map(str, case.recorded)), Counter(map(str, case.by_rules))
        return recorded != own and not own - recorded and set(recorded - own) <= _TWICE
    drawn = case.recorded.get("leader") if case.kind is Kind.CHANCE and isinstance(case.recorded, dict) else None
    return drawn in _TWICE


# ---------------------------------------------------------------- the calendar


def _begins_at_two(case: Case) -> bool:
    return case.at.n < 0 and (case.about, case.recorded, case.by_rules) == ("vp", 2, 4)


def _ends_in_1762(case: Case) -> bool:
    return case.at.n < 0 and (case.about, case.recorded, case.by_rules) == ("last_year", 1762, 1759)


def _eight_in_1761(case: Case) -> bool:
    outcome = case.state.outcome
    ended = outcome is not None and outcome.rule == "ww:13.11-c" and case.state.tracks.year == 1761
    return ended and vp_of(case.state.tracks, Side.FRENCH) < 8


KNOWN: Mapping[str, Callable[[Case], bool]] = {
    "W1": _by_land_out_of_the_wild,
    "W2": _leader_stays,
    "W3": _leaders_enter,
    "W4": _no_way_out,
    "W5": _leaving,
    "W6": _leaders_intercept,
    "W7": _avoids_by_itself,
    "W8": _joiners_leave,
    "W9": _lone_leader_sallies,
    "W10": _siege_goes_on,
    "W11": _fieldworks_from_afar,
    "W12": _johnson_anywhere,
    "W13": _western_by_montreal,
    "W14": _highlanders_early,
    "W15": _without_target,
    "W16": _only_enemies_desert,
    "W17": _braddock_listed,
    "W18": _regulars_split,
    "W19": _pool_twice,
    "W20": _begins_at_two,
    "W21": _ends_in_1762,
    "W22": _eight_in_1761,
    "W23": _squadrons_after_quiberon,
    "W24": _marker_holds_louisbourg,
    "W25": _six_spares_leaders,
    "W26": _other_campaign_leader,
    "W27": _one_too_many,
    "W28": _ambush_lasts,
    "W29": _overruns_stockade,
    "W30": _tactics_from_inside,
    "W31": _six_for_four,
    "W32": _failed_and_avoids,
    "W33": _avoids_after_failure,
    "W34": _sails_all_the_same,
    "W35": _siege_stays,
    "W36": _pitt_takes_none,
}


def explanation(case: Case) -> str:
    """Return the number of the departure that explains a divergence; an empty text if none does."""
    return next((number for number, holds in KNOWN.items() if holds(case)), "")
