import type { Booking } from "#shared/bookings/booking-contract.ts";
import { isFinal } from "#shared/payments/payment.ts";
import { recordAudit } from "#server/audit/public.ts";
import { readBooking } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { applyIntent } from "./apply-intent.ts";
import { findPaymentOfBooking } from "./payment-store.ts";
import { ProviderError } from "./provider-error.ts";

/**
 * Reads a booking's payment back from the provider, because its buyer says that something happened, and answers the
 * booking as it then is. An admin's asking is noted. Where the provider does not answer, that is how we know it.
 * @throws AppError not_found for anybody but its buyer and admins
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
    deps.log.warn({ err: error, booking: booking._id }, "payment not read back");
    return booking;
  }
  await deps.catalogue.refresh();
  return readBooking(deps, viewer, given);
}
