import { z } from "zod";
import { text } from "#shared/text/text.ts";
import { factName, factValue, fileQuery } from "./feed-contract.ts";

/** POST /feeds/{id}/preview */
export const previewFeedQuery = fileQuery.extend({
  columns: text(6_000)
    .optional()
    .describe("What headers mean, as JSON like the option `columns`; without it, the feed's own"),
});

/** How a file, or its beginning, is read. Nothing is stored. */
export const feedPreview = z.object({
  columns: z.array(
    z.object({ header: z.string(), field: z.string().nullable(), values: z.array(z.string()) }),
  ),
  fields: z.array(z.string()).describe("What a column can be read as"),
  missing: z.array(z.string()).describe("Required facts without a column"),
  problem: z.string().nullable().describe("Why no row can be read"),
  read: z.number().int().describe("Rows that were read"),
  refused: z.number().int(),
  rows: z
    .array(
      z.object({
        line: z.number().int(),
        name: z.string().nullable().describe("Null if the row is refused"),
        facts: z.array(z.object({ field: factName, value: factValue })),
        faults: z.array(z.object({ column: z.string(), reason: z.string() })),
      }),
    )
    .describe("The first rows"),
});
export type FeedPreview = z.infer<typeof feedPreview>;
