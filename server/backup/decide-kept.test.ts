import { expect, test } from "vitest";
import { decideKept, readKeepRule } from "./decide-kept.ts";

const backups = (...times: string[]) => backupsOf({ systemId: "7", timeline: 1 }, times);
const backupsOf = (log: { systemId: string; timeline: number }, times: readonly string[]) =>
  times.map((name) => ({ name, finishedAt: new Date(`${name}:00Z`), log }));
const keep = (rule: string, now: string, ...times: string[]) =>
  [...decideKept(backups(...times), readKeepRule(rule)!, new Date(`${now}:00Z`))].toSorted();

test("keeps the newest backup of each of the last days and weeks", () => {
  // 2026-11-22 is a Sunday, so the week began on the 16th.
  const times = [
    "2026-11-02T02:30",
    "2026-11-09T02:30",
    "2026-11-15T02:30",
    "2026-11-20T02:30",
    "2026-11-21T02:30",
    "2026-11-22T02:30",
    "2026-11-22T09:00",
  ];
  expect(keep("2 daily 2 weekly", "2026-11-22T10:00", ...times)).toEqual([
    "2026-11-15T02:30",
    "2026-11-21T02:30",
    "2026-11-22T09:00",
  ]);
  expect(keep("2 monthly", "2026-11-22T10:00", "2026-10-31T02:30", ...times)).toEqual([
    "2026-10-31T02:30",
    "2026-11-22T09:00",
  ]);
});

test.each([
  ["a restore", { systemId: "7", timeline: 2 }],
  ["an upgrade of PostgreSQL", { systemId: "8", timeline: 1 }],
])("keeps the newest backup of a day before %s, besides those that follow it", (_, log) => {
  const before = backups("2026-11-21T02:30", "2026-11-22T02:30", "2026-11-22T08:00");
  const after = backupsOf(log, ["2026-11-22T09:00", "2026-11-22T09:30"]);
  const now = new Date("2026-11-22T10:00:00Z");
  const keptNames = decideKept([...before, ...after], readKeepRule("1 daily")!, now);
  expect([...keptNames].toSorted()).toEqual(["2026-11-22T08:00", "2026-11-22T09:30"]);
});

test("keeps a number of backups, or all of some days", () => {
  const times = ["2026-11-01T02:30", "2026-11-20T02:30", "2026-11-21T02:30", "2026-11-22T02:30"];
  expect(keep("2", "2026-11-22T03:00", ...times)).toEqual(times.slice(2));
  expect(keep("3 days", "2026-11-22T03:00", ...times)).toEqual(times.slice(1));
});

test("always keeps the newest backup, however old it is", () => {
  const times = ["2026-01-01T02:30", "2026-01-02T02:30"];
  expect(keep("5 days", "2026-11-22T03:00", ...times)).toEqual(["2026-01-02T02:30"]);
});

test.each(["", "0", "seven daily", "7 hourly", "-1", "7 daily 4", "0 daily"])(
  "refuses the rule %j",
  (text) => expect(readKeepRule(text)).toBeNull(),
);
