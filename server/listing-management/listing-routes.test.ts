import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BookingState } from "#shared/bookings/booking.ts";
import { issueReceipt } from "#server/payments/receipts/issue-receipt.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

type Person = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Person;
let other: Person;
let buyer: Person;
let admin: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  other = await anAccount(shop.deps, { role: "Seller" });
  buyer = await anAccount(shop.deps);
  admin = await anAccount(shop.deps, { role: "admin" });
});

afterAll(() => shop.close());

const form = {
  name: "BMW M5",
  location: "Lisbon",
  originalPrice: 90_000,
  resalePrice: 65_500.5,
  purchase: 2019,
  used: 5,
  category: "BMW",
  phone: "+1 800 555 0101",
  condition: "Excellent",
  description: "One owner.",
};
const add = (body: object, token = seller.token) =>
  shop.call("POST", "/api/addproduct", { token, body });
const inCategory = async (id: number, product: string) =>
  (await shop.call("GET", `/api/products/${id}?limit=200`)).body.find(
    (one: { _id: string }) => one._id === product,
  );

test("publishes an added car at once with both prices, without email and phone", async () => {
  const answer = await add(form);
  expect(answer).toMatchObject({
    status: 200,
    body: { acknowledged: true, insertedId: expect.any(String) },
  });
  const product = await inCategory(1, answer.body.insertedId);
  expect(product).toMatchObject({
    name: "BMW M5",
    sellerName: seller.name,
    originalPrice: 90_000,
    resalePrice: 65_500.5,
    purchase: 2019,
    used: 5,
    category: "BMW",
    categoryId: 1,
    condition: "Excellent",
    isAdvertise: false,
    isSellerVerified: true,
    isReported: false,
    status: "available",
    imageIsIllustration: true,
    currency: "USD",
  });
  expect(product.postTime).toBe(product.createdAt.slice(11, 16));
  expect(product).not.toHaveProperty("email");
  expect(product).not.toHaveProperty("phone");
  const own = await shop.call("GET", "/api/addproduct", { token: seller.token });
  expect(own.body.find((one: { _id: string }) => one._id === product._id)).toMatchObject({
    email: seller.email,
    phone: "+1 800 555 0101",
    allowedActions: ["edit", "advertise", "confirm", "delete"],
  });
});

// ASVS 8.1.2
test("ignores fields that a seller may not set", async () => {
  const { body } = await add({
    ...form,
    _id: randomUUID(),
    id: randomUUID(),
    sellerId: other.id,
    email: other.email,
    sellerName: "Mallory",
    isAdvertise: true,
    isSellerVerified: false,
    isReported: true,
    createdAt: "2001-01-01",
    withdrawnAt: "2001-01-01",
    paid: true,
    sourceFile: "x",
    importFingerprint: "x",
  });
  const { rows } = await shop.deps.db.execute(
    sql`select seller_id, is_advertised, withdrawn_at, source_file, import_fingerprint, created_at > now() - interval '1 minute' as fresh from listing where id = ${body.insertedId}`,
  );
  expect(rows).toEqual([
    {
      seller_id: seller.id,
      is_advertised: false,
      withdrawn_at: null,
      source_file: null,
      import_fingerprint: null,
      fresh: true,
    },
  ]);
  expect(await inCategory(1, body.insertedId)).toMatchObject({
    sellerName: seller.name,
    isSellerVerified: true,
  });
});

test.each([
  ["category", { category: undefined }],
  ["category", { category: "Lada" }],
  ["categoryId", { categoryId: 2 }],
  ["categoryId", { category: undefined, categoryId: 4 }],
  ["name", { name: "  " }],
  ["originalPrice", { originalPrice: 0 }],
  ["resalePrice", { resalePrice: -1 }],
  ["resalePrice", { resalePrice: 10.001 }],
  ["resalePrice", { resalePrice: "a lot" }],
  ["condition", { condition: "Mint" }],
  ["purchase", { purchase: 1700 }],
  ["year", { year: 2200 }],
  ["description", { description: "a\u0000b" }],
  ["image", { image: "https://elsewhere.example/a.png" }],
  ["image", { image: `/images/${randomUUID()}` }],
])("refuses a form with an invalid %s and names the field: %j", async (field, wrong) => {
  const before = shop.deps.catalogue.listedCount(seller.id);
  const answer = await add({ ...form, ...wrong });
  expect(answer.status).toBe(400);
  expect(answer.body.error.fields).toHaveProperty(field);
  expect(answer.body.message).toBe(answer.body.error.message);
  expect(shop.deps.catalogue.listedCount(seller.id)).toBe(before);
});

