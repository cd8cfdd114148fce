"""Recorded games of A Few Acres of Snow as another implementation kept them, replayed under the preset `online`.

A record is JSON Lines: one `game` with the position before the first turn, then `turn`s with what was done, what was
drawn and the position after it. The mapping to our game is small:

- cards: `<owner>.loc.<place>` and `<owner>.emp.<id>#<copy>` become our kinds; the first copy of the French regular
  infantry is the starting one;
- acts: each recorded act is one act of ours with its cards as further choices, in our order where theirs has none;
- answers of the opponent (blocks, losses) stand in the act they answer and are played as his decisions;
- draws are the recorded ones; between reshuffles the decks are laid down in the recorded order, so our game itself
  refuses any other card;
- what is not recorded (whether a captured place is settled and with which card) is tried out against the position.

After a divergence the replay goes on from the recorded position, so that one slip does not hide the next.
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from reference.few_acres_of_snow import actions as a
from reference.few_acres_of_snow import positions
from reference.few_acres_of_snow.ch01_board import LOCATIONS, Place, place
from reference.few_acres_of_snow.ch02_cards import (
    FORTIFICATIONS,
    INTENDANT,
    LOUISBOURG_CARD,
    TRADERS,
    Card,
    card,
    location_card,
    names,
    pile,
)
from reference.few_acres_of_snow.ch05_actions import is_free
from reference.few_acres_of_snow.ch08_sieges import defence, strength
from reference.few_acres_of_snow.ch11_raids import RAID_ORDER
from reference.few_acres_of_snow.frames import Drawing, Naming, Purpose, SiegeWon, Step, Turn, TurnStart
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.happenings import Happening
from reference.few_acres_of_snow.procedures import advance, answered, pending
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player, with_player
from reference.kernel.canonical import Difference, Json, Unreadable, canonical_text, differences, parse
from reference.kernel.fields import Fields, fields_of
from reference.kernel.frames import WAITING, Waiting, settle
from reference.kernel.rules import RuleId
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Event, Next, No

PRESET = "online"
MOST_ATTEMPTS = 500
KNOWN = {("g06", 39): "D62"}

_GAME = FewAcresOfSnow()


# ---------------------------------------------------------------- what is reported


@dataclass(frozen=True, slots=True)
class PeerDivergence:
    """Where a replay parts from the record: the turn, what about it, both values, and the rule concerned."""

    step: int
    about: str
    expected: Json
    found: Json
    rule: RuleId | None = None
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class PeerReport:
    """A recorded game replayed: how much of it, where it diverges, and which divergences a ruling explains."""

    game: str
    turns: int
    acts: int
    divergences: tuple[PeerDivergence, ...]
    explained: tuple[PeerDivergence, ...]

    @property
    def conforms(self) -> bool:
        """Say whether the record agrees with the rules but for what a ruling explains."""
        return not self.divergences


# ---------------------------------------------------------------- reading records


@dataclass(frozen=True, slots=True)
class _Turn:
    number: int
    side: Side
    acts: tuple[Mapping[str, Json], ...]
    drawn: tuple[Card, ...]
    reshuffle: bool
    out_of_turn: bool
    interrupted: bool
    after: Mapping[str, Json]


def recognises(text: str) -> bool:
    """Say whether a text is a recorded game of this kind."""
    first = text.lstrip().split("\n", 1)[0]
    try:
        given = parse(first)
    except Unreadable:
        return False
    if not isinstance(given, Mapping) or given.get("record") != "game":
        return False
    return '"british.loc.' in first and '"french.loc.' in first


def _card(text: str) -> Card:
    """Return our kind of a recorded card."""
    owner, _, rest = text.partition(".")
    kind, _, name = rest.partition(".")
    name, _, copy = name.partition("#")
    if kind == "emp" and (owner, name, copy) == ("french", "regular_infantry", "1"):
        return card("french_starting_regular_infantry")
    return card(f"{owner}_{name}")


def _cards(value: Json) -> tuple[Card, ...]:
    return tuple(_card(str(each)) for each in value) if isinstance(value, list) else ()


def _one(value: Json) -> Card | None:
    return _card(value) if isinstance(value, str) else None


def _mapping(value: Json) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise Unreadable("", f"a mapping is wanted, not {canonical_text(value)[:60]}")
    return value


def _flag(given: Mapping[str, Json], name: str) -> bool:
    return given.get(name) is True


def _turn(given: Mapping[str, Json]) -> _Turn:
    line: Fields = fields_of(given)
    acts = given.get("actions")
    return _Turn(
        number=line.number("n", -1),
        side=Side(line.text("side")),
        acts=tuple(_mapping(each) for each in acts) if isinstance(acts, list) else (),
        drawn=_cards(given.get("drawn")),
        reshuffle=_flag(given, "reshuffle"),
        out_of_turn=_flag(given, "out_of_turn"),
        interrupted=_flag(given, "interrupted"),
        after=_mapping(given.get("after")),
    )


def _read(text: str) -> tuple[Mapping[str, Json], tuple[_Turn, ...]]:
    """Read the lines of a record."""
    header: Mapping[str, Json] | None = None
    turns: list[_Turn] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            given = _mapping(parse(line))
            if given.get("record") == "game":
                header = given
            else:
                turns.append(_turn(given))
        except (Unreadable, ValueError) as fault:
            raise Unreadable(f"line {number}", str(fault)) from None
    if header is None:
        raise Unreadable("line 1", "the record of the game is missing")
    return header, tuple(turns)


# ---------------------------------------------------------------- positions


def _both(position: Mapping[str, Json], name: str) -> Iterator[tuple[Side, Json]]:
    players = _mapping(position.get("players"))
    for side in SIDES:
        yield side, _mapping(players.get(side.value)).get(name)


def _place_text(value: Json) -> str:
    held = _mapping(value)
    return f"{held['owner']} {held['piece']}{' fort' if held['fort'] else ''}"


def _siege_cards(position: Mapping[str, Json], attacker: Side, side: Side) -> tuple[Card, ...]:
    return _cards(_mapping(dict(_both(position, "siege_cards"))[side]).get(attacker.value))


def _sieges(position: Mapping[str, Json], forts: Mapping[str, Json], ruleset: Ruleset) -> dict[str, Json]:
    """Return the sieges of a recorded position; the marker is the plain difference of strengths."""
    found: dict[str, Json] = {}
    for attacker in SIDES:
        name = _mapping(position["sieges"]).get(attacker.value)
        if not isinstance(name, str):
            continue
        where = place(name)
        ours, theirs = (_siege_cards(position, attacker, side) for side in (attacker, attacker.enemy))
        marker = -defence(LOCATIONS[where].bonus, "fort" in str(forts.get(name, "")))
        marker += sum(strength(each, where, ruleset) for each in ours)
        marker -= sum(strength(each, where, ruleset) for each in theirs)
        siege: dict[str, Json] = {
            "place": name, "marker": marker, "attackers": _listed(ours), "defenders": _listed(theirs),
        }  # fmt: skip
        for who, side in (("attacker", attacker), ("defender", attacker.enemy)):
            named = _one(_mapping(dict(_both(position, "lost_siege_card"))[side]).get(attacker.value))
            if named is not None:
                siege[f"{who}_named"] = names((named,))[0]
        found[attacker.value] = siege
    return found


def _listed(cards: tuple[Card, ...]) -> list[Json]:
    return list(names(pile(cards)))


def expected_position(position: Mapping[str, Json], ruleset: Ruleset) -> dict[str, Json]:
    """Return a recorded position in our words."""
    locations = _mapping(position.get("locations"))
    order = sorted(locations, key=lambda name: place(name))
    places: dict[str, Json] = {name: _place_text(locations[name]) for name in order}
    villages, towns = dict(_both(position, "captured_villages")), dict(_both(position, "captured_towns"))
    return {
        "places": places,
        "money": {side.value: money for side, money in _both(position, "money")},
        "hands": {side.value: _listed(_cards(cards)) for side, cards in _both(position, "hand")},
        "reserves": {side.value: _listed(_cards(cards)) for side, cards in _both(position, "reserve")},
        "decks": {side.value: list(names(_cards(cards))) for side, cards in _both(position, "deck")},
        "discards": {side.value: _listed(_cards(cards)) for side, cards in _both(position, "discard")},
        "captured": {side.value: {"villages": villages[side], "towns": towns[side]} for side in SIDES},
        "sieges": _sieges(position, places, ruleset),
    }


def found_position(state: State, expected: Mapping[str, Json]) -> dict[str, Json]:
    """Return our position in the same form; a deck without known order is given in the recorded order if it fits."""
    form = _mapping(_GAME.describe(state))
    decks: dict[str, Json] = {}
    for side in SIDES:
        recorded = _mapping(expected["decks"])[side.value]
        deck = list(names(player(state, side).deck))
        same = isinstance(recorded, list) and sorted(map(str, recorded)) == sorted(deck)
        decks[side.value] = recorded if same and not player(state, side).stacked else deck
    found: dict[str, Json] = {name: form.get(name, {}) for name in expected}
    return {**found, "decks": decks}


_RULES = {
    "places": "fa:setup.7", "money": "fa:draft.2", "hands": "fa:turn.6", "reserves": "fa:reserve.1",
    "decks": "fa:turn.7", "discards": "fa:act.5", "captured": "fa:siege.win.3", "sieges": "fa:act.6",
}  # fmt: skip


def _stacked(state: State, position: Mapping[str, Json]) -> State:
    """Lay both decks down in the recorded order, which holds the same cards."""
    for side, cards in _both(position, "deck"):
        order = bytes(_cards(cards))
        if pile(order) == pile(player(state, side).deck):
            state = with_player(state, side, player(state, side)._replace(deck=order, stacked=True))
    return state


def _placed(position: Mapping[str, Json], to_move: Side, ruleset: Ruleset) -> State:
    """Return the state of a recorded position, a turn about to start."""
    form = expected_position(position, ruleset)
    frame: Json = {"type": "turn_start", "side": to_move.value}
    written: Json = {**form, "stacked": [side.value for side in SIDES], "frames": [frame]}
    return positions.read(written, ruleset)


# ---------------------------------------------------------------- acts in our words


def _ascending(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


def _open_set(first: a.Action, rest: tuple[Card, ...], *, done: bool) -> tuple[a.Action, ...]:
    return (first, *(a.Play(each) for each in rest), *((a.Done(),) if done else ()))


def translated(act: Mapping[str, Json], ruleset: Ruleset) -> tuple[a.Action, ...]:
    """Return our actions for a recorded act, the opponent's answers included; draws come separately."""
    kind, cards = str(act.get("type")), _cards(act.get("cards"))
    target = act.get("target")
    where = place(target) if isinstance(target, str) else None
    if where is not None and kind in _PLACED:
        return _placed_act(kind, where, cards) + _answers(act)
    if kind in _SIMPLE:
        return (_SIMPLE[kind],)
    return _card_act(kind, cards) + _answers(act)


