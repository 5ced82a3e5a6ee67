const day = 24 * 60 * 60;

/** Seconds without a visit after which a session ends. Each visit of a later day begins them anew. */
export const idleSession = 7 * day;

/** Seconds after its sign-in at which a session ends, however often it is used. */
export const longestSession = 30 * day;

/** Whether a session that began at `createdAt` is over by its age. */
export function isTooOld(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= longestSession * 1_000;
}
