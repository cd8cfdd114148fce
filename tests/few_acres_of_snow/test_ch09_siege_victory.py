"""Won sieges: who wins when, the captured place, and the card that the loser returns."""

import pytest

from reference.few_acres_of_snow.actions import NameCard, Occupy, ReturnCard
from reference.few_acres_of_snow.ch01_board import IDS, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card, names, pile
from reference.few_acres_of_snow.ch04_turn import naming_apply
from reference.few_acres_of_snow.ch09_siege_victory import (
    decided,
    leave_violations,
    must_settle,
    name_violations,
    named,
    naming_options,
    occupied,
    occupy_violations,
    return_violations,
    returnable,
    returned,
    settling_barred,
    sieges_to_name,
    sieges_won,
)
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Naming, SiegeCheck, SiegeWon, SiegeWonStage, Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, siege_of, with_player, with_siege
from reference.kernel.canonical import shortfalls
from reference.kernel.decisions import Choice
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import NotThisDecision, facts_to_json, violation
from tests.few_acres_of_snow.scenes import (
    END,
    GAME,
    HALIFAX,
    LOUISBOURG,
    PASS,
    WON_SIEGE,
    Scene,
    act,
    after,
    b,
    cited,
    events,
    f,
    placed,
    play,
    siege,
    turn,
    turn_start,
)
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    Reasons,
    besieged,
    broken,
    cards,
    gaspe_besieged,
    scene,
)


@proves("fa:siege.win.12")
def test_naming_a_card_is_a_decision_of_its_own() -> None:
    state = placed(
        {
            "plus": {"halifax": "british village"},
            "frames": turn("british", 0),
            "sieges": {"british": siege("louisbourg", -1, b("militia", "rangers"))},
        },
        "online",
    )
    state = after(state, END)
    due = GAME.decision(state)
    assert isinstance(due, Choice)
    assert (due.by, due.about) == ("british", "name_card")
    for wrong in (PASS, act("done")):
        assert GAME.step(state, GAME.read_action(wrong)) == NotThisDecision("name_card", ("fa:siege.win.12",))


NAMED = {
    "plus": HALIFAX,
    "sieges": {"british": siege("louisbourg", -1, b("militia", "rangers", "new_york"))},
    "frames": turn("british", 0),
}


@proves("fa:siege.win.12", "fa:siege.win.13")
def test_a_location_card_is_not_named_for_return() -> None:
    Scene(
        NAMED,
        (END,),
        refuse=act("name_card", place="louisbourg", card="british_new_york"),
        because=((Reason.NOT_AN_EMPIRE_CARD, "fa:siege.win.13"),),
        ruleset="online",
    ).run()


@proves("fa:siege.win.12")
def test_a_card_is_named_for_the_siege_about_to_be_lost() -> None:
    Scene(
        NAMED,
        (END,),
        refuse=act("name_card", place="boston", card="british_militia"),
        because=((Reason.NOT_IN_SIEGE, "fa:siege.win.12"),),
        ruleset="online",
    ).run()


@pytest.mark.parametrize("side", SIDES)
def test_naming_a_card_leaves_the_one_that_the_other_side_has_named_and_tells_who_named_where(side: Side) -> None:
    state = gaspe_besieged(named=side.enemy.value)
    before = siege_of(state, Side.BRITISH)
    assert before is not None
    after = named(state, side, NameCard(place("gaspe"), card(f"{side.value}_militia")))
    siege_after = siege_of(after.state, Side.BRITISH)
    assert siege_after is not None
    assert siege_after.named == (card("british_militia"), card("french_militia"))
    facts = {"side": side.value, "place": "gaspe"}
    assert [(each.kind, dict(each.facts)) for each in after.events] == [(EventKind.CARD_NAMED, facts)]


