"""What every procedure answers: nothing to what it offers, a rule to what it forbids, silence to all else."""

import random

import pytest

from reference.hammer_of_the_scots.actions import (
    Action,
    Candidate,
    Choose,
    Crown,
    Disband,
    Done,
    Fight,
    GiveUp,
    Hold,
    March,
    PlayCard,
    PlayEvent,
    Select,
    Winter,
    Withdraw,
)
from reference.hammer_of_the_scots.ch01_map import AREAS, area
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, EDWARD, KING, MORAY, WALLACE, block
from reference.hammer_of_the_scots.ch03_cards import KINDS
from reference.hammer_of_the_scots.frames import (
    FRAMES,
    Battle,
    Battles,
    Building,
    Deal,
    Declaring,
    Disbanding,
    Drawing,
    Firing,
    Frame,
    GoingHome,
    Herald,
    Hits,
    Landing,
    LastRetreat,
    Levy,
    Loyalty,
    Marching,
    Moving,
    Naming,
    Pillage,
    PillageGains,
    PillageHits,
    Quarters,
    Raid,
    Regrouping,
    Retreating,
    SeaMove,
    TruceCall,
    Turn,
    TurnStage,
    Victuals,
    Wintering,
)
from reference.hammer_of_the_scots.procedures import at_work
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.verdicts import Next
from tests.hammer_of_the_scots.positions import GAME, PRESETS, STANDARD, ruleset, standing

FIFE, MAR = area("fife"), area("mar")
GRANT, YORK = block("s_grant"), block("e_york_infantry")
FIGHT = Battle(MAR, Side.ENGLAND, 1)
MOVES = Moving(Side.ENGLAND, 2)
POSITION = {
    "mar": "s_grant s_fraser e_york_infantry",
    "fife": "s_king s_wallace:2 s_moray:1",
    "strathspey": "s_keith",
    "teviot": "e_edward e_cumbria_infantry:2",
    "england": "e_wales_archers s_bruce",
}
REST: dict[str, Json] = {
    "first": "england",
    "attackers": {"mar": "england"},
    "played": {"scotland": "herald"},
    "hands": {"england": ["move1", "truce"], "scotland": ["move2"]},
    "pool": ["s_norse", "e_hobelars"],
    "crowned": 1298,
}

