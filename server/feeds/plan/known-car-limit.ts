import { getHeapStatistics } from "node:v8";
import { AppError } from "#shared/errors/app-error.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { daysRemembered } from "./gone-car.ts";
import { countKnownCars, sumKnownBytes, type WhichCars } from "./known-size-store.ts";

/**
 * A plan has in memory what it compares a file with: the cars of a seller's feeds, on sale or gone, and imported cars
 * in no feed. The largest dealers have 35,000 cars on sale, and sell twice as many within `daysRemembered`.
 */
const mostCars = 200_000;
/**
 * Megabytes of their facts. 300 MB is 4 kB for each car on sale and 2 kB for each that is gone. At most a quarter of
 * the heap, because the file itself may take half (`limitsForSellers`): 128 MB in a container of 1 GB, for which V8
 * chooses 512 MB.
 */
const mostMb = Math.min(300, Math.floor(getHeapStatistics().heap_size_limit / 4 / 1024 / 1024));

/**
 * Refuses to load more cars than fit in memory.
 * @throws AppError too_large
 */
export async function refuseTooManyKnown(executor: Executor, which: WhichCars): Promise<void> {
  const cars = await countKnownCars(executor, which);
  if (cars > mostCars) throw tooManyKnown(`more than ${mostCars.toLocaleString("en-US")} cars`);
  // Reading the sizes takes long for many cars.
  const bytes = await sumKnownBytes(executor, which);
  if (bytes > mostMb * 1024 * 1024)
    throw tooManyKnown(`cars with more than ${mostMb} MB of facts and texts`);
}

function tooManyKnown(what: string): AppError {
  const message = `Your feeds have ${what}, with those that are off sale. A car is forgotten ${daysRemembered} days after it has left its feed, but not while a plan of the feed waits. Until then, this feed cannot be synced.`;
  return new AppError("too_large", { message, fields: { file: message } });
}
