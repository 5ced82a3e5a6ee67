import { randomUUID } from "node:crypto";
import type PgBoss from "pg-boss";
import { count, observe } from "#server/platform/metrics/metrics.ts";
import { currentContext, inContext } from "#server/platform/request-context.ts";
import { currentTraceparent, inSpan } from "#server/platform/tracing/tracing.ts";

/** What a job knows about the request that queued it. */
type Origin = { requestId?: string | undefined; traceparent?: string | undefined };
type Handler = (jobs: PgBoss.Job<Origin>[]) => Promise<unknown>;

/**
 * Counts, times and traces the jobs of pg-boss. A job that a request queues carries the request's id, which is in the
 * log lines of the job.
 */
export function observeJobs(boss: PgBoss, onError: (error: unknown) => void): void {
  const send = boss.send.bind(boss) as (...given: unknown[]) => Promise<string | null>;
  boss.send = ((queue: string, data?: object | null, options?: object) =>
    send(queue, { ...data, ...currentOrigin() }, options)) as typeof boss.send;

  const work = boss.work.bind(boss) as (...given: unknown[]) => Promise<string>;
  boss.work = ((queue: string, ...given: [Handler] | [object, Handler]) => {
    const handler = given.at(-1) as Handler;
    const options = given.length > 1 ? given[0] : {};
    return work(queue, options, (jobs: PgBoss.Job<Origin>[]) =>
      run({ queue, jobs, handler, onError }),
    );
  }) as typeof boss.work;
}

function currentOrigin(): Origin {
  const requestId = currentContext()?.requestId;
  const traceparent = currentTraceparent();
  return { ...(requestId && { requestId }), ...(traceparent && { traceparent }) };
}

async function run({
  queue,
  jobs,
  handler,
  onError,
}: {
  queue: string;
  jobs: PgBoss.Job<Origin>[];
  handler: Handler;
  onError: (error: unknown) => void;
}): Promise<unknown> {
  const { requestId = randomUUID(), traceparent } = jobs[0]?.data ?? {};
  const began = performance.now();
  const attributes = { "messaging.destination.name": queue, "marque.request_id": requestId };
  return inContext({ requestId, job: queue }, async () => {
    try {
      const span = { kind: "CONSUMER" as const, attributes, causedBy: traceparent };
      const result = await inSpan(`job ${queue}`, span, () => handler(jobs));
      count("jobs", { queue, outcome: "done" });
      return result;
    } catch (error) {
      count("jobs", { queue, outcome: "failed" });
      onError(error);
      // pg-boss stores the error, and that of a query has the values of a row.
      throw new Error("The job failed. The log has the error.");
    } finally {
      observe("jobs", { queue }, (performance.now() - began) / 1_000);
    }
  });
}
