/** Decimal places of a currency's minor unit (ISO 4217), as the runtime's own tables have them. */
export function minorUnitDigits(currency: string): number {
  const known = knownDigits.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  knownDigits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

// Building a formatter takes longer than presenting a whole car.
const knownDigits = new Map<string, number>();

/** Major units (what the API shows, e.g. 12500.5 dollars) of an amount in minor units. */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** minorUnitDigits(currency);
}

/**
 * Minor units of an amount in major units, or null where it has more decimals than the currency
 * or is outside the integers a number can hold exactly.
 */
export function toMinor(major: number, currency: string): number | null {
  // Its decimal text, not a product: 1.005 * 100 is not 100.5 in floating point.
  return decimalToMinor(String(major), currency);
}

/** The same for an amount as decimal text, such as "12345.50"; null for any other text. */
export function decimalToMinor(amount: string, currency: string): number | null {
  const [, whole, decimals = ""] = /^(-?\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const digits = minorUnitDigits(currency);
  if (whole === undefined || /[1-9]/.test(decimals.slice(digits))) return null;
  const minor = Number(`${whole}${decimals.slice(0, digits).padEnd(digits, "0")}`);
  return Number.isSafeInteger(minor) ? minor : null;
}

/** An amount in minor units as a person reads it; whole amounts without decimals. */
export function formatMoney(minor: number, currency: string, locale = "en-US"): string {
  return formatMajor(toMajor(minor, currency), currency, locale);
}

/** An amount in major units, as the API sends it, as a person reads it; whole amounts without decimals. */
export function formatMajor(major: number, currency: string, locale = "en-US"): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(major) ? 0 : minorUnitDigits(currency),
  }).format(major);
}
