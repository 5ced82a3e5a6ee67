/** The last moment of what ends at the midnight (in UTC) after its last day, such as a check. Both are ISO times. */
export function lastMomentBefore(end: string): string {
  return new Date(Date.parse(end) - 1).toISOString();
}
