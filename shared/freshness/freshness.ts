/** Days before the end on which a seller is reminded. */
export const reminderDays = [3, 1] as const;

const millisecondsPerDay = 86_400_000;

/** When a listing lapses that was confirmed at a time. A reminder on the last day gives the seller one more. */
export function expiryOf(
  { confirmedAt, lastRemindedAt }: { confirmedAt: Date; lastRemindedAt: Date | null },
  lifetimeDays: number,
): Date {
  const end = confirmedAt.getTime() + lifetimeDays * millisecondsPerDay;
  const earliest = lastRemindedAt ? lastRemindedAt.getTime() + millisecondsPerDay : 0;
  return new Date(Math.max(end, earliest));
}

/** Whole days until a time, at least 0. */
export function daysUntil(at: Date, now: Date): number {
  return Math.max(0, Math.ceil((at.getTime() - now.getTime()) / millisecondsPerDay));
}
