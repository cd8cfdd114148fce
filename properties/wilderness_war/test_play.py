"""Play: whatever procedure begins on whatever small board, the options offered are exactly what is accepted.

Hypothesis sets up a stack of each side in a space, opens a battle, assault, siege roll, raid, winter or losses, and
takes one option after another until nothing is left to decide.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.walk import GamePosition, by_number, turns, walk_states
from properties.domains import DEEP, covered
from properties.unlisted import may_be_unlisted
from reference.kernel.canonical import Json, canonical_text, parse
from reference.kernel.decisions import Chance, Choice, Decision, Over
from reference.kernel.openings import Forbidden
from reference.kernel.rules import known, proves
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import seat
from reference.kernel.traces import Act, Header, Trace, read_trace, replay, write_trace
from reference.kernel.verdicts import Next, No, NotThisDecision, NotYourDecision
from reference.wilderness_war import positions
from reference.wilderness_war.actions import Action, Command, Lose, Roll
from reference.wilderness_war.board import steps, units_at
from reference.wilderness_war.ch02_map import SPACES, is_wild, space
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME, place, ruleset

BRITISH_UNITS = ("br_regular", "br_northern_provincial", "br_light_infantry", "br_ranger", "br_indian_mohawk")
FRENCH_UNITS = ("fr_regular", "fr_marine_detachment", "fr_coureurs", "fr_indian_mingo", "fr_militia")
BRITISH_LEADERS, FRENCH_LEADERS = (
    ("wolfe", "murray", "monckton", "bradstreet"),
    ("montcalm", "levis", "vaudreuil", "dumas"),
)
RULESETS = (
    ruleset(), ruleset("de"), ruleset("fr"), ruleset("fr_basic"),
    ruleset(assault_leaders_involved="activated_force", raid_six_check="column", battle_loss_rule="odd_sequential"),
)  # fmt: skip
# A procedure shown by itself ends before anybody retreats, takes a stockade or marks a siege, so a battle can leave
# enemies and militia behind, siege markers without besiegers, and besiegers without a marker.
LEFT_BEHIND = {
    Reason.ENEMIES_TOGETHER, Reason.MILITIA_OUT_OF_BOX, Reason.SIEGE_WITHOUT_BESIEGERS, Reason.SIEGE_NOT_MARKED,
    Reason.STOCKADE_NOT_TAKEN, Reason.MARKER_LEFT, Reason.LEADER_AMONG_ENEMIES,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Start:
    """A position to begin with, and the ruleset."""

    position: dict[str, Json]
    rules: Ruleset


def stack(
    draw: st.DrawFn, kinds: tuple[str, ...], leaders: tuple[str, ...], *, inside: bool
) -> tuple[list[str], list[str]]:
    """Draw a side's pieces: its leaders, and a full or reduced unit or both of some kinds."""
    chosen = draw(st.lists(st.sampled_from(leaders), unique=True, max_size=3))
    word = "inside " if inside else ""
    strengths = st.sampled_from(((1, 0), (0, 1), (1, 1)))
    found = [f"{word}{name}" for name in chosen]
    units = st.dictionaries(st.sampled_from(kinds), strengths, min_size=1, max_size=3)
    for kind, (full, reduced) in draw(units).items():
        found += [f"{full} {word}{kind}"] * bool(full) + [f"{reduced} {word}reduced {kind}"] * bool(reduced)
    return found, chosen


@st.composite
def starts(draw: st.DrawFn) -> Start:
    rules = draw(st.sampled_from(RULESETS))
    where = draw(
        st.sampled_from(("tioga", "allegheny_south", "hoosic", "albany", "niagara", "louisbourg", "kahnawake"))
    )
    attacker = draw(st.sampled_from(("british", "french")))
    defender = "french" if attacker == "british" else "british"
    kind = draw(st.sampled_from(("battle", "assault", "siege_roll", "raid_roll", "take_losses", "winter_attrition")))
    walled = kind in ("assault", "siege_roll")
    british, british_leaders = stack(draw, BRITISH_UNITS, BRITISH_LEADERS, inside=walled and defender == "british")
    french, french_leaders = stack(draw, FRENCH_UNITS, FRENCH_LEADERS, inside=walled and defender == "french")
    leaders = british_leaders if attacker == "british" else french_leaders
    commander = draw(st.sampled_from(leaders)) if leaders else None
    position: dict[str, Json] = {
        "pieces": {where: british + french},
        "niagara": draw(st.sampled_from((None, "french"))),
    }
    if walled:
        position |= {"sieges": {where: draw(st.integers(0, 2))}}
        if (where, defender) in (("albany", "french"), ("louisbourg", "british")):
            position |= {"captured_fortresses": {defender: [where]}}
        elif where in ("albany", "louisbourg"):
            pass  # theirs from the beginning
        else:
            position |= {"forts": {defender: [where]}}
    elif draw(st.booleans()) and where not in ("albany", "louisbourg"):
        position |= {"stockades": {defender: [where]}}
    position |= {"blockhouses": draw(st.sampled_from(([], [defender]))), "fieldworks": {defender: [where]}}
    return _legal(Start(position | {"opening": _opening(draw, kind, where, attacker, commander, leaders)}, rules))


