import type { FastifyBaseLogger } from "fastify";
import { isDatabaseUnavailable } from "#server/platform/database/is-database-unavailable.ts";

/**
 * Keeps the process running if the database is lost while pg-boss stores the outcome of a job: it does not await that
 * query, and Node ends a process with an unhandled rejection. The job runs again once it has expired. Other unhandled
 * rejections still end the process.
 */
export function surviveLostConnections(
  emitter: Pick<NodeJS.Process, "on">,
  log: Pick<FastifyBaseLogger, "warn">,
): void {
  emitter.on("unhandledRejection", (error) => {
    if (!isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, "the outcome of a job could not be stored; it will run again");
  });
}
