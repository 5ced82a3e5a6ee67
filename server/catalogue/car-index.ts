import { categories } from "#shared/categories/category.ts";
import type { Car } from "./car.ts";
import { carChanges, type CarChanges } from "./car-changes.ts";
import { byNewest, byPrice, sortedCars, type SortedCars } from "./car-order.ts";
import { everyPage } from "./every-page.ts";
import { carColumns, type CarColumns } from "./search/car-columns.ts";
import type { PriceRater } from "./price-rating.ts";
import { searchableCar } from "./search/searchable-car.ts";

/** A public list, sorted by date and by price. */
export type CarList = { newest: SortedCars<Car>; price: SortedCars<Car> };
type CarChange = { id: string; car: Car | null };

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
  /** When cars changed and left the lists. */
  changes: Omit<CarChanges, "note">;
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
  const changes = carChanges();
  const columns = carColumns(currency);
  const advertised = newList();
  const byCategory = new Map(categories.map((category) => [category.id, newList()]));

  function listsOf(car: Car): CarList[] {
    if (car.isOffSale) return [];
    const category = byCategory.get(car.kind.categoryId);
    return [...(category ? [category] : []), ...(car.rare.isAdvertised ? [advertised] : [])];
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
    changes,
    apply(given) {
      const added: Car[] = [];
      let changed = false;
      for (const { id, car } of given) {
        const before = cars.get(id);
        if (before && car && before.looksLike(car)) continue;
        if (!before && !car && id !== everyPage) continue;
        changed = true;
        changes.note(id, before, car);
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
    sort: () => sortLists([advertised, ...byCategory.values()]),
  };
}

function sortLists(lists: CarList[]): void {
  for (const { newest, price } of lists) {
    newest.sort();
    price.sort();
  }
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
