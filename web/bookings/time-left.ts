const minute = 60_000;
const hour = 60 * minute;

/** Time left on a hold at `now` (both in ms since 1970), or null when it has ended. */
export function timeLeft(expiresAt: number, now: number): string | null {
  const left = expiresAt - now;
  if (left <= 0) return null;
  if (left < minute) return "less than a minute left";
  if (left < hour) return `${Math.floor(left / minute)} min left`;
  return `${Math.floor(left / hour)} h ${Math.floor((left % hour) / minute)} min left`;
}