@proves("fa:siege.win.12", "fa:turn.7")
def test_a_defender_names_a_card_too() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 2, b("siege_artillery"), f("militia", "regular_infantry"))},
            "hands": {"french": f("quebec", "gaspe", "montreal", "tadoussac")},
            "decks": {"french": []},
            "discards": {"french": f("trader")},
            "frames": turn("french", 0),
        },
        (
            END,
            act("name_card", place="louisbourg", card="french_militia"),
            act("draw", card="french_trader"),
            act("leave_neutral"),
        ),
        {"discards": {"french": f("regular_infantry")}, "frames": turn("british", 2)},
        ruleset="online",
    ).run()


@proves("fa:siege.win.1", "fa:withdraw.1", "fa:aid.withdraw.1")
def test_a_siege_won_and_then_given_up_in_the_siege_check_is_not_won_again() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 3, b("new_york")), "french": siege("halifax", -1, f("quebec"))},
            "frames": turn_start("british"),
        },
        (act("withdraw", place="louisbourg"),),
        {"frames": turn("british", 2), "discards": {"british": b("new_york"), "french": f("quebec")}},
        ruleset="first+withdraw_cost=free",
    ).run()


@proves("fa:siege.win.1", "fa:turn.4")
def test_both_sieges_given_up_in_the_siege_check_leave_nothing_to_settle() -> None:
    Scene(
        {
            "plus": HALIFAX | {"canso": "british village"},
            "sieges": {"british": siege("louisbourg", 3, b("new_york")), "french": siege("canso", -1, f("quebec"))},
            "hands": {"french": []},
            "frames": turn_start("british"),
        },
        (act("withdraw", place="canso"), act("leave_neutral"), act("leave_neutral")),
        {"frames": turn("british", 2), "captured": {"british": {"villages": 1}, "french": {"villages": 1}}},
        ruleset="first+withdraw_cost=free",
    ).run()


BACK = act("return_card", card="french_militia")


@proves(
    "fa:turn.3", "fa:siege.win.1", "fa:siege.win.2", "fa:siege.win.3", "fa:siege.win.4", "fa:siege.win.6",
    "fa:siege.win.7", "fa:siege.win.9", "fa:siege.win.11", "fa:siege.win.12", "fa:siege.win.15", "fa:aid.siege.4",
    "fa:aid.siege.5", "fa:aid.siege.6", "fa:aid.siege.8", "fa:aid.siege.9", "fa:aid.siege.10", "fa:end.4",
)  # fmt: skip
def test_an_attacker_two_ahead_captures_the_piece_and_may_settle_with_a_settler_card() -> None:
    Scene(
        {
            "plus": HALIFAX | {"louisbourg": "french village fort"},
            "sieges": WON_SIEGE,
            "hands": {"british": b("new_york"), "french": f("louisbourg")},
            "frames": turn_start("british"),
        },
        (act("occupy", settler="british_new_york"), BACK),
        {
            "places": {"louisbourg": "british village"},
            "captured": {"british": {"villages": 1, "towns": 0}},
            "discards": {
                "british": b("new_york", "louisbourg", "siege_artillery", "regular_infantry"),
                "french": f("port_royal", "starting_regular_infantry"),
            },
            "frames": turn("british", 2),
            "forts_left": 12,
            "hands": {"french": f("louisbourg")},
            "usable": {"french": f("gaspe", "montreal", "quebec", "port_royal", "tadoussac", "trois_rivieres")},
        },
    ).run()


@proves("fa:siege.win.2", "fa:siege.win.16", "fa:aid.siege.4")
def test_one_ahead_wins_nothing_for_the_attacker() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "frames": turn_start("british")},
        expect={"frames": turn("british", 2), "sieges": {"british": {"marker": 1}}},
    ).run()


@proves("fa:siege.win.16", "fa:siege.win.1")
def test_a_lead_at_the_end_of_ones_own_turn_wins_nothing_yet() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 3, b("siege_artillery"))},
            "hands": {"british": b("boston", "norfolk", "pemaquid", "new_york", "st_marys")},
            "frames": turn("british", 0),
        },
        (END,),
        {"frames": turn("french", 2), "sieges": {"british": {"marker": 3}}},
    ).run()


