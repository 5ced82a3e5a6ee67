import { formatMajor } from "#shared/money/money.ts";
import { readMoney } from "#shared/money/read-money.ts";

/**
 * Parses the refund amount in major units of `currency`. `most` is the refundable amount in major units; the server
 * has the final say.
 */
export function readAmount(
  typed: string,
  { most, currency }: { most: number; currency: string },
): { amount: number } | { error: string } {
  const read = readMoney(typed, { currency, label: "Amount" });
  if ("amount" in read && read.amount > most)
    return { error: `You can refund at most ${formatMajor(most, currency)}.` };
  return read;
}
