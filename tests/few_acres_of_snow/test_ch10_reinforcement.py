"""Reinforcing a siege, by cards and by the military leader."""

import pytest

from reference.few_acres_of_snow.actions import MilitaryLeader, Reinforce
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card, pile
from reference.few_acres_of_snow.ch08_sieges import cannot_fight
from reference.few_acres_of_snow.ch10_reinforcement import (
    leader_needs_no_action,
    led,
    no_siege,
    not_supplied,
    reinforce_violations,
    reinforced,
    reinforcing,
)
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import SiegeWon, SiegeWonStage, Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, siege_of, with_player, with_siege
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from tests.few_acres_of_snow.scenes import (
    HALIFAX,
    LOUISBOURG,
    NO_CARD_IN_HAND,
    PLACE_NOT_HELD,
    Scene,
    act,
    b,
    f,
    rules,
    siege,
    turn,
)
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    NOT_HELD,
    Reasons,
    besieged,
    broken,
    cards,
    kinds,
    scene,
    with_money,
)


@proves(
    "fa:reinforce.1", "fa:reinforce.2", "fa:reinforce.3", "fa:reinforce.4", "fa:reinforce.7", "fa:act.6",
    "fa:aid.reinforce.1", "fa:sum.war.2",
)  # fmt: skip
def test_an_attacker_moves_the_marker_to_his_side() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("regular_infantry")}},
        (act("reinforce", place="louisbourg", card="british_regular_infantry"),),
        {
            "sieges": {"british": siege("louisbourg", 3, b("siege_artillery", "regular_infantry"))},
            "frames": turn("british", 1),
        },
    ).run()


@proves("fa:reinforce.3", "fa:reinforce.5", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_a_defender_lays_his_card_on_the_attackers_siege_space() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"french": f("fortification")}, "frames": turn("french")},
        (act("reinforce", place="louisbourg", card="french_fortification"),),
        {"sieges": {"british": siege("louisbourg", 0, b("siege_artillery"), f("fortification"))}},
    ).run()


@proves("fa:reinforce.5")
def test_an_attacker_has_no_use_for_a_fortification_card() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("fortification")}},
        refuse=act("reinforce", place="louisbourg", card="british_fortification"),
        because=((Reason.DEFENDERS_ONLY, "fa:reinforce.5"),),
    ).run()


@proves("fa:reinforce.2")
def test_a_place_nobody_besieges_cannot_be_reinforced() -> None:
    Scene(
        {"hands": {"british": b("militia")}},
        refuse=act("reinforce", place="boston", card="british_militia"),
        because=((Reason.NO_SIEGE, "fa:reinforce.2"),),
    ).run()


@proves("fa:sum.war.2", "fa:aid.reinforce.1")
def test_artillery_costs_three_money_as_a_reinforcement() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", -1, b("militia"))},
            "money": {"british": 2},
            "hands": {"british": b("siege_artillery")},
        },
        refuse=act("reinforce", place="louisbourg", card="british_siege_artillery"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:sum.war.2"),),
    ).run()


NIAGARA = {"fort_niagara": "french village", "fort_frontenac": "british village", "oswego": "british village"}


CUT_OFF = {
    "plus": NIAGARA,
    "sieges": {"british": siege("fort_niagara", 0, b("militia"))},
    "hands": {"french": f("starting_regular_infantry", "military_leader")},
    "frames": turn("french"),
}


@proves("fa:reinforce.4")
def test_an_unlinked_place_is_not_reinforced() -> None:
    Scene(
        CUT_OFF,
        refuse=act("reinforce", place="fort_niagara", card="french_starting_regular_infantry"),
        because=((Reason.NOT_LINKED, "fa:reinforce.4"),),
    ).run()


@proves("fa:reinforce.7", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_the_leader_takes_no_action_where_one_card_takes_one() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("military_leader")}},
        refuse=act("reinforce", place="louisbourg", card="british_military_leader"),
        because=((Reason.LEADER_IS_FREE, "fa:reinforce.7"),),
    ).run()


@proves("fa:leader.1", "fa:leader.2", "fa:reinforce.3", "fa:act.4", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_the_leader_is_free_and_worth_one() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": LOUISBOURG,
            "hands": {"british": b("military_leader")},
            "frames": turn("british", 0),
        },
        (act("military_leader", place="louisbourg"),),
        {
            "sieges": {"british": siege("louisbourg", 2, b("siege_artillery", "military_leader"))},
            "frames": turn("british", 0),
        },
    ).run()


