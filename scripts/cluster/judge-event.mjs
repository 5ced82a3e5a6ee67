// What an event did to the requests of its time, and whether it reached its goal.

/**
 * @typedef {{ id: number, kind: string, startedAt: number, endedAt: number, ok: boolean, status: number,
 *   retryAfter?: string }} Request
 * @typedef {{ start: number, end: number, killed?: { server: string, at: number, goneAt: number } }} Event
 */

/**
 * @param {Request[]} requests
 * @param {Event} event
 * @param {(id: number) => { server: string } | undefined} servedBy which process a request reached
 */
export function measureEvent(requests, event, servedBy) {
  const during = requests.filter(
    ({ startedAt, endedAt }) => endedAt >= event.start && startedAt <= event.end,
  );
  const failed = during.filter(({ ok }) => !ok);
  const atKilled = failed.filter((request) => wasInFlight(request, event.killed, servedBy));
  const others = failed.filter((request) => !atKilled.includes(request));
  return {
    requests: during.length,
    inFlight: atKilled.length,
    failed: others.length,
    failedReads: others.filter(({ kind }) => kind === "read").length,
    retryLater: others.filter(({ status, retryAfter }) => status === 503 && retryAfter).length,
    readGap: longestGap(requests, "read", event),
    writeGap: longestGap(requests, "write", event),
    failures: others.map((request) => ({
      ...request,
      server: servedBy(request.id)?.server ?? "no process",
      after: request.startedAt - event.start,
    })),
  };
}

function wasInFlight({ id, startedAt, endedAt, error }, killed, servedBy) {
  // Requests still reach a process that has been killed until its connections are closed.
  if (!killed || startedAt > killed.goneAt || endedAt < killed.at) return false;
  const served = servedBy(id);
  // If a process dies that a connection was kept to, HAProxy closes the client's connection without an answer and
  // without a line in its log. No other process closes connections at that moment.
  if (!served) return error === "ECONNRESET";
  return served.server.startsWith(killed.server);
}

/** The longest time between two successes of a kind, in milliseconds, including the ones around the event. */
export function longestGap(requests, kind, { start, end }) {
  const successes = requests
    .filter((request) => request.ok && request.kind === kind)
    .map(({ endedAt }) => endedAt)
    .toSorted((a, b) => a - b);
  let gap = 0;
  let before = start;
  for (const at of [...successes, Infinity]) {
    if (at >= start) gap = Math.max(gap, Math.min(at, end) - Math.max(before, 0));
    if (at > end) break;
    before = at;
  }
  return gap;
}

/** What of its goal an event missed, as sentences. */
export function missedGoals(goal, measured, { lost, unseen }) {
  const missed = [];
  const { failed, failedReads, readGap, writeGap } = goal;
  if (failed !== undefined && measured.failed > failed)
    missed.push(`${measured.failed} requests failed`);
  if (failedReads !== undefined && measured.failedReads > failedReads)
    missed.push(`${measured.failedReads} reads failed`);
  if (readGap !== undefined && measured.readGap > readGap)
    missed.push(`no read for ${measured.readGap} ms`);
  if (writeGap !== undefined && measured.writeGap > writeGap)
    missed.push(`no write for ${measured.writeGap} ms`);
  if (lost > 0) missed.push(`${lost} acknowledged writes lost`);
  if (unseen > 0) missed.push(`${unseen} own writes not in the list read after them`);
  return missed;
}

/**
 * How many lists were read at a replica and at the primary between two readings of the processes' counters.
 * @param {{ replica: number, primary: number }[]} before one of each process
 * @param {{ replica: number, primary: number }[]} after a process that was started again meanwhile counts from 0
 */
export function readsBetween(before, after) {
  const reads = { replica: 0, primary: 0 };
  after.forEach((now, at) => {
    const was = before[at];
    const isSame = was && now.replica >= was.replica && now.primary >= was.primary;
    for (const server of ["replica", "primary"])
      reads[server] += now[server] - (isSame ? was[server] : 0);
  });
  return reads;
}

/** The table of all events in Markdown. */
export function eventTable(rows) {
  const head = [
    "event",
    "requests",
    "failed: in flight at the killed process",
    "failed: 503 with Retry-After",
    "failed: other",
    "longest gap of reads",
    "longest gap of writes",
    "acknowledged writes",
    "lost",
    "lists read at a replica, at the primary",
    "lists without the own write before",
    "notes",
  ];
  const cells = rows.map(({ name, title, measured, acknowledged, lost, reads, unseen, notes }) => [
    `${name}: ${title}`,
    measured.requests,
    measured.inFlight,
    measured.retryLater,
    measured.failed - measured.retryLater,
    inSeconds(measured.readGap),
    inSeconds(measured.writeGap),
    acknowledged,
    lost,
    `${reads.replica}, ${reads.primary}`,
    unseen,
    notes.join("; "),
  ]);
  const line = (values) => `| ${values.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...cells.map(line)].join("\n");
}

const inSeconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(2)} s`;

/** Failures with the same outcome, and how many there were of each. */
export function summarizeFailures(failures) {
  const counts = new Map();
  for (const failure of failures) {
    const { method, path, status, error, answer, retryAfter, server } = failure;
    const route = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id").split("?")[0];
    const message = /"message":"([^"]*)"/.exec(answer)?.[1] ?? "";
    const outcome = `${error ?? status}${retryAfter ? ` (Retry-After ${retryAfter})` : ""}`;
    const key = `${method} ${route} at ${server}: ${outcome} ${message}`.trim();
    counts.set(key, [...(counts.get(key) ?? []), failure.after]);
  }
  const times = (after) => `${inSeconds(Math.min(...after))} to ${inSeconds(Math.max(...after))}`;
  return [...counts].map(([key, after]) => `  ${after.length} × ${key} (after ${times(after)})`);
}
