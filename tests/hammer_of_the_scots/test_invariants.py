"""Positions that break an invariant are found out, each for its rule."""

import pytest

from reference.hammer_of_the_scots import memory_invariants
from reference.hammer_of_the_scots.actions import Card
from reference.hammer_of_the_scots.board import Board
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, mark_of
from reference.kernel.canonical import Json
from reference.kernel.columns import with_byte
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import GAME, STANDARD, moves, place, ruleset, winter


def broken(state: State) -> list[tuple[str, str]]:
    """Return the reasons and rules of all that is wrong."""
    return [(each.reason.value, each.rule.removeprefix("hs:")) for each in GAME.check(state)]


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_scenario_begins_sound(scenario: str) -> None:
    assert GAME.check(GAME.start(scenario, STANDARD)) == ()


@proves("hs:2.22-3")
def test_a_noble_in_play_for_both_sides_or_in_a_pool_is_found() -> None:
    assert broken(moves({"fife": "s_mar", "angus": "e_mar"})) == [("both_copies_in_play", "2.22-3")]
    assert broken(moves({"fife": "s_mar"}, pool=["e_mar"])) == [("noble_in_pool", "2.22-3")]
    assert broken(moves({"fife": "s_mar"}, pool=["s_moray"])) == []


@proves("hs:2.11-5", "hs:2.11-4")
def test_a_strength_out_of_range_is_found_on_the_map_and_off_it() -> None:
    state = moves({"fife": "s_grant"})
    grant, keith = block("s_grant"), block("s_keith")
    for who, steps in ((grant, 0), (grant, 4), (keith, 1)):
        board = Board(state.board.at, with_byte(state.board.steps, who, steps))
        assert broken(state._replace(board=board)) == [("steps_out_of_range", "2.11-5")]


@proves("hs:4.0-5")
def test_enemies_side_by_side_without_a_battle_are_found() -> None:
    state = winter({"fife": "s_grant e_york_infantry"}, "scottish_build")
    assert broken(state) == [("enemies_together", "4.0-5")]


@proves("hs:4.6b-3", "hs:4.6b-5")
def test_norse_inland_or_in_england_are_found() -> None:
    assert broken(moves({"mar": "s_norse"})) == [("norse_inland", "4.6b-3")]
    assert broken(moves({"fife": "s_norse"})) == []
    assert broken(moves({"england": "s_norse"})) == [("norse_inland", "4.6b-5")]


@proves("hs:4.3-2", "hs:4.3-3")
def test_a_border_crossed_too_often_is_found() -> None:
    frames: Json = [{"type": "turn", "stage": "second"}, {"type": "moving", "side": "england", "points": 1}]
    played: Json = {"england": "move1", "scotland": "move1"}
    for crossings, rule_id in (
        ({"angus-mar": 3, "angus-fife": 6}, "4.3-3"),
        ({"angus-mar": 2, "angus-fife": 7}, "4.3-2"),
    ):
        given: Json = {**crossings}
        found = broken(place({}, frames, crossings=given, first="england", played=played))
        assert found == [("too_many_over_border", rule_id)]


@proves("hs:3.0-2")
def test_too_many_cards_are_found() -> None:
    state = moves({"fife": "s_grant"})
    many = state._replace(cards=state.cards._replace(england=bytes((3, 3, 0, 0, 0, 0, 0, 0))))
    assert broken(many) == [("too_many_cards", "3.0-2")]
    both = state._replace(
        cards=state.cards._replace(england=bytes((0, 0, 0, 1, 0, 0, 0, 0)), scotland=bytes((0, 0, 0, 1, 0, 0, 0, 0)))
    )
    assert broken(both) == [("too_many_cards", "3.0-2")]


@proves("hs:6.2-1")
def test_a_king_before_any_coronation_is_found() -> None:
    assert broken(moves({"fife": "s_king"})) == [("king_before_coronation", "6.2-1")]
    assert broken(moves({"fife": "s_king"}, crowned=1298)) == []


@proves("hs:7.5-3", "hs:7.32-1")
def test_a_crowded_area_in_late_winter_is_found() -> None:
    rules = ruleset("peer")
    crowded = winter({"mar": "s_mar s_grant s_fraser"}, "english_build", rules)
    assert broken(crowded) == [("over_castle_limit", "7.5-3")]
    assert broken(winter({"mar": "s_mar s_grant"}, "english_build")) == [("over_castle_limit", "7.5-3")]
    assert broken(winter({"mar": "s_mar"}, "english_build", rules)) == []


