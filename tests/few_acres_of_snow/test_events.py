"""What an act tells: what was paid, which cards were played, what came of it, each under its rule, and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from oracle.evidence.plugin import Claim
from reference.kernel.canonical import Json, shortfalls
from reference.kernel.rules import proves
from reference.kernel.verdicts import facts_to_json
from tests.few_acres_of_snow.scenes import DONE, END, GAME, act, after, b, events, f, placed, play, siege, turn


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
