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
    ["Checked", "Identity document, Phone call"],
    ["Decided by the same admin", "Yes"],
    ["Later", '{"kind":1}'],
  ]);
  expect(describeDetails({})).toEqual([]);
});

test("shows no names of fields, codes or stored dates", () => {
  expect(
    describeDetails({
      level: "business",
      validUntil: "2027-09-07",
      listings: 1500,
      against: "removal",
      someNewFact: "x",
    }),
  ).toEqual([
    ["Level", "Business register checked"],
    ["Valid until", "Sep 7, 2027"],
    ["Cars", "1,500"],
    ["Against", "Removal of a car"],
    ["Some new fact", "x"],
  ]);
});
