"""Laws nobody had to invent for a rule hold in games of every ruleset, and each finds a fault planted for it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, cycle
from pathlib import Path
from typing import Generic, TypeVar

import pytest

from oracle.choices import Dice
from properties import metamorphic as laws
from properties.domains import DEEP
from properties.faulty_game import FaultyGame
from properties.few_acres_of_snow.explorer import PRESETS as ACRES_PRESETS
from properties.few_acres_of_snow.laws import under_test as few_acres
from properties.hammer_of_the_scots.explorer import PRESETS as HAMMER_PRESETS
from properties.hammer_of_the_scots.laws import under_test as hammer
from properties.laws import Broken, GameUnderTest
from properties.metamorphic import Alike, Hiding
from properties.recorded_ruleset import options_in, recorded
from properties.set_apart import ACRES, ALIKE, HAMMER, ORDERED, TOLD_BY, WILDERNESS
from properties.wilderness_war.explorer import PRESETS as WILDERNESS_PRESETS
from properties.wilderness_war.laws import under_test as wilderness
from reference.few_acres_of_snow import GAME as ACRES_GAME
from reference.few_acres_of_snow import actions as acres_actions
from reference.few_acres_of_snow.actions import Action as AcresAction
from reference.few_acres_of_snow.ruleset import Ruleset as AcresRuleset
from reference.few_acres_of_snow.sides import Side as AcresSide
from reference.few_acres_of_snow.state import State as AcresState
from reference.few_acres_of_snow.state import player
from reference.hammer_of_the_scots import GAME as HAMMER_GAME
from reference.hammer_of_the_scots.actions import Action as HammerAction
from reference.hammer_of_the_scots.ruleset import Ruleset as HammerRuleset
from reference.hammer_of_the_scots.state import State as HammerState
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Decision
from reference.kernel.verdicts import Next, No, Notation, NotThisDecision, Objection
from reference.wilderness_war.state import State as WildernessState

S = TypeVar("S")
A = TypeVar("A")
R = TypeVar("R")

_GAMES, _DECISIONS = (60, 1_500) if DEEP else (1, 240)
_FLIPS = 40 if DEEP else 6
# An option of A Few Acres of Snow that nothing consults in the games below.
_UNUSED = "open_piles"


class Checks(ABC):
    """A game of some kind, under a preset, and the laws that it is held to; each says how much it looked at."""

    @abstractmethod
    def reads_again(self) -> int:
        """Write and read the position before every step."""

    @abstractmethod
    def undoes(self) -> int:
        """Undo and do again."""

    @abstractmethod
    def asks(self) -> int:
        """Ask anything before every step."""

    @abstractmethod
    def flips_options(self) -> int:
        """Change options that nothing consulted."""

    @abstractmethod
    def exchanges(self) -> int:
        """Exchange equal pieces."""

    @abstractmethod
    def hides(self) -> int:
        """Change what is hidden from a side."""

    @abstractmethod
    def reorders(self) -> int:
        """Make independent choices in the other order."""


@dataclass(frozen=True, slots=True)
class Tried(Checks, Generic[S, A, R]):
    """A game with a scenario and a seed, and what the laws must know of it."""

    tested: GameUnderTest[S, A, R]
    hiding: Hiding[S]
    scenario: str
    seed: int = 0

    @property
    def alike(self) -> Alike:
        return ALIKE[self.tested.game.id]

    def way(self, decisions: int = _DECISIONS) -> laws.Played[S, A]:
        return laws.played(self.tested, self.scenario, self.seed, decisions)

    def reads_again(self) -> int:
        laws.read_again(self.tested, self.way())
        return 1

    def undoes(self) -> int:
        laws.undone(self.tested, self.scenario, self.way(), Dice(self.seed))
        return 1

    def asks(self) -> int:
        laws.asked(self.tested, self.way(), Dice(self.seed))
        return 1

    def flips_options(self) -> int:
        return len(laws.unconsulted(self.tested, self.scenario, self.seed, _DECISIONS, _FLIPS))

    def exchanges(self) -> int:
        return laws.exchanged(self.tested, self.alike, self.way()[:: 1 if DEEP else 6], Dice(self.seed))

    def hides(self) -> int:
        return laws.unseen(self.tested, self.hiding, self.way()[:: 1 if DEEP else 4], Dice(self.seed))

    def reorders(self) -> int:
        return laws.commuting(self.tested, self.alike, ORDERED[self.tested.game.id], self.way(), Dice(self.seed))


def _tried(
    under: Callable[[str], GameUnderTest[S, A, R]], hiding: Hiding[S], presets: Sequence[str]
) -> Iterator[tuple[str, Checks]]:
    """Return games of every preset, the scenarios by turns."""
    scenarios = cycle(under(presets[0]).game.scenarios)
    for seed in range(_GAMES):
        for preset in presets:
            tested, scenario = under(preset), next(scenarios)
            yield f"{tested.game.id} {scenario} {preset} {seed}", Tried(tested, hiding, scenario, seed)


EVERY: dict[str, Checks] = dict(
    [
        *_tried(few_acres, ACRES, ACRES_PRESETS),
        *_tried(hammer, HAMMER, HAMMER_PRESETS),
        *_tried(wilderness, WILDERNESS, WILDERNESS_PRESETS),
    ]
)
CHECKS: dict[str, Callable[[Checks], int]] = {
    laws.READ_AGAIN: lambda tried: tried.reads_again(),
    laws.UNDONE: lambda tried: tried.undoes(),
    laws.ASKED: lambda tried: tried.asks(),
    laws.UNCONSULTED: lambda tried: tried.flips_options(),
    laws.ALIKE: lambda tried: tried.exchanges(),
    laws.UNSEEN: lambda tried: tried.hides(),
    laws.COMMUTE: lambda tried: tried.reorders(),
}


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("law", CHECKS)
def test_every_law_holds_in_games_of_every_ruleset(law: str, name: str) -> None:
    assert CHECKS[law](EVERY[name]) >= (0 if law == laws.COMMUTE else 1)


# ---------------------------------------------------------------- what is an exception, as data


def test_the_decisions_that_tell_of_hidden_things_are_those_that_the_protocol_lists() -> None:
    """Given what docs/protocol.md says that a view still shows, then it names just the exceptions of the law."""
    text = (Path(__file__).parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")
    paragraph = text.partition("**What a view still shows.**")[2].partition("\n\n")[0]
    listed = set(re.findall(r"`([^`]+)`", paragraph)) - {"response_*"}
    assert listed == {about for told_by in TOLD_BY.values() for about in told_by}


def test_a_decision_that_tells_of_a_held_card_is_an_exception_for_a_reason() -> None:
    """Given no exceptions, then the law finds that a side is asked because of the cards in its hand."""
    nothing: Hiding[WildernessState] = Hiding({}, WILDERNESS.still_hidden)
    found = []
    for seed in range(12):
        tried = Tried(wilderness("standard"), nothing, "annus_mirabilis", seed)
        try:
            laws.unseen(tried.tested, nothing, tried.way(600), Dice(seed))
        except (Broken, AssertionError) as broken:
            found.append(broken)
            break
    assert found


DEPENDENT: dict[str, Callable[[int], Iterator[str]]] = {
    "few_acres_of_snow": lambda seed: _disagreeing(Tried(few_acres("first"), ACRES, "standard", seed)),
    "hammer_of_the_scots": lambda seed: _disagreeing(Tried(hammer("standard"), HAMMER, "braveheart", seed)),
    "wilderness_war": lambda seed: _disagreeing(Tried(wilderness("standard"), WILDERNESS, "annus_mirabilis", seed)),
}


@pytest.mark.parametrize("game", ORDERED)
def test_choices_that_depend_on_one_another_do_so(game: str) -> None:
    """Given every kind of choice that is excepted, then some pair of it leads elsewhere in the other order."""
    missing = set(ORDERED[game])
    for about in chain.from_iterable(map(DEPENDENT[game], range(12))):
        missing.discard(about)
        if not missing:
            break
    assert missing == set()


def _disagreeing(tried: Tried[S, A, R]) -> Iterator[str]:
    for pair in laws.pairs(tried.tested, tried.alike, tried.way(500), Dice(tried.seed)):
        if not pair.agrees:
            yield pair.about


# ---------------------------------------------------------------- which options were consulted


def test_a_ruleset_notes_what_is_consulted_and_is_equal_to_the_plain_one() -> None:
    ruleset = few_acres("second").ruleset
    noting, noted = recorded(ruleset)
    assert noting == recorded(ruleset)[0]
    assert hash(noting) == hash(ruleset)
    assert options_in(noting) == options_in(ruleset)
    assert noted == set()
    assert noting.open_piles == ruleset.open_piles
    assert noted == {"open_piles"}


def test_an_option_that_was_consulted_and_not_named_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a record that leaves out what was consulted, then some of it changes the game when flipped."""

    def silent(ruleset: R) -> tuple[R, set[str]]:
        return ruleset, set()

    tested = few_acres("second")
    monkeypatch.setattr(laws, "recorded", silent)
    with pytest.raises(Broken) as found:
        laws.unconsulted(tested, "standard", 0, _DECISIONS, 1_000)
    assert found.value.law == laws.UNCONSULTED


