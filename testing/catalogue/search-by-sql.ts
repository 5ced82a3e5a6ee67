import { sql, type SQL } from "drizzle-orm";
import { basicColour } from "#shared/listings/colour.ts";
import type { SearchFacets, SearchQuery } from "#shared/search/search-contract.ts";
import type { SearchPart } from "#shared/search/search-filters.ts";
import { priceLabels } from "#shared/listings/price-label.ts";
import type { PriceRater } from "#server/catalogue/public.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** Colors as sellers write them. */
export const colourTexts = ["Sapphire Black", "blau metallic", "White", "rojo", "Mystic", null];

const estimateMinor = 1_000_000;

/** The rating that a search test gives to a car: unrated or one of five labels, by price, mileage and a number. */
export function testRater(version: number): PriceRater {
  return ({ priceMinor, mileage }) => {
    const label = priceLabels[((priceMinor / 50_000 + (mileage ?? 0) / 1_000 + version) % 6) - 1];
    return label ? { label, estimateMinor, score: priceMinor / 1_000 } : null;
  };
}

const isUnusuallyLow = sql`resale_price_minor * 2 < ${estimateMinor}::bigint`;
const labelRank = (version: number) =>
  sql`nullif((resale_price_minor / 50000 + coalesce(mileage, 0) / 1000 + ${version}::int) % 6, 0)`;

/** The cars on sale with each value that a search reads, from the tables. */
const carsSql = (version: number) => sql`
  select listing.id, make, model, body_type as body, fuel, transmission, year,
    case when not ${isUnusuallyLow} then (array[${sql.join(
      priceLabels.map((label) => sql`${label}::text`),
      sql`, `,
    )}])[${labelRank(version)}] end as "priceLabel",
    case when ${isUnusuallyLow} then ${labelRank(version)} * 0 + 6 else ${labelRank(version)} end as "labelRank",
    resale_price_minor as price, listing.created_at as listed_at, engine_size_cc as engine,
    (details->>'seats')::int as seats,
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
  where withdrawn_at is null and removed_at is null and sale_reversed_at is null and lapsed_at is null
    and account.suspended_at is null and account.deleted_at is null
    and not exists (select 1 from booking where listing_id = listing.id and state in ('paid', 'partly_refunded'))`;

/** One unit of each range in the unit of its column. */
const ranges = { year: 1, price: 100, mileage: 1_609_344, engine: 1_000, seats: 1 };
const rangeNames = Object.keys(ranges) as (keyof typeof ranges)[];

/** Each part of a search as a condition. */
function conditions(query: SearchQuery): Map<SearchPart, SQL> {
  const sqlByPart = new Map<SearchPart, SQL>();
  for (const part of [
    "make",
    "model",
    "body",
    "fuel",
    "transmission",
    "colour",
    "priceLabel",
  ] as const) {
    const values = query[part];
    if (values) sqlByPart.set(part, sql`coalesce(${sql.identifier(part)} in ${values}, false)`);
  }
  for (const part of rangeNames) {
    const unit = ranges[part];
    const min = query[`${part}Min`];
    const max = query[`${part}Max`];
    const ends = [
      ...(min === undefined ? [] : [sql`${sql.identifier(part)} >= ${Math.round(min * unit)}`]),
      ...(max === undefined ? [] : [sql`${sql.identifier(part)} <= ${Math.round(max * unit)}`]),
    ];
    if (ends.length > 0) sqlByPart.set(part, sql`coalesce(${sql.join(ends, sql` and `)}, false)`);
  }
  const contains = (column: string, text: string) =>
    sql.join(
      text.split(" ").map((word) => sql`${sql.identifier(column)} ~ ${`\\m${word}`}`),
      sql` and `,
    );
  if (query.location) sqlByPart.set("location", contains("place", query.location));
  if (query.verified) sqlByPart.set("verified", sql`verified`);
  if (query.newSince) sqlByPart.set("newSince", sql`listed_at >= ${query.newSince}::timestamptz`);
  if (query.q) sqlByPart.set("text", contains("words", query.q));
  return sqlByPart;
}