@proves("fa:siege.win.10", "fa:aid.siege.7", "fa:siege.win.11", "fa:siege.win.14")
def test_a_defender_one_ahead_keeps_the_place() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", -1, b("new_york"), f("militia"))},
            "hands": {"french": f("louisbourg")},
            "frames": turn_start("french"),
        },
        expect={
            "frames": turn("french", 2),
            "places": {"louisbourg": "french village"},
            "discards": {"british": b("new_york"), "french": f("militia")},
        },
    ).run()


@proves("fa:siege.win.4", "fa:aid.siege.5")
def test_a_settler_place_is_not_settled_without_a_settler_card() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": WON_SIEGE, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        refuse=act("occupy", settler=None),
        because=((Reason.NO_SETTLER, "fa:siege.win.4"),),
    ).run()


@proves("fa:siege.win.4", "fa:aid.siege.5")
def test_a_card_without_settlers_does_not_settle_a_captured_place() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": WON_SIEGE, "hands": {"british": b("norfolk")}, "frames": turn_start("british")},
        refuse=act("occupy", settler="british_norfolk"),
        because=((Reason.NO_SETTLER, "fa:siege.win.4"),),
    ).run()


@proves("fa:siege.win.5", "fa:siege.win.6", "fa:aid.siege.5")
def test_a_captured_place_without_settler_symbol_is_settled_without_a_card() -> None:
    Scene(
        {
            "plus": {"fort_niagara": "french village", "oswego": "british village"},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        (act("occupy", settler=None),),
        {"places": {"fort_niagara": "british village"}, "discards": {"british": b("fort_niagara", "militia")}},
    ).run()


@proves("fa:siege.win.5", "fa:aid.siege.5")
def test_a_settler_card_is_not_asked_for_at_a_place_without_the_symbol() -> None:
    Scene(
        {
            "plus": {"fort_niagara": "french village"},
            "hands": {"british": b("boston")},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        refuse=act("occupy", settler="british_boston"),
        because=((Reason.NO_SETTLER_ASKED, "fa:siege.win.5"),),
    ).run()


@proves("fa:siege.win.8", "fa:faq.siege.4")
def test_the_winner_may_leave_the_place_neutral() -> None:
    Scene(
        {
            "plus": {"fort_niagara": "french town"},
            "captured": {},
            "hands": {"british": b("boston")},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        (act("leave_neutral"),),
        {
            "captured": {"british": {"villages": 0, "towns": 1}},
            "frames": turn("british", 2),
            "discards": {"british": b("militia")},
            "stock": {"british": {"villages": 13}},
        },
    ).run()


@proves("fa:siege.win.8", "fa:settle.7")
def test_without_a_village_in_stock_the_place_stays_neutral() -> None:
    Scene(
        {
            "plus": dict.fromkeys(
                (
                    "albany",
                    "baltimore",
                    "canso",
                    "cumberland",
                    "detroit",
                    "fort_duquesne",
                    "fort_halifax",
                    "fort_presquisle",
                    "fort_stanwix",
                    "halifax",
                    "oswego",
                    "richmond",
                    "deerfield",
                ),
                "british village",
            )
            | {"fort_niagara": "french village"},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        expect={
            "frames": turn("british", 2),
            "captured": {"british": {"villages": 1, "towns": 0}},
            "stock": {"british": {"villages": 0}},
        },
    ).run()


@proves("fa:siege.win.13", "fa:siege.win.12")
def test_the_loser_cannot_return_a_location_card() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": WON_SIEGE, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        (act("leave_neutral"),),
        refuse=act("return_card", card="french_port_royal"),
        because=((Reason.NOT_AN_EMPIRE_CARD, "fa:siege.win.13"),),
    ).run()


@proves("fa:siege.win.12")
def test_the_loser_returns_a_card_of_that_siege_only() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": WON_SIEGE, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        (act("leave_neutral"),),
        refuse=act("return_card", card="french_siege_artillery"),
        because=((Reason.NOT_IN_SIEGE, "fa:siege.win.12"),),
    ).run()


@proves("fa:siege.win.12")
def test_a_neutral_card_goes_back_to_the_display() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {
                "british": siege(
                    "louisbourg", 3, b("siege_artillery"), f("neutral_fortification", "starting_regular_infantry")
                )
            },
            "frames": turn_start("british"),
        },
        (act("leave_neutral"), act("return_card", card="neutral_fortification")),
        {
            "display": [
                "neutral_fortification",
                "neutral_fortification",
                *["neutral_native_americans"] * 5,
                "neutral_settlers",
                "neutral_settlers",
            ],
            "discards": {"french": f("starting_regular_infantry")},
        },
    ).run()


