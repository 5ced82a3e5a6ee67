import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, test } from "vitest";
// @ts-expect-error A script without types.
import { processesIn } from "./processes.mjs";
// @ts-expect-error A script without types.
import { findPrograms } from "./require-programs.mjs";

const root = resolve(import.meta.dirname, "../..");
const { missing } = findPrograms() as { missing: string | null };
const running = processesIn as (folder: string) => number[];
const firstPort = 20_100;

/** The ports of the cluster on which a program listens. */
async function portsInUse(): Promise<number[]> {
  const ports = Array.from({ length: 64 }, (_, offset) => firstPort + offset);
  const isInUse = (port: number) =>
    new Promise<boolean>((resolve) => {
      const probe = createServer().on("error", () => resolve(true));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(false)));
    });
  const inUse = await Promise.all(ports.map(isInUse));
  return ports.filter((_, at) => inUse[at]);
}

test("Ctrl-C ends everything that npm run cluster has started, and removes its folder", async ({
  annotate,
}) => {
  if (missing) return annotate(missing);
  const command = ["scripts/cluster/cluster.mjs", "--events", "none"];
  const cluster = spawn(process.execPath, [...command, "--port", String(firstPort)], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [cluster.stdout, cluster.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(cluster, "exit");
  const folder = await expect
    .poll(() => /\S+marque-cluster-\w+/.exec(output)?.[0], { timeout: 300_000 })
    .toBeDefined()
    .then(() => /\S+marque-cluster-\w+/.exec(output)![0]);
  // Patroni copies the primary to two standbys now: the worst moment to stop.
  await expect.poll(() => running(folder).length, { timeout: 120_000 }).toBeGreaterThan(8);
  expect(await portsInUse()).not.toEqual([]);
  cluster.kill("SIGINT");
  const [code] = (await ended) as [number];
  expect(output).toContain("Stopped by SIGINT.");
  expect(code).toBe(130);
  expect(running(folder)).toEqual([]);
  expect(await portsInUse()).toEqual([]);
  expect(existsSync(folder)).toBe(false);
}, 480_000);
