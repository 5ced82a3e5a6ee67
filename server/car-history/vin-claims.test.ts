import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aBooking, aListing, anAccount, aVinClaim } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sealHistory } from "./seal-history.ts";
import { verifyHistory } from "./verify-history.ts";

type Account = Awaited<ReturnType<typeof anAccount>>;
type Claim = {
  claim: string;
  status: string;
  othersCount: number;
  listing: { _id: string };
  others: { _id: string }[];
};

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Account;
let [first, second, third] = [] as unknown as [Account, Account, Account];
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());
beforeEach(async () => {
  first = await anAccount(shop.deps, { role: "Seller" });
  second = await anAccount(shop.deps, { role: "Seller" });
  third = await anAccount(shop.deps, { role: "Seller" });
});

let serial = 20_000;
const aVin = () => `WBA8B9G50HNU${++serial}`;
const facts = { year: 2018, mileageUnit: "mi" as const };
const list = ({ id: sellerId }: Account, vin: string, given: object = {}) =>
  aListing(shop.deps, { ...facts, sellerId, vin, mileage: 100_000, ...given });
const withdraw = (id: string) =>
  shop.deps.db.execute(sql`update listing set withdrawn_at = now() where id = ${id}`);
/** Puts a withdrawn listing back, so that its page can be opened. */
async function show(id: string) {
  await shop.deps.db.execute(sql`update listing set withdrawn_at = null where id = ${id}`);
  await shop.deps.catalogue.refresh();
}
async function historyOf(id: string) {
  const { status, body } = await shop.call("GET", `/api/listings/${id}/history`);
  expect(status).toBe(200);
  return body as {
    events: { price: number | null; isEarlierListing: boolean; isLaterListing: boolean }[];
    flags: { kind: string }[];
    daysOnMarket: number;
  };
}
const isJoined = ({ events }: Awaited<ReturnType<typeof historyOf>>) =>
  events.some(({ isEarlierListing, isLaterListing }) => isEarlierListing || isLaterListing);
async function claims(state = "pending", { token } = admin): Promise<Claim[]> {
  const { status, body } = await shop.call("GET", `/api/vin-claims?state=${state}&limit=200`, {
    token,
  });
  expect(status).toBe(200);
  return body as Claim[];
}
const claimOf = async (id: string, state?: string) =>
  (await claims(state)).find(({ listing }) => listing._id === id);
const decide = (claim: string, verb: "confirm" | "refuse", body?: object) =>
  shop.call("POST", `/api/vin-claims/${claim}/${verb}`, { token: admin.token, body });
async function confirm(id: string) {
  const claim = await claimOf(id);
  expect((await decide(claim!.claim, "confirm")).body).toEqual({ modifiedCount: 1 });
}

