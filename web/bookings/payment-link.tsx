import type { Booking } from "#shared/bookings/booking-contract.ts";
import { useOffline } from "#web/platform/requests/connection.ts";
import type { ButtonSize } from "#web/ui/button-class.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

type PaymentLinkProps = { booking: Booking; size?: ButtonSize; className?: string };

/** Link to a held booking's payment page, to pay or to follow a payment in progress. */
export function PaymentLink({ booking, size, className }: PaymentLinkProps) {
  const mayPay = booking.allowedActions.includes("pay") && booking.paymentStatus !== "processing";
  const offline = useOffline();
  return (
    <LinkButton
      to={`/dashboard/payment/${booking._id}`}
      // Needs a full page load: only the payment page's CSP allows the card provider's script. Offline, the browser
      // would show its own error page instead.
      reloadDocument={!offline}
      size={size}
      className={className}
      aria-label={mayPay ? `Pay for ${booking.item}` : `Open the booking for ${booking.item}`}
    >
      {mayPay ? "Pay" : "Open booking"}
    </LinkButton>
  );
}
