"""Short records of Wilderness War written by hand, as the other implementation would have written them.

They begin with a position of their own, so the comparison with the scenario's set-up finds it different; and a step
names the choice that was taken and, unless a test says more, no other. What a test is about comes after that.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from oracle.peers.importer import Kind, PeerDivergence, PeerReport
from oracle.peers.wilderness_war import IMPORTER

Words = Sequence[str]
SIDES = ("french", "british")


def stand(words: str) -> dict[str, object]:
    """Return where a piece stands: `albany`, `inside albany`, `reduced albany`."""
    *marks, space = words.split()
    return {"space": space, **dict.fromkeys(marks, True)}


@dataclass
class Record:
    """A record being written: the position, and the lines so far."""

    pieces: dict[str, str]
    active: str
    hands: Mapping[str, Words]
    stockades: Mapping[str, Words] = field(default_factory=dict)
    forts: Mapping[str, Words] = field(default_factory=dict)
    rest: Mapping[str, object] = field(default_factory=dict)
    lines: list[dict[str, object]] = field(default_factory=list)
    decision: str = "action_phase"

    def __post_init__(self) -> None:
        """Write the first line."""
        position: dict[str, object] = {
            "pieces": {name: stand(words) for name, words in self.pieces.items()},
            "year": 1757, "season": "early", "last_year": 1759, "vp": 4, "assemblies": "supportive",
            "niagara": None, "ohio_forks": None, "pool": [], "forts": _sided(self.forts),
            "unfinished_forts": _sided({}), "stockades": _sided(self.stockades),
            "fortresses": {
                "french": ["louisbourg", "montreal", "quebec"],
                "british": [
                    "albany", "alexandria", "baltimore", "boston", "halifax", "new_haven", "new_york", "philadelphia",
                ],
            },
            "allied": _sided({}), "raided": {"french": {}, "british": {}}, "sieges": {}, "amphib": [],
            "fieldworks": [], "hands": _sided(self.hands), "discards": [], "removed_cards": [], "pile": [],
            "held": [], "passed": [], "built": [], "events": {"diplo": 1}, **self.rest,
        }  # fmt: skip
        self.lines.append(
            {
                "record": "game", "game": "wilderness_war", "scenario": "Annus Mirabilis", "options": {},
                "active": self.active, "decision": "action_phase", "position": position, "context": {},
                "supply": {}, "draws": [],
            }
        )  # fmt: skip

    def step(
        self,
        decision: str,
        *do: str,
        dice: Iterable[int] = (),
        legal: Sequence[Words] = (),
        moved: Mapping[str, str | None] | None = None,
        battle: Mapping[str, object] | None = None,
        force: str = "",
        way: str = "",
        **changed: object,
    ) -> "Record":
        """Write a step; `moved` says where pieces stand after it, `changed` whatever else differs.

        `battle` is what the record says of a battle under way, `force` the leader whose force is being named, `way`
        how a piece travels.
        """
        pieces = {name: None if at is None else stand(at) for name, at in (moved or {}).items()}
        told = {**({"pieces": pieces} if pieces else {}), **changed}
        context = {
            **({"battle": battle} if battle else {}),
            **({"force": {"commander": force}} if force else {}),
            **({"move": {"type": way}} if way else {}),
        }
        number = len(self.lines) - 1
        before = self.lines[-1]
        if "after" in before:
            after = before["after"]
            assert isinstance(after, dict)
            after["decision"] = decision
        self.lines.append(
            {
                "record": "step", "n": number, "by": self.active, "decision": decision,
                "legal": [list(do), *map(list, legal)], "do": list(do),
                "draws": [{"kind": "d6", "value": die} for die in dice],
                "after": {
                    "changed": told, "active": self.active, "decision": "action_phase",
                    "context": context,
                },
            }
        )  # fmt: skip
        return self

    def by(self, side: str) -> "Record":
        """Let a side decide from here on; the step before says so."""
        self.active = side
        after = self.lines[-1].get("after")
        if isinstance(after, dict):
            after["active"] = side
        return self

    def played(self, card: str, *words: str) -> "Record":
        """Write that the active side plays a card, which goes to the discards."""
        hands = {side: [each for each in held if each != card] for side, held in _sided(self.hands).items()}
        return self.step("action_phase", *words, card, hands=hands, discards=[card])

    def alone(self, card: str, *names: str) -> "Record":
        """Write that pieces are activated one by one, and the first of them picked if there are more."""
        self.played(card, "activate_individually")
        for name in names:
            self.step("activate_individually", "piece", name)
        return self.step("activate_individually", "next")

    def force(self, leader: str, *names: str, picked: str = "activate_force") -> "Record":
        """Write that a leader is activated, and who is in his force."""
        self.step(picked, "piece", leader, force=leader)
        for name in names:
            self.step("designate_force", "piece", name, force=leader)
        return self.step("designate_force", "next")

    def moves(self, to: str, *names: str, way: str = "") -> "Record":
        """Write that pieces move to a space."""
        return self.step("move", "space", to, moved=dict.fromkeys(names, to), way=way)

    def replayed(self, then: str) -> PeerReport:
        """Return the report on the record, cut when a side is to play a card."""
        self.by(then)
        return self._replayed({"record": "end", "cut": len(self.lines) - 1})

    def ended(self, winner: str) -> PeerReport:
        """Return the report on the record, at the end of the game."""
        after = self.lines[-1]["after"]
        assert isinstance(after, dict)
        after.update(decision="game_over", active=None)
        return self._replayed({"record": "end", "result": winner, "victory": ""})

    def _replayed(self, end: dict[str, object]) -> PeerReport:
        return IMPORTER.replay(json.dumps(line) for line in [*self.lines, end])


def found(report: PeerReport, *, choices: bool = False) -> tuple[PeerDivergence, ...]:
    """Return the divergences after the set-up, without those in what was offered unless they are wanted."""
    later = (each for each in report.divergences if each.step >= 0)
    return tuple(each for each in later if choices or each.kind is not Kind.CHOICES)


def numbers(report: PeerReport, *, choices: bool = False) -> list[tuple[str, str]]:
    """Return what those divergences are about, with the number of the departure that explains each."""
    return [(each.about, each.ruling) for each in found(report, choices=choices)]


def fight(where: str, attacker: str, **told: object) -> dict[str, object]:
    """Return what a record says of a battle under way."""
    return {"where": where, "attacker": attacker, **told}


def _sided(given: Mapping[str, Words]) -> dict[str, list[str]]:
    return {side: list(given.get(side, ())) for side in SIDES}
