"""Recorded games of a public implementation of Hammer of the Scots, replayed under the preset `peer`.

The records are JSON Lines: one `game`, the `step`s, one `end`. What has to be mapped, and nothing else is:

- *Names.* Blocks, areas and cards are written as in `spec_tables`; a noble is `Mar/E` or `Mar/S`.
- *Actions.* `_action` turns `[action, argument]` of a decision into an action of Referee, one to one, except:
  `end_retreat` is nothing to Referee (nobody is left when it is offered), and a choice that can only be taken back
  (a block without a coast to sail to, the Norse without a coast to flee to) is passed over together with its undoing.
- *Chance.* `draws` are fed to Referee's chance decisions in their order.
- *Silent decisions.* Referee asks more: whether a truce is called, and where Moray and the King winter though nothing
  but their present place is open. The other implementation does not ask, so the truce is called and they stay. Where
  nothing is left but to end a step of the winter it sometimes asks and sometimes not; Referee always does.
- *Early disbanding.* Referee lets Moray and the King disband in their own winter step; the records only do so with
  the other Scots. A King or Moray who cannot stay in England is disbanded by Referee at once, and in the records a
  few steps later: until then he counts as being in England.
- *Secret cards.* The records let the players choose in either order; Referee asks England first.

After a divergence the replay goes on from the recorded board, at the latest at the next play of cards.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from oracle.peers.report import Kind, PeerDivergence, PeerReport
from reference.hammer_of_the_scots.actions import (
    DONE,
    Action,
    Candidate,
    Card,
    Choose,
    Crown,
    DealCard,
    Disband,
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
from reference.hammer_of_the_scots.board import EMPTY_BOARD, ON_MAP, Away, Board, place_of, put, put_away
from reference.hammer_of_the_scots.ch01_map import AREAS, ENGLAND, Area
from reference.hammer_of_the_scots.ch02_armies import (
    BLOCKS,
    EDWARD,
    FIGURES,
    FULL,
    KING,
    LOYAL,
    MORAY,
    WALLACE,
    Block,
)
from reference.hammer_of_the_scots.ch03_cards import KINDS, hand_of
from reference.hammer_of_the_scots.coherence import refuse_incoherent
from reference.hammer_of_the_scots.frames import (
    Battle,
    Battles,
    Building,
    Declaring,
    Disbanding,
    Frame,
    GoingHome,
    Herald,
    Hits,
    LastRetreat,
    Marching,
    Moving,
    Pillage,
    PillageGains,
    PillageHits,
    Quarters,
    Raid,
    Regrouping,
    Retreating,
    SeaMove,
    Stage,
    TruceCall,
    Turn,
    Victuals,
)
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD, Cards, State
from reference.hammer_of_the_scots.tables import GAME
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.fields import Fields, fields_of
from reference.kernel.frames import Stack
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Event, Next, No
from spec_tables.reader import rows

PRESET = "peer"
_ENGINE = HammerOfTheScots()
_LETTER = {Side.ENGLAND: "E", Side.SCOTLAND: "S"}
_LAST_YEAR_OF_A_CAMPAIGN = 1400
_OFF_MAP = ("pool", "aside")
_MOST_STEPS = max(FULL)


def _peer_name(who: Block) -> str:
    figures = FIGURES[who]
    twofold = figures.noble and who not in LOYAL
    return f"{figures.name}/{_LETTER[figures.side]}" if twofold else figures.name


_NAMES: tuple[str, ...] = tuple(_peer_name(each) for each in BLOCKS)
_BLOCKS: Mapping[str, Block] = {name: each for each, name in zip(BLOCKS, _NAMES, strict=True)}
_AREA_NAMES: tuple[str, ...] = tuple(row.word("name") for row in rows(GAME, "areas"))
_AREAS: Mapping[str, Area] = dict(zip(_AREA_NAMES, AREAS, strict=True))
_CARDS: Mapping[str, Card] = {row.word("name"): Card(row.word("id")) for row in rows(GAME, "cards")}
_CARD_NAMES: Mapping[Card, str] = {card: name for name, card in _CARDS.items()}
_SIDES: Mapping[str, Side] = {"England": Side.ENGLAND, "Scotland": Side.SCOTLAND}
_SIDE_NAMES: Mapping[str, str] = {side.value: name for name, side in _SIDES.items()}
_SCENARIOS: Mapping[str, str] = {"Braveheart": "braveheart", "The Bruce": "the_bruce", "Campaign": "campaign"}
_CROWNS = {
    "crown_bruce": Candidate.BRUCE,
    "crown_comyn": Candidate.COMYN,
    "return_of_the_king": Candidate.BALLIOL,
}
_WITH_ARGUMENT = frozenset(
    ("play", "noble", "block", "area", "battle_fire", "battle_pass", "battle_retreat", "battle_hit")
)
_QUARTERS = {MORAY: "moray", KING: "scottish_king", EDWARD: "edward_wintering", WALLACE: "wallace"}
_FRAME_DECISIONS: Mapping[type[Frame], str] = {
    Declaring: "coronation_event", Herald: "herald", Victuals: "victuals", Pillage: "pillage",
    PillageHits: "pillage_hits", PillageGains: "pillage_builds", Moving: "move_who", Marching: "move_where",
    Battle: "battle_round", Hits: "battle_hits", Retreating: "retreat_in_battle", Raid: "border_raids",
}  # fmt: skip
T = TypeVar("T")
Where: TypeAlias = tuple[str, int]


# ---------------------------------------------------------------- the record


@dataclass(frozen=True, slots=True)
class _After:
    changed: Mapping[str, Where]
    year: int
    turn: int
    active: str
    decision: str
    hands: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Step:
    number: int
    by: Side
    decision: str
    legal: tuple[tuple[str, ...], ...]
    do: tuple[str, ...]
    draws: tuple[tuple[str, str], ...]
    after: _After


@dataclass(frozen=True, slots=True)
class _Record:
    scenario: str
    ruleset: RulesetName
    blocks: Mapping[str, Where]
    draws: tuple[tuple[str, str], ...]
    steps: tuple[_Step, ...]
    result: str | None


def recognises(text: str) -> bool:
    """Say whether a text looks like a recorded game of this implementation."""
    first = text.split("\n", 1)[0]
    try:
        given = fields_of(parse(first))
    except Unreadable:
        return False
    return given.take("record") == "game" and given.take("scenario") in _SCENARIOS and "blocks" in given


def _texts(value: Json) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise Unreadable("", "must be a list")
    return tuple(each if isinstance(each, str) else canonical_text(each) for each in value)


def _chosen(value: Json) -> tuple[str, ...]:
    """Return an action of the record with its argument, if it has one."""
    choice = _texts(value)
    if not choice or (choice[0] in _WITH_ARGUMENT) is not (len(choice) > 1):
        raise Unreadable("", f"{canonical_text(value)[:60]} is no action of these records")
    return choice


def _list(given: Fields, name: str) -> tuple[Json, ...]:
    value = given.take(name)
    if not isinstance(value, list | tuple):
        raise Unreadable(name, "must be a list")
    return tuple(value)


def _draws(given: Fields) -> tuple[tuple[str, str], ...]:
    found = []
    for item in _list(given, "draws"):
        draw = fields_of(item)
        value = draw.take("value")
        found.append((draw.text("kind"), value if isinstance(value, str) else canonical_text(value)))
    return tuple(found)


def _wheres(given: Fields, name: str) -> dict[str, Where]:
    def read(fields: Fields, key: str) -> Where:
        where = fields.mapping(key)
        return where.text("area"), where.number("steps", 0)

    found = dict(given.each(name, read))
    for block, (area, steps) in found.items():
        if block not in _BLOCKS:
            raise Unreadable(name, f"{block!r} is no block")
        if area not in _AREAS and area not in _OFF_MAP:
            raise Unreadable(f"{name}.{block}", f"{area!r} is no area")
        if not 0 <= steps <= _MOST_STEPS:
            raise Unreadable(f"{name}.{block}", f"{steps} is no strength")
    return found


def _read_step(given: Fields) -> _Step:
    after = given.mapping("after")
    return _Step(
        given.number("n", -1),
        _known(_SIDES, given.text("by"), "side"),
        given.text("decision"),
        tuple(_chosen(each) for each in _list(given, "legal")),
        _chosen(given.take("do")),
        _draws(given),
        _After(
            _wheres(after, "changed"),
            after.number("year", 0),
            after.number("turn", 0),
            after.text("active"),
            after.text("decision"),
            dict(after.each("hands", Fields.texts)),
        ),
    )


def _read(text: str) -> _Record:
    """Read a whole record; `Unreadable` names the line."""
    header: Fields | None = None
    steps: list[_Step] = []
    result: str | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            given = fields_of(parse(line))
            kind = given.text("record")
            if kind == "game":
                header = given
            elif kind == "step":
                steps.append(_read_step(given))
            elif kind == "end":
                value = given.take("result")
                result = value if isinstance(value, str) else None
        except Unreadable as fault:
            raise fault.within(f"line {number}") from None
    if header is None:
        raise Unreadable("line 1", "has no record of the game")
    blocks = _wheres(header, "blocks")
    if len(blocks) < len(BLOCKS):
        raise Unreadable("line 1, blocks", f"{len(BLOCKS)} blocks are wanted, not {len(blocks)}")
    scenario = _known(_SCENARIOS, header.text("scenario"), "scenario")
    return _Record(
        scenario, _ruleset_name(header.mapping("options")), blocks,
        _draws(header), tuple(steps), result,
    )  # fmt: skip


def _ruleset_name(options: Fields) -> RulesetName:
    """Return the preset, with hits gathered by letter where the record was made so, and schiltroms where chosen."""
    changes: dict[str, str] = {}
    if options.take("immediate") is not True:
        changes["hit_timing"] = "per_letter_step"
    if options.take("schiltrom") is True or options.take("schiltroms") is True:
        changes["schiltroms"] = "on"
    return RulesetName(PRESET, tuple(sorted(changes.items())))


# ---------------------------------------------------------------- the mapping


def _decision_name(state: State) -> str:
    """Return what the other implementation calls the decision that is due."""
    if state.outcome is not None:
        return "game_over"
    frame = state.stack.top
    match frame:
        case Turn():
            return "play_card"
        case SeaMove(block=who):
            return "sea_move" if who is None else "sea_move_to"
        case Battles():
            below = state.stack.frames[-2]
            last = isinstance(below, Turn) and below.stage is Stage.RAID
            return "battle_phase" if last else "coronation_battles"
        case LastRetreat(block=who):
            return "retreat" if who is None else "retreat_to"
        case Regrouping(block=who):
            return "regroup" if who is None else "regroup_to"
        case GoingHome(noble):
            return FIGURES[noble].noble
        case Quarters(who):
            return _QUARTERS[who]
        case Disbanding(side):
            return "english_disbanding" if side is Side.ENGLAND else "scottish_disbanding"
        case Building(side):
            return "english_builds" if side is Side.ENGLAND else "scottish_builds"
        case _:
            return _FRAME_DECISIONS.get(type(frame), type(frame).__name__)


def _action(state: State, step: _Step, choice: tuple[str, ...]) -> Action | None:
    """Return Referee's action for a recorded one; nothing where Referee has none."""
    name, argument = choice[0], choice[1] if len(choice) > 1 else ""
    if name in _CROWNS:
        return Crown(_CROWNS[name])
    if name == "play_event":
        return PlayEvent()
    if name == "noble":
        side = step.by.enemy
        return Select(_known(_BLOCKS, f"{argument}/{_LETTER[side]}", "block"))
    simple: Mapping[str, Action] = {
        "pass": DONE, "end_builds": DONE, "end_pillage": DONE, "end_move_phase": DONE, "end_regroup": DONE,
        "end_disbanding": DONE, "winter": Winter(), "disband": Disband(), "eliminate": GiveUp(),
    }  # fmt: skip
    if name in simple:
        return simple[name]
    return _action_with_argument(state, name, argument)