_PLACED = frozenset(("settle", "besiege", "develop", "fortify", "reinforce", "military_leader", "raid", "withdraw"))
_SIMPLE: Mapping[str, a.Action] = {
    "retrieve_reserve": a.RetrieveReserve(), "home_support": a.HomeSupport(), "pass": a.Pass(),
}  # fmt: skip


def _placed_act(kind: str, where: Place, cards: tuple[Card, ...]) -> tuple[a.Action, ...]:
    own = [each for each in cards if each in {location_card(side, where) for side in SIDES}]
    others = tuple(each for each in cards if each not in own)
    match kind:
        case "settle":
            return _open_set(a.Settle(where, cards[0]), cards[1:], done=False)
        case "besiege":
            return _open_set(a.Besiege(where, cards[0]), cards[1:], done=False)
        case "develop":
            return (a.Develop(where, others[0]),)
        case "fortify":
            return (a.Fortify(where, next(each for each in cards if each in FORTIFICATIONS)),)
        case "reinforce":
            return (a.Reinforce(where, cards[0]),)
        case "military_leader":
            return (a.MilitaryLeader(where),)
        case "raid":
            first, *rest = sorted(cards, key=RAID_ORDER.index)
            return (*_open_set(a.Raid(first), tuple(rest), done=False), a.Aim(where))
        case _:
            return (a.Withdraw(where),)


