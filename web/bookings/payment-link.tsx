import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { ButtonSize } from "#web/ui/button-class.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

type PaymentLinkProps = { booking: Booking; size?: ButtonSize; className?: string };

/** The way to a held booking's payment page: to pay, or to see the payment where it is being processed. */
export function PaymentLink({ booking, size, className }: PaymentLinkProps) {
  const mayPay = booking.allowedActions.includes("pay") && booking.paymentStatus !== "processing";
  return (
    <LinkButton
      to={`/dashboard/payment/${booking._id}`}
      // A document of its own: only the payment page's policy lets a card provider's script in.
      reloadDocument
      size={size}
      className={className}
      aria-label={mayPay ? `Pay for ${booking.item}` : `Open the booking of ${booking.item}`}
    >
      {mayPay ? "Pay" : "Open booking"}
    </LinkButton>
  );
}