@proves("hs:7.5-3")
def test_only_sea_blocks_that_landed_may_exceed_a_limit_in_late_winter() -> None:
    """Given one place in Ross, then the Norse beside the noble are sound where they land on a coast from inland."""
    landed = {"ross": "s_ross s_norse"}
    assert broken(winter(landed, "english_build")) == []
    assert broken(winter(landed, "english_build", ruleset("peer"))) == [("over_castle_limit", "7.5-3")]


@proves("hs:6.2-1")
def test_a_king_in_the_pool_before_any_coronation_is_found() -> None:
    assert broken(moves({"fife": "s_grant"}, pool=["s_king"])) == [("king_before_coronation", "6.2-1")]
    assert broken(moves({"fife": "s_grant"}, pool=["s_king"], crowned=1298)) == []


@proves("hs:4.0-5")
def test_attacks_are_pending_only_between_the_moves_and_the_battles() -> None:
    """Given both sides in Fife and an attacker noted there, then that is sound in the moves and not before them."""
    given: dict[str, Json] = {
        "first": "england",
        "attackers": {"fife": "england"},
        "played": {"england": "move1", "scotland": "move1"},
        "hands": {"england": ["move1"], "scotland": ["move1"]},
    }
    blocks = {"fife": "s_grant e_york_infantry"}
    moving: Json = [{"type": "turn", "stage": "battles"}, {"type": "moving", "side": "scotland", "points": 1}]
    assert broken(place(blocks, moving, STANDARD, **given)) == []
    given["played"] = {}
    assert broken(place(blocks, [{"type": "turn", "stage": "cards"}], STANDARD, **given)) == [
        ("enemies_together", "4.0-5")
    ]


@proves("hs:8.1-1", "hs:8.2-1", "hs:6.2-2", "hs:7.4-4")
@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"year": 1305, "crowned": 1305, "wintered": 1305}, []),
        ({"year": 1306}, [("after_the_last_year", "8.1-1")]),
        ({"year": 1315, "last_year": 1314, "edward": 2}, [("after_the_last_year", "8.2-1")]),
        ({"year": 1315, "last_year": 0, "edward": 2}, []),
        ({"year": 1300, "crowned": 1301}, [("still_to_come", "6.2-2")]),
        ({"year": 1300, "wintered": 1301}, [("still_to_come", "7.4-4")]),
    ],
)
def test_years_are_in_order(given: dict[str, Json], found: list[tuple[str, str]]) -> None:
    assert broken(GAME.place({"blocks": {"fife": ["s_grant"]}, **given}, STANDARD)) == found


@proves("hs:7.0-2", "hs:3.0-2")
def test_a_card_is_played_in_every_turn() -> None:
    """Given three cards in hand and one on the table, then it is the second turn at the latest."""
    for held, turn, found in ((3, 1, 0), (3, 2, 0), (3, 3, 1), (4, 1, 0), (4, 2, 1)):
        state = moves({"fife": "s_grant"}, turn=turn)
        hand = bytes((2, held - 2, 0, 0, 0, 0, 0, 0))
        cards = state.cards._replace(scotland=hand, scottish_card=Card.MOVE1)
        assert broken(state._replace(cards=cards)) == [("cards_left_too_long", "7.0-2")] * found
        cards = state.cards._replace(england=hand, english_card=Card.MOVE1)
        told = GAME.check(state._replace(cards=cards))
        facts: dict[str, object] = {"side": "england", "cards": held + 1, "turn": turn, "most": 6 - turn}
        assert [dict(each.facts) for each in told] == [facts] * found


