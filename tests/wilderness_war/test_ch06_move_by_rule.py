"""Chapter 6: a movement from its first space to its last, with the cards that answer it."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice
from reference.kernel.rules import proves
from reference.kernel.verdicts import Notation, NotThisDecision, event, violation
from reference.wilderness_war.actions import By, Decline, Drop, DropLeader, Halt, PickSpace, Respond, Roll
from reference.wilderness_war.board import fortress_owner, has_amphib, siege_level, stockade_owner
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch05_reinforcements import british_landing_places, entry_violations
from reference.wilderness_war.ch06_aftereffects import abandoned_siege, follows_from_step, vacated_fortress
from reference.wilderness_war.ch06_entering import go_violations
from reference.wilderness_war.ch07_retreat import retreat_violations, ways_out
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Raiding, Retreat
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import (
    BOAT,
    LAND,
    LANDING,
    NAVAL,
    about,
    fought,
    go,
    gone,
    is_at,
    mover,
    moving,
    offers,
    on_card,
    slip,
    standing,
    ways,
)
from tests.wilderness_war.positions import (
    GAME,
    broken,
    due,
    kinds_of,
    leaders,
    named_freely,
    place,
    played,
    read,
    refused,
    ruleset,
    said_otherwise,
    stack,
    top,
    units,
)

REGULAR = "br_regular_15th"
SECOND = "br_regular_17th"
RANGERS = "br_ranger_rogers"
PROVINCIAL = "br_northern_provincial_rhode_island"
COUREURS = "fr_coureurs_marin"
BEARN = "fr_regular_bearn"
FOUL, SCHOONER, CROGHAN, LANDING_CARD = card("card_14"), card("card_15"), card("card_16"), card("card_17")
WEATHER: dict[str, Json] = {"stage": "weather"}


def _side(state: State) -> Side:
    decision = due(state)
    assert isinstance(decision, Choice)
    return Side(decision.by)


# ---------------------------------------------------------------- FOUL WEATHER and GEORGE CROGHAN


@proves("ww:card-foul-weather", "ww:6.22-note", "ww:card-croghan")
def test_foul_weather_is_decided_before_croghan() -> None:
    """Given both cards in hand, when drilled troops are about to move, then the French speak first."""
    hands: Json = {"french": ["card_14"], "british": ["card_16"]}
    begin = moving("canajoharie", REGULAR, {}, frame=WEATHER, hands=hands)
    assert (about(begin), _side(begin)) == ("response_weather", Side.FRENCH)
    assert due(begin).actions == (Respond(FOUL), Decline())
    for answer in (Respond(FOUL), Decline()):
        then = played(begin, answer).state
        assert (about(then), _side(then)) == ("response_guide", Side.BRITISH)
        assert due(then).actions == (Respond(CROGHAN), Decline())


@proves("ww:card-foul-weather-fx")
def test_foul_weather_leaves_two_spaces_by_land_or_boat() -> None:
    begin = moving("albany", REGULAR, {}, frame=WEATHER, hands={"french": ["card_14"]})
    stormy = played(begin, Respond(FOUL))
    assert kinds_of(stormy.events) == ["event_played"]
    assert about(gone(stormy.state, "kinderhook")) == "step"
    assert about(gone(stormy.state, "kinderhook", "poughkeepsie")) == ""
    rowed = played(stormy.state, go("kinderhook", BOAT), go("poughkeepsie", BOAT)).state
    assert about(rowed) == ""
    fair = played(begin, Decline()).state
    assert about(gone(fair, "kinderhook", "poughkeepsie", "peekskill")) == "step"


@proves("ww:card-foul-weather-fx")
def test_foul_weather_forbids_the_sea() -> None:
    begin = moving("new_york", REGULAR, {}, frame=WEATHER, hands={"french": ["card_14"]})
    stormy = played(begin, Respond(FOUL)).state
    expected = violation(Reason.FOUL_WEATHER, "ww:card-foul-weather-fx")
    assert refused(stormy, go("boston", NAVAL)) == (expected,)
    assert ways(stormy, NAVAL) == set()


@proves("ww:6.431-imp", "ww:card-foul-weather", "ww:card-foul-weather-fx")
def test_foul_weather_comes_before_the_landing_card() -> None:
    """Given a landing to be made, when the French play the card, then nobody sails and the British keep theirs."""
    hands: Json = {"french": ["card_14"], "british": ["card_17"]}
    begin = moving("halifax", REGULAR, {}, frame=WEATHER, hands=hands)
    assert about(begin) == "response_weather"
    stormy = played(begin, Respond(FOUL)).state
    assert about(stormy) == ""
    assert is_at(stormy, REGULAR, "halifax")
    assert stormy.cards.at[LANDING_CARD] == begin.cards.at[LANDING_CARD]
    assert "louisbourg" in ways(played(begin, Decline()).state, LANDING)


@proves("ww:card-foul-weather")
def test_foul_weather_answers_the_enemys_moves_of_either_side_only() -> None:
    """Given the mover holds the card itself, then nobody is asked; the British may use it against the French."""
    assert about(moving("albany", REGULAR, {}, frame=WEATHER, hands={"british": ["card_14"]})) == "step"
    hit = moving("quebec", COUREURS, {}, frame=WEATHER, hands={"british": ["card_14"]})
    assert (about(hit), _side(hit)) == ("response_weather", Side.BRITISH)


@proves("ww:card-foul-weather", "ww:5.56")
def test_only_the_card_of_the_moment_is_a_response() -> None:
    begin = moving("albany", REGULAR, {}, frame=WEATHER, hands={"french": ["card_14", "card_15"]})
    expected = violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_15")
    assert refused(begin, Respond(SCHOONER)) == (expected,)
    assert GAME.step(begin, Halt()) == NotThisDecision("response_weather", ("ww:card-foul-weather",))


@proves("ww:card-croghan", "ww:card-croghan-fx", "ww:6.2-a")
def test_croghans_guides_spare_drilled_troops_the_stop_after_wilderness() -> None:
    begin = moving("canajoharie", REGULAR, {}, frame=WEATHER, hands={"british": ["card_16"]})
    guided = played(begin, Respond(CROGHAN)).state
    assert about(gone(guided, "schoharie", "albany")) == "step"
    alone = played(begin, Decline()).state
    assert about(gone(alone, "schoharie", "albany")) == ""


@proves("ww:card-croghan-fx", "ww:6.2-c")
def test_croghans_guides_do_not_cross_mountains() -> None:
    begin = moving("canajoharie", REGULAR, {}, frame=WEATHER, hands={"british": ["card_16"]})
    assert about(gone(played(begin, Respond(CROGHAN)).state, "adirondacks_south")) == ""


@proves("ww:card-croghan")
def test_croghan_guides_british_drilled_troops_only() -> None:
    assert about(moving("canajoharie", RANGERS, {}, frame=WEATHER, hands={"british": ["card_16"]})) == "step"
    assert about(moving("quebec", BEARN, {}, frame=WEATHER, hands={"french": ["card_16"]})) == "step"
    force = moving("canajoharie", f"webb {RANGERS} {REGULAR}", {}, frame=WEATHER, hands={"british": ["card_16"]})
    assert about(force) == "response_guide"


@proves("ww:card-foul-weather", "ww:6.22-note")
@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ({"french": ["card_14"], "british": ["card_16"]}, "response_weather"),
        ({"british": ["card_16"]}, "response_guide"),
        ({}, "step"),
    ],
)
def test_an_activated_group_begins_with_the_first_card_that_may_be_played(hands: Json, first: str) -> None:
    frames: Json = [{"type": "activation", "side": "british", "units": [REGULAR], "stage": "move"}]
    assert about(place({"albany": [REGULAR]}, frames=frames, hands=hands)) == first


# ---------------------------------------------------------------- LAKE SCHOONER


TICONDEROGA: Json = {"french": ["ticonderoga"]}


@proves("ww:card-schooner", "ww:card-schooner-fx")
@pytest.mark.parametrize("by", [BOAT, LAND])
def test_a_schooner_stops_a_mover_along_the_lake_where_it_came_from(by: By) -> None:
    """Given a French fort at Ticonderoga, when the British come along Lake Champlain, then the card sends them back."""
    begin = moving("crown_point", REGULAR, {}, forts=TICONDEROGA, hands={"french": ["card_15"]})
    entered = played(begin, go("ticonderoga", by)).state
    assert (about(entered), _side(entered)) == ("response_schooner", Side.FRENCH)
    back = played(entered, Respond(SCHOONER))
    assert kinds_of(back.events) == ["event_played", "move_stopped"]
    assert about(back.state) == ""
    assert is_at(back.state, REGULAR, "crown_point")
    held = played(entered, Decline()).state
    assert siege_level(held.board, space("ticonderoga")) == 0


@proves("ww:card-schooner")
def test_a_schooner_watches_own_works_on_lakeshores_only() -> None:
    """Given the card, then a way by land, a space without own work, or an arrow gives no moment to play it."""
    hands: Json = {"french": ["card_15"]}
    by_land = moving("wood_creek", REGULAR, {}, forts=TICONDEROGA, hands=hands)
    assert about(gone(by_land, "ticonderoga")) == ""
    no_work = moving("crown_point", REGULAR, {}, hands=hands)
    assert about(gone(no_work, "ticonderoga")) == "step"
    unfinished = moving("crown_point", REGULAR, {}, hands=hands, unfinished_forts=TICONDEROGA)
    assert about(gone(unfinished, "ticonderoga")) == "step"
    own = moving("crown_point", BEARN, {}, forts=TICONDEROGA, hands=hands)
    assert about(gone(own, "ticonderoga")) == "step"


@proves("ww:card-schooner")
@pytest.mark.parametrize(
    ("start", "end"),
    [("winooski", "ile_aux_noix"), ("ticonderoga", "hudson_carry_north"), ("niaoure_bay", "oswego"),
     ("cattaraugus_creek", "presqu_ile")],
)  # fmt: skip
def test_a_schooner_sails_ontario_erie_and_champlain(start: str, end: str) -> None:
    begin = moving(start, REGULAR, {}, forts={"french": [end]}, hands={"french": ["card_15"]})
    assert about(gone(begin, end)) == "response_schooner"


@proves("ww:card-schooner")
def test_no_schooner_sails_the_st_lawrence() -> None:
    begin = moving("ile_d_orleans", REGULAR, {}, hands={"french": ["card_15"]})
    assert siege_level(gone(begin, "quebec").board, space("quebec")) == 0


@proves("ww:6.63", "ww:card-schooner-fx")
def test_a_schooner_drives_an_infiltrator_back_among_enemies_to_its_death() -> None:
    """Given forts at Crown Point and Ticonderoga, when Rangers slip from one to the other, then the card kills them."""
    forts: Json = {"french": ["crown_point", "ticonderoga"]}
    begin = moving("winooski", f"webb {RANGERS}", {}, forts=forts, hands={"french": ["card_15"]})
    first = played(begin, slip("crown_point"), Decline()).state
    entered = played(first, slip("ticonderoga")).state
    assert about(entered) == "response_schooner"
    lost = played(entered, Respond(SCHOONER))
    assert lost.events[1:] == (
        event(EventKind.LEADER_KILLED, "ww:6.63", leader="webb"),
        event(EventKind.UNIT_ELIMINATED, "ww:6.63", unit=RANGERS),
    )
    assert stack(lost.state, "crown_point") == stack(lost.state, "ticonderoga") == []
    assert GAME.check(lost.state) == ()


@proves("ww:card-schooner")
def test_the_schooner_comes_before_interception() -> None:
    """Given French at Wood Creek who could intercept, then they are asked only when the card was declined (A11)."""
    pieces = {"wood_creek": [BEARN]}
    begin = moving("crown_point", REGULAR, pieces, forts=TICONDEROGA, hands={"french": ["card_15"]})
    entered = gone(begin, "ticonderoga")
    assert about(entered) == "response_schooner"
    assert about(played(entered, Decline()).state) == "interception"
    assert about(played(entered, Respond(SCHOONER)).state) == ""


# ---------------------------------------------------------------- dropping off


@proves("ww:6.1-drop")
def test_a_force_may_leave_subordinates_behind_but_takes_nobody_along() -> None:
    """Given Webb, Dunbar and units on the way, then each but Webb may be left; nobody met there may join."""
    begin = moving("albany", f"webb dunbar {REGULAR} {RANGERS}", {"kinderhook": [PROVINCIAL]})
    assert not any(word.startswith("drop") for word in offers(begin))
    there = gone(begin, "kinderhook")
    drops = {word for word in offers(there) if word.startswith(("drop", "pick"))}
    assert drops == {f"drop {REGULAR}", f"drop {RANGERS}", "drop_leader dunbar"}
    dropped = played(there, Drop(unit(REGULAR)), DropLeader(leader("dunbar")))
    assert dropped.events == tuple(
        event(EventKind.PIECES_DROPPED, "ww:6.1-drop", space="kinderhook", pieces=(name,))
        for name in (REGULAR, "dunbar")
    )
    left = dropped.state
    assert (mover(left).dropped, mover(left).dropped_leaders) == (units(REGULAR), leaders("dunbar"))
    end = played(left, go("northampton"), Halt()).state
    assert stack(end, "kinderhook") == ["dunbar", REGULAR, PROVINCIAL]
    assert stack(end, "northampton") == ["webb", RANGERS]


@proves("ww:6.1-drop")
def test_pieces_are_offered_to_be_dropped_in_one_order_and_dropped_in_any() -> None:
    begin = moving("albany", f"webb dunbar {REGULAR} {SECOND} {RANGERS}", {})
    there = gone(begin, "kinderhook")
    assert mover(named_freely(there, Drop(unit(SECOND))).state).dropped == units(SECOND)
    later = played(there, Drop(unit(RANGERS))).state
    assert (
        named_freely(later, Drop(unit(REGULAR))).state == played(there, Drop(unit(REGULAR)), Drop(unit(RANGERS))).state
    )
    assert mover(named_freely(later, Drop(unit(SECOND))).state).dropped == units(f"{SECOND} {RANGERS}")
    assert refused(later, Drop(unit(RANGERS))) == (violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", unit=RANGERS),)
    twice = played(there, Drop(unit(REGULAR)), Drop(unit(RANGERS))).state
    assert refused(twice, Drop(unit(REGULAR))) == (violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", unit=REGULAR),)
    two = gone(moving("albany", f"webb dunbar johnson {REGULAR} {SECOND} {RANGERS}", {}), "kinderhook")
    low, high = sorted(("dunbar", "johnson"), key=leader)
    last = played(two, DropLeader(leader(high))).state
    assert refused(last, DropLeader(leader(high))) == (violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", leader=high),)
    both = (DropLeader(leader(low)), DropLeader(leader(high)))
    assert named_freely(last, DropLeader(leader(low))).state == played(two, *both).state
    assert named_freely(last, Drop(unit(REGULAR)), DropLeader(leader(low))).state == (
        played(two, Drop(unit(REGULAR)), *both).state
    )
    assert f"drop {REGULAR}" not in offers(later)
    on = gone(later, "northampton")
    assert f"drop {REGULAR}" in offers(on)


@proves("ww:6.1-drop")
def test_an_individual_drops_nobody() -> None:
    there = gone(moving("albany", REGULAR, {}), "kinderhook")
    assert refused(there, Drop(unit(REGULAR))) == (violation(Reason.NO_FORCE, "ww:6.1-drop"),)


@proves("ww:6.1-drop")
def test_nobody_is_dropped_before_the_first_step() -> None:
    begin = moving("albany", f"webb {REGULAR}", {})
    expected = violation(Reason.NOT_ON_THE_WAY, "ww:6.1-drop", space="albany")
    assert refused(begin, Drop(unit(REGULAR))) == (expected,)


@proves("ww:6.1-drop")
def test_only_members_of_the_force_are_dropped_and_never_its_commander() -> None:
    there = gone(moving("albany", f"webb {REGULAR}", {"kinderhook": [PROVINCIAL]}), "kinderhook")
    expected = violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", unit=PROVINCIAL)
    assert refused(there, Drop(unit(PROVINCIAL))) == (expected,)
    expected = violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", leader="amherst")
    assert refused(there, DropLeader(leader("amherst"))) == (expected,)
    expected = violation(Reason.NOT_A_SUBORDINATE, "ww:6.1-drop", leader="webb")
    assert refused(there, DropLeader(leader("webb"))) == (expected,)
    later = gone(moving("albany", f"webb {REGULAR} {RANGERS}", {}), "kinderhook")
    assert refused(played(later, Drop(unit(RANGERS))).state, DropLeader(leader("webb"))) == (expected,)


@proves("ww:6.1-drop", "ww:5.34-limits")
def test_a_subordinate_the_force_needs_is_not_dropped() -> None:
    """Given Johnson commands the Mohawks of Webb's force, then he stays with them: they are left before him."""
    begin = moving("albany", "webb johnson br_indian_mohawk_1", {})
    there = gone(begin, "kinderhook")
    mohawk_first = Notation(Reason.UNITS_FIRST, (("leader", "johnson"),))
    assert said_otherwise(there, DropLeader(leader("johnson"))) == mohawk_first
    alone = played(there, Drop(unit("br_indian_mohawk_1"))).state
    assert broken(alone, DropLeader(leader("johnson"))) == ()
    assert "drop_leader johnson" not in offers(there)


