import { infiniteQueryOptions, useMutation } from "@tanstack/react-query";
import type { AuditEntry, AuditFilter } from "#shared/audit/audit-contract.ts";
import { api } from "#web/platform/api-client.ts";
import { saveFile } from "#web/platform/save-file.ts";

function withFilter(path: string, filter: AuditFilter): string {
  const search = new URLSearchParams(filter);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** What admins did, newest first; the acts that the filter lets through. */
export function auditQuery(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ pageParam, signal }) =>
      api.list<AuditEntry>(withFilter("/audit", filter), pageParam, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // Somebody else may have acted since: a log that is opened is read.
    staleTime: 0,
  });
}

/** Fetches what the filter lets through as CSV, and saves it. */
export function useSaveAudit() {
  return useMutation({
    mutationFn: async (filter: AuditFilter) =>
      saveFile(await api.file(withFilter("/audit.csv", filter)), "audit.csv"),
  });
}
