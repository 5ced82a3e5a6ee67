import { describe, expect, test } from "vitest";
import { readLsn } from "#server/platform/replication/lsn.ts";
import type { Manifest } from "../manifest.ts";
import {
  explainNewest,
  explainTimes,
  momentOf,
  neededSegments,
  planRestore,
  readTime,
  type KnownTimeline,
  type RestoreTarget,
} from "./plan-restore.ts";

const day = (time: string) => new Date(`2026-11-${time}:00Z`);

function aBackup(time: string, log: Partial<NonNullable<Manifest["log"]>> = {}): Manifest {
  const position = {
    systemId: "7",
    timeline: 1,
    startLsn: "0/3000028",
    endLsn: "0/3000120",
    segmentBytes: 16 * 1024 * 1024,
    ...log,
  };
  return { name: time, consistentAt: day(time), log: position } as Manifest;
}

function aTimeline(number: number, from: string, to: string, rest: Partial<KnownTimeline> = {}) {
  const knownTimeline = { timeline: number, since: day(from), until: day(to), lsn: "0/9000000" };
  return { ...knownTimeline, ancestors: [], ...rest };
}

const at = (time: string): RestoreTarget => ({ kind: "time", time: day(time) });

describe("a shop that was never restored", () => {
  const backups = [aBackup("20T02:30"), aBackup("21T02:30"), aBackup("22T02:30")];
  const timelines = [aTimeline(1, "20T00:00", "22T14:00")];

  test("is restored to a minute from the newest backup before it", () => {
    const plan = planRestore(backups, timelines, at("21T12:00"));
    expect(plan.backup.name).toBe("21T02:30");
    expect(plan.log).toMatchObject({ timeline: 1, time: day("21T12:00") });
  });

  test("is restored to its latest state from the newest backup", () => {
    const plan = planRestore(backups, timelines, { kind: "latest" });
    expect(plan.backup.name).toBe("22T02:30");
    expect(plan.log).toMatchObject({ time: null, until: day("22T14:00") });
  });

  test("is restored to a backup without the log after it", () => {
    const plan = planRestore(backups, timelines, { kind: "backup", name: "20T02:30" });
    expect(plan).toMatchObject({ backup: { name: "20T02:30" }, log: null });
  });

  test("names the possible times for one before the first backup or after the log", () => {
    const times = /Times that can be restored: from 2026-11-20 02:30:00 to 2026-11-22 14:00:00/;
    expect(() => planRestore(backups, timelines, at("20T01:00"))).toThrow(times);
    expect(() => planRestore(backups, timelines, at("22T14:01"))).toThrow(times);
    expect(() => planRestore(backups, [], at("21T12:00"))).toThrow(
      "There is no continuous archive",
    );
    expect(() => planRestore(backups, [], { kind: "backup", name: "x" })).toThrow(
      "no backup named x",
    );
  });

  test("is restored to a newer backup if the archive stopped before it", () => {
    const stopped = [aTimeline(1, "20T00:00", "21T10:00", { lsn: "0/3000000" })];
    const plan = planRestore(backups, stopped, { kind: "latest" });
    expect(plan).toMatchObject({ backup: { name: "22T02:30" }, log: null });
  });
});

test("the latest state has the log after the newest backup, also if the clock was put back", () => {
  const timelines = [aTimeline(1, "20T00:00", "22T01:00")];
  const plan = planRestore([aBackup("22T02:30")], timelines, { kind: "latest" });
  expect(plan).toMatchObject({ backup: { name: "22T02:30" }, log: { timeline: 1, time: null } });
});

describe("a shop that was restored once", () => {
  // Restored on the 21st at 12:00 to its state at 0/5000000; what came after that on timeline 1 is no longer its past.
  const switched = [{ timeline: 1, lsn: readLsn("0/5000000") }];
  const backups = [
    aBackup("20T02:30"),
    aBackup("21T02:30", { startLsn: "0/6000028", endLsn: "0/6000120" }),
    aBackup("22T02:30", { timeline: 2, startLsn: "0/7000028", endLsn: "0/7000120" }),
  ];
  const timelines = [
    aTimeline(1, "20T00:00", "21T11:50"),
    aTimeline(2, "21T12:00", "22T14:00", { ancestors: switched }),
  ];

  test("goes back to a time before the restore on the history of that time", () => {
    const plan = planRestore(backups, timelines, at("21T11:00"));
    expect(plan).toMatchObject({ backup: { name: "21T02:30" }, log: { timeline: 1 } });
  });

  test("does not start from a backup of the abandoned history", () => {
    const plan = planRestore(backups, timelines, at("21T20:00"));
    expect(plan).toMatchObject({
      backup: { name: "20T02:30" },
      log: { timeline: 2, history: "00000002.history" },
    });
  });

  test.each([
    ["ended where that history begins", "0/5000000", "21T02:30"],
    ["ended after that history had begun", "0/5000001", "20T02:30"],
  ])(
    "starts from a backup only if it did not outlast its history: one that %s",
    (_, endLsn, name) => {
      const across = aBackup("21T02:30", { startLsn: "0/4000028", endLsn });
      const plan = planRestore([backups[0]!, across], timelines, at("21T20:00"));
      expect(plan).toMatchObject({ backup: { name }, log: { timeline: 2 } });
    },
  );

  test("needs the log of both timelines, each up to where it ends", () => {
    const { log } = backups[0]!;
    expect(neededSegments(log!, timelines[1]!).map(({ name }) => name)).toEqual([
      "000000010000000000000003",
      "000000010000000000000004",
      "000000020000000000000005",
      "000000020000000000000006",
      "000000020000000000000007",
      "000000020000000000000008",
    ]);
  });
});

