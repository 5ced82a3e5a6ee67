import type { QuarantineReason } from "#shared/payments/payment.ts";
import type { IntentFacts } from "../provider/provider-facts.ts";
import type { Payment } from "../payment-store.ts";

/**
 * Whether a report from the provider changes the payment. A final status never changes, and an older report never
 * replaces a newer one. Applies a success once; applies every decline, although the status stays the same.
 */
export function isNewReport(
  payment: Pick<Payment, "status" | "statedAt">,
  facts: Pick<IntentFacts, "status" | "statedAt" | "lastError">,
  { isEvent }: { isEvent: boolean },
): boolean {
  if (payment.status === "succeeded") return false;
  if (facts.status === "succeeded") return true;
  if (payment.status === "canceled") return false;
  if (facts.status === "canceled") return true;
  if (payment.statedAt !== null && facts.statedAt < payment.statedAt) return false;
  return payment.status !== facts.status || (isEvent && facts.lastError !== null);
}

/** Why a successful payment must not be applied to its booking, or null if everything matches. */
export function quarantineReason(
  expected: { bookingId: string | null; amountMinor: number; currency: string },
  facts: IntentFacts,
): QuarantineReason | null {
  if (expected.bookingId === null) return "unknown";
  if (facts.bookingId !== expected.bookingId) return "booking";
  if (facts.currency !== expected.currency) return "currency";
  const matches =
    facts.amountMinor === expected.amountMinor && facts.capturedMinor === expected.amountMinor;
  return matches ? null : "amount";
}
