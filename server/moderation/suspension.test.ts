import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  aPaidCar,
  deliverAll,
  endHoldUnnoticed,
  intentsOf,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import { payWithCard, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: User;
vi.setConfig({ testTimeout: 60_000 });
beforeAll(async () => {
  shop = await createTestApp({ DATABASE_POOL: "20" });
  admin = await anAccount(shop.deps, { role: "admin", name: "Ada" });
});
afterAll(() => shop.close());

const reason = "Several cars are not as described";
const suspend = (id: string, body: object | null | undefined = { reason }, token = admin.token) =>
  shop.call("PUT", `/api/seller/suspend/${id}`, { token, body });
const lift = (id: string) =>
  shop.call("DELETE", `/api/seller/suspend/${id}`, { token: admin.token });
const aSeller = (given = {}) => anAccount(shop.deps, { role: "Seller", ...given });
const emailsTo = (email: string) =>
  rowsOf<{ kind: string; text: string }>(
    shop,
    sql`select kind, text from email where to_address = ${email} order by created_at, id`,
  );
const seller = async (id: string) =>
  (
    (await shop.call("GET", "/api/seller?limit=200", { token: admin.token })).body as {
      _id: string;
    }[]
  ).find(({ _id }) => _id === id);

test("a suspended seller's cars cannot be listed, reported or booked until the suspension is lifted", async () => {
  const her = await aSeller({ isVerified: true, verifiedAt: new Date() });
  const shown = { sellerId: her.id, isAdvertised: true, advertisedAt: new Date() };
  const car = await aListing(shop.deps, shown);
  const withdrawn = await aListing(shop.deps, { ...shown, withdrawnAt: new Date() });
  const buyer = await anAccount(shop.deps);
  const listed = async () => {
    const lists = await Promise.all(
      ["/api/products?limit=200", `/api/products/${car.categoryId}?limit=200`].map((url) =>
        shop.call("GET", url),
      ),
    );
    const own = [car.id, withdrawn.id];
    return lists.flatMap(({ body }) =>
      (body as { _id: string }[]).flatMap(({ _id }) => (own.includes(_id) ? [_id] : [])),
    );
  };
  expect(await listed()).toEqual([car.id, car.id]);

  expect((await suspend(her.id)).body).toEqual({ modifiedCount: 1 });
  expect(await listed()).toEqual([]);
  expect(shop.deps.catalogue.find(car.id)).toBeNull();
  const body = { productId: car.id, item: car.name, price: 20_000 };
  const order = { token: buyer.token, body };
  expect((await shop.call("POST", "/api/bookings", order)).body).toEqual({
    acknowledged: false,
    message: "This car is no longer for sale.",
  });
  const byName = { token: buyer.token, body: { ...body, productId: undefined, image: "x" } };
  expect((await shop.call("POST", "/api/bookings", byName)).body.acknowledged).toBe(false);
  const report = { token: buyer.token };
  expect((await shop.call("PUT", `/api/reportedProducts/${car.id}`, report)).status).toBe(404);
  expect(await seller(her.id)).toMatchObject({
    isVerify: false,
    isSuspended: true,
    suspensionReason: reason,
    listingCount: 1,
    allowedActions: ["unverify", "unsuspend", "delete"],
  });

  expect((await lift(her.id)).body).toEqual({ modifiedCount: 1 });
  expect(await listed()).toEqual([car.id, car.id]);
  expect(shop.deps.catalogue.find(car.id)).toMatchObject({ isSellerVerified: true });
  expect(await seller(her.id)).toMatchObject({ isVerify: true, isSuspended: false });
  expect((await shop.call("POST", "/api/bookings", order)).body.acknowledged).toBe(true);
});

test("a suspended seller can sign in, read why and delete cars, but not add, edit or advertise them", async () => {
  const her = await aSeller();
  const car = await aListing(shop.deps, { sellerId: her.id });
  await suspend(her.id);
  const { token } = her;
  const actions = await shop.call("GET", "/api/moderation", { token });
  expect(actions.body).toMatchObject([
    { kind: "suspension", reason, item: null, endedAt: null, allowedActions: ["appeal"] },
  ]);
  expect(JSON.stringify(actions.body)).not.toContain(admin.name);
  const body = {
    name: "A6",
    originalPrice: 2,
    resalePrice: 1,
    category: "Audi",
    condition: "Good",
  };
  const refusal = expect.stringContaining("suspended");
  expect((await shop.call("POST", "/api/addproduct", { token, body })).body).toEqual({
    acknowledged: false,
    message: refusal,
  });
  expect((await shop.call("PUT", `/api/products/${car.id}`, { token })).body).toEqual({
    modifiedCount: 0,
    message: refusal,
  });
  const change = { token, body: { resalePrice: 1_000 } };
  expect((await shop.call("PATCH", `/api/products/${car.id}`, change)).body).toEqual({
    modifiedCount: 0,
    message: refusal,
  });
  const own = await shop.call("GET", "/api/addproduct", { token });
  expect(own.body).toMatchObject([{ resalePrice: 20_000 }]);
  expect(own.headers["x-total-count"]).toBe("1");
  expect(own.body).toMatchObject([{ status: "off_sale", allowedActions: ["delete"] }]);
  expect(
    (await shop.call("DELETE", `/api/addproduct/${car.id}`, { token })).body.deletedCount,
  ).toBe(1);
  await lift(her.id);
  expect(shop.deps.catalogue.find(car.id)).toBeNull();
  const other = await aListing(shop.deps, { sellerId: her.id });
  expect((await shop.call("PATCH", `/api/products/${other.id}`, change)).body).toEqual({
    modifiedCount: 1,
  });
  expect((await shop.call("POST", "/api/addproduct", { token, body })).body.acknowledged).toBe(
    true,
  );
});

test("emails the seller and reporters, settles the reports, and logs how much ended", async () => {
  const her = await aSeller({ name: "Lia <b>Lee</b>" });
  const buyer = await anAccount(shop.deps);
  const held = await aListing(shop.deps, { sellerId: her.id });
  const reported = await aListing(shop.deps, { sellerId: her.id });
  const hold = await aBooking(shop.deps, { listingId: held.id, buyerId: buyer.id });
  await shop.call("PUT", `/api/reportedProducts/${reported.id}`, { token: buyer.token });
  await suspend(her.id, { reason: "Fraud\r\nin <i>two</i> cars" });

  expect((await readBooking(shop, buyer.token, hold.id)).state).toBe("cancelled");
  const [email] = await emailsTo(her.email);
  expect(email).toMatchObject({ kind: "seller.suspended" });
  expect(email!.text).toContain("Reason: Fraud in <i>two</i> cars");
  expect(email!.text).toContain("/dashboard/appeals");
  expect(await emailsTo(buyer.email)).toContainEqual({
    kind: "released.buyer",
    text: expect.stringContaining("is no longer for sale, so your reservation of it has ended"),
  });
  expect(await emailsTo(buyer.email)).toContainEqual(
    expect.objectContaining({ kind: "report.suspended" }),
  );
  const open = await shop.call("GET", "/api/reportedProducts?limit=200", { token: admin.token });
  expect(JSON.stringify(open.body)).not.toContain(reported.id);
  const log = await shop.call("GET", `/api/audit?subject=${her.id}`, { token: admin.token });
  expect(log.body).toMatchObject([
    { action: "seller.suspend", details: { releasedBookings: 1, reports: 1 } },
  ]);
  await lift(her.id);
  expect((await emailsTo(her.email)).map(({ kind }) => kind)).toEqual([
    "seller.suspended",
    "seller.unsuspended",
  ]);
});

test("requires a reason of valid length, and suspends only sellers", async () => {
  const her = await aSeller();
  for (const body of [null, {}, { reason: " " }, { reason: "x".repeat(501) }, { reason: "a\0" }])
    expect((await suspend(her.id, body)).status).toBe(400);
  const buyer = await anAccount(shop.deps);
  for (const id of [buyer.id, admin.id, randomUUID(), "1"]) {
    expect((await suspend(id)).status).toBe(404);
    expect((await lift(id)).status).toBe(404);
  }
  expect((await lift(her.id)).body).toEqual({ modifiedCount: 0, message: expect.any(String) });
  await suspend(her.id);
  const call = (method: "PUT" | "DELETE", url: string) =>
    shop.call(method, url, { token: admin.token });
  const verified = await call("PUT", `/api/seller/verify/${her.id}`);
  expect(verified.body).toEqual({
    modifiedCount: 0,
    message: expect.stringContaining("suspended"),
  });
  const promoted = await call("PUT", `/api/users/admin/${her.id}`);
  expect(promoted.body).toEqual({
    modifiedCount: 0,
    message: expect.stringContaining("suspended"),
  });
});

test("two admins at the same time suspend and lift only once", async () => {
  const her = await aSeller();
  const bea = await anAccount(shop.deps, { role: "admin" });
  const both = await Promise.all([suspend(her.id), suspend(her.id, undefined, bea.token)]);
  expect(both.map(({ body }) => body.modifiedCount as number).toSorted()).toEqual([0, 1]);
  expect(both.find(({ body }) => body.modifiedCount === 0)!.body.message).toContain("already");
  const lifted = await Promise.all([lift(her.id), lift(her.id)]);
  expect(lifted.map(({ body }) => body.modifiedCount as number).toSorted()).toEqual([0, 1]);
  expect((await emailsTo(her.email)).map(({ kind }) => kind)).toEqual([
    "seller.suspended",
    "seller.unsuspended",
  ]);
  await shop.deps.db.execute(sql`update account set deleted_at = now() where id = ${bea.id}`);
});

test("suspending and booking at the same time leaves no hold on the seller's cars", async () => {
  for (let round = 0; round < 8; round += 1) {
    const her = await aSeller();
    const cars = await Promise.all(
      Array.from({ length: 4 }, () => aListing(shop.deps, { sellerId: her.id })),
    );
    const buyers = await Promise.all(cars.map(() => anAccount(shop.deps)));
    const booking = buyers.map(({ token }, at) => {
      const { id, name } = cars[at]!;
      const body = { productId: id, item: name, price: 20_000 };
      return shop.call("POST", "/api/bookings", { token, body });
    });
    const [suspended, ...answers] = await Promise.all([suspend(her.id), ...booking]);
    expect(suspended.body).toEqual({ modifiedCount: 1 });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const live = await rowsOf(
      shop,
      sql`select id from booking where state in ('held', 'releasing') and listing_id in (select id from listing where seller_id = ${her.id})`,
    );
    expect(live).toEqual([]);
  }
});

test("suspending and adding a car at the same time leaves the car unlisted", async () => {
  for (let round = 0; round < 5; round += 1) {
    const her = await aSeller();
    const body = {
      name: "A6",
      originalPrice: 2,
      resalePrice: 1,
      category: "Audi",
      condition: "Good",
    };
    const [, ...added] = await Promise.all([
      suspend(her.id),
      ...Array.from({ length: 3 }, () =>
        shop.call("POST", "/api/addproduct", { token: her.token, body }),
      ),
    ]);
    for (const { body: answer } of added)
      if (answer.insertedId)
        expect(shop.deps.catalogue.find(answer.insertedId as string)).toBeNull();
  }
});

test("suspending and deleting at the same time leaves the seller deleted and no car for sale", async () => {
  const her = await aSeller();
  const car = await aListing(shop.deps, { sellerId: her.id });
  const [suspended, deleted] = await Promise.all([
    suspend(her.id),
    shop.call("DELETE", `/api/seller/${her.id}`, { token: admin.token }),
  ]);
  expect(deleted.body).toEqual({ deletedCount: 1 });
  expect([200, 404]).toContain(suspended.status);
  expect(shop.deps.catalogue.find(car.id)).toBeNull();
  expect((await suspend(her.id)).status).toBe(404);
});

test("ends a hold with a started payment at the provider too, and keeps a paid car sold", async () => {
  const begun = await aCarBeingPaid(shop);
  const sold = await aPaidCar(shop, undefined, { seller: begun.seller });
  await suspend(begun.seller.id);
  expect((await readBooking(shop, begun.buyer.token, begun.bookingId)).state).toBe("cancelled");
  expect(await intentsOf(shop, begun.bookingId)).toMatchObject([{ status: "canceled" }]);
  expect(await readBooking(shop, sold.buyer.token, sold.bookingId)).toMatchObject({
    paid: true,
    state: "paid",
    sellerEmail: begun.seller.email,
  });
  await lift(begun.seller.id);
  expect(shop.deps.catalogue.find(sold.car.id)).toBeNull();
  expect(shop.deps.catalogue.find(begun.car.id)?.status).toBe("available");
});

test("removing a car ends a started payment at the provider, whether it was reported or not", async () => {
  const reported = await aCarBeingPaid(shop);
  const other = await aCarBeingPaid(shop);
  const { token } = admin;
  const url = `/api/reportedProducts/${reported.car.id}`;
  await shop.call("PUT", url, { token: (await anAccount(shop.deps)).token });
  expect((await shop.call("POST", `${url}/remove`, { token })).body.modifiedCount).toBe(1);
  await shop.call("DELETE", `/api/addproduct/${other.car.id}`, { token });
  for (const { buyer, bookingId } of [reported, other]) {
    expect((await readBooking(shop, buyer.token, bookingId)).state).toBe("cancelled");
    expect(await intentsOf(shop, bookingId)).toMatchObject([{ status: "canceled" }]);
  }
});

test("a payment that succeeded before the suspension keeps the car sold", async () => {
  const { seller: her, buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  await suspend(her.id);
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    state: "paid",
  });
});

