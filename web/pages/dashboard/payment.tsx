import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { bookingKeys, bookingQuery, useCheckPayment } from "#web/bookings/booking-queries.ts";
import { HoldCountdown } from "#web/bookings/hold-countdown.tsx";
import { useHoldEnd } from "#web/bookings/use-hold-end.ts";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { useChallengeReturn } from "#web/payments/challenge-return.ts";
import { onPaymentElsewhere, tellOtherTabs } from "#web/payments/payment-channel.ts";
import { PaymentForm } from "#web/payments/payment-form.tsx";
import { PaymentNotices, PaymentResult } from "#web/payments/payment-result.tsx";
import { PaymentSummary } from "#web/payments/payment-summary.tsx";
import { useLeaveByDocument } from "#web/payments/use-payment-document.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { CarPicture } from "#web/ui/car-picture.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Route } from "./+types/payment";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Payment");

export default function PaymentPage({ params }: Route.ComponentProps) {
  const isBack = useChallengeReturn();
  const query = useQuery(bookingQuery(params.id));
  useLeaveByDocument();
  useNewsOfOtherTabs();
  if (query.data) return <Payment booking={query.data} isBack={isBack} />;
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

function Payment({ booking, isBack }: { booking: Booking; isBack: boolean }) {
  const mayPay = booking.allowedActions.includes("pay") && booking.paymentStatus !== "processing";
  const view = mayPay ? "form" : `${booking.state} ${booking.paymentStatus}`;
  const [first] = useState(view);
  return (
    <>
      <PageHeading title={`Payment for ${booking.item}`} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <div className="grid content-start gap-6 max-lg:grid-cols-[2fr_3fr] max-sm:grid-cols-1">
          <CarPicture src={booking.image} alt={booking.item} />
          <PaymentSummary
            booking={booking}
            hold={booking.expiresAt && <Hold expiresAt={booking.expiresAt} />}
          />
        </div>
        <div>
          <PaymentNotices booking={booking} />
          {mayPay ? (
            <Paying booking={booking} isBack={isBack} />
          ) : (
            <PaymentResult booking={booking} isNews={first !== view} />
          )}
          <p className="mt-10">
            <Link to="/dashboard/myorders" className="text-link">
              Back to My Orders
            </Link>
          </p>
        </div>
      </div>
    </>
  );
}

function Paying({ booking, isBack }: { booking: Booking; isBack: boolean }) {
  const queryClient = useQueryClient();
  const { mutateAsync: check } = useCheckPayment(booking._id);
  const look = useCallback(async () => {
    const found = await check();
    if (found.state !== "held") tellOtherTabs(found._id);
    return found;
  }, [check]);
  const onHoldEnd = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: bookingKeys.one(booking._id) }),
    [queryClient, booking._id],
  );
  useHoldEnd(booking.expiresAt, onHoldEnd);
  return <PaymentForm booking={booking} look={look} isBack={isBack} />;
}

function Hold({ expiresAt }: { expiresAt: string }) {
  return (
    <p className="mt-4 font-medium">
      <HoldCountdown expiresAt={expiresAt} />
    </p>
  );
}

/** Another tab has paid: what stands here is read again at once. */
function useNewsOfOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onPaymentElsewhere(() => void queryClient.invalidateQueries({ queryKey: bookingKeys.all })),
    [queryClient],
  );
}
