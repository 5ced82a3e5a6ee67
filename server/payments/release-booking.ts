import { isFinal } from "#shared/payments/payment.ts";
import { lockBookingWithCar } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { applyIntent, finishRelease } from "./intents/apply-intent.ts";
import { cancelMissingPayment } from "./intents/cancel-missing-payment.ts";
import { openIntent } from "./intents/open-intent.ts";
import { findPaymentOfBooking, type Payment } from "./payment-store.ts";
import { ProviderError } from "./provider/provider-error.ts";
import type { IntentFacts } from "./provider/provider-facts.ts";

type ReleaseDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Finishes a booking in state `releasing`: cancels its payment at the provider, then makes the car available. If the
 * payment has already succeeded, the car is sold instead.
 * @throws ProviderError if the provider does not answer; the booking is unchanged
 */
export async function finishReleasing(deps: ReleaseDeps, bookingId: string): Promise<void> {
  const payment = await findPaymentOfBooking(deps.db, bookingId);
  const intent = payment && (await cancelAtProvider(deps, { ...payment, bookingId }));
  await deps.db.transaction(async (tx) => {
    if (intent) return void (await applyIntent(tx, deps, intent, null));
    const booking = await lockBookingWithCar(tx, bookingId);
    // The next run handles a payment that was started in the meantime.
    if (booking && !(await findPaymentOfBooking(tx, bookingId)))
      await finishRelease(tx, deps, booking);
  });
  await deps.catalogue.refresh();
}

/** Tries `finishReleasing` once. Returns false if the provider does not answer; the settle job tries again. */
export async function releaseBooking(deps: ReleaseDeps, bookingId: string): Promise<boolean> {
  try {
    await finishReleasing(deps, bookingId);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error, booking: bookingId }, "could not release the booking; will retry");
    return false;
  }
}

/** The intent after canceling it; null if the provider never had one. */
async function cancelAtProvider(
  deps: ReleaseDeps,
  payment: Payment & { bookingId: string },
): Promise<IntentFacts | null> {
  try {
    if (payment.intentId !== null) return await deps.provider.cancelIntent(payment.intentId);
    // The intent may exist at the provider. Creating it with the same key returns it.
    const { intent } = await openIntent(deps, payment);
    return isFinal(intent.status) ? intent : await deps.provider.cancelIntent(intent.id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    await cancelMissingPayment(deps, payment);
    return null;
  }
}
