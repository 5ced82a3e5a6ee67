import type { OpenBookings } from "#server/bookings/public.ts";

/** What can block the deletion of an account. */
export type DeletionFacts = {
  /** Cars that the user reserved or bought. */
  bought: OpenBookings;
  /** Cars of the user that others reserved or bought. */
  offered: OpenBookings;
  unsettledPayments: number;
  /** Days after which a sale no longer blocks the deletion of its buyer and seller. */
  settledDays: number;
};

/** Why an account cannot be deleted now, or null if it can. Addresses the owner if `name` is null, otherwise an admin. */
export function decideDeletion(facts: DeletionFacts, name: string | null): string | null {
  const { bought, offered, unsettledPayments, settledDays } = facts;
  const days = `${settledDays} ${settledDays === 1 ? "day" : "days"}`;
  const has = name === null ? "You have" : `${name} has`;
  const their = name === null ? "your" : "their";
  if (bought.held > 0)
    return `${has} a reserved car. The booking must be canceled, or paid for and settled, first.`;
  if (offered.held > 0)
    return `A buyer has reserved one of ${their} cars. The booking must end, or be paid for and settled, first.`;
  if (bought.sold > 0)
    return `${has} paid for a car in the last ${days}. The sale must be settled first.`;
  if (offered.sold > 0)
    return `${has} sold a car in the last ${days}. The sale must be settled first.`;
  if (unsettledPayments > 0)
    return name === null
      ? "One of your payments is still being processed, or disputed by a bank. It must be settled first."
      : `A payment of ${name} is still being processed, or disputed by a bank. It must be settled first.`;
  return null;
}
