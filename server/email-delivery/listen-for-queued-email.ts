import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { OpenDatabase } from "#server/platform/database/database.ts";
import { createListener } from "#server/platform/database/create-listener.ts";
import { queuedChannel } from "#server/email/public.ts";

const patience = 5_000;

/**
 * Calls `onQueued` when any process commits a transaction that queued an email, and once per connection for emails that
 * were queued before it listened. Replaces a lost connection. Returns a function that stops it.
 */
export function hearQueuedEmail(
  { directUrl, log }: Pick<OpenDatabase, "directUrl"> & { log: FastifyBaseLogger },
  onQueued: () => void,
): () => void {
  let current: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  function hear(): void {
    const { client, listen } = createListener(directUrl, queuedChannel);
    const lost = () => {
      if (stopped || current !== client) return;
      current = null;
      timer = setTimeout(hear, patience).unref();
    };
    current = client;
    client.on("notification", onQueued).on("error", lost).on("end", lost);
    listen().then(onQueued, (error: unknown) => {
      if (!stopped)
        log.warn({ err: error }, "cannot listen for queued emails; they are sent every minute");
      lost();
      return client.end().catch(() => undefined);
    });
  }

  hear();
  return () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    void current?.end().catch(() => undefined);
  };
}
