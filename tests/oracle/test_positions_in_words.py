"""Positions in words: realistic cases of each game with the compact form expected, and what is refused."""

import io
from pathlib import Path

import pytest

from oracle.choices import StableRandom
from oracle.errors import InputError
from oracle.game_registry import opener_of
from oracle.words.positions_in_words import is_words, read_position, write_position
from reference.kernel.canonical import Json
from reference.kernel.rulesets import parse_ruleset_name
from tests.oracle.helpers import GOLDEN, SMALL, answer, json_answer, written

Capsys = pytest.CaptureFixture[str]
WW, HS, FA = "wilderness_war", "hammer_of_the_scots", "few_acres_of_snow"
ISSUE = (
    "Albany: Braddock, 2 regulars, 3 rangers | Ticonderoga: Montcalm, 4 regulars inside fort | "
    "year 1757, early, british hand: AMBUSH!"
)
LOSSES = "ww: Albany: 3 British regulars, 3 rangers | opening: take losses, British, Albany, battle, 5"


# ---------------------------------------------------------------- reading


def test_a_case_is_read_as_it_is_said_with_everything_that_was_assumed() -> None:
    found = read_position(ISSUE)
    assert found.game == WW
    assert found.position == {
        "pieces": {
            "albany": ["braddock", "2 br_regular", "3 br_ranger"],
            "ticonderoga": ["montcalm", "4 inside fr_regular"],
        },
        "forts": {"french": ["ticonderoga"]},
        "year": 1757,
        "season": "early",
        "hands": {"british": ["card_11"]},
    }
    assert found.assumed == (
        "the game is Wilderness War (write `ww:` in front to say so)",
        "the 2 regulars in Albany are British",
        "the 4 regulars inside fort in Ticonderoga are French",
        "Montcalm outside in Ticonderoga",
        "a French fort in Ticonderoga",
        "last year 1759",
        "supportive assemblies",
        "VP 0",
    )


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("ww: Fort Duquesne: Dumas and 2 marine detachments", {
            "pieces": {"ohio_forks": ["dumas", "2 fr_marine_detachment"]},
        }),
        ("ww: Québec: Lévis inside, Béarn in the fortress, reduced La Sarre, siege 2, Wolfe, the 15th, 2 highlanders", {
            "pieces": {"quebec": [
                "inside levis", "inside fr_regular_bearn", "reduced fr_regular_la_sarre", "wolfe", "br_regular_15th",
                "2 br_highland",
            ]},
            "sieges": {"quebec": 2},
        }),
        ("ww: Oswego: British stockade, 2 French raided | Niagara: French fort under construction, fieldworks", {
            "stockades": {"british": ["oswego"]},
            "raided": {"french": {"oswego": 2}},
            "unfinished_forts": {"french": ["niagara"]},
            "fieldworks": {"french": ["niagara"]},
        }),
        ("ww: Louisbourg: British fortress, amphib marker", {
            "captured_fortresses": {"british": ["louisbourg"]},
            "amphib": ["louisbourg"],
        }),
        ("ww: Boston: 2 Connecticut, Connecticut 1, 3 Massachusetts", {
            "pieces": {"boston": [
                "br_northern_provincial_connecticut_2", "br_northern_provincial_connecticut_3",
                "br_northern_provincial_connecticut_1", "br_northern_provincial_massachusetts_1",
                "br_northern_provincial_massachusetts_2", "br_northern_provincial_massachusetts_3",
            ]},
        }),
        ("ww: late 1758, last year 1762, reluctant, French VP 3 | British hand: 2 campaign, #12, surrender", {
            "season": "late", "year": 1758, "last_year": 1762, "assemblies": "reluctant", "vp": {"french": 3},
            "hands": {"british": ["card_1", "card_2", "card_12", "card_6"]},
        }),
        ("ww: VP: British 2 | French hand: none | card held by: French | reshuffle | Pitt marker no", {
            "vp": {"british": 2}, "hands": {"french": []}, "card_held": ["french"], "reshuffle": True,
            "markers": {"pitt": False},
        }),
        ("ww: opening: battle at Crown Point, attacker British", {
            "opening": {"type": "battle", "space": "crown_point", "attacker": "british"},
        }),
        ("ww: opening: assault space=Québec, attacker=british, leader=Wolfe, force=[Wolfe, Murray], coehorns=british", {
            "opening": {"type": "assault", "space": "quebec", "attacker": "british", "leader": "wolfe",
                        "force": ["wolfe", "murray"], "coehorns": ["british"]},
        }),
        ('ww: opening: {"type":"winter_attrition"} | outcome: {"winner":"british","rule":"ww:13.1"}', {
            "opening": {"type": "winter_attrition"}, "outcome": {"winner": "british", "rule": "ww:13.1"},
        }),
        ("hs: Angus: Wallace 3, Douglas, Grant at 2 | Fife: York Infantry, English Mar (1) | 1298, turn 2", {
            "blocks": {"angus": ["s_wallace 3", "s_douglas", "s_grant 2"], "fife": ["e_york_infantry", "e_mar 1"]},
            "year": 1298, "turn": 2,
        }),
        ("hs: Fife: Wallace, Edward, England attacks, main force Edward | English hand: 3, 2 move 2, Herald", {
            "blocks": {"fife": ["s_wallace", "e_edward"]}, "attackers": {"fife": "england"},
            "main_forces": {"fife": "e_edward"}, "hands": {"england": ["move3", "move2", "move2", "herald"]},
        }),
        ("hs: frames: turn stage=raid > battles > battle area=Fife, attacker=England, reserves=[Fraser, Keith]", {
            "frames": [
                {"type": "turn", "stage": "raid"}, {"type": "battles"},
                {"type": "battle", "area": "fife", "attacker": "england", "reserves": "s_fraser s_keith"},
            ],
        }),
        ("hs: Scotland plays: Truce | England card played: 3 | first player: Scotland | coronation declared: Bruce", {
            "played": {"scotland": "truce", "england": "move3"}, "first": "scotland", "declared": "bruce",
        }),
        (("hs: marches: Wallace from Angus via Fife, Norse from Moray by sea | crossings: Angus to Fife 2 | "
         "entries: Angus to Fife by English and Scots"), {
            "marches": {"s_wallace": "angus>fife", "s_norse": "moray>sea"}, "crossings": {"angus-fife": 2},
            "entries": {"angus>fife": ["england", "scotland"]},
        }),
        ("ww: raided by the French: northern, southern | spared departments: none", {
            "markers": {"french_raids": ["northern", "southern"], "spared": []},
        }),
        ("fa: Albany: British village and fort | Boston: neutral | Quebec: fort", {
            "plus": {"albany": "british village fort", "boston": "neutral", "quebec": "french town fort"},
        }),
        ("fa: British hand: Boston, 2 ships | money: British 5, French 3 | turn: French, 1 action", {
            "hands": {"british": ["british_boston", "british_ships", "british_ships"]},
            "money": {"british": 5, "french": 3}, "frames": [{"type": "turn", "side": "french", "actions": 1}],
        }),
        (("fa: French siege: place=Port Royal, marker=1, attackers=[militia], defenders=[British militia] | "
         "British captured: 1 village"), {
            "sieges": {"french": {"place": "port_royal", "marker": 1, "attackers": ["french_militia"],
                                  "defenders": ["british_militia"]}},
            "captured": {"british": {"villages": 1, "towns": 0}},
        }),
        ("fa: turn: British | hand shown by: French | deck in this order: British", {
            "frames": [{"type": "turn", "side": "british", "actions": 2}], "shown": "french", "stacked": ["british"],
        }),
    ],
)  # fmt: skip
def test_words_become_the_compact_form(words: str, position: Json) -> None:
    assert read_position(words).position == position