@proves("ww:6.1-drop", "ww:5.34-limits")
def test_a_force_that_has_lost_a_subordinate_may_leave_the_unit_too_many_behind() -> None:
    four = [f"br_northern_provincial_{name}" for name in ("new_hampshire", "new_york_1", "new_york_2", "rhode_island")]
    there = gone(moving("albany", f"johnson {' '.join(four)}", {}), "kinderhook")
    left = played(there, Drop(unit(four[0]))).state
    assert mover(left).units == units(" ".join(four[1:]))


@proves("ww:6.1-drop", "ww:6.21")
def test_leaders_who_drop_all_their_units_go_on_alone() -> None:
    way = ("peekskill", "poughkeepsie", "kinderhook")
    there = gone(moving("new_york", f"webb {REGULAR}", {}), *way)
    alone = played(there, Drop(unit(REGULAR))).state
    assert about(gone(alone, "albany", "schenectady")) == "step"


# ---------------------------------------------------------------- what becomes of the space


@proves("ww:6.51", "ww:6.51-b")
def test_entering_an_empty_enemy_fort_begins_a_siege_and_ends_the_move() -> None:
    end = played(moving("crown_point", f"webb {REGULAR} {RANGERS}", {}, forts=TICONDEROGA), go("ticonderoga"))
    assert about(end.state) == ""
    assert siege_level(end.state.board, space("ticonderoga")) == 0
    assert kinds_of(end.events) == ["pieces_moved", "move_stopped", "not_asked", "not_asked", "siege_begun"]


