import { inSteps } from "#server/platform/in-steps.ts";
import type { Car } from "./car.ts";
import type { CarIndex } from "./car-index.ts";
import type { PriceRater, RaterSource } from "./price-rating.ts";

/** Cars whose rating takes about a millisecond. */
const carsOfPart = 10;
/** How long all cars are rated before changes are read again. */
const turnMilliseconds = 100;

/**
 * Keeps the ratings of the cars. A new or changed car is rated when it is read. After a training, and after the start,
 * all cars are rated in turns between the reads of changes.
 */
export function rateCars(index: Pick<CarIndex, "ids" | "rate">, ratings: RaterSource) {
  let used: PriceRater | null = null;
  let waiting: string[] = [];

  function* rateEach(rater: PriceRater, cars: Iterable<Car | null>): Generator<void, void> {
    let rated = 0;
    for (const car of cars) {
      car?.rateBy(rater);
      rated += 1;
      if (rated % carsOfPart === 0) yield;
    }
  }

  function* rateWaiting(rater: PriceRater): Generator<void, void> {
    const started = performance.now();
    while (waiting.length > 0 && performance.now() - started < turnMilliseconds) {
      index.rate(waiting.splice(-carsOfPart), rater);
      yield;
    }
  }

  return {
    rater: () => used,
    /** Rates cars that are not in the index yet. */
    async rateNew(cars: Iterable<Car | null>): Promise<void> {
      if (used) await inSteps(rateEach(used, cars));
    },
    /** Takes a turn at rating all cars if the rater has changed. */
    async continueRating(): Promise<void> {
      const current = await ratings.rater();
      if (current !== used && current !== null) {
        used = current;
        waiting = index.ids();
      }
      if (used) await inSteps(rateWaiting(used));
    },
  };
}
