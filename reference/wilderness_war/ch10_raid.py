"""Chapters 10.1 and 10.2: the raids of an activation, and a raid from the militia's answer to its end (`Raiding`)."""

from collections.abc import Iterator
from typing import assert_never

from reference.kernel.choosing import first_of_alike
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import below, closed, finished, opened, with_top
from reference.kernel.verdicts import Next, Unasked, Violation, event, unasked, violation
from reference.wilderness_war.actions import Action, Decline, Pick, RaidNow, Respond
from reference.wilderness_war.board import (
    leaders_at,
    put_unit,
    raided_markers,
    steps,
    stockade_owner,
    units_at,
)
from reference.wilderness_war.cards import FACES, Card, Event
from reference.wilderness_war.ch02_map import (
    IDS,
    MILITIA_BOXES,
    Space,
    department,
    originally_friendly,
)
from reference.wilderness_war.ch03_pieces import COUNTERS, Leader, Unit
from reference.wilderness_war.ch08_consequences import lifted_siege, siege_lifted
from reference.wilderness_war.ch08_siege_roll import abandoned_fortress
from reference.wilderness_war.ch10_targets import dropped_due, has_raided, raid_due, raiding_of
from reference.wilderness_war.choosing import alike_on
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Activation,
    Battle,
    BattleStage,
    Cause,
    GoingHome,
    Losses,
    Move,
    Raid,
    Raiding,
    RaidingStage,
    Retreat,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board, responded, response, with_tracks, wrong_response
from reference.wilderness_war.windows import Passed

# ---------------------------------------------------------------- the raids of an activation


def activation_decision(state: State, frame: Activation) -> Choice[Action] | None:
    """Return the choice whether dropped auxiliaries raid, where the ruleset leaves it open (D13)."""
    if state.ruleset.dropped_raiders != "may" or raid_due(state, frame) is not None:
        return None
    if dropped_due(state, frame) is None:
        return None
    return Choice(frame.side, "dropped_raid", ("ww:10.13",), (RaidNow(), Decline()))


def activation_violations(_state: State, _frame: Activation, action: Action) -> tuple[Violation, ...] | None:
    """Accept both answers: dropped auxiliaries may raid or not."""
    return () if isinstance(action, RaidNow | Decline) else None


def activation_apply(state: State, frame: Activation, action: Action) -> Next[State]:
    """Let dropped auxiliaries raid or not."""
    place = dropped_due(state, frame)
    assert place is not None
    if isinstance(action, RaidNow):
        return Next(_raid(state, frame, place))
    assert isinstance(action, Decline)
    return Next(with_top(state, replace(frame, declined=(*frame.declined, place))))


@rule("ww:10.1", "ww:10.13", "ww:5.36")
def activation_advance(state: State, frame: Activation) -> Next[State]:
    """Raid where the active group must, then where it left auxiliaries behind; then the activation is over."""
    place = raid_due(state, frame)
    if place is None:
        place = dropped_due(state, frame)
    return Next(closed(state) if place is None else _raid(state, frame, place))


def _raid(state: State, frame: Activation, place: Space) -> State:
    raiding = raiding_of(state, frame, place)
    return opened(with_top(state, frame), raiding)


ACTIVATION_RAIDS: Procedure[State, Activation, Action] = Procedure(
    activation_decision, activation_violations, activation_apply, activation_advance
)


# ---------------------------------------------------------------- militia


@rule("ww:10.2")
def militia_box(state: State, frame: Raiding) -> Space | None:
    """Return the box from which militia may defend a raided stockade in land hostile to the raider."""
    enemy = frame.side.enemy
    stockade = stockade_owner(state.board, frame.space) is enemy and originally_friendly(frame.space, enemy)
    region = department(frame.space) if stockade else None
    return None if region is None else MILITIA_BOXES[region]


