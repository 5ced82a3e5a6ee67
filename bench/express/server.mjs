// An Express server that answers GET /api/listings and GET /api/listings/{id} from the shop's database by plain SQL, as a
// comparison for `npm run bench`. DATABASE_URL names the database. It reads filters, facets and free text, but no price
// labels, which are in no table. See ../README.md.
import express from "express";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const pageSize = 24;
const millimetersPerMile = 1_609_344;

/** The cars on sale, with what filters read. */
const cars = `
  select listing.*, account.name as seller_name, account.location as seller_location,
    account.is_verified as verified, account.verified_at, account.verification_checks, booking.state as live_state,
    mileage::bigint * case mileage_unit when 'km' then 1000000 else ${millimetersPerMile} end as distance
  from listing
  join account on account.id = listing.seller_id
  left join booking on booking.listing_id = listing.id
    and (booking.state in ('paid', 'partly_refunded') or booking.state = 'held' and booking.expires_at > now())
  where withdrawn_at is null and removed_at is null and sale_reversed_at is null and lapsed_at is null
    and account.suspended_at is null and account.deleted_at is null
    and coalesce(booking.state, '') not in ('paid', 'partly_refunded')`;

const columns = {
  make: "make",
  model: "model",
  body: "body_type",
  fuel: "fuel",
  transmission: "transmission",
  colour: "colour",
  verified: "verified",
};
const ranges = {
  year: { column: "year", unit: 1, width: 1 },
  price: { column: "resale_price_minor", unit: 100, width: 2_000 },
  mileage: { column: "distance", unit: millimetersPerMile, width: 5_000 },
  engine: { column: "engine_size_cc", unit: 1_000, width: 0.25 },
};

/** The fields that are searched, and how much a word in each counts. */
const fields = [
  { text: "name || ' ' || make || ' ' || coalesce(model, '')", weight: 8 },
  { text: "coalesce(colour, '')", weight: 4 },
  { text: "coalesce(nullif(location, ''), seller_location)", weight: 4 },
  { text: "description", weight: 1 },
];

/**
 * A year is a filter. Every other word must be in some field, where the last one may be unfinished. Words have only letters
 * and digits, so they can be written into the statement.
 */
function readText(typed) {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const conditions = [];
  const scores = [];
  for (const [index, word] of words.entries()) {
    if (/^(?:19|20)\d\d$/.test(word)) {
      conditions.push(`year = ${word}`);
      continue;
    }
    const whole = `'\\m${word}\\M'`;
    const begun = index === words.length - 1 ? `'\\m${word}'` : whole;
    conditions.push(`(${fields.map(({ text }) => `${text} ~* ${begun}`).join(" or ")})`);
    for (const { text, weight } of fields)
      scores.push(
        `case when ${text} ~* ${whole} then ${weight * 4} when ${text} ~* ${begun} then ${weight * 2} else 0 end`,
      );
  }
  return { text: conditions.join(" and ") || "true", score: scores.join(" + ") || "0" };
}

/** The conditions of a search, with their values as parameters. */
function conditionsOf(query) {
  const values = [];
  const value = (given) => `$${values.push(given)}`;
  const conditions = {};
  for (const [name, column] of Object.entries(columns))
    if (query[name]) conditions[name] = `${column}::text = any(${value([query[name]].flat())})`;
  for (const [name, { column, unit }] of Object.entries(ranges)) {
    const min = query[`${name}Min`];
    const max = query[`${name}Max`];
    const ends = [
      ...(min ? [`${column} >= ${value(min * unit)}`] : []),
      ...(max ? [`${column} <= ${value(max * unit)}`] : []),
    ];
    if (ends.length > 0) conditions[name] = ends.join(" and ");
  }
  if (!query.q) return { values, conditions, order: "" };
  const { text, score } = readText(query.q);
  return { values, conditions: { ...conditions, text }, order: `${score} desc, ` };
}

const all = (conditions, except) =>
  Object.entries(conditions)
    .filter(([name]) => name !== except)
    .map(([, condition]) => `(${condition})`)
    .concat("true")
    .join(" and ");

