import { z } from "zod";
import type { SearchSort } from "#shared/search/search-filters.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/paging.ts";
import type { CarColumns } from "./car-columns.ts";

/** An order of results. `relevance` is that of free text. */
export type Order = Exclude<SearchSort, "best"> | "relevance";

/** A car's place in an order: a number, lower first, then the newest, then the highest id. */
type Place = { key: number; listedAt: number; id: string };

const last = Number.MAX_SAFE_INTEGER;

/**
 * The first cars after the cursor, which is the place of the page before's last car: cars that come and go between two
 * pages shift nothing.
 * @throws AppError invalid_cursor if the cursor is malformed or belongs to another order
 */
export function selectPage(
  cars: CarColumns,
  { slots, scores }: { slots: Uint32Array; scores: Uint32Array | null },
  { order, cursor, limit }: { order: Order; cursor: string | undefined; limit: number },
): { slots: number[]; nextCursor: string | null } {
  const schema = z.tuple([z.literal(order), z.number(), z.number(), z.uuid()]);
  const place = decodeCursor(schema, cursor);
  const after: Place | null = place && { key: place[1], listedAt: place[2], id: place[3] };
  const keyOf = keyFor(cars, order, scores);
  const { listedAt } = cars.columns;
  // The best so far, in order. One more than the page shows whether there is another page.
  const best: { slot: number; key: number }[] = [];
  let worst = Infinity;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at]!;
    const key = keyOf(slot, at);
    if (key > worst) continue;
    if (after && !isAfter(key, slot, after)) continue;
    if (best.length > limit && !precedes(key, slot, best[limit]!)) continue;
    let to = best.length;
    while (to > 0 && precedes(key, slot, best[to - 1]!)) to -= 1;
    best.splice(to, 0, { slot, key });
    if (best.length > limit + 1) best.pop();
    if (best.length > limit) worst = best[limit]!.key;
  }

  function precedes(key: number, slot: number, other: { slot: number; key: number }): boolean {
    if (key !== other.key) return key < other.key;
    const [a, b] = [listedAt[slot]!, listedAt[other.slot]!];
    return a === b ? cars.idOf(slot) > cars.idOf(other.slot) : a > b;
  }
  function isAfter(key: number, slot: number, place: Place): boolean {
    if (key !== place.key) return key > place.key;
    const at = listedAt[slot]!;
    return at === place.listedAt ? cars.idOf(slot) < place.id : at < place.listedAt;
  }

  const page = best.slice(0, limit);
  const end = page.at(-1);
  return {
    slots: page.map(({ slot }) => slot),
    nextCursor:
      end && best.length > limit
        ? encodeCursor([order, end.key, listedAt[end.slot], cars.idOf(end.slot)])
        : null,
  };
}

/** The first sort key of a slot at a position of the results. Unknown years and mileages come last. */
function keyFor(
  { columns }: CarColumns,
  order: Order,
  scores: Uint32Array | null,
): (slot: number, at: number) => number {
  const { price, year, mileage, listedAt } = columns;
  switch (order) {
    case "relevance":
      return (_slot, at) => -scores![at]!;
    case "newest":
      return (slot) => -listedAt[slot]!;
    case "price-asc":
      return (slot) => price[slot]!;
    case "price-desc":
      return (slot) => -price[slot]!;
    case "year-desc":
      return (slot) => -year[slot]!;
    case "year-asc":
      return (slot) => year[slot]! || last;
    case "mileage-asc":
      return (slot) => (mileage[slot]! < 0 ? last : mileage[slot]!);
    case "mileage-desc":
      return (slot) => (mileage[slot]! < 0 ? last : -mileage[slot]!);
  }
}
