import type { Booking } from "#shared/bookings/booking-contract.ts";

/** Milliseconds between refetches: while a change is imminent, and while others may change the booking. */
const soon = 2_500;
const later = 20_000;

/** The longest possible timer, in ms. */
export const longestTimer = 2 ** 31 - 1;

type Facts = Pick<Booking, "state" | "paymentStatus">;

/** Milliseconds until a booking is refetched, or false if only its owner can change it. */
export function nextLookDelay(booking: Facts | undefined): number | false {
  if (booking === undefined) return false;
  if (booking.state === "releasing" || booking.paymentStatus === "processing") return soon;
  return booking.state === "held" ? later : false;
}

/** Like `nextLookDelay` for a list: the shortest delay. Holds without a payment can wait. */
export function listLookDelay(bookings: readonly Facts[]): number | false {
  const delays = bookings
    .filter(({ paymentStatus }) => paymentStatus !== null)
    .flatMap((booking) => nextLookDelay(booking) || []);
  return delays.length > 0 ? Math.min(...delays) : false;
}

/**
 * Milliseconds until holds are refetched: one second after the first ends, by the server's clock. `now` in ms since
 * 1970.
 */
export function firstEndDelay(
  holds: readonly Pick<Booking, "expiresAt">[],
  now: number,
): number | false {
  const ends = holds.flatMap(({ expiresAt }) => (expiresAt === null ? [] : Date.parse(expiresAt)));
  if (ends.length === 0) return false;
  return Math.min(Math.max(Math.min(...ends) - now, 0) + 1_000, longestTimer);
}
