import { minorUnitDigits } from "#shared/money/money.ts";

/** What a booking costs online: the full price, or a deposit in percent of it. */
export type PaymentCharge = { kind: "full" } | { kind: "deposit"; percent: number };

/**
 * Amount to charge by card now, in minor units; the rest is due at handover. Rounded up to a minor unit, or to ten of
 * them if the currency has three decimals, because card networks do not accept finer amounts.
 */
export function amountDueNow(priceMinor: number, charge: PaymentCharge, currency: string): number {
  if (charge.kind === "full") return priceMinor;
  const step = minorUnitDigits(currency) === 3 ? 10 : 1;
  // A percentage has at most two decimals, so its hundredths are an integer.
  const hundredths = Math.round(charge.percent * 100);
  const exact = BigInt(priceMinor) * BigInt(hundredths);
  const unit = BigInt(10_000 * step);
  return Math.min(priceMinor, Number((exact + unit - 1n) / unit) * step);
}
