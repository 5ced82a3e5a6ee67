import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  CreatedAnswer,
  MatchedAnswer,
  ModifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import type { ReportedReview, ReviewBody, SaleReviews } from "#shared/reviews/review-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

/** The user's sales and purchases with their reviews; of one booking if it is given. */
export function ownReviewsQuery(booking: string | null) {
  const search = booking === null ? "" : `?booking=${encodeURIComponent(booking)}`;
  return infiniteQueryOptions({
    queryKey: ["reviews", "own", booking],
    queryFn: ({ pageParam, signal }) =>
      api.list<SaleReviews>(`/reviews${search}`, pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Reviews with open reports, for admins. */
export const reportedReviewsQuery = infiniteQueryOptions({
  queryKey: ["reviews", "reported"],
  queryFn: ({ pageParam, signal }) =>
    api.list<ReportedReview>("/reviews/reported", pageParam, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

// A review also changes what orders, products and the dashboard summary offer.
function useReviewCall<Input, Answer>(call: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: call, onSettled: () => queryClient.invalidateQueries() });
}

const path = (id: string) => encodeURIComponent(id);

export const useWriteReview = () =>
  useReviewCall(({ bookingId, ...review }: ReviewBody & { bookingId: string }) =>
    api.post<CreatedAnswer>(`/bookings/${path(bookingId)}/review`, review),
  );
export const useAnswerReview = () =>
  useReviewCall(({ id, text }: { id: string; text: string }) =>
    api.post<ModifiedAnswer>(`/reviews/${path(id)}/answer`, { text }),
  );
export const useReportReview = () =>
  useReviewCall(({ id, reason }: { id: string; reason: string }) =>
    api.put<MatchedAnswer>(`/reviews/${path(id)}/report`, { reason }),
  );
export const useDismissReviewReports = () =>
  useReviewCall((id: string) => api.post<ModifiedAnswer>(`/reviews/${path(id)}/dismiss`));
export const useRemoveReview = () =>
  useReviewCall(({ id, reason }: { id: string; reason: string }) =>
    api.post<ModifiedAnswer>(`/reviews/${path(id)}/remove`, { reason }),
  );
