import type { OpenDeals } from "#server/bookings/public.ts";

/** What stands in the way of deleting an account, or does not. */
export type DeletionFacts = {
  /** Cars that the person reserved or bought. */
  bought: OpenDeals;
  /** Cars of theirs that others reserved or bought. */
  offered: OpenDeals;
  unsettledPayments: number;
  /** Days after which a sale no longer binds its two sides. */
  settledDays: number;
};

/** Why an account cannot be deleted now, in words for its owner (`name` null) or about them; null where it can. */
export function decideDeletion(facts: DeletionFacts, name: string | null): string | null {
  const { bought, offered, unsettledPayments, settledDays } = facts;
  const days = `${settledDays} ${settledDays === 1 ? "day" : "days"}`;
  const has = name === null ? "You have" : `${name} has`;
  const their = name === null ? "your" : "their";
  if (bought.held > 0)
    return `${has} a reserved car. The booking must be cancelled, or paid for and settled, first.`;
  if (offered.held > 0)
    return `A buyer holds one of ${their} cars. The booking must end, or be paid for and settled, first.`;
  if (bought.sold > 0)
    return `${has} paid for a car in the last ${days}. The sale must be settled first.`;
  if (offered.sold > 0)
    return `${has} sold a car in the last ${days}. The sale must be settled first.`;
  if (unsettledPayments > 0)
    return name === null
      ? "Money of yours is still on its way, or questioned by a bank. It must be settled first."
      : `Money of ${name} is still on its way, or questioned by a bank. It must be settled first.`;
  return null;
}
