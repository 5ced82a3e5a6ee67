/** Decimal places of a currency's minor unit (ISO 4217), from the runtime's tables. */
export function minorUnitDigits(currency: string): number {
  const cachedDigits = knownDigits.get(currency);
  if (cachedDigits !== undefined) return cachedDigits;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  knownDigits.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

// Creating a formatter is slower than presenting a whole listing, so formatters and their facts are cached.
const knownDigits = new Map<string, number>();

/** Converts minor units to major units, which the API uses (for example 12500.5 dollars). */
export function toMajor(minor: number, currency: string): number {
  return minor / 10 ** minorUnitDigits(currency);
}

/**
 * Converts major units to minor units. Null if the amount has more decimals than the currency allows or is too large
 * to represent exactly.
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

/** Formats an amount in minor units, without decimals when it is whole. */
export function formatMoney(minor: number, currency: string): string {
  return formatMajor(toMajor(minor, currency), currency);
}

/** Formats an amount in major units, as the API sends it, without decimals when it is whole. */
export function formatMajor(major: number, currency: string): string {
  const digits = Number.isInteger(major) ? 0 : minorUnitDigits(currency);
  return currencyFormat(currency, digits).format(major);
}

function currencyFormat(currency: string, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${currency} ${minimumFractionDigits}`;
  const cachedFormat = formats.get(key);
  if (cachedFormat !== undefined) return cachedFormat;
  const format = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits,
  });
  formats.set(key, format);
  return format;
}

const formats = new Map<string, Intl.NumberFormat>();
