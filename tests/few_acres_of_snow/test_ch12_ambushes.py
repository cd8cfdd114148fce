"""Ambushes and conversions: cards taken from the opponent."""

import pytest

from oracle.english import why
from reference.few_acres_of_snow.actions import Block, Convert, GiveUp, Source
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.ch12_ambushes import (
    ambush_lost,
    converting,
    give_up_violations,
    hand_shown,
    is_shielded,
    no_block_of_conversions,
)
from reference.few_acres_of_snow.ch12_ambushes import blocked as ambush_blocked
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import AmbushDeclared, AmbushLoss, ConversionLoss, Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, facts_to_json, violation
from tests.few_acres_of_snow.scenes import (
    FRENCH_NATIVES,
    HALIFAX,
    LET,
    NEUTRAL_NATIVES,
    Scene,
    act,
    after,
    b,
    cited,
    f,
    offered,
    placed,
    refused_without_the_card,
    rules,
    siege,
    told,
    turn,
    turn_start,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, both_have_natives, broken, cards, kinds, scene

AMBUSH = act("ambush", card="british_rangers")


def britain(french: list[Json], reserve: list[Json] | None = None, **more: object) -> dict[str, object]:
    reserves: dict[str, object] = {"french": reserve} if reserve else {}
    return {
        "hands": {"british": b("rangers", "indian_leader", "settlers"), "french": french},
        "reserves": reserves,
        **more,
    }


@proves("fa:ambush.1", "fa:ambush.4", "fa:aid.ambush.1", "fa:aid.ambush.3", "fa:sum.war.4")
def test_an_ambush_takes_a_marked_card() -> None:
    Scene(
        britain(f("siege_artillery", "quebec")),
        (AMBUSH, LET, act("give_up", card="french_siege_artillery", source="hand")),
        {
            "hands": {"french": f("quebec")},
            "discards": {"british": b("rangers"), "french": []},
            "frames": turn("british", 1),
        },
    ).run()


@proves("fa:ambush.4", "fa:aid.ambush.3")
def test_the_victim_may_give_up_a_marked_card_of_the_reserve_instead() -> None:
    Scene(
        britain(f("siege_artillery"), f("starting_regular_infantry")),
        (AMBUSH, LET, act("give_up", card="french_starting_regular_infantry", source="reserve")),
        {"hands": {"french": f("siege_artillery")}, "reserves": {"french": []}},
    ).run()


@proves("fa:ambush.4", "fa:aid.ambush.3")
def test_an_unmarked_card_is_not_given_up() -> None:
    Scene(
        britain(f("siege_artillery", "quebec")),
        (AMBUSH, LET),
        refuse=act("give_up", card="french_quebec", source="hand"),
        because=((Reason.NOT_MARKED, "fa:ambush.4"),),
    ).run()


@proves("fa:ambush.4")
def test_a_card_that_is_not_there_is_not_given_up() -> None:
    Scene(
        britain(f("siege_artillery", "quebec")),
        (AMBUSH, LET),
        refuse=act("give_up", card="french_siege_artillery", source="reserve"),
        because=((Reason.NOT_IN_HAND, "fa:ambush.4"),),
    ).run()


@proves("fa:ambush.2", "fa:ambush.3", "fa:aid.ambush.2", "fa:faq.raid.2")
def test_french_militia_blocks_an_ambush() -> None:
    Scene(
        britain(f("militia", "siege_artillery")),
        (AMBUSH, act("block", card="french_militia")),
        {"hands": {"french": f("siege_artillery")}, "discards": {"french": f("militia"), "british": b("rangers")}},
    ).run()


@proves("fa:ambush.2", "fa:aid.ambush.2")
def test_a_fortification_blocks_no_ambush() -> None:
    Scene(
        britain(f("fortification")),
        (AMBUSH,),
        refuse=act("block", card="french_fortification"),
        because=((Reason.CANNOT_BLOCK, "fa:ambush.2"),),
    ).run()


@proves("fa:ambush.2")
def test_an_ambush_is_not_blocked_from_the_reserve() -> None:
    Scene(
        britain(f("quebec"), f("militia")),
        (AMBUSH,),
        refuse=act("block", card="french_militia"),
        because=((Reason.NOT_IN_HAND, "fa:act.12"),),
    ).run()


@proves("fa:ambush.5", "fa:faq.info.1", "fa:aid.ambush.4", "fa:sum.war.4")
def test_without_a_marked_card_in_hand_the_hand_is_shown_and_the_reserve_is_safe() -> None:
    Scene(
        britain(f("quebec", "gaspe"), f("siege_artillery")),
        (AMBUSH, LET),
        {"shown": "french", "reserves": {"french": f("siege_artillery")}, "frames": turn("british", 1)},
    ).run()


@proves("fa:ambush.1", "fa:sum.war.4")
def test_infantry_does_not_ambush() -> None:
    Scene(
        {"hands": {"british": b("militia")}},
        refuse=act("ambush", card="british_militia"),
        because=((Reason.NO_AMBUSH_CARD, "fa:ambush.1"),),
    ).run()


@proves("fa:ambush.6", "fa:aid.ambush.1")
@pytest.mark.parametrize(("edition", "rule_id"), [("first", "fa:ambush.6"), ("second", "fa:aid.ambush.1")])
def test_a_native_costs_one_money_in_an_ambush(edition: str, rule_id: str) -> None:
    Scene(
        {"hands": {"british": [NEUTRAL_NATIVES]}, "money": {"british": 0}},
        refuse=act("ambush", card=NEUTRAL_NATIVES),
        because=((Reason.TOO_LITTLE_MONEY, rule_id),),
        ruleset=edition,
    ).run()


@proves("fa:convert.1", "fa:convert.2", "fa:aid.convert.1", "fa:sum.war.5", "fa:faq.convert.1")
def test_a_conversion_brings_a_neutral_native_to_the_own_discard_pile() -> None:
    Scene(
        britain(f("neutral_native_americans", "native_americans")),
        (act("convert", card="british_indian_leader"), act("give_up", card=NEUTRAL_NATIVES, source="hand")),
        {
            "discards": {"british": b("indian_leader", "neutral_native_americans")},
            "hands": {"french": f("native_americans")},
        },
    ).run()


@proves("fa:faq.convert.1", "fa:sum.war.5", "fa:aid.convert.1")
def test_the_french_natives_are_never_converted() -> None:
    Scene(
        britain(f("neutral_native_americans", "native_americans")),
        (act("convert", card="british_indian_leader"),),
        refuse=act("give_up", card=FRENCH_NATIVES, source="hand"),
        because=((Reason.NOT_CONVERTIBLE, "fa:convert.1"), (Reason.NOT_CONVERTIBLE, "fa:faq.convert.1")),
        ruleset="second",
    ).run()


@proves("fa:convert.1", "fa:faq.convert.1")
@pytest.mark.parametrize("which", [FRENCH_NATIVES, "french_militia"])
def test_what_is_no_neutral_native_is_not_converted_by_the_rules_of_the_edition(which: str) -> None:
    """Given the card in hand, then the rulebook keeps it, and the player aid says so again."""
    give_up = GiveUp(card(which), Source.HAND)
    for edition, rules_ in (("first", ("convert.1",)), ("second", ("convert.1", "faq.convert.1"))):
        found = give_up_violations(scene(which, FRENCH, preset=edition), ConversionLoss(BRITISH), give_up)
        assert found == tuple(violation(Reason.NOT_CONVERTIBLE, f"fa:{each}", card=which) for each in rules_)


@proves("fa:convert.1", "fa:aid.convert.1")
def test_no_card_blocks_a_conversion() -> None:
    assert no_block_of_conversions() == (violation(Reason.CANNOT_BLOCK, "fa:convert.1", attack="conversion"),)
    assert [why(each) for each in no_block_of_conversions()] == ["nothing blocks a conversion"]


@proves("fa:ambush.5", "fa:convert.3", "fa:faq.info.1")
@pytest.mark.parametrize(
    ("attack", "edition", "cites"),
    [
        ((AMBUSH, LET), "first", ("fa:ambush.5",)),
        ((AMBUSH, LET), "second", ("fa:ambush.5", "fa:faq.info.1")),
        ((act("convert", card="british_indian_leader"),), "first", ("fa:convert.3",)),
        ((act("convert", card="british_indian_leader"),), "second", ("fa:convert.3", "fa:faq.info.1")),
    ],
)
def test_a_hand_is_shown_by_the_rules_of_the_edition(
    attack: tuple[Json, ...], edition: str, cites: tuple[str, ...]
) -> None:
    assert cited(placed(britain(f("quebec")), edition), "hand_shown", *attack) == [cites]


@proves("fa:convert.1")
def test_a_card_is_converted_from_where_it_lies() -> None:
    Scene(
        britain(f("neutral_native_americans", "native_americans")),
        (act("convert", card="british_indian_leader"),),
        refuse=act("give_up", card=NEUTRAL_NATIVES, source="reserve"),
        because=((Reason.NOT_IN_HAND, "fa:convert.1"),),
    ).run()


@proves("fa:convert.3", "fa:aid.convert.2", "fa:sum.war.5", "fa:faq.info.1")
def test_without_a_neutral_native_in_hand_the_hand_is_shown() -> None:
    Scene(
        britain(f("native_americans"), ["neutral_native_americans"]),
        (act("convert", card="british_indian_leader"),),
        {"shown": "french", "reserves": {"french": [NEUTRAL_NATIVES]}, "discards": {"british": b("indian_leader")}},
    ).run()


@proves("fa:faq.info.1")
def test_the_shown_hand_is_hidden_again_after_the_next_action() -> None:
    Scene(
        britain(f("native_americans")),
        (act("convert", card="british_indian_leader"), act("pass")),
        {"frames": turn("british", 0)},
    ).run()


@proves("fa:convert.1", "fa:sum.war.5", "fa:aid.convert.1")
def test_only_priests_and_indian_leaders_convert() -> None:
    Scene(
        {"hands": {"british": b("militia")}},
        refuse=act("convert", card="british_militia"),
        because=((Reason.NO_CONVERSION_CARD, "fa:convert.1"),),
    ).run()


@proves("fa:ambush.2", "fa:aid.ambush.2", "fa:sum.war.4")
def test_the_ambushed_side_may_block_with_an_ambush_card_the_french_with_militia_too_or_let_it_happen() -> None:
    """Given cards that block in hand and in reserve, when ambushed, then only those in hand serve."""
    hands = {"british": b("rangers"), "french": f("native_americans", "militia", "trader")}
    state = placed({"hands": hands, "reserves": {"french": f("coureurs_de_bois")}})
    ambushed = after(state, act("ambush", card="british_rangers"))
    blocks = [act("block", card=name) for name in f("native_americans", "militia")]
    assert offered(ambushed) == [*blocks, act("let_happen")]


@proves("fa:ambush.1", "fa:aid.ambush.1", "fa:sum.war.4")
def test_rangers_lie_in_ambush_for_nothing() -> None:
    told(
        {"hands": {"british": b("rangers"), "french": f("regular_infantry", "militia")}},
        (act("ambush", card="british_rangers"),),
        (("ambush_declared", "fa:ambush.1", {"side": "british", "card": "british_rangers"}),),
    )


@proves("fa:ambush.1", "fa:aid.ambush.1", "fa:sum.war.4")
def test_natives_are_paid_for_an_ambush_and_the_hand_that_holds_nothing_to_lose_is_shown() -> None:
    told(
        {"hands": {"british": b("neutral_native_americans"), "french": f("militia")}},
        (act("ambush", card="neutral_native_americans"), act("let_happen")),
        (
            ("money_paid", "fa:ambush.6", {"side": "british", "money": 1}),
            ("ambush_declared", "fa:ambush.1", {"side": "british", "card": "neutral_native_americans"}),
            ("not_asked", "fa:ambush.5", {"by": "french", "window": "card_to_lose"}),
            ("hand_shown", "fa:ambush.5", {"side": "french", "cards": ["french_militia"]}),
        ),
    )


@proves("fa:ambush.4", "fa:siege.win.12")
def test_a_card_goes_back_after_an_ambush_and_after_a_siege_each_by_its_rule() -> None:
    ambush = {"hands": {"british": b("rangers"), "french": f("regular_infantry")}}
    lost = (act("ambush", card="british_rangers"), LET, act("give_up", card="french_regular_infantry", source="hand"))
    assert cited(placed(ambush), "card_returned", *lost) == [("fa:ambush.4",)]
    defended = siege("louisbourg", 2, b("siege_artillery"), f("militia"))
    position = {"plus": HALIFAX, "sieges": {"british": defended}, "frames": turn_start("british")}
    given_back = (act("leave_neutral"), act("return_card", card="french_militia"))
    assert cited(placed(position), "card_returned", *given_back) == [("fa:siege.win.12",)]


@proves("fa:ambush.5", "fa:convert.3")
@pytest.mark.parametrize("ambush", ["yes", "no"])
@pytest.mark.parametrize("conversion", ["yes", "no"])
def test_a_hand_without_a_card_at_risk_saves_the_reserve_as_each_option_says(ambush: str, conversion: str) -> None:
    ruleset = rules(f"first+ambush_reserve_shield={ambush}+conversion_reserve_shield={conversion}")
    assert is_shielded(AmbushLoss(BRITISH), ruleset) is (ambush == "yes")
    assert is_shielded(ConversionLoss(BRITISH), ruleset) is (conversion == "yes")


@proves("fa:ambush.2", "fa:ambush.3", "fa:faq.raid.2", "fa:aid.ambush.2")
def test_an_ambush_is_blocked_from_the_victims_hand_and_for_nothing() -> None:
    frame = AmbushDeclared(BRITISH)
    state = both_have_natives(frame)
    blocked = ambush_blocked(state, frame, Block(card("neutral_native_americans")))
    facts = {"side": "french", "card": "neutral_native_americans"}
    assert [(each.kind, dict(each.facts)) for each in blocked.events] == [(EventKind.AMBUSH_BLOCKED, facts)]
    after = blocked.state
    assert player(after, BRITISH) == player(state, BRITISH)
    assert player(after, FRENCH) == player(state, FRENCH)._replace(hand=b"", discard=cards("neutral_native_americans"))
    assert after.stack.frames == (Turn(BRITISH, 1),)


@proves("fa:ambush.4", "fa:aid.ambush.3", "fa:sum.war.4")
def test_an_ambush_tells_of_its_success_and_of_the_card_that_goes_back() -> None:
    state = scene()
    facts = {"side": "french", "card": "french_regular_infantry", "source": "hand"}
    after = ambush_lost(state, FRENCH, card("french_regular_infantry"), facts)
    assert dict(after.events[0].facts) == facts
    assert kinds(after) == [EventKind.AMBUSH_SUCCEEDED, EventKind.CARD_RETURNED]


@proves("fa:convert.1", "fa:aid.convert.1", "fa:sum.war.5")
def test_a_conversion_tells_of_the_card_played() -> None:
    state = scene("british_indian_leader")
    after = converting(state, BRITISH, Convert(card("british_indian_leader")))
    assert after.events[0].kind == EventKind.CARD_PLAYED
    assert dict(after.events[0].facts) == {"side": "british", "card": "british_indian_leader"}


@proves("fa:sum.war.5", "fa:aid.convert.1")
@pytest.mark.parametrize("hand", ["neutral_native_americans french_gaspe", "french_gaspe"])
def test_who_is_to_be_converted_gives_up_a_native_or_shows_his_hand(hand: str) -> None:
    state = scene("british_indian_leader british_boston")
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(hand=cards(hand)))
    after = converting(state, BRITISH, Convert(card("british_indian_leader")))
    told: list[tuple[str, Json]] = [
        ("card_played", {"side": "british", "card": "british_indian_leader"}),
        ("not_asked", {"by": "french", "window": "block_conversion"}),
    ]
    if "neutral" in hand:
        assert after.state.stack.frames == (Turn(BRITISH, 1), ConversionLoss(BRITISH))
    else:
        assert (after.state.stack.frames, after.state.shown) == ((Turn(BRITISH, 1),), FRENCH)
        told.append(("not_asked", {"by": "french", "window": "card_to_lose"}))
        told.append(("hand_shown", {"side": "french", "cards": ["french_gaspe"]}))
    assert [(each.kind.value, facts_to_json(each.facts)) for each in after.events] == told