def _card_act(kind: str, cards: tuple[Card, ...]) -> tuple[a.Action, ...]:
    match kind:
        case "ambush":
            return (a.Ambush(cards[0]),)
        case "convert" | "conversion" | "priest" | "indian_leader":
            return (a.Convert(cards[0]),)
        case "take_money":
            return (a.TakeMoney(cards[0]),)
        case "merchant":
            return _open_set(a.Merchant(cards[0]), _ascending(cards[1:]), done=len(cards) < 3)
        case "trade":
            first, *rest = _ascending(tuple(each for each in cards if each not in TRADERS))
            return _open_set(a.Trade(first), tuple(rest), done=True)
        case "piracy":
            return (a.Piracy(next(each for each in cards if each != LOUISBOURG_CARD)),)
        case "draft":
            return (a.Draft(cards[0]),)
        case "discard":
            first, *rest = _ascending(cards)
            return _open_set(a.Discard(first), tuple(rest), done=True)
        case "reserve":
            return (a.Reserve(cards[0]),)
        case "governor":
            first, *rest = _ascending(cards[1:])
            return _open_set(a.Governor(first), tuple(rest), done=not rest)
        case "intendant":
            return (a.Intendant(cards[0] if cards[0] != INTENDANT else cards[-1]),)
        case _:
            raise Unreadable("type", f"{kind!r} is no act of these records")


