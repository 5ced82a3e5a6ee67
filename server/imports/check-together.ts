import { z } from "zod";
import { minorUnitDigits } from "#shared/money/money.ts";
import type { FeedCar } from "./feed-car.ts";
import type { RowReader } from "./row-reader.ts";
import { lowestPriceIn } from "./sanity.ts";

type Facts = {
  year: number;
  mileage: number;
  price: Pick<FeedCar, "sourceCurrency" | "sourcePriceMinor">;
};

// A car of this age costs ten times the lowest price at least: less is a rate, a deposit or a number to fill a form.
const recentYears = 10;
const recentFactor = 10;
// A car that is driven to a dealer's yard once has a mileage. Demonstration cars are sold after a year or two.
const newYears = 2;
// Only prices below this many times the lowest one can be a rate or a deposit of a text.
const rateFactor = 50;

// Of the last currency: the rows of a feed usually have one.
let limits = { currency: "", unit: 1, lowest: 0 };
function limitsOf(currency: string) {
  if (limits.currency !== currency)
    limits = { currency, unit: 10 ** minorUnitDigits(currency), lowest: lowestPriceIn(currency) };
  return limits;
}

/** Refuses a price or mileage that is possible alone, but not for a car of this year or beside the row's texts. */
export function checkTogether(row: RowReader, facts: Facts, now: Date): void {
  const {
    year,
    mileage,
    price: { sourceCurrency, sourcePriceMinor },
  } = facts;
  const { unit, lowest } = limitsOf(sourceCurrency);
  const price = sourcePriceMinor / unit;
  const isCheap = price < lowest * rateFactor;
  if ((mileage !== 0 && !isCheap) || isExported(row)) return;
  const age = now.getUTCFullYear() - year;
  // "Km 0" is said of Italian cars that were registered by the dealer.
  if (
    mileage === 0 &&
    age > newYears &&
    row.textsOf("mileage").some((text) => /^[0.,]+$/.test(text))
  )
    row.faults.push({
      column: row.headerOf("mileage"),
      reason: `0 is not the mileage of a car of ${year}`,
    });
  if (!isCheap) return;
  const refuse = (reason: string) => row.faults.push({ column: row.headerOf("price"), reason });
  if (age <= recentYears && price < lowest * recentFactor)
    refuse(`${price} ${sourceCurrency} is not the price of a car of ${year}`);
  else if (isRateIn([...row.textsOf("title"), ...row.textsOf("description")].join("\n"), price))
    refuse(`${price} is a rate or a deposit, as the row's text says`);
}

/** Whether a row names a car by its id here, as those of an export do: its seller stated these numbers in the shop. */
const isExported = (row: RowReader) => z.uuid().safeParse(row.textOf("stockNumber")).success;

function isRateIn(text: string, price: number): boolean {
  if (text === "") return false;
  const plain = text.replace(/(?<=\d)[.,'’ ](?=\d{3}(?!\d))/g, "");
  const rate = new RegExp(
    `(?<!\\d)${price}(?:[.,]\\d\\d)?\\D{0,3}(?:/|\\b(?:per|a|p|pro|par|al|im)\\b)\\.? ?(?:m(?:o|th)?|month|mois|monat|mese|mes|wk|week)\\b|` +
      `(?<!\\d)${price}\\D{0,3}\\b(?:monthly|weekly|monatlich|mtl|down|deposit|anzahlung)\\b|` +
      `\\b(?:deposit|down ?payment|anzahlung|acompte|anticipo)\\b\\D{0,12}${price}(?!\\d)`,
    "i",
  );
  return rate.test(plain);
}