def _action_with_argument(state: State, name: str, argument: str) -> Action | None:
    match name:
        case "play":
            return PlayCard(_known(_CARDS, argument, "card"))
        case "battle_fire":
            return Fight(_known(_BLOCKS, argument, "block"))
        case "battle_pass":
            return Hold(_known(_BLOCKS, argument, "block"))
        case "battle_retreat":
            return Withdraw(_known(_BLOCKS, argument, "block"))
        case "block" | "battle_hit":
            return Select(_known(_BLOCKS, argument, "block"))
        case "area":
            frame = state.stack.top if state.stack else None
            place = _known(_AREAS, argument, "area")
            return March(frame.block, place) if isinstance(frame, Marching) else Choose(place)
        case _:
            return None


def _in_words(action: Action) -> Json:
    return _ENGINE.write_action(action)


def _where(board: Board, who: Block) -> Where:
    at = board.at[who]
    if at < ON_MAP:
        return _AREA_NAMES[at], board.steps[who]
    return ("pool" if at == Away.POOL else "aside"), 0


def _board_of(blocks: Mapping[str, Where], dead: Board) -> Board:
    """Return the recorded board; who is aside stays dead if he was."""
    board = EMPTY_BOARD
    for name, (area, steps) in blocks.items():
        who = _BLOCKS[name]
        if area in _AREAS:
            board = put(board, who, _AREAS[area], steps)
        elif area == "pool":
            board = put_away(board, who, Away.POOL)
        elif dead.at[who] == Away.DEAD or (FIGURES[who].black_cross and dead.at[who] != Away.ASIDE):
            board = put_away(board, who, Away.DEAD)
    return board