@proves("fa:ambush.4", "fa:aid.ambush.3", "fa:convert.1", "fa:aid.convert.1", "fa:faq.convert.1")
@pytest.mark.parametrize(
    ("frame", "which", "absent"),
    [
        (AmbushLoss(BRITISH), "french_regular_infantry", ("not_in_hand", "ambush.4")),
        (ConversionLoss(BRITISH), "neutral_native_americans", ("not_in_hand", "convert.1")),
    ],
)
@pytest.mark.parametrize("lies", Source)
@pytest.mark.parametrize("source", Source)
def test_a_card_is_given_up_from_where_it_lies(
    frame: AmbushLoss | ConversionLoss, which: str, absent: tuple[str, str], lies: Source, source: Source
) -> None:
    state = scene()
    hand, reserve = (cards(which) if lies is each else b"" for each in (Source.HAND, Source.RESERVE))
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(hand=hand, reserve=reserve))
    found = give_up_violations(state, frame, GiveUp(card(which), source))
    assert broken(found) == (set() if lies is source else {absent})


@proves("fa:ambush.1", "fa:act.12")
def test_a_card_that_is_not_in_hand_ambushes_nobody() -> None:
    refused_without_the_card(act("ambush", card="british_rangers"))


@proves("fa:convert.1", "fa:act.12")
def test_a_card_that_is_not_in_hand_converts_nobody() -> None:
    refused_without_the_card(act("convert", card="british_indian_leader"))


