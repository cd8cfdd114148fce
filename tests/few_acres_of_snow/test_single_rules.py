"""Rules one by one: what each says by itself, over the few cases there are, asked of the function that holds it."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.actions import (
    TURN_ACTIONS,
    Aim,
    Ambush,
    Besiege,
    Convert,
    Develop,
    Discard,
    Draft,
    Draw,
    EndTurn,
    Fortify,
    Governor,
    HomeSupport,
    Intendant,
    Merchant,
    MilitaryLeader,
    Pass,
    Piracy,
    Raid,
    Reinforce,
    Reserve,
    RetrieveReserve,
    Settle,
    TakeMoney,
    Trade,
    TurnAction,
    Withdraw,
)
from reference.few_acres_of_snow.ch01_board import LOCATIONS, place, with_fort
from reference.few_acres_of_snow.ch02_cards import CARDS, card, may_own, pile, plus
from reference.few_acres_of_snow.ch04_turn import drawing_advance, drawing_apply
from reference.few_acres_of_snow.ch05_actions import is_free
from reference.few_acres_of_snow.ch06_expansion import (
    develop_violations,
    location_card_gained,
    no_disc,
    no_settlers_target,
    no_village,
    settle_violations,
)
from reference.few_acres_of_snow.ch11_raids import aimed
from reference.few_acres_of_snow.ch14_card_management import (
    draft_violations,
    drafted,
    no_intendant,
    reserve_violations,
    retrieve_violations,
    retrieved,
)
from reference.few_acres_of_snow.ch16_end import ends_now
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Drawing, Purpose, RaidDeclared, Raiding, Turn
from reference.few_acres_of_snow.invariants import debts, pieces_not_conserved
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, with_player, with_siege
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next
from tests.few_acres_of_snow.scenes import GAME, b, f, placed, rules, turn
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    broken,
    cards,
    kinds,
    scene,
    with_money,
)

Reasons = set[tuple[str, str]]

# ---------------------------------------------------------------- pieces


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


@proves("fa:settle.7")
@pytest.mark.parametrize("reading", ["yes", "no"])
@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("where", ["halifax", "norfolk"])
def test_a_place_is_settled_while_a_village_is_in_stock_and_an_own_one_without_by_option(
    reading: str, left: int, where: str
) -> None:
    """Given five British villages on the board and the rest captured but for some, then those decide."""
    state = scene(options=f"+resettle_needs_stock={reading}")
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(villages_taken=18 - 5 - left))
    refused = not left and (where == "halifax" or reading == "yes")
    found = no_village(state, BRITISH, place(where))
    assert broken(found) == ({("no_village_in_stock", "settle.7")} if refused else set())


@proves("fa:settle.2", "fa:settle.7", "fa:develop.1", "fa:develop.5")
@pytest.mark.parametrize("left", [0, 1])
def test_without_a_piece_in_stock_no_place_is_settled_or_developed_whatever_the_cards(left: int) -> None:
    """Given all the cards there have to be, then five villages and two towns on the board leave the rest to decide."""
    state = scene("british_pemaquid british_ships british_settlers british_norfolk")
    foe = player(state, FRENCH)._replace(villages_taken=18 - 5 - left, towns_taken=12 - 2 - left)
    state = with_player(state, FRENCH, foe)
    settling = settle_violations(state, BRITISH, Settle(place("halifax"), card("british_pemaquid")))
    assert broken(settling) == (set() if left else {("no_village_in_stock", "settle.7")})
    developing = develop_violations(state, BRITISH, Develop(place("norfolk"), card("british_settlers")))
    assert broken(developing) == (set() if left else {("no_town_in_stock", "develop.5")})


@proves("fa:fortify.3", "fa:fortify.6")
@pytest.mark.parametrize("forts", [0, 11, 12])
@pytest.mark.parametrize("own", [True, False])
def test_a_disc_goes_where_none_is_while_one_of_the_twelve_is_left(forts: int, own: bool) -> None:
    """Given so many forts elsewhere, one of them at the place itself if it is its own."""
    where, *others = (place(each.id) for each in LOCATIONS)
    board = scene().board
    for fortified in (where, *others)[0 if own else 1 :][:forts]:
        board = with_fort(board, fortified, present=True)
    due = {("already_fortified", "fortify.3")} if own and forts else set()
    due |= {("no_fort_in_stock", "fortify.6")} if forts == 12 else set()
    assert broken(no_disc(scene()._replace(board=board), where)) == due


@proves("fa:setup.5")
@pytest.mark.parametrize("side", SIDES)
def test_a_player_may_be_left_without_money_but_never_owes_any(side: Side) -> None:
    assert list(debts(with_money(scene(), side, 0))) == []
    found = [(each.rule, dict(each.facts)) for each in debts(with_money(scene(), side, -1))]
    assert found == [("fa:setup.5", {"side": side.value})]


@proves("fa:raid.11", "fa:settle.6")
@pytest.mark.parametrize("kept", ["hand", "reserve", "deck", "discard"])
def test_a_lost_place_is_settled_again_and_brings_no_second_card_wherever_the_first_one_is(kept: str) -> None:
    """Given the card of Norfolk kept, then Norfolk is regained only once nobody holds it."""
    state = scene(norfolk="british village")
    bare = player(state, BRITISH)._replace(hand=b"", reserve=b"", deck=b"", discard=b"")
    assert card("british_norfolk") not in bare.locations
    norfolk = cards("british_norfolk")
    with_norfolk = {
        "hand": bare._replace(hand=norfolk),
        "reserve": bare._replace(reserve=norfolk),
        "deck": bare._replace(deck=norfolk),
        "discard": bare._replace(discard=norfolk),
    }
    held = with_player(state, BRITISH, with_norfolk[kept])
    assert location_card_gained(held, BRITISH, place("norfolk")) == Next(held)
    assert no_settlers_target(scene(norfolk="neutral"), BRITISH, place("norfolk")) == ()
    taken = scene(norfolk="french village")
    assert broken(no_settlers_target(taken, BRITISH, place("norfolk"))) == {("not_neutral", "settle.1")}
    assert broken(no_settlers_target(held, BRITISH, place("norfolk"))) == {("card_not_available", "governor.3")}
    returned = with_player(state, BRITISH, bare._replace(locations=plus(bare.locations, card("british_norfolk"))))
    assert no_settlers_target(returned, BRITISH, place("norfolk")) == ()
    gained = location_card_gained(returned, BRITISH, place("norfolk"))
    assert player(gained.state, BRITISH) == bare._replace(discard=norfolk)
    assert kinds(gained) == [EventKind.LOCATION_CARD_GAINED]


# ---------------------------------------------------------------- draws


def drawing(frame: Drawing, deck: bytes, *, stacked: bool = False) -> State:
    """Return a draw of the British under way from this deck, with Boston in hand and nothing discarded."""
    state = scene("british_boston")
    own = player(state, BRITISH)._replace(deck=deck, discard=b"", stacked=stacked)
    return with_player(state, BRITISH, own)._replace(stack=Stack((Turn(BRITISH, 1), frame)))


DRAWS = {Purpose.OPENING: "fa:setup.8", Purpose.REFILL: "fa:turn.6", Purpose.HOME_SUPPORT: "fa:homesupport.1"}


@pytest.mark.parametrize("purpose", DRAWS)
def test_a_drawn_card_leaves_the_deck_for_the_hand_and_one_fewer_is_to_come(purpose: Purpose, claim: Claim) -> None:
    claim([DRAWS[purpose]], "tests/few_acres_of_snow/test_single_rules.py::test_a_drawn_card_leaves_the_deck")
    frame = Drawing(BRITISH, 3, purpose)
    state = drawing(frame, cards("british_militia british_ships british_trader"))
    after = drawing_apply(state, frame, Draw(card("british_ships")))
    own = player(after.state, BRITISH)
    assert own.deck == cards("british_militia british_trader")
    assert own.hand == cards("british_boston british_ships")
    assert after.state.stack.top == Drawing(BRITISH, 2, purpose)
    assert [(each.kind, each.rules) for each in after.events] == [(EventKind.CARD_DRAWN, (DRAWS[purpose],))]


@proves("fa:homesupport.2")
@pytest.mark.parametrize(
    ("left", "deck", "discard", "shuffles"),
    [
        (2, "", "british_ships", True),
        (2, "", "", False),
        (0, "", "british_ships", False),
        (0, "british_ships", "", False),
    ],
)
def test_home_support_shuffles_when_a_card_is_lacking_and_is_over_when_none_can_come(
    left: int, deck: str, discard: str, shuffles: bool
) -> None:
    """Given a deck that had been laid in order, when it is filled anew, then its order is not known any more."""
    frame = Drawing(BRITISH, left, Purpose.HOME_SUPPORT)
    state = drawing(frame, cards(deck), stacked=True)
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(discard=cards(discard)))
    after = drawing_advance(state, frame)
    own = player(after.state, BRITISH)
    if shuffles:
        assert (own.deck, own.discard, own.stacked) == (cards(discard), b"", False)
        assert after.state.stack.top == frame
        assert kinds(after) == [EventKind.RESHUFFLED]
    else:
        assert (own.deck, own.discard) == (cards(deck), cards(f"{discard} british_home_support"))
        assert after.state.stack.frames == (Turn(BRITISH, 1),)
        assert after.events == ()


# ---------------------------------------------------------------- free actions and played cards


BOSTON, SHIPS = place("boston"), card("british_ships")
FREE: tuple[TurnAction, ...] = (RetrieveReserve(), HomeSupport(), MilitaryLeader(BOSTON))
COSTLY: tuple[TurnAction, ...] = (
    Settle(BOSTON, SHIPS), Develop(BOSTON, SHIPS), Fortify(BOSTON, SHIPS), Besiege(BOSTON, SHIPS),
    Reinforce(BOSTON, SHIPS), Raid(SHIPS), Ambush(SHIPS), Convert(SHIPS), TakeMoney(SHIPS), Merchant(SHIPS),
    Trade(SHIPS), Piracy(SHIPS), Draft(SHIPS), Discard(SHIPS), Reserve(SHIPS), Governor(SHIPS), Intendant(SHIPS),
    Pass(),
)  # fmt: skip


@proves("fa:act.4", "fa:act.10", "fa:leader.1")
@pytest.mark.parametrize("reading", ["free", "action"])
def test_only_reserve_home_support_and_leader_are_free_and_a_withdrawal_by_option(reading: str) -> None:
    withdrawal = Withdraw(BOSTON)
    assert {type(each) for each in (*FREE, *COSTLY, withdrawal, EndTurn())} == set(TURN_ACTIONS)
    ruleset = rules(f"first+withdraw_cost={reading}")
    assert [each for each in (*FREE, *COSTLY) if is_free(each, ruleset)] == list(FREE)
    assert is_free(withdrawal, ruleset) is (reading == "free")


@proves("fa:act.5", "fa:raid.13", "fa:raid.1")
@pytest.mark.parametrize("side", SIDES)
def test_the_cards_of_a_raid_lie_on_the_raiders_discard_pile_as_soon_as_it_is_declared(side: Side) -> None:
    where = place("gaspe" if side is BRITISH else "norfolk")
    frame = Raiding(side, tuple(card("neutral_native_americans") for _ in range(2)))
    state = scene("", side)._replace(stack=Stack((Turn(side, 1), frame)))
    state = with_player(state, side, player(state, side)._replace(discard=cards(f"{side.value}_militia")))
    after = aimed(state, frame, Aim(where))
    mine = f"{side.value}_militia neutral_native_americans neutral_native_americans"
    assert player(after.state, side) == player(state, side)._replace(discard=cards(mine))
    assert player(after.state, side.enemy) == player(state, side.enemy)
    assert after.state.stack.frames == (Turn(side, 1), RaidDeclared(side, where))
    assert kinds(after) == [EventKind.RAID_DECLARED]


# ---------------------------------------------------------------- cards


@proves("fa:draft.3", "fa:card.2")
@pytest.mark.parametrize("side", SIDES)
def test_a_card_of_the_other_colour_is_never_drafted_whatever_pile_it_lies_in(side: Side) -> None:
    """Given such a card in the own pile and in the display, where it cannot be, then it is refused all the same."""
    theirs, own, neutral = card(f"{side.enemy.value}_trader"), card(f"{side.value}_trader"), card("neutral_settlers")
    state = with_money(scene(), side, 20)
    rich = player(state, side)
    state = with_player(state, side, rich._replace(empire=plus(rich.empire, theirs)))
    state = state._replace(display=plus(state.display, theirs))
    assert [may_own(side, each) for each in (theirs, own, neutral)] == [False, True, True]
    found = draft_violations(state, side, Draft(theirs))
    assert broken(found) == {("enemy_colour", "draft.3")}
    assert draft_violations(state, side, Draft(neutral)) == ()


@proves("fa:card.2", "fa:intendant.1")
@pytest.mark.parametrize("side", SIDES)
def test_only_the_french_have_an_intendant(side: Side) -> None:
    """Given a hand of all cards that a side may own, then the French can use the intendant and the British cannot."""
    state = scene("", side)
    full = player(state, side)._replace(hand=pile(each for each in CARDS if may_own(side, each)))
    due = set() if side is FRENCH else {("no_intendant", "intendant.1")}
    assert broken(no_intendant(with_player(state, side, full), side)) == due


@proves("fa:setup.4", "fa:board.13", "fa:draft.1")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("lies", ["display", "empire", "locations", "nowhere"])
def test_either_side_may_choose_any_card_that_lies_open_for_it(side: Side, lies: str) -> None:
    """Given one card in one pile only, then it is chosen from the display or the own empire pile and is gone there."""
    which = card("neutral_settlers" if lies == "display" else f"{side.value}_militia")
    state = with_money(scene("", side), side, 20)
    lying = {pile_: bytes((which,)) if pile_ == lies else b"" for pile_ in ("display", "empire", "locations")}
    own = player(state, side)._replace(empire=lying["empire"], locations=lying["locations"], discard=b"")
    state = with_player(state, side, own)._replace(display=lying["display"])
    found = draft_violations(state, side, Draft(which))
    if lies not in ("display", "empire"):
        assert broken(found) == {("not_available", "draft.1")}
        return
    assert found == ()
    after = drafted(state, side, Draft(which))
    taken = player(after.state, side)
    assert (taken.empire, after.state.display, taken.discard) == (b"", b"", bytes((which,)))


@proves("fa:reserve.1", "fa:reserve.2")
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("size", [0, 4, 5])
def test_a_card_of_the_hand_goes_into_the_reserve_while_it_has_room(held: bool, size: int) -> None:
    state = scene("british_ships" if held else "british_trader")
    full = cards(" ".join(["british_regular_infantry"] * size))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=full))
    due = set() if held else {NO_CARD}
    due |= {("reserve_full", "reserve.2")} if size == 5 else set()
    assert broken(reserve_violations(state, BRITISH, Reserve(card("british_ships")))) == due


@proves("fa:retrieve.1", "fa:retrieve.2", "fa:retrieve.4")
@pytest.mark.parametrize("size", [0, 1, 3])
@pytest.mark.parametrize("money", [0, 1, 2, 3])
def test_a_reserve_is_retrieved_only_for_one_money_a_card(size: int, money: int) -> None:
    state = with_money(scene(), BRITISH, money)
    reserve = cards(" ".join(["british_regular_infantry"] * size))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=reserve))
    found = retrieve_violations(state, BRITISH)
    if not size:
        assert broken(found) == {("reserve_empty", "retrieve.1")}
    elif money < size:
        facts = {"side": "british", "money": money, "cost": size}
        assert [(each.rule, dict(each.facts)) for each in found] == [("fa:retrieve.4", facts)]
    else:
        assert found == ()


@proves("fa:retrieve.1", "fa:retrieve.2", "fa:retrieve.3")
@pytest.mark.parametrize("held", [0, 4, 5, 7])
def test_the_whole_reserve_comes_to_hand_for_one_money_a_card_however_large_the_hand(held: int) -> None:
    hand = " ".join(["british_regular_infantry"] * held)
    state = with_money(scene(hand), BRITISH, 5)
    reserve = "british_ships british_militia"
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=cards(reserve)))
    after = retrieved(state, BRITISH)
    due = player(state, BRITISH)._replace(hand=cards(f"{hand} {reserve}"), reserve=b"", money=3)
    assert player(after.state, BRITISH) == due
    assert kinds(after) == [EventKind.MONEY_PAID, EventKind.RESERVE_RETRIEVED]
    assert [each.rules for each in after.events] == [("fa:retrieve.2",), ("fa:retrieve.1",)]


# ---------------------------------------------------------------- what lies open


@proves("fa:setup.3", "fa:setup.4", "fa:reserve.1", "fa:board.13", "fa:faq.info.1")
@pytest.mark.parametrize("side", SIDES)
def test_reserves_display_and_available_cards_lie_open_for_both_and_hands_and_decks_for_nobody_else(side: Side) -> None:
    """Given one card in every pile, then a side sees all that lies open, its own hand, and else only numbers."""
    hands = {"british": b("boston"), "french": f("quebec")}
    given: dict[str, Json] = {
        "places": {"boston": "british town", "quebec": "french town"},
        "money": {"british": 3, "french": 4},
        "hands": {**hands},
        "reserves": {"british": b("rangers"), "french": f("priest")},
        "decks": {"british": b("norfolk"), "french": f("gaspe")},
        "discards": {"british": b("trader"), "french": f("trader")},
        "locations": {"british": b("albany"), "french": f("albany")},
        "empire": {"british": b("ships"), "french": f("ships")},
        "display": ["neutral_settlers"],
        "frames": turn("british"),
    }
    seen = GAME.observe(placed(given), side.value)
    unseen = {name: value for name, value in given.items() if name not in ("hands", "decks")}
    numbers = {"enemy_hand": 1, "decks": {"british": 1, "french": 1}}
    assert seen == {**unseen, **numbers, "hand": hands[side.value], "sieges": {}}


# ---------------------------------------------------------------- the end


@proves("fa:end.2", "fa:end.3", "fa:end.5")
@pytest.mark.parametrize("attacker", [None, *SIDES])
@pytest.mark.parametrize(
    ("taken", "lost", "ending"),
    [
        ((0, 0), (0, 0), None),
        ((5, 0), (0, 0), None),
        ((6, 0), (0, 0), "fa:end.3"),
        ((0, 3), (0, 0), "fa:end.3"),
        ((0, 0), (0, 10), "fa:end.2"),
        ((0, 0), (13, 0), "fa:end.2"),
        ((6, 0), (13, 10), "fa:end.2"),
    ],
)
def test_a_condition_ends_the_game_only_while_no_siege_is_running(
    attacker: Side | None, taken: tuple[int, int], lost: tuple[int, int], ending: str | None
) -> None:
    """Given what the British took and lost, with five villages and two towns on the board."""
    state = scene(options="+end_counts_captured_as_placed=yes")
    for side, (villages, towns) in ((BRITISH, taken), (FRENCH, lost)):
        own = player(state, side)._replace(villages_taken=villages, towns_taken=towns)
        state = with_player(state, side, own)
    if attacker is not None:
        where = place("gaspe" if attacker is BRITISH else "norfolk")
        state = with_siege(state, attacker, Siege(where, 0, (b"", b"")))
    assert ends_now(state, BRITISH) == (None if attacker else ending)
