"""The form of recorded games of Hammer of the Scots: lines, names, positions and choices, translated into ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from oracle.peers.formats import Format, has
from oracle.peers.importer import Title
from reference.hammer_of_the_scots.actions import (
    DONE,
    Action,
    Candidate,
    Card,
    Choose,
    Crown,
    DealCard,
    DealHits,
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
from reference.hammer_of_the_scots.board import EMPTY_BOARD, ON_MAP, Away, Board, put, put_away
from reference.hammer_of_the_scots.ch01_map import AREAS, Area
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
from reference.hammer_of_the_scots.ch03_cards import KINDS
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
    Turn,
    TurnStage,
    Victuals,
)
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import COUNT, Range
from reference.kernel.rulesets import RulesetName
from spec_tables.reader import rows

PRESET = "peer"
GAME = HammerOfTheScots()
_LETTER = {Side.ENGLAND: "E", Side.SCOTLAND: "S"}
OFF_MAP = ("pool", "aside")
STRENGTH = Range(0, max(FULL))


def _peer_name(who: Block) -> str:
    figures = FIGURES[who]
    twofold = figures.noble and who not in LOYAL
    return f"{figures.name}/{_LETTER[figures.side]}" if twofold else figures.name


NAMES: tuple[str, ...] = tuple(_peer_name(each) for each in BLOCKS)
_BLOCKS: Mapping[str, Block] = {name: each for each, name in zip(BLOCKS, NAMES, strict=True)}
_AREA_NAMES: tuple[str, ...] = tuple(row.word("name") for row in rows(GAME.id, "areas"))
AREA_OF: Mapping[str, Area] = dict(zip(_AREA_NAMES, AREAS, strict=True))
CARDS: Mapping[str, Card] = {row.word("name"): Card(row.word("id")) for row in rows(GAME.id, "cards")}
CARD_NAMES: Mapping[Card, str] = {card: name for name, card in CARDS.items()}
SIDES: Mapping[str, Side] = {"England": Side.ENGLAND, "Scotland": Side.SCOTLAND}
SIDE_NAMES: Mapping[str, str] = {side.value: name for name, side in SIDES.items()}
SCENARIOS: Mapping[str, str] = {"Braveheart": "braveheart", "The Bruce": "the_bruce", "Campaign": "campaign"}
CROWNS = {
    "crown_bruce": Candidate.BRUCE,
    "crown_comyn": Candidate.COMYN,
    "return_of_the_king": Candidate.BALLIOL,
}
_WITH_ARGUMENT = frozenset(
    ("play", "noble", "block", "area", "battle_fire", "battle_pass", "battle_retreat", "battle_hit")
)
QUARTERS = {MORAY: "moray", KING: "scottish_king", EDWARD: "edward_wintering", WALLACE: "wallace"}
_FRAME_DECISIONS: Mapping[type[Frame], str] = {
    Declaring: "coronation_event", Herald: "herald", Victuals: "victuals", Pillage: "pillage",
    PillageHits: "pillage_hits", PillageGains: "pillage_builds", Moving: "move_who", Marching: "move_where",
    Battle: "battle_round", Hits: "battle_hits", Retreating: "retreat_in_battle", Raid: "border_raids",
}  # fmt: skip
# The phases of a turn, by the decisions in them; everything else is the winter.
PHASES: Mapping[str, str] = {
    **dict.fromkeys(("play_card", "coronation_event", "herald", "victuals", "pillage"), "cards"),
    **dict.fromkeys(("pillage_hits", "pillage_builds", "sea_move", "sea_move_to", "coronation_battles"), "cards"),
    **dict.fromkeys(("move_who", "move_where"), "moves"),
    **dict.fromkeys(("battle_phase", "battle_round", "battle_hits", "retreat_in_battle"), "battles"),
    **dict.fromkeys(("retreat", "retreat_to", "regroup", "regroup_to"), "battles"),
    "border_raids": "raids",
}
T = TypeVar("T")
Where: TypeAlias = tuple[str, int]


# ---------------------------------------------------------------- the record


def known(names: Mapping[str, T], name: str, what: str) -> T:
    """Return the meaning of a recorded name; an unknown name makes the record unreadable."""
    if name not in names:
        raise Unreadable("", f"{name!r} is no {what}")
    return names[name]


@dataclass(frozen=True, slots=True)
class AfterStep:
    """The recorded position after a step."""

    changed: Mapping[str, Where]
    year: int
    turn: int
    active: str
    decision: str
    hands: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A step as recorded."""

    number: int
    by: Side
    decision: str
    legal: tuple[tuple[str, ...], ...]
    do: tuple[str, ...]
    draws: tuple[tuple[str, str], ...]
    after: AfterStep

    @property
    def steps(self) -> int:
        """Return the number of its steps."""
        return 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """The first line of a recorded game: what is played, and the set-up with its draws."""

    title: Title
    autohit: bool
    blocks: Mapping[str, Where]
    hands: Mapping[str, tuple[str, ...]]
    draws: tuple[tuple[str, str], ...]


