"""Cards that restore troops, and those that bring militia and Rangers (5.52)."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import (
    Action,
    Done,
    Pick,
    PickDepartment,
    PickSpace,
    PlaceUnit,
    PlayEvent,
    RestoreUnits,
    Roll,
)
from reference.wilderness_war.board import (
    Away,
    place_of_leader,
    units_on_map,
)
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import IDS, Department
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, unit
from reference.wilderness_war.ch05_reinforcements import restore_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    at,
    cards_in,
    chance,
    choice,
    foreign,
    offered,
    phase,
    played_event,
    plays_event,
    shown,
)
from tests.wilderness_war.positions import (
    Pieces,
    named_freely,
    place,
    played,
    read,
    refused,
    stack,
    units,
)

PORTS = "boston new_haven new_york alexandria baltimore philadelphia halifax"


# ---------------------------------------------------------------- restoring


@proves("ww:5.523", "ww:12.3-c", "ww:8.22-inside", "ww:8.22-outside")
def test_whole_besieged_and_unsupplied_drilled_units_are_not_restored() -> None:
    state = read(
        {
            "albany": ["reduced br_regular_15th", "br_regular_17th"],
            "hudson_carry_south": ["2 fr_regular", "inside reduced br_ranger_rogers"],
            "oswego": ["reduced br_regular_22nd", "reduced br_ranger_goreham"],
        },
        forts={"british": ["hudson_carry_south"]}, sieges={"hudson_carry_south": 0},
    )  # fmt: skip
    assert tuple(restore_violations(state, unit("br_regular_15th"))) == ()
    assert tuple(restore_violations(state, unit("br_ranger_goreham"))) == ()
    assert tuple(restore_violations(state, unit("br_regular_17th"))) == (
        violation(Reason.NOT_REDUCED, "ww:5.523", unit="br_regular_17th"),
    )
    assert tuple(restore_violations(state, unit("br_ranger_rogers"))) == (
        violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_ranger_rogers"),
    )
    assert tuple(restore_violations(state, unit("br_regular_22nd"))) == (
        violation(Reason.NOT_SUPPLIED, "ww:12.3-c", unit="br_regular_22nd"),
    )


def hurt(number: int, kind: str) -> str:
    """Return so many reduced units in words."""
    return f"{number} reduced {kind}"


@proves("ww:card-transports", "ww:5.523")
@pytest.mark.parametrize(
    ("side", "where", "army", "most"),
    [
        (FRENCH, "quebec", ("fr_regular", "fr_marine_detachment"), 3),
        (BRITISH, "albany", ("br_regular", "br_light_infantry"), 6),
    ],
)
def test_transports_restore_three_french_or_six_british_regulars_or_light_infantry(
    side: Side, where: str, army: tuple[str, str], most: int
) -> None:
    others = "reduced fr_coureurs_marin" if side is FRENCH else "reduced br_ranger_rogers"
    state = played_event("card_47", {where: [hurt(4, army[0]), hurt(4, army[1]), others]}, side)
    assert choice(state).about == "restoration"
    for _ in range(most):
        assert len(offered(state)) == 2 + (len(offered(state)) > 2)
        state = played(state, offered(state)[0]).state
    assert sum("reduced" not in str(each) for each in stack(state, where)) == most
    assert others in stack(state, where)
    assert cards_in(state, At.DISCARDS) == (card("card_47"),)


@proves("ww:card-transports", "ww:5.523")
def test_fewer_may_be_restored_in_any_order_and_the_wrong_ones_are_refused() -> None:
    assert shown("card_47") == "british and french event"
    pieces = {
        "albany": ["reduced br_regular_15th", "reduced br_regular_17th", "reduced br_light_infantry_howes"],
        "boston": ["br_regular_22nd", "reduced br_ranger_rogers"],
    }
    state = played_event("card_47", pieces)
    assert offered(state) == (Pick(unit("br_regular_15th")), Pick(unit("br_light_infantry_howes")), Done())
    assert refused(state, Pick(unit("br_regular_22nd"))) == (
        violation(Reason.NOT_REDUCED, "ww:5.523", unit="br_regular_22nd"),
    )
    assert refused(state, Pick(unit("br_ranger_rogers"))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-transports", unit="br_ranger_rogers"),
    )
    other = named_freely(state, Pick(unit("br_regular_17th"))).state
    assert offered(other) == (Pick(unit("br_regular_15th")), Pick(unit("br_light_infantry_howes")), Done())
    both = played(state, Pick(unit("br_regular_15th")), Pick(unit("br_regular_17th"))).state
    assert named_freely(other, Pick(unit("br_regular_15th"))).state == both
    assert refused(both, Pick(unit("br_regular_17th"))) == (
        violation(Reason.ALREADY_CHOSEN, "ww:card-transports", unit="br_regular_17th"),
    )
    foreign(state, RestoreUnits())
    following = played(state, Pick(unit("br_light_infantry_howes")))
    assert following.events == (
        event(EventKind.UNIT_RESTORED, "ww:card-transports", "ww:5.523", unit="br_light_infantry_howes"),
    )
    assert stack(played(state, Done()).state, "albany") == stack(state, "albany")


WHOLE = {
    "boston": ["br_regular_17th", "br_highland_77th_a", "br_royal_american_1_60th", "br_light_infantry_howes",
               "br_ranger_goreham", "br_northern_provincial_rhode_island", "br_southern_provincial_maryland",
               "br_indian_mohawk_1"],
    "southern_colonial_militias": ["br_militia_1"],
    "quebec": ["fr_regular_guyenne", "fr_coureurs_marin", "fr_indian_huron"],
    "st_lawrence_canadian_militias": ["fr_militia_1"],
}  # fmt: skip
RECRUITS = " ".join(WHOLE["boston"][3:7])
REGULARS = "br_regular_17th br_highland_77th_a br_royal_american_1_60th br_light_infantry_howes"


@proves("ww:card-transports", "ww:card-germany", "ww:card-recruits", "ww:card-rangers", "ww:card-militias", "ww:5.523")
@pytest.mark.parametrize(
    ("name", "side", "hurt_one", "actions", "rule", "asked"),
    [
        ("card_47", BRITISH, "br_regular_15th", (), "ww:card-transports", REGULARS),
        ("card_47", FRENCH, "fr_regular_bearn", (), "ww:card-transports", "fr_regular_guyenne"),
        ("card_48", BRITISH, "br_regular_15th", (Roll(1),), "ww:card-germany", REGULARS),
        ("card_48", FRENCH, "fr_regular_bearn", (Roll(1),), "ww:card-germany", "fr_regular_guyenne"),
        ("card_46", BRITISH, "br_ranger_rogers", (Roll(1),), "ww:card-recruits",
         RECRUITS),
        ("card_46", FRENCH, "fr_coureurs_lery", (Roll(1),), "ww:card-recruits", "fr_coureurs_marin"),
        ("card_53", BRITISH, "br_ranger_rogers", (RestoreUnits(),), "ww:card-rangers", "br_ranger_goreham"),
        ("card_49", BRITISH, "br_militia_2", (RestoreUnits(),), "ww:card-militias", "br_militia_1"),
        ("card_49", FRENCH, "fr_militia_2", (RestoreUnits(),), "ww:card-militias", "fr_militia_1"),
    ],
)  # fmt: skip
def test_a_whole_unit_is_refused_for_that_and_unless_the_event_asks_for_its_kind_and_side_for_that_too(
    name: str, side: Side, hurt_one: str, actions: tuple[Action, ...], rule: str, asked: str
) -> None:
    """Given whole units of every kind on both sides, when an event restores, then each is told all that bars it."""
    home = "albany" if side is BRITISH else "montreal"
    box = "northern_colonial_militias" if side is BRITISH else "st_lawrence_canadian_militias"
    where = box if "militia" in hurt_one else home
    pieces = {**WHOLE, where: [*WHOLE.get(where, []), f"reduced {hurt_one}"]}
    state = played(played_event(name, pieces, side, year=1756), *actions).state
    assert offered(state) == (Pick(unit(hurt_one)), Done())
    for each in (piece for here in WHOLE.values() for piece in here):
        whole = violation(Reason.NOT_REDUCED, "ww:5.523", unit=each)
        other = () if each in asked.split() else (violation(Reason.NOT_ASKED_FOR, rule, unit=each),)
        assert refused(state, Pick(unit(each))) == (whole, *other)


@proves("ww:card-transports", "ww:5.523")
def test_a_unit_that_is_not_on_the_map_is_not_restored() -> None:
    """Given Regulars that wait for their event, when TROOP TRANSPORTS restores, then they are not on the map."""
    state = played_event("card_47", {"albany": ["reduced br_regular_15th"]})
    absent = violation(Reason.NOT_ON_MAP, "ww:5.523", unit="br_regular_17th")
    assert refused(state, Pick(unit("br_regular_17th"))) == (absent,)


@proves("ww:card-transports", "ww:5.523", "ww:12.3-c", "ww:8.22-inside")
def test_transports_refuse_the_besieged_provincial_and_the_enemys_starving_regular_for_what_they_are_too() -> None:
    carry = "hudson_carry_north"
    inside = ("br_northern_provincial_new_jersey_1", "br_regular_35th")
    pieces = {
        "albany": ["reduced br_regular_15th"], "ohio_forks": ["reduced fr_regular_bearn"],
        carry: ["2 fr_regular", *(f"inside reduced {name}" for name in inside)],
    }  # fmt: skip
    state = played_event("card_47", pieces, sieges={carry: 0}, forts={"british": [carry], "french": ["ticonderoga"]})
    for name in (*inside, "fr_regular_bearn"):
        siege = (violation(Reason.BESIEGED, "ww:8.22-inside", unit=name),) if name in inside else ()
        starved = violation(Reason.NOT_SUPPLIED, "ww:12.3-c", unit=name)
        asked = name == "br_regular_35th"
        other = () if asked else (violation(Reason.NOT_ASKED_FOR, "ww:card-transports", unit=name),)
        assert refused(state, Pick(unit(name))) == (*siege, starved, *other)


@proves("ww:card-transports-bar", "ww:card-germany-bar", "ww:card-quiberon-fx")
@pytest.mark.parametrize(("name", "cited"), [("card_47", "ww:card-transports-bar"), ("card_48", "ww:card-germany-bar")])
def test_france_gets_nothing_by_sea_after_quiberon_or_without_quebec_but_britain_does(name: str, cited: str) -> None:
    taken: dict[str, Json] = {"captured_fortresses": {"british": ["quebec"]}, "markers": {"quiberon": True}}
    pieces = {"quebec": ["br_regular_15th"]}
    assert refused(phase(FRENCH, name, pieces, **taken), PlayEvent(card(name))) == (
        violation(Reason.AFTER_QUIBERON, cited),
        violation(Reason.AFTER_QUIBERON, "ww:card-quiberon-fx"),
        violation(Reason.QUEBEC_IS_BRITISH, cited),
    )
    assert plays_event(phase(BRITISH, name, pieces, **taken), name)
    assert plays_event(phase(FRENCH, name), name)


@proves("ww:card-germany", "ww:5.523")
@pytest.mark.parametrize("die", [1, 2, 5])
def test_victories_in_germany_restore_as_many_as_the_die_shows(die: int) -> None:
    state = played_event("card_48", {"albany": [hurt(4, "br_regular"), hurt(1, "br_light_infantry")]}, year=1756)
    assert chance(state).about == "die_of_card_48"
    state = played(state, Roll(die)).state
    while choice(state).about == "restoration":
        state = played(state, offered(state)[0]).state
    assert sum("reduced" not in str(each) for each in stack(state, "albany")) == die


@proves("ww:card-germany")
def test_victories_in_germany_are_not_yet_won_in_1755() -> None:
    assert shown("card_48") == "british and french event"
    state = phase(BRITISH, "card_48", year=1755)
    assert refused(state, PlayEvent(card("card_48"))) == (
        violation(Reason.TOO_EARLY, "ww:card-germany", year=1755, opens=1756),
    )


@proves("ww:card-recruits")
@pytest.mark.parametrize(
    ("side", "where", "able", "other"),
    [
        (FRENCH, "quebec", ["fr_coureurs_marin", "fr_coureurs_lery"], "fr_regular_bearn"),
        (BRITISH, "albany", ["br_light_infantry_howes", "br_northern_provincial_rhode_island",
                             "br_southern_provincial_maryland", "br_ranger_rogers"], "br_regular_15th"),
    ],
)  # fmt: skip
def test_colonial_recruits_restore_woodsmen_light_infantry_and_provincials(
    side: Side, where: str, able: list[str], other: str
) -> None:
    assert shown("card_46") == "british and french event"
    state = played_event("card_46", {where: [f"reduced {name}" for name in (*able, other)]}, side)
    state = played(state, Roll(6)).state
    while choice(state).about == "restoration":
        state = played(state, offered(state)[0]).state
    assert sorted(str(each) for each in stack(state, where)) == sorted([*able, f"reduced {other}"])


# ---------------------------------------------------------------- militia and Rangers


@proves("ww:card-militias", "ww:3.12", "ww:5.521", "ww:5.52")
@pytest.mark.parametrize("name", ["card_49", "card_50", "card_51", "card_52"])
def test_call_out_militias_adds_one_to_a_box_of_ones_own(name: str) -> None:
    assert shown(name) == "british and french event"
    state = played_event(name)
    assert offered(state) == (PickDepartment(Department.NORTHERN), PickDepartment(Department.SOUTHERN))
    assert refused(state, PickDepartment(Department.ST_LAWRENCE)) == (
        violation(Reason.OF_THE_ENEMY, "ww:card-militias", department="st_lawrence"),
    )
    after = played(state, PickDepartment(Department.SOUTHERN)).state
    assert stack(after, "southern_colonial_militias") == ["br_militia_1"]
    french = played_event(name, {}, FRENCH)
    assert offered(french) == (PickDepartment(Department.ST_LAWRENCE),)


@proves("ww:card-militias", "ww:5.52")
def test_a_militia_without_a_counter_is_refused_for_that_and_not_as_if_the_box_were_no_target() -> None:
    """Given all four colonial militia called out, one of them reduced, then a fifth cannot come to any box."""
    box = {"northern_colonial_militias": ["3 br_militia", "reduced br_militia_4"]}
    state = played_event("card_49", box)
    spent = violation(Reason.NO_COUNTER_LEFT, "ww:5.52", kind="militia")
    for region in (Department.NORTHERN, Department.SOUTHERN):
        assert refused(state, PickDepartment(region)) == (spent,)
    other = violation(Reason.OF_THE_ENEMY, "ww:card-militias", department="st_lawrence")
    assert refused(state, PickDepartment(Department.ST_LAWRENCE)) == (other, spent)


@proves("ww:card-militias")
def test_or_restores_two_militia() -> None:
    box = {"northern_colonial_militias": ["4 reduced br_militia"]}
    state = played_event("card_49", box)
    assert offered(state) == (RestoreUnits(),)
    state = played(state, RestoreUnits()).state
    state = played(state, offered(state)[0]).state
    state = played(state, offered(state)[0]).state
    assert sum("reduced" in str(each) for each in stack(state, "northern_colonial_militias")) == 2
    nothing = played_event("card_49", {"northern_colonial_militias": ["4 br_militia"]})
    assert choice(nothing).by is FRENCH


@proves("ww:card-rangers", "ww:5.522")
def test_rangers_are_placed_at_a_british_fortification_or_two_restored() -> None:
    pieces = {"hudson_carry_south": ["reduced br_ranger_rogers", "reduced br_ranger_goreham"]}
    works: Json = {"british": ["hudson_carry_south"]}
    state = played_event("card_53", pieces, stockades=works)
    assert offered(state) == (PlaceUnit(unit("br_ranger_armstrong")), RestoreUnits())
    assert refused(state, PlaceUnit(unit("br_ranger_rogers"))) == (
        violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit="br_ranger_rogers"),
    )
    rogers = named_freely(played_event("card_53"), PlaceUnit(unit("br_ranger_rogers"))).state
    assert stack(named_freely(rogers, at("albany")).state, "albany") == ["br_ranger_rogers"]
    assert refused(played_event("card_53"), PlaceUnit(unit("br_regular_17th"))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-rangers", unit="br_regular_17th"),
    )
    assert refused(played_event("card_53"), RestoreUnits()) == (violation(Reason.NOT_REDUCED, "ww:card-rangers"),)
    foreign(state, Done())
    foreign(state, at("albany"))
    placing = played(state, PlaceUnit(unit("br_ranger_armstrong"))).state
    assert choice(placing).by is BRITISH
    fortified = [IDS[each.space] for each in offered(placing) if isinstance(each, PickSpace)]
    assert fortified == [*PORTS.split()[:3], "albany", *PORTS.split()[3:6], "hudson_carry_south", "halifax"]
    assert stack(played(placing, at("albany")).state, "albany") == ["br_ranger_armstrong"]
    restoring = played(state, RestoreUnits()).state
    restored = played(restoring, *(Pick(each) for each in units("br_ranger_goreham br_ranger_rogers"))).state
    assert stack(restored, "hudson_carry_south") == ["br_ranger_goreham", "br_ranger_rogers"]


@proves("ww:card-rangers")
def test_one_unit_of_rangers_comes_or_two_are_restored_and_no_more() -> None:
    assert shown("card_53") == "british event"
    placed = played(played_event("card_53"), PlaceUnit(unit("br_ranger_armstrong")), at("albany")).state
    assert (units_on_map(placed.board, BRITISH), choice(placed).by) == ((unit("br_ranger_armstrong"),), FRENCH)
    state = played(played_event("card_53", {"albany": ["3 reduced br_ranger"]}), RestoreUnits()).state
    for _ in range(2):
        assert choice(state).by is BRITISH
        state = played(state, offered(state)[0]).state
    assert choice(state).by is FRENCH
    assert sum("reduced" in str(each) for each in stack(state, "albany")) == 1


def test_rangers_all_in_play_and_whole_are_no_target_but_the_event_may_be_played() -> None:
    state = played_event("card_53", {"albany": ["3 br_ranger"]})
    assert choice(state).by is FRENCH


def test_a_leader_pool_is_untouched_by_a_position_without_one() -> None:
    state = place({})
    assert not any(place_of_leader(state.board, each) is Away.POOL for each in ALL_LEADERS)


@proves("ww:card-rangers", "ww:5.523", "ww:8.22-inside")
def test_reduced_rangers_under_siege_cannot_be_restored_for_the_siege() -> None:
    pieces = {"albany": ["2 fr_regular", "inside reduced br_ranger_rogers"], "boston": ["br_ranger_goreham"]}
    state = played_event("card_53", pieces, sieges={"albany": 0})
    inside = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_ranger_rogers")
    assert refused(state, RestoreUnits()) == (inside,)
    lifted = played_event("card_53", {"albany": ["reduced br_ranger_rogers"], "boston": ["reduced br_ranger_goreham"]})
    lifted = played(lifted, RestoreUnits(), Pick(unit("br_ranger_rogers"))).state
    assert stack(lifted, "albany") == ["br_ranger_rogers"]


@proves("ww:card-rangers", "ww:5.522", "ww:5.52")
def test_rangers_without_an_open_fortification_have_none_to_enter() -> None:
    everywhere: Pieces = {name: ["fr_coureurs"] for name in (*PORTS.split()[:6], "albany")}
    pieces: Pieces = {**everywhere, "halifax": ["fr_regular_bearn"], "hoosic": ["reduced br_ranger_rogers"]}
    state = played_event("card_53", pieces)
    assert offered(state) == (RestoreUnits(),)
    nowhere = {
        name: violation(Reason.NO_FORTIFICATION, "ww:5.522", unit=name)
        for name in ("br_ranger_rogers", "br_ranger_goreham")
    }
    assert refused(state, PlaceUnit(unit("br_ranger_goreham"))) == (nowhere["br_ranger_goreham"],)
    assert refused(state, PlaceUnit(unit("br_ranger_rogers"))) == (
        violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit="br_ranger_rogers"), nowhere["br_ranger_rogers"],
    )  # fmt: skip
