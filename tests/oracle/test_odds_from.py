"""Odds of whatever follows from a position: every chance procedure of the games, and the walk itself."""

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.commands.odds_from import named
from oracle.evidence.links import ROOT
from oracle.game_registry import opener_of
from oracle.located_position import locate
from oracle.odds.explore import Walk, explored
from oracle.odds.facts import Amount, Happens, Holds, Stands, StandsSo, read_fact
from oracle.odds.walker import Policy, TooManyPositions
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.verdicts import Next
from spec_tables.catalogue import GAMES, catalogue
from tests.oracle.helpers import GOLDEN, answer

DOCUMENT = (ROOT / "docs/odds.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\|[^|]*\| ([^|]+) \| `([^`]+)` \| `(\w+\.jsonl)([^`]*)` \|$", DOCUMENT, re.MULTILINE)
SESSION = re.search(r"```console\n\$ \./referee (.*?)\n(.*?)```", DOCUMENT, re.DOTALL)
EXAMPLES = "docs/examples/odds"
FIGHT: Json = {"type": "fight", "block": "e_york_knights"}
PREFIXES = {"ww": "wilderness_war", "hs": "hammer_of_the_scots", "fa": "few_acres_of_snow"}

# What the rules say, reckoned by hand. A die shows each face with 1/6.
EXPECTED: dict[str, dict[str, str]] = {
    # Six strength fires in column 6-8: 1 loss on a 1, 2 on 2-4, 3 on 5-6. Three in column 3 with Levis' +1 on the
    # die: 1 loss on 1-4 (2-5), 2 on 5-6 (6-7). Two losses wipe the lone Regular out; 1 against 1 leaves the
    # defender the field, 1 against 2 too: the British win unless they roll a 1.
    "ww_battle": {"british": "5/6", "french": "1/6"},
    # A natural 1 kills one of two leaders with 1/6 each, independently.
    "ww_leader_checks": {"0": "25/36", "1": "10/36", "2": "1/36"},
    # Amherst +1, Drucour -1, Louisbourg -1: the siege gains a level on 4-6, never two.
    "ww_siege": {"0": "1/2", "1": "1/2"},
    # Rigaud adds nothing: cultivated land is raided on 5-6.
    "ww_raid": {"0": "2/3", "1": "1/3"},
    # 4 or more, with Bradstreet's +1.
    "ww_interception": {"0": "1/3", "1": "2/3"},
    # 4 or more, by a unit alone.
    "ww_avoidance": {"0": "1/2", "1": "1/2"},
    # 62 cards are in the game before 1757's are added.
    "ww_deal": {f"card_{number}": "1/62" for number in range(1, 63)},
    "ww_leader_draw": dict.fromkeys(("abercromby", "amherst", "bradstreet", "forbes", "wolfe"), "1/5"),
    "ww_random_card": dict.fromkeys(("card_1 card_8", "card_1 card_57", "card_8 card_57"), "1/3"),
    "ww_dig": dict.fromkeys(("card_1 card_8 card_17", "card_1 card_17 card_57", "card_8 card_17 card_57"), "1/3"),
    "ww_tied_bids": {"british": "1/2", "french": "1/2"},
    # Nothing on 1-2, a card on 3-6.
    "ww_courier": {"random_card": "2/3", "card_play": "1/3"},
    # Half the die, rounded up.
    "ww_indian_alliance": {"1": "1/3", "2": "1/3", "3": "1/3"},
    "ww_small_pox": {"1": "1/3", "2": "1/3", "3": "1/3"},
    # As many as the die shows.
    "ww_colonial_recruits": {str(face): "1/6" for face in range(1, 7)},
    "ww_victories_in_germany": {str(face): "1/6" for face in range(1, 7)},
    # The fleet is lost on 1-3.
    "ww_louisbourg_squadrons": {"card_21": "1/2", "none": "1/2"},
    # Two dice that hit on 1-3.
    "hs_battle": {"none": "1/4", "1": "1/2", "2": "1/4"},
    # Each of the two stays on 1-4.
    "hs_loyalty": {
        "e_wales_archers e_york_infantry e_wales_infantry s_douglas": "4/9",
        "e_wales_archers e_york_infantry s_douglas": "2/9",
        "e_york_infantry e_wales_infantry s_douglas": "2/9",
        "e_york_infantry s_douglas": "1/9",
    },
    # He changes sides on 1-4.
    "hs_herald": {"e_bruce 2": "2/3", "s_bruce 2": "1/3"},
    # 25 cards, 8 of them in hand: 17 are left, of which 2 Threes, 7 Twos, 5 Ones and 3 events not seen yet.
    "hs_deal": {
        "move3 move3 move2 move1 herald": "2/17",
        "move3 move2 move2 move1 herald": "7/17",
        "move3 move2 move1 move1 herald": "5/17",
        "move3 move2 move1 herald sea_move": "1/17",
        "move3 move2 move1 herald victuals": "1/17",
        "move3 move2 move1 herald pillage": "1/17",
    },
    "hs_scottish_draw": {"s_steward": "1/3", "s_fraser 1 s_steward": "1/3", "s_grant 1 s_steward": "1/3"},
}