@proves("fa:ambush.5", "fa:aid.ambush.4", "fa:sum.war.4", "fa:convert.3", "fa:aid.convert.2", "fa:sum.war.5",
        "fa:faq.info.1")  # fmt: skip
@pytest.mark.parametrize(("edition", "aid"), [("first", ()), ("second", ("fa:faq.info.1",))])
def test_the_whole_hand_is_shown_by_the_rule_of_the_attack_and_in_a_later_edition_of_the_aid(
    edition: str, aid: tuple[str, ...]
) -> None:
    state = placed({"hands": {"french": f("quebec", "gaspe")}}, edition)
    for frame, rule_id in ((AmbushLoss(BRITISH), "fa:ambush.5"), (ConversionLoss(BRITISH), "fa:convert.3")):
        showing = hand_shown(state, FRENCH, frame)
        shown = event(EventKind.HAND_SHOWN, rule_id, *aid, side="french", cards=("french_gaspe", "french_quebec"))
        assert showing.events == (shown,)
        assert showing.state == state._replace(shown=FRENCH)


@proves("fa:ambush.4", "fa:aid.ambush.3", "fa:sum.war.4", "fa:convert.1", "fa:aid.convert.1", "fa:sum.war.5")
def test_an_ambush_takes_the_marked_cards_and_a_conversion_the_neutral_natives_of_the_same_hand() -> None:
    state = placed(britain(f("siege_artillery", "neutral_native_americans", "quebec")))
    assert offered(after(state, AMBUSH, LET)) == [act("give_up", card="french_siege_artillery", source="hand")]
    converted = after(state, act("convert", card="british_indian_leader"))
    assert offered(converted) == [act("give_up", card=NEUTRAL_NATIVES, source="hand")]
