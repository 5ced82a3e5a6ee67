import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingRefusals, maximumHolds } from "#shared/bookings/booking.ts";
import { illustrationPath } from "#shared/listings/illustration.ts";
import type { listingTable } from "#server/listings/listing-table.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { expireDueHolds } from "./expire-due-holds.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp({ DATABASE_POOL: "40" });
  seller = await anAccount(shop.deps, { role: "Seller", phone: "+351 21 000 0000" });
});

afterAll(() => shop.close());

type Listing = typeof listingTable.$inferSelect;
const aCar = (given: Partial<Listing> = {}) =>
  aListing(shop.deps, { sellerId: seller.id, ...given });
const aBuyer = () => anAccount(shop.deps, { role: "Buyer" });
const order = (car: Listing, given: object = {}) => ({
  productId: car.id,
  item: car.name,
  price: car.resalePriceMinor / 100,
  ...given,
});
const book = (token: string, body: unknown) => shop.call("POST", "/api/bookings", { token, body });
const refused = (reason: keyof typeof bookingRefusals) => ({
  acknowledged: false,
  message: bookingRefusals[reason],
});

async function liveBookings(listingId: string): Promise<number> {
  const { rows } = await shop.deps.db.execute<{ live: number }>(
    sql`select count(*)::int as live from booking where listing_id = ${listingId} and state in ('held', 'releasing', 'paid', 'partly_refunded')`,
  );
  return rows[0]!.live;
}

async function stored(bookingId: string): Promise<{ state: string; price: number }> {
  const { rows } = await shop.deps.db.execute<{ state: string; price: number }>(
    sql`select state, price_minor::int / 100 as price from booking where id = ${bookingId}`,
  );
  return rows[0]!;
}

test("a buyer books a car, reads the booking and cancels it", async () => {
  const car = await aCar({ year: 2020, phone: "" });
  const buyer = await aBuyer();
  const answer = await book(
    buyer.token,
    order(car, {
      phone: "123",
      location: "Faro",
      name: "Someone else",
      email: "x@y.example",
      paid: true,
      state: "paid",
    }),
  );
  expect(answer).toMatchObject({
    status: 200,
    body: { acknowledged: true, insertedId: expect.any(String) },
  });
  const id = answer.body.insertedId;

  const read = await shop.call("GET", `/api/bookings/${id}`, { token: buyer.token });
  expect(read.body).toMatchObject({
    _id: id,
    productId: car.id,
    name: buyer.name,
    email: buyer.email,
    item: car.name,
    image: "/cars/covered.webp",
    imageIsIllustration: true,
    price: 20_000,
    currency: "USD",
    phone: "123",
    location: "Faro",
    paid: false,
    state: "held",
    sellerEmail: seller.email,
    sellerPhone: "+351 21 000 0000",
    allowedActions: ["pay", "cancel"],
  });
  expect(answer.body.booking).toEqual(read.body);
  const heldFor = Date.parse(read.body.expiresAt) - Date.parse(read.body.createdAt);
  // Compared in seconds, because only one of the times is rounded to milliseconds.
  expect(Math.round(heldFor / 1_000)).toBe(24 * 3_600);

  const list = await shop.call("GET", `/api/bookings?email=${buyer.email}`, { token: buyer.token });
  expect(list.body).toEqual([read.body]);
  expect(list.headers["x-total-count"]).toBe("1");
  expect(shop.deps.catalogue.find(car.id)?.status).toBe("reserved");

  expect((await shop.call("DELETE", `/api/bookings/${id}`, { token: buyer.token })).body).toEqual({
    deletedCount: 1,
  });
  expect(shop.deps.catalogue.find(car.id)?.status).toBe("available");
  const again = await shop.call("DELETE", `/api/bookings/${id}`, { token: buyer.token });
  expect(again.body).toEqual({ deletedCount: 0, message: expect.any(String) });
  const after = await shop.call("GET", `/api/bookings/${id}`, { token: buyer.token });
  expect(after.body).toMatchObject({
    state: "cancelled",
    isCanceledByBuyer: true,
    expiresAt: null,
    sellerEmail: null,
    sellerPhone: null,
    allowedActions: [],
  });
  const { rows } = await shop.deps.db.execute(
    sql`select from_state, to_state, actor_id from booking_event where booking_id = ${id} order by id`,
  );
  expect(rows).toEqual([
    { from_state: null, to_state: "held", actor_id: buyer.id },
    { from_state: "held", to_state: "cancelled", actor_id: buyer.id },
  ]);
});

