"""Chapter 6: kings."""

import pytest

from reference.hammer_of_the_scots.ch06_kings import edward_winter_violations
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.reasons import Reason
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from tests.hammer_of_the_scots.positions import (
    STANDARD,
    Blocks,
    about,
    at,
    by,
    cited,
    happened,
    moves,
    not_asked,
    options,
    play,
    refused,
    ruleset,
    standing,
    where,
    winter,
)

DEAD = ["s_wallace"]


@proves("hs:6.2-1", "hs:6.2-2")
def test_scotland_may_crown_one_king_in_a_game_that_begins_without_one() -> None:
    state = moves({"fife": "s_bruce"}, "move1", "victuals", dead=DEAD, year=1303)
    assert options(state) == ["play_event", "crown bruce"]
    state = play(state, "crown bruce")
    assert (at(state, "fife"), state.calendar.crowned) == ("s_king s_bruce", 1303)
    again = moves({"fife": "s_comyn"}, "move1", "victuals", dead=DEAD, year=1303, crowned=1302, pool=["s_king"])
    assert about(again) == "a block that gains a step"
    assert refused(again, "crown comyn") == ["6.2-2"]
    reigning = moves({"fife": "s_comyn s_king"}, "move1", "victuals", ruleset("de"), dead=DEAD, year=1303, crowned=1302)
    assert refused(reigning, "crown comyn") == ["6.2-2"]


@proves("hs:6.21-1")
def test_wallace_must_be_dead_and_not_just_in_the_pool() -> None:
    state = moves({"fife": "s_bruce"}, "move1", "victuals", pool=["s_wallace"])
    assert refused(state, "crown bruce") == ["6.21-1"]
    for candidate in ("bruce", "comyn"):
        alive = moves({"fife": f"s_{candidate}", "mar": "s_wallace"}, "move1", "victuals")
        assert refused(alive, f"crown {candidate}") == ["6.21-1"]
        dead = moves({"fife": f"s_{candidate}"}, "move1", "victuals", dead=DEAD)
        assert options(dead) == ["play_event", f"crown {candidate}"]


@proves("hs:6.21-2")
def test_the_candidate_must_be_a_scottish_block_in_fife() -> None:
    elsewhere = moves({"annan": "s_bruce", "fife": "s_comyn"}, "move1", "victuals", dead=DEAD)
    assert options(elsewhere) == ["play_event", "crown comyn"]
    assert refused(elsewhere, "crown bruce") == ["6.21-2"]
    english = moves({"fife": "e_bruce"}, "move1", "victuals", dead=DEAD)
    assert refused(english, "crown bruce") == ["6.21-2"]


@proves("hs:6.21-3", "hs:6.22-4")
def test_any_event_card_is_spent_on_the_coronation_or_on_its_event() -> None:
    for card in ("truce", "herald", "pillage", "sea_move", "victuals"):
        state = moves({"fife": "s_bruce"}, "move1", card, dead=DEAD)
        assert (by(state), options(state)) == ("scotland", ["play_event", "crown bruce"])
        assert about(play(state, "crown bruce")) == "a block to move"
        assert options(play(state, "play_event"))[-1] == "done"
    assert not_asked(moves({"fife": "s_bruce"}, "move1", "truce", dead=DEAD), "done")
    assert about(moves({"fife": "s_bruce"}, "move1", "move1", dead=DEAD)) == "a block to move"


@proves("hs:6.21-4", "hs:6.21-5", "hs:6.21-6", "hs:5.7-5")
def test_when_bruce_is_crowned_the_comyns_but_moray_go_over_where_they_stand() -> None:
    blocks = {"fife": "s_bruce:2", "buchan": "s_comyn:2", "moray": "s_moray", "angus": "s_angus:1", "mar": "s_mar"}
    state, events = happened(moves(blocks, "move1", "truce", dead=DEAD), "crown bruce")
    assert at(state, "fife") == "s_king s_bruce:2"
    assert [at(state, area) for area in ("buchan", "angus", "galloway")] == ["e_comyn:2", "e_angus:1", "e_galloway"]
    assert [at(state, area) for area in ("moray", "mar")] == ["s_moray", "s_mar"]
    assert "6.21-6" in cited(events)