def _asked(words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the odds that a command of the document gives of the one thing it asks for."""
    monkeypatch.chdir(ROOT / EXAMPLES)
    assert main(["odds", "from", *shlex.split(words), "--json"]) == 0
    (odds,) = json.loads(capsys.readouterr().out)["odds"].values()
    return {_word(each["value"]): each["fraction"] for each in odds}


def _word(value: object) -> str:
    if isinstance(value, list):
        return " ".join(str(each) for each in value) or "none"
    return "none" if value is None else str(value)


@pytest.mark.parametrize(("procedure", "rule", "file", "words"), ROWS)
def test_a_command_of_the_document_gives_odds_that_the_rule_asks_for(
    procedure: str,
    rule: str,
    file: str,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = _asked(file + words, capsys, monkeypatch)
    assert sum(map(Fraction, found.values())) == 1
    expected = EXPECTED.get(Path(file).stem)
    if expected is not None and procedure != "a whole battle":
        assert {name: Fraction(odds) for name, odds in found.items()} == {
            name: Fraction(odds) for name, odds in expected.items()
        }
    assert catalogue(PREFIXES[rule[:2]]).rule(rule) is not None


def test_levy_and_draws_are_even(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirteen blocks in the English pool of Braveheart; two of seven cards make twenty-one hands."""
    levy = _asked("hs_levy.jsonl --decisions 1 --of events:block_levied.block", capsys, monkeypatch)
    assert set(levy.values()) == {"1/13"}
    assert len(levy) == 13
    hands = _asked("fa_draw.jsonl --decisions 2 --of hands.british", capsys, monkeypatch)
    assert set(hands.values()) == {"1/21"}
    assert len(hands) == 21


def test_the_assault_comes_out_as_all_pairs_of_dice_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = next(words for _, _, file, words in ROWS if file == "ww_assault.jsonl")
    found = _asked(f"ww_assault.jsonl{words}", capsys, monkeypatch)
    best_for_defender = words.replace("british=best", "british=worst").replace("french=worst", "french=best")
    other = _asked(f"ww_assault.jsonl{best_for_defender}", capsys, monkeypatch)
    assert Fraction(other["british"]) <= Fraction(found["british"])


def test_the_session_of_the_document_is_what_the_tool_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert SESSION is not None
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(SESSION.group(1))) == 0
    assert capsys.readouterr().out == SESSION.group(2)


CHANCES = [
    (path, prefix)
    for game in GAMES
    for path in sorted((ROOT / "reference" / game).glob("*.py"))
    for prefix in re.findall(r"(?:evenly|Chance)\(\s*f?\"([^\"{]*)", path.read_text(encoding="utf-8"))
]


def test_whatever_chance_decides_is_in_the_document() -> None:
    """Every place in the rules where chance is asked has a position in the document at which it is."""
    shown = [_about(locate(f"{ROOT}/{EXAMPLES}/{file}").table) for _, _, file, _ in ROWS]
    firing = locate(f"{ROOT}/{EXAMPLES}/hs_battle.jsonl").table.act("england", FIGHT)
    assert isinstance(firing, Next)
    shown.append(_about(firing.state))
    # The first word of a battle's or an assault's die is put together: both are shown.
    assert {"battle_fire_british", "assault_fire_british"} <= set(shown)
    assert len(CHANCES) >= 18
    for path, prefix in CHANCES:
        assert any(about.startswith(prefix) for about in shown), f"{path.name}: {prefix}"


def _about(table: Table) -> str:
    due = table.due()
    return due.result if isinstance(due, Over) else due.about


# ---------------------------------------------------------------- the walk


BATTLE: Json = {
    "pieces": {"juniata": ["br_regular", "br_ranger", "fr_coureurs", "fr_indian_mingo"]},
    "opening": {"type": "battle", "space": "juniata", "attacker": "british"},
}
FRENCH_SCORE: Json = {"vp": {"french": 1}}


def _battle() -> Table:
    return opener_of("wilderness_war").place(BATTLE, RulesetName("standard"))


def _odds_of_a_french_point(british: Policy, french: Policy) -> Fraction:
    tree = explored(_battle(), Walk(policies={"british": british, "french": french}))
    return tree.settled(Holds(FRENCH_SCORE)).odds(Holds(FRENCH_SCORE)).get(1, Fraction(0))


def test_best_and_worst_bound_every_other_way_to_choose() -> None:
    for_french = _odds_of_a_french_point(Policy.BEST, Policy.BEST)
    against = _odds_of_a_french_point(Policy.WORST, Policy.WORST)
    for policy in (Policy.FIRST, Policy.LAST, Policy.EVENLY):
        assert against <= _odds_of_a_french_point(policy, policy) <= for_french


