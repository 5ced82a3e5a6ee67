const minute = 60_000;
const hour = 60 * minute;

/** How long a hold still lasts at `now` (both ms since 1970), in words. */
export function timeLeft(expiresAt: number, now: number): string {
  const left = expiresAt - now;
  if (left <= 0) return "Hold is over";
  if (left < minute) return "Held for less than a minute";
  if (left < hour) return `Held for ${Math.floor(left / minute)} min`;
  return `Held for ${Math.floor(left / hour)} h ${Math.floor((left % hour) / minute)} min`;
}
