import { Readable } from "node:stream";
import { z } from "zod";
import { auditEntry, auditFilter, auditListQuery } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { cutOffStalled, type Patience } from "#server/platform/http/cut-off-stalled.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { listAudit } from "./list-audit.ts";
import { writeAuditCsv } from "./write-audit-csv.ts";

/** The audit log, as a list and as a CSV file. */
export function auditRoutes(
  app: App,
  deps: Pick<Deps, "replicas" | "totals">,
  patience?: Patience,
): void {
  app.get(
    "/api/audit",
    {
      schema: {
        summary: "List the audit log",
        querystring: auditListQuery,
        response: { 200: z.array(auditEntry) },
      },
      config: { priority: "optional" },
    },
    async (request, reply) => {
      const page = await deps.replicas.read((db) => listAudit({ ...deps, db }, request.query));
      sendPage(request, reply, page);
      return page.entries;
    },
  );

  app.get(
    "/api/audit.csv",
    {
      schema: {
        summary: "Download the audit log as CSV",
        querystring: auditFilter,
        response: { 200: { content: { "text/csv": { schema: z.any() } } } },
      },
      config: { priority: "optional", rateLimit: limits.auditFile },
    },
    (request, reply) => {
      let pages = 0;
      const file = Readable.from(writeAuditCsv(deps, request.query, () => (pages += 1)));
      cutOffStalled(file, () => pages, patience);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="audit.csv"`)
        .header("cache-control", "private, no-store")
        .send(file);
    },
  );
}
