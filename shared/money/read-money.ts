import { readNumber } from "#shared/text/read-number.ts";
import { formatMajor, minorUnitDigits, toMinor } from "./money.ts";

/**
 * Parses an amount as people type it in American English: "41,000", "$41,000", "1,234,567.89 USD".
 * @param currency ISO code of the only accepted currency
 * @param label the field's name, for messages
 * @returns the amount in major units, or an error message for the field
 */
export function readMoney(
  typed: string,
  { currency, label }: { currency: string; label: string },
): { amount: number } | { error: string } {
  const text = typed.trim();
  if (text === "") return { error: `${label} is required.` };
  const digits = withoutCurrency(text, currency);
  const example = formatMajor(minorUnitDigits(currency) === 0 ? 1_250 : 1_250.5, currency);
  if (/[\p{Sc}\p{L}]/u.test(digits))
    return { error: `Enter ${label.toLowerCase()} in ${currency}, like ${example}.` };
  if (/^[-\u2212]/.test(digits)) return { error: `${label} must be above zero.` };
  const amount = readNumber(digits);
  // "41.000" means forty-one thousand in much of the world, so it is rejected as ambiguous.
  const isAmbiguous = minorUnitDigits(currency) < 3 && /^\d{1,3}\.\d{3}$/.test(digits);
  if (amount === null || isAmbiguous)
    return {
      error: `Enter ${label.toLowerCase()} with commas between thousands and a period before decimals, like ${example}.`,
    };
  if (amount === 0) return { error: `${label} must be above zero.` };
  if (amount >= Number.MAX_SAFE_INTEGER / 1_000) return { error: `${label} is too high.` };
  if (toMinor(amount, currency) === null)
    return { error: `${currency} has ${decimals(minorUnitDigits(currency))}.` };
  return { amount };
}

/** Removes the currency's code or symbol from either end of `text`. */
function withoutCurrency(text: string, currency: string): string {
  const names = [currency, ...symbolsOf(currency)].sort((a, b) => b.length - a.length);
  for (const name of names) {
    const start = text.slice(0, name.length);
    const end = text.slice(-name.length);
    if (start.toUpperCase() === name.toUpperCase()) return text.slice(name.length).trim();
    if (end.toUpperCase() === name.toUpperCase()) return text.slice(0, -name.length).trim();
  }
  return text;
}

function symbolsOf(currency: string): string[] {
  return (["symbol", "narrowSymbol"] as const).flatMap((currencyDisplay) =>
    new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === "currency" ? value : [])),
  );
}

function decimals(digits: number): string {
  return digits === 0 ? "no decimals" : `at most ${digits} decimals`;
}
