import type { MileageUnit } from "#shared/listings/listing.ts";
import type { FeedCar } from "./feed-car.ts";
import type { Column } from "./map-headers.ts";
import { fault, type Parsed } from "./parsed.ts";
import { distanceUnitOf, parseMileage } from "./parse-mileage.ts";
import type { FeedContext } from "./feed-context.ts";
import type { RowReader } from "./row-reader.ts";
import { highestMileage, isPlaceholder } from "./sanity.ts";

// Where a bare "Mileage" means miles: Britain and the United States. South Africa says mileage for kilometres.
const milesCountries = ["GBP", "USD"];

/** The mileage of a row. A bare number takes its unit from the header, a unit column, `--distance-unit` or the feed's currency. */
export function readMileage(
  row: RowReader,
  context: FeedContext,
): Pick<FeedCar, "mileage" | "mileageUnit"> | null {
  const faultsBefore = row.faults.length;
  const rowUnit = row.take("mileageUnit", (text): Parsed<MileageUnit> => {
    const unit = distanceUnitOf(text);
    return text === ""
      ? "empty"
      : unit
        ? { value: unit }
        : fault(`unknown unit of distance "${text}"`);
  });
  const mileage = row.take(
    "mileage",
    (text, column): Parsed<Pick<FeedCar, "mileage" | "mileageUnit">> => {
      const parsed = parseMileage(text, context.evidence.marks.get(column.index) ?? null);
      if (parsed === "empty" || "fault" in parsed) return parsed;
      if (column.unknownUnit)
        return fault(`unknown unit of distance "${column.unknownUnit}" in the header`);
      const { distance, unit: own } = parsed.value;
      const stated = [own, column.distanceUnit, rowUnit].filter((unit) => unit !== null);
      const unit = stated[0] ?? impliedUnit(column, context);
      if (!unit)
        return fault(
          `"${text}" bears no unit and the feed does not tell it (--distance-unit does)`,
        );
      if (stated.some((other) => other !== unit))
        return fault(
          `"${text}" is in ${unit}, its column in ${stated.find((other) => other !== unit)}`,
        );
      if (distance > highestMileage[unit]) return fault(`"${text}" is more than a car is driven`);
      return isPlaceholder(String(distance))
        ? fault(`"${text}" is a placeholder, not a mileage`)
        : { value: { mileage: distance, mileageUnit: unit } };
    },
  );
  if (!mileage && row.faults.length === faultsBefore)
    row.faults.push({ column: row.headerOf("mileage"), reason: "the mileage is missing" });
  return mileage;
}

function impliedUnit(column: Column, { options, evidence }: FeedContext): MileageUnit | null {
  if (options.distanceUnit) return options.distanceUnit;
  const currencyUnit =
    evidence.currency && milesCountries.includes(evidence.currency) ? "mi" : null;
  const units = new Set(evidence.distanceUnits);
  if (currencyUnit) units.add(currencyUnit);
  if (
    evidence.distanceUnits.size === 0 &&
    column.languages.length > 0 &&
    !column.languages.includes("en")
  )
    return null;
  return units.size === 1 ? ([...units][0] ?? null) : null;
}
