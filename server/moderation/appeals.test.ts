import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Appeal, OwnModerationAction } from "#shared/moderation/moderation-contract.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { rowsOf } from "#testing/payments/payment-scenes.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let ada: User;
let bea: User;
beforeAll(async () => {
  shop = await createTestApp();
  ada = await anAccount(shop.deps, { role: "admin", name: "Ada" });
  bea = await anAccount(shop.deps, { role: "admin", name: "Bea" });
});
afterAll(() => shop.close());

const aSeller = () => anAccount(shop.deps, { role: "Seller" });
const suspend = ({ id }: User, reason = "Fraud") =>
  shop.call("PUT", `/api/seller/suspend/${id}`, { token: ada.token, body: { reason } });
const lift = ({ id }: User) =>
  shop.call("DELETE", `/api/seller/suspend/${id}`, { token: ada.token });
const remove = (id: string) => shop.call("DELETE", `/api/addproduct/${id}`, { token: ada.token });
const actionsOf = async ({ token }: User) =>
  (await shop.call("GET", "/api/moderation", { token })).body as OwnModerationAction[];
const appealAgainst = ({ token }: User, actionId: unknown, text: unknown = "It is mine.") =>
  shop.call("POST", "/api/appeals", { token, body: { actionId, text } });
const decide = (
  { token }: User,
  id: string,
  outcome: "upheld" | "overturned",
  reason = "We looked again",
) => shop.call("POST", `/api/appeals/${id}/decide`, { token, body: { outcome, reason } });
const appeals = async ({ token }: User, query = "") =>
  (await shop.call("GET", `/api/appeals?limit=200${query}`, { token })).body as Appeal[];
const logOf = async (id: string) =>
  (await shop.call("GET", `/api/audit?subject=${id}`, { token: ada.token })).body as {
    action: string;
    details: object;
  }[];
const emailsTo = (email: string) =>
  rowsOf<{ kind: string; text: string }>(
    shop,
    sql`select kind, text from email where to_address = ${email} order by created_at, id`,
  );

/** A seller who was suspended by Ada and appealed. */
async function anAppealAgainstSuspension() {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  await suspend(seller);
  const [action] = await actionsOf(seller);
  const { body } = await appealAgainst(seller, action!._id);
  return { seller, car, actionId: action!._id, appealId: body.insertedId as string };
}

test("refuses an appeal against an action that was undone", async () => {
  const seller = await aSeller();
  await suspend(seller);
  await lift(seller);
  const [action] = await actionsOf(seller);
  expect(action).toMatchObject({ endedAt: expect.any(String), allowedActions: [] });
  expect((await appealAgainst(seller, action!._id)).body).toEqual({
    acknowledged: false,
    message: "This was already reversed, so there is nothing to appeal.",
  });
});

test("lifting a suspension does not restore a removed car, which can still be appealed", async () => {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  await remove(car.id);
  await suspend(seller);
  await lift(seller);
  const [suspension, removal] = await actionsOf(seller);
  expect(suspension).toMatchObject({ kind: "suspension", endedAt: expect.any(String) });
  expect(removal).toMatchObject({ kind: "removal", endedAt: null, allowedActions: ["appeal"] });
});

