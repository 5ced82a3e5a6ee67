import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// What the shop keeps of plans, and what several at once may put on sale.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp({ UNVERIFIED_SELLER_LISTINGS: "3" });
});
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });

async function aFeed(name = "Stock"): Promise<string> {
  const body = { name, options: { currency: "usd", distanceUnit: "mi" } };
  return `/api/feeds/${(await call("POST", "/api/feeds", body)).body.insertedId as string}`;
}

const car = (number: number | string, price = 15_000) =>
  `S${number},BMW,3 Series,2018,${price},20000`;
const upload = (feed: string, cars: readonly string[]) =>
  shop.call("POST", `${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(["Stock Number,Make,Model,Year,Price,Mileage", ...cars].join("\n")),
    headers: { "content-type": "application/octet-stream" },
  });
const planOf = async (feed: string, cars: readonly string[]) =>
  `${feed}/plans/${(await upload(feed, cars)).body._id as string}`;
const run = (plan: string, what: "apply" | "undo" | "discard") =>
  call("POST", `${plan}/${what}`, what === "apply" ? { confirm: true } : undefined);
const changesOf = async (plan: string) =>
  (await call("GET", `${plan}/changes`)).body.changes as object[];
const idOf = (plan: string) => plan.split("/").at(-1)!;

test("keeps the numbers and refused rows of a discarded plan, but not its changes", async () => {
  const feed = await aFeed();
  const rows = [car(1), car(2), "S3,BMW,3 Series,2018,call us,20000"];
  const replaced = await planOf(feed, rows);
  const discarded = await planOf(feed, rows);
  await run(discarded, "discard");
  for (const plan of [replaced, discarded]) {
    expect(await changesOf(plan)).toEqual([]);
    expect((await call("GET", `${plan}/refused`)).body.rows).toHaveLength(1);
    expect((await call("GET", plan)).body).toMatchObject({
      state: "discarded",
      counts: { added: 2, refused: 1 },
    });
  }
  const { body } = await call("GET", feed);
  expect(body.plans).toMatchObject([{ counts: { added: 2 } }, { counts: { added: 2 } }]);
});

test("counts the plans that an earlier release discarded before it deletes their changes", async () => {
  const feed = await aFeed();
  const plan = await planOf(feed, [car(1), car(2)]);
  await shop.deps.db.execute(
    sql`update feed_plan set state = 'discarded', counts = null where id = ${idOf(plan)}`,
  );
  await upload(feed, [car(1)]);
  expect(await changesOf(plan)).toEqual([]);
  expect((await call("GET", plan)).body.counts).toMatchObject({ added: 2 });
});

test("shows a feed's history without counting its changes again", async () => {
  const feed = await aFeed();
  const plan = await planOf(feed, [car(1), car(2), car(3)]);
  await run(plan, "apply");
  const undone = await planOf(feed, [car(1, 14_000), car(2), car(3)]);
  await run(undone, "apply");
  await run(undone, "undo");
  await planOf(feed, [car(1), car(2), car(3), car(4)]);
  const before = (await call("GET", feed)).body;
  expect(before.plans).toMatchObject([
    { state: "waiting", counts: { added: 1 }, done: 0 },
    { state: "undone", counts: { changed: 1 }, done: 1 },
    { state: "applied", counts: { added: 3 }, done: 3 },
  ]);
  await shop.deps.db.execute(sql`delete from feed_change`);
  expect((await call("GET", feed)).body).toEqual(before);
});

test("refuses a file whose changes do not fit beside those of a seller's other plans that wait", async () => {
  const first = await aFeed("First");
  const second = await aFeed("Second");
  const waits = await planOf(first, [car(1)]);
  const many = { state: "waiting", changes: [{ kind: "added", state: "planned", cars: 399_999 }] };
  await shop.deps.db.execute(
    sql`update feed_plan set counts = ${JSON.stringify(many)}::jsonb where id = ${idOf(waits)}`,
  );
  const refused = await upload(second, [car(2), car(3)]);
  expect([refused.status, refused.body.error.fields.file]).toEqual([
    413,
    expect.stringContaining("Apply or discard some of them first."),
  ]);
  expect((await upload(second, [car(2)])).status).toBe(200);
  await run(waits, "discard");
  expect((await upload(second, [car(2), car(3)])).status).toBe(200);
});

test("deletes the changes of a seller's oldest applied plans, but never what can be undone", async () => {
  const first = await aFeed("First");
  const second = await aFeed("Second");
  const oldest = await planOf(first, [car(1)]);
  await run(oldest, "apply");
  const last = await planOf(first, [car(1), car(2), car(3)]);
  await run(last, "apply");
  const undone = await planOf(second, [car(4)]);
  await run(undone, "apply");
  await run(undone, "undo");
  const setCount = (plan: string, cars: number) =>
    shop.deps.db.execute(sql`update feed_plan
      set counts = jsonb_set(counts, '{changes,0,cars}', ${String(cars)}::jsonb) where id = ${idOf(plan)}`);
  await setCount(last, 399_998);
  await upload(second, [car(5)]);
  expect(await changesOf(oldest)).toHaveLength(1);
  await setCount(last, 399_999);
  await upload(second, [car(5)]);
  expect([await changesOf(oldest), await changesOf(undone)]).toEqual([
    [],
    [expect.objectContaining({ kind: "added" })],
  ]);
  await setCount(last, 400_001);
  await upload(second, [car(5)]);
  expect([await changesOf(undone), (await changesOf(last)).length]).toEqual([[], 2]);
  expect((await call("GET", undone)).body).toMatchObject({ state: "undone", counts: { added: 1 } });
  expect((await run(last, "undo")).body).toMatchObject({ state: "undone", done: 2 });
});

async function unverify() {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: false });
}
const onSale = async () => {
  const { rows } = await shop.deps.db.execute<{ cars: number }>(sql`select count(*)::int as cars
    from listing where seller_id = ${seller.id} and withdrawn_at is null and off_sale_at is null`);
  return rows[0]!.cars;
};

test("plans of several feeds that are applied at once keep an unverified seller's limit", async () => {
  await unverify();
  const plans: string[] = [];
  for (const name of ["A", "B", "C", "D"])
    plans.push(await planOf(await aFeed(name), [car(`${name}1`), car(`${name}2`)]));
  const answers = await Promise.all(plans.map((plan) => run(plan, "apply")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
  expect(await onSale()).toBe(2);
});

test("a plan that another process still applies counts in an unverified seller's limit", async () => {
  await unverify();
  const first = await aFeed("First");
  const second = await aFeed("Second");
  const running = await planOf(first, [car(1), car(2)]);
  await shop.deps.db.execute(
    sql`update feed_plan set state = 'applying' where id = ${idOf(running)}`,
  );
  expect((await run(await planOf(second, [car(3), car(4)]), "apply")).status).toBe(403);
  expect((await run(await planOf(second, [car(3)]), "apply")).status).toBe(200);
});

test("an unverified seller cannot undo a plan if too many cars would be for sale again", async () => {
  await unverify();
  const first = await aFeed("First");
  const second = await aFeed("Second");
  await run(await planOf(first, [car(1), car(2), car(3)]), "apply");
  const retiring = await planOf(first, [car(1)]);
  await run(retiring, "apply");
  const other = await planOf(second, [car(4), car(5)]);
  await run(other, "apply");
  const refused = await run(retiring, "undo");
  expect([refused.status, await onSale()]).toEqual([403, 3]);
  await run(other, "undo");
  expect([(await run(retiring, "undo")).status, await onSale()]).toEqual([200, 3]);
});