@proves("ww:6.51-c", "ww:5.45-capture")
def test_drilled_troops_capture_an_undefended_stockade_for_a_point_and_stop() -> None:
    stockades: Json = {"british": ["hoosic"]}
    begin = moving("green_mountains_south", f"rigaud {BEARN} {COUREURS}", {}, stockades=stockades)
    end = played(begin, go("hoosic"))
    assert about(end.state) == ""
    assert stockade_owner(end.state.board, space("hoosic")) is Side.FRENCH
    assert end.state.tracks.vp == 1
    assert kinds_of(end.events) == ["pieces_moved", "work_captured", "vp_scored", "move_stopped"]


@proves("ww:6.51-d", "ww:6.51")
def test_auxiliaries_alone_must_raid_an_undefended_stockade() -> None:
    begin = moving("green_mountains_south", COUREURS, {}, stockades={"british": ["hoosic"]})
    end = gone(begin, "hoosic")
    assert stockade_owner(end.board, space("hoosic")) is Side.BRITISH
    assert [frame.space for frame in end.stack.frames if isinstance(frame, Raiding)] == [space("hoosic")]
    assert about(end) == "raid_roll"


@proves("ww:6.51-d")
@pytest.mark.parametrize(("owner", "then"), [("french", "raid_roll"), ("british", "step")])
def test_an_enemy_stockade_is_raided_in_the_wilderness_too(owner: str, then: str) -> None:
    begin = moving("crown_point", RANGERS, {}, stockades={owner: ["ticonderoga"]})
    assert about(gone(begin, "ticonderoga")) == then


