import { setTimeout as sleep } from "node:timers/promises";
import type { WebhookBody } from "#shared/webhooks/webhook-contract.ts";
import { toMajor } from "#shared/money/money.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Reach } from "#server/platform/http/outgoing/connect-public.ts";
import { readSeller } from "#server/listings/public.ts";
import { disabledEmail } from "./disabled-email.ts";
import { DeliveryError, postWebhook } from "./post-webhook.ts";
import { signWebhook } from "./sign-webhook.ts";
import {
  claimDelivery,
  disableFailing,
  markDelivered,
  markDeliveryFailed,
  type ClaimedDelivery,
} from "./webhook-store.ts";

const minute = 60;
const hour = 60 * minute;
/** Seconds from each attempt to the next: ten attempts in three days. @internal */
export const waits = [
  1 * minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  8 * hour,
  12 * hour,
  20 * hour,
  24 * hour,
] as const;
/** Days of nothing but failures after which an endpoint is disabled. */
const patienceDays = 3;

const mostAtOnce = 16;
/** Of these, to endpoints whose last delivery failed. So silent ones leave places to the others. */
const mostFailing = 8;
const secondsToNextLook = 1;
/** Well below the time after which the job expires. */
const maximumRun = 5 * 60_000;

/**
 * Sends due webhooks, some at a time and one of each endpoint, until none is left. Several processes may do so at once.
 * A failed one waits for its next attempt, and an endpoint that does not answer delays only its own.
 */
export async function deliverWebhooks(
  deps: Pick<Deps, "db" | "config" | "log">,
  options: Reach = { allowPrivate: deps.config.demo },
): Promise<void> {
  const end = Date.now() + maximumRun;
  const running = new Map<Promise<void>, ClaimedDelivery>();
  const start = (delivery: ClaimedDelivery) => {
    const sending = deliverOne(deps, delivery, options)
      // Caught at once: it may come while no one waits for it. The next attempt is set already.
      .catch((error: unknown) =>
        deps.log.error({ err: error, webhook: delivery.id }, "delivery of a webhook not recorded"),
      )
      .finally(() => running.delete(sending));
    running.set(sending, delivery);
  };
  const claim = () => {
    const failing = [...running.values()].filter(({ failingSince }) => failingSince !== null);
    return claimDelivery(deps.db, waits, { isHealthy: failing.length >= mostFailing });
  };
  try {
    while (Date.now() < end) {
      // One that ends during the claim frees its endpoint, which is then looked at again.
      const wasRunning = running.size > 0;
      const delivery = running.size < mostAtOnce ? await claim() : null;
      if (delivery) start(delivery);
      else if (running.size > 0)
        // Those that are queued meanwhile do not wait for a silent endpoint either.
        await Promise.race([
          ...running.keys(),
          sleep(secondsToNextLook * 1_000, null, { ref: false }),
        ]);
      else if (!wasRunning) break;
    }
  } finally {
    await Promise.all(running.keys());
  }
}

async function deliverOne(
  deps: Pick<Deps, "db" | "config" | "log">,
  delivery: ClaimedDelivery,
  options: Reach,
): Promise<void> {
  const body = JSON.stringify(bodyOf(delivery));
  const headers = signWebhook(delivery.secret, { id: delivery.id, body }, new Date());
  try {
    await postWebhook(delivery.url, { headers, body }, options);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    deps.log.info({ webhook: delivery.id, reason: error.message }, "webhook not delivered");
    return recordFailure(deps, delivery, error.message);
  }
  await deps.db.transaction((tx) => markDelivered(tx, delivery));
}

async function recordFailure(
  { db, config }: Pick<Deps, "db" | "config">,
  delivery: ClaimedDelivery,
  error: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isLast = delivery.attempts > waits.length;
    await markDeliveryFailed(tx, delivery, { error, isLast });
    const disabled = await disableFailing(tx, delivery.endpointId, patienceDays);
    if (!disabled) return;
    const seller = await readSeller(tx, disabled.accountId);
    await queueEmail(tx, disabledEmail(config, seller, { url: disabled.url, error }));
    await recordAudit(tx, {
      actorId: disabled.accountId,
      action: "webhook.disable",
      subjectId: disabled.accountId,
    });
  });
}

function bodyOf(delivery: ClaimedDelivery): WebhookBody {
  return {
    type: delivery.type,
    timestamp: delivery.createdAt.toISOString(),
    data: {
      bookingId: delivery.bookingId,
      productId: delivery.listingId,
      name: delivery.item,
      price: toMajor(delivery.priceMinor, delivery.currency),
      currency: delivery.currency,
    },
  };
}
