import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "prose-"));
const file = join(folder, "text.ts");
afterAll(() => rmSync(folder, { recursive: true }));

function check(text: string, path = file) {
  writeFileSync(path, text);
  const run = spawnSync(process.execPath, ["scripts/check-prose.mjs", path], { encoding: "utf8" });
  return { code: run.status, lines: run.stdout.replaceAll(path, "F").trim().split("\n") };
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

test("refuses names that are bare participles, not those with a noun or of a field", () => {
  const text = `const found = texts.find(isLong), knownCars = cars.filter(isKnown);
function store(kept: Set<string>) {}
const [known] = rows, { kept } = plan, answer = { kept: 1 };
const { text: said } = reply, quoted = "found";
type Answer = { told: string };`;
  expect(check(text)).toEqual({
    code: 1,
    lines: ['1: "found"', '2: "kept"', '3: "known"', '4: "said"', '5: "told"'].map(
      (place) => `F:${place}: write a noun for what it stands for`,
    ),
  });
});

test("refuses a name with hold in code that knows no booking", () => {
  const feeds = join(folder, "server/feeds");
  mkdirSync(feeds, { recursive: true });
  const path = join(feeds, "keep-file.ts");
  const text = "const heldFile = 1, threshold = 2;";
  writeFileSync(path, text);
  const run = spawnSync(
    process.execPath,
    [join(process.cwd(), "scripts/check-prose.mjs"), "server/feeds/keep-file.ts"],
    { encoding: "utf8", cwd: folder },
  );
  expect(run.stdout).toBe(
    'server/feeds/keep-file.ts:1: "heldFile": write keep or contain; a hold is the unpaid state of a booking\n',
  );
});

test("refuses a decision record of more than 500 words", () => {
  const decisions = join(folder, "docs/decisions");
  mkdirSync(decisions, { recursive: true });
  const record = join(decisions, "0001-short.md");
  const long = `# 1. Short\n\n${"word ".repeat(498)}`;
  const line = "F:1: 501 words: a decision record has at most 500";
  expect(check(long, record)).toEqual({ code: 1, lines: [line] });
  expect(check(long.replace("word ", ""), record)).toEqual({ code: 0, lines: [""] });
  expect(check(long, join(decisions, "README.md"))).toEqual({ code: 0, lines: [""] });
});

test("fails for a file that does not exist", () => {
  const run = spawnSync(process.execPath, ["scripts/check-prose.mjs", join(folder, "none.md")]);
  expect(run.status).toBe(1);
});