@proves("fa:siege.win.1")
def test_a_siege_that_is_not_won_cannot_be_chosen() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {
                "british": siege("louisbourg", 3, b("siege_artillery")),
                "french": siege("boston", -1, f("militia")),
            },
            "frames": turn_start("british"),
        },
        refuse=act("resolve", place="quebec"),
        because=((Reason.NOT_WON, "fa:siege.win.1"),),
    ).run()


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


@proves("fa:siege.start.10", "fa:siege.win.1", "fa:siege.win.2", "fa:siege.win.10", "fa:siege.win.16")
@pytest.mark.parametrize("attacker", SIDES)
def test_a_siege_lasts_until_the_attacker_leads_by_two_or_the_defender_by_one_at_his_turn(attacker: Side) -> None:
    where = place("gaspe" if attacker is BRITISH else "norfolk")
    for marker in range(-4, 5):
        state = with_siege(scene(), attacker, Siege(where, marker, (b"", b"")))
        assert sieges_won(state, attacker) == ((attacker,) if marker >= 2 else ())
        assert sieges_won(state, attacker.enemy) == ((attacker,) if marker <= -1 else ())
    assert sieges_won(scene(), attacker) == ()


@proves("fa:siege.win.5", "fa:siege.win.8", "fa:aid.withdraw.2", "fa:withdraw.2", "fa:withdraw.4", "fa:settle.7")
@pytest.mark.parametrize("reading", ["immediate", "none"])
@pytest.mark.parametrize("gave_up", [True, False])
def test_the_winner_may_settle_with_a_village_in_stock_and_after_a_withdrawal_by_option(
    reading: str, gave_up: bool
) -> None:
    state = besieged("gaspe", options=f"+defender_withdraw_settle={reading}")
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE, gave_up)
    given_up = violation(Reason.NO_SETTLING_AFTER_WITHDRAWAL, "fa:withdraw.2", place="gaspe")
    barred = (given_up,) if gave_up and reading == "none" else ()
    assert settling_barred(state, frame, place("gaspe")) == barred
    foe = player(state, FRENCH)._replace(villages_taken=18 - 5)
    none_left = violation(Reason.NO_VILLAGE_IN_STOCK, "fa:settle.7", side="british")
    assert settling_barred(with_player(state, FRENCH, foe), frame, place("gaspe")) == (*barred, none_left)


@proves("fa:siege.win.5", "fa:faq.siege.4", "fa:siege.win.8", "fa:aid.siege.5")
@pytest.mark.parametrize("reading", ["optional", "forced_without_symbol"])
@pytest.mark.parametrize("where", ["gaspe", "fort_frontenac"])
def test_a_village_is_forced_only_by_option_and_only_where_no_settler_is_asked(reading: str, where: str) -> None:
    state = besieged(where, options=f"+siege_win_settle={reading}", fort_frontenac="french village")
    forced = reading == "forced_without_symbol" and where == "fort_frontenac"
    assert must_settle(state.ruleset, place(where)) is forced
    found = leave_violations(state, SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE))
    assert broken(found) == ({("must_settle", "siege.win.5")} if forced else set())


@proves("fa:siege.win.4", "fa:siege.win.5", "fa:siege.win.7")
@pytest.mark.parametrize(("where", "settler"), [("gaspe", "british_settlers"), ("fort_frontenac", None)])
def test_settling_a_won_place_cites_the_rule_with_or_without_settler(where: str, settler: str | None) -> None:
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE)
    state = besieged(where)._replace(stack=Stack((Turn(BRITISH, 2), frame)))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(hand=cards(settler or "")))
    after = occupied(state, frame, Occupy(None if settler is None else card(settler)))
    first = "fa:siege.win.4" if settler else "fa:siege.win.5"
    assert after.events[0].rules == (first, "fa:siege.win.7")


