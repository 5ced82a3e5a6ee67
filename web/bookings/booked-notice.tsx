import { X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useId } from "react";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { formatHoldEnd } from "./hold-end.tsx";
import { PaymentLink } from "./payment-link.tsx";

type BookedNoticeProps = {
  booking: Booking;
  /** The heading, focused when the booking dialog closes so that the notice is read out. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  onClose: () => void;
};

/** Next steps after booking. Stays open until closed, so there is no time limit for reading it. */
export function BookedNotice({ booking, headingRef, onClose }: BookedNoticeProps) {
  const id = useId();
  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
  }
  return (
    <section
      aria-labelledby={`${id}-title`}
      onKeyDown={closeOnEscape}
      className="fixed inset-x-4 bottom-4 z-30 mx-auto max-h-[calc(100dvh-2rem)] max-w-lg overflow-y-auto rounded-soft border border-brass bg-raised p-5 text-ink shadow-lg sm:p-6"
    >
      <h2
        ref={headingRef}
        id={`${id}-title`}
        tabIndex={-1}
        aria-describedby={`${id}-text`}
        className="display pr-10 text-2xl wrap-anywhere outline-none"
      >
        Reserved for you: <bdi>{booking.item}</bdi>
      </h2>
      <p
        id={`${id}-text`}
        className="mt-2 text-muted"
      >{`${whatFollows(booking)} You can find this booking in My Orders and cancel it there until you pay.`}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <PaymentLink booking={booking} size="small" />
        <LinkButton to="/dashboard/myorders" look="secondary" size="small">
          My Orders
        </LinkButton>
      </div>
      <IconButton label="Close" onClick={onClose} className="absolute top-2 right-2">
        <X aria-hidden="true" size={20} strokeWidth={1.5} />
      </IconButton>
    </section>
  );
}

function whatFollows({ expiresAt, allowedActions, ...booking }: Booking): string {
  const held =
    expiresAt === null ? "The car is held for you." : `Held until ${formatHoldEnd(expiresAt)}.`;
  if (!allowedActions.includes("pay")) return held;
  const amount = formatMajor(booking.amountDueNow, booking.currency);
  const what = booking.amountDueAtHandover > 0 ? `the deposit of ${amount}` : amount;
  return `${held} Pay ${what} by card before then, or other buyers can book the car.`;
}
