import { and, sql, type SQL } from "drizzle-orm";

/** The index contains groups of three letters, so it cannot find shorter texts. */
const shortestIndexed = 3;
/** With more matches, it is faster to read the list in order until a page is full than to sort all matches. */
const mostSorted = 5_000;

/** Rows whose `document` includes `text`, ignoring case. No character of it is a pattern. */
export function includesText(document: SQL, text: string): SQL {
  return sql`strpos(lower(${document}), lower(${text})) > 0`;
}

/**
 * Like `includesText`, with an index on `search_grams(lower(document))`, which finds rows by groups of three letters
 * without an extension. `matchCount` is the number of matches if known: PostgreSQL cannot estimate it and would sort them all
 * for a single page.
 */
export function includesIndexedText(document: SQL, text: string, matchCount = 0): SQL | undefined {
  return and(
    text.length < shortestIndexed || matchCount > mostSorted
      ? undefined
      : sql`search_grams(lower(${document})) @> search_cover(lower(${text}))`,
    includesText(document, text),
  );
}
