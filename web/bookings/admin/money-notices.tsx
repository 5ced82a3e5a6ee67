import type { ReactNode } from "react";
import { formatMajor } from "#shared/money/money.ts";
import type { BookingPayment } from "#shared/payments/payment-contract.ts";
import type { BookingRecord } from "./booking-admin-queries.ts";
import { disputeState, describeReason } from "./state-words.ts";

/** What an admin must know about the payment before acting on it. */
export function MoneyNotices({ record: { booking, payment } }: { record: BookingRecord }) {
  const { dispute, refundable } = payment;
  return (
    <>
      {dispute && <DisputeNotice dispute={dispute} />}
      {booking.hasFailedRefund && refundable > 0 && (
        <Notice title="Last refund failed">
          <bdi>{booking.name}</bdi>{" "}
          <span>{`did not receive it. Refund up to ${formatMajor(refundable, booking.currency)} again, or pay the buyer back another way.`}</span>
        </Notice>
      )}
    </>
  );
}

function DisputeNotice({ dispute }: { dispute: NonNullable<BookingPayment["dispute"]> }) {
  const reason = describeReason(dispute.reason);
  if (dispute.isOpen)
    return (
      <Notice title="The buyer's bank is disputing this payment">{`Reason: ${reason}. Status: ${disputeState(dispute.status)}. The money is frozen until the bank decides. Until then you cannot issue refunds or put the car back on sale. Respond to the dispute at the card provider.`}</Notice>
    );
  const isLost = dispute.status === "lost";
  return (
    <Notice
      title={isLost ? "Dispute lost: the bank returned the money to the buyer" : "Dispute closed"}
    >{`Reason: ${reason}. Status: ${disputeState(dispute.status)}.${!isLost ? " The money is no longer frozen." : ""}`}</Notice>
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
