import { expect, test } from "vitest";
import { listingStatus } from "./listing.ts";

const onSale = { withdrawnAt: null, removedAt: null, saleUndoneAt: null };
const now = new Date();

test.each([
  [onSale, null, "available"],
  [onSale, "held", "reserved"],
  [onSale, "releasing", "reserved"],
  [onSale, "paid", "sold"],
  [onSale, "partly_refunded", "sold"],
  [{ ...onSale, saleUndoneAt: now }, null, "off_sale"],
  [{ ...onSale, saleUndoneAt: now }, "paid", "sold"],
  [{ withdrawnAt: now, removedAt: null, saleUndoneAt: null }, "paid", "withdrawn"],
  [{ withdrawnAt: now, removedAt: now, saleUndoneAt: null }, null, "removed"],
] as const)("%o with a booking that is %s is %s", (listing, booking, status) => {
  expect(listingStatus(listing, booking)).toBe(status);
});
