"""Schemas of the games that other implementations recorded: one line of a file, by format.

The names of areas, blocks, cards and pieces, and the ranges of numbers, are those of the importers and of the tables.
What an importer passes over, such as remarks, may be anything of its type.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from oracle.peers import hammer_of_the_scots_records as hs_records
from oracle.peers.wilderness_war import records as ww_records
from oracle.schemas.parts import (
    COUNT,
    TEXT,
    WHOLE,
    YES_OR_NO,
    Schema,
    by_name,
    const,
    either,
    fixed,
    listed,
    one_of_texts,
    or_nothing,
    ranged,
    words,
)
from reference.few_acres_of_snow import ranges as fa_ranges
from reference.few_acres_of_snow.ch01_board import IDS as PLACES
from reference.few_acres_of_snow.sides import SIDES as FA_SIDES
from reference.hammer_of_the_scots import ranges as hs_ranges
from reference.kernel.ranges import Range
from reference.wilderness_war import ranges as ww_ranges
from reference.wilderness_war.cards import FACES
from reference.wilderness_war.ch02_map import IDS as SPACES
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS
from reference.wilderness_war.sides import Side as WwSide
from reference.wilderness_war.state import Assemblies, Season

_NOTE: Schema = {"type": ["string", "null"]}
_OBJECT: Schema = {"type": "object"}
_ONE_OR_TWO: Schema = {"type": "array", "items": TEXT, "minItems": 1, "maxItems": 2}
_CUT = either(COUNT, YES_OR_NO)
_DIE = ranged(Range(1, 6))


def recorded_game_definitions() -> Iterator[tuple[str, Schema]]:
    """Return the definition of a line of each format."""
    yield "few_acres_of_snow", _few_acres_of_snow()
    yield "hammer_of_the_scots", _hammer_of_the_scots()
    yield "wilderness_war", _wilderness_war()


def _of_sides(sides: Iterable[StrEnum], form: Schema) -> Schema:
    return fixed({side.value: form for side in sides})


def _choice(extra: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the members of a step in a format that lists what was offered."""
    offered = {"decision": TEXT, "legal": listed(_ONE_OR_TWO), "do": _ONE_OR_TWO}
    return {"record": const("step"), "n": COUNT, **offered, **extra}


# ---------------------------------------------------------------- A Few Acres of Snow

_ACTS = (
    "settle", "develop", "fortify", "besiege", "reinforce", "military_leader", "raid", "ambush", "convert",
    "conversion", "priest", "indian_leader", "take_money", "merchant", "trade", "piracy", "draft", "discard", "reserve",
    "retrieve_reserve", "governor", "intendant", "home_support", "siege_win", "withdraw", "withdraw_reply", "pass",
)  # fmt: skip


def _few_acres_of_snow() -> Schema:
    owner = one_of_texts(side.value for side in FA_SIDES)
    place, owners = one_of_texts(PLACES), ["neutral", *(side.value for side in FA_SIDES)]
    card = either(words("{}\\.loc\\.{}", owners, PLACES), words("{}\\.emp\\.[a-z_]+(#[1-9])?", owners))
    position = _few_acres_position(owner, place, card)
    points = _of_sides(FA_SIDES, ranged(fa_ranges.POINTS))
    result = fixed(
        {"over": one_of_texts(("finished", "resigned", "unfinished", "cut"))},
        {
            "points": points,
            "instant_winner": or_nothing(owner),
            "winner": or_nothing(owner),
            "resigned_by": or_nothing(owner),
        },
    )
    game = {"record": const("game"), "game": TEXT, "start": position, "result": result, "turn_records": COUNT}
    split = dict.fromkeys(("out_of_turn", "continues_turn", "interrupted"), YES_OR_NO)
    turn = {
        "record": const("turn"),
        "n": COUNT,
        "side": owner,
        "actions": listed(_few_acres_act(owner, place, card)),
        "drawn": listed(card),
        "reshuffle": YES_OR_NO,
        "after": position,
    }
    remarks = {"game": TEXT, "drawn_after_reshuffle": listed(card), "check": TEXT, "notes": listed(TEXT)}
    return either(fixed(game, {"rules": TEXT, "variants": listed(TEXT)}), fixed(turn, {**split, **remarks}))


def _few_acres_position(owner: Schema, place: Schema, card: Schema) -> Schema:
    cards = listed(card)
    piles = dict.fromkeys(("hand", "reserve", "deck", "discard"), cards)
    player = {
        "money": ranged(fa_ranges.MONEY),
        **piles,
        "siege_cards": _of_sides(FA_SIDES, cards),
        "captured_villages": ranged(fa_ranges.VILLAGES_TAKEN),
        "captured_towns": ranged(fa_ranges.TOWNS_TAKEN),
        "lost_siege_card": _of_sides(FA_SIDES, or_nothing(card)),
    }
    held = fixed({"owner": owner, "piece": one_of_texts(("village", "town")), "fort": ranged(Range(0, 1))})
    return fixed(
        {
            "locations": by_name(place, held),
            "sieges": _of_sides(FA_SIDES, or_nothing(place)),
            "actions_allowed": ranged(fa_ranges.ACTIONS),
            "players": _of_sides(FA_SIDES, fixed(player, {"settle_on_surrender": YES_OR_NO})),
        }
    )


