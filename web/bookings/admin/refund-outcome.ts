import { formatMajor } from "#shared/money/money.ts";
import type { Refund } from "#shared/payments/payment-contract.ts";

type Asked = { amount: number; currency: string; buyer: string };

/**
 * Message after the server accepted a refund. `refund` is its current state, or undefined if it could not be
 * fetched. An earlier attempt with the same request id but another amount may have been processed instead.
 */
export function refundOutcome(refund: Refund | undefined, asked: Asked): string {
  const amount = formatMajor(refund?.amount ?? asked.amount, asked.currency);
  if (refund && refund.amount !== asked.amount)
    return `Your earlier refund of ${amount} already went through. Nothing more was refunded.`;
  return refund?.status === "succeeded"
    ? `${amount} refunded to ${asked.buyer}`
    : `A refund of ${amount} to ${asked.buyer} is on its way`;
}
