"""The decisions of Hammer of the Scots that are passed over or forced, and the rules that can do so."""

from collections.abc import Mapping

from reference.hammer_of_the_scots.actions import (
    Action,
    Choose,
    Crown,
    Done,
    DrawBlock,
    Fight,
    Hold,
    March,
    PlayCard,
    Select,
    Winter,
    Withdraw,
)
from reference.kernel.rules import known
from reference.kernel.windows import Window


def _window(what: str, actions: tuple[type[Action], ...], *rules: str) -> Window[Action]:
    return Window(actions, what, known(*rules))


WINDOWS: Mapping[str, Window[Action]] = {
    "marching_on": _window(
        "marching on", (March,), "hs:4.0-5", "hs:4.2-4", "hs:4.3-2", "hs:4.3-3", "hs:4.3-5", "hs:4.4-2", "hs:4.4-3",
        "hs:4.4-4", "hs:4.6-4", "hs:4.6b-3", "hs:C-1", "hs:C-1d",
    ),
    "main_force": _window("the main force of an attack", (Select,), "hs:5.32-2", "hs:4.4-7"),
    "card": _window("a card to play", (PlayCard,), "hs:3.12-4", "hs:7.0-1", "hs:7.0-2"),
    "coronation": _window(
        "a coronation in place of an event", (Crown,), "hs:6.2-2", "hs:6.21-1", "hs:6.21-2", "hs:6.22-1", "hs:6.22-2",
        "hs:6.22-3",
    ),
    "battle_turn": _window(
        "what a block does in its turn of a round", (Fight, Hold, Withdraw), "hs:5.31-5", "hs:5.3-1"
    ),
    "hits": _window("who takes a hit", (Select,), "hs:5.41-2", "hs:C-2"),
    "raid_loss": _window("the block lost to a raid", (Select,), "hs:5.9-3", "hs:5.9-4", "hs:C-1e"),
    "noble_home": _window("where Bruce or Comyn winters", (Choose,), "hs:7.12-1", "hs:7.12-2"),
    "edward_winter": _window(
        "whether Edward winters in Scotland", (Winter,), "hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5"
    ),
    "selkirk_for_wallace": _window("whether Wallace goes to Selkirk", (Choose,), "hs:7.5-1", "hs:7.5-2"),
    "landing": _window("the coast where a sea block lands", (Choose,), "hs:S7-5"),
    "disbanding": _window("which Scottish blocks disband", (Select, Done), "hs:7.5-3", "hs:7.5-5"),
    "levy": _window("the levy", (DrawBlock,), "hs:7.4-7", "hs:7.7-1", "hs:7.7-2", "hs:TP-2"),
}  # fmt: skip
