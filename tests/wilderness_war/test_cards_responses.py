"""Cards 6 to 8 and 13 to 20: the response events outside battles, each at its moment (5.56)."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import (
    Activate,
    Activates,
    Besiege,
    By,
    Decline,
    Done,
    Halt,
    PickSpace,
    PlayEvent,
    Roll,
    Storm,
)
from reference.wilderness_war.board import (
    fort_owner,
    fortress_owner,
    has_amphib,
    siege_level,
    stockade_owner,
)
from reference.wilderness_war.cards import FACES, At, card, hand
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch08_siege import captor_violations, coehorns_violations, surrender_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import MassacreWindow, Siege, SiegeStage
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, pick, pick_leader
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    cards_in,
    choice,
    facts_of,
    foreign,
    fought,
    offered,
    phase,
    respond,
    shown,
)
from tests.wilderness_war.positions import STANDARD, Pieces, due, played, read, refused, ruleset, stack

CARRY = "hudson_carry_north"


def until(state: State, about: str) -> State:
    """Return the state at a decision, everything before it being declined."""
    while due(state).about != about:
        state = played(state, Decline()).state
    return state


# ---------------------------------------------------------------- SURRENDER!


def besieging(
    hand: str = "", enemy: str = "", rules: Ruleset = STANDARD, /, *, level: int = 0, pieces: Pieces | None = None
) -> State:
    """Return a French force besieging a British fort, about to say what it does."""
    there = {CARRY: ["montcalm", "2 fr_regular", "fr_indian_huron", "inside webb", "inside br_regular_15th"]}
    state = phase(
        FRENCH, f"card_1 card_5 {hand}", pieces or there, rules, enemy=f"card_52 {enemy}",
        forts={"british": [CARRY], "french": ["ticonderoga"]}, sieges={CARRY: level},
    )  # fmt: skip
    return played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm")).state


@proves("ww:card-surrender", "ww:card-surrender-fx", "ww:card-surrender-fx2", "ww:5.56", "ww:ex-5.56")
def test_surrender_in_place_of_a_siege_roll_takes_the_fort_intact_and_sends_the_garrison_away() -> None:
    assert shown("card_6") == "british and french response"
    state = played(besieging("card_6"), Besiege()).state
    assert (choice(state).by, offered(state)) == (FRENCH, (respond("card_6"), Decline()))
    following = played(state, respond("card_6"))
    after = following.state
    assert fort_owner(after.board, space(CARRY)) is FRENCH
    assert siege_level(after.board, space(CARRY)) is None
    assert after.tracks.vp == 2
    assert stack(after, "albany") == ["webb", "br_regular_15th"]
    assert stack(after, CARRY) == ["montcalm", "fr_regular_2_berry", "fr_regular_3_berry", "fr_indian_huron"]
    assert card("card_6") in cards_in(after, At.DISCARDS)
    assert after.cards.reshuffle
    assert facts_of(following.events, "work_captured") == [{"side": "french", "space": CARRY, "work": "fort"}]
    assert due(played(state, Decline()).state).about == "siege_roll"


@proves("ww:card-surrender", "ww:card-surrender-fx", "ww:card-surrender-fx2")
def test_surrender_takes_an_empty_fort_and_nobody_is_sent_anywhere() -> None:
    """Given an empty fort besieged, when SURRENDER! is played, then it falls by the card, without assault (N56)."""
    state = phase(
        FRENCH, "card_1 card_6", {CARRY: ["montcalm", "2 fr_regular"]},
        enemy="card_52", forts={"british": [CARRY]}, sieges={CARRY: 0},
    )  # fmt: skip
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm")).state
    following = played(state, Besiege(), respond("card_6"))
    assert fort_owner(following.state.board, space(CARRY)) is FRENCH
    assert following.state.tracks.vp == 2
    assert facts_of(following.events, "pieces_moved") == []


@proves("ww:card-surrender-fx2")
def test_a_leader_alone_in_a_fort_that_surrenders_is_sent_away() -> None:
    state = phase(
        FRENCH, "card_1 card_6", {CARRY: ["montcalm", "2 fr_regular", "inside webb"]},
        enemy="card_52", forts={"british": [CARRY]}, sieges={CARRY: 0},
    )  # fmt: skip
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm")).state
    following = played(state, Besiege(), respond("card_6"))
    assert facts_of(following.events, "pieces_moved") == [{"pieces": ("webb",), "to": "albany"}]
    assert stack(following.state, "albany") == ["webb"]


@proves("ww:card-surrender-fx2")
def test_the_garrisons_owner_chooses_between_equally_close_fortifications() -> None:
    state = phase(
        FRENCH, "card_1 card_6", {CARRY: ["montcalm", "2 fr_regular", "inside br_regular_15th"]},
        enemy="card_52", forts={"british": [CARRY]}, sieges={CARRY: 0},
        stockades={"british": ["hudson_carry_south", "adirondacks_south"]},
    )  # fmt: skip
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm")).state
    state = played(state, Besiege(), respond("card_6")).state
    assert (choice(state).by, choice(state).about) == (BRITISH, "parole")
    assert offered(state) == (PickSpace(space("hudson_carry_south")), PickSpace(space("adirondacks_south")))
    assert refused(state, PickSpace(space("albany"))) == (
        violation(
            Reason.NOT_HOME,
            "ww:card-surrender-fx2",
            space="albany",
            offered=("hudson_carry_south", "adirondacks_south"),
        ),
    )
    foreign(state, Done())
    after = played(state, PickSpace(space("adirondacks_south"))).state
    assert stack(after, "adirondacks_south") == ["br_regular_15th"]


@proves("ww:card-surrender-pre")
@pytest.mark.parametrize(("level", "allowed"), [(0, False), (1, True), (2, True)])
def test_louisbourg_surrenders_only_after_a_siege_of_level_one(level: int, allowed: bool) -> None:
    state = read({"louisbourg": ["amherst", "br_regular_15th", "inside fr_regular_bearn"]}, amphib=["louisbourg"],
                 sieges={"louisbourg": level})  # fmt: skip
    frame = Siege(space("louisbourg"), BRITISH, leader("amherst"), SiegeStage.SURRENDER)
    too_low = violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:card-surrender-pre", space="louisbourg", level=level, needed=1)
    assert tuple(surrender_violations(state, frame, BRITISH)) == (() if allowed else (too_low,))


@proves("ww:card-surrender")
def test_only_the_card_asked_for_and_held_answers_a_siege() -> None:
    state = played(besieging("card_6 card_8"), Besiege()).state
    assert choice(state).about == "response_coehorns_besieger"
    assert refused(state, respond("card_6")) == (violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_6"),)
    state = played(state, Decline()).state
    assert choice(state).about == "response_surrender"
    assert refused(state, respond("card_8")) == (violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_8"),)
    foreign(state, Storm())


@proves("ww:en-14.4", "ww:card-surrender")
@pytest.mark.parametrize(("option", "about"), [("off", "siege_roll"), ("on", "response_give_up")])
def test_o14_4_the_besieged_may_give_up_only_by_option(option: str, about: str) -> None:
    state = played(besieging("", "card_6", ruleset(either_side_may_surrender=option)), Besiege()).state
    assert due(state).about == about
    frame = Siege(space(CARRY), FRENCH, leader("montcalm"), SiegeStage.GIVE_UP)
    only = violation(Reason.BESIEGER_ONLY, "ww:card-surrender", side="british")
    assert tuple(surrender_violations(state, frame, BRITISH)) == ((only,) if option == "off" else ())
    assert tuple(surrender_violations(state, frame, FRENCH)) == ()
    if option == "on":
        after = played(state, respond("card_6")).state
        assert (fort_owner(after.board, space(CARRY)), after.tracks.vp) == (FRENCH, 2)
        assert stack(after, "albany") == ["webb", "br_regular_15th"]


@proves("ww:card-surrender-fx", "ww:card-surrender-fx2")
def test_a_fortress_surrenders_too_and_a_garrison_without_refuge_is_lost() -> None:
    lost = ["boston", "new_haven", "new_york", "albany", "alexandria", "baltimore", "philadelphia"]
    others = {name: ["fr_marine_detachment"] for name in lost[:3]} | {name: ["fr_coureurs"] for name in lost[4:]}
    pieces = {**others, "albany": ["montcalm", "2 fr_regular", "inside br_regular_15th"]}
    captured: Json = {"french": [name for name in lost if name != "albany"] + ["halifax"]}
    state = phase(FRENCH, "card_1 card_6 card_5", {**pieces, "halifax": ["fr_coureurs"]}, enemy="card_52",
                  captured_fortresses=captured, sieges={"albany": 0}, year=1758,
                  stockades={"french": ["hudson_carry_south", CARRY]}, forts={"french": ["ticonderoga"]})  # fmt: skip
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm"), Besiege()).state
    after = played(state, respond("card_6")).state
    assert fortress_owner(after.board, space("albany")) is FRENCH
    assert stack(after, "albany") == ["montcalm", "fr_regular_2_berry", "fr_regular_3_berry"]


# ---------------------------------------------------------------- MASSACRE!


@proves("ww:card-massacre", "ww:card-massacre-fx", "ww:card-massacre-clar1", "ww:5.56")
def test_massacre_after_surrender_kills_all_indians_there_for_a_point() -> None:
    assert shown("card_7") == "british and french response"
    pieces = {CARRY: ["montcalm", "2 fr_regular", "2 fr_indian_abenaki", "inside br_regular_15th",
                      "inside br_indian_mohawk_1"]}  # fmt: skip
    state = played(besieging("card_6", "card_7", pieces=pieces), Besiege(), respond("card_6")).state
    assert (choice(state).by, offered(state)) == (BRITISH, (respond("card_7"), Decline()))
    assert refused(state, respond("card_52")) == (violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_52"),)
    foreign(state, Done())
    after = played(state, respond("card_7")).state
    assert stack(after, CARRY) == ["montcalm", "fr_regular_2_berry", "fr_regular_3_berry"]
    assert stack(after, "albany") == ["br_regular_15th"]
    assert after.tracks.vp == 2 - 1
    declined = played(state, Decline()).state
    assert stack(declined, "albany") == ["br_regular_15th", "br_indian_mohawk_1"]
    assert declined.tracks.vp == 2


@proves("ww:card-massacre", "ww:13.23")
def test_massacre_is_asked_for_before_the_stormed_space_scores() -> None:
    """Given Fort Niagara stormed by Regulars and a Mohawk (R9), then MASSACRE! comes before the points of Niagara."""
    pieces: Pieces = {
        "niagara": ["johnson", "2 br_regular", "br_indian_mohawk_1", "inside reduced fr_marine_detachment_1"]
    }
    state = phase(BRITISH, "card_1 card_5", pieces, enemy="card_7 card_52", niagara="french",
                  forts={"french": ["niagara"]}, sieges={"niagara": 1})  # fmt: skip
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("johnson"), Storm()).state
    stormed = played(state, Roll(5), Roll(2))
    while due(stormed.state).about != "response_massacre":
        stormed = played(stormed.state, offered(stormed.state)[0])
    assert (stormed.state.tracks.niagara, stormed.state.tracks.vp) == (FRENCH, -2)
    calm = played(stormed.state, Decline()).state
    assert (calm.tracks.niagara, calm.tracks.vp) == (BRITISH, -2 - 1)


@proves("ww:card-massacre", "ww:card-massacre-clar2")
def test_massacre_needs_indians_and_drilled_troops_among_the_captors() -> None:
    window = MassacreWindow(space(CARRY), FRENCH)
    no_indians = violation(Reason.NO_INDIANS, "ww:card-massacre", space=CARRY)
    no_drilled = violation(Reason.NO_DRILLED_TROOPS, "ww:card-massacre-clar2", space=CARRY)
    for pieces, expected in (
        (["fr_regular_bearn", "fr_indian_huron"], ()),
        (["fr_regular_bearn", "fr_coureurs_marin"], (no_indians,)),
        (["fr_coureurs_marin", "fr_indian_huron"], (no_drilled,)),
        (["fr_coureurs_marin"], (no_indians, no_drilled)),
    ):
        assert tuple(captor_violations(read({CARRY: pieces}), window)) == expected


def montcalm_attacks_hoosic(rules: Ruleset, defenders: list[str]) -> State:
    """Return Montcalm with two Regulars and two Indians entering the stockade of Hoosic (position of D37)."""
    pieces = {"green_mountains_south": ["montcalm", "2 fr_regular", "2 fr_indian_abenaki"], "hoosic": defenders}
    state = phase(FRENCH, "card_1 card_5", pieces, rules, enemy="card_7", stockades={"british": ["hoosic"]})
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm")).state
    while due(state).about == "muster":
        state = played(state, offered(state)[0]).state
    return played(state, go("hoosic")).state


@proves("ww:card-massacre-clar3", "ww:5.45-destroy")
@pytest.mark.parametrize(("value", "asked"), [("yes", True), ("no", False)])
def test_d37_massacre_answers_a_stockade_destroyed_in_battle_by_option(value: str, asked: bool) -> None:
    state = montcalm_attacks_hoosic(
        ruleset(massacre_on_destroyed_stockade=value), ["br_northern_provincial_rhode_island"]
    )
    while Decline() in offered(state):
        state = played(state, Decline()).state
    state = played(state, Roll(3), Roll(2)).state
    while due(state).about.startswith("retreat"):
        state = played(state, offered(state)[0]).state
    assert stockade_owner(state.board, space("hoosic")) is None
    assert (due(state).about == "response_massacre") is asked
    if asked:
        after = played(state, respond("card_7")).state
        assert stack(after, "hoosic") == ["montcalm", "fr_regular_2_berry", "fr_regular_3_berry"]
        assert after.tracks.vp == 1 - 1
    else:
        assert state.tracks.vp == 1


@proves("ww:card-massacre", "ww:card-massacre-fx", "ww:5.45-capture")
def test_massacre_answers_the_capture_of_an_empty_stockade() -> None:
    state = montcalm_attacks_hoosic(STANDARD, [])
    assert stockade_owner(state.board, space("hoosic")) is FRENCH
    assert choice(state).about == "response_massacre"
    after = played(state, respond("card_7")).state
    assert "fr_indian_abenaki_1" not in stack(after, "hoosic")
    assert after.tracks.vp == 0


# ---------------------------------------------------------------- COEHORNS & HOWITZERS


SLOW = {CARRY: ["vaudreuil", "2 fr_regular", "inside webb", "inside br_regular_15th"]}


def slow_siege(hand: str = "", enemy: str = "", level: int = 0) -> State:
    """Return Vaudreuil, who has no tactics, about to say what he does at a siege."""
    state = phase(
        FRENCH, f"card_1 card_5 {hand}", SLOW, enemy=f"card_52 {enemy}", sieges={CARRY: level},
        forts={"british": [CARRY], "french": ["adirondacks_south"]},
    )  # fmt: skip
    return played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("vaudreuil")).state


@proves("ww:card-coehorns", "ww:card-coehorns-fx", "ww:8.231-drm")
def test_coehorns_add_two_to_the_besiegers_roll_or_take_two_for_the_besieged() -> None:
    def level(state: State) -> int | None:
        return siege_level(state.board, space(CARRY))

    plain = played(slow_siege(), Besiege()).state
    assert [level(played(plain, Roll(die)).state) for die in (2, 3)] == [0, 1]
    own = played(slow_siege("card_8"), Besiege()).state
    assert (choice(own).by, choice(own).about) == (FRENCH, "response_coehorns_besieger")
    assert [level(played(own, respond("card_8"), Roll(die)).state) for die in (1, 4)] == [1, 2]
    theirs = played(slow_siege("", "card_8"), Besiege()).state
    assert (choice(theirs).by, choice(theirs).about) == (BRITISH, "response_coehorns_besieged")
    assert [level(played(theirs, respond("card_8"), Roll(die)).state) for die in (4, 5)] == [0, 1]


@proves("ww:card-coehorns", "ww:card-coehorns-fx")
def test_coehorns_add_two_to_their_players_fire_in_an_assault() -> None:
    assert shown("card_8") == "british and french response"
    state = played(slow_siege("card_8", level=1), Storm()).state
    assert choice(state).about == "response_storm_coehorns_besieger"
    for response, modifier in ((respond("card_8"), 2), (Decline(), 0)):
        following = played(state, response, Roll(3))
        assert facts_of(following.events, "fired")[0]["modifier"] == modifier
    besieged = played(slow_siege("", "card_8", level=1), Storm(), respond("card_8"), Roll(3)).state
    assert facts_of(played(besieged, Roll(3)).events, "fired")[0]["modifier"] == 2


@proves("ww:card-coehorns", "ww:card-coehorns-pre")
def test_coehorns_need_ones_own_regulars_in_the_siege_and_count_once() -> None:
    frame = Siege(space(CARRY), FRENCH, leader("vaudreuil"), SiegeStage.COEHORNS_BESIEGER)
    bare = read({CARRY: ["vaudreuil", "fr_coureurs_marin", "inside br_northern_provincial_rhode_island"]},
                forts={"british": [CARRY]}, sieges={CARRY: 0})  # fmt: skip
    for side in Side:
        assert tuple(coehorns_violations(bare, frame, side)) == (
            violation(Reason.NO_REGULARS, "ww:card-coehorns-pre", side=side.value, space=CARRY),
        )
    used = Siege(space(CARRY), FRENCH, leader("vaudreuil"), SiegeStage.STORM_COEHORNS_BESIEGER, (FRENCH,))
    full = read(SLOW, forts={"british": [CARRY]}, sieges={CARRY: 0})
    assert tuple(coehorns_violations(full, used, FRENCH)) == (
        violation(Reason.PLAYED_ALREADY, "ww:card-coehorns", side="french"),
    )


@proves("ww:card-coehorns-fx", "ww:card-coehorns")
def test_coehorns_of_the_siege_roll_serve_the_assault_of_the_same_phase() -> None:
    state = played(slow_siege("card_8"), Besiege(), respond("card_8"), Roll(3)).state
    assert choice(state).about == "declare_assault"
    following = played(state, Storm(), Roll(3))
    assert facts_of(following.events, "fired")[0]["modifier"] == 2


# ---------------------------------------------------------------- BLOCKHOUSES


def raid(enemy: str, **rest: Json) -> State:
    """Return a Shawnee that has entered plain Culpeper and must raid it."""
    state = phase(FRENCH, "card_5 card_1", {"allegheny_south": ["fr_indian_shawnee_1"]}, enemy=f"card_52 {enemy}",
                  **rest)  # fmt: skip
    shawnee = pick("fr_indian_shawnee_1")
    state = played(state, Activate(card("card_5"), Activates.INDIVIDUALS), shawnee, Done(), shawnee).state
    state = played(state, go("augusta")).state
    return played(state, Halt()).state if Halt() in offered(state) else state


@proves("ww:card-blockhouses", "ww:card-blockhouses-fx", "ww:5.56", "ww:5.51")
def test_blockhouses_before_a_raid_roll_put_all_raids_of_the_year_in_the_stockade_column() -> None:
    assert shown("card_13") == "british and french response"
    state = raid("card_13")
    assert (choice(state).by, offered(state)) == (BRITISH, (respond("card_13"), Decline()))
    assert refused(state, respond("card_52")) == (violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_52"),)
    foreign(state, Done())
    behind = played(state, respond("card_13")).state
    assert behind.tracks.blockhouses == (BRITISH,)
    assert due(behind).about == "raid_roll"
    plain = played(state, Decline()).state
    # In the open column a 2 costs nothing, behind blockhouses a step.
    assert stack(played(plain, Roll(2)).state, "logstown") == ["fr_indian_shawnee_1"]
    assert stack(played(behind, Roll(2)).state, "logstown") == ["reduced fr_indian_shawnee_1"]


@proves("ww:card-blockhouses", "ww:5.51")
def test_blockhouses_in_force_already_are_not_asked_for_again() -> None:
    assert due(raid("card_13", blockhouses=["british"])).about == "raid_roll"
    asked = raid("card_13", blockhouses=["french"])
    assert choice(asked).about == "response_blockhouses"
    assert played(asked, respond("card_13")).state.tracks.blockhouses == (FRENCH, BRITISH)


@proves("ww:en-14.2")
@pytest.mark.parametrize(("option", "militia"), [("off", "br_militia_1"), ("on", "reduced br_militia_1")])
def test_o14_2_a_raided_marker_costs_the_departments_militia_a_step_by_option(option: str, militia: str) -> None:
    pieces = {"allegheny_south": ["fr_indian_shawnee_1"], "southern_colonial_militias": ["br_militia_1"]}
    state = phase(FRENCH, "card_5 card_1", pieces, ruleset(raids_hurt_militia=option), enemy="card_52")
    shawnee = pick("fr_indian_shawnee_1")
    state = played(state, Activate(card("card_5"), Activates.INDIVIDUALS), shawnee, Done(), shawnee).state
    state = played(state, go("augusta")).state
    state = played(state, Halt()).state if Halt() in offered(state) else state
    state = fought(state, 6)
    assert stack(state, "southern_colonial_militias") == [militia]


# ---------------------------------------------------------------- FOUL WEATHER and GEORGE CROGHAN


MARCH = {"albany": ["murray", "br_regular_15th"], "boston": ["br_regular_17th"]}


def set_out(hand: str = "", enemy: str = "", pieces: Pieces = MARCH, **rest: Json) -> State:
    """Return a British force about to leave Albany."""
    state = phase(BRITISH, f"card_1 card_5 {hand}", pieces, enemy=f"card_52 {enemy}", **rest)
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("murray")).state
    while due(state).about == "muster":
        state = played(state, offered(state)[0]).state
    return state


@proves("ww:card-foul-weather", "ww:card-foul-weather-fx", "ww:5.56")
def test_foul_weather_lets_an_enemy_go_two_spaces_and_keeps_him_from_the_sea() -> None:
    assert shown("card_14") == "british and french response"
    pieces = {"new_york": ["murray", "br_regular_15th"]}
    state = set_out("", "card_14", pieces)
    assert (choice(state).by, offered(state)) == (FRENCH, (respond("card_14"), Decline()))
    assert refused(state, respond("card_52")) == (violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card="card_52"),)
    stormy, fair = played(state, respond("card_14")).state, played(state, Decline()).state
    assert go("boston", By.NAVAL) in offered(fair)
    assert refused(stormy, go("boston", By.NAVAL)) == (violation(Reason.FOUL_WEATHER, "ww:card-foul-weather-fx"),)
    stormy = played(stormy, go("peekskill"), go("poughkeepsie")).state
    assert choice(stormy).by is FRENCH
    fair = played(fair, go("peekskill"), go("poughkeepsie")).state
    assert choice(fair).about == "step"


@proves("ww:card-foul-weather", "ww:card-croghan", "ww:6.22-note")
def test_foul_weather_comes_before_croghan() -> None:
    state = set_out("card_16", "card_14")
    assert (choice(state).by, choice(state).about) == (FRENCH, "response_weather")
    for answer in (respond("card_14"), Decline()):
        following = played(state, answer).state
        assert (choice(following).by, choice(following).about) == (BRITISH, "response_guide")


@proves("ww:card-croghan", "ww:card-croghan-fx")
def test_croghan_guides_drilled_troops_past_wilderness() -> None:
    assert shown("card_16") == "british response"
    state = set_out("card_16")
    assert (choice(state).by, offered(state)) == (BRITISH, (respond("card_16"), Decline()))
    way = (go("hudson_carry_south"), go("wood_creek"))
    guided = played(state, respond("card_16"), *way).state
    assert choice(guided).about == "step"
    alone = played(state, Decline(), *way).state
    assert choice(alone).by is FRENCH
    assert card("card_16") in cards_in(guided, At.DISCARDS)


@proves("ww:card-croghan")
def test_croghan_is_for_british_drilled_troops() -> None:
    lone = set_out("card_16", pieces={"albany": ["murray"]})
    assert choice(lone).about == "step"
    rangers = set_out("card_16", pieces={"albany": ["murray", "br_ranger_rogers"]})
    assert choice(rangers).about == "step"
    state = phase(FRENCH, "card_16 card_5", {"quebec": ["fr_regular_bearn"]}, enemy="card_52")
    state = played(state, Activate(card("card_5"), Activates.UNIT), pick("fr_regular_bearn")).state
    assert choice(state).about == "step"


# ---------------------------------------------------------------- LAKE SCHOONER


@proves("ww:card-schooner", "ww:card-schooner-fx", "ww:5.56")
def test_a_lake_schooner_turns_a_mover_back_from_ones_own_fortification() -> None:
    assert shown("card_15") == "british and french response"
    state = phase(FRENCH, "card_1 card_5", {"ticonderoga": ["fr_regular_bearn"]}, enemy="card_52 card_15",
                  forts={"british": [CARRY]})  # fmt: skip
    state = played(state, Activate(card("card_1"), Activates.UNIT), pick("fr_regular_bearn")).state
    state = played(state, go(CARRY, By.BOAT)).state
    assert (choice(state).by, offered(state)) == (BRITISH, (respond("card_15"), Decline()))
    turned = played(state, respond("card_15"))
    assert stack(turned.state, "ticonderoga") == ["fr_regular_bearn"]
    assert event(EventKind.MOVE_STOPPED, "ww:card-schooner-fx", side="french", space="ticonderoga") in turned.events
    declined = played(state, Decline()).state
    assert stack(declined, CARRY) == ["fr_regular_bearn"]
    assert siege_level(declined.board, space(CARRY)) == 0


@proves("ww:card-schooner")
@pytest.mark.parametrize(
    ("start", "to", "works"),
    [
        ("ticonderoga", CARRY, {}),
        ("ticonderoga", CARRY, {"stockades": {"french": [CARRY]}}),
        ("wood_creek", "hudson_carry_south", {"stockades": {"british": ["hudson_carry_south"]}}),
    ],
)
def test_no_schooner_without_a_lake_or_ones_own_fortification(start: str, to: str, works: dict[str, Json]) -> None:
    state = phase(FRENCH, "card_1 card_5", {start: ["fr_regular_bearn"]}, enemy="card_52 card_15", **works)
    state = played(state, Activate(card("card_1"), Activates.UNIT), pick("fr_regular_bearn")).state
    state = played(state, go(to)).state
    assert due(state).about != "response_schooner"
    assert hand(state.cards, BRITISH) == (card("card_15"), card("card_52"))


# ---------------------------------------------------------------- AMPHIBIOUS LANDING


def fleet(hand: str = "card_17", louisbourg: str = "fr_regular_bearn", **rest: Json) -> State:
    """Return Amherst's force at Halifax, about to set sail."""
    pieces = {"halifax": ["amherst", "2 br_regular"], "louisbourg": louisbourg.split(", ")}
    state = phase(BRITISH, f"card_1 card_5 {hand}", pieces, enemy="card_52", **rest)
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("amherst")).state
    while due(state).about == "muster":
        state = played(state, offered(state)[0]).state
    return state