test.each([
  [{}, { item: "Item is required.", price: "Price must be a number." }],
  [undefined, { body: "The body is required." }],
  [{ item: [], price: 1 }, { item: "Item must be text." }],
])("a booking of %j names each wrong field in words", async (body, fields) => {
  const buyer = await aBuyer();
  const answer = await shop.call("POST", "/api/bookings", { token: buyer.token, body });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({ message: Object.values(fields)[0], fields });
  expect(answer.body.message).toBe(Object.values(fields)[0]);
});

// ASVS 2.2.3
test("answers each refused booking with 200 and the reason, and books nothing", async () => {
  const buyer = await aBuyer();
  const car = await aCar();
  expect((await book(buyer.token, order(car, { price: 1 }))).body).toEqual(
    refused("price_changed"),
  );
  expect((await book(buyer.token, order(car, { price: 20_000.001 }))).body).toEqual(
    refused("price_changed"),
  );
  expect((await book(buyer.token, order(car, { productId: randomUUID() }))).body).toEqual(
    refused("unknown_item"),
  );
  expect((await book(buyer.token, order(await aCar({ sellerId: buyer.id })))).body).toEqual(
    refused("own_car"),
  );
  expect((await book(buyer.token, order(await aCar({ withdrawnAt: new Date() })))).body).toEqual(
    refused("not_for_sale"),
  );
  expect((await book(buyer.token, order(await aCar({ removedAt: new Date() })))).body).toEqual(
    refused("not_for_sale"),
  );
  expect(await liveBookings(car.id)).toBe(0);

  expect((await book(buyer.token, order(car))).body.acknowledged).toBe(true);
  expect((await book(buyer.token, order(car))).body).toEqual(refused("already_yours"));
  expect((await book((await aBuyer()).token, order(car))).body).toEqual(refused("taken"));
});

test("without a product id, books the only free car with exactly that name and picture", async () => {
  const car = await aCar({ name: "One of a kind", image: "https://host.example/1.jpg" });
  const body = { item: "One of a kind", price: 20_000, image: "https://host.example/1.jpg" };
  const buyer = await aBuyer();
  expect((await book(buyer.token, { ...body, image: "https://host.example/2.jpg" })).body).toEqual(
    refused("unknown_item"),
  );
  expect((await book(buyer.token, { ...body, item: "One of a Kind" })).body).toEqual(
    refused("unknown_item"),
  );
  const twin = await aCar({ name: car.name, image: car.image });
  expect((await book(buyer.token, body)).body).toEqual(refused("unknown_item"));
  await aBooking(shop.deps, { listingId: twin.id, buyerId: (await aBuyer()).id });
  expect((await book(buyer.token, body)).body.acknowledged).toBe(true);
  expect(await liveBookings(car.id)).toBe(1);

  const drawn = await aCar({ name: "Drawn", bodyType: "estate", colour: "Night Black" });
  const image = illustrationPath(drawn);
  expect((await book(buyer.token, { item: "Drawn", price: 20_000, image })).body).toMatchObject({
    acknowledged: true,
  });
  expect(await liveBookings(drawn.id)).toBe(1);
});

test("a suspended or deleted seller's car of the same name and picture does not block a booking by name", async () => {
  const given = { name: "Namesake", image: "https://host.example/namesake.jpg" };
  const car = await aCar(given);
  for (const end of [{ suspendedAt: new Date() }, { deletedAt: new Date() }]) {
    const deletedSeller = await anAccount(shop.deps, { role: "Seller", ...end });
    await aCar({ ...given, sellerId: deletedSeller.id });
  }
  const body = { item: given.name, price: 20_000, image: given.image };
  expect((await book((await aBuyer()).token, body)).body.acknowledged).toBe(true);
  expect(await liveBookings(car.id)).toBe(1);
});

