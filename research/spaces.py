"""What PettingZoo and Gymnasium share: the spaces of a game, and an observation with its mask as arrays."""

from typing import Any, SupportsInt, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from research.actions import numbering
from research.match import Match
from research.observations import layout_of

Observation: TypeAlias = dict[str, NDArray[Any]]

# No game of people is nearly so long; games of random players of A Few Acres of Snow are.
MOST_DECISIONS = 5000


def action_space(game: str) -> spaces.Space[SupportsInt]:
    """Return the actions of a game."""
    found: spaces.Space[Any] = spaces.Discrete(numbering(game).size)
    return found


def observation_space(game: str) -> spaces.Space[Observation]:
    """Return the observations of a game: what is seen, and which actions are legal."""
    seen = spaces.Box(-np.inf, np.inf, (layout_of(game).size,), np.float32)
    legal = spaces.Box(0, 1, (numbering(game).size,), np.int8)
    found: spaces.Space[Any] = spaces.Dict({"observation": seen, "action_mask": legal})
    return found


def observed(match: Match, side: str) -> Observation:
    """Return what a side sees, and which actions are legal for it now."""
    return {
        "observation": np.asarray(match.values(side), dtype=np.float32),
        "action_mask": np.frombuffer(bytes(match.mask(side)), dtype=np.int8).copy(),
    }
