import type { Config } from "#server/platform/config/config.ts";
import { queueMail, type NewMail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { letterOfFreedCar, letterOfRelease } from "./booking-letters.ts";
import { readMailFacts, type MailFacts } from "./booking-mail-store.ts";

/**
 * Tells both sides that holds have ended unpaid, in the transaction that ends them. Nobody is told whose account has
 * ended, and of a car that left the shop its seller is told by whatever took it off.
 */
export async function queueReleasedMails(
  tx: Executor,
  { config }: { config: Config },
  bookingIds: string[],
): Promise<void> {
  if (bookingIds.length === 0) return;
  const bookings = await readMailFacts(tx, bookingIds);
  const toBuyers = bookings
    .filter((booking) => !booking.buyer.isDeleted)
    .map((booking): NewMail => {
      const letter = letterOfRelease(config, booking);
      return { kind: "released.buyer", to: booking.buyer.email, ...letter };
    });
  const toSellers = bookings.filter(isFreeAgain).map((booking): NewMail => {
    const letter = letterOfFreedCar(config, booking);
    return { kind: "released.seller", to: booking.seller.email, ...letter };
  });
  await queueMail(tx, ...toBuyers, ...toSellers);
}

function isFreeAgain({ isOnSale, state, isEndedByBuyer }: MailFacts): boolean {
  return isOnSale && (state === "expired" || isEndedByBuyer);
}
