"""Every point on which the sources disagree: the position of `options.toml`, and what each value makes of it."""

import pytest

from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from spec_tables.catalogue import catalogue
from tests.hammer_of_the_scots.positions import (
    GAME,
    PRESETS,
    about,
    at,
    barred,
    battle,
    by,
    go,
    moves,
    options,
    place,
    play,
    refused,
    ruleset,
    told,
    where,
    winner,
    winter,
)

SET_UP_DRAWS = "draw e_hobelars; draw e_york_knights; draw e_york_infantry; draw e_wales_infantry"


def under(option: str, value: str) -> Ruleset:
    """Return the standard ruleset with one option set."""
    return ruleset(**{option: value})


def test_every_option_has_its_test_here() -> None:
    names = {each.name for each in catalogue(GAME.id).options}
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert names - tested == set()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_a_ruleset(preset: str) -> None:
    assert isinstance(ruleset(preset), Ruleset)


@proves("hs:C-1e", "hs:5.9-3")
@pytest.mark.parametrize(("value", "then"), [("yes", "a card to play face down"), ("no", "a block lost to the raid")])
def test_truce_suspends_raid(value: str, then: str) -> None:
    blocks = {"england": "s_wallace", "lothian": "e_cumbria_infantry"}
    state = moves(blocks, "truce", "move1", under("truce_suspends_raid", value))
    state = play(state, "play_event; done")
    assert about(state) == then
    if value == "no":
        assert options(state) == ["select e_cumbria_infantry"]


@proves("hs:6.2-2")
@pytest.mark.parametrize("value", ["per_game", "per_year"])
def test_coronation_limit(value: str) -> None:
    rest: dict[str, Json] = {"dead": ["s_wallace"], "pool": ["s_king"], "year": 1303, "crowned": 1302}
    state = moves({"fife": "s_comyn", "mar": "s_mar"}, "move1", "victuals", under("coronation_limit", value), **rest)
    if value == "per_game":
        assert refused(state, "crown comyn") == ["6.2-2"]
    else:
        state = play(state, "crown comyn")
        assert (at(state, "fife"), at(state, "mar")) == ("s_king s_comyn", "e_mar")


@proves("hs:4.4-6")
@pytest.mark.parametrize(("value", "fights"), [("one_group", True), ("same_origin_and_border", False)])
def test_border_crossers(value: str, fights: bool) -> None:
    rules = ruleset(border_crossers=value, main_force_choice="first_mover")
    state = moves({"england": "e_york_infantry", "annan": "s_bruce", "dunbar": "s_dunbar"}, "move1", "move3", rules)
    state = play(go(go(state, "s_bruce", "england"), "s_dunbar", "england"), "done; done; choose england")
    assert ("fight s_dunbar" in options(state)) is fights


@proves("hs:5.2-2")
@pytest.mark.parametrize("value", ["before_battle", "when_revealed"])
def test_celtic_roll(value: str) -> None:
    state = battle(
        {"buchan": "e_york_infantry e_wales_archers s_grant"}, "buchan", "england", under("celtic_roll", value),
        waiting="e_wales_archers",
    )  # fmt: skip
    if value == "before_battle":
        state = play(state, "roll 5")
        assert where(state, "e_wales_archers") == "pool"
    else:
        state = play(state, "hold s_grant; hold e_york_infantry")
        assert (by(state), about(state)) == ("chance", "the loyalty of a Celtic block")
        assert where(play(state, "roll 6"), "e_wales_archers") == "pool"


@proves("hs:S7-5", "hs:7.61-2")
@pytest.mark.parametrize("value", ["redirect_to_coast", "redraw"])
def test_inland_sea_draw(value: str) -> None:
    blocks = {"lanark": "s_steward", "lennox": "s_lennox s_campbell"}
    state = winter(blocks, "scottish_build", under("inland_sea_draw", value), pool=["s_norse", "s_keith"])
    state = play(state, "choose lanark")
    if value == "redirect_to_coast":
        assert at(play(state, "draw s_norse"), "lennox") == "s_campbell s_norse:1 s_lennox"
    else:
        assert options(state) == ["draw s_keith"]
        assert at(play(state, "draw s_keith"), "lanark") == "s_keith:1 s_steward"


