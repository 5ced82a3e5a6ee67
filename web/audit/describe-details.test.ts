import { expect, test } from "vitest";
import { describeDetails } from "./describe-details.ts";

test("formats money, labels known facts and omits empty ones", () => {
  expect(
    describeDetails({
      amountMinor: 125_050,
      currency: "USD",
      reason: "Two worn tyres",
      reports: 2,
      releasedBooking: null,
      checked: ["identity", "phone"],
      decidedByWhoActed: true,
      later: { kind: 1 },
    }),
  ).toEqual([
    ["Amount", "$1,250.50"],
    ["Reason", "Two worn tyres"],
    ["Reports", "2"],
    ["Checked", "identity, phone"],
    ["Decided by the same admin", "Yes"],
    ["later", '{"kind":1}'],
  ]);
  expect(describeDetails({})).toEqual([]);
});
