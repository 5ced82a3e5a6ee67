import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { Booking, CreateBookingBody } from "#shared/bookings/booking-contract.ts";
import type { CreatedAnswer, DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/api-client.ts";

export const bookingKeys = {
  all: ["bookings"] as const,
  mine: (email: string) => ["bookings", "mine", email] as const,
  one: (id: string) => ["bookings", "one", id] as const,
};

/** The bookings of the person with this address, newest first. */
export function myBookingsQuery(email: string) {
  return infiniteQueryOptions({
    queryKey: bookingKeys.mine(email),
    queryFn: ({ pageParam, signal }) =>
      api.list<Booking>(`/bookings?email=${encodeURIComponent(email)}`, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function bookingQuery(id: string) {
  return queryOptions({
    queryKey: bookingKeys.one(id),
    queryFn: ({ signal }) => api.get<Booking>(`/bookings/${encodeURIComponent(id)}`, { signal }),
  });
}

/** What the booking dialog sends: the seed's fields, and the product's id. */
export type NewBooking = CreateBookingBody & { name: string; email: string };

/**
 * Books a car. A refusal by a business rule (taken, price changed, own car …) is an answer, not an error:
 * `acknowledged` is then false and `message` says why.
 */
export function useCreateBooking() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewBooking) => api.post<CreatedAnswer>("/bookings", body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: bookingKeys.all }),
  });
}

/** Gives a held car back. `deletedCount` 0 comes with a `message`. */
export function useCancelBooking() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<DeletedAnswer>(`/bookings/${encodeURIComponent(id)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bookingKeys.all }),
  });
}
