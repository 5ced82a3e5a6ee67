import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { RefundStatus } from "#shared/payments/payment.ts";
import { Badge } from "#web/ui/badge.tsx";
import { bookingLabels, refundLabels } from "./state-words.ts";

/** Booking state, plus payment issues that need an admin's attention. */
export function BookingBadges({ booking }: { booking: Booking }) {
  const isWorkedOn = booking.state === "held" && booking.paymentStatus === "processing";
  const { label, tone } = bookingLabels[booking.state];
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tone}>{isWorkedOn ? "payment in progress" : label}</Badge>
      {booking.isDisputed && <Badge tone="danger">disputed</Badge>}
      {booking.hasFailedRefund && <Badge tone="danger">refund failed</Badge>}
    </span>
  );
}

export function RefundBadge({ status }: { status: RefundStatus }) {
  const { label, tone } = refundLabels[status];
  return <Badge tone={tone}>{label}</Badge>;
}