# The kinds of actions that each procedure judges, whether it offers or refuses them.
JUDGED: dict[str, tuple[tuple[Frame, ...], set[type[Action]]]] = {
    "a card to play": ((Turn(TurnStage.CARDS),), {PlayCard}),
    "an event or a coronation": ((Declaring(),), {PlayEvent, Crown}),
    "an English truce": ((TruceCall(Side.ENGLAND),), {PlayEvent, Done}),
    "a Scottish truce": ((TruceCall(Side.SCOTLAND),), {PlayEvent, Done, Crown}),
    "an English Herald": ((Herald(Side.ENGLAND),), {Select, Done}),
    "a Scottish Herald": ((Herald(Side.SCOTLAND),), {Select, Done, Crown}),
    "English Victuals": ((Victuals(Side.ENGLAND, 3),), {Select, Done}),
    "Scottish Victuals": ((Victuals(Side.SCOTLAND, 3),), {Select, Done, Crown}),
    "an English pillage": ((Pillage(Side.ENGLAND),), {Choose, Done}),
    "a Scottish pillage": ((Pillage(Side.SCOTLAND),), {Choose, Done, Crown}),
    "hits of an English pillage": ((PillageHits(Side.ENGLAND, MAR, 2),), {Select}),
    "hits of a Scottish pillage": ((PillageHits(Side.SCOTLAND, MAR, 2),), {Select, Crown}),
    "gains of an English pillage": ((PillageGains(Side.ENGLAND, MAR, 2),), {Select, Done}),
    "gains of a Scottish pillage": ((PillageGains(Side.SCOTLAND, MAR, 2),), {Select, Done, Crown}),
    "an English Sea Move": ((SeaMove(Side.ENGLAND, 2),), {Select, Done}),
    "a Scottish Sea Move": ((SeaMove(Side.SCOTLAND, 2),), {Select, Done, Crown}),
    "a Scottish voyage": ((SeaMove(Side.SCOTLAND, 2, block=KING),), {Choose, Crown}),
    "moves": ((MOVES,), {Select, March, Done}),
    "a march": ((MOVES, Marching(YORK, MAR)), {Select, March}),
    "a main force": ((Naming(Side.ENGLAND, MAR),), {Select}),
    "battles": ((Battles(),), {Choose}),
    "a battle": ((FIGHT,), {Fight, Hold, Withdraw}),
    "hits": ((FIGHT, Hits(Side.SCOTLAND, 1)), {Select}),
    "a retreat": ((FIGHT, Retreating(GRANT)), {Choose}),
    "the last retreat": ((LastRetreat(Side.ENGLAND, MAR),), {Select, Done}),
    "a way in the last retreat": ((LastRetreat(Side.ENGLAND, MAR, YORK),), {Choose, GiveUp}),
    "a regroup": ((Regrouping(Side.SCOTLAND, MAR),), {Select, Done}),
    "a way in a regroup": ((Regrouping(Side.SCOTLAND, MAR, block=GRANT),), {Choose}),
    "a raid": ((Raid(),), {Select}),
    "a home": ((GoingHome(block("s_bruce")),), {Choose}),
    "quarters of Moray": ((Quarters(MORAY),), {Choose, Disband}),
    "quarters of the King": ((Quarters(KING),), {Choose, Disband}),
    "quarters of Edward": ((Quarters(EDWARD),), {Winter, Disband}),
    "quarters of Wallace": ((Quarters(WALLACE),), {Choose}),
    "surplus": ((Disbanding(Side.SCOTLAND, forced_only=True),), {Select, Done}),
    "disbanding": ((Disbanding(Side.ENGLAND),), {Select, Done}),
    "builds": ((Building(Side.SCOTLAND, (FIFE, FIFE)),), {Select, Choose, Done}),
    "a landing": ((Landing(block("s_norse"), area("badenoch")),), {Choose}),
}
# These never ask a player anything.
ONLY_CHANCE: tuple[type[Frame], ...] = (Deal, Levy, Loyalty, Firing, Drawing, Wintering)
EVERY_ACTION: tuple[Action, ...] = (
    *(PlayCard(each) for each in KINDS),
    *(Crown(each) for each in Candidate),
    *(kind(each) for kind in (Select, Fight, Hold, Withdraw) for each in BLOCKS),
    *(March(each, to) for each in BLOCKS for to in AREAS),
    *(Choose(each) for each in AREAS),
    PlayEvent(),
    GiveUp(),
    Winter(),
    Disband(),
    Done(),
)


@pytest.mark.parametrize("name", JUDGED)
def test_a_procedure_offers_what_breaks_no_rule_and_is_silent_on_what_answers_another(name: str) -> None:
    """Given a procedure that asks a player, then it judges its own kinds of actions and refuses none it offers."""
    frames, kinds = JUDGED[name]
    state = standing(POSITION, *frames, rules=STANDARD, **REST)
    working = at_work(state)
    assert working is not None
    due = working.decision(state)
    assert isinstance(due, Choice)
    judged = {each: working.violations(state, each) for each in EVERY_ACTION}
    assert {type(each) for each, found in judged.items() if found is not None} == kinds
    assert {judged[each] for each in due.actions} == {()}


def test_every_procedure_that_asks_a_player_is_tried() -> None:
    asking = {type(frames[-1]) for frames, _ in JUDGED.values()}
    assert asking | set(ONLY_CHANCE) == set(FRAMES)


def _played(state: State, choose: random.Random, most: int) -> None:
    """Play a game at random; nothing that is offered to a player may break a rule."""
    for _ in range(most):
        due = GAME.decision(state)
        if isinstance(due, Over):
            return
        working = at_work(state)
        assert working is not None
        if not isinstance(due, Chance):
            assert [working.violations(state, each) for each in due.actions] == [()] * len(due.actions)
        after = GAME.step(state, choose.choice(due.actions), due)
        assert isinstance(after, Next)
        state = after.state


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_nothing_that_is_offered_breaks_a_rule(scenario: str, preset: str) -> None:
    _played(GAME.start(scenario, ruleset(preset)), random.Random(f"{scenario} {preset}"), 1500)


def test_nothing_is_at_work_where_nothing_is_under_way() -> None:
    assert at_work(standing(POSITION)) is None
