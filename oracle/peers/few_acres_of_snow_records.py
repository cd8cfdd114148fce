"""The form of recorded games of A Few Acres of Snow: lines, positions and acts, translated into ours."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from oracle.peers.formats import Format, Mark, has
from oracle.peers.importer import Title
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
from reference.few_acres_of_snow.ch08_sieges import defence, strength
from reference.few_acres_of_snow.ch11_raids import RAID_ORDER
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player, with_player
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.fields import Fields, fields_of
from reference.kernel.rulesets import RulesetName

GAME = FewAcresOfSnow()
PRESET = "online"

# ---------------------------------------------------------------- reading records


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A turn as recorded.

    Three records of a turn that the besieger's answer to a withdrawal splits are one turn here: that answer is one of
    its acts and carries the position recorded after it.
    """

    number: int
    side: Side
    acts: tuple[Mapping[str, Json], ...]
    drawn: tuple[Card, ...]
    reshuffle: bool
    parts: "Parts"
    after: Mapping[str, Json]

    @property
    def steps(self) -> int:
        """Return the number of its acts."""
        return len(self.acts)


class Parts(StrEnum):
    """Whether a record is a whole turn, or which part of one that a besieger's answer splits."""

    WHOLE = "whole"
    INTERRUPTED = "interrupted"
    OUT_OF_TURN = "out_of_turn"
    CONTINUES = "continues_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """The first line of a recorded game: the position before the first turn, and how it ended."""

    title: Title
    variants: tuple[str, ...]
    start: Mapping[str, Json]
    result: Mapping[str, Json]
    turns: int

    @property
    def house_start(self) -> tuple[str, ...]:
        """Return the variants that change the set-up."""
        return tuple(each for each in self.variants if each in _HOUSE_STARTS)


# Variants of the table: one only forbids, the others change the set-up.
_HOUSE_STARTS = frozenset(("fort_louisbourg_setup", "british_start_bateaux", "fort_duquesne_win"))
_VARIANTS = _HOUSE_STARTS | {"no_governor_on_start_locations"}


def _names_cards(line: Fields) -> bool:
    text = canonical_text(line.take("start"))
    return '"british.loc.' in text and '"french.loc.' in text


FORMAT = Format(
    "few_acres_of_snow",
    "turns of an online implementation of A Few Acres of Snow, with open positions",
    (
        has("record", "game"), has("start"), has("result"), has("turn_records"),
        Mark("cards named british.loc.… and french.loc.… in 'start'", _names_cards),
    ),
)  # fmt: skip


def card_of(text: str) -> Card:
    """Return our kind of a recorded card."""
    owner, _, rest = text.partition(".")
    kind, _, name = rest.partition(".")
    name, _, copy = name.partition("#")
    if kind == "emp" and (owner, name, copy) == ("french", "regular_infantry", "1"):
        return card("french_starting_regular_infantry")
    return card(f"{owner}_{name}")


def cards_of(value: Json) -> tuple[Card, ...]:
    """Return our kinds of recorded cards; an empty tuple if the record has none."""
    return tuple(card_of(str(each)) for each in value) if isinstance(value, list) else ()


def card_or_none(value: Json) -> Card | None:
    """Return our kind of a recorded card, or None."""
    return card_of(value) if isinstance(value, str) else None


def mapping(value: Json) -> Mapping[str, Json]:
    """Return a value that must be a mapping."""
    if not isinstance(value, Mapping):
        raise Unreadable("", f"a mapping is wanted, not {canonical_text(value)[:60]}")
    return value


def flag(given: Mapping[str, Json], name: str) -> bool:
    """Say whether a field is given as true."""
    return given.get(name) is True


def read_turn(line: Fields) -> TurnRecord:
    """Read the line of a turn, or of a part of one."""
    if line.take("record") != "turn":
        raise Unreadable("record", f"{canonical_text(line.take('record'))[:60]} is no line of these records")
    given = line.given
    acts = given.get("actions")
    part = next((each for each in Parts if flag(given, each.value)), Parts.WHOLE)
    return TurnRecord(
        number=line.number("n", -1),
        side=_side(line.text("side")),
        acts=tuple(mapping(each) for each in acts) if isinstance(acts, list) else (),
        drawn=cards_of(given.get("drawn")),
        reshuffle=flag(given, "reshuffle"),
        parts=part,
        after=mapping(given.get("after")),
    )


def _side(text: str) -> Side:
    if text not in {each.value for each in SIDES}:
        raise Unreadable("side", f"{text!r} is no side")
    return Side(text)


def joined(first: TurnRecord, second: TurnRecord) -> TurnRecord:
    """Return two parts of a turn as one; the answer of a besieger carries the position after it."""
    acts = second.acts
    if second.parts is Parts.OUT_OF_TURN:
        acts = tuple({**each, "after": second.after} for each in acts)
    return replace(second, side=first.side, acts=first.acts + acts)


def read_game(header: Fields) -> GameRecord:
    """Read the first line; an unknown variant makes the record unreadable."""
    variants = header.texts("variants")
    for each in variants:
        if each not in _VARIANTS:
            raise Unreadable("variants", f"{each!r} is unknown; known are {', '.join(sorted(_VARIANTS))}")
    return GameRecord(
        title=Title(
            game=GAME.id,
            scenario="standard",
            ruleset=RulesetName(PRESET),
            name=canonical_text(header.take("game")).strip('"'),
            word="turn",
        ),
        variants=variants,
        start=mapping(header.take("start")),
        result=mapping(header.take("result")),
        turns=header.number("turn_records", 0),
    )


# ---------------------------------------------------------------- positions


def both(position: Mapping[str, Json], name: str) -> Iterator[tuple[Side, Json]]:
    """Return a field of both players of a recorded position."""
    players = mapping(position.get("players"))
    for side in SIDES:
        yield side, mapping(players.get(side.value)).get(name)


def _place_text(value: Json) -> str:
    held = fields_of(value)
    fort = " fort" if held.number("fort", 0) else ""
    return f"{held.text('owner')} {held.text('piece')}{fort}"


def _siege_cards(position: Mapping[str, Json], attacker: Side, side: Side) -> tuple[Card, ...]:
    return cards_of(mapping(dict(both(position, "siege_cards"))[side]).get(attacker.value))


def _sieges(position: Mapping[str, Json], forts: Mapping[str, Json], ruleset: Ruleset) -> dict[str, Json]:
    """Return the sieges of a recorded position; the marker is the plain difference of strengths."""
    found: dict[str, Json] = {}
    for attacker in SIDES:
        name = mapping(position.get("sieges")).get(attacker.value)
        if not isinstance(name, str):
            continue
        where = place(name)
        ours, theirs = (_siege_cards(position, attacker, side) for side in (attacker, attacker.enemy))
        marker = -defence(LOCATIONS[where].bonus, "fort" in str(forts.get(name, "")))
        marker += sum(strength(each, where, ruleset) for each in ours)
        marker -= sum(strength(each, where, ruleset) for each in theirs)
        siege: dict[str, Json] = {
            "place": name, "marker": marker, "attackers": listed(ours), "defenders": listed(theirs),
        }  # fmt: skip
        for who, side in (("attacker", attacker), ("defender", attacker.enemy)):
            named = card_or_none(mapping(dict(both(position, "lost_siege_card"))[side]).get(attacker.value))
            if named is not None:
                siege[f"{who}_named"] = names((named,))[0]
        found[attacker.value] = siege
    return found


def listed(cards: tuple[Card, ...]) -> list[Json]:
    """Return cards with our names and in our order."""
    return list(names(pile(cards)))


def recorded_position(position: Mapping[str, Json], ruleset: Ruleset) -> dict[str, Json]:
    """Return a recorded position in our form."""
    locations = mapping(position.get("locations"))
    order = sorted(locations, key=place)
    places: dict[str, Json] = {name: _place_text(locations[name]) for name in order}
    villages, towns = dict(both(position, "captured_villages")), dict(both(position, "captured_towns"))
    return {
        "places": places,
        "money": {side.value: money for side, money in both(position, "money")},
        "hands": {side.value: listed(cards_of(cards)) for side, cards in both(position, "hand")},
        "reserves": {side.value: listed(cards_of(cards)) for side, cards in both(position, "reserve")},
        "decks": {side.value: list(names(cards_of(cards))) for side, cards in both(position, "deck")},
        "discards": {side.value: listed(cards_of(cards)) for side, cards in both(position, "discard")},
        "captured": {side.value: {"villages": villages[side], "towns": towns[side]} for side in SIDES},
        "sieges": _sieges(position, places, ruleset),
    }


def position_by_rules(state: State, recorded: Mapping[str, Json]) -> dict[str, Json]:
    """Return our position in the same form; a deck of unknown order gets the recorded order if that fits."""
    form = mapping(GAME.describe(state))
    decks: dict[str, Json] = {}
    for side in SIDES:
        order = mapping(recorded["decks"])[side.value]
        deck = list(names(player(state, side).deck))
        same = isinstance(order, list) and sorted(map(str, order)) == sorted(deck)
        decks[side.value] = order if same and not player(state, side).stacked else deck
    found: dict[str, Json] = {name: form.get(name, {}) for name in recorded}
    return {**found, "decks": decks}


def stacked(state: State, position: Mapping[str, Json]) -> State:
    """Return the state with each deck in the recorded order, if that holds the same cards."""
    for side, cards in both(position, "deck"):
        order = bytes(cards_of(cards))
        if pile(order) == pile(player(state, side).deck):
            state = with_player(state, side, player(state, side)._replace(deck=order, stacked=True))
    return state


def placed(position: Mapping[str, Json], to_move: Side, ruleset: Ruleset) -> State:
    """Return the state of a recorded position, just before a turn."""
    form = recorded_position(position, ruleset)
    frame: Json = {"type": "turn_start", "side": to_move.value}
    written: Json = {**form, "stacked": [side.value for side in SIDES], "frames": [frame]}
    return positions.read(written, ruleset)


# ---------------------------------------------------------------- acts as our actions


def _ascending(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards))


def _open_set(first: a.Action, rest: tuple[Card, ...], *, done: bool) -> tuple[a.Action, ...]:
    return (first, *(a.Play(each) for each in rest), *((a.Done(),) if done else ()))


def translated(act: Mapping[str, Json]) -> tuple[a.Action, ...]:
    """Return our actions for a recorded act and the opponent's answers, without draws."""
    try:
        return _translated(act)
    except (IndexError, StopIteration, ValueError) as fault:
        # The act lacks a card that it needs, or names one that it cannot use.
        cause = str(fault) if isinstance(fault, Unreadable) else "it lacks a card that it needs"
        raise Unreadable(f"act {canonical_text(act)[:80]}", cause) from None


def _translated(act: Mapping[str, Json]) -> tuple[a.Action, ...]:
    kind, cards = str(act.get("type")), cards_of(act.get("cards"))
    target = act.get("target")
    where = place(target) if isinstance(target, str) else None
    if where is not None and kind in _PLACED:
        return _placed_act(kind, where, cards) + _answers(act)
    if kind in _SIMPLE:
        return (_SIMPLE[kind],)
    if kind == REPLY:
        return (a.Occupy(cards[0] if cards else None) if flag(act, "settled") else a.LeaveNeutral(),)
    return _card_act(kind, cards) + _answers(act)


REPLY = "withdraw_reply"
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
    outcome, lost = act.get("outcome"), card_or_none(act.get("lost_card"))
    if outcome is None:
        return ()
    block = card_or_none(act.get("block_card"))
    if block is not None:
        return (a.Block(block),)
    let: tuple[a.Action, ...] = () if str(act.get("type")) not in ("raid", "ambush") else (a.LetHappen(),)
    if lost is None:
        return let
    return (*let, a.GiveUp(lost, a.Source(str(act.get("lost_from", "hand")))))
