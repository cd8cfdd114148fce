"""Single conditions of raids, of money and of cards, each asked of the function that holds it."""

import pytest

from reference.few_acres_of_snow.actions import Aim, GiveUp, Piracy, Source
from reference.few_acres_of_snow.ch01_board import TOWNS, VILLAGES, place, with_fort, with_piece
from reference.few_acres_of_snow.ch02_cards import MONEY, card
from reference.few_acres_of_snow.ch04_turn import as_soon_as_empty
from reference.few_acres_of_snow.ch06_expansion import settled
from reference.few_acres_of_snow.ch09_siege_victory import nothing_to_choose
from reference.few_acres_of_snow.ch10_reinforcement import not_supplied
from reference.few_acres_of_snow.ch11_raids import (
    RAID_CARDS,
    _leads_nowhere,
    _no_target,
    _nothing_in_range,
    _raider_in_hand,
    _sizes,
    _why_out_of_reach,
    aim_violations,
    origins,
    targets,
)
from reference.few_acres_of_snow.ch12_ambushes import give_up_violations, nothing_lost
from reference.few_acres_of_snow.ch13_finance import deal_done, no_third_money_card, piracy_violations
from reference.few_acres_of_snow.ch14_card_management import held
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import AmbushLoss, ConversionLoss, Dealing, Drawing, Purpose, Raiding, Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import Siege, player, with_player, with_siege
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import violation
from tests.few_acres_of_snow.scenes import rules
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    Reasons,
    broken,
    cards,
    kinds,
    scene,
    with_money,
)

# ---------------------------------------------------------------- raids

# One row of places only: Kennebec, Fort Halifax, Deerfield, and beyond them Boston and New Haven.
NO_FRENCH = {"quebec": "neutral", "montreal": "neutral", "trois_rivieres": "neutral"}


@proves("fa:raid.3", "fa:raid.4")
@pytest.mark.parametrize(
    ("hand", "money", "able"),
    [
        ("coureurs_de_bois", 0, True),
        ("native_americans", 0, False),
        ("native_americans", 1, True),
        ("priest", 5, False),
    ],
)
def test_a_raid_card_counts_only_if_it_can_be_paid(hand: str, money: int, able: bool) -> None:
    assert _raider_in_hand(with_money(scene(f"french_{hand}", FRENCH), FRENCH, money), FRENCH) is able


@proves("fa:raid.2", "fa:raid.3", "fa:raid.13")
def test_a_priest_named_first_counts_every_raid_that_he_may_join() -> None:
    """Given Boston three links away, exactly as far as two cards go, then a priest may begin, though three go on."""
    hand = "french_priest french_coureurs_de_bois french_coureurs_de_bois"
    plus = {**NO_FRENCH, "kennebec": "french village"}
    state = scene(hand, FRENCH, preset="online", **plus)
    assert targets(state, FRENCH, 2) == (place("boston"), place("new_haven"))
    assert targets(state, FRENCH, 3) == ()
    assert _leads_nowhere(state, FRENCH, (), card("french_priest")) == ()
    alone = scene("french_priest", FRENCH, preset="online", **plus)
    helper = violation(Reason.NO_RAID_CARD, "fa:raid.3", helper="french_priest")
    assert _leads_nowhere(alone, FRENCH, (), card("french_priest")) == (helper,)


@proves("fa:raid.2", "fa:faq.map.3")
def test_a_raid_that_reaches_nothing_is_told_of_all_cards_that_could_join() -> None:
    """Given three raid cards and no British place in reach from Port Royal, then the reach of all three is told."""
    state = scene("french_coureurs_de_bois french_coureurs_de_bois french_native_americans", FRENCH, **NO_FRENCH)
    (found, *_) = _no_target(state, FRENCH, card("french_coureurs_de_bois"), range(1, 4))
    facts: dict[str, str | int] = {"side": "french", "card": "french_coureurs_de_bois", "cards": 3, "reach": 3}
    assert found == violation(Reason.OUT_OF_REACH, "fa:raid.2", **facts)


@proves("fa:raid.2", "fa:raid.4", "fa:raid.13")
@pytest.mark.parametrize(
    ("hand", "which", "money", "sizes"),
    [
        ("coureurs_de_bois", "coureurs_de_bois", 0, [1]),
        ("coureurs_de_bois priest", "coureurs_de_bois", 0, [1, 2]),
        ("priest", "coureurs_de_bois", 0, [1, 2]),
        ("coureurs_de_bois native_americans", "coureurs_de_bois", 0, [1]),
        ("coureurs_de_bois native_americans", "coureurs_de_bois", 1, [1, 2]),
        ("coureurs_de_bois militia", "coureurs_de_bois", 5, [1]),
    ],
)
def test_a_raid_has_as_many_cards_as_the_hand_and_the_money_allow(
    hand: str, which: str, money: int, sizes: list[int]
) -> None:
    """Given a raid card that is played, in hand or not, then every other one of the hand that is paid may join."""
    state = with_money(scene(" ".join(f"french_{each}" for each in hand.split()), FRENCH), FRENCH, money)
    assert list(_sizes(state, FRENCH, 1, card(f"french_{which}"), RAID_CARDS)) == sizes


