import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { aCarBeingPaid, aPaidCar, eventOf, rowsOf } from "#testing/payments/payment-scenes.ts";
import {
  aHeldCar,
  askIntent,
  payWithCard,
  postWebhook,
  readBooking,
} from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

// Common vulnerabilities of marketplaces in bookings and payments. Each test tries the attack.

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: User;
let buyer: User;
let otherBuyer: User;
let admin: User;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
  buyer = await anAccount(shop.deps);
  otherBuyer = await anAccount(shop.deps);
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const bookingsOf = (listingId: string) =>
  rowsOf<{ buyer_id: string; state: string; price_minor: number }>(
    shop,
    sql`select buyer_id, state, price_minor::float8 from booking where listing_id = ${listingId}`,
  );

// ASVS 8.2.2
test("missing ownership check: refuses to advertise or delete another seller's car", async () => {
  const other = await anAccount(shop.deps, { role: "Seller" });
  const car = await aListing(shop.deps, { sellerId: seller.id });
  for (const [method, path] of [
    ["PUT", "products"],
    ["DELETE", "addproduct"],
  ] as const)
    expect((await shop.call(method, `/api/${path}/${car.id}`, { token: other.token })).status).toBe(
      404,
    );
  const { body } = await shop.call("GET", "/api/addproduct", { token: seller.token });
  expect(body.find((one: { _id: string }) => one._id === car.id)).toMatchObject({
    isAdvertise: false,
    status: "available",
  });
  expect((await shop.call("GET", "/api/addproduct", { token: other.token })).body).toEqual([]);
});

// ASVS 8.2.2
test("bookings readable by id: shows a booking to its buyer and admins only", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const hold = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  const read = (token?: string) => shop.call("GET", `/api/bookings/${hold.id}`, { token });
  for (const token of [otherBuyer.token, seller.token]) {
    const answer = await read(token);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      404,
      expect.not.stringContaining(hold.item),
    ]);
  }
  expect((await read()).status).toBe(401);
  expect(
    (await shop.call("DELETE", `/api/bookings/${hold.id}`, { token: otherBuyer.token })).status,
  ).toBe(404);
  for (const [query, status] of [
    [buyer.email, 403],
    [buyer.email.toUpperCase(), 403],
    [`${buyer.email}&email=${otherBuyer.email}`, 400],
    [`${otherBuyer.email}&email=${buyer.email}`, 400],
  ] as const) {
    const { token } = otherBuyer;
    const answer = await shop.call("GET", `/api/bookings?email=${query}`, { token });
    expect([query, answer.status]).toEqual([query, status]);
  }
  expect((await read(buyer.token)).body.state).toBe("held");
});

// ASVS 2.3.4
test("double booking: gives the car to one of twenty concurrent buyers", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => anAccount(shop.deps)));
  const answers = await Promise.all(
    buyers.map(({ token }) =>
      shop.call("POST", "/api/bookings", {
        token,
        body: { productId: car.id, item: car.name, price: 20_000 },
      }),
    ),
  );
  expect(answers.filter(({ body }) => body.acknowledged === true)).toHaveLength(1);
  expect(await bookingsOf(car.id)).toHaveLength(1);
});

// ASVS 2.2.2
test("client price: ignores a price that the client sends", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const ask = (price: unknown) =>
    shop.call("POST", "/api/bookings", {
      token: buyer.token,
      body: { productId: car.id, item: car.name, price, resalePrice: 1, priceMinor: 1 },
    });
  for (const price of [0.01, -20_000, 0, 19_999.99, 20_000.01, 1e308, "1", "20000.001"])
    expect([price, (await ask(price)).body.acknowledged]).toEqual([price, false]);
  for (const price of [null, "NaN", "Infinity", {}, []]) {
    const { status, body } = await ask(price);
    expect([price, status, body.acknowledged]).toEqual([price, 400, undefined]);
  }
  expect(await bookingsOf(car.id)).toEqual([]);
  const held = await aHeldCar(shop);
  for (const price of [1, 0.01, 0, -1, 19_999])
    expect((await askIntent(shop, held.buyer.token, held.bookingId, price)).status).toBe(409);
});

