import { setTimeout as wait } from "node:timers/promises";

/** Tells the time and lets it pass, in milliseconds. */
type Clock = { now: () => number; wait: (duration: number) => Promise<unknown> };

export const wallClock: Clock = { now: () => performance.now(), wait };

/**
 * Runs `work` and answers only at a whole multiple of `step` milliseconds after the start, also where it throws: how
 * long the work took, and with it what it found, cannot be told from outside.
 */
export async function inSteadyTime<Answer>(
  step: number,
  work: () => Promise<Answer>,
  clock: Clock = wallClock,
): Promise<Answer> {
  const rest = restOf(step, clock);
  try {
    return await work();
  } finally {
    await rest();
  }
}

/** The same for refusals alone: what succeeds answers at once, and tells only what its caller knew. */
export async function refuseInSteadyTime<Answer>(
  step: number,
  work: () => Promise<Answer>,
  clock: Clock = wallClock,
): Promise<Answer> {
  const rest = restOf(step, clock);
  try {
    return await work();
  } catch (error) {
    await rest();
    throw error;
  }
}

function restOf(step: number, clock: Clock): () => Promise<unknown> {
  const start = clock.now();
  return () => {
    const taken = clock.now() - start;
    return clock.wait(Math.ceil(taken / step) * step - taken);
  };
}