def _legal(start: Start) -> Start:
    """Return the start, or winter at the same place where the rules do not let it begin."""
    try:
        GAME.place(start.position, start.rules)
    except Forbidden:
        return Start(start.position | {"opening": {"type": "winter_attrition"}}, start.rules)
    return start


def _opening(
    draw: st.DrawFn, kind: str, where: str, attacker: str, commander: str | None, leaders: list[str]
) -> dict[str, Json]:
    at: dict[str, Json] = {"type": kind, "space": where}
    match kind:
        case "battle":
            ambush = draw(st.sampled_from((None, "british", "french"))) if is_wild(space(where)) else None
            return at | {"attacker": attacker, "leader": commander, "landing": draw(st.booleans()), "ambush": ambush}
        case "assault":
            coehorns = draw(st.sampled_from(((), ("british",), ("french",))))
            return at | {"attacker": attacker, "leader": commander, "force": leaders, "coehorns": coehorns}
        case "siege_roll" if commander:
            return at | {"besieger": attacker, "leader": commander}
        case "raid_roll":
            return at | {"raider": attacker, "leader": commander}
        case "take_losses":
            cause = draw(st.sampled_from(("battle", "assault", "raid", "attrition")))
            return at | {"side": attacker, "cause": cause, "losses": draw(st.integers(0, 7))}
        case _:
            return {"type": "winter_attrition"}


def candidates(decision: Decision[Action]) -> Iterator[Action]:
    """Give actions in and around what is offered: every face, every leader, numbers of losses about."""
    yield from (Roll(face) for face in range(1, 7))
    yield from (Command(leader) for leader in ALL_LEADERS)
    named = {action.of for action in decision.actions if isinstance(action, Lose)} | {"br_regular", "fr_coureurs"}
    yield from (Lose(name, flips, deaths) for name in sorted(named) for flips in range(4) for deaths in range(4))


def judge(state: State, decision: Decision[Action]) -> None:
    """Check that exactly the actions offered are accepted, and that every refusal says why."""
    assert len(set(decision.actions)) == len(decision.actions) > 0
    assert known(*decision.rules) == decision.rules != ()
    if isinstance(decision, Chance):
        assert sum((odds for _, odds in decision.outcomes), Fraction(0)) == 1
    for action in (*decision.actions, *candidates(decision)):
        verdict = GAME.step(state, action, decision)
        taken = isinstance(verdict, Next)
        assert taken or action not in decision.actions, action
        if taken and action not in decision.actions:
            assert may_be_unlisted(GAME.id, GAME.sets, decision.about, GAME.write_action(action)), action
        if isinstance(decision, Choice):
            assert (GAME.violations(state, action) == ()) == taken, action
        if isinstance(verdict, No):
            assert verdict.violations
            assert all(isinstance(each.reason, Reason) and each.facts for each in verdict.violations)
            assert isinstance(decision, Choice)
        elif isinstance(verdict, NotThisDecision):
            assert verdict == NotThisDecision(decision.about, decision.rules)
        assert GAME.read_action(parse(canonical_text(GAME.write_action(action)))) == action


def steps_on_map(state: State) -> int:
    return sum(steps(state.board, unit) for side in Side for at in SPACES for unit in units_at(state.board, at, side))


def played(state: State, choices: list[int]) -> Iterator[GamePosition[State, Action]]:
    """Take one of the options after another, and check what every step keeps."""
    for here in islice(walk_states(GAME, state, by_number(choices)), len(choices) + 1):
        if here.turn is not None:
            before, after, events = here.turn.state, here.turn.after, here.turn.events
            assert steps_on_map(after) <= steps_on_map(before)
            assert all(each.rules for each in events)
            points = [dict(each.facts) for each in events if each.kind is EventKind.VP_SCORED]
            gained = sum(int(str(each["points"])) * (1 if each["side"] == "french" else -1) for each in points)
            assert after.tracks.vp == before.tracks.vp + gained
        yield here


@given(starts(), st.lists(st.integers(0, 11), min_size=40, max_size=40))
def test_whatever_begins_offers_exactly_what_it_accepts_until_it_is_settled(start: Start, choices: list[int]) -> None:
    state = GAME.place(start.position, start.rules)
    unsound = {each.reason for each in GAME.check(state)}
    for here in played(state, choices):
        state = here.state
        assert GAME.decision(state) == here.due
        assert positions.read(positions.written(state), start.rules) == state
        if not isinstance(here.due, Over):
            judge(state, here.due)
    assert GAME.decision(state) == Over("settled")
    assert {each.reason for each in GAME.check(state)} <= LEFT_BEHIND | unsound


