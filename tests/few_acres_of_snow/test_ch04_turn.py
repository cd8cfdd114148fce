"""Set-up, turns, refill, end of the game, and the limits of location cards."""

from collections import Counter
from fractions import Fraction

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow import ch01_board as board
from reference.few_acres_of_snow.ch01_board import PLACES, Kind, Link, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card, copies, may_own
from reference.few_acres_of_snow.ch16_end import winner
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.rules import proves
from reference.kernel.table import seat
from reference.kernel.verdicts import Next, NotThisDecision, NotYourDecision
from tests.few_acres_of_snow.scenes import (
    ALL_VILLAGES,
    END,
    GAME,
    PASS,
    PRESETS,
    Scene,
    act,
    after,
    b,
    events,
    f,
    offered,
    placed,
    rules,
    siege,
    turn,
    turn_start,
)

FIVE = b("boston", "norfolk", "new_york", "pemaquid", "st_marys")
FRENCH_FIVE = f("quebec", "gaspe", "montreal", "tadoussac", "louisbourg")
NINE_TOWNS = dict.fromkeys(
    ("gaspe", "louisbourg", "port_royal", "tadoussac", "trois_rivieres", "montreal", "canso", "halifax"), "french town"
)

TURNS = (
    Scene(
        "two actions, then the refill, then the other player",
        (
            "turn.1",
            "turn.4",
            "turn.6",
            "act.1",
            "act.3",
            "sum.turn.1",
            "aid.turn.1",
            "pass.1",
            "sum.other.2",
            "aid.pass.1",
            "turn.3",
        ),
        {
            "hands": {"british": b("boston", "norfolk", "new_york", "pemaquid"), "french": FRENCH_FIVE},
            "decks": {"british": b("st_marys")},
        },
        (PASS, PASS, END, act("draw", card="british_st_marys")),
        {"hands": {"british": FIVE}, "frames": turn("french", 2)},
    ),
    Scene(
        "a third action is refused",
        ("act.1", "turn.4"),
        {"frames": turn("british", 0)},
        refuse=PASS,
        because=((Reason.NO_ACTION_LEFT, "act.1"),),
    ),
    Scene(
        "the first turn of each side has one action",
        ("turn.5", "act.1"),
        {"first_turns": 2, "hands": {"british": FIVE, "french": FRENCH_FIVE}, "frames": turn_start("british")},
        expect={"frames": turn("british", 1), "first_turns": 1},
    ),
    Scene(
        "the second player's first turn has one action too",
        ("turn.5",),
        {"first_turns": 1, "hands": {"british": FIVE, "french": FRENCH_FIVE}, "frames": turn("british", 0)},
        (END,),
        {"frames": turn("french", 1)},
    ),
    Scene(
        "then turns have two actions",
        ("turn.4", "turn.5"),
        {"hands": {"british": FIVE, "french": FRENCH_FIVE}, "frames": turn("french", 0)},
        (END,),
        {"frames": turn("british", 2)},
    ),
    Scene(
        "free actions may follow both actions",
        ("faq.free.1", "act.4"),
        {"hands": {"british": b("home_support")}, "decks": {"british": []}, "frames": turn("british", 0)},
        (act("home_support"),),
        {"frames": turn("british", 0), "discards": {"british": b("home_support")}},
        ruleset="second",
    ),
    Scene(
        "an empty deck is filled from the discard pile in the middle of a refill",
        ("turn.7", "board.14", "sum.turn.1"),
        {
            "hands": {"british": b("boston", "norfolk", "pemaquid")},
            "decks": {"british": b("st_marys")},
            "discards": {"british": b("new_york", "new_haven")},
            "frames": turn("british", 0),
        },
        (END, act("draw", card="british_st_marys"), act("draw", card="british_new_york")),
        {"hands": {"british": FIVE}, "decks": {"british": b("new_haven")}, "discards": {"british": []}},
    ),
    Scene(
        "with the last card of the refill the turn is over, free actions too",
        ("turn.6", "turn.1"),
        {
            "hands": {"british": b("boston", "new_york", "norfolk", "pemaquid"), "french": FRENCH_FIVE},
            "decks": {"british": b("home_support", "st_marys")},
            "frames": turn("british", 0),
        },
        (END, act("draw", card="british_home_support")),
        {"frames": turn("french", 2)},
    ),
    Scene(
        "a hand above five is kept and nothing is drawn",
        ("turn.8", "turn.6"),
        {
            "hands": {
                "british": [*b("boston", "new_haven", "new_york", "norfolk", "pemaquid", "st_marys")],
                "french": FRENCH_FIVE,
            },
            "decks": {"british": b("philadelphia")},
            "frames": turn("british", 0),
        },
        (END,),
        {"decks": {"british": b("philadelphia")}, "frames": turn("french", 2)},
    ),
    Scene(
        "with deck and discard pile empty the hand stays short",
        ("turn.6", "turn.7"),
        {
            "hands": {"british": b("boston"), "french": FRENCH_FIVE},
            "decks": {"british": []},
            "frames": turn("british", 0),
        },
        (END,),
        {"hands": {"british": b("boston")}, "frames": turn("french", 2)},
    ),
)