@proves("fa:siege.win.4", "fa:siege.win.5", "fa:aid.siege.5")
@pytest.mark.parametrize(
    ("where", "settler", "reasons"),
    [
        ("fort_frontenac", None, set()),
        ("fort_frontenac", "british_settlers", {("no_settler_asked", "siege.win.5")}),
        ("gaspe", None, {("no_settler", "siege.win.4")}),
        ("gaspe", "british_settlers", set()),
        ("gaspe", "neutral_settlers", {NO_CARD}),
        ("gaspe", "british_trader", {NO_CARD, ("no_settler", "siege.win.4")}),
    ],
)
def test_a_won_place_is_settled_with_a_settler_card_where_it_shows_the_symbol_and_without_elsewhere(
    where: str, settler: str | None, reasons: Reasons
) -> None:
    """Given one settlers card in hand, then each of the two kinds of places refuses the other's way."""
    state = with_siege(scene("british_settlers"), BRITISH, Siege(place(where), 2, (cards("british_militia"), b"")))
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE)
    action = Occupy(None if settler is None else card(settler))
    assert broken(occupy_violations(state, frame, action)) == reasons


@proves("fa:siege.win.12", "fa:siege.win.13", "fa:siege.win.14", "fa:aid.siege.6")
def test_every_empire_card_of_the_loser_can_be_returned_and_no_location_card() -> None:
    both = pile(CARDS)
    siege = Siege(place("gaspe"), 0, (both, pile(())))
    located = {f"{side.value}_{name}" for side in SIDES for name in IDS}
    assert set(names(returnable(siege, BRITISH, BRITISH))) == set(CARD_IDS) - located
    assert returnable(siege, BRITISH, FRENCH) == ()


@proves("fa:siege.win.12", "fa:aid.siege.6", "fa:withdraw.2", "fa:sum.other.1")
@pytest.mark.parametrize(
    ("which", "where"),
    [("british_militia", "empire"), ("british_boston", "locations"), ("neutral_fortification", "display")],
)
def test_a_returned_card_goes_to_the_open_pile_it_came_from(which: str, where: str) -> None:
    state = scene()
    after, happened = returned(state, BRITISH, card(which), "fa:siege.win.12")

    def piles(of: State) -> dict[str, int]:
        own = player(of, BRITISH)
        found = {"empire": own.empire, "locations": own.locations, "display": of.display}
        return {name: pile_.count(card(which)) for name, pile_ in found.items()}

    assert piles(after) == {name: count + (name == where) for name, count in piles(state).items()}
    assert happened.kind == EventKind.CARD_RETURNED


@proves("fa:siege.win.12", "fa:siege.win.13")
@pytest.mark.parametrize("theirs", ["french_militia", "french_quebec", ""])
def test_a_card_is_named_beforehand_only_in_a_siege_that_is_lost_with_empire_cards_in_it(theirs: str) -> None:
    state = besieged("gaspe", marker=9, theirs=theirs, options="+loser_card_chosen=end_of_losers_turn")
    assert sieges_to_name(state, FRENCH) == ((BRITISH,) if theirs == "french_militia" else ())


@proves("fa:siege.win.12", "fa:siege.win.13")
def test_of_two_lost_sieges_either_may_be_named_for_first() -> None:
    state = besieged("gaspe", marker=9, theirs="french_militia", options="+loser_card_chosen=end_of_losers_turn")
    state = with_siege(state, FRENCH, Siege(place("boston"), -9, (cards("french_militia"), cards("british_militia"))))
    assert sieges_to_name(state, FRENCH) == (BRITISH, FRENCH)
    militia = card("french_militia")
    assert name_violations(state, FRENCH, NameCard(place("gaspe"), militia)) == ()
    assert name_violations(state, FRENCH, NameCard(place("boston"), militia)) == ()
    assert {each.place for each in naming_options(state, FRENCH)} == {place("gaspe")}
    assert name_violations(state, FRENCH, NameCard(place("quebec"), militia)) == (
        violation(Reason.NOT_IN_SIEGE, "fa:siege.win.12", side="french", place="quebec"),
    )