test("a removal can be appealed once, and another admin restores the car", async () => {
  const seller = await aSeller();
  const buyer = await anAccount(shop.deps);
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const hold = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  await remove(car.id);
  const [action] = await actionsOf(seller);
  expect(action).toMatchObject({ kind: "removal", item: car.name, allowedActions: ["appeal"] });
  const text = "The pictures <b>are</b> mine.\nAsk me.";
  expect((await appealAgainst(seller, action!._id, text)).body).toEqual({
    acknowledged: true,
    insertedId: expect.any(String),
  });
  expect((await appealAgainst(seller, action!._id)).body).toEqual({
    acknowledged: false,
    message: "You have appealed already.",
  });
  expect(await actionsOf(seller)).toMatchObject([
    { appeal: { text, outcome: null }, allowedActions: [] },
  ]);

  const [own] = await appeals(seller);
  expect(own).toMatchObject({ text, actionBy: null, allowedActions: [] });
  const find = async (admin: User) =>
    (await appeals(admin, "&state=waiting")).find(({ _id }) => _id === own!._id)!;
  expect(await find(ada)).toMatchObject({
    actionBy: "Ada",
    allowedActions: [],
    note: expect.any(String),
  });
  expect(await find(bea)).toMatchObject({ allowedActions: ["uphold", "overturn"], note: null });
  expect((await decide(ada, own!._id, "upheld")).body).toEqual({
    modifiedCount: 0,
    message: expect.stringContaining("Another admin"),
  });
  expect((await decide(bea, own!._id, "overturned")).body).toEqual({ modifiedCount: 1 });
  expect((await decide(bea, own!._id, "upheld")).body).toEqual({
    modifiedCount: 0,
    message: expect.stringContaining("already"),
  });
  expect(shop.deps.catalogue.find(car.id)?.status).toBe("available");
  const booking = await shop.call("GET", `/api/bookings/${hold.id}`, { token: buyer.token });
  expect(booking.body.state).toBe("cancelled");
  expect((await logOf(car.id)).map(({ action }) => action)).toEqual([
    "listing.restore",
    "listing.remove",
  ]);
  expect(await logOf(seller.id)).toMatchObject([
    {
      action: "appeal.decide",
      details: { outcome: "overturned", against: "removal", car: car.name },
    },
  ]);
  const [removal, decision] = await emailsTo(seller.email);
  expect(removal!.text).toContain("/dashboard/appeals");
  expect(decision).toMatchObject({ kind: "appeal.decided" });
  expect(decision!.text).toContain("Decision: Overturned");
  expect(decision!.text).toContain("Reason: We looked again");
  // Sold cars and cars of suspended sellers do not return to the shop.
  expect(decision!.text.replaceAll(/\s+/g, " ")).toContain(
    "The car is back in the shop, unless it is sold, off sale, or you are suspended.",
  );
  const [after] = await actionsOf(seller);
  expect(after).toMatchObject({ endedAt: expect.any(String), appeal: { outcome: "overturned" } });
  expect(JSON.stringify([after, await appeals(seller)])).not.toMatch(/Ada|Bea/);
  // A second removal is a new action and can be appealed again.
  await remove(car.id);
  expect((await actionsOf(seller))[0]).toMatchObject({ appeal: null, allowedActions: ["appeal"] });
});

test("upholding changes nothing, and overturning lifts the suspension", async () => {
  const upheld = await anAppealAgainstSuspension();
  expect((await decide(bea, upheld.appealId, "upheld", "Still <i>fraud</i>")).body).toEqual({
    modifiedCount: 1,
  });
  expect(shop.deps.catalogue.find(upheld.car.id)).toBeNull();
  expect(await actionsOf(upheld.seller)).toMatchObject([
    {
      endedAt: null,
      appeal: { outcome: "upheld", decisionReason: "Still <i>fraud</i>" },
      allowedActions: [],
    },
  ]);
  // Lifting the suspension later does not change what was decided.
  await lift(upheld.seller);
  expect(await actionsOf(upheld.seller)).toMatchObject([
    { endedAt: expect.any(String), appeal: { outcome: "upheld" } },
  ]);

  const overturned = await anAppealAgainstSuspension();
  expect((await decide(bea, overturned.appealId, "overturned")).body).toEqual({ modifiedCount: 1 });
  expect(shop.deps.catalogue.find(overturned.car.id)?.status).toBe("available");
  expect((await logOf(overturned.seller.id)).map(({ action }) => action)).toEqual([
    "appeal.decide",
    "seller.unsuspend",
    "seller.suspend",
  ]);
});

test("a shop's only admin may decide an appeal against their own action, and the log says so", async () => {
  const { seller, appealId } = await anAppealAgainstSuspension();
  await shop.deps.db.execute(sql`update account set role = 'Buyer' where id = ${bea.id}`);
  expect((await appeals(ada)).find(({ _id }) => _id === appealId)?.allowedActions).toEqual([
    "uphold",
    "overturn",
  ]);
  expect((await decide(ada, appealId, "upheld")).body).toEqual({ modifiedCount: 1 });
  expect((await logOf(seller.id))[0]).toMatchObject({ details: { decidedByWhoActed: true } });
  await shop.deps.db.execute(sql`update account set role = 'admin' where id = ${bea.id}`);
});

test("lifting a suspension decides its appeal", async () => {
  const { seller, actionId, appealId } = await anAppealAgainstSuspension();
  await lift(seller);
  expect((await actionsOf(seller))[0]).toMatchObject({ appeal: { outcome: "overturned" } });
  expect((await decide(bea, appealId, "upheld")).body.modifiedCount).toBe(0);
  const other = await aSeller();
  await suspend(other);
  await lift(other);
  const [first] = await actionsOf(other);
  await suspend(other, "Fraud again");
  const sellers = (await shop.call("GET", "/api/seller?limit=200", { token: ada.token })).body;
  expect(sellers).toContainEqual(
    expect.objectContaining({ _id: other.id, suspensionReason: "Fraud again" }),
  );
  await lift(other);
  const [action, unchanged] = await actionsOf(other);
  expect(unchanged).toEqual(first);
  expect((await appealAgainst(other, action!._id)).body).toEqual({
    acknowledged: false,
    message: expect.any(String),
  });
  expect((await appealAgainst(other, actionId)).status).toBe(404);
});

