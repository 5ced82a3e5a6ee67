import { expect, it } from "vitest";
import type { Refund } from "#shared/payments/payment-contract.ts";
import { refundOutcome } from "./refund-outcome.ts";

const request = { amount: 500, currency: "USD", buyer: "Robin" };
const refund: Refund = {
  _id: "1",
  amount: 500,
  status: "succeeded",
  why: "A scratch",
  createdAt: "2026-01-01T00:00:00.000Z",
  failureReason: null,
};

it("says whether the money is back already", () => {
  expect(refundOutcome(refund, request)).toBe("$500 refunded to Robin");
  const onItsWay = "A refund of $500 to Robin is on its way";
  expect(refundOutcome({ ...refund, status: "pending" }, request)).toBe(onItsWay);
  expect(refundOutcome({ ...refund, status: "requested" }, request)).toBe(onItsWay);
  expect(refundOutcome(undefined, request)).toBe(onItsWay);
});

it("does not claim an amount that an earlier try has decided", () => {
  expect(refundOutcome({ ...refund, amount: 200 }, request)).toBe(
    "Your earlier refund of $200 already went through. Nothing more was refunded.",
  );
});