@proves("hs:7.62-1")
@pytest.mark.parametrize(("value", "french"), [("as_soon_as_eight", "pool"), ("winter_before_builds", "aside")])
def test_french_trigger(value: str, french: str) -> None:
    seven = "s_angus s_argyll s_atholl s_buchan s_lennox s_dunbar"
    blocks = {"mar": "e_mar:1 s_wallace", "fife": seven, "lothian": "e_comyn"}
    state = battle(blocks, "mar", "scotland", under("french_trigger", value))
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_mar")
    assert where(state, "s_french") == french
    lost = winter({"fife": seven}, "french", under("french_trigger", value))
    assert where(lost, "s_french") == "aside"


@proves("hs:9.1-1", "hs:7.1-2")
@pytest.mark.parametrize("value", ["immediate", "end_of_turn", "end_of_turn_and_winter"])
def test_all_nobles_check(value: str) -> None:
    rules = under("all_nobles_check", value)
    blocks = {"mar": "e_mar:1 s_wallace", "ross": "s_ross", "lothian": "e_york_infantry s_grant"}
    state = battle(blocks, "mar", "scotland", rules, attackers={"mar": "scotland", "lothian": "scotland"})
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_mar")
    if value == "immediate":
        assert winner(state) == ("scotland", "9.1-1")
    else:
        state = play(state, "done; choose lothian; withdraw e_york_infantry; choose dunbar; done")
        assert winner(state) == ("scotland", "9.1-1")
    held = {"annan": "e_york_infantry", "carrick": "e_durham_infantry"}
    home = {"mar": "s_grant", "fife": "e_mar", "lanark": "s_bruce", "ross": "s_ross", **held}
    home_winter = winter(home, "english_nobles", rules)
    if value == "immediate":
        assert winner(home_winter) == ("scotland", "9.1-1")
    else:
        assert (winner(home_winter), at(home_winter, "lanark")) == (("", ""), "e_bruce")
    end = winter({"mar": "s_mar", "ross": "s_ross"}, "end", rules)
    assert winner(end) == (("scotland", "9.1-1") if value == "end_of_turn_and_winter" else ("", ""))


@proves("hs:7.5-3")
@pytest.mark.parametrize("value", ["yes", "no"])
def test_scots_voluntary_disband(value: str) -> None:
    blocks = {"ross": "s_norse:1", "mar": "s_mar", "lothian": "e_ross"}
    state = winter(blocks, "scottish_disband", under("scots_voluntary_disband", value))
    if value == "yes":
        assert options(state) == ["select s_norse", "done"]
    else:
        assert about(state) == "how a replacement point is used"


@proves("hs:5.32-8", "hs:5.32-9")
@pytest.mark.parametrize(("value", "first"), [("eliminated", "fight s_fraser"), ("none_left", "fight e_york_infantry")])
def test_field_control_trigger(value: str, first: str) -> None:
    rules = under("field_control_trigger", value)
    state = battle(
        {"buchan": "e_york_infantry e_durham_infantry s_grant s_fraser"}, "buchan", "england", rules, waiting="s_fraser"
    )
    state = play(state, "withdraw s_grant; choose badenoch; hold e_york_infantry; hold e_durham_infantry")
    assert options(state)[0] == first


@proves("hs:5.32-8", "hs:5.32-9", "hs:5.2-4")
@pytest.mark.parametrize(("value", "first"), [("eliminated", "fight e_york_infantry"), ("none_left", "fight s_fraser")])
def test_defenders_who_desert_were_not_eliminated(value: str, first: str) -> None:
    """Given the only defender in front deserting, when reserves come, then the field is lost by one reading only."""
    state = battle(
        {"buchan": "e_wales_infantry e_york_infantry s_grant s_fraser"}, "buchan", "scotland",
        under("field_control_trigger", value), waiting="e_york_infantry",
    )  # fmt: skip
    state = play(state, "roll 5; hold s_fraser; hold s_grant")
    assert options(state)[0] == first


