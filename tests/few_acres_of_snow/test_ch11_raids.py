"""Raids: what they reach, what they take, and how they are blocked."""

import pytest

from oracle import english
from reference.few_acres_of_snow.actions import Aim, Block
from reference.few_acres_of_snow.ch01_board import NEUTRAL, Kind, owner, piece_kind, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card
from reference.few_acres_of_snow.ch11_raids import (
    aimed,
    attack_cost,
    block_violations,
    blocks_raid,
    fort_bars_way,
    raid_card_played,
    raided,
    siege_dissolved,
)
from reference.few_acres_of_snow.ch11_raids import blocked as raid_blocked
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import RaidDeclared, Raiding, Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, violation
from tests.few_acres_of_snow.scenes import (
    ALL_VILLAGES,
    FRENCH_NATIVES,
    LET,
    NEUTRAL_NATIVES,
    RAID_PLACES,
    WITH_COUREURS,
    Scene,
    act,
    b,
    cited,
    f,
    france,
    placed,
    play,
    siege,
    turn,
    violations,
)
from tests.few_acres_of_snow.scenes import (
    after as following,
)
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    besieged,
    both_have_natives,
    broken,
    cards,
    kinds,
    scene,
    with_money,
)


@proves(
    "fa:raid.1", "fa:raid.9", "fa:raid.10", "fa:raid.12", "fa:raid.13", "fa:aid.raid.1", "fa:aid.raid.7",
    "fa:sum.war.3", "fa:raid.2",
)  # fmt: skip
def test_an_unblocked_raid_takes_a_village_and_leaves_the_place_neutral() -> None:
    Scene(
        france("coureurs_de_bois"),
        (WITH_COUREURS, act("aim", place="fort_halifax"), LET),
        {
            "captured": {"french": {"villages": 1, "towns": 0}},
            "discards": {"french": f("coureurs_de_bois")},
            "stock": {"british": {"villages": 11}},
            "frames": turn("french", 1),
        },
    ).run()


@proves("fa:raid.10", "fa:aid.raid.7", "fa:raid.7", "fa:raid.5", "fa:sum.war.3")
def test_a_raided_town_becomes_a_village_of_its_owner() -> None:
    Scene(
        france("coureurs_de_bois", "native_americans", "neutral_native_americans"),
        (WITH_COUREURS, play(FRENCH_NATIVES), play(NEUTRAL_NATIVES), act("aim", place="boston"), LET),
        {
            "captured": {"french": {"villages": 0, "towns": 1}},
            "places": {"boston": "british village"},
            "money": {"french": 3},
        },
    ).run()


@proves("fa:faq.raid.4", "fa:raid.10")
def test_without_a_village_in_stock_a_raided_town_is_lost() -> None:
    Scene(
        {
            "plus": ALL_VILLAGES | {"deerfield": "british town", "kennebec": "french village"},
            "hands": {"french": f("coureurs_de_bois", "native_americans")},
            "frames": turn("french"),
        },
        (WITH_COUREURS, play(FRENCH_NATIVES), act("aim", place="deerfield"), LET),
        {"captured": {"french": {"villages": 0, "towns": 1}}, "stock": {"british": {"villages": 0, "towns": 9}}},
    ).run()


@proves("fa:raid.3", "fa:aid.raid.3")
def test_a_priest_adds_range_beside_a_raid_card() -> None:
    Scene(
        france("coureurs_de_bois", "priest"),
        (WITH_COUREURS, play("french_priest"), act("aim", place="deerfield"), LET),
        {"captured": {"french": {"villages": 1, "towns": 0}}, "discards": {"french": f("coureurs_de_bois", "priest")}},
    ).run()


@proves("fa:faq.raid.3", "fa:raid.12", "fa:raid.6")
def test_a_raid_may_start_from_an_unlinked_place() -> None:
    Scene(
        {
            "plus": {"detroit": "french village", "fort_presquisle": "british village"},
            "hands": {"french": f("coureurs_de_bois")},
            "frames": turn("french"),
        },
        (WITH_COUREURS, act("aim", place="fort_presquisle"), LET),
        {"captured": {"french": {"villages": 1, "towns": 0}}},
    ).run()


@proves("fa:raid.9", "fa:siege.start.10")
def test_a_besieged_place_raided_empty_ends_its_siege() -> None:
    Scene(
        {
            "plus": {
                "fort_niagara": "french village",
                "oswego": "british village",
                "fort_stanwix": "british village",
                "albany": "british village",
            },
            "hands": {"british": b("rangers")},
            "sieges": {"british": siege("fort_niagara", 0, b("militia"), f("militia"))},
        },
        (act("raid", card="british_rangers"), act("aim", place="fort_niagara"), LET),
        {
            "captured": {"british": {"villages": 1, "towns": 0}},
            "discards": {"british": b("militia", "rangers"), "french": f("militia")},
        },
    ).run()


