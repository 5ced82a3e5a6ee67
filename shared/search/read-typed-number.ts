// Three digits after a separator are thousands. Each piece begins with a character that the one before cannot take, so
// there is one way to read a text.
const number = "[^\\d\\-]{0,4}?(\\d+(?:[\\s.,'’]\\d{3}(?!\\d))*)([.,]\\d+)?(\\D{0,10})";
const longest = 40;

/** What `readTypedNumber` reads, as the pattern of an input. */
export const numberPattern = number;

const whole = new RegExp(`^${number}$`);
// Not "km".
const thousand = /^\s?(?:k|tsd|tausend|thousand|grand)(?!\p{L})/iu;

/**
 * A number as people type it into a filter: "15,000", "20.000", "$15k", "2,5". Undefined for anything else.
 * @param hasThousands false where "1.998" is a fraction, as of liters; elsewhere it is read as in the free text
 */
export function readTypedNumber(
  typed: string,
  { hasThousands = true }: { hasThousands?: boolean } = {},
): number | undefined {
  if (typed.length > longest) return undefined;
  const match = whole.exec(typed.trim());
  if (!match) return undefined;
  const [, digits = "", fraction = "", words = ""] = match;
  const grouped = hasThousands ? digits.replace(/\D/g, "") : digits;
  const value = Number((grouped + fraction).replace(",", "."));
  // With fewer than three decimals, a price in a URL is never read as thousands.
  const rounded = (value * (thousand.test(words) ? 1_000 : 1)).toFixed(hasThousands ? 2 : 6);
  return Number.isFinite(value) ? Number(rounded) : undefined;
}
