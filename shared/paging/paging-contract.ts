import { z } from "zod";
import { fromNumeral, text } from "#shared/text/text.ts";

/** Default and maximum page size of a list. */
const defaultPageSize = 50;
const maximumPageSize = 200;

const anyLimit = z
  .number("limit must be a whole number.")
  .int("limit must be a whole number.")
  .min(1, "limit must be at least 1.");

/** The parameter `limit` of a list that returns `usual` rows without it. A larger one is clamped. */
export const clampedLimit = (usual: number) =>
  fromNumeral(anyLimit.default(usual)).transform((limit) => Math.min(limit, maximumPageSize));

/** The parameter `limit` of a list that returns `usual` rows without it. More than `most` is refused. */
export const boundedLimit = (usual: number, most: number) =>
  fromNumeral(anyLimit.max(most, `limit must be at most ${most}.`).default(usual));

/** Query parameters of every paged list. A larger `limit` is clamped. Each list defines its cursor format. */
export const pageQuery = z.object({
  limit: clampedLimit(defaultPageSize),
  // Enough for the longest name a list can be sorted by, in multibyte characters.
  cursor: z.string().max(1_500).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** Search text: part of a name or email address, matched literally. */
export const searchWords = text(254);

/** Sort orders: `name` ascending, `-name` descending. */
export type SortOf<Column extends string> = Column | `-${Column}`;

/** Schema for a list's sort order; rejects unknown columns. */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  const ways = columns.flatMap((column): SortOf<Column>[] => [column, `-${column}`]);
  return z.enum(
    ways as [SortOf<Column>, ...SortOf<Column>[]],
    `This list can be sorted by ${ways.join(", ")}.`,
  );
}
