"""A position whose procedures cannot continue is unreadable, with the procedure and the cause."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.engine import Engine
from reference.kernel.verdicts import Next
from reference.wilderness_war import GAME, WildernessWar, procedures
from reference.wilderness_war.cards import FACES
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import STANDARD, due, place

YEAR: Json = {"type": "year", "stage": "actions", "turn": "british", "playing": True}
MOVE: dict[str, Json] = {
    "type": "move", "side": "french", "at": "tioga", "commander": None, "leaders": [], "units": [],
    "stage": "interception",
}  # fmt: skip
REACTION: dict[str, Json] = {
    "type": "reaction", "kind": "intercept", "side": "british", "space": "tioga", "entry": None,
}  # fmt: skip
BATTLE: dict[str, Json] = {
    "type": "battle", "space": "tioga", "attacker": "french", "mover": "french", "entry": None,
}  # fmt: skip
RAIDING: dict[str, Json] = {
    "type": "raiding", "side": "british", "space": "tioga", "leader": None, "stage": "militia", "entry": None,
    "leaders": [],
}  # fmt: skip
PLACEMENT: Json = {"type": "placement", "side": "british", "rule": "ww:5.55", "spaces": ["new_york"]}
DRAWS: Json = {"type": "leader_draws", "left": 1}
THIRD: Json = {"type": "third_seven", "drawn": "amherst"}
ACTIVATION: dict[str, Json] = {"type": "activation", "side": "british"}
REMOVAL: dict[str, Json] = {"type": "removal", "side": "british", "rule": "ww:5.54", "left": 1}

Frames = list[Json]
Advance = Callable[[State], Next[State]]
CASES: dict[str, tuple[Frames, str]] = {
    "deal": (
        [{"type": "year", "stage": "deal", "turn": "french"}],
        "frames[0]: of the cards that no event removes 0 are left, and two hands may need 18",
    ),
    "nobody": ([YEAR, {**ACTIVATION}], "frames[1]: nobody is activated"),
    "siege roll": (
        [{"type": "siege_roll", "space": "quebec", "besieger": "british", "leader": "wolfe"}],
        "frames[0]: wolfe is not on the map",
    ),
    "campaign": ([{"type": "campaign", "side": "british", "leaders": ["wolfe"]}], "frames[0]: wolfe is not on the map"),
    "sheltering": (
        [{**MOVE}, {"type": "sheltering", "side": "french", "space": "quebec", "intercepting": ["montcalm"]}],
        "frames[1]: montcalm is not on the map",
    ),
    "reacting": ([{**MOVE}, {**REACTION, "commander": "wolfe"}], "frames[1]: wolfe is not on the map"),
    "raiders": (
        [{**RAIDING, "units": ["br_regular_17th"]}],
        "frames[0]: br_regular_17th is not at tioga",
    ),
    "mover elsewhere": (
        [
            YEAR,
            {**ACTIVATION, "leaders": ["dunbar"], "stage": "raids"},
            {**MOVE, "side": "british", "stage": "step", "units": ["br_regular_17th"]},
        ],
        "frames[2]: br_regular_17th is not at tioga",
    ),
    "mover gone": ([{**MOVE, "units": ["fr_coureurs_marin"]}], "frames[0]: fr_coureurs_marin is not on the map"),
    "interceptor gone": (
        [{**MOVE}, {**REACTION, "stage": "roll", "origin": "oswego", "units": ["br_ranger_rogers"]}],
        "frames[1]: br_ranger_rogers is not on the map",
    ),
    "going home": (
        [{"type": "going_home", "side": "french", "space": "tioga", "leaders": [], "units": ["fr_coureurs_marin"]}],
        "frames[0]: fr_coureurs_marin is not on the map",
    ),
    "retreating": (
        [
            {
                "type": "retreat",
                "side": "british",
                "space": "albany",
                "attacking": False,
                "entry": None,
                "units": [],
                "leaders": ["wolfe"],
            }
        ],
        "frames[0]: wolfe is not on the map",
    ),
    "commander": ([{**ACTIVATION, "commander": "wolfe"}], "frames[0]: wolfe is not on the map"),
    "unit": (
        [{**ACTIVATION, "units": ["br_regular_15th"], "stage": "move"}],
        "frames[0]: br_regular_15th is not on the map",
    ),
    "muster": (
        [{**ACTIVATION, "leaders": ["dunbar"], "stage": "muster"}],
        "frames[0]: a force is mustered without a commander",
    ),
    "schooner": ([{**MOVE, "stage": "schooner"}], "frames[0]: the mover has entered a space from nowhere"),
    "interception": (
        [YEAR, {**BATTLE}, {**REACTION}],
        "frames[2]: an interception answers a move, and there is none below it",
    ),
    "origin": (
        [{**MOVE}, {**REACTION, "stage": "roll"}],
        "frames[1]: those who intercept come from nowhere",
    ),
    "force": (
        [{**MOVE}, {**REACTION, "stage": "form", "origin": "albany"}],
        "frames[1]: those who intercept form a force without a commander",
    ),
    "winner": (
        [YEAR, {**BATTLE, "stage": "retreat"}],
        "frames[1]: the battle at tioga is over and nobody has won it",
    ),
    "after": ([{**BATTLE, "stage": "after"}], "frames[0]: the battle at tioga is over and nobody has won it"),
    "siege": (
        [{"type": "siege", "space": "tioga", "besieger": "british", "leader": "wolfe", "stage": "surrender"}],
        "frames[0]: tioga has no fort or fortress of the enemy to besiege",
    ),
    "own work": (
        [{"type": "siege", "space": "halifax", "besieger": "british", "leader": "wolfe", "stage": "roll"}],
        "frames[0]: halifax has no fort or fortress of the enemy to besiege",
    ),
    "recall": ([{"type": "recall", "leader": "montcalm"}], "frames[0]: montcalm is not on the map"),
    "pox": (
        [{"type": "event_die", "event": "card-smallpox", "side": "french", "card": "card_34"}],
        "frames[0]: the die of SMALL POX names no space",
    ),
    "restoration": (
        [{**REMOVAL, "type": "restoration", "units": ["br_regular_17th"]}],
        "frames[0]: br_regular_17th cannot be restored",
    ),
    "removal": ([{**REMOVAL, "units": ["br_ranger_rogers"]}], "frames[0]: br_ranger_rogers is not on the map"),
    "draws": ([DRAWS], "frames[0]: leader_draws is nothing on its own"),
    "third": ([PLACEMENT, THIRD], "frames[1]: third_seven never happens within placement"),
    "drawing": (
        [PLACEMENT, PLACEMENT, THIRD],
        "frames[2]: third_seven never happens within placement",
    ),
    "room": ([PLACEMENT, DRAWS, THIRD], "frames[2]: no leader of command 7 can make room"),
    "alone": ([{**REACTION, "kind": "avoid"}], "frames[0]: reaction is nothing on its own"),
    "demolition": (
        [YEAR, {**ACTIVATION, "leaders": ["dunbar"]}, {"type": "demolition", "side": "british"}],
        "frames[2]: demolition never happens within activation",
    ),
    "idle": (
        [{"type": "calling", "side": "french", "what": "force", "value": 1}],
        "frames[0]: calling leaves french nothing to choose (commander_of_force)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_procedure_that_could_not_be_gone_on_with_is_named_with_what_it_lacks(case: str) -> None:
    frames, expected = CASES[case]
    removed: list[Json] = [f"card_{number}" for number in range(1, 71) if case == "deal"]
    with pytest.raises(Unreadable) as found:
        place({"albany": ["dunbar", "br_regular_17th"]}, frames=frames, removed_cards=removed)
    assert str(found.value) == expected


def test_a_game_goes_on_with_just_the_cards_that_two_full_hands_need_though_events_remove_all_others() -> None:
    """Given a year with eighteen lasting cards, then it goes on; with seventeen it could come to a deal without end."""
    lasting = [face.id for face in FACES if not face.remove]
    gone = [face.id for face in FACES if face.remove]
    removed: list[Json] = [*gone, *lasting[18:]]
    pieces = {"albany": ["dunbar", "br_regular_17th"]}
    frames: Frames = [{"type": "year", "stage": "deal", "turn": "french"}]
    state = place(pieces, frames=frames, removed_cards=removed)
    assert len(due(state).actions) == 18
    with pytest.raises(Unreadable) as found:
        place(pieces, frames=frames, removed_cards=[*removed, lasting[0]])
    cause = "frames[0]: of the cards that no event removes 17 are left, and two hands may need 18"
    assert str(found.value) == cause


def test_what_is_won_and_what_is_still_fought_for_can_be_gone_on_with() -> None:
    """Given a battle at its retreat, when its fight is above it or its winner is named, then it goes on."""
    muster: Json = {"type": "muster", "units": 1, "steps": 2, "regulars": False}
    fight: Json = {
        "type": "combat", "kind": "battle", "space": "tioga", "attacker": "french", "active": "french",
        "agenda": [{"type": "item", "stage": stage, "side": "french"} for stage in ("fire", "settle")],
        "attackers": muster, "defenders": muster,
    }  # fmt: skip
    pieces = {"tioga": ["fr_coureurs_marin", "br_ranger_rogers"]}
    battle: dict[str, Json] = {**BATTLE, "stage": "retreat", "entry": "wyoming"}
    assert due(place(pieces, frames=[battle, fight])).about == "battle_fire_french"
    assert due(place(pieces, frames=[{**battle, "winner": "french"}])).by == "british"


def test_a_battle_goes_on_above_a_move_whose_units_have_fallen_in_it() -> None:
    """Given a mover who has lost Marin in the battle above his move, then it goes on; before a battle he is missed."""
    pieces = {"tioga": ["fr_coureurs_langlade", "br_ranger_rogers"]}
    units: Json = ["fr_coureurs_marin", "fr_coureurs_langlade"]
    battle: Json = {**BATTLE, "stage": "retreat", "entry": "wyoming", "winner": "french"}
    move: dict[str, Json] = {**MOVE, "units": units, "entry": "wyoming", "by": "land"}
    assert due(place(pieces, frames=[{**move, "stage": "aftermath"}, battle])).about == "retreat_of_br_ranger_rogers"
    with pytest.raises(Unreadable) as found:
        place(pieces, frames=[{**move, "stage": "clash"}])
    assert str(found.value) == "frames[0]: fr_coureurs_marin is not on the map"


def test_an_interception_above_its_move_can_be_gone_on_with() -> None:
    """Given a French mover at Tioga, when the British choose or form interceptors, then they are asked about them."""
    pieces = {"tioga": ["fr_coureurs_marin"], "wyoming": ["dunbar", "br_ranger_rogers"]}
    move: Json = {**MOVE, "units": ["fr_coureurs_marin"], "entry": "cayuga", "by": "land"}
    chosen: Json = {**REACTION, "entry": "cayuga"}
    formed: Json = {**REACTION, "entry": "cayuga", "stage": "form", "origin": "wyoming", "commander": "dunbar"}
    assert due(place(pieces, frames=[move, chosen])).about == "interception"
    assert due(place(pieces, frames=[move, formed])).about == "interceptors"


def test_a_siege_of_an_enemy_work_or_one_that_is_over_can_be_gone_on_with() -> None:
    """Given Wolfe before Louisbourg, when the siege has begun or ended, then it goes on or is settled."""
    siege: dict[str, Json] = {"type": "siege", "space": "louisbourg", "besieger": "british", "leader": "wolfe"}
    pieces = {"louisbourg": ["wolfe", "br_regular_15th"]}
    begun = place(pieces, frames=[{**siege, "stage": "roll"}], sieges={"louisbourg": 0})
    assert due(begun).about == "siege_roll"
    assert not place({}, frames=[{**siege, "stage": "end"}]).stack


def _endless(state: State) -> Next[State]:
    return Next(state)


def _lost(_: State) -> Next[State]:
    raise LookupError


def _broken(_: State) -> Next[State]:
    raise AssertionError


BATTLE_OPENING: Json = {"type": "battle", "space": "tioga", "attacker": "french"}


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"opening": BATTLE_OPENING}, "opening: combat"),
        ({"frames": [YEAR, {**BATTLE}]}, "frames[1]: battle"),
        ({}, "the position"),
    ],
    ids=["opening", "frames", "nothing under way"],
)
@pytest.mark.parametrize(
    ("advance", "cause"),
    [
        (_endless, "leads to no decision however long it goes on"),
        (_lost, "cannot continue on this board"),
        (_broken, "cannot continue on this board"),
    ],
)
def test_a_procedure_that_stumbles_for_a_reason_nobody_foresaw_is_named_all_the_same(
    advance: Advance, cause: str, given: Mapping[str, Json], where: str
) -> None:
    stumbling = WildernessWar(parts=replace(GAME.parts, engine=Engine(procedures.at_work, advance)))
    with pytest.raises(Unreadable) as found:
        stumbling.place({"pieces": {"tioga": ["fr_coureurs_marin", "br_ranger_rogers"]}, **given}, STANDARD)
    assert str(found.value) == f"{where} {cause}"