@proves("ww:6.51-d", "ww:6.51")
def test_a_friend_beside_an_unbesieged_stockade_lets_nobody_walk_through() -> None:
    """Given a Mingo placed beside a British stockade (D28), when Coureurs come there, then they stop and raid."""
    pieces = {"mingo_town": ["fr_indian_mingo_1"]}
    begin = moving(
        "upper_monongahela", COUREURS, pieces, ruleset(entry_block="fortresses"), stockades={"british": ["mingo_town"]}
    )
    end = gone(begin, "mingo_town")
    assert [frame.space for frame in end.stack.frames if isinstance(frame, Raiding)] == [space("mingo_town")]
    assert about(end) == "raid_roll"


@proves("ww:6.51-a", "ww:6.51", "ww:7.1")
def test_enemy_units_must_be_attacked() -> None:
    """Given a Provincial at Hoosic that stays, when the French enter, then they attack it and the move ends."""
    begin = moving("green_mountains_south", f"rigaud {BEARN} {COUREURS}", {"hoosic": [PROVINCIAL]})
    entered = played(gone(begin, "hoosic"), Decline()).state
    battle = next(frame for frame in entered.stack.frames if isinstance(frame, Battle))
    assert (battle.attacker, battle.space, battle.entry) == (
        Side.FRENCH, space("hoosic"), space("green_mountains_south"),
    )  # fmt: skip


