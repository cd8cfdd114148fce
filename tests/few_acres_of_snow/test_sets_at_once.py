"""Cards of one action given together with it: a merchant with its ship, settlers and besiegers with all they need."""

import json
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.game_registry import REGISTERED
from oracle.protocol.desk import Desk
from oracle.protocol.server import Server
from oracle.protocol.sessions import Limits, Sessions
from reference.few_acres_of_snow.named_sets import SETS
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.any_order import DONE, for_players
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.table import Table, seat
from reference.kernel.verdicts import Next, No
from tests.few_acres_of_snow.scenes import DEERFIELD_HAND, GAME, HALIFAX, TO_DEERFIELD, act, b, placed, play
from tests.oracle.test_protocol import call

SHIP = act("merchant", ship="british_boston")
DEERFIELD = {"hands": {"british": b("new_haven", "st_marys", "bateaux")}}
LOUISBOURG = {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "siege_artillery")}}
TO_LOUISBOURG = act("besiege", place="louisbourg", base="british_halifax")


def seated(position: object) -> Table:
    return for_players(seat(GAME, placed(position)), SETS)


def after(table: Table, *actions: Json) -> Table:
    for action in actions:
        verdict = table.act("british", action)
        assert isinstance(verdict, Next), (action, verdict)
        table = verdict.state
    return table


def together(action: Json, *cards: Json) -> Json:
    assert isinstance(action, Mapping)
    return {**action, "cards": list(cards)}


@proves("fa:merchant.1")
@pytest.mark.parametrize("cards", list(permutations(b("norfolk", "philadelphia"))))
def test_a_merchant_is_given_with_its_ship_and_money_cards(cards: tuple[str, ...]) -> None:
    table = seated({"hands": {"british": b("boston", "norfolk", "philadelphia")}})
    wanted = after(table, SHIP, play("british_norfolk"), play("british_philadelphia"), DONE)
    assert after(table, together(SHIP, *cards)).digest() == wanted.digest()


@proves("fa:merchant.1")
def test_what_a_merchant_cannot_use_is_refused_as_if_it_were_named_by_itself() -> None:
    table = seated({"hands": {"british": b("boston", "norfolk", "bateaux")}})
    without_ship = act("merchant", ship="british_bateaux")
    assert table.act("british", together(without_ship, "british_norfolk")) == table.act("british", without_ship)
    no_money = table.act("british", together(SHIP, "british_bateaux"))
    assert no_money == after(table, SHIP).act("british", play("british_bateaux"))
    assert isinstance(no_money, No)
    none = table.act("british", together(SHIP))
    assert none == after(table, SHIP).act("british", DONE)


@proves("fa:settle.3", "fa:settle.4")
def test_settlers_are_given_with_their_transport_in_any_order() -> None:
    table = seated(DEERFIELD)
    wanted = after(table, TO_DEERFIELD, play("british_bateaux"), play("british_st_marys"))
    for cards in permutations(b("bateaux", "st_marys")):
        assert after(table, together(TO_DEERFIELD, *cards)).digest() == wanted.digest()
        begun = after(table, TO_DEERFIELD)
        assert after(begun, {"type": "settle_cards", "cards": list(cards)}).digest() == wanted.digest()
    half = after(table, together(TO_DEERFIELD, "british_bateaux"))
    assert half.digest() == after(table, TO_DEERFIELD, play("british_bateaux")).digest()
    unfit = seated({"hands": DEERFIELD_HAND}).act("british", together(TO_DEERFIELD, "british_norfolk"))
    assert isinstance(unfit, No)
    assert [(each.reason, each.rule) for each in unfit.violations] == [(Reason.NO_TRANSPORT, "fa:settle.3")]


@proves("fa:siege.start.2", "fa:siege.start.3")
def test_besiegers_are_given_with_their_transport_in_any_order() -> None:
    table = seated(LOUISBOURG)
    wanted = after(table, TO_LOUISBOURG, play("british_norfolk"), play("british_siege_artillery"))
    for cards in permutations(b("norfolk", "siege_artillery")):
        assert after(table, together(TO_LOUISBOURG, *cards)).digest() == wanted.digest()


def test_a_merchant_given_whole_is_understood_in_traces_by_ask_and_over_the_protocol(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand: Json = {"british": b("boston", "norfolk", "philadelphia")}
    position: Json = {"hands": hand, "frames": [{"type": "turn", "side": "british", "actions": 2}]}
    whole = together(SHIP, "british_philadelphia", "british_norfolk")
    header = {"trace": 1, "game": GAME.id, "ruleset": "first", "title": "A merchant", "position": position}
    step = {"by": "british", "do": whole, "cites": ["fa:merchant.1"]}
    trace = tmp_path / "merchant.jsonl"
    trace.write_text("".join(json.dumps(each) + "\n" for each in (header, step)), encoding="utf-8")
    assert main(["verify", str(trace)]) == 0
    assert main(["ask", f"{trace}@0", "merchant ship=Boston cards=[Norfolk, Philadelphia]"]) == 0
    assert "Legal" in capsys.readouterr().out
    server = Server(Desk(Sessions(Limits(3, 4)), REGISTERED))
    session = call(server, "load", game=GAME.id, ruleset="first", position=position)["session"]
    verdict = call(server, "step", session=session, by="british", do=whole)["verdict"]
    assert isinstance(verdict, Mapping)
    assert verdict["ruling"] == "legal"
