import { useMutation } from "@tanstack/react-query";
import type { AuditEntry, AuditFilter } from "#shared/audit/audit-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { saveFile } from "#web/platform/requests/save-file.ts";

/** One page of the audit log, for the query in the URL. */
export function auditQuery(search: string) {
  return {
    queryKey: ["audit", search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.list<AuditEntry>(`/audit${search}`, null, { signal }),
    // Always refetch: another admin may have acted since.
    staleTime: 0,
  };
}

/** Downloads the filtered entries as CSV. */
export function useSaveAudit() {
  return useMutation({
    mutationFn: async (filter: AuditFilter) =>
      saveFile(await api.file(`/audit.csv?${new URLSearchParams(filter)}`), "audit.csv"),
  });
}
