"""Games of Hammer of the Scots as the other implementation would have recorded them.

Our own engine plays under the preset `peer` and each decision is written in the format of the recorded games: the
inverse of what the importer does, written from the description of the format and not from the importer. Where the
other implementation asks what Referee does not (a choice that can only be taken back, the end of a retreat, a King or
Moray who is said to stay in England) the step is put in; what it does not ask is left out.
"""

import json
import random
from dataclasses import dataclass, field

from reference.hammer_of_the_scots import frames as f
from reference.hammer_of_the_scots.actions import (
    Action,
    Candidate,
    Choose,
    Crown,
    DealCard,
    DealHits,
    Disband,
    Done,
    DrawBlock,
    Fight,
    GiveUp,
    Hold,
    March,
    PlayCard,
    PlayEvent,
    Roll,
    Select,
    Winter,
    Withdraw,
)
from reference.hammer_of_the_scots.board import ON_MAP, Away, place_of
from reference.hammer_of_the_scots.ch01_map import ENGLAND
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES, FULL, KING, LOYAL, MORAY, NORSE, WALLACE, Block
from reference.hammer_of_the_scots.ch03_cards import KINDS
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.verdicts import Next, No
from spec_tables.reader import rows

GAME = HammerOfTheScots()
SCENARIOS = {"braveheart": "Braveheart", "the_bruce": "The Bruce", "campaign": "Campaign"}
SIDES = {Side.ENGLAND: "England", Side.SCOTLAND: "Scotland"}
AREA_NAMES = tuple(row.word("name") for row in rows(GAME.id, "areas"))
CARD_NAMES = {row.word("id"): row.word("name") for row in rows(GAME.id, "cards")}
CROWNS = {Candidate.BRUCE: "crown_bruce", Candidate.COMYN: "crown_comyn", Candidate.BALLIOL: "return_of_the_king"}
ENDS: dict[type[f.Frame], str] = {
    f.Herald: "pass", f.Pillage: "pass", f.Victuals: "end_builds", f.Building: "end_builds",
    f.PillageGains: "end_pillage", f.Moving: "end_move_phase", f.SeaMove: "end_move_phase",
    f.Regrouping: "end_regroup", f.Disbanding: "end_disbanding",
}  # fmt: skip
DECISIONS: dict[type[f.Frame], str] = {
    f.Turn: "play_card", f.Declaring: "coronation_event", f.Herald: "herald", f.Victuals: "victuals",
    f.Pillage: "pillage", f.PillageHits: "pillage_hits", f.PillageGains: "pillage_builds", f.Moving: "move_who",
    f.Marching: "move_where", f.Battle: "battle_round", f.Hits: "battle_hits", f.Retreating: "retreat_in_battle",
    f.Raid: "border_raids",
}  # fmt: skip
Choices = list[list[str]]


def name_of(who: Block) -> str:
    """Return what the other implementation calls a block."""
    figures = FIGURES[who]
    return f"{figures.name}/{figures.side.value[0].upper()}" if figures.noble and who not in LOYAL else figures.name


def decision_of(state: State) -> str:
    """Return what the other implementation calls the decision that is due."""
    if state.outcome is not None:
        return "game_over"
    frame = state.stack.top
    match frame:
        case f.SeaMove(block=who):
            return "sea_move" if who is None else "sea_move_to"
        case f.LastRetreat(block=who):
            return "retreat" if who is None else "retreat_to"
        case f.Regrouping(block=who):
            return "regroup" if who is None else "regroup_to"
        case f.Battles():
            return "battle_phase" if state.stack.frames[0] == f.Turn(f.TurnStage.RAID) else "coronation_battles"
        case f.GoingHome(noble):
            return FIGURES[noble].noble
        case f.Quarters(who):
            named = {MORAY: "moray", KING: "scottish_king"}
            return named.get(who, "wallace" if FIGURES[who].side is Side.SCOTLAND else "edward_wintering")
        case f.Disbanding(side) | f.Building(side):
            word = "disbanding" if isinstance(frame, f.Disbanding) else "builds"
            return f"{'english' if side is Side.ENGLAND else 'scottish'}_{word}"
        case _:
            return DECISIONS[type(frame)]


