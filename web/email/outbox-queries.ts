import { infiniteQueryOptions } from "@tanstack/react-query";
import type { OutboxEmail } from "#shared/email/outbox-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

/** The shop's emails, newest first. Polls for new ones while the page is open. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: ["outbox"],
  queryFn: ({ pageParam, signal }) => api.list<OutboxEmail>("/outbox", pageParam, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  refetchInterval: 10_000,
});
