import type { Booking } from "#shared/bookings/booking-contract.ts";

/** Between two looks, in ms: at what is about to change, and at what may change by somebody else's hand. */
const soon = 2_500;
const later = 20_000;

/** The longest a timer can be set, in ms. */
export const longestTimer = 2 ** 31 - 1;

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

/** When to read holds again: a second after the first of them ends, as the server's clock decides. `now` in ms since 1970. */
export function firstEndDelay(
  holds: readonly Pick<Booking, "expiresAt">[],
  now: number,
): number | false {
  const ends = holds.flatMap(({ expiresAt }) => (expiresAt === null ? [] : Date.parse(expiresAt)));
  if (ends.length === 0) return false;
  return Math.min(Math.max(Math.min(...ends) - now, 0) + 1_000, longestTimer);
}
