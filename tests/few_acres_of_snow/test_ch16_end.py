"""The end of the game: its conditions, and the points."""

import pytest

from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch16_end import ended, ends_now, winner
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Outcome, Siege, player, with_player, with_siege
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import ALL_VILLAGES, Scene, act, b, f, siege, turn, turn_start
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, kinds, scene

NINE_TOWNS = dict.fromkeys(
    ("gaspe", "louisbourg", "port_royal", "tadoussac", "trois_rivieres", "montreal", "canso", "halifax"), "french town"
)


@proves("fa:end.2", "fa:aid.end.2", "fa:end.6", "fa:end.8", "fa:turn.1", "fa:aid.end.3")
def test_the_game_ends_when_all_towns_are_placed() -> None:
    Scene(
        {"plus": NINE_TOWNS, "frames": turn_start("french")},
        expect={"outcome": {"winner": "french", "rule": "fa:end.2", "points": {"british": 17, "french": 54}}},
    ).run()


@proves("fa:end.2")
def test_the_game_ends_when_all_villages_are_placed() -> None:
    Scene(
        {"plus": ALL_VILLAGES, "frames": turn_start("british")},
        expect={"outcome": {"rule": "fa:end.2"}},
    ).run()


@proves("fa:end.2", "fa:end.3")
def test_only_the_player_whose_turn_starts_is_looked_at() -> None:
    Scene(
        {"plus": NINE_TOWNS, "captured": {"french": {"villages": 6}}, "frames": turn_start("british")},
        expect={"frames": turn("british", 2)},
    ).run()


@proves("fa:end.3", "fa:end.4", "fa:end.7", "fa:aid.end.2", "fa:aid.end.3")
def test_captures_worth_twelve_end_the_game() -> None:
    Scene(
        {"captured": {"british": {"villages": 2, "towns": 2}}, "frames": turn_start("british")},
        expect={"outcome": {"winner": "french", "rule": "fa:end.3", "points": {"british": 29, "french": 29}}},
    ).run()


@proves("fa:end.3")
def test_captures_worth_ten_do_not() -> None:
    Scene(
        {"captured": {"british": {"villages": 1, "towns": 2}}, "frames": turn_start("british")},
        expect={"frames": turn("british", 2)},
    ).run()


@proves("fa:end.5", "fa:aid.end.2")
def test_the_game_goes_on_while_a_siege_is_running() -> None:
    Scene(
        {
            "captured": {"british": {"villages": 6}},
            "plus": {"halifax": "british village"},
            "sieges": {"british": siege("louisbourg", 0, b("militia"))},
            "frames": turn_start("british"),
        },
        expect={"frames": turn("british", 2)},
    ).run()


@proves("fa:aid.end.1", "fa:faq.end.1")
def test_settling_an_enemy_capital_wins_where_the_player_aid_rules() -> None:
    Scene(
        {
            "plus": {"boston": "neutral", "pemaquid": "french village"},
            "captured": {"french": {"villages": 2, "towns": 1}},
            "hands": {"french": f("pemaquid", "louisbourg", "quebec")},
            "frames": turn("french"),
        },
        (
            act("settle", place="boston", base="french_pemaquid"),
            act("play", card="french_louisbourg"),
            act("play", card="french_quebec"),
        ),
        {"outcome": {"winner": "french", "rule": "fa:aid.end.1"}},
        ruleset="second",
    ).run()


@proves("fa:end.8", "fa:aid.end.3")
def test_france_wins_ties() -> None:
    for british in range(60):
        for french in range(60):
            assert winner(british, french) is (Side.BRITISH if british > french else Side.FRENCH)


@proves("fa:end.1", "fa:faq.end.2", "fa:aid.end.1")
def test_the_fall_of_a_capital_wins_at_once() -> None:
    Scene(
        {"sieges": {"french": siege("new_york", 2, f("siege_artillery"))}, "frames": turn_start("french")},
        expect={"outcome": {"winner": "french", "rule": "fa:end.1"}},
    ).run()


@proves("fa:end.2", "fa:end.3", "fa:end.5")
@pytest.mark.parametrize("attacker", [None, *SIDES])
@pytest.mark.parametrize(
    ("taken", "lost", "ending"),
    [
        ((0, 0), (0, 0), None),
        ((5, 0), (0, 0), None),
        ((6, 0), (0, 0), "fa:end.3"),
        ((0, 3), (0, 0), "fa:end.3"),
        ((0, 0), (0, 10), "fa:end.2"),
        ((0, 0), (13, 0), "fa:end.2"),
        ((6, 0), (13, 10), "fa:end.2"),
    ],
)
def test_a_condition_ends_the_game_only_while_no_siege_is_running(
    attacker: Side | None, taken: tuple[int, int], lost: tuple[int, int], ending: str | None
) -> None:
    """Given what the British took and lost, with five villages and two towns on the board."""
    state = scene(options="+end_counts_captured_as_placed=yes")
    for side, (villages, towns) in ((BRITISH, taken), (FRENCH, lost)):
        own = player(state, side)._replace(villages_taken=villages, towns_taken=towns)
        state = with_player(state, side, own)
    if attacker is not None:
        where = place("gaspe" if attacker is BRITISH else "norfolk")
        state = with_siege(state, attacker, Siege(where, 0, (b"", b"")))
    assert ends_now(state, BRITISH) == (None if attacker else ending)


@proves("fa:end.6", "fa:end.7", "fa:end.8", "fa:turn.1", "fa:aid.end.3")
@pytest.mark.parametrize(("taken", "winner"), [(0, BRITISH), (1, FRENCH), (2, FRENCH)])
def test_the_end_counts_places_and_captures_and_stops_the_game(taken: int, winner: Side) -> None:
    """Given two British towns of four points against Quebec as a village of six, then captured villages decide.

    One is worth two: it levels the points, which the French win; a second one puts them ahead.
    """
    others = "new_haven norfolk pemaquid philadelphia st_marys gaspe louisbourg port_royal tadoussac trois_rivieres"
    state = scene("", BRITISH, "", quebec="french village", **dict.fromkeys([*others.split(), "montreal"], "neutral"))
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(villages_taken=taken))
    after = ended(state, "fa:end.3")
    assert after.state.outcome == Outcome(winner, "fa:end.3", (8, 6 + 2 * taken))
    assert after.state.stack.frames == ()
    assert kinds(after) == [EventKind.GAME_WON]