@proves("hs:5.1-1", "hs:5.32-2")
def test_those_who_attack_are_there_and_lead_the_main_force() -> None:
    state = moves({"fife": "e_mar"})
    fife, mar = area("fife"), area("mar")
    attack = state.field._replace(attacker=with_byte(state.field.attacker, fife, mark_of(Side.ENGLAND)))
    elsewhere = ("main_force_absent", "5.32-2")
    for block_id, found in (
        ("e_mar", []),
        ("s_grant", [("main_force_of_enemy", "5.32-2"), elsewhere]),
        ("e_ross", [elsewhere]),
    ):
        led = attack._replace(main=with_byte(attack.main, fife, block(block_id)))
        assert broken(state._replace(field=led)) == found
        # Without an attack nobody leads one: what is left of it is merely not forgotten yet.
        assert broken(state._replace(field=led._replace(attacker=state.field.attacker))) == []
    absent = attack._replace(attacker=with_byte(attack.attacker, mar, mark_of(Side.SCOTLAND)))
    assert broken(state._replace(field=absent)) == [("no_attackers", "5.1-1")]


@proves("hs:9.0-1", "hs:9.0-2", "hs:9.1-1", "hs:9.1-3", "hs:9.1-4")
@pytest.mark.parametrize(
    ("blocks", "rest", "winner", "rule_id", "sound"),
    [
        ("s_mar s_ross e_bruce", {}, "scotland", "hs:9.0-1", True),
        ("s_mar s_ross e_bruce", {}, "england", "hs:9.0-1", False),
        ("s_mar s_ross e_bruce", {}, "scotland", "hs:9.0-2", False),
        ("s_mar e_ross", {}, "england", "hs:9.0-2", True),
        ("s_mar s_ross", {}, "scotland", "hs:9.1-1", True),
        ("s_mar e_ross", {}, "scotland", "hs:9.1-1", False),
        ("s_mar e_ross", {"dead": ["s_king"], "crowned": 1297}, "england", "hs:9.1-3", True),
        ("s_mar e_ross", {"crowned": 1297}, "england", "hs:9.1-3", False),
        ("s_mar e_ross", {"dead": ["e_edward"], "edward": 2}, "scotland", "hs:9.1-4", True),
        ("s_mar e_ross", {"dead": ["e_edward"], "edward": 1}, "scotland", "hs:9.1-4", False),
        ("s_mar e_ross", {}, "england", "hs:4.0-5", False),
    ],
)
def test_a_game_ends_as_the_position_says(
    blocks: str, rest: dict[str, Json], winner: str, rule_id: str, sound: bool
) -> None:
    spread: Json = {name: [who] for name, who in zip(("mar", "ross", "fife"), blocks.split(), strict=False)}
    position: Json = {"blocks": spread, "outcome": {"winner": winner, "rule": rule_id}, **rest}
    found = [] if sound else [("other_outcome", "9.0-1")]
    assert broken(GAME.place(position, STANDARD)) == found


@proves("hs:5.8-1", "hs:5.8-3", "hs:6.1-1", "hs:6.1-2", "hs:3.0-2", "hs:7.4-2", "hs:7.4-5", "hs:8.2-9", "hs:8.3-3",
        "hs:6.21-3", "hs:6.22-4", "hs:5.33-1", "hs:C-1", "hs:S3-1")  # fmt: skip
@pytest.mark.parametrize(
    ("given", "found"),
    [
        ({"dead": ["s_wallace", "s_moray"]}, []),
        ({"dead": ["s_grant"]}, [("never_eliminated", "5.8-3")]),
        ({"year": 1306, "last_year": 1314}, []),
        ({"year": 1307, "last_year": 1314}, [("wrong_edward", "6.1-1")]),
        ({"year": 1307, "last_year": 1314, "edward": 2}, []),
        ({"year": 1306, "last_year": 1314, "frames": [{"type": "wintering", "season": "levy"}]},
         [("wrong_edward", "6.1-1")]),
        ({"turn": 2, "frames": [{"type": "turn", "stage": "cards"}, {"type": "deal"}]}, [("dealt_too_late", "3.0-2")]),
        ({"turn": 1, "frames": [{"type": "turn", "stage": "cards"}, {"type": "deal"}]}, []),
        ({"wintered": 1305, "year": 1305}, []),
        ({"wintered": 1306, "year": 1306, "last_year": 1314}, [("edward_did_not_winter", "7.4-5")]),
        ({"wintered": 1307, "year": 1307, "last_year": 1314, "edward": 2}, [("edward_did_not_winter", "7.4-2")]),
        ({"declared": "bruce"}, [("declared_without_card", "6.21-3")]),
        ({"declared": "balliol"}, [("declared_without_card", "6.22-4")]),
        ({"declared": "bruce", "played": {"scotland": "move1"}}, []),
        ({"reserves": ["s_douglas"]}, [("reserve_without_battle", "5.33-1")]),
        ({"reserves": ["s_wallace"]}, [("reserve_without_battle", "5.33-1")]),
        ({"truce": "scotland", "played": {"scotland": "truce"}}, []),
        ({"truce": "scotland", "played": {"england": "truce"}}, []),
        ({"truce": "scotland", "played": {"scotland": "move1"}}, [("no_truce_on_table", "C-1")]),
        ({"frames": [{"type": "truce_call", "side": "scotland"}], "played": {"scotland": "move1"}},
         [("no_truce_on_table", "C-1")]),
    ],
)  # fmt: skip
def test_what_is_remembered_can_have_been(given: dict[str, Json], found: list[tuple[str, str]]) -> None:
    assert broken(GAME.place({"blocks": {"fife": ["s_douglas"], "mar": ["e_mar"]}, **given}, STANDARD)) == found


