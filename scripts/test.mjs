// `npm test`: the checks, the tests on the embedded database, and the core of the browser tests. `npm run test:deep`: the
// long tests at full size, on a second database those and the tests that depend on the server, the other browser tests,
// and a short run of `npm run cluster`. Both take names of parts: `npm test -- unit`, `npm run test:deep -- second`.
// With a size, `npm run test:deep` runs only what it counts: `-- --rounds 200`, `-- --requests 100000`, `-- --listings 1000000`, `-- --interleavings 5000`,
// `-- --searches 10000`, or `-- --step 1` for every crash point of checkout.
import "./prepare/require-node.mjs";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./prepare/build-shop.mjs";
import { findPostgres } from "./prepare/find-postgres.mjs";
import { installIfNeeded } from "./prepare/install-packages.mjs";
import { selectTests } from "./prepare/select-tests.mjs";
import { testFolder } from "./prepare/test-folder.mjs";
import { createResults, filesToRepeat, joinAttempts } from "./test-results.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const isDeep = process.argv.includes("--deep");
const parts = isDeep ? { unit, second, browser, cluster } : { check, unit, browser };
/** Tests whose size is an argument: what they count, the variable that they read it from, and their files. */
const sizes = {
  rounds: ["rounds of kill -9", "TEST_ROUNDS", "server/booking-management/crash.deep.test.ts"],
  requests: ["random requests", "TEST_REQUESTS", "testing/attacks/random-requests.deep.test.ts"],
  listings: [
    "listings to migrate",
    "TEST_LISTINGS",
    "testing/migrations/measure-locks.deep.test.ts",
  ],
  interleavings: [
    "interleavings of bookings, and as many of payments",
    "TEST_INTERLEAVINGS",
    "server/booking-management/booking-model.test.ts",
    "server/payments/payment-model.test.ts",
  ],
  searches: ["random searches", "TEST_SEARCHES", "server/catalogue/search/search-sql.test.ts"],
  step: [
    "crash points between two crashes",
    "TEST_STEP",
    "server/payments/crash-points.deep.test.ts",
  ],
};
const { values: options, positionals: asked } = parseArgs({
  options: {
    deep: { type: "boolean" },
    ...Object.fromEntries(Object.keys(sizes).map((name) => [name, { type: "string" }])),
  },
  allowPositionals: true,
});
const unknown = asked.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}

const sized = Object.keys(sizes).filter((name) => options[name] !== undefined);
for (const name of sized)
  if (!isDeep || !/^[1-9]\d{0,6}$/.test(options[name]) || asked.length > 0) {
    console.error(`Use --${name} as in \`npm run test:deep -- --${name} 200\`.`);
    process.exit(1);
  }
process.env.TEST_DEPTH = isDeep ? "deep" : "normal";
const isCI = Boolean(process.env.CI) && process.env.CI !== "false";
const reports = mkdtempSync(join(tmpdir(), "marque-reports-"));
const results = createResults({ isCI });

await installIfNeeded(root);
const times = [];
for (const [name, part] of Object.entries(sized.length > 0 ? { oneTest } : parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const began = Date.now();
  await part();
  times.push(`${name} ${formatDuration(Date.now() - began)}`);
}
rmSync(reports, { recursive: true, force: true });
for (const line of results.lines(times)) console.log(line);
process.exit(results.exitCode());

async function check() {
  title("Checks");
  if (await run(["scripts/check.mjs"])) return;
  results.fail("check: named above");
}

async function unit() {
  const { short, deep } = selectTests(root);
  title(isDeep ? "Long tests at full size" : "Tests on the embedded database");
  const files = isDeep ? deep : short;
  await vitest("embedded", { TEST_DATABASE_URL: "", TEST_POSTGRES_BIN: "" }, files);
}

async function oneTest() {
  for (const name of sized) {
    const [what, variable, ...files] = sizes[name];
    title(`${options[name]} ${what}`);
    const env = { TEST_DATABASE_URL: "", TEST_POSTGRES_BIN: "", [variable]: options[name] };
    await vitest(name, env, files);
  }
}

/** The server of TEST_DATABASE_URL or else the programs of an installed PostgreSQL, as variables of the tests. */
function secondDatabase() {
  if (process.env.TEST_DATABASE_URL) return { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL };
  const programs = findPostgres();
  return programs && { TEST_POSTGRES_BIN: programs };
}

async function second() {
  title("Tests on a second database");
  const database = secondDatabase();
  if (database) {
    const { second } = selectTests(root);
    const { TEST_POSTGRES_BIN: programs } = database;
    console.log(programs ? `on a temporary cluster of ${programs}` : "on TEST_DATABASE_URL");
    return vitest("second", database, second);
  }
  console.log("No second database: set TEST_DATABASE_URL, or install PostgreSQL 15 or newer.");
  if (isCI) results.fail();
}

async function browser() {
  title(isDeep ? "The other browser tests" : "Browser tests");
  const { findBrowser } = await import("./prepare/find-browser.mjs");
  const path = await findBrowser();
  if (!path) {
    console.log("No browser: install Chromium or Chrome, or set CHROMIUM_PATH to one that runs.");
    results.fail();
    return;
  }
  console.log(`in ${path}`);
  await buildIfChanged(root);
  const data = mkdtempSync(join(testFolder(), "marque-browser-"));
  // Otherwise an interrupted run keeps memory.
  process.once("exit", () => rmSync(data, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const report = join(reports, "browser.json");
  const env = {
    BROWSER_PATH: path,
    BROWSER_TEST_DATA: data,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    // The shop under test starts as it does for a new user, on its embedded database.
    DATABASE_URL: "",
  };
  const selection = isDeep ? "--grep=@deep|@all-sizes" : "--grep-invert=@deep";
  const ok = await run(
    ["node_modules/@playwright/test/cli.js", "test", "--reporter=line,json", selection],
    env,
  );
  results.addPlaywright(ok, readReport(report));
}

/** Two events of `npm run cluster`: each is a test. */
async function cluster() {
  title("A process and the primary database killed in a cluster");
  const { findPrograms } = await import("./cluster/require-programs.mjs");
  const { missing } = findPrograms();
  const events = ["a", "b1"];
  if (missing) {
    console.log(`Skipped. ${missing}`);
    return results.skip(events.length, `cluster: ${missing.split("\n")[0]}`);
  }
  const command = ["scripts/cluster/cluster.mjs", "--events", events.join(), "--seconds", "8"];
  const ok = await run(command);
  results.add(ok, ok ? { passed: events.length } : { failed: 1 });
  if (!ok)
    results.fail(
      "cluster: a goal was missed or the state at the end is wrong; see its report above",
    );
}

async function vitest(name, env, files) {
  const first = await runVitest(name, env, files);
  const failed = isCI && !first.ok ? filesToRepeat(first.report) : [];
  const nameOf = (file) => `${name}: ${relative(root, file)}`;
  if (failed.length === 0) return results.addVitest(first.ok, first.report, nameOf);
  title("The files that failed once more, alone");
  const second = await runVitest(`${name}-again`, env, failed);
  results.addVitest(second.ok, joinAttempts(first.report, second.report), nameOf);
}

/** @returns {Promise<{ ok: boolean, report: object | undefined }>} */
async function runVitest(name, env, files) {
  const report = join(reports, `${name}.json`);
  const args = [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...files,
  ];
  const variables = { ...env, NODE_ENV: "test", TEST_FOLDER: testFolder() };
  const ok = await run(["node_modules/vitest/vitest.mjs", ...args], variables);
  return { ok, report: readReport(report) };
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function formatDuration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
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