# ---------------------------------------------------------------- the replay


def _known(names: Mapping[str, T], name: str, what: str) -> T:
    """Return what a name of the record stands for; one nobody knows makes the record unreadable."""
    if name not in names:
        raise Unreadable("", f"{name!r} is no {what}")
    return names[name]


class _Lost(Exception):
    """The replay cannot follow the record until the next play of cards."""


_TAKEN_BACK = frozenset({Reason.NO_DESTINATION, Reason.NO_WAY_OUT})


@dataclass(slots=True)
class _Replay:
    state: State
    blocks: dict[str, Where]
    found: list[PeerDivergence] = field(default_factory=list)
    undoing: str = ""
    early: set[str] = field(default_factory=set)
    first_play: tuple[Side, Card] | None = None
    rules: tuple[RuleId, ...] = ()

    # ------------------------------------------------------------ going on

    def followed(self, step: _Step, lost: bool) -> bool:
        """Replay one recorded step, or pass over it while the replay is lost; say whether it is lost after it."""
        if not lost:
            try:
                self.follow(step)
            except _Lost:
                pass
            else:
                return False
        return not self.resumed(step)

    def follow(self, step: _Step) -> None:
        """Replay one recorded step."""
        self.rules = ()
        if self.passed_over(step):
            self.settle(step, [*step.draws])
        elif step.decision == "play_card":
            self.play(step)
        else:
            self.judge(step)
            self.act(step, self.chosen(step))
        self.blocks.update(step.after.changed)
        self.compare(step)

    def chosen(self, step: _Step) -> Action | None:
        """Return Referee's action for what was done; who is said to stay in England is disbanded there and then."""
        if step.decision in ("moray", "scottish_king") and step.do == ("area", "England"):
            self.early.add(_NAMES[MORAY if step.decision == "moray" else KING])
            return Disband()
        return _action(self.state, step, step.do)

    def passed_over(self, step: _Step) -> bool:
        """Pass over what is nothing to Referee; say whether this step is."""
        if self.undoing:
            undone = step.do == ("block", self.undoing) and len(step.legal) == 1
            self.undoing = ""
            if not undone:
                raise _Lost
            return True
        if step.do == ("end_retreat",):
            return _decision_name(self.state) == "regroup"
        if step.decision == "scottish_disbanding" and len(step.do) > 1 and step.do[1] in self.early:
            self.early.discard(step.do[1])
            return True
        action = _action(self.state, step, step.do)
        if step.decision in ("sea_move", "battle_round") and self.only_taken_back(action):
            self.undoing = step.do[1]
            return True
        return False

    def only_taken_back(self, action: Action | None) -> bool:
        """Say whether Referee refuses a choice only because it leads nowhere."""
        if not isinstance(action, Select | Withdraw):
            return False
        verdict = _ENGINE.step(self.state, action)
        return isinstance(verdict, No) and all(each.reason in _TAKEN_BACK for each in verdict.violations)

    def play(self, step: _Step) -> None:
        """Play cards in the order of the record: England's waits for Scotland's if that came first."""
        card = _known(_CARDS, step.do[1], "card")
        offered = {
            _CARD_NAMES[each] for each, left in zip(KINDS, hand_of(self.state.cards, step.by), strict=True) if left
        }
        recorded = {choice[-1] for choice in step.legal}
        if _decision_name(self.state) != "play_card" or offered != recorded:
            self.diverge(step, Kind.CHOICES, sorted(offered), sorted(recorded), ("hs:3.1-1",))
        if self.first_play is None:
            self.first_play = (step.by, card)
            return
        cards = dict((self.first_play, (step.by, card)))
        self.first_play = None
        for side in Side:
            self.act(step, PlayCard(cards[side]), draws=side is Side.SCOTLAND)

    def act(self, step: _Step, action: Action | None, *, draws: bool = True) -> None:
        """Take an action and what chance brought after it."""
        verdict = _ENGINE.step(self.state, action) if action is not None else None
        if not isinstance(verdict, Next):
            rules = tuple(each.rule for each in verdict.violations) if isinstance(verdict, No) else ()
            self.diverge(step, Kind.ILLEGAL, self.options(), list(step.do), rules or self.due_rules())
            raise _Lost
        self.went_on(verdict)
        self.settle(step, [*step.draws] if draws else [])

    def went_on(self, verdict: Next[State]) -> None:
        self.state = verdict.state
        self.rules = (*self.rules, *_cited(verdict.events))

    def settle(self, step: _Step, draws: list[tuple[str, str]]) -> None:
        """Feed chance from the record and answer what the other implementation does not ask."""
        while True:
            due = _ENGINE.decision(self.state)
            if isinstance(due, Chance):
                if not draws:
                    break
                self.chance(step, due, draws.pop(0))
                continue
            silent = self.silent(step)
            if silent is None:
                break
            verdict = _ENGINE.step(self.state, silent)
            assert isinstance(verdict, Next)
            self.went_on(verdict)
        if draws:
            self.diverge(step, Kind.CHANCE, [], [list(each) for each in draws], self.due_rules())

    def chance(self, step: _Step, due: Chance[Action], draw: tuple[str, str]) -> None:
        kind, value = draw
        outcome = _outcome(kind, value)
        verdict = _ENGINE.step(self.state, outcome)
        if not isinstance(verdict, Next):
            expected = [_in_words(each) for each in due.actions]
            self.diverge(step, Kind.CHANCE, expected, list(draw), due.rules)
            raise _Lost
        self.went_on(verdict)

    def silent(self, step: _Step) -> Action | None:
        """Return Referee's action for a decision the other implementation does not ask."""
        if self.state.outcome is not None or not self.state.stack:
            return None
        frame = self.state.stack.top
        if isinstance(frame, TruceCall):
            return PlayEvent()
        if isinstance(frame, Quarters) and frame.block in (MORAY, KING):
            if step.after.decision == _QUARTERS[frame.block]:
                return None
            here = place_of(self.state.board, frame.block)
            if here != ENGLAND:
                return Choose(here)
            self.early.add(_NAMES[frame.block])
            return Disband()
        due = _ENGINE.decision(self.state)
        if isinstance(frame, Disbanding) and isinstance(due, Choice) and due.actions == (DONE,):
            return None if step.after.decision == _decision_name(self.state) else DONE
        return None

    # ------------------------------------------------------------ judging

    def options(self) -> list[Json]:
        due = _ENGINE.decision(self.state)
        return [] if isinstance(due, Over) else [_in_words(each) for each in due.actions]

    def due_rules(self) -> tuple[RuleId, ...]:
        return _ENGINE.decision(self.state).rules

    def judge(self, step: _Step) -> None:
        """Compare who decides what, and every choice, with the record."""
        name, due = _decision_name(self.state), _ENGINE.decision(self.state)
        if name != step.decision or not isinstance(due, Choice) or due.by != step.by.value:
            by = due.by if isinstance(due, Choice) else "nobody"
            self.diverge(step, Kind.DECISION, f"{name} by {by}", f"{step.decision} by {step.by}", due.rules)
            raise _Lost
        offered = {each for each in due.actions if not self.beyond_the_record(each)}
        recorded = {action for choice in step.legal if (action := self.choice(step, choice)) is not None}
        surplus = {each for each in recorded - offered if not self.only_taken_back(each)}
        lacking = offered - recorded
        if surplus or lacking:
            self.unlike(step, due, surplus, lacking)

    def beyond_the_record(self, action: Action) -> bool:
        """Say whether an action is one the record offers later or in other words."""
        frame = self.state.stack.top
        if isinstance(frame, Disbanding) and self.early:
            return frame.side is Side.SCOTLAND
        return isinstance(action, Disband) and isinstance(frame, Quarters) and frame.block in (MORAY, KING)

    def choice(self, step: _Step, choice: tuple[str, ...]) -> Action | None:
        """Return a recorded choice as Referee's action; nothing for one that concerns an early disbanding.

        A recorded stay of Moray or the King in England is no choice to Referee either: he must disband.
        """
        if self.early and step.decision == "scottish_disbanding":
            return None
        if step.decision in ("moray", "scottish_king") and choice == ("area", "England"):
            return None
        return _action(self.state, step, choice)

    def unlike(self, step: _Step, due: Choice[Action], surplus: set[Action], lacking: set[Action]) -> None:
        rules: list[RuleId] = []
        for action in surplus:
            verdict = _ENGINE.step(self.state, action)
            if isinstance(verdict, No):
                rules.extend(each.rule for each in verdict.violations)
        expected = sorted((_in_words(each) for each in lacking), key=canonical_text)
        found = sorted((_in_words(each) for each in surplus), key=canonical_text)
        self.diverge(step, Kind.CHOICES, expected, found, tuple(dict.fromkeys(rules)) or due.rules)

    def compare(self, step: _Step) -> None:
        """Compare the board, the calendar and the hands after a step with the record; then go on from the record."""
        expected: dict[str, Json] = {}
        found: dict[str, Json] = {}
        for who, name in zip(BLOCKS, _NAMES, strict=True):
            area, steps = self.blocks[name]
            here = _where(self.state.board, who)
            if name in self.early and area == "England":
                continue
            if (area, steps if area in _AREAS else 0) != here:
                expected[name], found[name] = list(here), [area, steps]
        if expected:
            self.diverge(step, Kind.BOARD, expected, found, tuple(dict.fromkeys(self.rules)) or self.due_rules())
            self.state = self.state._replace(board=_board_of(self.blocks, self.state.board))
            if not _can_go_on(self.state):
                raise _Lost
        self.compare_course(step)

    def compare_course(self, step: _Step) -> None:
        after, name = step.after, _decision_name(self.state)
        if after.decision == "game_over" or name == "game_over":
            if after.decision != name:
                ruling = "F5" if after.year > _LAST_YEAR_OF_A_CAMPAIGN - 1 and not self.state.calendar.last_year else ""
                rules = ("hs:8.3-1", "hs:8.3-2") if ruling else self.due_rules()
                self.diverge(step, Kind.DECISION, name, after.decision, rules, ruling)
            return
        calendar = self.state.calendar
        if (calendar.year, calendar.turn) != (after.year, after.turn):
            self.diverge(
                step, Kind.CALENDAR, [calendar.year, calendar.turn], [after.year, after.turn], ("hs:7.0-1", "hs:7.0-2")
            )
        for peer, side in _SIDES.items():
            if peer in after.hands and self.first_play is None:
                hand = hand_of(self.state.cards, side)
                held = sorted(_CARD_NAMES[card] for card, left in zip(KINDS, hand, strict=True) for _ in range(left))
                if held != sorted(after.hands[peer]):
                    self.diverge(step, Kind.HANDS, held, sorted(after.hands[peer]), ("hs:3.0-2",))

    def diverge(
        self, step: _Step, kind: Kind, expected: Json, found: Json, rules: tuple[RuleId, ...], ruling: str = ""
    ) -> None:
        """Note a divergence."""
        self.found.append(PeerDivergence(step.number, kind, step.decision, expected, found, rules, ruling))

    def resumed(self, step: _Step) -> bool:
        """Go on from the recorded board at a play of cards; say whether this is one."""
        self.blocks.update(step.after.changed)
        self.undoing, self.first_play = "", None
        self.early.clear()
        if step.after.decision != "play_card" or step.after.active != "Both":
            return False
        hands = {side: _hand(step.after.hands.get(peer, ())) for peer, side in _SIDES.items()}
        if not step.after.hands:
            hands = {side: hand_of(self.state.cards, side) for side in Side}
        resumed = self.state._replace(
            board=_board_of(self.blocks, self.state.board),
            calendar=self.state.calendar._replace(year=step.after.year, turn=step.after.turn),
            cards=Cards(hands[Side.ENGLAND], hands[Side.SCOTLAND]),
            field=FRESH_FIELD,
            stack=Stack((Turn(Stage.CARDS),)),
            outcome=None,
        )
        if not _can_go_on(resumed):
            return False
        self.state = resumed
        return True


