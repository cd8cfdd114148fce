"""The whole suite: gather cases of every game, check them against the schemas, and arrange them in files.

Making the suite is pure; only `write` writes files, and it changes no other files in the folder.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from oracle.errors import InputError
from oracle.executors.each import ALONE, Where, each_in_order
from oracle.files import write_bytes
from oracle.game_registry import GameRegistry
from oracle.rule_watcher import WATCHER
from oracle.schemas import validation
from oracle.schemas.documents import files as schema_files
from oracle.schemas.suites import READ_VERSIONS, SAFE_PATH, SUITE, Origin
from oracle.vectors.cases import SCHEMA_VERSION, Case, Sense, Setting, Source, observe_case, start_case
from oracle.vectors.choosing import Caps, Chosen
from oracle.vectors.exemptions import SHOWING, coverage
from oracle.vectors.scenes import Scene, scene_cases
from oracle.vectors.sources import Divergences, Explorer, Golden, Unsettling, golden_cases, options_under
from oracle.version import VERSION
from reference.kernel.canonical import Json, Unreadable, canonical_text, parse
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import COUNT
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from spec_tables.catalogue import GAMES, Catalogue, Kind

SUITE_VERSION = "0.6.0"
MANIFEST = "manifest.json"
# A list of rules is longer than any list of a game.
_MOST_RULES = 10_000
_SAFE_PATH = re.compile(SAFE_PATH)
_SHA256 = re.compile(r"[0-9a-f]{64}")
_CONSULTING = "consulting"
README = "README.md"
_README = Path(__file__).with_name("suite_readme.md")


def silent(_: str) -> None:
    """Tell nobody how far it is."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is explored: seeded games of each scenario and ruleset, lines from golden positions, their length."""

    games: int = 1
    lines: int = 4
    steps: int = 3_000
    line_steps: int = 60
    disturbances: int = 600

    def as_json(self) -> Json:
        """Return the effort for the manifest."""
        return dict(asdict(self))


@dataclass(frozen=True, slots=True)
class Plan:
    """What a suite is made from."""

    registry: GameRegistry
    games: tuple[str, ...]
    golden: Mapping[str, Sequence[Golden]]
    effort: Effort = field(default_factory=Effort)
    caps: Caps = field(default_factory=Caps)
    scenes: Mapping[str, Sequence[Scene]] = field(default_factory=dict)
    tell: Callable[[str], None] = silent


# ---------------------------------------------------------------- gathering


def gather(plan: Plan, game: str) -> tuple[Case, ...]:
    """Return the cases of a game, by id."""
    known = plan.registry.known(game)
    chosen = Chosen(plan.caps)
    for golden in plan.golden.get(game, ()):
        for case in golden_cases(golden, plan.registry):
            chosen.keep(case)
    plan.tell(f"{game}: {len(chosen.cases)} cases from golden traces")
    for case in scene_cases(plan.registry, game, plan.scenes.get(game, ())):
        chosen.keep(case)
    plan.tell(f"{game}: {len(chosen.cases)} cases with scenes")
    _explore_golden(plan, game, chosen)
    _explore_scenarios(plan, known, chosen)
    plan.tell(f"{game}: {len(chosen.cases)} cases with explored games")
    Unsettling(plan.registry, chosen).disturb(tuple(chosen.cases.values()), plan.effort.disturbances)
    plan.tell(f"{game}: {len(chosen.cases)} cases with unsound positions")
    divergences = Divergences(plan.registry, known, chosen)
    divergences.replay_golden(plan.golden.get(game, ()))
    divergences.ask_again(tuple(chosen.cases.values()))
    plan.tell(f"{game}: {len(chosen.cases)} cases with divergences")
    return tuple(sorted(chosen.cases.values(), key=lambda case: case.id))


def _explore_golden(plan: Plan, game: str, chosen: Chosen) -> None:
    for golden in plan.golden.get(game, ()):
        header = golden.trace.header
        explorer = Explorer(Setting(game, header.ruleset), chosen)
        start = plan.registry.open(header)
        for seed in range(plan.effort.lines):
            explorer.explore(golden.name, start, str(seed), plan.effort.line_steps)


