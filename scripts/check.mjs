// `npm run check`: types, lint, formatting, directions, tables, unused and packed code, text of pages and prose. All of them
// run, two at a time, and each prints one line. Caches under node_modules/.cache make repeated runs short.
import "./prepare/require-node.mjs";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfNeeded } from "./prepare/install-packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await installIfNeeded(root);

const cache = join("node_modules", ".cache");
// The types of the routes, which the compiler and the linter read.
const preparation = ["route types", ["@react-router/dev/bin.js", "typegen"]];
// Each is [title, command]. The longest come first.
const checks = [
  [
    "format",
    [
      "prettier/bin/prettier.cjs",
      "--check",
      ".",
      "--log-level",
      "warn",
      "--cache",
      "--cache-strategy",
      "content",
      "--cache-location",
      join(cache, "prettier", "checked.json"),
    ],
  ],
  // Includes the types.
  ["types and lint", ["oxlint/bin/oxlint"]],
  [
    "directions",
    [
      "dependency-cruiser/bin/dependency-cruise.mjs",
      "--config",
      ".dependency-cruiser.cjs",
      "server",
      "simulators",
      "shared",
      "web",
      "testing",
    ],
  ],
  ["unused code", ["knip/bin/knip.js", "--no-progress", "--cache"]],
  ["code for tests only", ["knip/bin/knip.js", "--no-progress", "--cache", "--production"]],
  ["text of pages", ["../scripts/check-text.mjs"]],
  ["folders", ["../scripts/check-folders.mjs"]],
  ["tables in SQL", ["../scripts/check-tables.mjs"]],
  ["packed code", ["../scripts/check-packing.mjs"]],
  ["prose", ["../scripts/check-prose.mjs"]],
  ["monitoring", ["../scripts/check-monitoring.mjs"]],
  ["deploy", ["../scripts/check-deploy.mjs"]],
];

let failed = 0;
await check(preparation);
const left = checks.slice();
await Promise.all([checkAll(), checkAll()]);
process.exit(failed === 0 ? 0 : 1);

async function checkAll() {
  for (let next = left.shift(); next; next = left.shift()) await check(next);
}

async function check([title, [program, ...args]]) {
  const began = Date.now();
  let output = "";
  const ok = await run(join("node_modules", program), args, (text) => (output += text));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${ok ? "ok    " : "FAILED"} ${title} (${seconds} s)`);
  if (ok && output.startsWith("skipped:")) console.log(`       ${output.trimEnd()}`);
  if (ok) return;
  failed += 1;
  console.log(output.trimEnd());
}

function run(program, args, onText) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onText);
  return new Promise((resolve) => {
    child.on("error", (error) => {
      onText(error.message);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });
}
