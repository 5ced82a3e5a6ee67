import { minorUnitDigits } from "#shared/money/money.ts";

/** The largest amount the provider takes, in its smallest unit (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const largestAmount = 99_999_999;

// The provider counts these in hundredths although they have none (https://docs.stripe.com/currencies#special-cases).
const countedInHundredths = new Set(["ISK", "UGX"]);

/** The provider's number for an amount of ours in minor units. */
export function toProviderAmount(minor: number, currency: string): number {
  return minor * factorOf(currency);
}

/** Minor units of ours for the provider's number; not whole where it states a fraction that the currency does not have. */
export function fromProviderAmount(amount: number, currency: string): number {
  return amount / factorOf(currency);
}

/**
 * Whether cards are charged this amount, in minor units: in currencies with three decimals the last one is always zero
 * (https://docs.stripe.com/currencies#three-decimal).
 */
export function isChargeable(minor: number, currency: string): boolean {
  return minorUnitDigits(currency) !== 3 || minor % 10 === 0;
}

function factorOf(currency: string): number {
  return countedInHundredths.has(currency) && minorUnitDigits(currency) === 0 ? 100 : 1;
}
