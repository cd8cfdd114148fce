"""Chapter 7.6 to 7.8: replacements, levy, the next year."""

from fractions import Fraction

import pytest

from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch07_replacements import grown, levy, step_violations
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Building, Levy, Wintering, WinteringStage
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.decisions import CHANCE, Chance
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, unasked, violation
from tests.hammer_of_the_scots.positions import (
    GAME,
    about,
    at,
    by,
    cited,
    happened,
    options,
    play,
    reasons,
    refused,
    ruleset,
    standing,
    told,
    where,
    winter,
)


@proves("hs:I-15", "hs:7.8-1")
def test_after_winter_both_sides_get_replacements_of_their_own_areas_and_five_new_cards() -> None:
    state = winter({"fife": "s_douglas:1", "mar": "e_mar:1"}, "scottish_build", pool=["s_keith"])
    assert (by(state), options(state)) == ("scotland", ["select s_douglas", "choose fife", "done"])
    state = play(state, "done")
    assert (by(state), options(state)) == ("england", ["select e_mar", "done"])
    state = play(state, "done")
    for dealt in range(10):
        assert (about(state), sum(state.cards.england), sum(state.cards.scotland)) == (
            "the next card dealt", min(dealt, 5), max(dealt - 5, 0),
        )  # fmt: skip
        state = play(state, "deal move2")
    assert (about(state), sum(state.cards.england), sum(state.cards.scotland)) == ("a card to play face down", 5, 5)


@proves("hs:7.6-1", "hs:7.6-2", "hs:1.2-4", "hs:7.6-3")
def test_each_friendly_area_gives_points_of_its_own_and_a_cathedral_one_more_to_scots() -> None:
    state = winter({"fife": "s_douglas:1", "mar": "s_mar:1"}, "scottish_build")
    state = play(state, "select s_douglas; select s_douglas; select s_douglas")
    assert options(state) == ["select s_mar", "done"]
    state = play(state, "select s_mar")
    assert refused(state, "select s_mar") == ["7.6-1"]
    english = winter({"fife": "e_york_infantry:1"}, "english_build")
    english = play(english, "select e_york_infantry; select e_york_infantry")
    assert (at(english, "fife"), options(english)) == ("e_york_infantry:3", ["done"])


@proves("hs:7.6-3")
@pytest.mark.parametrize(
    ("side", "who", "by_rule"), [("scotland", "s_douglas", "7.61-1"), ("england", "e_york_infantry", "7.63-1")]
)
def test_a_point_is_spent_on_a_step_of_a_block_where_it_is(side: str, who: str, by_rule: str) -> None:
    points = (area("angus"), area("fife"), area("fife"))
    frame = Building(Side(side), points)
    state = standing({"fife": f"{who}:1"}, frame)
    after = grown(state, frame, block(who))
    assert after.state.board.steps[block(who)] == 2
    assert after.state.stack.top == Building(Side(side), (area("angus"), area("fife")))
    assert [(each.rules, dict(each.facts)) for each in after.events] == [
        ((f"hs:{by_rule}",), {"block": who, "steps": 2})
    ]


@proves("hs:7.61-3")
def test_steps_and_new_blocks_may_be_mixed_in_any_order() -> None:
    state = winter({"mentieth": "s_grant:1", "buchan": "s_buchan"}, "scottish_build", pool=["s_keith", "s_lindsay"])
    both = ["select s_grant", "choose buchan", "choose mentieth"]
    assert options(state) == [*both, "done"]
    assert options(play(state, "select s_grant")) == [*both, "done"]
    assert options(play(state, "choose mentieth; draw s_keith")) == [
        "select s_grant",
        "select s_keith",
        *both[1:],
        "done",
    ]
    state = play(state, "choose mentieth; draw s_keith; select s_grant; choose mentieth; draw s_lindsay")
    assert (at(state, "mentieth"), options(state)) == ("s_lindsay:1 s_grant:2 s_keith:1", ["done"])
    english = winter({"mentieth": "e_york_infantry:1"}, "english_build", pool=["e_durham_infantry"])
    assert options(english) == ["select e_york_infantry", "done"]


@proves("hs:7.61-1", "hs:7.61-3", "hs:7.61-4", "hs:7.61-5")
def test_a_point_adds_a_step_also_several_and_also_to_new_blocks_up_to_the_maximum() -> None:
    state = winter({"mentieth": "s_grant:2"}, "scottish_build", pool=["s_keith"])
    assert options(state) == ["select s_grant", "choose mentieth", "done"]
    state = play(state, "choose mentieth; draw s_keith; select s_keith; select s_keith")
    assert (at(state, "mentieth"), options(state)) == ("s_grant:2 s_keith", ["done"])
    assert refused(state, "select s_grant") == ["7.6-1"]
    full = winter({"mentieth": "s_grant"}, "scottish_build")
    assert refused(full, "select s_grant") == ["7.61-1"]
    assert refused(full, "select e_ross") == ["7.61-1"]
    assert refused(full, "select s_keith") == ["7.61-1"]


