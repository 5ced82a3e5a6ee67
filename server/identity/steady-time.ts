import { setTimeout as wait } from "node:timers/promises";

/** Tells the time and lets it pass, in milliseconds. */
type Clock = { now: () => number; wait: (duration: number) => Promise<unknown> };

const wallClock: Clock = { now: () => performance.now(), wait };

/**
 * Runs `work` and answers only at a whole multiple of `step` milliseconds after the start, also where it throws: how
 * long the work took, and with it what it found, cannot be told from outside.
 */
export async function inSteadyTime<Answer>(
  step: number,
  work: () => Promise<Answer>,
  clock: Clock = wallClock,
): Promise<Answer> {
  const start = clock.now();
  try {
    return await work();
  } finally {
    const taken = clock.now() - start;
    await clock.wait(Math.ceil(taken / step) * step - taken);
  }
}