def _explore_scenarios(plan: Plan, known: Catalogue, chosen: Chosen) -> None:
    for case in opening_cases(plan.registry, known):
        chosen.keep(case)
    for ruleset, scenario in _openings(known):
        explorer = Explorer(Setting(known.game, ruleset), chosen)
        for seed in range(plan.effort.games):
            start = plan.registry.start(known.game, ruleset, scenario)
            steps = explorer.explore(scenario, start, str(seed), plan.effort.steps)
            plan.tell(f"{known.game}: {scenario} under {ruleset}, {steps} steps, {len(chosen.cases)} cases")


def opening_cases(registry: GameRegistry, known: Catalogue) -> Iterator[Case]:
    """Return the cases of the beginnings of scenarios, and of what each side may know there."""
    for ruleset, scenario in _openings(known):
        setting = Setting(known.game, ruleset)
        opening = partial(registry.start, known.game, ruleset, scenario)
        table = opening()
        yield start_case(setting, scenario, table, WATCHER.rules_run_by(opening))
        for side in known.sides:
            seen = WATCHER.rules_run_by(partial(table.observe, side))
            yield observe_case(setting, Source(Origin.EXPLORED, scenario, 0), table, side, sorted(seen))


def _openings(known: Catalogue) -> Iterator[tuple[RulesetName, str]]:
    """Return what is played: every scenario under the first preset, the first scenario under the others."""
    first, *others = (RulesetName(preset.name) for preset in known.presets)
    yield from ((first, scenario) for scenario, _ in known.scenarios)
    yield from ((ruleset, known.scenarios[0][0]) for ruleset in others)


# ---------------------------------------------------------------- arranging


def made(plan: Plan, where: Where = ALONE) -> dict[str, bytes]:
    """Return every file of the suite by its path, including the manifest; the games may be explored at once."""
    files: dict[str, bytes] = {f"schema/{name}": content for name, content in schema_files().items()}
    files[README] = _README.read_bytes()
    counts: dict[str, int] = {}
    games: dict[str, Json] = {}
    for game, cases in zip(plan.games, each_in_order(partial(_checked, plan), plan.games, where), strict=True):
        known = plan.registry.known(game)
        for path, of_file in _by_file(cases).items():
            files[path] = "".join(f"{canonical_text(case.written)}\n" for case in of_file).encode()
            counts[path] = len(of_file)
        files[f"{game}/rules.json"] = _text(_rules(known, cases))
        files[f"{game}/rulesets.json"] = _text(_rulesets(known, cases))
        games[game] = _summary(known, cases)
    manifest = _manifest(plan, games, files, counts)
    return {**files, MANIFEST: _text(manifest)}


def _checked(plan: Plan, game: str) -> tuple[Case, ...]:
    """Return the cases of a game, all as their schema wants them."""
    cases = gather(plan, game)
    for case in cases:
        _demand(game, f"{game}#/$defs/case", case.written, case.id)
    return cases


def _demand(game: str, schema: str, value: Json, place: str) -> None:
    """Refuse what a schema does not allow, where it can be asked; a game that is not among ours has no schema."""
    if game in GAMES and validation.is_installed():
        try:
            validation.demand(schema, value)
        except Unreadable as fault:
            raise fault.within(place) from None


def _by_file(cases: Iterable[Case]) -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in cases:
        found.setdefault(case.file, []).append(case)
    return dict(sorted(found.items()))


def _rules(known: Catalogue, cases: Sequence[Case]) -> Json:
    """Return which cases each rule has; normative rules without any are listed too."""
    listed = (*SHOWING, _CONSULTING)
    normative = [rule.id for rule in known.rules if rule.kind is Kind.NORMATIVE]
    found: dict[str, dict[str, list[str]]] = {rule: {name: [] for name in listed} for rule in normative}
    for case in cases:
        if case.sense in SHOWING:
            for rule in case.rules:
                found.setdefault(rule, {name: [] for name in listed})[case.sense].append(case.id)
    for case in cases:
        for rule in case.consults:
            # Useful only if no case shows the rule directly.
            if rule in found and not any(found[rule][sense] for sense in SHOWING):
                found[rule][_CONSULTING].append(case.id)
    titles = {rule.id: rule.title for rule in known.rules}
    return {rule: {"title": titles.get(rule, ""), **found[rule]} for rule in sorted(found)}


