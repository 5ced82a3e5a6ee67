import { z } from "zod";
import { firstPageCursor } from "#shared/search/search-filters.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/paging.ts";
import type { CarColumns } from "./car-columns.ts";
import type { Scan } from "./scan.ts";
import { isReversed, type Order } from "./sorted-slots.ts";

/** A car's place in an order: a number, lower first, then when it was listed, then its id. */
type Place = { key: number; listedAt: number; id: string };

type Paging = {
  order: Order;
  cursor: string | undefined;
  limit: number;
  /** The code of the only wanted make; null without one. */
  make: number | null;
};

type Page = {
  slots: number[];
  nextCursor: string | null;
  previousCursor: string | null;
  /** How many cars come before the page; null if counting them would take too long. */
  offset: number | null;
};

/** Which cars are wanted: the first ones after a place, or the last ones up to it, the last one first. */
type Side = { after: Place } | { after: null; make: number | null } | { upTo: Place };

/** From this share of matching cars on, the page is taken from the sorted list of all cars. */
const manyMatches = 1 / 16;

/** How many cars are tested to find the number of a page's first car. */
const mostTested = 20_000;

/**
 * The first cars after the cursor, which is the place of the page before's last car: cars that come and go between two
 * pages shift nothing. The page before has the cursor with which it was reached from the first page.
 * @throws AppError invalid_cursor if the cursor is malformed or belongs to another order
 */
export function selectPage(
  cars: CarColumns,
  result: Scan,
  { order, cursor, limit, make }: Paging,
): Page {
  const isFirst = cursor === undefined || cursor === firstPageCursor;
  const given = isFirst ? null : decodeCursor(cursorSchema(order), cursor);
  const after: Place | null = given && { key: given[1], listedAt: given[2], id: given[3] };
  const key = keyFor(cars, order, result);
  const cursorAfter = (slot: number) =>
    encodeCursor([order, key(slot), cars.columns.listedAt[slot], cars.idOf(slot)]);
  const slots = take(cars, result, order, after ? { after } : { after, make }, limit + 1);
  const page = slots.slice(0, limit);
  const end = page.at(-1);
  const earlier = after ? take(cars, result, order, { upTo: after }, limit + 1) : [];
  const beforePrevious = earlier[limit];
  return {
    slots: page,
    nextCursor: end !== undefined && slots.length > limit ? cursorAfter(end) : null,
    previousCursor:
      beforePrevious !== undefined
        ? cursorAfter(beforePrevious)
        : earlier.length > 0
          ? firstPageCursor
          : null,
    offset: after ? countUpTo(cars, result, order, after) : 0,
  };
}

/** How many of the cars that were found come up to a place; null if too many cars would have to be tested. */
function countUpTo(cars: CarColumns, result: Scan, order: Order, place: Place): number | null {
  const compare = comparator(cars, order, result);
  if (order === "relevance" || result.total <= cars.size() * manyMatches) {
    if (result.total > mostTested) return null;
    return result.slots().filter((slot) => compare(slot, place) <= 0).length;
  }
  const end = firstAfter(cars, order, compare, place);
  if (result.total === cars.size()) return end;
  if (end > mostTested) return null;
  const slotAt = cars.sorted.sequence(order);
  let count = 0;
  for (let at = 0; at < end; at++) count += Number(result.matches(slotAt(at)));
  return count;
}

function take(cars: CarColumns, result: Scan, order: Order, side: Side, wanted: number): number[] {
  const walked =
    order !== "relevance" && result.total > cars.size() * manyMatches
      ? fromSorted(cars, result, order, side, wanted)
      : null;
  return walked ?? best(cars, result, order, side, wanted);
}

// Building a schema takes longer than selecting the page.
const cursorSchemas = new Map<Order, ReturnType<typeof buildCursorSchema>>();

function cursorSchema(order: Order) {
  const cached = cursorSchemas.get(order) ?? buildCursorSchema(order);
  cursorSchemas.set(order, cached);
  return cached;
}

function buildCursorSchema(order: Order) {
  return z.tuple([z.literal(order), z.number(), z.number(), z.uuid()]);
}

/**
 * Walks the sorted list of all cars until there are enough matches. Returns null if there are few at its beginning, as
 * when new cars are sorted by price.
 */
function fromSorted(
  cars: CarColumns,
  result: Scan,
  order: Exclude<Order, "relevance">,
  side: Side,
  wanted: number,
): number[] | null {
  const slotAt = cars.sorted.sequence(order);
  const place = "upTo" in side ? side.upTo : side.after;
  const start = place
    ? firstAfter(cars, order, comparator(cars, order, result), place)
    : firstPosition(cars, result, order, side);
  if (start === null) return null;
  const slots: number[] = [];
  const available = "upTo" in side ? start : cars.size() - start;
  for (let walked = 0; walked < available && slots.length < wanted; walked++) {
    if (walked > result.total) return null;
    const slot = slotAt("upTo" in side ? start - 1 - walked : start + walked);
    if (result.matches(slot)) slots.push(slot);
  }
  return slots;
}

