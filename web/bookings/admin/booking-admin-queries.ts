import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CreatedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type {
  BookingPayment,
  QuarantinedPayment,
  RefundBody,
} from "#shared/payments/payment-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { nextRecordLook } from "./next-record-look.ts";

const keys = {
  all: ["bookings", "admin"] as const,
  list: (search: string) => ["bookings", "admin", "list", search] as const,
  record: (id: string) => ["bookings", "admin", "record", id] as const,
  quarantined: ["bookings", "admin", "quarantined"] as const,
};

/** A booking and its payment, fetched together so that they stay consistent. */
export type BookingRecord = { booking: Booking; payment: BookingPayment };

/** One page of all bookings, for the query in the URL. */
export function allBookingsQuery(search: string) {
  return {
    queryKey: keys.list(search),
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.list<Booking>(`/bookings${search}`, null, { signal }),
  };
}

/** Payments that matched no booking, newest first. */
export const quarantinedQuery = infiniteQueryOptions({
  queryKey: keys.quarantined,
  queryFn: ({ pageParam, signal }) =>
    api.list<QuarantinedPayment>("/payments/quarantined", pageParam, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** One booking with its payment and log, refetched while the card provider is still working on it. */
export function bookingRecordQuery(id: string) {
  return queryOptions({
    queryKey: keys.record(id),
    queryFn: async ({ signal }): Promise<BookingRecord> => {
      const path = `/bookings/${encodeURIComponent(id)}`;
      const [booking, payment] = await Promise.all([
        api.get<Booking>(path, { signal }),
        api.get<BookingPayment>(`${path}/payment`, { signal }),
      ]);
      return { booking, payment };
    },
    refetchInterval: ({ state }) => nextRecordLook(state.data),
  });
}

/**
 * Issues a refund. `acknowledged` false comes with a `message`. A `requestId` is processed once, so retrying after
 * an unclear failure is safe.
 */
export function useRefundBooking(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RefundBody) =>
      api.post<CreatedAnswer>(`/bookings/${encodeURIComponent(id)}/refunds`, body),
    // Awaited because the message afterwards depends on the new data.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
    meta: { formShowsErrors: true },
  });
}

/** Puts the car of a refunded booking back on sale. `modifiedCount` 0 comes with a `message`. */
export function useRelistCar(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<ModifiedAnswer>(`/bookings/${encodeURIComponent(id)}/relist`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Retries the refund of a quarantined payment. `modifiedCount` 0 comes with a `message`. */
export function useRepeatRefund() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (paymentId: string) =>
      api.post<ModifiedAnswer>(`/payments/${encodeURIComponent(paymentId)}/refund`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Asks the server to check with the card provider now, and returns the updated booking. */
export function useAskProvider(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<Booking>(`/bookings/${encodeURIComponent(id)}/payment/check`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.all }),
  });
}
