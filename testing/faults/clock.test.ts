import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { book } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

const hour = 3_600_000;
let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => shop.close());

/** Sets this process's clock wrong. The database's stays right. */
function jump(milliseconds: number): void {
  vi.useRealTimers();
  const now = Date.now() + milliseconds;
  vi.useFakeTimers({ toFake: ["Date"], now });
}

let serial = 0;
async function aBuyerWithAHold() {
  const email = `clock-${(serial += 1)}@faults.example`;
  const buyer = await aSignedUpUser(shop, { email, role: "Buyer", isConfirmed: true });
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const bookingId = await book(shop, buyer as never, car);
  const newToken = async () => {
    const path = `/api/jwt?email=${encodeURIComponent(email)}`;
    const answer = await shop.call("GET", path, { headers: { cookie: buyer.cookie } });
    expect(answer.status).toBe(200);
    return answer.body.accessToken as string;
  };
  const read = (token: string) => shop.call("GET", `/api/bookings/${bookingId}`, { token });
  return { ...buyer, car, bookingId, newToken, read };
}

describe("a clock that jumps", () => {
  test("an hour ahead ends access tokens, which the browser renews, and no session or hold", async () => {
    const buyer = await aBuyerWithAHold();
    jump(hour + 60_000);
    const refused = await buyer.read(buyer.token);
    expect([refused.status, refused.body.error.code]).toEqual([401, "token_invalid"]);
    const token = await buyer.newToken();
    expect((await buyer.read(token)).body).toMatchObject({ state: "held" });
    await expireDueHolds(shop.deps);
    expect((await buyer.read(token)).body).toMatchObject({ state: "held" });
    // Back to the right time: the token of the future still works, and all are still signed in.
    vi.useRealTimers();
    expect((await buyer.read(token)).status).toBe(200);
    expect((await buyer.read(buyer.token)).status).toBe(200);
  });

  test("an hour back keeps tokens, sessions and holds, and what was issued then can be renewed", async () => {
    const buyer = await aBuyerWithAHold();
    jump(-hour - 60_000);
    expect((await buyer.read(buyer.token)).body).toMatchObject({ state: "held" });
    const token = await buyer.newToken();
    expect((await buyer.read(token)).status).toBe(200);
    await expireDueHolds(shop.deps);
    const another = await aBuyerWithAHold();
    expect((await another.read(another.token)).body).toMatchObject({ state: "held" });
    vi.useRealTimers();
    // It was issued an hour too early, so it has ended.
    expect((await buyer.read(token)).status).toBe(401);
    expect((await buyer.read(await buyer.newToken())).status).toBe(200);
    expect((await another.read(await another.newToken())).body).toMatchObject({ state: "held" });
  });

  test("of the database by an hour ends only holds in their last hour, and frees their cars", async () => {
    const early = await aBuyerWithAHold();
    const late = await aBuyerWithAHold();
    // What a clock an hour ahead does to these two rows.
    await shop.deps.pool.query(
      `update booking set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
       where id = any($1)`,
      [[early.bookingId, late.bookingId]],
    );
    await shop.deps.pool.query(
      "update booking set expires_at = now() - interval '30 minutes' where id = $1",
      [late.bookingId],
    );
    await expireDueHolds(shop.deps);
    expect((await early.read(early.token)).body).toMatchObject({ state: "held" });
    expect((await late.read(late.token)).body).toMatchObject({ state: "expired", paid: false });
    expect(await book(shop, late as never, late.car)).toEqual(expect.any(String));
  });
});
