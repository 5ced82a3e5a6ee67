import type { Make } from "#shared/makes/all-makes.ts";
import type { MileageUnit } from "#shared/listings/listing.ts";
import { kilometersPerMile } from "#shared/listings/mileage.ts";

/** What a listing said about a car with a VIN, and when. */
export type CarReading = {
  id: number;
  listingId: string;
  make: Make;
  year: number | null;
  mileage: number;
  unit: MileageUnit;
  at: Date;
};

/** A reading that does not fit an earlier one of the same VIN. */
export type CarFlag = {
  /** The mileage went down, or the VIN belonged to a car of another brand or year. */
  kind: "mileage" | "identity";
  before: CarReading;
  after: CarReading;
};

/** Sellers correct what they typed within these days. */
export const correctionDays = 7;
const millisecondsPerDay = 86_400_000;

const kilometersOf = ({ mileage, unit }: Pick<CarReading, "mileage" | "unit">) =>
  unit === "mi" ? mileage * kilometersPerMile : mileage;

/**
 * The readings of one VIN that do not fit those before them. Readings are in their order. Rounded numbers, the same number
 * in the other unit, and corrections of the same listing (`withoutCorrected`) are honest mistakes and no flags.
 */
export function flagReadings(readings: readonly CarReading[]): CarFlag[] {
  const flags: CarFlag[] = [];
  let highest: CarReading | null = null;
  for (const after of withoutCorrected(readings)) {
    const before: CarReading | null = highest;
    if (before === null) {
      highest = after;
      continue;
    }
    if (isOtherCar(before, after)) flags.push({ kind: "identity", before, after });
    else if (isRollback(before, after)) flags.push({ kind: "mileage", before, after });
    if (kilometersOf(after) > kilometersOf(before)) highest = after;
  }
  return flags;
}

/**
 * The readings without those that a later one of the same listing corrects within a week. The first reading is corrected by
 * any other. A later one is only corrected by one that is as high, or as high as all before it. So a typing error goes, but
 * a mileage that goes down step by step stays.
 */
function withoutCorrected(readings: readonly CarReading[]): CarReading[] {
  const highestBefore = new Map<string, number>();
  return readings.filter((reading, at) => {
    const { listingId } = reading;
    const kilometers = kilometersOf(reading);
    const before = highestBefore.get(listingId) ?? -Infinity;
    highestBefore.set(listingId, Math.max(before, kilometers));
    return !readings
      .slice(at + 1)
      .some(
        (later) =>
          later.listingId === listingId &&
          later.at.getTime() - reading.at.getTime() <= correctionDays * millisecondsPerDay &&
          kilometersOf(later) >= Math.min(before, kilometers),
      );
  });
}

function isOtherCar(before: CarReading, after: CarReading): boolean {
  if (before.make !== after.make) return true;
  // A model year begins before its calendar year, so sellers differ by one.
  return before.year !== null && after.year !== null && Math.abs(before.year - after.year) > 1;
}

function isRollback(before: CarReading, after: CarReading): boolean {
  const was = kilometersOf(before);
  const is = kilometersOf(after);
  if (is >= was - Math.max(1_000, was / 100)) return false;
  const isSameNumber = Math.abs(before.mileage / Math.max(after.mileage, 1) - 1) < 0.02;
  return before.unit === after.unit || !isSameNumber;
}
