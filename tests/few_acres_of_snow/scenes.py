"""Scenes: a position, what is done in it, and either what follows or the rule that refuses the last act."""

from collections.abc import Mapping
from dataclasses import dataclass

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.actions import Action
from reference.few_acres_of_snow.ch02_cards import CARD_IDS
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.procedures import at_work
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.state import State
from reference.kernel.canonical import Json, checked, shortfalls
from reference.kernel.decisions import Chance, Decision
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.kernel.verdicts import Event, Next, No, Violation

GAME = FewAcresOfSnow()
PRESETS = ("first", "second", "online")


def rules(name: str = "first") -> Ruleset:
    return GAME.ruleset(options_of(GAME.id, parse_ruleset_name(name)))


def cards(*names: str) -> list[Json]:
    """Return ids of cards in canonical order."""
    return sorted(names, key=CARD_IDS.index)


def b(*names: str) -> list[Json]:
    return cards(*(name if name.startswith("neutral_") else f"british_{name}" for name in names))


def f(*names: str) -> list[Json]:
    return cards(*(name if name.startswith("neutral_") else f"french_{name}" for name in names))


def turn(side: str, actions: int = 2) -> list[Json]:
    return [{"type": "turn", "side": side, "actions": actions}]


def turn_start(side: str) -> list[Json]:
    return [{"type": "turn_start", "side": side}]


def siege(place: str, marker: int, attackers: list[Json], defenders: list[Json] | None = None) -> Json:
    return {"place": place, "marker": marker, "attackers": attackers, "defenders": defenders or []}


def act(kind: str, **fields: Json) -> Json:
    return {"type": kind, **fields}


def play(card: str) -> Json:
    return act("play", card=card)


DONE = act("done")
END = act("end_turn")
PASS = act("pass")


def placed(position: object, ruleset: str = "first") -> State:
    return GAME.place(checked(position), rules(ruleset))


def waited_for(state: State) -> Decision[Action] | None:
    """Return what the procedure at work waits for."""
    working = at_work(state)
    assert working is not None
    return working.decision(state)


def violations(state: State, action: Json) -> tuple[Violation, ...] | None:
    """Return what an action breaks, offered or not; nothing if it answers another decision."""
    working = at_work(state)
    assert working is not None
    return working.violations(state, GAME.read_action(action))


def taken(state: State, action: Json) -> Next[State]:
    """Return what a legal action leads to; whoever refuses must find nothing against it either."""
    due = GAME.decision(state)
    verdict = GAME.step(state, GAME.read_action(action), due)
    assert isinstance(verdict, Next), (action, verdict)
    assert isinstance(due, Chance) or violations(state, action) == (), action
    assert GAME.check(verdict.state) == (), action
    return verdict


def after(state: State, *actions: Json) -> State:
    for action in actions:
        state = taken(state, action).state
    return state


def events(state: State, *actions: Json) -> tuple[Event, ...]:
    found: list[Event] = []
    for action in actions:
        verdict = taken(state, action)
        state = verdict.state
        found.extend(verdict.events)
    return tuple(found)


def refusals(state: State, action: Json) -> set[tuple[str, str]]:
    """Return reasons and rules for which an action is refused."""
    verdict = GAME.step(state, GAME.read_action(action))
    assert isinstance(verdict, No), (action, verdict)
    return {(each.reason.value, each.rule) for each in verdict.violations}


def offered(state: State, kind: str | None = None) -> list[Json]:
    due = GAME.decision(state)
    found = [GAME.write_action(each) for each in getattr(due, "actions", ())]
    return [each for each in found if kind is None or (isinstance(each, Mapping) and each["type"] == kind)]


@dataclass(frozen=True)
class Scene:
    """A position and acts; either an expectation, or a last act that must be refused for exactly these reasons."""

    title: str
    proves: tuple[str, ...]
    position: object
    do: tuple[Json, ...] = ()
    expect: object = None
    refuse: Json = None
    because: tuple[tuple[Reason, str], ...] = ()
    ruleset: str = "first"

    def __str__(self) -> str:
        return self.title.replace(" ", "_")

    def run(self, claim: Claim, source: str) -> None:
        claim([f"fa:{rule}" for rule in self.proves], f"tests/few_acres_of_snow/{source}")
        state = after(placed(self.position, self.ruleset), *self.do)
        if self.expect is not None:
            assert shortfalls(checked(self.expect), GAME.describe(state)) == ()
        if self.refuse is not None:
            assert refusals(state, self.refuse) == {(reason.value, f"fa:{rule}") for reason, rule in self.because}
            assert self.refuse not in offered(state)


HALIFAX = {"halifax": "british village"}
LOUISBOURG = {"british": siege("louisbourg", 1, b("siege_artillery"))}
# As many as the British have villages for.
ALL_VILLAGES = dict.fromkeys(
    (
        "albany", "baltimore", "canso", "cumberland", "detroit", "fort_duquesne", "fort_halifax", "fort_niagara",
        "fort_presquisle", "fort_stanwix", "halifax", "oswego", "richmond",
    ),
    "british village",
)  # fmt: skip
