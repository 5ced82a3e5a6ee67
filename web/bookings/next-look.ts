import type { Booking } from "#shared/bookings/booking-contract.ts";

/** Between two looks, in ms: at what is about to change, and at what may change by somebody else's hand. */
const soon = 2_500;
const later = 20_000;

type Facts = Pick<Booking, "state" | "paymentStatus">;

/** When to look at a booking again without being asked, in ms; false where only its owner can change it. */
export function nextLookDelay(booking: Facts | undefined): number | false {
  if (booking === undefined) return false;
  if (booking.state === "releasing" || booking.paymentStatus === "processing") return soon;
  return booking.state === "held" ? later : false;
}

/** The same for a list: as soon as its most urgent booking wants it. A hold without any payment begun can wait. */
export function listLookDelay(bookings: readonly Facts[]): number | false {
  const delays = bookings
    .filter(({ paymentStatus }) => paymentStatus !== null)
    .flatMap((booking) => nextLookDelay(booking) || []);
  return delays.length > 0 ? Math.min(...delays) : false;
}
