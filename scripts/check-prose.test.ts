import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "prose-"));
const file = join(folder, "text.ts");
afterAll(() => rmSync(folder, { recursive: true }));

function check(text: string) {
  writeFileSync(file, text);
  const run = spawnSync(process.execPath, ["scripts/check-prose.mjs", file], { encoding: "utf8" });
  return { code: run.status, lines: run.stdout.replaceAll(file, "F").trim().split("\n") };
}

test.each([
  ["// Fine.\n// Nobody knows.", 'F:2: "Nobody": write no one, or name who'],
  [
    "/**\n * The words are the\n * seed's.\n */",
    'F:2: "the seed": write the specification (docs/specification.md)',
  ],
  ["Payments held-back", 'F:1: "held-back": write quarantined'],
])("reports the line and the better word in %j", (text, line) => {
  expect(check(text)).toEqual({ code: 1, lines: [line] });
});

test.each([
  "someone@example.com and nobody@example.com",
  "the seeds of a run",
  "somebodyElse",
  "binary \0 nobody",
  "uppercase letter",
])("accepts %j", (text) => {
  expect(check(text)).toEqual({ code: 0, lines: [""] });
});

test("fails for a file that does not exist", () => {
  const run = spawnSync(process.execPath, ["scripts/check-prose.mjs", join(folder, "none.md")]);
  expect(run.status).toBe(1);
});
