import { formatMajor } from "#shared/money/money.ts";

/** How people type currencies, and the code or symbol of those that they mean. */
const typedCurrencies: [typed: RegExp, meant: string][] = [
  [/£|pounds?/i, "£"],
  [/€|euros?/i, "€"],
  [/\$|dollars?|bucks/i, "$"],
  [/gbp/i, "GBP"],
  [/eur(?!o)/i, "EUR"],
  [/usd/i, "USD"],
  [/chf/i, "CHF"],
];

/** Whether an amount is typed in another currency than the shop's. "$" is also the sign of Canadian dollars. */
export function isForeignAmount(typed: string, { currency }: { currency: string }): boolean {
  return typedCurrencies.some(
    ([words, meant]) =>
      words.test(typed) && meant !== currency && !formatMajor(1, currency).includes(meant),
  );
}
