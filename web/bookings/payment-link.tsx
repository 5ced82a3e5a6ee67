import type { Booking } from "#shared/bookings/booking-contract.ts";
import { useOffline } from "#web/platform/connection.ts";
import type { ButtonSize } from "#web/ui/button-class.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

type PaymentLinkProps = { booking: Booking; size?: ButtonSize; className?: string };

/** The way to a held booking's payment page: to pay, or to see the payment where it is being processed. */
export function PaymentLink({ booking, size, className }: PaymentLinkProps) {
  const mayPay = booking.allowedActions.includes("pay") && booking.paymentStatus !== "processing";
  const offline = useOffline();
  return (
    <LinkButton
      to={`/dashboard/payment/${booking._id}`}
      // A document of its own: only the payment page's policy lets a card provider's script in. Offline, the browser
      // would show its own page instead.
      reloadDocument={!offline}
      size={size}
      className={className}
      aria-label={mayPay ? `Pay for ${booking.item}` : `Open the booking for ${booking.item}`}
    >
      {mayPay ? "Pay" : "Open booking"}
    </LinkButton>
  );
}