@rule("ww:10.2-exc", "ww:fr-10.2-overrun")
def raiders_have_fought(state: State, frame: Raiding) -> bool:
    """Say whether a battle of the raiders keeps the militia away: one in this space, or by option any battle (D14)."""
    anywhere = state.ruleset.militia_vs_raid_block == "any_battle_this_phase"
    return any(fight.unit in frame.units and (anywhere or fight.space == frame.space) for fight in state.phase.fights)


@rule("ww:10.2", "ww:10.2-exc")
def kept_out(state: State, frame: Raiding) -> Iterator[Violation]:
    """Find what keeps militia that are there from answering a raid: no stockade to defend, or a battle fought."""
    owner, region = frame.side.enemy, department(frame.space)
    if region is None or not units_at(state.board, MILITIA_BOXES[region], owner):
        return
    if stockade_owner(state.board, frame.space) is not owner:
        yield violation(Reason.NO_STOCKADE, "ww:10.2", side=owner.value, space=IDS[frame.space])
    if raiders_have_fought(state, frame):
        yield violation(Reason.RAIDERS_FOUGHT, "ww:10.2-exc", side=frame.side.value, space=IDS[frame.space])


def _passed_over(state: State, frame: Raiding) -> tuple[Unasked, ...]:
    """Tell the owner of the land why no militia may answer a raid."""
    why = tuple(kept_out(state, frame))
    if not why:
        return ()
    return (unasked(EventKind.NOT_ASKED, frame.side.enemy.value, Passed.RAID_MILITIA, why, space=IDS[frame.space]),)


def _militia(state: State, frame: Raiding) -> tuple[Unit, ...]:
    box = militia_box(state, frame)
    if box is None or raiders_have_fought(state, frame):
        return ()
    return units_at(state.board, box, frame.side.enemy)


@rule("ww:10.2")
def militia_violations(state: State, frame: Raiding, unit: Unit) -> Iterator[Violation]:
    """Find what keeps a militia unit from defending the stockade."""
    if unit not in _militia(state, frame):
        yield violation(Reason.NO_SUCH_MILITIA, "ww:10.2", unit=COUNTERS[unit].id, space=IDS[frame.space])


@rule("ww:10.2", "ww:10.21")
def _deployed(state: State, frame: Raiding, unit: Unit) -> Next[State]:
    """Put one militia unit in the stockade, which the raiders must attack at once."""
    board = put_unit(state.board, unit, frame.space, steps(state.board, unit))
    after = with_top(on_board(state, board), replace(frame, stage=RaidingStage.FOUGHT, militia=unit))
    battle = Battle(
        frame.space, frame.side, frame.side, frame.entry, leader=frame.leader, force=frame.leaders,
        stage=BattleStage.ATTACKER_EVENTS, landing=is_from_the_boats(state, frame), militia=(unit,),
    )  # fmt: skip
    news = event(EventKind.MILITIA_DEPLOYED, "ww:10.2", "ww:10.21", unit=COUNTERS[unit].id, space=IDS[frame.space])
    return Next(opened(after, battle), (news,))


@rule("ww:7.54")
def is_from_the_boats(state: State, frame: Raiding) -> bool:
    """Say whether raiders attack where they have landed amphibiously (N39)."""
    force = below(state)
    return isinstance(force, Activation) and force.landed and force.ended == frame.space


# ---------------------------------------------------------------- the procedure


@rule("ww:10.3", "ww:card-blockhouses")
def may_respond(state: State, frame: Raiding) -> bool:
    """Say whether the raider's enemy may play BLOCKHOUSES before the roll."""
    enemy = frame.side.enemy
    return enemy not in state.tracks.blockhouses and response(state, enemy, Event.BLOCKHOUSES) is not None


@rule("ww:card-blockhouses")
def _in_force_already(state: State, frame: Raiding) -> tuple[Unasked, ...]:
    """Tell who holds a further BLOCKHOUSES, and is not asked, that it is in force already."""
    owner = frame.side.enemy
    if response(state, owner, Event.BLOCKHOUSES) is None:
        return ()
    why = (violation(Reason.IN_FORCE_ALREADY, "ww:card-blockhouses", side=owner.value),)
    return (unasked(EventKind.NOT_ASKED, owner.value, Passed.BLOCKHOUSES, why, space=IDS[frame.space]),)


