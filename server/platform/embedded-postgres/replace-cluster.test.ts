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
import { afterEach, beforeEach, expect, test } from "vitest";
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

test("replaces the database and a file together, and keeps both", () => {
  replace();
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

test.each([0, 1, 2, 3, 4])("the next start finishes what was killed after %i steps", (done) => {
  note({ next: "next", aside: "before", files: [secret] });
  for (const [from, to] of steps.slice(0, done)) renameSync(join(dataDir, from), join(dataDir, to));
  finishReplacement(dataDir);
  expect(state()).toEqual(["new", "new"]);
  expect([read("before", "data"), read("old-secret")]).toEqual(["old", "old"]);
  expect(existsSync(join(dataDir, "replacing-postgres.json"))).toBe(false);
});

test("finishes what an earlier version began, without other files", () => {
  note({ next: "next", aside: "before" });
  finishReplacement(dataDir);
  expect(state()).toEqual(["new", "old"]);
});
