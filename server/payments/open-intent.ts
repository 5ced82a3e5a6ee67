import { setTimeout } from "node:timers/promises";
import type { Deps } from "#server/deps.ts";
import { countKeyOn, type Payment } from "./payment-store.ts";
import { ProviderError } from "./provider-error.ts";
import type { IntentFacts } from "./provider-facts.ts";

const mostWaits = 10;
const waitMs = 250;

/**
 * The provider's intent of a payment, asked for where it was not yet: with a key made from the booking, so that a call
 * that was done but not answered is not done again.
 * @throws ProviderError
 */
export async function openIntent(
  { db, provider }: Pick<Deps, "db" | "provider">,
  payment: Payment & { bookingId: string },
): Promise<{ intent: IntentFacts; clientSecret: string }> {
  if (payment.intentId !== null) return provider.readIntent(payment.intentId);
  const { id: paymentId, bookingId, amountMinor, currency, keyNumber } = payment;
  try {
    return await onceFree(() =>
      provider.createIntent({
        bookingId,
        paymentId,
        amountMinor,
        currency,
        description: `Booking ${bookingId}`,
        key: `booking-${bookingId}-${keyNumber}`,
      }),
    );
  } catch (error) {
    // A failure of the provider's own is stored under its key and would be answered again.
    if (error instanceof ProviderError && error.kind === "failed")
      await countKeyOn(db, { id: paymentId, keyNumber });
    throw error;
  }
}

/** Waits for another call of ours that has the same key at this moment: a second tab, or a double click. */
async function onceFree<T>(call: () => Promise<T>): Promise<T> {
  for (let left = mostWaits; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      const isInUse = error instanceof ProviderError && error.code === "idempotency_key_in_use";
      if (!isInUse || left === 0) throw error;
      await setTimeout(waitMs);
    }
  }
}
