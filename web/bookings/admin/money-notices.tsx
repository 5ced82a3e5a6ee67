import type { ReactNode } from "react";
import { formatMajor } from "#shared/money/money.ts";
import type { BookingPayment } from "#shared/payments/payment-contract.ts";
import type { BookingRecord } from "./booking-admin-queries.ts";
import { disputeState, reasonInWords } from "./state-words.ts";

/** What an admin has to know of a booking's money before doing anything with it. */
export function MoneyNotices({ record: { booking, payment } }: { record: BookingRecord }) {
  const { dispute, refundable } = payment;
  return (
    <>
      {dispute && <DisputeNotice dispute={dispute} />}
      {booking.hasFailedRefund && refundable > 0 && (
        <Notice title="The last refund failed">
          {booking.name} has not got it. Up to {formatMajor(refundable, booking.currency)} can be
          refunded again, or given back in another way.
        </Notice>
      )}
    </>
  );
}

function DisputeNotice({ dispute }: { dispute: NonNullable<BookingPayment["dispute"]> }) {
  const reason = reasonInWords(dispute.reason);
  if (dispute.isOpen)
    return (
      <Notice title="The buyer’s bank is questioning this payment">
        Reason: {reason}. Status: {disputeState(dispute.status)}. Until the bank has decided, the
        money is frozen: nothing can be refunded, and the car cannot be put on sale again. Answer
        the bank at the card provider.
      </Notice>
    );
  const isLost = dispute.status === "lost";
  return (
    <Notice title={isLost ? "The buyer’s bank took the money back" : "A dispute was settled"}>
      Reason: {reason}. Status: {disputeState(dispute.status)}.
      {!isLost && " The money is no longer frozen."}
    </Notice>
  );
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="note" className="mb-6 border-l-2 border-danger pl-4">
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-prose text-muted">{children}</p>
    </div>
  );
}
