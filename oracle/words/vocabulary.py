"""What a game brings to positions in words: its settings, and how what stands in a place is read and written."""

from collections.abc import Callable
from dataclasses import dataclass

from oracle.words.draft import Draft
from oracle.words.settings import Setting
from reference.kernel.canonical import Json


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game.

    `read_place` reads the items said of a place; `write_places` takes what stands in places out of a position and
    returns the items of each; `finish` adds what follows from what was said, and what is assumed. `when_empty` is
    what to read of a place where nothing is said to stand.
    """

    game: str
    places: str
    settings: tuple[Setting, ...]
    read_place: Callable[[Draft, str, list[str]], None]
    write_places: Callable[[dict[str, Json]], dict[str, list[str]]]
    finish: Callable[[Draft], None]
    when_empty: tuple[str, ...] = ()


def assume_the_usual(draft: Draft, settings: tuple[Setting, ...]) -> None:
    """Note what is assumed of settings that were not said."""
    draft.assumed.extend(each.usual for each in settings if each.usual and each.path[0] not in draft.said)