@proves("hs:7.61-1", "hs:7.61-4", "hs:7.61-5", "hs:7.6-1")
def test_old_and_new_blocks_gain_steps_until_points_or_steps_run_out_and_no_others_do() -> None:
    """Given the points of Mentieth strengthen a new block and an old one, then every bar to one more step is told."""
    state = play(winter({"mentieth": "s_grant:1"}, "scottish_build", pool=["s_keith", "s_fraser"]), "choose mentieth")
    state = play(state, "draw s_keith")
    points = Building(Side.SCOTLAND, (area("mentieth"),) * 2)
    for other, reason in (("e_ross", Reason.NOT_YOUR_BLOCK), ("s_fraser", Reason.NOT_ON_MAP)):
        bar = violation(reason, "hs:7.61-1", block=other)
        assert step_violations(state, points, block(other)) == (bar,)
        assert told(state, f"select {other}") == [(reason.value, "7.61-1", {"block": other})]
    grown_new = play(state, "select s_keith; select s_keith")
    spent = ("no_points_in_area", "7.6-1", {"area": "mentieth", "given": 3})
    assert at(grown_new, "mentieth") == "s_grant:1 s_keith"
    assert told(grown_new, "select s_keith") == [spent, ("at_full_strength", "7.61-1", {"block": "s_keith"})]
    assert told(grown_new, "select s_grant") == [spent]
    grown_old = play(state, "select s_grant; select s_grant")
    assert at(grown_old, "mentieth") == "s_grant s_keith:1"
    assert told(grown_old, "select s_keith") == [spent]


@proves("hs:7.61-4", "hs:7.63-1", "hs:7.6-1")
def test_an_english_block_gains_several_steps_and_a_knight_none() -> None:
    """Given the points of Mentieth, when York takes two of them, then knights beside it may not take the third."""
    blocks = {"mentieth": "e_york_infantry:1 e_york_knights:1"}
    state = play(winter(blocks, "english_build"), "select e_york_infantry; select e_york_infantry")
    assert at(state, "mentieth") == "e_york_knights:1 e_york_infantry:3"
    weak = ("not_strengthened", "7.63-1", {"block": "e_york_knights"})
    assert told(state, "select e_york_knights") == [weak]
    assert told(state, "select s_galloway") == [("not_your_block", "7.63-1", {"block": "s_galloway"})]


@proves("hs:7.61-2", "hs:5.8-2")
def test_a_point_draws_a_block_unseen_at_strength_one() -> None:
    state = play(winter({"fife": "s_douglas"}, "scottish_build", pool=["s_keith", "s_grant"]), "choose fife")
    due = GAME.decision(state)
    assert isinstance(due, Chance)
    assert [odds for _, odds in due.outcomes] == [Fraction(1, 2)] * 2
    assert at(play(state, "draw s_grant"), "fife") == "s_douglas s_grant:1"
    empty = winter({"fife": "s_douglas"}, "scottish_build")
    assert refused(empty, "choose fife") == ["7.61-2"]


@proves("hs:7.61-7")
def test_no_block_is_drawn_for_an_area_at_its_limit() -> None:
    state = winter({"buchan": "s_buchan s_grant", "fife": "s_douglas s_barclay"}, "scottish_build", pool=["s_keith"])
    assert refused(state, "choose buchan") == ["7.61-7"]
    assert refused(state, "choose moray") == ["7.6-1"]
    assert options(state) == ["choose fife", "done"]


@proves("hs:7.6-1", "hs:7.61-1", "hs:7.61-2", "hs:7.61-7", "hs:7.63-1")
def test_a_use_of_points_is_refused_by_every_rule_it_breaks() -> None:
    """Given Buchan is full and its points are spent, then both are said; so of a full block there."""
    state = winter({"buchan": "s_buchan:1 s_grant"}, "scottish_build", pool=["s_keith"])
    assert refused(state, "choose buchan") == ["7.61-7"]
    assert refused(state, "select s_grant") == ["7.61-1"]
    state = play(state, "select s_buchan; select s_buchan")
    assert refused(state, "choose buchan") == ["7.6-1", "7.61-7"]
    assert refused(state, "select s_grant") == ["7.6-1", "7.61-1"]
    dry = play(winter({"buchan": "s_buchan:1 s_grant"}, "scottish_build"), "select s_buchan; select s_buchan")
    assert refused(dry, "choose buchan") == ["7.6-1", "7.61-7", "7.61-2"]
    english = winter({"fife": "e_york_knights:1 e_mar", "england": "e_hobelars"}, "english_build")
    assert reasons(english, "select e_york_knights") == ["not_strengthened"]
    assert reasons(english, "select e_hobelars") == ["not_strengthened", "no_points_in_area", "at_full_strength"]
    assert refused(english, "select e_hobelars") == ["7.63-1", "7.6-1", "7.63-1"]


