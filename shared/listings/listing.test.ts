import { expect, test } from "vitest";
import { listingStatus } from "./listing.ts";

const onSale = {
  withdrawnAt: null,
  removedAt: null,
  saleReversedAt: null,
  lapsedAt: null,
  isSellerSuspended: false,
};
const now = new Date();

test.each([
  [onSale, null, "available"],
  [onSale, "held", "reserved"],
  [onSale, "releasing", "reserved"],
  [onSale, "paid", "sold"],
  [onSale, "partly_refunded", "sold"],
  [{ ...onSale, saleReversedAt: now }, null, "off_sale"],
  [{ ...onSale, saleReversedAt: now }, "paid", "sold"],
  [{ ...onSale, lapsedAt: now }, null, "off_sale"],
  [{ ...onSale, isSellerSuspended: true }, null, "off_sale"],
  [{ ...onSale, isSellerSuspended: true }, "releasing", "off_sale"],
  [{ ...onSale, isSellerSuspended: true }, "paid", "sold"],
  [{ ...onSale, withdrawnAt: now }, "paid", "withdrawn"],
  [{ ...onSale, withdrawnAt: now, removedAt: now, isSellerSuspended: true }, null, "removed"],
] as const)("%o with a booking in state %s is %s", (listing, booking, status) => {
  expect(listingStatus(listing, booking)).toBe(status);
});
