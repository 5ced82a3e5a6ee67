import { EventEmitter } from "node:events";
import { beforeEach, expect, test } from "vitest";
import { createOverload, type Overload, type Priority, type Waits } from "./create-overload.ts";

let time: number;
let unfinished: number;
let logged: { level: string; fields: object }[];
let pool: EventEmitter & { waitingCount: number };
let visitorPool: typeof pool;
let overload: Overload;
let utilization: number;

beforeEach(() => {
  time = 0;
  unfinished = 50;
  utilization = 1;
  logged = [];
  pool = Object.assign(new EventEmitter(), { waitingCount: 0 });
  visitorPool = Object.assign(new EventEmitter(), { waitingCount: 0 });
  const write = (level: string) => (fields: object) => void logged.push({ level, fields });
  overload = createOverload({
    pools: { requests: pool, visitors: visitorPool },
    log: { info: write("info"), warn: write("warn") } as never,
    unfinished: () => unfinished,
    now: () => time,
    utilization: () => utilization,
  });
});

/** A turn of the event loop of this many milliseconds. */
function turn(length: number): void {
  overload.turnBegins();
  time += length;
  overload.turnEnds();
}

/** Who is answered after this many milliseconds of a turn. */
function admittedAt(late: number, waits: Waits = null): Priority[] {
  overload.turnBegins();
  time += late;
  const admitted = (["optional", "normal", "essential"] as const).filter((priority) =>
    overload.admits(priority, waits),
  );
  overload.turnEnds();
  return admitted;
}

const everyone = ["optional", "normal", "essential"];

test("answers everyone while turns are short, however many requests there are", () => {
  unfinished = 10_000;
  for (let round = 0; round < 100; round += 1) turn(30);
  expect(overload.isPossible()).toBe(false);
  expect(admittedAt(300)).toEqual(everyone);
});

test("answers everyone after a single long pause", () => {
  turn(1);
  turn(150);
  expect(admittedAt(40)).toEqual(everyone);
});

test("refuses optional requests first, then others, and sign-in, booking and payment last", () => {
  for (let round = 0; round < 3; round += 1) turn(100);
  expect(overload.isPossible()).toBe(true);
  expect(admittedAt(5)).toEqual(everyone);
  expect(admittedAt(15)).toEqual(["normal", "essential"]);
  expect(admittedAt(100)).toEqual(["essential"]);
  expect(admittedAt(300)).toEqual([]);
  expect(overload.refused).toEqual({ optional: 3, normal: 2, essential: 1 });
});

test("limits how many are in progress by the length of turns, except sign-in, booking and payment", () => {
  for (let round = 0; round < 3; round += 1) turn(100);
  const ends: (() => void)[] = [];
  const admit = (priority: Priority) =>
    overload.admits(priority, null, (listener) => ends.push(listener));
  const admitted = (priority: Priority) => {
    let count = 0;
    overload.turnBegins();
    for (; count < 50 && admit(priority); count += 1);
    return count;
  };
  const atFirst = admitted("normal");
  expect(atFirst).toBeGreaterThan(0);
  expect(atFirst).toBeLessThan(10);
  expect(admit("optional")).toBe(false);
  expect(admit("essential")).toBe(true);
  time += 5;
  overload.turnEnds();
  ends.splice(0).forEach((end) => end());
  // Turns are short, so more are tried.
  for (let round = 0; round < 30; round += 1) {
    admitted("normal");
    ends.splice(0).forEach((end) => end());
    time += 5;
    overload.turnEnds();
  }
  const afterShortTurns = admitted("normal");
  expect(afterShortTurns).toBeGreaterThan(atFirst);
  ends.splice(0).forEach((end) => end());
  for (let round = 0; round < 20; round += 1) turn(100);
  expect(admitted("normal")).toBe(atFirst);
});

test("takes half as many optional requests as others", () => {
  for (let round = 0; round < 3; round += 1) turn(100);
  /** How many more of this kind are admitted after some normal ones. */
  const admitted = (priority: Priority, normal: number) => {
    const ends: (() => void)[] = [];
    const admit = (one: Priority) => overload.admits(one, null, (listener) => ends.push(listener));
    overload.turnBegins();
    for (let count = 0; count < normal; count += 1) expect(admit("normal")).toBe(true);
    let count = 0;
    while (count < 50 && admit(priority)) count += 1;
    ends.forEach((end) => end());
    overload.turnEnds();
    return count;
  };
  expect(admitted("normal", 0)).toBe(3);
  expect(admitted("optional", 0)).toBe(2);
  expect(admitted("optional", 1)).toBe(1);
  expect(admitted("optional", 2)).toBe(0);
});

