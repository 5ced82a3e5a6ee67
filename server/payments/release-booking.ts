import { isFinal } from "#shared/payments/payment.ts";
import { lockBookingWithCar } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { applyIntent, finishRelease } from "./apply-intent.ts";
import { giveUpPayment } from "./give-up-payment.ts";
import { openIntent } from "./open-intent.ts";
import { findPaymentOfBooking, type Payment } from "./payment-store.ts";
import { ProviderError } from "./provider-error.ts";
import type { IntentFacts } from "./provider-facts.ts";

type ReleaseDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Finishes a booking that is being released: its payment is cancelled at the provider, and the car is freed last. A
 * payment that had gone through makes it a sale instead.
 * @throws ProviderError where the provider does not answer: the booking stays as it is
 */
export async function finishReleasing(deps: ReleaseDeps, bookingId: string): Promise<void> {
  const payment = await findPaymentOfBooking(deps.db, bookingId);
  const intent = payment && (await cancelAtProvider(deps, { ...payment, bookingId }));
  await deps.db.transaction(async (tx) => {
    if (intent) return void (await applyIntent(tx, deps, intent, null));
    const booking = await lockBookingWithCar(tx, bookingId);
    // A payment that was begun meanwhile is seen by the next round.
    if (booking && !(await findPaymentOfBooking(tx, bookingId)))
      await finishRelease(tx, deps, booking);
  });
  await deps.catalogue.refresh();
}

/** The same, once, leaving what the provider does not answer to the job that comes back to it; false then. */
export async function releaseBooking(deps: ReleaseDeps, bookingId: string): Promise<boolean> {
  try {
    await finishReleasing(deps, bookingId);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error, booking: bookingId }, "booking not released yet");
    return false;
  }
}

/** The intent as it is after we asked for its end; null where the provider never had one. */
async function cancelAtProvider(
  deps: ReleaseDeps,
  payment: Payment & { bookingId: string },
): Promise<IntentFacts | null> {
  try {
    if (payment.intentId !== null) return await deps.provider.cancelIntent(payment.intentId);
    // Whether it was made is not known: asked for under the same key, it is the same one.
    const { intent } = await openIntent(deps, payment);
    return isFinal(intent.status) ? intent : await deps.provider.cancelIntent(intent.id);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
    await giveUpPayment(deps, payment, "the card provider does not have this payment");
    return null;
  }
}