test("only one of two concurrent decisions, and of twenty concurrent appeals, succeeds", async () => {
  const seller = await aSeller();
  await suspend(seller);
  const [action] = await actionsOf(seller);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => appealAgainst(seller, action!._id)),
  );
  const made = answers.filter(({ body }) => body.acknowledged);
  expect(made).toHaveLength(1);
  const id = made[0]!.body.insertedId as string;
  const cy = await anAccount(shop.deps, { role: "admin", name: "Cy" });
  const decisions = await Promise.all([decide(bea, id, "upheld"), decide(cy, id, "overturned")]);
  expect(decisions.map(({ body }) => body.modifiedCount as number).toSorted()).toEqual([0, 1]);
  const outcome = decisions[0].body.modifiedCount === 1 ? "upheld" : "overturned";
  expect(await actionsOf(seller)).toMatchObject([
    { endedAt: outcome === "upheld" ? null : expect.any(String), appeal: { outcome } },
  ]);
  const emails = (await emailsTo(seller.email)).filter(({ kind }) => kind === "appeal.decided");
  expect(emails).toHaveLength(1);
});

test("a seller with an open appeal cannot become an admin, and no admin decides their own appeal", async () => {
  const seller = await aSeller();
  await remove((await aListing(shop.deps, { sellerId: seller.id })).id);
  const [action] = await actionsOf(seller);
  const { body } = await appealAgainst(seller, action!._id);
  const promoted = await shop.call("PUT", `/api/users/admin/${seller.id}`, { token: bea.token });
  expect(promoted.body).toMatchObject({
    modifiedCount: 0,
    message: expect.stringContaining("has an open appeal"),
  });
  // Simulates a role that was changed in some other way.
  await shop.deps.db.execute(sql`update account set role = 'admin' where id = ${seller.id}`);
  const own = (await appeals(seller)).find(({ _id }) => _id === body.insertedId);
  expect(own).toMatchObject({
    allowedActions: [],
    note: "Another admin decides this: it is your own appeal.",
  });
  expect((await decide(seller, own!._id, "overturned")).body).toEqual({
    modifiedCount: 0,
    message: own!.note,
  });
  await shop.deps.db.execute(sql`update account set role = 'Seller' where id = ${seller.id}`);
  expect((await decide(bea, own!._id, "upheld")).body).toEqual({ modifiedCount: 1 });
});

test("a deleted seller's appeal cannot be decided and is not open", async () => {
  const { seller, appealId, car } = await anAppealAgainstSuspension();
  const waiting = async () => {
    const listed = await appeals(bea, "&state=waiting");
    const { body } = await shop.call("GET", "/api/dashboard-summary", { token: bea.token });
    expect(body.appealsToDecide).toBe(listed.length);
    return listed.map(({ _id }) => _id);
  };
  expect(await waiting()).toContain(appealId);
  await shop.call("DELETE", `/api/seller/${seller.id}`, { token: ada.token });
  expect(await waiting()).not.toContain(appealId);
  expect((await appeals(bea)).find(({ _id }) => _id === appealId)).toMatchObject({
    allowedActions: [],
    note: "The seller's account is gone: there is nothing left to decide.",
  });
  expect((await decide(bea, appealId, "overturned")).body.modifiedCount).toBe(0);
  expect(shop.deps.catalogue.find(car.id)).toBeNull();
});

test("refuses invalid and unknown appeals", async () => {
  const seller = await aSeller();
  await suspend(seller);
  const [action] = await actionsOf(seller);
  expect((await appealAgainst(await aSeller(), action!._id)).status).toBe(404);
  expect((await appealAgainst(seller, randomUUID())).status).toBe(404);
  for (const [actionId, text, field] of [
    ["x", "Words", "actionId"],
    [action!._id, " ", "text"],
    [action!._id, "x".repeat(2_001), "text"],
    [action!._id, "a\0", "text"],
  ]) {
    const { status, body } = await appealAgainst(seller, actionId, text);
    expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
  }
  for (const id of [randomUUID(), "1", "x'--"])
    expect((await decide(bea, encodeURIComponent(id), "upheld")).status).toBe(404);
  const { appealId } = await anAppealAgainstSuspension();
  expect((await decide(bea, appealId, "maybe" as "upheld")).status).toBe(400);
  expect((await decide(bea, appealId, "upheld", "")).status).toBe(400);
});

