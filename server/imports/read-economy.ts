import type { Fuel, FuelEconomyUnit } from "#shared/listings/listing.ts";
import { fault, type Parsed } from "./parsed.ts";
import { isPlausibleEconomy, parseFuelEconomy } from "./parse-fuel-economy.ts";
import type { FeedContext } from "./feed-context.ts";
import type { RowReader } from "./row-reader.ts";

const gallonOfCurrency: Record<string, FuelEconomyUnit> = { GBP: "mpg_uk", USD: "mpg_us" };
export type ReadEconomy = { consumption: number; unit: FuelEconomyUnit };

/** The consumption of a row; one that no car has, or of an unknown gallon, is left out. */
export function readEconomy(
  row: RowReader,
  { evidence, options }: FeedContext,
  fuel: Fuel | null,
): ReadEconomy | null {
  let remark: string | null = null;
  const economy = row.take("fuelEconomy", (text, column): Parsed<ReadEconomy> => {
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
    if (!unit)
      remark = vague ? "miles per gallon, but not of which gallon (--mpg tells it)" : "no unit";
    else if (fuel === "electric") remark = "an electric car burns no fuel";
    else if (!isPlausibleEconomy(consumption, unit)) remark = "no car of this kind has it";
    return !unit || remark ? "empty" : { value: { consumption, unit } };
  });
  if (remark) row.leftOut.push({ column: row.headerOf("fuelEconomy"), reason: remark });
  return economy;
}
