import {
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type {
  BookedAnswer,
  Booking,
  CreateBookingBody,
} from "#shared/bookings/booking-contract.ts";
import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { isFinal } from "#shared/payments/payment.ts";
import { api, type ListPage } from "#web/platform/requests/api-client.ts";
import { mayRetry, retryDelay } from "#web/platform/requests/query-client.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import { bookingKeys } from "./booking-keys.ts";
import { tellBookingNews } from "./booking-news.ts";
import { listLookDelay, nextLookDelay } from "./next-look.ts";
import { myHoldsQuery } from "./own-holds-query.ts";

/** The account's bookings, newest first. */
export function myBookingsQuery(email: string) {
  return infiniteQueryOptions({
    queryKey: bookingKeys.mine(email),
    queryFn: ({ pageParam, signal }) =>
      api.list<Booking>(`/bookings?email=${encodeURIComponent(email)}`, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      listLookDelay(state.data?.pages.flatMap(({ items }) => items) ?? []),
  });
}

/**
 * One booking, refetched while it can still change. While a payment is open, each fetch makes the server check with
 * the card provider, so the page recovers from reloads, second tabs and lost webhooks.
 */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: bookingKeys.one(id),
    queryFn: async ({ signal }) => {
      const booking = await api.get<Booking>(`/bookings/${encodeURIComponent(id)}`, { signal });
      if (booking.paymentStatus === null || isFinal(booking.paymentStatus)) return booking;
      // If the provider can't be reached, fall back to the shop's own record.
      return checkPayment(id, signal).catch(() => booking);
    },
    refetchInterval: ({ state }) => nextLookDelay(state.data),
  });
}

function checkPayment(id: string, signal?: AbortSignal): Promise<Booking> {
  return api.post<Booking>(`/bookings/${encodeURIComponent(id)}/payment/check`, undefined, {
    signal,
  });
}

/** Makes the server check with the provider now, and shows the result everywhere the booking appears. */
export function useCheckPayment(id: string) {
  const queryClient = useQueryClient();
  const signal = useUnmountSignal();
  return useMutation({
    // Retries stop when the user leaves the page.
    mutationFn: () => checkPayment(id, signal()),
    onSuccess: async (booking) => {
      await showBooking(queryClient, booking);
      if (booking.state !== "held") tellBookingNews();
    },
    retry: mayRetry,
    retryDelay,
    meta: { formShowsErrors: true },
  });
}

/** Shows a booking everywhere that it appears. @internal */
export async function showBooking(queryClient: QueryClient, booking: Booking): Promise<void> {
  // An answer that is on its way may be from before the payment.
  await queryClient.cancelQueries({ queryKey: bookingKeys.one(booking._id) });
  queryClient.setQueryData(bookingKeys.one(booking._id), booking);
  queryClient.setQueriesData<InfiniteData<ListPage<Booking>>>(
    { queryKey: bookingKeys.lists },
    (lists) =>
      lists && {
        ...lists,
        pages: lists.pages.map((page) => ({
          ...page,
          items: page.items.map((item) => (item._id === booking._id ? booking : item)),
        })),
      },
  );
  void queryClient.invalidateQueries({ queryKey: bookingKeys.lists });
  void queryClient.invalidateQueries({ queryKey: bookingKeys.allHolds });
}

/** The body of POST /bookings: the specified fields and the product's id. */
export type NewBooking = CreateBookingBody & { name: string; email: string };

/**
 * Books a car. When a business rule refuses (taken, price changed, own car), `acknowledged` is false and `message`
 * says why. `email` is the buyer's.
 */
export function useCreateBooking(email: string) {
  const queryClient = useQueryClient();
  const signal = useUnmountSignal();
  return useMutation({
    // The browser's Back button closes the dialog, which cancels the request.
    mutationFn: (body: NewBooking) =>
      api.post<BookedAnswer>("/bookings", body, { signal: signal() }),
    onSuccess: ({ booking }) => {
      if (booking)
        queryClient.setQueryData(myHoldsQuery(email).queryKey, (holds = []) => [booking, ...holds]);
    },
    // Not awaited: the booking stands even if the list can't be refetched. After a failure, the car may be booked too.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: bookingKeys.all }),
  });
}

/** Cancels a hold. `deletedCount` 0 comes with a `message`. */
export function useCancelBooking() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<DeletedAnswer>(`/bookings/${encodeURIComponent(id)}`),
    onSettled: () => {
      // Otherwise car pages would show the canceled hold until their next fetch.
      queryClient.removeQueries({ queryKey: bookingKeys.allHolds });
      return queryClient.invalidateQueries({ queryKey: bookingKeys.all });
    },
  });
}