def test_clauses_stand_on_lines_too_with_remarks_and_a_byte_order_mark() -> None:
    words = "\ufeff# the siege\nww:\n\nAlbany: Braddock   # a remark | not: read\nBritish hand: #12 | year 1758\n"
    assert read_position(words).position == {
        "pieces": {"albany": ["braddock"]},
        "hands": {"british": ["card_12"]},
        "year": 1758,
    }


def test_the_game_is_named_in_front_or_given_or_the_only_one_that_fits() -> None:
    assert read_position("Wilderness War: Boston: Braddock").game == WW
    assert read_position("hammer_of_the_scots: Fife: Wallace").game == HS
    assert read_position("Boston: town", FA).game == FA
    assert read_position("Fife: Wallace").game == HS
    with pytest.raises(
        InputError, match="the words begin with wilderness_war, but the game is to be few_acres_of_snow"
    ):
        read_position("ww: Boston: Braddock", FA)
    with pytest.raises(InputError, match=r"fit several games; .*: `ww:` \(Wilderness War\), `fa:` \(A Few Acres"):
        read_position("Boston: British fort")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("ww: Albany: 300 rangers", "clause 1, 'Albany: 300 rangers': 300 rangers: there are only 3"),
        ("ww: Albany: 2 rangers | York: 2 rangers", "4 ranger in all: there are only 3"),
        ("ww: Albany: Braddock | York: Braddock", "Braddock stands in two places"),
        ("ww: Albany: 0 rangers", "clause 1, 'Albany: 0 rangers': 0 rangers: say how many, from 1 on"),
        ("ww: Albany: 2 regulars", ("clause 1, 'Albany: 2 regulars': '2 regulars' may be any of: br_regular (British "
         "regular), fr_regular (French regular); say which")),
        ("ww: Albnay: Webb", "clause 1, 'Albnay: Webb': 'Albnay' is no space and no setting; closest: Albany"),
        ("ww: Adirondacks: Webb", ("clause 1, 'Adirondacks: Webb': 'Adirondacks' may be any of: adirondacks_central, "
         "adirondacks_north, adirondacks_south; say which")),
        ("ww: Albany: Bradock", "clause 1, 'Albany: Bradock': 'Bradock' is no piece; closest: Braddock"),
        ("ww: brtish hand: Ambush!", ("clause 1, 'brtish hand: Ambush!': 'brtish hand' is no space and no setting; "
         "closest: British hand, French hand")),
        ("ww: British hand: rangers of", ("clause 1, 'British hand: rangers of': hand: 'rangers of' is no card; "
         "closest: Rangers")),
        ("ww: French hand: alliance", ("clause 1, 'French hand: alliance': hand: 'alliance' may be any of: card_23 "
         "(Northern Indian Alliance), ")),
        ("ww: British hand: 3 Ambush!", "clause 1, 'British hand: 3 Ambush!': hand: 3 Ambush!: there are only 2"),
        ("ww: hand: Ambush!", ("clause 1, 'hand: Ambush!': hand: 'Ambush!': whose? write, for instance, "
         "`British hand: ...`")),
        ("ww: Albany: fort", "clause 1, 'Albany: fort': 'fort': whose? write `British fort` or `French fort`"),
        ("ww: York: British fortress", "clause 1, 'York: British fortress': 'British fortress': York has no fortress"),
        ("ww: Albany:", "clause 1, 'Albany:': nothing is said of Albany"),
        ("ww: raided by the French: western", ("clause 1, 'raided by the French: western': raided by the French: "
         "'western' is none of: northern, southern, st_lawrence")),
        ("hs: marches: Wallace to Fife", "clause 1, 'marches: Wallace to Fife': marches: 'Wallace to Fife' is not of "),
        ("hs: crossings: Angus", "clause 1, 'crossings: Angus': crossings: 'Angus' is not of the form 'AREA to AREA "),
        ("hs: entries: Mar to Fife by Webb", "clause 1, 'entries: Mar to Fife by Webb': entries: 'Webb' is no side"),
        ("ww: Albany: Webb | year", "clause 2, 'year': 'year': say its value too"),
        ("ww: Albany: Webb | year late", "clause 2, 'year late': year: 'late' is no whole number"),
        ("ww: Albany: Webb | early, late", "clause 2, 'early, late': season: season is said twice"),
        ("ww: opening: battle space=Albany", ("clause 1, 'opening: battle space=Albany': opening: battle needs "
         "attacker: british|french")),
        ("ww: opening: battle space=Albnay, attacker=british", ("clause 1, 'opening: battle space=Albnay, "
         "attacker=british': opening: space: 'Albnay' is no space; closest: Albany")),
        ("ww: opening: battle where=Albany", ("clause 1, 'opening: battle where=Albany': opening: where is no field of "
         "battle; it has space: space; attacker: british|french; leader: leader; landing: yes or no; "
         "ambush: british|french")),
        ("ww: opening: fight=3", "clause 1, 'opening: fight=3': opening: '' is no opening"),
        ("ww: frames: nothing", "clause 1, 'frames: nothing': frames: 'nothing' is none of: "),
        ("ww: phase: {", "clause 1, 'phase: {': phase: not JSON: "),
        ("hs: Angus: Wallace 5", "clause 1, 'Angus: Wallace 5': Wallace 5: the block has 4 steps at most"),
        ("hs: Angus: Angus", ("clause 1, 'Angus: Angus': 'Angus' may be any of: s_angus (Scotland Angus), e_angus "
         "(England Angus); say which")),
        ("fa: Albany: village", ("clause 1, 'Albany: village': whose village? write `British village` or `French "
         "village`")),
        ("fa: Albany: fort", "clause 1, 'Albany: fort': nothing is said to lie there: a village, a town?"),
        (
            "fa: Quebec: British village, French village",
            ("clause 1, 'Quebec: British village, French village': british and french: a place holds one village or "
            "town, of one side"),
        ),
        (
            "fa: Quebec: French village, town",
            ("clause 1, 'Quebec: French village, town': village and town: a place holds one village or town, of one "
            "side"),
        ),
        (
            "fa: Quebec: neutral, village",
            "clause 1, 'Quebec: neutral, village': a neutral place holds no village and no town, and is nobody's",
        ),
        ("fa: Albany: British castle", ("clause 1, 'Albany: British castle': 'British castle' is no piece; there are: "
         "village, town, fort, or it is neutral")),
        ("fa: turn: Dutch", "clause 1, 'turn: Dutch': turn: 'Dutch' is not of the form 'SIDE, NUMBER actions'"),
        ("fa: British captured: 2 castles", ("clause 1, 'British captured: 2 castles': captured: '2 castles' is not a "
         "number of villages or towns")),
        ("fa: British siege: Louisbourg, Quebec", ("clause 1, 'British siege: Louisbourg, Quebec': siege: 'Louisbourg, "
         "Quebec' is not of the form place=..., marker=..., ")),
        ("Agnus: Wallace", ("clause 1, 'Agnus: Wallace': 'Agnus' is no area and no setting; closest: Angus (taken for "
         "Hammer of the Scots; if it is not, write `ww:` or `fa:` in front)")),
        ("ww: # nothing", "there are no words in it"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_clause_and_cause(words: str, told: str) -> None:
    with pytest.raises(InputError) as fault:
        read_position(words)
    assert str(fault.value).startswith(told)


def test_what_has_no_words_is_json_under_its_key() -> None:
    found = read_position('hs: Fife: Wallace | marches: {"s_wallace":"angus>angus"}')
    assert found.position == {"blocks": {"fife": ["s_wallace"]}, "marches": {"s_wallace": "angus>angus"}}
    assert write_position(HS, found.position) == "hs:\nFife: Wallace\nmarches: Wallace from Angus via Angus\n"
    assert read_position('ww: whatever: {"a":1}').position == {"whatever": {"a": 1}}


# ---------------------------------------------------------------- writing


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        (
            WW,
            {
                "year": 1758,
                "season": "late",
                "pieces": {"ticonderoga": ["montcalm", "inside fr_regular_bearn", "inside reduced br_ranger_rogers"]},
                "forts": {"french": ["ticonderoga"]},
                "hands": {"british": ["card_11", "card_6"]},
                "frames": [{"type": "phase_end", "side": "french"}],
            },
            (
                "ww: year 1758, season late\n"
                "Ticonderoga: French fort, Montcalm, Béarn inside, reduced Rogers inside\n"
                "British hand: Ambush! (11), Surrender!\n"
                "frames: phase_end side=French\n"
            ),
        ),
        (
            HS,
            {
                "blocks": {"fife": ["e_mar 2", "s_wallace"]},
                "attackers": {"fife": "england"},
                "crowned": 0,
                "year": 1297,
                "hands": {"england": ["move2", "move2", "herald"]},
            },
            "hs: year 1297\nFife: English Mar 2, Wallace, England attacks\nEngland hand: 2 move 2, Herald\n",
        ),
    ],
)
def test_a_position_is_written_in_words(game: str, position: dict[str, Json], words: str) -> None:
    assert write_position(game, position) == words


