import { z } from "zod";
import { pageQuery } from "#shared/paging/paging-contract.ts";

/** Why a row was refused: what can be corrected, and what is not sold here. */
export const refusalKinds = ["faults", "otherMake", "damaged", "notForSale"] as const;

/** GET /feeds/{id}/plans/{planId}/refused */
export const refusedRowQuery = pageQuery.extend({ kind: z.enum(refusalKinds).optional() });

export const refusedRow = z.object({
  line: z.number().int(),
  kind: z.enum(refusalKinds),
  faults: z.array(z.object({ column: z.string(), reason: z.string() })),
  cells: z.array(z.string()),
});
export type RefusedRow = z.infer<typeof refusedRow>;
export const refusedRowPage = z.object({
  rows: z.array(refusedRow),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
});