@proves("ww:card-amphibious", "ww:card-amphibious-fx", "ww:5.56")
@pytest.mark.parametrize("name", ["card_17", "card_18", "card_19", "card_20"])
def test_an_amphibious_landing_takes_a_force_along_an_arrow_into_a_french_space(name: str) -> None:
    assert shown(name) == "british response"
    state = fleet(name)
    assert go("louisbourg", By.LANDING) in offered(state)
    following = played(state, go("louisbourg", By.LANDING))
    assert has_amphib(following.state.board, space("louisbourg"))
    assert card(name) in cards_in(following.state, At.DISCARDS)
    assert facts_of(following.events, "marker_placed") == [{"marker": "amphib", "space": "louisbourg"}]


@proves("ww:6.431-marker", "ww:6.431", "ww:card-amphibious-fx")
def test_a_landing_where_a_marker_lies_places_no_second_one() -> None:
    """Given an Amphib marker and British besiegers at Louisbourg (N50), then a landing there is no news of a marker."""
    besieged = fleet("card_17", "wolfe, br_regular_44th, inside fr_regular_bearn", amphib=["louisbourg"],
                     sieges={"louisbourg": 0})  # fmt: skip
    following = played(besieged, go("louisbourg", By.LANDING))
    assert facts_of(following.events, "marker_placed") == []
    assert has_amphib(following.state.board, space("louisbourg"))