@proves("hs:5.32-2", "hs:5.33-1", "hs:5.1-1")
def test_a_battle_under_way_excuses_only_its_own_area() -> None:
    """Given a battle in Fife, then its dead attackers, main force and reserve are past; those said of Mar are not."""
    given: dict[str, Json] = {
        "blocks": {"fife": ["s_douglas", "e_york_infantry"], "mar": ["s_keith"]},
        "attackers": {"fife": "england", "mar": "england"},
        "main_forces": {"fife": "e_mar", "mar": "e_ross"},
        "reserves": ["s_douglas", "e_mar"],
        "opening": {"type": "battle", "area": "fife", "attacker": "england"},
    }
    found = broken(GAME.place(given, STANDARD))
    assert ("no_attackers", "5.1-1") in found
    assert found.count(("main_force_absent", "5.32-2")) == 1
    assert ("reserve_without_battle", "5.33-1") not in found


@proves("hs:5.33-1")
def test_who_waits_in_reserve_waits_where_somebody_attacks() -> None:
    """Given reserves in attacked Fife, in Mar where all is quiet and off the map, then before a battle the last two
    are found; while Fife is fought over only Mar, whoever attacks in Fife."""
    given: dict[str, Json] = {
        "blocks": {"fife": ["s_douglas", "e_york_infantry"], "mar": ["s_keith"]},
        "attackers": {"fife": "england"},
    }
    before = moves({"fife": "s_douglas e_york_infantry", "mar": "s_keith"})
    attacked = with_byte(before.field.attacker, area("fife"), mark_of(Side.ENGLAND))
    quiet = before._replace(field=before.field._replace(attacker=attacked))
    opening: Json = {"type": "battle", "area": "fife", "attacker": "england"}
    fought = GAME.place({**given, "opening": opening}, STANDARD)
    for state, waiting, found in (
        (quiet, ["s_douglas"], []),
        (quiet, ["s_keith"], ["s_keith"]),
        (quiet, ["e_mar"], ["e_mar"]),
        (fought, ["s_douglas", "s_keith"], ["s_keith"]),
        (fought, ["e_mar"], []),
    ):
        reserves = mask_of(*(block(each) for each in waiting))
        nobody = bytes(len(attacked))
        for attacker in (state.field.attacker, nobody if state is fought else attacked):
            field = state.field._replace(reserves=reserves, attacker=attacker)
            told = memory_invariants.reserves_without_battle(state._replace(field=field))
            assert [dict(each.facts)["block"] for each in told] == found


@proves("hs:C-1", "hs:S3-1")
@pytest.mark.parametrize("side", ["england", "scotland"])
def test_a_truce_is_called_with_the_card_of_its_own_side(side: str) -> None:
    other = "scotland" if side == "england" else "england"
    for cards, found in (({side: "truce", other: "move1"}, []), ({side: "move1", other: "truce"}, [side])):
        played: Json = {**cards}
        position: Json = {"blocks": {"fife": ["s_grant"]}, "truce": side, "played": played}
        told = memory_invariants.truces_not_played(GAME.place(position, STANDARD))
        assert [dict(each.facts)["side"] for each in told] == found
