import type { QuarantineReason } from "#shared/payments/payment.ts";
import type { IntentFacts } from "./provider-facts.ts";
import type { Payment } from "./payment-store.ts";

/**
 * Whether a statement of the provider's is news: nothing follows an end, and nothing older follows something newer. That
 * money came is always news, once; that a card was refused is news each time, though the status stays.
 */
export function isNews(
  payment: Pick<Payment, "status" | "statedAt">,
  facts: Pick<IntentFacts, "status" | "statedAt" | "lastError">,
  { isMessage }: { isMessage: boolean },
): boolean {
  if (payment.status === "succeeded") return false;
  if (facts.status === "succeeded") return true;
  if (payment.status === "canceled") return false;
  if (facts.status === "canceled") return true;
  if (payment.statedAt !== null && facts.statedAt < payment.statedAt) return false;
  return payment.status !== facts.status || (isMessage && facts.lastError !== null);
}

/** Why money that came may not be applied to the booking it came for, or null where all agrees. */
export function whyQuarantine(
  expected: { bookingId: string | null; amountMinor: number; currency: string },
  facts: IntentFacts,
): QuarantineReason | null {
  if (expected.bookingId === null) return "unknown";
  if (facts.bookingId !== expected.bookingId) return "booking";
  if (facts.currency !== expected.currency) return "currency";
  const agrees =
    facts.amountMinor === expected.amountMinor && facts.capturedMinor === expected.amountMinor;
  return agrees ? null : "amount";
}