@proves("ww:card-amphibious", "ww:card-amphibious-bar")
def test_no_landing_without_the_card_off_the_arrows_or_in_a_year_of_the_squadrons() -> None:
    landing = go("louisbourg", By.LANDING)
    assert refused(fleet(""), landing) == (violation(Reason.CARD_NOT_HELD, "ww:6.431", card="amphibious_landing"),)
    barred = fleet(markers={"no_landings": True})
    assert landing not in offered(barred)
    assert refused(barred, landing) == (violation(Reason.NO_LANDINGS_THIS_YEAR, "ww:card-amphibious-bar"),)
    assert refused(fleet(), go("quebec", By.LANDING)) == (
        violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:6.43", start="halifax", to="quebec"),
    )


@proves("ww:card-amphibious", "ww:card-squadrons-fx", "ww:card-squadrons")
def test_louisbourg_squadrons_bar_landings_until_the_year_ends() -> None:
    state = phase(FRENCH, "card_21 card_5", enemy="card_17")
    state = played(state, PlayEvent(card("card_21")), Roll(5)).state
    assert state.tracks.no_landings
    assert refused(fleet(markers={"no_landings": state.tracks.no_landings}), go("louisbourg", By.LANDING)) == (
        violation(Reason.NO_LANDINGS_THIS_YEAR, "ww:card-amphibious-bar"),
    )


