import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { inSteadyTime } from "./steady-time.ts";

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await inSteadyTime(200, work).catch(() => null);
  return performance.now() - start;
}

test("quick work, slow work and a fault end at whole steps", async () => {
  expect(await inSteadyTime(10, async () => "answer")).toBe("answer");
  await expect(inSteadyTime(10, () => Promise.reject(new Error("fault")))).rejects.toThrow("fault");
  // A timer may end a millisecond early by this clock.
  expect(await timeOf(async () => null)).toBeGreaterThanOrEqual(199);
  expect(await timeOf(() => Promise.reject(new Error()))).toBeGreaterThanOrEqual(199);
  expect(await timeOf(() => wait(220))).toBeGreaterThanOrEqual(399);
});
