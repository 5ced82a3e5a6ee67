import type { Booking } from "#shared/bookings/booking-contract.ts";
import { HoldEnd } from "./hold-end.tsx";
import { PaymentLink } from "./payment-link.tsx";

/** On the card of a car that the reader holds, in place of "Book Now": the way to pay, and until when. */
export function OwnHold({ booking }: { booking: Booking }) {
  return (
    <>
      <PaymentLink booking={booking} className="flex-1" />
      {booking.expiresAt && (
        <p className="order-last basis-full text-sm text-muted">
          <HoldEnd expiresAt={booking.expiresAt} />
        </p>
      )}
    </>
  );
}