def _rulesets(known: Catalogue, cases: Iterable[Case]) -> Json:
    """Return every ruleset of a case, option by option."""
    names = sorted({str(case.written["ruleset"]) for case in cases})
    return {name: options_under(known, parse_ruleset_name(name)) for name in names}


def _summary(known: Catalogue, cases: Sequence[Case]) -> Json:
    found = coverage(known, cases)
    positive, negative = (found.without(sense) for sense in SHOWING)
    uncovered = positive.keys() & negative.keys()
    consulted = {rule for case in cases for rule in case.consults} & uncovered
    senses = Counter(case.sense for case in cases)
    return {
        "name": known.name,
        "cases": len(cases),
        **{sense.value: senses[sense] for sense in Sense},
        "normative_rules": {
            "all": len(found.normative),
            "with_positive_cases": len(found.normative) - len(positive),
            "with_negative_cases": len(found.normative) - len(negative),
            "only_consulted": sorted(consulted),
            "without_cases": sorted(uncovered - consulted),
            **{f"with_several_{sense.value}_cases": found.several(sense) for sense in SHOWING},
            **{f"with_one_{sense.value}_case": found.only_one(sense) for sense in SHOWING},
            "without_positive_cases": positive,
            "without_negative_cases": negative,
            "unexplained": {sense.value: found.unexplained(sense) for sense in SHOWING},
            "contradicted": {sense.value: found.contradicted(sense) for sense in SHOWING},
        },
    }


def _manifest(plan: Plan, games: Mapping[str, Json], files: Mapping[str, bytes], counts: Mapping[str, int]) -> Json:
    listed: list[Json] = []
    for path in sorted(files):
        entry: dict[str, Json] = {"path": path, "sha256": sha256(files[path]), "bytes": len(files[path])}
        if path in counts:
            entry["cases"] = counts[path]
        listed.append(entry)
    return {
        "suite": SUITE,
        "suite_version": SUITE_VERSION,
        "schema_version": SCHEMA_VERSION,
        "made_by": f"referee {VERSION}",
        "effort": plan.effort.as_json(),
        "cases": sum(counts.values()),
        "games": dict(games),
        "files": listed,
    }


def sha256(content: bytes) -> str:
    """Return the checksum of a file."""
    return hashlib.sha256(content).hexdigest()


def _text(value: Json) -> bytes:
    return f"{json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False)}\n".encode()


# ---------------------------------------------------------------- files


def write(files: Mapping[str, bytes], folder: Path) -> None:
    """Write a suite into a folder that is new, empty, or holds an earlier suite, whose files are deleted."""
    try:
        _clear(folder)
        for path, content in sorted(files.items(), key=lambda entry: (entry[0] == MANIFEST, entry[0])):
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(place, content)
    except OSError as fault:
        raise InputError(f"{fault.filename or folder}: {fault.strerror}") from None


def _clear(folder: Path) -> None:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not folder.is_dir():
        raise InputError(f"{folder}: is a file, not a folder")
    if not (folder / MANIFEST).is_file():
        raise InputError(f"{folder}: is neither empty nor an earlier suite (it has no {MANIFEST}); nothing is written")
    for path in _earlier_files(folder / MANIFEST):
        (folder / path).unlink(missing_ok=True)


def _earlier_files(manifest: Path) -> list[str]:
    """Return the files that an earlier suite lists, whatever its version."""
    try:
        found: object = json.loads(manifest.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("suite") != SUITE or not isinstance(found.get("files"), list):
        raise InputError(f"{manifest}: is not that of an earlier suite; nothing is written")
    paths = [str(entry.get("path")) if isinstance(entry, dict) else "" for entry in found["files"]]
    for path in paths:
        if not _SAFE_PATH.fullmatch(path):
            raise InputError(f"{manifest}: {path!r} is no file of a suite; nothing is written")
    return paths


def read_manifest(folder: Path) -> Mapping[str, Json]:
    """Read the manifest of a suite."""
    path = folder / MANIFEST
    try:
        found = parse(path.read_text(encoding="utf-8"))
        _demand_manifest(fields_of(found))
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror}; `referee vectors --out {folder}` makes a suite") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8 text") from None
    except Unreadable as fault:
        raise InputError(f"{path}: {fault}") from None
    assert isinstance(found, Mapping)
    return found