def choice_of(state: State, action: Action) -> list[str]:
    """Return an action as the other implementation writes it."""
    frame = state.stack.top
    match action:
        case PlayCard(card):
            return ["play", CARD_NAMES[card.value]]
        case Crown(candidate):
            return [CROWNS[candidate]]
        case Select(who):
            if isinstance(frame, f.Herald):
                return ["noble", FIGURES[who].name]
            return ["battle_hit" if isinstance(frame, f.Hits) else "block", name_of(who)]
        case Choose(place) | March(_, place):
            return ["area", AREA_NAMES[place]]
        case Fight(who):
            return ["battle_fire", name_of(who)]
        case Hold(who):
            return ["battle_pass", name_of(who)]
        case Withdraw(who):
            return ["battle_retreat", name_of(who)]
        case Done():
            return [ENDS[type(frame)]]
        case _:
            plain = {
                PlayEvent: "play_event", Winter: "winter", Disband: "disband", GiveUp: "eliminate", DealHits: "assign",
            }  # fmt: skip
            return [plain[type(action)]]


def draw_of(state: State, action: Action) -> dict[str, str | int]:
    """Return what chance brought as the other implementation writes it."""
    match action:
        case Roll(die):
            return {"kind": "d6", "value": die}
        case DealCard(card):
            return {"kind": "card", "value": CARD_NAMES[card.value]}
        case _:
            assert isinstance(action, DrawBlock)
            kind = "levy" if isinstance(state.stack.top, f.Levy) else "pool"
            return {"kind": kind, "value": name_of(action.block)}


def liking(action: Action) -> float:
    """Return how much an action is liked: what leads to raids and coronations is, what ends a phase is not."""
    match action:
        case Done():
            return 0.3
        case March(who, place):
            fit_for_a_crown = FIGURES[who].noble in ("bruce", "comyn") and AREA_NAMES[place] == "Fife"
            raids = place == ENGLAND and FIGURES[who].side is Side.SCOTLAND
            return 30 if fit_for_a_crown else 4 if raids else 1
        case Crown(candidate):
            return 1 if candidate is Candidate.BALLIOL else 8
        case Select(who):
            # Nobody but Balliol is crowned while Wallace lives.
            return 8 if who == WALLACE else 1
        case Withdraw(who):
            return 0.02 if who == WALLACE else 0.5
        case _:
            return 1