@proves("fa:raid.5", "fa:raid.2", "fa:faq.map.3")
@pytest.mark.parametrize(
    ("edition", "where", "rule_id"),
    [
        ("first", "gaspe", "fa:raid.5"),
        ("online", "louisbourg", "fa:raid.5"),
        ("first", "tadoussac", "fa:raid.5"),
        ("online", "tadoussac", "fa:faq.map.3"),
    ],
)
def test_a_place_without_raid_links_is_told_so_and_not_of_the_range(edition: str, where: str, rule_id: str) -> None:
    none = violation(Reason.NO_RAID_LINK, rule_id, place=where)
    assert _why_out_of_reach(scene(preset=edition), BRITISH, place(where), 2) == (none,)


@proves("fa:raid.5", "fa:raid.2", "fa:raid.8", "fa:faq.map.3")
def test_a_place_beyond_a_fort_is_told_of_the_fort_and_a_far_one_of_its_distance() -> None:
    """Given Kennebec French, then Pemaquid lies two links away, and behind a fort if Fort Halifax is a British one."""
    open_way = scene("", FRENCH, **NO_FRENCH, kennebec="french village", fort_halifax="british village")
    facts: dict[str, str | int] = {"side": "french", "place": "pemaquid", "cards": 1, "reach": 1, "links": 2}
    far = violation(Reason.OUT_OF_REACH, "fa:raid.2", **facts)
    assert _why_out_of_reach(open_way, FRENCH, place("pemaquid"), 1) == (far,)
    barred = scene("", FRENCH, **NO_FRENCH, kennebec="french village", fort_halifax="british village fort")
    fort = violation(Reason.FORTIFIED, "fa:raid.8", beyond="pemaquid")
    assert _why_out_of_reach(barred, FRENCH, place("pemaquid"), 2) == (fort,)


@proves("fa:raid.2", "fa:aid.raid.2", "fa:aid.raid.3")
@pytest.mark.parametrize(
    ("edition", "cards_played", "rule_ids", "reach"),
    [
        ("first", 2, ("fa:raid.2",), 2),
        ("second", 1, ("fa:aid.raid.2",), 2),
        ("second", 2, ("fa:aid.raid.2", "fa:aid.raid.3"), 3),
        ("online", 1, ("fa:aid.raid.2",), 2),
        ("online", 2, ("fa:aid.raid.2", "fa:aid.raid.3"), None),
    ],
)
def test_nothing_in_range_is_told_with_the_reach_unless_it_must_be_exact(
    edition: str, cards_played: int, rule_ids: tuple[str, ...], reach: int | None
) -> None:
    facts: dict[str, str | int] = {"side": "french", "card": "french_priest", "cards": cards_played}
    if reach is not None:
        facts["reach"] = reach
    found = _nothing_in_range(rules(edition), FRENCH, card("french_priest"), cards_played)
    assert found == tuple(violation(Reason.OUT_OF_REACH, each, **facts) for each in rule_ids)


@proves("fa:raid.12", "fa:raid.7", "fa:faq.raid.3")
def test_a_raid_starts_from_every_place_of_its_player_but_those_closed_to_it() -> None:
    board = scene(fort_venango="french village").board
    all_ = origins(board, FRENCH, frozenset())
    assert place("fort_venango") in all_
    assert place("boston") not in all_
    assert origins(board, FRENCH, frozenset((place("quebec"), place("boston")))) == all_ - {place("quebec")}


