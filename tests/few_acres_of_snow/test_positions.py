"""Positions read and written, what each side sees, and what a sound position keeps."""

from collections.abc import Callable

import pytest

from reference.few_acres_of_snow.ch01_board import PLACES, owner, place, with_fort, with_piece
from reference.few_acres_of_snow.ch02_cards import card, plus
from reference.few_acres_of_snow.frames import Naming, SiegeWon, SiegeWonStage, TurnStart
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import Player, Siege, State
from reference.kernel.canonical import Unreadable
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from tests.few_acres_of_snow.scenes import (
    GAME,
    act,
    after,
    b,
    f,
    placed,
    rules,
    siege,
    turn,
    turn_start,
    violations,
    waited_for,
)

UNREADABLE = {
    "no side": ({"hands": {"spanish": []}}, "hands: 'spanish' is no side; there are: british, french"),
    "no side with money": ({"money": {"spanish": 1}}, "money: 'spanish' is no side"),
    "no side with captures": ({"captured": {"spanish": {"towns": 1}}}, "captured: 'spanish' is no side"),
    "no side with a stacked deck": ({"stacked": ["spanish"]}, "stacked: 'spanish' is no side"),
    "no side in a siege": ({"sieges": {"spanish": {"place": "boston"}}}, "sieges: 'spanish' is no side"),
    "no place": ({"plus": {"ottawa": "french town"}}, "plus: 'ottawa' is no place"),
    "no piece": ({"plus": {"albany": "british city"}}, "plus.albany: 'british city' is not of the form"),
    "no card": ({"hands": {"british": ["british_ottawa"]}}, "british_ottawa' is no card"),
    "two boards": ({"plus": {}, "places": {}}, "plus: stands for what differs"),
    "too many": ({"hands": {"british": b("boston", "boston")}}, "british_boston is named 2 times; there are 1"),
    "no frames": ({"frames": []}, "frames: must be a list of at least one frame"),
    "odd frame": ({"frames": [{"type": "turn", "side": "british"}]}, r"frames\[0\].actions: is missing"),
    "odd field": ({"weather": "fair"}, "weather: has no place here"),
    "odd capture": ({"captured": {"british": {"forts": 1}}}, "forts: has no place here"),
    "odd siege": ({"sieges": {"british": {"place": "boston", "force": 1}}}, "force: has no place here"),
    "besieged nowhere": ({"sieges": {"british": {"place": "ottawa"}}}, "'ottawa' is no place"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_position_says_where(name: str) -> None:
    position, message = UNREADABLE[name]
    with pytest.raises(Unreadable, match=message):
        placed(position)


FULL = {
    "places": {
        "boston": "british town fort",
        "quebec": "french town",
        "louisbourg": "french village",
        "albany": "fort",
    },
    "first_turns": 1,
    "money": {"british": 3, "french": 4},
    "hands": {"british": b("boston", "governor"), "french": f("quebec")},
    "reserves": {"british": b("rangers")},
    "decks": {"british": ["british_norfolk", "british_albany"], "french": f("gaspe")},
    "stacked": ["british"],
    "discards": {"british": b("trader"), "french": f("trader")},
    "captured": {"british": {"villages": 2, "towns": 1}},
    "sieges": {
        "british": {
            "place": "louisbourg",
            "marker": -1,
            "attackers": b("militia", "militia"),
            "defenders": f("militia"),
            "attacker_named": "british_militia",
            "defender_named": "french_militia",
        }
    },
    "frames": turn("british", 1),
    "shown": "french",
}


def test_a_position_is_read_back_as_it_was_written() -> None:
    state = placed(FULL, "first+fort_removed_on_capture=no")
    assert GAME.canonical(state) == FULL
    assert GAME.check(state) == ()


def test_an_outcome_is_read_back_as_it_was_written() -> None:
    for outcome in (
        {"winner": "french", "rule": "fa:end.1"},
        {"winner": "british", "rule": "fa:end.3", "points": {"british": 30, "french": 20}},
    ):
        written = GAME.canonical(placed({"outcome": outcome}))
        assert isinstance(written, dict)
        assert written["outcome"] == outcome
        assert GAME.canonical(GAME.place(written, rules())) == written


def test_open_piles_are_written_when_cards_are_missing() -> None:
    written = GAME.canonical(placed({"locations": {"british": []}, "empire": {"french": f("priest")}, "display": []}))
    assert isinstance(written, dict)
    assert (written["locations"], written["empire"], written["display"]) == (
        {"british": []},
        {"french": f("priest")},
        [],
    )


# ---------------------------------------------------------------- invariants

HALIFAX = {"plus": {"halifax": "british village"}, "sieges": {"british": siege("louisbourg", 0, b("militia"))}}


def _with(state: State, changed: Callable[[Player], Player]) -> State:
    british, french = state.players
    return state._replace(players=(changed(british), french))


def _besieged(state: State, changed: Siege) -> State:
    return state._replace(sieges=(changed, None))


BROKEN: dict[str, tuple[Callable[[State], State], set[tuple[str, str]]]] = {
    "a card too many": (
        lambda state: _with(state, lambda owner: owner._replace(hand=plus(owner.hand, card("british_boston")))),
        {("cards_not_conserved", "fa:comp.3")},
    ),
    "an enemy card": (
        lambda state: _with(state, lambda owner: owner._replace(hand=plus(owner.hand, card("french_priest")))),
        {("cards_not_conserved", "fa:comp.3"), ("wrong_pile", "fa:card.2")},
    ),
    "misfiled cards": (
        lambda state: _with(
            state,
            lambda owner: owner._replace(
                locations=owner.empire, empire=plus(owner.locations, card("neutral_settlers"))
            ),
        )._replace(display=plus(state.display, card("british_ships"))),
        {("cards_not_conserved", "fa:comp.3"), ("wrong_pile", "fa:governor.2")},
    ),
    "too many villages": (
        lambda state: _with(state, lambda owner: owner._replace(villages_taken=13)),
        {("pieces_not_conserved", "fa:settle.7")},
    ),
    "too many towns": (
        lambda state: _with(state, lambda owner: owner._replace(towns_taken=9)),
        {("pieces_not_conserved", "fa:develop.5")},
    ),
    "too many forts": (
        lambda state: state._replace(board=state.board._replace(forts=bytes([1] * 13 + [0] * 23))),
        {("pieces_not_conserved", "fa:fortify.6"), ("fort_without_piece", "fa:fortify.3")},
    ),
    "a fort without a piece": (
        lambda state: state._replace(board=with_fort(state.board, place("albany"), present=True)),
        {("fort_without_piece", "fa:fortify.3")},
    ),
    "a town without points": (
        lambda state: state._replace(board=with_piece(state.board, place("kennebec"), 2)),
        {("town_without_points", "fa:develop.4")},
    ),
    "debts": (
        lambda state: _with(state, lambda owner: owner._replace(money=-1)),
        {("negative_money", "fa:setup.5")},
    ),
    "a siege of nobody": (
        lambda state: state._replace(board=with_piece(state.board, place("louisbourg"), 0)),
        {("siege_without_defender", "fa:siege.start.1")},
    ),
    "a marker off the track": (
        lambda state: _besieged(state, Siege(place("louisbourg"), 8, (bytes((card("british_militia"),)), b""))),
        {("marker_off_track", "fa:siege.start.6")},
    ),
    "a stranger named": (
        lambda state: _besieged(
            state,
            Siege(place("louisbourg"), 0, (bytes((card("british_militia"),)), b""), (card("british_rangers"), None)),
        ),
        {("named_card_not_there", "fa:siege.win.12")},
    ),
}


@proves(
    "fa:aid.siege.5", "fa:card.2", "fa:comp.3", "fa:develop.4", "fa:develop.5", "fa:faq.siege.3", "fa:fortify.6",
    "fa:governor.2", "fa:settle.7", "fa:setup.5", "fa:siege.start.1", "fa:siege.win.12", "fa:fortify.3",
    "fa:siege.start.6",
)  # fmt: skip
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_invariant_is_found(name: str) -> None:
    broken, found = BROKEN[name]
    state = placed(HALIFAX)
    assert GAME.check(state) == ()
    assert {(each.reason.value, each.rule) for each in GAME.check(broken(state))} == found


@proves("fa:aid.siege.5", "fa:faq.siege.3")
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a fort without a piece", ("fort_without_piece", "fa:aid.siege.5")),
        ("a marker off the track", ("marker_off_track", "fa:faq.siege.3")),
    ],
)
def test_where_the_player_aid_is_in_force_its_rule_is_broken(name: str, found: tuple[str, str]) -> None:
    broken, _ = BROKEN[name]
    state = placed(HALIFAX, "second")
    assert [(each.reason.value, each.rule) for each in GAME.check(broken(state))] == [found]


