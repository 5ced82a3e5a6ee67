import { useSearchParams } from "react-router";
import { auditFilter, type AuditFilter } from "#shared/audit/audit-contract.ts";

const names = ["action", "actor", "subject", "from", "to"] as const;

/** The filter that an address asks for; what is not one is left out, so that a mistyped link still shows the log. */
export function readAuditFilter(search: URLSearchParams): AuditFilter {
  const filter: Record<string, string> = {};
  for (const name of names) {
    const value = auditFilter.shape[name].safeParse(search.get(name) ?? undefined).data;
    if (value) filter[name] = value;
  }
  return filter;
}

/** The filter of the page's address, and how to change it. */
export function useAuditFilter(): {
  filter: AuditFilter;
  choose: (given: Record<string, FormDataEntryValue>) => void;
} {
  const [search, setSearch] = useSearchParams();
  return {
    filter: readAuditFilter(search),
    choose: (given) => {
      const asked = Object.entries(given).filter(([, value]) => typeof value === "string");
      const wanted = readAuditFilter(new URLSearchParams(asked as [string, string][]));
      setSearch(new URLSearchParams(wanted), { preventScrollReset: true });
    },
  };
}