@proves("hs:6.21-4", "hs:6.22-6")
def test_a_coronation_cites_the_rule_of_its_candidate() -> None:
    _, bruce = happened(moves({"fife": "s_bruce"}, "move1", "truce", dead=DEAD), "crown bruce")
    _, balliol = happened(moves({"moray": "s_french", "fife": "s_bruce"}, "move1", "truce", year=1301), "crown balliol")
    assert ("6.21-4" in cited(bruce), "6.22-6" in cited(bruce)) == (True, False)
    assert ("6.21-4" in cited(balliol), "6.22-6" in cited(balliol)) == (False, True)


@proves("hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5", "hs:8.2-9")
@pytest.mark.parametrize(
    ("where_he_is", "year", "edward", "wintered", "broken"),
    [
        ("fife", 1299, 1, 0, []),
        ("fife", 1299, 1, 1297, []),
        ("fife", 1307, 2, 0, ["hs:7.4-2"]),
        ("england", 1299, 1, 0, ["hs:7.4-3"]),
        ("fife", 1299, 1, 1298, ["hs:7.4-4"]),
        ("fife", 1306, 1, 0, ["hs:7.4-5"]),
        ("england", 1306, 2, 1305, ["hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5"]),
    ],
)
def test_everything_that_keeps_edward_from_wintering_is_named(
    where_he_is: str, year: int, edward: int, wintered: int, broken: list[str]
) -> None:
    state = moves({where_he_is: "e_edward"}, year=year, last_year=0, edward=edward, wintered=wintered)
    assert [each.rule for each in edward_winter_violations(state)] == broken


@proves("hs:6.21-5", "hs:6.21-7")
def test_when_comyn_is_crowned_the_bruces_go_over() -> None:
    blocks = {"fife": "s_comyn", "annan": "s_bruce:3", "mar": "s_mar", "angus": "s_angus"}
    state = play(moves(blocks, "move1", "truce", dead=DEAD), "crown comyn")
    assert [at(state, area) for area in ("fife", "annan", "mar", "angus")] == [
        "s_king s_comyn",
        "e_bruce:3",
        "e_mar",
        "s_angus",
    ]


@proves("hs:6.21-8")
def test_fights_that_follow_are_fought_at_once_in_the_order_the_first_player_likes_renegades_attacking() -> None:
    blocks = {"fife": "s_bruce", "buchan": "s_comyn s_grant", "moray": "s_ross s_fraser", "ross": "e_mar"}
    state = play(moves(blocks, "victuals", "truce", dead=DEAD), "done; crown bruce")
    assert (by(state), about(state), options(state)) == (
        "england",
        "the next battle",
        ["choose moray", "choose buchan"],
    )
    state = play(state, "choose moray")
    assert options(state)[0] == "fight e_ross"
    state = play(state, "withdraw e_ross; choose badenoch; done; choose buchan; withdraw e_comyn; choose mar; done")
    assert about(state) == "the home where the noble winters"


@proves("hs:6.2-2")
def test_a_king_block_that_is_out_of_the_game_is_never_crowned_again() -> None:
    """Given a coronation a year and a King lost to pillage for good, then there is no block left to crown."""
    rules = ruleset(coronation_limit="per_year", king_lost_outside_battle="gone")
    blocks = {"fife": "s_bruce"}
    pool = moves(blocks, "move1", "victuals", rules, year=1304, crowned=1302, dead=DEAD, pool=["s_king"])
    assert options(pool) == ["play_event", "crown bruce"]
    dead = moves(blocks, "move1", "victuals", rules, year=1304, crowned=1302, dead=["s_wallace", "s_king"])
    assert refused(dead, "crown bruce") == ["6.2-2"]
    assert refused(dead, "crown balliol") == ["6.2-2", "6.22-2", "6.22-3"]


@proves("hs:6.22-1", "hs:6.22-2", "hs:6.22-3")
def test_balliol_needs_the_year_1301_no_king_before_him_and_the_french() -> None:
    blocks = {"moray": "s_french", "fife": "s_bruce"}
    early = moves(blocks, "move1", "truce", year=1300)
    assert refused(early, "crown balliol") == ["6.22-1"]
    without = moves({"fife": "s_bruce"}, "move1", "truce", year=1301, pool=["s_french"])
    assert refused(without, "crown balliol") == ["6.22-3"]
    second = moves(blocks, "move1", "truce", ruleset("de"), year=1304, crowned=1302, pool=["s_king"], dead=DEAD)
    assert "crown balliol" in options(second)
    assert about(play(second, "crown balliol")) == "a block to move"
    assert options(moves(blocks, "move1", "truce", year=1301)) == ["play_event", "crown balliol"]


