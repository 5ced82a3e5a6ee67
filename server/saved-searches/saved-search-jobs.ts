import type { Deps } from "#server/deps.ts";
import { withAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { findMatches } from "./find-matches.ts";
import { pruneMatches } from "./match-store.ts";
import { sendMatches } from "./send-matches.ts";

const queue = "saved-searches";
const pruneQueue = "saved-searches.prune";

/**
 * Every five minutes, compares changed cars with the saved searches and queues the emails that are due. Every night,
 * deletes what is no longer needed for that.
 */
export async function savedSearchJobs(deps: Deps): Promise<void> {
  await deps.jobs.createQueue(queue, { name: queue, policy: "short", expireInMinutes: 30 });
  await deps.jobs.schedule(queue, "*/5 * * * *");
  await deps.jobs.work(queue, { pollingIntervalSeconds: 1 }, async () => announceMatches(deps));
  await deps.jobs.createQueue(pruneQueue);
  await deps.jobs.work(pruneQueue, async () => pruneMatches(deps.db));
  await deps.jobs.schedule(pruneQueue, "37 4 * * *");
  if (deps.config.demo) deps.jobs.once("stopped", runOnChanges(deps));
}

/**
 * In the demo, emails appear in the outbox after the start and as soon as a car changes. Returns a function that stops
 * it.
 */
function runOnChanges({ catalogue, jobs }: Pick<Deps, "catalogue" | "jobs">): () => void {
  let seen = -1;
  const timer = setInterval(() => {
    if (seen === catalogue.version()) return;
    seen = catalogue.version();
    // Fails while the jobs are stopping.
    jobs.send(queue, {}).catch(() => undefined);
  }, 1_000).unref();
  return () => clearInterval(timer);
}

/** One run of the job. Of several processes, one runs it at a time. @internal */
export async function announceMatches(
  deps: Pick<Deps, "db" | "directUrl" | "catalogue" | "config" | "identity" | "log">,
): Promise<void> {
  const emails = await withAdvisoryLock(deps, "saved-searches", async () => {
    await findMatches(deps);
    return sendMatches(deps);
  });
  if (emails > 0) deps.log.info({ emails }, "queued emails about saved searches");
}