PRIEST = card("french_priest")
WITH_PRIEST: dict[str, Callable[[Player], Player]] = {
    "hand": lambda owner: owner._replace(hand=plus(owner.hand, PRIEST)),
    "reserve": lambda owner: owner._replace(reserve=plus(owner.reserve, PRIEST)),
    "deck": lambda owner: owner._replace(deck=plus(owner.deck, PRIEST)),
    "discard": lambda owner: owner._replace(discard=plus(owner.discard, PRIEST)),
    "locations": lambda owner: owner._replace(locations=plus(owner.locations, PRIEST)),
    "empire": lambda owner: owner._replace(empire=plus(owner.empire, PRIEST)),
}


@proves("fa:card.2")
@pytest.mark.parametrize("pile", WITH_PRIEST)
def test_an_enemy_card_is_found_in_any_pile(pile: str) -> None:
    strange = _with(placed(HALIFAX), WITH_PRIEST[pile])
    assert ("wrong_pile", "fa:card.2") in {(each.reason.value, each.rule) for each in GAME.check(strange)}


@proves("fa:card.2")
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_an_enemy_card_is_found_in_a_siege(side: str) -> None:
    """Given a French siege in which a side is said to fight with a card of the other, then that card is named."""
    attackers, defenders = f("regular_infantry"), b("militia")
    more = {
        "attacker": (f("regular_infantry") + b("militia"), defenders),
        "defender": (attackers, b("militia") + f("militia")),
    }
    stranger = {"attacker": "british_militia", "defender": "french_militia"}[side]
    for named, found in (((attackers, defenders), set()), (more[side], {stranger})):
        state = placed({"sieges": {"french": siege("boston", 0, *named)}, "frames": turn("british", 1)})
        assert {dict(each.facts)["card"] for each in GAME.check(state) if each.rule == "fa:card.2"} == found


