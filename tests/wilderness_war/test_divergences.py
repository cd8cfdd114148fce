"""Where editions disagree: the position of each option in `options.toml` gives the result stated under each value.

Only the options that the arithmetic of the game asks about; each test is named after the option.
"""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war.actions import Lose, Roll
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch08_siege_roll import may_roll
from reference.wilderness_war.ch10_raid_roll import militia_modifier
from reference.wilderness_war.ch12_supply import is_supplied
from reference.wilderness_war.combat_table import combat_column, combat_losses
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, board, due, kinds_of, place, played, refused, rolled, ruleset, stack

SOUTH = "hudson_carry_south"
WINTER: Json = {"type": "winter_attrition"}


@proves("ww:11.2-a", "ww:11.2-b")
@pytest.mark.parametrize(("value", "dead"), [("up", 2), ("down", 1)])
def test_attrition_rounding_kills_two_or_one_of_three_reduced_units(value: str, dead: int) -> None:
    pieces = {SOUTH: ["3 reduced br_regular", "6 br_regular", "br_ranger_rogers"]}
    end = place(pieces, ruleset(attrition_rounding=value), opening=WINTER, forts={"british": [SOUTH]})
    left = stack(end, SOUTH)
    assert len(left) == 10 - dead
    assert [piece for piece in left if not str(piece).startswith("reduced")] == ["br_ranger_rogers"]


@proves("ww:11.1", "ww:11.1-a")
@pytest.mark.parametrize(("value", "flipped"), [("always", True), ("only_if_unsheltered", False)])
def test_besieged_attrition_flips_the_garrison_of_albany_or_spares_it(value: str, flipped: bool) -> None:
    pieces = {"albany": ["2 inside br_regular", "2 fr_regular"]}
    end = place(pieces, ruleset(besieged_attrition=value), opening=WINTER, sieges={"albany": 0})
    inside = [piece for piece in stack(end, "albany") if "br_regular" in str(piece)]
    word = "inside reduced" if flipped else "inside"
    assert inside == [f"{word} br_regular_15th", f"{word} br_regular_17th"]


@proves("ww:11.2-exc")
@pytest.mark.parametrize(("value", "dies"), [("last_friendly_step", True), ("last_reduced_unit", False)])
def test_attrition_last_spared_lets_a_reduced_provincial_beside_rangers_die_or_live(value: str, dies: bool) -> None:
    pieces = {"tioga": ["reduced br_northern_provincial_rhode_island", "br_ranger_rogers"]}
    end = place(pieces, ruleset(attrition_last_spared=value, attrition_rounding="up"), opening=WINTER)
    provincial = [] if dies else ["reduced br_northern_provincial_rhode_island"]
    assert stack(end, "tioga") == [*provincial, "br_ranger_rogers"]


def _losing(pieces: list[str], losses: int, value: str) -> State:
    opening: Json = {"type": "take_losses", "side": "british", "space": "tioga", "cause": "battle", "losses": losses}
    return place({"tioga": pieces}, ruleset(battle_loss_rule=value), opening=opening)


@proves("ww:7.62", "ww:7.63")
@pytest.mark.parametrize(
    ("value", "offered"),
    [
        ("half_rounded_up", (Lose("br_northern_provincial", 2, 0), Lose("br_northern_provincial", 2, 1))),
        ("odd_sequential", (Lose("br_northern_provincial", 2, 1),)),
    ],
)
def test_battle_loss_rule_lets_the_rangers_die_or_a_provincial(value: str, offered: tuple[Lose, ...]) -> None:
    state = _losing(["2 br_northern_provincial", "reduced br_ranger_rogers"], 3, value)
    assert due(state).actions == offered


@proves("ww:7.62", "ww:7.63")
@pytest.mark.parametrize("value", ["half_rounded_up", "odd_sequential"])
def test_battle_loss_rule_makes_the_full_unit_flip_under_both_values(value: str) -> None:
    state = _losing(["br_regular_44th", "reduced br_northern_provincial_rhode_island"], 1, value)
    assert due(state).actions == (Lose("br_regular", 1, 0),)
    expected = violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", group="br_regular", named=0, losses=1)
    assert refused(state, Lose("br_regular", 0, 0)) == (expected,)


@proves("ww:7.8-both")
@pytest.mark.parametrize(("value", "winner", "vp"), [("crt_result", "british", 0), ("steps_inflicted", "french", 1)])
def test_mutual_elimination_compare_decides_who_wins_when_both_sides_die(value: str, winner: str, vp: int) -> None:
    opening: Json = {"type": "battle", "space": "hoosic", "attacker": "british"}
    pieces = {"hoosic": ["reduced br_royal_american_1_60th", "reduced fr_coureurs_marin"]}
    end = rolled(place(pieces, ruleset(mutual_elimination_compare=value), opening=opening), 6, 6)
    (won,) = [each for each in end.events if each.kind.value == "combat_won"]
    assert dict(won.facts)["side"] == winner
    assert end.state.tracks.vp == vp
    assert stack(end.state, "hoosic") == []


