import { isFinal } from "#shared/payments/payment.ts";
import { lockBookingWithCar } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { applyIntent, finishRelease } from "./apply-intent.ts";
import { openIntent } from "./open-intent.ts";
import { appendLog, findPaymentOfBooking, updatePayment, type Payment } from "./payment-store.ts";
import { ProviderError } from "./provider-error.ts";
import type { IntentFacts } from "./provider-facts.ts";

type ReleaseDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Finishes a booking that is being released: its payment is cancelled at the provider, and the car is freed last. A
 * payment that had gone through makes it a sale instead. Where the provider does not answer, the booking stays as it
 * is, and the job comes back to it.
 */
export async function releaseBooking(deps: ReleaseDeps, bookingId: string): Promise<void> {
  try {
    const payment = await findPaymentOfBooking(deps.db, bookingId);
    const intent = payment && (await cancelAtProvider(deps, { ...payment, bookingId }));
    await deps.db.transaction(async (tx) => {
      if (intent) return void (await applyIntent(tx, deps, intent, null));
      const booking = await lockBookingWithCar(tx, bookingId);
      // A payment that was begun meanwhile is seen by the next round.
      if (booking && !(await findPaymentOfBooking(tx, bookingId))) await finishRelease(tx, booking);
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error, booking: bookingId }, "booking not released yet");
  }
  await deps.catalogue.refresh();
}

/** The intent as it is after we asked for its end; null where the provider never had one. */
async function cancelAtProvider(
  deps: ReleaseDeps,
  payment: Payment & { bookingId: string },
): Promise<IntentFacts | null> {
  let { intentId } = payment;
  if (intentId === null) {
    // Whether it was made is not known: asked for under the same key, it is the same one.
    const opened = await openIntent(deps, payment).catch((error: unknown) => {
      if (error instanceof ProviderError && error.kind === "refused") return null;
      throw error;
    });
    if (opened === null) return giveUp(deps, payment);
    if (isFinal(opened.intent.status)) return opened.intent;
    intentId = opened.intent.id;
  }
  return deps.provider.cancelIntent(intentId);
}

async function giveUp({ db }: ReleaseDeps, payment: Payment): Promise<null> {
  await db.transaction(async (tx) => {
    await updatePayment(tx, payment.id, { status: "canceled" });
    await appendLog(tx, {
      paymentId: payment.id,
      kind: "payment",
      from: payment.status,
      to: "canceled",
      why: "the card provider refused to begin it",
    });
  });
  return null;
}