/** Where the cars after a place begin in the sorted list of all cars. */
function firstAfter(
  cars: CarColumns,
  order: Exclude<Order, "relevance">,
  compare: ReturnType<typeof comparator>,
  place: Place,
): number {
  const slotAt = cars.sorted.sequence(order);
  let low = 0;
  let high = cars.size();
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(slotAt(middle), place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where a walk begins, unless it begins at a place. Null if that takes too long to find. */
function firstPosition(
  cars: CarColumns,
  result: Scan,
  order: Exclude<Order, "relevance">,
  side: Side,
): number | null {
  if (!("make" in side) || side.make === null) return 0;
  return cars.sorted.firstOf(order, side.make, result.total);
}

/** Keeps the best of the matching cars, in order; of those up to a place the last ones, backward. */
function best(cars: CarColumns, result: Scan, order: Order, side: Side, wanted: number): number[] {
  const keyOf = keyFor(cars, order, result);
  const scores = order === "relevance" ? result.scores : null;
  const compare = comparator(cars, order, result);
  const isBackward = "upTo" in side;
  const sign = isBackward ? -1 : 1;
  const direction = isReversed(order) !== isBackward ? -1 : 1;
  const after = isBackward ? null : side.after;
  const upTo = isBackward ? side.upTo : null;
  const { listedAt, idStart } = cars.columns;
  const top = topList(wanted, (slot, other) => {
    const byStart = idStart[slot]! - idStart[other]!;
    if (byStart !== 0) return byStart * direction > 0;
    return direction === 1
      ? cars.idOf(slot) > cars.idOf(other)
      : cars.idOf(slot) < cars.idOf(other);
  });
  let worst = notFull;
  const isFirstPage = !after && !upTo;
  const candidates =
    scores !== null && isFirstPage
      ? withBestScores(scores, result.slots(), wanted)
      : result.slots();
  // Cars that were listed later mostly have higher slots: starting with those that come first, few places change hands.
  // Not `for…of`, which takes several times as long for typed arrays.
  for (let index = 0; index < candidates.length; index++) {
    const slot = candidates[direction === 1 ? candidates.length - 1 - index : index]!;
    const key = sign * (scores === null ? keyOf(slot) : -scores[slot]!);
    // Before the time is read, which is far away in memory.
    if (key > worst.key) continue;
    const time = direction * listedAt[slot]!;
    // Most cars of a text have one of few scores, so equal ones are decided by their time here as well.
    if (key === worst.key && time < worst.time) continue;
    if (after && compare(slot, after) <= 0) continue;
    if (upTo && compare(slot, upTo) > 0) continue;
    worst = top.add(slot, key, time);
  }
  return top.slots();
}

/** How many cars have each score. Searches share this memory. */
const withScore = new Uint32Array(1_024);

/** Those slots that may be among the best by score, in the same order. */
function withBestScores(scores: Uint16Array, slots: Uint32Array, wanted: number): Uint32Array {
  const highest = withScore.length - 1;
  withScore.fill(0);
  for (let at = 0; at < slots.length; at++) withScore[Math.min(scores[slots[at]!]!, highest)]! += 1;
  let lowest = highest;
  let carsAbove = withScore[lowest]!;
  while (carsAbove < wanted && lowest > 0) carsAbove += withScore[--lowest]!;
  const best = new Uint32Array(carsAbove);
  for (let at = 0, end = 0; end < carsAbove; at++) {
    const slot = slots[at]!;
    if (scores[slot]! >= lowest) best[end++] = slot;
  }
  return best;
}

/** What no place is worse than. */
const notFull = { key: Infinity, time: 0 };

/**
 * The first `most` of the slots that are added: by key, then the latest, then as `comesFirst` says. `add` returns the
 * worst place of a full list.
 */
function topList(most: number, comesFirst: (slot: number, other: number) => boolean) {
  const slots = new Uint32Array(most);
  const keys = new Float64Array(most);
  const times = new Float64Array(most);
  let size = 0;
  let worst = notFull;

  function precedes(slot: number, key: number, time: number, at: number): boolean {
    if (key !== keys[at]!) return key < keys[at]!;
    if (time !== times[at]!) return time > times[at]!;
    return comesFirst(slot, slots[at]!);
  }

  return {
    slots: () => Array.from(slots.subarray(0, size)),
    add(slot: number, key: number, time: number): { key: number; time: number } {
      let place = 0;
      let end = size;
      while (place < end) {
        const middle = (place + end) >>> 1;
        if (precedes(slot, key, time, middle)) end = middle;
        else place = middle + 1;
      }
      if (place === most) return worst;
      if (size < most) size += 1;
      for (let at = size - 1; at > place; at--) {
        slots[at] = slots[at - 1]!;
        keys[at] = keys[at - 1]!;
        times[at] = times[at - 1]!;
      }
      slots[place] = slot;
      keys[place] = key;
      times[place] = time;
      if (size === most) worst = { key: keys[most - 1]!, time: times[most - 1]! };
      return worst;
    },
  };
}

function keyFor(cars: CarColumns, order: Order, result: Scan): (slot: number) => number {
  return order === "relevance" ? (slot) => -result.scores[slot]! : cars.sorted.keyFor(order);
}

/** Compares a slot with a place: negative if the slot comes first. */
function comparator(cars: CarColumns, order: Order, result: Scan) {
  const keyOf = keyFor(cars, order, result);
  const { listedAt } = cars.columns;
  const direction = isReversed(order) ? -1 : 1;
  return (slot: number, place: Place): number => {
    const byKey = keyOf(slot) - place.key;
    if (byKey !== 0) return byKey;
    const byTime = place.listedAt - listedAt[slot]!;
    if (byTime !== 0) return byTime * direction;
    const id = cars.idOf(slot);
    return id === place.id ? 0 : (id > place.id ? -1 : 1) * direction;
  };
}
