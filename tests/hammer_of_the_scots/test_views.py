"""What a side may know."""

from collections.abc import Mapping

import pytest

from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import GAME, STANDARD, battle, go, moves, place, play, ruleset, winter


def seen(state: State, side: str) -> Mapping[str, Json]:
    """Return what a side sees."""
    view = GAME.observe(state, side)
    assert isinstance(view, Mapping)
    return view


def in_buchan(state: State) -> Json:
    """Return what Scotland sees of the English in Buchan."""
    enemies = seen(state, "scotland")["enemy"]
    assert isinstance(enemies, Mapping)
    return enemies["buchan"]


@proves("hs:S1-2")
def test_a_side_sees_its_own_blocks_and_the_number_of_the_enemys() -> None:
    view = seen(moves({"fife": "s_douglas:2 s_grant", "angus": "e_edward e_mar"}), "england")
    assert view["own"] == {"ross": ["e_ross"], "angus": ["e_edward", "e_mar"]}
    assert view["enemy"] == {"fife": {"count": 2}, "galloway": {"count": 1}}
    assert view["enemy_on_map"] == 3


@proves("hs:3.0-3", "hs:3.1-1")
def test_a_hand_is_its_owners_and_a_card_lies_face_down_until_both_are_played() -> None:
    hands: Json = {"england": ["truce", "move1"], "scotland": ["move2", "move3"]}
    state = place({"fife": "s_douglas"}, [{"type": "turn", "stage": "cards"}], hands=hands)
    state = play(state, "play truce")
    english, scottish = seen(state, "england"), seen(state, "scotland")
    assert (english["hand"], english["own_card"], english["enemy_hand"]) == (["move1"], "truce", 2)
    assert (scottish["hand"], scottish["enemy_hand"], scottish["enemy_card"]) == (["move3", "move2"], 1, "face_down")
    assert "own_card" not in scottish
    both = seen(play(state, "play move2"), "scotland")
    assert (both["own_card"], both["enemy_card"]) == ("move2", "truce")


def test_reserves_moves_and_pools_are_shown_to_the_enemy_as_numbers() -> None:
    state = battle(
        {"fife": "s_douglas e_york_infantry"},
        "fife",
        "england",
        pool=["s_keith", "e_hobelars"],
        reserves=["e_york_infantry"],
        moved=["e_york_infantry"],
    )
    view = seen(state, "scotland")
    assert view["enemy"] == {"ross": {"count": 1}, "fife": {"count": 1, "in_reserve": 1}}
    assert (view["own_pool"], view["enemy_pool"], view["enemy_moved"], view["moved"]) == (["s_keith"], 1, 1, [])
    own = seen(state, "england")
    assert (own["moved"], own["reserves"]) == (["e_york_infantry"], ["e_york_infantry"])


def test_an_edward_who_waits_for_a_bid_lies_open() -> None:
    state = GAME.start("braveheart", ruleset(tournament_bid="e1"))
    assert seen(state, "scotland")["open_in_enemy_pool"] == ["e_edward"]
    assert "open_in_enemy_pool" not in seen(GAME.start("braveheart", STANDARD), "scotland")


@proves("hs:5.32-6", "hs:S1-2")
def test_reserves_that_have_joined_are_no_reserves_any_more_wherever_they_go() -> None:
    """Given Cumbria waits in Buchan, when round two begins, then she is seen; after a regroup she waits nowhere."""
    blocks = {
        "angus": "e_york_infantry", "mar": "e_cumbria_infantry", "buchan": "s_grant", "fife": "s_wallace",
        "lothian": "e_durham_infantry",
    }  # fmt: skip
    state = moves(blocks, "move2", "move1")
    state = play(
        go(go(state, "e_york_infantry", "buchan"), "e_cumbria_infantry", "buchan"), "done; select e_york_infantry"
    )
    state = play(go(state, "s_wallace", "mentieth", "lothian"), "done")
    assert seen(state, "england")["reserves"] == ["e_cumbria_infantry"]
    state = play(state, "choose buchan")
    assert in_buchan(state) == {"count": 2, "revealed": ["e_york_infantry"], "in_reserve": 1}
    assert seen(state, "england")["reserves"] == ["e_cumbria_infantry"]
    second = play(state, "hold s_grant; hold e_york_infantry")
    assert in_buchan(second) == {"count": 2, "revealed": ["e_york_infantry", "e_cumbria_infantry"]}
    assert seen(second, "england")["reserves"] == []
    for won in (state, second):
        gone = play(won, "withdraw s_grant; choose badenoch; select e_cumbria_infantry; choose mar; done")
        enemies = seen(gone, "scotland")["enemy"]
        assert isinstance(enemies, Mapping)
        assert (enemies["mar"], enemies["buchan"]) == ({"count": 1}, {"count": 1})
        assert (seen(gone, "england")["reserves"], gone.field.reserves) == ([], 0)


@proves("hs:5.32-6", "hs:S1-2")
def test_reserves_wait_already_while_the_main_force_of_their_battle_is_named() -> None:
    blocks = {"angus": "e_york_infantry", "mar": "e_cumbria_infantry", "buchan": "s_grant", "strathspey": "s_fraser"}
    state = moves(blocks, "move2", "move1", ruleset(main_force_choice="at_battle"))
    state = play(go(go(state, "e_york_infantry", "buchan"), "e_cumbria_infantry", "buchan"), "done")
    state = play(go(state, "s_fraser", "buchan"), "done; choose buchan")
    enemies = seen(state, "england")["enemy"]
    assert isinstance(enemies, Mapping)
    assert enemies["buchan"] == {"count": 2, "in_reserve": 1}
    assert seen(state, "scotland")["reserves"] == ["s_fraser"]


