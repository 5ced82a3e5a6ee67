import type { ValueFilter } from "#shared/search/search-filters.ts";
import type { Car } from "../car.ts";
import { colourOfLook, type CarColumns } from "./car-columns.ts";
import { groupFilters } from "./facets/group-values.ts";
import { searchableCar } from "./searchable-car.ts";

// What two cars have in common, in points. A doubled price costs as much as another body type.
const points = { make: 2, model: 6, body: 3, fuel: 1, transmission: 0.5, colour: 0.25 };
const perDoublePrice = 3;
const perYear = 0.4;

/** The ids of the cars on sale that are most like this one: first the same model, then similar ones near its price. */
export function findSimilar(cars: CarColumns, car: Car, limit: number): string[] {
  const wanted = searchableCar(car);
  const { price, look } = cars.columns;
  const { start, count, year, ...codes } = cars.groups.columns;
  const own = cars.slotOf(car.id);
  const codeOf = (name: ValueFilter) => {
    const value = wanted[name];
    return value === null ? undefined : cars.codes[name].find(value);
  };
  const wantedCodes = groupFilters.map((name) => ({ name, code: codeOf(name) }));
  const colour = codeOf("colour");
  const best: { slot: number; score: number }[] = [];
  let worst = -Infinity;
  for (let group = 1; group < cars.groups.size(); group++) {
    const years =
      wanted.year === null || year[group] === 0 ? 2 : Math.abs(wanted.year - year[group]!);
    let ofGroup = -perYear * years;
    for (const { name, code } of wantedCodes)
      if (code !== undefined && codes[name][group] === code) ofGroup += points[name];
    if (ofGroup + points.colour <= worst) continue;
    for (let slot = start[group]!; slot < start[group]! + count[group]!; slot++) {
      if (slot === own) continue;
      const ofColour = colourOfLook(look[slot]!) === colour ? points.colour : 0;
      const prices = Math.abs(Math.log2(price[slot]! / wanted.priceMinor));
      const score = ofGroup + ofColour - perDoublePrice * prices;
      if (score <= worst) continue;
      let to = best.length;
      while (to > 0 && best[to - 1]!.score < score) to -= 1;
      best.splice(to, 0, { slot, score });
      if (best.length > limit) best.pop();
      if (best.length === limit) worst = best.at(-1)!.score;
    }
  }
  return best.map(({ slot }) => cars.idOf(slot));
}
