"""The games as OpenSpiel games, with explicit chance nodes; importing this module registers them.

    import pyspiel
    import research.open_spiel_games

    game = pyspiel.load_game("referee_few_acres_of_snow")

Numbers of actions, of sides and of chance alike, are those of `research.actions`, observations those of
`research.observations`. Returns are 1, 0 or -1. After `most_decisions` decisions, chance's included, a game is cut
short and counts as drawn: games of random players may go on for very long.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from reference.kernel.canonical import Json
from research.actions import numbering
from research.match import CHANCE, after, sides_of
from research.observations import layout_of
from rulebook import Decision, Over, Position, case, decide, games, start, view

_MOST_DECISIONS = 20_000


class _Shared:
    """A position and what is due; it never changes, so copies of a state share it."""

    def __init__(self, position: Position, taken: int) -> None:
        self.position = position
        self.taken = taken
        self.due = decide(position)

    def __deepcopy__(self, memo: object) -> "_Shared":
        return self

    def __reduce__(self) -> tuple[Callable[..., "_Shared"], tuple[object, ...]]:
        here = self.position
        return _shared, (here.game, here.as_json(), here.ruleset, self.taken)


def _shared(game: str, form: Json, ruleset: str, taken: int) -> _Shared:
    """Return a position that was saved."""
    return _Shared(case(game, form, ruleset), taken)


class RefereeGame(pyspiel.Game):
    """A game of Referee."""

    def __init__(self, game: str, kind: Any, params: Mapping[str, Any]) -> None:
        self.game = game
        self.sides = sides_of(game)
        self.most = int(params.get("most_decisions", _MOST_DECISIONS))
        self.scenario = str(params.get("scenario", "")) or None
        self.ruleset = str(params.get("ruleset", "")) or None
        size = numbering(game).size
        info = pyspiel.GameInfo(
            num_distinct_actions=size,
            max_chance_outcomes=size,
            num_players=len(self.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.most,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> "RefereeState":
        """Return the state in which the scenario begins."""
        return RefereeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "RefereeObserver":
        """Return what makes observations of states."""
        if params:
            raise ValueError(f"observers of Referee have no parameters; given: {params}")
        return RefereeObserver(self.game, self.sides)


class RefereeState(pyspiel.State):
    """A position of a game."""

    def __init__(self, game: RefereeGame) -> None:
        super().__init__(game)
        self.sides = game.sides
        self.most = game.most
        self.numbers = _Numbers(game.game)
        self.here = _Shared(start(game.game, game.scenario, game.ruleset), 0)

    @property
    def cut(self) -> bool:
        """Say whether the game is cut short."""
        return self.here.taken >= self.most

    def current_player(self) -> int:
        """Return who is due."""
        due = self.here.due
        if isinstance(due, Over) or self.cut:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if due.by == CHANCE else self.sides.index(due.by)

    def _legal_actions(self, player: int) -> list[int]:
        due = self.here.due
        mine = due.actions if isinstance(due, Decision) and not self.cut else ()
        if isinstance(due, Decision) and player >= 0 and due.by != self.sides[player]:
            mine = ()
        return sorted(self.numbers.of.number(each) for each in mine)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their odds."""
        due = self.here.due
        assert isinstance(due, Decision)
        assert due.odds is not None
        pairs = zip(due.actions, due.odds, strict=True)
        return sorted((self.numbers.of.number(action), float(share)) for action, share in pairs)

    def _apply_action(self, action: int) -> None:
        reached = after(self.here.position, self.numbers.of.action(action))
        self.here = _Shared(reached, self.here.taken + 1)

    def _action_to_string(self, player: int, action: int) -> str:
        found = self.numbers.of.action(action)
        assert isinstance(found, Mapping)
        said = " ".join(f"{name}={value}" for name, value in found.items() if name != "type")
        return f"{found['type']} {said}".strip()

    def is_terminal(self) -> bool:
        """Say whether the game has ended."""
        return isinstance(self.here.due, Over) or self.cut

    def returns(self) -> list[float]:
        """Return what the game brought each player."""
        due = self.here.due
        if not isinstance(due, Over):
            return [0.0] * len(self.sides)
        values = {each.side: float(each.value) for each in due.returns}
        return [values[side] for side in self.sides]

    def __str__(self) -> str:
        return self.here.position.as_words()


class _Numbers:
    """The numbering of a game, which copies of a state share."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.of = numbering(game)

    def __reduce__(self) -> tuple[type["_Numbers"], tuple[str]]:
        return _Numbers, (self.game,)

    def __deepcopy__(self, memo: object) -> "_Numbers":
        return self


class RefereeObserver:
    """Makes observations of states, as OpenSpiel asks for them."""

    def __init__(self, game: str, sides: tuple[str, ...]) -> None:
        self.layout = layout_of(game)
        self.sides = sides
        self.tensor = np.zeros(self.layout.size, np.float32)
        self.dict = {each.name: self.tensor[each.first : each.first + each.size] for each in self.layout.fields}

    def set_from(self, state: RefereeState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor[:] = self.layout.values(view(state.here.position, self.sides[player]))

    def string_from(self, state: RefereeState, player: int) -> str:
        """Return what a player sees as text."""
        return self.layout.text(view(state.here.position, self.sides[player]))


def _kind(game: str, name: str) -> Any:
    return pyspiel.GameType(
        short_name=f"referee_{game}",
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "ruleset": "", "most_decisions": _MOST_DECISIONS},
    )


_KINDS = {each.id: _kind(each.id, each.name) for each in games()}


# Classes, not functions: when Python ends, OpenSpiel lets go of what was registered, and must not free it then.
class WildernessWarGame(RefereeGame):
    """Wilderness War."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__("wilderness_war", _KINDS["wilderness_war"], params or {})


class HammerOfTheScotsGame(RefereeGame):
    """Hammer of the Scots."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__("hammer_of_the_scots", _KINDS["hammer_of_the_scots"], params or {})


class FewAcresOfSnowGame(RefereeGame):
    """A Few Acres of Snow."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        super().__init__("few_acres_of_snow", _KINDS["few_acres_of_snow"], params or {})


pyspiel.register_game(_KINDS["wilderness_war"], WildernessWarGame)
pyspiel.register_game(_KINDS["hammer_of_the_scots"], HammerOfTheScotsGame)
pyspiel.register_game(_KINDS["few_acres_of_snow"], FewAcresOfSnowGame)
