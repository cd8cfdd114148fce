"""The results of seeded games in a file that grows: an SQLite database, one row a game.

It can be asked with SQL while it grows, and read by pandas, R or DuckDB. What is written is written in transactions: a
program that is killed leaves the rows before, whole. A game is named by its scenario, ruleset and seed, and none can
stand there twice; so what is missing is known, and a sweep goes on from it.
"""

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from oracle.errors import InputError
from oracle.sweeps.games import GameAsked, GamePlayed, Start
from spec_tables.catalogue import catalogue

FORMAT = "1"
_SECONDS_BETWEEN_COMMITS = 1.0
# Who reads the file for long keeps rows waiting; so long they do.
_SECONDS_FOR_READERS = 600.0
_PAGE = 10_000


@dataclass(slots=True)
class KeptGames:
    """An open file of games of one kind."""

    path: Path
    base: sqlite3.Connection
    sides: tuple[str, ...]
    kept: int = 0
    committed: float = field(default_factory=time.monotonic)

    def add(self, game: GamePlayed) -> None:
        """Keep a game."""
        row = (
            game.start.scenario, game.start.ruleset, game.seed, game.result, game.winner, game.ended_by,
            *(game.scores.get(side) for side in self.sides),
            game.decisions, json.dumps(game.rules), game.digest, game.wrong or None,
        )  # fmt: skip
        try:
            self.base.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
        except sqlite3.IntegrityError:
            raise InputError(
                f"{self.path}: has {game.start.scenario}, {game.start.ruleset}, seed {game.seed} already; "
                "another program writes to it"
            ) from None
        self.kept += 1
        if time.monotonic() - self.committed > _SECONDS_BETWEEN_COMMITS:
            self.base.commit()
            self.committed = time.monotonic()

    def missing(self, starts: Sequence[Start], seeds: range, most_steps: int, *, check: bool) -> Iterator[GameAsked]:
        """Return the games that are not kept yet."""
        for start in starts:
            at = seeds.start
            for known in self._known(start, seeds):
                yield from (GameAsked(start, seed, most_steps, check) for seed in range(at, known))
                at = known + 1
            yield from (GameAsked(start, seed, most_steps, check) for seed in range(at, seeds.stop))

    def _known(self, start: Start, seeds: range) -> Iterator[int]:
        """Return the seeds that are kept, in order; a page at a time, since rows are added in between."""
        after = seeds.start - 1
        while True:
            asked = "SELECT seed FROM games WHERE scenario = ? AND ruleset = ? AND seed > ? AND seed < ? ORDER BY seed"
            values = (start.scenario, start.ruleset, after, seeds.stop)
            # Games added meanwhile lie before: they were missing, and were given out.
            page = [int(seed) for (seed,) in self.base.execute(f"{asked} LIMIT {_PAGE}", values).fetchall()]
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1]

    def how_many(self, starts: Sequence[Start], seeds: range) -> int:
        """Return how many of some games are kept."""
        asked = "SELECT count(*) FROM games WHERE scenario = ? AND ruleset = ? AND seed >= ? AND seed < ?"
        found = (
            self.base.execute(asked, (start.scenario, start.ruleset, seeds.start, seeds.stop)).fetchone()
            for start in starts
        )
        return sum(int(number) for (number,) in found)

    def summary(self) -> list["Summed"]:
        """Return what all games came to, by scenario and ruleset."""
        points = "".join(f', sum("score_{side}")' for side in self.sides)
        groups = self.base.execute(
            f"SELECT scenario, ruleset, count(*), sum(decisions), max(decisions){points} FROM games "
            "GROUP BY scenario, ruleset ORDER BY scenario, ruleset"
        ).fetchall()
        return [self._summed(*group) for group in groups]

    def _summed(
        self, scenario: str, ruleset: str, games: int, decisions: int, longest: int, *scores: int | None
    ) -> "Summed":
        ends = self.base.execute(
            "SELECT coalesce(wrong, result, 'undecided'), count(*) FROM games WHERE scenario = ? AND ruleset = ? "
            "GROUP BY 1 ORDER BY 2 DESC, 1",
            (scenario, ruleset),
        ).fetchall()
        known = {side: score for side, score in zip(self.sides, scores, strict=True) if score is not None}
        return Summed(scenario, ruleset, games, decisions, longest, dict(ends), known)


@dataclass(frozen=True, slots=True)
class Summed:
    """What the games of a scenario under a ruleset came to; decisions and scores are added up."""

    scenario: str
    ruleset: str
    games: int
    decisions: int
    longest: int
    results: Mapping[str, int]
    scores: Mapping[str, int]


@contextmanager
def kept_games(path: Path, game: str, about: Mapping[str, str], *, resume: bool) -> Iterator[KeptGames]:
    """Open a file of games; one that is there is gone on with only if so told, and if it is about the same."""
    if path.exists() and path.stat().st_size and not resume:
        raise InputError(f"--out {path}: is there already; --resume goes on from what it keeps")
    try:
        with closing(sqlite3.connect(path, timeout=_SECONDS_FOR_READERS)) as base:
            sides = catalogue(game).sides
            _begin(path, base, sides, {"format": FORMAT, "game": game, **about})
            try:
                yield KeptGames(path, base, sides)
            finally:
                base.commit()
    except sqlite3.Error as fault:
        raise InputError(f"--out {path}: {fault}") from None


def _begin(path: Path, base: sqlite3.Connection, sides: Sequence[str], about: Mapping[str, str]) -> None:
    """Make the tables of a new file; refuse one that is about something else."""
    # Python begins transactions only before rows are changed; a half-made file must not be left either.
    base.execute("BEGIN IMMEDIATE")
    made = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not made:
        scores = "".join(f'"score_{side}" INTEGER, ' for side in sides)
        base.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        base.execute(
            "CREATE TABLE games (scenario TEXT, ruleset TEXT, seed INTEGER, result TEXT, winner TEXT, ended_by TEXT, "
            f"{scores}decisions INTEGER NOT NULL, rules TEXT NOT NULL, digest TEXT NOT NULL, wrong TEXT, "
            # Not WITHOUT ROWID: rows of two kilobytes would each take a page of their own besides.
            "PRIMARY KEY (scenario, ruleset, seed))"
        )
        base.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
    base.commit()
    try:
        known = dict(base.execute("SELECT name, value FROM about").fetchall())
    except sqlite3.OperationalError:
        raise InputError(f"--out {path}: is not what `referee play --out` writes") from None
    for name, value in about.items():
        if known.get(name) != value:
            raise InputError(
                f"--out {path}: keeps games with {name.replace('_', ' ')} {known.get(name)}, not {value}; "
                "say another file"
            )
