import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf, makes, type Make } from "#shared/categories/category.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import {
  readPageSearch,
  type SearchAnswer,
  type SearchQuery,
} from "#shared/search/search-contract.ts";
import { searchSorts } from "#shared/search/search-filters.ts";
import { priceLabels } from "#shared/valuation/price-label.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { anAccount } from "#testing/builders.ts";
import {
  colourTexts,
  countsOf,
  searchesBySql,
  testRater,
} from "#testing/catalogue/search-by-sql.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sizeOf } from "#testing/test-depth.ts";

/** Searches are compared with SQL over the tables: lists in order, totals and every count, while listings and the price model change. */

const models: Record<Make, string[]> = {
  BMW: ["3 Series", "5 Series", "X5", "M3"],
  "Mercedes-Benz": ["C Class", "E Class", "SLK"],
  Audi: ["A4", "A6", "Q5", "TT"],
};
const places = ["London", "York", "New York", "Leeds", "San Diego", ""];
// No word is the beginning of another one, or of a word of a name.
const descriptions = [
  "panoramic roof",
  "heated seats",
  "heated seats, panoramic roof",
  "tow bar",
  "",
];
const words = ["panoramic", "heated", "tow", "london", "sapphire", "comfort"];

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellers: { id: string }[];
let buyer: { id: string };
let state = 1;

// A small generator of its own: fast-check's values shrink, and the cars should not.
function random(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >>> 8) % below;
}
const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
const maybe = <T>(value: () => T): T | null => (random(8) === 0 ? null : value());

function aKind() {
  const make = pick(makes);
  return {
    make,
    categoryId: categoryIdOf(make),
    model: maybe(() => pick(models[make])),
    year: maybe(() => 2008 + random(15)),
    fuel: maybe(() => pick(fuels)),
    transmission: maybe(() => pick(transmissions)),
    engineSizeCc: maybe(() => 1_000 + random(40) * 50),
    bodyType: maybe(() => pick(bodyTypes)),
  };
}

// Half of the cars are of these kinds, so that the index has groups of many cars as well as of one.
const commonKinds = Array.from({ length: 6 }, aKind);

function aCar() {
  const kind = random(2) === 0 ? pick(commonKinds) : aKind();
  const { make, model } = kind;
  const mileage = maybe(() => random(90) * 1_000);
  return {
    id: randomUUID(),
    sellerId: pick(sellers).id,
    name: `${make} ${model ?? ""} ${random(3) === 0 ? "Comfort" : ""}`.trim(),
    ...kind,
    mileage,
    mileageUnit: mileage === null ? null : pick(["mi", "km"] as const),
    colour: pick(colourTexts),
    location: pick(places),
    description: pick(descriptions),
    resalePriceMinor: (5 + random(60)) * 50_000,
    createdAt: new Date(Date.now() - random(40) * 86_400_000 - random(3) * 1_000),
  };
}

beforeAll(async () => {
  shop = await createTestApp();
  sellers = [
    await anAccount(shop.deps, { role: "Seller", isVerified: true, location: "San Diego" }),
    await anAccount(shop.deps, { role: "Seller", isVerified: false, location: "" }),
    await anAccount(shop.deps, { role: "Seller", isVerified: true, suspendedAt: new Date() }),
  ];
  buyer = await anAccount(shop.deps);
  await shop.deps.db.insert(listingTable).values(Array.from({ length: 400 }, aCar));
  await shop.deps.catalogue.refresh();
});

afterAll(() => shop.close());

let version = 0;

/** Replaces the price model, as after a training. */
function replaceModel(): void {
  version += 1;
  const rater = testRater(version);
  shop.deps.valuation.rater = () => Promise.resolve(rater);
}

