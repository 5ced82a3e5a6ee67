import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listDetails } from "#server/audit/public.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { noteHead } from "./car-history-jobs.ts";
import { readHead } from "./car-history-store.ts";
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

describe("the chain", () => {
  /** Five sealed events, the last positions of the chain. */
  let end: number;
  let events: number[];
  beforeEach(async () => {
    for (let count = 0; count < 5; count++) await aListing(shop.deps, { sellerId: seller.id });
    await sealHistory(shop.deps);
    end = (await readHead(shop.deps.db)).position;
    const { rows } = await shop.deps.pool.query<{ event_id: string }>(
      "select event_id from car_event_seal where position > $1 order by position",
      [end - 5],
    );
    events = rows.map((row) => Number(row.event_id));
  });

  class Undone extends Error {}

  /** What the verification says after someone who owns the database changed it; then undoes the change. */
  async function afterwards(
    tamper: (tx: Executor) => Promise<unknown>,
    known: Parameters<typeof verifyHistory>[1] = [],
  ): Promise<string | null> {
    let said: string | null = null;
    const work = shop.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = 'replica'`);
      await tamper(tx);
      said = (await verifyHistory(tx, known)).broken;
      throw new Undone();
    });
    await expect(work).rejects.toThrow(Undone);
    return said;
  }
  const rehash = sql`update car_event set hash = sha256(convert_to(car_event_text(car_event), 'UTF8'))`;

  test("is unbroken, also when several processes seal at once", async () => {
    for (let count = 0; count < 20; count++) await aListing(shop.deps, { sellerId: seller.id });
    const sealed = await Promise.all(Array.from({ length: 4 }, () => sealHistory(shop.deps)));
    expect(sealed.reduce((sum, some) => sum + some, 0)).toBe(20);
    const { head, broken } = await verifyHistory(shop.deps.db, []);
    expect(broken).toBeNull();
    expect(head.position).toBe(end + 20);
    const { body } = await call("GET", "/api/history/head");
    expect(body).toEqual({ position: end + 20, hash: head.hash.toString("hex") });
  });

  test("refuses changes and deletions without the rights of the database's owner", async () => {
    for (const statement of [
      "update car_event set price_minor = 1",
      "delete from car_event",
      "truncate car_event_seal cascade",
      "update car_event_seal set position = position + 1",
    ])
      await expect(shop.deps.pool.query(statement)).rejects.toThrow(/append-only/);
  });

  test.each<[string, (tx: Executor) => Promise<unknown>, RegExp]>([
    [
      "an altered price",
      (tx) => tx.execute(sql`update car_event set price_minor = 1 where id = ${events[1]}`),
      /the event was altered/,
    ],
    [
      "an altered time with a new hash",
      async (tx) => {
        await tx.execute(
          sql`update car_event set at = at - interval '9 days' where id = ${events[1]}`,
        );
        await tx.execute(sql`${rehash} where id = ${events[1]}`);
      },
      /the seal does not fit/,
    ],
    [
      "an event of another car",
      async (tx) => {
        await tx.execute(sql`update car_event set listing_id = (
          select listing_id from car_event where id = ${events[0]}) where id = ${events[1]}`);
        await tx.execute(sql`${rehash} where id = ${events[1]}`);
      },
      /the seal does not fit/,
    ],
    [
      "a deleted event",
      (tx) => tx.execute(sql`delete from car_event where id = ${events[1]}`),
      /the event is missing/,
    ],
    [
      "a deleted event with its seal",
      async (tx) => {
        await tx.execute(sql`delete from car_event_seal where event_id = ${events[1]}`);
        await tx.execute(sql`delete from car_event where id = ${events[1]}`);
      },
      /Position \d+ is missing/,
    ],
    [
      "the last event deleted with its seal",
      async (tx) => {
        await tx.execute(sql`delete from car_event_seal where event_id = ${events[4]}`);
        await tx.execute(sql`delete from car_event where id = ${events[4]}`);
      },
      /is missing: the chain has had \d+ seals/,
    ],
    [
      "two events in another order",
      async (tx) => {
        await tx.execute(sql`update car_event_seal set event_id = case event_id
            when ${events[1]} then ${events[2]}::bigint else ${events[1]}::bigint end
          where event_id in (${events[1]}, ${events[2]})`);
      },
      /the seal does not fit/,
    ],
    [
      "an event that was added without a seal",
      (tx) =>
        tx.execute(sql`insert into car_event (listing_id, kind, hash)
          select listing_id, 'price', '' from car_event where id = ${events[0]}`),
      /has no seal/,
    ],
  ])("shows %s", async (_, tamper, message) => {
    const said = await afterwards(async (tx) => {
      // The order of two events changes in one statement.
      await tx.execute(sql`alter table car_event_seal
        drop constraint car_event_seal_event_id_unique`);
      await tamper(tx);
    });
    expect(said).toMatch(message);
  });

  test("names the first row that is broken", async () => {
    const said = await afterwards((tx) =>
      tx.execute(
        sql`update car_event set price_minor = 1 where id in (${events[1]}, ${events[3]})`,
      ),
    );
    expect(said).toBe(`Position ${end - 3} (event ${events[1]}): the event was altered.`);
  });

  test("shows an event that is altered before it is sealed", async () => {
    await aListing(shop.deps, { sellerId: seller.id });
    const said = await afterwards((tx) =>
      tx.execute(sql`update car_event set price_minor = 1
        where id = (select max(event_id) from car_event_unsealed)`),
    );
    expect(said).toMatch(/not sealed yet, was altered or deleted/);
    await sealHistory(shop.deps);
  });

  test("shows a chain that was made again, by the ends in the audit log", async () => {
    await noteHead(shop.deps.db);
    const [noted] = (await listDetails(shop.deps.db, "history.head")).slice(-1);
    const head = await readHead(shop.deps.db);
    expect(noted).toEqual({ position: head.position, hash: head.hash.toString("hex") });
    // Everything is made again from the altered event on, as the owner of the database can.
    const remake = async (tx: Executor) => {
      await tx.execute(sql`update car_event set price_minor = 1 where id = ${events[1]}`);
      await tx.execute(sql`${rehash} where id = ${events[1]}`);
      await tx.execute(sql`with recursive chain as (
          select position, hash from car_event_seal where position = ${end - 4}
          union all
          select seal.position, sha256(chain.hash || event.hash) from chain
            join car_event_seal as seal on seal.position = chain.position + 1
            join car_event as event on event.id = seal.event_id
        ) update car_event_seal set hash = chain.hash from chain
          where chain.position = car_event_seal.position`);
      await tx.execute(sql`update car_history_head set hash = (
        select hash from car_event_seal where position = car_history_head.position)`);
    };
    expect(await afterwards(remake)).toBeNull();
    expect(await afterwards(remake, [head])).toMatch(/The chain was made again/);
    const later = { position: head.position + 3, hash: head.hash };
    expect((await verifyHistory(shop.deps.db, [later])).broken).toMatch(/is missing/);
  });
});
