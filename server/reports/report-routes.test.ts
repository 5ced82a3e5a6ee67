import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { carRow } from "#testing/feeds/car-rows.ts";
import { aFeed, syncCars } from "#testing/feeds/sync-cars.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: User;
let admin: User;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
  admin = await anAccount(shop.deps, { role: "admin" });
});

afterAll(() => shop.close());

const aCar = () => aListing(shop.deps, { sellerId: seller.id });
const report = (id: string, token: string, body?: object) =>
  shop.call("PUT", `/api/reportedProducts/${id}`, {
    token,
    body,
    headers: { "content-type": "application/json" },
  });
const settle = (id: string, action: "dismiss" | "remove", body?: object) =>
  shop.call("POST", `/api/reportedProducts/${id}/${action}`, { token: admin.token, body });
/** The emails about a car, by recipient. */
async function emailsAbout(name: string) {
  const { rows } = await shop.deps.db.execute(
    sql`select to_address as "to", kind, subject, text, html from email where right(subject, length(${name}::text)) = ${name} order by to_address`,
  );
  return rows as { to: string; kind: string; subject: string; text: string; html: string }[];
}
const reported = async () =>
  (await shop.call("GET", "/api/reportedProducts", { token: admin.token })).body as {
    _id: string;
  }[];

test("counts one report per user, and shows admins who reported and when", async () => {
  const car = await aCar();
  const first = await anAccount(shop.deps);
  const second = await anAccount(shop.deps);
  expect((await report(car.id, first.token)).body).toEqual({ matchedCount: 1 });
  expect((await report(car.id, first.token)).body).toEqual({
    matchedCount: 0,
    message: expect.stringContaining("already"),
  });
  expect(
    (await report(car.id, second.token, { reason: "Wrong <b>mileage</b>", reporterId: first.id }))
      .body,
  ).toEqual({ matchedCount: 1 });
  expect(shop.deps.catalogue.find(car.id)?.isReported).toBe(true);
  expect((await reported())[0]).toMatchObject({
    _id: car.id,
    name: car.name,
    sellerName: seller.name,
    sellerEmail: seller.email,
    reportCount: 2,
    allowedActions: ["dismiss", "remove", "suspend"],
    reporters: [
      { name: second.name, email: second.email, reason: "Wrong <b>mileage</b>" },
      { name: first.name, email: first.email, reason: null },
    ],
  });
});

test("twenty concurrent clicks make one report", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(car.id, buyer.token)));
  expect(answers.filter((answer) => answer.body.matchedCount === 1)).toHaveLength(1);
});

test("refuses a report of a car that does not exist", async () => {
  const buyer = await anAccount(shop.deps);
  const withdrawnCar = await aListing(shop.deps, { sellerId: seller.id, withdrawnAt: new Date() });
  for (const id of [withdrawnCar.id, randomUUID(), "1", "x'--"])
    expect((await report(encodeURIComponent(id), buyer.token)).status).toBe(404);
  expect((await settle(randomUUID(), "dismiss")).status).toBe(404);
  expect((await settle("nonsense", "remove")).status).toBe(404);
});

test("dismissing settles the reports and keeps the car; the same reporter cannot report it again", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  await report(car.id, buyer.token);
  expect((await settle(car.id, "dismiss")).body).toEqual({ modifiedCount: 1 });
  expect((await settle(car.id, "dismiss")).body).toEqual({
    modifiedCount: 0,
    message: expect.any(String),
  });
  expect((await settle(car.id, "remove")).body).toEqual({
    modifiedCount: 0,
    message: expect.any(String),
  });
  expect(shop.deps.catalogue.find(car.id)).toMatchObject({
    isReported: false,
    status: "available",
  });
  expect((await reported()).map((one) => one._id)).not.toContain(car.id);
  expect((await report(car.id, buyer.token)).body.matchedCount).toBe(0);
});

test("removing a car releases its hold and adds one audit entry", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  const hold = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  await report(car.id, buyer.token);
  expect((await settle(car.id, "remove")).body).toEqual({ modifiedCount: 1 });
  expect((await settle(car.id, "remove")).body.modifiedCount).toBe(0);
  expect(shop.deps.catalogue.find(car.id)).toBeNull();
  expect(
    (await shop.call("GET", `/api/bookings/${hold.id}`, { token: buyer.token })).body.state,
  ).toBe("cancelled");
  const { rows } = await shop.deps.db.execute(
    sql`select action, actor_id from audit where subject_id = ${car.id}`,
  );
  expect(rows).toEqual([{ action: "listing.remove", actor_id: admin.id }]);
});

