import { queryOptions } from "@tanstack/react-query";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { PaymentIntentAnswer, PaymentIntentBody } from "#shared/payments/payment-contract.ts";
import { api } from "#web/platform/api-client.ts";

/**
 * The payment of a booking, made at the card provider when the page opens; asked again, it is the same one. Its client
 * secret is dropped with the page.
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