def _answers(act: Mapping[str, Json]) -> tuple[a.Action, ...]:
    """Return the opponent's answers to an attack."""
    outcome, lost = act.get("outcome"), _one(act.get("lost_card"))
    if outcome is None:
        return ()
    block = _one(act.get("block_card"))
    if block is not None:
        return (a.Block(block),)
    let: tuple[a.Action, ...] = () if str(act.get("type")) not in ("raid", "ambush") else (a.LetHappen(),)
    if lost is None:
        return let
    return (*let, a.GiveUp(lost, a.Source(str(act.get("lost_from", "hand")))))


# ---------------------------------------------------------------- one turn


class _Parted(Exception):
    """The replay of a turn parts from its record."""

    def __init__(self, about: str, expected: Json, found: Json, rule: RuleId | None = None) -> None:
        super().__init__(about)
        self.about, self.expected, self.found, self.rule = about, expected, found, rule


def _within_turn(state: State) -> Next[State] | Waiting:
    """Go on by itself, but not into the next turn."""
    if state.outcome is None and isinstance(state.stack.top, TurnStart):
        return WAITING
    return advance(state)


@dataclass(slots=True)
class _Run:
    """A turn being replayed; `picks` are the ways taken at choices the record leaves open, `widths` how many there were."""

    state: State
    turn: _Turn
    picks: tuple[int, ...]
    events: list[Event] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    draws: list[Card] = field(default_factory=list)

    def do(self, action: a.Action) -> None:
        """Take an action that the record names or implies."""
        verdict = answered(self.state._replace(shown=None), action) if self.state.outcome is None else None
        shown = _GAME.write_action(action)
        if isinstance(verdict, Next):
            after = settle(verdict, _within_turn)
            self.state = after.state
            self.events.extend(after.events)
        elif isinstance(verdict, No):
            first = verdict.violations[0]
            raise _Parted("action", shown, f"illegal: {first.reason}", first.rule)
        else:
            due = None if self.state.outcome is not None else pending(self.state)
            found = "the game is over" if due is None else f"due is: {due.about}"
            raise _Parted("action", shown, found, None if due is None else due.rules[0])

    def begin(self) -> None:
        """Let the turn start: the end of the game, the siege check."""
        begun = settle(Next(self.state), advance)
        self.state = begun.state
        self.events.extend(begun.events)

    def open_choices(self) -> None:
        """Take the ways picked at choices that the record leaves open."""
        while self.state.outcome is None and not isinstance(self.state.stack.top, Turn | TurnStart):
            frame = self.state.stack.top
            if isinstance(frame, Drawing):
                return
            due = pending(self.state)
            assert due is not None
            options = tuple(self.hinted(due.actions))
            pick = self.picks[len(self.widths)] if len(self.widths) < len(self.picks) else 0
            self.widths.append(len(options))
            self.do(options[pick])

    def hinted(self, options: tuple[a.Action, ...]) -> Iterator[a.Action]:
        """Return the options of an open choice, only those that the record speaks of if it does."""
        frame = self.state.stack.top
        spoken: set[Card] = set()
        if isinstance(frame, SiegeWon) and frame.step is Step.RETURN:
            spoken = {lost for act in self.turn.acts if (lost := _one(act.get("lost_card"))) is not None}
        if isinstance(frame, Naming):
            named = _mapping(dict(_both(self.turn.after, "lost_siege_card"))[frame.side])
            spoken = {each for value in named.values() if (each := _one(value)) is not None}
        kept = [each for each in options if isinstance(each, a.ReturnCard | a.NameCard) and each.card in spoken]
        yield from kept or options

    def draw(self, cards: tuple[Card, ...], purpose: Purpose) -> None:
        """Draw the recorded cards."""
        for each in cards:
            frame = None if self.state.outcome is not None else self.state.stack.top
            if not isinstance(frame, Drawing) or frame.purpose is not purpose:
                raise _Parted("drawn", names((each,))[0], "no card is due", "fa:turn.6")
            self.do(a.Draw(each))
        frame = None if self.state.outcome is not None else self.state.stack.top
        if isinstance(frame, Drawing):
            rule = "fa:turn.6" if purpose is Purpose.REFILL else "fa:homesupport.1"
            raise _Parted("drawn", list(names(cards)), f"{frame.left} more to draw", rule)


