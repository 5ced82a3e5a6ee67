import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectVisitorReads } from "#server/platform/database/visitor-reads.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import type { OffSaleCar } from "#web/pages/page-services.ts";
import { readCarPage } from "./read-car-page.ts";

type Person = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  buyer = await anAccount(shop.deps);
});
afterAll(() => shop.close());

const now = new Date();
const daysFromNow = (days: number) => new Date(now.getTime() + days * 86_400_000);
const aCar = (given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, { sellerId: seller.id, ...given });
const read = (id: string, at = now) => readCarPage(shop.deps, id, at);
const patch = (id: string, body: object) =>
  shop.call("PATCH", `/api/products/${id}`, { token: seller.token, body });
const aSoldCar = async (given: Parameters<typeof aCar>[0] = {}) => {
  const car = await aCar(given);
  await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id, state: "paid" });
  return car;
};

test("shows the car with its photos, its days on sale and every price since", async () => {
  const photos = [
    { image: "/images/a/1200.jpg", alt: "Front" },
    { image: "/images/b/1200.jpg", alt: "" },
  ];
  const car = await aCar({ photos, createdAt: daysFromNow(-12), description: "One owner." });
  await patch(car.id, { resalePrice: 18_500.5 });
  expect(await read(car.id)).toMatchObject({
    product: {
      _id: car.id,
      resalePrice: 18_500.5,
      description: "One owner.",
      imageIsIllustration: false,
    },
    photos,
    daysListed: 12,
    history: [
      { kind: "listed", price: 20_000, at: car.createdAt.toISOString() },
      { kind: "price", price: 18_500.5 },
    ],
    soldAt: null,
    isGone: false,
  });
});

test("shows the illustration of a car without photos", async () => {
  const car = await aCar();
  expect(await read(car.id)).toMatchObject({
    product: { imageIsIllustration: true },
    photos: [{ image: expect.stringMatching(/^\/cars\/[\w-]+\.webp$/), alt: "" }],
  });
});

test("says that a car is reserved", async () => {
  const car = await aCar();
  await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  expect(await read(car.id)).toMatchObject({ product: { status: "reserved" }, soldAt: null });
});

test("shows a sold car for 30 days, and then says that it is gone", async () => {
  const { id } = await aSoldCar();
  const shown = { product: { status: "sold" }, soldAt: expect.any(String) };
  expect(await read(id)).toMatchObject({ ...shown, isGone: false });
  expect(await read(id, daysFromNow(29.9))).toMatchObject({ ...shown, isGone: false });
  expect(await read(id, daysFromNow(30.1))).toMatchObject({ ...shown, isGone: true });
});

test("counts a car's days on sale until it is sold", async () => {
  const { id } = await aSoldCar({ createdAt: daysFromNow(-12) });
  const older = await shop.deps.db.transaction(async (tx) => {
    // No event says when it was listed, as of a car from before the history.
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    return aListing(
      { db: tx, catalogue: shop.deps.catalogue },
      { sellerId: seller.id, createdAt: daysFromNow(-12) },
    );
  });
  await aBooking(shop.deps, { listingId: older.id, buyerId: buyer.id, state: "paid" });
  for (const car of [id, older.id])
    expect(await read(car, daysFromNow(5))).toMatchObject({ daysListed: 12 });
});

test("counts the 30 days from the payment, not from the reservation", async () => {
  const car = await aCar();
  const booking = await aBooking(shop.deps, {
    listingId: car.id,
    buyerId: buyer.id,
    state: "paid",
    createdAt: daysFromNow(-40),
  });
  await shop.deps.db.execute(sql`
    insert into booking_event (booking_id, at, from_state, to_state, why)
    values (${booking.id}, now() - interval '3 days', 'held', 'paid', 'paid')`);
  expect(await read(car.id)).toMatchObject({ isGone: false });
});

test("does not show a car that is unknown, deleted, removed or of a suspended seller", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const deleted = await aCar();
  const removed = await aCar();
  await shop.call("DELETE", `/api/addproduct/${deleted.id}`, { token: seller.token });
  await shop.call("DELETE", `/api/addproduct/${removed.id}`, { token: admin.token });
  const suspended = await anAccount(shop.deps, { role: "Seller", suspendedAt: now });
  const offSale = await aCar({ sellerId: suspended.id });
  for (const id of [deleted.id, removed.id, offSale.id, randomUUID()])
    expect(await read(id)).toBeNull();
});