@dataclass
class Recorder:
    """A game being played and recorded."""

    state: State
    dice: random.Random
    lines: list[dict[str, object]] = field(default_factory=list)
    shown: dict[str, dict[str, object]] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    draws: list[dict[str, str | int]] = field(default_factory=list)
    # Said to stay in England, though the rules have him disband at once: name and strength.
    staying: dict[str, int] = field(default_factory=dict)
    autohit: bool = False

    # ------------------------------------------------------------ the engine

    def take(self, action: Action) -> None:
        verdict = GAME.step(self.state, action)
        assert isinstance(verdict, Next), (action, verdict)
        self.state = verdict.state

    def settle(self) -> None:
        """Let chance fall, and answer what the other implementation does not ask."""
        while self.state.outcome is None:
            due = GAME.decision(self.state)
            assert not isinstance(due, Over)
            if isinstance(due, Chance):
                action = self.dice.choice(due.actions)
                self.draws.append(draw_of(self.state, action))
            else:
                unasked = self.unasked(due)
                if unasked is None:
                    return
                action = unasked
            self.take(action)

    def unasked(self, due: Choice[Action]) -> Action | None:
        frame = self.state.stack.top
        if isinstance(frame, f.TruceCall):
            return PlayEvent()
        if isinstance(frame, f.Hits) and self.autohit and frame.left >= len(due.actions):
            return due.actions[-1]
        if isinstance(frame, f.Quarters) and frame.block in (MORAY, KING):
            here = place_of(self.state.board, frame.block)
            if len(due.actions) > (1 if here == ENGLAND else 2):
                return None
            if here == ENGLAND:
                self.stays(frame.block)
                return Disband()
            return Choose(here)
        if isinstance(frame, f.Disbanding) and due.actions == (Done(),) and not self.staying:
            return Done() if self.dice.random() < 0.5 else None
        return None

    def stays(self, who: Block) -> None:
        self.staying[name_of(who)] = self.state.board.steps[who]

    # ------------------------------------------------------------ the record

    def blocks(self) -> dict[str, dict[str, object]]:
        board, found = self.state.board, {}
        for who in BLOCKS:
            at = board.at[who]
            area = AREA_NAMES[at] if at < ON_MAP else "pool" if at == Away.POOL else "aside"
            found[name_of(who)] = {"area": area, "steps": board.steps[who] if at < ON_MAP else FULL[who]}
        for name, steps in self.staying.items():
            found[name] = {"area": "England", "steps": steps}
        return found

    def held(self) -> dict[str, list[str]]:
        cards = self.state.cards
        hands = {"England": cards.england, "Scotland": cards.scotland}
        return {
            side: [CARD_NAMES[kind.value] for kind, left in zip(KINDS, hand, strict=True) for _ in range(left)]
            for side, hand in hands.items()
        }

    def active(self) -> str:
        due = GAME.decision(self.state)
        if isinstance(due, Over):
            return "None"
        return "Both" if isinstance(self.state.stack.top, f.Turn) else SIDES[Side(due.by)]

    def write(self, by: str, decision: str, legal: Choices, do: list[str], then: str = "", active: str = "") -> None:
        """Write a step; what comes after it is as the game stands, but for what is said."""
        blocks, hands, calendar = self.blocks(), self.held(), self.state.calendar
        left: dict[str, object] = {
            "changed": {name: where for name, where in blocks.items() if self.shown[name] != where},
            "year": calendar.year,
            "turn": calendar.turn,
            "active": active or self.active(),
            "decision": then or decision_of(self.state),
        }
        if hands != self.hands:
            left["hands"] = hands
        self.shown, self.hands = blocks, hands
        number = len(self.lines)
        self.lines.append(
            {
                "record": "step",
                "n": number,
                "by": by,
                "decision": decision,
                "legal": legal,
                "do": do,
                "draws": self.draws,
                "after": left,
            }
        )
        self.draws = []

    # ------------------------------------------------------------ the decisions

    def decide(self) -> None:
        """Take the decision that is due and record it."""
        frame = self.state.stack.top
        if isinstance(frame, f.Turn):
            self.play_cards()
        elif self.staying and isinstance(frame, f.Disbanding) and frame.side is Side.SCOTLAND:
            self.leave_england()
        elif not self.change_of_mind():
            self.choose()

    def play_cards(self) -> None:
        sides = list(SIDES)
        self.dice.shuffle(sides)
        hands = self.held()
        chosen = {side: self.dice.choice(hands[SIDES[side]]) for side in sides}
        legal = {side: [["play", card] for card in dict.fromkeys(hands[SIDES[side]])] for side in sides}
        first, second = sides
        self.write(SIDES[first], "play_card", legal[first], ["play", chosen[first]], active=SIDES[second])
        for side in Side:
            self.take(PlayCard(next(card for card in KINDS if CARD_NAMES[card.value] == chosen[side])))
        self.settle()
        self.write(SIDES[second], "play_card", legal[second], ["play", chosen[second]])

    def leave_england(self) -> None:
        legal: Choices = [["block", name] for name in self.staying]
        name = self.dice.choice(list(self.staying))
        del self.staying[name]
        self.write("Scotland", "scottish_disbanding", legal, ["block", name])

    def change_of_mind(self) -> bool:
        """Pick, now and then, what can only be taken back: a ship without a port, Norse without a coast."""
        frame = self.state.stack.top
        picks: list[Action] = []
        if isinstance(frame, f.SeaMove) and frame.block is None and frame.left:
            picks = [Select(who) for who in BLOCKS]
        elif isinstance(frame, f.Battle):
            picks = [Withdraw(NORSE)]
        due = GAME.decision(self.state)
        assert isinstance(due, Choice)
        dead_ends = [each for each in picks if self.leads_nowhere(each)]
        if not dead_ends or self.dice.random() < 0.5:
            return False
        action, legal = (
            self.dice.choice(dead_ends),
            [choice_of(self.state, each) for each in (*due.actions, *dead_ends)],
        )
        decision, by = decision_of(self.state), SIDES[Side(due.by)]
        back = "sea_move_to" if isinstance(frame, f.SeaMove) else "retreat_in_battle"
        do = choice_of(self.state, action)
        self.write(by, decision, legal, do, then=back)
        self.write(by, back, [["block", do[1]]], ["block", do[1]])
        return True

    def leads_nowhere(self, action: Action) -> bool:
        verdict = GAME.step(self.state, action)
        reasons = {Reason.NO_DESTINATION, Reason.NO_WAY_OUT}
        return isinstance(verdict, No) and {each.reason for each in verdict.violations} <= reasons

    def choose(self) -> None:
        frame, decision = self.state.stack.top, decision_of(self.state)
        due = GAME.decision(self.state)
        assert isinstance(due, Choice)
        actions = list(due.actions)
        legal = [choice_of(self.state, each) for each in actions]
        single = isinstance(frame, f.Quarters) and frame.block in (MORAY, KING)
        if isinstance(frame, f.Quarters) and single:
            legal.remove(["disband"])
            actions.remove(Disband())
            if place_of(self.state.board, frame.block) == ENGLAND:
                legal.append(["area", "England"])
                actions.append(Disband())
        index = self.dice.choices(range(len(actions)), [liking(each) for each in actions])[0]
        if legal[index] == ["area", "England"] and isinstance(frame, f.Quarters) and single:
            self.stays(frame.block)
        self.take(actions[index])
        self.settle()
        by = SIDES[Side(due.by)]
        leaving = isinstance(frame, f.LastRetreat) and isinstance(
            self.state.stack.top if self.state.stack else None, f.Regrouping
        )
        if leaving and self.state.outcome is None:
            self.write(by, decision, legal, legal[index], then="retreat", active=by)
            self.write(by, "retreat", [["end_retreat"]], ["end_retreat"])
        else:
            self.write(by, decision, legal, legal[index])