@proves("fa:siege.win.12")
def test_cards_for_two_lost_sieges_are_named_in_either_order() -> None:
    state = besieged("gaspe", marker=9, theirs="french_militia", options="+loser_card_chosen=end_of_losers_turn")
    state = with_siege(state, FRENCH, Siege(place("boston"), -9, (cards("french_militia"), cards("british_militia"))))
    state = state._replace(stack=Stack((Naming(FRENCH),)))
    militia = card("french_militia")
    gaspe, boston = NameCard(place("gaspe"), militia), NameCard(place("boston"), militia)
    one_way, other_way = (
        naming_apply(naming_apply(state, Naming(FRENCH), first).state, Naming(FRENCH), second).state
        for first, second in ((gaspe, boston), (boston, gaspe))
    )
    assert one_way == other_way
    assert sieges_to_name(one_way, FRENCH) == ()
    assert [siege_.named for siege_ in one_way.sieges if siege_] == [(None, militia), (militia, None)]


@proves("fa:siege.win.12", "fa:siege.win.13")
def test_a_card_is_named_only_if_the_loser_has_it_in_that_siege_and_it_is_no_location_card() -> None:
    """Given French militia and the Gaspe card in the siege of Gaspe, then infantry is not there."""
    state = besieged(
        "gaspe", marker=9, theirs="french_militia french_gaspe", options="+loser_card_chosen=end_of_losers_turn"
    )
    absent = {"side": "french", "card": "french_regular_infantry", "place": "gaspe"}
    assert name_violations(state, FRENCH, NameCard(place("gaspe"), card("french_regular_infantry"))) == (
        violation(Reason.NOT_IN_SIEGE, "fa:siege.win.12", **absent),
    )
    assert name_violations(state, FRENCH, NameCard(place("gaspe"), card("french_gaspe"))) == (
        violation(Reason.NOT_AN_EMPIRE_CARD, "fa:siege.win.13", card="french_gaspe"),
    )
    assert broken(name_violations(state, FRENCH, NameCard(place("gaspe"), card("british_boston")))) == {
        ("not_in_siege", "siege.win.12"), ("not_an_empire_card", "siege.win.13"),
    }  # fmt: skip


@proves("fa:siege.win.3")
@pytest.mark.parametrize("attacker", [BRITISH, FRENCH])
@pytest.mark.parametrize("given_up", [True, False])
def test_a_decided_siege_keeps_its_attacker_whoever_has_won(attacker: Side, given_up: bool) -> None:
    where = "gaspe" if attacker is BRITISH else "norfolk"
    state = besieged(where, attacker, ours=f"{attacker.value}_militia")
    for winner, stage in ((attacker, SiegeWonStage.SETTLE), (attacker.enemy, SiegeWonStage.RETURN)):
        assert decided(state, attacker, winner, withdrawn=given_up).state.stack.top == SiegeWon(
            attacker, winner, stage, given_up
        )


def settled_without_an_action(where: str, settler: str | None, below: SiegeCheck | Turn, *, given_up: bool) -> None:
    """Given a siege won, or given up by the defender in his turn, then the winner settles and nobody's turn changes."""
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE, given_up)
    state = scene(settler or "", BRITISH, "", **{where: "neutral"})._replace(stack=Stack((below, frame)))
    state = with_siege(state, BRITISH, Siege(place(where), 2, (cards("british_militia"), b"")))
    after = occupied(state, frame, Occupy(None if settler is None else card(settler)))
    assert after.state.stack.frames == (below, SiegeWon(BRITISH, BRITISH, SiegeWonStage.RETURN, given_up))
    played = () if settler is None else (settler,)
    before, now = player(state, BRITISH), player(after.state, BRITISH)
    assert now.discard == pile((*before.discard, *map(card, played), card(f"british_{where}")))
    assert now.hand == b""
    asked = "fa:siege.win.4" if settler else "fa:siege.win.5"
    assert [(each.kind, each.rules, facts_to_json(each.facts)) for each in after.events] == [
        (EventKind.SETTLED, (asked, "fa:siege.win.7"), {"side": "british", "place": where, "cards": list(played)}),
        (
            EventKind.LOCATION_CARD_GAINED,
            ("fa:siege.win.6", "fa:settle.6"),
            {"side": "british", "card": f"british_{where}"},
        ),
    ]


