import { setTimeout as wait } from "node:timers/promises";

/** In milliseconds. */
type Clock = { now: () => number; wait: (duration: number) => Promise<unknown> };

/** @internal */
export const wallClock: Clock = { now: () => performance.now(), wait };

/**
 * Runs `work` and returns or throws at a multiple of `step` milliseconds after the start, so that the response time does
 * not reveal what the work found.
 */
export async function padResponseTime<Answer>(
  step: number,
  work: () => Promise<Answer>,
  clock: Clock = wallClock,
): Promise<Answer> {
  const pad = startPadding(step, clock);
  try {
    return await work();
  } finally {
    await pad();
  }
}

/** The same for refusals only: a success returns at once and reveals only what the caller already knew. */
export async function padRefusalTime<Answer>(
  step: number,
  work: () => Promise<Answer>,
  clock: Clock = wallClock,
): Promise<Answer> {
  const pad = startPadding(step, clock);
  try {
    return await work();
  } catch (error) {
    await pad();
    throw error;
  }
}

function startPadding(step: number, clock: Clock): () => Promise<unknown> {
  const start = clock.now();
  return () => {
    const taken = clock.now() - start;
    return clock.wait(Math.ceil(taken / step) * step - taken);
  };
}
