import { queryOptions } from "@tanstack/react-query";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { PaymentIntentAnswer, PaymentIntentBody } from "#shared/payments/payment-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

/**
 * The booking's payment intent, created at the provider when the page opens; repeated calls return the same one. The
 * client secret is dropped when the page closes.
 */
export function paymentIntentQuery(booking: Pick<Booking, "_id" | "price">) {
  const body: PaymentIntentBody = { price: booking.price, bookingId: booking._id };
  return queryOptions({
    queryKey: ["payment-intent", booking._id, booking.price] as const,
    queryFn: ({ signal }) =>
      api.post<PaymentIntentAnswer>("/create-payment-intent", body, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