def _few_acres_act(owner: Schema, place: Schema, card: Schema) -> Schema:
    lost = {
        "lost_card": or_nothing(card),
        "lost_from": one_of_texts(("hand", "reserve")),
        "block_card": or_nothing(card),
    }
    won = {"siege": owner, "as": one_of_texts(("attacker", "defender")), "marker": ranged(fa_ranges.SIEGE_MARKER)}
    settled = {"settled": YES_OR_NO, "settler_card": or_nothing(card), "settler_card_candidates": listed(card)}
    rest = {"free": YES_OR_NO, "cards": listed(card), "drawn": listed(card), "extra": listed(TEXT), "captured": _NOTE}
    outcome = one_of_texts(("success", "blocked", "no_target_hand_shown"))
    return fixed({"type": one_of_texts(_ACTS)}, {"target": place, "outcome": outcome, **lost, **won, **settled, **rest})


# ---------------------------------------------------------------- Hammer of the Scots


def _hammer_of_the_scots() -> Schema:
    side = one_of_texts(hs_records.SIDES)
    area = one_of_texts((*hs_records.AREA_OF, *hs_records.OFF_MAP))
    blocks = by_name(one_of_texts(hs_records.NAMES), fixed({"area": area, "steps": ranged(hs_records.STRENGTH)}))
    hands = fixed(dict.fromkeys(hs_records.SIDES, listed(one_of_texts(hs_records.CARDS))))
    draw = either(
        fixed({"kind": const("d6"), "value": _DIE}),
        fixed({"kind": const("card"), "value": one_of_texts(hs_records.CARDS)}),
        fixed({"kind": one_of_texts(("levy", "pool")), "value": one_of_texts(hs_records.NAMES)}),
    )
    stands = {
        "year": ranged(hs_ranges.YEAR),
        "turn": ranged(hs_ranges.TURN),
        "active": one_of_texts((*hs_records.SIDES, "Both", "None")),
        "decision": TEXT,
    }
    draws = listed(draw)
    game = {
        "record": const("game"),
        "scenario": one_of_texts(hs_records.SCENARIOS),
        "options": by_name(one_of_texts(hs_records.OPTIONS), YES_OR_NO),
    }
    return either(
        fixed(
            {**game, "blocks": blocks, "hands": hands, "draws": draws}, {**stands, "game": const("hammer_of_the_scots")}
        ),
        fixed(_choice({"by": side, "draws": draws, "after": fixed({"changed": blocks, **stands}, {"hands": hands})})),
        fixed({"record": const("end"), "result": or_nothing(side)}, {"victory": _NOTE, "cut": COUNT}),
    )


# ---------------------------------------------------------------- Wilderness War


def _wilderness_war() -> Schema:
    side, space = one_of_texts(each.value for each in WwSide), one_of_texts(SPACES)
    piece = one_of_texts((*(each.id for each in COUNTERS), *(each.id for each in LEADERS)))
    card = one_of_texts(each.id for each in FACES)
    spaces = _of_sides(WwSide, listed(space))
    draw = either(
        fixed({"kind": const("d6"), "value": _DIE}),
        fixed({"kind": const("card"), "value": card, "to": side}),
        fixed({"kind": const("leader"), "value": piece}, {"to": side, "returned": YES_OR_NO}),
        fixed({"kind": const("hand"), "value": card, "from": side}),
    )
    position = _wilderness_war_position(side, space, card, piece)
    changed = {**position}
    changed["pieces"] = by_name(piece, or_nothing(_standing(space, piece)))
    # Its own notes on what is under way are as free as its names of decisions.
    after = {"changed": fixed({}, changed), "active": or_nothing(side), "decision": TEXT, "context": _OBJECT}
    game = {
        "record": const("game"),
        "game": const("wilderness_war"),
        "scenario": one_of_texts(ww_records.SCENARIOS),
        "position": fixed(position),
        "draws": listed(draw),
    }
    no_options: Schema = {"type": "object", "maxProperties": 0}
    begins = {"options": no_options, "active": side, "decision": TEXT, "context": _OBJECT}
    return either(
        fixed(game, {**begins, "supply": spaces}),
        fixed(_choice({"by": side, "draws": listed(draw), "after": fixed(after, {"supply": spaces})})),
        fixed({"record": const("end")}, {**dict.fromkeys(("result", "victory"), _NOTE), "cut": _CUT, "fault": {}}),
    )


def _standing(space: Schema, piece: Schema) -> Schema:
    return fixed({"space": space}, {"reduced": YES_OR_NO, "inside": YES_OR_NO, "under": piece})


def _wilderness_war_position(side: Schema, space: Schema, card: Schema, piece: Schema) -> dict[str, Schema]:
    owned, cards, sides = _of_sides(WwSide, listed(space)), listed(card), listed(side)
    year = ranged(ww_ranges.YEAR)
    return {
        "pieces": by_name(piece, _standing(space, piece)),
        "year": year,
        "season": one_of_texts(each.value for each in Season),
        "last_year": year,
        "vp": ranged(ww_ranges.VP),
        "assemblies": one_of_texts(each.value for each in Assemblies),
        **dict.fromkeys(("niagara", "ohio_forks"), or_nothing(side)),
        "pool": listed(piece),
        **dict.fromkeys(("forts", "unfinished_forts", "stockades", "fortresses", "allied"), owned),
        "raided": _of_sides(WwSide, by_name(space, COUNT)),
        "sieges": by_name(space, ranged(ww_ranges.SIEGE_LEVEL)),
        "amphib": listed(space),
        "fieldworks": listed(space),
        "hands": _of_sides(WwSide, cards),
        **dict.fromkeys(("discards", "removed_cards", "pile"), cards),
        **dict.fromkeys(("held", "passed", "built"), sides),
        "events": by_name(TEXT, either(WHOLE, TEXT)),
    }