def fabricated(
    scenario: str, rules: Ruleset, seed: int, most: int, *, autohit: bool = False
) -> list[dict[str, object]]:
    """Return the lines of a game as the other implementation would have recorded it."""
    recorder = Recorder(GAME.start(scenario, rules), random.Random(seed), autohit=autohit)
    recorder.settle()
    recorder.shown, recorder.hands = recorder.blocks(), recorder.held()
    calendar = recorder.state.calendar
    header: dict[str, object] = {
        "record": "game", "game": GAME.id, "scenario": SCENARIOS[scenario],
        "options": _options(rules, autohit),
        "year": calendar.year, "turn": calendar.turn, "active": "Both", "decision": "play_card",
        "blocks": recorder.shown, "hands": recorder.hands, "draws": recorder.draws,
    }  # fmt: skip
    recorder.draws = []
    while recorder.state.outcome is None and len(recorder.lines) < most:
        recorder.decide()
    outcome = recorder.state.outcome
    end: dict[str, object] = {"record": "end", "result": None if outcome is None else SIDES[outcome.winner]}
    return [header, *recorder.lines, end]


def _options(rules: Ruleset, autohit: bool) -> dict[str, bool]:
    immediate, schiltroms = rules.hit_timing == "per_block", rules.schiltroms == "on"
    options = {"immediate": immediate, "autohit": autohit, "schiltroms": schiltroms}
    return {name: True for name, wanted in options.items() if wanted}


def text_of(lines: list[dict[str, object]]) -> str:
    """Return a record as text."""
    return "".join(f"{json.dumps(line)}\n" for line in lines)
