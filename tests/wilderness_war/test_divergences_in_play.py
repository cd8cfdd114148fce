"""Where editions disagree in whole phases: the position of each option gives the result stated under each value."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import raided_markers, units_on_map
from reference.wilderness_war.cards import At, cards_at, hand
from reference.wilderness_war.ch02_map import Department
from reference.wilderness_war.ch03_pieces import COUNTERS, Kind
from reference.wilderness_war.frames import Raiding
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from tests.wilderness_war.positions import GAME, due, place, played, refused, ruleset, stack
from tests.wilderness_war.turns import about, after, c, drilled, force, offered, s, single, to, turn, u, who

SOUTH, NORTH = "hudson_carry_south", "hudson_carry_north"


def roll(*dice: int) -> tuple[a.Action, ...]:
    return tuple(map(a.Roll, dice))


# ---------------------------------------------------------------- battles and sieges


@proves("ww:8.252-relief", "ww:7.92-d")
@pytest.mark.parametrize(("value", "inside"), [("no", False), ("yes", True)])
def test_relief_may_retreat_inside_lets_beaten_relievers_into_the_fort_or_not(value: str, inside: bool) -> None:
    state = turn(
        "british",
        {"albany": ["dunbar", "3 br_regular"], SOUTH: ["4 fr_regular", "2 inside br_northern_provincial"]},
        "4", ruleset(relief_may_retreat_inside=value), forts={"british": [SOUTH]}, sieges={SOUTH: 0},
    )  # fmt: skip
    names = ("br_regular_15th", "br_regular_17th", "br_regular_1st_royal")
    fought = after(state, force(4, "dunbar", *names), to(SOUTH), a.Decline(), a.Done(), roll(1, 3))
    while about(fought).startswith("losses"):
        fought = after(fought, offered(fought)[0])
    if not inside:
        assert {str(piece).removeprefix("reduced ") for piece in stack(fought, "albany")} == {"dunbar", *names}
        return
    assert offered(fought) == (a.PickSpace(s("albany")), a.Inside())
    full = after(fought, a.Inside(), a.Inside(), a.PickSpace(s("albany")))
    hidden = {str(piece).split()[-1] for piece in stack(full, SOUTH) if str(piece).startswith("inside")}
    assert {*names[:2]} < hidden
    assert {str(piece).removeprefix("reduced ") for piece in stack(full, "albany")} == {"dunbar", names[2]}


@proves("ww:5.36-imp", "ww:8.251", "ww:5.31-once")
@pytest.mark.parametrize(("value", "ready"), [("forbidden", False), ("allowed", True)])
def test_reactivate_after_unactivated_combat_costs_webb_his_activation_or_not(value: str, ready: bool) -> None:
    state = turn(
        "british",
        {"albany": ["dunbar", "4 br_regular"], SOUTH: ["fr_regular_bearn", "inside webb", "2 inside br_regular"]},
        "4", ruleset(reactivate_after_unactivated_combat=value), forts={"british": [SOUTH]}, sieges={SOUTH: 0},
    )  # fmt: skip
    named = after(state, a.PlayEvent(c(4)), a.PickLeader(who("webb")), a.PickLeader(who("dunbar")))
    moved = after(
        named,
        a.PickLeader(who("dunbar")), a.Pick(u("br_regular_15th")), a.Pick(u("br_regular_17th")), a.Done(), to(SOUTH),
    )  # fmt: skip
    joined = after(moved, a.Decline(), a.PickLeader(who("webb")), a.Done(), roll(6, 3))
    while about(joined).startswith(("losses", "retreat", "leader_check")):
        joined = after(joined, offered(joined)[1 if about(joined).startswith("leader_check") else 0])
    assert (about(joined) == "next_campaign") is ready


@proves("ww:9.1", "ww:9.11", "ww:fr-9.1-aux")
@pytest.mark.parametrize(
    ("value", "may"), [("leader", True), ("leader_and_drilled", False), ("leader_and_supplied_drilled", False)]
)
def test_assault_requirements_let_johnson_and_two_mohawks_assault_or_not(value: str, may: bool) -> None:
    pieces = {"niagara": ["johnson", "2 br_indian_mohawk", "inside fr_marine_detachment_1"]}
    state = turn(
        "british",
        pieces,
        "4",
        ruleset(assault_requirements=value),
        forts={"french": ["niagara"]},
        sieges={"niagara": 1},
    )
    ready = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("johnson")))
    assert (about(ready) == "purpose" and a.Storm() in offered(ready)) is may


@proves("ww:7.3")
@pytest.mark.parametrize(("value", "two"), [("any_number", True), ("one_or_all", False)])
def test_militia_commitment_lets_two_of_four_join_or_not(value: str, two: bool) -> None:
    pieces = {
        "albany": ["br_regular_44th"],
        "kinderhook": ["fr_regular_bearn"],
        "northern_colonial_militias": ["4 br_militia"],
    }
    state = turn("french", {**pieces, "quebec": ["fr_regular_artois"]}, "4", ruleset(militia_commitment=value))
    met = after(state, drilled(4, "fr_regular_bearn"), to("albany"))
    while about(met) != "militia":
        met = after(met, offered(met)[-1])
    joined = after(met, a.Pick(u("br_militia_1")), a.Pick(u("br_militia_2")))
    assert (a.Done() in offered(joined)) is two
    if not two:
        assert [each.reason for each in refused(joined, a.Done())] == [Reason.ONE_OR_ALL]


@proves("ww:7.3-exc")
@pytest.mark.parametrize(("value", "fights"), [("raided_marker", True), ("raid_conducted", False)])
def test_militia_battle_block_lets_militia_fight_after_a_failed_raid_or_not(value: str, fights: bool) -> None:
    """Given Rangers who raided Baie-St-Paul in vain, when the British then attack Quebec, then militia fight or not."""
    pieces = {
        "quebec": ["fr_regular_bearn"], "ile_d_orleans": ["br_regular_44th", "br_ranger_rogers"],
        "st_lawrence_canadian_militias": ["4 fr_militia"],
    }  # fmt: skip
    state = turn("british", pieces, "3 4", ruleset(militia_battle_block=value), enemy="1 2")
    entered = after(state, single(3, "br_ranger_rogers"), a.Pick(u("br_ranger_rogers")), to("baie_st_paul"))
    marched = after(entered, a.Halt(), roll(1))
    while about(marched) != "card_play" or due(marched).by == "french":
        idle = a.Activate(c(1), a.Activates.INDIVIDUALS)
        marched = after(marched, *((idle, a.Done()) if about(marched) == "card_play" else offered(marched)[:1]))
    assert not any(raided_markers(marched.board, Side.BRITISH))
    met = after(marched, drilled(4, "br_regular_44th"), to("quebec"), a.Done())
    while about(met).startswith(("avoid", "interception")):
        met = after(met, a.Decline())
    assert (about(met) == "militia") is fights


@proves("ww:card-fieldworks-clar", "ww:card-fieldworks-clar2", "ww:7.55")
@pytest.mark.parametrize(("value", "column"), [("usable_by_next_entrant", "2"), ("removed", "3")])
def test_fieldworks_vacated_shift_a_counter_attack_on_quebec_or_not(value: str, column: str) -> None:
    """Given Fieldworks that the French left at Quebec, when the British are there, then a counter-attack suffers."""
    pieces = {"quebec": ["br_regular_44th"], "becancour": ["fr_regular_bearn"]}
    state = turn("french", pieces, "4", ruleset(fieldworks_vacated=value), fieldworks={"french": ["quebec"]})
    met = after(state, drilled(4, "fr_regular_bearn"), to("quebec"), a.Decline())
    fired = played(met, a.Roll(3)).events[0]
    assert dict(fired.facts)["column"] == column


@proves("ww:5.45-destroy")
@pytest.mark.parametrize(("value", "asked"), [("yes", True), ("no", False)])
def test_massacre_on_destroyed_stockade_is_playable_or_not(value: str, asked: bool) -> None:
    pieces = {
        "hoosic": ["br_northern_provincial_rhode_island"],
        "green_mountains_south": ["montcalm", "2 fr_regular", "2 fr_indian_abenaki"],
    }
    state = turn(
        "french",
        pieces,
        "4",
        ruleset(massacre_on_destroyed_stockade=value),
        enemy="7",
        stockades={"british": ["hoosic"]},
    )
    names = ("fr_regular_artois", "fr_regular_bearn", "fr_indian_abenaki_1", "fr_indian_abenaki_2")
    present = [str(each) for each in stack(state, "green_mountains_south")]
    chosen = [name for name in present if name != "montcalm"]
    assert len(chosen) == len(names)
    won = after(state, force(4, "montcalm", *sorted(chosen, key=u)), to("hoosic"), a.Decline(), roll(6, 1))
    while about(won).startswith(("losses", "leader_check", "retreat")):
        won = after(won, offered(won)[0])
    assert won.tracks.vp == 1
    assert (about(won) == "response_massacre") is asked
    if asked:
        over = after(won, a.Respond(c(7)))
        assert over.tracks.vp == 0
        assert not [piece for piece in stack(over, "hoosic") if "abenaki" in str(piece)]


# ---------------------------------------------------------------- raids


@proves("ww:10.1-clar")
@pytest.mark.parametrize(("value", "stays"), [("all_in_space", False), ("active_only", True)])
def test_raid_participants_are_all_in_culpeper_or_only_the_active_shawnee(value: str, stays: bool) -> None:
    pieces = {"culpeper": ["fr_coureurs_marin"], "augusta": ["fr_indian_shawnee_1"]}
    state = turn("french", pieces, "4", ruleset(raid_participants=value), stockades={"french": ["venango"]})
    raiding = after(state, single(4, "fr_indian_shawnee_1"), a.Pick(u("fr_indian_shawnee_1")), to("culpeper"))
    while about(raiding) == "step":
        raiding = after(raiding, a.Halt())
    raided = after(raiding, roll(6))
    while about(raided).startswith("home"):
        raided = after(raided, offered(raided)[0])
    assert ("fr_coureurs_marin" in stack(raided, "culpeper")) is stays


@proves("ww:10.2-exc", "ww:fr-10.2-overrun")
@pytest.mark.parametrize(("value", "may"), [("battle_in_stockade_space", True), ("any_battle_this_phase", False)])
def test_militia_vs_raid_block_lets_militia_defend_easton_after_an_overrun_or_not(value: str, may: bool) -> None:
    pieces = {
        "station_point": ["villiers", "2 fr_coureurs"], "east_delaware": ["reduced br_southern_provincial_maryland"],
        "southern_colonial_militias": ["br_militia_1"],
    }  # fmt: skip
    state = turn("french", pieces, "4", ruleset(militia_vs_raid_block=value), stockades={"british": ["easton"]})
    units = sorted((str(each) for each in stack(state, "station_point") if each != "villiers"), key=u)
    met = after(state, force(4, "villiers", *units), to("east_delaware"))
    while about(met) in ("avoidance", "interception"):
        met = after(met, a.Decline())
    overrun = after(met, roll(5, 2))
    raiding = after(overrun, to("easton"))
    assert (about(raiding) == "militia_against_raid") is may


@proves("ww:10.1", "ww:10.23")
@pytest.mark.parametrize(("value", "raids"), [("end_of_activation", True), ("end_of_movement", False)])
def test_raid_trigger_makes_a_beaten_coureurs_raid_culpeper_or_not(value: str, raids: bool) -> None:
    pieces = {"culpeper": ["fr_coureurs_marin"], "southern_colonial_militias": ["br_militia_1"]}
    state = turn(
        "french", pieces, "4", ruleset(raid_trigger=value), stockades={"british": ["woodstock"], "french": ["venango"]}
    )
    entered = after(state, single(4, "fr_coureurs_marin"), a.Pick(u("fr_coureurs_marin")), to("woodstock"))
    while about(entered) == "step":
        entered = after(entered, a.Halt())
    beaten = after(entered, a.Pick(u("br_militia_1")), roll(2, 2))
    assert "fr_coureurs_marin" in stack(beaten, "culpeper")
    assert (about(beaten) == "raid_roll") is raids
    # Ruling A19: whoever retreats into a target has come from the space of the lost battle.
    entries = [frame.entry for frame in beaten.stack.frames if isinstance(frame, Raiding)]
    assert entries == ([s("woodstock")] if raids else [])


@proves("ww:5.532-note")
@pytest.mark.parametrize(
    ("value", "killed", "elsewhere", "raids"),
    [
        ("wilderness_only", "fr_indian_caughnawaga_1", "fr_coureurs_marin", True),
        ("always", "fr_indian_caughnawaga_1", "fr_coureurs_marin", False),
        ("always", "fr_indian_caughnawaga_1", "fr_indian_caughnawaga_2", True),
        ("always", "fr_coureurs_marin", "fr_coureurs_lery", True),
    ],
)
def test_raid_lapses_when_tribe_dies_at_kahnawake_or_not(value: str, killed: str, elsewhere: str, raids: bool) -> None:
    pieces = {"kahnawake": [f"reduced {killed}"], "st_regis": ["br_ranger_rogers"], "niagara": [elsewhere]}
    state = turn(
        "british", pieces, "4", ruleset(raid_lapses_when_tribe_dies=value), stockades={"british": ["schenectady"]}
    )
    met = after(state, single(4, "br_ranger_rogers"), a.Pick(u("br_ranger_rogers")), to("kahnawake"))
    while about(met) in ("interception", "avoidance", "militia"):
        met = after(met, offered(met)[-1])
    won = after(met, roll(6, 1))
    while about(won) in ("step", "losses", "leader_check"):
        won = after(won, a.Halt())
    assert (about(won) == "raid_roll") is raids


@proves("ww:10.42", "ww:10.421")
@pytest.mark.parametrize(("value", "there"), [("friendly", "ticonderoga"), ("any_unbesieged", None)])
def test_go_home_fortification_sends_villiers_to_ticonderoga_or_to_the_enemy(value: str, there: str | None) -> None:
    pieces = {"schenectady": ["villiers", "fr_coureurs_marin"], "albany": ["br_regular_44th"]}
    state = turn("french", pieces, "4", ruleset(go_home_fortification=value), forts={"french": ["ticonderoga"]})
    raiding = after(state, force(4, "villiers", "fr_coureurs_marin"), a.Halt())
    raided = after(raiding, roll(6))
    while about(raided).startswith("home"):
        raided = after(raided, offered(raided)[0])
    if there is None:
        assert raided.board.leader_at[who("villiers")] >= 144
    else:
        assert stack(raided, there) == ["villiers", "fr_coureurs_marin"]


@proves("ww:4.0-B.3", "ww:10.4-yearend")
@pytest.mark.parametrize(("value", "stays"), [("any_fortification", True), ("forts_only", False)])
def test_indian_winter_shelter_keeps_the_huron_and_the_delaware_or_not(value: str, stays: bool) -> None:
    pieces = {"montreal": ["fr_indian_huron"], "venango": ["fr_indian_delaware_1"]}
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    end = place(
        pieces, ruleset(indian_winter_shelter=value), frames=frames, season="late", stockades={"french": ["venango"]}
    )
    assert ("fr_indian_huron" in stack(end, "montreal")) is stays
    assert ("fr_indian_delaware_1" in stack(end, "venango")) is stays


@proves("ww:10.413", "ww:10.422", "ww:10.4-yearend")
@pytest.mark.parametrize(("value", "asked"), [("to_settlements", False), ("wherever_indians_go", True)])
def test_winter_companions_let_coureurs_follow_an_indian_to_kittaning_or_not(value: str, asked: bool) -> None:
    pieces = {"gists_station": ["dumas", "fr_coureurs_marin", "fr_indian_mingo_1"]}
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    rules = ruleset(winter_companions=value)
    end = place(pieces, rules, frames=frames, season="late", stockades={"french": ["kittaning"]})
    led = after(end, a.PickSpace(s("kittaning")))
    if not asked:
        # The one Mingo goes with Dumas, so nobody can be led to its settlement.
        assert stack(led, "kittaning") == ["dumas", "fr_indian_mingo_1"]
        assert stack(led, "gists_station") == ["fr_coureurs_marin"]
        return
    assert offered(led) == (a.PickSpace(s("kittaning")), a.Stay())
    assert stack(after(led, a.PickSpace(s("kittaning"))), "kittaning") == [
        "dumas", "fr_coureurs_marin", "fr_indian_mingo_1",
    ]  # fmt: skip
    assert stack(after(led, a.Stay()), "gists_station") == ["fr_coureurs_marin"]


@proves("ww:en-14.2")
@pytest.mark.parametrize(("value", "left"), [("off", ["br_militia_1"]), ("on", ["reduced br_militia_1"])])
def test_raids_hurt_militia_flips_the_southern_militia_or_not(value: str, left: list[str]) -> None:
    pieces = {"culpeper": ["fr_coureurs_marin"], "southern_colonial_militias": ["br_militia_1"]}
    state = turn("french", pieces, "4", ruleset(raids_hurt_militia=value), stockades={"french": ["venango"]})
    raided = after(state, single(4, "fr_coureurs_marin"), a.Pick(u("fr_coureurs_marin")), a.Halt(), roll(6))
    assert stack(raided, "southern_colonial_militias") == left


# ---------------------------------------------------------------- cards


@proves("ww:5.25", "ww:5.25-clar")
@pytest.mark.parametrize(("value", "certain"), [("deal_rest_then_shuffle", True), ("merge_then_deal", False)])
def test_short_deck_deals_the_last_five_cards_for_certain_or_not(value: str, certain: bool) -> None:
    discards: Json = [f"card_{number}" for number in range(6, 63)]
    aside: Json = [f"card_{number}" for number in range(63, 71)]
    frames: Json = [{"type": "year", "stage": "next", "turn": "french"}]
    state = place({}, ruleset(short_deck=value), frames=frames, discards=discards, cards_aside=aside)
    assert len(offered(state)) == (5 if certain else 62)
    five = after(state, *(a.Draw(c(number)) for number in range(1, 6)))
    assert len(offered(five)) == 57


@proves("ww:5.522", "ww:5.53")
@pytest.mark.parametrize(("value", "may"), [("fortifications", False), ("fortresses", True)])
def test_entry_block_keeps_the_mingo_from_a_british_stockade_or_not(value: str, may: bool) -> None:
    rules = ruleset(entry_block=value)
    works: Json = {"british": ["mingo_town"]}
    state = turn(
        "french", {"quebec": ["fr_regular_bearn"]}, "26", rules, stockades=works, forts={"french": ["ohio_forks"]}
    )
    joining = after(state, a.PlayEvent(c(26)), roll(6))
    assert (a.PlaceUnit(u("fr_indian_mingo_1")) in offered(joining)) is may


@proves("ww:card-raise", "ww:card-raise-fx", "ww:5.54-limits")
@pytest.mark.parametrize(
    ("value", "department", "expected"),
    [
        ("one_department", Department.NORTHERN, (10, 2)),
        ("one_department", Department.SOUTHERN, (6, 4)),
        ("both_departments", None, (10, 4)),
    ],
)
def test_raise_provincials_serves_one_department_or_both(
    value: str, department: Department | None, expected: tuple[int, int]
) -> None:
    pieces = {"albany": ["6 br_northern_provincial"], "philadelphia": ["2 br_southern_provincial"]}
    raised = after(turn("british", pieces, "43", ruleset(raise_provincials=value)), a.PlayEvent(c(43)))
    if department is not None:
        raised = after(raised, a.PickDepartment(department))
    raised = after(raised, offered(raised)[0])
    while about(raised) == "placement":
        raised = after(raised, offered(raised)[0])
    kinds = [COUNTERS[unit].kind for unit in units_on_map(raised.board, Side.BRITISH)]
    assert (kinds.count(Kind.NORTHERN_PROVINCIAL), kinds.count(Kind.SOUTHERN_PROVINCIAL)) == expected


@proves("ww:card-iroquois", "ww:card-iroquois-pre")
@pytest.mark.parametrize(("value", "may"), [("only_own_side", False), ("own_side_present", True)])
def test_iroquois_fortification_bars_both_sides_or_neither(value: str, may: bool) -> None:
    for side in ("british", "french"):
        state = turn(
            side, {"schenectady": ["johnson"]}, "28 4", ruleset(iroquois_fortification=value),
            stockades={"french": ["oneida_carry_west"]}, forts={"british": ["oswego"]},
        )  # fmt: skip
        assert (a.PlayEvent(c(28)) in offered(state)) is may


@proves("ww:card-highlanders", "ww:card-highlanders-fx")
@pytest.mark.parametrize(("value", "leaders"), [("one_and_one", 1), ("four_and_two", 2)])
def test_small_highlanders_draw_one_leader_or_two(value: str, leaders: int) -> None:
    """Given one Highlander of the 1757 set-up and four of card 60, then card 61 brings the last, and leaders."""
    pieces = {"albany": ["br_highland_1_42nd"]}
    pool: Json = ["murray", "bradstreet", "forbes", "monckton"]
    state = turn("british", pieces, "60 61", ruleset(small_highlanders=value), enemy="1 2 3", pool=pool)
    counts: list[tuple[int, int]] = []
    for number in (60, 61):
        state = after(state, a.PlayEvent(c(number)))
        draws = 0
        while not (about(state) == "card_play" and due(state).by == "british") and about(state) != "deal":
            draws += about(state) == "leader_draw"
            idle = (a.Activate(c(4 - len(hand(state.cards, Side.FRENCH))), a.Activates.INDIVIDUALS), a.Done())
            state = after(state, *(idle if about(state) == "card_play" else offered(state)[:1]))
        units = [unit for unit in units_on_map(state.board, Side.BRITISH) if COUNTERS[unit].kind is Kind.HIGHLAND]
        counts.append((len(units), draws))
    assert counts == [(5, 2), (6, leaders)]


@proves("ww:en-14.1", "ww:card-diplomatic")
@pytest.mark.parametrize(("value", "taken"), [("off", False), ("on", True)])
def test_linked_pitt_and_revolution_gives_britain_card_67_or_not(value: str, taken: bool) -> None:
    markers: Json = {"start": 1755, "pitt": False, "diplomatic": False}
    rules = ruleset(linked_pitt_and_revolution=value)
    state = turn("french", {"quebec": ["fr_regular_bearn"]}, "69 4", rules, discards=["card_67"], markers=markers)
    revolved = after(state, a.PlayEvent(c(69)))
    assert (c(67) in cards_at(revolved.cards, At.BRITISH)) is taken


@proves("ww:en-14.3")
@pytest.mark.parametrize(("value", "vp"), [("off", 0), ("on", -1)])
def test_early_regulars_cost_vp_or_not(value: str, vp: int) -> None:
    rules = ruleset(early_regulars_cost_vp=value)
    state = turn("french", {"quebec": ["fr_regular_bearn"]}, "55 4", rules, year=1755, markers={"start": 1755})
    assert after(state, a.PlayEvent(c(55))).tracks.vp == vp


@proves("ww:en-14.4", "ww:card-surrender")
@pytest.mark.parametrize(("value", "may"), [("off", False), ("on", True)])
def test_either_side_may_surrender_lets_the_garrison_give_up_or_not(value: str, may: bool) -> None:
    pieces = {NORTH: ["montcalm", "2 fr_regular", "inside br_regular_44th"], "albany": ["br_regular_48th"]}
    works: Json = {"british": [NORTH], "french": ["ticonderoga"]}
    state = turn(
        "french", pieces, "4", ruleset(either_side_may_surrender=value), enemy="6", forts=works, sieges={NORTH: 0}
    )
    asked = after(state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("montcalm")), a.Besiege())
    assert (about(asked) == "response_give_up") is may
    if may:
        given = after(asked, a.Respond(c(6)))
        assert given.tracks.vp == 2
        assert "br_regular_44th" in stack(given, "albany")


@proves("ww:en-14.5", "ww:5.12", "ww:card-acadians")
@pytest.mark.parametrize(("value", "may"), [("off", False), ("on", True)])
def test_either_side_may_expel_acadians_or_not(value: str, may: bool) -> None:
    pieces = {"montreal": ["reduced fr_coureurs_marin"], "st_lawrence_canadian_militias": ["reduced fr_militia_1"]}
    state = turn("french", pieces, "66 4", ruleset(either_side_may_expel_acadians=value), markers={"start": 1755})
    if not may:
        assert [each.rule for each in refused(state, a.PlayEvent(c(66)))] == ["ww:5.12"]
        return
    expelled = after(state, a.PlayEvent(c(66)), a.PickSpace(s("quebec")))
    assert len(stack(expelled, "halifax")) == 2
    assert stack(expelled, "montreal") == ["fr_coureurs_marin"]
    assert stack(expelled, "st_lawrence_canadian_militias") == ["fr_militia_1"]
    assert [str(each) for each in stack(expelled, "quebec")] == ["fr_coureurs_boishebert_acadian"]
    assert cards_at(expelled.cards, At.REMOVED) == (c(66),)


@proves("ww:en-14.6")
@pytest.mark.parametrize(("value", "may"), [("off", False), ("on", True)])
def test_dig_for_regulars_swaps_a_random_card_for_card_57_or_not(value: str, may: bool) -> None:
    state = turn("british", {"albany": ["br_regular_44th"]}, "4", ruleset(dig_for_regulars=value), discards=["card_57"])
    if not may:
        assert [each.rule for each in refused(state, a.Dig(c(57)))] == ["ww:en-14.6"]
        return
    dug = after(state, a.Dig(c(57)), a.Draw(c(4)))
    assert c(57) in cards_at(dug.cards, At.BRITISH)
    assert c(4) in cards_at(dug.cards, At.DISCARDS)
    assert [each.reason for each in refused(state, a.Dig(c(58)))] == [Reason.NOT_IN_THE_DISCARDS]


# ---------------------------------------------------------------- bidding


@proves("ww:13.3", "ww:13.3-tie")
def test_bidding_gives_the_french_to_the_bidder_of_two_and_britain_two_vp() -> None:
    start = GAME.start("annus_mirabilis", ruleset(bidding="on"))
    assert after(start, a.Bid(2), a.Bid(1), a.TakeSide(Side.FRENCH)).tracks.vp == 2
    assert [each.rule for each in refused(start, a.Bid(11))] == ["ww:13.3"]
    tied = after(start, a.Bid(1), a.Bid(1))
    assert about(tied) == "tied_bids"
    assert after(tied, a.Roll(4), a.TakeSide(Side.BRITISH)).tracks.vp == 5
    assert GAME.start("annus_mirabilis", ruleset()).tracks.vp == 4


@proves("ww:en-14.7")
def test_open_bidding_gives_the_french_to_the_last_bidder() -> None:
    start = GAME.start("annus_mirabilis", ruleset(open_bidding="on"))
    bids = after(start, a.Bid(0), a.Bid(1), a.Bid(2))
    assert [each.rule for each in refused(bids, a.Bid(2))] == ["ww:en-14.7"]
    assert after(bids, a.Decline(), a.TakeSide(Side.FRENCH)).tracks.vp == 2
    assert [each.rule for each in refused(start, a.Decline())] == ["ww:en-14.7"]


# ---------------------------------------------------------------- the end of a tournament game


@proves("ww:13.14", "ww:13.14-exc")
@pytest.mark.parametrize(
    ("value", "result"),
    [("off", Over("draw", ("ww:13.14",))), ("on", Over("french wins", ("ww:13.14-exc",)))],
)
def test_tournament_draw_gives_the_end_of_1762_to_nobody_or_to_france(value: str, result: Over) -> None:
    end = place(
        {}, ruleset(tournament_draw=value), opening={"type": "victory_check"},
        year=1762, season="late", last_year=1762, vp={"british": 3},
    )  # fmt: skip
    assert GAME.decision(end) == result
