import { expect, it } from "vitest";
import { firstEndDelay, listLookDelay, nextLookDelay } from "./next-look.ts";

const unpaid = { state: "held", paymentStatus: null } as const;
const begun = { state: "held", paymentStatus: "requires_payment_method" } as const;
const working = { state: "held", paymentStatus: "processing" } as const;
const releasing = { state: "releasing", paymentStatus: "requires_action" } as const;
const paid = { state: "paid", paymentStatus: "succeeded" } as const;

it("looks soon at what is being worked on, later at what is held, and leaves what has ended", () => {
  expect(nextLookDelay(working)).toBe(2_500);
  expect(nextLookDelay(releasing)).toBe(2_500);
  expect(nextLookDelay(begun)).toBe(20_000);
  expect(nextLookDelay(paid)).toBe(false);
  expect(nextLookDelay(undefined)).toBe(false);
});

it("looks at a list when its most urgent booking wants it", () => {
  expect(listLookDelay([paid, begun, working])).toBe(2_500);
  expect(listLookDelay([paid, begun])).toBe(20_000);
  expect(listLookDelay([paid, unpaid])).toBe(false);
});

it("reads holds again once the first of them has ended", () => {
  const until = (ms: number) => ({ expiresAt: new Date(ms).toISOString() });
  expect(firstEndDelay([until(90_000), until(60_000)], 10_000)).toBe(51_000);
  expect(firstEndDelay([until(5_000)], 10_000)).toBe(1_000);
  expect(firstEndDelay([until(2 ** 42)], 0)).toBe(2 ** 31 - 1);
  expect(firstEndDelay([], 0)).toBe(false);
});
