import type { Search } from "#shared/search/search-filters.ts";
import { carReader } from "./car.ts";
import type { ListingRow } from "./listing-row-store.ts";
import type { PriceRater } from "./price-rating.ts";
import { carColumns } from "./search/car-columns.ts";
import { matchCars } from "./search/match-cars.ts";
import { searchableCar } from "./search/searchable-car.ts";

/** For listings in states that are not in the catalogue: a function that returns the keys of those a search matches. */
export function rowMatcher(
  currency: string,
  rater: PriceRater | null,
  rows: readonly { key: string; row: ListingRow }[],
): (search: Search) => Set<string> {
  const { fromRow } = carReader();
  const cars = carColumns(currency);
  for (const { key, row } of rows) {
    const car = fromRow(row);
    if (car && rater) car.rateBy(rater);
    if (car) cars.put(key, searchableCar(car));
  }
  const keys = rows.map(({ key }) => key);
  return (search) =>
    new Set(matchCars({ cars, currency, now: new Date() }, search, keys).map(({ id }) => id));
}
