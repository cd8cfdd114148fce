"""Openings: what begins with each, and what the rules refuse before it begins."""

import pytest

from reference.hammer_of_the_scots import frames as f
from reference.hammer_of_the_scots import positions
from reference.hammer_of_the_scots.actions import Card
from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.openings import Forbidden
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from tests.hammer_of_the_scots.positions import GAME, STANDARD, about, by, options, play, ruleset

ENGLAND, SCOTLAND = Side.ENGLAND, Side.SCOTLAND
Blocks = dict[str, list[str]]
APART: Blocks = {"england": ["e_york_infantry"], "fife": ["s_douglas"]}
MET: Blocks = {"lothian": ["e_york_infantry", "e_hobelars", "s_douglas", "s_wallace"]}


def begun(blocks: Blocks, opening: Json, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the state that an opening begins with, before anything happens in it; it must not be forbidden."""
    try:
        return positions.read({"blocks": blocks, "opening": opening, **rest}, rules)
    except Forbidden as fault:
        refusals = fault.violations
    raise AssertionError(refusals)


def frames(blocks: Blocks, opening: Json, rules: Ruleset = STANDARD, /, **rest: Json) -> tuple[f.Frame, ...]:
    """Return the frames that an opening begins with."""
    return begun(blocks, opening, rules, **rest).stack.frames


def forbidden(blocks: Blocks, opening: Json, rules: Ruleset = STANDARD, /, **rest: Json) -> tuple[Violation, ...]:
    """Return the rules that refuse an opening; none if it may begin."""
    refused: dict[str, tuple[Violation, ...]] = {}
    try:
        positions.read({"blocks": blocks, "opening": opening, **rest}, rules)
    except Forbidden as fault:
        refused[fault.place] = fault.violations
    assert set(refused) <= {"opening"}
    return refused.get("opening", ())


def test_an_opening_stands_instead_of_frames() -> None:
    with pytest.raises(Unreadable, match=r"^opening: give an opening or frames, not both$"):
        begun({}, {"type": "card_turn"}, frames=[])
    with pytest.raises(Unreadable, match=r"^opening\.type: \"duel\" is none of: "):
        begun({}, {"type": "duel"})


# ---------------------------------------------------------------- turns and cards


def test_a_turn_opens_with_its_deal_its_cards_or_both_of_them_revealed() -> None:
    hands: Json = {"england": ["move3"], "scotland": ["truce"]}
    dealt = begun(APART, {"type": "deal"}, hands=hands)
    assert dealt.stack.frames == (f.Turn(f.TurnStage.CARDS), f.Deal())
    assert dealt.cards == type(dealt.cards)()
    assert frames(APART, {"type": "card_turn"}, hands=hands) == (f.Turn(f.TurnStage.CARDS),)
    opening: Json = {"type": "cards_revealed", "england": "move2", "scotland": "herald"}
    shown = begun(APART, opening, hands=hands)
    assert shown.stack.frames == (f.Turn(f.TurnStage.REVEAL),)
    assert (shown.cards.english_card, shown.cards.scottish_card) == (Card.MOVE2, Card.HERALD)
    placed = GAME.place({"blocks": APART, "opening": opening, "hands": hands}, STANDARD)
    assert (placed.field.first, by(placed)) == (SCOTLAND, "scotland")


@proves("hs:3.1-1", "hs:3.0-1")
def test_no_card_is_played_twice_or_beyond_the_deck() -> None:
    assert forbidden(APART, {"type": "cards_revealed", "england": "truce", "scotland": "move1"}) == ()
    opening: Json = {"type": "cards_revealed", "england": "truce", "scotland": "truce"}
    assert forbidden(APART, opening, played={"england": "move1", "scotland": "move2"}) == (
        violation(Reason.CARD_ON_TABLE, "hs:3.1-1", card="move1"),
        violation(Reason.CARD_ON_TABLE, "hs:3.1-1", card="move2"),
        violation(Reason.NOT_IN_THE_DECK, "hs:3.0-1", card="truce", cards=2, most=1),
    )


@pytest.mark.parametrize("points", [0, 4, 999999999999])
def test_a_card_gives_one_to_three_moves(points: int) -> None:
    assert frames(APART, {"type": "moves", "side": "england", "points": 2}) == (f.Moving(ENGLAND, 2),)
    with pytest.raises(Unreadable, match=rf"^opening\.points: {points} is not 1 to 3$"):
        begun(APART, {"type": "moves", "side": "england", "points": points})


def test_an_event_card_opens_with_its_choice_or_with_what_is_named() -> None:
    side: Json = "scotland"
    assert frames(APART, {"type": "truce", "side": side}) == (f.TruceCall(SCOTLAND),)
    assert frames(APART, {"type": "victuals", "side": side}) == (f.Victuals(SCOTLAND, 3),)
    assert frames(APART, {"type": "sea_move", "side": side}) == (f.SeaMove(SCOTLAND, 2),)
    assert frames(APART, {"type": "pillage", "side": side}) == (f.Pillage(SCOTLAND),)
    assert frames(APART, {"type": "herald", "side": side}) == (f.Herald(SCOTLAND),)
    near: Blocks = {"annan": ["e_york_infantry"], "selkirk": ["s_douglas"]}
    assert frames(near, {"type": "pillage", "side": side, "area": "annan"}) == (
        f.PillageHits(SCOTLAND, area("annan"), 2),
    )
    assert frames({"mar": ["e_mar"]}, {"type": "herald", "side": side, "noble": "e_mar"}) == (
        f.Herald(SCOTLAND, block("e_mar")),
    )


@proves("hs:C-2", "hs:C-4")
def test_pillage_wants_an_enemy_group_next_door_and_the_herald_an_enemy_noble_in_play() -> None:
    assert forbidden(APART, {"type": "pillage", "side": "scotland", "area": "mar"}) == (
        violation(Reason.NO_ENEMY_GROUP, "hs:C-2", area="mar"),
        violation(Reason.NOT_ADJACENT, "hs:C-2", area="mar", side="scotland"),
    )
    assert forbidden(APART, {"type": "pillage", "side": "scotland", "area": "england"}) == (
        violation(Reason.NOT_ADJACENT, "hs:C-2", area="england", side="scotland"),
    )
    assert forbidden(APART, {"type": "herald", "side": "scotland", "noble": "e_mar"}) == (
        violation(Reason.NOT_ON_MAP, "hs:C-4", block="e_mar"),
    )


CROWNING: Blocks = {"fife": ["s_bruce", "s_douglas"], "england": ["e_york_infantry"]}
BRUCE: dict[str, Json] = {"type": "coronation", "card": "herald"}


def test_scotland_may_crown_a_king_instead_of_its_event() -> None:
    state = GAME.place({"blocks": CROWNING, "dead": ["s_wallace"], "opening": BRUCE}, STANDARD)
    assert state.cards.scottish_card is Card.HERALD
    assert (by(state), about(state)) == ("scotland", "an event or a coronation")
    crowned = begun(CROWNING, {**BRUCE, "candidate": "bruce"}, dead=["s_wallace"])
    assert crowned.board.at[block("s_king")] == area("fife")
    assert crowned.stack.frames == ()


@proves("hs:6.21-3", "hs:6.22-4", "hs:6.21-1", "hs:6.2-2", "hs:6.22-1", "hs:3.0-1")
def test_a_coronation_wants_an_event_card_and_a_king_who_can_be_crowned() -> None:
    """Given Wallace alive, then nobody can be crowned; a move card, a crowned king and no second Herald forbid it."""
    alive = forbidden(CROWNING, BRUCE)
    assert alive == (
        violation(Reason.WALLACE_ALIVE, "hs:6.21-1", candidate="bruce"),
        violation(Reason.WALLACE_ALIVE, "hs:6.21-1", candidate="comyn"),
        violation(Reason.CANDIDATE_NOT_IN_FIFE, "hs:6.21-2", candidate="comyn"),
        violation(Reason.TOO_EARLY_FOR_BALLIOL, "hs:6.22-1", year=1297, first=1301),
        violation(Reason.FRENCH_NOT_ON_MAP, "hs:6.22-3", candidate="balliol"),
    )
    no_event = [violation(Reason.NOT_AN_EVENT, each, card="move3") for each in ("hs:6.21-3", "hs:6.22-4")]
    for named, found in (
        ({}, no_event),
        ({"candidate": "bruce"}, no_event[:1]),
        ({"candidate": "balliol"}, no_event[1:]),
    ):
        assert list(forbidden(CROWNING, {**BRUCE, "card": "move3", **named}, dead=["s_wallace"])) == found
    assert forbidden(CROWNING, BRUCE, dead=["s_wallace"], hands={"england": ["herald"]}) == (
        violation(Reason.NOT_IN_THE_DECK, "hs:3.0-1", card="herald", cards=2, most=1),
    )
    assert forbidden(CROWNING, BRUCE, dead=["s_wallace"]) == ()
    used = violation(Reason.CORONATION_USED, "hs:6.2-2", year=1297)
    declared = ruleset(coronation_declared="with_card", coronation_limit="per_year")
    assert forbidden(CROWNING, BRUCE, declared, dead=["s_wallace"], crowned=1297) == (used,)
    assert forbidden(CROWNING, {**BRUCE, "candidate": "comyn"}, dead=["s_wallace"]) == (
        violation(Reason.CANDIDATE_NOT_IN_FIFE, "hs:6.21-2", candidate="comyn"),
    )


# ---------------------------------------------------------------- battles


def test_a_single_battle_opens_at_any_round() -> None:
    where = area("lothian")
    opening: dict[str, Json] = {"type": "battle", "area": "lothian", "attacker": "england"}
    first = frames(MET, {**opening, "reserves": ["e_hobelars"]})
    assert first == (f.Battle(where, ENGLAND, reserves=mask_of(block("e_hobelars"))),)
    for number in (2, 3):
        assert frames(MET, {**opening, "round": number}) == (f.Battle(where, ENGLAND, number),)
    state = GAME.place({"blocks": MET, "opening": {**opening, "round": 3}}, STANDARD)
    while about(state) == "what a block does in its turn":
        state = play(state, next(each for each in options(state) if each.startswith("hold")))
    assert about(state) == "a block that must retreat"


@proves("hs:5.1-1", "hs:5.32-5", "hs:5.32-6")
def test_a_battle_wants_both_sides_and_its_reserves_there_in_round_one() -> None:
    opening: dict[str, Json] = {"type": "battle", "area": "lothian", "attacker": "england"}
    peace = violation(Reason.NO_BATTLE_THERE, "hs:5.1-1", area="fife")
    assert forbidden(APART, {**opening, "area": "fife"}) == (peace,)
    assert forbidden(MET, {**opening, "round": 2, "reserves": ["e_hobelars", "e_edward"]}) == (
        violation(Reason.NOT_IN_BATTLE, "hs:5.32-5", block="e_edward"),
        violation(Reason.RESERVES_HAVE_JOINED, "hs:5.32-6", round=2),
    )
    for legal in ({"reserves": ["e_hobelars"]}, {"round": 2}, {"round": 3}, {}):
        assert forbidden(MET, {**opening, **legal}) == ()
    assert forbidden(APART, {"type": "last_retreat", "side": "england", "area": "fife"}) == (peace,)
    with pytest.raises(Unreadable, match=r"^opening\.round: 4 is not 1 to 3$"):
        begun(MET, {**opening, "round": 4})


@proves("hs:5.1-1", "hs:5.32-2")
def test_battles_are_chosen_where_enemies_meet_and_a_main_force_named_among_groups() -> None:
    attacked: dict[str, Json] = {"attackers": {"lothian": "england"}}
    chosen = begun(MET, {"type": "battles", "first": "england"}, **attacked)
    assert chosen.stack.frames == (f.Battles(),)
    assert chosen.field.first is ENGLAND
    assert forbidden(APART, {"type": "battles", "first": "england"}) == (
        violation(Reason.NO_BATTLE_ANYWHERE, "hs:5.1-1"),
    )
    naming: Json = {"type": "main_force", "side": "england", "area": "lothian"}
    ways: Json = {"e_york_infantry": "dunbar>dunbar", "e_hobelars": "selkirk>selkirk"}
    assert forbidden(MET, naming, marches=ways) == ()
    assert frames(MET, naming, marches=ways) == (f.Naming(ENGLAND, area("lothian")),)
    assert forbidden(MET, naming) == (violation(Reason.ONE_GROUP, "hs:5.32-2", side="england", area="lothian"),)


@proves("hs:5.6-1")
def test_only_a_side_alone_in_an_area_regroups_there() -> None:
    opening: dict[str, Json] = {"type": "regroup", "side": "scotland", "area": "fife"}
    assert frames(APART, opening) == (f.Regrouping(SCOTLAND, area("fife")),)
    assert frames(MET, {"type": "last_retreat", "side": "england", "area": "lothian"}) == (
        f.LastRetreat(ENGLAND, area("lothian")),
    )
    assert forbidden(MET, {**opening, "area": "lothian"}) == (
        violation(Reason.BATTLE_PENDING, "hs:5.6-1", area="lothian"),
    )
    assert forbidden(MET, opening) == (violation(Reason.NOBODY_THERE, "hs:5.6-1", side="scotland", area="fife"),)


@proves("hs:5.9-3", "hs:5.9-4")
def test_a_border_raid_wants_scots_in_england_and_a_block_to_lose() -> None:
    opening: Json = {"type": "border_raid"}
    assert frames({"england": ["s_wallace"], "lothian": ["e_hobelars"]}, opening) == (f.Raid(),)
    assert forbidden({"mar": ["e_mar"]}, opening) == (
        violation(Reason.NOBODY_THERE, "hs:5.9-3", side="scotland", area="england"),
        violation(Reason.NO_BLOCK_TO_LOSE, "hs:5.9-4"),
    )


# ---------------------------------------------------------------- winter


def test_winter_opens_at_each_of_its_steps() -> None:
    printed = ruleset(edward_decides_first="no")
    assert frames(APART, {"type": "winter"}) == (f.Wintering(f.WinteringStage.ENGLISH_NOBLES),)
    for step in f.WinteringStage:
        assert frames(APART, {"type": "winter", "step": step.value}, printed) == (f.Wintering(step),)
    edward: Blocks = {"mar": ["e_edward", "e_york_infantry"]}
    state = GAME.place({"blocks": edward, "year": 1299, "opening": {"type": "winter", "step": "edward"}}, STANDARD)
    assert (by(state), about(state)) == ("england", "whether Edward winters in Scotland")


@proves("hs:7.0-4", "hs:7.0-5")
def test_winter_waits_for_battles_and_has_the_steps_of_its_ruleset() -> None:
    opening: Json = {"type": "winter", "step": "surplus_first"}
    assert forbidden(MET, opening, ruleset(edward_decides_first="yes")) == (
        violation(Reason.BATTLE_PENDING, "hs:7.0-4", area="lothian"),
        violation(Reason.NO_SUCH_STEP, "hs:7.0-5", step="surplus_first"),
    )


@proves("hs:7.0-5")
@pytest.mark.parametrize("first", ["yes", "no"])
@pytest.mark.parametrize("step", list(f.WinteringStage))
def test_only_a_surplus_before_edward_decides_is_no_step_of_a_winter(step: f.WinteringStage, first: str) -> None:
    """Given a battle that bars winter anyway, then only the early surplus is refused as well, if Edward comes first."""
    pending = violation(Reason.BATTLE_PENDING, "hs:7.0-4", area="lothian")
    none = violation(Reason.NO_SUCH_STEP, "hs:7.0-5", step="surplus_first")
    found = forbidden(MET, {"type": "winter", "step": step.value}, ruleset(edward_decides_first=first))
    assert found == ((pending, none) if (step.value, first) == ("surplus_first", "yes") else (pending,))


def test_a_single_procedure_of_winter_opens_by_itself() -> None:
    pool: Json = ["s_campbell", "s_norse"]
    assert frames({"mar": ["s_wallace"]}, {"type": "quarters", "block": "s_wallace"}) == (
        f.Quarters(block("s_wallace")),
    )
    assert frames({"fife": ["s_bruce"]}, {"type": "going_home", "noble": "s_bruce"}) == (f.GoingHome(block("s_bruce")),)
    assert frames(APART, {"type": "disbanding", "side": "scotland"}) == (f.Disbanding(SCOTLAND),)
    assert frames({"fife": ["s_douglas"]}, {"type": "building", "side": "scotland"}) == (
        f.Building(SCOTLAND, (area("fife"),) * 3),
    )
    assert frames({"fife": ["s_douglas"]}, {"type": "drawing", "area": "fife"}, pool=pool) == (f.Drawing(area("fife")),)
    coast: Blocks = {"lanark": ["s_douglas"], "lennox": ["s_graham"]}
    assert frames(coast, {"type": "landing", "block": "s_norse", "area": "lanark"}, pool=pool) == (
        f.Landing(block("s_norse"), area("lanark")),
    )
    assert frames({}, {"type": "levy", "blocks": 2}, pool=["e_edward"]) == (f.Levy(2),)


@proves("hs:7.1-3", "hs:7.2-1", "hs:7.4-1", "hs:7.5-1", "hs:7.1-1")
def test_quarters_and_homes_are_for_those_who_have_them() -> None:
    for name, cited in (
        ("s_moray", "hs:7.1-3"), ("s_king", "hs:7.2-1"), ("e_edward", "hs:7.4-1"), ("s_wallace", "hs:7.5-1"),
    ):  # fmt: skip
        assert forbidden(APART, {"type": "quarters", "block": name}) == (
            violation(Reason.NOT_ON_MAP, cited, block=name),
        )
    assert forbidden(APART, {"type": "quarters", "block": "s_douglas"}) == (
        violation(Reason.NO_QUARTERS, "hs:7.1-3", block="s_douglas"),
    )
    for name in ("s_moray", "s_king", "e_edward", "s_wallace"):
        assert forbidden({"mar": [name]}, {"type": "quarters", "block": name}) == ()
    assert forbidden({"fife": ["s_bruce"]}, {"type": "going_home", "noble": "s_bruce"}) == ()
    assert forbidden(APART, {"type": "going_home", "noble": "s_moray"}) == (
        violation(Reason.NOT_SENT_HOME, "hs:7.1-3", block="s_moray"),
        violation(Reason.NOT_ON_MAP, "hs:7.1-1", block="s_moray"),
    )
    assert forbidden(APART, {"type": "going_home", "noble": "s_douglas"}) == (
        violation(Reason.NOT_SENT_HOME, "hs:7.1-1", block="s_douglas"),
    )


@proves("hs:7.6-1", "hs:7.61-2", "hs:S7-5", "hs:7.7-2")
def test_blocks_are_drawn_from_a_pool_for_a_place_that_can_take_them() -> None:
    assert forbidden({"mar": ["e_mar"]}, {"type": "drawing", "area": "mar"}) == (
        violation(Reason.NOT_FRIENDLY, "hs:7.6-1", area="mar"),
        violation(Reason.POOL_EMPTY, "hs:7.61-2", area="mar"),
    )
    inland: Blocks = {"lanark": ["s_douglas"]}
    assert forbidden(inland, {"type": "landing", "block": "s_campbell", "area": "lanark"}) == (
        violation(Reason.NOT_A_SEA_BLOCK, "hs:S7-5", block="s_campbell"),
        violation(Reason.NOT_IN_THE_POOL, "hs:S7-5", block="s_campbell"),
        violation(Reason.NO_DESTINATION, "hs:S7-5", area="lanark"),
    )
    assert forbidden(inland, {"type": "landing", "block": "s_norse", "area": "fife"}, pool=["s_norse"]) == (
        violation(Reason.NOT_INLAND, "hs:S7-5", area="fife"),
    )
    assert forbidden({}, {"type": "levy", "blocks": 1}) == (violation(Reason.POOL_EMPTY, "hs:7.7-2"),)
    assert forbidden({}, {"type": "levy", "blocks": 1}, pool=["e_edward"]) == ()
    near: Blocks = {"lanark": ["s_douglas"], "lennox": ["s_graham"]}
    assert forbidden(near, {"type": "landing", "block": "s_norse", "area": "lanark"}, pool=["s_norse"]) == ()
