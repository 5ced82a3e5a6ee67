import { expect, test } from "vitest";
import { watchArchive } from "./watch-archive.ts";

const minute = 60_000;

test("the age of what is not archived grows while the archive stands still, and ends when it moves on", () => {
  const age = watchArchive();
  expect(age({ position: 1_000, behind: 0 }, 0)).toBe(0);
  expect(age({ position: 1_500, behind: 500 }, minute)).toBe(0);
  expect(age({ position: 1_600, behind: 600 }, 2 * minute)).toBe(60);
  expect(age({ position: 9_000, behind: 8_000 }, 20 * minute)).toBe(19 * 60);
  // Up to 1,550: what was written in the second minute waits on.
  expect(age({ position: 9_000, behind: 7_450 }, 21 * minute)).toBe(19 * 60);
  expect(age({ position: 9_000, behind: 0 }, 22 * minute)).toBe(0);
});

test("an archive that is always a little behind, and moves on, has no age", () => {
  const age = watchArchive();
  for (let at = 0; at < 100; at += 1) {
    const seconds = age({ position: 1_000 * at, behind: 900 }, at * 15_000);
    expect(seconds).toBeLessThanOrEqual(60);
  }
});

test("knows the age of a change that waits for days", () => {
  const age = watchArchive();
  for (let at = 0; at <= 3_000; at += 1)
    age({ position: 1_000 + at, behind: 100 + at }, at * minute);
  expect(age({ position: 9_000, behind: 8_100 }, 3_001 * minute)).toBe(3_001 * 60);
});