test("lists appeals by state in pages, newest first", async () => {
  const made = [];
  for (let n = 0; n < 3; n += 1) made.push((await anAppealAgainstSuspension()).appealId);
  const first = await shop.call("GET", "/api/appeals?state=waiting&limit=2", { token: bea.token });
  expect((first.body as Appeal[]).map(({ _id }) => _id)).toEqual([made[2], made[1]]);
  const next = /<([^>]+)>/.exec(String(first.headers.link))![1]!;
  const second = await shop.call("GET", next, { token: bea.token });
  expect((second.body as Appeal[])[0]!._id).toBe(made[0]);
  expect(second.headers["x-total-count"]).toBe(first.headers["x-total-count"]);
  await decide(bea, made[0]!, "upheld");
  const isDecided = (one: Appeal) => one.outcome !== null;
  expect((await appeals(bea, "&state=decided")).every(isDecided)).toBe(true);
  expect((await appeals(bea, "&state=waiting")).some(isDecided)).toBe(false);
  expect((await shop.call("GET", "/api/appeals?state=x", { token: bea.token })).status).toBe(400);
  expect(
    (await shop.call("GET", "/api/moderation?cursor=x", { token: (await aSeller()).token })).status,
  ).toBe(400);
});

test("a removed car whose VIN is for sale elsewhere by now is not restored", async () => {
  const seller = await aSeller();
  const other = await aSeller();
  const vin = "WBA8B9G50HNU77701";
  const car = await aListing(shop.deps, { sellerId: seller.id, vin });
  await remove(car.id);
  const [action] = await actionsOf(seller);
  const appealId = (await appealAgainst(seller, action!._id)).body.insertedId as string;
  const elsewhere = await aListing(shop.deps, { sellerId: other.id, vin });
  expect((await decide(bea, appealId, "overturned")).body).toEqual({
    modifiedCount: 0,
    message:
      "Another car with this VIN is for sale by now. Remove that listing first, or uphold the removal.",
  });
  expect((await shop.call("GET", `/api/listings/${car.id}`)).status).toBe(404);
  await remove(elsewhere.id);
  expect((await decide(bea, appealId, "overturned")).body).toEqual({ modifiedCount: 1 });
  expect((await shop.call("GET", `/api/listings/${car.id}`)).status).toBe(200);
});

test("a removed car that its seller had taken off sale is restored, but not put on sale", async () => {
  const seller = await aSeller();
  const other = await aSeller();
  const vin = "WBA8B9G50HNU77709";
  const car = await aListing(shop.deps, { sellerId: seller.id, vin });
  const offer = async (action: "withdraw" | "relist") => {
    const body = { action, cars: [{ _id: car.id }] };
    const answer = await shop.call("POST", "/api/products/bulk", { token: seller.token, body });
    return (answer.body as { cars: { message: string | null }[] }).cars[0]!.message;
  };
  expect(await offer("withdraw")).toBeNull();
  await remove(car.id);
  expect(await offer("relist")).toBe("There is no such product.");
  const [action] = await actionsOf(seller);
  const appealId = (await appealAgainst(seller, action!._id)).body.insertedId as string;
  const elsewhere = await aListing(shop.deps, { sellerId: other.id, vin });
  expect((await decide(bea, appealId, "overturned")).body).toEqual({ modifiedCount: 1 });
  expect((await shop.call("GET", `/api/listings/${car.id}`)).status).toBe(404);
  expect(await offer("relist")).toBe("Another car with this VIN is for sale by now.");
  await remove(elsewhere.id);
  expect(await offer("relist")).toBeNull();
});

test("a car whose VIN is for sale elsewhere stays off sale when its seller's suspension is lifted", async () => {
  const seller = await aSeller();
  const other = await aSeller();
  const vin = "WBA8B9G50HNU77702";
  const taken = await aListing(shop.deps, { sellerId: seller.id, vin });
  const free = await aListing(shop.deps, { sellerId: seller.id, vin: "WBA8B9G50HNU77703" });
  await suspend(seller);
  const elsewhere = await aListing(shop.deps, { sellerId: other.id, vin });
  await lift(seller);

  const forSale = async () => {
    const { body } = await shop.call("GET", "/api/listings?limit=100");
    const cars = [taken.id, free.id, elsewhere.id];
    const listings = body.listings as { _id: string }[];
    const listed = new Set(listings.map(({ _id }) => _id));
    return cars.filter((id) => listed.has(id));
  };
  expect(await forSale()).toEqual([free.id, elsewhere.id]);
  expect((await emailsTo(seller.email)).at(-1)!.text).toContain(
    "another seller has a car with the same VIN for sale: 1.",
  );
  expect((await logOf(seller.id))[0]).toMatchObject({
    action: "seller.unsuspend",
    details: { vinsForSaleElsewhere: 1 },
  });
  const relist = () =>
    shop.call("POST", `/api/products/${taken.id}/confirm`, { token: seller.token });
  expect((await relist()).body).toMatchObject({ modifiedCount: 0 });
  await remove(elsewhere.id);
  expect((await relist()).body).toEqual({ modifiedCount: 1 });
  expect(await forSale()).toEqual([taken.id, free.id]);
});