@proves("fa:leader.2")
def test_the_leader_needs_a_siege() -> None:
    Scene(
        {"hands": {"british": b("military_leader")}},
        refuse=act("military_leader", place="boston"),
        because=((Reason.NO_SIEGE, "fa:leader.2"),),
    ).run()


@proves("fa:leader.1")
def test_the_leader_must_be_in_hand() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("norfolk")}},
        refuse=act("military_leader", place="louisbourg"),
        because=((Reason.NO_LEADER, "fa:leader.1"),),
    ).run()


@proves("fa:leader.1", "fa:reinforce.4")
def test_an_unlinked_place_gets_no_leader() -> None:
    Scene(
        CUT_OFF,
        refuse=act("military_leader", place="fort_niagara"),
        because=((Reason.NOT_LINKED, "fa:reinforce.4"),),
    ).run()


BESIEGED = ("besieged", "siege.ex4")


DEFENDERS_ONLY = ("defenders_only", "reinforce.5")


LEADER_IS_FREE = ("leader_is_free", "reinforce.7")


NO_SIEGE = ("no_siege", "reinforce.2")


NO_STRENGTH_TO_REINFORCE = ("no_strength", "reinforce.1")


def two_sieges(hand: str, side: Side, *, money: int = 3, options: str = "") -> State:
    """Return a British siege of Gaspe and a French one of Pemaquid, with these cards in a hand."""
    state = with_money(scene(hand, side, options), side, money)
    state = with_siege(state, BRITISH, Siege(place("gaspe"), 0, (cards("british_militia"), b"")))
    return with_siege(state, FRENCH, Siege(place("pemaquid"), 0, (cards("french_militia"), b"")))


@proves("fa:reinforce.1", "fa:reinforce.2")
@pytest.mark.parametrize(
    ("hand", "which", "where", "reasons"),
    [
        ("british_militia", "british_militia", "gaspe", set()),
        ("british_militia", "british_militia", "pemaquid", set()),
        ("british_militia", "british_militia", "louisbourg", {NO_SIEGE}),
        ("british_fortification", "british_fortification", "boston", {NO_SIEGE}),
        ("british_trader", "british_trader", "boston", {NO_SIEGE}),
        ("british_militia", "british_regular_infantry", "gaspe", {NO_CARD}),
        ("british_trader", "british_trader", "gaspe", {NO_STRENGTH_TO_REINFORCE}),
        ("british_governor", "british_governor", "pemaquid", {NO_STRENGTH_TO_REINFORCE}),
        ("british_ships", "british_ships", "gaspe", set()),
        ("british_fortification", "british_fortification", "gaspe", {DEFENDERS_ONLY}),
        ("british_fortification", "british_fortification", "pemaquid", set()),
        ("british_military_leader", "british_military_leader", "gaspe", {LEADER_IS_FREE}),
        ("british_pemaquid", "british_pemaquid", "gaspe", {BESIEGED, NO_STRENGTH_TO_REINFORCE}),
        ("british_halifax", "british_halifax", "gaspe", NOT_HELD),
        ("british_siege_artillery", "british_siege_artillery", "gaspe", set()),
    ],
)
def test_either_siege_is_reinforced_as_attacker_or_defender_with_a_card_of_strength_in_hand(
    hand: str, which: str, where: str, reasons: Reasons
) -> None:
    state = two_sieges(hand, BRITISH)
    assert broken(reinforce_violations(state, BRITISH, Reinforce(place(where), card(which)))) == reasons


@proves("fa:reinforce.1", "fa:sum.war.2")
@pytest.mark.parametrize("money", [2, 3])
def test_artillery_that_cannot_be_paid_reinforces_no_siege(money: int) -> None:
    state = two_sieges("british_siege_artillery", BRITISH, money=money)
    found = reinforce_violations(state, BRITISH, Reinforce(place("gaspe"), card("british_siege_artillery")))
    assert broken(found) == (set() if money == 3 else {("too_little_money", "sum.war.2")})


