import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flagReadings, type CarReading } from "#shared/car-history/car-reading.ts";
import { encodeCursor } from "#server/platform/http/paging.ts";
import { aFlaggedCar, aListing, anAccount, confirmVin } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a mileage below an earlier one of the VIN is on the car's page and in the admins' list", async () => {
  const { deps, call } = shop;
  const first = await anAccount(deps, { role: "Seller" });
  const second = await anAccount(deps, { role: "Seller" });
  const admin = await anAccount(deps, { role: "admin" });
  const facts = { vin: "WBA8B9G50HNU88801", year: 2018, mileageUnit: "mi" as const };
  const before = await aListing(deps, { ...facts, sellerId: first.id, mileage: 120_000 });
  await call("DELETE", `/api/addproduct/${before.id}`, { token: first.token });
  const after = await aListing(deps, { ...facts, sellerId: second.id, mileage: 121_000 });
  await confirmVin(deps, after.id);
  const flags = async () => (await call("GET", `/api/listings/${after.id}/history`)).body.flags;
  const listed = async () => (await call("GET", "/api/flagged-cars", { token: admin.token })).body;
  expect(await flags()).toEqual([]);
  expect(await listed()).toEqual([]);

  await deps.db.execute(sql`update listing set mileage = 80000 where id = ${after.id}`);
  const flag = {
    kind: "mileage",
    before: { mileage: 120_000, mileageUnit: "mi" },
    after: { mileage: 80_000, mileageUnit: "mi" },
  };
  expect(await flags()).toMatchObject([flag]);
  expect(await listed()).toMatchObject([{ _id: after.id, name: after.name, ...flag }]);
  // What an admin removed no longer counts against other listings.
  await deps.db.execute(sql`update listing set removed_at = now() where id = ${before.id}`);
  await deps.db.execute(sql`update listing set mileage = 79500 where id = ${after.id}`);
  expect(await flags()).toEqual([]);
  expect(await listed()).toEqual([]);
  // The record cannot be changed.
  await expect(deps.db.execute(sql`delete from car_reading`)).rejects.toThrow();
});

test("a year that does not fit the highest mileage is in the list, as on the car's page", async () => {
  const { deps, call } = shop;
  const admin = await anAccount(deps, { role: "admin" });
  const { id: sellerId } = await anAccount(deps, { role: "Seller" });
  const facts = { sellerId, vin: "WBA8B9G50HNU88802", mileageUnit: "mi" as const };
  const withdrawnAt = new Date();
  // Each of the later years is within one of the first.
  await aListing(deps, { ...facts, withdrawnAt, year: 2019, mileage: 10_000 });
  await aListing(deps, { ...facts, withdrawnAt, year: 2018, mileage: 50_000 });
  const { id } = await aListing(deps, { ...facts, year: 2020, mileage: 60_000 });
  const flag = { kind: "identity", before: { year: 2018 }, after: { year: 2020 } };
  expect((await call("GET", `/api/listings/${id}/history`)).body.flags).toMatchObject([flag]);
  const { body } = await call("GET", "/api/flagged-cars", { token: admin.token });
  expect(body).toMatchObject([{ _id: id, ...flag }]);
});

test("a dismissed mileage is flagged again by another reading", async () => {
  const { deps, call } = shop;
  const { token } = await anAccount(deps, { role: "admin" });
  const { flag, listingId } = await aFlaggedCar(shop);
  const ofCar = async (state: string) => {
    const { body } = await call("GET", `/api/flagged-cars?state=${state}`, { token });
    return (body as { _id: string }[]).filter(({ _id }) => _id === listingId);
  };
  expect(await ofCar("open")).toMatchObject([{ flag, dismissal: null }]);
  const dismiss = (body: unknown) =>
    call("POST", `/api/flagged-cars/${flag}/dismiss`, { token, body });
  expect((await dismiss({ reason: " " })).status).toBe(400);
  expect((await dismiss({ reason: "New instrument cluster" })).body).toEqual({ modifiedCount: 1 });
  expect((await dismiss({ reason: "Again" })).body).toMatchObject({ modifiedCount: 0 });
  expect(await ofCar("open")).toEqual([]);
  expect(await ofCar("dismissed")).toMatchObject([
    { flag, dismissal: { reason: "New instrument cluster" } },
  ]);
  const log = await call("GET", `/api/audit?subject=${listingId}`, { token });
  expect(log.body).toMatchObject([{ details: { reason: "New instrument cluster" } }]);
  // Later than a week, so that it is no correction.
  await deps.db
    .execute(sql`insert into car_reading (listing_id, car_key, make, year, mileage, unit, at)
    select listing_id, car_key, make, year, 70000, unit, now() + interval '8 days' from car_reading
    where listing_id = ${listingId}`);
  expect(await ofCar("open")).toHaveLength(1);
  expect(await ofCar("dismissed")).toHaveLength(1);
  // A withdrawn car needs no decision.
  await deps.db.execute(sql`update listing set withdrawn_at = now() where id = ${listingId}`);
  expect(await ofCar("open")).toEqual([]);
  expect(await ofCar("dismissed")).toEqual([]);
});