# ---------------------------------------------------------------- settlements


@proves("ww:5.532-imp")
def test_allied_settlements_never_impede_the_enemys_movement() -> None:
    """Given French Mingo away from home, when a Ranger goes through Mingo Town, then nothing stops it there."""
    pieces = {"logstown": ["br_ranger_rogers"], "niagara": ["fr_indian_mingo_1"]}
    state = phase(BRITISH, "card_1 card_5", pieces, enemy="card_52")
    rangers = pick("br_ranger_rogers")
    state = played(state, Activate(card("card_1"), Activates.INDIVIDUALS), rangers, Done(), rangers).state
    state = played(state, go("mingo_town")).state
    assert choice(state).about == "step"
    assert Halt() in offered(state)


def windows() -> dict[str, State]:
    """Return the moments at which a side is asked for a response event, each with the card it holds besides."""
    raided = {CARRY: ["montcalm", "2 fr_regular", "fr_indian_abenaki_1", "inside br_regular_15th"]}
    siege = played(besieging("card_6 card_8", "card_7", pieces=raided), Besiege()).state
    surrender = played(siege, Decline()).state
    return {
        "response_weather": set_out("", "card_14"),
        "response_guide": set_out("card_16"),
        "response_coehorns_besieger": siege,
        "response_surrender": surrender,
        "response_massacre": played(surrender, respond("card_6")).state,
        "response_blockhouses": raid("card_13"),
    }


@proves("ww:5.56", "ww:5.26")
def test_a_card_that_is_not_held_is_no_response_for_that_too() -> None:
    """Given each window for a response, then a card of one's own is only the wrong one, another is not held too."""
    for about, state in windows().items():
        side = Side(choice(state).by)
        assert choice(state).about == about
        own = [each for each in hand(state.cards, side) if respond(FACES[each].id) not in offered(state)]
        assert own
        for each in (*own, *hand(state.cards, side.enemy), card("card_70")):
            name = FACES[each].id
            unheld = () if each in own else (violation(Reason.CARD_NOT_HELD, "ww:5.26", card=name),)
            wrong = violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card=name)
            assert refused(state, respond(name)) == (*unheld, wrong), about
