"""Chapter 7 to 7.6: what is said of a winter choice that is refused, or is legal though nobody is asked for it."""

from reference.hammer_of_the_scots.ch01_map import AREAS, SELKIRK, area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch07_quarters import kept_from_selkirk
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Quarters
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from tests.hammer_of_the_scots.positions import (
    STANDARD,
    Told,
    about,
    accepted,
    at,
    cited,
    happened,
    judged,
    not_asked,
    options,
    play,
    ruleset,
    standing,
    told,
    unasked_of,
    winter,
)

VOLUNTARY = ruleset(scots_voluntary_disband="yes")


@proves("hs:7.32-1", "hs:7.3-1")
def test_surplus_goes_by_its_own_rule_and_who_goes_freely_by_the_other_before_it_or_after_it() -> None:
    """Given Fife, limit 2, with three infantry, then one goes for the limit; others go freely, in any order."""
    blocks = {"fife": "e_york_infantry e_durham_infantry e_cumbria_infantry", "angus": "e_westmor_infantry"}
    state = winter(blocks, "english_disband")
    facts = {"side": "england", "area": "fife", "blocks": 3, "limit": 2}
    assert told(state, "done") == [("surplus_first", "7.32-1", facts)]
    freely = event(EventKind.BLOCK_DISBANDED, "hs:7.0-4", "hs:7.3-1", block="e_westmor_infantry")
    before, events = accepted(state, "select e_westmor_infantry")
    assert events == (freely,)
    assert told(before, "done") == [("surplus_first", "7.32-1", facts)]
    after, forced = happened(state, "select e_york_infantry")
    assert forced == (event(EventKind.BLOCK_DISBANDED, "hs:7.0-4", "hs:7.32-1", block="e_york_infantry"),)
    assert happened(after, "select e_westmor_infantry") == (play(before, "select e_york_infantry"), (freely,))
    assert cited(happened(after, "select e_durham_infantry")[1]) == {"7.0-4", "7.3-1"}


@proves("hs:7.3-1", "hs:7.0-5")
def test_english_blocks_may_disband_in_the_printed_order_before_edward_decides() -> None:
    """Given the printed order, when Mar holds a surplus, then York of Angus may disband before it, by 7.3."""
    blocks = {"mar": "e_mar e_durham_infantry", "angus": "e_york_infantry", "fife": "e_edward"}
    state = winter(blocks, "surplus_first", ruleset(edward_decides_first="no"))
    assert options(state) == ["select e_durham_infantry"]
    after, _ = accepted(state, "select e_york_infantry")
    assert (at(after, "angus"), options(after)) == ("", ["select e_durham_infantry"])
    assert not_asked(after, "winter")
    assert about(play(after, "select e_durham_infantry")) == "whether Edward winters in Scotland"


@proves("hs:7.5-3", "hs:5.9-5")
def test_scots_disband_what_is_above_the_limits_and_in_any_order_what_they_like_if_they_may() -> None:
    scots = {"mar": "s_mar s_grant", "fife": "s_fraser", "england": "s_lindsay"}
    over = {"side": "scotland", "area": "mar", "blocks": 2, "limit": 1}
    raiders = {"side": "scotland", "area": "england", "blocks": 1, "limit": 0}
    for rules in (VOLUNTARY, ruleset()):
        state = winter(scots, "scottish_disband", rules)
        assert told(state, "done") == [
            ("surplus_first", "7.5-3", raiders),
            ("surplus_first", "5.9-5", raiders),
            ("surplus_first", "7.5-3", over),
        ]
        assert cited(happened(state, "select s_grant")[1]) >= {"7.0-4", "7.5-3"}
    facts = {"block": "s_fraser", "area": "fife"}
    assert told(winter(scots, "scottish_disband"), "select s_fraser") == [("may_not_disband", "7.5-3", facts)]
    freely, events = accepted(winter(scots, "scottish_disband", VOLUNTARY), "select s_fraser")
    assert events == (event(EventKind.BLOCK_DISBANDED, "hs:7.0-4", "hs:7.5-3", block="s_fraser"),)
    assert (at(freely, "fife"), options(freely)) == ("", ["select s_lindsay", "select s_grant"])


