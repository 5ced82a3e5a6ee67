import { queryOptions } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import type { ListingDetail } from "#shared/listings/listing-detail.ts";
import { sendRequest } from "#web/platform/requests/send-request.ts";

const oneMinute = 60_000;

/**
 * A car, also a sold one; null if it has no page any more. Its facts are public, so neither token nor cookies are sent:
 * the lists that only this browser keeps stay without a name.
 */
export function carQuery(id: string) {
  return queryOptions({
    queryKey: ["listings", "one", id] as const,
    queryFn: async ({ signal }) => {
      try {
        const answer = await sendRequest(`/api/listings/${encodeURIComponent(id)}`, {
          credentials: "omit",
          signal,
          headers: { accept: "application/json" },
        });
        return (await answer.json()) as ListingDetail;
      } catch (error) {
        if (error instanceof AppError && (error.status === 404 || error.status === 410))
          return null;
        throw error;
      }
    },
    staleTime: oneMinute,
  });
}