test("a mileage that goes down step by step is flagged on the page and in the list", async () => {
  const { deps, call } = shop;
  const { token } = await anAccount(deps, { role: "admin" });
  const { id: sellerId } = await anAccount(deps, { role: "Seller" });
  const facts = { sellerId, vin: "WBA8B9G50HNU88803", year: 2018, mileageUnit: "mi" as const };
  const { id } = await aListing(deps, { ...facts, mileage: 120_000 });
  const state = (mileage: number, days: number) =>
    deps.db.execute(sql`insert into car_reading (listing_id, car_key, make, year, mileage, unit, at)
      select listing_id, car_key, make, year, ${mileage}, unit, at + make_interval(days => ${days})
      from car_reading where listing_id = ${id} and mileage = 120000`);
  await state(100_000, 6);
  const ofPage = async () => (await call("GET", `/api/listings/${id}/history`)).body.flags;
  const ofList = async () =>
    ((await call("GET", "/api/flagged-cars", { token })).body as { _id: string }[]).filter(
      ({ _id }) => _id === id,
    );
  for (const flags of [await ofPage(), await ofList()]) expect(flags).toEqual([]);
  await state(80_000, 12);
  const flag = { kind: "mileage", before: { mileage: 100_000 }, after: { mileage: 80_000 } };
  for (const flags of [await ofPage(), await ofList()]) expect(flags).toMatchObject([flag]);
});

test("the list has the flags that the rule finds, in pages of any size", async () => {
  const { deps, call } = shop;
  const { token } = await anAccount(deps, { role: "admin" });
  const { id: sellerId } = await anAccount(deps, { role: "Seller" });
  const listings: string[] = [];
  for (let at = 0; at < 3; at += 1) listings.push((await aListing(deps, { sellerId })).id);
  // Numbers from 0 to 1 that are the same in each run (Park and Miller).
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!;
  const start = Date.now();
  const rows = Array.from({ length: 900 }, (_, at) => ({
    key: `key ${Math.floor(at / 6)}`,
    listing: pick(listings),
    make: pick(["BMW", "BMW", "BMW", "BMW", "Audi"]),
    year: pick([2018, 2018, 2019, 2020, null]),
    mileage: pick([0, 1, 8_000, 49_000, 49_400, 50_000, 50_500, 80_000, 80_467, 90_000, 500_000]),
    unit: pick(["mi", "km"]),
    // Many at the same time, also across pages.
    at: new Date(
      start + Math.floor(at / 100) * 60_000 + pick([0, 3, 7, 9]) * 86_400_000,
    ).toISOString(),
  }));
  const { rows: readings } = await deps.db.execute<Record<string, string>>(sql`
    insert into car_reading (listing_id, car_key, make, year, mileage, unit, at)
    select listing::uuid, sha256(key::bytea), make, year, mileage, unit, at::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}) as given
      (key text, listing text, make text, year int, mileage int, unit text, at text)
    returning id, listing_id, encode(car_key, 'hex') as key, make, year, mileage, unit, at`);
  const byCar = new Map<string, CarReading[]>();
  for (const { key, id, listing_id: listingId, at, ...row } of readings) {
    const reading = { ...row, id: Number(id), listingId, at: new Date(at!) } as CarReading;
    byCar.set(key!, [...(byCar.get(key!) ?? []), reading]);
  }
  const expected = [...byCar.values()]
    .flatMap((car) => flagReadings(car))
    .map(({ kind, before, after }) => `${kind} reading-${before.id}-${after.id}`);
  expect(expected.length).toBeGreaterThan(100);

  const flaggedIds: string[] = [];
  let url: string | undefined = "/api/flagged-cars?limit=60";
  while (url) {
    const page = await call("GET", url, { token });
    const flags = page.body as { flag: string; kind: string; _id: string }[];
    flaggedIds.push(
      ...flags
        .filter(({ _id }) => listings.includes(_id))
        .map(({ kind, flag }) => `${kind} ${flag}`),
    );
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(flaggedIds.toSorted()).toEqual(expected.toSorted());
});

test.each([
  { at: 8.64e15, flag: "photo-1" },
  { at: "+275760-09-13T00:00:00.000Z", flag: "photo-1" },
  { at: "0000-12-31T00:00:00.000Z", flag: "photo-1" },
  { at: "2026-01-01T00:00:00.000Z", flag: "photo-1\u0000" },
  { at: "2026-01-01T00:00:00.000Z", flag: `photo-${"9".repeat(19)}` },
])("refuses a cursor that is no position in the list: %j", async (position) => {
  const { token } = await anAccount(shop.deps, { role: "admin" });
  const url = `/api/flagged-cars?cursor=${encodeCursor(position)}`;
  const { status, body } = await shop.call("GET", url, { token });
  expect([status, body.error?.code]).toEqual([400, "invalid_cursor"]);
});
