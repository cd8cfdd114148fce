"""A position is unreadable, unsound, or sound as docs/positions.md means it: nothing is put right in silence.

Every field of sound positions is spoiled in every way that it allows: removed, doubled, moved by one, exchanged for
what other positions have there, and for what has no place there. Whatever is then called sound stands as it was given,
or what followed is told by events with rules; it can be read back, and be played on from sound position to sound
position.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest

from oracle.choices import Dice
from oracle.game_registry import REGISTERED
from oracle.openings import openings_of
from oracle.vectors.scenes import scenes_of
from properties.domains import DEEP
from properties.spoiled_positions import ODD, Path, at, changed, paths
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.decisions import Over
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.verdicts import Next
from scripts.reference_documents import field_data
from spec_tables.catalogue import GAMES

WAYS = 400 if DEEP else 7
STEPS = 30 if DEEP else 6
EVERY = 5 if DEEP else 40
PLAYS = 100 if DEEP else 4


@cache
def samples(game: str) -> tuple[tuple[str, Mapping[str, Json]], ...]:
    """Return sound positions of a game in canonical form, each under its ruleset."""
    found: list[tuple[str, Mapping[str, Json]]] = []
    scenes = scenes_of(game)
    given = [(each.ruleset, each.position) for each in scenes[::EVERY]]
    given += [(each.ruleset or scenes[0].ruleset, each.example) for each in openings_of(game)[::4]]
    for ruleset, position in given:
        table = REGISTERED.place(game, parse_ruleset_name(ruleset), position)
        form = table.canonical()
        assert isinstance(form, Mapping)
        if not table.check():
            found.append((ruleset, form))
    for preset in REGISTERED.about(game).presets[:2]:
        for scenario, _ in REGISTERED.about(game).scenarios[:2]:
            table = REGISTERED.start(game, parse_ruleset_name(preset.name), scenario)
            for moved in played(table, 120, Dice(1))[::30]:
                form = moved.canonical()
                assert isinstance(form, Mapping)
                found.append((preset.name, form))
    return tuple(found)


def played(table: Table, steps: int, dice: Dice) -> list[Table]:
    """Return the positions of some steps of seeded play."""
    found: list[Table] = []
    for _ in range(steps):
        due = table.due()
        if isinstance(due, Over):
            break
        assert due.actions, due.about
        verdict = table.act(due.by, dice.choice(due.actions))
        assert isinstance(verdict, Next), (due.about, verdict)
        table = verdict.state
        found.append(table)
    return found


def spoils(game: str, name: str, dice: Dice) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """Give sound positions spoiled in one field."""
    way: Path = tuple("british" if key == "SIDE" else key for key in name.split("."))
    example = written(game, way, parse(field_data(game)[name]["example"]))
    having = [(rules, form) for rules, form in samples(game) if way in paths(form)]
    for _ in range(WAYS):
        ruleset, form = dice.choice(having if having and dice.randrange(2) else samples(game))
        base = form if way in paths(form) else _with(form, way, example)
        inside = [each for each in paths(base) if each[: len(way)] == way]
        place = dice.choice(inside)
        others = [at(other, each) for _, other in having for each in paths(other) if _alike(each, place)]
        for new in _instead_of(at(base, place), others, dice):
            spoilt = changed(base, place, new)
            assert isinstance(spoilt, Mapping)
            yield ruleset, spoilt


def written(game: str, way: Path, example: Json) -> Json:
    """Return an example of a field as a canonical position has it, if it has."""
    ruleset, form = samples(game)[0]
    bare = {name: part for name, part in form.items() if name in ("blocks", "year") and name != way[0]}
    try:
        table = REGISTERED.place(game, parse_ruleset_name(ruleset), _with(bare, way, example))
    except Unreadable:
        return example
    return at(table.canonical(), way) if way in paths(table.canonical()) else example


def _alike(one: Path, other: Path) -> bool:
    """Say whether two paths lead to the same kind of thing: the same field, and as deep."""
    return len(one) == len(other) and one[0] == other[0]


def _with(form: Json, way: Path, value: Json) -> Mapping[str, Json]:
    assert isinstance(form, Mapping)
    inner = value if len(way) == 1 else _with(form.get(str(way[0]), {}), way[1:], value)
    return {**form, str(way[0]): inner}


def _instead_of(part: Json, others: Sequence[Json], dice: Dice) -> Iterator[Sequence[Json]]:
    yield ()
    yield part, part
    yield (dice.choice(ODD),)
    if others:
        yield (dice.choice(others),)
    if isinstance(part, int) and not isinstance(part, bool):
        yield (part + dice.choice((-1, 1)),)


# ---------------------------------------------------------------- what sound means


def judged(game: str, ruleset: str, position: Mapping[str, Json], dice: Dice) -> str:
    """Say what a position is; if it is sound, hold it to what that means."""
    try:
        table = REGISTERED.place(game, parse_ruleset_name(ruleset), position)
    except Unreadable:
        return "unreadable"
    form = table.canonical()
    assert REGISTERED.place(game, parse_ruleset_name(ruleset), form).canonical() == form
    if not table.followed():
        assert facts_of(form) >= facts_of(position), "something given was put right in silence"
    else:
        assert all(each.rules for each in table.followed())
    if table.check():
        return "unsound"
    if game == "wilderness_war" and not is_whole(form):
        return "sound"
    for each in played(table, STEPS, dice):
        assert not each.check(), [found.reason for found in each.check()]
    return "sound"


def is_whole(form: Json) -> bool:
    """Say whether the procedures under way are those of a year, in which what follows by itself does follow."""
    assert isinstance(form, Mapping)
    frames = form.get("frames", ())
    assert isinstance(frames, Sequence)
    return any(isinstance(each, Mapping) and each["type"] == "year" for each in frames)


# What only counts together, and what goes on to the first decision with what is remembered for it.
_OTHERWISE = ("vp", "frames", "opening", "phase")
_USUAL = (None, False, 0, "")


def facts_of(form: Json) -> Counter[str]:
    """Return all that a position says, without order and without what is said by default."""
    assert isinstance(form, Mapping)
    told = Counter[str]()
    for way in paths(form):
        part = at(form, way)
        if isinstance(part, Mapping | list | tuple) or way[0] in _OTHERWISE or way[-1] == "type" or part in _USUAL:
            continue
        if way[0] != "markers" or part is not True:
            told[canonical_text([*(key for key in way if isinstance(key, str)), part])] += 1
    return told


@pytest.mark.parametrize("game", GAMES)
def test_a_spoiled_field_makes_a_position_unreadable_unsound_or_sound_as_stated(game: str) -> None:
    met, dice = Counter[str](), Dice(9)
    for name in field_data(game):
        ends = Counter[str]()
        for ruleset, position in spoils(game, name, dice):
            try:
                ends[judged(game, ruleset, position, dice)] += 1
            except AssertionError as fault:
                pytest.fail(f"{name}: {fault}: {canonical_text(position)[:3000]}")
        assert ends["unreadable"], (name, ends)
        met += ends
    assert min(met["unreadable"], met["unsound"], met["sound"]) > 20, met


@pytest.mark.parametrize("game", GAMES)
def test_what_is_unsound_can_be_played_on(game: str) -> None:
    """Given every unsound position of the scenes, when it is played on at random, then nothing breaks but laws."""
    scenes = ((each.position, parse_ruleset_name(each.ruleset)) for each in scenes_of(game))
    placed = [table for position, ruleset in scenes if (table := REGISTERED.place(game, ruleset, position)).check()]
    assert len(placed) > 20
    steps = sum(len(played(table, 60, Dice(seed))) for table in placed for seed in range(PLAYS))
    assert steps > 1_000
