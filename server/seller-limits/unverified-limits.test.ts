import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { writeBatches } from "#server/imports/command/listing-writer.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { carRow } from "#testing/feeds/car-rows.ts";
import { createTestApp } from "#testing/test-app.ts";

type Person = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Person;
let seller: Person;

beforeAll(async () => {
  shop = await createTestApp({
    UNVERIFIED_SELLER_LISTINGS: "3",
    UNVERIFIED_SELLER_ADVERTISED: "2",
    BRAND_PHONE: "+1 800 555 0199",
  });
  admin = await anAccount(shop.deps, { role: "admin" });
});
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(() => shop.close());

const form = {
  name: "Audi A4",
  location: "Lisbon",
  originalPrice: 30_000,
  resalePrice: 20_000,
  category: "Audi",
  phone: "1",
  condition: "Good",
  description: "",
};
const add = async () =>
  (await shop.call("POST", "/api/addproduct", { token: seller.token, body: form })).body as {
    acknowledged: boolean;
    insertedId?: string;
    message?: string;
  };
const advertise = async (id: string) =>
  (await shop.call("PUT", `/api/products/${id}`, { token: seller.token })).body as {
    modifiedCount: number;
    message?: string;
  };
const someCars = (length: number) =>
  Promise.all(Array.from({ length }, () => aListing(shop.deps, { sellerId: seller.id })));
const setVerified = (isVerified: boolean) =>
  shop.call(isVerified ? "PUT" : "DELETE", `/api/seller/verify/${seller.id}`, {
    token: admin.token,
  });
const advertised = async (): Promise<string[]> =>
  (await shop.call("GET", "/api/products?limit=200")).body.map((one: { _id: string }) => one._id);

const tooMany = {
  acknowledged: false,
  message:
    "Sellers who are not verified can have 3 cars for sale at a time. To get verified, call us at +1 800 555 0199.",
};
const tooManyAdvertised = {
  modifiedCount: 0,
  message:
    "Sellers who are not verified can advertise 2 cars at a time. To get verified, call us at +1 800 555 0199.",
};

test("limits how many cars an unverified seller can add, even concurrently", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, add));
  expect(answers.filter(({ acknowledged }) => acknowledged)).toHaveLength(3);
  expect(answers.filter(({ acknowledged }) => !acknowledged)).toEqual(Array(5).fill(tooMany));

  const [first] = answers.filter(({ acknowledged }) => acknowledged);
  await shop.call("DELETE", `/api/addproduct/${first!.insertedId!}`, { token: seller.token });
  expect(await add()).toMatchObject({ acknowledged: true });
  expect(await add()).toEqual(tooMany);
});

test("does not count sold cars", async () => {
  const [sold] = await someCars(3);
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: sold!.id, buyerId: buyer.id, state: "paid" });
  expect(await add()).toMatchObject({ acknowledged: true });
  expect(await add()).toEqual(tooMany);
});

test("limits how many cars an unverified seller can advertise, even concurrently", async () => {
  const cars = await someCars(6);
  const answers = await Promise.all(cars.map(({ id }) => advertise(id)));
  expect(answers.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(2);
  expect(answers.filter(({ modifiedCount }) => modifiedCount === 0)).toEqual(
    Array(4).fill(tooManyAdvertised),
  );
  const done = cars[answers.findIndex(({ modifiedCount }) => modifiedCount === 1)]!;
  expect(await advertise(done.id)).toEqual({
    modifiedCount: 0,
    message: "This car is advertised already.",
  });
});

test("verification lifts the limits; losing it keeps existing cars and refuses more", async () => {
  await setVerified(true);
  const cars = [];
  for (let index = 0; index < 4; index += 1) cars.push((await add()).insertedId!);
  for (const id of cars.slice(0, 3)) expect(await advertise(id)).toEqual({ modifiedCount: 1 });

  await setVerified(false);
  expect(await advertised()).toEqual(expect.arrayContaining(cars.slice(0, 3)));
  const own = await shop.call("GET", "/api/addproduct", { token: seller.token });
  expect(own.body).toHaveLength(4);
  expect(await add()).toEqual(tooMany);
  expect(await advertise(cars[3]!)).toEqual(tooManyAdvertised);
});

test("shows the limits on the dashboard summary of unverified sellers only", async () => {
  const limits = async () =>
    (await shop.call("GET", "/api/dashboard-summary", { token: seller.token })).body
      .unverifiedLimits;
  expect(await limits()).toEqual({ listings: 3, advertised: 2 });
  await setVerified(true);
  expect(await limits()).toBeNull();
});

test("does not limit the operator's import", async () => {
  const rows = Array.from({ length: 5 }, (_, row) => {
    const { facts, fingerprint } = carRow(`stock ${row}`);
    return { id: randomUUID(), facts, fingerprint, sourceFile: "stock.csv", sourceRow: row };
  });
  const write = writeBatches(shop.deps.db);
  expect((await write({ id: seller.id, phone: "" }, rows)).imported).toBe(5);
});
