import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dateFormat } from "#shared/dates/date-format.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { readConfirming } from "./confirm-by-link.ts";
import { confirmListings } from "./confirm-listings.ts";
import { listUnbooked } from "./confirmation-store.ts";
import { lapseListings } from "./lapse-listings.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller" });
});

const start = Date.now();
const on = (day: number) => new Date(start + day * 86_400_000 + 60_000);
const dayOf = dateFormat({ dateStyle: "long", timeZone: "UTC" });
const runOn = (day: number) => lapseListings(shop.deps, on(day));
const aCar = () => aListing(shop.deps, { sellerId: seller.id });
const asSeller = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, ...(body && { body }) });
async function read(id: string): Promise<OwnProduct> {
  const { status, body } = await asSeller("GET", `/api/addproduct/${id}`);
  expect(status).toBe(200);
  return body as OwnProduct;
}
async function emails(): Promise<{ subject: string; text: string }[]> {
  const { rows } = await shop.deps.db.execute<{ subject: string; text: string }>(
    sql`select subject, text from email where to_address = ${seller.email} order by created_at`,
  );
  return rows;
}
const tokenOf = (text: string) => /confirm-listings\?token=(\S+)/.exec(text)![1]!;
const eventsOf = async (id: string) => {
  const { rows } = await shop.deps.db.execute<{ kind: string }>(
    sql`select kind from car_event where listing_id = ${id} order by id`,
  );
  return rows.map(({ kind }) => kind);
};
/** Takes a new car to its end: reminded twice, and lapsed. */
async function aLapsedCar() {
  const car = await aCar();
  for (const day of [0, 11, 13, 14.5]) await runOn(day);
  return car;
}

test("reminds 3 and 1 days before, and takes the car off sale after 14 days", async () => {
  const car = await aCar();
  await runOn(0);
  expect(await read(car.id)).toMatchObject({ status: "available", lapsedAt: null });
  await runOn(10);
  expect(await emails()).toEqual([]);
  // Each run is repeated, which changes nothing.
  for (const day of [11, 11]) await runOn(day);
  expect((await emails()).map(({ subject }) => subject)).toEqual([`Still for sale? ${car.name}`]);
  await runOn(12);
  expect(await emails()).toHaveLength(1);
  for (const day of [13, 13]) await runOn(day);
  const texts = (await emails()).map(({ text }) => text);
  expect(texts.map((text) => /this is the last reminder/.test(text))).toEqual([false, true]);
  // Both name the same day.
  for (const text of texts) expect(text).toContain(`off sale on ${dayOf(on(14).toISOString())}`);
  await runOn(13.9);
  expect((await read(car.id)).status).toBe("available");
  for (const day of [14, 14]) await runOn(day);
  expect(await read(car.id)).toMatchObject({
    status: "off_sale",
    lapsedAt: on(14).toISOString(),
    expiresAt: null,
  });
  expect(await eventsOf(car.id)).toEqual(["listed", "lapsed"]);
  expect((await shop.call("GET", `/api/listings/${car.id}`)).status).toBe(404);
  expect(await emails()).toHaveLength(2);
});

test("one email names all cars of a seller", async () => {
  const names = [(await aCar()).name, (await aCar()).name];
  for (const day of [0, 11]) await runOn(day);
  const [email] = await emails();
  expect(email!.subject).toBe("Still for sale? 2 of your cars");
  for (const name of names) expect(email!.text).toContain(name);
});

test("cars of an earlier release count from the first run, not from when they were listed", async () => {
  const listedAt = new Date(start - 400 * 86_400_000);
  const car = await aListing(shop.deps, {
    sellerId: seller.id,
    createdAt: listedAt,
    updatedAt: listedAt,
  });
  for (const day of [0, 5, 10]) await runOn(day);
  expect(await emails()).toEqual([]);
  expect((await read(car.id)).status).toBe("available");
});

test("a shop that was stopped for weeks reminds before it takes cars off sale", async () => {
  const car = await aCar();
  for (const day of [0, 40]) await runOn(day);
  expect((await read(car.id)).status).toBe("available");
  expect(await emails()).toHaveLength(1);
  await runOn(40.5);
  expect((await read(car.id)).status).toBe("available");
  await runOn(41);
  expect((await read(car.id)).status).toBe("off_sale");
});

test("a car with a live booking is neither reminded of nor taken off sale", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  await runOn(0);
  await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id, expiresAt: on(60) });
  for (const day of [11, 13, 14, 30]) await runOn(day);
  expect((await read(car.id)).status).toBe("reserved");
  expect(await emails()).toEqual([]);
});

