"""Raids and sieges, from the first card to the last, against their second statement.

For every table of a domain, all that a raid, the opening of a siege or its settlement can lead to is gathered by taking
every action offered; the set must be the one stated.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, product
from types import ModuleType

import pytest

from properties.domains import DEEP, covered
from properties.few_acres_of_snow import attacks_restated as restated
from properties.few_acres_of_snow.attacks_restated import BRITISH, ENEMY, FRENCH, Cards, Cast, Customs, Siege, Table
from properties.few_acres_of_snow.explorer import GAME, rules
from reference.few_acres_of_snow import ch08_sieges, ch09_siege_victory, ch10_reinforcement, ch11_raids
from reference.few_acres_of_snow import state as states
from reference.few_acres_of_snow.actions import Action, Besiege, MilitaryLeader, Raid, Reinforce, Withdraw
from reference.few_acres_of_snow.ch01_board import (
    EMPTY_BOARD,
    IDS,
    LOCATIONS,
    PLACES,
    Kind,
    Place,
    code,
    owner,
    piece_kind,
    place,
    with_fort,
    with_piece,
)
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, MILITARY, SHIPS, Card, card, pile
from reference.few_acres_of_snow.frames import Frame, Turn, TurnStart
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Player, State
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next

PRESETS = {
    "first": Customs(),
    "second": Customs(extra_link=True, own_forts_bar=False),
    "online": Customs(extra_link=True, full_distance=True),
}
KINDS = {"v": "village", "t": "town"}
Pieces = dict[str, str]
"""What lies at each place: side and kind, then F for a fort: `bv`, `ft`, `bvF`; nothing for an empty one."""


def table_of(pieces: Pieces, british: Cards = (), french: Cards = (), money: tuple[int, int] = (0, 0)) -> Table:
    places = frozenset(
        (name, BRITISH if text[0] == "b" else FRENCH, KINDS[text[1]], text.endswith("F"))
        for name, text in pieces.items()
        if text
    )
    return Table(places, (tuple(sorted(british)), tuple(sorted(french))), ((), ()), money)


@cache
def started(preset: str) -> State:
    return GAME.start("standard", rules(preset))


def state_of(table: Table, preset: str, *frames: Frame) -> State:
    """Return a table in the reference; nothing lies in decks, reserves or available piles but the cards of places."""
    board = EMPTY_BOARD
    for name, side, kind, fort in table.places:
        board = with_piece(board, place(name), code(Side(side), Kind(kind)))
        board = with_fort(board, place(name), present=fort)
    players = tuple(
        Player(
            table.money[side.number], _pile(table.hands[side.number]), discard=_pile(table.discards[side.number]),
            locations=pile(each for each in LOCATION_CARDS if CARD_IDS[each].startswith(side.value)),
            villages_taken=table.taken[side.number][0], towns_taken=table.taken[side.number][1],
        )
        for side in SIDES
    )  # fmt: skip
    start = started(preset)
    return start._replace(
        board=board, players=(players[0], players[1]), display=b"", stack=Stack(frames), first_turns=0
    )


LOCATION_CARDS = [each for each, name in enumerate(CARD_IDS) if name.partition("_")[2] in restated.PLACES]


def _pile(cards: Cards) -> bytes:
    return pile(card(each) for each in cards)


def _names(cards: Iterable[int]) -> Cards:
    return tuple(sorted(CARD_IDS[each] for each in cards))


def seen(state: State) -> Table:
    pieces = frozenset(
        (IDS[where], side.value, str(piece_kind(state.board, where)), bool(state.board.forts[where]))
        for where in PLACES
        if (side := owner(state.board, where)) is not None
    )
    british, french = state.players
    return Table(
        pieces, (_names(british.hand), _names(french.hand)), (_names(british.discard), _names(french.discard)),
        (british.money, french.money),
        ((british.villages_taken, british.towns_taken), (french.villages_taken, french.towns_taken)),
    )  # fmt: skip


def results(state: State, first: Callable[[Action], bool], ended: Callable[[State], bool]) -> tuple[set[State], int]:
    """Take every action offered, first only those asked about, until each course has ended; count the steps."""
    left: list[State] = []
    found: set[State] = set()
    steps = 0

    def go(here: State, wanted: Callable[[Action], bool]) -> None:
        nonlocal steps
        due = GAME.decision(here)
        assert not isinstance(due, Over)
        for each in filter(wanted, due.actions):
            verdict = GAME.step(here, each, due)
            assert isinstance(verdict, Next)
            steps += 1
            (found.add if ended(verdict.state) else left.append)(verdict.state)

    go(state, first)
    while left:
        go(left.pop(), lambda _: True)
    return found, steps


def in_turn(state: State) -> bool:
    return state.outcome is not None or isinstance(state.stack.top, Turn)


# ---------------------------------------------------------------- raids

BY_KENNEBEC: dict[str, tuple[str, ...]] = {
    "kennebec": ("fv", ""), "fort_halifax": ("", "bv", "fv", "bvF", "fvF"), "deerfield": ("", "bv", "bvF", "bt"),
    "pemaquid": ("", "bt"), "boston": ("bt", ""), "new_haven": ("bv", ""),
}  # fmt: skip
BY_ONTARIO: dict[str, tuple[str, ...]] = {
    "oswego": ("bv", ""), "fort_frontenac": ("", "fv", "fvF", "ft"), "fort_niagara": ("", "fv", "bvF"),
    "montreal": ("fv", "ft", ""), "fort_stanwix": ("", "bv", "fv"), "trois_rivieres": ("fv",),
}  # fmt: skip
BRITISH_HAND = ("british_militia", "british_rangers", "british_deerfield", "british_boston", "neutral_native_americans")
FRENCH_HAND = ("french_coureurs_de_bois", "french_native_americans", "neutral_native_americans", "french_priest")
BRITISH_RAIDERS = ("british_rangers", "neutral_native_americans", "neutral_native_americans", "british_indian_leader")
FRENCH_ANSWERS = ("french_militia", "french_montreal", "neutral_fortification", "french_regular_infantry")


def boards(choices: dict[str, tuple[str, ...]]) -> Iterator[Pieces]:
    for pieces in product(*choices.values()):
        yield dict(zip(choices, pieces, strict=True))


def raids(side: str) -> Iterator[Table]:
    """Give every board of a region, with money for none, one or all of the Native Americans."""
    for pieces in boards(BY_KENNEBEC if side == FRENCH else BY_ONTARIO):
        for money in (0, 1, 3) if DEEP else (1,):
            hands = (BRITISH_HAND, FRENCH_HAND) if side == FRENCH else (BRITISH_RAIDERS, FRENCH_ANSWERS)
            yield table_of(pieces, hands[0], hands[1], (money, money))


def without_villages(table: Table, side: str) -> Table:
    """Return a table on which all villages of the victim that do not lie on the board have been captured before."""
    placed = sum(each[1:3] == (ENEMY[side], "village") for each in table.places)
    taken = (18 - placed, 0)
    return table._replace(taken=(taken, (0, 0)) if side == BRITISH else ((0, 0), taken))


def raids_compared(side: str, preset: str, tables: Iterable[Table], villages_left: bool = True) -> tuple[int, int, int]:
    customs, sizes = PRESETS[preset], []
    for whole in tables:
        table = whole if villages_left else without_villages(whole, side)
        state = state_of(table, preset, Turn(Side(side), 2))
        ends, steps = results(state, lambda each: isinstance(each, Raid), in_turn)
        stated = restated.raid_results(table, side, customs)
        assert {seen(each) for each in ends} == stated, (side, preset, table)
        assert all(each.stack == Stack((Turn(Side(side), 1),)) for each in ends)
        sizes.append((len(stated), steps))
    return len(sizes), sum(size for size, _ in sizes), sum(steps for _, steps in sizes)


RAID_SIZES = {
    (FRENCH, "first"): (320, 6_708, 13_735),
    (FRENCH, "second"): (320, 7_986, 16_942),
    (FRENCH, "online"): (320, 3_312, 6_519),
    (BRITISH, "first"): (216, 3_244, 6_816),
    (BRITISH, "second"): (216, 4_212, 9_399),
    (BRITISH, "online"): (216, 3_384, 6_855),
}
RAID_RULES = (
    "fa:raid.1", "fa:raid.2", "fa:raid.3", "fa:raid.4", "fa:raid.5", "fa:raid.7", "fa:raid.8", "fa:raid.9",
    "fa:raid.10", "fa:raid.12", "fa:raid.13", "fa:raid.block.1", "fa:raid.block.2", "fa:raid.block.3",
    "fa:raid.block.4",
)  # fmt: skip


def covered_all(what: str, found: tuple[int, int, int], stated: tuple[int, int, int]) -> None:
    for name, number, size in zip(("tables", "results", "steps"), found, stated, strict=True):
        covered(f"{what}: {name}", number, size)


@proves(*RAID_RULES)
@pytest.mark.parametrize(("side", "preset"), RAID_SIZES)
def test_a_raid_leads_to_every_result_stated_and_to_no_other(side: str, preset: str) -> None:
    """Given every board of a region, every choice of cards, targets and answers, then the tables left are as stated."""
    covered_all(f"raids, {side}, {preset}", raids_compared(side, preset, raids(side)), RAID_SIZES[side, preset])


@proves("fa:raid.10", "fa:raid.9")
@pytest.mark.parametrize("side", [FRENCH, BRITISH])
def test_a_raided_town_leaves_nothing_where_its_owner_has_no_village(side: str) -> None:
    """Given the same boards with all other villages of the victim captured, then a town taken leaves nothing."""
    found = raids_compared(side, "first", raids(side), villages_left=False)
    covered_all(f"raids without villages in stock, {side}", found, RAID_SIZES[side, "first"])


# ---------------------------------------------------------------- sieges: opening and strength

ATTACKERS: dict[str, Cards] = {
    BRITISH: (
        "british_halifax", "british_ships", "british_port_royal", "british_regular_infantry", "british_siege_artillery",
        "british_boston", "british_fortification", "british_military_leader",
    ),
    FRENCH: (
        "french_fort_william_henry", "french_ticonderoga", "french_bateaux", "french_ships", "french_militia",
        "french_siege_artillery", "french_louisbourg", "neutral_native_americans",
    ),
}  # fmt: skip
INLAND = "british inland"
ATTACKERS[INLAND] = (
    "british_oswego",
    "british_fort_stanwix",
    "british_bateaux",
    "british_rangers",
    "british_ships",
    "british_deerfield",
    "british_militia",
)
CASTS = {BRITISH: Cast(BRITISH, "louisbourg"), FRENCH: Cast(FRENCH, "albany"), INLAND: Cast(BRITISH, "fort_frontenac")}
AROUND: dict[str, Pieces] = {
    BRITISH: {"boston": "bt", "halifax": "bv", "port_royal": "bv", "quebec": "ft"},
    FRENCH: {"quebec": "ft", "trois_rivieres": "fv", "fort_st_john": "fv", "ticonderoga": "fv",
             "fort_william_henry": "fv", "boston": "bt", "louisbourg": "fv"},
    INLAND: {"boston": "bt", "new_york": "bt", "albany": "bv", "fort_stanwix": "bv", "oswego": "bv", "quebec": "ft"},
}  # fmt: skip


def subsets(cards: Cards, least: int, most: int) -> Iterator[Cards]:
    for size in range(least, most + 1):
        yield from combinations(cards, size)


def sieged(state: State, side: str) -> Siege:
    siege = state.sieges[Side(side).number]
    assert siege is not None
    return Siege(siege.marker, _names(siege.cards[0]), _names(siege.cards[1]))


def opened_sieges(scene: str) -> Iterator[Table]:
    """Give every hand of three or four cards (`make deep`: five), the place with a fort or none, money or none."""
    side, target = CASTS[scene]
    for hand in subsets(ATTACKERS[scene], 3, 5 if DEEP else 4):
        for piece, money in product(("v", "tF"), (0, 3)):
            pieces = {**AROUND[scene], target: ENEMY[side][0] + piece}
            hands: tuple[Cards, Cards] = (hand, ()) if side == BRITISH else ((), hand)
            yield table_of(pieces, hands[0], hands[1], (money, money))


def openings_compared(scene: str) -> tuple[int, int, int]:
    sizes, (side, name) = [], CASTS[scene]
    target = place(name)
    for table in opened_sieges(scene):
        state = state_of(table, "first", Turn(Side(side), 2))
        ends, steps = results(state, lambda each: isinstance(each, Besiege) and each.place == target, in_turn)
        stated = restated.openings(table, CASTS[scene])
        assert {(seen(each), sieged(each, side)) for each in ends} == stated, (side, table)
        sizes.append((len(stated), steps))
    return len(sizes), sum(size for size, _ in sizes), sum(steps for _, steps in sizes)


OPENING_RULES = (
    "fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.4", "fa:siege.start.6",
    "fa:siege.start.7", "fa:siege.start.8", "fa:siege.start.9", "fa:siege.loc.1",
)  # fmt: skip


@proves(*OPENING_RULES)
@pytest.mark.parametrize("scene", CASTS)
def test_a_siege_is_opened_in_every_way_stated_and_in_no_other(scene: str) -> None:
    """Given every hand of some cards, then base, carrier and fighter, price and marker are as stated."""
    covered_all(f"sieges opened, {scene}", openings_compared(scene), OPENINGS[scene])


# ---------------------------------------------------------------- sieges: reinforced, won, withdrawn from


def besieged(table: Table, cast: Cast, siege: Siege, *frames: Frame) -> State:
    cards = (_pile(siege.attackers), _pile(siege.defenders))
    running = states.Siege(place(cast.place), siege.marker, cards)
    state = state_of(table, "first", *frames)
    return state._replace(sieges=(running, None) if cast.attacker == BRITISH else (None, running))


@proves("fa:reinforce.1", "fa:reinforce.3", "fa:reinforce.5", "fa:leader.1", "fa:sum.war.2")
@pytest.mark.parametrize("scene", CASTS)
def test_every_card_moves_the_marker_as_stated_for_attacker_and_defender(scene: str) -> None:
    """Given every marker, and a hand of cards with attacker or defender, then all that each can do is as stated."""
    covered(f"reinforcements, {scene}", reinforcements_compared(scene), REINFORCEMENTS[scene])


def reinforcements_compared(scene: str) -> int:
    cases, cast = 0, CASTS[scene]
    side, target = cast.attacker, place(cast.place)
    own = {f"{side}_{cast.place}", f"{ENEMY[side]}_{cast.place}"}
    pieces = {**AROUND[scene], cast.place: f"{ENEMY[side][0]}v"}
    for marker, actor, money in product(range(-5 if side == BRITISH else -4, 8), (BRITISH, FRENCH), (0, 3)):
        hand = tuple(card for card in REINFORCERS if card.startswith((actor, "neutral")) and card not in own)
        hands = (hand, ()) if actor == BRITISH else ((), hand)
        table = table_of(pieces, hands[0], hands[1], (money, money))
        siege = Siege(marker, (), ())
        state = besieged(table, cast, siege, Turn(Side(actor), 2))
        ends, _ = results(
            state, lambda each: isinstance(each, Reinforce | MilitaryLeader) and each.place == target, in_turn
        )
        found = {(seen(each), sieged(each, side), _actions(each)) for each in ends}
        assert found == restated.reinforcements(table, siege, cast, actor), (scene, marker, actor)
        cases += len(found)
    return cases


REINFORCERS = (
    "british_regular_infantry", "british_siege_artillery", "british_ships", "british_boston", "british_fortification",
    "british_military_leader", "british_settlers", "british_deerfield", "french_regular_infantry", "french_militia",
    "french_siege_artillery", "french_ships", "french_fortification", "french_military_leader", "french_quebec",
    "french_trois_rivieres", "neutral_fortification", "neutral_native_americans",
)  # fmt: skip


def _actions(state: State) -> int:
    turn = state.stack.top
    assert isinstance(turn, Turn)
    return turn.actions


def settled_sieges(scene: str) -> Iterator[tuple[Table, Siege]]:
    """Give a siege with every marker, the place with village or town and fort or none, and piles of either side."""
    side, target = CASTS[scene]
    enemy, homes = (
        ENEMY[side],
        {BRITISH: ("british_boston", "british_settlers"), FRENCH: ("french_quebec", "neutral_settlers")},
    )
    attackers = (f"{side}_regular_infantry", f"{side}_ships", "neutral_native_americans", homes[side][0])
    defenders = (f"{enemy}_militia", f"{enemy}_regular_infantry", homes[enemy][0], "neutral_fortification")
    for marker, piece in product((-4, -2, -1, 0, 1, 2, 3, 7), ("v", "t", "vF")):
        for attack, defence in product(subsets(attackers, 1, 3), subsets(defenders, 0, 2)):
            if not DEEP and (len(attack) + len(defence)) % 2:
                continue
            pieces = {**AROUND[scene], target: enemy[0] + piece}
            hands = (homes[BRITISH], ()) if side == BRITISH else ((), homes[FRENCH])
            yield table_of(pieces, hands[0], hands[1]), Siege(marker, tuple(sorted(attack)), tuple(sorted(defence)))


def settled_table(state: State, start: State, side: str) -> restated.End:
    """Return what a settled siege left, and which card went back to which pile."""
    back: list[tuple[str, str]] = [(name, "display") for name in _names(state.display)]
    for each in SIDES:
        back += [(name, each.value) for name in _names(state.players[each.number].empire)]
    before, after = (there.players[Side(side).number].locations for there in (start, state))
    gained = [CARD_IDS[each] for each in before if each not in after]
    return restated.End(seen(state), back[0] if back else None, gained[0] if gained else None)


def settlements_compared(scene: str, ending: str) -> tuple[int, int, int]:
    """Compare how sieges end as somebody's turn begins, or as somebody withdraws."""
    cast, sizes = CASTS[scene], []
    side, target = cast.attacker, place(cast.place)
    for table, siege in settled_sieges(scene):
        for actor in (BRITISH, FRENCH):
            if ending == "turn":
                state = besieged(table, cast, siege, TurnStart(Side(actor)))
                settled = ENGINE.settle(Next(state)).state
                if in_turn(settled):
                    ends, steps = {settled}, 0
                else:
                    ends, steps = results(settled, lambda _: True, in_turn)
                won = restated.wins(siege, attacking=actor == side)
                stated = restated.settlements(table, siege, cast, actor) if won else {restated.End(table, None, None)}
            else:
                state = besieged(table, cast, siege, Turn(Side(actor), 2))
                ends, steps = results(state, lambda each: each == Withdraw(target), in_turn)
                stated = restated.settlements(table, siege, cast, ENEMY[actor])
            assert {settled_table(each, state, side) for each in ends} == stated, (scene, actor, table, siege)
            sizes.append((len(stated), steps))
    return len(sizes), sum(size for size, _ in sizes), sum(steps for _, steps in sizes)