@proves("ww:6.51-a", "ww:7.82")
def test_an_overrun_lets_the_mover_go_on() -> None:
    """Given a reduced Provincial, when it dies without hurting anybody, then the French may march on."""
    begin = moving("green_mountains_south", f"rigaud {BEARN} {COUREURS}", {"hoosic": [f"reduced {PROVINCIAL}"]})
    overrun = played(gone(begin, "hoosic"), Decline(), Roll(6), Roll(1)).state
    assert about(overrun) == "step"
    assert "northampton" in ways(overrun)
    assert about(gone(overrun, "northampton")) == "step"


@proves("ww:6.51-a", "ww:7.82")
@pytest.mark.parametrize(
    ("commander", "present", "then"), [(None, [], "step"), ("rigaud", ["rigaud"], "step"), ("rigaud", [], "")]
)
def test_after_an_overrun_a_force_without_its_commander_stops(
    commander: str | None, present: list[str], then: str
) -> None:
    group: dict[str, Json] = {"side": "french", "commander": commander, "units": [BEARN]}
    group["leaders"] = [] if commander is None else [commander]
    frames: Json = [
        {"type": "year", "stage": "actions", "turn": "french", "playing": True},
        {"type": "activation", **group, "stage": "raids"},
        {"type": "move", **group, "at": "hoosic", "entry": "green_mountains_south", "by": "land", "spent": 1,
         "stage": "aftermath", "winner": "french", "overrun": True},
    ]  # fmt: skip
    state = place({"hoosic": [BEARN, *present]}, frames=frames, hands={"british": ["card_1"], "french": ["card_2"]})
    assert about(state) == then


