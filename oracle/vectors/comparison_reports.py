"""A comparison for people, for programs, and for the tools that show test results in CI."""

from collections.abc import Iterator
from xml.etree import ElementTree

from oracle.junit import clean
from oracle.text import columns
from oracle.vectors.compare import Judged, Outcome, Score, Tally, Wrong
from oracle.vectors.levels import ABOUT, Level
from reference.kernel.canonical import Json, canonical_text
from spec_tables.catalogue import catalogue, prefixes

_MOST_DIFFERENCES = 5


def badge(tally: Tally, suite_version: str) -> str:
    """Return the comparison in one line: the share of right answers at every level that the suite asks about."""
    shown = (f"{level} {_share(score)}" for level, score in tally.levels.items() if score.asked)
    return f"referee-vectors {suite_version} | {' | '.join(shown)}"


def _share(score: Score) -> str:
    return f"{score.percent}%" if score.answered else "-"


# ---------------------------------------------------------------- for programs


def as_json(tally: Tally, suite_version: str, *, passes: bool) -> Json:
    """Return the comparison for programs."""
    return {
        "badge": badge(tally, suite_version),
        "passes": passes,
        "cases": tally.cases,
        "right": tally.right,
        "wrong": len(tally.wrong),
        "unanswered": tally.unanswered,
        "levels": {level.value: score.as_json() for level, score in tally.levels.items() if score.asked},
        "chapters": [
            {"game": game, "chapter": chapter, **standing.as_json()}
            for (game, chapter), standing in sorted(tally.chapters.items())
        ],
        "by_rule": {rule: standing.as_json() for rule, standing in sorted(tally.rules.items())},
        "rules": [{"rule": rule, "wrong": wrong, "answered": all_of} for rule, wrong, all_of in tally.suspects()],
        "silent_rules": [{"rule": rule, "wrong": wrong} for rule, wrong in tally.silent_suspects()],
        "answers": [each.as_json() for each in tally.wrong],
    }


# ---------------------------------------------------------------- for people


def in_words(tally: Tally, suite_version: str, shown: int) -> Iterator[str]:
    """Return the lines of the report."""
    yield badge(tally, suite_version)
    yield f"{tally.cases} cases: {tally.right} right, {len(tally.wrong)} wrong, {tally.unanswered} unanswered"
    yield "\nby level (right of asked)"
    yield columns(
        (level.value, f"{score.right} of {score.asked}", _unsaid(score), ABOUT[level])
        for level, score in tally.levels.items()
        if score.asked
    )
    yield "\nby chapter (right of asked: whole answers, then rulings)"
    yield columns(_by_chapter(tally))
    yield from _suspects(tally)
    for each in tally.wrong[:shown]:
        yield "\n" + "\n".join(_wrong_in_words(each))
    if len(tally.wrong) > shown:
        yield f"\n... and {len(tally.wrong) - shown} more; --json lists them all"
    if not tally.right:
        yield "\nnothing that counts is answered rightly, so this does not pass, not even with --partial"
    for level in tally.unheard():
        yield f"\nnothing is answered rightly at the level {level}, so this does not pass"


def _by_chapter(tally: Tally) -> Iterator[tuple[str, ...]]:
    for (game, chapter), standing in sorted(tally.chapters.items()):
        whole, ruling = standing.whole, standing.levels.get(Level.RULING, Score())
        wrong = f"{whole.wrong} wrong" if whole.wrong else ""
        yield game, chapter, f"{whole.right} of {whole.asked}", f"{ruling.right} of {ruling.asked}", wrong


def _unsaid(score: Score) -> str:
    silent = score.asked - score.answered
    return f"{silent} unanswered" if silent else ""


def _suspects(tally: Tally) -> Iterator[str]:
    suspects, silent = tally.suspects(), tally.silent_suspects()
    if suspects:
        yield "\nrules with wrong answers, the surest first (wrong of answered)"
        yield columns((rule, f"{wrong} of {all_of}", _title(rule)) for rule, wrong, all_of in suspects)
    if silent:
        yield "\nperhaps also: no case shows these rules openly, and every case that consults them is wrong"
        yield columns((rule, str(wrong), _title(rule)) for rule, wrong in silent)


def _wrong_in_words(wrong: Wrong) -> list[str]:
    lines = [f"{wrong.id}: wrong {wrong.problem}  [{', '.join(wrong.rules)}]"]
    for each in wrong.differences[:_MOST_DIFFERENCES]:
        lines.append(f"  {each.path}: expected {_short(each.expected)}")
        lines.append(f"  {' ' * len(each.path)}  found    {_short(each.found)}")
    if len(wrong.differences) > _MOST_DIFFERENCES:
        lines.append(f"  ... and {len(wrong.differences) - _MOST_DIFFERENCES} more differences")
    return lines


def _short(value: Json) -> str:
    text = canonical_text(value)
    return text if len(text) <= 200 else f"{text[:197]}..."


def _title(rule: str) -> str:
    game = dict(prefixes()).get(rule.partition(":")[0])
    found = None if game is None else catalogue(game).rule(rule)
    return "" if found is None else found.title


# ---------------------------------------------------------------- for CI


def as_junit(tally: Tally, *, partial: bool) -> str:
    """Return the comparison as the XML text of one test suite; with `partial`, unanswered cases are skipped."""
    lacking = 0 if partial else tally.unanswered
    suite = ElementTree.Element(
        "testsuite",
        name="referee compare",
        tests=str(tally.cases),
        failures=str(len(tally.wrong) + lacking),
        skipped=str(tally.unanswered - lacking),
        errors="0",
    )
    for each in tally.judged:
        game, kind, _ = (*each.id.split("/"), "", "")[:3]
        case = ElementTree.SubElement(suite, "testcase", classname=clean(f"{game}.{kind}"), name=clean(each.id))
        _note(case, each, partial=partial)
    ElementTree.indent(suite)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suite, encoding="unicode")}\n'


def _note(case: ElementTree.Element, judged: Judged, *, partial: bool) -> None:
    rules = " ".join(judged.rules)
    if judged.wrong is not None:
        told = clean("\n".join(_wrong_in_words(judged.wrong)))
        failure = ElementTree.SubElement(case, "failure", message=f"wrong {judged.wrong.problem}", type=clean(rules))
        failure.text = told
    elif judged.outcome is Outcome.UNANSWERED:
        kind = "skipped" if partial else "failure"
        ElementTree.SubElement(case, kind, message="unanswered", type=clean(rules))
