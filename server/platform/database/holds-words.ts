import { and, sql, type SQL } from "drizzle-orm";

/** Shorter words have no three letters to be found by. */
const shortestIndexed = 3;

/** Rows whose `document` has `words` in it, in capitals or not, as they were typed: no letter of them is a pattern. */
export function holdsWords(document: SQL, words: string): SQL {
  return sql`strpos(lower(${document}), lower(${words})) > 0`;
}

/**
 * As `holdsWords`, where there is an index on `search_grams(lower(document))`: it finds rows by all of the words' three
 * letters in a row, with nothing that an extension would have to bring.
 */
export function holdsIndexedWords(document: SQL, words: string): SQL | undefined {
  return and(
    words.length < shortestIndexed
      ? undefined
      : sql`search_grams(lower(${document})) @> search_grams(lower(${words}))`,
    holdsWords(document, words),
  );
}
