import { inMpgUk } from "#shared/listings/fuel-economy.ts";
import type { Fuel, FuelEconomyUnit } from "#shared/listings/listing.ts";
import type { FeedContext, StatedEconomyUnit } from "../feed-context.ts";
import { readNumber, splitMeasure, type DecimalMark } from "./number-format.ts";
import { ambiguousNumber, fault, type Parsed, type RowReader } from "./row-reader.ts";

/** The unit that words name ("mpg", "MPG (UK)", "l/100 km"); undefined for unknown words. */
export function economyUnitOf(words: string): StatedEconomyUnit | undefined {
  const plain = words.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (/^(?:l|ltr|litres?|liters?|liter)(?:(?:per|auf)?100km|100)$/.test(plain)) return "l_100km";
  if (/^(?:mpguk|ukmpg|mpgimp(?:erial)?|impmpg)$/.test(plain)) return "mpg_uk";
  if (/^(?:mpgus|usmpg)$/.test(plain)) return "mpg_us";
  return /^(?:mpg|milespergallon)$/.test(plain) ? "mpg" : undefined;
}

/** The unit that a header states, such as "MPG (UK)" or "Verbrauch l/100km"; null for none. */
export function economyOfHeader(header: string, unit: string | null): StatedEconomyUnit {
  if (/\bmpg\b/.test(header))
    return /\b(uk|imp|imperial)\b/.test(header)
      ? "mpg_uk"
      : /\bus\b/.test(header)
        ? "mpg_us"
        : "mpg";
  return (
    (unit
      ? economyUnitOf(unit)
      : economyUnitOf(/\bl 100 ?km$/.test(header) ? "l/100km" : header)) ?? null
  );
}

/** Reads "55.4", "38 mpg", "5,4 l/100 km". @internal */
export function parseFuelEconomy(
  text: string,
  mark: DecimalMark | null,
): Parsed<{ consumption: number; unit: StatedEconomyUnit }> {
  if (text === "") return "empty";
  const measure = splitMeasure(text);
  if (!measure || measure.before !== "") return fault(`"${text}" is not a fuel consumption`);
  const unit = measure.after === "" ? null : economyUnitOf(measure.after);
  if (unit === undefined) return fault(`"${text}": unknown unit of consumption "${measure.after}"`);
  const number = readNumber(measure.number, mark);
  if (number === null) return fault(`"${text}" is not a fuel consumption`);
  if (number === "ambiguous") return ambiguousNumber(text);
  return { value: { consumption: Number(number), unit } };
}

// The range of cars of these makes, official figures included. Values outside it are typing errors, test-cycle figures
// of plug-in hybrids or the equivalents quoted for electric cars.
const mpgUkRange = { min: 15, max: 200 };

/** Whether a car can have this consumption. @internal */
export function isPlausibleEconomy(consumption: number, unit: FuelEconomyUnit): boolean {
  const mpgUk = inMpgUk(consumption, unit);
  return mpgUk >= mpgUkRange.min && mpgUk <= mpgUkRange.max;
}

const gallonOfCurrency: Record<string, FuelEconomyUnit> = { GBP: "mpg_uk", USD: "mpg_us" };
type FuelEconomy = { consumption: number; unit: FuelEconomyUnit };

/** A row's fuel economy. An impossible one, or one in an unknown gallon, is left out. */
export function readFuelEconomy(
  row: RowReader,
  { evidence, options }: FeedContext,
  fuel: Fuel | null,
): FuelEconomy | null {
  let remark: string | null = null;
  const economy = row.take("fuelEconomy", (text, column): Parsed<FuelEconomy> => {
    const parsed = parseFuelEconomy(text, evidence.marks.get(column.index) ?? null);
    if (parsed === "empty" || "fault" in parsed) return parsed;
    if (column.unknownUnit)
      return fault(`unknown unit of consumption "${column.unknownUnit}" in the header`);
    const { consumption, unit: own } = parsed.value;
    const header = column.economyUnit;
    const vague = [own, header].some((unit) => unit === "mpg");
    const exact = [own, header].filter((unit) => unit !== null && unit !== "mpg");
    if (new Set(exact).size > 1 || (vague && exact.includes("l_100km")))
      return fault(`"${text}" contradicts its column's unit`);
    const unit =
      exact[0] ?? (vague ? (options.mpg ?? gallonOfCurrency[evidence.currency ?? ""]) : undefined);
    if (consumption === 0) return "empty";
    if (!unit) remark = vague ? "miles per gallon, UK or US gallon unknown (use --mpg)" : "no unit";
    else if (fuel === "electric") remark = "electric cars use no fuel";
    else if (!isPlausibleEconomy(consumption, unit)) remark = "impossible for a car";
    return !unit || remark ? "empty" : { value: { consumption, unit } };
  });
  if (remark) row.leftOut.push({ column: row.headerOf("fuelEconomy"), reason: remark });
  return economy;
}
