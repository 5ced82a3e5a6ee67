import { minorUnitDigits } from "#shared/money/money.ts";

/** What an operator charges when a car is booked: the whole price, or a part of it as a deposit. */
export type PaymentCharge = { kind: "full" } | { kind: "deposit"; percent: number };

/**
 * The part of a price that is charged by card now, in minor units; the rest is due at handover. Rounded up to the
 * currency's minor unit (to ten of them where it has three decimals: card networks take no finer amounts).
 */
export function amountDueNow(priceMinor: number, charge: PaymentCharge, currency: string): number {
  if (charge.kind === "full") return priceMinor;
  const step = minorUnitDigits(currency) === 3 ? 10 : 1;
  // Percent has at most two decimals, so hundredths of it are whole numbers.
  const hundredths = Math.round(charge.percent * 100);
  const exact = BigInt(priceMinor) * BigInt(hundredths);
  const unit = BigInt(10_000 * step);
  return Math.min(priceMinor, Number((exact + unit - 1n) / unit) * step);
}
