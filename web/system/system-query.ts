import type { SystemState } from "#shared/system/system-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

/** How the shop runs. Read again every half minute while the page is open. */
export const systemQuery = {
  queryKey: ["system"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<SystemState>("/system", { signal }),
  staleTime: 0,
  refetchInterval: 30_000,
};
