import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { bookingKeys } from "#web/bookings/booking-keys.ts";
import { useBookingNews } from "#web/bookings/booking-news.ts";
import { bookingQuery, useCheckPayment } from "#web/bookings/booking-queries.ts";
import { HoldEnd } from "#web/bookings/hold-end.tsx";
import { SellerContact } from "#web/bookings/seller-contact.tsx";
import { useHoldEnd } from "#web/bookings/use-hold-end.ts";
import { BookingPlaceholder } from "#web/bookings/booking-placeholder.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { useChallengeReturn } from "#web/payments/challenge-return.ts";
import { PaymentForm } from "#web/payments/payment-form.tsx";
import { PaymentNotices, PaymentResult } from "#web/payments/payment-result.tsx";
import { PaymentSummary } from "#web/payments/payment-summary.tsx";
import { useLeaveByDocument } from "#web/payments/use-payment-document.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { UnbrokenMake } from "#web/listings/card/unbroken-make.tsx";
import type { Route } from "./+types/payment";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Payment");

const lateEveryMs = 2_500;
const lateForMs = 60_000;

export default function PaymentPage({ params }: Route.ComponentProps) {
  const isBack = useChallengeReturn();
  const query = useQuery(bookingQuery(params.id));
  useLeaveByDocument();
  useBookingNews();
  if (query.data) return <Payment booking={query.data} isBack={isBack} />;
  return <BookingPlaceholder query={query} />;
}

function Payment({ booking, isBack }: { booking: Booking; isBack: boolean }) {
  const mayPay = booking.allowedActions.includes("pay") && booking.paymentStatus !== "processing";
  const view = mayPay ? "form" : `${booking.state} ${booking.paymentStatus}`;
  const [first] = useState(view);
  useLateArrival(booking, isBack || first === "form");
  return (
    <>
      <PageHeading title={<UnbrokenMake text={`Payment for ${booking.item}`} />} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <div className="grid content-start gap-6 max-lg:grid-cols-[2fr_3fr] max-sm:grid-cols-1">
          <CarPicture
            src={booking.image}
            alt={booking.item}
            isIllustration={booking.imageIsIllustration}
          />
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
            <PaymentResult
              booking={booking}
              isNews={first !== view}
              contact={<SellerContact booking={booking} />}
            />
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
  const { mutateAsync: look } = useCheckPayment(booking._id);
  useHoldEnd(booking.expiresAt, useReadAgain(booking._id));
  return <PaymentForm booking={booking} look={look} isBack={isBack} />;
}

/** A recent payment can still arrive after its hold has ended; it then becomes a sale or a refund. */
function useLateArrival(booking: Booking, wasAttempted: boolean): void {
  const readAgain = useReadAgain(booking._id);
  const isAwaited = wasAttempted && (booking.state === "expired" || booking.state === "cancelled");
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(readAgain, lateEveryMs);
    const end = setTimeout(() => clearInterval(timer), lateForMs);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isAwaited, readAgain]);
}

function useReadAgain(id: string): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () => void queryClient.invalidateQueries({ queryKey: bookingKeys.one(id) }),
    [queryClient, id],
  );
}

function Hold({ expiresAt }: { expiresAt: string }) {
  return (
    <p className="mt-4 font-medium">
      <HoldEnd expiresAt={expiresAt} />
    </p>
  );
}
