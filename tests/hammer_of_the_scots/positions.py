"""Positions and plays for the tests, in few words.

Actions are written as texts: `select s_grant`, `march s_grant mar`, `roll 3`, `done`. Blocks of an area are one text,
`"s_grant s_mar:2"`; Ross and Galloway stand at home unless a test says otherwise, so that nobody controls all nobles.
"""

from collections.abc import Mapping
from functools import cache

from reference.hammer_of_the_scots.actions import Action
from reference.hammer_of_the_scots.ch01_map import AREA_IDS
from reference.hammer_of_the_scots.ch01_map import area as area_of
from reference.hammer_of_the_scots.ch02_armies import FIGURES
from reference.hammer_of_the_scots.frames import Frame
from reference.hammer_of_the_scots.game import HammerOfTheScots
from reference.hammer_of_the_scots.positions import blocks_in_words, read
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.stacks import Stack
from reference.kernel.table import seat
from reference.kernel.verdicts import Event, Next, No, NotAsked, NotThisDecision, Violation, facts_to_json

GAME = HammerOfTheScots()
PRESETS = ("standard", "de", "v3", "v4", "peer")
Blocks = Mapping[str, str]
Told = tuple[str, str, dict[str, Json]]


@cache
def ruleset(preset: str = "standard", **changes: str) -> Ruleset:
    """Return a preset with some options set otherwise."""
    return GAME.ruleset(options_of(GAME.id, RulesetName(preset, tuple(sorted(changes.items())))))


STANDARD = ruleset()


def written(blocks: Blocks) -> dict[str, list[str]]:
    """Return blocks as a position lists them, Ross and Galloway at home unless they are named."""
    named = {text.split(":")[0] for texts in blocks.values() for text in texts.split()}
    found = {area: [text.replace(":", " ") for text in texts.split()] for area, texts in blocks.items()}
    for home, copies in (("ross", ("e_ross", "s_ross")), ("galloway", ("s_galloway", "e_galloway"))):
        if not named & set(copies):
            found.setdefault(home, []).append(copies[0])
    return found


def place(blocks: Blocks, frames: Json, rules: Ruleset = STANDARD, **rest: Json) -> State:
    """Return the state that a position leads to, at its first decision."""
    return GAME.place({"year": 1298, "blocks": written(blocks), "frames": frames, **rest}, rules)


def standing(blocks: Blocks, *frames: Frame, rules: Ruleset = STANDARD, **rest: Json) -> State:
    """Return blocks on the map with these frames at work, before the game goes on to its next decision."""
    return read({"year": 1298, "blocks": written(blocks), **rest}, rules)._replace(stack=Stack(frames))


def moves(
    blocks: Blocks, england: str = "move1", scotland: str = "move1", rules: Ruleset = STANDARD, **rest: Json
) -> State:
    """Return the state in which both cards lie on the table and the first player begins; more cards are in hand."""
    given: dict[str, Json] = {
        "played": {"england": england, "scotland": scotland},
        "hands": {"england": ["move1"], "scotland": ["move1"]},
        **rest,
    }
    return place(blocks, [{"type": "turn", "stage": "reveal"}], rules, **given)


def winter(blocks: Blocks, season: str = "english_nobles", rules: Ruleset = STANDARD, **rest: Json) -> State:
    """Return the state in which a winter has come to a step."""
    return place(blocks, [{"type": "wintering", "season": season}], rules, **rest)


def battle(blocks: Blocks, area: str, attacker: str, rules: Ruleset = STANDARD, **rest: Json) -> State:
    """Return the state in which a battle begins, with nobody in reserve unless said."""
    frame: dict[str, Json] = {"type": "battle", "area": area, "attacker": attacker}
    frame["reserves"] = rest.pop("waiting", "")
    rest.setdefault("first", attacker)
    rest.setdefault("attackers", {area: attacker})
    rest.setdefault("played", {"england": "move1", "scotland": "move1"})
    rest.setdefault("hands", {"england": ["move1"], "scotland": ["move1"]})
    return place(blocks, [{"type": "turn", "stage": "raid"}, {"type": "battles"}, frame], rules, **rest)


def action(text: str) -> Action:
    """Return the action that a text stands for."""
    kind, *rest = text.split()
    fields: dict[str, Json] = {"type": {"draw": "draw_block", "deal": "deal_card", "play": "play_card"}.get(kind, kind)}
    names = {
        "select": ("block",), "fight": ("block",), "hold": ("block",), "withdraw": ("block",), "draw": ("block",),
        "choose": ("area",), "march": ("block", "to"), "deal": ("card",), "play": ("card",), "crown": ("candidate",),
    }  # fmt: skip
    if kind == "roll":
        fields["die"] = int(rest[0])
    else:
        fields.update(zip(names.get(kind, ()), rest, strict=True))
    return GAME.read_action(fields)


