import { setImmediate } from "node:timers/promises";

/** Milliseconds of work at once. Requests are answered between two steps. */
const stepMs = 3;

/** Does work of many small parts, with pauses in which requests are answered. Each `yield` ends a part. */
export async function inSteps<Result>(work: Iterator<void, Result>): Promise<Result> {
  let started = performance.now();
  let part = work.next();
  while (!part.done) {
    if (performance.now() - started > stepMs) {
      await setImmediate();
      started = performance.now();
    }
    part = work.next();
  }
  return part.value;
}

/** Does the same work at once. */
export function atOnce<Result>(work: Iterator<void, Result>): Result {
  let part = work.next();
  while (!part.done) part = work.next();
  return part.value;
}
