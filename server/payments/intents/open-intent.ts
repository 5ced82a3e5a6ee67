import { setTimeout } from "node:timers/promises";
import type { Deps } from "#server/deps.ts";
import { advanceKey, type Payment } from "../payment-store.ts";
import { ProviderError } from "../provider/provider-error.ts";
import type { IntentFacts } from "../provider/provider-facts.ts";

const maximumRetries = 10;
const retryDelayMs = 250;

/**
 * Reads the intent of a payment, or creates it. The idempotency key comes from the booking, so that repeating a call
 * whose answer was lost does not create a second intent.
 * @throws ProviderError
 */
export async function openIntent(
  { db, provider }: Pick<Deps, "db" | "provider">,
  payment: Payment & { bookingId: string },
): Promise<{ intent: IntentFacts; clientSecret: string }> {
  if (payment.intentId !== null) return provider.readIntent(payment.intentId);
  const { id: paymentId, bookingId, amountMinor, currency, keyNumber } = payment;
  try {
    return await retryWhileKeyInUse(() =>
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
    // The provider stores its own failures under the key and would return the same one again.
    if (error instanceof ProviderError && error.kind === "failed")
      await advanceKey(db, { id: paymentId, keyNumber });
    throw error;
  }
}

/** Waits for a concurrent call with the same key: a second tab or a double click. */
async function retryWhileKeyInUse<T>(call: () => Promise<T>): Promise<T> {
  for (let left = maximumRetries; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      const isInUse = error instanceof ProviderError && error.code === "idempotency_key_in_use";
      if (!isInUse || left === 0) throw error;
      await setTimeout(retryDelayMs);
    }
  }
}