describe("a car with the VIN of another seller's earlier car", () => {
  test("and that car show each other's history once an admin has confirmed it", async () => {
    const vin = aVin();
    const before = await list(first, vin, {
      mileage: 150_000,
      resalePriceMinor: 3_300_000,
      createdAt: new Date(Date.now() - 10 * 86_400_000 - 60_000),
    });
    await withdraw(before.id);
    const after = await list(second, vin, { mileage: 90_000, resalePriceMinor: 2_200_000 });
    await show(before.id);
    await sealHistory(shop.deps);
    const sealsOf = async (id: string) =>
      (await shop.call("GET", `/api/listings/${id}/history/seals`)).body.events as object[];

    const own = await historyOf(after.id);
    expect(own).toMatchObject({ daysOnMarket: 0, flags: [] });
    expect(own.events).toMatchObject([{ kind: "listed", price: 22_000, isEarlierListing: false }]);
    expect(await sealsOf(after.id)).toHaveLength(1);
    const others = await historyOf(before.id);
    expect(others.events.map(({ price }) => price)).toEqual([33_000, null, 33_000]);
    expect(isJoined(others)).toBe(false);
    expect(await sealsOf(before.id)).toHaveLength(3);

    await confirm(after.id);
    const joined = await historyOf(after.id);
    expect(joined).toMatchObject({ daysOnMarket: 10, flags: [{ kind: "mileage" }] });
    expect(joined.events).toHaveLength(4);
    expect(await sealsOf(after.id)).toHaveLength(4);
    expect(
      (await historyOf(before.id)).events.filter((event) => event.isLaterListing),
    ).toHaveLength(1);
    expect((await historyOf(before.id)).flags).toMatchObject([{ kind: "mileage" }]);
    // Only what is shown differs: the chain has every event from the beginning.
    expect(await verifyHistory(shop.deps.db, [])).toMatchObject({ broken: null });
  });

  test.each(["deleted", "off sale", "expired", "sold", "removed", "of a deleted account"])(
    "waits also if that one is %s",
    async (end) => {
      const vin = aVin();
      const { id } = await list(first, vin);
      const run = (change: ReturnType<typeof sql>) => shop.deps.db.execute(change);
      if (end === "sold") {
        const { id: buyerId } = await anAccount(shop.deps);
        await aBooking(shop.deps, { listingId: id, buyerId, state: "paid" });
      } else if (end === "removed")
        await run(sql`update listing set removed_at = now() where id = ${id}`);
      else if (end === "expired")
        await run(sql`update listing set lapsed_at = now() where id = ${id}`);
      else if (end === "off sale")
        await run(
          sql`update listing set withdrawn_at = now(), off_sale_at = now() where id = ${id}`,
        );
      else await withdraw(id);
      if (end === "of a deleted account")
        await run(sql`update listing set vin = null where id = ${id}`);
      const body = {
        name: "BMW 320d",
        category: "BMW",
        condition: "Good",
        year: 2018,
        vin,
        originalPrice: 30_000,
        resalePrice: 20_000,
      };
      const added = await shop.call("POST", "/api/addproduct", { token: second.token, body });
      expect(added.body).toMatchObject({ acknowledged: true });
      const listed = added.body.insertedId as string;
      expect(await claimOf(listed)).toMatchObject({ status: "pending", others: [{ _id: id }] });
      expect(isJoined(await historyOf(listed))).toBe(false);
      // It is for sale like any other.
      const answer = await shop.call("GET", `/api/listings/${listed}`);
      expect(answer.body).toMatchObject({ status: "available", vin });
    },
  );

  test("shows its own seller's other listings of the VIN meanwhile", async () => {
    const vin = aVin();
    await withdraw((await list(first, vin)).id);
    const one = await list(second, vin);
    await withdraw(one.id);
    const two = await list(second, vin);
    const { events } = await historyOf(two.id);
    expect(events.map(({ isEarlierListing }) => isEarlierListing)).toEqual([true, true, false]);
    // Relisting does not get around the decision.
    expect(await claimOf(two.id)).toMatchObject({ status: "pending" });
  });

  test("stays apart if its claim is refused, also relisted, and can be confirmed later", async () => {
    const vin = aVin();
    const before = await list(first, vin, { mileage: 150_000 });
    await withdraw(before.id);
    const one = await list(second, vin, { mileage: 90_000 });
    const flagged = async () => {
      const { body } = await shop.call("GET", "/api/flagged-cars?limit=200", {
        token: admin.token,
      });
      return (body as { _id: string }[]).filter(({ _id }) => _id === one.id).length;
    };
    // Admins see what contradicts before they decide.
    expect(await flagged()).toBe(1);
    const claim = (await claimOf(one.id))!.claim;
    expect((await decide(claim, "refuse")).body).toEqual({ modifiedCount: 1 });
    expect(await claimOf(one.id)).toBeUndefined();
    expect(isJoined(await historyOf(one.id))).toBe(false);
    expect(await flagged()).toBe(0);
    await withdraw(one.id);
    const two = await list(second, vin);
    expect(await claimOf(two.id)).toMatchObject({ status: "pending" });
    await withdraw(two.id);
    await show(one.id);

    expect((await decide(claim, "confirm")).body).toMatchObject({ modifiedCount: 0 });
    expect((await decide(claim, "refuse", { from: "refused" })).body).toMatchObject({
      modifiedCount: 0,
    });
    expect((await decide(claim, "confirm", { from: "refused" })).body).toEqual({
      modifiedCount: 1,
    });
    expect(isJoined(await historyOf(one.id))).toBe(true);
    expect(await claimOf(one.id, "decided")).toMatchObject({ status: "confirmed" });
    const log = await shop.call("GET", `/api/audit?subject=${one.id}`, { token: admin.token });
    expect(log.body).toMatchObject([
      { action: "claim.confirm", details: { before: "refused" } },
      { action: "claim.refuse", details: { before: "pending" } },
    ]);
  });
});

