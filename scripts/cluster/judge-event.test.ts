import { describe, expect, test } from "vitest";
// @ts-expect-error scripts are plain JavaScript without declarations
import * as untyped from "./judge-event.mjs";

type Request = {
  id: number;
  kind: string;
  startedAt: number;
  endedAt: number;
  ok: boolean;
  status: number;
  retryAfter?: string;
  error?: string;
};
type Event = {
  start: number;
  end: number;
  killed?: { server: string; at: number; goneAt: number };
};
type Measured = { failures: Request[] } & Record<string, unknown>;
type Reads = { replica: number; primary: number };
const { measureEvent, missedGoals, readsBetween, eventTable } = untyped as {
  measureEvent: (
    requests: Request[],
    event: Event,
    servedBy: (id: number) => { server: string } | undefined,
  ) => Measured;
  missedGoals: (
    goal: Record<string, number>,
    measured: Measured,
    writes: { lost: number; unseen: number },
  ) => string[];
  readsBetween: (before: Reads[], after: Reads[]) => Reads;
  eventTable: (rows: unknown[]) => string;
};
const longestGap: (requests: Request[], kind: string, event: Event) => number = untyped.longestGap;
const event = { start: 1_000, end: 5_000, killed: { server: "app1", at: 2_000, goneAt: 2_020 } };

let nextId = 1;
const request = (given: Partial<Request>): Request => ({
  id: nextId++,
  kind: "write",
  startedAt: 0,
  endedAt: 0,
  ok: true,
  status: 200,
  ...given,
});

describe("failed requests of an event", () => {
  const lost = { startedAt: 1_990, endedAt: 2_010, ok: false, status: 502 };
  const atKilled = request(lost);
  const elsewhere = request(lost);
  const later = request({ startedAt: 2_021, endedAt: 2_050, ok: false, status: 502 });
  const whileDying = request({ startedAt: 2_010, endedAt: 2_050, ok: false, status: 502 });
  const refused = request({
    startedAt: 3_000,
    endedAt: 3_001,
    ok: false,
    status: 503,
    retryAfter: "2",
  });
  const before = request({ startedAt: 500, endedAt: 900, ok: false, status: 500 });
  const servedBy = (id: number) => ({ server: id === elsewhere.id ? "app2" : "app1" });
  const measured = measureEvent(
    [atKilled, whileDying, elsewhere, later, refused, before],
    event,
    servedBy,
  );

  test("are in flight at the killed process only if they reached it before it was gone", () => {
    expect(measured).toMatchObject({ requests: 5, inFlight: 2, failed: 3, retryLater: 1 });
    expect(measured.failures.map(({ id }) => id)).toEqual(
      [elsewhere, later, refused].map(({ id }) => id),
    );
  });

  const none = { lost: 0, unseen: 0 };
  test("count toward the goal, except those in flight", () => {
    expect(missedGoals({ failed: 0 }, measured, none)).toEqual(["3 requests failed"]);
    expect(missedGoals({ failedReads: 0 }, measured, none)).toEqual([]);
    expect(missedGoals({}, measured, { lost: 2, unseen: 1 })).toEqual([
      "2 acknowledged writes lost",
      "1 own writes not in the list read after them",
    ]);
  });

  test("are in flight if the proxy closed the connection without a line in its log", () => {
    const closed = { startedAt: 1_990, endedAt: 2_010, ok: false, status: 0 };
    const reset = request({ ...closed, error: "ECONNRESET" });
    const unanswered = request({ ...closed, error: "NO_ANSWER" });
    const resetLater = request({ ...reset, startedAt: 2_021, endedAt: 2_050 });
    expect(measureEvent([reset, unanswered, resetLater], event, () => undefined)).toMatchObject({
      inFlight: 1,
      failed: 2,
    });
  });

  test("are in the table", () => {
    const writes = { acknowledged: 7, lost: 0, unseen: 1, reads: { replica: 5, primary: 3 } };
    const row = { name: "a", title: "kill", measured, ...writes, notes: ["x"] };
    expect(eventTable([row]).split("\n")[2]).toBe(
      "| a: kill | 5 | 2 | 1 | 2 | 4.00 s | 4.00 s | 7 | 0 | 5, 3 | 1 | x |",
    );
  });
});

test("lists read at a replica and at the primary are counted across a process that started again", () => {
  const before = [
    { replica: 10, primary: 2 },
    { replica: 20, primary: 0 },
  ];
  const after = [
    { replica: 14, primary: 5 },
    { replica: 3, primary: 1 },
  ];
  expect(readsBetween(before, after)).toEqual({ replica: 7, primary: 4 });
});

describe("the longest gap", () => {
  const success = (endedAt: number, kind = "write") => request({ kind, endedAt });

  test("is the longest time between two successes of the kind", () => {
    const requests = [900, 1_500, 4_000, 4_900, 5_100].map((at) => success(at));
    expect(longestGap([...requests, success(2_000, "read")], "write", event)).toBe(2_500);
  });

  test("begins with the last success before the event, and ends with it", () => {
    expect(longestGap([success(800), success(3_000)], "write", event)).toBe(2_200);
    expect(longestGap([success(1_100)], "write", event)).toBe(3_900);
    expect(longestGap([], "write", event)).toBe(4_000);
  });

  test("leaves out failures", () => {
    const failed = request({ endedAt: 2_000, ok: false });
    expect(longestGap([success(1_000), failed, success(5_000)], "write", event)).toBe(4_000);
  });
});
