"""Every opening is listed with an example that can be pasted, begins, and is played to its end."""

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pytest

from oracle.choices import StableRandom
from oracle.game_registry import REGISTERED
from oracle.openings import Opening, command, found, nothing_under_way, opening_json, openings_of
from oracle.walk import TablePosition, walk
from reference.few_acres_of_snow.frames import FRAMES as FEW_ACRES
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.hammer_of_the_scots.frames import FRAMES as HAMMER
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.coherence import Framed
from reference.kernel.decisions import Over
from reference.kernel.framed_game import FramedGame
from reference.kernel.openings import Forbidden
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.table import Table
from reference.wilderness_war.frames import FRAMES as WILDERNESS
from reference.wilderness_war.game import WildernessWar
from spec_tables.catalogue import GAMES
from spec_tables.reader import document
from tests.oracle.helpers import answer, json_answer, written
from tests.oracle.toys import REGISTRY

S = TypeVar("S", bound=Framed)
A = TypeVar("A")
R = TypeVar("R")
ALL = [(game, opening) for game in GAMES for opening in openings_of(game)]
NAMES = [f"{game}-{opening.form.type}" for game, opening in ALL]
MOST_STEPS = 5_000
BARE = '{"pieces":{"albany":["braddock","2 br_regular"]}}'


def placed(game: str, opening: Opening) -> Table:
    return REGISTERED.place(game, REGISTERED.ruleset(game, opening.ruleset), opening.example)


def played(table: Table, seed: str) -> Iterator[TablePosition]:
    """Play on with choices that follow from a seed."""
    choices = StableRandom(seed)
    return walk(table, lambda _, due: choices.one(due.actions))


@pytest.mark.parametrize(("game", "opening"), ALL, ids=NAMES)
def test_every_example_is_sound_begins_with_its_opening_and_is_played_to_its_end(game: str, opening: Opening) -> None:
    table = placed(game, opening)
    assert table.check() == ()
    assert isinstance(opening.example, dict)
    given = opening.example["opening"]
    assert isinstance(given, dict)
    assert given["type"] == opening.form.type
    assert set(given) - {"type"} <= {each.name for each in opening.form.fields}
    first = bottom(table)
    plays = islice(played(table, f"{game} {opening.form.type}"), MOST_STEPS)
    assert any(isinstance(here.due, Over) or is_other_turn(first, bottom(here.state)) for here in plays)


def bottom(table: Table) -> Mapping[str, Json]:
    """Return the outermost frame of a position, empty if nothing is under way."""
    state = table.canonical()
    assert isinstance(state, Mapping)
    frames = state.get("frames", [])
    assert isinstance(frames, list)
    found: Mapping[str, Json] = frames[0] if frames else {}
    return found


def is_other_turn(first: Mapping[str, Json], now: Mapping[str, Json]) -> bool:
    """Say whether the other side's turn has begun: a game of Few Acres played badly may go on for ever."""
    return now.get("type") == "turn" and "actions" in now and now["side"] != first.get("side")


@pytest.mark.parametrize(("game", "opening"), ALL, ids=NAMES)
def test_every_command_shown_runs_and_shows_the_example(
    game: str, opening: Opening, capsys: pytest.CaptureFixture[str]
) -> None:
    program, *words = shlex.split(command(game, opening))
    assert program == "./referee"
    code, told = json_answer(capsys, *words)
    assert code == 0
    assert isinstance(told, dict)
    assert told["hash"] == placed(game, opening).digest()


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_are_those_of_the_openings_there_are(game: str) -> None:
    assert tuple(document(game, "openings")) == tuple(each.form.type for each in openings_of(game))


# Positions that lead to procedures which the examples seldom or never come to.
FURTHER: dict[str, list[Json]] = {
    "wilderness_war": [
        {
            "pieces": {"louisbourg": ["amherst", "6 br_regular", "inside drucour", "inside fr_regular"]},
            "sieges": {"louisbourg": 1},
            "amphib": ["louisbourg"],
            "hands": {"british": ["card_6"]},
            "opening": {"type": "siege", "leader": "amherst"},
        },
        {
            "pieces": {"albany": ["abercromby", "2 br_regular"], "boston": ["amherst"]},
            "pool": ["loudoun"],
            "opening": {"type": "event", "side": "british", "card": "card_57"},
        },
        {
            "hands": {"british": ["card_57", "card_58", "card_60"]},
            "opening": {"type": "event", "side": "french", "card": "card_37"},
        },
    ],
    "hammer_of_the_scots": [
        {
            "blocks": {"lothian": ["e_wales_infantry", "e_ulster_infantry", "s_wallace"]},
            "opening": {"type": "battle", "area": "lothian", "attacker": "england"},
        }
    ],
    "few_acres_of_snow": [],
}


