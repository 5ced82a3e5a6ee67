import { currenciesOf } from "./currency-words.ts";
import { splitMeasure } from "./measure.ts";
import { readNumber, type DecimalMark } from "./number-format.ts";
import { fault, type Parsed } from "./parsed.ts";

/** An amount in major units as decimal text, and the currencies its sign may mean (null: it bears none). */
export type Amount = { amount: string; currencies: readonly string[] | null };

const negotiable =
  /^(?:vb|vhb|fp|ono|o\.n\.o\.?|obo|brutto|do negocjacji|negotiable|inkl\.? ?mwst\.?|incl?\.? ?vat)$/i;
const withoutTax = /netto|\bnet\b|excl|exkl|\+ ?vat|zzgl|plus vat/i;
const thousands = /^(?:k|tys\.?|tsd\.?|tds\.?)(?=$|[^a-z])/i;

/** Reads "£30,495", "R 459 900", "12.345,00 €", "49,9 tys. zł". Words that it does not know refuse the value. */
export function parseAmount(text: string, mark: DecimalMark | null): Parsed<Amount> {
  if (text === "") return "empty";
  const measure = splitMeasure(text);
  if (!measure) return fault(`"${text}" is not an amount`);
  if (withoutTax.test(text)) return fault(`"${text}" is a price without tax`);
  let { after } = measure;
  const scale = thousands.exec(after)?.[0];
  if (scale) after = after.slice(scale.length).trim();
  const words = [measure.before, ...(negotiable.test(after) ? [] : errorMessage(after))].filter(
    Boolean,
  );
  let currencies: readonly string[] | null = null;
  for (const word of words) {
    const meant = currenciesOf(word);
    if (meant.length === 0)
      return fault(
        /^(?:\p{Sc}|[A-Z]{3})$/u.test(word)
          ? `unknown currency "${word}"`
          : `"${text}" is not an amount: "${word}"`,
      );
    if (currencies && !meant.some((code) => currencies?.includes(code)))
      return fault(`"${text}" names two currencies`);
    currencies = meant;
  }
  const number = readNumber(measure.number, mark);
  if (number === null) return fault(`"${text}" is not an amount`);
  if (number === "ambiguous")
    return fault(
      `"${text}" may be a decimal number or thousands: nothing in the file tells which (--decimal does)`,
    );
  return { value: { amount: scale ? timesThousand(number) : number, currencies } };
}

function errorMessage(after: string): string[] {
  const [first = "", ...rest] = after.split(" ");
  return negotiable.test(rest.join(" ")) ? [first] : after.split(" ");
}

/** A decimal number times 1,000, without floating point. */
export function timesThousand(number: string): string {
  const [whole = "0", decimals = ""] = number.split(".");
  const moved = `${whole}${decimals.slice(0, 3).padEnd(3, "0")}`.replace(/^0+(?=\d)/, "");
  return decimals.length > 3 ? `${moved}.${decimals.slice(3)}` : moved;
}