describe("no confirmation is needed", () => {
  test("to relist one's car, also after another seller had it in between", async () => {
    const vin = aVin();
    const one = await list(first, vin);
    await withdraw(one.id);
    const again = await list(first, vin);
    expect(isJoined(await historyOf(again.id))).toBe(true);
    await withdraw(again.id);
    const bought = await list(second, vin);
    await confirm(bought.id);
    await withdraw(bought.id);
    const back = await list(first, vin);
    expect((await historyOf(back.id)).events).toHaveLength(7);
    await withdraw(back.id);
    // So does a seller who is confirmed.
    const relisted = await list(second, vin);
    expect((await historyOf(relisted.id)).events).toHaveLength(9);
    expect(await claims()).not.toContainEqual(
      expect.objectContaining({ listing: expect.objectContaining({ _id: relisted.id }) }),
    );
  });

  test("of the first seller, whatever others claim", async () => {
    const vin = aVin();
    const own = await list(first, vin);
    await withdraw(own.id);
    for (const seller of [second, third]) await withdraw((await list(seller, vin)).id);
    await show(own.id);
    expect(isJoined(await historyOf(own.id))).toBe(false);
    expect(await claimOf(own.id)).toBeUndefined();
    // Two that wait do not see each other either.
    const { rows } = await shop.deps.db.execute<{ id: string }>(
      sql`select id from listing where vin = ${vin} and seller_id = ${third.id}`,
    );
    await withdraw(own.id);
    await show(rows[0]!.id);
    expect(isJoined(await historyOf(rows[0]!.id))).toBe(false);
  });
});

describe("a changed VIN", () => {
  const change = (id: string, body: object, { token } = second) =>
    shop.call("PATCH", `/api/products/${id}`, { token, body });

  test("is a claim of its own, and its listing's history stays apart from the other car's", async () => {
    const own = aVin();
    const foreign = aVin();
    const before = await list(first, foreign);
    await withdraw(before.id);
    const car = await list(second, own, { resalePriceMinor: 2_200_000 });
    expect(await claimOf(car.id)).toBeUndefined();
    expect((await change(car.id, { vin: foreign })).body).toEqual({ modifiedCount: 1 });
    expect(await claimOf(car.id)).toMatchObject({
      status: "pending",
      others: [{ _id: before.id }],
    });
    expect(isJoined(await historyOf(car.id))).toBe(false);

    // Back to its own VIN, there is nothing to decide, and the other car's history stays away.
    expect((await change(car.id, { vin: own })).body).toEqual({ modifiedCount: 1 });
    expect(await claimOf(car.id)).toBeUndefined();
    expect(isJoined(await historyOf(car.id))).toBe(false);
    expect((await change(car.id, { vin: foreign })).body).toEqual({ modifiedCount: 1 });
    await confirm(car.id);
    expect(isJoined(await historyOf(car.id))).toBe(true);
  });

  test("does not pass on the confirmation of the one before", async () => {
    const one = aVin();
    const two = aVin();
    for (const vin of [one, two]) await withdraw((await list(first, vin)).id);
    const car = await list(second, one);
    await confirm(car.id);
    await change(car.id, { vin: two });
    expect(await claimOf(car.id)).toMatchObject({ status: "pending" });
    const other = await list(first, two);
    expect(isJoined(await historyOf(other.id))).toBe(true);
    expect((await historyOf(other.id)).events.some((event) => event.isLaterListing)).toBe(false);
  });

  test("stays refused if it is changed away and back", async () => {
    const own = aVin();
    const foreign = aVin();
    await withdraw((await list(first, foreign)).id);
    const car = await list(second, foreign);
    await decide((await claimOf(car.id))!.claim, "refuse");
    await change(car.id, { vin: own });
    await change(car.id, { vin: foreign });
    expect(await claimOf(car.id)).toBeUndefined();
    expect(await claimOf(car.id, "decided")).toMatchObject({ status: "refused" });
    expect(isJoined(await historyOf(car.id))).toBe(false);
  });
});

test("a car whose VIN a listing from before the history has is a claim, too", async () => {
  const vin = aVin();
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    const given = { sellerId: first.id, vin, withdrawnAt: new Date() };
    await aListing({ db: tx, catalogue: shop.deps.catalogue }, given);
    await tx.execute(
      sql`update car_history_head set filled_to = '00000000-0000-0000-0000-000000000000'`,
    );
  });
  const car = await list(second, vin);
  await sealHistory(shop.deps);
  expect(await claimOf(car.id)).toMatchObject({ status: "pending", othersCount: 1 });
  expect(isJoined(await historyOf(car.id))).toBe(false);
});

