"""The game object: what is due, what an action leads to, and the four different noes."""

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import word
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.table import seat
from reference.kernel.verdicts import Next, No, NotThisDecision, NotYourDecision
from reference.wilderness_war.actions import ACTIONS, Command, Lose, Roll
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, STANDARD, Pieces, due, place, played, read, ruleset

BATTLE: Json = {"type": "battle", "space": "tioga", "attacker": "british"}
PIECES: Pieces = {
    "tioga": ["4 br_regular", "2 br_light_infantry", "levis", "vaudreuil", "4 fr_regular", "2 fr_coureurs"]
}
WOLFE = Command(leader("wolfe"))


def battle() -> State:
    return place(PIECES, opening=BATTLE)


# ---------------------------------------------------------------- noes


def test_an_action_that_answers_another_decision_is_told_which_one_is_due() -> None:
    fire = NotThisDecision("battle_fire_british", ("ww:7.2-C",))
    for action in (WOLFE, Lose("br_regular", 1, 0), Roll(0), Roll(7)):
        assert GAME.step(battle(), action) == fire
    asked = played(battle(), Roll(3)).state
    commander = NotThisDecision("commander", ("ww:7.51-nonactive",))
    for action in (Roll(3), Lose("br_regular", 1, 0)):
        assert GAME.step(asked, action) == commander
    losing = played(asked, Command(leader("levis")), Roll(3)).state
    for action in (Roll(3), WOLFE, Lose("fr_regular", 1, 0)):
        assert GAME.step(losing, action) == NotThisDecision("losses_of_br_regular", ("ww:7.62", "ww:7.63"))


@pytest.mark.parametrize(
    ("opening", "rest", "about"),
    [
        ({"type": "siege_roll", "space": "niagara", "besieger": "british", "leader": "wolfe"}, {}, "siege_roll"),
        ({"type": "raid_roll", "space": "sorel", "raider": "british"}, {}, "raid_roll"),
        (
            {"type": "leader_checks", "side": "british", "space": "niagara", "cause": "raid", "leaders": ["wolfe"]},
            {},
            "leader_check_of_wolfe",
        ),
        ({"type": "assault", "space": "niagara", "attacker": "british"}, {}, "assault_fire_british"),
    ],
)
def test_where_a_die_is_due_only_its_faces_will_do(opening: Json, rest: dict[str, Json], about: str) -> None:
    pieces: Pieces = {
        "niagara": ["wolfe", "br_regular_44th", "br_ranger_rogers", "inside fr_marine_detachment_1"],
        "sorel": ["br_ranger_goreham"],
    }
    works: dict[str, Json] = {"forts": {"french": ["niagara"]}, "sieges": {"niagara": 1}}
    # So that Albany supplies Niagara.
    chain: Json = {"british": ["oneida_carry_east", "oneida_carry_west"]}
    state = place(pieces, opening=opening, **works, stockades=chain, **rest)
    decision = due(state)
    assert decision.about == about
    assert decision.actions == tuple(Roll(face) for face in range(1, 7))
    for action in (Roll(0), Roll(7), WOLFE, Lose("br_ranger", 1, 0)):
        assert GAME.step(state, action) == NotThisDecision(about, decision.rules)
    for face in decision.actions:
        assert isinstance(GAME.step(state, face), Next)


def test_where_nothing_is_due_every_action_is_out_of_place() -> None:
    settled = place({})
    assert GAME.decision(settled) == Over("settled")
    assert GAME.step(settled, Roll(1)) == NotThisDecision("nothing: all is settled", ())
    over = place({}, opening={"type": "victory_check"}, year=1759, vp={"french": 1})
    assert GAME.step(over, Roll(1)) == NotThisDecision("nothing: the game is over", ("ww:13.12-else",))


def test_a_refusal_by_the_rules_names_them() -> None:
    asked = played(battle(), Roll(3)).state
    verdict = GAME.step(asked, WOLFE)
    assert isinstance(verdict, No)
    assert [(each.reason, each.rule) for each in verdict.violations] == [(Reason.NOT_AMONG_THEM, "ww:7.51-nonactive")]


def test_a_decision_is_only_for_whoever_is_due() -> None:
    table = seat(GAME, battle())
    roll: Json = {"type": "roll", "die": 3}
    assert table.act("british", roll) == NotYourDecision("chance")
    after = table.act("chance", roll)
    assert isinstance(after, Next)
    command: Json = {"type": "command", "leader": "levis"}
    assert after.state.act("british", command) == NotYourDecision("french")
    assert isinstance(after.state.act("french", command), Next)


# ---------------------------------------------------------------- actions in words


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Roll(4), {"type": "roll", "die": 4}),
        (WOLFE, {"type": "command", "leader": "wolfe"}),
        (Lose("br_regular", 2, 1), {"type": "lose", "of": "br_regular", "flips": 2, "deaths": 1}),
    ],
)
def test_actions_are_written_and_read_in_words(action: Roll | Command | Lose, words: Json) -> None:
    assert GAME.write_action(action) == words
    assert GAME.read_action(words) == action


