import { z } from "zod";
import { pageQuery, sortBy } from "#shared/paging/paging-contract.ts";
import { text } from "#shared/text/text.ts";
import { auditActions } from "./audit.ts";

// PostgreSQL has no year 0.
const day = z.iso
  .date("This is not a day (YYYY-MM-DD).")
  .refine((value) => value >= "0001-01-01", "This is not a day (YYYY-MM-DD).");

/**
 * Filter for audit entries. `actor` is part of an admin's name or email, or of "Command line". `subject` is part of a
 * name or email, or an id. Both days are inclusive, in UTC.
 */
export const auditFilter = z.object({
  action: z.enum(auditActions).optional(),
  actor: text(254).optional(),
  subject: text(254).optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilter = z.infer<typeof auditFilter>;

/** The filter and sort order in the URL of the page. */
export const auditTableFilter = auditFilter.extend({ sort: sortBy(["at", "action"]).optional() });
export type AuditSort = NonNullable<z.infer<typeof auditTableFilter>["sort"]>;

export const auditListQuery = pageQuery.extend({
  ...auditFilter.shape,
  sort: auditTableFilter.shape.sort.unwrap().default("-at"),
});

export const auditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  action: z.enum(auditActions),
  actor: z
    .object({ name: z.string(), email: z.string() })
    .nullable()
    .describe("Null for the command line"),
  subject: z
    .object({
      _id: z.string(),
      kind: z.enum(["account", "listing", "booking", "payment"]),
      name: z.string().nullable(),
      email: z.string().nullable(),
    })
    .nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntry>;