async function readPage({ values, conditions, order }) {
  const where = all(conditions);
  const page = `select * from (${cars}) as car where ${where} order by ${order}created_at desc, id desc limit ${pageSize}`;
  const count = `select count(*)::int as total from (${cars}) as car where ${where}`;
  const [{ rows }, counted] = await Promise.all([
    pool.query(page, values),
    pool.query(count, values),
  ]);
  return { listings: rows.map(present), total: counted.rows[0].total };
}

/** Every count in one statement: the values of each filter are counted under the other filters. */
async function readFacets({ values, conditions }) {
  const ofValues = Object.entries(columns).map(
    ([name, column]) =>
      `select '${name}' as name, ${column}::text as value, count(*)::int as count from car where ${all(conditions, name)} group by 2`,
  );
  const ofRanges = Object.entries(ranges).map(
    ([name, { column, unit, width }]) =>
      `select '${name}', floor(${column} / ${unit * width}::numeric)::text, count(*)::int from car
       where ${column} is not null and ${all(conditions, name)} group by 2`,
  );
  const ofDays = [1, 3, 7, 30].map(
    (days) =>
      `select 'newSince', '${days}', count(*)::int from car where created_at >= now()::date - ${days} and ${all(conditions)}`,
  );
  const { rows } = await pool.query(
    `with car as materialized (${cars}) ${[...ofValues, ...ofRanges, ...ofDays].join(" union all ")}`,
    values,
  );
  const facets = {};
  for (const { name, value, count } of rows) (facets[name] ??= []).push({ value, count });
  return facets;
}

function present(row) {
  return {
    _id: row.id,
    name: row.name,
    sellerName: row.seller_name,
    location: row.location || row.seller_location,
    originalPrice: row.original_price_minor === null ? null : row.original_price_minor / 100,
    resalePrice: row.resale_price_minor / 100,
    purchase: row.purchase_year,
    used: row.year === null ? row.used_years : new Date().getUTCFullYear() - row.year,
    category: row.make,
    categoryId: row.category_id,
    condition: row.condition,
    image: row.image,
    isAdvertise: row.is_advertised,
    isSellerVerified: row.verified,
    sellerVerification: row.verified
      ? { at: row.verified_at, checked: row.verification_checks }
      : null,
    postTime: row.created_at.toISOString().slice(11, 16),
    createdAt: row.created_at.toISOString(),
    currency: "USD",
    status: row.live_state === null ? "available" : "reserved",
    imageIsIllustration: row.image === null,
    make: row.make,
    model: row.model,
    year: row.year,
    mileage: row.mileage,
    mileageUnit: row.mileage_unit,
    fuel: row.fuel,
    transmission: row.transmission,
    engineSize: row.engine_size_cc === null ? null : row.engine_size_cc / 1_000,
    bodyType: row.body_type,
    bodyTypeTypical: row.body_type_typical,
    fuelEconomy:
      row.fuel_economy === null ? null : { value: row.fuel_economy, unit: row.fuel_economy_unit },
    tax: row.annual_tax_minor === null ? null : row.annual_tax_minor / 100,
    colour: row.colour,
    vin: row.vin,
  };
}

/** What one car's answer has in addition. */
function presentDetails(row) {
  return {
    description: row.description,
    details: row.details,
    photos: row.photos ?? [],
    soldAt: null,
  };
}

const app = express();
app.disable("x-powered-by");
app.disable("etag");
app.get("/api/listings", async (request, response) => {
  const search = conditionsOf(request.query);
  const [page, facets] = await Promise.all([
    readPage(search),
    request.query.facets ? readFacets(search) : undefined,
  ]);
  response.json({ ...page, facets });
});
app.get("/api/listings/:id", async (request, response) => {
  const one = `select * from (${cars}) as car where id = $1`;
  const { rows } = await pool.query(one, [request.params.id]);
  if (rows.length === 0) return response.status(404).json({ message: "Not found" });
  response.json({ ...present(rows[0]), ...presentDetails(rows[0]) });
});
// Not logged: between two rounds, the benchmark cancels the queries of requests that have ended.
app.use((error, request, response, next) => {
  if (response.headersSent) return next(error);
  response.status(500).json({ message: error.message });
});
const server = app.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
