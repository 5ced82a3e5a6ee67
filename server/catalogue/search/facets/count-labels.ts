import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";
import { labelOfLook, looks, type CarColumns } from "../car-columns.ts";
import { noGroup } from "./car-groups.ts";

/**
 * How many cars on sale have each price label. It reads two columns, a million cars in a few milliseconds, so it does not
 * delay requests as a search with facets does.
 */
export function countLabels(cars: CarColumns): { label: PriceLabel; cars: number }[] {
  const { group, look } = cars.columns;
  const counts = new Uint32Array(looks);
  for (let slot = 0; slot < cars.length(); slot++)
    if (group[slot] !== noGroup) counts[look[slot]!]! += 1;
  const labelCounts = priceLabels.map((label) => ({ label, cars: 0 }));
  for (const [look, number] of counts.entries()) {
    // Code 0 is that of cars without a label.
    const label = labelCounts[labelOfLook(look) - 1];
    if (label) label.cars += number;
  }
  return labelCounts;
}