@proves("ww:13.12-besieged", "ww:13.12")
@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("if_besieger_cannot_roll", Over("british wins", ("ww:13.12",))),
        ("never", Over("french wins", ("ww:13.12-else",))),
    ],
)
def test_besieged_british_fortress_counts_decides_the_end_of_1759(value: str, result: Over) -> None:
    pieces = {"niagara": ["br_regular_44th"], "ohio_forks": ["br_regular_48th"], "albany": ["fr_regular_bearn"]}
    end = place(
        pieces, ruleset(besieged_british_fortress_counts=value), opening={"type": "victory_check"},
        sieges={"albany": 0}, year=1759, season="late", vp={"french": 3},
    )  # fmt: skip
    assert GAME.decision(end) == result


@proves("ww:tbl-crt")
@pytest.mark.parametrize(("value", "losses"), [("3", 3), ("2", 2)])
def test_crt_cell_5_col_6_8_gives_three_losses_or_two(value: str, losses: int) -> None:
    for strength in (6, 7, 8):
        assert combat_losses(combat_column(strength), 5, ruleset(crt_cell_5_col_6_8=value)) == losses


@proves("ww:12.1", "ww:8.231", "ww:fr-adv")
@pytest.mark.parametrize(("value", "needed"), [("on", True), ("off", False)])
def test_advanced_rules_make_supply_matter_or_not(value: str, needed: bool) -> None:
    rules = ruleset(advanced_rules=value)
    found = board({"niagara": ["wolfe", "br_regular_44th"]}, forts={"french": ["niagara"]}, sieges={"niagara": 0})
    assert is_supplied(found, space("niagara"), Side.BRITISH, rules) is not needed
    assert may_roll(found, space("niagara"), Side.BRITISH, rules) is not needed


@proves("ww:9.12", "ww:7.7")
@pytest.mark.parametrize(
    ("value", "checked"),
    [
        ("all", ["leader_check_of_montcalm", "leader_check_of_levis"]),
        ("activated_force", ["leader_check_of_montcalm"]),
    ],
)
def test_assault_leaders_involved_makes_levis_check_or_not(value: str, checked: list[str]) -> None:
    opening: Json = {
        "type": "assault",
        "space": SOUTH,
        "attacker": "french",
        "leader": "montcalm",
        "force": ["montcalm"],
    }
    pieces = {SOUTH: ["montcalm", "levis", "4 fr_regular", "inside br_regular_44th"]}
    state = place(
        pieces, ruleset(assault_leaders_involved=value), opening=opening, forts={"british": [SOUTH]}, sieges={SOUTH: 1}
    )  # fmt: skip
    state = played(state, Roll(3), Roll(6)).state
    asked = []
    while not isinstance(decision := GAME.decision(state), Over):
        asked.append(decision.about)
        state = played(state, Roll(4)).state
    assert asked == checked


@proves("ww:10.3-c")
@pytest.mark.parametrize(("value", "added"), [("enemy_department", 0), ("any_department", -1)])
def test_raid_militia_penalty_scope_hampers_rangers_at_home_or_not(value: str, added: int) -> None:
    pieces = {"hoosic": ["br_ranger_rogers"], "northern_colonial_militias": ["2 br_militia"]}
    found = board(pieces, stockades={"french": ["hoosic"]})
    rules = ruleset(raid_militia_penalty_scope=value)
    assert militia_modifier(found, space("hoosic"), Side.BRITISH, rules) == added
    assert militia_modifier(found, space("hoosic"), Side.FRENCH, rules) == -1


@proves("ww:10.32", "ww:card-blockhouses-fx")
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("target", ["raid_succeeded", "raided_marker_placed"]),
        ("column", ["raid_succeeded", "leader_killed", "raided_marker_placed"]),
    ],
)
def test_raid_six_check_endangers_dumas_under_blockhouses_or_not(value: str, expected: list[str]) -> None:
    opening: Json = {"type": "raid_roll", "space": "culpeper", "raider": "french", "leader": "dumas"}
    pieces = {"culpeper": ["dumas", "fr_indian_shawnee_1"]}
    state = place(pieces, ruleset(raid_six_check=value), opening=opening, blockhouses=["british"])
    end = rolled(state, 6, *([1] if value == "column" else []))
    assert kinds_of(end.events) == expected
