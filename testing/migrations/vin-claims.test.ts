import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { earlierDatabase } from "./earlier-database.ts";

const first = "00000000-0000-4000-8000-000000000001";
const second = "00000000-0000-4000-8000-000000000002";
const before = "00000000-0000-4000-8000-000000000011";
const after = "00000000-0000-4000-8000-000000000012";
const relisted = "00000000-0000-4000-8000-000000000013";
const vin = "WBA8B9G50HNU30001";

let shop: Awaited<ReturnType<typeof createTestApp>>;

/** A database from before claims, in which two sellers listed a car one after the other. */
const databaseBefore = () =>
  earlierDatabase(50, async (client) => {
    for (const [id, name] of [
      [first, "First"],
      [second, "Second"],
    ])
      await client.query(
        "insert into account (id, name, email, role) values ($1, $2, $2 || '@marque.example', 'Seller')",
        [id, name],
      );
    for (const [id, sellerId, mileage, isGone] of [
      [before, first, 150_000, true],
      [after, second, 90_000, true],
      [relisted, second, 90_000, false],
    ])
      await client.query(
        `insert into listing (id, seller_id, name, make, category_id, year, vin, mileage, mileage_unit,
          resale_price_minor, withdrawn_at)
        values ($1, $2, 'BMW 320d', 'BMW', 1, 2018, $3, $4, 'mi', 2000000, case when $5 then now() end)`,
        [id, sellerId, vin, mileage, isGone],
      );
  });

beforeAll(async () => {
  shop = await createTestApp({}, { database: await databaseBefore() });
});
afterAll(() => shop.close());

test("histories that were public before there were claims stay public, and new claims wait", async () => {
  const historyOf = async (id: string) =>
    (await shop.call("GET", `/api/listings/${id}/history`)).body as {
      events: { isEarlierListing: boolean }[];
      flags: unknown[];
    };
  const events = await historyOf(relisted);
  expect(events.events.map(({ isEarlierListing }) => isEarlierListing)).toEqual([
    true,
    true,
    false,
  ]);
  expect(events.flags).toMatchObject([{ kind: "mileage" }, { kind: "mileage" }]);
  const { token } = await anAccount(shop.deps, { role: "admin" });
  const claims = async (state: string) =>
    (await shop.call("GET", `/api/vin-claims?state=${state}`, { token })).body;
  expect(await claims("pending")).toEqual([]);
  expect(await claims("decided")).toMatchObject([
    { listing: { _id: relisted }, status: "confirmed", decision: { by: null }, othersCount: 1 },
  ]);

  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
  const added = await aListing(shop.deps, { sellerId, vin });
  expect((await historyOf(added.id)).events).toHaveLength(1);
  expect(await claims("pending")).toMatchObject([{ listing: { _id: added.id }, othersCount: 3 }]);
});