test("lets one other request run at a time while a booking, payment or sign-in is in progress", () => {
  for (let round = 0; round < 3; round += 1) turn(100);
  const ends: (() => void)[] = [];
  const admit = (priority: Priority) =>
    overload.admits(priority, null, (listener) => ends.push(listener));
  overload.turnBegins();
  expect([admit("essential"), admit("essential")]).toEqual([true, true]);
  expect([admit("normal"), admit("normal"), admit("optional")]).toEqual([true, false, false]);
  expect(admit("essential")).toBe(true);
  ends.splice(0).forEach((end) => end());
  expect([admit("normal"), admit("normal")]).toEqual([true, true]);
});

test("answers everyone on a slow machine with few requests", () => {
  unfinished = 6;
  for (let round = 0; round < 10; round += 1) turn(400);
  expect(admittedAt(300)).toEqual(everyone);
});

test("counts requests that are answered at once, which are never unfinished", () => {
  unfinished = 0;
  for (let round = 0; round < 10; round += 1) turn(100);
  overload.turnBegins();
  time += 100;
  const answers = Array.from({ length: 30 }, () => overload.admits("normal", null));
  expect(answers).toEqual([...Array<boolean>(20).fill(true), ...Array<boolean>(10).fill(false)]);
});

test("ends when the event loop is idle at times, and not because refusals made turns short", () => {
  for (let round = 0; round < 3; round += 1) turn(100);
  for (let round = 0; round < 300; round += 1) turn(10);
  expect(admittedAt(100)).toEqual(["essential"]);
  utilization = 0.8;
  for (let round = 0; round < 50; round += 1) turn(10);
  expect(overload.isPossible()).toBe(true);
  for (let round = 0; round < 60; round += 1) turn(10);
  expect(overload.isPossible()).toBe(false);
  expect(admittedAt(100)).toEqual(everyone);
});

test("refuses only requests that need the database while its connections are taken", () => {
  pool.waitingCount = 40;
  turn(1);
  const after = (milliseconds: number) => {
    time += milliseconds;
    return (["optional", "normal", "essential"] as const).filter((one) =>
      overload.admits(one, "requests"),
    );
  };
  expect(after(50)).toEqual(everyone);
  expect(after(30)).toEqual(["normal", "essential"]);
  expect(after(270)).toEqual(["essential"]);
  expect(after(500)).toEqual([]);
  expect(overload.admits("optional", null)).toBe(true);

  // The last one in the queue has got its connection after 850 ms. The next ones in the queue wait less.
  for (let served = 0; served < 40; served += 1) pool.emit("acquire");
  expect(after(0)).toEqual([]);
  pool.waitingCount = 5;
  turn(1);
  time += 50;
  for (let served = 0; served < 5; served += 1) pool.emit("acquire");
  expect(after(0)).toEqual(everyone);
  pool.waitingCount = 0;
  turn(1);
  expect(overload.isPossible()).toBe(false);
});

test("refuses what visitors read while its connections are taken, and nothing else", () => {
  visitorPool.waitingCount = 10;
  turn(1);
  time += 150;
  expect(overload.isPossible()).toBe(true);
  expect(overload.admits("normal", "visitors")).toBe(false);
  expect(overload.admits("essential", "requests")).toBe(true);
  expect(overload.admits("normal", "requests")).toBe(true);
  expect(overload.admits("optional", null)).toBe(true);
});

test("logs one warning for each burst, and how many were refused", () => {
  for (let round = 0; round < 3; round += 1) turn(100);
  admittedAt(100);
  admittedAt(100);
  expect(logged).toEqual([{ level: "warn", fields: { event: "overload" } }]);
  time += 5_000;
  turn(1);
  expect(logged.slice(1)).toEqual([
    {
      level: "info",
      fields: {
        event: "overload_over",
        refused: { optional: 2, normal: 2, essential: 0 },
        seconds: 0,
      },
    },
  ]);
  turn(1);
  expect(logged).toHaveLength(2);
});
