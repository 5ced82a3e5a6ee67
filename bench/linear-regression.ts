import type { PricedCar } from "../server/valuation/model/calibrate.ts";

/**
 * Least squares on the log price, with a column for each model, fuel and gearbox, age, its square, mileage, engine
 * size, fuel economy and tax. A little ridge keeps rare columns finite.
 */
export function fitLinearRegression(cars: readonly PricedCar[]): (car: PricedCar["car"]) => number {
  const columns = new Map<string, number>();
  const columnOf = (name: string) => columns.get(name) ?? -1;
  for (const { car } of cars)
    for (const [name] of valuesOf(car)) if (!columns.has(name)) columns.set(name, columns.size);
  const size = columns.size;
  const normal = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  for (const { car, priceMinor } of cars) {
    const values = valuesOf(car);
    for (const [a, x] of values) {
      const row = normal[columnOf(a)]!;
      for (const [b, y] of values) row[columnOf(b)]! += x * y;
      right[columnOf(a)]! += x * Math.log(priceMinor);
    }
  }
  for (let at = 0; at < size; at += 1) normal[at]![at]! += 0.5;
  const weights = solve(normal, right);
  return (car) => {
    let log = 0;
    for (const [name, value] of valuesOf(car)) log += (weights[columnOf(name)] ?? 0) * value;
    return Math.exp(log);
  };
}

function valuesOf(car: PricedCar["car"]): [string, number][] {
  const age = 2021 - (car.year ?? 2017);
  return [
    ["one", 1],
    [`model ${car.make} ${car.model}`, 1],
    [`fuel ${car.fuel}`, 1],
    [`gearbox ${car.transmission}`, 1],
    ["age", age / 10],
    ["age squared", (age * age) / 100],
    ["miles", (car.miles ?? 20_000) / 100_000],
    ["engine", (car.engineSizeCc ?? 2_000) / 1_000],
    ["economy", (car.mpg ?? 50) / 50],
    ["tax", (car.annualTaxMinor ?? 14_500) / 10_000],
  ];
}

/** Gaussian elimination with pivots. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  for (let at = 0; at < size; at += 1) {
    let pivot = at;
    for (let row = at + 1; row < size; row += 1)
      if (Math.abs(matrix[row]![at]!) > Math.abs(matrix[pivot]![at]!)) pivot = row;
    [matrix[at], matrix[pivot]] = [matrix[pivot]!, matrix[at]!];
    [right[at], right[pivot]] = [right[pivot]!, right[at]!];
    for (let row = at + 1; row < size; row += 1) {
      const factor = matrix[row]![at]! / matrix[at]![at]!;
      if (factor === 0) continue;
      for (let column = at; column < size; column += 1)
        matrix[row]![column]! -= factor * matrix[at]![column]!;
      right[row]! -= factor * right[at]!;
    }
  }
  const weights = new Float64Array(size);
  for (let at = size - 1; at >= 0; at -= 1) {
    let value = right[at]!;
    for (let column = at + 1; column < size; column += 1)
      value -= matrix[at]![column]! * weights[column]!;
    weights[at] = value / matrix[at]![at]!;
  }
  return weights;
}