def text_of(done: Action) -> str:
    """Return an action as a text."""
    form = GAME.write_action(done)
    assert isinstance(form, Mapping)
    kind = str(form["type"]).removesuffix("_block").removesuffix("_card")
    return " ".join((kind, *(str(value) for name, value in form.items() if name != "type")))


def happened(state: State, script: str) -> tuple[State, tuple[Event, ...]]:
    """Return where a script of actions leads, and all that happens on the way."""
    events: list[Event] = []
    for text in filter(None, (each.strip() for each in script.split(";"))):
        verdict = GAME.step(state, action(text))
        assert isinstance(verdict, Next), (text, verdict, options(state))
        state = verdict.state
        events.extend(verdict.events)
    return state, tuple(events)


def play(state: State, script: str) -> State:
    """Return the state to which a script of actions leads."""
    return happened(state, script)[0]


def go(state: State, block: str, *path: str) -> State:
    """Return the state after a block has marched along a path and stopped at its end."""
    state = play(state, "; ".join((f"select {block}", *(f"march {block} {area}" for area in path))))
    stopping = f"march {block} {path[-1]}"
    return play(state, stopping) if stopping in options(state) else state


def accepted(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    """Return where an action leads that is legal but not offered, and what happens on the way."""
    assert text not in options(state)
    assert GAME.violations(state, action(text)) == ()
    return happened(state, text)


def told(state: State, text: str) -> list[Told]:
    """Return all that an action breaks: reasons, rules without the game's prefix, facts."""
    verdict = GAME.step(state, action(text))
    assert isinstance(verdict, No), (text, verdict)
    return [(str(each.reason), each.rule.removeprefix("hs:"), _facts(each)) for each in verdict.violations]


def judged(state: State, text: str) -> list[Told]:
    """Return all that an action breaks by the procedure at work, whether or not it asks anything."""
    found = GAME.violations(state, action(text))
    assert isinstance(found, tuple)
    return [(str(each.reason), each.rule.removeprefix("hs:"), _facts(each)) for each in found]


def _facts(found: Violation) -> dict[str, Json]:
    facts = facts_to_json(found.facts)
    assert isinstance(facts, dict)
    return facts


def options(state: State) -> list[str]:
    """Return what is offered, as texts."""
    due = GAME.decision(state)
    return [] if isinstance(due, Over) else [text_of(each) for each in due.actions]


def by(state: State) -> str:
    """Return who decides."""
    due = GAME.decision(state)
    return due.result if isinstance(due, Over) else due.by


def about(state: State) -> str:
    """Return what is decided."""
    due = GAME.decision(state)
    return due.result if isinstance(due, Over) else due.about


def refused(state: State, text: str) -> list[str]:
    """Return the rules an action breaks, each without the game's prefix; it must break some."""
    verdict = GAME.step(state, action(text))
    assert isinstance(verdict, No), (text, verdict)
    return [each.rule.removeprefix("hs:") for each in verdict.violations]


def reasons(state: State, text: str) -> list[str]:
    """Return why an action is refused; it must be."""
    verdict = GAME.step(state, action(text))
    assert isinstance(verdict, No), (text, verdict)
    return [str(each.reason) for each in verdict.violations]


def not_asked(state: State, text: str) -> bool:
    """Say whether an action answers another decision."""
    return isinstance(GAME.step(state, action(text)), NotThisDecision)


def unasked_of(state: State, side: str, text: str, news: tuple[Event, ...] = ()) -> list[Told]:
    """Return why a side is not asked for what an action decides, as the table says it after these events."""
    verdict = seat(GAME, state, news).act(side, GAME.write_action(action(text)))
    assert isinstance(verdict, NotAsked), (text, verdict)
    return [(str(each.reason), each.rule.removeprefix("hs:"), _facts(each)) for each in verdict.violations]


def barred(state: State, side: str, text: str) -> list[str]:
    """Return the rules by which a side is not asked for what an action decides, each without the game's prefix."""
    return [rule for _, rule, _ in unasked_of(state, side, text)]


def at(state: State, area: str) -> str:
    """Return the blocks in an area as one text."""
    found = blocks_in_words(state.board, area_of(area))
    return " ".join(str(each).replace(" ", ":") for each in found)


def where(state: State, block: str) -> str:
    """Return the area of a block, or how it is away."""
    index = next(number for number, figures in enumerate(FIGURES) if figures.id == block)
    place_code = state.board.at[index]
    away = {255: "pool", 254: "aside", 253: "dead"}
    return AREA_IDS[place_code] if place_code < len(AREA_IDS) else away[place_code]


def cited(events: tuple[Event, ...]) -> set[str]:
    """Return the rules that events cite, without the game's prefix."""
    return {rule.removeprefix("hs:") for each in events for rule in each.rules}


def winner(state: State) -> tuple[str, str]:
    """Return who won, and by which rule; nothing if the game goes on."""
    return ("", "") if state.outcome is None else (state.outcome.winner.value, state.outcome.rule.removeprefix("hs:"))
