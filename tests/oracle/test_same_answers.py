"""The same question has the same answer on the command line and over the protocol."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from oracle.openings import openings_of
from oracle.protocol import chances, looking, replaying, rule_pages, setting_up
from oracle.protocol.methods import METHODS
from oracle.protocol.server import Server
from oracle.vectors.scenes import scenes_of
from reference.kernel.canonical import Json, canonical_text, parse
from spec_tables.catalogue import GAMES, catalogue
from tests.oracle.helpers import answer, json_answer

EVERY_SCENE = 60
EVERY_OPENING = 4
# Methods that the command line has no need of: it opens a file anew for every question.
ABOUT_SESSIONS = {"close", "shutdown"}
# What the page of the explorer asks; tests/oracle/test_explorer_protocol.py asks it.
FOR_PAGES = {name for each in (chances, looking, replaying, rule_pages, setting_up) for name in each.METHODS}
ASKED = {
    "initialize",
    "games",
    "new",
    "load",
    "decision",
    "step",
    "ask",
    "observe",
    "position",
    "hash",
    "odds",
    "verify",
}


def batch(game: str) -> Iterator[tuple[str, Json]]:
    """Give positions of a game, each under a ruleset."""
    scenes = scenes_of(game)[::EVERY_SCENE]
    yield from ((each.ruleset, each.position) for each in scenes)
    yield from ((each.ruleset or scenes[0].ruleset, each.example) for each in openings_of(game)[::EVERY_OPENING])


def replied(to: Server, method: str, **params: Json) -> tuple[Mapping[str, Json] | None, str]:
    """Return the result, or none and the message of the error."""
    raw = to.reply(canonical_text({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())
    assert raw is not None
    found = parse(raw.decode())
    assert isinstance(found, Mapping)
    result, error = found.get("result"), found.get("error")
    if isinstance(error, Mapping):
        return None, str(error["message"])
    assert isinstance(result, Mapping)
    return result, ""


def inside(value: Json, *keys: str) -> Json:
    for key in keys:
        assert isinstance(value, Mapping)
        value = value[key]
    return value


class Both:
    """A position as a file for the command line, and as a session of a server."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], game: str, ruleset: str, form: Json) -> None:
        self.capsys, self.game = capsys, game
        header: Json = {"trace": 1, "game": game, "ruleset": ruleset, "position": form}
        self.path = folder / "case.jsonl"
        self.path.write_text(f"{canonical_text(header)}\n", encoding="utf-8")
        self.server = Server()
        opened, fault = replied(self.server, "load", game=game, ruleset=ruleset, position=form)
        assert opened is not None, fault
        self.session, self.opened = opened["session"], opened

    def protocol(self, method: str, **params: Json) -> Mapping[str, Json]:
        found, fault = replied(self.server, method, session=self.session, **params)
        assert found is not None, fault
        return found

    def step(self, by: str, action: Json) -> None:
        """Take an action over the protocol, and write it into the file; both have then come to the same position."""
        asked = inside(self.line("ask", json.dumps(action), "--by", by), "verdict")
        taken = inside(self.protocol("step", by=by, do=action), "verdict")
        assert isinstance(taken, Mapping)
        assert {name: inside(asked, name) for name in taken} == taken
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{canonical_text({'by': by, 'do': action})}\n")
        assert self.protocol("hash")["hash"] == inside(self.line("position"), "hash")
        self.path.write_text(self.path.read_text(encoding="utf-8").split("\n")[0] + "\n", encoding="utf-8")

    def odds_of_due(self) -> set[tuple[str, str]]:
        """Return what the command line says; its percentages are no numbers of ours, so they are left out."""
        words = f"odds from {self.path} --json --until choice --decisions 2 --of due"
        told = json.loads(answer(self.capsys, *words.split())[1])
        return {(str(each["value"]), str(each["fraction"])) for each in told["odds"]["due"]}

    def line(self, command: str, *words: str) -> Json:
        return json_answer(self.capsys, *command.split(), str(self.path), *words)[1]


def test_every_method_is_asked_or_is_about_sessions() -> None:
    assert set(METHODS) == ABOUT_SESSIONS | ASKED | FOR_PAGES


