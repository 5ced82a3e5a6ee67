import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { BookingPayment } from "#shared/payments/payment-contract.ts";

/** Between two looks at a booking that the card provider is working on, in ms. */
const soon = 3_000;

type Facts = {
  booking: Pick<Booking, "state" | "paymentStatus">;
  payment: { refunds: Pick<BookingPayment["refunds"][number], "status">[] };
};

/** When an admin's view of a booking is read again without being asked, in ms; false where nothing is under way. */
export function nextRecordLook(record: Facts | undefined): number | false {
  if (!record) return false;
  const { booking, payment } = record;
  const isRefunding = payment.refunds.some(
    ({ status }) => status === "requested" || status === "pending",
  );
  const isWorkedOn = booking.state === "releasing" || booking.paymentStatus === "processing";
  return isRefunding || isWorkedOn ? soon : false;
}
