import type { CarFacts } from "./model/features.ts";

/**
 * What differs in a comparable car, such as "1 year newer", as far as both listings state it. Small differences of mileage
 * and engine size are none. A mileage that only this car states is named, because it matters most.
 */
export function describeDifferences(car: CarFacts, other: CarFacts): string[] {
  const differences: string[] = [];
  if (car.year !== null && other.year !== null && car.year !== other.year) {
    const years = Math.abs(other.year - car.year);
    differences.push(
      `${years} ${years === 1 ? "year" : "years"} ${other.year > car.year ? "newer" : "older"}`,
    );
  }
  if (car.miles !== null && other.miles !== null) {
    const miles = Math.round((other.miles - car.miles) / 100) * 100;
    if (Math.abs(miles) >= 1_000)
      differences.push(
        `${Math.abs(miles).toLocaleString("en-US")} ${miles > 0 ? "more" : "fewer"} miles`,
      );
  } else if (car.miles !== null) differences.push("mileage not stated");
  if (other.fuel !== null && other.fuel !== car.fuel)
    differences.push(other.fuel === "other" ? "other fuel" : other.fuel);
  if (other.transmission !== null && other.transmission !== car.transmission)
    differences.push(other.transmission);
  const liters = (cc: number | null) => (cc === null ? null : (cc / 1_000).toFixed(1));
  const size = liters(other.engineSizeCc);
  if (size !== null && size !== liters(car.engineSizeCc)) differences.push(`${size} L engine`);
  if (car.bodyType !== null && other.bodyType !== null && other.bodyType !== car.bodyType)
    differences.push("other body type");
  if (car.condition !== null && other.condition !== null && other.condition !== car.condition)
    differences.push(`${other.condition.toLowerCase()} condition`);
  return differences;
}