@proves("hs:6.22-5", "hs:6.22-6", "hs:6.22-7")
def test_balliol_comes_to_the_french_whether_wallace_lives_or_not_and_turns_the_bruces() -> None:
    blocks = {"moray": "s_french:1 s_mar:2", "fife": "s_wallace"}
    for dead in ([], ["s_moray"]):
        state = play(moves(blocks, "move1", "truce", year=1301, dead=dead), "crown balliol")
        assert at(state, "moray") == "e_mar:2 s_king s_french:1"
        assert options(state) == ["choose moray"]
    fallen = play(moves({"moray": "s_french"}, "move1", "truce", year=1301, dead=DEAD), "crown balliol")
    assert at(fallen, "moray") == "s_king s_french"


@proves("hs:6.1-1", "hs:6.1-2", "hs:8.2-9", "hs:8.3-3")
def test_edward_i_becomes_edward_ii_at_the_end_of_1306() -> None:
    for year, edward in ((1305, 1), (1306, 2), (1307, 2)):
        assert winter({"fife": "s_douglas"}, "accession", year=year).calendar.edward == edward


@proves("hs:6.1-3", "hs:7.4-1", "hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5", "hs:8.2-9", "hs:8.3-3")
def test_only_edward_i_may_winter_in_scotland_and_not_twice_running_nor_in_1306_nor_any_king_in_england() -> None:
    fife = {"fife": "e_edward e_york_infantry"}
    state = winter(fife, "edward", year=1299)
    assert (by(state), options(state)) == ("england", ["winter", "disband"])
    assert (where(play(state, "winter"), "e_edward"), where(play(state, "disband"), "e_edward")) == ("fife", "pool")
    barred = [
        winter(fife, "edward", year=1299, edward=2),
        winter(fife, "edward", year=1306),
        winter(fife, "edward", year=1299, wintered=1298),
        winter({"england": "e_edward"}, "edward", year=1299),
    ]
    assert [where(each, "e_edward") for each in barred] == ["pool"] * 4
    assert options(winter(fife, "edward", year=1299, wintered=1297)) == ["winter", "disband"]


@proves("hs:6.1-3", "hs:7.4-1", "hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5", "hs:8.3-3")
def test_edward_ii_hears_that_he_never_winters_beside_all_that_would_bar_edward_i_as_well() -> None:
    """Given either Edward in Scotland, England or the pool, then each hears all that bars him, the second one more."""
    second = violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-2", edward=2)
    england = violation(Reason.NO_WINTER_IN_ENGLAND, "hs:7.4-3", block="e_edward")
    running = violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-4", year=1299, wintered=1298)
    that_year = violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-5", year=1306)
    away = violation(Reason.NOT_ON_MAP, "hs:7.4-1", block="e_edward")
    fife, south = {"fife": "e_edward"}, {"england": "e_edward"}

    def barred(edward: int, blocks: Blocks, year: int = 1299, **rest: Json) -> tuple[Violation, ...]:
        return edward_winter_violations(standing(blocks, rules=STANDARD, year=year, edward=edward, **rest))

    assert (barred(1, fife), barred(2, fife)) == ((), (second,))
    assert (barred(1, south), barred(2, south)) == ((england,), (second, england))
    assert (barred(1, fife, wintered=1298), barred(2, fife, wintered=1298)) == ((running,), (second, running))
    assert (barred(1, fife, 1306), barred(2, fife, 1306)) == ((that_year,), (second, that_year))
    assert (barred(1, {}, pool=["e_edward"]), barred(2, {}, pool=["e_edward"])) == ((away,), (second,))


@proves("hs:6.21-3", "hs:6.22-4")
@pytest.mark.parametrize(("candidate", "rule_id"), [("bruce", "6.21-3"), ("comyn", "6.21-3"), ("balliol", "6.22-4")])
def test_a_coronation_is_declared_by_the_rule_of_its_candidate_and_may_fail(candidate: str, rule_id: str) -> None:
    state = moves({"fife": "s_douglas"}, "move1", "victuals", ruleset("de"), year=1301)
    events = happened(state, f"crown {candidate}")[1]
    assert [each.kind for each in events] == [EventKind.CORONATION_DECLARED, EventKind.CORONATION_FAILED]
    assert events[0].rules == (f"hs:{rule_id}",)
