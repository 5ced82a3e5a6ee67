import { features, type CarFacts } from "./features.ts";

/** The bin of missing numbers, missing categories, and categories too rare to learn from. */
const missingBin = 0;
/** The bin of a missing value that training saw too rarely to learn from. Trees average over what it may be. */
export const unknownBin = 255;
/** The share of cars that must lack a fact before its absence is a value like others. */
const learnedShare = 0.02;
const mostBins = 255;

/** How one feature becomes a bin: by the upper ends of the bins, or by category. */
export type Binning = ({ ends: number[] } | { categories: string[] }) & {
  /** Whether enough cars had the missing bin to learn from. */
  learnsMissing?: boolean;
  /** What an unknown value adds to the squared spread, as a share of it (measure-unknown.ts). */
  unknownSpread?: number;
};
export type Bins = readonly Binning[];

/** Chooses bins: numbers by quantile, categories with at least `fewest` cars by name. */
export function chooseBins(cars: readonly CarFacts[], fewest: number): Bins {
  const isLearned = (missing: number) => missing >= Math.max(fewest, cars.length * learnedShare);
  return features.map((feature) => {
    if (feature.kind === "number") {
      const values = cars.map(feature.read);
      const missing = values.filter((value) => value === null).length;
      return { ends: quantileEnds(values), learnsMissing: isLearned(missing) };
    }
    const counts = new Map<string, number>();
    for (const car of cars) {
      const category = feature.read(car);
      if (category !== null) counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    const common = [...counts]
      .filter(([, count]) => count >= fewest)
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .slice(0, mostBins - 1);
    const carsInCategories = common.reduce((sum, [, count]) => sum + count, 0);
    return {
      categories: common.map(([category]) => category),
      learnsMissing: isLearned(cars.length - carsInCategories),
    };
  });
}

/** Upper ends of the bins: halfway between neighboring values if they are few, else quantiles. */
function quantileEnds(values: (number | null)[]): number[] {
  const sorted = Float64Array.from(values.filter((value) => value !== null)).sort();
  const distinct = [...new Set(sorted)];
  if (distinct.length <= mostBins - 1)
    return distinct.slice(0, -1).map((value, at) => (value + distinct[at + 1]!) / 2);
  const ends: number[] = [];
  for (let bin = 1; bin < mostBins - 1; bin += 1) {
    const end = sorted[Math.floor((sorted.length * bin) / (mostBins - 1))]!;
    if (end !== ends.at(-1)) ends.push(end);
  }
  return ends;
}

export type Binner = (car: CarFacts, into: Uint8Array, at: number) => void;

/** Writes a car's bins, one byte per feature. For training, every missing value has the missing bin. */
export function binner(bins: Bins, use: "training" | "estimates"): Binner {
  const readers = bins.map((binning, at) => {
    const missing = use === "training" || binning.learnsMissing ? missingBin : unknownBin;
    const feature = features[at]!;
    if ("ends" in binning) {
      const ends = Float64Array.from(binning.ends);
      const read = feature.read as (car: CarFacts) => number | null;
      return (car: CarFacts) => {
        const value = read(car);
        return value === null ? missing : 1 + firstAtLeast(ends, value);
      };
    }
    const codes = new Map(binning.categories.map((category, code) => [category, code + 1]));
    const read = feature.read as (car: CarFacts) => string | null;
    return (car: CarFacts) => codes.get(read(car) ?? "") ?? missing;
  });
  return (car, into, at) => {
    for (let feature = 0; feature < readers.length; feature += 1)
      into[at + feature] = readers[feature]!(car);
  };
}

/** The index of the first end that is not below a value. */
function firstAtLeast(ends: Float64Array, value: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const binCount = (binning: Binning) =>
  "ends" in binning ? binning.ends.length + 2 : binning.categories.length + 1;

/** The bins of many cars, one column per feature. */
export function binColumns(bins: Bins, cars: readonly CarFacts[]): Uint8Array[] {
  const columns = bins.map(() => new Uint8Array(cars.length));
  const write = binner(bins, "training");
  const row = new Uint8Array(bins.length);
  for (let car = 0; car < cars.length; car += 1) {
    write(cars[car]!, row, 0);
    for (let feature = 0; feature < row.length; feature += 1)
      columns[feature]![car] = row[feature]!;
  }
  return columns;
}
