import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { OpenDatabase } from "./database.ts";
import { createListener } from "./create-listener.ts";

const patience = 5_000;

type Channel = {
  channel: string;
  /** What is logged while the channel cannot be listened to. */
  warning: string;
};

/**
 * Calls `onNotice` when any process commits a transaction that notified the channel, and once per connection for what
 * happened before it listened. Replaces a lost connection. Returns a function that stops it.
 */
export function listenToChannel(
  { directUrl, log }: Pick<OpenDatabase, "directUrl"> & { log: FastifyBaseLogger },
  { channel, warning }: Channel,
  onNotice: () => void,
): () => void {
  let current: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  function hear(): void {
    const { client, listen } = createListener(directUrl, channel);
    const lost = () => {
      if (stopped || current !== client) return;
      current = null;
      timer = setTimeout(hear, patience).unref();
    };
    current = client;
    client.on("notification", onNotice).on("error", lost).on("end", lost);
    listen().then(onNotice, (error: unknown) => {
      if (!stopped) log.warn({ err: error }, warning);
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
