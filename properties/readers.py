"""Every reader of what comes from outside, with examples of what it reads; each reads a text or refuses it."""

from collections.abc import Callable
from functools import cache

from oracle.errors import InputError
from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED, opening_table
from oracle.peers import importer_of
from oracle.protocol.server import Server
from oracle.shortform import read_typed, short
from oracle.vectors.scenes import scenes_of
from oracle.words.positions_in_words import read_position, write_position
from properties.few_acres_of_snow.explorer import rules as acres_rules
from properties.hammer_of_the_scots.explorer import ruleset as hammer_rules
from reference.kernel.canonical import Unreadable, canonical_text, parse
from reference.kernel.decisions import Over
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.traces import read_trace, replay
from spec_tables.catalogue import GAMES
from tests.oracle import fabricated_acres, fabricated_hammer

EVERY = 40
INTERNAL = b'"code":-32603'
CORPORA = ROOT / "properties" / "corpora"


# ---------------------------------------------------------------- what is read, and examples of it


@cache
def traces() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted((ROOT / "golden").rglob("*.jsonl"))[:: EVERY // 4])


@cache
def positions() -> tuple[str, ...]:
    return tuple(canonical_text(each.position) for game in GAMES for each in scenes_of(game)[::EVERY])


@cache
def in_words() -> tuple[str, ...]:
    found: list[str] = []
    for game in GAMES:
        for each in scenes_of(game)[::EVERY]:
            table = REGISTERED.place(game, parse_ruleset_name(each.ruleset), each.position)
            found.append(write_position(game, table.canonical()))
    return tuple(found)


@cache
def actions() -> tuple[str, ...]:
    return tuple(short(each.move.do) for game in GAMES for each in scenes_of(game)[::EVERY] if each.move)


@cache
def messages() -> tuple[str, ...]:
    load = '{"id":1,"jsonrpc":"2.0","method":"load","params":{"game":"%s","position":%s}}'
    asked = (
        '{"id":2,"jsonrpc":"2.0","method":"decision","params":{"session":"s1"}}',
        '{"id":3,"jsonrpc":"2.0","method":"odds","params":{"decisions":1,"of":["due"],"session":"s1"}}',
        '{"id":4,"jsonrpc":"2.0","method":"observe","params":{"at":0,"session":"s1","side":"french"}}',
        '[{"id":5,"jsonrpc":"2.0","method":"games"},{"id":6,"jsonrpc":"2.0","method":"position","params":{"session":"s1"}}]',
    )
    return (*(load % (game, canonical_text(scenes_of(game)[0].position)) for game in GAMES), *asked)


@cache
def recorded() -> tuple[str, ...]:
    acres = fabricated_acres.text_of(fabricated_acres.fabricated(acres_rules("online"), 1, 12))
    scenario = next(iter(fabricated_hammer.SCENARIOS))
    hammer = fabricated_hammer.text_of(fabricated_hammer.fabricated(scenario, hammer_rules("peer"), 1, 40))
    return acres, hammer


def of_trace(text: str) -> None:
    trace = read_trace(text)
    replay(trace, opening_table(trace.header))


def of_position(text: str) -> None:
    for game in GAMES:
        try:
            REGISTERED.place(game, REGISTERED.ruleset(game, None), parse(text)).check()
        except Unreadable:
            continue


def of_words(text: str) -> None:
    read_position(text)


def of_action(text: str) -> None:
    for game in GAMES:
        table = REGISTERED.start(game, REGISTERED.ruleset(game, None), REGISTERED.opener(game).scenarios[0])
        due = table.due()
        assert not isinstance(due, Over)
        try:
            read_typed(text, due.actions, game)
        except InputError:
            continue


def of_message(text: str) -> None:
    server = Server()
    server.reply(messages()[0].encode())
    answer = server.reply(text.encode())
    assert answer is None or INTERNAL not in answer, answer


def of_recorded(text: str) -> None:
    importer = importer_of(text.split("\n", maxsplit=1)[0])
    if importer is not None:
        importer.replay(iter(text.split("\n")))


READERS: dict[str, tuple[Callable[[], tuple[str, ...]], Callable[[str], None]]] = {
    "traces": (traces, of_trace),
    "positions": (positions, of_position),
    "words": (in_words, of_words),
    "actions": (actions, of_action),
    "messages": (messages, of_message),
    "recorded games": (recorded, of_recorded),
}


def kept(name: str) -> tuple[str, ...]:
    """Return the texts of a reader's corpus: what a fuzzer found to lead somewhere new, in few bytes."""
    found = sorted((CORPORA / name.replace(" ", "_")).glob("*.txt"))
    return tuple(path.read_bytes().decode("utf-8", "replace") for path in found)
