import { z } from "zod";
import { fromNumeral, text } from "#shared/text/text.ts";
import { factName, factValue, fileQuery } from "./feed-contract.ts";

const longestColumns = 6_000;
const mostColumnBytes = 250_000;

/** POST /feeds/{id}/preview */
export const previewFeedQuery = fileQuery.extend({
  columns: text(longestColumns)
    .optional()
    .describe("What headers mean, as JSON like the option `columns`; without it, the feed's own"),
  columnsBytes: fromNumeral(
    z
      .number()
      .int()
      .min(2)
      .max(mostColumnBytes, `Columns have at most ${mostColumnBytes} bytes. Map fewer values.`),
  )
    .optional()
    .describe(
      "Instead of `columns`, if it is long: the body begins with so many bytes of the same JSON, and the file follows",
    ),
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
  values: z
    .array(
      z.object({
        column: z.number().int().describe("The column's place among `columns`, from 0"),
        field: z.string(),
        choices: z
          .array(z.string())
          .nullable()
          .describe("What a value can mean; null for any text"),
        values: z.array(
          z.object({
            value: z.string(),
            rows: z.number().int(),
            unread: z.number().int().describe("In how many of the rows it could not be read"),
            readAs: z
              .array(z.string())
              .describe("What it was read as; several if that depends on the rest of the row"),
            reason: z.string().nullable().describe("Why it could not be read"),
            isMapped: z.boolean().describe("It means what the option `columns` says"),
            meaning: z.string().nullable().describe("Null if it is left out, or not mapped"),
            planned: z
              .number()
              .int()
              .optional()
              .describe(
                "In how many rows of the whole file the feed's last plan could not read it. Not from an earlier release",
              ),
          }),
        ),
        more: z.object({
          unread: z.number().int().describe("Further values that could not be read"),
          read: z.number().int().describe("Further values that were read"),
        }),
      }),
    )
    .optional()
    .describe(
      "The values of columns in which they can be mapped, the most frequent first: all that are mapped, and 100 each of those that could not be read, here or by the feed's last plan, and that were read. Not from an earlier release",
    ),
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
/** The values of a column, and how each was read. */
export type PreviewedValues = NonNullable<FeedPreview["values"]>[number];
export type PreviewedValue = PreviewedValues["values"][number];
