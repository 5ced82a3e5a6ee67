import type { FuelEconomyUnit } from "#shared/listings/listing.ts";
import { splitMeasure } from "./measure.ts";
import { readNumber, type DecimalMark } from "./number-format.ts";
import { fault, type Parsed } from "./parsed.ts";

/** `unit` null: the value does not say; `"mpg"`: miles per gallon, but not of which gallon. */
export type StatedEconomyUnit = FuelEconomyUnit | "mpg" | null;
export type FuelEconomy = { consumption: number; unit: StatedEconomyUnit };

/** The unit that words name ("mpg", "MPG (UK)", "l/100 km"); undefined where they name none we know. */
export function economyUnitOf(words: string): StatedEconomyUnit | undefined {
  const plain = words.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (/^(?:l|ltr|litres?|liters?|liter)(?:(?:per|auf)?100km|100)$/.test(plain)) return "l_100km";
  if (/^(?:mpguk|ukmpg|mpgimp(?:erial)?|impmpg)$/.test(plain)) return "mpg_uk";
  if (/^(?:mpgus|usmpg)$/.test(plain)) return "mpg_us";
  return /^(?:mpg|milespergallon)$/.test(plain) ? "mpg" : undefined;
}

/** Reads "55.4", "38 mpg", "5,4 l/100 km". */
export function parseFuelEconomy(text: string, mark: DecimalMark | null): Parsed<FuelEconomy> {
  if (text === "") return "empty";
  const measure = splitMeasure(text);
  if (!measure || measure.before !== "") return fault(`"${text}" is not a fuel consumption`);
  const unit = measure.after === "" ? null : economyUnitOf(measure.after);
  if (unit === undefined) return fault(`"${text}": unknown unit of consumption "${measure.after}"`);
  const number = readNumber(measure.number, mark);
  if (number === null) return fault(`"${text}" is not a fuel consumption`);
  if (number === "ambiguous")
    return fault(
      `"${text}" may be a decimal number or thousands: nothing in the file tells which (--decimal does)`,
    );
  return { value: { consumption: Number(number), unit } };
}

// Cars of these makes, official figures included, run between these; beyond lie typing errors, test-cycle figures of
// plug-in hybrids and the equivalents quoted for electric cars, none of which is what the tank will give.
const mpgUkRange = { min: 15, max: 200 };
const litresPer100KmAtOneMpgUk = 282.481;
const mpgUkPerMpgUs = 1.20095;

/** Whether a consumption is one that a car can have. */
export function isPlausibleEconomy(consumption: number, unit: FuelEconomyUnit): boolean {
  const mpgUk =
    unit === "mpg_uk"
      ? consumption
      : unit === "mpg_us"
        ? consumption * mpgUkPerMpgUs
        : litresPer100KmAtOneMpgUk / consumption;
  return mpgUk >= mpgUkRange.min && mpgUk <= mpgUkRange.max;
}
