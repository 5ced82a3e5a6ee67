// `npm test`: the checks, all tests on the embedded database, the same again on a second one, and the
// browser tests. `npm test -- unit`, `second`, `browser` or `check` runs one part.
import "./prepare/require-node.mjs";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./prepare/build-shop.mjs";
import { findPostgres } from "./prepare/find-postgres.mjs";
import { installIfNeeded } from "./prepare/install-packages.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const parts = { check, unit, second, browser };
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

const isCI = Boolean(process.env.CI) && process.env.CI !== "false";
const reports = mkdtempSync(join(tmpdir(), "marque-reports-"));
const total = { passed: 0, failed: 0 };
// Named once more at the end, where somebody who reads only that finds them.
const failures = [];
// A part may fail without a test that does: a check, or a browser that is not there.
let broken = false;

await installIfNeeded(root);
for (const [name, part] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await part();
}
rmSync(reports, { recursive: true, force: true });
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\ntests: ${total.passed} passed, ${total.failed} failed`);
process.exit(broken || total.failed > 0 ? 1 : 0);

async function check() {
  title("Checks");
  if (!(await run(["scripts/check.mjs"]))) broken = true;
}

async function unit() {
  title("Tests on the embedded database");
  await vitest("embedded", { TEST_DATABASE_URL: "", TEST_POSTGRES_BIN: "" });
}

async function second() {
  title("The same tests on a second database");
  // These test the embedded server itself, and the source: no other database plays a part.
  const notAgain = [
    "--exclude=server/platform/embedded-postgres/**",
    "--exclude=testing/directions.test.ts",
  ];
  if (process.env.TEST_DATABASE_URL) {
    console.log("on the server of TEST_DATABASE_URL");
    return vitest("second", {}, notAgain);
  }
  const binaries = findPostgres();
  if (binaries) {
    console.log(`on a throw-away cluster of ${binaries}`);
    return vitest("second", { TEST_POSTGRES_BIN: binaries }, notAgain);
  }
  console.log("No second database: set TEST_DATABASE_URL, or install PostgreSQL 15 or newer.");
  if (isCI) broken = true;
}

async function browser() {
  title("Browser tests");
  const { findBrowser } = await import("./prepare/find-browser.mjs");
  const path = await findBrowser();
  if (!path) {
    console.log("No browser: install Chromium or Chrome, or set CHROMIUM_PATH to one that runs.");
    broken = true;
    return;
  }
  console.log(`in ${path}`);
  await buildIfChanged(root);
  const data = mkdtempSync(join(tmpdir(), "marque-browser-"));
  const report = join(reports, "browser.json");
  const env = {
    BROWSER_PATH: path,
    BROWSER_TEST_DATA: data,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    // The shop under test runs as a stranger would start it, on its embedded database.
    DATABASE_URL: "",
  };
  const ok = await run(
    ["node_modules/@playwright/test/cli.js", "test", "--reporter=line,json"],
    env,
  );
  rmSync(data, { recursive: true, force: true });
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(report)?.stats ?? {};
  add(ok, expected, unexpected + flaky + skipped);
}

async function vitest(name, env, options = []) {
  const report = join(reports, `${name}.json`);
  const args = [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...options,
  ];
  const ok = await run(["node_modules/vitest/vitest.mjs", ...args], { ...env, NODE_ENV: "test" });
  const { numPassedTests = 0, numTotalTests = 0, testResults = [] } = readReport(report) ?? {};
  add(ok, numPassedTests, numTotalTests - numPassedTests);
  for (const file of testResults)
    for (const { status, fullName } of file.assertionResults)
      if (status !== "passed") failures.push(`${name}: ${relative(root, file.name)}: ${fullName}`);
}

function add(ok, passed, failed) {
  total.passed += passed;
  total.failed += failed;
  // A run that ends before its tests do, or that has none, has not passed.
  if (!ok || passed === 0) broken = true;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function title(text) {
  console.log(`\n── ${text}`);
}

function run(command, env = {}) {
  mkdirSync(reports, { recursive: true });
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}
