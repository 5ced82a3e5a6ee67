import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nothingExpected } from "#testing/backup/nothing-expected.ts";
import { runTrial } from "./run-trial.ts";

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "marque-trial-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const never = () => new AbortController().signal;
const hour = 3_600_000;

/** Runs a stand-in for the program, which gets `try-backup` as its argument. */
function run(code: string, { limitMs = hour, signal = never() } = {}) {
  const program = join(folder, "program.mjs");
  writeFileSync(program, code);
  return runTrial(program, { expected: nothingExpected, limitMs, signal });
}

test("returns what the process found", async () => {
  const trial = {
    backup: "x",
    kind: "dump",
    images: 0,
    imagesRead: 0,
    imagesUnhashed: 0,
    database: null,
  };
  const code = `if (process.argv[2] === "try-backup") process.send({ trial: ${JSON.stringify(trial)} })`;
  expect(await run(code)).toEqual(trial);
});

test("distinguishes a bad backup from a fault of the program", async () => {
  const answer = (isExpected: boolean) =>
    run(`process.send({ error: "It is damaged.", isExpected: ${isExpected} })`);
  await expect(answer(true)).rejects.toMatchObject({
    name: "BackupError",
    message: "It is damaged.",
  });
  await expect(answer(false)).rejects.toMatchObject({ name: "Error" });
});

test("fails if the process ends without an answer or cannot be started", async () => {
  await expect(run("process.exit(1)")).rejects.toThrow("ended without an answer");
  await expect(
    runTrial(join(folder, "missing.mjs"), {
      expected: nothingExpected,
      limitMs: hour,
      signal: never(),
    }),
  ).rejects.toThrow("ended without an answer");
});

const stuck = `process.on("SIGTERM", () => { process.send({ error: "stopped" }); process.exit(); });
  setInterval(() => undefined, 1_000);`;

test("stops a process that takes too long, which counts as a failure", async () => {
  await expect(run(stuck, { limitMs: 300 })).rejects.toMatchObject({
    name: "BackupError",
    message: expect.stringContaining("took longer than"),
  });
});

test("stops the process when the shop stops, which says nothing about the backup", async () => {
  const stopping = new AbortController();
  const result = run(stuck, { signal: stopping.signal });
  stopping.abort();
  await expect(result).rejects.toMatchObject({ name: "TrialInterrupted" });
});