@proves("hs:5.32-6", "hs:S1-2")
def test_a_captured_noble_waits_in_the_reserve_of_his_new_side() -> None:
    state = battle({"buchan": "s_grant e_mar:1 e_york_infantry:1"}, "buchan", "england")
    state = play(state, "hold e_mar; fight s_grant; roll 1; roll 6; roll 6; select e_mar")
    enemies = seen(state, "england")["enemy"]
    assert isinstance(enemies, Mapping)
    assert enemies["buchan"] == {"count": 2, "revealed": ["s_grant"], "in_reserve": 1}
    assert seen(state, "scotland")["reserves"] == ["s_mar"]


@proves("hs:5.32-6", "hs:S1-2")
def test_who_stands_in_the_battle_at_hand_waits_only_if_the_battle_says_so() -> None:
    """Given a position that still marks York as reserve in round two of her battle, then she is seen to fight."""
    frame: Json = {"type": "battle", "area": "buchan", "attacker": "england", "round": 2}
    state = place(
        {"buchan": "s_grant e_york_infantry", "mar": "s_mar e_durham_infantry"},
        [{"type": "turn", "stage": "raid"}, {"type": "battles"}, frame],
        first="england",
        attackers={"buchan": "england", "mar": "england"},
        played={"england": "move1", "scotland": "move1"},
        reserves=["e_york_infantry", "e_durham_infantry"],
    )
    assert in_buchan(state) == {"count": 1, "revealed": ["e_york_infantry"]}
    assert seen(state, "england")["reserves"] == ["e_durham_infantry"]


@proves("hs:TP-2")
@pytest.mark.parametrize(
    ("bid", "years"), [("off", ()), ("e1", (1297,)), ("e2", (1297, 1298)), ("e3", (1297, 1298, 1299))]
)
def test_edward_lies_open_in_every_year_of_the_bid_until_he_is_mixed_in_for_a_levy(
    bid: str, years: tuple[int, ...]
) -> None:
    """Given a bid of so many years, then he lies open in each of them; the levy of a winter belongs to the next."""
    rules = ruleset(tournament_bid=bid)
    hands: Json = {"england": ["move1"], "scotland": ["move1"]}
    pool: Json = ["e_edward", "e_york_infantry", "e_durham_infantry"]
    turn: Json = [{"type": "turn", "stage": "cards"}]
    for year in (1297, 1298, 1299, 1300):
        state = place({"fife": "s_grant"}, turn, rules, year=year, pool=pool, hands=hands)
        assert ("open_in_enemy_pool" in seen(state, "scotland")) is (year in years)
        assert "open_in_enemy_pool" not in seen(state, "england")
        levy = winter({"fife": "s_grant"}, "levy", rules, year=year, pool=pool)
        assert ("open_in_enemy_pool" in seen(levy, "scotland")) is (year + 1 in years)
    drawn = place({"fife": "s_grant", "england": "e_edward"}, turn, rules, year=1297, hands=hands)
    assert "open_in_enemy_pool" not in seen(drawn, "scotland")


@proves("hs:TP-2")
def test_an_edward_kept_out_of_the_opening_levy_lies_open_while_it_is_drawn_and_cards_are_dealt() -> None:
    state = GAME.start("braveheart", ruleset(edward_in_opening_levy="excluded"))
    dealing = play(state, "draw e_hobelars; draw e_york_knights; draw e_york_infantry; draw e_wales_infantry")
    for each in (state, dealing):
        assert seen(each, "scotland")["open_in_enemy_pool"] == ["e_edward"]
    cards = "; ".join(["deal move2"] * 10)
    assert "open_in_enemy_pool" not in seen(play(dealing, cards), "scotland")


def test_frames_hide_what_the_other_side_may_not_know() -> None:
    marching = play(moves({"fife": "s_douglas"}, "move1", "move2"), "select s_douglas")
    assert seen(marching, "england")["frames"] == [{"type": "turn"}, {"type": "moving"}, {"type": "marching"}]
    king = winter({"annan": "s_king"}, "king", crowned=1298)
    assert seen(king, "england")["frames"] == [{"type": "wintering"}, {"type": "quarters"}]
    assert seen(king, "scotland")["frames"] == [{"type": "wintering"}, {"type": "quarters", "block": "s_king"}]
    landing = winter(
        {"lanark": "s_steward", "lennox": "s_lennox", "carrick": "s_bruce"}, "scottish_build", pool=["s_norse"]
    )
    landing = play(landing, "choose lanark; draw s_norse")
    assert seen(landing, "england")["frames"] == [{"type": "wintering"}, {"type": "building"}, {"type": "landing"}]
    fight = play(battle({"fife": "s_douglas e_york_infantry"}, "fife", "england"), "fight s_douglas")
    assert seen(fight, "england")["frames"] == [
        {"type": "turn"}, {"type": "battles"}, {"type": "battle"},
        {"type": "firing", "block": "s_douglas", "left": 4, "hits": 0},
    ]  # fmt: skip


def test_a_declared_coronation_is_known_to_both() -> None:
    state = moves({"fife": "s_bruce"}, "herald", "truce", ruleset("de"), dead=["s_wallace"])
    state = play(state, "crown bruce")
    assert seen(state, "england")["declared"] == "bruce"
