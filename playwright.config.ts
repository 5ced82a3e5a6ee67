import { mkdtempSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.BROWSER_TEST_PORT ?? 4517);
// The search for card numbers reads this, too.
const data = (process.env.BROWSER_TEST_DATA ??= mkdtempSync(join(tmpdir(), "marque-browser-")));
const address = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "e2e",
  globalTeardown: "./e2e/search-for-card-numbers.ts",
  workers: 2,
  fullyParallel: true,
  // A second try separates a fault from a machine that was busy. `npm test` names the tests that needed it.
  retries: process.env.CI && process.env.CI !== "false" ? 1 : 0,
  forbidOnly: true,
  // A passing test never waits that long on a quiet machine; a busy one may need it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? "line" : "list",
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // Without transitions and videos, tests wait for less.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.BROWSER_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    // The search for card numbers reads the log, too.
    command: `exec ${process.execPath} build/server/index.js serve > ${data}/server.log 2>&1`,
    url: `${address}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      NODE_ENV: "production",
      // Ignores the developer's own .env.
      ENV_FILE: devNull,
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: data,
      DEMO: "1",
      // Cars expire as outside of the demo, which would confirm them by itself.
      LISTING_LIFETIME_DAYS: "14",
      RATE_LIMITS: "off",
      LOG_LEVEL: "debug",
    },
  },
});
