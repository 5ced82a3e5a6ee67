import { AppError } from "#shared/errors/app-error.ts";

/**
 * Comparisons of a car with a row that one plan may make. Plans are made on the main thread, which so many comparisons
 * keep busy for about a second. Real feeds need a thousandth of them.
 */
const mostComparisons = 20_000_000;
/** A pair that is kept for sorting counts as this many comparisons, because it takes as long, and memory. */
export const costOfCandidate = 20;
/** Characters of two texts that take as long to compare as everything else of a car and a row. */
const charactersOfComparison = 150;

type Described = { description?: string | null };

/** How many comparisons a car and a row count as: texts of one length are compared up to their first difference. */
export function costOfComparison(
  { description: one }: Described,
  { description: other }: Described,
) {
  if (!one || one.length !== other?.length) return 1;
  return 1 + Math.ceil(one.length / charactersOfComparison);
}

/**
 * Counts how often cars are compared with rows for a plan. Alike cars without a number are compared each with each row.
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
  find<Car>(
    cars: readonly Car[] | undefined,
    fits: (car: Car) => boolean,
    costOf: (car: Car) => number = () => 1,
  ): Car | undefined {
    return cars?.find((car) => {
      this.add(costOf(car));
      return fits(car);
    });
  }
}

const tooManyAlike = () =>
  new AppError("too_large", {
    message:
      "Too many cars in the file are alike, so they cannot be told apart. Give each car a stock number of its own.",
  });
