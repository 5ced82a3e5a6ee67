import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PriceChange } from "#shared/listings/change-price.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import type { OwnListingDetail } from "#shared/listings/listing-detail.ts";
import type {
  BulkAnswer,
  bulkBody,
  MatchingAnswer,
  matchingBody,
  OwnProductFilter,
} from "#shared/listings/own-product-contract.ts";
import type { z } from "zod";
import type {
  CreatedAnswer,
  DeletedAnswer,
  ModifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { saveFile } from "#web/platform/requests/save-file.ts";

type BulkInput = z.input<typeof bulkBody>;
export type MatchingInput = z.input<typeof matchingBody>;
/** Which of the seller's cars. */
export type CarFilter = Omit<OwnProductFilter, "seller" | "sort">;

export const listingKeys = {
  all: ["listings"] as const,
  own: (id: string) => ["listings", "own", id] as const,
  page: (search: string) => ["listings", "page", search] as const,
};

/** One of the seller's own listings, read again for each form. */
export const ownProductQuery = (id: string) => ({
  queryKey: listingKeys.own(id),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<OwnListingDetail>(`/addproduct/${encodeURIComponent(id)}`, { signal }),
  // A form never starts from an older state of the car.
  gcTime: 0,
});

/** One page of the signed-in seller's cars; for admins, of every seller's. */
export const carsQuery = (search: string) => ({
  queryKey: listingKeys.page(search),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.list<OwnProduct>(`/addproduct${search}`, null, { signal }),
});

/** The form's fields as typed; the server parses and validates them. */
export type NewProduct = Record<string, unknown>;

export function useAddProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewProduct) => api.post<CreatedAnswer>("/addproduct", body),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listingKeys.all }),
    meta: { formShowsErrors: true },
  });
}

export function useChangeProduct(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewProduct) =>
      api.patch<ModifiedAnswer>(`/products/${encodeURIComponent(id)}`, body),
    // A refused form keeps its input, so the car is not read again.
    onSuccess: ({ modifiedCount }) =>
      modifiedCount > 0 && queryClient.invalidateQueries({ queryKey: listingKeys.all }),
    meta: { formShowsErrors: true },
  });
}

/** Changes many of the seller's cars, or previews it. The answer reports each car. */
export const changeInBulk = (body: BulkInput, options?: { signal: AbortSignal }) =>
  api.post<BulkAnswer>("/products/bulk", body, options);

/** New prices as the server computes them. */
export const pricePreviewQuery = (change: PriceChange, ids: readonly string[]) => ({
  queryKey: ["listings", "price-preview", change, ids] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    changeInBulk(
      { action: "price", change, preview: true, cars: ids.map((_id) => ({ _id })) },
      { signal },
    ),
  // A preview is always computed from the current prices.
  gcTime: 0,
});

/** Changes all of the seller's cars that match a filter, or previews it. `next` says how to go on. */
export const changeMatching = (body: MatchingInput, options?: { signal: AbortSignal }) =>
  api.post<MatchingAnswer>("/products/bulk/matching", body, options);

/** How many of the seller's cars match a filter at this moment; the total of a long list may be older. */
export const matchingCountQuery = (filter: CarFilter) => ({
  queryKey: ["listings", "matching-count", filter] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const body = { action: "advertise", filter, preview: true } as const;
    return (await changeMatching(body, { signal })).total;
  },
  gcTime: 0,
});

/** New prices of the first cars that match a filter, as the server computes them. */
export const matchingPricesQuery = (change: PriceChange, filter: CarFilter) => ({
  queryKey: ["listings", "matching-prices", change, filter] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    changeMatching({ action: "price", change, filter, preview: true }, { signal }),
  gcTime: 0,
});

/** Downloads the filtered cars as CSV. */
export function useSaveStock() {
  return useMutation({
    mutationFn: async (search: string) =>
      saveFile(await api.file(`/addproduct.csv${search}`), "cars.csv"),
  });
}

/** Puts a product on the home page. */
export function useAdvertise() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.put<ModifiedAnswer>(`/products/${encodeURIComponent(id)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listingKeys.all }),
  });
}

/** Confirms that a car is still for sale, or puts it back on sale. */
export function useConfirmProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      api.post<ModifiedAnswer>(`/products/${encodeURIComponent(id)}/confirm`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listingKeys.all }),
  });
}

export function useDeleteProduct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<DeletedAnswer>(`/addproduct/${encodeURIComponent(id)}`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listingKeys.all }),
  });
}

/** Removes a car as an admin; the reason is sent to the seller. */
export function useRemoveCar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api.delete<DeletedAnswer>(`/addproduct/${encodeURIComponent(id)}`, { reason }),
    // Counts, reports and the audit log change too.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
