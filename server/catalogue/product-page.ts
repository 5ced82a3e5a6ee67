import { z } from "zod";
import {
  productSorts,
  type Product,
  type ProductListQuery,
} from "#shared/listings/listing-contract.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import type { Car } from "./car.ts";
import type { CarList } from "./car-index.ts";
import type { CarKey } from "./car-order.ts";

/**
 * One page of a list. `total` counts the whole list, `offset` the cars before the page; `nextCursor` is null on the last
 * page.
 */
export type ProductPage = {
  products: Product[];
  total: number;
  offset: number;
  nextCursor: string | null;
};

const amount = z.number().int().nonnegative();
// Building a schema takes longer than finding the page.
const cursors = new Map(
  productSorts.map((sort) => [sort, z.tuple([z.literal(sort), amount, amount, z.uuid()])]),
);

/**
 * A page of cars in the requested order. The cursor names a position rather than a car, so cars added or removed between
 * pages shift nothing.
 * @throws AppError invalid_cursor if the cursor is malformed or belongs to another order
 */
export function productPage(
  list: CarList,
  query: ProductListQuery,
  present: (car: Car) => Product,
): ProductPage {
  const place = decodeCursor(cursors.get(query.sort)!, query.cursor);
  const key: CarKey | null = place && { listedAt: place[1], priceMinor: place[2], id: place[3] };
  const cars = query.sort === "newest" ? list.newest : list.price;
  const isBackward = query.sort === "price-desc";
  const page = cars.after(key, query.limit + 1, isBackward);
  const { rows, nextCursor } = cutPage(page, query.limit, (last) => [
    query.sort,
    last.listedAt,
    last.priceMinor,
    last.id,
  ]);
  return {
    products: rows.map(present),
    total: cars.size(),
    offset: key ? cars.countUpTo(key, isBackward) : 0,
    nextCursor,
  };
}
