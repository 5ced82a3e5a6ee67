import { setImmediate } from "node:timers/promises";
import type { Car } from "./car.ts";
import type { CarIndex } from "./car-index.ts";
import type { PriceRater, RaterSource } from "./price-rating.ts";

/** Cars rated at once, which takes a few milliseconds. Requests are answered between two steps. */
const stepSize = 100;
/** How long all cars are rated before changes are read again. */
const turnMilliseconds = 100;

/**
 * Keeps the ratings of the cars. A new or changed car is rated when it is read. After a training, and after the start,
 * all cars are rated in turns between the reads of changes.
 */
export function rateCars(index: Pick<CarIndex, "ids" | "rate">, ratings: RaterSource) {
  let used: PriceRater | null = null;
  let waiting: string[] = [];

  return {
    rater: () => used,
    /** Rates cars that are not in the index yet. */
    async rateNew(cars: Iterable<Car | null>): Promise<void> {
      if (!used) return;
      let rated = 0;
      for (const car of cars) {
        car?.rateBy(used);
        rated += 1;
        if (rated % stepSize === 0) await setImmediate();
      }
    },
    /** Takes a turn at rating all cars if the rater has changed. */
    async continueRating(): Promise<void> {
      const current = await ratings.rater();
      if (current !== used && current !== null) {
        used = current;
        waiting = index.ids();
      }
      const started = performance.now();
      while (used && waiting.length > 0 && performance.now() - started < turnMilliseconds) {
        index.rate(waiting.splice(-stepSize), used);
        await setImmediate();
      }
    },
  };
}
