import fc from "fast-check";
import { expect, test } from "vitest";
import { fromProviderAmount, isChargeable, toProviderAmount } from "./provider-amount.ts";

test.each([
  ["USD", 1_234, 1_234],
  ["JPY", 500, 500],
  ["KWD", 5_120, 5_120],
  // No minor unit, but the provider uses hundredths.
  ["ISK", 500, 50_000],
  ["UGX", 500, 50_000],
])("%s: %i minor units are %i to the provider", (currency, minor, provider) => {
  expect(toProviderAmount(minor, currency)).toBe(provider);
  expect(fromProviderAmount(provider, currency)).toBe(minor);
});

test("an amount sent to the provider is read back unchanged in any currency", () => {
  const currencies = fc.constantFrom(...Intl.supportedValuesOf("currency"));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), currencies, (minor, currency) => {
      const sent = toProviderAmount(minor, currency);
      expect(Number.isSafeInteger(sent)).toBe(true);
      expect(fromProviderAmount(sent, currency)).toBe(minor);
    }),
  );
});

test("does not round a fraction that the currency does not have", () => {
  expect(fromProviderAmount(50_050, "ISK")).toBe(500.5);
});

test.each([
  ["USD", 1, true],
  ["JPY", 1, true],
  ["KWD", 1_230, true],
  ["KWD", 1_234, false],
  ["KWD", 1_235, false],
  ["BHD", 1_001, false],
])("%s: cards take %i minor units: %s", (currency, minor, answer) => {
  expect(isChargeable(minor, currency)).toBe(answer);
});
