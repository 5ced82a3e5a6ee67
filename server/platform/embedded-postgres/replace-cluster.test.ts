import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withClusterLock } from "./cluster-lock.ts";
import { finishReplacement, replaceCluster } from "./replace-cluster.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "marque-replace-"));
  for (const [folder, secret, state] of [
    ["postgres", "secret", "old"],
    ["next", "next-secret", "new"],
  ] as const) {
    mkdirSync(join(dataDir, folder));
    writeFileSync(join(dataDir, folder, "data"), state);
    writeFileSync(join(dataDir, secret), state);
  }
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const read = (...names: string[]) => readFileSync(join(dataDir, ...names), "utf8");
const state = () => [read("postgres", "data"), read("secret")];
const secret = { name: "secret", next: "next-secret", aside: "old-secret" };
const replace = () =>
  replaceCluster(dataDir, { next: join(dataDir, "next"), aside: join(dataDir, "before") }, [
    secret,
  ]);

test("replaces the database and a file together, and keeps both", async () => {
  await replace();
  expect(state()).toEqual(["new", "new"]);
  expect([read("before", "data"), read("old-secret")]).toEqual(["old", "old"]);
});

const note = (content: object) =>
  writeFileSync(join(dataDir, "replacing-postgres.json"), JSON.stringify(content));
const steps = [
  ["secret", "old-secret"],
  ["next-secret", "secret"],
  ["postgres", "before"],
  ["next", "postgres"],
] as const;

test.each([0, 1, 2, 3, 4])(
  "the next start finishes what was killed after %i steps",
  async (done) => {
    note({ next: "next", aside: "before", files: [secret] });
    for (const [from, to] of steps.slice(0, done))
      renameSync(join(dataDir, from), join(dataDir, to));
    await finishReplacement(dataDir);
    expect(state()).toEqual(["new", "new"]);
    expect([read("before", "data"), read("old-secret")]).toEqual(["old", "old"]);
    expect(existsSync(join(dataDir, "replacing-postgres.json"))).toBe(false);
  },
);

test("finishes what an earlier version began, without other files", async () => {
  note({ next: "next", aside: "before" });
  await finishReplacement(dataDir);
  expect(state()).toEqual(["new", "old"]);
});

test("waits while another process finishes it", async () => {
  note({ next: "next", aside: "before", files: [secret] });
  let resolve: () => void = () => undefined;
  const end = new Promise<void>((done) => (resolve = done));
  const other = withClusterLock(dataDir, () => end);
  let isFinished = false;
  const finished = finishReplacement(dataDir).then(() => (isFinished = true));
  await setImmediate();
  expect([isFinished, ...state()]).toEqual([false, "old", "old"]);
  resolve();
  await Promise.all([other, finished]);
  expect(state()).toEqual(["new", "new"]);
});

test("replaces no database that another process is starting or has started", async () => {
  mkdirSync(join(dataDir, "postgres", "cluster"));
  let resolve: () => void = () => undefined;
  const started = new Promise<void>((done) => (resolve = done));
  // Stands in for its server.
  const server = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)", "postgres"]);
  const starting = withClusterLock(join(dataDir, "postgres"), async () => {
    await started;
    writeFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), `${server.pid}\n`);
  });
  const replacing = replace();
  replacing.catch(() => undefined);
  await setImmediate();
  expect(state()).toEqual(["old", "old"]);
  resolve();
  await starting;
  await expect(replacing).rejects.toThrow("is running again");
  expect(state()).toEqual(["old", "old"]);
  server.kill();
});
