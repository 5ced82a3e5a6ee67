import { formatMajor } from "#shared/money/money.ts";
import { readMoney } from "#shared/money/read-money.ts";

/**
 * The amount to refund as it was typed, in major units of `currency`, or what is wrong with it. `most` is what may be
 * refunded, in major units; the server has the last word on it.
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
