import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Make } from "#shared/makes/all-makes.ts";
import { categoryIdOf, makes } from "#shared/makes/sold-makes.ts";
import { fuels, transmissions } from "#shared/listings/listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import type { SearchQuery } from "#shared/search/search-contract.ts";
import { searchSorts } from "#shared/search/search-filters.ts";
import { priceLabels } from "#shared/listings/price-label.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { colourTexts, testRater } from "./search-by-sql.ts";

const models: Partial<Record<Make, string[]>> = {
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

let state = 1;

// A small generator of its own: fast-check's values shrink, and the cars should not.
export function random(below: number): number {
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
    model: maybe(() => pick(models[make]!)),
    year: maybe(() => 2008 + random(15)),
    fuel: maybe(() => pick(fuels)),
    transmission: maybe(() => pick(transmissions)),
    engineSizeCc: maybe(() => 1_000 + random(40) * 50),
    bodyType: maybe(() => pick(bodyTypes)),
  };
}

// Half of the cars are of these kinds, so that the index has groups of many cars as well as of one.
const commonKinds = Array.from({ length: 6 }, aKind);

function aCar(sellers: { id: string }[]) {
  const kind = random(2) === 0 ? pick(commonKinds) : aKind();
  const { make, model } = kind;
  const mileage = maybe(() => random(90) * 1_000);
  return {
    id: randomUUID(),
    sellerId: pick(sellers).id,
    name: `${make} ${model ?? ""} ${random(3) === 0 ? "Comfort" : ""}`.trim(),
    ...kind,
    mileage,
    details: random(2) === 0 ? null : { seats: 2 + random(6), options: ["Seats"] },
    mileageUnit: mileage === null ? null : pick(["mi", "km"] as const),
    colour: pick(colourTexts),
    location: pick(places),
    description: pick(descriptions),
    resalePriceMinor: (5 + random(60)) * 50_000,
    createdAt: new Date(Date.now() - random(40) * 86_400_000 - random(3) * 1_000),
  };
}

/** A shop with random cars, which `write` changes. Its price model is that of `testRater`. */
export async function aRandomShop() {
  const shop = await createTestApp();
  const sellers = [
    await anAccount(shop.deps, { role: "Seller", isVerified: true, location: "San Diego" }),
    await anAccount(shop.deps, { role: "Seller", isVerified: false, location: "" }),
    await anAccount(shop.deps, { role: "Seller", isVerified: true, suspendedAt: new Date() }),
  ];
  const buyer = await anAccount(shop.deps);
  await shop.deps.db.insert(listingTable).values(Array.from({ length: 400 }, () => aCar(sellers)));
  await shop.deps.catalogue.refresh();
  let version = 0;
  return {
    shop,
    version: () => version,
    /** Replaces the price model, as after a training. */
    replaceModel(): void {
      version += 1;
      const rater = testRater(version);
      shop.deps.valuation.rater = () => Promise.resolve(rater);
    },
    write: (db: Executor) => write(db, sellers, buyer),
  };
}

/** Changes a random listing, or several at once. */
async function write(
  db: Executor,
  sellers: { id: string }[],
  buyer: { id: string },
): Promise<void> {
  const some = sql`(select id from listing order by md5(id::text || ${random(1_000_000)}) limit ${1 + random(3)})`;
  const { id: _id, sellerId: _sellerId, ...facts } = aCar(sellers);
  switch (random(7)) {
    case 0:
      await db.insert(listingTable).values([aCar(sellers), aCar(sellers)]);
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

/** Random searches without paging, with facets. */
export const searches: fc.Arbitrary<SearchQuery> = fc.record({
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
  seatsMin: rarely(fc.integer({ min: 2, max: 7 })),
  seatsMax: rarely(fc.integer({ min: 2, max: 7 })),
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