// ASVS 2.1.2
test("accepts categoryId alone and derives the make from it", async () => {
  const { body } = await add({
    ...form,
    category: undefined,
    categoryId: "3",
    year: new Date().getUTCFullYear() - 4,
    used: 40,
  });
  expect(await inCategory(3, body.insertedId)).toMatchObject({
    category: "Audi",
    make: "Audi",
    used: 4,
  });
});

test("stores the VIN in capitals, and shows next year's model as used for zero years", async () => {
  const year = new Date().getUTCFullYear() + 1;
  const { body } = await add({ ...form, vin: "wba8b9g50hnu12345", year });
  expect(await inCategory(1, body.insertedId)).toMatchObject({
    vin: "WBA8B9G50HNU12345",
    used: 0,
  });
});

test("refuses to advertise a sold car", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id, state: "paid" });
  const { body } = await shop.call("PUT", `/api/products/${car.id}`, { token: seller.token });
  expect(body).toEqual({ modifiedCount: 0, message: "This car is sold." });
});

test("a car without a location has its seller's location", async () => {
  const local = await anAccount(shop.deps, { role: "Seller", location: "Porto" });
  const there = await aListing(shop.deps, { sellerId: local.id, location: "" });
  const elsewhere = await aListing(shop.deps, { sellerId: local.id, location: "Faro" });
  expect(await inCategory(1, there.id)).toMatchObject({ location: "Porto" });
  expect(await inCategory(1, elsewhere.id)).toMatchObject({ location: "Faro" });
});

test("advertises a car on the home page once", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const advertise = () =>
    shop.call("PUT", `/api/products/${car.id}`, {
      token: seller.token,
      headers: { "content-type": "application/json" },
    });
  expect((await advertise()).body).toEqual({ modifiedCount: 1 });
  expect((await advertise()).body).toEqual({ modifiedCount: 0, message: expect.any(String) });
  const home = await shop.call("GET", "/api/products");
  expect(home.body.map((product: { _id: string }) => product._id)).toEqual([car.id]);
  expect(home.headers["x-total-count"]).toBe("1");
});

test("answers not found when a seller advertises or deletes another seller's car", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  for (const id of [car.id, randomUUID(), "1", "not-an-id", "%00", "' or 1=1 --", "../users"])
    for (const [method, path] of [
      ["PUT", "/api/products/"],
      ["DELETE", "/api/addproduct/"],
    ] as const) {
      const answer = await shop.call(method, path + encodeURIComponent(id), { token: other.token });
      expect([id, answer.status]).toEqual([id, 404]);
      expect(answer.body.error.fields).toHaveProperty("id");
    }
  expect(shop.deps.catalogue.find(car.id)).toMatchObject({
    isAdvertise: false,
    status: "available",
  });
});

test("a seller can delete a car unless it is reserved; a sold one is hidden and keeps its booking", async () => {
  const free = await aListing(shop.deps, { sellerId: seller.id });
  const held = await aListing(shop.deps, { sellerId: seller.id });
  const sold = await aListing(shop.deps, { sellerId: seller.id });
  await aBooking(shop.deps, { listingId: held.id, buyerId: buyer.id });
  const paid = await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  const remove = (id: string) =>
    shop.call("DELETE", `/api/addproduct/${id}`, { token: seller.token });
  const { body: own } = await shop.call("GET", "/api/addproduct?limit=200", {
    token: seller.token,
  });
  const actionsOf = ({ id }: { id: string }) =>
    own.find((car: { _id: string }) => car._id === id).allowedActions;
  expect([free, held, sold].map(actionsOf)).toEqual([
    ["edit", "advertise", "confirm", "delete"],
    ["advertise"],
    ["delete"],
  ]);
  expect((await remove(free.id)).body).toEqual({ deletedCount: 1 });
  expect((await remove(free.id)).status).toBe(404);
  expect((await remove(held.id)).body).toEqual({
    deletedCount: 0,
    message: expect.stringContaining("holds"),
  });
  expect((await remove(sold.id)).body).toEqual({ deletedCount: 1 });
  expect(await inCategory(1, free.id)).toBeUndefined();
  expect(await inCategory(1, held.id)).toMatchObject({ status: "reserved" });
  expect(
    (await shop.call("GET", `/api/bookings/${paid.id}`, { token: buyer.token })).body,
  ).toMatchObject({ paid: true, state: "paid" });
});