def test_every_way_to_ask_for_the_same_agrees() -> None:
    tree = explored(_battle(), Walk(policies={"british": Policy.FIRST, "french": Policy.FIRST}))
    happened = tree.happened()
    holds = tree.odds(Holds(FRENCH_SCORE)).get(1)
    assert tree.odds(StandsSo("vp.french", "1")).get(1) == holds
    assert tree.odds(Stands("vp.french")).get("1") == holds
    assert tree.odds(read_fact("events:vp_scored[side=french].points", happened)).get(1) == holds
    assert sum(share for _, share in tree.ends()) == 1
    ended = sum((share for table, share in tree.ends() if Holds(FRENCH_SCORE).at_end(table)), Fraction(0))
    assert ended == holds


def test_what_is_due_then_is_told_as_the_decision_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Given a die that decides who is asked what, then the odds name decisions in words, none that was passed over."""
    _, told, _ = answer(capsys, "odds", "from", str(GOLDEN / "ex-6.6.jsonl@6"))
    assert "where to go next" in told
    assert "the die for the fire of the French in battle" in told
    assert "\nevents:not_asked" not in told


def test_outcomes_with_the_same_name_are_told_apart(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given the Herald on Bruce, then his two blocks have their odds each; what reads alike is told as data too."""
    monkeypatch.chdir(ROOT / EXAMPLES)
    assert main(["odds", "from", "hs_herald.jsonl", "--of", "blocks.fife"]) == 0
    shares = [line.split()[:4] for line in capsys.readouterr().out.splitlines() if " %" in line]
    assert shares == [["English", "Bruce", "2", "66.67"], ["Scottish", "Bruce", "2", "33.33"]]
    alike: dict[Amount, Fraction] = {'"mar"': Fraction(2, 3), '"Mar"': Fraction(1, 3)}
    found = named("hammer_of_the_scots", Stands("noble"), alike)
    assert found == {'Mar "mar"': Fraction(2, 3), 'Mar "Mar"': Fraction(1, 3)}


def test_a_walk_without_policies_stops_at_the_first_choice() -> None:
    tree = explored(_battle(), Walk())
    assert all(_about(table).startswith(("losses_of", "settled")) for table, _ in tree.ends())
    # Of the 36 pairs of dice two hurt nobody, and lead to the same end.
    assert len(tree.ends()) == 35


def test_given_choices_are_taken_and_those_never_legal_are_named() -> None:
    given = ({"type": "lose", "flips": "1"}, {"type": "picnic"})
    tree = explored(_battle(), Walk(given=given, decisions=3))
    assert tree.unused == ({"type": "picnic"},)
    assert any(way.note and way.note[0].kind == "steps_lost" for node in tree.nodes for way in node.ways)


def test_a_walk_says_when_it_is_too_long() -> None:
    with pytest.raises(TooManyPositions, match="more than 5 positions"):
        explored(_battle(), Walk(most=5))


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("vp..french", "no path"),
        ("events:", "not of the form"),
        ("events:picnic", "no event picnic"),
        ("events:fired.taste", "no fact 'taste'"),
        ("events:fired[taste=sweet]", "no fact 'taste'"),
        ("events:fired[side]", "not of the form fact=value"),
    ],
)
def test_facts_that_cannot_be_asked_for_say_why(text: str, cause: str) -> None:
    with pytest.raises(Unreadable, match=cause):
        read_fact(text, explored(_battle(), Walk()).happened())


def test_words_of_events_are_told_in_order_and_numbers_added() -> None:
    happened = explored(_battle(), Walk()).happened()
    tree = explored(_battle(), Walk())
    assert tree.odds(read_fact("events:fired.side", happened)) == {("british", "french"): Fraction(1)}
    assert tree.odds(Happens("fired")) == {2: Fraction(1)}
    assert set(tree.odds(read_fact("events:fired.die", happened))) == set(range(2, 13))


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("--policy french", "is not SIDE=POLICY"),
        ("--policy danish=best", "is not SIDE=POLICY"),
        ("--policy british=best", "need a --measure"),
        ("--policy british=best --measure due", "is no number"),
        ("--until dinner", "is not under way here"),
        ("--of nothing.there", "'nothing' names nothing"),
        ("--of events:picnic", "'picnic' names nothing"),
        ("--of vp.frnch", "'frnch' names nothing; do you mean 'french'?"),
        ("--of raided.french.albany", "nothing stands there"),
        ("--measure vq --policy french=best", "'vq' names nothing"),
        ("--do roll die=9", "die: 9 is not 1 to 6"),
        ("--choose 'lose of'", "'of' needs a value"),
        ("--choose ''", "names no action"),
        ("--most 5", "more than 5 positions"),
        ("--decisions 0", None),
    ],
)
def test_questions_that_cannot_be_answered_say_why(
    words: str, cause: str | None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / EXAMPLES)
    asked = ["odds", "from", "ww_assault.jsonl", *shlex.split(words)]
    if cause is None:
        with pytest.raises(SystemExit) as ended:
            main(asked)
        assert ended.value.code == 2
        return
    assert main(asked) == 2
    assert cause in capsys.readouterr().err