// ASVS 2.3.4
test("gives a car to exactly one of 200 concurrent buyers", async () => {
  const car = await aCar();
  const buyers = await Promise.all(Array.from({ length: 200 }, aBuyer));
  const answers = await Promise.all(buyers.map((buyer) => book(buyer.token, order(car))));
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
  expect(answers.filter((answer) => answer.body.acknowledged)).toHaveLength(1);
  expect(answers.filter((answer) => answer.body.message === bookingRefusals.taken)).toHaveLength(
    199,
  );
  expect(await liveBookings(car.id)).toBe(1);
});

// ASVS 2.3.2
test("limits one buyer's twenty concurrent requests, for one car and for twenty", async () => {
  const car = await aCar();
  const buyer = await aBuyer();
  const same = await Promise.all(Array.from({ length: 20 }, () => book(buyer.token, order(car))));
  expect(same.filter((answer) => answer.body.acknowledged)).toHaveLength(1);
  expect(
    same.filter((answer) => answer.body.message === bookingRefusals.already_yours),
  ).toHaveLength(19);

  const greedy = await aBuyer();
  const cars = await Promise.all(Array.from({ length: 20 }, () => aCar()));
  const many = await Promise.all(cars.map((one) => book(greedy.token, order(one))));
  expect(many.filter((answer) => answer.body.acknowledged)).toHaveLength(maximumHolds);
  expect(
    many.filter((answer) => answer.body.message === bookingRefusals.too_many_holds),
  ).toHaveLength(20 - maximumHolds);
});

test("does not say that the buyer canceled a booking that ended with its listing", async () => {
  const car = await aCar();
  const buyer = await aBuyer();
  const admin = await anAccount(shop.deps, { role: "admin" });
  const id = (await book(buyer.token, order(car))).body.insertedId;
  await shop.call("DELETE", `/api/addproduct/${car.id}`, { token: admin.token });
  const { body } = await shop.call("GET", `/api/bookings/${id}`, { token: buyer.token });
  expect(body).toMatchObject({ state: "cancelled", isCanceledByBuyer: false });
});

test("never books a car that is withdrawn, removed or repriced at the same time", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  for (let round = 0; round < 20; round += 1) {
    const withdrawn = await aCar();
    const removed = await aCar();
    const dearer = await aCar();
    const buyer = await aBuyer();
    const [first, , second, , third] = await Promise.all([
      book(buyer.token, order(withdrawn)),
      shop.call("DELETE", `/api/addproduct/${withdrawn.id}`, { token: seller.token }),
      book(buyer.token, order(removed)),
      shop.call("DELETE", `/api/addproduct/${removed.id}`, { token: admin.token }),
      book(buyer.token, order(dearer)),
      shop.deps.db.execute(
        sql`update listing set resale_price_minor = 2500000 where id = ${dearer.id}`,
      ),
    ]);
    const { rows } = await shop.deps.db.execute<{ isWithdrawn: boolean }>(
      sql`select withdrawn_at is not null as "isWithdrawn" from listing where id = ${withdrawn.id}`,
    );
    expect(rows[0]!.isWithdrawn).toBe(!first.body.acknowledged);
    expect(await liveBookings(removed.id)).toBe(0);
    // If the booking came first, the removal ended the hold. Otherwise there was nothing to book.
    if (second.body.acknowledged)
      expect((await stored(second.body.insertedId)).state).toBe("cancelled");
    else expect(second.body).toEqual(refused("not_for_sale"));
    // If the booking came first, the car is held at the price that the buyer saw.
    if (third.body.acknowledged) expect((await stored(third.body.insertedId)).price).toBe(20_000);
    else expect(third.body).toEqual(refused("price_changed"));
    for (const car of [withdrawn, dearer])
      await shop.deps.db.execute(
        sql`update booking set state = 'cancelled' where listing_id = ${car.id}`,
      );
  }
});

