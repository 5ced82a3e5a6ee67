import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sql } from "drizzle-orm";
import type { MatchingAnswer } from "#shared/listings/own-product-contract.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { lockListingForShare } from "#server/listings/public.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { changeMatchingListings } from "./change-matching-listings.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let buyer: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp();
  buyer = await anAccount(shop.deps);
});
afterAll(() => shop.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});

const aCar = (given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, { sellerId: seller.id, ...given });
const change = (body: object) =>
  shop.call("POST", "/api/products/bulk/matching", { token: seller.token, body });
async function own(query = ""): Promise<{ _id: string; resalePrice: number; status: string }[]> {
  const { body } = await shop.call("GET", `/api/addproduct${query}`, { token: seller.token });
  return body;
}
const pricesOf = async (query?: string) =>
  (await own(query)).map(({ resalePrice }) => resalePrice).toSorted((one, other) => one - other);
const fivePercentOff = { kind: "percent", by: -5, roundTo: 100 };

test("changes the prices of the cars that match, and of no others", async () => {
  for (const make of ["Audi", "Audi", "BMW"] as const) await aCar({ make });
  const sold = await aCar({ make: "Audi" });
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  const stranger = await anAccount(shop.deps, { role: "Seller" });
  const theirs = await aListing(shop.deps, { sellerId: stranger.id, make: "Audi" });
  const body = {
    action: "price",
    change: fivePercentOff,
    filter: { make: "Audi", priceMin: 10_000, priceMax: "20000" },
  };
  const preview = await change({ ...body, preview: true });
  expect(preview.body).toMatchObject({ total: 3, doneCount: 0, refusedCount: 0, next: null });
  expect(preview.body.cars).toHaveLength(3);
  expect(preview.body.cars).toContainEqual(
    expect.objectContaining({ isDone: true, before: 20_000, after: 19_000 }),
  );
  expect(preview.body.cars).toContainEqual(
    expect.objectContaining({ _id: sold.id, isDone: false }),
  );
  expect(await pricesOf()).toEqual([20_000, 20_000, 20_000, 20_000]);

  const answer = await change({ ...body, count: 3, asOf: preview.body.asOf });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    total: 3,
    doneCount: 2,
    refusedCount: 1,
    next: null,
    cars: [],
    asOf: null,
    refusals: [
      {
        message: "This car is sold, so it can no longer be edited.",
        count: 1,
        names: [sold.name],
      },
    ],
  });
  expect(await pricesOf()).toEqual([19_000, 19_000, 20_000, 20_000]);
  const { body: other } = await shop.call("GET", `/api/listings/${theirs.id}`);
  expect(other.resalePrice).toBe(20_000);
});

test("changes each price once, also when the call is sent again or twice at once", async () => {
  for (let cars = 0; cars < 4; cars += 1) await aCar();
  const body = { action: "price", change: fivePercentOff, filter: {} };
  const { asOf } = (await change({ ...body, preview: true })).body;
  const twice = await Promise.all([1, 2].map(() => change({ ...body, count: 4, asOf })));
  const done = twice.map((answer) => answer.body.doneCount as number);
  expect(done[0]! + done[1]!).toBe(4);
  const again = await change({ ...body, count: 4, asOf });
  expect(again.body).toMatchObject({ doneCount: 0, refusedCount: 4 });
  expect(again.body.refusals[0].message).toBe(
    "The price has changed since you looked, so it was left as it is.",
  );
  expect(await pricesOf()).toEqual([19_000, 19_000, 19_000, 19_000]);
  const later = await change({ ...body, preview: true });
  await change({ ...body, count: 4, asOf: later.body.asOf });
  expect(await pricesOf()).toEqual([18_100, 18_100, 18_100, 18_100]);
});

test("names the sale of a car as the reason, not its price, which has changed too", async () => {
  const car = await aCar();
  const body = { action: "price", change: fivePercentOff, filter: {}, count: 1 };
  const { asOf } = (await change({ ...body, preview: true })).body;
  await change({ ...body, asOf });
  await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id, state: "paid" });
  const { refusals } = (await change({ ...body, asOf })).body;
  expect(refusals).toEqual([
    {
      message: "This car is sold, so it can no longer be edited.",
      count: 1,
      names: [car.name],
    },
  ]);
});

