import { AppError } from "#shared/errors/app-error.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { daysRemembered } from "./gone-car.ts";
import { countKnownCars, sumKnownBytes, type WhichCars } from "./known-size-store.ts";

/**
 * What a plan compares a file with is held in memory: the cars of a seller's feeds, on sale or gone, and the imported ones
 * in no feed. The largest dealers have 35,000 cars on sale, and twice as many that sold within `daysRemembered`.
 */
const mostCars = 200_000;
/** Of the feed's and the imported cars' facts: 4 kB for each of those on sale and 2 kB for each that is gone. */
const mostBytes = 300 * 1024 * 1024;

/**
 * Refuses to load more cars than fit in memory.
 * @throws AppError too_large
 */
export async function refuseTooManyKnown(executor: Executor, which: WhichCars): Promise<void> {
  const cars = await countKnownCars(executor, which.sellerId);
  if (cars > mostCars) throw tooManyKnown(`more than ${mostCars.toLocaleString("en-US")} cars`);
  // Reading the sizes takes long for many cars.
  const bytes = await sumKnownBytes(executor, which);
  if (bytes > mostBytes)
    throw tooManyKnown(`cars with more than ${mostBytes / 1024 / 1024} MB of facts and texts`);
}

function tooManyKnown(what: string): AppError {
  const message = `Your feeds have ${what}, with those that are off sale. A car is forgotten ${daysRemembered} days after it has left its feed, but not while a plan of the feed waits. Until then, this feed cannot be synced.`;
  return new AppError("too_large", { message, fields: { file: message } });
}
