import { z } from "zod";
import { text } from "#shared/text/text.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";

/** Why a row was refused: what can be corrected, and what is not sold here. */
export const refusalKinds = ["faults", "otherMake", "damaged", "notForSale"] as const;

/** GET /feeds/{id}/plans/{planId}/refused */
export const refusedRowQuery = pageQuery.extend({
  kind: z.enum(refusalKinds).optional(),
  reason: text(1_000).optional().describe("One of the answer's reasons"),
});

/** Characters of a refused row's cell that are kept. What a cut cell ends with, and all of one in a row that is too long. */
export const longestRefusedCell = 1_000;
export const cutMark = "…";

/** Whether a refused row has only the beginning of a cell, which therefore cannot be corrected. */
export const isCutCell = (cell: string): boolean =>
  cell === cutMark || cell.length > longestRefusedCell;

const refusedRow = z.object({
  line: z.number().int(),
  kind: z.enum(refusalKinds),
  faults: z.array(z.object({ column: z.string(), reason: z.string() })),
  cells: z
    .array(z.string())
    .describe(
      `Of a long cell, the first ${longestRefusedCell} characters and "${cutMark}", or only "${cutMark}" in a long row. It cannot be corrected here.`,
    ),
});
export type RefusedRow = z.infer<typeof refusedRow>;
export const refusedRowPage = z.object({
  rows: z.array(refusedRow),
  reasons: z
    .array(z.object({ reason: z.string(), rows: z.number().int() }))
    .describe("The 20 most frequent reasons of all rows, with the column and without values"),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
});
export type RefusedRowPage = z.infer<typeof refusedRowPage>;