@proves("hs:5.32-8", "hs:5.32-9", "hs:5.2-4")
def test_an_attacker_who_deserts_does_not_keep_the_field_for_the_defender() -> None:
    """Given a Celt among the attackers deserting, when the defender in front falls, then the field changes hands."""
    state = battle(
        {"buchan": "e_wales_infantry e_york_infantry s_grant:1 s_fraser"}, "buchan", "england",
        under("field_control_trigger", "eliminated"), waiting="s_fraser",
    )  # fmt: skip
    state = play(state, "roll 6; hold s_grant; fight e_york_infantry; roll 1; roll 6; roll 6; roll 6; select s_grant")
    assert options(state)[0] == "fight e_york_infantry"


@proves("hs:5.5-6")
@pytest.mark.parametrize("value", ["this_battle", "any_battle"])
def test_border_closure_scope(value: str) -> None:
    state = battle(
        {"mar": "s_douglas e_buchan", "angus": "e_angus"}, "mar", "england", under("border_closure_scope", value),
        first="scotland", entries={"mar>angus": ["scotland"], "buchan>mar": ["england"]},
    )  # fmt: skip
    state = play(state, "withdraw e_buchan")
    others = ["choose buchan", "choose badenoch", "choose atholl"]
    if value == "this_battle":
        assert sorted(options(state)) == sorted(["choose angus", *others])
    else:
        assert sorted(options(state)) == sorted(others)
        assert refused(state, "choose angus") == ["5.5-6"]


@proves("hs:C-2", "hs:5.7-1")
@pytest.mark.parametrize("value", ["captured_defends", "captured_attacks", "captured_reserve"])
def test_pillage_noble(value: str) -> None:
    state = moves(
        {"mar": "e_mar:1 e_york_infantry:2", "buchan": "s_grant"}, "move1", "pillage", under("pillage_noble", value)
    )
    state = play(state, "choose mar; select e_york_infantry; select e_mar; done")
    assert at(state, "mar") == "e_york_infantry:1 s_mar:1"
    if value == "captured_reserve":
        assert options(state) == ["hold e_york_infantry", "withdraw e_york_infantry"]
        state = play(state, "hold e_york_infantry")
    hit = play(state, "fight s_mar; roll 3")
    assert (options(hit) == ["select e_york_infantry"]) is (value == "captured_defends")


@proves("hs:C-2b")
@pytest.mark.parametrize("value", ["may", "must"])
def test_pillage_steps(value: str) -> None:
    rules = under("pillage_steps", value)
    full = moves({"mar": "e_york_infantry", "buchan": "s_grant"}, "move1", "pillage", rules)
    full = play(full, "choose mar; select e_york_infantry; select e_york_infantry")
    assert (options(full), at(full, "mar")) == (["done"], "e_york_infantry:2")
    weak = moves({"mar": "e_york_infantry", "buchan": "s_grant:1"}, "move1", "pillage", rules)
    weak = play(weak, "choose mar; select e_york_infantry; select e_york_infantry")
    if value == "may":
        assert options(weak) == ["select s_grant", "done"]
    else:
        assert refused(weak, "done") == ["C-2b"]
        assert at(play(weak, "select s_grant; select s_grant; done"), "buchan") == "s_grant"


@proves("hs:7.61-6")
@pytest.mark.parametrize("value", ["yes", "no"])
def test_replacements_must_be_spent(value: str) -> None:
    state = winter(
        {"fife": "s_douglas"}, "scottish_build", under("replacements_must_be_spent", value), pool=["s_keith"]
    )
    if value == "no":
        assert about(play(state, "done")) == "how a replacement point is used"
    else:
        assert options(state) == ["choose fife"]
        state = play(state, "choose fife; draw s_keith; select s_keith; select s_keith; done")
        assert at(state, "fife") == "s_douglas s_keith"