describe("a car that is off sale", () => {
  const secrets = { description: "Call me", location: "Hidden Lane", phone: "+1 800 555 0111" };
  const asSeller = (action: string, id: string) =>
    shop.call("POST", "/api/products/bulk", {
      token: seller.token,
      body: { action, cars: [{ _id: id }] },
    });

  test.each([
    ["was taken off sale", { withdrawnAt: now, offSaleAt: now }],
    ["lapsed", { lapsedAt: now }],
    ["was refunded", { saleReversedAt: now }],
  ])("and %s shows similar cars, and nothing of its price or its seller", async (_, state) => {
    const model = { make: "Audi" as const, categoryId: 3, model: "Q8" };
    const twin = await aCar(model);
    const car = await aCar({ ...model, ...secrets, ...state, vin: "WAUZZZ4M8KD000001" });
    const page = await read(car.id);
    expect(page).toMatchObject({
      isOffSale: true,
      product: { _id: car.id, name: car.name, category: "Audi", categoryId: 3 },
      others: { label: "Audi Q8", path: "/search?make=Audi&model=Q8" },
    });
    const { similar, ...own } = page as OffSaleCar;
    expect(similar[0]).toMatchObject({ _id: twin.id });
    expect(similar.map(({ _id }) => _id)).not.toContain(car.id);
    const text = JSON.stringify(own);
    for (const secret of [...Object.values(secrets), car.vin!, "20000", seller.name])
      expect(text).not.toContain(secret);
    await shop.call("DELETE", `/api/addproduct/${twin.id}`, { token: seller.token });
  });

  test("names no search for a model that is not for sale", async () => {
    const car = await aCar({ model: "Z1", lapsedAt: now });
    expect(await read(car.id)).toMatchObject({ isOffSale: true, others: null });
  });

  test("is shown again when it is back, and not when it is deleted", async () => {
    const car = await aCar();
    await asSeller("withdraw", car.id);
    expect(await read(car.id)).toMatchObject({ isOffSale: true });
    await asSeller("relist", car.id);
    expect(await read(car.id)).toMatchObject({ product: { status: "available" } });
    await asSeller("withdraw", car.id);
    await asSeller("delete", car.id);
    expect(await read(car.id)).toBeNull();
  });
});

test("says that a car is gone if it was sold long ago and then deleted", async () => {
  const { id } = await aSoldCar();
  await shop.call("DELETE", `/api/addproduct/${id}`, { token: seller.token });
  expect(await read(id)).toBeNull();
  expect(await read(id, daysFromNow(31))).toBe("gone");
});

test("lists cars like this one that can be booked, without this one and sold ones", async () => {
  const car = await aCar({ model: "7 Series", make: "Audi", categoryId: 3 });
  const like = { make: "Audi" as const, categoryId: 3 };
  const twin = await aCar({ ...like, model: "7 Series", resalePriceMinor: 2_500_000 });
  const other = await aCar({ ...like, model: "A1" });
  const sold = await aCar({ ...like, model: "7 Series" });
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  const page = await read(car.id);
  if (page === null || page === "gone" || "isOffSale" in page) throw new Error("no page");
  expect(page.similar.map(({ _id }) => _id).slice(0, 2)).toEqual([twin.id, other.id]);
  expect(page.similar.map(({ _id }) => _id)).not.toContain(sold.id);
});

test("shows a car from memory while the database cannot be reached, without its history", async () => {
  const photos = [{ image: "/images/a/1200.jpg", alt: "Front" }];
  const car = await aCar({ photos, createdAt: daysFromNow(-12), description: "One owner." });
  const sold = await aSoldCar({ createdAt: daysFromNow(-12) });
  await shop.deps.catalogue.refresh();
  const whole = await read(car.id);
  const directUrl = "postgres://marque@127.0.0.1:1/marque";
  const limits = { connection: 1_000, statement: 1_000 };
  const visitors = connectVisitorReads(directUrl, { directUrl, limits });
  const readNow = (id: string, at = now) => readCarPage({ ...shop.deps, visitors }, id, at);
  expect(await readNow(car.id)).toEqual({
    ...(whole as object),
    history: [],
    reviews: null,
    checks: [],
    isComplete: false,
  });
  expect(await readNow(sold.id)).toMatchObject({ product: { status: "sold" }, isGone: false });
  expect(await readNow(sold.id, daysFromNow(5))).toMatchObject({ daysListed: 12 });
  await expect(readNow(randomUUID())).rejects.toThrow();
  await visitors.pool.end();
});