FORMAT = Format(
    "hammer_of_the_scots",
    "steps of a public implementation of Hammer of the Scots, with every choice offered",
    (has("record", "game"), has("scenario", *SCENARIOS), has("options"), has("blocks"), has("hands"), has("draws")),
)


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
        return where.text("area"), where.number("steps", 0, STRENGTH)

    found = dict(given.each(name, read))
    for block, (area, _) in found.items():
        if block not in _BLOCKS:
            raise Unreadable(name, f"{block!r} is no block")
        if area not in AREA_OF and area not in OFF_MAP:
            raise Unreadable(f"{name}.{block}", f"{area!r} is no area")
    return found


def read_step(given: Fields) -> StepRecord:
    """Read the line of a step."""
    after = given.mapping("after")
    return StepRecord(
        given.number("n", -1, COUNT),
        known(SIDES, given.text("by"), "side"),
        given.text("decision"),
        tuple(_chosen(each) for each in _list(given, "legal")),
        _chosen(given.take("do")),
        _draws(given),
        AfterStep(
            _wheres(after, "changed"),
            after.number("year", 0, COUNT),
            after.number("turn", 0, COUNT),
            after.text("active"),
            after.text("decision"),
            dict(after.each("hands", Fields.texts)),
        ),
    )


def read_game(header: Fields) -> GameRecord:
    """Read the first line."""
    blocks = _wheres(header, "blocks")
    if len(blocks) < len(BLOCKS):
        raise Unreadable("blocks", f"{len(BLOCKS)} blocks are wanted, not {len(blocks)}")
    options = header.mapping("options")
    return GameRecord(
        title=Title(
            game=GAME.id,
            scenario=known(SCENARIOS, header.text("scenario"), "scenario"),
            ruleset=_ruleset_name(options),
        ),
        autohit=options.take("autohit") is True,
        blocks=blocks,
        hands=dict(header.each("hands", Fields.texts)),
        draws=_draws(header),
    )


# What each option of the other implementation means as an option of ours; `autohit` is no rule.
OPTIONS: Mapping[str, Mapping[bool, dict[str, str]]] = {
    "immediate": {True: {}, False: {"hit_timing": "until_side_changes"}},
    "schiltroms": {True: {"schiltroms": "on"}, False: {}},
    "autohit": {True: {}, False: {}},
}


def _ruleset_name(options: Fields) -> RulesetName:
    """Return the preset as the record was played; an unknown option makes the record unreadable."""
    for name, value in options.given.items():
        if name not in OPTIONS:
            raise Unreadable(f"options.{name}", f"unknown; known are {', '.join(sorted(OPTIONS))}")
        if not isinstance(value, bool):
            raise Unreadable(f"options.{name}", "must be true or false")
    changes: dict[str, str] = {}
    for name, meanings in OPTIONS.items():
        changes.update(meanings[options.take(name) is True])
    return RulesetName(PRESET, tuple(sorted(changes.items())))


# ---------------------------------------------------------------- the mapping