@proves("ww:6.51-a")
def test_a_battle_won_without_overrun_ends_the_move() -> None:
    begin = moving("green_mountains_south", f"rigaud {BEARN} {COUREURS}", {"hoosic": [PROVINCIAL]})
    won = fought(played(gone(begin, "hoosic"), Decline()).state, 4, 5)
    assert about(won.state) == ""
    assert is_at(won.state, BEARN, "hoosic")


@proves("ww:6.51", "ww:7.8")
def test_a_mover_that_dies_goes_no_further() -> None:
    begin = moving("green_mountains_south", COUREURS, {
        "green_mountains_south": ["reduced fr_coureurs_marin"], "hoosic": ["2 br_northern_provincial"],
    })  # fmt: skip
    end = fought(played(gone(begin, "hoosic"), Decline()).state, 1, 6).state
    assert about(end) == ""
    assert stack(end, "green_mountains_south") == []


@proves("ww:6.51")
def test_a_siege_of_ones_own_does_not_stop_a_mover() -> None:
    """Given British besiegers at Ticonderoga, when another unit passes through, then it may go on."""
    pieces = {"ticonderoga": [SECOND]}
    begin = moving("crown_point", f"webb {REGULAR} {RANGERS}", pieces, forts=TICONDEROGA, sieges={"ticonderoga": 1})
    assert "hudson_carry_north" in ways(gone(begin, "ticonderoga"))


@proves("ww:6.54")
def test_lone_leaders_unfinished_forts_and_settlements_stop_nobody() -> None:
    """Given a French leader, an unfinished fort and an Indian settlement, when Rangers pass, then they go on."""
    begin = moving("winooski", RANGERS, {"ticonderoga": ["levis"]}, unfinished_forts={"french": ["crown_point"]})
    there = gone(begin, "crown_point", "ticonderoga")
    assert about(there) == "retreat_of_levis"
    settled = moving("sorel", f"webb {REGULAR}", {"quebec": ["fr_indian_abenaki_1"]})
    assert about(gone(settled, "st_francois")) == "step"


@proves("ww:6.53-caught")
def test_a_leader_caught_alone_retreats_but_not_to_where_the_enemy_came_from() -> None:
    begin = moving("crown_point", RANGERS, {"ticonderoga": ["levis"]})
    caught = gone(begin, "ticonderoga")
    assert about(caught) == "retreat_of_levis"
    around = {"hudson_carry_north", "wood_creek", "adirondacks_central", "green_mountains_central"}
    assert offers(caught) == {f"pick_space {name}" for name in around}


@proves("ww:6.53-caught")
def test_a_leader_caught_alone_who_cannot_retreat_is_lost() -> None:
    begin = moving("ile_d_orleans", REGULAR, {"baie_st_paul": ["levis"]})
    lost = played(begin, go("baie_st_paul"))
    assert "leader_killed" in kinds_of(lost.events)
    assert stack(lost.state, "baie_st_paul") == [REGULAR]


@proves("ww:6.53-caught")
def test_a_leader_with_a_fortification_of_his_own_is_not_caught() -> None:
    begin = moving("crown_point", REGULAR, {"ticonderoga": ["levis"]}, forts=TICONDEROGA)
    inside = played(gone(begin, "ticonderoga"), due(gone(begin, "ticonderoga")).actions[0]).state
    assert stack(inside, "ticonderoga") == ["inside levis", REGULAR]


# ---------------------------------------------------------------- the Amphib marker


@proves("ww:6.431", "ww:6.431-marker", "ww:card-amphibious-fx")
def test_a_landing_costs_the_card_and_places_the_marker() -> None:
    """Given French at Ile d'Orleans, when the British land among them, then the marker lies there and they fight."""
    captured: Json = {"british": ["louisbourg"]}
    pieces = {"ile_d_orleans": [COUREURS], "louisbourg": [SECOND]}
    begin = moving(
        "louisbourg", f"wolfe {REGULAR}", pieces,
        captured_fortresses=captured, hands={"british": ["card_17"]}, phase=on_card(3),
    )  # fmt: skip
    landed = played(begin, go("ile_d_orleans", LANDING))
    assert kinds_of(landed.events) == ["event_played", "marker_placed", "pieces_moved", "move_will_stop"]
    assert has_amphib(landed.state.board, space("ile_d_orleans"))
    assert landed.state.cards.at[LANDING_CARD] == At.DISCARDS
    fight = played(landed.state, Decline()).state
    battle = next(frame for frame in fight.stack.frames if isinstance(frame, Battle))
    assert (battle.landing, battle.attacker) == (True, Side.BRITISH)