def decision(state: State, frame: Raiding) -> Choice[Action] | None:
    """Return the defender's choice of militia or of BLOCKHOUSES."""
    enemy = frame.side.enemy
    if frame.stage is RaidingStage.MILITIA and (militia := _militia(state, frame)):
        offered: tuple[Action, ...] = (*map(Pick, first_of_alike(militia, alike_on(state.board))), Decline())
        return Choice(enemy, "militia_against_raid", ("ww:10.2",), offered)
    if frame.stage is RaidingStage.BLOCKHOUSES and may_respond(state, frame):
        card = response(state, enemy, Event.BLOCKHOUSES)
        assert card is not None
        return Choice(enemy, "response_blockhouses", (FACES[card].rule,), (Respond(card), Decline()))
    return None


def violations(state: State, frame: Raiding, action: Action) -> tuple[Violation, ...] | None:
    """Return what keeps militia from defending the stockade, or a card from answering the raid."""
    enemy = frame.side.enemy
    match frame.stage, action:
        case RaidingStage.MILITIA, Pick(unit):
            return tuple(militia_violations(state, frame, unit))
        case RaidingStage.BLOCKHOUSES, Respond(card):
            return () if card == response(state, enemy, Event.BLOCKHOUSES) else wrong_response(state, enemy, card)
        case _, Decline():
            return ()
        case _:
            return None


def apply(state: State, frame: Raiding, action: Action) -> Next[State]:
    """Send militia, play BLOCKHOUSES, or neither."""
    match action:
        case Pick(unit):
            return _deployed(state, frame, unit)
        case Respond(card):
            return _blockhouses(state, frame, card)
        case _:
            return advance(state, frame)


@rule("ww:card-blockhouses", "ww:card-blockhouses-fx", "ww:5.51")
def _blockhouses(state: State, frame: Raiding, card: Card) -> Next[State]:
    """Put BLOCKHOUSES in force for the rest of the year."""
    enemy = frame.side.enemy
    played = responded(state, card, enemy, "ww:card-blockhouses-fx")
    tracks = played.state.tracks
    after = with_tracks(played.state, tracks._replace(blockhouses=(*tracks.blockhouses, enemy)))
    return Next(with_top(after, replace(frame, stage=RaidingStage.ROLL)), played.events)


def advance(state: State, frame: Raiding) -> Next[State]:
    """Go on with what needs no decision."""
    match frame.stage:
        case RaidingStage.MILITIA:
            return Next(_undefended(state, frame), _passed_over(state, frame))
        case RaidingStage.FOUGHT:
            return Next(_after_militia(state, frame))
        case RaidingStage.BLOCKHOUSES:
            return Next(with_top(state, replace(frame, stage=RaidingStage.ROLL)), _in_force_already(state, frame))
        case RaidingStage.ROLL:
            return Next(_rolling(state, frame))
        case RaidingStage.HOME:
            return follows_from_deaths(state) or Next(_home(state, frame))
        case _:
            assert_never(frame.stage)


@rule("ww:6.53-caught", "ww:8.1")
def _undefended(state: State, frame: Raiding) -> State:
    """Go on to the raid where no militia fights; a stockade has no inside, so leaders alone in it retreat (N23)."""
    on = with_top(state, replace(frame, stage=RaidingStage.BLOCKHOUSES))
    enemy = frame.side.enemy
    if units_at(state.board, frame.space, enemy):
        return on
    leaders = leaders_at(state.board, frame.space, enemy)
    return opened(on, Retreat(enemy, frame.space, attacking=False, entry=frame.entry, units=(), leaders=leaders))