test("the seller sees what was decided, and admins how many claims wait", async () => {
  const { id, listing, before, sellers } = await aVinClaim(shop);
  const ofSeller = async () =>
    (await shop.call("GET", `/api/addproduct/${listing.id}`, { token: sellers.second.token })).body
      .vinClaim;
  const waiting = async () =>
    (await shop.call("GET", "/api/dashboard-summary", { token: admin.token })).body.vinClaims;
  const count = await waiting();
  expect(count).toBeGreaterThan(0);
  expect(await ofSeller()).toBe("pending");
  expect(await claimOf(listing.id)).toMatchObject({
    claim: id,
    vin: listing.vin,
    decision: null,
    othersCount: 1,
    listing: { sellerName: sellers.second.name, mileage: 80_000, mileageUnit: "mi", isShown: true },
    others: [{ _id: before.id, sellerName: sellers.first.name, mileage: 120_000, isShown: false }],
  });
  expect((await decide(id, "refuse")).body).toEqual({ modifiedCount: 1 });
  expect(await ofSeller()).toBe("refused");
  expect(await waiting()).toBe(count - 1);
  expect(await claimOf(listing.id, "decided")).toMatchObject({
    decision: { by: admin.name, at: expect.any(String) },
  });
  const car = await list(second, aVin());
  const own = await shop.call("GET", `/api/addproduct/${car.id}`, { token: second.token });
  expect(own.body.vinClaim).toBeNull();
});

test("admins see the newest five listings of others, each with its last reading as this car", async () => {
  const vin = aVin();
  const earlier: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { id } = await list(first, vin, { mileage: 50_000 + count });
    await withdraw(id);
    earlier.unshift(id);
  }
  // Its seller corrects the VIN of the newest one, which is another car from then on.
  await shop.deps.db.execute(
    sql`update listing set vin = ${aVin()}, mileage = 5 where id = ${earlier[0]!}`,
  );
  await shop.deps.db.execute(
    sql`update listing set withdrawn_at = null, lapsed_at = now() where id = ${earlier[1]!}`,
  );
  const car = await list(second, vin);
  await shop.deps.catalogue.refresh();
  const claim = (await claimOf(car.id)) as unknown as { others: { isShown: boolean }[] };
  expect(claim.others.map(({ isShown }) => isShown)).toEqual(earlier.slice(0, 5).map(() => false));
  expect(claim).toMatchObject({
    othersCount: 6,
    others: earlier.slice(0, 5).map((id, at) => ({ _id: id, mileage: 50_005 - at })),
  });
});

test("claims of cars that leave the shop leave the list, and pages have every claim once", async () => {
  const made = [await aVinClaim(shop), await aVinClaim(shop), await aVinClaim(shop)];
  const goneClaim = await aVinClaim(shop);
  await withdraw(goneClaim.listing.id);
  expect(await claimOf(goneClaim.listing.id)).toBeUndefined();
  const seen: string[] = [];
  let url: string | undefined = "/api/vin-claims?limit=1";
  let total = 0;
  while (url) {
    const page = await shop.call("GET", url, { token: admin.token });
    seen.push(...(page.body as Claim[]).map(({ claim }) => claim));
    total = Number(page.headers["x-total-count"]);
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(seen.slice(0, 3)).toEqual(made.map(({ id }) => id).toReversed());
  expect(new Set(seen).size).toBe(seen.length);
  expect(total).toBe(seen.length);
});

test("refuses what is no claim, status, state or position", async () => {
  const { id } = await aVinClaim(shop);
  expect((await decide("nothing", "confirm")).status).toBe(404);
  expect((await decide(crypto.randomUUID(), "refuse")).status).toBe(404);
  const wrong = await decide(id, "confirm", { from: "maybe" });
  expect([wrong.status, wrong.body.error.fields]).toEqual([
    400,
    { from: "from must be one of pending, confirmed, refused." },
  ]);
  const { token } = admin;
  const state = await shop.call("GET", "/api/vin-claims?state=all", { token });
  expect([state.status, state.body.error.fields]).toEqual([
    400,
    { state: "state must be pending or decided." },
  ]);
  const cursor = await shop.call("GET", "/api/vin-claims?cursor=bm8", { token });
  expect([cursor.status, cursor.body.error.code]).toEqual([400, "invalid_cursor"]);
});

test("of two admins who decide a claim at once, one does", async () => {
  const { id } = await aVinClaim(shop);
  const answers = await Promise.all([decide(id, "confirm"), decide(id, "refuse")]);
  expect(answers.map(({ body }) => body.modifiedCount).toSorted()).toEqual([0, 1]);
});

test("a page that is cached shows the history that a decision joins", async () => {
  const { id, listing } = await aVinClaim(shop);
  const version = shop.deps.catalogue.version();
  await decide(id, "confirm");
  expect(shop.deps.catalogue.version()).not.toBe(version);
  expect(isJoined(await historyOf(listing.id))).toBe(true);
});