ENDS = (
    Scene(
        "the game ends when all towns are placed",
        ("end.2", "aid.end.2", "end.6", "end.8", "turn.1", "aid.end.3"),
        {"plus": NINE_TOWNS, "frames": turn_start("french")},
        expect={"outcome": {"winner": "french", "rule": "fa:end.2", "points": {"british": 17, "french": 54}}},
    ),
    Scene(
        "the game ends when all villages are placed",
        ("end.2",),
        {"plus": ALL_VILLAGES, "frames": turn_start("british")},
        expect={"outcome": {"rule": "fa:end.2"}},
    ),
    Scene(
        "only the player whose turn starts is looked at",
        ("end.2", "end.3"),
        {"plus": NINE_TOWNS, "captured": {"french": {"villages": 6}}, "frames": turn_start("british")},
        expect={"frames": turn("british", 2)},
    ),
    Scene(
        "captures worth twelve end the game",
        ("end.3", "end.4", "end.7", "aid.end.2", "aid.end.3"),
        {"captured": {"british": {"villages": 2, "towns": 2}}, "frames": turn_start("british")},
        expect={"outcome": {"winner": "french", "rule": "fa:end.3", "points": {"british": 29, "french": 29}}},
    ),
    Scene(
        "captures worth ten do not",
        ("end.3",),
        {"captured": {"british": {"villages": 1, "towns": 2}}, "frames": turn_start("british")},
        expect={"frames": turn("british", 2)},
    ),
    Scene(
        "the game goes on while a siege is running",
        ("end.5", "aid.end.2"),
        {
            "captured": {"british": {"villages": 6}},
            "plus": {"halifax": "british village"},
            "sieges": {"british": siege("louisbourg", 0, b("militia"))},
            "frames": turn_start("british"),
        },
        expect={"frames": turn("british", 2)},
    ),
    Scene(
        "settling an enemy capital wins where the player aid rules",
        ("aid.end.1", "faq.end.1"),
        {
            "plus": {"boston": "neutral", "pemaquid": "french village"},
            "captured": {"french": {"villages": 2, "towns": 1}},
            "hands": {"french": f("pemaquid", "louisbourg", "quebec")},
            "frames": turn("french"),
        },
        (
            act("settle", place="boston", base="french_pemaquid"),
            act("play", card="french_louisbourg"),
            act("play", card="french_quebec"),
        ),
        {"outcome": {"winner": "french", "rule": "fa:aid.end.1"}},
        ruleset="second",
    ),
)

