// Feed test vectors to any command over stdin and stdout, and score its answers. Needs Node 18 or later, nothing else.
//   node run_vectors.mjs VECTORS [--game G] [--kind K] [--level L]... [--answers FILE] [--timeout S] -- COMMAND...
// It does the same as run_vectors.py; README.md says what is in questions and answers.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const LEVELS = ["ruling", "kind", "rules", "reasons", "choices", "events", "ending", "observation", "facts", "state", "hash"];
const OUR_NOTES = ["sense", "rules", "consults", "source", "verdict", "decision", "view"];
const VERSIONS = [3, 4, 5, 6];
const NOTHING = ["none", "neutral", "no siege"];
const allowed = (ruling) => ["legal", "sound"].includes(ruling);
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// ---------------------------------------------------------------- the vectors

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function* cases(folder, manifest) {
  if (!VERSIONS.includes(manifest.schema_version)) throw new Error(`schema version ${manifest.schema_version} is not known here`);
  for (const file of manifest.files) {
    const bytes = readFileSync(join(folder, file.path));
    if (sha256(bytes) !== file.sha256) throw new Error(`${file.path}: the checksum differs`);
    if (file.path.endsWith(".jsonl")) yield* bytes.toString("utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }
}

const namesOnly = (facts) =>
  isObject(facts) ? Object.fromEntries(Object.entries(facts).map(([name, inner]) => [name, namesOnly(inner)])) : null;

const question = (test) => {
  const asked = Object.fromEntries(Object.entries(test).filter(([name]) => !OUR_NOTES.includes(name)));
  return "facts" in test ? { ...asked, facts: namesOnly(test.facts) } : asked;
};

// ---------------------------------------------------------------- the command

class Command {
  constructor(words, seconds) {
    this.seconds = seconds;
    this.waiting = null;
    this.process = spawn(words[0], words.slice(1), { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", (fault) => this.settle(new Error(`${words[0]}: ${fault.message}`)));
    this.process.stdin.on("error", () => {});
    const lines = createInterface({ input: this.process.stdout });
    lines.on("line", (line) => this.settle(line));
    lines.on("close", () => { this.ended = true; this.settle(new Error("the command has ended without an answer")); });
  }

  settle(found) {
    const waiting = this.waiting;
    this.waiting = null;
    if (waiting) waiting(found);
  }

  async ask(asked) {
    const found = await new Promise((resolve) => {
      if (this.ended) return resolve(new Error("the command has ended without an answer"));
      const timer = setTimeout(() => this.settle(new Error(`no answer within ${this.seconds} seconds`)), this.seconds * 1000);
      this.waiting = (line) => { clearTimeout(timer); resolve(line); };
      this.process.stdin.write(`${JSON.stringify(asked)}\n`);
    });
    if (found instanceof Error) throw new Error(`${asked.id}: ${found.message}`);
    let answer;
    try { answer = JSON.parse(found); } catch { throw new Error(`${asked.id}: the answer is not JSON`); }
    if (!isObject(answer) || answer.id !== asked.id) throw new Error(`${asked.id}: the answer must be an object with this id`);
    return answer;
  }

  end() {
    this.process.kill();
  }
}

// ---------------------------------------------------------------- the score

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "null";
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
};
const equal = (one, other) => canonical(one) === canonical(other);
const sameIfGiven = (name, wanted, given) => (name in given ? equal(wanted[name], given[name]) : null);

const sameChoice = (wanted, given) => {
  const withOdds = "odds" in wanted && "odds" in given;
  const weighed = (of) => (of.actions ?? []).map((action, index) => `${canonical(action)} ${withOdds ? of.odds[index] : ""}`);
  return wanted.by === given.by && equal([...new Set(weighed(wanted))].sort(), [...new Set(weighed(given))].sort());
};

const isEmpty = (value) => value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);

const contains = (wanted, found) => {
  if (NOTHING.includes(wanted) && isEmpty(found)) return true;
  if (isObject(wanted) && isObject(found)) {
    if (isEmpty(wanted)) return isEmpty(found);
    return Object.entries(wanted).every(([name, inner]) => contains(inner, found[name]));
  }
  const texts = (value) => Array.isArray(value) && value.every((each) => typeof each === "string");
  return texts(wanted) && texts(found) ? equal([...wanted].sort(), [...found].sort()) : equal(wanted, found);
};

const verdictGrades = (wanted, given, asksRuling) => {
  const said = given.ruling;
  const found = {};
  if (asksRuling) {
    found.ruling = said === undefined ? null : allowed(said) === allowed(wanted.ruling);
    found.kind = said === undefined ? null : said === wanted.ruling;
  }
  if (wanted.ruling === "legal") {
    if (asksRuling) found.events = sameIfGiven("events", wanted, given);
    if ("over" in wanted || "over" in given) {
      const says = ["over", "state", "hash"].some((name) => name in given);
      const rules = given.over?.rules === undefined || equal(wanted.over?.rules, given.over.rules);
      found.ending = says ? wanted.over?.result === given.over?.result && rules : null;
    }
    found.state = sameIfGiven("state", wanted, given);
    found.hash = sameIfGiven("hash", wanted, given);
  } else if ("violations" in wanted) {
    const told = given.violations ?? [];
    const named = [...(given.rules ?? []), ...told.map((each) => each.rule)];
    const broken = wanted.violations.map((each) => each.rule);
    found.rules = named.length ? named.every((rule) => broken.includes(rule)) : null;
    found.reasons = told.some((each) => "reason" in each) ? equal(wanted.violations, told) : null;
  }
  return found;
};

// For each level that a case asks about: true (right), false (wrong) or null (unanswered).
const grades = (test, answer) => {
  const given = (kind, level, same) => ({ [level]: answer[kind] === undefined ? null : same(test[kind], answer[kind]) });
  if ("verdict" in test) return verdictGrades(test.verdict, answer.verdict ?? {}, test.kind !== "start");
  if ("facts" in test) return given("facts", "facts", contains);
  if ("view" in test) return given("view", "observation", equal);
  return given("decision", "choices", sameChoice);
};

const badge = (version, scores) => {
  const shown = LEVELS.filter((level) => scores[level].asked).map((level) => {
    const { asked, answered, right } = scores[level];
    return `${level} ${answered ? `${Math.floor((100 * right) / asked)}%` : "-"}`;
  });
  return `referee-vectors ${version} | ${shown.join(" | ")}`;
};

// ---------------------------------------------------------------- the run

const options = (words) => {
  const found = { level: [], timeout: 10, command: [] };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === "--") { found.command = words.slice(index + 1); break; }
    else if (word === "--level") found.level.push(words[(index += 1)]);
    else if (["--game", "--kind", "--answers", "--timeout"].includes(word)) found[word.slice(2)] = words[(index += 1)];
    else if (found.vectors === undefined && !word.startsWith("--")) found.vectors = word;
    else throw new Error(`${word} has no meaning here`);
  }
  if (!found.vectors || !found.command.length) throw new Error("usage: node run_vectors.mjs VECTORS [options] -- COMMAND...");
  const strange = found.level.find((level) => !LEVELS.includes(level));
  if (strange !== undefined) throw new Error(`${strange} is no level; there are: ${LEVELS.join(", ")}`);
  return found;
};

