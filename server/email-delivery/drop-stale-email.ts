import type { Deps } from "#server/deps.ts";
import { deleteStaleEmails } from "./delivery-store.ts";

const day = 24;
/** Hours in which most emails are still news. */
const usefulHours = 7 * day;

/** Hours in which an email of these kinds is of use: as long as its link works or its hold runs, or a month for records. */
function hoursByKind(config: Pick<Deps["config"], "BOOKING_HOLD_HOURS">): Record<string, number> {
  return {
    password_reset: 0.5,
    email_confirmation: day,
    "booking.buyer": config.BOOKING_HOLD_HOURS,
    "booking.seller": config.BOOKING_HOLD_HOURS,
    "receipt.buyer": 30 * day,
    "receipt.seller": 30 * day,
    "refund.buyer": 30 * day,
    "refund_failed.buyer": 30 * day,
    // They say how long one may appeal, or what came of it.
    "listing.removed": 30 * day,
    "seller.suspended": 30 * day,
    "seller.unsuspended": 30 * day,
    "appeal.decided": 30 * day,
  };
}

/**
 * Deletes unsent emails that are no longer of use, so that a mail server that is named late, or was away for long, does
 * not send expired links and old notices.
 */
export async function dropStaleEmail({ db, config, log }: Pick<Deps, "db" | "config" | "log">) {
  const mails = await deleteStaleEmails(db, { byKind: hoursByKind(config), others: usefulHours });
  if (mails > 0) log.info({ mails }, "unsent emails deleted: they were no longer of use");
}
