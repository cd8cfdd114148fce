"""Feed test vectors to any command over stdin and stdout, and score its answers.

Needs Python 3.10 or later, and nothing else.

    python run_vectors.py VECTORS [--game G] [--kind K] [--level L]... [--answers FILE] [--timeout S] -- COMMAND...

Each case is written to the command as one line of JSON, without its answer; the command answers with one line.
README.md says what is in them. Exit code 0: nothing that counts is wrong, and something is right. 1: otherwise.
2: the vectors or the answers cannot be read, or the command does not answer.
"""

import argparse
import hashlib
import json
import queue
import subprocess
import sys
import threading
from pathlib import Path

LEVELS = ("ruling", "kind", "rules", "reasons", "choices", "events", "ending", "observation", "facts", "state", "hash")
ANSWERS = ("verdict", "facts", "decision", "view")
OUR_NOTES = ("sense", "rules", "consults", "source", "verdict", "decision", "view")
VERSIONS = (3, 4, 5, 6)
ALLOWED = ("legal", "sound")
SHOWN = 20
NOTHING = ("none", "neutral", "no siege")


class Trouble(Exception):
    """The vectors or the answers cannot be read, or the command does not answer."""


# ---------------------------------------------------------------- the vectors


def cases(folder):
    """Return the cases of a suite, whose files must be as the manifest says."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        if manifest["schema_version"] not in VERSIONS:
            raise Trouble(f"schema version {manifest['schema_version']} is not known here")
        for entry in manifest["files"]:
            content = (folder / entry["path"]).read_bytes()
            if hashlib.sha256(content).hexdigest() != entry["sha256"]:
                raise Trouble(f"{entry['path']}: the checksum differs")
            if entry["path"].endswith(".jsonl"):
                yield from (json.loads(line) for line in content.decode().splitlines())
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise Trouble(f"{folder}: no suite that can be read: {fault}") from None


def version(folder):
    """Return the version of a suite."""
    return json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["suite_version"]


def question(case):
    """Return a case without its answer; of facts only the names are left."""
    asked = {name: value for name, value in case.items() if name not in OUR_NOTES}
    return {**asked, "facts": names_only(case["facts"])} if "facts" in case else asked


def names_only(facts):
    """Return which facts are asked for."""
    return {name: names_only(inner) for name, inner in facts.items()} if isinstance(facts, dict) else None


# ---------------------------------------------------------------- the command


class Command:
    """A command that answers one line with one line."""

    def __init__(self, words, seconds):
        """Start it."""
        self.seconds = seconds
        self.lines = queue.Queue()
        try:
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as fault:
            raise Trouble(f"{words[0]}: {fault.strerror}") from None
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(b"")

    def ask(self, asked):
        """Return the answer to a question."""
        try:
            self.process.stdin.write(f"{json.dumps(asked)}\n".encode())
            self.process.stdin.flush()
            line = self.lines.get(timeout=self.seconds)
            answer = json.loads(line) if line else None
        except queue.Empty:
            raise Trouble(f"{asked['id']}: no answer within {self.seconds} seconds") from None
        except OSError:
            answer = None
        except ValueError:
            raise Trouble(f"{asked['id']}: the answer is not JSON") from None
        if answer is None:
            raise Trouble(f"{asked['id']}: the command has ended without an answer")
        if not isinstance(answer, dict) or answer.get("id") != asked["id"]:
            raise Trouble(f"{asked['id']}: the answer must be an object with this id")
        return answer

    def end(self):
        """End it: it has nothing more to answer."""
        self.process.kill()
        self.process.wait()


# ---------------------------------------------------------------- the score


def grades(case, answer):
    """Return, for each level that a case asks about, True (right), False (wrong) or None (unanswered)."""
    kind = next(each for each in ANSWERS if each in case)
    wanted, given = case[kind], answer.get(kind)
    if kind != "verdict":
        level, same = {
            "facts": ("facts", contains),
            "view": ("observation", equal),
            "decision": ("choices", same_choice),
        }[kind]
        return {level: None if given is None else same(wanted, given)}
    return dict(verdict_grades(wanted, given or {}, case.get("kind") != "start"))


def verdict_grades(wanted, given, asks_ruling):
    """Return the grades of a verdict."""
    said = given.get("ruling")
    if asks_ruling:
        yield "ruling", None if said is None else (said in ALLOWED) == (wanted["ruling"] in ALLOWED)
        yield "kind", None if said is None else said == wanted["ruling"]
    if wanted["ruling"] == "legal":
        if asks_ruling:
            yield "events", same_if_given("events", wanted, given)
        if "over" in wanted or "over" in given:
            says = any(name in given for name in ("over", "state", "hash"))
            results = [each.get("over", {}).get("result") for each in (wanted, given)]
            cited = given.get("over", {}).get("rules")
            rules = cited is None or equal(wanted.get("over", {}).get("rules"), cited)
            yield "ending", results[0] == results[1] and rules if says else None
        yield "state", same_if_given("state", wanted, given)
        yield "hash", same_if_given("hash", wanted, given)
    elif "violations" in wanted:
        told = given.get("violations", [])
        named = {*given.get("rules", []), *(each["rule"] for each in told)}
        yield "rules", named <= {each["rule"] for each in wanted["violations"]} if named else None
        yield "reasons", equal(wanted["violations"], told) if any("reason" in each for each in told) else None


def same_if_given(name, wanted, given):
    """Compare a part of an answer that may be left out."""
    return equal(wanted[name], given[name]) if name in given else None


def equal(one, other):
    """Say whether two values are the same JSON."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def same_choice(wanted, given):
    """Say whether two decisions are the same; the order of actions is free."""
    with_odds = "odds" in wanted and "odds" in given

    def weighed(of):
        odds = of["odds"] if with_odds else [""] * len(of["actions"])
        return {json.dumps(action, sort_keys=True): share for action, share in zip(of["actions"], odds, strict=False)}

    return wanted["by"] == given.get("by") and weighed(wanted) == weighed(given)