@proves("ww:6.431", "ww:6.51-b")
def test_a_landing_at_empty_louisbourg_begins_a_siege() -> None:
    begin = moving("halifax", f"amherst {REGULAR}", {}, hands={"british": ["card_17"]}, phase=on_card(3))
    landed = played(begin, go("louisbourg", LANDING)).state
    assert siege_level(landed.board, space("louisbourg")) == 0
    assert has_amphib(landed.board, space("louisbourg"))


@proves("ww:6.52", "ww:6.53", "ww:6.431")
def test_neither_rangers_nor_leaders_land_alone_at_louisbourg() -> None:
    hands: Json = {"british": ["card_17"]}
    alone = (
        violation(Reason.LEADERS_ALONE, "ww:card-amphibious-fx", landing="louisbourg", leaders=("wolfe",)),
        violation(Reason.LEADERS_ALONE, "ww:6.53", space="louisbourg", leaders=("wolfe",)),
    )
    for who, expected in (
        (RANGERS, (violation(Reason.NO_DRILLED_TROOPS, "ww:6.52", space="louisbourg", work="fortress"),)),
        ("wolfe", alone),
    ):
        state, move = standing("halifax", who, {}, hands=hands)
        assert go_violations(state, move, go("louisbourg", LANDING)) == expected


@proves("ww:6.431-marker")
@pytest.mark.parametrize("value", ["drilled_sole", "drilled_sole_or_unbesieged_fortification", "drilled_present"])
def test_the_marker_goes_when_french_drilled_troops_hold_its_space_alone(value: str) -> None:
    rules = ruleset(amphib_marker_removed_by=value)
    drilled = gone(moving("quebec", BEARN, {}, rules, amphib=["ile_d_orleans"]), "ile_d_orleans")
    assert not has_amphib(drilled.board, space("ile_d_orleans"))
    coureurs = gone(moving("quebec", COUREURS, {}, rules, amphib=["ile_d_orleans"]), "ile_d_orleans")
    assert has_amphib(coureurs.board, space("ile_d_orleans"))
    british = played(moving("boston", REGULAR, {}, rules, amphib=["ile_d_orleans"]), go("ile_d_orleans", NAVAL)).state
    assert has_amphib(british.board, space("ile_d_orleans"))


@proves("ww:6.432-c")
def test_beaten_british_leave_an_amphib_space_for_any_port() -> None:
    """Given British beaten at Ile d'Orleans with its marker, then every British port is open to them."""
    opening: list[Json] = [
        {"type": "retreat", "side": "british", "space": "ile_d_orleans", "attacking": False, "entry": "quebec",
         "units": [REGULAR], "leaders": []},
    ]  # fmt: skip
    beaten = place({"ile_d_orleans": [REGULAR]}, frames=opening, amphib=["ile_d_orleans"])
    ports = {"boston", "new_haven", "new_york", "alexandria", "baltimore", "philadelphia", "halifax"}
    inland = {"baie_st_paul", "riviere_ouelle"}
    assert offers(beaten) == {f"pick_space {name}" for name in ports | inland}
    without = place({"ile_d_orleans": [REGULAR]}, frames=opening)
    assert offers(without) == {f"pick_space {name}" for name in inland}


@proves("ww:6.432-c", "ww:7.91-exc", "ww:7.92-d")
def test_a_repulsed_landing_goes_back_to_the_port_it_came_from_and_no_other() -> None:
    opening: list[Json] = [
        {"type": "retreat", "side": "british", "space": "louisbourg", "attacking": True, "entry": "halifax",
         "units": [REGULAR], "leaders": []},
    ]  # fmt: skip
    pieces = {"louisbourg": [REGULAR, BEARN]}
    state = read(pieces, frames=opening, amphib=["louisbourg"])
    frame = top(state)
    assert isinstance(frame, Retreat)
    assert ways_out(state.board, frame, state.ruleset) == (PickSpace(space("halifax")),)
    expected = violation(Reason.NOT_WHERE_THEY_CAME_FROM, "ww:7.92-d", space="boston")
    assert retreat_violations(state.board, frame, space("boston")) == (expected,)
    assert is_at(place(pieces, frames=opening, amphib=["louisbourg"]), REGULAR, "halifax")