test("paying and suspending at the same time ends in sold or canceled, never both", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { seller: her, buyer, bookingId, intent } = await aCarBeingPaid(shop);
    await Promise.all([
      suspend(her.id),
      payWithCard(shop, intent).then(() => deliverAll(shop, intent.id)),
    ]);
    await deliverAll(shop, intent.id);
    const { state } = await readBooking(shop, buyer.token, bookingId);
    const [paid] = await intentsOf(shop, bookingId);
    expect(["paid succeeded", "cancelled canceled"]).toContain(`${state} ${paid?.status}`);
  }
});

test("refunds a late payment for a suspended seller's car, as for a removed car", async () => {
  const begun = await aCarBeingPaid(shop);
  await endHoldUnnoticed(shop, begun.bookingId);
  await suspend(begun.seller.id);
  await payWithCard(shop, begun.intent);
  await deliverAll(shop, begun.intent.id);
  expect(await readBooking(shop, begun.buyer.token, begun.bookingId)).toMatchObject({
    paid: false,
    state: "refunded",
    notice: expect.stringContaining("no longer available"),
  });
});

test("undoing a dismissal reopens the reports and emails their reporters", async () => {
  const her = await aSeller();
  const first = await anAccount(shop.deps);
  const second = await anAccount(shop.deps);
  const car = await aListing(shop.deps, { sellerId: her.id });
  const settle = (what: string) =>
    shop.call("POST", `/api/reportedProducts/${car.id}/${what}`, { token: admin.token });
  const reportBy = ({ token }: User) =>
    shop.call("PUT", `/api/reportedProducts/${car.id}`, { token, body: { reason: "Odd" } });
  const open = async () => {
    const { body } = await shop.call("GET", "/api/reportedProducts?limit=200", {
      token: admin.token,
    });
    return (body as { _id: string; reportCount: number }[]).find(({ _id }) => _id === car.id)
      ?.reportCount;
  };
  await reportBy(first);
  expect((await settle("reopen")).body).toEqual({ modifiedCount: 0, message: expect.any(String) });
  await settle("dismiss");
  await reportBy(second);
  await settle("dismiss");
  expect(await open()).toBeUndefined();
  // Only the last dismissal can be undone.
  expect((await settle("reopen")).body).toEqual({ modifiedCount: 1 });
  expect(await open()).toBe(1);
  expect(shop.deps.catalogue.find(car.id)?.isReported).toBe(true);
  expect((await emailsTo(second.email)).map(({ kind }) => kind)).toEqual([
    "report.dismissed",
    "report.reopened",
  ]);
  expect((await settle("remove")).body).toEqual({ modifiedCount: 1 });
});