def test_what_lies_as_at_the_start_is_not_written() -> None:
    start = opener_of(FA).start("standard", parse_ruleset_name("first")).canonical()
    assert isinstance(start, dict)
    places = start["places"]
    assert isinstance(places, dict)
    moved = {name: text for name, text in places.items() if name != "quebec"}
    turn: Json = [{"type": "turn", "side": "french", "actions": 1}]
    changed: dict[str, Json] = {
        "places": {**moved, "boston": "british town fort", "albany": "french village"},
        "frames": turn,
    }
    assert write_position(FA, changed) == (
        "fa:\nBoston: British town, fort\nAlbany: French village\nQuebec: neutral\nturn: French, 1 action\n"
    )


def test_position_writes_words_that_are_the_same_position(tmp_path: Path, capsys: Capsys) -> None:
    place = f"{GOLDEN}/ex-6.2.jsonl@0"
    code, out, _ = answer(capsys, "position", place, "--words")
    assert code == 0
    assert out.startswith("ww: year ")
    path = tmp_path / "case.txt"
    path.write_text(out, encoding="utf-8")
    assert answer(capsys, "position", str(path))[1] == answer(capsys, "position", place)[1]
    code, told = json_answer(capsys, "position", place, "--words")
    assert isinstance(told, dict)
    assert told["words"] == out


