import { expect, it } from "vitest";
import { nextRecordLook } from "./next-record-look.ts";

const paid = { state: "paid", paymentStatus: "succeeded" } as const;
const refunds = (...statuses: ("pending" | "requested" | "succeeded" | "failed")[]) => ({
  refunds: statuses.map((status) => ({ status })),
});

it.each([
  ["a refund on its way", paid, refunds("succeeded", "pending"), 3_000],
  ["a refund not sent yet", paid, refunds("requested"), 3_000],
  ["a hold being released", { ...paid, state: "releasing" as const }, refunds(), 3_000],
  ["a payment in progress", { state: "held", paymentStatus: "processing" }, refunds(), 3_000],
  ["what has ended", paid, refunds("succeeded", "failed"), false],
  ["a hold without payment", { state: "held", paymentStatus: null }, refunds(), false],
] as const)("after %s", (_what, booking, payment, delay) => {
  expect(nextRecordLook({ booking, payment })).toBe(delay);
});

it("waits for the first answer", () => {
  expect(nextRecordLook(undefined)).toBe(false);
});