@proves("hs:8.1-6")
@pytest.mark.parametrize(("value", "blocks"), [("allowed", 13), ("excluded", 12)])
def test_edward_in_opening_levy(value: str, blocks: int) -> None:
    state = GAME.start("braveheart", under("edward_in_opening_levy", value))
    assert (len(options(state)), "draw e_edward" in options(state)) == (blocks, value == "allowed")
    later = winter({"fife": "s_douglas"}, "levy", under("edward_in_opening_levy", value), pool=["e_edward"])
    assert options(later) == ["draw e_edward"]


@proves("hs:8.2-12")
@pytest.mark.parametrize(("value", "french"), [("pool", "pool"), ("aside", "aside")])
def test_bruce_french(value: str, french: str) -> None:
    assert where(GAME.start("the_bruce", under("bruce_french", value)), "s_french") == french
    assert where(GAME.start("braveheart", under("bruce_french", value)), "s_french") == "aside"


@proves("hs:2.21-3")
@pytest.mark.parametrize("value", ["2", "3"])
def test_scots_archer_move(value: str) -> None:
    blocks = {"fife": "s_etterick", "mentieth": "s_mentieth", "lanark": "s_steward"}
    state = moves(blocks, "move1", "move2", under("scots_archer_move", value))
    state = play(state, "select s_etterick; march s_etterick mentieth; march s_etterick lanark")
    assert ("march s_etterick carrick" in options(state)) is (value == "3")


@proves("hs:5.41-4")
@pytest.mark.parametrize("value", ["per_block", "per_letter_step", "until_side_changes"])
def test_hit_timing(value: str) -> None:
    """Given two B blocks and a C block that hit once each, then the option says when the hits are taken."""
    blocks = {"fife": "e_lancaster_knights:1 e_york_knights:1 e_york_infantry:1 s_douglas"}
    rules = under("hit_timing", value)
    state = battle(blocks, "fife", "scotland", rules)
    taken = []
    for who in ("e_lancaster_knights", "e_york_knights", "e_york_infantry"):
        state, hits = play(state, f"fight {who}; roll 1"), 0
        while options(state) == ["select s_douglas"]:
            state, hits = play(state, "select s_douglas"), hits + 1
        taken.append(hits)
    assert taken == {"per_block": [1, 1, 1], "per_letter_step": [0, 2, 1], "until_side_changes": [0, 0, 3]}[value]
    assert (by(state), at(state, "fife").split()[-1]) == ("scotland", "s_douglas:1")
    early = play(battle(blocks, "fife", "scotland", rules), "fight e_lancaster_knights; roll 1")
    assert ("deal_hits" in options(early)) is (value == "until_side_changes")
    weak = battle({"fife": blocks["fife"] + ":1"}, "fife", "scotland", rules)
    assert options(play(weak, "fight e_lancaster_knights; roll 1")) == ["select s_douglas"]


@proves("hs:5.32-3", "hs:S5-2")
@pytest.mark.parametrize("value", ["at_battle", "while_moving", "first_mover"])
def test_main_force_choice(value: str) -> None:
    blocks = {"buchan": "s_grant", "angus": "e_york_infantry", "mar": "e_cumbria_infantry", "strathspey": "s_fraser"}
    state = moves(blocks, "move2", "move1", under("main_force_choice", value))
    state = play(go(go(state, "e_york_infantry", "buchan"), "e_cumbria_infantry", "buchan"), "done")
    named = ["select e_york_infantry", "select e_cumbria_infantry"]
    if value == "while_moving":
        assert options(state) == named
        state = play(state, "select e_cumbria_infantry")
    state = play(go(state, "s_fraser", "buchan"), "done; choose buchan")
    if value == "at_battle":
        assert (by(state), options(state)) == ("england", named)
        state = play(state, "select e_cumbria_infantry")
    state = play(state, "hold s_grant")
    acting = "e_york_infantry" if value == "first_mover" else "e_cumbria_infantry"
    assert options(state)[0] == f"fight {acting}"


