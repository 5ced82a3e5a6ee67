import { categories } from "#shared/categories/category.ts";
import type { Car } from "./car.ts";
import { byNewest, byPrice, sortedCars, type SortedCars } from "./car-order.ts";
import { everyPage } from "./every-page.ts";
import { carColumns, type CarColumns } from "./search/car-columns.ts";
import type { PriceRater } from "./price-rating.ts";
import { searchableCar } from "./search/searchable-car.ts";

/** A public list, sorted by date and by price. */
export type CarList = { newest: SortedCars<Car>; price: SortedCars<Car> };
export type CarChange = { id: string; car: Car | null };

export type CarIndex = {
  version(): number;
  find(id: string): Car | undefined;
  ids(): string[];
  /** The cars on sale, in the columns that searches read. */
  columns: CarColumns;
  /** Cars on the home page. */
  advertised: CarList;
  category(id: number): CarList | undefined;
  /** The number of cars a seller has listed, including sold ones. */
  listedBy(sellerId: string): number;
  listed(): number;
  /** When a car last looked different, in milliseconds since the epoch: at least when its seller changed it. */
  changedAt(car: Car): number;
  /** Notes that a car looks different since this time. */
  noteChange(id: string, at: number): void;
  /** When a car last left a category's lists, in milliseconds since the epoch; null if that is not known. */
  lastDeparture(categoryId: number): number | null;
  /** Notes that a car left a category's lists at this time. */
  noteDeparture(categoryId: number, at: number): void;
  /** Applies changes. Applying the same state again has no effect. */
  apply(changes: CarChange[]): void;
  /** Rates those of these cars that are in the index. */
  rate(ids: readonly string[], rater: PriceRater): void;
  /** Sorts the lists after many changes, which the next reader of a list would do otherwise. */
  sort(): void;
};

// From this number on, sorting once is faster than inserting one by one.
const manyChanges = 500;

/** Creates the in-memory index of all cars, with the public lists sorted. */
export function createCarIndex(currency: string): CarIndex {
  let version = 1;
  const cars = new Map<string, Car>();
  const listedBySeller = new Map<string, number>();
  const lastDepartures = new Map<number, number>();
  /** Changes that the listing's row does not tell: photos of feeds, reservations, the seller's name. */
  const lastChanges = new Map<string, number>();
  const columns = carColumns(currency);
  const advertised = newList();
  const byCategory = new Map(categories.map((category) => [category.id as number, newList()]));

  function listsOf(car: Car): CarList[] {
    if (car.isOffSale) return [];
    const category = byCategory.get(car.kind.categoryId);
    return [...(category ? [category] : []), ...(car.rare.isAdvertised ? [advertised] : [])];
  }

  function noteDeparture(categoryId: number, at: number) {
    if (at > (lastDepartures.get(categoryId) ?? 0)) lastDepartures.set(categoryId, at);
  }

  /** Notes when a car changed, whether it left its category's lists, and when one that is off sale did. */
  function note(id: string, before: Car | undefined, car: Car | null) {
    if (!car) lastChanges.delete(id);
    else if (before) lastChanges.set(id, Date.now());
    const wasListed = before !== undefined && !before.isOffSale;
    const isListed = car?.isOffSale === false && car.kind.categoryId === before?.kind.categoryId;
    if (wasListed && !isListed)
      noteDeparture(before.kind.categoryId, (car && leftAt(car)) ?? Date.now());
    else if (!before && car?.isOffSale) noteDeparture(car.kind.categoryId, leftAt(car) ?? 0);
  }

  function takeOut(car: Car) {
    cars.delete(car.id);
    columns.remove(car.id);
    listedBySeller.set(car.seller.sellerId, (listedBySeller.get(car.seller.sellerId) ?? 0) - 1);
    for (const list of listsOf(car)) {
      list.newest.remove(car);
      list.price.remove(car);
    }
  }

  function putIn(added: Car[]) {
    const perList = new Map<CarList, Car[]>();
    for (const car of added) {
      cars.set(car.id, car);
      if (!car.isOffSale) columns.put(car.id, searchableCar(car));
      listedBySeller.set(car.seller.sellerId, (listedBySeller.get(car.seller.sellerId) ?? 0) + 1);
      for (const list of listsOf(car)) {
        const more = perList.get(list);
        if (more) more.push(car);
        else perList.set(list, [car]);
      }
    }
    for (const [list, more] of perList) insert(list, more);
  }

  return {
    version: () => version,
    find: (id) => cars.get(id),
    ids: () => [...cars.keys()],
    columns,
    advertised,
    category: (id) => byCategory.get(id),
    listedBy: (sellerId) => listedBySeller.get(sellerId) ?? 0,
    listed: () => cars.size,
    changedAt: ({ id, updatedAt }) => Math.max(updatedAt, lastChanges.get(id) ?? 0),
    noteChange: (id, at) => void (cars.has(id) && lastChanges.set(id, at)),
    lastDeparture: (categoryId) => lastDepartures.get(categoryId) ?? null,
    noteDeparture,
    apply(changes) {
      const added: Car[] = [];
      let changed = false;
      for (const { id, car } of changes) {
        const before = cars.get(id);
        if (before && car && before.looksLike(car)) continue;
        if (!before && !car && id !== everyPage) continue;
        changed = true;
        note(id, before, car);
        if (before) takeOut(before);
        if (car) added.push(car);
      }
      putIn(added);
      if (changed) version += 1;
    },
    rate(ids, rater) {
      let changed = false;
      for (const id of ids) {
        const car = cars.get(id);
        if (!car?.rateBy(rater)) continue;
        columns.rate(id, searchableCar(car));
        changed = true;
      }
      if (changed) version += 1;
    },
    sort() {
      for (const { newest, price } of [advertised, ...byCategory.values()]) {
        newest.sort();
        price.sort();
      }
    },
  };
}

/** When a car went off sale; null if its row does not say. */
function leftAt({ rare: { soldAt, lapsedAt, saleReversedAt } }: Car): number | null {
  const times = [soldAt, lapsedAt, saleReversedAt].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

function newList(): CarList {
  return { newest: sortedCars(byNewest), price: sortedCars(byPrice) };
}

function insert(list: CarList, cars: Car[]) {
  if (cars.length >= manyChanges) {
    list.newest.insertMany(cars);
    list.price.insertMany(cars);
    return;
  }
  for (const car of cars) {
    list.newest.insert(car);
    list.price.insert(car);
  }
}
