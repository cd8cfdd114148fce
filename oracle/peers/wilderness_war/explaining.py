"""Which known departure explains a divergence of a recorded game of Wilderness War."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle.peers.importer import Kind
from oracle.peers.wilderness_war.names import Names
from oracle.peers.wilderness_war.records import Phase, Step
from reference.kernel.canonical import Json
from reference.kernel.rules import RuleId
from reference.kernel.verdicts import Violation
from reference.wilderness_war.actions import Action
from reference.wilderness_war.state import State


@dataclass(slots=True)
class Case:
    state: State
    entry: Phase | None
    at: Step
    kind: Kind
    about: str
    recorded: Json
    by_rules: Json
    rules: tuple[RuleId, ...]
    due: object
    names: Names
    action: Action | None = None
    refused: tuple[Violation, ...] = ()
    supply: Mapping[str, Json] = field(default_factory=dict)
    instead: Action | None = None


def explanation(case: Case) -> str:
    return ""
