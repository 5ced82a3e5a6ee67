import { sortByNumber } from "./sort-by-number.ts";

/** The sort keys of a car. `listedAt` is in milliseconds since the epoch, the price in minor units. */
export type CarKey = { id: string; listedAt: number; priceMinor: number };

/** How two cars compare, without ties, and the same as numbers: lower first, the last number first. */
type CarOrder = {
  compare: (a: CarKey, b: CarKey) => number;
  numbers: readonly ((car: CarKey) => number)[];
};

/** Newest first. Cars listed in the same millisecond are ordered by id. */
export const byNewest: CarOrder = {
  compare: compareNewest,
  numbers: [({ listedAt }) => -listedAt],
};

/** Cheapest first, then newest first. */
export const byPrice: CarOrder = {
  compare: (a, b) => a.priceMinor - b.priceMinor || compareNewest(a, b),
  numbers: [...byNewest.numbers, ({ priceMinor }) => priceMinor],
};

function compareNewest(a: CarKey, b: CarKey): number {
  if (a.listedAt !== b.listedAt) return b.listedAt - a.listedAt;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

export type SortedCars<Car extends CarKey> = {
  size(): number;
  insert(car: Car): void;
  remove(car: Car): void;
  /** Inserts many cars. They are sorted once: by `sort`, or when the list is next read. */
  insertMany(cars: Car[]): void;
  sort(): void;
  /** The cars from one position to another, counted from the end. */
  fromEnd(start: number, end: number): Car[];
  /** Up to `limit` cars after `key`, or from the start if it is null. `backward` starts from the other end. */
  after(key: CarKey | null, limit: number, backward?: boolean): Car[];
  /** How many cars come up to `key`, or from the other end. */
  countUpTo(key: CarKey, backward?: boolean): number;
};

/** A sorted list of cars. Positions are found by key, which also works for a car no longer in the list. */
export function sortedCars<Car extends CarKey>({ compare, numbers }: CarOrder): SortedCars<Car> {
  const cars: Car[] = [];
  let isSorted = true;

  function sorted(): Car[] {
    if (isSorted) return cars;
    const places = new Uint32Array(cars.length);
    for (let at = 0; at < places.length; at++) places[at] = at;
    for (const number of numbers) sortByNumber(places, (at) => number(cars[at]!));
    const before = cars.slice();
    for (let at = 0; at < places.length; at++) cars[at] = before[places[at]!]!;
    // Only cars of the same millisecond are still out of order.
    cars.sort(compare);
    isSorted = true;
    return cars;
  }

  function firstNotBefore(key: CarKey): number {
    const cars = sorted();
    let low = 0;
    let high = cars.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(cars[middle]!, key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function firstAfter(key: CarKey): number {
    const place = firstNotBefore(key);
    return cars[place]?.id === key.id ? place + 1 : place;
  }

  return {
    size: () => cars.length,
    insert(car) {
      cars.splice(firstNotBefore(car), 0, car);
    },
    remove(car) {
      const place = firstNotBefore(car);
      if (cars[place]?.id === car.id) cars.splice(place, 1);
    },
    insertMany(more) {
      for (const car of more) cars.push(car);
      isSorted = false;
    },
    sort: () => void sorted(),
    fromEnd: (start, end) =>
      sorted()
        .slice(Math.max(0, cars.length - end), Math.max(0, cars.length - start))
        .reverse(),
    after(key, limit, backward = false) {
      sorted();
      const place = key ? firstNotBefore(key) : backward ? cars.length : 0;
      if (backward) return cars.slice(Math.max(0, place - limit), place).reverse();
      const start = key ? firstAfter(key) : place;
      return cars.slice(start, start + limit);
    },
    countUpTo: (key, backward = false) =>
      backward ? cars.length - firstNotBefore(key) : firstAfter(key),
  };
}