def contains(wanted, found):
    """Say whether a description has what is expected: objects may have more, lists of texts have no order."""
    if wanted in NOTHING and found in (None, [], {}):
        return True
    if isinstance(wanted, dict) and isinstance(found, dict):
        if not wanted:
            return not found
        return all(contains(inner, found.get(name)) for name, inner in wanted.items())
    lists = isinstance(wanted, list) and isinstance(found, list)
    if lists and all(isinstance(each, str) for each in [*wanted, *found]):
        return sorted(wanted) == sorted(found)
    return equal(wanted, found)


def badge(suite_version, scores):
    """Return the result in one line; 100% means all."""
    shown = (
        f"{level} {'-' if not answered else f'{100 * right // asked}%'}"
        for level, (asked, answered, right) in scores.items()
        if asked
    )
    return f"referee-vectors {suite_version} | {' | '.join(shown)}"


# ---------------------------------------------------------------- the run


def answered(chosen, options):
    """Return each case with the answer of the command; one that it skips has an empty answer."""
    command = Command(options.command, options.timeout)
    try:
        for case in chosen:
            answer = command.ask(question(case))
            yield case, {"id": case["id"]} if "skip" in answer else answer
    finally:
        command.end()


def run(options):
    """Ask everything, and return the exit code."""
    folder = Path(options.vectors)
    scores = {level: [0, 0, 0] for level in LEVELS}
    wrong, answers = [], []
    for case, answer in answered([case for case in cases(folder) if fits(case, options)], options):
        if len(answer) > 1:
            answers.append(answer)
        found = grades(case, answer)
        for level, grade in found.items():
            for index, counts in enumerate((True, grade is not None, grade is True)):
                scores[level][index] += counts
        bad = [level for level in found if found[level] is False and level in (options.level or LEVELS)]
        if bad:
            wrong.append(f"{case['id']}: wrong {', '.join(bad)}  [{', '.join(case['rules'])}]")
    if options.answers:
        Path(options.answers).write_text("".join(f"{json.dumps(each)}\n" for each in answers), encoding="utf-8")
    more = [f"... and {len(wrong) - SHOWN} more"] if len(wrong) > SHOWN else []
    lines = [*wrong[:SHOWN], *more] or ["nothing is wrong"]
    sys.stdout.write("\n".join([*lines, badge(version(folder), scores), ""]))
    counted = options.level or [level for level in LEVELS if scores[level][1]]
    return 0 if counted and not wrong and all(scores[level][2] for level in counted) else 1


def fits(case, options):
    """Say whether a case is asked."""
    return options.game in (None, case["game"]) and options.kind in (None, case["kind"])


def main():
    """Read the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", help="the folder that `referee vectors --out` wrote")
    parser.add_argument("--game", help="only cases of this game")
    parser.add_argument("--kind", help="only cases of this kind: act, start, decision, check, facts, observe")
    parser.add_argument("--level", action="append", default=[], choices=LEVELS, help="only this level counts")
    parser.add_argument("--answers", help="write the answers to this file, for `referee compare`")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for an answer (default: %(default)s)")
    parser.add_argument("command", nargs="+", help="what answers, after --")
    try:
        return run(parser.parse_args())
    except (Trouble, OSError) as fault:
        sys.stderr.write(f"run_vectors: {fault}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
