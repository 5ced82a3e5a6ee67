import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/platform/http/paging.ts";
import type { CarColumns } from "./car-columns.ts";
import type { Scan } from "./scan.ts";
import { isReversed, type Order } from "./sorted-slots.ts";

/** A car's place in an order: a number, lower first, then when it was listed, then its id. */
type Place = { key: number; listedAt: number; id: string };

type Paging = { order: Order; cursor: string | undefined; limit: number };

/** From this share of matching cars on, the page is taken from the sorted list of all cars. */
const manyMatches = 1 / 16;

/**
 * The first cars after the cursor, which is the place of the page before's last car: cars that come and go between two
 * pages shift nothing.
 * @throws AppError invalid_cursor if the cursor is malformed or belongs to another order
 */
export function selectPage(
  cars: CarColumns,
  found: Scan,
  { order, cursor, limit }: Paging,
): { slots: number[]; nextCursor: string | null } {
  const given = cursor === undefined ? null : decodeCursor(cursorSchema(order), cursor);
  const after: Place | null = given && { key: given[1], listedAt: given[2], id: given[3] };
  const walked =
    order !== "relevance" && found.total > cars.size() * manyMatches
      ? fromSorted(cars, found, order, after, limit + 1)
      : null;
  const slots = walked ?? best(cars, found, order, after, limit + 1);
  const page = slots.slice(0, limit);
  const end = page.at(-1);
  const key = keyFor(cars, order, found);
  return {
    slots: page,
    nextCursor:
      end !== undefined && slots.length > limit
        ? encodeCursor([order, key(end), cars.columns.listedAt[end], cars.idOf(end)])
        : null,
  };
}

// Building a schema takes longer than selecting the page.
const cursorSchemas = new Map<Order, ReturnType<typeof buildCursorSchema>>();

function cursorSchema(order: Order) {
  const known = cursorSchemas.get(order) ?? buildCursorSchema(order);
  cursorSchemas.set(order, known);
  return known;
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
  found: Scan,
  order: Exclude<Order, "relevance">,
  after: Place | null,
  wanted: number,
): number[] | null {
  const slotAt = cars.sorted.sequence(order);
  const compare = comparator(cars, order, found);
  let [start, high] = [0, after ? cars.size() : 0];
  while (after && start < high) {
    const middle = (start + high) >>> 1;
    if (compare(slotAt(middle), after) <= 0) start = middle + 1;
    else high = middle;
  }
  const slots: number[] = [];
  for (let at = start; at < cars.size() && slots.length < wanted; at++) {
    if (at - start > found.total) return null;
    const slot = slotAt(at);
    if (found.matches(slot)) slots.push(slot);
  }
  return slots;
}

/** Keeps the best of the matching cars, in order. */
function best(
  cars: CarColumns,
  found: Scan,
  order: Order,
  after: Place | null,
  wanted: number,
): number[] {
  const keyOf = keyFor(cars, order, found);
  const compare = comparator(cars, order, found);
  const { listedAt } = cars.columns;
  const slots: number[] = [];
  const places: Place[] = [];
  let worst = Infinity;
  let worstListedAt = 0;
  // Most cars of a text have one of few scores, so equal ones are decided here as well.
  const isLater = isReversed(order)
    ? (time: number) => time > worstListedAt
    : (time: number) => time < worstListedAt;
  for (const slot of found.slots()) {
    const key = keyOf(slot);
    if (key > worst || (key === worst && isLater(listedAt[slot]!))) continue;
    if (after && compare(slot, after) <= 0) continue;
    let to = 0;
    let end = slots.length;
    while (to < end) {
      const middle = (to + end) >>> 1;
      if (compare(slot, places[middle]!) < 0) end = middle;
      else to = middle + 1;
    }
    if (to === wanted) continue;
    slots.splice(to, 0, slot);
    places.splice(to, 0, { key, listedAt: listedAt[slot]!, id: cars.idOf(slot) });
    if (slots.length > wanted) {
      slots.pop();
      places.pop();
    }
    if (slots.length === wanted) ({ key: worst, listedAt: worstListedAt } = places.at(-1)!);
  }
  return slots;
}

function keyFor(cars: CarColumns, order: Order, found: Scan): (slot: number) => number {
  return order === "relevance" ? (slot) => -found.score(slot) : cars.sorted.keyFor(order);
}

/** Compares a slot with a place: negative if the slot comes first. */
function comparator(cars: CarColumns, order: Order, found: Scan) {
  const keyOf = keyFor(cars, order, found);
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
