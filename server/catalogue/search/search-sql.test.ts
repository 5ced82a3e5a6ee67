import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  readPageSearch,
  type SearchAnswer,
  type SearchQuery,
} from "#shared/search/search-contract.ts";
import { aRandomShop, random, searches } from "#testing/catalogue/random-shop.ts";
import { countsOf, searchesBySql } from "#testing/catalogue/search-by-sql.ts";
import { sizeOf } from "#testing/test-depth.ts";

/**
 * Searches are compared with SQL over the tables: lists in order, totals and every count, while listings and the price
 * model change.
 */

let shop: Awaited<ReturnType<typeof aRandomShop>>["shop"];
let write: Awaited<ReturnType<typeof aRandomShop>>["write"];
let replaceModel: () => void;
let version: () => number;

beforeAll(async () => {
  ({ shop, write, replaceModel, version } = await aRandomShop());
});
afterAll(() => shop.close());

function readAll(query: SearchQuery): { first: SearchAnswer; ids: string[] } {
  const { catalogue } = shop.deps;
  const first = catalogue.search(query);
  const ids = first.listings.map((listing) => listing._id);
  let before: string | null = null;
  let current = "first";
  expect([first.previousCursor, first.offset]).toEqual([null, 0]);
  for (let cursor = first.nextCursor; cursor && ids.length < 5_000;) {
    const page = catalogue.search({ ...query, facets: undefined, cursor });
    // Going back leads through the same URLs.
    expect(page.previousCursor).toBe(current);
    expect(page.offset).toBe(ids.length);
    before = current;
    current = cursor;
    ids.push(...page.listings.map((listing) => listing._id));
    cursor = page.nextCursor;
  }
  if (before !== null) {
    const back = catalogue.search({ ...query, facets: undefined, cursor: before });
    expect(back.nextCursor).toBe(current);
  }
  return { first, ids };
}

/** Compares an answer with SQL. Returns the number of cars found. */
async function compare(query: SearchQuery): Promise<number> {
  const { idsBySql, countsBySql } = searchesBySql(shop.deps.db);
  const { first, ids } = readAll(query);
  const { catalogue } = shop.deps;
  expect(JSON.parse(String(catalogue.searchJson(query)))).toEqual(first);
  // Facets are kept, also for other orders.
  const again = catalogue.search({ ...query, sort: "price-desc", limit: 1 });
  expect([again.total, again.facets]).toEqual([first.total, first.facets]);
  const [expected, counts] = await Promise.all([
    idsBySql(query),
    countsBySql(query, first.facets!),
  ]);
  expect(first.total).toBe(expected.length);
  // Relevance is an order of its own.
  const isRelevance = query.q !== undefined && (query.sort ?? "best") === "best";
  expect(isRelevance ? ids.toSorted() : ids).toEqual(isRelevance ? expected.toSorted() : expected);
  expect(countsOf(first.facets!)).toEqual(counts);
  for (const { total, search } of first.relaxations) {
    expect(catalogue.search(readPageSearch(new URLSearchParams(search))).total).toBe(total);
  }
  return expected.length;
}

/** Writes that run while a group of searches is answered. */
const racingWrites = 4;
/** A search whose answer changes with every car. */
const everyCar: SearchQuery = { limit: 200, facets: "1" };
/** Answers of states between the first and the last one. */
let answersBetween = 0;

/** Refreshes until all cars are rated by a new model: however slow the machine, each refresh rates ten of them. */
async function rateAll(): Promise<void> {
  const { rows } = await shop.deps.db.execute("select from listing");
  for (let rated = 0; rated < rows.length; rated += 10) await shop.deps.catalogue.refresh();
}

/**
 * Searches while another connection writes. Each answer must be that of one state: the one before the writes, or the one
 * after any of them, and never of an earlier state than the answer before it.
 */
async function searchDuringWrites(group: SearchQuery[]): Promise<void> {
  const { db, catalogue } = shop.deps;
  const states = [searchesBySql(db)];
  let isSearchedBetween = () => {};
  const searchedBetween = new Promise<void>((resolve) => (isSearchedBetween = resolve));
  const writing = (async () => {
    for (let at = 1; at <= racingWrites; at++) {
      // However fast the writes are, there is an answer between the first and the last one.
      if (at === racingWrites) await searchedBetween;
      await db.transaction(async (tx) => {
        await write(tx);
        await searchesBySql(tx, `searched_car_${at}`).readCars(version());
      });
      states.push(searchesBySql(db, `searched_car_${at}`));
    }
  })();
  let isWriting = true;
  const written = writing.finally(() => (isWriting = false));
  const answers = [];
  for (let at = 0; isWriting || at < 2 * group.length; at++) {
    const query = at % 2 === 0 ? everyCar : group[(at >> 1) % group.length]!;
    const isBetween = states.length === racingWrites;
    if (isBetween) await catalogue.refresh();
    answers.push({ query, answer: catalogue.search(query) });
    if (isBetween && query === everyCar) isSearchedBetween();
    // At any moment, also in the middle of reading changes.
    if (random(4) === 0) await catalogue.refresh();
    else for (let turns = random(4); turns > 0; turns--) await setImmediate();
  }
  await written;
  let state = 0;
  for (const { query, answer } of answers) {
    const from = state;
    while (state < states.length && !(await isAnswerOf(states[state]!, query, answer))) state += 1;
    expect(state, `${JSON.stringify(query)} fits no state from ${from} on`).toBeLessThan(
      states.length,
    );
    if (state > 0 && state < racingWrites) answersBetween += 1;
  }
}

async function isAnswerOf(
  { idsBySql, countsBySql }: ReturnType<typeof searchesBySql>,
  query: SearchQuery,
  { total, listings, facets }: SearchAnswer,
): Promise<boolean> {
  const expected = await idsBySql(query);
  if (total !== expected.length) return false;
  const ids = listings.map((listing) => listing._id);
  // Relevance is an order of its own.
  const isRelevance = query.q !== undefined && (query.sort ?? "best") === "best";
  const isListed = isRelevance
    ? ids.every((id) => expected.includes(id))
    : isDeepStrictEqual(ids, expected.slice(0, query.limit));
  return isListed && isDeepStrictEqual(countsOf(facets!), await countsBySql(query, facets!));
}

// Searches are compared in groups between writes, so that SQL reads the tables once for each group.
const groupSize = 10;

test(
  "lists, totals and counts match SQL while listings change",
  // Beside other programs, a hundred searches take up to a minute.
  { timeout: Math.max(30, sizeOf("searches") / 100) * 60_000 },
  async () => {
    let matches = 0;
    const { readCars } = searchesBySql(shop.deps.db);
    await fc.assert(
      fc.asyncProperty(
        fc.array(searches, { minLength: groupSize, maxLength: groupSize }),
        async (group) => {
          for (let writes = random(6); writes > 0; writes--) await write(shop.deps.db);
          if (random(3) === 0 || version() === 0) {
            replaceModel();
            await rateAll();
          }
          await shop.deps.catalogue.refresh();
          await readCars(version());
          await searchDuringWrites(group);
          await shop.deps.catalogue.refresh();
          await readCars(version());
          const differences = await Promise.all(group.map(compare));
          for (const cars of differences) matches += cars;
        },
      ),
      {
        numRuns: sizeOf("searches") / groupSize,
      },
    );
    expect(matches).toBeGreaterThan(sizeOf("searches"));
    expect(answersBetween).toBeGreaterThan(0);
  },
);