@proves("hs:7.12-1")
@pytest.mark.parametrize("value", ["any_home", "free_home_only"])
def test_split_home_choice(value: str) -> None:
    state = winter(
        {"fife": "s_bruce:3", "annan": "e_york_infantry"}, "english_nobles", under("split_home_choice", value)
    )
    if value == "free_home_only":
        assert at(state, "carrick") == "s_bruce:3"
    else:
        assert (by(state), options(state)) == ("scotland", ["choose carrick", "choose annan"])
        assert at(play(state, "choose annan"), "annan") == "e_york_infantry e_bruce:3"
        assert at(play(state, "choose carrick"), "carrick") == "s_bruce:3"


@proves("hs:9.0-1", "hs:7.0-4")
@pytest.mark.parametrize("value", ["none", "nobles_home", "nobles_home_unless_tie", "full"])
def test_final_winter(value: str) -> None:
    """Given eight, seven or six nobles by Moray's choice, then the option says when they are counted."""
    scottish = {"moray": "s_moray", "selkirk": "s_wallace", "mar": "s_grant"}
    scottish |= {name: f"s_{name}" for name in ("angus", "atholl", "buchan", "lennox", "dunbar")}
    english = {"fife": "e_mar", "argyll": "e_argyll", "mentieth": "e_mentieth", "lanark": "e_steward"}
    blocks = {**scottish, **english, "annan": "e_bruce", "badenoch": "e_comyn"}
    state = moves(blocks, rules=under("final_winter", value), year=1305, hands={})
    state = play(state, "done; done")
    if value == "none":
        assert winner(state) == ("scotland", "9.0-2")
        return
    state = play(state, "choose annan; choose badenoch")
    assert (about(state), options(state)) == ("where Moray winters", ["choose moray", "disband"])
    early, tied = ("scotland", "9.0-1"), ("scotland", "9.0-2")
    unless_tie, goes_on = value == "nobles_home_unless_tie", ("", "")
    assert winner(play(state, "choose moray")) == (goes_on if value == "full" else early)
    assert winner(play(state, "disband")) == (early if value == "nobles_home" else goes_on)
    tie = moves({**blocks, "mar": ""}, rules=under("final_winter", value), year=1305, hands={})
    tie = play(tie, "done; done; choose annan; choose badenoch")
    assert winner(play(tie, "choose moray")) == (goes_on if unless_tie or value == "full" else tied)
    assert winner(play(tie, "disband")) == (("england", "9.0-1") if value == "nobles_home" else goes_on)
    dead = moves(
        {**blocks, "mar": "", "moray": ""}, rules=under("final_winter", value), year=1305, hands={}, dead=["s_moray"]
    )
    dead = play(dead, "done; done; choose annan; choose badenoch")
    assert (winner(dead)[0] == "") is (value == "full")


@proves("hs:7.3-1", "hs:7.31-1")
@pytest.mark.parametrize(("value", "place_after"), [("disband", "pool"), ("stay", "england")])
def test_english_in_england_winter(value: str, place_after: str) -> None:
    state = winter(
        {"england": "e_york_infantry e_hobelars"}, "english_leave", under("english_in_england_winter", value)
    )
    assert (where(state, "e_york_infantry"), where(state, "e_hobelars")) == (place_after, "pool")


@proves("hs:6.1-1", "hs:6.1-2", "hs:5.8-3")
@pytest.mark.parametrize(("value", "after"), [("returns_as_edward2", "pool"), ("gone", "dead")])
def test_edward1_killed(value: str, after: str) -> None:
    state = battle({"fife": "s_wallace e_edward:1"}, "fife", "england", under("edward1_killed", value))
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_edward")
    assert (where(state, "e_edward"), winner(state)) == (after, ("", ""))


@proves("hs:7.0-5", "hs:7.32-1")
@pytest.mark.parametrize("value", ["yes", "no"])
def test_edward_decides_first(value: str) -> None:
    five = "e_york_infantry e_durham_infantry e_cumbria_infantry e_westmor_infantry e_lancaster_infantry"
    state = winter({"fife": f"e_edward {five}"}, "king", under("edward_decides_first", value), year=1299)
    if value == "yes":
        state = play(state, "winter; done")
        assert len(at(state, "fife").split()) == 6
    else:
        for block in five.split()[:3]:
            state = play(state, f"select {block}")
        state = play(state, "winter; done")
        assert at(state, "fife") == "e_edward e_lancaster_infantry e_westmor_infantry"


