import { and, sql, type SQL } from "drizzle-orm";

/** Shorter words have no three letters to be found by. */
const shortestIndexed = 3;
/** More rows than this are not sorted for a page: the first of them are met soon enough by reading the list in its order. */
const mostSorted = 5_000;

/** Rows whose `document` has `words` in it, in capitals or not, as they were typed: no letter of them is a pattern. */
export function holdsWords(document: SQL, words: string): SQL {
  return sql`strpos(lower(${document}), lower(${words})) > 0`;
}

/**
 * As `holdsWords`, where there is an index on `search_grams(lower(document))`: it finds rows by the words' letters, three
 * at a time, with nothing that an extension would have to bring. `found` is how many rows have the words, where
 * that is known: PostgreSQL itself cannot tell, so a page of very many would be all of them, sorted.
 */
export function holdsIndexedWords(document: SQL, words: string, found = 0): SQL | undefined {
  return and(
    words.length < shortestIndexed || found > mostSorted
      ? undefined
      : sql`search_grams(lower(${document})) @> search_cover(lower(${words}))`,
    holdsWords(document, words),
  );
}