def _positions(game: str) -> Iterator[Json]:
    """Give positions with openings: the examples, further ones, and every event in the middle of a game."""
    yield from (opening.example for opening in openings_of(game) if opening.ruleset is None)
    yield from FURTHER[game]
    if game != "wilderness_war":
        return
    middle = REGISTERED.start(game, REGISTERED.ruleset(game, None), "annus_mirabilis").canonical()
    assert isinstance(middle, dict)
    bare = {name: value for name, value in middle.items() if name != "frames"}
    hands: Json = {"british": ["card_1", "card_8"], "french": ["card_2", "card_9"]}
    for side in ("british", "french"):
        for number in range(10, 71):
            opening: Json = {"type": "event", "side": side, "card": f"card_{number}"}
            yield {**bare, "raided": {"french": {"hoosic": 1}}, "hands": hands, "opening": opening}


def _frames_on_the_way(game: FramedGame[S, A, R], position: Json, rules: R, seed: str) -> Iterator[type[object]]:
    """Give every frame that comes to lie on the stack, step by step, even those that wait for nobody."""
    engine, choices = game.parts.engine, StableRandom(seed)
    try:
        state = game.parts.read(position, rules)
    except Forbidden:
        return
    for _ in range(400):
        yield from map(type, state.stack.frames)
        following = engine.advance(state)
        due = engine.decision(state)
        if following is None and isinstance(due, Over):
            return
        if following is None:
            assert not isinstance(due, Over)
            before = engine.answered(state)
            working = engine.at_work(before)
            assert working is not None
            following = working.apply(before, choices.one(due.actions))
        state = following.state


def _reached(game: FramedGame[S, A, R]) -> set[type[object]]:
    rules = game.ruleset(options_of(game.id, REGISTERED.ruleset(game.id, None)))
    found: set[type[object]] = set()
    for position in _positions(game.id):
        for seed in range(4):
            found.update(_frames_on_the_way(game, position, rules, f"{seed}"))
    for opening in openings_of(game.id):
        if opening.ruleset is not None:
            other = game.ruleset(options_of(game.id, parse_ruleset_name(opening.ruleset)))
            found.update(_frames_on_the_way(game, opening.example, other, "1"))
    return found


def test_every_procedure_of_wilderness_war_is_reached_from_an_opening() -> None:
    assert _reached(WildernessWar()) == set(WILDERNESS)


def test_every_procedure_of_hammer_of_the_scots_is_reached_from_an_opening() -> None:
    assert _reached(HammerOfTheScots()) == set(HAMMER)


def test_every_procedure_of_few_acres_of_snow_is_reached_from_an_opening() -> None:
    assert _reached(FewAcresOfSnow()) == set(FEW_ACRES)


# ---------------------------------------------------------------- the command