@proves(
    "fa:raid.8", "fa:raid.12", "fa:raid.2", "fa:raid.3", "fa:aid.raid.4", "fa:aid.raid.5", "fa:fortify.5"
)  # fmt: skip
@pytest.mark.parametrize(
    ("played", "where", "reasons"),
    [
        ("coureurs_de_bois", "pemaquid", set()),
        ("priest", "pemaquid", {("no_raid_card", "raid.3")}),
        ("coureurs_de_bois", "kennebec", {("not_enemy_held", "raid.12")}),
        ("coureurs_de_bois", "fort_halifax", {("fortified", "raid.8"), ("fortified", "aid.raid.4")}),
        ("coureurs_de_bois", "deerfield", {("besieged_target", "aid.raid.5")}),
        ("coureurs_de_bois", "norfolk", {("out_of_reach", "aid.raid.2")}),
        ("coureurs_de_bois", "quebec", {("not_enemy_held", "raid.12")}),
        ("coureurs_de_bois", "cumberland", {("not_enemy_held", "raid.12"), ("out_of_reach", "aid.raid.2")}),
    ],
)
def test_a_target_is_an_enemy_place_in_reach_without_fort_or_siege(played: str, where: str, reasons: Reasons) -> None:
    """Given Fort Halifax fortified, Deerfield besieged and Kennebec French, then of its neighbours few are targets."""
    state = scene(
        "", FRENCH, preset="second", **NO_FRENCH | {"quebec": "french town"}, kennebec="french village",
        fort_halifax="british village fort", deerfield="british village", albany="french village",
        fort_william_henry="french village", fort_beausejour="french village",
    )  # fmt: skip
    state = with_siege(state, FRENCH, Siege(place("deerfield"), 0, (cards("french_militia"), b"")))
    if where == "pemaquid":
        state = state._replace(board=with_fort(state.board, place("fort_halifax"), present=False))
    found = aim_violations(state, Raiding(FRENCH, (card(f"french_{played}"),)), Aim(place(where)))
    assert broken(found) == reasons


# ---------------------------------------------------------------- ambush, conversion, money, cards


@proves("fa:ambush.4", "fa:convert.1", "fa:aid.ambush.3", "fa:aid.convert.1", "fa:faq.convert.1")
@pytest.mark.parametrize(
    ("frame", "which", "reasons"),
    [
        (AmbushLoss(FRENCH), "british_regular_infantry", set()),
        (AmbushLoss(FRENCH), "british_boston", {("not_marked", "ambush.4")}),
        (AmbushLoss(FRENCH), "british_trader", {("not_in_hand", "ambush.4"), ("not_marked", "ambush.4")}),
        (ConversionLoss(FRENCH), "neutral_native_americans", set()),
        (ConversionLoss(FRENCH), "british_boston", {("not_convertible", "convert.1")}),
        (ConversionLoss(FRENCH), "british_trader", {("not_in_hand", "convert.1"), ("not_convertible", "convert.1")}),
    ],
)
def test_an_ambush_takes_a_marked_card_and_a_conversion_a_neutral_native(
    frame: AmbushLoss | ConversionLoss, which: str, reasons: Reasons
) -> None:
    state = scene("british_regular_infantry british_boston neutral_native_americans")
    assert broken(give_up_violations(state, frame, GiveUp(card(which), Source.HAND))) == reasons


@proves("fa:ambush.5", "fa:convert.3", "fa:aid.ambush.4", "fa:aid.convert.2")
@pytest.mark.parametrize("frame", [AmbushLoss(FRENCH), ConversionLoss(FRENCH)])
def test_only_what_could_be_lost_is_told_as_spared_in_the_reserve(frame: AmbushLoss | ConversionLoss) -> None:
    """Given a trader in the reserve, then it is not told as spared; a card that the attack takes is."""
    ambush = isinstance(frame, AmbushLoss)
    rule_id, at_risk = (
        ("fa:ambush.5", "british_regular_infantry") if ambush else ("fa:convert.3", "neutral_native_americans")
    )
    facts: dict[str, str] = {"side": "british", **({"ambush": "ambush"} if ambush else {}), "where": "hand"}
    none = violation(Reason.NOTHING_AT_RISK, rule_id, **facts)
    spared = violation(Reason.RESERVE_SPARED, rule_id, side="british", cards=(at_risk,))
    for reserve, why in (("british_trader", (none,)), (f"british_trader {at_risk}", (none, spared))):
        own = player(scene(), BRITISH)._replace(reserve=cards(reserve))
        assert nothing_lost(with_player(scene(), BRITISH, own), frame) == why
    aided = ("fa:ambush.5", "fa:aid.ambush.4") if ambush else ("fa:convert.3", "fa:aid.convert.2")
    assert tuple(each.rule for each in nothing_lost(scene(preset="second"), frame)) == aided


@proves("fa:merchant.1")
@pytest.mark.parametrize(
    ("hand", "told"),
    [("british_philadelphia british_militia", True), ("british_militia", False), ("british_philadelphia", True)],
)
def test_a_third_money_card_is_told_of_if_there_is_one_among_others(hand: str, told: bool) -> None:
    assert [each.rules for each in no_third_money_card(scene(hand), BRITISH)] == ([("fa:merchant.1",)] if told else [])


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1", "fa:sym.3")
def test_only_the_money_cards_of_a_merchant_pay_and_not_his_ship() -> None:
    """Given a ship card that shows money itself, then it pays nothing as the ship of the deal."""
    ship, money = card("british_boston"), card("british_philadelphia")
    assert MONEY[ship] > 0
    frame = Dealing(BRITISH, (ship, money))
    state = scene()._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    done = deal_done(state, frame)
    assert player(done.state, BRITISH).money == player(state, BRITISH).money + MONEY[money]


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_piracy_that_the_rule_bars_is_refused_for_its_cards_too() -> None:
    """Given no Louisbourg card in hand, then it is neither there nor the second ship; the British rob nobody."""
    twice = piracy_violations(scene("french_militia", FRENCH), FRENCH, Piracy(card("french_louisbourg")))
    assert broken(twice) == {("card_already_used", "piracy.1"), NO_CARD}
    found = piracy_violations(scene("british_militia"), BRITISH, Piracy(card("british_ships")))
    assert broken(found) == {("french_only", "piracy.1"), NO_CARD}


