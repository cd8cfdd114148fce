"""`play --as`: a person decides for a side, through a pipe and through a terminal."""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle.choices import Dice
from oracle.english import event_in_words
from oracle.evidence.links import ROOT
from oracle.located_position import scenario_start
from oracle.players import evenly, seeded
from oracle.playing.secrets import HIDDEN, Onlooker, names_in
from oracle.playing.session import begun
from oracle.walk import turns, walk
from reference.kernel.decisions import CHANCE
from reference.kernel.verdicts import Unasked
from spec_tables.catalogue import catalogue
from tests.oracle.helpers import GOLDEN, answer, json_answer
from tests.oracle.terminals import Person

Capsys = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def typed(monkeypatch: Patch, *lines: str) -> None:
    """Let these lines come from standard input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


# ---------------------------------------------------------------- through a pipe


def test_a_side_is_played_by_hand_and_the_game_verifies(tmp_path: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    path = tmp_path / "game.jsonl"
    typed(monkeypatch, "1", "2", "1", f"save {path}", "quit")
    code, out, err = answer(capsys, "play", "hammer_of_the_scots", "--as", "scotland", "--seed", "7")
    assert (code, err) == (0, "")
    assert out.startswith("hammer_of_the_scots:braveheart, ruleset standard. You decide for: Scotland.\n")
    assert (
        "\nScotland must decide: a card to play face down  (hs:3.1-1)\n  1  plays a 3      [play_card card=move3]\n"
        in out
    )
    assert "\nScotland: plays a 3\n  Scotland plays a card face down.\n" in out
    assert out.endswith(f"Saved 21 decisions to {path}.\nEnded. 21 decisions so far.\n")
    assert "\x1b" not in out
    assert answer(capsys, "verify", str(path))[0] == 0


def test_the_same_seed_and_the_same_choices_give_the_same_game(capsys: Capsys, monkeypatch: Patch) -> None:
    told = []
    for _ in range(2):
        typed(monkeypatch, "1", "2", "1")
        told.append(answer(capsys, "play", "few_acres_of_snow", "--as", "french", "--seed", "3"))
    assert told[0] == told[1]
    assert told[0][1].endswith("Not saved; `save FILE` or --trace FILE writes the game.\n")


def test_the_end_of_the_input_saves_to_the_trace_named(tmp_path: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    path = tmp_path / "game.jsonl"
    typed(monkeypatch, "1")
    code, out, _ = answer(capsys, "play", "few_acres_of_snow", "--as", "british", "--trace", str(path))
    assert code == 0
    assert "\nEnd of input. " in out
    assert f" decisions to {path}.\n" in out
    assert answer(capsys, "verify", str(path))[0] == 0


def test_a_saved_game_is_gone_on_with(tmp_path: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    path = tmp_path / "game.jsonl"
    typed(monkeypatch, "1", "2", f"save {path}")
    answer(capsys, "play", "hammer_of_the_scots", "--as", "scotland", "--seed", "7")
    again = tmp_path / "again.jsonl"
    typed(monkeypatch, "1", f"save {again}")
    code, out, _ = answer(capsys, "play", str(path), "--as", "scotland", "--seed", "7")
    assert code == 0
    assert "\nScotland must decide: where the block goes" in out
    assert answer(capsys, "verify", str(again))[0] == 0


CASE = f"{GOLDEN}/ex-7.62.jsonl@0"


def test_a_question_is_answered_as_ask_answers_it(capsys: Capsys, monkeypatch: Patch) -> None:
    _, ruling, _ = answer(capsys, "ask", CASE, "lose", "of=br_regular", "flips=2")
    typed(monkeypatch, "? lose of=br_regular flips=2", "lose of=br_regular flips=2")
    code, out, _ = answer(capsys, "play", CASE, "--as", "british")
    assert code == 0
    reasons = ruling.split("\n", 2)[2]
    assert reasons.startswith("Illegal under ww:7.62: ")
    assert out.count(reasons) == 2
    assert "End of input. 0 decisions so far.\n" in out


def test_a_legal_action_is_told_with_what_would_happen_and_is_not_taken(capsys: Capsys, monkeypatch: Patch) -> None:
    typed(monkeypatch, "? 1")
    _, out, _ = answer(capsys, "play", CASE, "--as", "british")
    assert "Legal. What happens:\n" in out
    assert out.count("British must decide: ") == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("help", "  undo              back to your last decision\n"),
        ("?", "  ww:7.62 [Drilled quota: "),
        ("rules", "  ww:7.62 [Drilled quota: "),
        ("rules 7.52", "  ww:7.52  Woods modifier: In wild terrain battles"),
        ("rule 6.7", "  ww:6.723  Lone leaders immune: Leaders moving alone cannot be intercepted.\n"),
        ("rules ambush woods", "  ww:7.56  Ambush: An unmatched AMBUSH! in wild terrain"),
        ("rules xyzzy", "  No rule has 'xyzzy'.\n"),
        ("rules hs:7.62", "  hs:7.62-1  French knights: As soon as Scotland controls"),
        ("rules ::", "'::' has no word to look for\n"),
        ("save a\0b", "'a\\x00b': embedded null byte\n"),
        ("list flips=3", "\n  1  of British Regulars, 3 flip and 0 die  [lose of=br_regular flips=3 deaths=0]\n"),
        ("list xyzzy", "None of 1 action has 'xyzzy'.\n"),
        ("show", "Under way, outermost first\n"),
        ("undo", "There is no decision of yours to take back.\n"),
        ("save", "save: say to which file, such as `save game.jsonl`\n"),
        ("save /nowhere/at/all.jsonl", "/nowhere/at/all.jsonl: there is no folder /nowhere/at\n"),
        ("odds", "odds: say of which action, such as `odds 1`\n"),
        ("99", "#99 is no number of an option; there are 1\n"),
        ("frobnicate", "the action: "),
        ("{", "the action: "),
        ("do 99", "#99 is no number of an option; there are 1\n"),
    ],
)
def test_what_can_be_typed(line: str, told: str, capsys: Capsys, monkeypatch: Patch) -> None:
    typed(monkeypatch, "", line)
    code, out, err = answer(capsys, "play", CASE, "--as", "british")
    assert (code, err) == (0, "")
    assert told in out
    assert "End of input. 0 decisions so far." in out


def test_input_that_is_no_text_is_named(capsys: Capsys, monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    code, _, err = answer(capsys, "play", CASE, "--as", "british")
    assert (code, err) == (2, "referee: standard input: not UTF-8 text\n")


def test_undo_winds_back_the_dice_too(tmp_path: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    once, twice = tmp_path / "once.jsonl", tmp_path / "twice.jsonl"
    typed(monkeypatch, "8", "1", f"save {once}")
    answer(capsys, "play", "few_acres_of_snow", "--as", "french", "--seed", "7")
    typed(monkeypatch, "8", "1", "undo", "undo", "3", "undo", "8", "1", f"save {twice}")
    _, out, _ = answer(capsys, "play", "few_acres_of_snow", "--as", "french", "--seed", "7")
    assert out.count("Back to your last decision.\n") == 3
    assert once.read_text(encoding="utf-8") == twice.read_text(encoding="utf-8")


RAID = str(ROOT / "docs/examples/odds/ww_raid.jsonl")


def test_chance_by_hand_rolls_the_dice_and_knows_the_odds(capsys: Capsys, monkeypatch: Patch) -> None:
    typed(monkeypatch, "odds", "odds 1", "roll die=6")
    code, out, _ = answer(capsys, "play", RAID, "--as", "all")
    assert code == 0
    assert "Chance must decide: " in out
    assert "1/6 (16.67 %)" in out
    assert "Until somebody must choose (" in out
    assert "\nChance: " in out


def test_a_game_by_hand_is_told_when_it_is_over(stones: str, capsys: Capsys, monkeypatch: Patch) -> None:
    typed(monkeypatch, *["1"] * 30)
    code, out, _ = answer(capsys, "play", f"{stones}:large", "--as", "both")
    assert code == 0
    assert re.search(r"\nThe game is over: .+\n", out)


def test_what_happens_again_and_again_is_told_once(capsys: Capsys, monkeypatch: Patch) -> None:
    typed(monkeypatch)
    _, out, _ = answer(capsys, "play", "wilderness_war", "--as", "british", "--seed", "7")
    assert "\n  The French are dealt a card (9 times).\n  The British are dealt a card (9 times).\n" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--as", "klingon"), "--as: 'klingon' is none of: british, french, chance, both, all"),
        (("--as", "chance"), "--as: chance alone leaves you nothing to choose; add one of: british, french, both"),
        (("--as", "both", "--json"), "--json is for seeded games, not for a game by hand"),
        (("--as", "both", "--games", "2"), "a game by hand is one game, and its trace goes to a file"),
        (("--as", "both", "--trace", "-"), "a game by hand is one game, and its trace goes to a file"),
    ],
)
def test_what_cannot_be_played_by_hand_is_said(words: tuple[str, ...], complaint: str, capsys: Capsys) -> None:
    assert answer(capsys, "play", "wilderness_war", *words) == (2, "", f"referee: {complaint}\n")


# ---------------------------------------------------------------- what stays hidden


@pytest.mark.parametrize(
    ("game", "side", "secret"),
    [
        ("hammer_of_the_scots", "england", "s_"),
        ("hammer_of_the_scots", "scotland", "e_"),
        ("few_acres_of_snow", "british", "french_"),
        ("few_acres_of_snow", "french", "british_"),
        ("wilderness_war", "british", "card_"),
        ("wilderness_war", "french", "card_"),
    ],
)
def test_a_side_hears_no_name_that_it_may_not_know(game: str, side: str, secret: str) -> None:
    onlooker, masked = Onlooker(game, side), 0
    for number, turn in enumerate(turns(walk(scenario_start(game).table, seeded(Dice(5), evenly)))):
        if number > 300:
            break
        seen = set(names_in(turn.after.observe(side)))
        if turn.due.by != CHANCE:
            seen |= set(names_in(turn.state.observe(side)))
        for event in onlooker.heard(turn.state, turn.after, turn.due.by, turn.events):
            assert not isinstance(event, Unasked) or event.by == side
            told = re.findall(r"[a-z]+_[a-z_0-9]+", event_in_words(game, event))
            names = {name for _, fact in event.facts for name in ([fact] if isinstance(fact, str) else [])}
            assert not {name for name in (*told, *names) if name.startswith(secret) and name not in seen}
            masked += HIDDEN in names
    assert masked or game == "wilderness_war"


@pytest.mark.parametrize("side", ["british", "french"])
def test_a_card_drawn_by_the_enemy_is_never_named_not_even_one_with_copies_that_are_seen(side: str) -> None:
    game = "few_acres_of_snow"
    onlooker, drawn = Onlooker(game, side), 0
    for number, turn in enumerate(turns(walk(scenario_start(game).table, seeded(Dice(2), evenly)))):
        if number > 600:
            break
        for event in onlooker.heard(turn.state, turn.after, turn.due.by, turn.events):
            if event.kind.value == "card_drawn" and turn.due.by == CHANCE:
                facts = dict(event.facts)
                drawn += 1
                assert (facts["card"] == HIDDEN) is (facts["side"] != side)
    assert drawn > 50


def test_who_plays_both_sides_hears_everything() -> None:
    game = "few_acres_of_snow"
    session = begun(scenario_start(game), frozenset({"british", "french"}), 1, catalogue(game).sides)
    told = [event_in_words(game, event) for heard in session.onward() for event in heard.events]
    assert len(told) > 9
    assert not [each for each in told if HIDDEN in each]


def test_what_is_drawn_face_down_is_left_to_the_seed_and_has_no_odds(capsys: Capsys, monkeypatch: Patch) -> None:
    typed(monkeypatch, "odds end_turn", "quit")
    _, out, _ = answer(capsys, "play", "few_acres_of_snow", "--as", "british,chance", "--seed", "7")
    assert "Chance must decide" not in out
    typed(monkeypatch, "odds 8", "discard card=french_gaspe", "done", "odds end_turn", "quit")
    _, out, _ = answer(capsys, "play", "few_acres_of_snow", "--as", "french", "--seed", "7")
    assert "\nChance has no part in what comes next: somebody must choose.\n" in out
    assert "\nWhat is drawn next is hidden; its odds would tell what lies where.\n" in out


# ---------------------------------------------------------------- a scenario dealt with a seed


def test_a_scenario_is_dealt_with_a_seed(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "options", "wilderness_war:annus_mirabilis", "--seed", "7")
    assert code == 0
    assert out.startswith(
        "wilderness_war:annus_mirabilis --seed 7  (wilderness_war, ruleset standard)\nFrench must decide: "
    )
    _, first = json_answer(capsys, "position", "wilderness_war:annus_mirabilis", "--seed", "7")
    _, again = json_answer(capsys, "position", "wilderness_war:annus_mirabilis", "--seed", "7")
    _, other = json_answer(capsys, "position", "wilderness_war:annus_mirabilis", "--seed", "8")
    assert isinstance(first, dict)
    assert isinstance(other, dict)
    assert first == again
    assert first["hash"] != other["hash"]


@pytest.mark.parametrize(
    "words",
    [
        ("ask", "wilderness_war:early_war", "1", "--seed", "1"),
        ("ask", "hammer_of_the_scots", "1", "--seed", "1"),
        ("show", "few_acres_of_snow", "--seed", "1"),
        ("odds", "from", "hammer_of_the_scots:the_bruce", "--seed", "1"),
        ("options", "few_acres_of_snow:standard", "--ruleset", "second"),
        ("perft", "few_acres_of_snow:standard", "--depth", "1"),
    ],
)
def test_every_question_takes_a_scenario(words: tuple[str, ...], capsys: Capsys) -> None:
    code, out, err = answer(capsys, *words)
    assert (code, err) == (0, "")
    assert words[-3] in out or words[1] in out or words[2] in out


def test_a_seed_also_rolls_the_die_that_is_due_in_a_file(capsys: Capsys) -> None:
    _, before, _ = answer(capsys, "options", RAID)
    code, after, _ = answer(capsys, "options", RAID, "--seed", "1")
    assert code == 0
    assert "Chance must decide" in before
    assert "Chance must decide" not in after


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("options", "wilderness_war:nope"), "scenario: 'nope' is none of: annus_mirabilis, "),
        (("play", "wilderness_war:early_war", "--scenario", "late_war"), "--scenario: wilderness_war:early_war names"),
    ],
)
def test_what_is_no_scenario_is_named(words: tuple[str, ...], complaint: str, capsys: Capsys) -> None:
    code, out, err = answer(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: {complaint}")


# ---------------------------------------------------------------- through a terminal


@pytest.fixture
def person() -> Iterator[Person]:
    """Return somebody who plays the British in a game of Few Acres."""
    with Person("play", "few_acres_of_snow", "--as", "british", "--seed", "7") as found:
        yield found


def test_on_a_terminal_there_are_a_prompt_and_colours(person: Person, tmp_path: Path) -> None:
    shown = person.sees("> ")
    assert "\x1b[1mBritish must decide: " in shown
    person.types("? take_money card=british_bateaux\n")
    person.sees("Illegal under fa:")
    person.sees("> ")
    person.types("1\n")
    person.sees("\x1b[32mBritish: ")
    person.sees("> ")
    person.types(f"save {tmp_path / 'case.jsonl'}\n")
    person.sees("Saved 11 decisions to ")
    person.types("quit\n")
    person.sees("Ended. 11 decisions so far.")
    assert person.ends() == 0
    assert (tmp_path / "case.jsonl").exists()


def test_ctrl_d_asks_once_whether_to_save(person: Person, tmp_path: Path) -> None:
    person.sees("> ")
    person.types("1\n")
    person.sees("> ")
    person.types("\x04")
    person.sees("End of input. 11 decisions so far.")
    person.sees("Save to which file? ")
    person.types(f"{tmp_path / 'case.jsonl'}\n")
    person.sees("Saved 11 decisions to ")
    assert person.ends() == 0
    assert (tmp_path / "case.jsonl").exists()


def test_ctrl_c_ends_politely_and_a_second_one_at_once(person: Person) -> None:
    person.sees("> ")
    person.types("1\n")
    person.sees("> ")
    shown = person.sees("Stopped. 11 decisions so far.", after="\x03")
    shown += person.sees("Save to which file? ")
    assert person.ends(after="\x03") == 130
    assert "Traceback" not in shown + person.read


def test_acts_are_kept_with_hashes() -> None:
    session = begun(scenario_start("few_acres_of_snow"), frozenset({"british"}), 1, ("british", "french"))
    list(session.onward())
    assert session.acts
    assert all(each.hash for each in session.acts)


# ---------------------------------------------------------------- the document


PLAYING = (ROOT / "docs/playing.md").read_text(encoding="utf-8")


def test_the_document_tells_every_command(capsys: Capsys, monkeypatch: Patch) -> None:
    typed(monkeypatch, "help")
    _, out, _ = answer(capsys, "play", CASE, "--as", "british")
    commands = {"?", "rules", "odds", "list", "show", "undo", "save", "quit"}
    for each in commands:
        assert re.search(rf"^  {re.escape(each)}\b|^  {re.escape(each)} ", out, re.MULTILINE)
        assert f"`{each}" in PLAYING


def test_the_script_of_the_document_is_played(tmp_path: Path, capsys: Capsys, monkeypatch: Patch) -> None:
    found = re.search(r"printf '(.*?)' \| \./referee (.*)", PLAYING)
    assert found is not None
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, *found[1].split("\\n")[:-1])
    assert answer(capsys, *found[2].split())[0] == 0
    assert answer(capsys, "verify", "game.jsonl")[0] == 0
