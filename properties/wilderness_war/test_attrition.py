"""Winter attrition: every way a small stack can come through it, under every option (11.1, 11.2).

A stack has up to one full and two reduced Regulars, up to one full and one reduced Provincials, and at most one
Rangers. It stands in one of eleven situations, which say whether its drilled troops are sheltered.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from properties.domains import covered
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next
from reference.wilderness_war.board import steps, units_at
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, place, ruleset

REGULAR, PROVINCIAL, RANGER = "br_regular", "br_northern_provincial", "br_ranger"
DRILLED = {REGULAR, PROVINCIAL}
IDS = {name: [counter.id for counter in COUNTERS if counter.type == name] for name in (REGULAR, PROVINCIAL, RANGER)}

Unit = tuple[str, int]
Stack = tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a British stack spends the winter, and who is safe there: anybody, up to four units, or nobody."""

    name: str
    where: str
    most_safe: int
    rest: tuple[tuple[str, Json], ...] = ()
    inside: bool = False
    with_enemies: tuple[str, ...] = ()


ANYBODY, NOBODY = 99, -1
FORT: Json = {"british": ["tioga"]}
SITUATIONS = (
    Situation("home land", "hoosic", ANYBODY),
    Situation("wilderness", "tioga", NOBODY),
    Situation("enemy land", "becancour", NOBODY),
    Situation("own fort", "tioga", 4, (("forts", FORT),)),
    Situation("own stockade", "tioga", 4, (("stockades", FORT),)),
    Situation("unfinished fort", "tioga", NOBODY, (("unfinished_forts", FORT),)),
    Situation("home fortress", "albany", ANYBODY),
    Situation("captured fortress", "quebec", ANYBODY, (("captured_fortresses", {"british": ["quebec"]}),)),
    Situation("besieged in a fort", "tioga", NOBODY, (("forts", FORT), ("sieges", {"tioga": 0})), inside=True,
              with_enemies=("fr_coureurs_marin",)),
    Situation("besieged at home", "albany", NOBODY, (("sieges", {"albany": 1}),), inside=True,
              with_enemies=("fr_coureurs_marin",)),
    Situation("besieging a fort", "tioga", NOBODY, (("forts", {"french": ["tioga"]}), ("sieges", {"tioga": 0})),
              with_enemies=("inside fr_coureurs_marin",)),
)  # fmt: skip


def stacks() -> Iterator[Stack]:
    rangers: tuple[Stack, ...] = ((), ((RANGER, 2),), ((RANGER, 1),))
    for regulars, worn, provincials, tired, others in product((0, 1), (0, 1, 2), (0, 1), (0, 1), rangers):
        yield (
            *([(REGULAR, 2)] * regulars), *([(REGULAR, 1)] * worn),
            *([(PROVINCIAL, 2)] * provincials), *([(PROVINCIAL, 1)] * tired), *others,
        )  # fmt: skip


def rulesets(situation: Situation) -> Iterator[Ruleset]:
    """Give every value of the options; the one about the besieged only where somebody is inside a work."""
    besieged = ("always", "only_if_unsheltered") if situation.inside else ("always",)
    for rounding, spared, siege in product(("up", "down"), ("last_friendly_step", "last_reduced_unit"), besieged):
        yield ruleset(attrition_rounding=rounding, attrition_last_spared=spared, besieged_attrition=siege)


def suffers(stack: Stack, situation: Situation, rules: Ruleset) -> bool:
    """Besieged drilled troops and those outside a safe space suffer; by option home land shelters the besieged too."""
    if situation.name == "besieged at home" and rules.besieged_attrition == "only_if_unsheltered":
        return False
    return len(stack) > situation.most_safe


def outcomes(stack: Stack, situation: Situation, rules: Ruleset) -> set[Stack]:
    """Return every stack the owner may be left with."""
    if not suffers(stack, situation, rules):
        return {tuple(sorted(stack))}
    worn = [index for index, (name, left) in enumerate(stack) if name in DRILLED and left == 1]
    dying = -(-len(worn) // 2) if rules.attrition_rounding == "up" else len(worn) // 2
    found: set[Stack] = set()
    for dead in combinations(worn, dying):
        survivors = [unit for index, unit in enumerate(stack) if index not in dead]
        last = survivors if rules.attrition_last_spared == "last_friendly_step" else [u for u in survivors if u[1] == 1]
        kept = [stack[dead[0]]] if dead and not last else []
        found.add(tuple(sorted((name, 1 if name in DRILLED else left) for name, left in [*survivors, *kept])))
    return found


def start(stack: Stack, situation: Situation, rules: Ruleset) -> State:
    words = {2: "", 1: "reduced "}
    inside = "inside " if situation.inside else ""
    waiting = {name: iter(ids) for name, ids in IDS.items()}
    pieces = [f"{inside}{words[left]}{next(waiting[name])}" for name, left in stack]
    opening: Json = {"type": "winter_attrition"}
    position: dict[str, Json] = {"opening": opening, **dict(situation.rest)}
    return place({situation.where: [*pieces, *situation.with_enemies]}, rules, **position)


def ends(state: State) -> Iterator[State]:
    """Follow every choice to the end."""
    decision = GAME.decision(state)
    if isinstance(decision, Over):
        yield state
        return
    for action in decision.actions:
        verdict = GAME.step(state, action)
        assert isinstance(verdict, Next)
        yield from ends(verdict.state)


def left_at(state: State, where: str) -> Stack:
    present = units_at(state.board, space(where), Side.BRITISH)
    return tuple(sorted((COUNTERS[unit].type, steps(state.board, unit)) for unit in present))


@proves("ww:4.0-B.5", "ww:11.1", "ww:11.1-a", "ww:11.1-b", "ww:11.1-c", "ww:11.2-a", "ww:11.2-b", "ww:11.2-exc")
def test_winter_leaves_exactly_the_stacks_that_the_rule_allows() -> None:
    cases = 0
    kinds: Counter[str] = Counter()
    for situation in SITUATIONS:
        for rules, stack in product(rulesets(situation), stacks()):
            begun = start(stack, situation, rules)
            found = [left_at(end, situation.where) for end in ends(begun)]
            assert len(found) == len(set(found)), "two ways to say the same thing"
            assert set(found) == outcomes(stack, situation, rules), (stack, situation.name, rules)
            kinds[situation.name] += set(found) != {tuple(sorted(stack))}
            cases += 1
    safe = [name for name, changed in kinds.items() if not changed]
    assert safe == ["home land", "home fortress", "captured fortress"]
    covered("attrition: 11 situations x rulesets x stacks of up to 6 units", cases, 3_744)