def test_a_game_without_words_says_so(stones: str, tmp_path: Path, capsys: Capsys) -> None:
    path = written(tmp_path, SMALL)
    assert answer(capsys, "position", path, "--words") == (
        2,
        "",
        (
            "referee: positions of stones have no words; there are words for: wilderness_war, hammer_of_the_scots, "
            "few_acres_of_snow\n"
        ),
    )
    assert answer(capsys, "position", "left: 3 | right: 2", "--game", "stones")[0] == 2


# ---------------------------------------------------------------- every command that takes a file


@pytest.mark.parametrize(
    ("command", "rest", "code"),
    [
        ("options", (), 0),
        ("ask", ("lose 2 flips of regulars",), 1),
        ("ask", ("lose 3 flips of regulars",), 0),
        ("show", (), 0),
        ("position", ("--check",), 0),
        ("perft", ("--depth", "1"), 0),
        ("divide", ("--depth", "1"), 0),
    ],
)
def test_every_command_takes_words_in_quotes_and_from_a_file(
    command: str, rest: tuple[str, ...], code: int, tmp_path: Path, capsys: Capsys
) -> None:
    path = tmp_path / "case.txt"
    path.write_text(LOSSES.replace(" | ", "\n"), encoding="utf-8")
    typed, filed = answer(capsys, command, LOSSES, *rest), answer(capsys, command, str(path), *rest)
    assert (typed[0], filed[0]) == (code, code)
    assert "assumed: year 1757; early season; " in typed[2]
    assert typed[1].replace(LOSSES, "") == filed[1].replace(f"{path}@0", "").replace(str(path), "")