const run = async (given) => {
  const manifest = JSON.parse(readFileSync(join(given.vectors, "manifest.json"), "utf8"));
  const fits = (test) => (given.game ?? test.game) === test.game && (given.kind ?? test.kind) === test.kind;
  const chosen = [...cases(given.vectors, manifest)].filter(fits);
  const scores = Object.fromEntries(LEVELS.map((level) => [level, { asked: 0, answered: 0, right: 0 }]));
  const counts = (level) => !given.level.length || given.level.includes(level);
  const [wrong, answers] = [[], []];
  const command = new Command(given.command, Number(given.timeout));
  try {
    for (const test of chosen) {
      let answer = await command.ask(question(test));
      if ("skip" in answer) answer = { id: test.id };
      else answers.push(answer);
      const found = grades(test, answer);
      for (const [level, grade] of Object.entries(found)) {
        scores[level].asked += 1;
        scores[level].answered += grade !== null;
        scores[level].right += grade === true;
      }
      const bad = Object.keys(found).filter((level) => found[level] === false && counts(level));
      if (bad.length) wrong.push(`${test.id}: wrong ${bad.join(", ")}  [${test.rules.join(", ")}]`);
    }
  } finally {
    command.end();
  }
  if (given.answers) writeFileSync(given.answers, answers.map((each) => `${JSON.stringify(each)}\n`).join(""));
  const more = wrong.length > 20 ? [`... and ${wrong.length - 20} more`] : [];
  console.log(wrong.length ? [...wrong.slice(0, 20), ...more].join("\n") : "nothing is wrong");
  console.log(badge(manifest.suite_version, scores));
  const counted = given.level.length ? given.level : LEVELS.filter((level) => scores[level].answered);
  return counted.length && !wrong.length && counted.every((level) => scores[level].right) ? 0 : 1;
};

try {
  process.exitCode = await run(options(process.argv.slice(2)));
} catch (fault) {
  console.error(`run_vectors: ${fault.message}`);
  process.exitCode = 2;
}
