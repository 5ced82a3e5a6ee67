import type { Pool } from "pg";
import type { FastifyBaseLogger } from "fastify";
import {
  leaseDue,
  nextDueIn,
  recordAttempt,
  type Delivery,
} from "#simulators/payment-provider/state/delivery-store.ts";
import { unixNow } from "#simulators/payment-provider/state/work.ts";
import { signPayload } from "./sign-payload.ts";

type DelivererOptions = {
  pool: Pool;
  secret: string;
  url: () => string | null;
  log: Pick<FastifyBaseLogger, "error" | "warn">;
  /** How long the receiver may take. */
  timeoutMs: number;
  /** Delay after the first failure; it doubles each time. */
  firstRetryMs: number;
  /** Maximum time between checks for due deliveries. */
  lookEveryMs: number;
};

export type Deliverer = {
  /** Checks for due deliveries now. */
  kick(): void;
  /** Sends one delivery and stores the outcome. Returns the response status, or null. */
  send(delivery: Delivery): Promise<number | null>;
  stop(): Promise<void>;
};

const atOnce = 20;
const longestRetryMs = 10 * 60_000;
/** About three days, like the provider. */
const mostAttempts = 440;

/** Sends due deliveries in parallel, now and later. The lease is longer than the timeout of an attempt. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { pool, log, lookEveryMs } = options;
  const work = { db: pool };
  const running = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | null = null;
  let looking = false;
  let again = false;
  let stopped = false;
  const attempts = new Set<AbortController>();

  async function send(delivery: Delivery): Promise<number | null> {
    const status = await post(options, delivery, attempts);
    const delivered = status !== null && status >= 200 && status < 300;
    const retryInMs = delivered ? null : retryAfter(delivery.attempts, options.firstRetryMs);
    await recordAttempt(work, delivery.number, { delivered, status, retryInMs });
    return status;
  }

  async function look(): Promise<void> {
    if (options.url() === null) return schedule(lookEveryMs);
    const due = await leaseDue(
      work,
      atOnce - Math.min(running.size, atOnce - 1),
      options.timeoutMs / 1000 + 5,
    );
    for (const delivery of due) {
      const sending = send(delivery)
        .catch((error: unknown) => log.error({ err: error }, "payment simulator: webhook"))
        .finally(() => {
          running.delete(sending);
          kick();
        });
      running.add(sending);
    }
    if (due.length > 0) return;
    const wait = await nextDueIn(work);
    schedule(Math.min(Math.max(wait ?? lookEveryMs, 5), lookEveryMs));
  }

  function schedule(ms: number): void {
    if (stopped) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(kick, ms);
    timer.unref();
  }

  function kick(): void {
    if (stopped) return;
    if (looking) {
      again = true;
      return;
    }
    looking = true;
    const pass = look()
      .catch((error: unknown) => {
        log.warn({ err: error }, "payment simulator: webhooks wait for the database");
        schedule(lookEveryMs);
      })
      .finally(() => {
        running.delete(pass);
        looking = false;
        if (again) {
          again = false;
          kick();
        }
      });
    running.add(pass);
  }

  return {
    kick,
    send,
    async stop() {
      stopped = true;
      for (const attempt of attempts) attempt.abort();
      if (timer) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
}

/** Milliseconds, or null after the last attempt. */
function retryAfter(attempts: number, firstMs: number): number | null {
  if (attempts >= mostAttempts) return null;
  return Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), longestRetryMs);
}

/** The response status, or null if there was none in time. Meanwhile, `attempts` has what ends it. */
async function post(
  options: DelivererOptions,
  delivery: Delivery,
  attempts: Set<AbortController>,
): Promise<number | null> {
  const url = options.url();
  if (url === null) return null;
  const { body, signature } = signPayload(delivery.event, options.secret, unixNow());
  // `AbortSignal.any` with a signal that lives longer would leave a reference in it for each attempt (Node 20).
  const attempt = new AbortController();
  const timeout = setTimeout(() => attempt.abort(), options.timeoutMs);
  attempts.add(attempt);
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signature,
        "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
      redirect: "manual",
      signal: attempt.signal,
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  } finally {
    clearTimeout(timeout);
    attempts.delete(attempt);
  }
}