SETTLEMENT_RULES = (
    "fa:siege.win.1", "fa:siege.win.2", "fa:siege.win.3", "fa:siege.win.4", "fa:siege.win.5", "fa:siege.win.6",
    "fa:siege.win.8", "fa:siege.win.10", "fa:siege.win.11", "fa:siege.win.12", "fa:siege.win.13", "fa:siege.win.14",
    "fa:siege.win.15",
)  # fmt: skip


@proves(*SETTLEMENT_RULES)
@pytest.mark.parametrize("scene", CASTS)
def test_a_siege_is_won_as_a_turn_begins_and_settled_in_every_way_stated(scene: str) -> None:
    covered_all(f"sieges settled, {scene}", settlements_compared(scene, "turn"), SETTLEMENTS[scene])


@proves("fa:withdraw.2", "fa:withdraw.3", "fa:withdraw.4", "fa:siege.win.12", "fa:siege.win.13")
@pytest.mark.parametrize("scene", CASTS)
def test_a_siege_given_up_is_settled_in_every_way_stated(scene: str) -> None:
    covered_all(f"sieges given up, {scene}", settlements_compared(scene, "withdrawal"), WITHDRAWALS[scene])


OPENINGS = {BRITISH: (504, 540, 1_424), FRENCH: (504, 72, 202), INLAND: (280, 80, 216)}
REINFORCEMENTS = {BRITISH: 312, FRENCH: 108, INLAND: 91}
SETTLEMENTS = {
    BRITISH: (3_552, 5_739, 5_103),
    FRENCH: (3_552, 5_739, 5_103),
    INLAND: (3_552, 4_911, 3_735),
}
WITHDRAWALS = {
    BRITISH: (3_552, 9_384, 17_160),
    FRENCH: (3_552, 9_384, 17_160),
    INLAND: (3_552, 7_176, 13_512),
}


