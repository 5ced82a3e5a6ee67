import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { formatMajor } from "#shared/money/money.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

// In the reader's time zone: the page is rendered in the browser only.
const day = dateFormat({ dateStyle: "medium" });

/** What has happened since the booking, and what the buyer does next. `contact` is how they reach the seller. */
export function PurchaseTimeline({ booking, contact }: { booking: Booking; contact: Elements }) {
  const { currency, createdAt, paidAt, amountDueNow, amountDueAtHandover } = booking;
  const isOwed = booking.state === "paid" && amountDueAtHandover > 0;
  return (
    <ol aria-label="Your purchase" className="mt-6">
      <Step title="Booked" isDone>
        <time dateTime={createdAt}>{day(createdAt)}</time>
      </Step>
      <Step title={`Paid ${formatMajor(amountDueNow, currency)}`} isDone>
        {paidAt && <time dateTime={paidAt}>{day(paidAt)}</time>}
      </Step>
      <Step title="Call the seller">
        Next, arrange the handover with <bdi>{booking.sellerName}</bdi>:{contact}
      </Step>
      <Step title="See the car">
        Check the car and its papers, and take a test drive before you sign.
      </Step>
      <Step title="Take it home" isLast>
        {isOwed && (
          <span>{`${formatMajor(amountDueAtHandover, currency)} is due to the seller at handover. `}</span>
        )}
        <span>You get the keys and the papers, and sign the transfer together.</span>
      </Step>
    </ol>
  );
}

function Step({
  title,
  isDone = false,
  isLast = false,
  children,
}: {
  title: string;
  isDone?: boolean;
  isLast?: boolean;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-4">
      <span aria-hidden="true" className="flex flex-col items-center">
        <span
          className={`grid size-7 place-items-center rounded-full border ${isDone ? "border-action bg-action text-on-action" : "border-edge"}`}
        >
          {isDone && <Check size={16} />}
        </span>
        {!isLast && <span className="w-px flex-1 bg-line" />}
      </span>
      <div className={`min-w-0 flex-1 ${isLast ? "" : "pb-6"}`}>
        <p className="font-medium text-ink">
          <span>{title}</span>
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        <div className="text-muted">{children}</div>
      </div>
    </li>
  );
}