@proves("fa:reinforce.1", "fa:reinforce.4")
@pytest.mark.parametrize("where", ["gaspe", "detroit"])
def test_a_place_without_a_chain_of_own_places_to_it_is_not_reinforced_where_one_is_asked(where: str) -> None:
    """Given Gaspe on the sea and Detroit far from all British places."""
    for reading in ("yes", "no"):
        state = scene("british_militia", BRITISH, f"+reinforce_needs_supply={reading}", detroit="french village")
        state = with_siege(state, BRITISH, Siege(place(where), 0, (cards("british_militia"), b"")))
        found = reinforce_violations(state, BRITISH, Reinforce(place(where), card("british_militia")))
        cut_off = reading == "yes" and where == "detroit"
        assert broken(found) == ({("not_linked", "reinforce.4")} if cut_off else set())


@proves("fa:reinforce.4")
def test_a_place_that_is_cut_off_is_named_with_the_homes_a_chain_could_lead_to() -> None:
    """Given a place far from a side's own, then the British are told of two homes, and the French of Quebec alone."""
    for side, far, its in (
        (BRITISH, "detroit", {"home": "boston", "other_home": "new_york"}),
        (FRENCH, "albany", {"home": "quebec"}),
    ):
        (found,) = not_supplied(scene(), side, place(far))
        assert dict(found.facts) == {"side": side.value, "place": far, **its}


@proves("fa:reinforce.5")
@pytest.mark.parametrize("which", ["british_fortification", "french_fortification", "neutral_fortification"])
@pytest.mark.parametrize("where", ["gaspe", "albany"])
def test_a_fortification_card_is_one_strength_for_the_defender_and_nothing_for_the_attacker(
    which: str, where: str
) -> None:
    """Given a militia and a trader beside it, then these serve both alike or nobody."""
    ruleset = rules()
    for defending in (True, False):
        found = cannot_fight(card(which), place(where), ruleset, defending=defending)
        assert broken(found) == (set() if defending else {DEFENDERS_ONLY})
        assert cannot_fight(card("british_militia"), place(where), ruleset, defending=defending) == ()
        idle = cannot_fight(card("british_trader"), place(where), ruleset, defending=defending)
        assert broken(idle) == {("no_strength", "siege.start.3")}
    side = FRENCH if which.startswith("french") else BRITISH
    besieged = "gaspe" if side is FRENCH else "pemaquid"
    after = reinforced(two_sieges(which, side), side, place(besieged), card(which))
    siege = siege_of(after.state, side.enemy)
    assert siege is not None
    assert siege.marker == -1


@proves("fa:reinforce.7")
def test_a_reinforcement_takes_one_action_and_the_military_leader_none() -> None:
    state = two_sieges("british_militia british_military_leader", BRITISH)
    militia, leader = card("british_militia"), card("british_military_leader")
    reinforcement = reinforcing(state, BRITISH, Reinforce(place("gaspe"), militia))
    assert reinforcement.state.stack.frames == (Turn(BRITISH, 1),)
    assert kinds(reinforcement) == [EventKind.SIEGE_REINFORCED]
    assert led(state, BRITISH, MilitaryLeader(place("gaspe"))).state.stack.frames == (Turn(BRITISH, 2),)
    assert leader_needs_no_action(militia) == ()
    assert broken(leader_needs_no_action(leader)) == {LEADER_IS_FREE}
    assert broken(leader_needs_no_action(card("french_military_leader"))) == {LEADER_IS_FREE}


@proves("fa:act.6", "fa:reinforce.1", "fa:reinforce.3")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("attacking", [True, False])
@pytest.mark.parametrize(("name", "force", "cost"), [("regular_infantry", 2, 0), ("siege_artillery", 3, 3)])
def test_a_card_played_into_a_siege_lies_there_on_its_players_side_and_moves_the_marker_to_him(
    side: Side, attacking: bool, name: str, force: int, cost: int
) -> None:
    which = card(f"{side.value}_{name}")
    attacker = side if attacking else side.enemy
    where = place("gaspe" if attacker is BRITISH else "pemaquid")
    state = two_sieges(f"{side.value}_{name}", side)
    before, other = siege_of(state, attacker), siege_of(state, attacker.enemy)
    assert before is not None
    after = reinforced(state, side, where, which)
    there = cards(f"{attacker.value}_militia")
    lie = (pile((*there, which)), b"") if attacking else (there, pile((which,)))
    assert siege_of(after.state, attacker) == before._replace(marker=force if attacking else -force, cards=lie)
    assert siege_of(after.state, attacker.enemy) == other
    assert player(after.state, side) == player(state, side)._replace(hand=b"", money=3 - cost)
    assert kinds(after) == [*([EventKind.MONEY_PAID] if cost else []), EventKind.SIEGE_REINFORCED]