def _run(state: State, turn: _Turn, picks: tuple[int, ...]) -> tuple[_Run, _Parted | None]:
    run = _Run(state, turn, picks)
    try:
        _play(run)
    except _Parted as parted:
        return run, parted
    return run, None


def _play(run: _Run) -> None:
    """Replay a turn from its start to the moment before the next one."""
    turn = run.turn
    if isinstance(run.state.stack.top, TurnStart):
        run.begin()
    run.open_choices()
    _siege_wins(run)
    for act in turn.acts:
        if act.get("type") not in _AT_START:
            _act(run, act)
            run.open_choices()
    if turn.interrupted or turn.out_of_turn or run.state.outcome is not None:
        return
    while isinstance(top := run.state.stack.top, Turn) and top.actions:
        run.do(a.Pass())
    if isinstance(run.state.stack.top, Turn):
        before = len(run.events)
        run.do(a.EndTurn())
        run.open_choices()
        run.draw(turn.drawn, Purpose.REFILL)
        shuffled = any(each.kind is Happening.RESHUFFLED for each in run.events[before:])
        if shuffled != turn.reshuffle:
            raise _Parted("reshuffle", turn.reshuffle, shuffled, "fa:turn.7")


_AT_START = frozenset(("siege_win",))


def _act(run: _Run, act: Mapping[str, Json]) -> None:
    """Replay one act of the record."""
    script = translated(act, run.state.ruleset)
    first = script[0]
    if isinstance(first, a.ACTS) and "free" in act and is_free(first, run.state.ruleset) != _flag(act, "free"):
        raise _Parted("free", act["free"], is_free(first, run.state.ruleset), "fa:act.4")
    if isinstance(first, a.RetrieveReserve):
        reserve = list(names(player(run.state, run.turn.side).reserve))
        if reserve != _listed(_cards(act.get("cards"))):
            raise _Parted("reserve", _listed(_cards(act.get("cards"))), reserve, "fa:retrieve.1")
    for each in script:
        run.do(each)
    if isinstance(first, a.HomeSupport):
        run.draw(_cards(act.get("drawn")), Purpose.HOME_SUPPORT)
    if act.get("outcome") == "no_target_hand_shown" and run.state.shown is not run.turn.side.enemy:
        raise _Parted("outcome", "no_target_hand_shown", "no hand was shown", "fa:faq.info.1")


def _siege_wins(run: _Run) -> None:
    """Compare the sieges won at the start of the turn with those the record names."""
    won = [dict(each.facts) for each in run.events if each.kind is Happening.SIEGE_WON]
    back = [dict(each.facts).get("card") for each in run.events if each.kind is Happening.CARD_RETURNED]
    found: list[Json] = [{"place": each["place"], "marker": each["marker"]} for each in won]
    acts = [act for act in run.turn.acts if act.get("type") == "siege_win"]
    expected: list[Json] = [{"place": act.get("target"), "marker": act.get("marker")} for act in acts]
    if found != expected:
        raise _Parted("siege_win", expected, found, "fa:siege.win.1")
    lost = [names((each,))[0] for act in acts if (each := _one(act.get("lost_card"))) is not None]
    if sorted(lost) != sorted(str(each) for each in back):
        raise _Parted("lost_card", list(lost), [str(each) for each in back], "fa:siege.win.12")


# ---------------------------------------------------------------- the whole game


def _compared(state: State, turn: _Turn) -> Iterator[PeerDivergence]:
    """Return where our position differs from the recorded one after a turn."""
    expected = expected_position(turn.after, state.ruleset)
    for each in differences(expected, found_position(state, expected)):
        yield _divergence(turn, each)
    allowed = turn.after.get("actions_allowed")
    ours = 1 if state.first_turns else 2
    if not turn.interrupted and not turn.out_of_turn and allowed != ours:
        yield PeerDivergence(turn.number, "actions_allowed", allowed, ours, "fa:turn.5")


def _divergence(turn: _Turn, difference: Difference) -> PeerDivergence:
    field_name = difference.path.split(".")[0]
    rule = _RULES.get(field_name)
    return PeerDivergence(turn.number, difference.path, difference.expected, difference.found, rule)


