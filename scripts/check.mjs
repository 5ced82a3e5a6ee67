// `npm run check`: types, lint, formatting, directions, unused exports and prose. All run, a line each.
import "./prepare/require-node.mjs";
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installIfNeeded } from "./prepare/install-packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
await installIfNeeded(root);

// Each is [title, commands that follow one another].
const checks = [
  ["types", ["@react-router/dev/bin.js", "typegen"], ["typescript/bin/tsc", "--noEmit"]],
  [
    "lint",
    [
      "eslint/bin/eslint.js",
      ".",
      "--max-warnings",
      "0",
      "--cache",
      "--cache-location",
      "node_modules/.cache/eslint/",
    ],
  ],
  ["format", ["prettier/bin/prettier.cjs", "--check", ".", "--log-level", "warn"]],
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
  [
    "unused exports",
    [
      "ts-unused-exports/bin/ts-unused-exports",
      "tsconfig.exports.json",
      "--showLineNumber",
      "--ignoreLocallyUsed",
      // What frameworks call by name: configurations, routes, and what a run sets up.
      "--excludePathsFromReport=[.]config[.]ts$;global-setup;/web/routes;/web/root;/web/entry;/web/pages/;-layout[.]tsx$;[.]react-router;/e2e/;/bench/",
    ],
  ],
  ["prose", ["../scripts/check-prose.mjs"]],
];

let failed = 0;
for (const [title, ...commands] of checks) {
  const began = Date.now();
  let output = "";
  let ok = true;
  for (const [program, ...args] of commands) {
    if (ok) ok = await run(join("node_modules", program), args, (text) => (output += text));
  }
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${ok ? "ok    " : "FAILED"} ${title} (${seconds} s)`);
  if (!ok) {
    failed += 1;
    console.log(output.trimEnd());
  }
}
process.exit(failed === 0 ? 0 : 1);

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