describe("a confirmation starts the 14 days again:", () => {
  const age = async (id: string) => {
    await shop.deps.db.execute(sql`
      update listing_confirmation set confirmed_at = confirmed_at - interval '20 days',
        reminded_days = 1, reminded_at = now() - interval '2 days' where listing_id = ${id}`);
    await shop.deps.db.execute(
      sql`update listing set updated_at = updated_at - interval '20 days' where id = ${id}`,
    );
  };
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    "saving the car": (id) => asSeller("PATCH", `/api/products/${id}`, { description: "New." }),
    "a new price": (id) => asSeller("PATCH", `/api/products/${id}`, { resalePrice: 19_000 }),
    "the button": (id) => asSeller("POST", `/api/products/${id}/confirm`),
    "a bulk change": (id) =>
      asSeller("POST", "/api/products/bulk", { action: "confirm", cars: [{ _id: id }] }),
    "a feed that has the car": (id) => confirmListings(shop.deps.db, [id], new Date()),
  };
  test.each(Object.entries(ways))("%s", async (_, confirm) => {
    const car = await aCar();
    const other = await aCar();
    await runOn(0);
    for (const { id } of [car, other]) await age(id);
    await confirm(car.id);
    await runOn(0.1);
    expect((await read(car.id)).status).toBe("available");
    expect((await read(other.id)).status).toBe("off_sale");
  });

  test.each(Object.entries(ways))("%s puts a lapsed car back on sale", async (_, confirm) => {
    const car = await aLapsedCar();
    await confirm(car.id);
    await shop.deps.catalogue.refresh();
    expect((await read(car.id)).status).toBe("available");
    const events = (await eventsOf(car.id)).filter((kind) => kind !== "price");
    expect(events).toEqual(["listed", "lapsed", "relisted"]);
  });
});

