import { flagReadings, type CarFlag, type CarReading } from "#shared/car-history/car-reading.ts";
import { flagWords } from "#shared/car-history/flag-words.ts";
import type { CarFlagAnswer, FlaggedCar } from "#shared/car-history/car-history-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listSuspiciousReadings, readNames, readReadings } from "./car-reading-store.ts";

/** Cars in the shop that say less mileage than an earlier listing of their VIN, or another brand or year. */
export async function listFlaggedCars({ db }: Pick<Deps, "db">): Promise<FlaggedCar[]> {
  const flags = (await listSuspiciousReadings(db)).flatMap(flagReadings);
  const names = await readNames(
    db,
    flags.map(({ after }) => after.listingId),
  );
  return flags.flatMap((flag) => {
    const name = names.get(flag.after.listingId);
    return name === undefined ? [] : { _id: flag.after.listingId, name, ...presentFlag(flag) };
  });
}

/** The flags of a listing, for its page. */
export async function readFlags(executor: Executor, listingId: string): Promise<CarFlagAnswer[]> {
  return (await readReadings(executor, listingId)).flatMap(flagReadings).map(presentFlag);
}

function presentFlag({ kind, before, after }: CarFlag): CarFlagAnswer {
  const flag = { kind, before: presentReading(before), after: presentReading(after) };
  return { ...flag, text: flagWords(flag) };
}

function presentReading({ make, year, mileage, unit, at }: CarReading) {
  return { make, year, mileage, mileageUnit: unit, at: at.toISOString() };
}
