// Runs Lighthouse by npx: as a dependency it would be installed with the shop.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../scripts/prepare/find-browser.mjs";

export const lighthouse = "lighthouse@12.8.2";
const browserFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

/**
 * Returns Lighthouse's report about a page, as on a phone.
 * @param flags more parameters of its command, such as `--only-categories=…`
 * @throws Error if it does not end well
 */
export async function runLighthouse(url, flags) {
  const folder = mkdtempSync(join(tmpdir(), "marque-lighthouse-report-"));
  const file = join(folder, "report.json");
  try {
    const parameters = [
      "--yes",
      lighthouse,
      url,
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--chrome-flags=${browserFlags.join(" ")}`,
      ...flags,
    ];
    const browser = process.env.CHROME_PATH ?? (await findBrowser());
    const env = { ...process.env, ...(browser ? { CHROME_PATH: browser } : {}) };
    const run = spawn("npx", parameters, { env, stdio: ["ignore", "ignore", "inherit"] });
    const code = await new Promise((resolve) => run.once("exit", resolve));
    if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${url}.`);
    return JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * How fast Chromium runs scripts on this machine: Lighthouse's BenchmarkIndex, the median of three. Chrome's developer
 * tools slow a computer down to 1,000 for a phone of the middle class (Pixel 5) and to 264 for a slow one (Moto G Power).
 * @param url of any page
 * @see https://developer.chrome.com/docs/devtools/device-mode (calibrated CPU throttling)
 */
export async function measureSpeed(url) {
  const speeds = [];
  for (let run = 0; run < 3; run += 1) {
    const { environment } = await runLighthouse(url, ["--only-audits=viewport"]);
    speeds.push(environment.benchmarkIndex);
  }
  return speeds.toSorted((a, b) => a - b)[1];
}
