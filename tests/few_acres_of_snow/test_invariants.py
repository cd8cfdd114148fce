"""What is wrong with a position: pieces and cards that do not add up, and what cannot be."""

import pytest

from reference.few_acres_of_snow.ch01_board import LOCATIONS, place, with_fort
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card, copies, pile
from reference.few_acres_of_snow.ch16_end import points as counted
from reference.few_acres_of_snow.invariants import (
    capitals_lost,
    cards_not_conserved,
    cards_without_strength,
    debts,
    forts_misplaced,
    other_outcomes,
    pieces_not_conserved,
    sieges_without_attackers,
    sieges_without_cause,
    strangers_named,
    violations,
)
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Outcome, Siege, player, with_player, with_siege
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import placed
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, broken, cards, gaspe_besieged, scene, with_money


@proves("fa:comp.3", "fa:list.7")
def test_a_card_too_many_or_too_few_is_named_and_no_other() -> None:
    state = placed({})
    assert list(cards_not_conserved(state)) == []
    more = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=cards("british_militia")))
    found = [dict(each.facts) for each in cards_not_conserved(more)]
    assert found == [{"card": "british_militia", "found": 4, "due": 3}]
    for each in CARDS:
        due = copies(each, state.ruleset)
        reserve = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=pile([each])))
        (named,) = cards_not_conserved(reserve)
        assert dict(named.facts) == {"card": CARD_IDS[each], "found": due + 1, "due": due}
    lost, *left = state.display
    (fewer,) = cards_not_conserved(state._replace(display=bytes(left)))
    due = copies(card(CARD_IDS[lost]), state.ruleset)
    assert dict(fewer.facts) == {"card": CARD_IDS[lost], "found": due - 1, "due": due}


def test_a_siege_card_without_strength_is_among_what_is_wrong_with_a_position() -> None:
    state = with_siege(scene(), BRITISH, Siege(place("gaspe"), 0, (cards("british_militia british_trader"), b"")))
    assert list(cards_without_strength(state)) != []
    assert set(cards_without_strength(state)) <= set(violations(state))


@proves("fa:fortify.3", "fa:aid.siege.5")
@pytest.mark.parametrize("reading", ["yes", "no"])
def test_a_fort_stands_alone_only_where_captures_leave_it(reading: str) -> None:
    state = placed(
        {"plus": {"norfolk": "fort", "boston": "british town fort"}}, f"first+fort_removed_on_capture={reading}"
    )
    found = [dict(each.facts)["place"] for each in forts_misplaced(state)]
    assert found == (["norfolk"] if reading == "yes" else [])


@proves("fa:siege.start.1", "fa:siege.win.12")
def test_both_sieges_are_looked_at_whether_or_not_there_is_a_british_one() -> None:
    state = with_siege(scene(), FRENCH, Siege(place("quebec"), 0, (b"", b""), (card("french_militia"), None)))
    assert broken(tuple(sieges_without_cause(state))) == {("siege_without_defender", "siege.start.1")}
    assert broken(tuple(strangers_named(state))) == {("named_card_not_there", "siege.win.12")}


@proves("fa:comp.1", "fa:settle.7", "fa:develop.5", "fa:fortify.6")
def test_each_side_has_eighteen_villages_and_twelve_or_nine_towns_and_both_have_twelve_forts() -> None:
    """Given an empty board, when all pieces of a kind are captured, then one more is one too many."""
    empty = placed({"places": {}}, "first+fort_removed_on_capture=no")
    for side, villages, towns in ((BRITISH, 18, 12), (FRENCH, 18, 9)):
        foe = player(empty, side.enemy)
        for taken, kind, rule_id in (
            ((villages + 1, towns), "village", "fa:settle.7"),
            ((villages, towns + 1), "town", "fa:develop.5"),
        ):
            more = foe._replace(villages_taken=taken[0], towns_taken=taken[1])
            found = [
                (each.rule, dict(each.facts)) for each in pieces_not_conserved(with_player(empty, side.enemy, more))
            ]
            assert found == [(rule_id, {"side": side.value, "piece": kind})]
        all_taken = foe._replace(villages_taken=villages, towns_taken=towns)
        assert list(pieces_not_conserved(with_player(empty, side.enemy, all_taken))) == []
    board = empty.board
    for number, where in enumerate(LOCATIONS[:13], 1):
        board = with_fort(board, place(where.id), present=True)
        found = [(each.rule, dict(each.facts)) for each in pieces_not_conserved(empty._replace(board=board))]
        assert found == ([("fa:fortify.6", {"piece": "fort"})] if number == 13 else [])