@given(starts(), st.lists(st.integers(0, 11), min_size=40, max_size=40))
def test_a_list_of_actions_is_the_game(start: Start, choices: list[int]) -> None:
    first = state = GAME.place(start.position, start.rules)
    lines: list[Act] = []
    for turn in turns(played(first, choices)):
        by, state = turn.due.by, turn.after
        wrong = "british" if by != "british" else "french"
        written = GAME.write_action(turn.action)
        assert isinstance(refusal := seat(GAME, turn.state).act(wrong, written), NotYourDecision)
        assert refusal.due_by == by
        lines.append(Act(by, written, hash=seat(GAME, state).digest()))
    header = Header(GAME.id, RulesetName("standard"), position=start.position)
    trace = read_trace(write_trace(Trace(header, tuple(enumerate(lines, 2)))))
    end = replay(trace, seat(GAME, first))
    assert (end.divergence, end.steps) == (None, len(lines))
    assert end.table.canonical() == GAME.canonical(state)


# ---------------------------------------------------------------- whole trees


def lines_from(state: State) -> Iterator[tuple[State, Fraction]]:
    """Walk every line to its end, with the odds of its dice."""
    decision = GAME.decision(state)
    if isinstance(decision, Over):
        yield state, Fraction(1)
        return
    odds = dict(decision.outcomes) if isinstance(decision, Chance) else {}
    for action in decision.actions:
        verdict = GAME.step(state, action)
        assert isinstance(verdict, Next)
        for end, share in lines_from(verdict.state):
            yield end, share * odds.get(action, Fraction(1))


@proves("ww:7.2-C", "ww:7.62", "ww:7.7", "ww:7.8")
@pytest.mark.parametrize(
    ("pieces", "opening", "lines", "choices"),
    [
        (["br_regular_44th", "br_ranger_rogers", "fr_coureurs_marin"], {}, 36, True),
        (["wolfe", "br_regular_44th", "montcalm", "fr_regular_bearn"], {"leader": "wolfe"}, 256, False),
        (["2 br_ranger", "dumas", "fr_marine_detachment_1", "2 fr_indian_mingo"], {"ambush": "french"}, 66, True),
    ],
)
def test_small_battles_are_walked_to_their_last_line(
    pieces: list[str], opening: dict[str, Json], lines: int, choices: bool
) -> None:
    state = place({"tioga": pieces}, opening={"type": "battle", "space": "tioga", "attacker": "british", **opening})
    ends = list(lines_from(state))
    assert choices or sum(share for _, share in ends) == 1
    covered(f"lines of a battle of {', '.join(pieces)}", len(ends), lines)


@proves("ww:7.62", "ww:7.63", "ww:9.14-b", "ww:10.31")
def test_group_by_group_every_lawful_result_of_losses_is_reached_by_one_path() -> None:
    types = ("fr_regular", "fr_coureurs", "fr_indian_mingo")
    sizes = [(full, reduced) for full in range(3) for reduced in range(3 - full)]
    there = space("tioga")
    cases = ways = 0
    most = 6 if DEEP else 4
    for amounts in product(sizes, repeat=len(types)):
        if not 0 < sum(map(sum, amounts)) <= most:
            continue
        words = [f"{n} {word}{kind}" for kind, both in zip(types, amounts, strict=True)
                 for n, word in zip(both, ("", "reduced "), strict=True) if n]  # fmt: skip
        for losses, cause in product(range(1, 5), ("battle", "assault", "raid")):
            opening: Json = {
                "type": "take_losses",
                "side": "french",
                "space": "tioga",
                "cause": cause,
                "losses": losses,
            }
            state = place({"tioga": words}, opening=opening)
            results = [
                tuple(
                    sorted(
                        (COUNTERS[unit].type, steps(end.board, unit))
                        for unit in units_at(end.board, there, Side.FRENCH)
                    )
                )
                for end, _ in lines_from(state)
            ]
            assert len(set(results)) == len(results), (words, losses, cause)
            before = sum(2 * full + reduced for full, reduced in amounts)
            assert {sum(left for _, left in result) for result in results} == {max(0, before - losses)}
            if cause == "raid":
                assert set(results) == freely(amounts, types, losses)
            cases += 1
            ways += len(results)
    covered(f"losses named group by group, {ways:,} ways in all", cases, 2_580 if DEEP else 1_608)


def freely(
    amounts: tuple[tuple[int, int], ...], types: tuple[str, ...], losses: int
) -> set[tuple[tuple[str, int], ...]]:
    """Return every stack that is left when so many steps are taken from units of the owner's choice."""
    units = [(kind, 2) for kind, (full, _) in zip(types, amounts, strict=True) for _ in range(full)]
    units += [(kind, 1) for kind, (_, reduced) in zip(types, amounts, strict=True) for _ in range(reduced)]
    found = {tuple(sorted(units))}
    for _ in range(min(losses, sum(left for _, left in units))):
        found = {
            tuple(sorted(unit for unit in (*stack[:n], (stack[n][0], stack[n][1] - 1), *stack[n + 1 :]) if unit[1]))
            for stack in found
            for n in range(len(stack))
        }
    return found