describe("the link of a reminder", () => {
  const post = (token: string, body?: object) =>
    shop.call("POST", `/api/listing-confirmations?token=${token}`, body && { body });

  test("confirms without signing in, and only when posted", async () => {
    const car = await aCar();
    const other = await aCar();
    for (const day of [0, 11]) await runOn(day);
    const token = tokenOf((await emails())[0]!.text);
    // What the page reads.
    for (const _ of [1, 2]) expect((await readConfirming(shop.deps, token))!.cars).toHaveLength(2);
    expect((await post(token, { cars: [car.id] })).body).toEqual({ modifiedCount: 1 });
    for (const day of [13, 14.5]) await runOn(day);
    expect((await read(other.id)).status).toBe("off_sale");
    // Confirmed at the time of the test, so it would lapse at the same time without the confirmation.
    expect((await post(token)).body).toEqual({ modifiedCount: 2 });
    expect((await read(other.id)).status).toBe("available");
    expect((await post(token)).body).toEqual({ modifiedCount: 0 });
  });

  test("says why cars stay off sale, and names them with the reason", async () => {
    const vin = "WBA8E9G50GNT12346";
    const ownVin = "WBA8E9G50GNT12347";
    const facts = { sellerId: seller.id };
    const blocked = await aListing(shop.deps, { ...facts, vin });
    const doubled = await aListing(shop.deps, { ...facts, vin: ownVin });
    const free = await aCar();
    for (const day of [0, 11, 13, 14.5]) await runOn(day);
    const stranger = await anAccount(shop.deps, { role: "Seller" });
    await aListing(shop.deps, { sellerId: stranger.id, vin });
    await aListing(shop.deps, { ...facts, vin: ownVin });
    const token = tokenOf((await emails())[0]!.text);
    const obstacles = async () => {
      const { cars } = (await readConfirming(shop.deps, token))!;
      return Object.fromEntries(cars.map(({ id, obstacle }) => [id, obstacle]));
    };
    const reasons = {
      [blocked.id]: expect.stringContaining("Another seller's car with this VIN is for sale."),
      [doubled.id]: expect.stringContaining("Another of your cars with this VIN is for sale."),
    };
    expect(await obstacles()).toEqual({ ...reasons, [free.id]: null });
    expect((await post(token, { cars: [blocked.id] })).body).toEqual({
      modifiedCount: 0,
      message: "1 car stays off sale, because another car with its VIN is for sale.",
    });
    expect((await post(token)).body).toEqual({
      modifiedCount: 1,
      message: "2 cars stay off sale, because other cars with their VINs are for sale.",
    });
    expect(await obstacles()).toEqual(reasons);
    expect((await read(free.id)).status).toBe("available");
  });

  test("sends a form back to its page with how many cars were confirmed", async () => {
    const cars = [await aCar(), await aCar(), await aCar()];
    for (const day of [0, 11]) await runOn(day);
    const token = tokenOf((await emails())[0]!.text);
    const submit = async (chosen: string[]) => {
      const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
      const body = new URLSearchParams(chosen.map((id) => ["car", id])).toString();
      const url = `/api/listing-confirmations?token=${token}`;
      const { status, headers: sent } = await shop.call("POST", url, { headers, body });
      return [status, sent.location];
    };
    const path = `/confirm-listings?token=${encodeURIComponent(token)}`;
    expect(await submit([])).toEqual([303, `${path}&confirmed=0`]);
    expect(await submit([cars[0]!.id, cars[1]!.id])).toEqual([303, `${path}&confirmed=2`]);
    await shop.deps.db.execute(
      sql`update account set suspended_at = now() where id = ${seller.id}`,
    );
    expect(await submit([cars[2]!.id])).toEqual([303, `${path}&confirmed=0`]);
    expect(await readConfirming(shop.deps, token)).toMatchObject({ isSuspended: true });
  });

  test("confirms all cars, of which its page lists the first 500", async () => {
    const car = await aCar();
    const { rows } = await shop.deps.db.execute<{ columns: string }>(sql`
      select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_name = 'listing' and is_generated = 'NEVER' and column_name <> 'id'`);
    const columns = sql.raw(rows[0]!.columns);
    await shop.deps.db.execute(sql`
      insert into listing (id, ${columns}) select gen_random_uuid(), ${columns}
      from listing cross join generate_series(1, 500) where id = ${car.id}`);
    for (const day of [0, 11]) await runOn(day);
    const token = tokenOf((await emails())[0]!.text);
    const waiting = async () => {
      const { cars, total } = (await readConfirming(shop.deps, token))!;
      return [cars.length, total];
    };
    expect(await waiting()).toEqual([500, 501]);
    expect((await post(token)).body).toEqual({ modifiedCount: 501 });
    expect(await waiting()).toEqual([0, 0]);
  });

  test("is refused if it was changed, or is for nothing of another seller", async () => {
    const car = await aCar();
    for (const day of [0, 11]) await runOn(day);
    const token = tokenOf((await emails())[0]!.text);
    const stranger = await anAccount(shop.deps, { role: "Seller" });
    for (const made of [token.replace(seller.id, stranger.id), `${token}x`, "x", ""])
      expect([400, 404]).toContain((await post(made)).status);
    const foreign = await aListing(shop.deps, { sellerId: stranger.id });
    expect((await post(token, { cars: [foreign.id] })).body).toEqual({ modifiedCount: 0 });
    expect((await read(car.id)).status).toBe("available");
  });

  test("is refused while the seller is suspended", async () => {
    await aCar();
    for (const day of [0, 11]) await runOn(day);
    const token = tokenOf((await emails())[0]!.text);
    await shop.deps.db.execute(
      sql`update account set suspended_at = now() where id = ${seller.id}`,
    );
    expect((await post(token)).body).toMatchObject({
      modifiedCount: 0,
      message: expect.stringContaining("suspended"),
    });
  });

  test("shows the confirmed car in the very next search", async () => {
    const car = await aLapsedCar();
    await shop.deps.catalogue.refresh();
    const search = async () => {
      const { body } = await shop.call("GET", `/api/listings?q=${encodeURIComponent(car.name)}`);
      return (body as { listings: { _id: string }[] }).listings.map(({ _id }) => _id);
    };
    expect(await search()).not.toContain(car.id);
    const [email] = await emails();
    expect((await post(tokenOf(email!.text))).body).toEqual({ modifiedCount: 1 });
    expect(await search()).toContain(car.id);
  });

  test("works for 60 days, and not for cars whose sale was refunded", async () => {
    const car = await aCar();
    const refunded = await aCar();
    for (const day of [0, 11]) await runOn(day);
    const token = tokenOf((await emails())[0]!.text);
    await shop.deps.db.execute(
      sql`update listing set sale_reversed_at = now() where id = ${refunded.id}`,
    );
    const { cars } = (await readConfirming(shop.deps, token, on(11 + 59)))!;
    expect(cars.map(({ id }) => id)).toEqual([car.id]);
    expect(await readConfirming(shop.deps, token, on(11 + 61))).toBeNull();
  });
});