test("an expired hold that no job has ended yet blocks neither its buyer nor the next one", async () => {
  const car = await aCar();
  const first = await aBuyer();
  const next = await aBuyer();
  const old = await aBooking(shop.deps, {
    listingId: car.id,
    buyerId: first.id,
    expiresAt: new Date(Date.now() - 1_000),
  });
  const read = await shop.call("GET", `/api/bookings/${old.id}`, { token: first.token });
  expect(read.body).toMatchObject({ state: "expired", allowedActions: [], sellerEmail: null });
  expect(
    (await shop.call("DELETE", `/api/bookings/${old.id}`, { token: first.token })).body
      .deletedCount,
  ).toBe(0);
  expect((await book(next.token, order(car))).body.acknowledged).toBe(true);
  expect(await liveBookings(car.id)).toBe(1);
  const { rows } = await shop.deps.db.execute(sql`select state from booking where id = ${old.id}`);
  expect(rows).toEqual([{ state: "expired" }]);
});

test("expired holds do not count toward the five, and the seller can delete the car", async () => {
  const buyer = await aBuyer();
  const cars = await Promise.all(Array.from({ length: maximumHolds }, () => aCar()));
  for (const car of cars)
    await aBooking(shop.deps, {
      listingId: car.id,
      buyerId: buyer.id,
      expiresAt: new Date(Date.now() - 1_000),
    });
  expect((await book(buyer.token, order(await aCar()))).body.acknowledged).toBe(true);
  expect(
    (await shop.call("DELETE", `/api/addproduct/${cars[0]!.id}`, { token: seller.token })).body,
  ).toEqual({ deletedCount: 1 });
});

test("two processes end 1,000 holds that expired during downtime, each once", async () => {
  const buyer = await aBuyer();
  const running = await aBooking(shop.deps, { listingId: (await aCar()).id, buyerId: buyer.id });
  await shop.deps.db.execute(sql`
    with car as (
      insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
      select gen_random_uuid(), ${seller.id}, 'Held', 'BMW', 1, 100 from generate_series(1, 1000) returning id)
    insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at)
    select gen_random_uuid(), id, ${buyer.id}, 'held', 'Held', '', 100, 100, 'USD', '', '', now() - interval '1 minute' from car`);
  const second = connectDatabase(shop.databaseUrl, 4);
  const swept = await Promise.all([
    expireDueHolds(shop.deps),
    expireDueHolds({ ...shop.deps, db: second.db }),
  ]);
  await second.pool.end();
  expect(swept[0] + swept[1]).toBeGreaterThanOrEqual(1_000);
  const { rows } = await shop.deps.db.execute(sql`
    select count(*)::int as holds, count(distinct booking.id)::int as events, min(state) as state
    from booking join booking_event on booking_id = booking.id and to_state = 'expired' where item = 'Held'`);
  expect(rows).toEqual([{ holds: 1_000, events: 1_000, state: "expired" }]);
  expect(
    (await shop.call("GET", `/api/bookings/${running.id}`, { token: buyer.token })).body.state,
  ).toBe("held");
});

test("pages a long list of bookings, newest first, each booking once", async () => {
  const buyer = await aBuyer();
  await shop.deps.db.execute(sql`
    insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at, created_at)
    select gen_random_uuid(), ${(await aCar()).id}, ${buyer.id}, 'cancelled', n::text, '', 100, 100, 'USD', '', '', now(), now() - make_interval(secs => n / 3)
    from generate_series(1, 130) as n`);
  let url: string | undefined = `/api/bookings?email=${buyer.email}`;
  const dates: string[] = [];
  const ids = new Set<string>();
  while (url) {
    const page = await shop.call("GET", url, { token: buyer.token });
    expect(page.headers["x-total-count"]).toBe("130");
    for (const booking of page.body) {
      dates.push(booking.createdAt);
      ids.add(booking._id);
    }
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(ids.size).toBe(130);
  expect(dates).toEqual(dates.toSorted().reverse());
  expect(
    (
      await shop.call("GET", `/api/bookings?email=${buyer.email}&cursor=nonsense`, {
        token: buyer.token,
      })
    ).status,
  ).toBe(400);
});