# ---------------------------------------------------------------- planted faults

_Verdict = Next[AcresState] | No | Notation | NotThisDecision
Acres = FaultyGame[AcresState, AcresAction, AcresRuleset]


def _taken(change: Callable[[AcresState, AcresAction, Next[AcresState]], Next[AcresState]]) -> Acres:
    """Return a game in which what follows an action is changed."""

    def stepped(state: AcresState, action: AcresAction, verdict: _Verdict) -> _Verdict:
        return change(state, action, verdict) if isinstance(verdict, Next) else verdict

    return FaultyGame(ACRES_GAME, stepped=stepped)


def _with_money(state: AcresState, money: int) -> AcresState:
    british, french = state.players
    return state._replace(players=(british._replace(money=money), french))


def _forgetful() -> Acres:
    def poor(form: Json) -> Json:
        assert isinstance(form, dict)
        return {name: each for name, each in form.items() if name != "money"}

    return FaultyGame(ACRES_GAME, written=poor)


def _remembering() -> Acres:
    steps = [0]

    def silent_later(_: AcresState, __: AcresAction, verdict: Next[AcresState]) -> Next[AcresState]:
        steps[0] += 1
        return verdict if steps[0] <= _DECISIONS else Next(verdict.state)

    return _taken(silent_later)