test("changes nothing if another number of cars matches than the seller saw", async () => {
  for (let cars = 0; cars < 3; cars += 1) await aCar();
  const body = { action: "withdraw", filter: { status: "available" } };
  const answer = await change({ ...body, count: 2 });
  expect(answer.status).toBe(409);
  expect(answer.body.error).toMatchObject({
    code: "conflict",
    message: "3 cars match now, not 2. Nothing was changed.",
    fields: { count: "3 cars match now, not 2. Nothing was changed." },
  });
  expect(await own("?status=available")).toHaveLength(3);
  expect((await change({ ...body, count: 3 })).body).toMatchObject({ doneCount: 3 });
  expect(await own("?status=available")).toHaveLength(0);
});

test("takes cars off sale and puts them back, apart from those that buyers hold", async () => {
  const one = await aCar();
  const two = await aCar();
  const held = [await aCar(), await aCar()];
  for (const { id } of held) await aBooking(shop.deps, { listingId: id, buyerId: buyer.id });
  const { body } = await change({ action: "withdraw", filter: {}, count: 4 });
  expect(body).toMatchObject({ doneCount: 2, refusedCount: 2 });
  expect(body.refusals).toEqual([
    {
      message: "A buyer holds this car. It can be taken off sale when the hold ends.",
      count: 2,
      names: expect.arrayContaining(held.map(({ name }) => name)) as string[],
    },
  ]);
  expect((await shop.call("GET", `/api/listings/${one.id}`)).status).toBe(404);
  const relist = { action: "relist", filter: { status: "off_sale" }, count: 2 };
  expect((await change(relist)).body).toMatchObject({ doneCount: 2, refusedCount: 0 });
  expect((await shop.call("GET", `/api/listings/${two.id}`)).status).toBe(200);
});

test("advertises and confirms the cars that match", async () => {
  await aCar({ isAdvertised: true });
  await aCar();
  const { body } = await change({ action: "advertise", filter: {}, count: 2 });
  expect(body).toMatchObject({ doneCount: 1, refusedCount: 1 });
  expect(body.refusals[0]!.message).toBe("This car is advertised already.");
  expect(await own("?advertised=yes")).toHaveLength(2);
  const confirmed = await change({ action: "confirm", filter: { advertised: "yes" }, count: 2 });
  expect(confirmed.body).toMatchObject({ doneCount: 2, refusedCount: 0 });
});

test("stops for a while at many cars, and goes on where it stopped, each car once", async () => {
  const rows = Array.from({ length: 450 }, (_, at) => `(gen_random_uuid(), '${at}')`).join(", ");
  await shop.deps.db.execute(
    sql`insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
    select given.id, ${seller.id}, given.name, 'BMW', 1, 2000000
    from (values ${sql.raw(rows)}) as given (id, name)`,
  );
  const viewer = { accountId: seller.id, role: "Seller" } as Parameters<
    typeof changeMatchingListings
  >[1];
  const body = {
    action: "price" as const,
    change: { kind: "amount" as const, by: -1_000 },
    filter: { priceMin: 18_500 },
    preview: false,
    count: 450,
    asOf: new Date().toISOString(),
  };
  // The seller's account is busy at the second batch. Afterwards, a clock on which every batch takes ten seconds.
  const { transaction } = shop.deps.db;
  vi.spyOn(shop.deps.db, "transaction")
    .mockImplementationOnce(transaction)
    .mockRejectedValueOnce(Object.assign(new Error("lock timeout"), { code: "55P03" }));
  const answers: MatchingAnswer[] = [await changeMatchingListings(shop.deps, viewer, body)];
  let { next } = answers[0]!;
  let seconds = 0;
  const slowClock = () => (seconds += 10) * 1_000;
  while (next !== null) {
    const given = { ...body, after: next };
    answers.push(await changeMatchingListings(shop.deps, viewer, given, slowClock));
    next = answers.at(-1)!.next;
  }
  expect(answers.map(({ total, doneCount }) => ({ total, doneCount }))).toEqual([
    { total: 450, doneCount: 200 },
    { total: 250, doneCount: 200 },
    { total: 50, doneCount: 50 },
  ]);
  const { rows: prices } = await shop.deps.db.execute(sql`
    select resale_price_minor::int as price, array_agg(price_minor::int order by change.id) as history
    from listing join listing_price_change as change on listing_id = listing.id
    where seller_id = ${seller.id} group by listing.id`);
  const lowered = { price: 1_900_000, history: [2_000_000, 1_900_000] };
  expect(prices).toEqual(Array.from({ length: 450 }, () => lowered));
});

