"""Cards 23 to 34: Indian alliances and what undoes them (5.53), and SMALL POX."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import Done, Pick, PickSpace, PlaceUnit, PlayEvent, RestoreUnits, Roll
from reference.wilderness_war.cards import At, Event, card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import unit
from reference.wilderness_war.ch05_indians import colours, has_enemy_twin, placements, pox_steps
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Cherokees
from tests.wilderness_war.moves import pick
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    after_event,
    cards_in,
    chance,
    choice,
    foreign,
    offered,
    phase,
    plays_event,
    shown,
    year,
)
from tests.wilderness_war.positions import named_freely, place, played, read, refused, ruleset, stack, units

GRAY_HOMES = ("karaghiyadirha", "cayuga", "onondaga", "shawiangto", "oneida_castle")


def at(name: str) -> PickSpace:
    """Return the choice of a space."""
    return PickSpace(space(name))


def joins(name: str) -> PlaceUnit:
    """Return the choice to let an Indian unit join."""
    return PlaceUnit(unit(name))


# ---------------------------------------------------------------- NORTHERN and WESTERN INDIAN ALLIANCE


BLUE = "abenaki_1 algonquin_1 caughnawaga_1 mississauga"
ORANGE = "delaware_1 mingo_1 shawnee_1"
UPPER = "huron ojibwa ottawa potawatomi"


def joiners(names: str) -> tuple[PlaceUnit, ...]:
    """Return the choices to let French Indians join."""
    return tuple(joins(f"fr_indian_{name}") for name in names.split())


@proves("ww:card-northern-fx", "ww:card-western-fx", "ww:card-iroquois-fx")
@pytest.mark.parametrize("die", range(1, 7))
def test_half_the_die_rounded_up_joins_all_of_it_above_four_french_points_or_for_the_iroquois(die: int) -> None:
    poor, rich = read({}, vp={"french": 4}), read({}, vp={"french": 5})
    for alliance in (Event.NORTHERN, Event.WESTERN):
        assert placements(poor, alliance, die) == (1, 1, 2, 2, 3, 3)[die - 1]
        assert placements(rich, alliance, die) == die
    assert placements(poor, Event.IROQUOIS, die) == die


@proves("ww:5.531-pays", "ww:5.53", "ww:card-northern-fx2", "ww:card-western-fx2")
@pytest.mark.parametrize(("owner", "joined"), [("french", True), ("british", False), (None, False)])
def test_the_pays_d_en_haut_join_either_alliance_with_a_french_fort_at_niagara(owner: str | None, joined: bool) -> None:
    state = read({}, forts={} if owner is None else {owner: ["niagara"]})
    upper = {"blue_orange"} if joined else set()
    assert colours(state, Event.NORTHERN) == {"blue"} | upper
    assert colours(state, Event.WESTERN) == {"orange"} | upper
    assert colours(state, Event.IROQUOIS) == {"gray"}


@proves("ww:card-northern-fx2", "ww:5.531-pays")
def test_a_stockade_or_an_unfinished_fort_at_niagara_is_no_fort() -> None:
    state = read({}, stockades={"french": ["niagara"]}, unfinished_forts={"french": ["niagara"]})
    assert colours(state, Event.NORTHERN) == {"blue"}


@proves("ww:card-northern", "ww:card-northern-fx", "ww:card-northern-fx2", "ww:5.53", "ww:5.521", "ww:5.532")
@pytest.mark.parametrize("name", ["card_23", "card_24", "card_25"])
def test_northern_indians_join_in_their_settlements(name: str) -> None:
    assert shown(name) == "french event"
    state = after_event(name)
    assert chance(state).about == f"die_of_{name}"
    state = played(state, Roll(3)).state
    assert (choice(state).by, choice(state).about) == (FRENCH, "alliance")
    assert offered(state) == (*joiners(BLUE), Done())
    following = played(state, joins("fr_indian_abenaki_1"))
    assert following.events == (
        event(EventKind.UNIT_PLACED, "ww:card-northern", "ww:5.53", unit="fr_indian_abenaki_1", space="st_francois"),
    )
    after = played(following.state, joins("fr_indian_mississauga")).state
    assert stack(after, "st_francois") == ["fr_indian_abenaki_1"]
    assert stack(after, "mississauga") == ["fr_indian_mississauga"]
    assert allied_tribes(after.board, space("st_francois"), FRENCH) == ("abenaki",)
    assert choice(after).by is BRITISH
    assert cards_in(after, At.DISCARDS) == (card(name),)


@proves("ww:card-northern")
def test_the_northern_alliance_needs_control_of_montreal() -> None:
    state = phase(FRENCH, "card_23", {"montreal": ["br_regular_15th"]}, captured_fortresses={"british": ["montreal"]})
    assert refused(state, PlayEvent(card("card_23"))) == (
        violation(Reason.FORTRESS_NOT_CONTROLLED, "ww:card-northern", space="montreal"),
    )
    besieged = phase(FRENCH, "card_23", {"montreal": ["2 br_regular", "inside fr_regular_bearn"]},
                     sieges={"montreal": 0})  # fmt: skip
    assert not plays_event(besieged, "card_23")


@proves("ww:card-western", "ww:card-western-fx", "ww:card-western-fx2")
@pytest.mark.parametrize("name", ["card_26", "card_27"])
def test_western_indians_join_with_a_french_fort_at_ohio_forks(name: str) -> None:
    assert shown(name) == "french event"
    state = played(after_event(name, forts={"french": ["ohio_forks", "niagara"]}), Roll(1)).state
    assert offered(state) == (*joiners(ORANGE), *joiners(UPPER), Done())
    after = played(state, joins("fr_indian_huron")).state
    assert stack(after, "pays_d_en_haut") == ["fr_indian_huron"]
    bare = phase(FRENCH, name, stockades={"french": ["ohio_forks"]})
    assert refused(bare, PlayEvent(card(name))) == (violation(Reason.NO_FORT, "ww:card-western", space="ohio_forks"),)


@proves("ww:5.522", "ww:5.53")
@pytest.mark.parametrize(("value", "allowed"), [("fortifications", False), ("fortresses", True)])
def test_d28_no_mingo_joins_beside_a_british_stockade_unless_only_fortresses_bar(value: str, allowed: bool) -> None:
    state = after_event("card_26", {}, FRENCH, ruleset(entry_block=value), forts={"french": ["ohio_forks"]},
                        stockades={"british": ["mingo_town"]})  # fmt: skip
    state = played(state, Roll(6)).state
    assert (joins("fr_indian_mingo_1") in offered(state)) is allowed
    if not allowed:
        assert refused(state, joins("fr_indian_mingo_1")) == (
            violation(Reason.ENEMY_FORTIFICATION, "ww:5.522", space="mingo_town"),
        )


@proves("ww:card-northern-fx2", "ww:card-western-fx2")
def test_the_pays_d_en_haut_is_refused_for_the_card_that_asks_for_the_fort_at_niagara() -> None:
    for name, cited in (("card_23", "ww:card-northern-fx2"), ("card_26", "ww:card-western-fx2")):
        state = played(after_event(name, {}, forts={"french": ["ohio_forks"]}), Roll(6)).state
        expected = violation(Reason.NO_FORT, cited, space="niagara")
        assert refused(state, joins("fr_indian_huron")) == (expected,)


@proves("ww:5.53", "ww:5.52")
def test_who_may_not_join_is_refused_for_its_rule() -> None:
    pieces = {"montreal": ["fr_indian_mississauga", "fr_indian_abenaki_1"], "st_francois": ["br_ranger_rogers"]}
    state = played(after_event("card_23", pieces), Roll(6)).state
    for name in ("fr_indian_mingo_1", "br_indian_mohawk_1", "fr_coureurs_marin"):
        enemys = (violation(Reason.OF_THE_ENEMY, "ww:5.53", unit=name),) if name == "br_indian_mohawk_1" else ()
        other = violation(Reason.NOT_OF_THE_ALLIANCE, "ww:5.531", unit=name)
        assert refused(state, joins(name)) == (*enemys, other)
    assert refused(state, joins("fr_indian_mississauga")) == (
        violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit="fr_indian_mississauga"),
    )
    assert refused(state, joins("fr_indian_abenaki_2")) == (
        violation(Reason.ENEMY_HELD, "ww:5.522", space="st_francois", units=("br_ranger_rogers",)),
    )
    joined = named_freely(state, joins("fr_indian_algonquin_2"))
    assert dict(joined.events[0].facts)["unit"] == "fr_indian_algonquin_2"
    assert refused(state, RestoreUnits()) == (violation(Reason.NOT_REDUCED, "ww:5.53"),)
    foreign(state, at("montreal"))
    foreign(state, pick("fr_indian_mississauga"))
    assert choice(played(state, Done()).state).by is BRITISH


@proves("ww:card-northern-fx3", "ww:card-western-fx3", "ww:5.523")
def test_each_placement_may_be_traded_for_restoring_two() -> None:
    pieces = {"montreal": ["reduced fr_indian_abenaki_1", "reduced fr_indian_algonquin_1", "reduced fr_indian_mingo_1",
                           "reduced fr_indian_caughnawaga_1", "fr_indian_caughnawaga_2"]}  # fmt: skip
    state = played(after_event("card_23", pieces), Roll(4)).state
    assert offered(state)[-2:] == (RestoreUnits(), Done())
    state = played(state, RestoreUnits()).state
    assert choice(state).about == "alliance_restores"
    trio = units("fr_indian_abenaki_1 fr_indian_algonquin_1 fr_indian_caughnawaga_1")
    assert offered(state) == (*map(Pick, trio), Done())
    assert refused(state, pick("fr_indian_caughnawaga_2")) == (
        violation(Reason.NOT_REDUCED, "ww:5.523", unit="fr_indian_caughnawaga_2"),
    )
    assert refused(state, pick("fr_indian_mingo_1")) == (
        violation(Reason.NOT_OF_THE_ALLIANCE, "ww:5.531", unit="fr_indian_mingo_1"),
    )
    foreign(state, RestoreUnits())
    foreign(state, joins("fr_indian_mississauga"))
    state = played(state, pick("fr_indian_abenaki_1"), pick("fr_indian_caughnawaga_1")).state
    assert choice(state).about == "alliance"
    again = played(state, RestoreUnits()).state
    after = played(again, pick("fr_indian_algonquin_1")).state
    assert choice(after).by is BRITISH
    assert [each for each in stack(after, "montreal") if "reduced" in str(each)] == ["reduced fr_indian_mingo_1"]
    stopped = played(again, Done()).state
    assert choice(stopped).by is BRITISH


@proves("ww:5.53", "ww:5.523", "ww:card-western-fx3")
def test_a_whole_unit_that_the_alliance_does_not_concern_is_refused_a_restoring_for_both() -> None:
    french = ["reduced fr_indian_mingo_1", "fr_indian_shawnee_1", "fr_indian_huron", "fr_coureurs_marin"]
    pieces = {"ohio_forks": french, "albany": ["br_indian_mohawk_1"]}
    state = played(after_event("card_26", pieces, forts={"french": ["ohio_forks"]}), Roll(3), RestoreUnits()).state
    for name in ("fr_indian_shawnee_1", "fr_indian_huron", "fr_coureurs_marin", "br_indian_mohawk_1"):
        whole = violation(Reason.NOT_REDUCED, "ww:5.523", unit=name)
        stranger = violation(Reason.NOT_OF_THE_ALLIANCE, "ww:5.531", unit=name)
        other = {
            "fr_indian_shawnee_1": (),
            "fr_indian_huron": (violation(Reason.NO_FORT, "ww:card-western-fx2", space="niagara"),),
            "fr_coureurs_marin": (stranger,),
            "br_indian_mohawk_1": (violation(Reason.OF_THE_ENEMY, "ww:5.53", unit=name), stranger),
        }[name]
        assert refused(state, pick(name)) == (whole, *other)


@proves("ww:card-western-fx3")
def test_restoring_may_stop_after_one_and_the_rest_is_lost() -> None:
    pieces = {"ohio_forks": ["reduced fr_indian_mingo_1", "reduced fr_indian_delaware_1"]}
    state = played(after_event("card_26", pieces, forts={"french": ["ohio_forks"]}), Roll(3), RestoreUnits()).state
    state = played(state, pick("fr_indian_delaware_1"), Done()).state
    assert choice(state).about == "alliance"
    assert "reduced fr_indian_mingo_1" in stack(state, "ohio_forks")


def test_an_alliance_without_anybody_left_to_join_is_over_at_once() -> None:
    everybody = ["2 fr_indian_abenaki", "2 fr_indian_algonquin", "2 fr_indian_caughnawaga", "fr_indian_mississauga"]
    state = played(after_event("card_23", {"montreal": everybody}), Roll(6)).state
    assert choice(state).by is BRITISH


# ---------------------------------------------------------------- IROQUOIS ALLIANCE and MOHAWKS


GRAY = "cayuga oneida onondaga seneca tuscarora"


@proves("ww:card-iroquois", "ww:card-iroquois-pre", "ww:card-iroquois-fx", "ww:5.53")
def test_the_iroquois_join_the_side_that_alone_has_works_at_the_carries() -> None:
    state = played(after_event("card_28", stockades={"french": ["oswego"]}), Roll(2)).state
    assert offered(state) == (*joiners(GRAY), Done())
    state = played(state, joins("fr_indian_seneca"), joins("fr_indian_tuscarora")).state
    assert stack(state, "karaghiyadirha") == ["fr_indian_seneca"]
    assert stack(state, "shawiangto") == ["fr_indian_tuscarora"]
    assert choice(state).about == "end_of_phase"


@proves("ww:5.533", "ww:card-iroquois-fx", "ww:5.53")
def test_no_iroquois_joins_while_its_twin_fights_for_the_enemy() -> None:
    pieces = {"albany": ["br_indian_oneida", "br_regular_15th"]}
    state = played(after_event("card_28", pieces, stockades={"french": ["oswego"]}), Roll(6)).state
    assert has_enemy_twin(state, unit("fr_indian_oneida"))
    assert offered(state) == (*joiners("cayuga onondaga seneca tuscarora"), Done())
    assert refused(state, joins("fr_indian_oneida")) == (
        violation(Reason.IROQUOIS_ON_BOTH_SIDES, "ww:5.533", unit="fr_indian_oneida"),
    )


@proves("ww:5.53", "ww:5.531", "ww:card-iroquois-fx")
def test_the_enemys_counter_of_an_iroquois_tribe_is_refused_as_the_enemys() -> None:
    state = played(after_event("card_28", stockades={"french": ["oswego"]}), Roll(6)).state
    assert joins("fr_indian_seneca") in offered(state)
    enemys = violation(Reason.OF_THE_ENEMY, "ww:5.53", unit="br_indian_seneca")
    assert refused(state, joins("br_indian_seneca")) == (enemys,)
    other = violation(Reason.NOT_OF_THE_ALLIANCE, "ww:5.531", unit="fr_indian_huron")
    assert refused(state, joins("fr_indian_huron")) == (other,)


@proves("ww:card-iroquois-fx2")
def test_iroquois_are_restored_two_for_a_placement() -> None:
    pieces = {"oswego": ["reduced fr_indian_oneida", "reduced fr_indian_seneca", "reduced fr_indian_abenaki_1",
                         "fr_indian_cayuga"]}  # fmt: skip
    state = played(after_event("card_28", pieces, stockades={"french": ["oswego"]}), Roll(1), RestoreUnits()).state
    assert offered(state) == (pick("fr_indian_oneida"), pick("fr_indian_seneca"), Done())
    state = played(state, pick("fr_indian_oneida"), pick("fr_indian_seneca")).state
    assert stack(state, "oswego") == [
        "reduced fr_indian_abenaki_1", "fr_indian_cayuga", "fr_indian_oneida", "fr_indian_seneca",
    ]  # fmt: skip


@proves("ww:card-iroquois")
def test_either_side_may_call_the_iroquois_if_it_has_what_that_takes() -> None:
    """Given Johnson among the Iroquois, then a work at Oswego lets its owner play; without Johnson only the French."""
    assert shown("card_28") == "british and french event"
    near = {"oneida_castle": ["johnson"]}
    for side in Side:
        ready = phase(side, "card_28", near, forts={side.value: ["oswego"]})
        assert plays_event(ready, "card_28")
        assert refused(phase(side, "card_28", near), PlayEvent(card("card_28"))) == (
            violation(Reason.NO_FORTIFICATION, "ww:card-iroquois-pre", side=side.value),
        )
    alone = phase(BRITISH, "card_28", forts={"british": ["oswego"]})
    assert refused(alone, PlayEvent(card("card_28"))) == (
        violation(Reason.JOHNSON_TOO_FAR, "ww:card-iroquois-pre2", within=2, of=GRAY_HOMES),
    )


@proves("ww:card-iroquois-pre2")
def test_the_french_need_no_johnson() -> None:
    assert plays_event(phase(FRENCH, "card_28", forts={"french": ["oswego"]}), "card_28")


@proves("ww:card-iroquois-pre")
@pytest.mark.parametrize("value", ["only_own_side", "own_side_present"])
def test_the_iroquois_alliance_needs_a_work_at_one_of_the_three_carries(value: str) -> None:
    rules = ruleset(iroquois_fortification=value)
    for name in ("oswego", "oneida_carry_west", "oneida_carry_east"):
        assert plays_event(phase(FRENCH, "card_28", {}, rules, forts={"french": [name]}), "card_28")
    bare = phase(FRENCH, "card_28", {}, rules, forts={"french": ["niagara"]}, unfinished_forts={"french": ["oswego"]})
    assert refused(bare, PlayEvent(card("card_28"))) == (
        violation(Reason.NO_FORTIFICATION, "ww:card-iroquois-pre", side="french"),
    )


@proves("ww:card-iroquois-pre", "ww:card-iroquois")
@pytest.mark.parametrize(("value", "allowed"), [("only_own_side", False), ("own_side_present", True)])
def test_d40_with_works_of_both_sides_there_nobody_or_either_may_play_it(value: str, allowed: bool) -> None:
    rules = ruleset(iroquois_fortification=value)
    works: Json = {"french": ["oneida_carry_west"]}
    for side in Side:
        state = phase(side, "card_28", {"oneida_castle": ["johnson"]}, rules, stockades=works,
                      forts={"british": ["oswego"]})  # fmt: skip
        assert plays_event(state, "card_28") is allowed
        if not allowed:
            assert refused(state, PlayEvent(card("card_28"))) == (
                violation(Reason.ENEMY_FORTIFICATION, "ww:card-iroquois-pre", side=side.enemy.value),
            )


@proves("ww:card-iroquois-pre2")
@pytest.mark.parametrize(
    ("where", "allowed"), [("oneida_castle", True), ("oneida_carry_east", True), ("albany", False), (None, False)]
)
def test_britain_also_needs_johnson_within_two_spaces_of_a_gray_settlement(where: str | None, allowed: bool) -> None:
    pieces = {} if where is None else {where: ["johnson"]}
    state = phase(BRITISH, "card_28", pieces, forts={"british": ["oswego"]})
    assert plays_event(state, "card_28") is allowed
    if not allowed:
        assert refused(state, PlayEvent(card("card_28"))) == (
            violation(Reason.JOHNSON_TOO_FAR, "ww:card-iroquois-pre2", within=2, of=GRAY_HOMES),
        )


@proves("ww:card-mohawks", "ww:card-mohawks-fx")
def test_mohawks_join_johnson_and_the_reduced_are_restored() -> None:
    assert shown("card_29") == "british event"
    pieces = {"schenectady": ["johnson", "br_regular_15th"], "boston": ["reduced br_indian_mohawk_1"]}
    state = after_event("card_29", pieces, BRITISH)
    assert stack(state, "schenectady") == ["johnson", "br_regular_15th", "br_indian_mohawk_2"]
    assert stack(state, "boston") == ["br_indian_mohawk_1"]
    assert cards_in(state, At.DISCARDS) == (card("card_29"),)


@proves("ww:card-mohawks-pre", "ww:card-mohawks")
@pytest.mark.parametrize(("where", "allowed"), [("canajoharie", True), ("albany", True), ("kinderhook", False)])
def test_mohawks_need_johnson_within_two_spaces_of_canajoharie(where: str, allowed: bool) -> None:
    state = phase(BRITISH, "card_29", {where: ["johnson"]})
    assert plays_event(state, "card_29") is allowed
    if not allowed:
        assert refused(state, PlayEvent(card("card_29"))) == (
            violation(Reason.JOHNSON_TOO_FAR, "ww:card-mohawks-pre", within=2, of=("canajoharie",)),
        )


@proves("ww:card-mohawks-fx", "ww:5.522-lost")
def test_mohawks_do_not_join_a_besieged_johnson() -> None:
    pieces = {"albany": ["2 fr_regular", "inside johnson", "inside br_regular_15th"]}
    state = after_event("card_29", pieces, BRITISH, sieges={"albany": 0})
    assert stack(state, "albany") == [
        "inside johnson", "inside br_regular_15th", "fr_regular_2_berry", "fr_regular_3_berry",
    ]  # fmt: skip


# ---------------------------------------------------------------- CHEROKEES and CHEROKEE UPRISING


@proves("ww:card-cherokees", "ww:card-cherokees-fx", "ww:card-cherokees-fx2")
def test_cherokees_join_together_at_one_southern_fortification() -> None:
    assert shown("card_30") == "british event"
    state = after_event("card_30", {}, BRITISH, stockades={"british": ["woodstock", "wills_creek", "hoosic"]})
    assert choice(state).by is BRITISH
    assert offered(state) == tuple(map(at, ["alexandria", "baltimore", "philadelphia", "woodstock"]))
    state = played(state, at("woodstock")).state
    assert stack(state, "woodstock") == ["br_indian_cherokee_1", "br_indian_cherokee_2"]
    assert state.tracks.cherokees is Cherokees.ALLIED
    both = played(after_event("card_30", {}, BRITISH), at("alexandria")).state
    assert (stack(both, "alexandria"), choice(both).by) == (["br_indian_cherokee_1", "br_indian_cherokee_2"], FRENCH)


@proves("ww:card-cherokees-fx", "ww:card-cherokees")
def test_cherokees_on_the_map_are_restored() -> None:
    state = after_event("card_30", {"albany": ["reduced br_indian_cherokee_1", "br_indian_cherokee_2"]}, BRITISH)
    assert stack(state, "albany") == ["br_indian_cherokee_1", "br_indian_cherokee_2"]
    assert choice(state).by is FRENCH


@proves("ww:card-cherokees-pre", "ww:card-uprising-pre", "ww:card-uprising-fx2", "ww:card-cherokees-fx2")
def test_the_uprising_follows_cherokees_and_ends_them() -> None:
    for mood, cherokees, uprising in (("neutral", True, False), ("allied", True, True), ("uprising", False, False)):
        british = phase(BRITISH, "card_30", markers={"cherokees": mood})
        french = phase(FRENCH, "card_31", markers={"cherokees": mood})
        assert (plays_event(british, "card_30"), plays_event(french, "card_31")) == (cherokees, uprising)
    assert refused(phase(BRITISH, "card_30", markers={"cherokees": "uprising"}), PlayEvent(card("card_30"))) == (
        violation(Reason.AFTER_THE_UPRISING, "ww:card-cherokees-pre"),
    )
    assert refused(phase(FRENCH, "card_31"), PlayEvent(card("card_31"))) == (
        violation(Reason.CHEROKEES_NOT_PLAYED, "ww:card-uprising-pre"),
    )
    assert refused(phase(FRENCH, "card_31", markers={"cherokees": "uprising"}), PlayEvent(card("card_31"))) == (
        violation(Reason.AFTER_THE_UPRISING, "ww:card-uprising-pre"),
    )


@proves("ww:card-uprising", "ww:card-uprising-fx", "ww:card-uprising-fx2")
def test_the_uprising_costs_two_regulars_a_southern_provincial_and_all_cherokee_of_britains_choice() -> None:
    assert shown("card_31") == "french event, removed after use"
    pieces = {
        "albany": ["br_regular_15th", "br_highland_1_42nd", "br_royal_american_1_60th", "br_light_infantry_howes"],
        "york": ["br_southern_provincial_maryland", "reduced br_southern_provincial_virginia_1"],
        "boston": ["br_indian_cherokee_1", "br_northern_provincial_rhode_island"],
    }
    state = after_event("card_31", pieces, markers={"cherokees": "allied"})
    assert (choice(state).by, choice(state).about) == (BRITISH, "removal")
    regulars = units("br_regular_15th br_highland_1_42nd br_royal_american_1_60th")
    assert offered(state) == tuple(map(Pick, regulars))
    assert refused(state, Done()) == (violation(Reason.TOO_FEW_CHOSEN, "ww:card-uprising-fx", left=2),)
    assert refused(state, pick("br_light_infantry_howes")) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-uprising-fx", unit="br_light_infantry_howes"),
    )
    foreign(state, at("albany"))
    state = played(state, pick("br_royal_american_1_60th"), pick("br_regular_15th")).state
    assert choice(state).by is BRITISH
    assert offered(state) == tuple(
        map(Pick, units("br_southern_provincial_maryland br_southern_provincial_virginia_1"))
    )
    state = played(state, pick("br_southern_provincial_virginia_1")).state
    assert stack(state, "albany") == ["br_highland_1_42nd", "br_light_infantry_howes"]
    assert stack(state, "york") == ["br_southern_provincial_maryland"]
    assert stack(state, "boston") == ["br_northern_provincial_rhode_island"]
    assert state.tracks.cherokees is Cherokees.UPRISING
    assert cards_in(state, At.REMOVED) == (card("card_31"),)


@proves("ww:card-uprising-fx", "ww:8.22-inside")
def test_besieged_units_are_spared_and_what_is_not_there_is_not_owed() -> None:
    pieces = {"albany": ["2 fr_regular", "inside br_regular_15th", "inside br_indian_cherokee_1"],
              "boston": ["br_regular_17th"]}  # fmt: skip
    state = after_event("card_31", pieces, markers={"cherokees": "allied"}, sieges={"albany": 0})
    assert stack(state, "boston") == []
    assert "inside br_indian_cherokee_1" in stack(state, "albany")
    assert choice(state).by is BRITISH
    assert choice(state).about == "card_play"


# ---------------------------------------------------------------- TREATY OF EASTON and INDIANS DESERT


@proves("ww:card-easton", "ww:8.22-inside")
def test_the_treaty_of_easton_removes_the_unbesieged_orange_tribes_only() -> None:
    assert shown("card_32") == "british event, removed after use"
    pieces = {
        "ohio_forks": ["br_regular_15th"],
        "logstown": ["fr_indian_shawnee_1", "fr_indian_mingo_2"],
        "kittaning": ["reduced fr_indian_delaware_1", "fr_indian_huron"],
        "niagara": ["2 br_regular", "inside fr_indian_shawnee_2"],
    }
    state = after_event(
        "card_32", pieces, BRITISH, stockades={"british": ["ohio_forks"]}, forts={"french": ["niagara"]},
        sieges={"niagara": 0},
    )  # fmt: skip
    assert (stack(state, "logstown"), stack(state, "kittaning")) == ([], ["fr_indian_huron"])
    assert "inside fr_indian_shawnee_2" in stack(state, "niagara")
    assert cards_in(state, At.REMOVED) == (card("card_32"),)


@proves("ww:card-easton-pre")
@pytest.mark.parametrize(
    ("pieces", "works", "allowed"),
    [
        (["br_regular_15th"], {"stockades": {"british": ["gists_station"]}}, True),
        (["br_ranger_rogers"], {"stockades": {"british": ["gists_station"]}}, False),
        (["br_regular_15th"], {}, False),
        ([], {"stockades": {"british": ["gists_station"]}}, False),
    ],
)
def test_the_treaty_needs_drilled_troops_in_a_british_work_at_or_next_to_ohio_forks(
    pieces: list[str], works: dict[str, Json], allowed: bool
) -> None:
    state = phase(BRITISH, "card_32", {"gists_station": pieces}, **works)
    assert plays_event(state, "card_32") is allowed
    if not allowed:
        assert refused(state, PlayEvent(card("card_32"))) == (
            violation(Reason.NOT_NEAR_OHIO_FORKS, "ww:card-easton-pre"),
        )


@proves("ww:card-easton-pre")
def test_a_besieged_british_fort_at_ohio_forks_makes_no_treaty() -> None:
    state = phase(BRITISH, "card_32", {"ohio_forks": ["2 fr_regular", "inside br_regular_15th"]},
                  forts={"british": ["ohio_forks"]}, sieges={"ohio_forks": 0})  # fmt: skip
    assert not plays_event(state, "card_32")


@proves("ww:card-desert", "ww:8.22-inside", "ww:5.532")
def test_up_to_two_unbesieged_indians_desert_in_one_space() -> None:
    assert shown("card_33") == "british and french event"
    pieces = {
        "ticonderoga": ["fr_indian_abenaki_1", "fr_indian_abenaki_2", "fr_indian_huron", "fr_coureurs_marin"],
        "albany": ["br_indian_mohawk_1"],
        "niagara": ["2 br_regular", "inside fr_indian_mingo_1"],
    }
    state = after_event("card_33", pieces, BRITISH, forts={"french": ["niagara"]}, sieges={"niagara": 0})
    assert offered(state) == (at("albany"), at("ticonderoga"))
    assert refused(state, at("boston")) == (violation(Reason.NO_INDIANS, "ww:card-desert", at="boston"),)
    assert refused(state, at("niagara")) == (violation(Reason.BESIEGED, "ww:8.22-inside", unit="fr_indian_mingo_1"),)
    state = played(state, at("ticonderoga")).state
    assert offered(state) == (pick("fr_indian_abenaki_1"), pick("fr_indian_huron"), Done())
    assert refused(state, pick("fr_coureurs_marin")) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-desert", unit="fr_coureurs_marin"),
    )
    two = played(state, pick("fr_indian_abenaki_1"), pick("fr_indian_huron")).state
    assert stack(two, "ticonderoga") == ["fr_coureurs_marin", "fr_indian_abenaki_2"]
    assert allied_tribes(two.board, space("pays_d_en_haut"), FRENCH) == ()
    one = played(state, pick("fr_indian_huron"), Done()).state
    assert stack(one, "ticonderoga") == ["fr_coureurs_marin", "fr_indian_abenaki_1", "fr_indian_abenaki_2"]
    none = played(state, Done()).state
    assert stack(none, "ticonderoga") == stack(state, "ticonderoga")


def test_indians_desert_without_indians_is_spent_for_nothing() -> None:
    state = after_event("card_33", {}, BRITISH)
    assert choice(state).by is FRENCH
    assert cards_in(state, At.DISCARDS) == (card("card_33"),)


# ---------------------------------------------------------------- SMALL POX


@proves("ww:card-smallpox", "ww:2.0-stacking", "ww:8.22-exc")
def test_small_pox_strikes_a_space_with_more_than_four_enemy_units_besieged_or_not() -> None:
    assert shown("card_34") == "british and french event"
    pieces = {
        "albany": ["4 br_regular"],
        "boston": ["4 br_northern_provincial", "br_ranger_rogers"],
        "hudson_carry_south": ["4 fr_regular", "4 inside br_highland", "inside br_regular"],
    }
    state = after_event("card_34", pieces, forts={"british": ["hudson_carry_south"]}, sieges={"hudson_carry_south": 0})
    assert offered(state) == (at("boston"), at("hudson_carry_south"))
    assert refused(state, at("albany")) == (
        violation(Reason.TOO_FEW_UNITS, "ww:card-smallpox", space="albany", side="british", units=4, needed=5),
    )
    assert choice(after_event("card_34", {"albany": ["4 br_regular"]})).by is BRITISH


@proves("ww:card-smallpox-fx")
@pytest.mark.parametrize("die", range(1, 7))
def test_small_pox_takes_half_the_die_rounded_up_or_all_of_it_among_more_than_eight(die: int) -> None:
    eight, nine = read({"albany": ["8 br_regular"]}), read({"albany": ["9 br_regular"]})
    assert pox_steps(eight, FRENCH, space("albany"), die) == (1, 1, 2, 2, 3, 3)[die - 1]
    assert pox_steps(nine, FRENCH, space("albany"), die) == die


@proves("ww:card-smallpox-fx", "ww:card-smallpox-fx2")
def test_the_owner_reduces_units_of_his_choice_and_all_his_indians_there_are_removed() -> None:
    """Given the garrison of the 1757 example and two Mohawk, when the die is 3, then two units flip, Indians go."""
    pieces = {"hudson_carry_north": ["br_regular_35th", "br_royal_american_3_60th", "br_ranger_rogers",
                                     "2 reduced br_northern_provincial", "br_indian_mohawk_1"]}  # fmt: skip
    state = after_event("card_34", pieces)
    state = played(state, at("hudson_carry_north")).state
    assert chance(state).about == "die_of_card_34"
    state = played(state, Roll(3)).state
    assert (choice(state).by, choice(state).about) == (BRITISH, "smallpox")
    assert offered(state) == tuple(
        map(Pick, units("br_regular_35th br_royal_american_3_60th br_ranger_rogers br_indian_mohawk_1"))
    )
    reduced = "br_northern_provincial_connecticut_1"
    assert refused(state, pick(reduced)) == (violation(Reason.DEAD_BESIDE_FULL, "ww:card-smallpox-fx", unit=reduced),)
    assert refused(state, pick("br_regular_15th")) == (
        violation(Reason.NOT_AMONG_THEM, "ww:card-smallpox-fx", unit="br_regular_15th"),
    )
    foreign(state, Done())
    state = played(state, pick("br_regular_35th"), pick("br_royal_american_3_60th")).state
    assert stack(state, "hudson_carry_north") == [
        "reduced br_regular_35th", "reduced br_royal_american_3_60th",
        "reduced br_northern_provincial_connecticut_1", "reduced br_northern_provincial_connecticut_2",
        "br_ranger_rogers",
    ]  # fmt: skip


@proves("ww:card-smallpox-fx")
def test_units_die_only_when_all_are_reduced_and_units_alike_are_offered_once() -> None:
    pieces = {"quebec": ["5 reduced fr_regular", "3 reduced fr_coureurs", "fr_marine_detachment_1"]}
    state = played(after_event("card_34", pieces, BRITISH), at("quebec"), Roll(2)).state
    trio = ("fr_regular_2_berry", "fr_marine_detachment_1", "fr_coureurs_boishebert_acadian")
    assert "reduced fr_marine_detachment_1" in stack(state, "quebec")
    assert offered(state) == tuple(map(pick, trio))
    other = event(EventKind.UNIT_ELIMINATED, "ww:card-smallpox-fx", unit="fr_regular_3_berry")
    assert named_freely(state, pick("fr_regular_3_berry")).events == (other,)
    following = played(state, pick("fr_regular_2_berry"))
    assert following.events == (event(EventKind.UNIT_ELIMINATED, "ww:card-smallpox-fx", unit="fr_regular_2_berry"),)
    assert len(stack(following.state, "quebec")) == 8


@proves("ww:card-smallpox-fx", "ww:card-smallpox-fx2")
def test_small_pox_never_takes_more_than_there_is() -> None:
    state = played(after_event("card_34", {"quebec": ["5 reduced fr_coureurs"]}, BRITISH), at("quebec"), Roll(6)).state
    assert len(stack(state, "quebec")) == 2
    frames: Json = [year(BRITISH), {"type": "affliction", "side": "french", "space": "quebec", "left": 6}]
    assert stack(place({"quebec": ["2 fr_coureurs"]}, frames=frames, hands={"british": ["card_5"]}), "quebec") == []


@proves("ww:card-smallpox-fx", "ww:card-smallpox-fx2")
def test_among_units_alike_the_steps_are_taken_in_order_without_asking() -> None:
    following = played(after_event("card_34", {"albany": ["5 br_regular"]}), at("albany"), Roll(3))
    assert following.events[1:] == tuple(
        event(EventKind.STEPS_LOST, "ww:card-smallpox-fx", unit=name) for name in ("br_regular_15th", "br_regular_17th")
    )


# ---------------------------------------------------------------- besieged units, and the order of choices


@proves("ww:card-northern-fx3", "ww:5.53", "ww:5.523", "ww:8.22-inside")
def test_reduced_allies_under_siege_cannot_be_restored_for_the_siege() -> None:
    inside = ["2 br_regular", "inside reduced fr_indian_abenaki_1", "inside fr_indian_huron"]
    pieces = {"quebec": inside, "montreal": ["reduced fr_coureurs_marin"]}
    state = played(after_event("card_23", pieces, sieges={"quebec": 0}), Roll(6)).state
    besieged = violation(Reason.BESIEGED, "ww:8.22-inside", unit="fr_indian_abenaki_1")
    assert refused(state, RestoreUnits()) == (besieged,)
    orange = {**pieces, "quebec": ["2 br_regular", "inside reduced fr_indian_mingo_1"]}
    state = played(after_event("card_23", orange, sieges={"quebec": 0}), Roll(6)).state
    assert refused(state, RestoreUnits()) == (violation(Reason.NOT_REDUCED, "ww:5.53"),)


@proves("ww:card-uprising-fx", "ww:8.22-inside")
def test_a_besieged_regular_is_refused_to_the_uprising_for_the_siege() -> None:
    pieces = {
        "albany": ["2 fr_regular", "inside br_highland_1_42nd", "inside br_northern_provincial_new_york_1"],
        "boston": ["3 br_regular"], "quebec": ["br_regular_45th", "br_regular_44th", "inside fr_regular_bearn"],
    }  # fmt: skip
    state = after_event("card_31", pieces, sieges={"albany": 0, "quebec": 0}, markers={"cherokees": "allied"})
    assert choice(state).about == "removal"
    besieged = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_highland_1_42nd")
    assert refused(state, pick("br_highland_1_42nd")) == (besieged,)
    for name in ("br_northern_provincial_new_york_1", "fr_regular_bearn"):
        assert refused(state, pick(name)) == (
            violation(Reason.BESIEGED, "ww:8.22-inside", unit=name),
            violation(Reason.NOT_ASKED_FOR, "ww:card-uprising-fx", unit=name),
        )


@proves("ww:card-desert", "ww:8.22-inside")
def test_indians_under_siege_do_not_desert_for_the_siege() -> None:
    pieces = {
        "quebec": ["br_regular_15th", "br_indian_mohawk_1", "inside fr_indian_huron", "inside fr_coureurs_marin"],
        "montreal": ["br_regular_17th", "inside fr_indian_ottawa"],
    }
    state = after_event("card_33", pieces, sieges={"quebec": 0, "montreal": 0})
    state = played(state, at("quebec")).state
    besieged = violation(Reason.BESIEGED, "ww:8.22-inside", unit="fr_indian_huron")
    assert refused(state, pick("fr_indian_huron")) == (besieged,)
    for name in ("fr_indian_ottawa", "fr_coureurs_marin"):
        assert refused(state, pick(name)) == (
            violation(Reason.BESIEGED, "ww:8.22-inside", unit=name),
            violation(Reason.NOT_ASKED_FOR, "ww:card-desert", unit=name),
        )


@proves("ww:card-desert")
def test_deserters_are_offered_in_one_way_and_named_in_any_order() -> None:
    pieces = {"montreal": ["fr_indian_abenaki_1", "fr_indian_abenaki_2", "fr_indian_shawnee_1"]}
    state = played(after_event("card_33", pieces, BRITISH), at("montreal")).state
    other = named_freely(state, pick("fr_indian_abenaki_2")).state
    assert offered(other) == (pick("fr_indian_abenaki_1"), pick("fr_indian_shawnee_1"), Done())
    first = played(state, pick("fr_indian_abenaki_1")).state
    assert refused(first, pick("fr_indian_abenaki_1")) == (
        violation(Reason.ALREADY_CHOSEN, "ww:card-desert", unit="fr_indian_abenaki_1"),
    )
    late = played(state, pick("fr_indian_shawnee_1")).state
    assert offered(late) == (Done(),)
    assert named_freely(late, pick("fr_indian_abenaki_1")) == played(first, pick("fr_indian_shawnee_1"))
