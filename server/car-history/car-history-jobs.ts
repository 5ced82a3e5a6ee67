import type { Deps } from "#server/deps.ts";
import { recordAudit } from "#server/audit/public.ts";
import { readHead } from "./car-history-store.ts";
import { sealHistory } from "./seal-history.ts";

const queue = "history.head";
const sealEveryMs = 5_000;

/**
 * Every five seconds, seals the events of cars that are new. Every night, writes the end of the chain into the audit log,
 * so that a chain that was made again is found. Sealing is not a job, because jobs run once a minute at most.
 */
export async function carHistoryJobs(deps: Pick<Deps, "db" | "jobs" | "log">): Promise<void> {
  const { db, jobs } = deps;
  await jobs.createQueue(queue);
  await jobs.work(queue, async () => noteHead(db));
  await jobs.schedule(queue, "7 3 * * *");
  jobs.once("stopped", startSealing(deps));
}

/** Writes the end of the chain into the audit log. */
export async function noteHead(db: Deps["db"]): Promise<void> {
  await sealHistory({ db });
  const { position, hash } = await readHead(db);
  await recordAudit(db, {
    actorId: null,
    action: "history.head",
    details: { position, hash: hash.toString("hex") },
  });
}

/** Returns a function that stops it. */
function startSealing({ db, log }: Pick<Deps, "db" | "log">): () => void {
  let isSealing = false;
  const timer = setInterval(() => {
    if (isSealing) return;
    isSealing = true;
    sealHistory({ db })
      .catch((error: unknown) => log.warn({ err: error }, "the car history could not be sealed"))
      .finally(() => (isSealing = false));
  }, sealEveryMs).unref();
  return () => clearInterval(timer);
}