describe("a database that goes on with the timeline from before a restore", () => {
  // Restored on the 21st at 12:00; that was undone on the 22nd, or done on another machine.
  const backups = [aBackup("20T02:30"), aBackup("22T02:30", { timeline: 2 })];
  const switched = [{ timeline: 1, lsn: readLsn("0/5000000") }];
  const restored = aTimeline(2, "21T12:00", "22T14:00", { ancestors: switched });
  const timelines = [aTimeline(1, "20T00:00", "23T10:00"), restored];

  test("is restored to its latest state", () => {
    const plan = planRestore(backups, timelines, { kind: "latest" });
    expect(plan).toMatchObject({ backup: { name: "20T02:30" }, log: { timeline: 1 } });
    expect(explainNewest({ shown: "/backups" }, backups, timelines)).toContain(
      "is of 2026-11-23 10:00:00 UTC",
    );
  });

  test("is restored to a time after the other one ended", () => {
    expect(explainTimes(backups, timelines)).toContain("to 2026-11-23 10:00:00");
    const plan = planRestore(backups, timelines, at("23T09:00"));
    expect(plan).toMatchObject({ backup: { name: "20T02:30" }, log: { timeline: 1 } });
  });
});

test("never applies the log of an upgraded database to a backup of before the upgrade", () => {
  const backups = [aBackup("20T02:30", { systemId: "6" }), aBackup("22T02:30")];
  const timelines = [aTimeline(1, "21T12:00", "22T14:00")];
  const times = "Times that can be restored: from 2026-11-22 02:30:00 to 2026-11-22 14:00:00";
  expect(() => planRestore(backups, timelines, at("21T13:00"))).toThrow(times);
  const plan = planRestore(backups, timelines, { kind: "backup", name: "20T02:30" });
  expect(plan).toMatchObject({ backup: { name: "20T02:30" }, log: null });
});

test("the latest state is of the history that just began, which is complete until no time yet", () => {
  const began = { ...aTimeline(2, "21T12:00", "21T12:00"), until: new Date(0) };
  const ancestors = [{ timeline: 1, lsn: readLsn("0/5000000") }];
  const timelines = [aTimeline(1, "20T00:00", "21T11:50"), { ...began, ancestors }];
  const plan = planRestore([aBackup("20T02:30")], timelines, { kind: "latest" });
  expect(plan.log).toMatchObject({ timeline: 2 });
});

test("names as the newest state the one that a restore brings back", () => {
  const backups = [aBackup("20T02:30"), aBackup("22T02:30", { timeline: 2 })];
  // Of a history that ended with a restore, and of one that no backup leads to.
  const abandoned = aTimeline(1, "20T00:00", "21T12:00");
  const ofAnother = aTimeline(3, "21T00:00", "24T12:00");
  const timeline = aTimeline(2, "22T00:00", "22T14:00");
  const newest = (...timelines: KnownTimeline[]) =>
    explainNewest({ shown: "/backups" }, backups, timelines);
  expect(newest(abandoned, timeline)).toContain("is of 2026-11-22 14:00:00 UTC");
  expect(newest(abandoned, ofAnother)).toContain("is of 2026-11-22 02:30:00 UTC");
});

test("says that the archive has nothing yet after a backup that was just made", () => {
  const timelines = [aTimeline(1, "20T00:00", "22T14:00", { lsn: "0/3000000" })];
  expect(explainTimes([aBackup("22T14:01")], timelines)).toBe(
    "The archive has nothing after these backups yet. Backups that can be restored by name: 22T14:01.",
  );
});

test("says that a place has no backup", () => {
  expect(explainTimes([], [])).toBe("There is no complete backup.");
});

test("reads times in UTC unless they name a zone", () => {
  expect(readTime("2026-11-22 14:30")).toEqual(new Date("2026-11-22T14:30:00Z"));
  expect(readTime("2026-11-22T14:30:05+01:00")).toEqual(new Date("2026-11-22T13:30:05Z"));
  for (const text of ["2026-11-22", "14:30", "2026-13-40 14:30", "2026-11-22T14-30-05Z"])
    expect(readTime(text), text).toBeNull();
});

test("the moment of a restored state is the time that was asked for, or not before its last change", () => {
  const until = new Date("2026-11-22T18:32:13.899Z");
  const log = { timeline: 1, history: null, until };
  const moment = (time: Date | null, lastChange: string | null) =>
    momentOf({ backup: aBackup("22T18:18"), log: { ...log, time } }, lastChange);
  expect(moment(null, "2026-11-22 18:32:06.374825")).toEqual(until);
  expect(moment(null, null)).toEqual(until);
  // The log had a change after the moment up to which it was complete.
  expect(moment(null, "2026-11-22 18:32:14.5")).toEqual(new Date("2026-11-22T18:32:14.500Z"));
  expect(moment(null, "2026-11-22 18:32:14.265854")).toEqual(new Date("2026-11-22T18:32:14.266Z"));
  const asked = new Date("2026-11-22T18:30:00Z");
  expect(moment(asked, "2026-11-22 18:29:59.1")).toEqual(asked);
});