@proves("hs:S5-5")
@pytest.mark.parametrize(("value", "hits"), [("fighting_only", True), ("reserves_too", False)])
def test_schiltrom_archers(value: str, hits: bool) -> None:
    rules = ruleset(schiltroms="on", schiltrom_archers=value)
    state = battle(
        {"fife": "s_douglas:1 e_york_infantry e_lancaster_archers"},
        "fife",
        "england",
        rules,
        waiting="e_lancaster_archers",
    )
    one = play(state, "fight s_douglas; roll 4")
    assert (options(one) == ["select e_york_infantry"]) is hits
    two = play(state, "hold s_douglas; hold e_york_infantry; hold e_lancaster_archers; fight s_douglas; roll 4")
    assert options(two)[0] == "fight e_york_infantry"


@proves("hs:C-1d", "hs:C-3")
@pytest.mark.parametrize("value", ["yes", "no"])
def test_truce_bars_sea_move_to_england(value: str) -> None:
    blocks = {"fife": "s_douglas", "england": "s_wallace"}
    state = moves(blocks, "truce", "sea_move", under("truce_bars_sea_move_to_england", value))
    state = play(state, "play_event; select s_douglas")
    assert ("choose england" in options(state)) is (value == "no")
    if value == "yes":
        assert refused(state, "choose england") == ["C-1d"]


@proves("hs:5.8-4")
@pytest.mark.parametrize(("value", "after"), [("pool", "pool"), ("gone", "dead")])
def test_king_lost_outside_battle(value: str, after: str) -> None:
    rules = under("king_lost_outside_battle", value)
    state = moves({"fife": "s_king:1", "angus": "e_angus"}, "pillage", "move1", rules, crowned=1298)
    state = play(state, "choose fife; select s_king")
    assert (where(state, "s_king"), winner(state)) == (after, ("", ""))


@proves("hs:5.5-9", "hs:6.1-4", "hs:9.1-4")
@pytest.mark.parametrize(("value", "won"), [("scotland_wins", ("scotland", "9.1-4")), ("no_win", ("", ""))])
def test_edward2_cannot_retreat(value: str, won: tuple[str, str]) -> None:
    blocks = {"ross": "e_edward s_grant", "moray": "s_moray", "garmoran": "s_fraser", "lothian": "e_ross"}
    state = battle(blocks, "ross", "england", under("edward2_cannot_retreat", value), edward=2)
    state = play(state, "hold e_edward; hold s_grant; " * 3)
    state = play(state, "select e_edward; give_up")
    assert (winner(state), where(state, "e_edward")) == (won, "dead")


@proves("hs:C-4b", "hs:6.21-6")
@pytest.mark.parametrize(("value", "mar", "comyn"), [("current", "s_mar:1", "e_comyn:2"), ("full", "s_mar", "e_comyn")])
def test_defection_strength(value: str, mar: str, comyn: str) -> None:
    rules = under("defection_strength", value)
    herald = play(moves({"mar": "e_mar:1"}, "move1", "herald", rules), "select e_mar; roll 1")
    assert at(herald, "mar") == mar
    crowned = moves({"fife": "s_bruce", "buchan": "s_comyn:2"}, "move1", "truce", rules, dead=["s_wallace"])
    assert at(play(crowned, "crown bruce"), "buchan") == comyn


