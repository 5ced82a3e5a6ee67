import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/email/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { letterOfBooking, letterOfReservation } from "./booking-letters.ts";
import { readMailFacts } from "./booking-mail-store.ts";

/** Tells both sides of a new booking of it, in the transaction that makes it. */
export async function queueBookedMails(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  bookingId: string,
): Promise<void> {
  for (const booking of await readMailFacts(tx, [bookingId]))
    await queueMail(
      tx,
      { kind: "booking.buyer", to: booking.buyer.email, ...letterOfBooking(config, booking) },
      { kind: "booking.seller", to: booking.seller.email, ...letterOfReservation(config, booking) },
    );
}
