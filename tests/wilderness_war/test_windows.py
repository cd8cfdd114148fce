"""Decisions that a rule passes over: the event that tells it with every reason, and what asking then answers."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.table import seat
from reference.kernel.verdicts import Next, NotAsked, Unasked, Violation, unasked, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.actions import Action
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch06_avoiding import avoidance_passed_over
from reference.wilderness_war.ch06_interception import can_be_intercepted, interception_passed_over
from reference.wilderness_war.ch07_militia import passed_over
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Reaction, ReactionKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from reference.wilderness_war.windows import WINDOWS, Passed
from tests.wilderness_war.moves import BOAT, LANDING, NAVAL, go, gone, moving, pick, standing
from tests.wilderness_war.positions import GAME, played, read, ruleset, stepped, units
from tests.wilderness_war.turns import c

REGULAR, SECOND, RANGERS = "br_regular_15th", "br_regular_44th", "br_ranger_rogers"
PROVINCIAL = "br_northern_provincial_rhode_island"
BEARN, COUREURS = "fr_regular_bearn", "fr_coureurs_marin"
CARRY, SOUTH = "hudson_carry_north", "hudson_carry_south"
COLUMN = f"rigaud {BEARN} {COUREURS}"


def told(reached: Next[State]) -> tuple[Unasked, ...]:
    """Return the decisions that were passed over."""
    return tuple(each for each in reached.events if isinstance(each, Unasked))


def stop(side: str, at: str, *why: Violation) -> Unasked:
    """Return the news that a side goes no further."""
    return unasked(EventKind.MOVE_STOPPED, side, Passed.MOVING_ON, why, side=side, space=at)


def passed(side: str, window: Passed, *why: Violation, **where: str) -> Unasked:
    """Return the news that a side is not asked."""
    return unasked(EventKind.NOT_ASKED, side, window, why, **where)


def asked(reached: Next[State], by: str, action: Action) -> object:
    """Return what a side is told that would take an action now."""
    return seat(GAME, reached.state, reached.events).act(by, GAME.write_action(action))


def last(begin: State, *actions: Action) -> Next[State]:
    """Return what the last of some actions leads to."""
    return played(played(begin, *actions[:-1]).state, actions[-1])


def test_every_window_has_words_and_rules() -> None:
    assert set(WINDOWS) == set(Passed)
    assert all(window.what and window.rules and window.actions for window in WINDOWS.values())


# ---------------------------------------------------------------- moving on


@proves("ww:6.2", "ww:6.2-a", "ww:6.2-b", "ww:6.2-c", "ww:card-foul-weather-fx")
@pytest.mark.parametrize(
    ("at", "who", "way", "frame", "why"),
    [
        ("canajoharie", REGULAR, "schoharie albany", {},
         violation(Reason.MUST_STOP, "ww:6.2-a", space="albany", passed="schoharie", terrain="wilderness")),
        ("white_mountains_south", COUREURS, "charlestown white_river_falls", {},
         violation(Reason.MUST_STOP, "ww:6.2-b", space="white_river_falls", passed="charlestown",
                   terrain="enemy cultivated land")),
        ("schenectady", "webb", "adirondacks_south", {},
         violation(Reason.MUST_STOP, "ww:6.2-c", space="adirondacks_south", terrain="mountain")),
        ("new_york", REGULAR, "new_haven", {"by": "land", "spent": 3},
         violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4)),
        ("new_york", REGULAR, "new_haven", {"by": "land", "spent": 1, "weather": True},
         violation(Reason.FOUL_WEATHER, "ww:card-foul-weather-fx", spent=2)),
    ],
)  # fmt: skip
def test_a_mover_that_goes_no_further_is_told_why(
    at: str, who: str, way: str, frame: dict[str, Json], why: Violation
) -> None:
    """Given the last space of a march, then the news say that it ends there and why, and so does asking for more."""
    reached = last(moving(at, who, {}, frame=frame), *(go(name) for name in way.split()))
    side = "french" if who == COUREURS else "british"
    assert told(reached) == (stop(side, way.rsplit(maxsplit=1)[-1], why),)
    assert asked(reached, side, go(at)) == NotAsked((why,))


@proves("ww:6.2-a", "ww:6.2-c", "ww:6.2")
def test_a_mover_that_several_rules_stop_is_told_all_of_them() -> None:
    """Given a Regular whose last space is a mountain beyond a wilderness, then three rules stop it there."""
    frame: dict[str, Json] = {"by": "land", "entry": "schenectady", "spent": 3}
    reached = last(moving("canajoharie", REGULAR, {}, frame=frame), go("adirondacks_south"))
    assert told(reached) == (
        stop(
            "british", "adirondacks_south",
            violation(Reason.MUST_STOP, "ww:6.2-c", space="adirondacks_south", terrain="mountain"),
            violation(Reason.MUST_STOP, "ww:6.2-a", space="adirondacks_south", passed="canajoharie",
                      terrain="wilderness"),
            violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4),
        ),
    )  # fmt: skip


@proves("ww:6.3")
def test_a_boat_whose_movement_is_spent_is_told_so() -> None:
    reached = played(moving("albany", REGULAR, {}, frame={"by": "boat", "spent": 8}), go("kinderhook", BOAT))
    spent = violation(Reason.NO_MOVEMENT_LEFT, "ww:6.3", spent=9, most=9)
    assert told(reached) == (stop("british", "kinderhook", spent),)
    assert asked(reached, "british", go("albany", BOAT)) == NotAsked((spent,))


@proves("ww:6.4", "ww:6.43", "ww:6.3-exc")
def test_who_has_come_by_sea_or_carried_boats_to_a_siege_is_told_that_the_move_ends_there() -> None:
    sailed = played(moving("boston", REGULAR, {}), go("new_york", NAVAL))
    assert told(sailed) == (stop("british", "new_york", violation(Reason.MUST_STOP, "ww:6.4", space="new_york")),)
    hands: Json = {"british": ["card_17"]}
    begin = moving("louisbourg", REGULAR, {}, hands=hands, captured_fortresses={"british": ["louisbourg"]})
    landed = played(begin, go("ile_d_orleans", LANDING))
    ashore = violation(Reason.MUST_STOP, "ww:6.43", space="ile_d_orleans")
    assert told(landed)[-1] == stop("british", "ile_d_orleans", ashore)
    pieces = {CARRY: [f"inside {PROVINCIAL}", BEARN]}
    forts: Json = {"british": [CARRY, SOUTH]}
    frame: dict[str, Json] = {"by": "boat", "spent": 1, "portaged": True, "halted": True, "stage": "aftermath"}
    state, _ = standing(CARRY, RANGERS, pieces, forts=forts, sieges={CARRY: 0}, frame=frame)
    carried = violation(Reason.MUST_STOP, "ww:6.3-exc", space=CARRY)
    assert stepped(state).events == (stop("british", CARRY, carried),)


@proves("ww:6.51-b", "ww:6.82-exc", "ww:8.231", "ww:9.1")
def test_who_comes_to_an_enemy_fort_neither_goes_on_nor_rolls_nor_assaults() -> None:
    """Given Regulars that enter an empty fort space, then the move ends, and the siege waits for another phase."""
    reached = played(moving("crown_point", f"webb {REGULAR}", {}, forts={"french": ["ticonderoga"]}), go("ticonderoga"))
    begun = violation(Reason.BESIEGED_NOW, "ww:6.51-b", space="ticonderoga")
    roll_later = violation(Reason.ARRIVED_THIS_PHASE, "ww:8.231", space="ticonderoga")
    storm_later = violation(Reason.ARRIVED_THIS_PHASE, "ww:9.1", space="ticonderoga")
    assert told(reached) == (
        stop("british", "ticonderoga", begun),
        passed("british", Passed.SIEGE_ROLL, roll_later),
        passed("british", Passed.ASSAULT, storm_later),
    )
    assert asked(reached, "british", go("wood_creek")) == NotAsked((begun,))
    assert asked(reached, "british", a.Besiege()) == NotAsked((roll_later,))
    assert asked(reached, "british", a.Storm()) == NotAsked((storm_later,))


@proves("ww:6.51-c", "ww:6.51-d", "ww:8.231", "ww:9.1")
def test_who_comes_to_an_enemy_stockade_takes_or_raids_it_and_stops() -> None:
    works: Json = {"british": ["hoosic"]}
    taken = played(moving("green_mountains_south", COLUMN, {}, stockades=works), go("hoosic"))
    assert told(taken) == (stop("french", "hoosic", violation(Reason.MUST_STOP, "ww:6.51-c", space="hoosic")),)
    raided = played(moving("green_mountains_south", COUREURS, {}, stockades=works), go("hoosic"))
    assert told(raided) == (stop("french", "hoosic", violation(Reason.STAYED_TO_RAID, "ww:6.51-d", space="hoosic")),)


@proves("ww:6.51-a", "ww:7.82")
@pytest.mark.parametrize(("overrun", "lost"), [(False, False), (True, True), (False, True), (True, False)])
def test_who_has_fought_is_told_why_it_may_not_go_on(overrun: bool, lost: bool) -> None:
    """Given a force that has won, then it stops unless it overran the enemy and its commander lives."""
    frame: dict[str, Json] = {
        "stage": "aftermath", "by": "land", "spent": 1, "winner": "french", "overrun": overrun,
        "commander": "rigaud", "leaders": ["rigaud"],
    }  # fmt: skip
    who = f"{BEARN} {COUREURS}" if lost else COLUMN
    state, _ = standing("hoosic", who, {} if not lost else {"quebec": ["rigaud"]}, frame=frame)
    why = (
        *(() if overrun else (violation(Reason.NO_OVERRUN, "ww:6.51-a", space="hoosic"),)),
        *((violation(Reason.COMMANDER_LOST, "ww:7.82", leader="rigaud"),) if lost else ()),
    )
    assert stepped(state).events == ((stop("french", "hoosic", *why),) if why else ())


@proves("ww:6.51", "ww:6.51-a", "ww:6.2-c")
def test_who_has_overrun_the_enemy_in_the_mountains_is_told_that_the_mountains_stop_it() -> None:
    frame: dict[str, Json] = {
        "stage": "aftermath", "by": "land", "halted": True, "spent": 1, "winner": "french", "overrun": True,
        "commander": "rigaud", "leaders": ["rigaud"],
    }  # fmt: skip
    state, _ = standing("adirondacks_south", COLUMN, {}, frame=frame)
    mountain = violation(Reason.MUST_STOP, "ww:6.2-c", space="adirondacks_south", terrain="mountain")
    assert stepped(state).events == (stop("french", "adirondacks_south", mountain),)


@proves("ww:fr-adv", "ww:6.722")
def test_with_the_advanced_rules_whoever_does_not_enter_safely_can_be_intercepted() -> None:
    for preset, held, expected in (
        ("standard", False, True), ("standard", True, False), ("fr_basic", False, False), ("fr_basic", True, False),
    ):  # fmt: skip
        frame: dict[str, Json] = {"by": "land", "entry": "green_mountains_south", "spent": 1, "held_before": held}
        state, move = standing("hoosic", COLUMN, {}, ruleset(preset), frame=frame)
        assert can_be_intercepted(state, move) is expected


# ---------------------------------------------------------------- reactions


@proves("ww:card-schooner")
@pytest.mark.parametrize(
    ("start", "to", "works", "why"),
    [
        ("ticonderoga", CARRY, {}, violation(Reason.NO_FORTIFICATION, "ww:card-schooner", side="british", space=CARRY)),
        ("wood_creek", SOUTH, {"british": [SOUTH]},
         violation(Reason.NO_LAKE_LINK, "ww:card-schooner", start="wood_creek", to=SOUTH)),
        ("wood_creek", SOUTH, {}, None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("held", [True, False])
def test_who_holds_lake_schooner_is_told_what_it_lacks(
    start: str, to: str, works: Json, why: Violation | None, held: bool
) -> None:
    hands: Json = {"british": ["card_15"]} if held else {}
    reached = played(moving(start, BEARN, {}, hands=hands, stockades=works), go(to))
    found = [each for each in told(reached) if each.window == Passed.SCHOONER]
    if why is None or not held:
        assert found == []
        return
    assert found == [passed("british", Passed.SCHOONER, why)]
    assert asked(reached, "british", a.Respond(c(15))) == NotAsked((why,))


@proves("ww:6.722", "ww:6.723", "ww:6.85", "ww:6.721", "ww:fr-14.24")
def test_those_around_a_mover_are_told_why_they_may_not_intercept() -> None:
    """Given a unit at Albany, then what keeps it from a march into Hoosic is told, and only if it is there at all."""

    def barred(who: str, pieces: dict[str, list[str]], preset: str = "standard", **frame: Json) -> tuple[object, ...]:
        given: dict[str, Json] = {"by": "land", "entry": "green_mountains_south", "spent": 1, **frame}
        return interception_passed_over(*standing("hoosic", who, pieces, ruleset(preset), frame=given))

    near = {"albany": [REGULAR]}
    safe = violation(Reason.SAFE_ENTRY, "ww:6.722", into="hoosic")
    alone = violation(Reason.LEADERS_ALONE, "ww:6.723", into="hoosic", leaders=("rigaud",))
    avoided = violation(Reason.AVOIDED_THERE, "ww:6.85", side="british", into="hoosic")
    assert barred(COLUMN, near, held_before=True) == (passed("british", Passed.INTERCEPTION, safe, into="hoosic"),)
    assert barred("rigaud", near, held_before=True, avoided=["hoosic"]) == (
        passed("british", Passed.INTERCEPTION, safe, alone, avoided, into="hoosic"),
    )
    assert barred(COLUMN, {}, held_before=True) == ()
    assert barred(COLUMN, near, "fr_basic", held_before=True) == ()
    state, move = standing(
        "wood_creek", COUREURS, {SOUTH: [REGULAR]}, frame={"by": "land", "entry": "ticonderoga", "spent": 1}
    )
    single = violation(Reason.ONLY_A_SINGLE_AUXILIARY, "ww:6.721", unit=REGULAR, into="wood_creek")
    assert interception_passed_over(state, move) == (passed("british", Passed.INTERCEPTION, single, into="wood_creek"),)
    rules = ruleset("fr")
    given: dict[str, Json] = {"by": "land", "entry": "ticonderoga", "spent": 1, "infiltrated": True}
    state, move = standing("wood_creek", COUREURS, {SOUTH: [RANGERS]}, rules, frame=given)
    let_pass = replace(state, phase=replace(state.phase, barred=units(RANGERS)))
    barred_unit = violation(Reason.LET_AN_INFILTRATOR_PASS, "ww:fr-14.24", unit=RANGERS, into="wood_creek")
    assert interception_passed_over(let_pass, move) == (
        passed("british", Passed.INTERCEPTION, barred_unit, into="wood_creek"),
    )


@proves("ww:6.722", "ww:6.723")
def test_a_step_that_nobody_may_intercept_says_so() -> None:
    pieces = {"albany": [REGULAR], "hoosic": ["fr_regular_guyenne"]}
    reached = played(moving("green_mountains_south", COLUMN, pieces), go("hoosic"))
    safe = violation(Reason.SAFE_ENTRY, "ww:6.722", into="hoosic")
    assert told(reached) == (passed("british", Passed.INTERCEPTION, safe, into="hoosic"),)
    assert asked(reached, "british", pick(REGULAR)) == NotAsked((safe,))
    lone = played(moving("green_mountains_south", "rigaud", {"albany": [REGULAR]}), go("hoosic"))
    alone = violation(Reason.LEADERS_ALONE, "ww:6.723", into="hoosic", leaders=("rigaud",))
    assert told(lone) == (passed("british", Passed.INTERCEPTION, alone, into="hoosic"),)


@proves("ww:6.81", "ww:6.83", "ww:6.84", "ww:6.84-failed", "ww:6.85")
def test_those_about_to_be_attacked_are_told_why_they_may_not_avoid_battle() -> None:
    """Given a unit at Hoosic under attack, then an interception, a garrison or no way out keeps it there."""

    def barred(preset: str = "standard", pieces: tuple[str, ...] = (REGULAR,), **frame: Json) -> tuple[object, ...]:
        rules = ruleset(preset)
        given: dict[str, Json] = {"by": "land", "entry": "green_mountains_south", "spent": 1, **frame}
        state, move = standing("hoosic", COLUMN, {"hoosic": list(pieces)}, rules, frame=given)
        return avoidance_passed_over(state, Reaction(ReactionKind.AVOID, Side.BRITISH, move.at, move.entry))

    fought = violation(Reason.INTERCEPTED_THERE, "ww:6.84", side="british", space="hoosic")
    tried = violation(Reason.TRIED_TO_INTERCEPT, "ww:6.85", side="british", space="hoosic")
    failed = violation(Reason.FAILED_TO_INTERCEPT, "ww:6.84-failed", unit=REGULAR, space="hoosic")
    here = {"space": "hoosic"}
    assert barred(intercepted=[REGULAR]) == (passed("british", Passed.AVOIDANCE, fought, **here),)
    assert barred(tried_into=["hoosic"]) == (passed("british", Passed.AVOIDANCE, tried, **here),)
    assert barred(failed=[REGULAR]) == (passed("british", Passed.AVOIDANCE, failed, **here),)
    assert barred("fr_basic", intercepted=[REGULAR]) == ()
    assert barred(pieces=()) == ()
    assert barred(pieces=(), tried_into=["hoosic"]) == ()


@proves("ww:6.81", "ww:6.83")
def test_surrounded_or_garrisoned_units_are_told_why_they_may_not_slip_away() -> None:
    frame: dict[str, Json] = {"by": "land", "entry": "crown_point", "spent": 1, "stage": "avoidance"}
    pieces = {
        "ticonderoga": [BEARN, "inside fr_regular_guyenne"], CARRY: [SECOND], "wood_creek": [RANGERS],
        "adirondacks_central": [PROVINCIAL], "green_mountains_central": ["br_regular_17th"],
    }  # fmt: skip
    rules = ruleset(avoid_from="fortress_only")
    state, move = standing(
        "ticonderoga", f"webb {REGULAR}", pieces, rules, frame=frame, forts={"french": ["ticonderoga"]}
    )
    (news,) = avoidance_passed_over(state, Reaction(ReactionKind.AVOID, Side.FRENCH, move.at, move.entry))
    held = [violation(Reason.HELD_BACK_BY_GARRISON, "ww:6.83", space="ticonderoga")]
    around = (CARRY, "wood_creek", "adirondacks_central", "green_mountains_central")
    enemies = [violation(Reason.ENEMY_HELD, "ww:6.81", space=name) for name in around]
    enemies += [violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:6.81", space="crown_point")]
    assert news.why[:1] == tuple(held)
    assert sorted(news.why[1:], key=repr) == sorted(enemies, key=repr)
    assert (news.by, news.window, news.kind) == ("french", Passed.AVOIDANCE, EventKind.NOT_ASKED)


@proves("ww:6.8")
def test_from_a_box_without_links_nobody_slips_away_and_that_is_said() -> None:
    """Given the French outside Louisbourg when the British land there, then no adjacent space is there to go to."""
    frame: dict[str, Json] = {"by": "landing", "entry": "halifax", "spent": 1, "stage": "avoidance"}
    state, move = standing("louisbourg", f"webb {REGULAR}", {"louisbourg": [BEARN]}, ruleset("standard"), frame=frame)
    nowhere = violation(Reason.NOTHING_ADJACENT, "ww:6.8", space="louisbourg")
    attacked = Reaction(ReactionKind.AVOID, Side.FRENCH, move.at, move.entry)
    assert avoidance_passed_over(state, attacked) == (passed("french", Passed.AVOIDANCE, nowhere, space="louisbourg"),)


@proves("ww:6.84")
def test_after_an_interception_nobody_is_asked_to_avoid_battle() -> None:
    entered = gone(moving("green_mountains_south", COLUMN, {"albany": [REGULAR]}), "hoosic")
    caught = last(entered, pick(REGULAR), a.Roll(5))
    fought = violation(Reason.INTERCEPTED_THERE, "ww:6.84", side="british", space="hoosic")
    assert told(caught) == (passed("british", Passed.AVOIDANCE, fought, space="hoosic"),)
    assert asked(caught, "british", pick(REGULAR)) == NotAsked((fought,))


# ---------------------------------------------------------------- battles


@proves("ww:7.3-exc", "ww:7.3-louisbourg")
def test_who_could_call_militia_is_told_what_keeps_them_away() -> None:
    """Given militia in the box, then a raid on the Department keeps them away, and so does a space outside of any."""

    def kept(at: str, boxes: dict[str, list[str]], **rest: Json) -> tuple[object, ...]:
        state = read(boxes, **rest)
        return passed_over(state, Battle(space(at), Side.FRENCH, Side.FRENCH, space("albany")))

    northern = {"northern_colonial_militias": ["br_militia_1"]}
    canadian = {"st_lawrence_canadian_militias": ["fr_militia_1"]}
    raided: Json = {"french": {"worcester": 1}}
    pinned = violation(Reason.DEPARTMENT_RAIDED, "ww:7.3-exc", department="northern", side="french")
    outside = violation(Reason.NO_DEPARTMENT, "ww:7.3-louisbourg", space="louisbourg")
    assert kept("hoosic", northern, raided=raided) == (passed("british", Passed.MILITIA, pinned, space="hoosic"),)
    assert kept("hoosic", northern) == ()
    assert kept("hoosic", {}, raided=raided) == ()
    assert kept("hoosic", canadian, raided=raided) == ()
    assert kept("hoosic", {"southern_colonial_militias": ["br_militia_1"]}, raided=raided) == ()
    assert kept(SOUTH, northern, raided=raided) == ()
    assert kept("louisbourg", canadian) == (passed("french", Passed.MILITIA, outside, space="louisbourg"),)
    assert kept("louisbourg", northern) == ()
    assert kept("louisbourg", {}) == ()


@proves("ww:7.3-exc")
def test_a_raided_department_is_named_to_who_would_call_its_militia() -> None:
    pieces = {"hoosic": [REGULAR], "northern_colonial_militias": ["br_militia_1"]}
    begin = moving("green_mountains_south", COLUMN, pieces, raided={"french": {"worcester": 1}})
    reached = last(begin, go("hoosic"), a.Decline())
    pinned = violation(Reason.DEPARTMENT_RAIDED, "ww:7.3-exc", department="northern", side="french")
    assert told(reached) == (passed("british", Passed.MILITIA, pinned, space="hoosic"),)
    assert asked(reached, "british", pick("br_militia_1")) == NotAsked((pinned,))


@proves("ww:card-ambush-pre", "ww:card-ambush-bar", "ww:card-fieldworks", "ww:card-fieldworks-fx2")
def test_who_holds_an_event_of_battle_is_told_why_it_cannot_be_played() -> None:
    """Given AMBUSH! with both and FIELDWORKS with the attacker, then a battle in farmland is no place for them."""
    hands: Json = {"french": ["card_11", "card_9"], "british": ["card_12"]}
    begin = moving("green_mountains_south", COLUMN, {"hoosic": [REGULAR]}, hands=hands)
    reached = last(begin, go("hoosic"), a.Decline())
    facts = {"space": "hoosic", "side": "french"}
    tame = violation(Reason.NOT_IN_THE_WILD, "ww:card-ambush-pre", **facts)
    none = violation(Reason.NO_FIELDWORKS, "ww:card-fieldworks-fx2", **facts)
    tame_too = violation(Reason.NOT_IN_THE_WILD, "ww:card-ambush-pre", space="hoosic", side="british")
    bare = violation(Reason.NO_AUXILIARIES, "ww:card-ambush-pre", space="hoosic", side="british")
    more = violation(
        Reason.MORE_ENEMY_AUXILIARIES, "ww:card-ambush-bar", space="hoosic", side="british", own=0, enemy=1
    )
    assert told(reached) == (
        passed("french", Passed.FIELDWORKS, none, space="hoosic"),
        passed("french", Passed.AMBUSH, tame, space="hoosic"),
        passed("british", Passed.AMBUSH, tame_too, bare, more, space="hoosic"),
    )
    assert asked(reached, "french", a.Respond(c(11))) == NotAsked((tame,))
    assert asked(reached, "french", a.Respond(c(9))) == NotAsked((none,))
    assert asked(reached, "british", a.Respond(c(12))) == NotAsked((tame_too, bare, more))
