"""What an act tells: what was paid, which cards were played, what came of it, each under its rule, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.state import State
from reference.kernel.canonical import Json, shortfalls
from reference.kernel.rules import proves
from reference.kernel.verdicts import facts_to_json
from tests.few_acres_of_snow.scenes import (
    ALL_VILLAGES,
    DONE,
    END,
    GAME,
    HALIFAX,
    act,
    after,
    b,
    events,
    f,
    placed,
    play,
    siege,
    turn,
    turn_start,
)


@dataclass(frozen=True)
class Told:
    """A position, acts, and all that is told of them: kind, rule, facts."""

    title: str
    proves: tuple[str, ...]
    position: object
    do: tuple[Json, ...]
    told: tuple[tuple[str, str, Mapping[str, Json]], ...]

    def __str__(self) -> str:
        return self.title.replace(" ", "_")


LET = act("let_happen")
FRENCH: dict[str, Json] = {"frames": turn("french")}
TOLD = (
    Told(
        "a fort costs three",
        ("fortify.2", "fortify.3", "sum.exp.3", "aid.fortify.1"),
        {"hands": {"british": b("boston", "fortification")}},
        (act("fortify", place="boston", card="british_fortification"),),
        (
            ("money_paid", "fortify.2", {"side": "british", "money": 3}),
            (
                "fortified",
                "fortify.3",
                {"side": "british", "place": "boston", "cards": ["british_boston", "british_fortification"]},
            ),
        ),
    ),
    Told(
        "a town takes base and settlers",
        ("develop.2", "sum.exp.2", "aid.develop.1"),
        {"hands": {"british": b("new_haven", "settlers")}},
        (act("develop", place="new_haven", settler="british_settlers"),),
        (
            (
                "developed",
                "develop.2",
                {"side": "british", "place": "new_haven", "cards": ["british_new_haven", "british_settlers"]},
            ),
        ),
    ),
    Told(
        "Boston yields three",
        ("income.1", "sum.fin.1", "aid.income.1", "sym.3"),
        {"hands": {"british": b("boston")}},
        (act("take_money", card="british_boston"),),
        (
            ("card_played", "income.1", {"card": "british_boston"}),
            ("money_taken", "income.1", {"side": "british", "money": 3}),
        ),
    ),
    Told(
        "a merchant ship carries the money of Boston",
        ("merchant.1", "sum.fin.2", "aid.merchant.1", "sym.3"),
        {"hands": {"british": b("ships", "boston", "new_haven")}},
        (act("merchant", ship="british_ships"), play("british_boston"), DONE),
        (
            ("card_played", "merchant.1", {"cards": ["british_ships", "british_boston"]}),
            ("money_taken", "merchant.1", {"side": "british", "money": 3}),
        ),
    ),
    Told(
        "a fur is worth two",
        ("sum.fin.3", "aid.trader.1", "sym.2"),
        {"hands": {"french": f("trader", "tadoussac", "gaspe")}, **FRENCH},
        (act("trade", fur="french_tadoussac"), DONE),
        (
            ("card_played", "sum.fin.3", {"cards": ["french_trader", "french_tadoussac"]}),
            ("money_taken", "sum.fin.3", {"side": "french", "money": 2}),
        ),
    ),
    Told(
        "two cards of the reserve cost two",
        ("retrieve.1", "retrieve.2", "sum.card.4", "aid.retrieve.1"),
        {"reserves": {"british": b("militia", "rangers")}, "hands": {"british": b("boston")}},
        (act("retrieve_reserve"),),
        (
            ("money_paid", "retrieve.2", {"side": "british", "money": 2}),
            ("reserve_retrieved", "retrieve.1", {"side": "british", "cards": ["british_militia", "british_rangers"]}),
        ),
    ),
    Told(
        "the intendant costs two",
        ("intendant.1", "sum.card.6", "aid.intendant.1"),
        {"hands": {"french": f("intendant")}, "discards": {"french": f("militia")}, **FRENCH},
        (act("intendant", card="french_militia"),),
        (
            ("money_paid", "intendant.1", {"side": "french", "money": 2}),
            ("card_fetched", "intendant.1", {"side": "french", "card": "french_militia"}),
        ),
    ),
    Told(
        "rangers lie in ambush for nothing",
        ("ambush.1", "aid.ambush.1", "sum.war.4"),
        {"hands": {"british": b("rangers"), "french": f("regular_infantry", "militia")}},
        (act("ambush", card="british_rangers"),),
        (("ambush_declared", "ambush.1", {"side": "british", "card": "british_rangers"}),),
    ),
    Told(
        "natives are paid for an ambush, and the hand that holds nothing to lose is shown",
        ("ambush.1", "aid.ambush.1", "sum.war.4"),
        {"hands": {"british": b("neutral_native_americans"), "french": f("militia")}},
        (act("ambush", card="neutral_native_americans"), act("let_happen")),
        (
            ("money_paid", "aid.ambush.1", {"side": "british", "money": 1}),
            ("ambush_declared", "ambush.1", {"side": "british", "card": "neutral_native_americans"}),
            ("hand_shown", "faq.info.1", {"side": "french", "cards": ["french_militia"]}),
        ),
    ),
)


@pytest.mark.parametrize("told", TOLD, ids=str)
def test_an_act_tells_all_that_happened_under_its_rules(told: Told, claim: Claim) -> None:
    place = "tests/few_acres_of_snow/test_events.py::test_an_act_tells_all_that_happened_under_its_rules"
    claim([f"fa:{rule}" for rule in told.proves], place)
    found = events(placed(told.position), *told.do)
    assert [(each.kind.value, each.rules, facts_to_json(each.facts)) for each in found] == [
        (kind, (f"fa:{rule}",), dict(facts)) for kind, rule, facts in told.told
    ]


@proves("fa:siege.win.3", "fa:end.4", "fa:aid.siege.5")
@pytest.mark.parametrize(("stands", "towns"), [("french village", 0), ("french town", 1)])
def test_a_captured_piece_is_kept_as_what_it_was(stands: str, towns: int) -> None:
    """Given a siege of Louisbourg two ahead, when the British turn begins, then the piece is theirs to count."""
    position = {
        "plus": {"halifax": "british village", "louisbourg": stands},
        "sieges": {"british": siege("louisbourg", 2, b("siege_artillery"))},
        "captured": {"british": {"villages": 2, "towns": 3}},
        "frames": turn("french", 0),
        "hands": {"french": f("quebec", "montreal", "gaspe", "tadoussac", "trois_rivieres")},
    }
    kept = {"captured": {"british": {"villages": 3 - towns, "towns": 3 + towns}}}
    assert shortfalls(kept, GAME.describe(after(placed(position), END))) == ()


def cited(state: State, kind: str, *actions: Json) -> list[tuple[str, ...]]:
    """Return under which rules the events of a kind are told."""
    return [each.rules for each in events(state, *actions) if each.kind.value == kind]


@proves("fa:ambush.4", "fa:siege.win.12")
def test_a_card_goes_back_after_an_ambush_and_after_a_siege_each_by_its_rule() -> None:
    ambush = {"hands": {"british": b("rangers"), "french": f("regular_infantry")}}
    lost = (act("ambush", card="british_rangers"), LET, act("give_up", card="french_regular_infantry", source="hand"))
    assert cited(placed(ambush), "card_returned", *lost) == [("fa:ambush.4",)]
    defended = siege("louisbourg", 2, b("siege_artillery"), f("militia"))
    position = {"plus": HALIFAX, "sieges": {"british": defended}, "frames": turn_start("british")}
    given_back = (act("leave_neutral"), act("return_card", card="french_militia"))
    assert cited(placed(position), "card_returned", *given_back) == [("fa:siege.win.12",)]


@proves("fa:siege.win.6", "fa:settle.6")
def test_a_location_card_is_gained_by_settling_and_by_a_siege_each_by_its_rule() -> None:
    position = {
        "plus": HALIFAX,
        "sieges": {"british": siege("louisbourg", 3, b("siege_artillery"))},
        "hands": {"british": b("new_york")},
        "frames": turn_start("british"),
    }
    occupied = cited(placed(position), "location_card_gained", act("occupy", settler="british_new_york"))
    assert occupied == [("fa:siege.win.6", "fa:settle.6")]
    settled = (act("settle", place="fort_halifax", base="british_pemaquid"), play("british_bateaux"))
    state = placed({"hands": {"british": b("pemaquid", "bateaux")}})
    assert cited(state, "location_card_gained", *settled) == [("fa:settle.6",)]


@proves("fa:settle.5", "fa:governor.3", "fa:faq.loc.3", "fa:sum.exp.1", "fa:aid.settle.1")
def test_an_own_place_settled_for_its_card_gets_no_village() -> None:
    settled = (
        act("settle", place="boston", base="british_new_haven"),
        play("british_new_york"),
        play("british_philadelphia"),
    )
    cards_ = {
        "hands": {"british": b("new_haven", "new_york", "norfolk", "philadelphia")},
        "decks": {"british": b("pemaquid", "st_marys")},
    }
    assert cited(placed(cards_), "settled", *settled) == [("fa:governor.3", "fa:faq.loc.3")]
    neutral = {**cards_, "plus": {"boston": "neutral"}, "captured": {"french": {"towns": 1}}}
    assert cited(placed(neutral), "settled", *settled) == [("fa:settle.5",)]


@proves("fa:turn.7", "fa:homesupport.2", "fa:board.14", "fa:faq.deck.1")
@pytest.mark.parametrize(
    ("drawing", "deck", "options", "rules"),
    [
        ("home_support", 1, "", ("fa:board.14",)),
        ("home_support", 0, "", ("fa:homesupport.2",)),
        ("home_support", 1, "+reshuffle_timing=when_draw_needed", ("fa:homesupport.2",)),
        ("end_turn", 1, "", ("fa:turn.7", "fa:board.14")),
        ("end_turn", 0, "", ("fa:turn.7",)),
        ("end_turn", 1, "+reshuffle_timing=when_draw_needed", ("fa:turn.7",)),
    ],
)
def test_a_shuffle_is_told_under_the_rule_that_asks_for_it(
    drawing: str, deck: int, options: str, rules: tuple[str, ...]
) -> None:
    position = {
        "hands": {"french": f("home_support", "louisbourg")},
        "decks": {"french": f("trader")[:deck]},
        "discards": {"french": f("gaspe", "quebec", "montreal", "tadoussac", "port_royal")},
        "frames": turn("french", 0),
    }
    drawn = act("draw", card="french_trader" if deck else "french_gaspe")
    assert cited(placed(position, f"first{options}"), "reshuffled", act(drawing), drawn) == [rules]


@proves("fa:turn.4", "fa:turn.5")
@pytest.mark.parametrize(("first_turns", "rule_id"), [(1, "fa:turn.5"), (0, "fa:turn.4")])
def test_a_turn_of_the_first_round_begins_under_its_own_rule(first_turns: int, rule_id: str) -> None:
    hands = {"hands": {"british": b("boston", "new_york", "norfolk", "pemaquid", "st_marys")}}
    position = {**hands, "first_turns": first_turns, "frames": turn("british", 0)}
    assert cited(placed(position), "turn_began", END) == [(rule_id,)]


@proves("fa:raid.9", "fa:raid.10", "fa:faq.raid.4")
@pytest.mark.parametrize(
    ("stands", "villages", "rules"),
    [
        ("british town", False, ("fa:raid.9", "fa:faq.raid.4")),
        ("british town", True, ("fa:raid.9",)),
        ("british village", True, ("fa:raid.9",)),
    ],
)
def test_a_town_that_no_village_can_replace_is_lost_by_a_rule_of_its_own(
    stands: str, villages: bool, rules: tuple[str, ...]
) -> None:
    """Given French Kennebec two links from Deerfield, and British villages in stock or not."""
    plus = {"deerfield": stands, "kennebec": "french village"} | ({} if villages else ALL_VILLAGES)
    hand = f("coureurs_de_bois", "native_americans")
    position = {"plus": plus, "hands": {"french": hand}, "frames": turn("french")}
    raid = (act("raid", card="french_coureurs_de_bois"), play("french_native_americans"), act("aim", place="deerfield"))
    state = placed(position)
    assert cited(state, "raid_succeeded", *raid, LET) == [rules]
    assert len(cited(state, "town_became_village", *raid, LET)) == (stands == "british town" and villages)