def test_an_action_that_cannot_be_read_is_neither_legal_nor_illegal() -> None:
    for words, where, cause in (
        ({"type": "pass"}, "type", f'"pass" is none of: {", ".join(sorted(word(each.__name__) for each in ACTIONS))}'),
        ({"type": "command", "leader": "washington"}, "leader", "'washington' is no leader"),
        ({"type": "roll"}, "die", "is missing"),
        ({"type": "roll", "die": "6"}, "die", '"6" is not a whole number'),
    ):
        with pytest.raises(Unreadable) as fault:
            GAME.read_action(words)
        assert (fault.value.place, fault.value.cause) == (where, cause)


# ---------------------------------------------------------------- looking at it


def test_the_game_says_what_it_is() -> None:
    assert WildernessWar() == GAME
    assert (GAME.id, len(GAME.scenarios)) == ("wilderness_war", 4)


@proves("ww:5.24", "ww:2.0-inspection")
def test_both_sides_may_inspect_everything_but_the_enemys_hand_and_the_pile() -> None:
    state = place(PIECES, opening=BATTLE, hands={"british": ["card_8"], "french": ["card_6", "card_7"]})
    form = GAME.canonical(state)
    assert isinstance(form, dict)
    assert GAME.observe(state, "british") == {**form, "hands": {"british": ["card_8"], "french": 2}, "pile": 67}
    assert GAME.observe(state, "french") == {
        **form,
        "hands": {"british": 1, "french": ["card_6", "card_7"]},
        "pile": 67,
    }


@proves("ww:5.24", "ww:2.0-inspection")
def test_a_settled_position_shows_no_procedure_to_either_side() -> None:
    state = read(PIECES)
    form = GAME.canonical(state)
    assert isinstance(form, dict)
    assert "frames" not in form
    assert GAME.observe(state, "british") == {**form, "hands": {"british": [], "french": 0}, "pile": 70}


@proves("ww:5.24")
def test_the_cards_a_ministry_may_give_up_are_seen_by_their_holder_only() -> None:
    crisis: Json = {
        "type": "discarding", "side": "british", "cards": ["card_48", "card_58"], "rule": "ww:card-ministerial",
    }  # fmt: skip
    state = read({}, frames=[crisis], hands={"british": ["card_8", "card_48", "card_58"]})
    british, french = GAME.observe(state, "british"), GAME.observe(state, "french")
    assert isinstance(british, dict)
    assert isinstance(french, dict)
    assert british["frames"] == [crisis]
    assert french["frames"] == [{"type": "discarding", "side": "british", "rule": "ww:card-ministerial"}]
    assert french["hands"] == {"french": [], "british": 3}


def test_a_description_fills_in_what_is_empty() -> None:
    found = GAME.describe(read({"albany": ["br_regular_44th"]}))
    assert isinstance(found, dict)
    pieces = found.pop("pieces")
    assert isinstance(pieces, dict)
    assert len(pieces) == 144
    assert {name: stack for name, stack in pieces.items() if stack} == {"albany": ["br_regular_44th"]}
    nobody: Json = {"british": [], "french": []}
    assert found == {
        "year": 1757, "season": "early", "last_year": 1759, "assemblies": "supportive", "niagara": None,
        "ohio_forks": None, "removed": [], "pool": [], "amphib": [], "blockhouses": [], "frames": [], "outcome": None,
        "forts": nobody, "unfinished_forts": nobody, "stockades": nobody, "captured_fortresses": nobody,
        "fieldworks": nobody, "sieges": {}, "raided": {}, "vp": {}, "hands": nobody, "discards": [],
        "removed_cards": [], "allied": nobody,
        "markers": {
            "pitt": True, "diplomatic": True, "no_landings": False, "no_french_naval": False, "quiberon": False,
        },
        "controls": {
            "british": [
                "boston", "new_haven", "new_york", "albany", "alexandria", "baltimore", "philadelphia", "halifax",
            ],
            "french": ["quebec", "montreal", "louisbourg"],
        },
        "supplied": {"british": ["albany"], "french": []},
        "unsupplied": nobody,
    }  # fmt: skip


@proves("ww:12.1", "ww:2.0-fortresses")
def test_a_description_tells_who_controls_which_fortress_and_who_is_supplied() -> None:
    found = GAME.describe(
        read(
            {"albany": ["fr_regular_bearn"], "cayuga": ["br_regular_44th"], "tioga": ["br_ranger_rogers"],
             "hoosic": ["br_regular_48th"]},
            sieges={"albany": 0},
        )
    )  # fmt: skip
    assert isinstance(found, dict)
    assert "albany" not in str(found["controls"])
    assert found["supplied"] == {"british": ["hoosic"], "french": []}
    assert found["unsupplied"] == {"british": ["cayuga"], "french": ["albany"]}


@proves("ww:5.532")
def test_a_description_tells_which_settlements_are_allied_while_their_tribe_has_a_unit_on_the_map() -> None:
    found = GAME.describe(
        read({"tioga": ["fr_indian_mingo_1"], "mingo_town": ["fr_indian_huron"], "albany": ["br_indian_mohawk_1"]})
    )
    assert isinstance(found, dict)
    assert found["allied"] == {"british": ["canajoharie"], "french": ["mingo_town", "pays_d_en_haut"]}


def test_a_position_is_settled_before_its_first_decision() -> None:
    state = place({"quebec": ["br_regular_44th"]}, captured_fortresses={"british": ["quebec", "louisbourg"]})
    assert state.tracks.vp == 3
    assert GAME.check(state) == ()


def test_the_same_options_make_the_same_ruleset() -> None:
    assert ruleset() == STANDARD == ruleset("standard")
