import type { Deps } from "#server/deps.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import { deleteStaleEmails } from "./delivery-store.ts";

const day = 24;
/** Hours in which most emails are useful. */
const usefulHours = 7 * day;

/** Hours in which emails of these kinds are useful: the lifetime of the link or hold, or a month for records. */
function hoursByKind(config: Pick<Deps["config"], "BOOKING_HOLD_HOURS">): Record<string, number> {
  return {
    password_reset: 0.5,
    email_confirmation: day,
    // The next day's email is more useful: cars sell and prices change.
    "saved_search.matches": day,
    // The next reminder, or the car's end, comes after two days.
    "listing.expiring": 2 * day,
    "booking.buyer": config.BOOKING_HOLD_HOURS,
    "booking.seller": config.BOOKING_HOLD_HOURS,
    "receipt.buyer": 30 * day,
    "receipt.seller": 30 * day,
    "refund.buyer": 30 * day,
    "refund_failed.buyer": 30 * day,
    // They contain the deadline for an appeal or its outcome.
    "listing.removed": 30 * day,
    "seller.suspended": 30 * day,
    "seller.unsuspended": 30 * day,
    "appeal.decided": 30 * day,
  };
}

/**
 * Deletes unsent emails that are no longer useful, so that expired links and old notices are not sent when a mail server
 * is configured late or was down for long.
 */
export async function dropStaleEmail({ db, config, log }: Pick<Deps, "db" | "config" | "log">) {
  const emails = await deleteStaleEmails(db, { byKind: hoursByKind(config), others: usefulHours });
  count("emails", { outcome: "dropped" }, emails);
  if (emails > 0) log.info({ emails }, "deleted unsent emails that are no longer useful");
}
