"""What the explorer asks: every method for every game, within its schema; and a side's answers hold no secrets."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

import pytest

from oracle.playing.secrets import Onlooker, names_in
from oracle.protocol.cases import Cases
from oracle.protocol.demonstrations import demonstrations
from oracle.protocol.desk import Desk
from oracle.protocol.server import Server
from oracle.schemas.validation import demand
from reference.kernel.canonical import Json, canonical_text, parse
from spec_tables.catalogue import GAMES, catalogue

LOSSES = "ww: Albany: 3 British regulars, 3 rangers | opening: take losses, British, Albany, battle, 5"
DEAL: Mapping[str, Mapping[str, Json]] = {
    "wilderness_war": {"game": "wilderness_war", "scenario": "annus_mirabilis", "seed": 7},
    "hammer_of_the_scots": {"game": "hammer_of_the_scots", "scenario": "braveheart", "seed": 7},
    "few_acres_of_snow": {"game": "few_acres_of_snow", "scenario": "standard", "seed": 7},
}
SERVER = Server()


def replied(method: str, **params: Json) -> Mapping[str, Json]:
    message: Json = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    line = SERVER.reply(canonical_text(message).encode())
    assert line is not None
    found = parse(line.decode())
    assert isinstance(found, Mapping)
    return found


def call(method: str, **params: Json) -> Mapping[str, Json]:
    """Return the result of a call, which must go well and be as its schema says; the request too."""
    demand(f"protocol_request#/$defs/request.{method}", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    found = replied(method, **params)
    assert "result" in found, found
    demand(f"protocol_answer#/$defs/result.{method}", found["result"])
    return mapping(found["result"])


def refusal(method: str, **params: Json) -> tuple[int, str]:
    error = mapping(replied(method, **params)["error"])
    code = error["code"]
    assert isinstance(code, int)
    return code, str(error["message"])


def mapping(value: Json) -> Mapping[str, Json]:
    assert isinstance(value, Mapping)
    return value


def each_of(value: Json) -> Iterator[Mapping[str, Json]]:
    assert isinstance(value, Sequence)
    for item in value:
        yield mapping(item)


def played(game: str, acts: int) -> dict[str, Json]:
    """Return a case some acts after the deal, each the last action offered."""
    case = dict(DEAL[game])
    done: list[Json] = []
    for _ in range(acts):
        decision = mapping(call("options", case={**case, "acts": done})["decision"])
        last = list(each_of(decision["actions"]))[-1]
        done.append({"by": decision["by"], "do": last["do"]})
    return {**case, "acts": done}


# ---------------------------------------------------------------- every method, for every game


@pytest.mark.parametrize("game", GAMES)
def test_every_method_answers_within_its_schema(game: str) -> None:
    case = played(game, 6)
    about = call("about", game=game)
    assert [each["id"] for each in each_of(about["sides"])] == list(catalogue(game).sides)
    opened = call("open", **DEAL[game])
    assert opened["begins"] == opened["steps"] != 0
    offered = mapping(call("options", case=case, consequences=True)["decision"])
    first = next(each_of(offered["actions"]))
    ruled = call("explain", case=case, do=first["do"])
    assert (ruled["ruling"], ruled["by"], ruled["sentences"]) == ("legal", offered["by"], first["events"])
    assert mapping(call("editions", case=case, do=first["do"])["here"])["ruling"] == "legal"
    assert len(list(each_of(call("timeline", case=case)["entries"]))) == call("options", case=case)["steps"]
    assert str(call("draw", case=case)["svg"]).startswith("<svg ")
    for method in ("names", "openings", "settings", "contents", "differences", "library"):
        assert call(method, game=game)
    assert call("under_way", case=case)["until"]
    assert call("search", words="card", game=game)["hits"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_exported_is_the_same_position_again(game: str) -> None:
    case = played(game, 4)
    exported = call("export", case=case)
    assert call("export", case=exported["case"])["hash"] == exported["hash"]
    assert call("open", text=exported["trace"])["hash"] == exported["hash"]
    assert call("open", words=exported["words"])["hash"] == exported["hash"]
    assert call("open", text=exported["words"])["hash"] == exported["hash"]
    bare = canonical_text(exported["position"])
    assert call("open", text=bare, game=game)["hash"] == exported["hash"]


@pytest.mark.parametrize("game", GAMES)
def test_clauses_written_again_are_the_same_position(game: str) -> None:
    for opening in each_of(call("openings", game=game)["openings"]):
        example = mapping(opening["case"])
        setting = {"ruleset": example["ruleset"]}
        checked = call("check", game=game, position=example["position"], **setting)
        lines = [
            f"{each['head']}: {', '.join(map(str, _texts(each['items'])))}"
            if each["head"]
            else ", ".join(_texts(each["items"]))
            for each in each_of(checked["clauses"])
        ]
        words = f"{catalogue(game).prefix}: " + "\n".join(lines)
        again = call("check", game=game, words=words, **setting)
        assert again["readable"] is True, words
        assert call("hash", case=again["case"]) == call("hash", case=example), opening["type"]


def _texts(value: Json) -> list[str]:
    assert isinstance(value, list)
    return [str(each) for each in value]


# ---------------------------------------------------------------- rulings


def test_each_of_the_seven_answers_is_told_apart() -> None:
    case = call("open", words=LOSSES)["case"]
    ask = {"case": case, "by": "british"}
    illegal = call("explain", do="lose of=br_regular flips=2 deaths=0", **ask)
    assert (illegal["ruling"], illegal["headline"]) == ("illegal", "Illegal under ww:7.62")
    assert next(each_of(illegal["sentences"]))["rules"] == ["ww:7.62"]
    assert next(each_of(illegal["near"]))["short"] == "lose of=br_regular flips=3 deaths=0"
    assert call("explain", do="lose of=br_regular flips=3 deaths=0", **ask)["ruling"] == "legal"
    assert call("explain", do="banana", **ask)["ruling"] == "unreadable"
    assert call("explain", do={"type": "roll", "die": 1}, **ask)["ruling"] == "not_this_decision"
    other = call("explain", case=case, by="french", do="lose of=br_regular flips=3 deaths=0")
    assert other["ruling"] == "not_your_decision"
    seen = {each["ruling"] for each in _golden_rulings()}
    assert {"illegal", "not_asked"} <= seen


def _golden_rulings() -> Iterator[Mapping[str, Json]]:
    for example in list(each_of(call("library", game="few_acres_of_snow")["examples"]))[::6]:
        opened = call("open", golden=example["id"])
        for note in each_of(mapping(opened["report"])["notes"]):
            if "refuse" in note:
                asked = mapping(note["refuse"])
                yield call("explain", case=opened["case"], at=note["step"], by=asked["by"], do=asked["do"])
    for game in GAMES:
        for option in catalogue(game).options:
            for shown in demonstrations(game, option.name):
                for one in each_of(shown["rulesets"]):
                    case = {**mapping(shown["case"]), "ruleset": one["ruleset"]}
                    yield call("explain", case=case, by=shown["by"], do=shown["do"])


@pytest.mark.parametrize("game", GAMES)
def test_a_demonstration_shows_what_its_option_changes(game: str) -> None:
    """Given a kept question, when it is asked under each value of its option, then the answers differ as it says."""
    shown = [(option.name, each) for option in catalogue(game).options for each in demonstrations(game, option.name)]
    assert len({option for option, _ in shown}) >= {"wilderness_war": 38}.get(game, 1)
    for option, each in shown:
        answers: set[str] = set()
        for one in each_of(each["rulesets"]):
            case = {**mapping(each["case"]), "ruleset": one["ruleset"]}
            ruled = call("explain", case=case, by=each["by"], do=each["do"])
            assert str(one["headline"]).startswith(str(ruled["headline"])), (option, one)
            answers.add(canonical_text([ruled["verdict"], ruled.get("hash"), replied("decision", case=case)]))
        assert len(answers) > 1, option


def test_a_refused_act_of_a_case_is_said_with_its_place() -> None:
    case = mapping(call("open", words=LOSSES)["case"])
    spoilt: Json = {
        **case,
        "acts": [{"by": "british", "do": {"type": "lose", "of": "br_regular", "flips": 0, "deaths": 0}}],
    }
    code, said = refusal("options", case=spoilt)
    assert code == 4
    assert said.startswith("Unreadable: case.acts[0]: Illegal under ww:7.62")


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ({"game": "chess", "scenario": "x"}, "case.game"),
        ({"game": "wilderness_war"}, "needs either a scenario or a position"),
        ({"game": "wilderness_war", "scenario": "nowhere"}, "nowhere"),
        ({"game": "wilderness_war", "scenario": "early_war", "position": {}}, "either a scenario or a position"),
        ({"game": "wilderness_war", "position": {"pieces": 7}}, "case.position"),
        ({"game": "wilderness_war", "scenario": "early_war", "acts": 7}, "case.acts: must be a list"),
        ({"game": "wilderness_war", "scenario": "early_war", "acts": [{}] * 10_001}, "more than 10000"),
        ({"game": "wilderness_war", "scenario": "early_war", "acts": [{"by": 7, "do": 1}]}, "case.acts[0].by"),
        ({"game": "wilderness_war", "scenario": "early_war", "title": "x" * 201}, "case.title"),
        ({"game": "wilderness_war", "scenario": "early_war", "banana": 7}, "case.banana"),
        ({"game": "wilderness_war", "scenario": "early_war", "ruleset": "banana"}, "banana"),
        (7, "case: must be a mapping"),
    ],
)
def test_a_case_that_cannot_be_read_costs_a_message(case: Json, said: str) -> None:
    code, message = refusal("options", case=case)
    assert code == 4
    assert said in message


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("draw", {"case": DEAL["wilderness_war"], "at": 99}, 12),
        ("draw", {"case": DEAL["wilderness_war"], "side": "england"}, 4),
        ("options", {}, -32602),
        ("options", {"case": DEAL["wilderness_war"], "consequences": 7}, -32602),
        ("explain", {"case": DEAL["wilderness_war"], "do": "hold", "by": "england"}, 4),
        ("timeline", {"case": DEAL["wilderness_war"], "most": 501}, -32602),
        ("timeline", {"case": DEAL["wilderness_war"], "from": 19}, 4),
        ("names", {"game": "wilderness_war", "kinds": ["bananas"]}, 4),
        ("library", {"game": "chess"}, 4),
        ("open", {"golden": "../../etc/passwd"}, 4),
        ("open", {"golden": "wilderness_war/../../etc/passwd"}, 4),
        ("open", {"words": "ww: Albany: 3 bananas"}, 4),
        ("open", {"text": "{}"}, 4),
        ("open", {"text": "", "words": ""}, -32602),
        ("open", {}, -32602),
        ("replay", {"text": "banana"}, 4),
        ("rule", {"id": "x" * 501}, 4),
        ("search", {"words": "?"}, 4),
        ("check", {"game": "wilderness_war"}, 4),
        ("chances", {"case": DEAL["wilderness_war"], "seconds": 31}, -32602),
        ("chances", {"case": DEAL["wilderness_war"], "policies": {"french": "best"}, "decisions": 1}, 4),
    ],
)
def test_what_is_wrong_is_an_error_and_never_a_fault_of_ours(method: str, params: dict[str, Json], code: int) -> None:
    assert refusal(method, **params)[0] == code


def test_words_that_cannot_be_read_are_an_answer_with_their_clauses() -> None:
    checked = call("check", game="wilderness_war", words="ww: Albany: 3 bananas")
    assert checked["readable"] is False
    assert "bananas" in str(mapping(checked["fault"])["cause"])
    assert checked["clauses"] == [{"kind": "place", "head": "Albany", "id": "albany", "items": ["3 bananas"]}]


def test_complaints_name_their_rule() -> None:
    crowded = "ww: Quebec: fort"
    position: Json = {"pieces": {"halifax": ["fr_regular", "br_regular"]}, "opening": {"type": "victory_check"}}
    checked = call("check", game="wilderness_war", position=position)
    assert [str(each["rule"]).startswith("ww:") for each in each_of(checked["complaints"])]
    assert call("check", game="wilderness_war", words=crowded)["readable"] in (True, False)


def test_hostile_names_and_titles_stay_text() -> None:
    """Given markup in a title and in words, then no answer holds it as an element of a picture."""
    evil = "<script>alert(1)</script>"
    case = {**DEAL["wilderness_war"], "title": evil}
    assert "<script" not in str(call("draw", case=case)["svg"])
    assert evil in str(replied("explain", case=case, do=evil))
    fault = mapping(call("check", game="wilderness_war", words=f"ww: Albany: {evil}")["fault"])
    assert "script" in str(fault["cause"])


# ---------------------------------------------------------------- what a side may know


@pytest.mark.parametrize("game", GAMES)
def test_what_a_side_is_answered_holds_only_names_it_may_know(game: str) -> None:
    """Given a game under way, when a side looks at every step, then no hidden card or block is in any answer."""
    case = played(game, 30)
    desk = Desk(cases=Cases())
    whole = desk.played(case)
    things = _things(game)
    for side in catalogue(game).sides:
        for step in range(0, whole.steps + 1, 5):
            table = whole.tables[step]
            secret = set(names_in(table.describe())) - set(names_in(table.observe(side)))
            cards = secret & things
            told = canonical_text(
                [call("draw", case=case, at=step, side=side), call("options", case=case, at=step, side=side)]
            )
            assert cards & set(re.findall(r"\w+", told)) == set()


def _things(game: str) -> set[str]:
    """Return the ids of the cards and blocks of a game."""
    named = each_of(call("names", game=game)["names"])
    return {str(each["id"]) for each in named if each["kind"] in ("cards", "blocks")}


@pytest.mark.parametrize("game", GAMES)
def test_a_side_may_not_ask_for_the_other(game: str) -> None:
    case = DEAL[game]
    due = str(mapping(call("options", case=case)["decision"])["by"])
    other = next(side for side in catalogue(game).sides if side != due)
    hidden = mapping(call("options", case=case, side=other)["decision"])
    assert (hidden["hidden"], hidden["actions"], "count" in hidden) == (True, [], False)
    action = next(each_of(mapping(call("options", case=case)["decision"])["actions"]))["do"]
    code, said = refusal("explain", case=case, side=other, by=due, do=action)
    assert (code, "only about its own actions" in said) == (4, True)
    assert "hash" not in call("explain", case=case, side=due, by=due, do=action)


def test_the_course_of_a_game_hides_what_chance_gave_the_other() -> None:
    case = DEAL["few_acres_of_snow"]
    seen = [each["action"] for each in each_of(call("timeline", case=case, side="french")["entries"])]
    assert [each == "(hidden)" for each in seen].count(True) == 5
    assert Onlooker("few_acres_of_snow", "french").side == "french"


# ---------------------------------------------------------------- rules, odds, replays


def test_the_page_of_every_rule_is_within_its_schema() -> None:
    for game in GAMES:
        for rule in catalogue(game).rules[::9]:
            entry = next(each_of(call("rule", id=rule.id)["entries"]))
            assert (entry["entry"], entry["id"], entry["gist"]) == ("rule", rule.id, rule.gist)
    for name in ("ww:D4", "ww:A5", "ww:E23", "ww:6.7", "7.62", "fr 13.3"):
        assert call("rule", id=name)["entries"]


def test_a_rule_page_leads_to_function_test_and_example() -> None:
    page = next(each_of(call("rule", id="ww:7.62")["entries"]))
    for kind in ("functions", "tests", "golden"):
        assert [each for each in each_of(page[kind]) if each["source"] and each["line"]], kind
    golden = [each["golden"] for each in each_of(page["examples"]) if each["id"] == "ww:ex-7.62"]
    assert "wilderness_war/ex-7.62" in str(golden)


def test_odds_are_exact_and_walks_are_limited() -> None:
    battle: Json = {
        "game": "wilderness_war",
        "position": {
            "pieces": {"juniata": ["br_regular", "br_ranger", "fr_coureurs", "fr_indian_mingo"]},
            "opening": {"type": "battle", "space": "juniata", "attacker": "british"},
        },
    }
    found = call(
        "chances",
        case=battle,
        of=["vp.french=1"],
        measure="vp.french=1",
        policies={"french": "best", "british": "worst"},
    )
    fact = next(each_of(found["facts"]))
    odds = {str(each["value"]): each["odds"] for each in each_of(fact["values"])}
    assert odds == {"True": "7/18", "False": "11/18"}
    assert found["whole"] is True
    due = next(each_of(call("chances", case=battle, of=["due"])["facts"]))
    assert due["words"] == "what must be decided then"
    told = {str(each["value"]): each["words"] for each in each_of(due["values"])}
    assert told["losses_of_br_regular"] == "how many British Regulars flip and how many die"
    deal: Json = {"game": "wilderness_war", "scenario": "annus_mirabilis"}
    assert refusal("chances", case=deal, most=50)[0] == 14


def test_every_golden_example_opens_and_conforms() -> None:
    for example in list(each_of(call("library")["examples"]))[::4]:
        opened = call("open", golden=example["id"])
        report = mapping(opened["report"])
        assert (report["conforms"], opened["steps"]) == (True, example["steps"]), example["id"]


def test_a_trace_that_diverges_is_shown_up_to_there_with_the_rule() -> None:
    header: dict[str, Json] = json.loads('{"trace":1,"game":"wilderness_war","ruleset":"standard"}')
    header["position"] = mapping(call("open", words=LOSSES)["case"])["position"]
    act: Json = {"by": "british", "do": {"type": "lose", "of": "br_regular", "flips": 2, "deaths": 0}}
    found = call("replay", text="\n".join(map(canonical_text, (header, act))))
    assert (found["conforms"], found["steps"]) == (False, 0)
    divergence = mapping(found["divergence"])
    assert (divergence["step"], divergence["line"], divergence["rules"]) == (0, 2, ["ww:7.62"])
    assert divergence["near"]


def test_cases_share_a_line_of_play_and_are_forgotten_in_turn() -> None:
    desk = Desk(cases=Cases(most=2))
    for seed in (1, 2, 3):
        desk.played({**DEAL["hammer_of_the_scots"], "seed": seed})
    assert len(desk.cases.lines) == 2
    long = played("hammer_of_the_scots", 3)
    whole = desk.played(long)
    acts = long["acts"]
    assert isinstance(acts, list)
    again = desk.played({**long, "acts": acts[:1]})
    assert again.tables == whole.tables[: again.steps + 1]
