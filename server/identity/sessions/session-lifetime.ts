const day = 24 * 60 * 60;

/** Seconds without a visit after which a session expires. A visit on a later day extends it. */
export const idleTimeout = 7 * day;

/** Seconds after the sign-in at which a session expires, however often it is used. */
export const maxSessionAge = 30 * day;

/** Whether a session that began at `createdAt` has reached its maximum age. */
export function isExpiredByAge(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= maxSessionAge * 1_000;
}