test("a suspended or erased seller is not reminded, and other sellers are", async () => {
  await aCar();
  const suspended = seller;
  seller = await anAccount(shop.deps, { role: "Seller" });
  await aCar();
  await runOn(0);
  await shop.deps.db.execute(
    sql`update account set suspended_at = now() where id = ${suspended.id}`,
  );
  await runOn(11);
  expect(await emails()).toHaveLength(1);
  seller = suspended;
  expect(await emails()).toEqual([]);
});

test("of cars that are due and locked, those that were booked meanwhile stay on sale", async () => {
  const booked = await aCar();
  const free = await aCar();
  const canceled = await aCar();
  const { id: buyerId } = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: booked.id, buyerId });
  await aBooking(shop.deps, { listingId: canceled.id, buyerId, state: "cancelled" });
  const ids = [booked.id, free.id, canceled.id];
  const unbooked = await shop.deps.db.transaction((tx) => listUnbooked(tx, ids));
  expect(unbooked.toSorted()).toEqual([free.id, canceled.id].toSorted());
});

test("another seller's, sold, refunded and removed cars cannot be confirmed", async () => {
  const mine = await aCar();
  const sold = await aCar();
  const removed = await aCar();
  const refunded = await aCar();
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  await shop.deps.db.execute(sql`update listing set removed_at = now() where id = ${removed.id}`);
  const confirm = (id: string) => asSeller("POST", `/api/products/${id}/confirm`);
  expect((await confirm(mine.id)).body).toEqual({ modifiedCount: 1 });
  expect((await confirm(sold.id)).body).toMatchObject({ modifiedCount: 0 });
  expect((await confirm(removed.id)).body).toMatchObject({ modifiedCount: 0 });
  await shop.deps.db.execute(
    sql`update listing set sale_reversed_at = now() where id = ${refunded.id}`,
  );
  expect((await confirm(refunded.id)).body).toEqual({
    modifiedCount: 0,
    message: "This car is off sale because its booking was refunded. An admin can relist it.",
  });
  const bulk = { action: "confirm", cars: [{ _id: refunded.id }, { _id: mine.id }] };
  expect((await asSeller("POST", "/api/products/bulk", bulk)).body).toMatchObject({
    doneCount: 1,
  });
  seller = await anAccount(shop.deps, { role: "Seller" });
  expect((await confirm(mine.id)).status).toBe(404);
});

test("of lapsed cars with the same VIN, one is for sale again", async () => {
  const first = await aCar();
  const second = await aCar();
  for (const day of [0, 11, 13, 14.5]) await runOn(day);
  const ids = [first.id, second.id];
  await shop.deps.db.execute(
    sql`update listing set vin = 'WBA8E9G50GNT12345' where id in (${first.id}, ${second.id})`,
  );
  const taken = await confirmListings(shop.deps.db, ids, on(15));
  expect(taken.size).toBe(1);
  const statuses = (await Promise.all(ids.map(read))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(["available", "off_sale"]);
});

test("turning it off and on again starts the count again", async () => {
  await aCar();
  const { deps } = shop;
  const off = { ...deps, config: { ...deps.config, LISTING_LIFETIME_DAYS: 0 } };
  await runOn(0);
  await lapseListings(off, on(5));
  for (const day of [6, 12, 16]) await runOn(day);
  expect(await emails()).toEqual([]);
  await runOn(17);
  expect(await emails()).toHaveLength(1);
});

test("the demo's cars expire a lifetime after the moment when they were renewed", async () => {
  const car = await aCar();
  const { deps } = shop;
  await runOn(0);
  const config = { ...deps.config, renewsListings: true };
  await lapseListings({ ...deps, config }, on(11));
  const { expiresAt } = await read(car.id);
  expect(new Date(expiresAt!).getTime()).toBe(on(25).getTime());
});

test("0 days turns it off, and the demo confirms its cars by itself", async () => {
  const car = await aCar();
  const { deps } = shop;
  for (const config of [
    { ...deps.config, LISTING_LIFETIME_DAYS: 0 },
    { ...deps.config, renewsListings: true },
  ])
    for (const day of [0, 11, 13, 14, 15, 30]) await lapseListings({ ...deps, config }, on(day));
  expect((await read(car.id)).status).toBe("available");
  expect(await emails()).toEqual([]);
});