LINKS = (
    Scene(
        "an Indian path does not link a place",
        ("loccard.1",),
        {"plus": {"deerfield": "british village", "new_haven": "neutral"}, "captured": {"french": {"villages": 1}}},
        expect={"linked": {"british": ["boston", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"]}},
    ),
    Scene(
        "a chain runs over rivers, roads and lakes",
        ("loccard.1", "aid.loc.2"),
        {
            "plus": {
                "albany": "british village",
                "fort_stanwix": "british village",
                "oswego": "british village",
                "fort_niagara": "british village",
                "detroit": "british village",
            }
        },
        expect={
            "linked": {
                "british": [
                    "boston",
                    "new_haven",
                    "new_york",
                    "norfolk",
                    "pemaquid",
                    "philadelphia",
                    "st_marys",
                    "albany",
                    "detroit",
                    "fort_niagara",
                    "fort_stanwix",
                    "oswego",
                ]
            }
        },
    ),
    Scene(
        "a besieged place carries the chain",
        ("faq.supply.2",),
        {
            "plus": {"albany": "british village", "fort_stanwix": "british village"},
            "sieges": {"french": siege("albany", 0, f("militia"))},
        },
        expect={
            "usable": {
                "british": b(
                    "boston", "new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys", "fort_stanwix"
                )
            }
        },
    ),
    Scene(
        "a neutral capital still anchors the chain",
        ("faq.supply.1",),
        {"plus": {"boston": "neutral"}, "captured": {"french": {"villages": 1, "towns": 1}}},
        expect={"linked": {"british": ["new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"]}},
    ),
)


@pytest.mark.parametrize("scene", [*TURNS, *ENDS, *LINKS], ids=str)
def test_turns_and_ends(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_ch04_turn.py::test_turns_and_ends")


@proves("fa:setup.3", "fa:setup.4", "fa:setup.5", "fa:setup.6", "fa:setup.8", "fa:turn.2", "fa:turn.5")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_start_is_as_the_rulebook_says(preset: str) -> None:
    state = GAME.start("standard", rules(preset))
    due = GAME.decision(state)
    assert isinstance(due, Chance)
    assert [odds for _, odds in due.outcomes] == [Fraction(1, 7)] * 7
    form = GAME.describe(state)
    assert isinstance(form, dict)
    assert form["money"] == {"british": 12, "french": 5}
    assert form["stock"] == {"british": {"villages": 13, "towns": 10}, "french": {"villages": 12, "towns": 8}}
    starting = [] if preset != "first" else ["french_bateaux"]
    french = f(
        "gaspe",
        "louisbourg",
        "montreal",
        "quebec",
        "port_royal",
        "tadoussac",
        "trois_rivieres",
        "trader",
        "starting_regular_infantry",
    )
    assert form["decks"] == {
        "british": b("boston", "new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"),
        "french": sorted([*french, *starting], key=lambda name: card(str(name))),
    }
    drawn = [act("draw", card=f"british_{name}") for name in ("boston", "new_york", "norfolk", "pemaquid", "st_marys")]
    drawn += [act("draw", card=f"french_{name}") for name in ("gaspe", "louisbourg", "montreal", "quebec", "trader")]
    begun = GAME.describe(after(state, *drawn))
    assert isinstance(begun, dict)
    assert begun["frames"] == turn("british", 1)
    assert begun["hands"] == {"british": FIVE, "french": f("gaspe", "louisbourg", "montreal", "quebec", "trader")}


def test_another_scenario_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="none of: standard"):
        GAME.start("campaign", rules())


@proves("fa:board.6", "fa:loccard.4")
def test_all_ports_are_linked_by_sea() -> None:
    ports = [where for where in PLACES if board.LOCATIONS[where].ship]
    assert len(ports) == 17
    for a in PLACES:
        for c in PLACES:
            assert board.joined_by_sea(a, c) == (a != c and a in ports and c in ports)


@proves("fa:loccard.5", "fa:raid.6", "fa:aid.loc.4", "fa:faq.map.1")
def test_places_on_one_lake_are_linked() -> None:
    shores = [
        {"detroit", "fort_niagara", "fort_presquisle"},
        {"fort_frontenac", "fort_niagara", "oswego"},
        {"detroit", "michillimackinac"},
    ]
    for a in PLACES:
        for c in PLACES:
            names = {board.IDS[a], board.IDS[c]}
            assert board.joined_by_lake(a, c) == (a != c and any(names <= shore for shore in shores))
    frontenac = place("fort_frontenac")
    nearby = {board.IDS[each] for each in board.supply_neighbours()[frontenac]}
    assert nearby == {"montreal", "oswego", "fort_niagara"}
    assert {board.IDS[each] for each in board.raid_neighbours(rules())[frontenac]} == nearby


@proves("fa:board.11", "fa:loccard.3", "fa:aid.loc.2")
def test_indian_paths_carry_no_supply() -> None:
    assert [link.value for link in Link if not board.carries_supply(link)] == ["indian_path"]
    assert place("boston") not in board.supply_neighbours()[place("deerfield")]


@proves("fa:raid.5", "fa:faq.map.3")
def test_raids_run_over_all_links_but_the_sea() -> None:
    links = board.raid_neighbours(rules())
    assert links[place("tadoussac")] == ()
    assert {board.IDS[each] for each in links[place("deerfield")]} == {
        "boston",
        "new_haven",
        "fort_halifax",
        "fort_william_henry",
    }
    assert {board.IDS[each] for each in links[place("cumberland")]} == {
        "philadelphia",
        "st_marys",
        "baltimore",
        "fort_duquesne",
        "richmond",
    }


@proves("fa:card.2")
def test_cards_belong_to_one_side_or_to_both() -> None:
    owned = [sum(may_own(side, each) for side in SIDES) for each in CARDS]
    assert sorted(set(owned)) == [1, 2]
    assert may_own(Side.BRITISH, card("neutral_settlers"))
    assert not may_own(Side.BRITISH, card("french_priest"))


@pytest.mark.parametrize(("preset", "total"), [("first", 110), ("second", 109), ("online", 109)])
@proves("fa:comp.3", "fa:list.1", "fa:list.4", "fa:list.7")
def test_the_box_holds_as_many_cards_as_it_says(preset: str, total: int) -> None:
    assert sum(copies(each, rules(preset)) for each in CARDS) == total


@proves("fa:comp.3", "fa:list.1", "fa:list.4", "fa:list.7")
def test_only_the_french_bateaux_are_left_out_by_an_edition() -> None:
    first, second = (Counter({each: copies(each, rules(name)) for each in CARDS}) for name in ("first", "second"))
    assert first - second == Counter({card("french_bateaux"): 1})
    assert second - first == Counter()
    neutral = {CARD_IDS[each]: first[each] for each in CARDS if CARD_IDS[each].startswith("neutral_")}
    assert neutral == {"neutral_fortification": 2, "neutral_native_americans": 5, "neutral_settlers": 2}


@proves("fa:comp.1")
def test_pieces_are_as_many_as_the_box_holds() -> None:
    assert [board.total(side, kind) for side in SIDES for kind in Kind] == [18, 12, 18, 9]


@proves("fa:end.8", "fa:aid.end.3")
def test_france_wins_ties() -> None:
    for british in range(60):
        for french in range(60):
            assert winner(british, french) is (Side.BRITISH if british > french else Side.FRENCH)


@proves("fa:turn.6")
def test_odds_count_copies() -> None:
    state = placed(
        {
            "hands": {"british": b("boston")},
            "decks": {"british": b("militia", "militia", "rangers")},
            "frames": turn("british", 0),
        }
    )
    due = GAME.decision(after(state, END))
    assert isinstance(due, Chance)
    assert [(GAME.write_action(each), odds) for each, odds in due.outcomes] == [
        (act("draw", card="british_militia"), Fraction(2, 3)),
        (act("draw", card="british_rangers"), Fraction(1, 3)),
    ]


def test_an_action_of_another_kind_is_not_this_decision() -> None:
    state = placed({"hands": {"british": FIVE}})
    assert GAME.step(state, GAME.read_action(act("play", card="british_boston"))) == NotThisDecision(
        "act", ("fa:act.1",)
    )
    drawing = after(placed({"decks": {"british": b("rangers")}, "frames": turn("british", 0)}), END)
    for action in (PASS, act("draw", card="british_boston")):
        assert GAME.step(drawing, GAME.read_action(action)) == NotThisDecision("draw", ("fa:turn.6",))
    over = placed({"outcome": {"winner": "french", "rule": "fa:end.1"}})
    assert GAME.decision(over) == Over("french wins", ("fa:end.1",))
    assert GAME.step(over, GAME.read_action(PASS)) == NotThisDecision("nothing: the game is over", ("fa:end.1",))


WRONG_KINDS = {
    "settle": (
        {"hands": {"british": b("new_haven", "st_marys", "boston")}},
        (act("settle", place="deerfield", base="british_new_haven"),),
        act("done"),
    ),
    "block_raid": (
        {
            "plus": {"kennebec": "french village", "fort_halifax": "british village"},
            "hands": {"french": f("coureurs_de_bois")},
            "frames": turn("french"),
        },
        (act("raid", card="french_coureurs_de_bois"), act("aim", place="fort_halifax")),
        PASS,
    ),
    "settle_captured": (
        {
            "plus": {"halifax": "british village"},
            "frames": turn_start("british"),
            "sieges": {"british": siege("louisbourg", 3, b("militia"))},
        },
        (),
        act("done"),
    ),
    "return_card": (
        {
            "plus": {"halifax": "british village"},
            "frames": turn_start("british"),
            "sieges": {"british": siege("louisbourg", 3, b("militia"), f("militia"))},
        },
        (act("leave_neutral"),),
        PASS,
    ),
}


@pytest.mark.parametrize("about", WRONG_KINDS)
def test_every_procedure_tells_what_is_due(about: str) -> None:
    position, actions, wrong = WRONG_KINDS[about]
    state = after(placed(position), *actions)
    due = GAME.decision(state)
    assert isinstance(due, Choice)
    assert due.about == about
    assert GAME.step(state, GAME.read_action(wrong)) == NotThisDecision(about, due.rules)


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


@proves("fa:turn.8")
def test_a_kept_hand_is_told() -> None:
    hand = b("boston", "new_haven", "new_york", "norfolk", "pemaquid", "st_marys")
    state = placed({"hands": {"british": hand, "french": FRENCH_FIVE}, "frames": turn("british", 0)})
    assert [(each.kind.value, each.rules) for each in events(state, END)] == [
        ("turn_ended", ("fa:turn.6",)),
        ("hand_kept", ("fa:turn.8",)),
        ("turn_began", ("fa:turn.4",)),
    ]


def test_every_act_offered_at_the_start_is_readable() -> None:
    state = placed({"hands": {"british": FIVE}})
    for action in offered(state):
        assert GAME.write_action(GAME.read_action(action)) == action


@pytest.mark.parametrize("preset", ["first", "second", "online"])
def test_free_actions_after_the_refill_are_nobodys_but_the_next_players(preset: str) -> None:
    """Given Home Support drawn in the refill (X33), when its owner plays it, then the decision is the opponent's."""
    position: Json = {
        "hands": {"british": b("boston", "norfolk", "pemaquid", "philadelphia"), "french": f("gaspe")},
        "decks": {"british": b("home_support")},
        "frames": [{"type": "drawing", "side": "british", "left": 1, "purpose": "refill"}],
    }
    drawn = seat(GAME, GAME.place(position, rules(preset))).act("chance", act("draw", card="british_home_support"))
    assert isinstance(drawn, Next)
    assert drawn.state.act("british", act("home_support")) == NotYourDecision("french")
