"""What a game says about its positions: the ids of its things, and the form of every field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from oracle.schemas.parts import Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The forms of a game's positions, of what a side sees of them, and of what follows from them.

    `ids` has the ids of each kind of thing, `named` says which type of the rules stands for which kind. `texts` are
    further definitions. `by_hand` names the fields that only people write, `always` those that a canonical position
    never leaves out. `seen` are the fields of a view, `always_seen` those that are in every one. `derived` are the
    fields that a description of a position adds or fills in. `facts` are those facts of events and violations that are
    the same kind of thing wherever they are stated.
    """

    ids: Mapping[str, Sequence[str]]
    named: Mapping[object, str]
    texts: Mapping[str, Schema] = field(default_factory=dict)
    fields: Mapping[str, Schema]
    by_hand: frozenset[str] = frozenset({"opening"})
    always: tuple[str, ...]
    seen: Mapping[str, Schema]
    always_seen: tuple[str, ...]
    derived: Mapping[str, Schema]
    facts: Mapping[str, Schema]
