import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#testing/free-port.ts";
import { openShop, type Shop } from "./shop.ts";

export type RunningShop = { shop: Shop; stop: () => Promise<void> };

/** How long a start may take on a busy machine, in ms. */
export const startTimeout = 150_000;

/** Starts another shop with these settings and an empty database, from the build in a folder. */
export async function startShop(
  settings: Record<string, string>,
  folder = ".",
): Promise<RunningShop> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const data = mkdtempSync(join(tmpdir(), "marque-browser-"));
  const child = spawn(process.execPath, ["build/server/index.js", "serve"], {
    stdio: ["ignore", "ignore", "inherit"],
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "production",
      ENV_FILE: devNull,
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: data,
      DEMO: "1",
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ...settings,
    },
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  async function stop() {
    child.kill("SIGTERM");
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
  const deadline = Date.now() + startTimeout;
  while (!(await isReady(address))) {
    if (child.exitCode !== null) throw new Error(`The shop ended with ${child.exitCode}.`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`The shop was not ready in ${startTimeout} ms.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { shop: openShop(address), stop };
}

async function isReady(address: string): Promise<boolean> {
  const response = await fetch(`${address}/api/health`).catch(() => null);
  return response?.ok ?? false;
}