@proves("hs:5.5-6", "hs:5.33-1")
@pytest.mark.parametrize("value", ["yes", "no"])
def test_reinforcement_shuts_border(value: str) -> None:
    blocks = {"buchan": "s_grant", "angus": "e_york_infantry e_durham_infantry", "mar": "s_fraser"}
    state = moves(blocks, "move2", "move1", under("reinforcement_shuts_border", value))
    state = play(go(go(state, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan"), "done")
    state = play(go(state, "s_fraser", "buchan"), "done; choose buchan; hold s_grant; withdraw e_york_infantry")
    if value == "yes":
        assert refused(state, "choose mar") == ["5.5-6"]
    else:
        assert "choose mar" in options(state)


@proves("hs:6.21-3", "hs:6.22-4")
@pytest.mark.parametrize("value", ["with_card", "when_resolved"])
def test_coronation_declared(value: str) -> None:
    rest: dict[str, Json] = {"dead": ["s_wallace"], "year": 1303}
    state = moves(
        {"fife": "s_bruce:1", "moray": "s_grant:1"}, "herald", "victuals", under("coronation_declared", value), **rest
    )
    if value == "with_card":
        assert (by(state), options(state)) == (
            "scotland",
            ["play_event", "crown bruce", "crown comyn", "crown balliol"],
        )
        failed = play(state, "crown bruce; select s_bruce; roll 1")
        assert (where(failed, "s_king"), about(failed)) == ("aside", "the home where the noble winters")
        crowned = play(state, "crown bruce; select s_bruce; roll 6")
        assert where(crowned, "s_king") == "fife"
        event = play(state, "play_event; done")
        assert about(event) == "a block that gains a step"
    else:
        lost = play(state, "select s_bruce; roll 1")
        assert about(lost) == "a block that gains a step"
        kept = play(state, "select s_bruce; roll 6")
        assert options(kept) == ["play_event", "crown bruce"]
        assert where(play(kept, "crown bruce"), "s_king") == "fife"


@proves("hs:5.31-5", "hs:5.31-1")
@pytest.mark.parametrize("value", ["play_on", "next_round"])
def test_empty_front(value: str) -> None:
    blocks = {"buchan": "e_york_infantry:1 e_cumbria_infantry s_wallace s_grant"}
    state = battle(blocks, "buchan", "england", under("empty_front", value), waiting="e_cumbria_infantry")
    state = play(state, "fight s_wallace; roll 1; roll 6; roll 6; roll 6; select e_york_infantry")
    if value == "play_on":
        assert options(state) == ["hold s_grant", "withdraw s_grant"]
    else:
        assert options(state)[0] == "fight s_wallace"


@proves("hs:4.4-7", "hs:5.32-3")
@pytest.mark.parametrize("value", ["all_fight", "one_main_force"])
@pytest.mark.parametrize("choice", ["while_moving", "first_mover"])
def test_crossers_beside_group(value: str, choice: str) -> None:
    rules = ruleset(crossers_beside_group=value, main_force_choice=choice)
    state = moves({"england": "e_edward", "carrick": "e_york_infantry", "lanark": "s_steward"}, "move2", "move1", rules)
    state = play(go(go(state, "e_york_infantry", "lanark"), "e_edward", "annan", "lanark"), "done")
    if value == "all_fight":
        assert by(state) == "scotland"
        state = play(state, "done; choose lanark; hold s_steward; hold e_edward")
        assert options(state)[0] == "fight e_york_infantry"
    elif choice == "while_moving":
        assert options(state) == ["select e_edward", "select e_york_infantry"]
        state = play(state, "select e_edward; done; choose lanark")
        assert barred(state, "england", "hold e_york_infantry") == ["5.32-5"]
    else:
        state = play(state, "done; choose lanark")
        assert barred(state, "england", "hold e_edward") == ["5.32-5"]


@proves("hs:5.32-3", "hs:5.32-5", "hs:4.4-7")
def test_a_crosser_who_never_waits_is_no_main_force_to_name() -> None:
    rules = ruleset(crossers_beside_group="all_fight")
    blocks = {
        "england": "e_edward",
        "carrick": "e_york_infantry",
        "lothian": "e_durham_infantry",
        "lanark": "s_steward",
    }
    state = moves(blocks, "move3", "move1", rules)
    state = go(go(state, "e_york_infantry", "lanark"), "e_durham_infantry", "lanark")
    state = play(go(state, "e_edward", "annan", "lanark"), "done")
    assert options(state) == ["select e_york_infantry", "select e_durham_infantry"]
    facts = {"block": "e_edward", "area": "lanark"}
    assert told(state, "select e_edward") == [("fights_anyway", "4.4-7", facts)]
    state = play(state, "select e_durham_infantry; done; choose lanark")
    assert barred(state, "england", "hold e_york_infantry") == ["5.32-5"]


@proves("hs:5.9-3")
@pytest.mark.parametrize(("value", "then"), [("yes", "a block lost to the raid"), ("no", "a block that disbands")])
def test_raid_after_two_events(value: str, then: str) -> None:
    blocks = {"england": "s_wallace", "lothian": "e_cumbria_infantry"}
    state = moves(blocks, "victuals", "pillage", under("raid_after_two_events", value))
    assert about(play(state, "done; done")) == then


@proves("hs:4.6-1", "hs:4.6-2", "hs:4.6-3")
@pytest.mark.parametrize("value", ["no", "yes"])
def test_pin_counts_arrivals(value: str) -> None:
    blocks = {
        "buchan": "s_douglas s_grant",
        "angus": "e_york_infantry e_cumbria_infantry",
        "moray": "s_fraser s_lindsay",
    }
    state = moves(blocks, "move3", "move2", under("pin_counts_arrivals", value))
    state = play(go(go(state, "e_york_infantry", "buchan"), "e_cumbria_infantry", "buchan"), "done")
    state = go(go(state, "s_fraser", "strathspey", "buchan"), "s_lindsay", "strathspey", "buchan")
    if value == "no":
        assert refused(state, "select s_douglas") == ["4.6-1"]
    else:
        state = go(go(state, "s_douglas", "mar"), "s_grant", "mar")
        assert at(state, "mar") == "s_douglas s_grant"


@proves("hs:7.4-6", "hs:7.31-1")
@pytest.mark.parametrize(("value", "after"), [("his_area", "pool"), ("anywhere", "angus")])
def test_winter_with_edward(value: str, after: str) -> None:
    state = winter(
        {"fife": "e_edward", "angus": "e_york_knights"}, "edward", under("winter_with_edward", value), year=1299
    )
    assert where(play(state, "winter"), "e_york_knights") == after


@proves("hs:S5-5")
@pytest.mark.parametrize(("value", "hits"), [("off", False), ("on", True)])
def test_schiltroms(value: str, hits: bool) -> None:
    rules = under("schiltroms", value)
    state = battle({"fife": "e_york_knights s_douglas"}, "fife", "england", rules)
    state = play(state, "hold e_york_knights; fight s_douglas; roll 4; roll 4; roll 5; roll 6")
    if hits:
        state = play(state, "select e_york_knights; select e_york_knights")
    assert at(state, "fife") == ("e_york_knights:2 s_douglas" if hits else "e_york_knights s_douglas")
    noble = battle({"fife": "e_york_infantry s_mar:1"}, "fife", "england", rules)
    assert options(play(noble, "fight s_mar; roll 3"))[0] == "fight e_york_infantry"


@proves("hs:TP-2", "hs:TP-3", "hs:8.1-6")
@pytest.mark.parametrize(
    ("value", "levy", "edward"),
    [
        ("off", 4, True),
        ("e1", 4, False),
        ("e2", 4, False),
        ("e3", 4, False),
        ("s1", 5, True),
        ("s2", 6, True),
        ("s3", 7, True),
    ],
)
def test_tournament_bid(value: str, levy: int, edward: bool) -> None:
    state: State = GAME.start("braveheart", under("tournament_bid", value))
    assert ("draw e_edward" in options(state)) is edward
    drawn = 0
    while options(state)[0].startswith("draw"):
        state = play(state, options(state)[-1])
        drawn += 1
    assert drawn == levy


def test_a_place_may_be_read_back_in_any_ruleset() -> None:
    for preset in PRESETS:
        state = play(GAME.start("braveheart", ruleset(preset)), SET_UP_DRAWS)
        assert GAME.place(GAME.canonical(state), ruleset(preset)) == state
        assert place({}, [], ruleset(preset)).stack.frames == ()