def test_the_openings_of_a_game_are_listed_with_fields_rules_and_an_example(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = answer(capsys, "openings", "wilderness_war", "sortie")
    assert code == 0
    assert out == (
        "sortie  (ww:8.25)\n"
        "  A besieged leader activated with a card of this value, about to sally out.\n"
        "    leader  leader  must be given\n"
        "    value   1 to 3  default 3\n"
        "  example:\n"
        "    ./referee options 'ww: Albany: siege 0, Wolfe inside, 3 British regulars inside, Montcalm, "
        "2 French regulars | opening: sortie leader=Wolfe'\n"
    )
    code, out, _ = answer(capsys, "openings", "few_acres_of_snow")
    assert code == 0
    assert all(f"\n{each.form.type}  (" in f"\n{out}" for each in openings_of("few_acres_of_snow"))
    assert "opening: naming side=French' --ruleset first+loser_card_chosen=end_of_losers_turn\n" in out


def test_the_openings_are_listed_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    code, listed = json_answer(capsys, "openings", "hammer_of_the_scots", "WINTER")
    assert code == 0
    assert listed == json.loads(
        json.dumps(
            [opening_json("hammer_of_the_scots", each) for each in found(openings_of("hammer_of_the_scots"), "winter")]
        )
    )
    assert isinstance(listed, list)
    assert listed[0] == {
        "type": "winter",
        "summary": openings_of("hammer_of_the_scots")[16].form.summary,
        "fields": [
            {
                "name": "step",
                "values": "english_nobles | scottish_nobles | count | moray | king | surplus_first | edward | "
                "english_leave | english_disband | accession | wallace | scottish_disband | french | scottish_build | "
                "english_build | levy | end",
                "default": "english_nobles",
            }
        ],
        "rules": ["hs:7.0-4", "hs:7.0-5"],
        "example": openings_of("hammer_of_the_scots")[16].example,
        "words": "hs: year 1299, last year 1299 | Mar: Edward, York Infantry | Fife: Douglas | "
        "opening: winter step=edward",
    }
    code, ruled = json_answer(capsys, "openings", "wilderness_war", "bidding")
    assert isinstance(ruled, list)
    assert isinstance(ruled[0], dict)
    assert ruled[0]["ruleset"] == "standard+bidding=on"


def test_a_word_that_no_opening_has_and_a_game_that_is_none_are_errors(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = answer(capsys, "openings", "few_acres_of_snow", "duel")
    assert code == 2
    assert err.startswith("referee: no opening of few_acres_of_snow has 'duel' in it; there are: opening_hands, ")
    code, _, err = answer(capsys, "openings", "chess")
    assert code == 2
    assert err.startswith("referee: 'chess' is no game; there are: ")


# ---------------------------------------------------------------- refusals and bare positions


def test_an_opening_that_the_rules_refuse_is_said_in_words_with_every_rule(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    position = '{"pieces":{"albany":["montcalm"]},"sieges":{"albany":0},"opening":{"type":"storm","leader":"montcalm"}}'
    path = written(tmp_path, position, name="storm.json")
    code, _, err = answer(capsys, "options", path, "--game", "wilderness_war")
    assert code == 2
    assert err == (
        f"referee: {path}: line 1, position.opening: "
        "the siege of Albany is only at level 0, and level 2 is needed (ww:9.1); "
        "they have no units at Albany (ww:9.1)\n"
    )
    with pytest.raises(
        Unreadable,
        match=r"^position\.opening: the siege of Albany is only at level 0, and level 2 is needed \(ww:9\.1\); ",
    ):
        REGISTERED.place("wilderness_war", REGISTERED.ruleset("wilderness_war", None), json.loads(position))


@pytest.mark.parametrize("words", [
    ("options",), ("show",), ("position", "--check"), ("ask", "roll die=1"), ("odds", "from"),
], ids=" ".join)  # fmt: skip
def test_a_bare_position_says_what_it_can_be_opened_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...]
) -> None:
    path = written(tmp_path, BARE, name="bare.json")
    command, *rest = words
    asked = ("odds", "from", path) if command == "odds" else (command, path, *rest)
    code, out, err = answer(capsys, *asked, "--game", "wilderness_war")
    assert code == (1 if command == "ask" else 0), err
    told = " ".join(out.split())
    assert "Nothing is under way here: say what begins. This position can be opened with, for instance: " in told
    assert "opening: deal opening: " in told
    assert "`referee openings wilderness_war` lists all 34, with examples." in told
    assert "Nothing is left to decide" not in told


def test_a_bare_position_says_so_beside_the_position_and_for_programs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = written(tmp_path, BARE, name="bare.json")
    code, out, err = answer(capsys, "position", path, "--game", "wilderness_war")
    assert (code, json.loads(out)["game"]) == (0, "wilderness_war")
    assert err.startswith("referee: Nothing is under way here: ")
    for words in (("options", path), ("position", path), ("ask", path, "roll die=1")):
        _, told = json_answer(capsys, *words, "--game", "wilderness_war")
        assert isinstance(told, dict)
        english = told["english"]
        assert isinstance(english, dict)
        assert str(english["decision"]).startswith("Nothing is under way here: ")
    code, _, err = answer(capsys, "odds", "from", path, "--do", "roll die=1", "--game", "wilderness_war")
    assert code == 2
    assert "This position can be opened with, for instance:\n  opening: deal\n" in err


@pytest.mark.parametrize("action", ["go to Crown Point", "flee at once", "muster Braddock", "roll die=1"], ids=str)
def test_whatever_is_asked_of_a_bare_position_it_says_what_could_be_opened(
    capsys: pytest.CaptureFixture[str], action: str
) -> None:
    _, out, err = answer(capsys, "ask", "ww: Albany: Braddock, 2 regulars | Ticonderoga: Montcalm, 4 regulars", action)
    assert "This position can be opened with, for instance: " in " ".join(f"{out} {err}".split())
    assert "it is over" not in out


@pytest.mark.parametrize(
    ("opening", "told"),
    [
        ("activate Braddock with a 2-card and march", "British must decide: which units and leaders go with the force"),
        ("march Braddock, value 3", "British must decide: which units and leaders go with the force"),
        ("attrition", "Nothing is left to decide: settled"),
    ],
)
def test_an_opening_is_said_as_people_say_it(capsys: pytest.CaptureFixture[str], opening: str, told: str) -> None:
    code, out, _ = answer(capsys, "options", f"ww: Albany: Braddock, 2 British regulars | opening: {opening}")
    assert code == 0
    assert told in out


@pytest.mark.parametrize(("step", "asked"), [("7.4", "whether Edward winters"), ("edward", "whether Edward winters")])
def test_winter_begins_at_a_step_by_its_rule(capsys: pytest.CaptureFixture[str], step: str, asked: str) -> None:
    words = f"hs: Mar: Edward, York Infantry | Fife: Douglas | year 1299 | opening: winter at step {step}"
    code, out, _ = answer(capsys, "options", words)
    assert code == 0
    assert f"England must decide: {asked}" in out


def test_what_an_opening_did_by_itself_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = "ww: Tioga: 2 reduced British regulars, 2 highlanders | opening: winter"
    code, out, _ = answer(capsys, "options", words)
    assert code == 0
    assert "So far: winter attrition costs the British at Tioga 2 flips and 1 units; " in out
    assert "\nNothing is left to decide: settled\nWhat began here is over; " in out


def test_an_action_of_another_decision_is_understood_with_less_than_all_its_fields(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = "ww: Albany: Braddock, 2 British regulars | opening: activate Braddock"
    code, out, _ = answer(capsys, "ask", words, "go to Crown Point")
    assert code == 1
    assert "British: go to Crown Point" in out


def test_what_has_begun_or_ended_or_has_no_openings_is_not_called_bare() -> None:
    assert nothing_under_way("wilderness_war", {}, 1) is None
    assert nothing_under_way("wilderness_war", None, 0) is None
    for name in ("opening", "frames", "outcome"):
        assert nothing_under_way("wilderness_war", {name: {}}, 0) is None
    assert nothing_under_way("pebbles", {"heap": 1}, 0, registry=REGISTRY) is None
    assert openings_of("pebbles", REGISTRY) == ()


@pytest.mark.parametrize(
    "words",
    [
        "ww: Albany: Braddock, 2 regulars | Ticonderoga: Montcalm, 2 regulars | British hand: Ambush!",
        "hs: Mar: English Mar, Wallace | Angus: Douglas | England: York Infantry",
    ],
)
def test_every_opening_that_is_proposed_can_be_asked_about(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "options", words)
    proposed = re.findall(r"^  (opening: .+)$", out, re.MULTILINE)
    assert (code, len(proposed) > 10) == (0, True)
    for each in proposed:
        code, out, err = answer(capsys, "options", f"{words} | {each}")
        assert (code, "say what begins" in out) == (0, False), (each, err)


def test_an_opening_that_settles_at_once_is_not_called_bare(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = written(tmp_path, '{"opening":{"type":"winter_attrition"}}', name="winter.json")
    _, out, _ = answer(capsys, "options", path, "--game", "wilderness_war")
    assert "Nothing is left to decide: settled" in out


def test_a_fragment_that_has_ended_is_over_and_not_bare(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Given a trace to the end of its siege roll, then nothing is left to decide."""
    roll: Json = next(each.example for game, each in ALL if each.form.type == "siege_roll")
    header = {"trace": 1, "game": "wilderness_war", "ruleset": "standard", "position": roll}
    path = written(tmp_path, json.dumps(header), '{"by":"chance","do":{"type":"roll","die":3}}')
    _, out, _ = answer(capsys, "options", path)
    assert "Nothing is left to decide: settled" in out


def test_a_game_that_says_nothing_of_them_has_no_openings_and_no_sets() -> None:
    pebbles = REGISTRY.opener("pebbles")
    assert (pebbles.openings, pebbles.sets) == ((), ())
