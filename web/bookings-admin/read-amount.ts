import { formatMajor, minorUnitDigits, toMinor } from "#shared/money/money.ts";

/** A point before decimals; commas only where they group thousands. */
const written = /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * The amount somebody typed, in major units of `currency`, or what is wrong with it. `most` is what may be refunded, in
 * major units; the server has the last word on it.
 */
export function readAmount(
  typed: string,
  { most, currency }: { most: number; currency: string },
): { amount: number } | { error: string } {
  const text = typed.trim();
  if (text === "") return { error: "Amount is required." };
  if (!written.test(text)) return { error: "Write the amount in digits, as in 1250.50." };
  const amount = Number(text.replaceAll(",", ""));
  if (amount === 0) return { error: "The amount is above zero." };
  if (toMinor(amount, currency) === null)
    return { error: `${currency} has ${decimals(minorUnitDigits(currency))}.` };
  if (amount > most)
    return { error: `At most ${formatMajor(most, currency)} can still be refunded.` };
  return { amount };
}

function decimals(digits: number): string {
  return digits === 0 ? "no decimals" : `at most ${digits} decimals`;
}
