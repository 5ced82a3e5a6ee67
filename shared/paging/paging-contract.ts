import { z } from "zod";
import { text } from "#shared/text/text.ts";

/** Rows a list answers with when none are asked for, and at most. */
export const defaultPageSize = 50;
export const maximumPageSize = 200;

/** Query of every list that can grow. A larger `limit` is clamped; the cursor's own format is each list's. */
export const pageQuery = z.object({
  limit: z.coerce
    .number("limit must be a whole number.")
    .int("limit must be a whole number.")
    .min(1, "limit must be at least 1.")
    .default(defaultPageSize)
    .transform((limit) => Math.min(limit, maximumPageSize)),
  // Room for the longest name by which a list is sorted, in the longest letters.
  cursor: z.string().max(1_500).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** What a table's search looks for: a part of a name or an email address, as it is typed; nothing in it is a pattern. */
export const searchWords = text(254);

/** The ways to sort a list by these columns: `name` rises, `-name` falls. */
export type SortOf<Column extends string> = Column | `-${Column}`;

/** One of a list's ways to sort; anything else is refused by the field's name. */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  const ways = columns.flatMap((column): SortOf<Column>[] => [column, `-${column}`]);
  return z.enum(
    ways as [SortOf<Column>, ...SortOf<Column>[]],
    `This list can be sorted by ${ways.join(", ")}.`,
  );
}
