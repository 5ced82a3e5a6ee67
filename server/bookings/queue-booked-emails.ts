import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingEmail, reservationEmail } from "./booking-emails.ts";
import { readEmailFacts } from "./booking-email-store.ts";

/** Tells both sides of a new booking of it, in the transaction that makes it. */
export async function queueBookedEmails(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  bookingId: string,
): Promise<void> {
  for (const booking of await readEmailFacts(tx, [bookingId]))
    await queueEmail(
      tx,
      { kind: "booking.buyer", to: booking.buyer.email, ...bookingEmail(config, booking) },
      { kind: "booking.seller", to: booking.seller.email, ...reservationEmail(config, booking) },
    );
}
