import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfChanged } from "../scripts/prepare/build-shop.mjs";
import { lighthouse, runLighthouse } from "./run-lighthouse.mjs";

// `npm run lighthouse`: Lighthouse's categories for four pages of a shop with the demo's cars, as on a phone. Each page is
// measured three times, and the run with the median performance counts. Fails below the goals, and if a page shifts more than `mostShift`. README.md has the settings.

const goals = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
/** The most that a page may shift while it loads. */
const mostShift = 0.01;
const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 3);
/** Only these pages, such as "home,car". */
const only = process.env.LIGHTHOUSE_PAGES?.split(",");
/** A folder for Lighthouse's own reports. */
const reports = process.env.LIGHTHOUSE_REPORTS;
const port = Number(process.env.PORT ?? 4890);
const shop = `http://127.0.0.1:${port}`;

const root = join(import.meta.dirname, "..");
await buildIfChanged(root);
const data = mkdtempSync(join(tmpdir(), "marque-lighthouse-"));
const server = spawn(process.execPath, ["build/server/index.js", "serve"], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: "production",
    ENV_FILE: "/dev/null",
    PORT: String(port),
    PUBLIC_URL: shop,
    DATA_DIR: data,
    DEMO: "1",
    RATE_LIMITS: "off",
  },
  stdio: "ignore",
});
const hasEnded = new Promise((resolve) => server.once("exit", resolve));
try {
  await untilHealthy();
  const results = [];
  for (const [name, path] of await pages())
    if (only?.includes(name) ?? true) results.push({ name, ...(await measure(name, path)) });
  print(results);
  const misses = ({ scores, cls }) =>
    cls > mostShift || Object.keys(goals).some((at) => scores[at] < goals[at]);
  if (results.some(misses)) process.exitCode = 1;
} finally {
  server.kill("SIGTERM");
  await hasEnded;
  rmSync(data, { recursive: true, force: true });
}

async function untilHealthy() {
  const end = Date.now() + 120_000;
  for (;;) {
    const answer = await fetch(`${shop}/api/health`).catch(() => null);
    if (answer?.ok) return;
    if (Date.now() > end) throw new Error("The shop did not start within two minutes.");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function pages() {
  const home = await (await fetch(shop)).text();
  const car = /href="(\/cars\/[^"]+)"/.exec(home)[1];
  return [
    ["home", "/"],
    ["category", "/products/1"],
    // Of searches, only those by make, model and body are for search engines.
    ["search", "/search?body=suv"],
    ["car", car],
  ];
}

/** The scores of the run with the median performance, and its main timings and failed audits. */
async function measure(name, path) {
  const all = [];
  for (let run = 0; run < runs; run += 1)
    all.push(await runLighthouse(`${shop}${path}`, [`--only-categories=${Object.keys(goals)}`]));
  all.sort((a, b) => a.categories.performance.score - b.categories.performance.score);
  const median = all[Math.floor(runs / 2)];
  if (reports) writeFileSync(join(reports, `${name}.json`), JSON.stringify(median));
  const { categories, audits } = median;
  const scores = {};
  for (const [category, { score }] of Object.entries(categories))
    scores[category] = Math.round(score * 100);
  const failed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .map(({ id }) => audits[id])
      .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary")
      .map(({ id }) => id),
  );
  const value = (id) => audits[id].numericValue;
  return {
    scores,
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    failed,
  };
}

function print(results) {
  const names = Object.keys(goals);
  console.log(`\n${lighthouse}, mobile, median of ${runs}\n`);
  console.log(`| page | ${names.join(" | ")} | FCP s | LCP s | TBT ms | CLS |`);
  console.log(`| --- |${" ---: |".repeat(names.length + 4)}`);
  for (const { name, scores, fcp, lcp, tbt, cls } of results)
    console.log(
      `| ${name} | ${names.map((at) => scores[at]).join(" | ")} | ${(fcp / 1000).toFixed(1)} | ${(lcp / 1000).toFixed(1)} | ${Math.round(tbt)} | ${cls.toFixed(3)} |`,
    );
  for (const { name, failed } of results)
    if (failed.length > 0) console.log(`${name}: ${failed.join(", ")}`);
}