@proves("fa:reinforce.4")
def test_a_side_without_supply_is_told_where_its_chains_may_start() -> None:
    """Given Montréal far from all British places, then Boston and New York are told; the French have Quebec alone."""
    british: dict[str, str] = {"side": "british", "place": "montreal", "home": "boston", "other_home": "new_york"}
    assert not_supplied(scene(), BRITISH, place("montreal")) == (
        violation(Reason.NOT_LINKED, "fa:reinforce.4", **british),
    )
    french: dict[str, str] = {"side": "french", "place": "richmond", "home": "quebec"}
    assert not_supplied(scene(), FRENCH, place("richmond")) == (
        violation(Reason.NOT_LINKED, "fa:reinforce.4", **french),
    )


@proves("fa:act.12", "fa:loccard.6", "fa:aid.loc.5")
def test_a_hand_holds_each_card_once_whether_it_works_or_not() -> None:
    state = scene("british_halifax british_militia british_militia")
    assert held(state, BRITISH) == [card("british_halifax"), card("british_militia")]


@proves("fa:siege.win.12", "fa:siege.win.14")
def test_a_loser_chooses_nothing_for_one_of_two_reasons() -> None:
    nothing = violation(Reason.NOTHING_TO_RETURN, "fa:siege.win.14", side="french", place="gaspe")
    named = violation(Reason.CARD_NAMED_BEFORE, "fa:siege.win.12", side="french", card="french_militia")
    assert nothing_to_choose(FRENCH, place("gaspe"), None) == nothing
    assert nothing_to_choose(FRENCH, place("gaspe"), card("french_militia")) == named


@proves("fa:settle.5", "fa:settle.6", "fa:sum.exp.1", "fa:aid.settle.1", "fa:faq.loc.3")
def test_an_own_town_keeps_its_piece_and_a_neutral_place_gets_a_village() -> None:
    """Given Boston a town, when its card is won again, then it stays a town; Quebec settled may win the game."""
    own = player(scene(), BRITISH)
    state = with_player(scene(), BRITISH, own._replace(locations=cards("british_boston")))
    state = state._replace(board=with_piece(state.board, place("boston"), TOWNS[0]))
    kept = settled(state, BRITISH, place("boston"), ())
    assert kept.state.board == state.board
    assert card("british_boston") in player(kept.state, BRITISH).discard
    fresh = settled(scene(), BRITISH, place("albany"), ()).state
    assert fresh.board.pieces[place("albany")] == VILLAGES[0]
    capital = settled(scene(preset="second", quebec="neutral"), BRITISH, place("quebec"), ())
    assert kinds(capital)[-1] is EventKind.GAME_WON


@proves("fa:board.14", "fa:turn.7", "fa:faq.deck.1", "fa:aid.homesupport.1")
@pytest.mark.parametrize(
    ("purpose", "timing", "support", "deck", "discard", "rule_ids"),
    [
        (Purpose.REFILL, "when_empty", "no", "", "british_boston", ("fa:turn.7", "fa:board.14")),
        (Purpose.HOME_SUPPORT, "when_empty", "yes", "", "british_boston", ("fa:board.14",)),
        (Purpose.HOME_SUPPORT, "when_empty", "no", "", "british_boston", None),
        (Purpose.REFILL, "when_draw_needed", "yes", "", "british_boston", None),
        (Purpose.REFILL, "when_empty", "yes", "", "", None),
        (Purpose.REFILL, "when_empty", "yes", "british_boston", "british_norfolk", None),
    ],
)
def test_an_empty_deck_is_shuffled_anew_at_once_by_the_option_of_its_moment(
    purpose: Purpose, timing: str, support: str, deck: str, discard: str, rule_ids: tuple[str, ...] | None
) -> None:
    state = scene(options=f"+reshuffle_timing={timing}+home_support_reshuffle={support}")
    own = player(state, BRITISH)._replace(deck=cards(deck), discard=cards(discard), stacked=True)
    after = as_soon_as_empty(with_player(state, BRITISH, own), Drawing(BRITISH, 1, purpose))
    assert [each.rules for each in after.events] == ([] if rule_ids is None else [rule_ids])
    assert player(after.state, BRITISH).stacked is (rule_ids is None)