const orders: Record<Exclude<NonNullable<SearchQuery["sort"]>, "best">, SQL> = {
  newest: sql`listed_at desc, id desc`,
  // Prices below half of the estimate come after all labels. They are alike, and so are cars that are not rated.
  value: sql`"labelRank" nulls last, case when "labelRank" < 6 then price else 0 end,
    listed_at desc, id desc`,
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

/**
 * Answers searches by SQL over the tables, which `readCars` reads into one table with a row for each car on sale. Tables
 * of other names keep other states.
 */
export function searchesBySql(db: Executor, name = "searched_car") {
  const table = sql.identifier(name);
  return {
    async readCars(version: number): Promise<void> {
      await db.execute(sql`drop table if exists ${table}`);
      await db.execute(sql`create unlogged table ${table} as ${carsSql(version)}`);
    },

    async idsBySql(query: SearchQuery): Promise<string[]> {
      const order = orders[query.sort === "best" || !query.sort ? "newest" : query.sort];
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from ${table} where ${everyCondition(conditions(query))} order by ${order}`,
      );
      return rows.map((row) => row.id);
    },

    /** All counts: "fuel diesel" → 12. The buckets are those of the answer. */
    async countsBySql(query: SearchQuery, facets: SearchFacets): Promise<Record<string, number>> {
      const parts = conditions(query);
      const ofValues = (
        [
          "make",
          "model",
          "body",
          "fuel",
          "transmission",
          "colour",
          "priceLabel",
          "verified",
        ] as const
      ).map(
        (part) => sql`
          select ${`${part} `} || ${sql.identifier(part)}::text as name, count(*)::int as count
          from ${table}
          where ${everyCondition(parts, part)} and ${sql.identifier(part)}::text <> 'false'
          group by ${sql.identifier(part)}`,
      );
      const since = facets.newSince.map(
        ({ value }) => sql`
          select ${`newSince ${value}`}, count(*)::int from ${table}
          where ${everyCondition(parts, "newSince")} and listed_at >= ${value}::timestamptz`,
      );
      const ofRanges = rangeNames.flatMap((part) => {
        const column = sql.identifier(part);
        const isCounted = everyCondition(parts, part);
        const bounds = facets[part].buckets
          .slice(1)
          .map(({ from }) => sql`${Math.round(from! * ranges[part])}::bigint`);
        const bucket =
          bounds.length === 0
            ? sql`0`
            : sql`width_bucket(${column}::bigint, array[${sql.join(bounds, sql`, `)}])`;
        const end = (name: "min" | "max") => sql`
          select ${`${part} ${name}`}, round(${sql.raw(name)}(${column})::numeric / ${ranges[part]} * 1000)::int
          from ${table} where ${isCounted}`;
        return [
          sql`
            select ${`${part} bucket `} || ${bucket}, count(*)::int
            from ${table} where ${isCounted} and ${column} is not null group by 1`,
          end("min"),
          end("max"),
        ];
      });
      const { rows } = await db.execute<{ name: string; count: number }>(
        sql.join([...ofValues, ...since, ...ofRanges], sql` union all `),
      );
      return Object.fromEntries(
        rows.filter((row) => row.count > 0).map((row) => [row.name, row.count]),
      );
    },
  };
}

/** The counts of an answer in the same form, without zeros. */
export function countsOf(facets: SearchFacets): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [name, facet] of Object.entries(facets))
    if (Array.isArray(facet))
      for (const { value, count } of facet) counts[`${name} ${String(value)}`] = count;
    else {
      for (const [at, { count }] of facet.buckets.entries()) counts[`${name} bucket ${at}`] = count;
      // In thousandths, as the query gives them.
      counts[`${name} min`] = Math.round((facet.min ?? 0) * 1_000);
      counts[`${name} max`] = Math.round((facet.max ?? 0) * 1_000);
    }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
