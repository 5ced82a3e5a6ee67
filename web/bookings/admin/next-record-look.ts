import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { BookingPayment } from "#shared/payments/payment-contract.ts";

/** Milliseconds between polls while the card provider is working on a booking. */
const soon = 3_000;

type Facts = {
  booking: Pick<Booking, "state" | "paymentStatus">;
  payment: { refunds: Pick<BookingPayment["refunds"][number], "status">[] };
};

/** Milliseconds until an admin's view of a booking is refetched, or false if nothing is in progress. */
export function nextRecordLook(record: Facts | undefined): number | false {
  if (!record) return false;
  const { booking, payment } = record;
  const isRefunding = payment.refunds.some(
    ({ status }) => status === "requested" || status === "pending",
  );
  const isWorkedOn = booking.state === "releasing" || booking.paymentStatus === "processing";
  return isRefunding || isWorkedOn ? soon : false;
}
