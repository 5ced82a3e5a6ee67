import type { Booking } from "#shared/bookings/booking-contract.ts";
import { isFinal } from "#shared/payments/payment.ts";
import { recordAudit } from "#server/audit/public.ts";
import { readBooking } from "./read-booking.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { applyIntent, findPaymentOfBooking, ProviderError } from "#server/payments/public.ts";

/**
 * Reads the payment of a booking from the provider and returns the updated booking. Checks by admins are audited. If the
 * provider does not answer, the booking is returned unchanged.
 * @throws AppError not_found unless the viewer is the buyer or an admin
 */
export async function checkPayment(
  deps: Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">,
  viewer: Viewer,
  given: string,
): Promise<Booking> {
  const booking = await readBooking(deps, viewer, given);
  const payment = await findPaymentOfBooking(deps.db, booking._id);
  if (!payment?.intentId || isFinal(payment.status)) return booking;
  try {
    const { intent } = await deps.provider.readIntent(payment.intentId);
    await deps.db.transaction(async (tx) => {
      await applyIntent(tx, deps, intent, null);
      if (viewer.role === "admin")
        await recordAudit(tx, {
          actorId: viewer.accountId,
          action: "booking.check_payment",
          subjectId: booking._id,
        });
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn(
      { err: error, booking: booking._id },
      "could not read the payment from the provider",
    );
    return booking;
  }
  await deps.catalogue.refresh();
  return readBooking(deps, viewer, given);
}