@proves("fa:setup.5")
@pytest.mark.parametrize("side", SIDES)
def test_a_player_may_be_left_without_money_but_never_owes_any(side: Side) -> None:
    assert list(debts(with_money(scene(), side, 0))) == []
    found = [(each.rule, dict(each.facts)) for each in debts(with_money(scene(), side, -1))]
    assert found == [("fa:setup.5", {"side": side.value})]


@proves("fa:siege.win.12")
@pytest.mark.parametrize("named", ["", "british", "french"])
def test_a_card_that_its_side_has_in_the_siege_may_be_the_one_named(named: str) -> None:
    state = gaspe_besieged(named=named)
    assert broken(tuple(strangers_named(state))) == set()
    siege = state.sieges[0]
    assert siege is not None
    emptied = with_siege(state, BRITISH, siege._replace(cards=(b"", b"")))
    due = {("named_card_not_there", "siege.win.12")} if named else set()
    assert broken(tuple(strangers_named(emptied))) == due


@proves("fa:siege.start.3", "fa:reinforce.1", "fa:reinforce.5", "fa:siege.start.4")
def test_only_cards_that_fight_lie_in_a_siege_and_the_besieger_has_one() -> None:
    """Given a British siege, then a trader fights for nobody, a fortification for the defender only."""
    fought = (cards("british_regular_infantry"), cards("french_fortification"))
    sound = with_siege(scene(), BRITISH, Siege(place("gaspe"), 0, fought))
    assert list(cards_without_strength(sound)) == list(sieges_without_attackers(sound)) == []
    strange = (cards("british_fortification"), cards("french_trader"))
    spoilt = with_siege(scene(), BRITISH, Siege(place("gaspe"), 0, strange))
    assert broken(tuple(cards_without_strength(spoilt))) == {
        ("defenders_only", "reinforce.5"),
        ("no_strength", "siege.start.3"),
    }
    alone = with_siege(scene(), BRITISH, Siege(place("gaspe"), 0, (b"", cards("french_militia"))))
    assert broken(tuple(sieges_without_attackers(alone))) == {("siege_without_attacker", "siege.start.4")}


@proves("fa:end.1", "fa:end.2", "fa:end.3", "fa:end.8", "fa:aid.end.1")
def test_a_game_ends_as_the_position_says() -> None:
    """Given no capital lost, no pieces used up and no captures, then nobody has won; with them, by their rule only."""
    plain, taken = (
        scene(),
        with_player(scene(), BRITISH, player(scene(), BRITISH)._replace(villages_taken=8, towns_taken=4)),
    )
    lost = placed({"plus": {"quebec": "neutral"}})
    points = tuple(counted(taken, side) for side in SIDES)
    assert len(points) == 2
    for state, said, sound in (
        (plain, Outcome(BRITISH, "fa:end.1"), False),
        (lost, Outcome(BRITISH, "fa:end.1"), True),
        (lost, Outcome(BRITISH, "fa:aid.end.1"), True),
        (lost, Outcome(FRENCH, "fa:end.1"), False),
        (lost, Outcome(BRITISH, "fa:end.1", (1, 1)), False),
        (taken, Outcome(BRITISH, "fa:end.3", points), True),
        (taken, Outcome(BRITISH, "fa:end.3", (0, 0)), False),
        (taken, Outcome(BRITISH, "fa:end.2", points), False),
        (taken, Outcome(FRENCH, "fa:end.3", points), False),
    ):
        found = broken(tuple(other_outcomes(state._replace(outcome=said))))
        assert found == (set() if sound else {("other_outcome", "end.8")}), said


@proves("fa:end.1", "fa:aid.end.1")
@pytest.mark.parametrize(
    ("rules", "rule"), [("first+capital_settle_wins=yes", "end.1"), ("second", "aid.end.1"), ("online", "aid.end.1")]
)
def test_a_game_does_not_go_on_once_a_capital_is_the_enemys(rules: str, rule: str) -> None:
    """Given Quebec in British hands, then the game must be over, unless it is, is about to be, or an option says no."""
    taken = placed({"plus": {"quebec": "british village"}}, rules)
    assert ("capital_lost", rule) in broken(tuple(capitals_lost(taken)))
    assert list(capitals_lost(taken._replace(outcome=Outcome(BRITISH, f"fa:{rule}")))) == []
    assert list(capitals_lost(placed({"plus": {"quebec": "neutral"}}, rules))) == []
    may_go_on = placed({"plus": {"quebec": "british village"}}, f"{rules.partition('+')[0]}+capital_settle_wins=no")
    assert list(capitals_lost(may_go_on)) == []
