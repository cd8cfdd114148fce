"""A seeded game as a task: what it takes to play it, and what is kept of it.

What is asked is plain data, so that it can be sent; the answer follows from it alone, so that it can be asked again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle.choices import Dice
from oracle.english import in_words, verdict_in_words
from oracle.errors import slip
from oracle.game_registry import REGISTERED
from oracle.limits import RanOver
from oracle.located_position import LocatedPosition
from oracle.players import Played, Seen, Terms, evenly, play_out
from oracle.verdict_json import check_json, verdict_json
from reference.kernel.canonical import Json, canonical_text, parse
from reference.kernel.decisions import Over
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Table
from spec_tables.catalogue import catalogue

# Where a position, with what follows from it, has the points of the sides: in each game one of these.
_SCORES = ("points", "vp", "nobles")


@dataclass(frozen=True, slots=True)
class Start:
    """Where games begin: a scenario, or (as canonical text) a position, under a ruleset."""

    game: str
    ruleset: str
    scenario: str
    position: str | None = None

    def table(self) -> Table:
        """Return it on the table."""
        ruleset = parse_ruleset_name(self.ruleset)
        if self.position is None:
            return REGISTERED.start(self.game, ruleset, self.scenario)
        return REGISTERED.place(self.game, ruleset, parse(self.position))


def start_from(located: LocatedPosition) -> Start:
    """Return where games begin that start at a position."""
    header = located.header
    if header.scenario is not None and located.step == 0:
        return Start(header.game, str(header.ruleset), header.scenario)
    return Start(header.game, str(header.ruleset), located.place, canonical_text(located.table.canonical()))


@dataclass(frozen=True, slots=True)
class GameAsked:
    """A game to play: the seed says all that is chosen."""

    start: Start
    seed: int
    most_steps: int
    check: bool = False

    def played(self) -> "GamePlayed":
        """Play it, and return what is to be known of it."""
        played, seen = Played(self.start.table()), Seen()
        try:
            play_out(played, Dice(self.seed), Terms(evenly, self.most_steps, check=self.check), seen)
        except RanOver:
            raise
        except Exception as fault:  # the rules failed; which game it was is worth more than where we are
            return GamePlayed(self.start, self.seed, len(played.acts), failure=slip(fault))
        return game_played(self.start, self.seed, played, seen)


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """What is to be known of a game that was played."""

    start: Start
    seed: int
    decisions: int
    result: str | None = None
    winner: str | None = None
    ended_by: str | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    digest: str = ""
    wrong: str = ""
    verdict: Json = None
    sentences: tuple[str, ...] = ()
    failure: str = ""
    seen: Seen = field(default_factory=Seen)

    @property
    def ended(self) -> str:
        """Return how it ended."""
        return self.wrong or self.result or f"undecided after {self.decisions} decisions"


def game_played(start: Start, seed: int, played: Played, seen: Seen) -> GamePlayed:
    """Return what is to be known of a game."""
    described, due = played.table.describe(), played.table.due()
    outcome = described.get("outcome") if isinstance(described, Mapping) else None
    winner = outcome.get("winner") if isinstance(outcome, Mapping) else None
    return GamePlayed(
        start,
        seed,
        len(played.acts),
        played.result,
        winner if isinstance(winner, str) else None,
        due.rules[0] if isinstance(due, Over) and due.rules else None,
        scores_of(start.game, described),
        tuple(sorted(played.rules)),
        played.table.digest(),
        played.wrong,
        _verdict(played),
        tuple(_sentences(start.game, played)),
        seen=seen,
    )


def scores_of(game: str, described: Json) -> Mapping[str, int]:
    """Return the points of each side at a position; none for a game that counts none."""
    if not isinstance(described, Mapping):
        return {}
    found = next((described[name] for name in _SCORES if isinstance(described.get(name), Mapping)), None)
    if not isinstance(found, Mapping):
        return {}
    # A track shows only the side that leads.
    points = {side: found.get(side, 0) for side in catalogue(game).sides}
    return {side: each for side, each in points.items() if isinstance(each, int)}


def _verdict(played: Played) -> Json:
    """Return the verdict on an action that was offered and refused, or on an unsound position."""
    if played.refusal is not None:
        return verdict_json(played.table, played.refusal)
    return check_json(played.unsound) if played.unsound else None


def _sentences(game: str, played: Played) -> list[str]:
    if played.refusal is not None:
        return list(verdict_in_words(game, played.refusal))
    return [in_words(each, game) for each in played.unsound]