/** Changes a random listing, or several at once. */
async function write(): Promise<void> {
  const { db } = shop.deps;
  const some = sql`(select id from listing order by md5(id::text || ${random(1_000_000)}) limit ${1 + random(3)})`;
  const { id: _id, sellerId: _sellerId, ...facts } = aCar();
  switch (random(7)) {
    case 0:
      await db.insert(listingTable).values([aCar(), aCar()]);
      return;
    case 1:
    case 2:
      await db
        .update(listingTable)
        .set(facts)
        .where(sql`id in ${some}`);
      return;
    case 3:
      await db.execute(
        sql`update listing set withdrawn_at = case when withdrawn_at is null then now() end where id in ${some}`,
      );
      return;
    case 4:
      await db.execute(sql`
        insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at)
        select gen_random_uuid(), id, ${buyer.id}, ${pick(["paid", "held"])}, 'car', '', 1, 1, 'USD', 'B', 'b@marque.example', now() + interval '1 day'
        from listing where id in ${some} on conflict do nothing`);
      return;
    case 5:
      await db.execute(
        sql`update booking set state = 'cancelled' where listing_id in ${some} and state in ('paid', 'held')`,
      );
      return;
    default:
      await db.execute(
        sql`update account set is_verified = not is_verified, location = ${pick(places)} where id = ${sellers[1]!.id}`,
      );
  }
}

const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const some = <T>(values: readonly T[]) =>
  rarely(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }));

const searches: fc.Arbitrary<SearchQuery> = fc.record({
  q: rarely(
    fc
      .uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 2 })
      .map((some) => some.join(" ")),
  ),
  make: some(makes),
  model: some(Object.values(models).flat()),
  body: some(bodyTypes),
  fuel: some(fuels),
  transmission: some(transmissions),
  colour: some(["black", "blue", "white", "red", "green"] as const),
  priceLabel: some(priceLabels),
  yearMin: rarely(fc.integer({ min: 2006, max: 2024 })),
  yearMax: rarely(fc.integer({ min: 2006, max: 2024 })),
  priceMin: rarely(fc.integer({ min: 0, max: 35_000 })),
  priceMax: rarely(fc.integer({ min: 0, max: 35_000 })),
  mileageMin: rarely(fc.integer({ min: 0, max: 90_000 })),
  mileageMax: rarely(fc.integer({ min: 0, max: 90_000 })),
  engineMin: rarely(fc.integer({ min: 10, max: 30 }).map((size) => size / 10)),
  engineMax: rarely(fc.integer({ min: 10, max: 30 }).map((size) => size / 10)),
  location: rarely(fc.constantFrom("london", "york", "new york", "san", "d", "paris")),
  verified: rarely(fc.constant(true as const)),
  newSince: rarely(
    fc
      .integer({ min: 0, max: 45 })
      .map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)),
  ),
  sort: rarely(fc.constantFrom(...searchSorts)),
  limit: fc.constantFrom(3, 24, 200),
  cursor: fc.constant(undefined),
  facets: fc.constant("1" as const),
});

function readAll(query: SearchQuery): { first: SearchAnswer; ids: string[] } {
  const { catalogue } = shop.deps;
  const first = catalogue.search(query);
  const ids = first.listings.map((listing) => listing._id);
  let before: string | null = null;
  let current = "first";
  expect(first.previousCursor).toBeNull();
  for (let cursor = first.nextCursor; cursor && ids.length < 5_000;) {
    const page = catalogue.search({ ...query, facets: undefined, cursor });
    // Going back leads through the same URLs.
    expect(page.previousCursor).toBe(current);
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
  expect(JSON.parse(String(shop.deps.catalogue.searchJson(query)))).toEqual(first);
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
    expect(shop.deps.catalogue.search(readPageSearch(new URLSearchParams(search))).total).toBe(
      total,
    );
  }
  return expected.length;
}

// Searches are compared in groups between writes, so that SQL reads the tables once for each group.
const groupSize = 10;

test(
  "lists, totals and counts match SQL while listings change",
  { timeout: 30 * 60_000 },
  async () => {
    let matches = 0;
    const { readCars } = searchesBySql(shop.deps.db);
    await fc.assert(
      fc.asyncProperty(
        fc.array(searches, { minLength: groupSize, maxLength: groupSize }),
        async (group) => {
          for (let writes = random(6); writes > 0; writes--) await write();
          if (random(3) === 0 || version === 0) replaceModel();
          await shop.deps.catalogue.refresh();
          await readCars(version);
          const found = await Promise.all(group.map(compare));
          for (const cars of found) matches += cars;
        },
      ),
      {
        numRuns: sizeOf("searches") / groupSize,
      },
    );
    expect(matches).toBeGreaterThan(sizeOf("searches"));
  },
);
