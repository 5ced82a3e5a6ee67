import { minorUnitDigits } from "#shared/money/money.ts";

/**
 * The largest amount the provider accepts, in its smallest unit
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
 */
export const largestAmount = 99_999_999;

// The provider uses hundredths for these currencies, although they have no minor unit
// (https://docs.stripe.com/currencies#special-cases).
const inHundredths = new Set(["ISK", "UGX"]);

/** The provider's amount for our minor units. */
export function toProviderAmount(minor: number, currency: string): number {
  return minor * factorOf(currency);
}

/** Our minor units for the provider's amount. Not an integer if the amount has a fraction that the currency lacks. */
export function fromProviderAmount(amount: number, currency: string): number {
  return amount / factorOf(currency);
}

/**
 * Whether a card can be charged this amount of minor units. In currencies with three decimals, the last must be zero
 * (https://docs.stripe.com/currencies#three-decimal).
 */
export function isChargeable(minor: number, currency: string): boolean {
  return minorUnitDigits(currency) !== 3 || minor % 10 === 0;
}

function factorOf(currency: string): number {
  return inHundredths.has(currency) && minorUnitDigits(currency) === 0 ? 100 : 1;
}
