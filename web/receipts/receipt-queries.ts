import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import type { Purchase, Receipt } from "#shared/receipts/receipt-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { saveFile } from "#web/platform/requests/save-file.ts";

function receiptPath(bookingId: string): string {
  return `/bookings/${encodeURIComponent(bookingId)}/receipt`;
}

/** The receipt of a booking. */
export function receiptQuery(bookingId: string) {
  return queryOptions({
    queryKey: ["receipts", bookingId],
    queryFn: ({ signal }) => api.get<Receipt>(receiptPath(bookingId), { signal }),
  });
}

/** The user's receipts, newest first. */
export const purchasesQuery = infiniteQueryOptions({
  queryKey: ["receipts", "purchases"],
  queryFn: ({ pageParam, signal }) =>
    api.list<Purchase>("/account/purchases", pageParam, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
});

/** Downloads a receipt as PDF, named by its number. */
export function useSaveReceipt() {
  return useMutation({
    mutationFn: async ({ bookingId, number }: Receipt) =>
      saveFile(await api.file(`${receiptPath(bookingId)}.pdf`), `receipt-${number}.pdf`),
  });
}
