import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { BookingState } from "#shared/bookings/booking.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { HoldCountdown } from "./hold-countdown.tsx";

const labels: Record<BookingState, { words: string; tone: "neutral" | "good" | "brass" }> = {
  held: { words: "unpaid", tone: "brass" },
  releasing: { words: "being released", tone: "neutral" },
  paid: { words: "paid", tone: "good" },
  partly_refunded: { words: "paid, partly refunded", tone: "good" },
  refunded: { words: "refunded", tone: "neutral" },
  cancelled: { words: "cancelled", tone: "neutral" },
  expired: { words: "hold expired", tone: "neutral" },
};

/** A booking's payment: a way to pay while it is unpaid, else how it ended. */
export function BookingPayment({ booking }: { booking: Booking }) {
  if (booking.state !== "held" || booking.price <= 0) {
    const { words, tone } = labels[booking.state];
    return <Badge tone={tone}>{words}</Badge>;
  }
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:justify-end">
      <LinkButton
        to={`/dashboard/payment/${booking._id}`}
        size="small"
        aria-label={`Pay for ${booking.item}`}
      >
        Pay
      </LinkButton>
      {booking.expiresAt && (
        <span className="text-sm text-muted">
          <HoldCountdown expiresAt={booking.expiresAt} />
        </span>
      )}
    </span>
  );
}
