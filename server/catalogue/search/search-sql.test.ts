import { randomUUID } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf, makes, type Make } from "#shared/categories/category.ts";
import { basicColour } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import { searchSorts, type SearchPart } from "#shared/search/search-filters.ts";
import type { SearchAnswer, SearchFacets, SearchQuery } from "#shared/search/search-contract.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sizeOf } from "#testing/test-depth.ts";

/** Searches are compared with SQL over the tables: lists in order, totals and every count, while listings change. */

const models: Record<Make, string[]> = {
  BMW: ["3 Series", "5 Series", "X5", "M3"],
  "Mercedes-Benz": ["C Class", "E Class", "SLK"],
  Audi: ["A4", "A6", "Q5", "TT"],
};
const colourTexts = ["Sapphire Black", "blau metallic", "White", "rojo", "Mystic", null];
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

function aCar() {
  const make = pick(makes);
  const model = maybe(() => pick(models[make]));
  const mileage = maybe(() => random(90) * 1_000);
  return {
    id: randomUUID(),
    sellerId: pick(sellers).id,
    name: `${make} ${model ?? ""} ${random(3) === 0 ? "Comfort" : ""}`.trim(),
    make,
    categoryId: categoryIdOf(make),
    model,
    year: maybe(() => 2008 + random(15)),
    mileage,
    mileageUnit: mileage === null ? null : pick(["mi", "km"] as const),
    fuel: maybe(() => pick(fuels)),
    transmission: maybe(() => pick(transmissions)),
    engineSizeCc: maybe(() => 1_000 + random(40) * 50),
    bodyType: maybe(() => pick(bodyTypes)),
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

/** The cars on sale with each value that a search reads, from the tables. */
const carsSql = sql`
  select listing.id, make, model, body_type as body, fuel, transmission, year,
    resale_price_minor as price, listing.created_at as listed_at, engine_size_cc as engine,
    case colour ${sql.join(
      colourTexts.flatMap((text) => (text ? [sql`when ${text} then ${basicColour(text)}`] : [])),
      sql` `,
    )} end as colour,
    mileage::bigint * case mileage_unit when 'km' then 1000000 else 1609344 end as mileage,
    account.is_verified as verified,
    lower(coalesce(nullif(listing.location, ''), account.location)) as place,
    lower(listing.name || ' ' || make || ' ' || coalesce(model, '') || ' ' || coalesce(colour, '') || ' ' ||
      coalesce(nullif(listing.location, ''), account.location) || ' ' || description) as words
  from listing join account on account.id = seller_id
  where withdrawn_at is null and removed_at is null and sale_reversed_at is null
    and account.suspended_at is null and account.deleted_at is null
    and not exists (select 1 from booking where listing_id = listing.id and state in ('paid', 'partly_refunded'))`;

/** Each part of a search as a condition. */
function conditions(query: SearchQuery): Map<SearchPart, SQL> {
  const found = new Map<SearchPart, SQL>();
  for (const part of ["make", "model", "body", "fuel", "transmission", "colour"] as const) {
    const values = query[part];
    if (values) found.set(part, sql`coalesce(${sql.identifier(part)} in ${values}, false)`);
  }
  const ranges = { year: 1, price: 100, mileage: 1_609_344, engine: 1_000 };
  for (const [part, unit] of Object.entries(ranges) as [keyof typeof ranges, number][]) {
    const [min, max] = [query[`${part}Min`], query[`${part}Max`]];
    const ends = [
      ...(min === undefined ? [] : [sql`${sql.identifier(part)} >= ${Math.round(min * unit)}`]),
      ...(max === undefined ? [] : [sql`${sql.identifier(part)} <= ${Math.round(max * unit)}`]),
    ];
    if (ends.length > 0) found.set(part, sql`coalesce(${sql.join(ends, sql` and `)}, false)`);
  }
  const contains = (column: string, text: string) =>
    sql.join(
      text.split(" ").map((word) => sql`${sql.identifier(column)} ~ ${`\\m${word}`}`),
      sql` and `,
    );
  if (query.location) found.set("location", contains("place", query.location));
  if (query.verified) found.set("verified", sql`verified`);
  if (query.newSince) found.set("newSince", sql`listed_at >= ${query.newSince}::timestamptz`);
  if (query.q) found.set("text", contains("words", query.q));
  return found;
}

const orders: Record<Exclude<NonNullable<SearchQuery["sort"]>, "best">, SQL> = {
  newest: sql`listed_at desc, id desc`,
  "price-asc": sql`price, listed_at desc, id desc`,
  "price-desc": sql`price desc, listed_at, id`,
  "year-desc": sql`year desc nulls last, listed_at desc, id desc`,
  "year-asc": sql`year nulls last, listed_at, id`,
  "mileage-asc": sql`mileage nulls last, listed_at desc, id desc`,
  "mileage-desc": sql`mileage desc nulls last, listed_at, id`,
};

const everyCondition = (parts: Map<SearchPart, SQL>, except?: SearchPart) =>
  sql.join(
    [
      sql`true`,
      ...[...parts].filter(([part]) => part !== except).map(([, condition]) => condition),
    ],
    sql` and `,
  );

async function idsBySql(query: SearchQuery): Promise<string[]> {
  const order = orders[query.sort === "best" || !query.sort ? "newest" : query.sort];
  const { rows } = await shop.deps.db.execute<{ id: string }>(
    sql`select id from (${carsSql}) as car where ${everyCondition(conditions(query))} order by ${order}`,
  );
  return rows.map((row) => row.id);
}

/** All counts by SQL: "fuel diesel" → 12. The buckets are those of the answer. */
async function countsBySql(query: SearchQuery, facets: SearchFacets) {
  const parts = conditions(query);
  const ofValues = (
    ["make", "model", "body", "fuel", "transmission", "colour", "verified"] as const
  ).map(
    (part) => sql`
      select ${`${part} `} || ${sql.identifier(part)}::text as name, count(*)::int as count
      from car where ${everyCondition(parts, part)} and ${sql.identifier(part)}::text <> 'false'
      group by ${sql.identifier(part)}`,
  );
  const since = facets.newSince.map(
    ({ value }) => sql`
      select ${`newSince ${value}`} as name, count(*)::int as count from car
      where ${everyCondition(parts, "newSince")} and listed_at >= ${value}::timestamptz`,
  );
  const ranges = { year: 1, price: 100, mileage: 1_609_344, engine: 1_000 };
  const buckets = (Object.keys(ranges) as (keyof typeof ranges)[]).flatMap((part) =>
    facets[part].buckets.map(({ from, to }) => {
      const column = sql.identifier(part);
      const above =
        from === null ? sql`true` : sql`${column} >= ${Math.round(from * ranges[part])}`;
      const below = to === null ? sql`true` : sql`${column} < ${Math.round(to * ranges[part])}`;
      return sql`
        select ${`${part} ${from}`} as name, count(*)::int as count from car
        where ${everyCondition(parts, part)} and ${column} is not null and ${above} and ${below}`;
    }),
  );
  const ends = (Object.keys(ranges) as (keyof typeof ranges)[]).flatMap((part) =>
    (["min", "max"] as const).map(
      (end) => sql`
        select ${`${part} ${end}`} as name, round(${sql.raw(end)}(${sql.identifier(part)})::numeric / ${ranges[part]} * 1000)::int as count
        from car where ${everyCondition(parts, part)}`,
    ),
  );
  const { rows } = await shop.deps.db.execute<{ name: string; count: number }>(
    sql`with car as materialized (${carsSql}) ${sql.join([...ofValues, ...since, ...buckets, ...ends], sql` union all `)}`,
  );
  return Object.fromEntries(
    rows.filter((row) => row.count > 0).map((row) => [row.name, row.count]),
  );
}

/** The counts of an answer in the same form, without zeros. */
function countsOf(facets: SearchFacets): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, facet] of Object.entries(facets))
    if (Array.isArray(facet))
      for (const { value, count } of facet) counts[`${name} ${String(value)}`] = count;
    else {
      for (const { from, count } of facet.buckets) counts[`${name} ${from}`] = count;
      // In thousandths, as the query gives them.
      counts[`${name} min`] = Math.round((facet.min ?? 0) * 1_000);
      counts[`${name} max`] = Math.round((facet.max ?? 0) * 1_000);
    }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
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
  for (let cursor = first.nextCursor; cursor && ids.length < 5_000;) {
    const page = catalogue.search({ ...query, cursor });
    ids.push(...page.listings.map((listing) => listing._id));
    cursor = page.nextCursor;
  }
  return { first, ids };
}

test(
  "lists, totals and counts match SQL while listings change",
  { timeout: 30 * 60_000 },
  async () => {
    let matches = 0;
    await fc.assert(
      fc.asyncProperty(searches, async (query) => {
        if (random(3) === 0) await write();
        await shop.deps.catalogue.refresh();
        const { first, ids } = readAll(query);
        expect(JSON.parse(shop.deps.catalogue.searchJson(query))).toEqual(first);
        const expected = await idsBySql(query);
        matches += expected.length;
        expect(first.total).toBe(expected.length);
        // Relevance is an order of its own.
        const isRelevance = query.q !== undefined && (query.sort ?? "best") === "best";
        expect(isRelevance ? ids.toSorted() : ids).toEqual(
          isRelevance ? expected.toSorted() : expected,
        );
        expect(countsOf(first.facets!)).toEqual(await countsBySql(query, first.facets!));
        for (const { total, search } of first.relaxations) {
          const relaxed = await shop.call("GET", `/api/listings?${search}`);
          expect(relaxed.body.total).toBe(total);
        }
      }),
      {
        numRuns: sizeOf("searches"),
        ...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
      },
    );
    expect(matches).toBeGreaterThan(sizeOf("searches"));
  },
);