@proves("fa:governor.2", "fa:setup.2")
def test_each_misfiled_card_is_found_by_itself() -> None:
    """Given one card in an open pile of another kind, when checked, then it is named."""
    state = placed(HALIFAX)
    militia, norfolk, settlers = (card(name) for name in ("british_militia", "british_norfolk", "neutral_settlers"))
    wrongly = (
        _with(state, lambda owner: owner._replace(locations=plus(owner.locations, militia))),
        _with(state, lambda owner: owner._replace(empire=plus(owner.empire, norfolk))),
        _with(state, lambda owner: owner._replace(empire=plus(owner.empire, settlers))),
        state._replace(display=plus(state.display, militia)),
    )
    for strange in wrongly:
        assert ("wrong_pile", "fa:governor.2") in {(each.reason.value, each.rule) for each in GAME.check(strange)}


@proves("fa:settle.7", "fa:develop.5", "fa:fortify.6", "fa:comp.1")
def test_the_last_piece_may_be_used() -> None:
    """Given all French villages and towns on the board or captured, and twelve forts standing, then all is sound."""
    state = placed({})
    spent = _with(state, lambda owner: owner._replace(villages_taken=12, towns_taken=8))
    assert GAME.check(spent) == ()
    held = [where for where in PLACES if owner(state.board, where) is not None]
    board = state.board
    for where in held[:12]:
        board = with_fort(board, where, present=True)
    assert GAME.check(state._replace(board=board)) == ()
    assert GAME.check(state._replace(board=with_fort(board, held[12], present=True))) != ()


@proves("fa:reserve.2", "fa:aid.reserve.1")
def test_a_crowded_reserve_is_found() -> None:
    state = placed(
        {"reserves": {"british": b("rangers", "militia", "trader", "ships", "settlers", "norfolk")}}, "second"
    )
    assert [(each.reason.value, each.rule) for each in GAME.check(state)] == [
        ("reserve_full", "fa:reserve.2"),
        ("no_location_cards_in_reserve", "fa:aid.reserve.1"),
    ]


@proves("fa:siege.start.1")
def test_a_finished_game_may_leave_a_siege_behind() -> None:
    state = placed({"sieges": {"british": siege("quebec", 2, b("siege_artillery"))}, "frames": turn_start("british")})
    assert state.outcome is not None
    assert state.sieges[0] is not None
    assert GAME.check(state) == ()


# ---------------------------------------------------------------- views


@proves("fa:board.13", "fa:setup.3", "fa:setup.4", "fa:reserve.1")
def test_a_side_sees_its_hand_and_the_open_piles() -> None:
    seen = GAME.observe(placed(FULL, "first+fort_removed_on_capture=no"), "british")
    assert isinstance(seen, dict)
    assert seen["hand"] == b("boston", "governor")
    assert seen["enemy_hand"] == f("quebec")
    assert seen["decks"] == {"british": 2, "french": 1}
    assert seen["reserves"] == {"british": b("rangers")}
    assert seen["discards"] == {"british": b("trader"), "french": f("trader")}
    assert seen["sieges"] == {
        "british": {
            "place": "louisbourg",
            "marker": -1,
            "attackers": b("militia", "militia"),
            "defenders": f("militia"),
            "named": "british_militia",
        },
    }


@proves("fa:faq.info.1")
def test_a_hand_is_seen_only_while_it_is_shown() -> None:
    state = placed({"hands": {"british": b("indian_leader", "boston"), "french": f("quebec", "gaspe")}})
    views = [GAME.observe(state, "british")]
    state = after(state, act("convert", card="british_indian_leader"))
    views.append(GAME.observe(state, "british"))
    own = GAME.observe(state, "french")
    state = after(state, act("pass"))
    views.append(GAME.observe(state, "british"))
    assert [view["enemy_hand"] for view in views if isinstance(view, dict)] == [2, f("quebec", "gaspe"), 2]
    assert not any("hands" in view for view in views if isinstance(view, dict))
    assert isinstance(own, dict)
    assert own["enemy_hand"] == 1


def test_procedures_that_go_on_by_themselves_wait_for_nobody() -> None:
    state = placed({})
    starting = state._replace(stack=Stack((TurnStart(Side.BRITISH),)))
    naming = state._replace(stack=Stack((Naming(Side.BRITISH),)))
    besieged = placed(HALIFAX)
    ending = besieged._replace(stack=Stack((SiegeWon(Side.BRITISH, Side.FRENCH, SiegeWonStage.RETURN),)))
    assert waited_for(starting) is None
    assert violations(starting, act("pass")) is None
    assert waited_for(naming) is None
    assert waited_for(ending) is not None