test("an admin deletes a car: its hold ends, its reports are settled and the action is logged", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const hold = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  await shop.call("PUT", `/api/reportedProducts/${car.id}`, { token: buyer.token });
  expect(
    (await shop.call("DELETE", `/api/addproduct/${car.id}`, { token: admin.token })).body,
  ).toEqual({ deletedCount: 1 });
  expect(
    (await shop.call("GET", `/api/bookings/${hold.id}`, { token: buyer.token })).body.state,
  ).toBe("cancelled");
  const { rows } = await shop.deps.db.execute(sql`
    select action, audit.actor_id, details->>'releasedBooking' as released, outcome from audit join report on listing_id = subject_id where subject_id = ${car.id}`);
  expect(rows).toEqual([
    { action: "listing.remove", actor_id: admin.id, released: hold.id, outcome: "removed" },
  ]);
});

test("an admin finds any car by its name, seller or id, and removes it for a reason", async () => {
  const dealer = await anAccount(shop.deps, { role: "Seller", name: "Odd Dealer" });
  const car = await aListing(shop.deps, { sellerId: dealer.id, name: "Rare 100% find" });
  const second = await aListing(shop.deps, { sellerId: dealer.id });
  const { id: holdId } = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  const list = async (query: string, token = admin.token) => {
    const { body, headers } = await shop.call("GET", `/api/addproduct?${query}`, { token });
    return {
      ids: (body as { _id: string }[]).map(({ _id }) => _id),
      total: Number(headers["x-total-count"]),
    };
  };
  expect(await list("q=100%25%20FIND")).toEqual({ ids: [car.id], total: 1 });
  expect(await list(`q=${second.id}`)).toEqual({ ids: [second.id], total: 1 });
  for (const query of ["q=odd%20deal", `q=${dealer.email}`, `seller=${dealer.id}`])
    expect(await list(query)).toEqual({ ids: [second.id, car.id], total: 2 });
  expect(await list(`seller=${dealer.id}&q=rare`)).toEqual({ ids: [car.id], total: 1 });
  // A seller sees only their own listings, even when asking for another seller's.
  expect((await list(`seller=${dealer.id}&limit=200`, seller.token)).ids).not.toContain(car.id);
  const wrong = await shop.call("GET", "/api/addproduct?seller=x", { token: admin.token });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ["seller"]]);

  const body = { reason: "It was reported by phone as stolen." };
  const removed = await shop.call("DELETE", `/api/addproduct/${car.id}`, {
    token: admin.token,
    body,
  });
  expect(removed.body).toEqual({ deletedCount: 1 });
  expect((await list(`seller=${dealer.id}`)).ids).toEqual([second.id]);
  const hold = await shop.call("GET", `/api/bookings/${holdId}`, { token: buyer.token });
  expect(hold.body.state).toBe("cancelled");
  const { rows } = await shop.deps.db.execute<{ text: string }>(
    sql`select text from email where kind = 'listing.removed' and to_address = ${dealer.email}`,
  );
  expect(rows[0]!.text).toContain(body.reason);
  const acts = await shop.call("GET", "/api/moderation", { token: dealer.token });
  expect(acts.body).toMatchObject([
    { kind: "removal", reason: body.reason, allowedActions: ["appeal"] },
  ]);
  const log = await shop.call("GET", `/api/audit?subject=${car.id}`, { token: admin.token });
  expect(log.body).toMatchObject([{ action: "listing.remove", details: body }]);
});

test("a sold car leaves both lists, their counts and their totals", async () => {
  const car = await aListing(shop.deps, {
    sellerId: seller.id,
    make: "Mercedes-Benz",
    isAdvertised: true,
  });
  const count = async () =>
    (await shop.call("GET", "/api/category")).body.find(
      (one: { category_id: number }) => one.category_id === 2,
    ).count;
  const before = await count();
  await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id, state: "paid" });
  expect(await count()).toBe(before - 1);
  expect((await shop.call("GET", "/api/products/2")).headers["x-total-count"]).toBe(
    String(before - 1),
  );
  expect(
    (await shop.call("GET", "/api/products?limit=200")).body.map(
      (product: { _id: string }) => product._id,
    ),
  ).not.toContain(car.id);
});