@proves("fa:siege.win.4", "fa:siege.win.5", "fa:siege.win.6", "fa:siege.win.7", "fa:aid.siege.5", "fa:aid.siege.8")
@pytest.mark.parametrize(("where", "settler"), [("gaspe", "british_settlers"), ("fort_frontenac", None)])
def test_settling_a_won_place_is_no_action_and_brings_its_card(where: str, settler: str | None) -> None:
    settled_without_an_action(where, settler, SiegeCheck(BRITISH, ()), given_up=False)


@proves("fa:aid.withdraw.2", "fa:faq.siege.5")
@pytest.mark.parametrize(("where", "settler"), [("gaspe", "british_settlers"), ("fort_frontenac", None)])
def test_settling_a_place_given_up_is_no_action_and_brings_its_card(where: str, settler: str | None) -> None:
    settled_without_an_action(where, settler, Turn(FRENCH, 1), given_up=True)


@proves("fa:siege.win.12", "fa:siege.win.13", "fa:aid.siege.6")
@pytest.mark.parametrize(
    ("which", "reasons"),
    [
        ("french_militia", set()),
        ("french_ships", {("not_in_siege", "siege.win.12")}),
        ("british_militia", {("not_in_siege", "siege.win.12")}),
        ("french_gaspe", {("not_an_empire_card", "siege.win.13")}),
        ("french_quebec", {("not_in_siege", "siege.win.12"), ("not_an_empire_card", "siege.win.13")}),
    ],
)
def test_the_loser_returns_an_empire_card_he_has_in_the_siege(which: str, reasons: Reasons) -> None:
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.RETURN)
    assert broken(return_violations(gaspe_besieged(), frame, ReturnCard(card(which)))) == reasons


@proves("fa:siege.win.3", "fa:end.4", "fa:aid.siege.5")
@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("french village", [("piece_captured", "village")]),
        ("french town", [("piece_captured", "town")]),
        ("french town fort", [("piece_captured", "town"), ("fort_removed", None)]),
    ],
)
def test_the_piece_is_captured_as_what_it_is_and_a_fort_goes_with_it(
    stands: str, told: list[tuple[str, str | None]]
) -> None:
    """Given a siege of Louisbourg two ahead, when the British turn begins, then what stands there is taken."""
    position = {
        "plus": HALIFAX | {"louisbourg": stands},
        "sieges": {"british": siege("louisbourg", 2, b("siege_artillery"))},
        "frames": turn("french", 0),
        "hands": {"french": f("quebec", "montreal", "gaspe", "tadoussac", "trois_rivieres")},
    }
    taken = [each for each in events(placed(position), END) if each.kind.value in ("piece_captured", "fort_removed")]
    assert [(each.kind.value, dict(each.facts).get("piece")) for each in taken] == told


@proves("fa:siege.win.3", "fa:aid.siege.5")
@pytest.mark.parametrize(("edition", "rule_id"), [("first", "fa:siege.win.3"), ("second", "fa:aid.siege.5")])
def test_a_fort_is_taken_away_by_the_rule_of_the_edition(edition: str, rule_id: str) -> None:
    position = {
        "plus": HALIFAX | {"louisbourg": "french village fort"},
        "sieges": {"british": siege("louisbourg", 2, b("siege_artillery"))},
        "frames": turn("french", 0),
        "hands": {"french": f("quebec", "montreal", "gaspe", "tadoussac", "trois_rivieres")},
    }
    assert cited(placed(position, edition), "fort_removed", END) == [(rule_id,)]
