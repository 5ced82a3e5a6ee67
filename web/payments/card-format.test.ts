import { expect, it } from "vitest";
import { formatCardNumber, formatCvc, formatExpiry, retype } from "./card-format.ts";

it.each([
  ["", ""],
  ["4242", "4242"],
  ["42424", "4242 4"],
  ["4242424242424242", "4242 4242 4242 4242"],
  ["378282246310005", "3782 822463 10005"],
  ["62000000000000051234", "6200 0000 0000 0005 123"],
])("a card number %s stands as on the card: %s", (digits, shown) => {
  expect(formatCardNumber(digits)).toBe(shown);
});

it.each([
  ["", ""],
  ["1", "1"],
  ["4", "04 / "],
  ["12", "12 / "],
  ["1234", "12 / 34"],
  ["122034", "12 / 34"],
  ["12345", "12 / 34"],
])("an expiry date %s reads %s", (digits, shown) => {
  expect(formatExpiry(digits)).toBe(shown);
});

it.each([
  ["1/30", "01 / 30"],
  ["12/2030", "12 / 30"],
  ["1/2030", "01 / 30"],
  ["1 / 30", "01 / 30"],
  ["01/30", "01 / 30"],
  ["1230", "12 / 30"],
  ["930", "09 / 30"],
])("an expiry date typed or pasted as %s reads %s", (keys, shown) => {
  let value = "";
  for (const key of keys) {
    const typed = { value: value + key, caret: value.length + 1 };
    value = retype(typed, value, formatExpiry, null).value;
  }
  expect(value).toBe(shown);
  const pasted = { value: keys, caret: keys.length };
  expect(retype(pasted, "", formatExpiry, null).value).toBe(shown);
});

it("keeps a security code to four digits", () => {
  expect(formatCvc("12345")).toBe("1234");
});

/** `|` marks the caret. */
function type(
  after: string,
  before: string,
  format: (digits: string) => string,
  deleted: "backward" | "forward" | null = null,
) {
  const caret = after.indexOf("|");
  const typed = { value: after.replace("|", ""), caret };
  const { value, caret: moved } = retype(typed, before, format, deleted);
  return `${value.slice(0, moved)}|${value.slice(moved)}`;
}

it("typing at the end goes past the blank", () => {
  expect(type("4242 42425|", "4242 4242", formatCardNumber)).toBe("4242 4242 5|");
  expect(type("12|", "1", formatExpiry)).toBe("12 / |");
});

it("a digit typed in the middle leaves the caret behind it", () => {
  expect(type("42942| 4242 4242", "4242 4242 4242", formatCardNumber)).toBe("4294 2|424 2424 2");
  expect(type("429|42 4242", "4242 4242", formatCardNumber)).toBe("429|4 2424 2");
});

it("deleting a blank takes the digit beside it", () => {
  expect(type("4242|4242", "4242 4242", formatCardNumber, "backward")).toBe("424|4 242");
  expect(type("4242|4242", "4242 4242", formatCardNumber, "forward")).toBe("4242| 242");
  expect(type("12 /|", "12 / ", formatExpiry, "backward")).toBe("1|");
});

it("deleting a digit takes only that", () => {
  expect(type("424| 4242", "4242 4242", formatCardNumber, "backward")).toBe("424|4 242");
  expect(type("12 / 3|", "12 / 34", formatExpiry, "backward")).toBe("12 / 3|");
});

it("letters never appear, and a pasted number is grouped", () => {
  expect(type("4242a|", "4242", formatCardNumber)).toBe("4242|");
  expect(type("4242-4242-4242-4242|", "", formatCardNumber)).toBe("4242 4242 4242 4242|");
});