@proves("ww:8.232")
def test_a_mover_that_came_from_nowhere_has_abandoned_no_siege() -> None:
    state, move = standing("albany", REGULAR, {}, frame={"stage": "interception"})
    assert abandoned_siege(state, move) is None


# ---------------------------------------------------------------- a captured fortress left behind


MONTREAL: Json = {"british": ["montreal"]}


@proves("ww:8.24-exc", "ww:7.92-b")
def test_the_last_to_march_out_of_a_captured_fortress_give_it_back_at_once_and_cannot_retreat_to_it() -> None:
    """Given Abercromby and the 44th alone in Montreal, when they attack and lose, then they have nowhere to go."""
    pieces = {"lac_des_deux_montagnes": ["reduced fr_regular_bearn", "fr_indian_huron"]}
    begin = moving("montreal", "abercromby br_regular_44th", pieces, captured_fortresses=MONTREAL)
    entered = played(begin, go("lac_des_deux_montagnes"))
    assert entered.events[1:] == (
        event(EventKind.SPACE_CHANGED_HANDS, "ww:8.24-exc", space="montreal", side="french"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:8.24-exc", side="french", points=3, vp=3),
    )
    assert about(entered.state) == "avoidance"
    assert fortress_owner(entered.state.board, space("montreal")) is Side.FRENCH
    lost = fought(played(entered.state, Decline()).state, 1, 2)
    assert stack(lost.state, "montreal") == []
    assert kinds_of(lost.events)[-2:] == ["unit_eliminated", "leader_killed"]


@proves("ww:8.24-exc")
def test_a_captured_fortress_where_a_unit_stays_is_kept_and_ones_own_needs_nobody() -> None:
    pieces = {"montreal": [SECOND], "lac_des_deux_montagnes": [COUREURS]}
    kept = gone(moving("montreal", REGULAR, pieces, captured_fortresses=MONTREAL), "lac_des_deux_montagnes")
    assert fortress_owner(kept.board, space("montreal")) is Side.BRITISH
    own = gone(moving("albany", REGULAR, {}), "kinderhook")
    assert fortress_owner(own.board, space("albany")) is Side.BRITISH


@proves("ww:8.24-exc")
def test_a_captured_fortress_goes_back_before_anything_else_though_nobody_can_react() -> None:
    begin = moving("montreal", REGULAR, {}, captured_fortresses=MONTREAL)
    left = played(begin, go("lac_des_deux_montagnes"))
    assert kinds_of(left.events) == ["pieces_moved", "space_changed_hands", "vp_scored"]
    state, move = standing(
        "lac_des_deux_montagnes", REGULAR, {}, frame={"entry": "montreal"}, captured_fortresses=MONTREAL
    )
    after = follows_from_step(state, move)
    assert after is not None
    assert fortress_owner(after.state.board, space("montreal")) is Side.FRENCH
    assert vacated_fortress(*standing("lac_des_deux_montagnes", REGULAR, {}, captured_fortresses=MONTREAL)) is None
    assert vacated_fortress(*standing("kinderhook", REGULAR, {}, frame={"entry": "hoosic"})) is None


@proves("ww:5.36")
def test_a_movement_without_an_activation_ends_by_itself() -> None:
    frames: Json = [{"type": "move", "side": "british", "at": "albany", "commander": None, "leaders": [],
                     "units": [REGULAR], "stage": "step"}]  # fmt: skip
    assert about(played(place({"albany": [REGULAR]}, frames=frames), Halt()).state) == ""


def test_an_action_of_another_kind_answers_no_step() -> None:
    begin = moving("albany", REGULAR, {})
    assert GAME.step(begin, Decline()) == NotThisDecision("step", ("ww:6.1",))
    assert mover(begin).spent == 0
    assert top(begin) == mover(begin)


# ---------------------------------------------------------------- reinforcements on an Amphib marker


@proves("ww:6.432-d", "ww:6.432-d-clar")
def test_british_reinforcements_use_an_amphib_space_unless_it_is_besieged() -> None:
    pieces = {"ile_d_orleans": [REGULAR], "louisbourg": [SECOND]}
    state = read(pieces, amphib=["ile_d_orleans", "louisbourg"], sieges={"louisbourg": 0})
    places = british_landing_places(state)
    assert space("ile_d_orleans") in places
    assert space("louisbourg") not in places
    expected = violation(Reason.BESIEGED, "ww:8.22-reinf", space="louisbourg")
    assert expected in tuple(entry_violations(state, Side.BRITISH, space("louisbourg")))