@proves("fa:raid.block.1", "fa:raid.block.3", "fa:raid.block.4", "fa:aid.raid.6", "fa:faq.raid.2", "fa:raid.13")
def test_a_block_card_stops_the_raid_and_costs_nothing() -> None:
    Scene(
        france(
            "coureurs_de_bois",
            hands={"french": f("coureurs_de_bois"), "british": [NEUTRAL_NATIVES]},
            money={"british": 0},
        ),
        (WITH_COUREURS, act("aim", place="fort_halifax"), act("block", card=NEUTRAL_NATIVES)),
        {
            "discards": {"british": [NEUTRAL_NATIVES], "french": f("coureurs_de_bois")},
            "money": {"british": 0},
            "places": {"fort_halifax": "british village"},
            "frames": turn("french", 1),
        },
    ).run()


@proves("fa:raid.block.2", "fa:aid.raid.6", "fa:sum.war.3")
def test_the_card_of_the_raided_place_blocks() -> None:
    Scene(
        france("coureurs_de_bois", hands={"french": f("coureurs_de_bois"), "british": b("fort_halifax")}),
        (WITH_COUREURS, act("aim", place="fort_halifax"), act("block", card="british_fort_halifax")),
        {"discards": {"british": b("fort_halifax")}, "places": {"fort_halifax": "british village"}},
    ).run()


@proves("fa:raid.block.2", "fa:loccard.1")
def test_an_unusable_card_of_the_raided_place_does_not_block() -> None:
    Scene(
        france(
            "coureurs_de_bois",
            hands={"french": f("coureurs_de_bois"), "british": b("fort_halifax")},
            plus=RAID_PLACES | {"pemaquid": "neutral"},
            captured={"french": {"villages": 1}},
        ),
        (WITH_COUREURS, act("aim", place="fort_halifax")),
        refuse=act("block", card="british_fort_halifax"),
        because=((Reason.NOT_LINKED, "fa:loccard.1"),),
    ).run()


@proves("fa:raid.block.1", "fa:sum.war.3", "fa:aid.raid.6")
def test_british_militia_blocks_nothing() -> None:
    Scene(
        france("coureurs_de_bois", hands={"french": f("coureurs_de_bois"), "british": b("militia")}),
        (WITH_COUREURS, act("aim", place="fort_halifax")),
        refuse=act("block", card="british_militia"),
        because=((Reason.CANNOT_BLOCK, "fa:raid.block.1"),),
    ).run()


@proves("fa:raid.block.2", "fa:aid.raid.6")
def test_the_card_of_another_place_blocks_raids_of_that_place_only() -> None:
    """Given a raid of Fort Halifax, when Boston is to block it, then it is said which raids that card blocks."""
    position = france(hands={"french": f("coureurs_de_bois"), "british": b("boston")})
    state = following(placed(position), WITH_COUREURS, act("aim", place="fort_halifax"))
    facts = {"card": "british_boston", "own": "boston", "place": "fort_halifax"}
    other = violation(Reason.CANNOT_BLOCK, "fa:raid.block.2", **facts)
    assert violations(state, act("block", card="british_boston")) == (other,)
    assert english.why(other) == "British Boston card blocks a raid of Boston only, not of Fort Halifax"


@proves("fa:raid.block.1", "fa:act.12")
def test_a_card_in_the_reserve_does_not_block() -> None:
    Scene(
        france("coureurs_de_bois", reserves={"british": b("rangers")}),
        (WITH_COUREURS, act("aim", place="fort_halifax")),
        refuse=act("block", card="british_rangers"),
        because=((Reason.NOT_IN_HAND, "fa:act.12"),),
    ).run()


@proves("fa:faq.end.1", "fa:raid.9")
def test_raiding_a_capital_does_not_win_the_game() -> None:
    Scene(
        france(
            "coureurs_de_bois",
            "native_americans",
            "neutral_native_americans",
            plus=RAID_PLACES | {"boston": "british village"},
            captured={"french": {"towns": 1}},
        ),
        (WITH_COUREURS, play(FRENCH_NATIVES), play(NEUTRAL_NATIVES), act("aim", place="boston"), LET),
        {"captured": {"french": {"villages": 1, "towns": 1}}, "frames": turn("french", 1)},
    ).run()


