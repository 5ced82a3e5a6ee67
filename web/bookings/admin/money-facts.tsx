import { Link } from "react-router";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { Refund } from "#shared/payments/payment-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { CopyText } from "#web/ui/copy-text.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { Price } from "#web/ui/price.tsx";
import type { BookingRecord } from "./booking-admin-queries.ts";
import { Fact, Facts } from "./facts.tsx";
import { RefundBadge } from "./state-badges.tsx";
import { paymentLabels, describeReason } from "./state-words.ts";

/** Received, refunded and refundable amounts of a booking. */
export function MoneyFacts({ record: { booking, payment } }: { record: BookingRecord }) {
  const { currency } = booking;
  if (booking.paymentStatus === null)
    return <p className="text-muted">The buyer has not started a payment.</p>;
  return (
    <>
      <Facts>
        <Fact name="Payment">{paymentLabels[booking.paymentStatus]}</Fact>
        <Fact name="Received by card">
          <Price amount={payment.captured} currency={currency} className="font-medium" />
        </Fact>
        <Fact name="Refunded">
          <Price amount={booking.amountRefunded} currency={currency} />
        </Fact>
        <Fact name="Refundable">
          <Price amount={payment.refundable} currency={currency} />
        </Fact>
        {payment.transactionId && (
          <Fact name="Transaction">
            <CopyText text={payment.transactionId} label="Copy transaction id" />
          </Fact>
        )}
        {booking.hasReceipt && (
          <Fact name="Receipt">
            <Link to={`/dashboard/receipt/${booking._id}`} className="text-link">
              View receipt
            </Link>
          </Fact>
        )}
      </Facts>
      {payment.refunds.length > 0 && <Refunds refunds={payment.refunds} booking={booking} />}
    </>
  );
}

function Refunds({ refunds, booking }: { refunds: Refund[]; booking: Booking }) {
  return (
    <>
      <h3 className="mt-8 text-lg font-medium">Refunds</h3>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {refunds.map((refund) => (
          <li key={refund._id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{formatMajor(refund.amount, booking.currency)}</span>
              <RefundBadge status={refund.status} />
              <span className="text-sm text-muted">
                <Moment at={refund.createdAt} />
              </span>
            </p>
            <p className="mt-1 text-sm wrap-anywhere text-muted">{refund.why}</p>
            {refund.failureReason && (
              <p className="mt-1 text-sm wrap-anywhere text-danger">{`The refund did not reach the buyer: ${describeReason(refund.failureReason)}.`}</p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
