import { z } from "zod";
import { minorUnitDigits } from "#shared/money/money.ts";
import type { MileageUnit } from "#shared/listings/listing.ts";
import type { FeedCar } from "./feed-car.ts";
import type { RowReader } from "./row-reader.ts";
import { lowestPriceIn } from "./sanity.ts";

type Facts = {
  year: number;
  mileage: number;
  mileageUnit: MileageUnit;
  price: Pick<FeedCar, "sourceCurrency" | "sourcePriceMinor">;
};

// A car of this age costs ten times the lowest price at least: less is a rate, a deposit or a number to fill a form.
const recentYears = 10;
const recentFactor = 10;
// A car that is driven to a dealer's yard once has a mileage. Demonstration cars are sold after a year or two.
const newYears = 2;
// Cars of the next model year are demonstration cars at most.
const mostOfNextYear = 20_000;
// Only prices below this many times the lowest one can be a rate or a deposit of a text.
const rateFactor = 50;

// Kept for the last currency, because the rows of a feed usually have only one.
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
    mileageUnit,
    price: { sourceCurrency, sourcePriceMinor },
  } = facts;
  const { unit, lowest } = limitsOf(sourceCurrency);
  const price = sourcePriceMinor / unit;
  const isCheap = price < lowest * rateFactor;
  const age = now.getUTCFullYear() - year;
  const isFuture = age < 0 && mileage > mostOfNextYear;
  if ((mileage >= 1_000 && !isCheap && !isFuture) || isExported(row)) return;
  if (isFuture)
    row.faults.push({
      column: row.headerOf("year"),
      reason: `a car of ${year} has not been driven ${mileage} ${mileageUnit}`,
    });
  // "120.00" is a mistyped "120.000": no odometer shows decimals like these.
  const typed = age >= newYears && mileage > 0 && mileage < 1_000 ? row.textsOf("mileage") : [];
  const doubtful = typed.find((text) => /^\d{1,3}[.,]0{2,}(?!\d)/.test(text));
  if (doubtful !== undefined)
    row.faults.push({
      column: row.headerOf("mileage"),
      reason: `"${doubtful}" may be in thousands (write the whole number)`,
    });
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

/** Whether a row names a car by its id here, as in an export. Its seller entered these numbers in the shop. */
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
