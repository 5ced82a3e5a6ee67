import { expect, it } from "vitest";
import { checkCard, readCard } from "./check-card.ts";

const now = new Date(2026, 10, 21);
const good = { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123" };

it("takes a test card, and reads it as the provider wants it", () => {
  expect(checkCard(good, now)).toEqual({});
  expect(readCard(good)).toEqual({
    number: "4242424242424242",
    month: "12",
    year: "2030",
    cvc: "123",
  });
});

it.each([
  ["", "Please enter the card number."],
  ["4242 4242", "This card number is incomplete."],
  ["4242 4242 4242 4241", "This card number is not valid. Please check the digits."],
  // Has a valid check digit but is not a test card.
  [
    "4539 5787 6362 1486",
    "This is not a test card. Nothing was sent. Please don't use a real card here.",
  ],
])("number %s: %s", (number, message) => {
  expect(checkCard({ ...good, number }, now)).toEqual({ number: message });
});

it.each([
  ["", "Please enter the expiration date."],
  ["12 / ", "This expiration date is incomplete."],
  ["13 / 30", "The month must be between 01 and 12."],
  ["00 / 30", "The month must be between 01 and 12."],
  ["10 / 26", "This expiration date is in the past."],
  ["11 / 99", "This expiration year is too far in the future."],
])("expiry date %s: %s", (expiry, message) => {
  expect(checkCard({ ...good, expiry }, now)).toEqual({ expiry: message });
});

it("takes a card to the end of the month it expires in", () => {
  expect(checkCard({ ...good, expiry: "11 / 26" }, now)).toEqual({});
});

it("wants as many digits of the security code as the card has", () => {
  expect(checkCard({ ...good, cvc: "" }, now)).toEqual({ cvc: "Please enter the security code." });
  expect(checkCard({ ...good, cvc: "1234" }, now)).toEqual({
    cvc: "The security code must have 3 digits.",
  });
  const amex = { ...good, number: "3782 822463 10005" };
  expect(checkCard({ ...amex, cvc: "123" }, now)).toEqual({
    cvc: "The security code must have 4 digits.",
  });
  expect(checkCard({ ...amex, cvc: "1234" }, now)).toEqual({});
});
