import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingRefusals, maximumHolds } from "#shared/bookings/booking.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { confirmAddress } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;

beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: "on", HOLDS_PER_ADDRESS: "3" });
  sellerId = (await anAccount(shop.deps, { role: "Seller" })).id;
});
afterAll(() => shop.close());

const aCar = () => aListing(shop.deps, { sellerId });
type Car = Awaited<ReturnType<typeof aCar>>;

async function book(
  token: string,
  car: Car,
  { ip = "203.0.113.7", app = shop.app }: { ip?: string; app?: typeof shop.app } = {},
) {
  const answer = await app.inject({
    method: "POST",
    url: "/api/bookings",
    remoteAddress: ip,
    headers: { authorization: `Bearer ${token}` },
    payload: { productId: car.id, item: car.name, price: car.resalePriceMinor / 100 },
  });
  return {
    status: answer.statusCode,
    body: answer.json<{ acknowledged: boolean; insertedId?: string }>(),
  };
}
const refused = (reason: keyof typeof bookingRefusals) => ({
  status: 200,
  body: { acknowledged: false, message: bookingRefusals[reason] },
});
const booked = { status: 200, body: { acknowledged: true } };

test("refuses a booking until the buyer's email address is confirmed", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps, { isConfirmed: false });
  expect(await book(buyer.token, car)).toEqual(refused("email_unconfirmed"));
  expect(shop.deps.catalogue.find(car.id)?.status).toBe("available");
  await confirmAddress(shop, buyer.email);
  expect(await book(buyer.token, car, { ip: "203.0.113.1" })).toMatchObject(booked);
});

test("lets the operator allow bookings without a confirmed email address", async () => {
  const open = await createTestApp({ BOOKING_NEEDS_CONFIRMED_EMAIL: "0" });
  try {
    const seller = await anAccount(open.deps, { role: "Seller" });
    const car = await aListing(open.deps, { sellerId: seller.id });
    const { token } = await anAccount(open.deps, { isConfirmed: false });
    expect(await book(token, car, { app: open.app })).toMatchObject(booked);
  } finally {
    await open.close();
  }
});

test("limits the holds from one IP address across accounts, even for concurrent requests", async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => anAccount(shop.deps)));
  const cars = await Promise.all(Array.from({ length: 8 }, aCar));
  const answers = await Promise.all(buyers.map(({ token }, index) => book(token, cars[index]!)));
  expect(answers.filter(({ body }) => body.acknowledged)).toHaveLength(3);
  expect(answers.filter(({ body }) => !body.acknowledged)).toEqual(
    Array(5).fill(refused("too_many_holds_here")),
  );

  const first = await anAccount(shop.deps);
  const last = await aCar();
  expect(await book(first.token, last)).toEqual(refused("too_many_holds_here"));
  // All addresses in one network count as one; a different network is counted separately.
  const mapped = await book(first.token, last, { ip: "::ffff:203.0.113.7" });
  expect(mapped).toEqual(refused("too_many_holds_here"));

  const winner = answers.findIndex(({ body }) => body.acknowledged);
  const { body } = answers[winner]!;
  const { token } = buyers[winner]!;
  // The hold stays until the card provider has canceled its started payment.
  await shop.deps.pool.query(
    "update booking set state = 'releasing', releasing_to = 'cancelled' where id = $1",
    [body.insertedId],
  );
  expect(await book(first.token, last)).toEqual(refused("too_many_holds_here"));
  await shop.deps.pool.query(
    "update booking set state = 'held', releasing_to = null where id = $1",
    [body.insertedId],
  );
  await shop.call("DELETE", `/api/bookings/${body.insertedId}`, { token });
  expect(await book(first.token, last)).toMatchObject(booked);
});

test("deletes the hash of the IP address when the hold ends", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  const answer = await book(buyer.token, car, { ip: "203.0.113.9" });
  const { insertedId } = answer.body;
  const heldFrom = async () => {
    const { rows } = await shop.deps.pool.query<{ held_from: string | null }>(
      "select held_from from booking where id = $1",
      [insertedId],
    );
    return rows[0]!.held_from;
  };
  expect(await heldFrom()).toMatch(/^[\w-]{43}$/);
  await shop.call("DELETE", `/api/bookings/${insertedId}`, { token: buyer.token });
  expect(await heldFrom()).toBeNull();
});

test("counts a hold that waits for the card provider toward the buyer's five", async () => {
  const buyer = await anAccount(shop.deps);
  for (let index = 0; index < maximumHolds; index += 1)
    await aBooking(shop.deps, {
      listingId: (await aCar()).id,
      buyerId: buyer.id,
      state: index === 0 ? "releasing" : "held",
    });
  const answer = await book(buyer.token, await aCar(), { ip: "203.0.113.2" });
  expect(answer).toEqual(refused("too_many_holds"));
});

test("a buyer whose account is being updated waits with one connection, and not for long", async () => {
  const buyer = await anAccount(shop.deps, { isConfirmed: true });
  const cars = [await aCar(), await aCar(), await aCar()];
  const { db } = shop.deps;
  const books = (car: Car) => book(buyer.token, car, { ip: "203.0.113.9" });
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from account where id = ${buyer.id} for no key update`);
    const bookings = cars.map(books);
    const waiting = async () =>
      (
        await db.execute(sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`)
      ).rows.length;
    await expect.poll(waiting).toBe(1);
    for (const booking of bookings) expect(await booking).toMatchObject({ status: 429 });
  });
  expect(await books(cars[0]!)).toMatchObject(booked);
});
