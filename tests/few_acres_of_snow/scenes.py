"""Scenes: a position, what is done in it, and either what follows or the rule that refuses the last action."""

from collections.abc import Mapping
from dataclasses import dataclass

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
from reference.kernel.verdicts import Event, Next, No, Objection, facts_to_json

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
LET = act("let_happen")


def placed(position: object, ruleset: str = "first") -> State:
    return GAME.place(checked(position), rules(ruleset))


def waited_for(state: State) -> Decision[Action] | None:
    """Return what the procedure at work waits for."""
    working = at_work(state)
    assert working is not None
    return working.decision(state)


def violations(state: State, action: Json) -> Objection:
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


def breaks_nothing_but_is_not_offered(position: object, do: tuple[Json, ...], action: Json) -> None:
    """Take actions, then say that another breaks no rule though it is offered in another way or order only."""
    state = after(placed(position), *do)
    assert violations(state, action) == ()
    assert action not in offered(state)


def same_in_any_order(state: State, *orders: tuple[Json, ...]) -> State:
    """Take the same actions in several orders, and return the one state to which all of them lead."""
    first, *others = (after(state, *each) for each in orders)
    assert all(each == first for each in others)
    return first


@dataclass(frozen=True)
class Scene:
    """A position and actions; either an expectation, or a last action that is refused for exactly these reasons."""

    position: object
    do: tuple[Json, ...] = ()
    expect: object = None
    refuse: Json = None
    because: tuple[tuple[Reason, str], ...] = ()
    ruleset: str = "first"

    def run(self) -> None:
        state = after(placed(self.position, self.ruleset), *self.do)
        if self.expect is not None:
            assert shortfalls(checked(self.expect), GAME.describe(state)) == ()
        if self.refuse is not None:
            assert refusals(state, self.refuse) == {(reason.value, rule) for reason, rule in self.because}
            assert self.refuse not in offered(state)


def told(position: object, do: tuple[Json, ...], expected: tuple[tuple[str, str, Mapping[str, Json]], ...]) -> None:
    """Take actions and compare all that is told of them: kind, rule, facts."""
    found = events(placed(position), *do)
    assert [(each.kind.value, each.rules, facts_to_json(each.facts)) for each in found] == [
        (kind, (rule,), dict(facts)) for kind, rule, facts in expected
    ]


def cited(state: State, kind: str, *actions: Json) -> list[tuple[str, ...]]:
    """Return under which rules the events of a kind are told."""
    return [each.rules for each in events(state, *actions) if each.kind.value == kind]


def refused_without_the_card(action: Json) -> None:
    """Given other cards in hand and reserve, then the action is refused for the card that is not in hand, only."""
    position = {
        "plus": {"deerfield": "french village"},
        "hands": {"british": b("new_haven")},
        "reserves": {"british": b("militia")},
    }
    Scene(position, refuse=action, because=(NO_CARD_IN_HAND,)).run()


# ---------------------------------------------------------------- parts of positions


NO_CARD_IN_HAND = (Reason.NOT_IN_HAND, "fa:act.12")
PLACE_NOT_HELD = ((Reason.NOT_CONTROLLED, "fa:loccard.1"),)
BRITISH_PLACES = {"boston", "new_haven", "new_york", "norfolk", "pemaquid", "philadelphia", "st_marys"}
FIVE = b("boston", "norfolk", "new_york", "pemaquid", "st_marys")
FRENCH_TURN: dict[str, Json] = {"frames": turn("french")}
ALBANY = {"albany": "british village"}
# What settles Deerfield from New Haven.
DEERFIELD_HAND = {"british": b("new_haven", "st_marys", "boston", "norfolk", "philadelphia")}
TO_DEERFIELD = act("settle", place="deerfield", base="british_new_haven")
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
# Louisbourg besieged by the British and won: the siege alone, and the position in which their turn begins with it.
WON_SIEGE = {
    "british": siege(
        "louisbourg",
        3,
        b("siege_artillery", "regular_infantry"),
        f("starting_regular_infantry", "militia", "port_royal"),
    )
}
LOUISBOURG_WON = {
    "plus": HALIFAX,
    "sieges": {"british": siege("louisbourg", 3, b("siege_artillery"))},
    "hands": {"british": b("new_york")},
    "frames": [{"type": "siege_check", "side": "british", "won": ["british"]}],
}
# A row of places for raids, and cards to raid with.
RAID_PLACES = {"kennebec": "french village", "fort_halifax": "british village", "deerfield": "british village"}
WITH_COUREURS = act("raid", card="french_coureurs_de_bois")
FRENCH_NATIVES = "french_native_americans"
NEUTRAL_NATIVES = "neutral_native_americans"


def france(*hand: str, **more: object) -> dict[str, object]:
    """Return a French turn with these cards beside the row of places for raids."""
    return {"plus": RAID_PLACES, "hands": {"french": f(*hand)}, "frames": turn("french"), **more}