@proves("fa:raid.9", "fa:raid.10", "fa:faq.raid.4")
@pytest.mark.parametrize(
    ("edition", "stands", "villages", "rules"),
    [
        ("first", "british town", False, ("fa:raid.9", "fa:raid.10")),
        ("second", "british town", False, ("fa:raid.9", "fa:faq.raid.4")),
        ("first", "british town", True, ("fa:raid.9",)),
        ("first", "british village", True, ("fa:raid.9",)),
    ],
)
def test_a_town_that_no_village_can_replace_is_lost_by_the_rule_of_the_edition(
    edition: str, stands: str, villages: bool, rules: tuple[str, ...]
) -> None:
    """Given French Kennebec two links from Deerfield, and British villages in stock or not."""
    plus = {"deerfield": stands, "kennebec": "french village"} | ({} if villages else ALL_VILLAGES)
    hand = f("coureurs_de_bois", "native_americans")
    position = {"plus": plus, "hands": {"french": hand}, "frames": turn("french")}
    raid = (act("raid", card="french_coureurs_de_bois"), play("french_native_americans"), act("aim", place="deerfield"))
    state = placed(position, edition)
    assert cited(state, "raid_succeeded", *raid, LET) == [rules]
    assert len(cited(state, "town_became_village", *raid, LET)) == (stands == "british town" and villages)


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


@proves("fa:raid.block.1", "fa:raid.block.3", "fa:raid.block.4", "fa:faq.raid.2", "fa:aid.raid.6")
def test_a_raid_is_blocked_from_the_victims_hand_and_for_nothing() -> None:
    frame = RaidDeclared(BRITISH, place("gaspe"))
    state = both_have_natives(frame)
    after = raid_blocked(state, frame, Block(card("neutral_native_americans"))).state
    assert player(after, BRITISH) == player(state, BRITISH)
    assert player(after, FRENCH) == player(state, FRENCH)._replace(hand=b"", discard=cards("neutral_native_americans"))
    assert (after.board, after.stack.frames) == (state.board, (Turn(BRITISH, 1),))


@proves("fa:raid.4", "fa:faq.raid.1", "fa:aid.raid.1", "fa:aid.ambush.1")
def test_of_all_cards_only_native_americans_cost_one_in_a_raid_or_ambush() -> None:
    assert {CARD_IDS[each]: attack_cost(each) for each in CARDS if attack_cost(each)} == {
        "french_native_americans": 1,
        "neutral_native_americans": 1,
    }


@proves("fa:raid.13", "fa:raid.4", "fa:faq.raid.1")
def test_each_native_american_card_of_a_raid_is_paid_for_and_lies_with_the_raid() -> None:
    natives, rangers = card("neutral_native_americans"), card("british_rangers")
    hand = "neutral_native_americans neutral_native_americans british_rangers"
    state = with_money(scene(hand), BRITISH, 5)
    frame = Raiding(BRITISH, ())
    state = state._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    for which, money in ((natives, 4), (natives, 3), (rangers, 3)):
        paid = player(state, BRITISH).money - money
        after = raid_card_played(state, frame, which)
        assert [(each.kind, each.rules, dict(each.facts)) for each in after.events] == (
            [(EventKind.MONEY_PAID, ("fa:raid.4",), {"side": "british", "money": 1})] if paid else []
        )
        state, frame = after.state, Raiding(BRITISH, tuple(sorted((*frame.cards, which))))
        assert (player(state, BRITISH).money, state.stack.top) == (money, frame)
    assert player(state, BRITISH).hand == b""


@proves("fa:raid.block.1", "fa:raid.block.2", "fa:aid.raid.6", "fa:sum.war.3")
@pytest.mark.parametrize("in_hand", [True, False])
@pytest.mark.parametrize("held", [True, False])
def test_the_card_of_the_raided_place_blocks_while_it_works_and_must_be_in_hand(in_hand: bool, held: bool) -> None:
    """Given Gaspe cut off because Quebec was lost, then its card does not work."""
    changes = {} if held else {"quebec": "british village"}
    state = scene("french_gaspe" if in_hand else "", FRENCH, "+supply_origin_needs_control=yes", **changes)
    which, where = card("french_gaspe"), place("gaspe")
    assert blocks_raid(state, FRENCH, which, where) is held
    assert blocks_raid(state, FRENCH, which, place("quebec")) is False
    assert blocks_raid(state, FRENCH, card("french_militia"), where) is True
    due = set() if in_hand else {NO_CARD}
    due |= set() if held else {("not_linked", "loccard.1")}
    assert broken(block_violations(state, RaidDeclared(BRITISH, where), Block(which))) == due