test("puts cars back for sale until the account is busy, and goes on at the first that is left out", async () => {
  for (let cars = 0; cars < 3; cars += 1) await aCar();
  await change({ action: "withdraw", filter: {}, count: 3 });
  const viewer = { accountId: seller.id, role: "Seller" } as Parameters<
    typeof changeMatchingListings
  >[1];
  const body = {
    action: "relist" as const,
    filter: { status: "off_sale" as const },
    count: 3,
    preview: false,
  };
  const relist = (after?: string) => changeMatchingListings(shop.deps, viewer, { ...body, after });
  const isLocked = Object.assign(new Error("lock timeout"), { code: "55P03" });
  const { transaction } = shop.deps.db;
  vi.spyOn(shop.deps.db, "transaction").mockRejectedValueOnce(isLocked);
  await expect(relist()).rejects.toMatchObject({ code: "too_many_requests" });
  vi.spyOn(shop.deps.db, "transaction")
    .mockImplementationOnce(transaction)
    .mockRejectedValueOnce(isLocked);
  const first = await relist();
  expect(first).toMatchObject({ doneCount: 1, refusedCount: 0, next: expect.any(String) });
  expect(await relist(first.next!)).toMatchObject({ doneCount: 2, refusedCount: 0, next: null });
});

test("leaves a car whose booking began before, and was waited for", async () => {
  const car = await aCar();
  let begin = () => {};
  let commit = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const booking = shop.deps.db.transaction(async (tx) => {
    await lockListingForShare(tx, car.id);
    await tx.insert(bookingTable).values({
      id: randomUUID(),
      listingId: car.id,
      buyerId: buyer.id,
      state: "held",
      item: car.name,
      image: "",
      priceMinor: 2_000_000,
      dueNowMinor: 2_000_000,
      currency: "USD",
      name: "",
      email: buyer.email,
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    begin();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await begun;
  const answer = change({ action: "withdraw", filter: {}, count: 1 });
  await vi.waitFor(async () => {
    const { rows } = await shop.deps.db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    expect(rows).toHaveLength(1);
  });
  commit();
  await booking;
  expect((await answer).body).toMatchObject({ doneCount: 0, refusedCount: 1 });
  expect(await own("?status=reserved")).toHaveLength(1);
});

test("of a seller who is not verified, advertises no more cars than they may", async () => {
  seller = await anAccount(shop.deps, { role: "Seller" });
  const most = shop.deps.config.UNVERIFIED_SELLER_ADVERTISED;
  for (let cars = 0; cars <= most; cars += 1) await aCar();
  const { body } = await change({ action: "advertise", filter: {}, count: most + 1 });
  expect(body).toMatchObject({ doneCount: most, refusedCount: 1 });
  expect(await own("?advertised=yes")).toHaveLength(most);
});

test("changes nothing of a suspended seller", async () => {
  await aCar();
  await shop.deps.db.execute(sql`update account set suspended_at = now() where id = ${seller.id}`);
  const { body } = await change({
    action: "price",
    change: { kind: "amount", by: -100 },
    filter: {},
    count: 1,
    asOf: new Date().toISOString(),
  });
  expect(body).toMatchObject({ doneCount: 0, refusedCount: 1 });
  expect(await pricesOf()).toEqual([20_000]);
});

describe("an invalid call", () => {
  const valid = { action: "advertise", filter: {}, count: 1 };
  test.each([
    ["count", { ...valid, count: undefined }],
    ["count", { ...valid, count: 0 }],
    ["count", { ...valid, count: 1.5 }],
    ["filter", { ...valid, filter: { stauts: "sold" } }],
    ["filter", { ...valid, filter: { seller: randomUUID() } }],
    ["filter", { ...valid, filter: undefined }],
    ["filter.status", { ...valid, filter: { status: "gone" } }],
    ["filter.priceMin", { ...valid, filter: { priceMin: -1 } }],
    ["after", { ...valid, after: "x" }],
    ["action", { ...valid, action: "delete" }],
    ["change", { ...valid, action: "price", change: { kind: "each" } }],
    ["asOf", { ...valid, action: "price", change: fivePercentOff }],
    ["asOf", { ...valid, action: "price", change: fivePercentOff, asOf: "yesterday" }],
    ["change.by", { ...valid, action: "price", change: { kind: "percent", by: -95 } }],
  ])("is refused and names %s", async (field, body) => {
    await aCar();
    const answer = await change(body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields).join()).toContain(field.split(".")[0]);
    expect(await own("?advertised=yes")).toHaveLength(0);
  });
});
