import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueReceipt } from "#server/payments/receipts/issue-receipt.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let dealer: User;
let admin: User;
beforeAll(async () => {
  shop = await createTestApp({ DATABASE_POOL: "20" });
  dealer = await anAccount(shop.deps, { role: "Seller" });
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const become = ({ token }: User) => shop.call("POST", "/api/account/become-seller", { token });
const roleOf = async ({ token }: User) =>
  (await shop.call("GET", "/api/account", { token })).body.role as string;
const aCar = () => aListing(shop.deps, { sellerId: dealer.id });
const aBookingOf = async (buyer: User, given: object = {}) =>
  aBooking(shop.deps, { listingId: (await aCar()).id, buyerId: buyer.id, ...given });
async function aPurchaseOf(buyer: User) {
  const { id } = await aBookingOf(buyer, { state: "paid" });
  const paid = { bookingId: id, transactionId: `pi_${id}`, paidMinor: 2_000_000 };
  await issueReceipt(shop.deps.db, paid, shop.deps);
  return id;
}

test("turns a buyer into an unverified seller immediately, and logs it", async () => {
  const buyer = await anAccount(shop.deps);
  const { token } = buyer;
  expect((await shop.call("GET", "/api/addproduct", { token })).status).toBe(403);
  expect((await become(buyer)).body).toEqual({ modifiedCount: 1 });
  expect(await roleOf(buyer)).toBe("Seller");
  expect((await shop.call("GET", "/api/addproduct", { token })).status).toBe(200);
  const booking = { productId: (await aCar()).id, item: "x", price: 20_000 };
  expect((await shop.call("POST", "/api/bookings", { token, body: booking })).status).toBe(403);
  const sellers = await shop.call("GET", `/api/seller?q=${buyer.email}`, { token: admin.token });
  expect(sellers.body).toMatchObject([{ _id: buyer.id, isVerify: false, isSuspended: false }]);
  const entries = await shop.call("GET", `/api/audit?subject=${buyer.id}`, { token: admin.token });
  expect(entries.body).toMatchObject([
    { action: "account.become_seller", actor: { email: buyer.email }, details: { was: "Buyer" } },
  ]);
  // It cannot be undone, and a second call changes nothing.
  expect((await become(buyer)).status).toBe(403);
});

test("refuses a buyer with an open hold or unsettled payment, and says what to do", async () => {
  const holder = await anAccount(shop.deps);
  const hold = await aBookingOf(holder);
  expect((await become(holder)).body).toEqual({
    modifiedCount: 0,
    message: "You have a reserved car. Pay for it or cancel the booking first.",
  });
  expect(await roleOf(holder)).toBe("Buyer");
  await shop.call("DELETE", `/api/bookings/${hold.id}`, { token: holder.token });
  expect((await become(holder)).body).toEqual({ modifiedCount: 1 });

  const payer = await anAccount(shop.deps);
  const bookingId = await aPurchaseOf(payer);
  await shop.deps.db.execute(sql`
    with payment as (
      insert into payment (id, booking_id, intent_id, status, amount_minor, captured_minor, currency)
      values (gen_random_uuid(), ${bookingId}, ${`pi_${bookingId}`}, 'succeeded', 2000000, 2000000, 'USD')
      returning id)
    insert into refund (id, payment_id, amount_minor, cause, why, status)
    select gen_random_uuid(), id, 100, 'admin', 'Goodwill', 'pending' from payment`);
  expect((await become(payer)).body).toEqual({
    modifiedCount: 0,
    message: "One of your payments or refunds is still being settled. Try again when it is done.",
  });
  await shop.deps.db.execute(sql`update refund set status = 'succeeded'`);
  expect((await become(payer)).body).toEqual({ modifiedCount: 1 });
});

test("refuses a suspended account", async () => {
  const suspended = await anAccount(shop.deps, { suspendedAt: new Date() });
  expect((await become(suspended)).body).toMatchObject({
    modifiedCount: 0,
    message: expect.stringContaining("suspended"),
  });
  expect(await roleOf(suspended)).toBe("Buyer");
});

test("a booking and the change at the same time: only one succeeds", async () => {
  for (let round = 0; round < 5; round++) {
    const buyer = await anAccount(shop.deps);
    const car = await aCar();
    const body = { productId: car.id, item: car.name, price: 20_000 };
    const [booked, became] = await Promise.all([
      shop.call("POST", "/api/bookings", { token: buyer.token, body }),
      become(buyer),
    ]);
    const hasBooked = booked.body.acknowledged === true;
    expect([hasBooked, became.body.modifiedCount]).toEqual(hasBooked ? [true, 0] : [false, 1]);
    expect(await roleOf(buyer)).toBe(hasBooked ? "Buyer" : "Seller");
  }
});

test("a former buyer can still read what they paid for, page by page, and no one else can", async () => {
  const buyer = await anAccount(shop.deps);
  const bookings = [await aPurchaseOf(buyer), await aPurchaseOf(buyer), await aPurchaseOf(buyer)];
  expect((await become(buyer)).body).toEqual({ modifiedCount: 1 });
  const { token } = buyer;
  const read: string[] = [];
  let url: string | undefined = "/api/account/purchases?limit=2";
  while (url) {
    const { body, headers } = await shop.call("GET", url, { token });
    expect(headers["x-total-count"]).toBe("3");
    read.push(...(body as { bookingId: string }[]).map(({ bookingId }) => bookingId));
    url = /<([^>]+)>/.exec(String(headers.link ?? ""))?.[1];
  }
  expect(read).toEqual(bookings.toReversed());
  const receipt = await shop.call("GET", `/api/bookings/${bookings[0]}/receipt`, { token });
  expect(receipt.body).toMatchObject({ amountPaid: 20_000, bookingId: bookings[0] });
  const theirs = await shop.call("GET", "/api/account/purchases", { token: dealer.token });
  expect(theirs.body).toEqual([]);
  const broken = await shop.call("GET", "/api/account/purchases?cursor=x", { token });
  expect(broken.body.error.code).toBe("invalid_cursor");
});
