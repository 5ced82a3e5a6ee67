import { setTimeout as wait } from "node:timers/promises";

/**
 * Runs `work` and answers only at a whole multiple of `step` milliseconds after the start, also where it throws: how
 * long the work took, and with it what it found, cannot be told from outside.
 */
export async function inSteadyTime<Answer>(
  step: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - start;
    await wait(Math.ceil(taken / step) * step - taken);
  }
}