def _best(state: State, turn: _Turn) -> tuple[State, tuple[PeerDivergence, ...]]:
    """Replay a turn, trying the choices the record leaves open, and return the first way that fits, or the first way."""
    first: tuple[State, tuple[PeerDivergence, ...]] | None = None
    picks: tuple[int, ...] = ()
    for _ in range(MOST_ATTEMPTS):
        run, parted = _run(state, turn, picks)
        if parted is not None:
            found = (PeerDivergence(turn.number, parted.about, parted.expected, parted.found, parted.rule),)
            # The refill may be all that is wrong; the position tells.
            found += tuple(_compared(run.state, turn)) if parted.about == "position" else ()
        else:
            found = () if run.state.outcome is not None else tuple(_compared(run.state, turn))
        if not found:
            return run.state, ()
        first = first or (run.state, found)
        following = _next_picks(run.widths, picks)
        if following is None:
            break
        picks = following
    assert first is not None
    return first


def _next_picks(widths: list[int], picks: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the next combination of open choices, the last one changing first."""
    taken = [*picks, *itertools.repeat(0, len(widths) - len(picks))][: len(widths)]
    for at in reversed(range(len(taken))):
        if taken[at] + 1 < widths[at]:
            return (*taken[:at], taken[at] + 1)
    return None


def _start(header: Mapping[str, Json], ruleset: Ruleset) -> tuple[State, tuple[PeerDivergence, ...]]:
    """Begin our game with the recorded opening hands and compare it with the recorded start."""
    start = _mapping(header.get("start"))
    state = _GAME.start("standard", ruleset)
    for side, cards in _both(start, "hand"):
        for each in _cards(cards):
            verdict = answered(state, a.Draw(each))
            if not isinstance(verdict, Next):
                found = PeerDivergence(-1, f"hands.{side}", names((each,))[0], "not in the deck", "fa:setup.8")
                return _placed(start, Side.BRITISH, ruleset), (found,)
            state = settle(verdict, _within_turn).state
    expected = expected_position(start, ruleset)
    found = tuple(
        PeerDivergence(-1, each.path, each.expected, each.found, _RULES.get(each.path.split(".")[0]))
        for each in differences(expected, found_position(state, expected))
    )
    return _stacked(state, start), found


def _resynced(turn: _Turn, ruleset: Ruleset) -> State:
    """Return the state to go on from after a divergence: the recorded position."""
    to_move = turn.side.enemy if not turn.out_of_turn else turn.side
    state = _placed(turn.after, to_move, ruleset)
    return state._replace(first_turns=1 if turn.after.get("actions_allowed") == 1 else 0)


def _result(state: State, header: Mapping[str, Json], step: int) -> Iterator[PeerDivergence]:
    """Compare how the game ends."""
    result = _mapping(header.get("result"))
    if result.get("over") != "finished":
        return
    if state.outcome is None:
        state = settle(Next(state), advance).state
    outcome = state.outcome
    if outcome is None:
        yield PeerDivergence(step, "end", "finished", "the game goes on", "fa:end.2")
        return
    if result.get("winner") != outcome.winner.value:
        yield PeerDivergence(step, "winner", result.get("winner"), outcome.winner.value, outcome.rule)
    instant = None if outcome.points is not None else outcome.winner.value
    if result.get("instant_winner") != instant:
        yield PeerDivergence(step, "instant_winner", result.get("instant_winner"), instant, outcome.rule)
    if outcome.points is not None:
        points: Json = {side.value: number for side, number in zip(SIDES, outcome.points, strict=True)}
        for each in differences(result.get("points"), points, "points"):
            yield PeerDivergence(step, each.path, each.expected, each.found, "fa:end.6")


def verify(text: str) -> PeerReport:
    """Replay a recorded game turn by turn and report every divergence."""
    header, turns = _read(text)
    ruleset = _GAME.ruleset(options_of(_GAME.id, RulesetName(PRESET)))
    game = str(header.get("game"))
    state, started = _start(header, ruleset)
    divergences, explained = list(started), []
    for turn in turns:
        state, found = _best(state, turn)
        if state.outcome is not None and turn is not turns[-1]:
            found += (PeerDivergence(turn.number, "end", "the game goes on", "finished", state.outcome.rule),)
        ruling = KNOWN.get((game, turn.number))
        if ruling is None:
            divergences.extend(found)
        else:
            explained.extend(replace(each, ruling=ruling) for each in found)
        state = _resynced(turn, ruleset) if found else _stacked(state, turn.after)
    divergences.extend(_result(state, header, turns[-1].number if turns else -1))
    acts = sum(len(turn.acts) for turn in turns)
    return PeerReport(game, len(turns), acts, tuple(divergences), tuple(explained))
