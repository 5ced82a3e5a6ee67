import { expect, test } from "vitest";
// @ts-expect-error The scripts are plain JavaScript.
import { createResults as create, filesToRepeat, joinAttempts } from "./test-results.mjs";

type Status = "passed" | "failed" | "skipped" | "todo" | "pending";
type Results = {
  addVitest: (ok: boolean, report: unknown, nameOf: (file: string) => string) => void;
  addPlaywright: (ok: boolean, report: unknown) => void;
  skip: (count: number, what: string) => void;
  fail: (what?: string) => void;
  lines: (times: string[]) => string[];
  exitCode: () => number;
};
const createResults = create as (options: { isCI: boolean }) => Results;

/** The end of a run of Vitest with one file, whose tests ended so. */
function ends(
  statuses: Status[],
  { isCI = false, fileStatus = statuses.includes("failed") ? "failed" : "passed" } = {},
) {
  const results = createResults({ isCI });
  const tests = statuses.map((status, at) => ({ status, fullName: `${status} ${at}` }));
  const message = fileStatus === "failed" ? "No port." : "";
  const file = { name: "a.test.ts", status: fileStatus, message, assertionResults: tests };
  results.addVitest(fileStatus === "passed", { testResults: [file] }, (name) => `unit: ${name}`);
  const lines = results.lines(["unit 0:01"]);
  return { code: results.exitCode(), last: lines.at(-1), lines };
}

test("passes with tests that do not run here, and prints them", () => {
  const { code, last, lines } = ends(["passed", "skipped", "passed", "todo"]);
  expect(last).toBe("tests: 2 passed, 0 failed, 2 skipped");
  expect(lines).toContain("skipped: unit: a.test.ts: skipped 1");
  expect(code).toBe(0);
});

test("fails in CI, where every test must run", () => {
  const { code, last } = ends(["passed", "skipped"], { isCI: true });
  expect([code, last]).toEqual([1, "tests: 1 passed, 0 failed, 1 skipped"]);
});

test("keeps its last line without skipped tests", () => {
  expect(ends(["passed"])).toMatchObject({ code: 0, last: "tests: 1 passed, 0 failed" });
  const { code, last, lines } = ends(["passed", "failed"]);
  expect([code, last]).toEqual([1, "tests: 1 passed, 1 failed"]);
  expect(lines).toContain("failed: unit: a.test.ts: failed 1");
});

test("tests that did not run because what comes before them failed have failed", () => {
  const { code, last, lines } = ends(["skipped", "skipped"], { fileStatus: "failed" });
  expect([code, last]).toEqual([1, "tests: 0 passed, 2 failed"]);
  expect(lines).toContain("failed: unit: a.test.ts: its set-up\n  No port.");
  expect(ends(["passed", "pending"])).toMatchObject({
    code: 1,
    last: "tests: 1 passed, 1 failed",
  });
});

test("fails without any test that passed, and without a report", () => {
  expect(ends(["skipped"]).code).toBe(1);
  const results = createResults({ isCI: false });
  results.addVitest(true, undefined, String);
  expect(results.exitCode()).toBe(1);
});

test("counts skipped browser tests apart from failed ones", () => {
  const spec = (title: string, status: string) => ({
    file: "a.spec.ts",
    line: 1,
    title,
    tests: [{ status }],
  });
  const results = createResults({ isCI: false });
  results.addPlaywright(true, {
    stats: { expected: 1, skipped: 1 },
    suites: [
      { specs: [spec("buys", "expected")], suites: [{ specs: [spec("waits", "skipped")] }] },
    ],
  });
  expect(results.lines([])).toEqual([
    "skipped: browser: a.spec.ts:1 › waits",
    "\ntimes: ",
    "tests: 1 passed, 0 failed, 1 skipped",
  ]);
  expect(results.exitCode()).toBe(0);
});

test("a part that cannot run here is skipped, also in CI, and one that fails is not", () => {
  const results = createResults({ isCI: true });
  results.addVitest(
    true,
    { testResults: [{ name: "a", status: "passed", assertionResults: [{ status: "passed" }] }] },
    String,
  );
  results.skip(2, "cluster: patroni is not installed");
  expect(results.exitCode()).toBe(0);
  results.fail("check: named above");
  expect(results.exitCode()).toBe(1);
  expect(results.lines([])).toContain("failed: check: named above");
});

test("a file that passes in its second attempt counts as passed and is named, others still fail", () => {
  type File = { name: string; status: string; assertionResults: object[]; message?: string };
  const file = (name: string, status: Status, given: Partial<File> = {}): File => ({
    name,
    status,
    message: "",
    assertionResults: [{ status, fullName: "pays", failureMessages: ["No car.\n at pay"] }],
    ...given,
  });
  const halted = file("c", "failed", { assertionResults: [], message: "No port." });
  const first = { testResults: [file("a", "failed"), file("b", "failed"), halted] };
  expect(filesToRepeat(first)).toEqual(["a", "b", "c"]);
  const passed = { assertionResults: [{ status: "passed", fullName: "pays" }] };
  const second = {
    testResults: [file("a", "passed", passed), file("b", "failed"), file("c", "passed", passed)],
  };
  const results = createResults({ isCI: true });
  results.addVitest(false, joinAttempts(first, second), (name) => `unit: ${name}`);
  expect(results.lines([])).toEqual([
    "flaky: unit: a: pays\n  No car.",
    "flaky: unit: c: its set-up\n  No port.",
    "failed: unit: b: pays\n  No car.",
    "\ntimes: ",
    "tests: 2 passed, 1 failed",
  ]);
  expect(results.exitCode()).toBe(1);
});

test("no file gets a second attempt if many failed, or without a report", () => {
  const testResults = Array.from({ length: 4 }, (_, name) => ({ name, status: "failed" }));
  expect(filesToRepeat({ testResults })).toEqual([]);
  expect(filesToRepeat(undefined)).toEqual([]);
});