def _outcome(kind: str, value: str) -> Action:
    """Return what chance brought, as Referee's action."""
    match kind:
        case "levy" | "pool":
            return DrawBlock(_known(_BLOCKS, value, "block"))
        case "card":
            return DealCard(_known(_CARDS, value, "card"))
        case "d6" if value.isdecimal():
            return Roll(int(value))
        case _:
            raise Unreadable("draws", f"{kind} {value} is no draw of these records")


def _can_go_on(state: State) -> bool:
    """Say whether the procedures under way fit the recorded board."""
    try:
        refuse_incoherent(state)
    except Unreadable:
        return False
    due = _ENGINE.decision(state)
    return isinstance(due, Over) or bool(due.actions)


def _hand(names: tuple[str, ...]) -> bytes:
    cards = [_known(_CARDS, name, "card") for name in names]
    return bytes(cards.count(card) for card in KINDS)


def _cited(events: tuple[Event, ...]) -> Iterator[RuleId]:
    for each in events:
        yield from each.rules


def _begun(record: _Record, ruleset: Ruleset) -> tuple[State, list[PeerDivergence]]:
    """Return the state after the recorded set-up, and where that parts from the rules."""
    start = _ENGINE.start(record.scenario, ruleset)
    opening = _Step(
        -1, Side.ENGLAND, "set_up", (), (), record.draws, _After({}, 0, 0, "", "play_card", {})
    )  # fmt: skip
    replay = _Replay(start, dict(record.blocks))
    try:
        replay.settle(opening, [*record.draws])
    except _Lost:
        return start, replay.found
    for who, name in zip(BLOCKS, _NAMES, strict=True):
        area, steps = record.blocks[name]
        if (area, steps if area in _AREAS else 0) != _where(replay.state.board, who):
            there, strength = _where(replay.state.board, who)
            replay.diverge(opening, Kind.BOARD, [there, strength], [area, steps], ("hs:8.1-2", "hs:8.2-2"))
    return replay.state, replay.found


