import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Elements } from "#web/ui/fields/elements.ts";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { PurchaseTimeline } from "./purchase-timeline.tsx";

type ResultProps = {
  booking: Booking;
  /** The result arrived while the page was open, so it takes focus. */
  isNews: boolean;
  /** How the buyer reaches the seller of a paid car. */
  contact: Elements;
};

const late =
  "You were not charged. If a payment still arrives, you get the car if it is available, or a full refund.";

/** A booking's payment when there is no form to fill in. */
export function PaymentResult({ booking, isNews, contact }: ResultProps) {
  const money = (amount: number) => formatMajor(amount, booking.currency);
  switch (booking.state) {
    case "held":
      if (booking.paymentStatus !== "processing")
        return (
          <Result title="No card payment needed" isNews={isNews}>
            This booking has no amount to charge. Please contact the seller.
          </Result>
        );
      return (
        <Result title="Your payment is being processed" isNews={isNews} isWaiting>
          Your bank is still processing it. You don't need to do anything or pay again. You can
          leave this page. My Orders will show when it is paid.
        </Result>
      );
    case "releasing":
      return (
        <Result title="This booking is being released" isNews={isNews} isWaiting>
          We are making sure you are not charged before other buyers can book the car.
        </Result>
      );
    case "paid":
      return (
        <Result title="Congrats! your payment completed" isNews={isNews} isSuccess>
          <PurchaseTimeline booking={booking} contact={contact} />
          <Paid booking={booking} />
        </Result>
      );
    case "partly_refunded":
      return (
        <Result title="Paid, and partly refunded" isNews={isNews}>
          <span>{`${money(booking.amountRefunded)} of ${money(booking.amountDueNow)} went back to your card.`}</span>
          <PurchaseTimeline booking={booking} contact={contact} />
          <Paid booking={booking} />
        </Result>
      );
    case "refunded":
      // The notice above gives the details.
      if (booking.hasFailedRefund)
        return (
          <Result title="Your refund failed" isNews={isNews}>
            <span>{`${money(booking.amountRefunded)} of ${money(booking.amountDueNow)} went back to your card.`}</span>
            <Paid booking={booking} />
          </Result>
        );
      return (
        <Result title="This payment was refunded" isNews={isNews}>
          <span>
            {booking.amountRefunded > 0
              ? `${money(booking.amountRefunded)} went back to your card. It may take a few days to appear.`
              : "Your payment goes back to your card in full. It may take a few days to appear."}
          </span>
          <Paid booking={booking} />
        </Result>
      );
    case "cancelled":
      return (
        <Result title="This booking was canceled" isNews={isNews} offersCars>
          {`${
            booking.isCanceledByBuyer
              ? "You canceled before paying."
              : "It was canceled by the shop because the car is no longer offered."
          } ${late}`}
        </Result>
      );
    case "expired":
      return (
        <Result
          title="This hold expired"
          isNews={isNews}
          offersCars
        >{`We hold cars for a limited time, and this one was not paid for in time. ${late} If the car is still available, you can book it again.`}</Result>
      );
  }
}

/** Messages from the server, whatever the state. */
export function PaymentNotices({ booking }: { booking: Booking }) {
  if (!booking.notice && !booking.isDisputed) return null;
  return (
    <div role="note" className="mb-6 space-y-2 border-l-2 border-brass pl-4">
      {booking.notice && <p>{booking.notice}</p>}
      {booking.isDisputed && (
        <p>
          Your bank is disputing this payment. It cannot be refunded until the dispute is resolved.
        </p>
      )}
    </div>
  );
}

function Result({
  title,
  isNews,
  isWaiting = false,
  isSuccess = false,
  offersCars = false,
  children,
}: {
  title: string;
  isNews: boolean;
  isWaiting?: boolean;
  isSuccess?: boolean;
  offersCars?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The form that had focus is gone.
    if (isNews) heading.current?.focus();
  }, [isNews, title]);
  return (
    <div role={isWaiting ? "status" : undefined}>
      {isSuccess && (
        <span
          aria-hidden="true"
          className="mb-4 grid size-14 place-items-center rounded-full bg-action text-on-action"
        >
          <Check size={28} strokeWidth={1.75} />
        </span>
      )}
      <h2 ref={heading} tabIndex={-1} className="display text-3xl outline-none">
        {title}
      </h2>
      <div className="mt-4 flex max-w-prose gap-3 text-muted">
        {isWaiting && <Spinner className="mt-1 size-4 shrink-0" />}
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {offersCars && (
        <LinkButton to="/" look="secondary" className="mt-6">
          Browse cars
        </LinkButton>
      )}
    </div>
  );
}

/** The transaction id and the receipt. */
function Paid({ booking }: { booking: Booking }) {
  const isPaid = booking.state === "paid";
  return (
    <>
      {booking.transactionId && (
        <dl className="mt-4">
          <dt className="text-sm">Your transactionId</dt>
          <dd className="wrap-anywhere text-ink">{booking.transactionId}</dd>
        </dl>
      )}
      {booking.hasReceipt && (
        <LinkButton
          to={`/dashboard/receipt/${booking._id}`}
          look={isPaid ? "primary" : "secondary"}
          size={isPaid ? "normal" : "small"}
          className="mt-6"
        >
          Receipt
        </LinkButton>
      )}
    </>
  );
}
