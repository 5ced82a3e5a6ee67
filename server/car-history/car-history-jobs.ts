import type { Deps } from "#server/deps.ts";
import { recordAudit } from "#server/audit/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { readHead } from "./car-history-store.ts";
import { headEmail } from "./head-email.ts";
import { sealHistory } from "./seal-history.ts";

const queue = "history.head";
const sealEveryMs = 5_000;

/**
 * Every five seconds, seals the events of cars that are new. Every night, writes the end of the chain into the audit log
 * and to the operator's address, so that a chain that was made again is found. Sealing is not a job, because jobs run once a minute at most.
 */
export async function carHistoryJobs(
  deps: Pick<Deps, "db" | "jobs" | "log" | "config">,
): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(queue);
  await jobs.work(queue, async () => noteHead(deps, new Date()));
  await jobs.schedule(queue, "7 3 * * *");
  jobs.once("stopped", startSealing(deps));
}

/**
 * Writes the end of the chain into the audit log, and emails it to the operator's address if there is one.
 * @internal
 */
export async function noteHead(
  { db, config }: Pick<Deps, "db"> & { config: Pick<Config, "BRAND_NAME" | "HISTORY_HEAD_EMAIL"> },
  at: Date,
): Promise<void> {
  await sealHistory({ db });
  const head = await readHead(db);
  await db.transaction(async (tx) => {
    await recordAudit(tx, {
      actorId: null,
      action: "history.head",
      details: { position: head.position, hash: head.hash.toString("hex") },
    });
    const to = config.HISTORY_HEAD_EMAIL;
    if (to !== undefined) await queueEmail(tx, headEmail(config, { to, head, at }));
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