def replay(text: str) -> PeerReport:
    """Replay a recorded game and report where it parts from the rules; `Unreadable` if it cannot be read."""
    record = _read(text)
    ruleset = _ENGINE.ruleset(options_of(GAME, record.ruleset))
    state, found = _begun(record, ruleset)
    game = _Replay(state, dict(record.blocks), found)
    lost = False
    for step in record.steps:
        try:
            lost = game.followed(step, lost)
        except Unreadable as fault:
            raise fault.within(f"step {step.number}") from None
    _judge_result(game, record)
    winner = "" if game.state.outcome is None else game.state.outcome.winner.value
    return PeerReport(
        GAME, record.scenario, str(record.ruleset), len(record.steps), winner, tuple(game.found)
    )  # fmt: skip


def _judge_result(game: _Replay, record: _Record) -> None:
    """Compare who won with the record, unless that was cut."""
    if record.result is None or not record.steps:
        return
    outcome = game.state.outcome
    winner = None if outcome is None else _SIDE_NAMES[outcome.winner.value]
    if winner != record.result and not any(each.ruling == "F5" for each in game.found):
        rules = () if outcome is None else (outcome.rule,)
        game.diverge(record.steps[-1], Kind.RESULT, winner, record.result, rules or ("hs:9.0-1",))
