import type { Booking } from "#shared/bookings/booking-contract.ts";
import { Price } from "#web/ui/price.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

/** The car and its price, split into deposit and remainder if there is a deposit. */
export function PaymentSummary({ booking, hold }: { booking: Booking; hold: Elements }) {
  const { currency } = booking;
  const hasDeposit = booking.amountDueAtHandover > 0;
  return (
    <section aria-label="Order summary">
      <p className="text-sm text-muted">Price</p>
      <Price amount={booking.price} currency={currency} className="display text-4xl" />
      <p className="mt-2 text-muted">
        Sold by <bdi>{booking.sellerName}</bdi>
      </p>
      {hasDeposit && (
        <dl className="mt-5 divide-y divide-line border-y border-line">
          <Part label="Deposit by card" amount={booking.amountDueNow} currency={currency} />
          <Part
            label="Due to the seller at handover"
            amount={booking.amountDueAtHandover}
            currency={currency}
          />
        </dl>
      )}
      {hold}
    </section>
  );
}

function Part({ label, amount, currency }: { label: string; amount: number; currency: string }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
      <dt className="text-muted">{label}</dt>
      <dd>
        <Price amount={amount} currency={currency} className="font-medium" />
      </dd>
    </div>
  );
}
