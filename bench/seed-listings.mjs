// Turns the imported feeds into many listings that are spread over sellers, places, colors and days.

const sellers = 3_000;
export const places = [
  "London",
  "Manchester",
  "Birmingham",
  "Leeds",
  "Glasgow",
  "Bristol",
  "Sheffield",
  "Liverpool",
  "Edinburgh",
  "Cardiff",
  "Leicester",
  "Nottingham",
  "Southampton",
  "Newcastle upon Tyne",
  "Brighton",
  "Plymouth",
  "York",
  "Aberdeen",
  "Cambridge",
  "Oxford",
];
export const colours = [
  "Black",
  "Mythos Black metallic",
  "White",
  "Ibis White",
  "Alpine White",
  "Grey",
  "Daytona Grey pearl",
  "Silver",
  "Blue",
  "Navarra Blue metallic",
  "Red",
  "Green",
];
export const phrases = [
  "Full service history",
  "one owner from new",
  "heated leather seats",
  "panoramic roof",
  "reversing camera",
  "satellite navigation",
  "long MOT",
  "new tires all round",
  "tow bar",
  "cruise control",
];

/** A small generator of whole numbers below a limit. Every run draws the same ones. */
export function generator(state) {
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

/** A number below `$below` that depends on the row and on `salt`, the same in every run. */
const hashBelow = (salt, below, row = "listing.id::text") =>
  `(('x' || substr(md5(${row} || '${salt}'), 1, 7))::bit(28)::int % ${below})`;
const pick = (values, salt, row) =>
  `(array[${values.map((value) => `'${value}'`).join()}])[1 + ${hashBelow(salt, values.length, row)}]`;
const facts = {
  seller_id: `md5('seller' || ${hashBelow("seller", sellers)})::uuid`,
  colour: `case when ${hashBelow("unpainted", 5)} > 0 then ${pick(colours, "colour")} end`,
  location: pick(places, "place"),
  // Every fifth car has a description of three phrases.
  description: `case when ${hashBelow("described", 5)} = 0 then ${["a", "b", "c"].map((salt) => pick(phrases, salt)).join(" || ', ' || ")} || '.' else '' end`,
  created_at: `now() - make_interval(secs => ${hashBelow("day", 120 * 86_400)})`,
};

/** Spreads the imported listings. Their rows come in the order of the feeds. */
export async function spreadListings(client) {
  await client.query(
    `insert into account (id, name, email, role, is_verified, verified_at, location)
     select md5('seller' || n)::uuid, 'Cars of ' || (array['North','South','East','West'])[1 + n % 4] || ' ' || n,
       'seller-' || n || '@sellers.example', 'Seller', n % 4 > 0, case when n % 4 > 0 then now() end, ''
     from generate_series(0, ${sellers - 1}) as n`,
  );
  const set = Object.entries(facts).map(([column, value]) => `${column} = ${value}`);
  await client.query(`update listing set ${set.join()} where source_row is not null`);
}

/** Adds copies of the listings until there are `wanted`, each with its own price, mileage, place, color and date. */
export async function multiplyListings(client, wanted) {
  const columns = await client.query(
    `select column_name as name from information_schema.columns
     where table_name = 'listing' and is_generated = 'NEVER'`,
  );
  const own = {
    ...facts,
    id: "md5(original.id::text || copy)::uuid",
    import_fingerprint: "null",
    // Up to 8 % more or less, in whole units.
    resale_price_minor: `greatest(100, round(original.resale_price_minor * (0.92 + 0.0016 * ${hashBelow("price", 101)}) / 100) * 100)`,
    mileage: `round(original.mileage * (0.92 + 0.0016 * ${hashBelow("mileage", 101)}))`,
  };
  const names = columns.rows.map(({ name }) => name);
  const values = names.map((name) =>
    (own[name] ?? `original.${name}`).replaceAll("listing.id::text", "original.id::text || copy"),
  );
  await client.query(
    `insert into listing (${names.join()})
     select ${values.join()}
     from generate_series(1, ${Math.ceil(wanted / 30_000)}) as copy, listing as original
     where original.source_row is not null
     limit greatest(0, ${wanted} - (select count(*) from listing))`,
  );
}
