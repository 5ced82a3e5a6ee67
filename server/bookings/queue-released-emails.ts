import type { Config } from "#server/platform/config/config.ts";
import { queueEmail, type NewEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listingFreeAgainEmail, releaseEmail } from "./booking-emails.ts";
import { readEmailFacts, type EmailFacts } from "./booking-email-store.ts";

/**
 * Tells both sides that holds have ended unpaid, in the transaction that ends them. Nobody is told whose account has
 * ended, and of a car that left the shop its seller is told by whatever took it off.
 */
export async function queueReleasedEmails(
  tx: Executor,
  { config }: { config: Config },
  bookingIds: string[],
): Promise<void> {
  if (bookingIds.length === 0) return;
  const bookings = await readEmailFacts(tx, bookingIds);
  const toBuyers = bookings
    .filter((booking) => !booking.buyer.isDeleted)
    .map((booking): NewEmail => {
      const letter = releaseEmail(config, booking);
      return { kind: "released.buyer", to: booking.buyer.email, ...letter };
    });
  const toSellers = bookings.filter(isFreeAgain).map((booking): NewEmail => {
    const letter = listingFreeAgainEmail(config, booking);
    return { kind: "released.seller", to: booking.seller.email, ...letter };
  });
  await queueEmail(tx, ...toBuyers, ...toSellers);
}

function isFreeAgain({ isOnSale, state, isEndedByBuyer }: EmailFacts): boolean {
  return isOnSale && (state === "expired" || isEndedByBuyer);
}