@pytest.mark.parametrize("game", GAMES)
def test_positions_decisions_views_and_rulings_agree(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ruleset, form in batch(game):
        both = Both(tmp_path, capsys, game, ruleset, form)
        position, told = both.protocol("position"), both.line("position")
        for field in ("hash", "position", "verdict"):
            assert position[field] == inside(told, field)
        assert both.protocol("hash")["hash"] == both.opened["hash"] == inside(told, "hash")
        assert both.opened["followed"] == inside(told, "followed")
        assert inside(position, "english", "verdict") == inside(told, "english", "verdict")
        due, options = both.protocol("decision"), both.line("options")
        kind = "decision" if "decision" in due else "over"
        assert due[kind] == inside(options, kind)
        for side in catalogue(game).sides:
            shown = both.line("show", "--side", side)
            assert inside(both.protocol("observe", side=side), "view") == inside(shown, "view")
        if kind == "over":
            continue
        actions, by = inside(due, "decision", "actions"), str(inside(due, "decision", "by"))
        assert isinstance(actions, list)
        for action in (actions[0], actions[-1], {"type": "done"}):
            ruled, asked = both.protocol("ask", by=by, do=action), both.line("ask", json.dumps(action), "--by", by)
            assert ruled["verdict"] == inside(asked, "verdict")
            assert inside(ruled, "english", "verdict") == inside(asked, "english", "verdict")
        both.step(by, actions[-1])


@pytest.mark.parametrize("game", GAMES)
def test_odds_and_replays_agree(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for ruleset, form in list(batch(game))[::2]:
        both = Both(tmp_path, capsys, game, ruleset, form)
        found = inside(both.protocol("odds", until="choice", decisions=2, of=["due"]), "facts", "due")
        assert isinstance(found, list)
        assert both.odds_of_due() == {(str(inside(each, "value")), str(inside(each, "odds"))) for each in found}
        report = inside(both.line("verify"), "reports")
        assert isinstance(report, list)
        replay, _ = replied(both.server, "verify", trace=both.path.read_text(encoding="utf-8"))
        assert replay is not None
        assert isinstance(report[0], Mapping)
        assert {name: value for name, value in report[0].items() if name != "path"} == replay


BAD: tuple[tuple[str, Json], ...] = (
    ("wilderness_war", {"year": 999_999_999_999}),
    ("wilderness_war", {"opening": {"type": "take_losses", "losses": 999_999_999_999}}),
    ("wilderness_war", {"pieces": {"atlantis": []}}),
    ("hammer_of_the_scots", {"turn": 6}),
    ("few_acres_of_snow", {"money": {"british": 10**9}}),
    ("few_acres_of_snow", {"frames": [{"type": "turn", "side": "british", "actions": 3}]}),
)


@pytest.mark.parametrize(("game", "position"), BAD)
def test_what_cannot_be_read_is_refused_in_the_same_words(
    game: str, position: Json, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(canonical_text(position), encoding="utf-8")
    code, _, told = answer(capsys, "position", str(path), "--game", game)
    _, message = replied(Server(), "load", game=game, position=position)
    assert code == 2
    assert message.removeprefix("Unreadable: ").removeprefix("position.") in told


def test_games_agree(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = json_answer(capsys, "games")
    found, _ = replied(Server(), "games")
    assert code == 0
    assert isinstance(told, list)
    assert found is not None
    listed = found["games"]
    assert isinstance(listed, list)
    for one, other in zip(told, listed, strict=True):
        for field in ("game", "name", "sides", "scenarios"):
            assert inside(one, field) == inside(other, field)


def test_limits_agree(capsys: pytest.CaptureFixture[str]) -> None:
    code, told = json_answer(capsys, "serve")
    found, _ = replied(Server(), "initialize")
    assert (code, told) == (0, found)


@pytest.mark.parametrize("game", GAMES)
def test_beginnings_agree(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for scenario, _ in catalogue(game).scenarios:
        found, _ = replied(Server(), "new", game=game, scenario=scenario)
        _, told = json_answer(capsys, "position", f"{game}:{scenario}")
        assert found is not None
        assert found["hash"] == inside(told, "hash")
