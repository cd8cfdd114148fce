"""One step at a time: what a single rule makes of a position, before the game goes on to its next decision."""

import pytest

from reference.hammer_of_the_scots.actions import Candidate, Card
from reference.hammer_of_the_scots.ch01_map import Area, area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch03_cards import player_turn, turn_advance
from reference.hammer_of_the_scots.ch07_replacements import draw_violations, step_violations
from reference.hammer_of_the_scots.event_cards import gain_violations
from reference.hammer_of_the_scots.frames import (
    Battles,
    Building,
    Declaring,
    Frame,
    Herald,
    Moving,
    PillageGains,
    Turn,
    TurnStage,
)
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import Cards
from reference.hammer_of_the_scots.views import _seen_cards
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation
from tests.hammer_of_the_scots.positions import ruleset, standing

MAR, ANGUS, LANARK = area("mar"), area("angus"), area("lanark")


def why(found: Violation | None) -> tuple[str, str] | None:
    """Return the reason of a refusal and the rule it names."""
    return None if found is None else (found.reason.value, found.rule.removeprefix("hs:"))


# ---------------------------------------------------------------- a turn


@proves("hs:I-11", "hs:5.1-1", "hs:I-12")
@pytest.mark.parametrize(
    ("stage", "frames"),
    [
        (TurnStage.REVEAL, (Turn(TurnStage.FIRST),)),
        (TurnStage.FIRST, (Turn(TurnStage.SECOND), Moving(Side.SCOTLAND, 3))),
        (TurnStage.SECOND, (Turn(TurnStage.BATTLES), Moving(Side.ENGLAND, 2))),
        (TurnStage.BATTLES, (Turn(TurnStage.RAID), Battles())),
        (TurnStage.RAID, (Turn(TurnStage.END),)),
        (TurnStage.END, (Turn(TurnStage.CARDS),)),
    ],
)
def test_both_move_before_battles_are_fought_and_the_next_turn_comes_after_all_of_them(
    stage: TurnStage, frames: tuple[Frame, ...]
) -> None:
    """Given a 3 of Scotland against a 2, when a stage of the turn is over, then the next one begins."""
    state = standing(
        {"fife": "s_douglas"},
        Turn(stage),
        first="scotland",
        played={"england": "move2", "scotland": "move3"},
        hands={"england": ["move1"], "scotland": ["move1"]},
    )
    after = turn_advance(state, Turn(stage)).state
    assert after.stack.frames == frames
    assert after.field.first is (None if stage is TurnStage.END else Side.SCOTLAND)
    assert after.calendar.turn == state.calendar.turn + (stage is TurnStage.END)


@proves("hs:I-10", "hs:4.1-2", "hs:3.11-1", "hs:I-8")
@pytest.mark.parametrize(
    ("side", "card", "points"),
    [(Side.SCOTLAND, "move1", 1), (Side.SCOTLAND, "move2", 2), (Side.ENGLAND, "move3", 3)],
)
def test_a_move_card_is_moved_with_even_where_an_event_could_be_a_coronation(
    side: Side, card: str, points: int
) -> None:
    state = standing({"fife": "s_bruce"}, Turn(TurnStage.SECOND), dead=["s_wallace"], played={side.value: card})
    assert player_turn(state, side).state.stack.frames == (Turn(TurnStage.SECOND), Moving(side, points))


@proves("hs:I-10", "hs:4.1-2", "hs:3.12-1", "hs:6.21-3", "hs:6.22-4")
@pytest.mark.parametrize(
    ("side", "bruce_at", "card", "due"),
    [
        (Side.SCOTLAND, "fife", "herald", Declaring()),
        (Side.SCOTLAND, "mar", "herald", Herald(Side.SCOTLAND)),
        (Side.ENGLAND, "fife", "herald", Herald(Side.ENGLAND)),
    ],
)
def test_an_event_happens_and_only_a_scottish_one_can_be_a_coronation(
    side: Side, bruce_at: str, card: str, due: Frame
) -> None:
    """Given Bruce can be crowned in Fife, then Scotland may choose that with an event, England never."""
    state = standing(
        {bruce_at: "s_bruce"},
        Turn(TurnStage.SECOND),
        rules=ruleset(coronation_declared="when_resolved"),
        dead=["s_wallace"],
        played={side.value: card},
    )
    assert player_turn(state, side).state.stack.frames == (Turn(TurnStage.SECOND), due)


