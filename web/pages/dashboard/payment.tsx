import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { bookingQuery } from "#web/bookings/booking-queries.ts";
import { BookingPayment } from "#web/bookings/booking-payment.tsx";
import { HoldCountdown } from "#web/bookings/hold-countdown.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import { CarPicture } from "#web/ui/car-picture.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Price } from "#web/ui/price.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Route } from "./+types/payment";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Payment");

export default function PaymentPage({ params }: Route.ComponentProps) {
  const query = useQuery(bookingQuery(params.id));
  if (query.data) return <Payment booking={query.data} />;
  if (query.isError)
    return (
      <ErrorState
        title="This booking could not be loaded"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  return (
    <div role="status" className="space-y-6">
      <VisuallyHidden>Loading the booking</VisuallyHidden>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="aspect-4/3 max-w-md" />
    </div>
  );
}

function Payment({ booking }: { booking: Booking }) {
  return (
    <>
      <PageHeading title={`Payment for ${booking.item}`} />
      <div className="grid gap-10 md:grid-cols-2">
        <CarPicture src={booking.image} alt={booking.item} />
        <div>
          <p className="text-sm text-muted">Price</p>
          <Price amount={booking.price} currency={booking.currency} className="display text-5xl" />
          <p className="mt-4 text-muted">Sold by {booking.sellerName}</p>
          <div className="mt-8 border-t border-line pt-6">
            <PaymentState booking={booking} />
          </div>
          <p className="mt-8">
            <Link to="/dashboard/myorders" className="text-link">
              Back to My Orders
            </Link>
          </p>
        </div>
      </div>
    </>
  );
}

function PaymentState({ booking }: { booking: Booking }) {
  if (booking.state === "held") return <PayLater booking={booking} />;
  if (booking.state === "paid") return <Paid transactionId={booking.transactionId} />;
  return <BookingPayment booking={booking} />;
}

/** The words are the seed's. */
function Paid({ transactionId }: { transactionId: string | null }) {
  return (
    <>
      <p className="display text-2xl">Congrats! your payment completed</p>
      {transactionId && (
        <dl className="mt-4">
          <dt className="text-sm text-muted">Your transactionId</dt>
          <dd className="wrap-anywhere">{transactionId}</dd>
        </dl>
      )}
    </>
  );
}

function PayLater({ booking }: { booking: Booking }) {
  return (
    <>
      {booking.expiresAt && (
        <p className="font-medium">
          <HoldCountdown expiresAt={booking.expiresAt} />
        </p>
      )}
      <p id="payment-note" className="mt-2">
        Card payment is being set up in this shop, so you cannot pay here yet. Nothing is charged,
        and you can cancel in My Orders at any time.
      </p>
      <Button disabled aria-describedby="payment-note" className="mt-6">
        Pay
      </Button>
    </>
  );
}
