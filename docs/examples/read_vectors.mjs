// Feed Referee's test vectors to an implementation and write its answers, one a line:
//   node read_vectors.mjs FOLDER [implementation.mjs] > answers.jsonl
//   referee compare answers.jsonl --vectors FOLDER
// An implementation exports a function that takes a case and returns {verdict}, {decision}, {view} or {facts}; without one, a stub answers.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

// The canonical text of a value: JSON with sorted keys and no spaces. Equal states have equal hashes in any language.
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
};
const hash = (state) => sha256(canonical(state)).slice(0, 16);

// Replace this by your rules. It believes that everything is legal and changes nothing.
const stub = (test) => {
  if (test.kind === "decision") return { decision: { by: "chance", actions: [] } };
  if (test.kind === "observe") return { view: { nothing: true } };
  return test.kind === "facts" ? { facts: { nothing: true } } : { verdict: { ruling: "legal", hash: hash(test.position ?? {}) } };
};

const [folder, module] = process.argv.slice(2);
if (!folder) throw new Error("usage: node read_vectors.mjs FOLDER [implementation.mjs]");
const answer = module ? (await import(pathToFileURL(resolve(module)))).default : stub;
const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
if (![3, 4, 5, 6].includes(manifest.schema_version)) throw new Error(`schema version ${manifest.schema_version} is not known here`);

let cases = 0;
for (const file of manifest.files) {
  const bytes = readFileSync(join(folder, file.path));
  if (sha256(bytes) !== file.sha256) throw new Error(`${file.path}: the checksum differs`);
  if (!file.path.endsWith(".jsonl")) continue;
  for (const line of bytes.toString("utf8").split("\n").filter(Boolean)) {
    const test = JSON.parse(line);
    if (test.verdict?.state && hash(test.verdict.state) !== test.verdict.hash) throw new Error(`${test.id}: hash differs`);
    console.log(JSON.stringify({ id: test.id, ...answer(test) }));
    cases += 1;
  }
}
if (cases !== manifest.cases) throw new Error(`${cases} cases, but the manifest says ${manifest.cases}`);