def decision_name(state: State) -> str:
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
            last = isinstance(below, Turn) and below.stage is TurnStage.RAID
            return "battle_phase" if last else "coronation_battles"
        case LastRetreat(block=who):
            return "retreat" if who is None else "retreat_to"
        case Regrouping(block=who):
            return "regroup" if who is None else "regroup_to"
        case GoingHome(noble):
            return FIGURES[noble].noble
        case Quarters(who):
            return QUARTERS[who]
        case Disbanding(side):
            return "english_disbanding" if side is Side.ENGLAND else "scottish_disbanding"
        case Building(side):
            return "english_builds" if side is Side.ENGLAND else "scottish_builds"
        case _:
            return _FRAME_DECISIONS.get(type(frame), type(frame).__name__)


def action_of(state: State, step: StepRecord, choice: tuple[str, ...]) -> Action | None:
    """Return Referee's action for a recorded one, or None."""
    name, argument = choice[0], choice[1] if len(choice) > 1 else ""
    if name in CROWNS:
        return Crown(CROWNS[name])
    if name == "play_event":
        return PlayEvent()
    if name == "noble":
        side = step.by.enemy
        return Select(known(_BLOCKS, f"{argument}/{_LETTER[side]}", "block"))
    simple: Mapping[str, Action] = {
        "pass": DONE, "end_builds": DONE, "end_pillage": DONE, "end_move_phase": DONE, "end_regroup": DONE,
        "end_disbanding": DONE, "assign": DealHits(), "winter": Winter(), "disband": Disband(), "eliminate": GiveUp(),
    }  # fmt: skip
    if name in simple:
        return simple[name]
    return _action_with_argument(state, name, argument)


def _action_with_argument(state: State, name: str, argument: str) -> Action | None:
    match name:
        case "play":
            return PlayCard(known(CARDS, argument, "card"))
        case "battle_fire":
            return Fight(known(_BLOCKS, argument, "block"))
        case "battle_pass":
            return Hold(known(_BLOCKS, argument, "block"))
        case "battle_retreat":
            return Withdraw(known(_BLOCKS, argument, "block"))
        case "block" | "battle_hit":
            return Select(known(_BLOCKS, argument, "block"))
        case "area":
            frame = state.stack.top if state.stack else None
            place = known(AREA_OF, argument, "area")
            return March(frame.block, place) if isinstance(frame, Marching) else Choose(place)
        case _:
            return None


def in_words(action: Action) -> Json:
    """Return an action as traces write it."""
    return GAME.write_action(action)


def where_is(board: Board, who: Block) -> Where:
    """Return where a block is, and its strength, as the record writes it."""
    at = board.at[who]
    if at < ON_MAP:
        return _AREA_NAMES[at], board.steps[who]
    return ("pool" if at == Away.POOL else "aside"), 0


def board_of(blocks: Mapping[str, Where], dead: Board) -> Board:
    """Return the recorded board; a block set aside is dead if it was dead before or must be."""
    board = EMPTY_BOARD
    for name, (area, steps) in blocks.items():
        who = _BLOCKS[name]
        if area in AREA_OF:
            board = put(board, who, AREA_OF[area], steps)
        elif area == "pool":
            board = put_away(board, who, Away.POOL)
        elif dead.at[who] == Away.DEAD or (FIGURES[who].black_cross and dead.at[who] != Away.ASIDE):
            board = put_away(board, who, Away.DEAD)
    return board


def outcome_of(kind: str, value: str) -> Action:
    """Return a result of chance as Referee's action."""
    match kind:
        case "levy" | "pool":
            return DrawBlock(known(_BLOCKS, value, "block"))
        case "card":
            return DealCard(known(CARDS, value, "card"))
        case "d6" if value.isdecimal():
            return Roll(int(value))
        case _:
            raise Unreadable("draws", f"{kind} {value} is no draw of these records")


def hand_named(names: tuple[str, ...]) -> bytes:
    """Return a hand of the cards of these names."""
    cards = [known(CARDS, name, "card") for name in names]
    return bytes(cards.count(card) for card in KINDS)
