import type PgBoss from "pg-boss";

/** How often the clock is looked at, and a step back that workers need not be woken for, in ms. */
const every = 1_000;
const harmless = 1_000;
/** The queue of pg-boss's own that starts scheduled jobs. */
const scheduler = "__pgboss__send-it";

/**
 * Keeps jobs going when the computer's clock is set back. A worker of pg-boss measures a poll by that clock, and one during
 * which it is set back by an hour makes the worker wait an hour for the next.
 */
export function wakeAfterClockSteps(boss: PgBoss, onError: (error: unknown) => void): void {
  const workers: string[] = [];
  const work = boss.work.bind(boss) as (...given: unknown[]) => Promise<string>;
  boss.work = (async (...given: unknown[]) => {
    const worker = await work(...given);
    workers.push(worker);
    return worker;
  }) as typeof boss.work;

  // The second clock only counts, and is never set.
  const distance = () => Date.now() - performance.now();
  let before = distance();
  const timer = setInterval(() => {
    const now = distance();
    if (before - now > harmless) {
      for (const worker of workers) boss.notifyWorker(worker);
      replaceScheduler(boss, work).catch(onError);
    }
    before = now;
  }, every);
  timer.unref();
  boss.once("stopped", () => clearInterval(timer));
}

/** The id of this worker is not known, so it ends after its job, and another takes its place. */
async function replaceScheduler(
  boss: PgBoss,
  work: (...given: unknown[]) => Promise<string>,
): Promise<void> {
  await boss.offWork(scheduler);
  await work(scheduler, { pollingIntervalSeconds: 5, batchSize: 50 }, (jobs: PgBoss.Job[]) =>
    boss.insert(jobs.map(({ data }) => data as PgBoss.JobInsert)),
  );
}
