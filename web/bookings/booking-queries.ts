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
import { api, type ListPage } from "#web/platform/api-client.ts";
import { mayRetry, retryDelay } from "#web/platform/query-client.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";
import { bookingKeys } from "./booking-keys.ts";
import { tellBookingNews } from "./booking-news.ts";
import { firstEndDelay, listLookDelay, nextLookDelay } from "./next-look.ts";

/** How long holds that were read count as fresh, in ms: each page with cars asks for them. */
const holdsLife = 30_000;

/** The bookings of the person with this address, newest first. */
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
 * The holds of the buyer with this address. A page of cars is drawn for everyone alike; this says which of them the
 * reader holds.
 */
export function myHoldsQuery(email: string) {
  return queryOptions({
    queryKey: bookingKeys.holds(email),
    queryFn: async ({ signal }) => {
      const path = `/bookings?email=${encodeURIComponent(email)}&state=held`;
      const { items } = await api.list<Booking>(path, null, { signal });
      // A hold that has run out is listed as expired until it is swept.
      return items.filter(({ state }) => state === "held");
    },
    staleTime: holdsLife,
    refetchInterval: ({ state }) => firstEndDelay(state.data ?? [], Date.now()),
  });
}

/**
 * One booking, followed for as long as something may still happen to it. While a payment is open the server looks at the
 * card provider each time, so a reload, a second tab or a lost message of the provider's all end at the truth.
 */
export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: bookingKeys.one(id),
    queryFn: async ({ signal }) => {
      const booking = await api.get<Booking>(`/bookings/${encodeURIComponent(id)}`, { signal });
      if (booking.paymentStatus === null || isFinal(booking.paymentStatus)) return booking;
      // Where the provider cannot be asked, what the shop has on record still stands.
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

/** Lets the server look at the provider now. The answer is shown wherever the booking is. */
export function useCheckPayment(id: string) {
  const queryClient = useQueryClient();
  const signal = useUnmountSignal();
  return useMutation({
    // Its retries end with the page.
    mutationFn: () => checkPayment(id, signal()),
    onSuccess: (booking) => {
      showBooking(queryClient, booking);
      if (booking.state !== "held") tellBookingNews();
    },
    retry: mayRetry,
    retryDelay,
    meta: { formShowsErrors: true },
  });
}

function showBooking(queryClient: QueryClient, booking: Booking): void {
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

/** What the booking dialog sends: the seed's fields, and the product's id. */
export type NewBooking = CreateBookingBody & { name: string; email: string };

/**
 * Books a car. A refusal by a business rule (taken, price changed, own car …) is an answer, not an error:
 * `acknowledged` is then false and `message` says why. `email` is the buyer's.
 */
export function useCreateBooking(email: string) {
  const queryClient = useQueryClient();
  const signal = useUnmountSignal();
  return useMutation({
    // The browser's Back closes the dialog too.
    mutationFn: (body: NewBooking) =>
      api.post<BookedAnswer>("/bookings", body, { signal: signal() }),
    onSuccess: ({ booking }) => {
      if (booking)
        queryClient.setQueryData(myHoldsQuery(email).queryKey, (holds = []) => [booking, ...holds]);
    },
    // Not awaited: the car is booked, whether or not its list can be read now. After a failure it may be booked too.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: bookingKeys.all }),
  });
}

/** Gives a held car back. `deletedCount` 0 comes with a `message`. */
export function useCancelBooking() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<DeletedAnswer>(`/bookings/${encodeURIComponent(id)}`),
    onSettled: () => {
      // Otherwise a page of cars would show the canceled hold until it has read its holds again.
      queryClient.removeQueries({ queryKey: bookingKeys.allHolds });
      return queryClient.invalidateQueries({ queryKey: bookingKeys.all });
    },
  });
}
