"""Chapter 8.2: siege rolls, and captured fortresses left empty."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import NotThisDecision, event, violation
from reference.wilderness_war.actions import DIE, Command, Roll
from reference.wilderness_war.board import Work, siege_level
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch08_siege_roll import (
    abandoned_fortress,
    left_fortress,
    level_reached,
    may_roll,
    raised_level,
    siege_modifier,
)
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, STANDARD, board, due, place, played, read, refused, rolled, ruleset

# With these, Albany supplies Niagara.
CHAIN: Json = {"british": ["oneida_carry_east", "oneida_carry_west"]}
BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
CARRY, LOUISBOURG = space("hudson_carry_north"), space("louisbourg")


def siege(inside: list[str], *, level: int = 0, where: str = "hudson_carry_north", **rest: Json) -> State:
    """Return Montcalm about to roll against a British fort."""
    opening: Json = {"type": "siege_roll", "space": where, "besieger": "french", "leader": "montcalm", **rest}
    pieces = {where: ["montcalm", "2 fr_regular", *(f"inside {name}" for name in inside)]}
    return place(pieces, opening=opening, forts={"british": [where]}, sieges={where: level})


# ---------------------------------------------------------------- the die


@proves("ww:8.231-drm")
def test_the_besiegers_tactics_are_added_and_those_of_the_besieged_subtracted() -> None:
    assert siege_modifier(CARRY, leader("montcalm"), None, FRENCH, ()) == 2
    assert siege_modifier(CARRY, leader("montcalm"), leader("bradstreet"), FRENCH, ()) == 1
    assert siege_modifier(CARRY, leader("vaudreuil"), leader("wolfe"), FRENCH, ()) == -2


@proves("ww:8.231-drm")
@pytest.mark.parametrize(
    ("played_by", "added"), [((), 0), ((FRENCH,), 2), ((BRITISH,), -2), ((FRENCH, BRITISH), 0), ((BRITISH, FRENCH), 0)]
)
def test_coehorns_add_two_for_the_besieger_and_take_two_for_the_besieged(
    played_by: tuple[Side, ...], added: int
) -> None:
    assert siege_modifier(CARRY, leader("vaudreuil"), None, FRENCH, played_by) == added


@proves("ww:8.231-drm")
def test_louisbourg_takes_one_from_every_roll_against_it() -> None:
    assert siege_modifier(LOUISBOURG, leader("amherst"), None, BRITISH, ()) == 0
    assert siege_modifier(space("quebec"), leader("amherst"), None, BRITISH, ()) == 1
    assert siege_modifier(LOUISBOURG, leader("wolfe"), leader("drucour"), BRITISH, (BRITISH,)) == 2 - 1 + 2 - 1


@proves("ww:8.23", "ww:8.231-roll")
@pytest.mark.parametrize(
    ("level", "modified", "after"),
    [(0, 2, 0), (0, 3, 1), (0, 5, 1), (0, 6, 2), (1, 2, 1), (1, 3, 2), (1, 6, 2), (2, 6, 2), (2, -3, 2)],
)
def test_the_level_rises_as_the_table_says_and_never_above_2(level: int, modified: int, after: int) -> None:
    assert raised_level(level, modified) == after


@proves("ww:8.24", "ww:tbl-forts")
def test_a_fort_may_be_assaulted_from_level_1_on_and_a_fortress_from_level_2() -> None:
    assert [level_reached(Work.FORT, level) for level in (0, 1, 2)] == [False, True, True]
    assert [level_reached(Work.FORTRESS, level) for level in (0, 1, 2)] == [False, False, True]


# ---------------------------------------------------------------- who may roll


@proves("ww:8.231", "ww:12.3-b")
@pytest.mark.parametrize(
    ("besiegers", "sieges", "allowed"),
    [
        (["dunbar", "br_regular_44th"], {"kittaning": 0}, True),
        (["dunbar", "br_northern_provincial_rhode_island"], {"kittaning": 0}, True),
        (["dunbar", "br_regular_44th", "br_ranger_rogers"], {"kittaning": 0}, True),
        (["br_regular_44th"], {"kittaning": 0}, False),
        (["dunbar", "br_ranger_rogers"], {"kittaning": 0}, False),
        (["dunbar", "br_regular_44th"], {}, False),
    ],
)
def test_a_besieger_rolls_only_at_a_siege_with_a_leader_and_a_drilled_unit(
    besiegers: list[str], sieges: dict[str, Json], allowed: bool
) -> None:
    line = {"british": ["laurel_ridge_north", "raystown"]}
    found = board({"kittaning": besiegers}, forts={"french": ["kittaning"]}, sieges=sieges, stockades=line)
    assert may_roll(found, space("kittaning"), BRITISH, STANDARD) is allowed


@proves("ww:8.231")
def test_nobody_rolls_where_nothing_is_besieged() -> None:
    found = board({"albany": ["dunbar", "br_regular_44th"]})
    assert not may_roll(found, space("albany"), BRITISH, STANDARD)


@proves("ww:8.231", "ww:12.3-b")
def test_an_unsupplied_besieger_does_not_roll_unless_supply_is_out_of_play() -> None:
    found = board(
        {"kittaning": ["dunbar", "br_regular_44th"]}, forts={"french": ["kittaning"]}, sieges={"kittaning": 1}
    )
    assert not may_roll(found, space("kittaning"), BRITISH, STANDARD)
    assert may_roll(found, space("kittaning"), BRITISH, ruleset("fr_basic"))


@proves("ww:8.231")
def test_pieces_inside_the_besieged_work_do_not_make_a_besieger() -> None:
    inside = ["inside dunbar", "inside br_regular_44th", "fr_regular_bearn"]
    found = board({"hudson_carry_south": inside}, forts={"british": ["hudson_carry_south"]},
                  sieges={"hudson_carry_south": 0})  # fmt: skip
    assert not may_roll(found, space("hudson_carry_south"), BRITISH, STANDARD)


# ---------------------------------------------------------------- the procedure


@proves("ww:8.231-roll", "ww:8.231-drm", "ww:tbl-siege")
def test_a_roll_moves_the_marker_and_tells_how() -> None:
    state = siege([])
    assert (due(state).by, due(state).about, due(state).rules) == ("chance", "siege_roll", ("ww:8.231-roll",))
    assert due(state).actions == DIE
    after = played(state, Roll(1))
    assert after.events == (
        event(
            EventKind.SIEGE_ADVANCED, "ww:8.231-roll", "ww:tbl-siege",
            space="hudson_carry_north", die=1, modifier=2, level=1,
        ),
    )  # fmt: skip
    assert GAME.decision(after.state) == Over("settled")
    assert siege_level(after.state.board, CARRY) == 1


@proves("ww:8.231-roll")
@pytest.mark.parametrize(("level", "die", "after"), [(0, 4, 2), (1, 6, 2), (2, 6, 2), (1, 1, 2)])
def test_montcalm_before_an_undefended_fort_never_fails(level: int, die: int, after: int) -> None:
    assert siege_level(played(siege([], level=level), Roll(die)).state.board, CARRY) == after


@proves("ww:8.231-roll", "ww:8.231-drm")
def test_a_roll_without_effect_leaves_the_marker_where_it_is() -> None:
    state = siege(["wolfe", "br_regular_44th"], level=1)
    after = played(state, Roll(2))
    assert after.events == (
        event(
            EventKind.SIEGE_UNCHANGED, "ww:8.231-roll", "ww:tbl-siege",
            space="hudson_carry_north", die=2, modifier=0, level=1,
        ),
    )  # fmt: skip
    assert siege_level(after.state.board, CARRY) == 1


@proves("ww:8.231-drm", "ww:7.51-nonactive")
def test_the_besieged_add_the_tactics_of_their_highest_leader_inside() -> None:
    facts = dict(played(siege(["murray", "bradstreet", "br_regular_44th"]), Roll(1)).events[0].facts)
    assert (facts["modifier"], facts["level"]) == (2, 1)
    facts = dict(played(siege(["bradstreet", "johnson"]), Roll(1)).events[0].facts)
    assert (facts["modifier"], facts["level"]) == (1, 0)


@proves("ww:8.231-drm")
def test_coehorns_named_in_the_opening_change_the_roll() -> None:
    facts = dict(played(siege([], coehorns=["british"]), Roll(3)).events[0].facts)
    assert (facts["modifier"], facts["level"]) == (0, 1)


@proves("ww:7.51-nonactive", "ww:8.231-drm")
def test_the_besieged_name_their_commander_among_equals_of_different_tactics() -> None:
    opening: Json = {"type": "siege_roll", "space": "niagara", "besieger": "british", "leader": "wolfe"}
    pieces = {"niagara": ["wolfe", "2 br_regular", "inside levis", "inside vaudreuil", "inside rigaud"]}
    state = place(pieces, opening=opening, forts={"french": ["niagara"]}, sieges={"niagara": 0}, stockades=CHAIN)
    offered = (Command(leader("levis")), Command(leader("vaudreuil")))
    assert due(state) == Choice("french", "commander", ("ww:7.51-nonactive",), offered)
    for name, added in (("levis", 1), ("vaudreuil", 2)):
        after = played(state, Command(leader(name)), Roll(3))
        assert dict(after.events[0].facts)["modifier"] == added
    rule = "ww:7.51-nonactive"
    outranked = violation(Reason.NOT_OF_HIGHEST_COMMAND, rule, leader="rigaud", higher=("levis", "vaudreuil"))
    absent = violation(Reason.NOT_AMONG_THEM, rule, leader="montcalm", space="niagara")
    assert refused(state, Command(leader("rigaud"))) == (outranked,)
    assert refused(state, Command(leader("montcalm"))) == (absent,)
    assert GAME.step(state, Roll(3)) == NotThisDecision("commander", (rule,))


# ---------------------------------------------------------------- captured fortresses left empty


@proves("ww:8.24-exc")
def test_a_captured_fortress_left_empty_goes_back_at_once_and_scores_three() -> None:
    state = read(
        {"quebec": ["wolfe"]}, captured_fortresses={"british": ["quebec"]}, sieges={"quebec": 0}, vp={"british": 2}
    )
    after = abandoned_fortress(state)
    assert after is not None
    assert after.state == read({"quebec": ["wolfe"]}, vp={"french": 1})
    assert after.events == (
        event(EventKind.SPACE_CHANGED_HANDS, "ww:8.24-exc", space="quebec", side="french"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:8.24-exc", side="french", points=3, vp=1),
    )


@proves("ww:8.24-exc")
def test_a_leader_inside_is_no_longer_inside_when_the_fortress_is_the_enemys_again() -> None:
    state = read({"quebec": ["inside wolfe"]}, captured_fortresses={"british": ["quebec"]}, sieges={"quebec": 2})
    after = abandoned_fortress(state)
    assert after is not None
    assert after.state == read({"quebec": ["wolfe"]}, vp={"french": 3})


@proves("ww:8.24-exc")
@pytest.mark.parametrize(
    ("pieces", "rest"),
    [
        ({"quebec": ["br_ranger_rogers"]}, {"captured_fortresses": {"british": ["quebec"]}}),
        ({}, {"captured_fortresses": {"british": ["louisbourg"]}, "amphib": ["louisbourg"]}),
        ({"albany": ["fr_indian_huron"]}, {"captured_fortresses": {"french": ["albany"]}}),
        ({}, {}),
    ],
    ids=["a unit", "an Amphib marker", "a French garrison", "nothing captured"],
)
def test_a_captured_fortress_stays_with_its_captor_while_something_holds_it(
    pieces: dict[str, list[str]], rest: dict[str, Json]
) -> None:
    assert abandoned_fortress(read(pieces, **rest)) is None


@proves("ww:8.24-exc")
def test_only_a_captured_fortress_that_nothing_holds_can_be_left() -> None:
    state = read({"quebec": ["br_ranger_rogers"]}, captured_fortresses={"british": ["quebec", "montreal"]})
    assert left_fortress(state, space("quebec")) is None
    assert left_fortress(state, space("albany")) is None
    assert left_fortress(state, space("hoosic")) is None
    left = left_fortress(state, space("montreal"))
    assert left is not None
    expected = read({"quebec": ["br_ranger_rogers"]}, captured_fortresses={"british": ["quebec"]}, vp={"french": 3})
    assert left.state == expected


@proves("ww:8.24-exc")
def test_of_several_captured_fortresses_the_one_left_empty_reverts() -> None:
    pieces, captured = {"boston": ["fr_regular_bearn"]}, {"french": ["boston", "new_haven"]}
    after = abandoned_fortress(read(pieces, captured_fortresses=captured))
    assert after is not None
    assert after.state == read(pieces, captured_fortresses={"french": ["boston"]}, vp={"british": 3})


@proves("ww:8.24-exc")
def test_an_amphib_marker_holds_no_captured_fortress_for_france() -> None:
    after = abandoned_fortress(read({}, captured_fortresses={"french": ["halifax"]}, amphib=["halifax"]))
    assert after is not None
    assert after.state == read({}, amphib=["halifax"], vp={"british": 3})


@proves("ww:8.24-exc")
def test_the_reversion_happens_as_soon_as_the_last_of_the_garrison_is_dead() -> None:
    opening: Json = {"type": "battle", "space": "quebec", "attacker": "french"}
    pieces = {"quebec": ["reduced br_ranger_rogers", "2 fr_regular"]}
    state = place(pieces, opening=opening, captured_fortresses={"british": ["quebec"]})
    end = rolled(state, 5, 2)
    assert GAME.canonical(end.state) == GAME.canonical(place({"quebec": ["2 fr_regular"]}, vp={"french": 3}))
    assert [each.kind for each in end.events[-3:]] == [
        EventKind.COMBAT_WON, EventKind.SPACE_CHANGED_HANDS, EventKind.VP_SCORED,
    ]  # fmt: skip