def _overhearing() -> Acres:
    asked = [0]

    def heard(objection: Objection) -> Objection:
        asked[0] += 1
        return objection

    def silent(_: AcresState, __: AcresAction, verdict: Next[AcresState]) -> Next[AcresState]:
        return Next(verdict.state) if asked[0] else verdict

    return replace(_taken(silent), violated=heard)


def _peeping() -> Acres:
    """Return a game that asks an option in a way that is not noted."""
    usual = options_in(few_acres("second").ruleset)[_UNUSED]

    def silent(state: AcresState, _: AcresAction, verdict: Next[AcresState]) -> Next[AcresState]:
        return verdict if options_in(state.ruleset)[_UNUSED] == usual else Next(verdict.state)

    return _taken(silent)


def _in_order() -> Acres:
    """Return a game in which the money of the British depends on the order of what is done."""

    def counted(state: AcresState, action: AcresAction, verdict: Next[AcresState]) -> Next[AcresState]:
        money = 3 * state.players[0].money + isinstance(action, acres_actions.Draft)
        return Next(_with_money(verdict.state, 5 + money % 7), verdict.events)

    return _taken(counted)


def _asking_by_hand(*, whom: bool) -> Acres:
    """Return a game in which what the British are asked, or whether, depends on the French hand."""

    def decided(state: AcresState, due: Decision[AcresAction]) -> Decision[AcresAction]:
        odd = sum(player(state, AcresSide.FRENCH).hand) % 2
        if not odd or not isinstance(due, Choice) or due.by != AcresSide.BRITISH:
            return due
        return replace(due, by=AcresSide.FRENCH) if whom else replace(due, actions=due.actions[:1])

    return FaultyGame(ACRES_GAME, decided=decided)


FAULTS: dict[str, tuple[str, Callable[[], Acres]]] = {
    "money is not written": (laws.READ_AGAIN, _forgetful),
    "a game remembers how many steps were taken": (laws.UNDONE, _remembering),
    "a game remembers what it was asked": (laws.ASKED, _overhearing),
    "an option is consulted in secret": (laws.UNCONSULTED, _peeping),
    "the order of two actions counts": (laws.COMMUTE, _in_order),
    "what a side may do depends on the enemy's hand": (laws.UNSEEN, partial(_asking_by_hand, whom=False)),
    "whether a side is asked depends on the enemy's hand": (laws.UNSEEN, partial(_asking_by_hand, whom=True)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_breaks_the_law_that_is_about_it(fault: str) -> None:
    law, planted = FAULTS[fault]
    assert (
        first_broken(CHECKS[law], lambda seed: Tried(few_acres("second", None, planted()), ACRES, "standard", seed))
        == law
    )


def first_broken(check: Callable[[Checks], int], tried: Callable[[int], Checks]) -> str | None:
    """Return the first law that is broken in some games."""
    for seed in range(8):
        try:
            check(tried(seed))
        except Broken as found:
            return found.law
    return None


def test_a_leak_that_shows_only_later_is_found() -> None:
    """Given a game that shows the French hand after each step, then the law finds it by what is seen next."""

    def observed(state: AcresState, _: str, seen: Json) -> Json:
        assert isinstance(seen, dict)
        return {**seen, "leaked": sum(player(state, AcresSide.FRENCH).hand)}

    game: Acres = FaultyGame(ACRES_GAME, observed=observed)
    with pytest.raises(Broken) as found:
        Tried(few_acres("second", None, game), ACRES, "standard").hides()
    assert found.value.law == laws.UNSEEN


def test_a_game_that_favours_one_of_equal_blocks_is_found() -> None:
    """Given a game that never offers one block of several with the same print, then exchanging them shows it."""

    def decided(_: HammerState, due: Decision[HammerAction]) -> Decision[HammerAction]:
        others = tuple(each for each in due.actions if "'s_campbell'" not in str(HAMMER_GAME.write_action(each)))
        return replace(due, actions=others) if isinstance(due, Choice) and others else due

    game: FaultyGame[HammerState, HammerAction, HammerRuleset] = FaultyGame(HAMMER_GAME, decided=decided)
    tested = hammer("standard", None, game)
    assert first_broken(CHECKS[laws.ALIKE], lambda seed: Tried(tested, HAMMER, "braveheart", seed)) == laws.ALIKE
