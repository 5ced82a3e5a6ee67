import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { aBooking, aListing, anAccount, confirmVin } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { readCarHistory } from "./read-car-history.ts";
import { sealHistory } from "./seal-history.ts";
import { verifyHistory } from "./verify-history.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let buyer: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  buyer = await anAccount(shop.deps);
});
afterAll(() => shop.close());

const call: typeof shop.call = (...given) => shop.call(...given);
const historyOf = async (id: string) => (await call("GET", `/api/listings/${id}/history`)).body;
const kindsOf = async (id: string) =>
  (await readCarHistory(shop.deps, id, new Date())).events.map(({ kind }) => kind);
const setState = (id: string, state: "paid" | "refunded" | "cancelled") =>
  shop.deps.db
    .update(bookingTable)
    .set({ state })
    .where(sql`id = ${id}`);

describe("the history of a car", () => {
  test("has its prices, what the seller did, reservations and sales", async () => {
    const car = await aListing(shop.deps, { sellerId: seller.id, resalePriceMinor: 2_000_000 });
    const { token } = seller;
    await call("PATCH", `/api/products/${car.id}`, { token, body: { resalePrice: 19_000 } });
    await call("PATCH", `/api/products/${car.id}`, { token, body: { description: "New tires." } });
    await call("PUT", `/api/products/${car.id}`, { token });
    const first = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
    await setState(first.id, "cancelled");
    const second = await aBooking(shop.deps, {
      listingId: car.id,
      buyerId: buyer.id,
      priceMinor: 1_900_000,
    });
    await setState(second.id, "paid");
    await shop.deps.catalogue.refresh();
    const { events, daysOnMarket } = await historyOf(car.id);
    expect(events).toMatchObject([
      { kind: "listed", price: 20_000, isEarlierListing: false },
      { kind: "price", price: 19_000 },
      { kind: "advertised", price: null },
      { kind: "reserved", price: null },
      { kind: "released" },
      { kind: "reserved" },
      { kind: "sold", price: 19_000 },
    ]);
    expect(daysOnMarket).toBe(0);
    await setState(second.id, "refunded");
    expect((await kindsOf(car.id)).at(-1)).toBe("sale_reversed");
  });

  test("survives deletion, and a new listing of the same VIN by another seller", async () => {
    const vin = "WBA8B9G50HNU10001";
    const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000 - 60_000);
    const first = await aListing(shop.deps, { sellerId: seller.id, vin, createdAt: tenDaysAgo });
    await call("DELETE", `/api/addproduct/${first.id}`, { token: seller.token });
    expect(await kindsOf(first.id)).toEqual(["listed", "withdrawn"]);
    expect((await call("GET", `/api/listings/${first.id}/history`)).status).toBe(404);

    const other = await anAccount(shop.deps, { role: "Seller" });
    const again = await aListing(shop.deps, { sellerId: other.id, vin: vin.toLowerCase() });
    await confirmVin(shop.deps, again.id);
    const { events, daysOnMarket } = await historyOf(again.id);
    expect(events).toMatchObject([
      { kind: "listed", isEarlierListing: true },
      { kind: "withdrawn", isEarlierListing: true },
      { kind: "listed", isEarlierListing: false },
    ]);
    expect(daysOnMarket).toBe(10);
    // Changing the VIN does not shake the history off.
    const { token } = other;
    await call("PATCH", `/api/products/${again.id}`, { token, body: { vin: "WBA8B9G50HNU19999" } });
    expect((await historyOf(again.id)).events).toHaveLength(4);
  });

  test("counts the days of every listing that is open, and of a sold one until its sale", async () => {
    const { deps } = shop;
    const facts = { sellerId: seller.id, vin: "WBA8B9G50HNU10002" };
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000);
    const inFiveDays = new Date(Date.now() + 5 * 86_400_000);
    const daysOf = async (id: string, at = new Date()) =>
      (await readCarHistory(deps, id, at)).daysOnMarket;
    const duplicate = await aListing(deps, { ...facts, createdAt: daysAgo(20) });
    const car = await aListing(deps, { ...facts, createdAt: daysAgo(9) });
    await call("DELETE", `/api/addproduct/${duplicate.id}`, { token: seller.token });
    expect(await daysOf(car.id)).toBe(20);
    expect(await daysOf(car.id, inFiveDays)).toBe(25);
    await aBooking(deps, { listingId: car.id, buyerId: buyer.id, state: "paid" });
    expect(await daysOf(car.id, inFiveDays)).toBe(20);
    // A later listing, as of a buyer who sells the car again, adds nothing to the sold one.
    const later = await aListing(deps, facts);
    const eventsOf = async (id: string) =>
      (await readCarHistory(deps, id, new Date())).events.map(
        ({ kind, isEarlierListing, isLaterListing }) =>
          [kind, isEarlierListing && "earlier", isLaterListing && "later"]
            .filter(Boolean)
            .join(" "),
      );
    const before = ["listed earlier", "listed", "withdrawn earlier", "sold"];
    expect(await eventsOf(car.id)).toEqual([...before, "listed later"]);
    expect(await eventsOf(later.id)).toEqual(
      ["listed", "listed", "withdrawn", "sold"].map((kind) => `${kind} earlier`).concat("listed"),
    );
    expect(await daysOf(car.id, inFiveDays)).toBe(20);
    expect(await daysOf(later.id, inFiveDays)).toBe(25);
  });

  test("is shown as long as the car is", async () => {
    const statusOf = async (id: string) =>
      (await call("GET", `/api/listings/${id}/history`)).status;
    const lapsed = await aListing(shop.deps, { sellerId: seller.id });
    await shop.deps.db.execute(sql`update listing set lapsed_at = now() where id = ${lapsed.id}`);
    await shop.deps.catalogue.refresh();
    expect(await statusOf(lapsed.id)).toBe(404);

    const sold = await aListing(shop.deps, { sellerId: seller.id });
    const paid = { listingId: sold.id, buyerId: buyer.id, state: "paid" as const };
    const { id } = await aBooking(shop.deps, paid);
    await shop.deps.catalogue.refresh();
    expect(await statusOf(sold.id)).toBe(200);
    await shop.deps.db.execute(
      sql`update booking set created_at = now() - interval '31 days' where id = ${id}`,
    );
    await shop.deps.catalogue.refresh();
    expect(await statusOf(sold.id)).toBe(410);
  });

  test("has its beginning and its end, however often the price changes", async () => {
    const { id } = await aListing(shop.deps, { sellerId: seller.id, resalePriceMinor: 2_000_000 });
    await shop.deps.db.execute(sql`
      with changes as (
        insert into listing_price_change (listing_id, price_minor, at)
        select ${id}, 1900000 - nth * 100, now() + make_interval(secs => nth)
        from generate_series(1, 600) as nth returning *)
      insert into car_event (listing_id, kind, price_minor, at)
      select listing_id, 'price', price_minor, at from changes`);
    await shop.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = 'replica'`);
      await tx.execute(sql`update listing set resale_price_minor = 1840000 where id = ${id}`);
    });
    const { events } = await readCarHistory(shop.deps, id, new Date());
    expect(events).toHaveLength(500);
    expect(events[0]).toMatchObject({ kind: "listed", price: 20_000 });
    expect(events.at(-1)).toMatchObject({ kind: "price", price: 18_400 });
  });

  test("has the events of listings that are older than the history", async () => {
    const createdAt = new Date("2026-01-02T03:04:05.678Z");
    const { id } = await shop.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = 'replica'`);
      const car = await aListing(
        { db: tx, catalogue: shop.deps.catalogue },
        { sellerId: seller.id, createdAt, resalePriceMinor: 1_500_000 },
      );
      await tx.execute(sql`
        insert into listing_price_change (listing_id, price_minor, at)
        values (${car.id}, 1600000, ${createdAt}), (${car.id}, 1500000, '2026-02-01T00:00:00Z')`);
      await tx.execute(
        sql`update car_history_head set filled_to = '00000000-0000-0000-0000-000000000000'`,
      );
      return car;
    });
    // This change is recorded before the job comes to the listing.
    await shop.deps.db
      .update(listingTable)
      .set({ resalePriceMinor: 1_400_000 })
      .where(sql`id = ${id}`);
    await sealHistory(shop.deps);
    const prices = (await readCarHistory(shop.deps, id, new Date())).events.map(
      ({ kind, price }) => [kind, price],
    );
    expect(prices).toEqual([
      ["listed", 16_000],
      ["price", 15_000],
      ["price", 14_000],
    ]);
    expect((await verifyHistory(shop.deps.db, [])).broken).toBeNull();
  });
});