@proves("hs:3.0-3", "hs:3.1-1")
@pytest.mark.parametrize(
    ("played", "england", "scotland"),
    [
        ((None, None), {}, {}),
        ((Card.TRUCE, None), {"own_card": "truce"}, {"enemy_card": "face_down"}),
        ((None, Card.MOVE3), {"enemy_card": "face_down"}, {"own_card": "move3"}),
        (
            (Card.TRUCE, Card.MOVE3),
            {"own_card": "truce", "enemy_card": "move3"},
            {"own_card": "move3", "enemy_card": "truce"},
        ),
    ],
)
def test_each_sees_his_hand_how_many_cards_the_other_has_and_none_played_against_his_before_his_own(
    played: tuple[Card | None, Card | None], england: dict[str, Json], scotland: dict[str, Json]
) -> None:
    hands: Json = {"england": ["move1"], "scotland": ["herald", "move2"]}
    state = standing({"fife": "s_douglas"}, hands=hands)
    state = state._replace(cards=state.cards._replace(english_card=played[0], scottish_card=played[1]))
    assert _seen_cards(state, Side.ENGLAND) == {"hand": ["move1"], "enemy_hand": 2, **england}
    assert _seen_cards(state, Side.SCOTLAND) == {"hand": ["move2", "herald"], "enemy_hand": 1, **scotland}


@proves("hs:3.0-3", "hs:3.1-1")
@pytest.mark.parametrize("side", list(Side))
def test_both_see_a_coronation_declared_with_the_card(side: Side) -> None:
    state = standing({"fife": "s_douglas"})._replace(cards=Cards(declared=Candidate.COMYN))
    assert _seen_cards(state, side) == {"hand": [], "enemy_hand": 0, "declared": "comyn"}


# ---------------------------------------------------------------- refusals


@proves("hs:C-2b")
@pytest.mark.parametrize(
    ("who", "reason"),
    [
        ("s_grant", ""),
        ("e_york_infantry", "not_your_block"),
        ("s_keith", "not_on_map"),
        ("s_barclay", "not_adjacent one_area_only"),
        ("s_fraser", "one_area_only"),
        ("s_lindsay", "at_full_strength"),
    ],
)
def test_plundered_steps_go_to_own_blocks_of_one_group_beside_the_plundered_area(who: str, reason: str) -> None:
    blocks = {"mar": "s_grant:1 s_lindsay e_york_infantry:1", "fife": "s_fraser:1", "moray": "s_barclay:1"}
    frame = PillageGains(Side.SCOTLAND, ANGUS, 2, group=MAR)
    found = gain_violations(standing(blocks, frame, pool=["s_keith"]), frame, block(who))
    assert [why(each) for each in found] == [(each, "C-2b") for each in reason.split()]


@proves("hs:7.6-1", "hs:7.63-1")
@pytest.mark.parametrize(
    ("who", "due"),
    [
        ("e_york_infantry", None),
        ("e_angus", None),
        ("s_grant", ("not_your_block", "7.63-1")),
        ("e_durham_infantry", ("not_on_map", "7.63-1")),
        ("e_york_knights", ("not_on_map", "7.63-1")),
        ("e_hobelars", ("not_strengthened", "7.63-1")),
        ("e_ross", ("no_points_in_area", "7.6-1")),
        ("e_cumbria_infantry", ("at_full_strength", "7.63-1")),
    ],
)
def test_english_points_strengthen_infantry_and_nobles_on_the_map_where_the_points_are(
    who: str, due: tuple[str, str] | None
) -> None:
    """Given knights in the pool, then they are no knights to be strengthened here: they are not on the map at all."""
    blocks = {"angus": "e_york_infantry:1 e_angus:1 e_cumbria_infantry e_hobelars:1 s_grant:1", "ross": "e_ross:1"}
    frame = Building(Side.ENGLAND, (ANGUS,))
    state = standing(blocks, frame, pool=["e_durham_infantry", "e_york_knights"])
    assert [why(each) for each in step_violations(state, frame, block(who))] == ([] if due is None else [due])


@proves("hs:7.61-2", "hs:7.61-7", "hs:7.63-2", "hs:7.6-1")
@pytest.mark.parametrize(
    ("side", "place", "pool", "due"),
    [
        (Side.SCOTLAND, LANARK, ["s_keith"], None),
        (Side.SCOTLAND, LANARK, [], ("pool_empty", "7.61-2")),
        (Side.SCOTLAND, LANARK, ["s_norse"], ("only_sea_blocks_left", "S7-5")),
        (Side.SCOTLAND, LANARK, ["e_hobelars"], ("pool_empty", "7.61-2")),
        (Side.SCOTLAND, MAR, ["s_keith"], ("area_full", "7.61-7")),
        (Side.SCOTLAND, ANGUS, ["s_keith"], ("not_friendly", "7.6-1")),
        (Side.ENGLAND, LANARK, ["e_hobelars"], ("no_new_english", "7.63-2")),
    ],
)
def test_a_new_block_needs_a_scottish_point_room_and_a_block_in_the_pool_that_can_come_there(
    side: Side, place: Area, pool: list[Json], due: tuple[str, str] | None
) -> None:
    """Given only the Norse in the pool, then nobody comes to Lanark: it is inland, and no coast beside it is held."""
    frame = Building(side, (LANARK, MAR))
    state = standing({"lanark": "s_steward", "mar": "s_mar"}, frame, pool=pool)
    assert [why(each) for each in draw_violations(state, frame, place)] == ([] if due is None else [due])
