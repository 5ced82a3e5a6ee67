import { queryOptions } from "@tanstack/react-query";
import type { TaskAnswer } from "#shared/dashboard-summary/task-contract.ts";
import { api } from "#web/platform/api-client.ts";

/** What waits for the person with this address. */
export function tasksQuery(email: string) {
  return queryOptions({
    queryKey: ["tasks", email],
    queryFn: ({ signal }) => api.get<TaskAnswer>("/tasks", { signal }),
    // Others act meanwhile: whoever comes here wants to know how it stands.
    staleTime: 0,
  });
}
