import { mkdtempSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.BROWSER_TEST_PORT ?? 4517);
// For the search after the run, too.
const data = (process.env.BROWSER_TEST_DATA ??= mkdtempSync(join(tmpdir(), "marque-browser-")));
const address = `http://127.0.0.1:${port}`;

export default defineConfig({
  testDir: "e2e",
  globalTeardown: "./e2e/search-for-card-numbers.ts",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? "line" : "list",
  use: {
    baseURL: address,
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // Nothing that fades or plays is waited for.
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
    // The log goes where the search for card numbers looks.
    command: `exec ${process.execPath} build/server/index.js serve > ${data}/server.log 2>&1`,
    url: `${address}/api/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      NODE_ENV: "production",
      // A developer's own .env is no part of a test.
      ENV_FILE: devNull,
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: data,
      DEMO: "1",
      RATE_LIMITS: "off",
      LOG_LEVEL: "debug",
    },
  },
});