@proves("hs:7.61-6", "hs:S7-4")
def test_points_not_used_lapse() -> None:
    state, events = happened(winter({"fife": "s_douglas:1"}, "scottish_build"), "done")
    assert "7.61-6" in cited(events)
    assert (by(state), at(state, "fife")) == ("england", "s_douglas:1")
    forced = winter({"fife": "s_douglas:1"}, "scottish_build", ruleset(replacements_must_be_spent="yes"))
    assert refused(forced, "done") == ["7.61-6"]


@proves("hs:7.63-1", "hs:7.63-2")
def test_english_points_strengthen_infantry_and_nobles_and_bring_nobody() -> None:
    state = winter(
        {"fife": "e_york_infantry:2 e_mar:2 e_hobelars:1", "england": "e_durham_infantry:1"},
        "english_build",
        pool=["e_edward"],
    )
    assert options(state) == ["select e_york_infantry", "select e_mar", "done"]
    assert refused(state, "select e_hobelars") == ["7.63-1"]
    assert refused(state, "select e_durham_infantry") == ["7.6-1"]
    assert refused(state, "choose fife") == ["7.63-2"]
    assert refused(state, "select s_galloway") == ["7.63-1"]


@proves("hs:7.7-1", "hs:7.7-3", "hs:7.4-7", "hs:8.2-8")
def test_a_levy_draws_half_the_pool_rounded_up_unless_edward_winters() -> None:
    pool = ["e_edward", "e_hobelars", "e_york_infantry", "e_durham_infantry", "e_cumbria_infantry"]
    state = winter({"fife": "s_douglas"}, "levy", pool=pool)
    state = play(state, "draw e_hobelars; draw e_edward; draw e_york_infantry")
    assert (about(state), at(state, "england")) == ("the next card dealt", "e_edward e_hobelars e_york_infantry")
    none = winter({"fife": "e_edward"}, "levy", pool=pool[1:], wintered=1298)
    assert about(none) == "the next card dealt"


