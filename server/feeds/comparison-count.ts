import { AppError } from "#shared/errors/app-error.ts";

/**
 * Comparisons of a car and a row for one plan. Plans are made on the main thread, which these keep busy for about a second;
 * real feeds need a thousandth of them.
 */
const mostComparisons = 20_000_000;
/** A pair that is kept until all are sorted takes as long as so many comparisons, and memory. */
export const costOfCandidate = 20;

/**
 * Counts how often cars are compared with rows for a plan: alike cars without a number take the number of cars times that
 * of rows.
 */
export class ComparisonCount {
  #made = 0;
  readonly #most: number;

  constructor(most: number = mostComparisons) {
    this.#most = most;
  }

  /** @throws AppError too_large beyond the most */
  add(comparisons: number): void {
    this.#made += comparisons;
    if (this.#made > this.#most) throw tooManyAlike();
  }

  /** The first car that fits. @throws AppError too_large */
  find<Car>(cars: readonly Car[] | undefined, fits: (car: Car) => boolean): Car | undefined {
    if (!cars) return undefined;
    const at = cars.findIndex(fits);
    this.add(at < 0 ? cars.length : at + 1);
    return cars[at];
  }
}

const tooManyAlike = () =>
  new AppError("too_large", {
    message:
      "Too many cars in the file are alike, so they cannot be told apart. Give each car a stock number of its own.",
  });