@proves("hs:7.4-1")
def test_an_edward_who_winters_does_not_disband_and_one_who_may_not_winter_is_told_why() -> None:
    """Given the English disband after Edward's step, then Edward hears the rule of that step."""
    state = winter({"fife": "e_edward"}, "english_disband", wintered=1298)
    assert told(state, "select e_edward") == [("edward_winters", "7.4-1", {"block": "e_edward", "area": "fife"})]
    stays = [("edward_winters", "7.4-1", {"block": "e_edward", "area": "fife"})]
    assert unasked_of(state, "england", "winter") == stays
    gone = play(winter({"fife": "e_edward"}, "edward"), "disband")
    assert unasked_of(gone, "england", "winter") == [("not_on_map", "7.4-1", {"block": "e_edward"})]
    assert told(gone, "select e_edward") == [("not_on_map", "7.3-1", {"block": "e_edward"})]
    assert not_asked(winter({"mar": "s_mar s_grant"}, "scottish_disband"), "winter")


@proves("hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5")
def test_edward_is_told_every_rule_that_keeps_him_from_wintering() -> None:
    """Given each of the four bars, then each names itself, in Edward's step and, but for the place, after it."""
    cannot = "edward_cannot_winter"
    bars: list[tuple[str, dict[str, Json], list[Told]]] = [
        ("fife", {"edward": 2}, [(cannot, "7.4-2", {"edward": 2})]),
        ("england", {}, [("no_winter_in_england", "7.4-3", {"block": "e_edward"})]),
        ("fife", {"year": 1306, "wintered": 1305, "last_year": 1314},
         [(cannot, "7.4-4", {"year": 1306, "wintered": 1305}), (cannot, "7.4-5", {"year": 1306})]),
        ("fife", {"year": 1300, "wintered": 1299}, [(cannot, "7.4-4", {"year": 1300, "wintered": 1299})]),
    ]  # fmt: skip
    for where, rest, found in bars:
        here = standing({where: "e_edward"}, Quarters(block("e_edward")), rules=STANDARD, **rest)
        assert judged(here, "winter") == found
        after = winter({where: "e_edward"}, "edward", STANDARD, **rest)
        later = [("not_on_map", "7.4-1", {"block": "e_edward"})] if where == "england" else found
        assert unasked_of(after, "england", "winter") == later


@proves("hs:7.5-1", "hs:7.5-2")
def test_wallace_is_kept_from_selkirk_by_the_english_there_and_from_all_other_areas() -> None:
    """Given Edward winters in Selkirk, when Scotland is asked later how it builds, then Selkirk still means Wallace."""
    blocks = {"selkirk": "e_edward", "fife": "s_wallace:1"}
    held = ("selkirk_held", "7.5-2", {"area": "selkirk"})
    here = standing(blocks, Quarters(block("s_wallace")), wintered=1298)
    assert judged(here, "choose selkirk") == [held]
    assert judged(here, "choose mar") == [("not_selkirk", "7.5-1", {"area": "mar", "block": "s_wallace"})]
    state = winter(blocks, "wallace", wintered=1298)
    assert about(state) == "how a replacement point is used"
    assert told(state, "choose selkirk") == [held]
    assert [place for place in AREAS if kept_from_selkirk(state, place)] == [SELKIRK]
    free = winter({"fife": "s_wallace:1"}, "scottish_build")
    gone = winter({"selkirk": "e_edward"}, "scottish_build", wintered=1298)
    assert [kept_from_selkirk(each, area("selkirk")) for each in (free, gone)] == [(), ()]


@proves("hs:7.1-3", "hs:7.2-1", "hs:5.9-5")
def test_moray_and_the_king_hear_why_they_cannot_winter_in_an_area() -> None:
    blocks = {"fife": "s_moray s_king", "moray": "e_york_infantry", "lennox": "e_lennox"}
    moray = winter(blocks, "moray", crowned=1298)
    assert told(moray, "choose moray") == [("home_held", "7.1-3", {"area": "moray"})]
    assert told(moray, "choose mar") == [("not_his_home", "7.1-3", {"area": "mar", "block": "s_moray"})]
    assert told(moray, "choose england") == [("no_winter_in_england", "5.9-5", {"block": "s_moray"})]
    king = winter(blocks, "king", crowned=1298)
    assert told(king, "choose mar") == [("not_a_cathedral", "7.2-1", {"area": "mar"})]
    assert told(king, "choose lennox") == [("enemy_area", "7.2-1", {"area": "lennox"})]
    assert told(king, "choose england") == [("no_winter_in_england", "5.9-5", {"block": "s_king"})]


@proves("hs:7.12-1")
def test_bruce_hears_which_area_is_no_home_of_his() -> None:
    state = winter({"fife": "s_bruce"})
    assert told(state, "choose fife") == [("not_his_home", "7.12-1", {"area": "fife", "noble": "bruce"})]
