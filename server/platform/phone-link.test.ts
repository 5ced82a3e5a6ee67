import { expect, test } from "vitest";
import { phoneLink } from "./phone-link.ts";

test.each([
  ["+1 212-555-0123 ext. 45", "EUR", "tel:+1-212-555-0123;ext=45"],
  ["(212) 555-0123", "USD", "tel:+1-212-555-0123"],
  ["020 7946 0958", "GBP", "tel:+44-20-7946-0958"],
  ["+44 (0)20 7946 0958", "USD", "tel:+44-20-7946-0958"],
  ["0044 20 7946 0958", "GBP", "tel:+44-20-7946-0958"],
  ["+1 800 555 0142", "USD", "tel:+1-800-555-0142"],
  // Germany, Austria or another country of the euro.
  ["0170 1234567", "EUR", null],
  ["07700 900123 / 07700 900456", "GBP", null],
  ["call me after 5", "USD", null],
  ["12345", "USD", null],
  ["", "USD", null],
])("%j in a shop of %s is called by %s", (phone, currency, link) => {
  expect(phoneLink(phone, currency)).toBe(link);
});