def _demand_manifest(manifest: Fields) -> None:
    """Refuse a manifest that does not say which suite it is of, or which files belong to it."""
    if manifest.text("suite") != SUITE:
        raise Unreadable("suite", f"must be {SUITE!r}")
    manifest.text("suite_version")
    if manifest.number("schema_version", 0, COUNT) not in READ_VERSIONS:
        raise Unreadable("schema_version", f"must be one of {', '.join(map(str, READ_VERSIONS))}")
    manifest.number("cases", 0, COUNT)
    manifest.mapping("games")
    files = manifest.take("files")
    if not isinstance(files, list):
        raise Unreadable("files", "must be a list")
    for index, each in enumerate(files):
        try:
            _demand_entry(fields_of(each))
        except Unreadable as fault:
            raise fault.within(f"files[{index}]") from None


def _demand_entry(entry: Fields) -> None:
    for name, pattern in (("path", _SAFE_PATH), ("sha256", _SHA256)):
        if not pattern.fullmatch(entry.text(name)):
            raise Unreadable(name, f"must look like {pattern.pattern}")


def report(manifest: Mapping[str, Json]) -> list[tuple[str, ...]]:
    """Return the counts of a manifest as a table for people."""
    table: list[tuple[str, ...]] = [
        ("", "cases", "positive", "negative", "choice", "turn", "rules", "with +", "with -", "consulted")
    ]
    games = fields_of(manifest).mapping("games")
    for game in games.given:
        found = games.mapping(game)
        rules = found.mapping("normative_rules")
        numbers = [found.number(name, 0, COUNT) for name in ("cases", "positive", "negative", "choice", "turn")]
        numbers += [rules.number(name, 0, COUNT) for name in ("all", "with_positive_cases", "with_negative_cases")]
        numbers.append(len(rules.texts("only_consulted", _MOST_RULES)))
        table.append((game, *(str(number) for number in numbers)))
    return table


def gaps(manifest: Mapping[str, Json]) -> list[str]:
    """Return, for people, the rules that lack cases without a reason, have cases despite one, or have only one."""
    lines: list[str] = []
    games = fields_of(manifest).mapping("games")
    for game in games.given:
        rules = games.mapping(game).mapping("normative_rules")
        unexplained, contradicted = rules.mapping("unexplained"), rules.mapping("contradicted")
        for sense in SHOWING:
            told = (
                (
                    f"without a {sense.value} case, and no reason why",
                    unexplained.texts(sense, _MOST_RULES),
                ),
                (
                    f"listed as having no {sense.value} case, yet with one",
                    contradicted.texts(sense, _MOST_RULES),
                ),
                (f"with a single {sense.value} case", rules.texts(f"with_one_{sense.value}_case", _MOST_RULES)),
            )
            lines += [f"{game}: {what}: {', '.join(found)}" for what, found in told if found]
    return lines


def listed_files(manifest: Mapping[str, Json]) -> dict[str, str]:
    """Return the files of a manifest with their checksums."""
    listed = manifest["files"]
    assert isinstance(listed, list)
    return {str(entry["path"]): str(entry["sha256"]) for entry in listed}


def read_cases(folder: Path) -> Iterator[Mapping[str, Json]]:
    """Read every case of a suite, whose files must be as the manifest says."""
    for name, checksum in listed_files(read_manifest(folder)).items():
        path = folder / name
        try:
            content = path.read_bytes()
        except OSError as fault:
            raise InputError(f"{path}: {fault.strerror}") from None
        if sha256(content) != checksum:
            raise InputError(f"{path}: is not the file of the manifest (its sha256 differs)")
        if name.endswith(".jsonl"):
            for line in content.decode().splitlines():
                case = parse(line)
                assert isinstance(case, Mapping)
                yield case