@proves("fa:raid.block.1", "fa:raid.block.2", "fa:aid.raid.6")
def test_a_card_that_cannot_block_is_refused_for_not_being_in_hand_too() -> None:
    state = scene("", FRENCH)
    found = block_violations(state, RaidDeclared(BRITISH, place("gaspe")), Block(card("french_trader")))
    assert broken(found) == {NO_CARD, ("cannot_block", "raid.block.1")}


@proves("fa:raid.9", "fa:raid.10", "fa:faq.raid.4", "fa:aid.raid.7", "fa:siege.start.10", "fa:sum.war.3")
@pytest.mark.parametrize("piece", ["village", "town"])
@pytest.mark.parametrize("siege", [True, False])
@pytest.mark.parametrize("stocked", [True, False])
def test_a_raid_takes_the_piece_and_a_town_leaves_a_village_if_there_is_one(
    piece: str, siege: bool, stocked: bool
) -> None:
    state = besieged("gaspe", gaspe=f"french {piece}") if siege else scene(gaspe=f"french {piece}")
    if not stocked:
        state = with_player(
            state, BRITISH, player(state, BRITISH)._replace(villages_taken=18 - 5 - (piece == "village"))
        )
    frame = RaidDeclared(BRITISH, place("gaspe"))
    before = player(state, BRITISH)
    after = raided(state._replace(stack=Stack((Turn(BRITISH, 1), frame))), frame)
    stays = piece == "town" and stocked
    assert dict(after.events[0].facts)["piece"] == piece
    told = [EventKind.RAID_SUCCEEDED, *([EventKind.TOWN_BECAME_VILLAGE] if stays else [])]
    assert kinds(after) == [*told, *([EventKind.SIEGE_DISSOLVED] if siege and not stays else [])]
    assert (after.state.board.pieces[place("gaspe")] != NEUTRAL) is stays
    now = player(after.state, BRITISH)
    taken = now.villages_taken - before.villages_taken, now.towns_taken - before.towns_taken
    assert taken == ((0, 1) if piece == "town" else (1, 0))


@proves("fa:raid.9", "fa:siege.start.10")
@pytest.mark.parametrize("held", [True, False])
def test_a_siege_is_dissolved_only_when_its_place_was_raided_empty(held: bool) -> None:
    state = besieged("gaspe", gaspe="french village" if held else "neutral")
    assert kinds(siege_dissolved(state, place("gaspe"))) == ([] if held else [EventKind.SIEGE_DISSOLVED])
    assert siege_dissolved(state, place("louisbourg")) == Next(state)


@proves("fa:sum.war.3", "fa:aid.raid.4", "fa:raid.8", "fa:fortify.5")
@pytest.mark.parametrize("holder", ["british", "french"])
@pytest.mark.parametrize("fort", [True, False])
@pytest.mark.parametrize("reading", ["any", "enemy"])
def test_an_enemy_fort_bars_the_way_of_a_raid_and_an_own_one_by_option(holder: str, fort: bool, reading: str) -> None:
    state = scene(options=f"+raid_blocking_forts={reading}", deerfield=f"{holder} village{' fort' if fort else ''}")
    bars = fort and (reading == "any" or holder == "british")
    assert fort_bars_way(state.board, FRENCH, place("deerfield"), state.ruleset) is bars


@proves("fa:faq.end.1")
@pytest.mark.parametrize(("capital", "raider"), [("boston", FRENCH), ("new_york", FRENCH), ("quebec", BRITISH)])
def test_raiding_a_capital_twice_leaves_it_neutral_and_the_game_goes_on(capital: str, raider: Side) -> None:
    where, below = place(capital), Turn(raider, 1)
    frame = RaidDeclared(raider, where)
    once = raided(scene("", raider)._replace(stack=Stack((below, frame))), frame)
    assert (owner(once.state.board, where), piece_kind(once.state.board, where)) == (raider.enemy, Kind.VILLAGE)
    assert kinds(once) == [EventKind.RAID_SUCCEEDED, EventKind.TOWN_BECAME_VILLAGE]
    twice = raided(once.state._replace(stack=Stack((below, frame))), frame)
    assert owner(twice.state.board, where) is None
    assert kinds(twice) == [EventKind.RAID_SUCCEEDED]
    assert [dict(after.events[0].facts)["piece"] for after in (once, twice)] == ["town", "village"]
    taken = player(twice.state, raider)
    assert (taken.towns_taken, taken.villages_taken) == (1, 1)
    for after in (once, twice):
        assert after.state.outcome is None
        assert after.state.stack.frames == (below,)
