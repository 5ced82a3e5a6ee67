import { formatMajor } from "#shared/money/money.ts";
import type { Refund } from "#shared/payments/payment-contract.ts";

type Asked = { amount: number; currency: string; buyer: string };

/**
 * What came of a refund that the server has acknowledged. `refund` is it as it then stood, undefined where it could not
 * be read again. An earlier try under the same request, of another amount, may have been the one that was done.
 */
export function refundOutcome(refund: Refund | undefined, asked: Asked): string {
  const amount = formatMajor(refund?.amount ?? asked.amount, asked.currency);
  if (refund && refund.amount !== asked.amount)
    return `Your earlier refund of ${amount} already went through. Nothing more was refunded.`;
  return refund?.status === "succeeded"
    ? `${amount} refunded to ${asked.buyer}`
    : `A refund of ${amount} to ${asked.buyer} is on its way`;
}