@proves("fa:leader.1", "fa:leader.2")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("attacking", [True, False])
def test_the_leader_adds_one_for_his_side_in_either_siege_and_stays_there(side: Side, attacking: bool) -> None:
    leader = card(f"{side.value}_military_leader")
    attacker = side if attacking else side.enemy
    state = two_sieges(f"{side.value}_military_leader", side)
    after = led(state, side, MilitaryLeader(place("gaspe" if attacker is BRITISH else "pemaquid")))
    siege = siege_of(after.state, attacker)
    assert siege is not None
    assert siege.marker == (1 if attacking else -1)
    assert leader in siege.cards[0 if attacking else 1]
    assert player(after.state, side) == player(state, side)._replace(hand=b"")
    assert kinds(after) == [EventKind.SIEGE_REINFORCED]


@proves("fa:reinforce.2", "fa:leader.2")
def test_a_siege_being_settled_is_none_any_more() -> None:
    state = besieged("gaspe")
    assert no_siege(state, place("gaspe"), "fa:reinforce.2") == ()
    assert broken(no_siege(state, place("quebec"), "fa:reinforce.2")) == {("no_siege", "reinforce.2")}
    over = state._replace(stack=Stack((Turn(BRITISH, 1), SiegeWon(BRITISH, BRITISH, SiegeWonStage.RETURN))))
    assert broken(no_siege(over, place("gaspe"), "fa:leader.2")) == {("no_siege", "leader.2")}


@proves("fa:reinforce.1", "fa:reinforce.3", "fa:sum.war.2", "fa:aid.reinforce.1")
@pytest.mark.parametrize(("which", "cost"), [("british_militia", 0), ("british_siege_artillery", 3)])
def test_a_reinforcement_is_paid_for_and_told(which: str, cost: int) -> None:
    state = with_money(besieged("gaspe"), BRITISH, 5)
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(hand=cards(which)))
    after = reinforced(state, BRITISH, place("gaspe"), card(which))
    assert player(after.state, BRITISH).money == 5 - cost
    assert kinds(after) == [*([EventKind.MONEY_PAID] if cost else []), EventKind.SIEGE_REINFORCED]


@proves("fa:sum.war.2", "fa:aid.reinforce.1", "fa:reinforce.1")
def test_a_card_without_strength_reinforces_no_siege() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("trader")}},
        refuse=act("reinforce", place="louisbourg", card="british_trader"),
        because=((Reason.NO_STRENGTH, "fa:reinforce.1"),),
    ).run()


@proves("fa:sum.war.2", "fa:aid.reinforce.1", "fa:reinforce.1")
def test_a_ship_reinforces_the_siege_of_a_port_by_one() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("ships")}},
        (act("reinforce", place="louisbourg", card="british_ships"),),
        {"sieges": {"british": siege("louisbourg", 2, b("siege_artillery", "ships"))}, "frames": turn("british", 1)},
    ).run()


@proves("fa:reinforce.1", "fa:reinforce.2", "fa:act.12", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_a_reinforcement_without_siege_and_card() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("norfolk")}},
        refuse=act("reinforce", place="louisbourg", card="british_militia"),
        because=((Reason.NO_SIEGE, "fa:reinforce.2"), NO_CARD_IN_HAND),
    ).run()


LOUISBOURG_OPENED = {"british": siege("louisbourg", 0, b("militia"))}


@proves("fa:reinforce.1", "fa:loccard.1", "fa:aid.loc.3")
def test_a_reinforcement_with_a_place_that_was_lost() -> None:
    Scene(
        {"plus": HALIFAX | {"norfolk": "neutral"}, "sieges": LOUISBOURG_OPENED, "hands": {"british": b("norfolk")}},
        refuse=act("reinforce", place="louisbourg", card="british_norfolk"),
        because=PLACE_NOT_HELD,
    ).run()


@proves("fa:leader.1", "fa:leader.2")
def test_a_leader_without_card_and_siege() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("boston")}},
        refuse=act("military_leader", place="louisbourg"),
        because=((Reason.NO_LEADER, "fa:leader.1"), (Reason.NO_SIEGE, "fa:leader.2")),
    ).run()
