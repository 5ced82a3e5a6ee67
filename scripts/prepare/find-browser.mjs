import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { runStep } from "./run-step.mjs";

// The headless shell is Chromium without a window, and runs a third faster.
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const ELSEWHERE = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/**
 * Finds Chromium for the browser tests, or installs it. Tries CHROMIUM_PATH, the installed browsers,
 * Playwright's own, Debian's package (as root) and Playwright's installer, in that order.
 * @returns {Promise<string | undefined>} undefined if there is none and none could be installed
 */
export async function findBrowser() {
  const set = process.env.CHROMIUM_PATH;
  if (set) return existsSync(set) ? set : undefined;
  return findInstalled() ?? (await installDebian()) ?? (await installWithPlaywright());
}

function findInstalled() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...ELSEWHERE, chromium.executablePath()].find(runs);
}

/** On some systems `chromium` is a script that only explains how to install the browser. */
function runs(path) {
  return existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}

async function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const get = "apt-get install -qy --no-install-recommends";
  // Older releases do not package the headless shell.
  const install = `apt-get update -q && (${get} chromium-headless-shell || ${get} chromium)`;
  await runStep("Installing Debian's Chromium", "sh", ["-c", install], { env });
  return findInstalled();
}

async function installWithPlaywright() {
  const program = join("node_modules", "@playwright", "test", "cli.js");
  await runStep("Installing Playwright's Chromium", process.execPath, [
    program,
    "install",
    "chromium",
  ]);
  return findInstalled();
}