test("logs a removal's reason and emails it to the seller, but emails reporters only the outcome", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id, name: "Audi <i>one</i>" });
  const first = await anAccount(shop.deps);
  const second = await anAccount(shop.deps);
  const deletedUser = await anAccount(shop.deps);
  for (const buyer of [first, second, deletedUser]) await report(car.id, buyer.token);
  await shop.deps.db.execute(
    sql`update account set deleted_at = now() where id = ${deletedUser.id}`,
  );
  const reason = "The pictures are\r\nof <b>another</b> car.";
  expect((await settle(car.id, "remove", { reason })).body).toEqual({ modifiedCount: 1 });

  const log = await shop.call("GET", `/api/audit?subject=${car.id}`, { token: admin.token });
  expect(log.body).toMatchObject([{ action: "listing.remove", details: { reason, reports: 3 } }]);
  const { rows } = await shop.deps.db.execute(
    sql`select distinct outcome, outcome_reason from report where listing_id = ${car.id}`,
  );
  expect(rows).toEqual([{ outcome: "removed", outcome_reason: reason }]);

  const emails = await emailsAbout(car.name);
  expect(emails.map(({ to, kind }) => [to, kind]).toSorted()).toEqual(
    [
      [seller.email, "listing.removed"],
      [first.email, "report.removed"],
      [second.email, "report.removed"],
    ].toSorted(),
  );
  const toSeller = emails.find(({ to }) => to === seller.email)!;
  expect(toSeller.text).toContain("Reason: The pictures are of <b>another</b> car.");
  expect(toSeller.text).toContain("/dashboard/appeals");
  expect(toSeller.text).toContain(shop.deps.config.BRAND_PHONE);
  expect(toSeller.html).toContain("of &lt;b&gt;another&lt;/b&gt; car.");
  for (const reporter of [first, second]) expect(toSeller.text).not.toContain(reporter.email);
  const toReporter = emails.find(({ to }) => to === first.email)!;
  expect(toReporter.text).toContain("removed");
  for (const secret of ["another", seller.email, second.email])
    expect(toReporter.text).not.toContain(secret);
});

test("removes a car without a reason, also one without reports", async () => {
  const reportedCar = await aCar();
  const quiet = await aCar();
  const buyer = await anAccount(shop.deps);
  await report(reportedCar.id, buyer.token);
  expect((await settle(reportedCar.id, "remove", { reason: "  " })).body.modifiedCount).toBe(1);
  const removed = await shop.call("DELETE", `/api/addproduct/${quiet.id}`, { token: admin.token });
  expect(removed.body).toEqual({ deletedCount: 1 });
  for (const car of [reportedCar, quiet]) {
    const toSeller = (await emailsAbout(car.name)).find(({ to }) => to === seller.email);
    expect(toSeller?.text).toContain("Reason: None was given.");
  }
  expect(await emailsAbout(quiet.name)).toHaveLength(1);
});

test("a dismissal sends each reporter one email, and no one else", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  const late = await anAccount(shop.deps);
  await report(car.id, buyer.token);
  await settle(car.id, "dismiss");
  await settle(car.id, "dismiss");
  await report(car.id, late.token);
  expect(await emailsAbout(car.name)).toMatchObject([
    { to: buyer.email, kind: "report.dismissed", text: expect.stringContaining("The car stays.") },
  ]);
});

test("sends no dismissal email for a car that its seller has withdrawn", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  await report(car.id, buyer.token);
  await shop.call("DELETE", `/api/addproduct/${car.id}`, { token: seller.token });
  expect((await settle(car.id, "dismiss")).body).toEqual({ modifiedCount: 1 });
  expect(await emailsAbout(car.name)).toMatchObject([
    {
      to: buyer.email,
      kind: "report.dismissed",
      text: expect.stringContaining("It is not for sale here any more"),
    },
  ]);
});