// ASVS 2.4.1
test("lists are bounded and paged", async () => {
  await shop.deps.db.execute(sql`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor, created_at)
    select gen_random_uuid(), ${other.id}, 'Many', 'Audi', 3, 100 * n, now() - make_interval(secs => n / 4) from generate_series(1, 230) as n`);
  await shop.deps.catalogue.refresh();
  expect((await shop.call("GET", "/api/products/3")).body).toHaveLength(50);
  expect((await shop.call("GET", "/api/products/3?limit=100000")).body).toHaveLength(200);
  for (const limit of ["0", "-1", "x", "1.5"])
    expect((await shop.call("GET", `/api/products/3?limit=${limit}`)).status).toBe(400);
  for (const path of ["/api/products", "/api/products/3"])
    expect((await shop.call("GET", `${path}?cursor=broken`)).body.error.code).toBe(
      "invalid_cursor",
    );
  expect(
    (await shop.call("GET", "/api/addproduct?cursor=broken", { token: other.token })).body.error
      .code,
  ).toBe("invalid_cursor");
  expect((await shop.call("GET", "/api/products/9")).status).toBe(404);

  let url: string | undefined = "/api/addproduct?limit=60";
  const ids = new Set<string>();
  while (url) {
    const page = await shop.call("GET", url, { token: other.token });
    expect(page.headers["x-total-count"]).toBe("230");
    for (const product of page.body) ids.add(product._id);
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(ids.size).toBe(230);
  expect(
    (await shop.call("GET", "/api/addproduct?limit=200", { token: admin.token })).body,
  ).toHaveLength(200);
});

test("cars added at the same time keep their order across pages", async () => {
  const busy = await anAccount(shop.deps, { role: "Seller" });
  // These indexes would hide a missing sort key, because PostgreSQL happens to read in their order.
  await shop.deps.db.execute(sql`drop index listing_seller_newest, listing_newest`);
  await shop.deps.db.execute(sql`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor, created_at)
    select gen_random_uuid(), ${busy.id}, 'Twin ' || n, 'Audi', 3, 100, '2026-05-05T05:05:05Z' from generate_series(1, 40) as n`);
  await shop.deps.catalogue.refresh();
  const seen: string[] = [];
  let url: string | undefined = "/api/addproduct?limit=7";
  while (url) {
    const page = await shop.call("GET", url, { token: busy.token });
    seen.push(...page.body.map((product: { _id: string }) => product._id));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(new Set(seen).size).toBe(40);
  expect(seen).toEqual(seen.toSorted().toReversed());
});

test("only the seller sees a car's sale: how long it is held, and the buyer once it is paid", async () => {
  const owner = await anAccount(shop.deps, { role: "Seller" });
  const saleOf = async (car: { id: string }, token = owner.token) => {
    const { body } = await shop.call("GET", "/api/addproduct?limit=200", { token });
    return body.find(({ _id }: { _id: string }) => _id === car.id)?.sale;
  };
  const aSale = async (state: BookingState, given: { email?: string; lapsed?: boolean } = {}) => {
    const car = await aListing(shop.deps, { sellerId: owner.id });
    const { id } = await aBooking(shop.deps, {
      listingId: car.id,
      buyerId: buyer.id,
      state,
      name: "Kim Buyer",
      email: given.email ?? buyer.email,
      phone: "+351 900 000 000",
      location: "Porto",
      expiresAt: new Date(Date.now() + (given.lapsed ? -60_000 : 3_600_000)),
      ...(state === "releasing" && { releasingTo: "cancelled" as const }),
    });
    return { car, id };
  };
  const unpaid = { buyer: null, receiptNumber: null, canReview: false };

  const held = await aSale("held");
  const sale = await saleOf(held.car);
  expect(sale).toEqual({
    bookingId: held.id,
    state: "held",
    heldUntil: expect.stringMatching(/^\d{4}-.*Z$/),
    ...unpaid,
  });
  const releasing = await aSale("releasing");
  expect(await saleOf(releasing.car)).toMatchObject({ heldUntil: null, ...unpaid });
  for (const over of [
    await aSale("held", { lapsed: true }),
    await aSale("cancelled"),
    await aSale("refunded"),
  ])
    expect(await saleOf(over.car)).toBeNull();

  const paid = await aSale("paid");
  const payment = { bookingId: paid.id, transactionId: `pi_${paid.id}`, paidMinor: 2_000_000 };
  await shop.deps.db.transaction((tx) => issueReceipt(tx, payment, shop.deps));
  expect(await saleOf(paid.car)).toEqual({
    bookingId: paid.id,
    state: "paid",
    heldUntil: null,
    buyer: {
      name: "Kim Buyer",
      email: buyer.email,
      phone: "+351 900 000 000",
      phoneLink: null,
      location: "Porto",
    },
    receiptNumber: expect.stringMatching(/^M-\d{6}$/),
    canReview: true,
  });
  const erased = await aSale("partly_refunded", { email: "" });
  expect(await saleOf(erased.car)).toMatchObject({ state: "partly_refunded", buyer: null });

  expect(await saleOf(paid.car, other.token)).toBeUndefined();
  expect(await saleOf(paid.car, admin.token)).toBeNull();
});