// ASVS 2.3.1
test("client-set paid: does not let a buyer mark a booking as paid", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const paid = { paid: true, state: "paid", paymentStatus: "succeeded", transactionId: "pi_1" };
  const { token } = buyer;
  const { body } = await shop.call("POST", "/api/bookings", {
    token,
    body: { productId: car.id, item: car.name, price: 20_000, ...paid },
  });
  const id = body.insertedId as string;
  const begin = (body: object) =>
    shop.call("POST", "/api/create-payment-intent", { token, body: { bookingId: id, ...body } });
  const begun = await begin({ price: 20_000, amount: 1, currency: "jpy", ...paid });
  expect(begun).toMatchObject({ status: 200, body: { amount: 20_000, currency: "USD" } });
  for (const method of ["PUT", "POST"] as const)
    expect((await shop.call(method, `/api/bookings/${id}`, { token, body: paid })).status).toBe(
      404,
    );
  const checked = await shop.call("POST", `/api/bookings/${id}/payment/check`, {
    token,
    body: paid,
  });
  expect(checked.status).toBe(200);
  expect(await readBooking(shop, token, id)).toMatchObject({ paid: false, transactionId: null });
});

test("missing webhook check: refuses events that the provider did not sign", async () => {
  const begun = await aCarBeingPaid(shop);
  await payWithCard(shop, begun.intent);
  const event = await eventOf(shop, begun.intent.id, "payment_intent.succeeded");
  const { body, signature } = await shop.simulator!.control.sign(event);
  const forged = body.replaceAll(begun.bookingId, begun.bookingId.toUpperCase());
  const late = signature.replace(/t=\d+/, "t=1000000000");
  for (const [payload, header] of [
    [body, ""],
    [body, "t=1,v1=00"],
    [body, late],
    [forged, signature],
    [` ${body}`, signature],
  ] as const)
    expect(await postWebhook(shop, payload, header)).toBe(400);
  expect(await readBooking(shop, begun.buyer.token, begun.bookingId)).toMatchObject({
    paid: false,
  });
  expect(await postWebhook(shop, body, signature)).toBe(200);
  expect(await readBooking(shop, begun.buyer.token, begun.bookingId)).toMatchObject({ paid: true });
});

test("orphaned bookings: deletes no account with pending payments and keeps the cars of paid bookings", async () => {
  const sold = await aPaidCar(shop);
  const readSold = () => readBooking(shop, sold.buyer.token, sold.bookingId);
  for (const path of [`buyer/${sold.buyer.id}`, `seller/${sold.seller.id}`]) {
    const { body } = await shop.call("DELETE", `/api/${path}`, { token: admin.token });
    expect(body).toEqual({ deletedCount: 0, message: expect.any(String) });
  }
  await shop.call("DELETE", `/api/addproduct/${sold.car.id}`, { token: sold.seller.token });
  expect(await readSold()).toMatchObject({
    paid: true,
    productId: sold.car.id,
    item: sold.car.name,
  });
  const held = await aHeldCar(shop);
  const { body } = await shop.call("DELETE", `/api/addproduct/${held.car.id}`, {
    token: held.seller.token,
  });
  expect(body).toMatchObject({ deletedCount: 0 });
  expect(await readBooking(shop, held.buyer.token, held.bookingId)).toMatchObject({
    state: "held",
  });
});

test("float money: adds, books and charges the same amount to the cent", async () => {
  for (const price of [0.1, 0.29, 1.15, 8.2, 19.99, 1_005.55, 4_503_599.37, 999_999_999.99]) {
    const { body: added } = await shop.call("POST", "/api/addproduct", {
      token: seller.token,
      body: {
        name: `Car of ${price}`,
        category: "BMW",
        condition: "Good",
        originalPrice: price,
        resalePrice: price,
      },
    });
    const one = await anAccount(shop.deps);
    const { body: booked } = await shop.call("POST", "/api/bookings", {
      token: one.token,
      body: { productId: added.insertedId, item: `Car of ${price}`, price },
    });
    const [stored] = await bookingsOf(added.insertedId as string);
    expect([price, stored?.price_minor]).toEqual([
      price,
      Number(price.toFixed(2).replace(".", "")),
    ]);
    expect((await readBooking(shop, one.token, booked.insertedId as string)).price).toBe(price);
  }
  const half = { name: "Half a cent", originalPrice: 1.005, resalePrice: 1.005, category: "BMW" };
  const refused = await shop.call("POST", "/api/addproduct", {
    token: seller.token,
    body: { ...half, condition: "Good" },
  });
  expect(refused.status).toBe(400);
});