def test_odds_from_words(capsys: Capsys) -> None:
    words = "ww: Juniata: 2 British regulars, Mingo, fr_coureurs | opening: battle at Juniata, British"
    code, out, _ = answer(capsys, "odds", "from", words, "--of", "events:combat_won.side")
    assert code == 0
    assert "events:combat_won.side" in out


def test_words_are_read_from_standard_input(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(LOSSES))
    code, out, _ = answer(capsys, "options", "-")
    assert (code, out.splitlines()[0]) == (0, "-@0  (wilderness_war, ruleset standard)")


def test_bad_words_end_with_exit_code_2_and_name_the_file(tmp_path: Path, capsys: Capsys) -> None:
    path = tmp_path / "case.txt"
    path.write_text("ww: Albany: 300 rangers\n", encoding="utf-8")
    assert answer(capsys, "options", str(path)) == (
        2,
        "",
        f"referee: {path}: clause 1, 'Albany: 300 rangers': 300 rangers: there are only 3\n",
    )
    assert answer(capsys, "options", "year 1757") == (
        2,
        "",
        (
            "referee: 'year 1757' is no file and no position in words, such as: "
            "'ww: Albany: Braddock, 2 regulars | year 1757'\n"
        ),
    )


SPOILERS = (
    "|", ":", ",", "=", "[", "]", "{", "}", '"', "#", "\n", " and ", "2 ", "300 ", "British ", "inside ", "none", "-1",
    "9" * 30, ">", "of", "\ufeff", "é", "opening: ", "frames: ", "Braddock", "Boston", "Ambush!", "Angus", "year",
)  # fmt: skip


@pytest.mark.parametrize("place", [f"{WW}/ex-6.2", f"{HS}/1.1-4", f"{FA}/X22"])
def test_spoiled_words_are_read_or_refused_never_a_fault_of_ours(place: str, capsys: Capsys) -> None:
    words = answer(capsys, "position", str(GOLDEN.parent / f"{place}.jsonl@0"), "--words")[1]
    dice = StableRandom(place)
    for _ in range(150):
        spoiled = words
        for _ in range(1 + dice.below(4)):
            at = dice.below(len(spoiled))
            spoiled = f"{spoiled[:at]}{dice.one(SPOILERS)}{spoiled[at + dice.below(4) :]}"
        code, _, err = answer(capsys, "position", spoiled, "--check")
        assert code in (0, 1, 2), (spoiled, err)


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("ww: Albany: Braddock", True),
        ("Albany: Braddock | year 1757", True),
        ("# remark\nAlbany: Braddock", True),
        ("wilderness_war:annus_mirabilis", False),
        ("golden/wilderness_war/ex-7.62.jsonl@0", False),
        ('{"trace":1, "game": "x"}', False),
        ("", False),
    ],
)
def test_words_are_told_from_files_and_json(text: str, yes: bool) -> None:
    assert is_words(text) is yes
