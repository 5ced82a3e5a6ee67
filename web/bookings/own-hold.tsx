import type { Booking } from "#shared/bookings/booking-contract.ts";
import { HoldEnd } from "./hold-end.tsx";
import { PaymentLink } from "./payment-link.tsx";

/** Replaces "Book Now" on a car the user holds: a payment link and the time left. */
export function OwnHold({ booking }: { booking: Booking }) {
  return (
    <>
      <PaymentLink booking={booking} size="medium" className="max-sm:flex-1" />
      {booking.expiresAt && (
        <p className="order-last basis-full text-sm text-muted">
          <HoldEnd expiresAt={booking.expiresAt} />
        </p>
      )}
    </>
  );
}