@proves("hs:7.7-1", "hs:7.7-3", "hs:7.4-7", "hs:8.2-8")
@pytest.mark.parametrize(("pool", "drawn"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_half_the_pool_is_levied_unless_edward_wintered_this_year(pool: int, drawn: int) -> None:
    """Given Edward in Fife, if he wintered last year, then half are drawn; if this year, none, as two rules say."""
    infantry = ("york", "durham", "cumbria", "northumber", "westmor")[:pool]
    waiting = [f"e_{county}_infantry" for county in infantry]
    step = Wintering(WinteringStage.LEVY)
    last, this = (standing({"fife": "e_edward"}, step, pool=waiting, wintered=year) for year in (1297, 1298))
    assert levy(last) == Next(last._replace(stack=Stack((step, Levy(drawn)))))
    facts = {"block": "e_edward", "area": "fife"}
    why = tuple(violation(Reason.EDWARD_WINTERS, each, **facts) for each in ("hs:7.4-7", "hs:7.7-1"))
    assert levy(this) == Next(this, (unasked(EventKind.NO_LEVY, CHANCE, "levy", why),))


@proves("hs:7.8-1", "hs:7.0-3", "hs:3.0-2", "hs:I-6")
def test_a_new_year_begins_with_all_cards_dealt_afresh() -> None:
    state = winter({"fife": "s_douglas"}, "end", hands={"england": ["truce"]})
    assert (state.calendar.year, state.calendar.turn, sum(state.cards.england)) == (1299, 1, 0)
    assert len(options(state)) == 8


@proves("hs:S7-5", "hs:S7-6", "hs:S7-7")
def test_a_sea_block_drawn_inland_lands_on_a_friendly_coast_of_the_owners_choice_beyond_its_limit() -> None:
    blocks = {"lanark": "s_steward", "lennox": "s_lennox s_campbell", "carrick": "s_bruce"}
    state = play(winter(blocks, "scottish_build", pool=["s_norse"]), "choose lanark; draw s_norse")
    assert (by(state), options(state)) == ("scotland", ["choose lennox", "choose carrick"])
    assert refused(state, "choose mentieth") == ["S7-5"]
    state = play(state, "choose lennox")
    assert (at(state, "lennox"), at(state, "lanark")) == ("s_campbell s_norse:1 s_lennox", "s_steward")
    assert where(state, "s_norse") == "lennox"
    inland = winter({"lanark": "s_steward"}, "scottish_build", pool=["s_norse", "s_french"])
    assert refused(inland, "choose lanark") == ["S7-5"]
    mixed = play(winter({"lanark": "s_steward"}, "scottish_build", pool=["s_norse", "s_keith"]), "choose lanark")
    assert options(mixed) == ["draw s_keith"]


@proves("hs:S7-6", "hs:7.61-7")
def test_a_landed_block_takes_no_place_this_winter_in_whatever_order_the_points_are_used() -> None:
    """Given Strathspey, limit 2, with Grant and the Norse landed there, then one more block is drawn, and no second."""
    blocks = {"badenoch": "s_comyn", "strathspey": "s_grant"}
    state = winter(blocks, "scottish_build", pool=["s_norse", "s_keith", "s_lindsay"])
    state, events = happened(state, "choose badenoch; draw s_norse")
    assert (at(state, "strathspey"), cited(events)) == ("s_grant s_norse:1", {"S7-5"})
    first = play(state, "choose strathspey; draw s_keith")
    assert at(first, "strathspey") == "s_grant s_keith:1 s_norse:1"
    assert refused(first, "choose strathspey") == ["7.61-7"]
    other = winter(blocks, "scottish_build", pool=["s_norse", "s_keith", "s_lindsay"])
    other = play(other, "choose strathspey; draw s_keith; choose badenoch; draw s_norse")
    assert GAME.canonical(other) == GAME.canonical(first)
    ended = play(first, "done")
    assert (first.field.moved, ended.field.moved) == (mask_of(block("s_norse")), 0)


@proves("hs:S7-6", "hs:7.61-7")
def test_a_sea_block_drawn_for_its_own_coast_or_there_before_takes_its_place() -> None:
    here = winter({"strathspey": "s_grant"}, "scottish_build", pool=["s_norse", "s_keith"])
    assert refused(play(here, "choose strathspey; draw s_norse"), "choose strathspey") == ["7.61-7"]
    before = winter({"strathspey": "s_grant s_norse"}, "scottish_build", pool=["s_keith"])
    assert refused(before, "choose strathspey") == ["7.61-7"]
    blocks = {"strathspey": "s_grant s_keith", "buchan": "s_norse"}
    away = winter(blocks, "scottish_build", pool=["s_lindsay"], moved=["s_norse"])
    assert refused(away, "choose strathspey") == ["7.61-7"]
    turned = winter({"buchan": "s_grant s_buchan"}, "scottish_build", pool=["s_lindsay"], moved=["s_buchan"])
    assert refused(turned, "choose buchan") == ["7.61-7"]


@proves("hs:S7-6", "hs:7.61-7")
def test_a_landed_block_whose_owner_picked_the_coast_takes_no_place_either() -> None:
    blocks = {"lanark": "s_steward", "lennox": "s_lennox", "carrick": "s_bruce"}
    state = winter(blocks, "scottish_build", pool=["s_french", "s_keith", "s_lindsay"])
    state = play(state, "choose lanark; draw s_french; choose lennox; choose lennox; draw s_keith")
    assert at(state, "lennox") == "s_keith:1 s_french:1 s_lennox"
    assert refused(state, "choose lennox") == ["7.61-7"]


@proves("hs:S7-5")
def test_a_coast_where_a_sea_block_may_not_land_is_told_for_all_that_it_lacks() -> None:
    """Given the Norse drawn for Lanark, then each other area is not next to it, not on the coast or not friendly."""
    blocks = {"lanark": "s_steward", "lennox": "s_lennox", "lothian": "s_grant", "fife": "s_douglas"}
    state = play(winter(blocks, "scottish_build", pool=["s_norse"]), "choose lanark; draw s_norse")
    assert options(state) == ["choose lennox", "choose lothian"]
    told = {
        "fife": ["not_adjacent"],
        "carrick": ["not_friendly"],
        "selkirk": ["not_coastal", "not_friendly"],
        "lanark": ["not_coastal", "not_adjacent"],
        "atholl": ["not_coastal", "not_adjacent", "not_friendly"],
    }
    for to, expected in told.items():
        assert (to, reasons(state, f"choose {to}")) == (to, expected)
        assert set(refused(state, f"choose {to}")) == {"S7-5"}


def test_moray_drawn_again_counts_as_a_noble_at_once() -> None:
    state = winter({"fife": "s_douglas", "galloway": "e_galloway", "mar": "s_mar"}, "scottish_build", pool=["s_moray"])
    state = play(state, "choose fife; draw s_moray")
    assert at(state, "fife") == "s_douglas s_moray:1"