test("a reported car that its seller takes off sale can still be removed, and does not come back", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  const offer = async (action: "withdraw" | "relist") =>
    (
      await shop.call("POST", "/api/products/bulk", {
        token: seller.token,
        body: { action, cars: [{ _id: car.id }] },
      })
    ).body as { doneCount: number };
  await report(car.id, buyer.token);
  expect(await offer("withdraw")).toMatchObject({ doneCount: 1 });
  expect((await reported())[0]).toMatchObject({
    _id: car.id,
    allowedActions: ["dismiss", "remove", "suspend"],
  });
  expect((await settle(car.id, "remove", { reason: "Fraud" })).body).toEqual({ modifiedCount: 1 });
  expect((await reported()).map(({ _id }) => _id)).not.toContain(car.id);
  expect(await offer("relist")).toMatchObject({ doneCount: 0 });
  expect((await shop.call("GET", `/api/listings/${car.id}`)).status).toBe(404);
  expect((await settle(car.id, "remove")).status).toBe(200);
});

test("a reported car that its feed no longer has can still be removed", async () => {
  const stock = await aFeed(shop.deps);
  await syncCars(shop.deps, stock, [carRow("stock 1"), carRow("stock 2", { name: "Gone" })]);
  await syncCars(shop.deps, stock, [carRow("stock 1")]);
  const { rows } = await shop.deps.db.execute<{ id: string }>(
    sql`select id from listing where seller_id = ${stock.seller.id} and withdrawn_at is not null`,
  );
  const { id } = rows[0]!;
  await shop.deps.db.execute(sql`insert into report (id, listing_id, reporter_id)
    values (gen_random_uuid(), ${id}, ${admin.id})`);
  expect((await reported()).find(({ _id }) => _id === id)).toMatchObject({
    allowedActions: ["dismiss", "remove", "suspend"],
  });
  expect((await settle(id, "remove", { reason: "Fraud" })).body).toEqual({ modifiedCount: 1 });
  const { rows: removed } = await shop.deps.db.execute(
    sql`select from listing where id = ${id} and removed_at is not null`,
  );
  expect(removed).toHaveLength(1);
});

test("a dismissal about a car that is off sale for a while does not say that it has left", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  await report(car.id, buyer.token);
  const body = { action: "withdraw", cars: [{ _id: car.id }] };
  await shop.call("POST", "/api/products/bulk", { token: seller.token, body });
  expect((await settle(car.id, "dismiss")).body).toEqual({ modifiedCount: 1 });
  const [email] = await emailsAbout(car.name);
  expect(email!.text).not.toContain("It is not for sale here any more");
});

// ASVS 2.3.3, 16.5.3
test("a failed decision leaves no email and no audit entry", async () => {
  const car = await aCar();
  const buyer = await anAccount(shop.deps);
  await report(car.id, buyer.token);
  for (const reason of ["x".repeat(501), "\u0000", 7])
    expect((await settle(car.id, "remove", { reason })).status).toBe(400);
  await shop.deps.db.execute(
    sql`alter table audit add constraint full_log check (id < 0) not valid`,
  );
  expect((await settle(car.id, "remove", { reason: "Fraud" })).status).toBe(500);
  expect((await settle(car.id, "dismiss")).status).toBe(500);
  await shop.deps.db.execute(sql`alter table audit drop constraint full_log`);
  expect(await emailsAbout(car.name)).toEqual([]);
  expect(shop.deps.catalogue.find(car.id)).toMatchObject({ isReported: true });
  expect((await settle(car.id, "remove", { reason: "Fraud" })).body).toEqual({ modifiedCount: 1 });
});

test("lists reported cars in pages, last reported first", async () => {
  await shop.deps.db.execute(sql`
    with car as (
      insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
      select gen_random_uuid(), ${seller.id}, 'Reported', 'BMW', 1, 100 from generate_series(1, 70) returning id)
    insert into report (id, listing_id, reporter_id, created_at)
    select gen_random_uuid(), id, ${admin.id}, now() - make_interval(mins => (row_number() over ())::int / 2) from car`);
  let url: string | undefined = "/api/reportedProducts?limit=30";
  const seen: { _id: string; lastReportedAt: string }[] = [];
  let total = 0;
  while (url) {
    const page = await shop.call("GET", url, { token: admin.token });
    total = Number(page.headers["x-total-count"]);
    seen.push(...page.body);
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(new Set(seen.map((one) => one._id)).size).toBe(total);
  const dates = seen.map((one) => one.lastReportedAt);
  expect(dates).toEqual(dates.toSorted().reverse());
});
