import { useMutation } from "@tanstack/react-query";
import type { AuditEntry, AuditFilter } from "#shared/audit/audit-contract.ts";
import { api } from "#web/platform/api-client.ts";
import { saveFile } from "#web/platform/save-file.ts";

/** One page of what admins did, as the address's query asks for it. */
export function auditQuery(search: string) {
  return {
    queryKey: ["audit", search],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.list<AuditEntry>(`/audit${search}`, null, { signal }),
    // Somebody else may have acted since: a log that is opened is read.
    staleTime: 0,
  };
}

/** Fetches what the filter lets through as CSV, and saves it. */
export function useSaveAudit() {
  return useMutation({
    mutationFn: async (filter: AuditFilter) =>
      saveFile(await api.file(`/audit.csv?${new URLSearchParams(filter)}`), "audit.csv"),
  });
}
