import type { WebhookBody } from "#shared/webhooks/webhook-contract.ts";
import { toMajor } from "#shared/money/money.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Reach } from "#server/platform/http/connect-public.ts";
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
/** Seconds from each attempt to the next: ten attempts in three days. */
export const waits = [
  ...[1 * minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour],
  ...[8 * hour, 12 * hour, 20 * hour, 24 * hour],
] as const;
/** Days of nothing but failures after which an endpoint is disabled. */
const patienceDays = 3;

const lanes = 4;
/** Well below the time after which the job expires. */
const maximumRun = 5 * 60_000;

/**
 * Sends due webhooks, a few at a time, until none is left. Several processes may do so at once. A failed one waits for
 * its next attempt and does not delay others.
 */
export async function deliverWebhooks(
  deps: Pick<Deps, "db" | "config" | "log">,
  options: Reach = { allowPrivate: deps.config.demo },
): Promise<void> {
  const end = Date.now() + maximumRun;
  const lane = async () => {
    while (Date.now() < end) {
      const delivery = await claimDelivery(deps.db, waits);
      if (!delivery) return;
      await deliverOne(deps, delivery, options);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
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
