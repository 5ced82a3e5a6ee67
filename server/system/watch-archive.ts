/** Positions are kept for each minute, for as long as a day. */
const everyMs = 60_000;
const mostKept = 24 * 60;

/**
 * Says how long the oldest change of the database has waited to be archived. The server only knows how many bytes wait,
 * so the position of its log is remembered at each reading. A process that has just started knows of no earlier ones.
 */
export function watchArchive(): (
  state: { position: number; behind: number },
  now: number,
) => number {
  const seen: { at: number; position: number }[] = [];
  return ({ position, behind }, now) => {
    const archived = position - behind;
    while (seen[0] && seen[0].position <= archived) seen.shift();
    const last = seen.at(-1);
    if (behind > 0 && seen.length < mostKept && (!last || now - last.at >= everyMs))
      seen.push({ at: now, position });
    return seen[0] ? (now - seen[0].at) / 1_000 : 0;
  };
}
