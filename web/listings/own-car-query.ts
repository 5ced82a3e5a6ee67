import { queryOptions } from "@tanstack/react-query";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";

/** Whether a car is the signed-in seller's own, for which it is asked by id. A car's seller never changes. */
export function ownCarQuery(id: string, email: string) {
  return queryOptions({
    queryKey: ["own-car", email, id] as const,
    queryFn: async ({ signal }) => {
      const { api } = await import("#web/platform/requests/api-client.ts");
      const path = `/addproduct?limit=1&q=${encodeURIComponent(id)}`;
      const { items } = await api.list<OwnProduct>(path, null, { signal });
      return items.some((car) => car._id === id);
    },
    staleTime: Infinity,
  });
}