# ---------------------------------------------------------------- faults that must be found


def _both_symbols(which: Card, where: Place, _: object) -> int:
    return MILITARY[which] + (which in SHIPS and LOCATIONS[where].ship)


def _any_card(siege: states.Siege, attacker: Side, loser: Side) -> tuple[Card, ...]:
    return tuple(Card(each) for each in sorted({*siege.cards[states.seat(attacker, loser)]}))


RAIDED, OPENED, SETTLED, REINFORCED = "raids", "openings", "settlements", "reinforcements"
FAULTS: dict[str, tuple[str, ModuleType, str, object]] = {
    "forts do not bar the way": (RAIDED, ch11_raids, "fort_bars_way", lambda *_: False),
    "a card reaches two links": (RAIDED, ch11_raids, "_LINKS_PER_CARD", 2),
    "Native Americans cost nothing": (RAIDED, ch11_raids, "attack_cost", lambda _: 0),
    "a raided town leaves nothing": (RAIDED, ch11_raids, "stock", lambda *_: 0),
    "the card of a place blocks without supply": (RAIDED, ch11_raids, "is_usable", lambda *_: True),
    "any card blocks": (RAIDED, ch11_raids, "RAID_BLOCKERS", frozenset(CARDS)),
    "a blocking card is kept": (RAIDED, ch11_raids, "put_down", lambda state, *_: state),
    "a fort defends with one": (OPENED, ch08_sieges, "_FORT_DEFENCE", 1),
    "ship and military symbol count together": (OPENED, ch08_sieges, "strength", _both_symbols),
    "artillery costs nothing": (OPENED, ch08_sieges, "siege_cost", lambda _: 0),
    "anybody opens a siege with a fortification": (OPENED, ch08_sieges, "may_attack", lambda _: True),
    "an attacker wins with a lead of one": (SETTLED, ch09_siege_victory, "_ATTACKER_WINS_AT", 1),
    "a defender needs a lead of two": (SETTLED, ch09_siege_victory, "_DEFENDER_WINS_AT", 2),
    "the loser gives back location cards": (SETTLED, ch09_siege_victory, "returnable", _any_card),
    "the loser gives back nothing": (SETTLED, ch09_siege_victory, "return_options", lambda *_: ()),
    "a fort stays": (SETTLED, ch09_siege_victory, "with_fort", lambda board, _, **__: board),
    "no place asks for settlers": (SETTLED, ch09_siege_victory, "settler_needed", lambda _: False),
    "a track has no end": (REINFORCED, ch10_reinforcement, "on_track", lambda marker, *_: marker),
}


def all_of(kind: str) -> None:
    if kind == RAIDED:
        raids_compared(FRENCH, "first", raids(FRENCH))
    elif kind == OPENED:
        openings_compared(BRITISH)
    elif kind == SETTLED:
        settlements_compared(BRITISH, "turn")
    else:
        reinforcements_compared(BRITISH)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, module, name, planted = FAULTS[fault]
    # What was found out without the fault must not be remembered, nor what is found out with it.
    monkeypatch.setattr(ch11_raids, "_targets", lru_cache(20_000)(ch11_raids._targets.__wrapped__))
    monkeypatch.setattr(module, name, planted)
    with pytest.raises(AssertionError):
        all_of(kind)