def _after_militia(state: State, frame: Raiding) -> State:
    return _raid_goes_on(state, frame) if frame.winner is frame.side else _raiders_beaten(state, frame)


@rule("ww:10.22")
def _raid_goes_on(state: State, frame: Raiding) -> State:
    """Let raiders who have beaten the militia raid."""
    here = replace(_present(state, frame), leader=leader_left(state, frame))
    return with_top(state, replace(here, stage=RaidingStage.BLOCKHOUSES))


@rule("ww:10.3-a", "ww:7.51-drop")
def leader_left(state: State, frame: Raiding) -> Leader | None:
    """Return the leader who helps a raid after the battle: the same one if he is still there (A5), or a new one."""
    force = below(state)
    if frame.leader is not None and state.board.leader_at[frame.leader] == frame.space:
        return frame.leader
    return raiding_of(state, force, frame.space).leader if isinstance(force, Activation | Move) else None


@rule("ww:10.23")
def _raiders_beaten(state: State, frame: Raiding) -> State:
    """End the raid of raiders beaten by the militia: they have retreated and do not go home."""
    parent = below(state)
    if isinstance(parent, Activation):
        return finished(state, replace(parent, entry=frame.space))
    return closed(state)


def _present(state: State, frame: Raiding) -> Raiding:
    """Return the raid with those who are still in its space."""
    return replace(
        frame,
        units=tuple(unit for unit in frame.units if state.board.unit_at[unit] == frame.space),
        leaders=tuple(each for each in frame.leaders if state.board.leader_at[each] == frame.space),
    )


@rule("ww:10.3", "ww:10.1-clar")
def _rolling(state: State, frame: Raiding) -> State:
    """Roll once for all raiders."""
    markers = raided_markers(state.board, frame.side)[frame.space]
    after = with_top(_department_noted(state, frame), replace(frame, stage=RaidingStage.HOME, markers=markers))
    return opened(after, Raid(frame.space, frame.side, frame.units, frame.leader, frame.leaders))


@rule("ww:7.3-exc")
def _department_noted(state: State, frame: Raiding) -> State:
    """Note that a Department has been raided this year, with success or not (D15)."""
    tracks, region = state.tracks, department(frame.space)
    if region is None:
        return state
    if frame.side is Side.BRITISH and region not in tracks.british_raids:
        tracks = tracks._replace(british_raids=(*tracks.british_raids, region))
    if frame.side is Side.FRENCH and region not in tracks.french_raids:
        tracks = tracks._replace(french_raids=(*tracks.french_raids, region))
    return with_tracks(state, tracks)


@rule("ww:8.232", "ww:8.24-exc")
def follows_from_deaths(state: State) -> Next[State] | None:
    """Lift a siege or give back a fortress if the raid killed the last units there, before raiders look for shelter."""
    place = lifted_siege(state.board)
    return abandoned_fortress(state) if place is None else siege_lifted(state, place)


@rule("ww:10.4")
def _home(state: State, frame: Raiding) -> State:
    """Send the surviving raiders home, whatever the result."""
    here = _present(state, frame)
    parent = below(state)
    after = closed(state)
    if isinstance(parent, Activation):
        after = with_top(after, has_raided(parent, frame.units))
    return _militia_hurt(opened(after, GoingHome(here.side, here.space, here.leaders, here.units)), frame)


@rule("ww:en-14.2")
def _militia_hurt(state: State, frame: Raiding) -> State:
    """Take a step from the Department's militia for a new Raided marker, by option."""
    region, victim = department(frame.space), frame.side.enemy
    marked = raided_markers(state.board, frame.side)[frame.space] > frame.markers
    if state.ruleset.raids_hurt_militia == "off" or not marked or region is None:
        return state
    box = MILITIA_BOXES[region]
    return opened(state, Losses(victim, box, Cause.RAID, 1, units_at(state.board, box, victim)))


RAIDING: Procedure[State, Raiding, Action] = Procedure(decision, violations, apply, advance)
