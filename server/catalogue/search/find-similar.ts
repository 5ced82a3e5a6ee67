import { valueFilters } from "#shared/search/search-filters.ts";
import type { Car } from "../car.ts";
import type { CarColumns } from "./car-columns.ts";
import { noCell } from "./cells.ts";
import { searchableCar } from "./searchable-car.ts";

// What two cars have in common, in points. A doubled price costs as much as another body type.
const points = { make: 2, model: 6, body: 3, fuel: 1, transmission: 0.5, colour: 0.25 };
const perDoublePrice = 3;
const perYear = 0.4;

/** The ids of the cars on sale that are most like this one: first the same model, then similar ones near its price. */
export function findSimilar(cars: CarColumns, car: Car, limit: number): string[] {
  const wanted = searchableCar(car);
  const { cell, price, year } = cars.columns;
  const own = cars.slotOf(car.id);
  const wantedCodes = valueFilters.map((name) => {
    const value = wanted[name];
    return value === null ? undefined : cars.codes[name].find(value);
  });
  const ofCell = new Float64Array(cars.cells.size());
  for (let at = 1; at < ofCell.length; at++) {
    const codes = cars.cells.codes(at);
    for (const [index, name] of valueFilters.entries())
      if (wantedCodes[index] !== undefined && codes[index] === wantedCodes[index])
        ofCell[at]! += points[name];
  }
  const best: { slot: number; score: number }[] = [];
  for (let slot = 0; slot < cars.length(); slot++) {
    const most = ofCell[cell[slot]!]!;
    if (cell[slot] === noCell || slot === own) continue;
    const worst = best.length < limit ? -Infinity : best.at(-1)!.score;
    if (most <= worst) continue;
    const years =
      wanted.year === null || year[slot] === 0 ? 2 : Math.abs(wanted.year - year[slot]!);
    const prices = Math.abs(Math.log2(price[slot]! / wanted.priceMinor));
    const score = most - perDoublePrice * prices - perYear * years;
    if (score <= worst) continue;
    let to = best.length;
    while (to > 0 && best[to - 1]!.score < score) to -= 1;
    best.splice(to, 0, { slot, score });
    if (best.length > limit) best.pop();
  }
  return best.map(({ slot }) => cars.idOf(slot));
}
