import { Link } from "react-router";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { BookingState } from "#shared/bookings/booking.ts";
import { formatMajor } from "#shared/money/money.ts";
import { isolate } from "#shared/text/isolate.ts";
import { Badge } from "#web/ui/badge.tsx";
import { HoldEnd } from "./hold-end.tsx";
import { PaymentLink } from "./payment-link.tsx";

const labels: Record<BookingState, { label: string; tone: "neutral" | "good" | "brass" }> = {
  held: { label: "unpaid", tone: "brass" },
  releasing: { label: "being released", tone: "neutral" },
  paid: { label: "paid", tone: "good" },
  // The refunded amount is shown next to it.
  partly_refunded: { label: "paid", tone: "good" },
  refunded: { label: "refunded", tone: "neutral" },
  cancelled: { label: "canceled", tone: "neutral" },
  expired: { label: "hold expired", tone: "neutral" },
};

/** A booking's payment status: a Pay button while unpaid, otherwise the outcome and any refund. */
export function BookingPayment({ booking }: { booking: Booking }) {
  const refunded = formatMajor(booking.amountRefunded, booking.currency);
  // The notice may already mention the amount.
  const isSaid = booking.notice?.includes(refunded) ?? false;
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-3 gap-y-1">
      <PaymentLabel booking={booking} />
      {booking.amountRefunded > 0 && !isSaid && (
        <span className="text-sm text-muted">{`${refunded} refunded`}</span>
      )}
      {booking.isDisputed && (
        <span className="text-sm text-muted">Your bank is disputing this payment</span>
      )}
      {booking.notice && (
        <span
          className={`max-w-sm text-sm ${booking.hasFailedRefund ? "text-danger" : "text-muted"}`}
        >
          {booking.notice}
        </span>
      )}
      {booking.hasReceipt && (
        <Link
          to={`/dashboard/receipt/${booking._id}`}
          className="text-link text-sm"
          aria-label={`Receipt for ${isolate(booking.item)}`}
        >
          Receipt
        </Link>
      )}
      {booking.allowedActions.includes("review") && (
        <Link
          to={`/dashboard/reviews?booking=${booking._id}`}
          className="text-link text-sm"
          aria-label={`Write a review of the seller of ${isolate(booking.item)}`}
        >
          Write a review
        </Link>
      )}
    </span>
  );
}

function PaymentLabel({ booking }: { booking: Booking }) {
  const isWorkedOn = booking.state === "held" && booking.paymentStatus === "processing";
  if (!booking.allowedActions.includes("pay") || isWorkedOn) {
    if (booking.state === "refunded" && booking.hasFailedRefund)
      return <Badge tone="danger">refund failed</Badge>;
    const { label, tone } = labels[booking.state];
    return <Badge tone={tone}>{isWorkedOn ? "payment in progress" : label}</Badge>;
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <PaymentLink booking={booking} size="small" />
      {booking.expiresAt && (
        <span className="text-sm text-muted">
          <HoldEnd expiresAt={booking.expiresAt} />
        </span>
      )}
    </span>
  );
}
