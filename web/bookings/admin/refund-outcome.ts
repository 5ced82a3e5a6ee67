import { formatMajor } from "#shared/money/money.ts";
import type { Refund } from "#shared/payments/payment-contract.ts";

type RefundRequest = { amount: number; currency: string; buyer: string };

/**
 * Message after the server accepted a refund. `refund` is its current state, or undefined if it could not be
 * fetched. An earlier attempt with the same request id but another amount may have been processed instead.
 */
export function refundOutcome(refund: Refund | undefined, request: RefundRequest): string {
  const amount = formatMajor(refund?.amount ?? request.amount, request.currency);
  if (refund && refund.amount !== request.amount)
    return `Your earlier refund of ${amount} already went through. Nothing more was refunded.`;
  return refund?.status === "succeeded"
    ? `${amount} refunded to ${request.buyer}`
    : `A refund of ${amount} to ${request.buyer} is on its way`;
}
