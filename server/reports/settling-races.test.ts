import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { rowsOf } from "#testing/payments/payment-scenes.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let ada: User;
let bea: User;
vi.setConfig({ testTimeout: 60_000 });
beforeAll(async () => {
  shop = await createTestApp({ DATABASE_POOL: "20" });
  ada = await anAccount(shop.deps, { role: "admin" });
  bea = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const rounds = 8;
const settle = ({ token }: User, id: string, how: string, body?: object) =>
  shop.call("POST", `/api/reportedProducts/${id}/${how}`, { token, body });
const remove = ({ token }: User, id: string) =>
  shop.call("DELETE", `/api/addproduct/${id}`, { token });
const suspend = ({ token }: User, id: string) =>
  shop.call("PUT", `/api/seller/suspend/${id}`, { token, body: { reason: "Suspected fraud" } });

async function aReportedCar() {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const buyer = await anAccount(shop.deps);
  const { id } = await aListing(shop.deps, { sellerId: seller.id });
  await shop.call("PUT", `/api/reportedProducts/${id}`, { token: buyer.token });
  return { id, seller, buyer };
}
const openReports = async (id: string) =>
  (
    await rowsOf<{ open: number }>(
      shop,
      sql`select count(*)::int as open from report where listing_id = ${id} and closed_at is null`,
    )
  )[0]!.open;
const kindsTo = async ({ email }: User) =>
  (
    await rowsOf<{ kind: string }>(
      shop,
      sql`select kind from email where to_address = ${email} order by kind`,
    )
  ).map(({ kind }) => kind);
const auditedActions = async (id: string) =>
  (
    (await shop.call("GET", `/api/audit?subject=${id}`, { token: ada.token })).body as {
      action: string;
    }[]
  )
    .map(({ action }) => action)
    .toSorted();

test("undoing a dismissal and removing the car at the same time leaves no open report", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, buyer } = await aReportedCar();
    await settle(ada, id, "dismiss");
    const [undone, removed] = await Promise.all([settle(ada, id, "reopen"), remove(bea, id)]);
    expect(removed.body).toEqual({ deletedCount: 1 });
    expect(await openReports(id)).toBe(0);
    expect(shop.deps.catalogue.find(id)).toBeNull();
    expect(await kindsTo(buyer)).toEqual(
      undone.body.modifiedCount === 1
        ? ["report.dismissed", "report.removed", "report.reopened"]
        : ["report.dismissed"],
    );
  }
});

test("undoing a dismissal and suspending the seller at the same time leaves no open report", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, seller } = await aReportedCar();
    await settle(ada, id, "dismiss");
    const [, suspended] = await Promise.all([settle(ada, id, "reopen"), suspend(bea, seller.id)]);
    expect(suspended.body).toEqual({ modifiedCount: 1 });
    expect(await openReports(id)).toBe(0);
  }
});

test("refuses to undo a dismissal once the car is gone or its seller suspended", async () => {
  const removedCar = await aReportedCar();
  const offSale = await aReportedCar();
  for (const { id } of [removedCar, offSale]) await settle(ada, id, "dismiss");
  await remove(bea, removedCar.id);
  await suspend(bea, offSale.seller.id);
  for (const { id } of [removedCar, offSale]) {
    expect((await settle(ada, id, "reopen")).body).toEqual({
      modifiedCount: 0,
      message: "You have no dismissal of this product's reports that can be undone.",
    });
    expect(await openReports(id)).toBe(0);
  }
});

test("only the admin who dismissed can undo it, and only while it is the last decision", async () => {
  const { id } = await aReportedCar();
  await settle(ada, id, "dismiss");
  const refused = {
    modifiedCount: 0,
    message: "You have no dismissal of this product's reports that can be undone.",
  };
  expect((await settle(bea, id, "reopen")).body).toEqual(refused);
  const later = await anAccount(shop.deps);
  await shop.call("PUT", `/api/reportedProducts/${id}`, { token: later.token });
  await settle(bea, id, "dismiss");
  expect((await settle(ada, id, "reopen")).body).toEqual(refused);
  expect(await openReports(id)).toBe(0);
  expect((await settle(bea, id, "reopen")).body).toEqual({ modifiedCount: 1 });
  expect(await openReports(id)).toBe(1);
});

test("dismissing and removing at the same time removes the car and emails one outcome", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, buyer } = await aReportedCar();
    const [dismissed, removed] = await Promise.all([
      settle(ada, id, "dismiss"),
      settle(bea, id, "remove", { reason: "Fraud" }),
    ]);
    expect([dismissed.status, removed.status]).toEqual([200, 200]);
    expect(await openReports(id)).toBe(0);
    const kinds = await kindsTo(buyer);
    expect(kinds).toHaveLength(1);
    expect(kinds[0]).toMatch(/^report\.(dismissed|removed)$/);
    // A removal after the dismissal may find nothing to remove, or may still remove the car.
    expect(shop.deps.catalogue.find(id) === null).toBe(removed.body.modifiedCount === 1);
  }
});

test("two admins deciding at the same time do and email each decision once", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, seller, buyer } = await aReportedCar();
    for (const how of ["dismiss", "reopen"]) {
      const both = await Promise.all([settle(ada, id, how), settle(bea, id, how)]);
      expect(both.map(({ body }) => body.modifiedCount as number).toSorted()).toEqual([0, 1]);
    }
    const both = await Promise.all([settle(ada, id, "remove"), settle(bea, id, "remove")]);
    expect(both.filter(({ body }) => body.modifiedCount === 1)).toHaveLength(1);
    expect(await kindsTo(buyer)).toEqual(["report.dismissed", "report.removed", "report.reopened"]);
    expect(await kindsTo(seller)).toEqual(["listing.removed"]);
    expect(await auditedActions(id)).toEqual(["listing.remove", "report.dismiss", "report.reopen"]);
  }
});

test("removing a car and suspending its seller at the same time does both and emails one outcome", async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, seller, buyer } = await aReportedCar();
    const [removed, suspended] = await Promise.all([remove(ada, id), suspend(bea, seller.id)]);
    expect([removed.body, suspended.body]).toEqual([{ deletedCount: 1 }, { modifiedCount: 1 }]);
    expect(await openReports(id)).toBe(0);
    expect(await kindsTo(buyer)).toHaveLength(1);
    expect(await kindsTo(seller)).toEqual(["listing.removed", "seller.suspended"]);
  }
});
