import { queryOptions } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import type { ListingDetail } from "#shared/listings/listing-detail.ts";
import { api } from "#web/platform/api-client.ts";

const oneMinute = 60_000;

/** A car, also a sold one; null if it has no page any more. */
export function carQuery(id: string) {
  return queryOptions({
    queryKey: ["listings", "one", id] as const,
    queryFn: async ({ signal }) => {
      try {
        return await api.get<ListingDetail>(`/listings/${encodeURIComponent(id)}`, { signal });
      } catch (error) {
        if (error instanceof AppError && (error.status === 404 || error.status === 410))
          return null;
        throw error;
      }
    },
    staleTime: oneMinute,
  });
}
