import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPdf } from "#testing/receipts/read-pdf.ts";
import { startJobs } from "#server/start/start-jobs.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { searchDatabase } from "#testing/privacy/search-database.ts";
import { searchFiles } from "#testing/privacy/search-files.ts";
import { createTestApp } from "#testing/test-app.ts";
import {
  anAccountHistory,
  buyerFacts,
  plantTrace,
  sellerFacts,
  identifyingForms,
} from "#testing/privacy/personal-data.ts";

let log = "";
let shop: Awaited<ReturnType<typeof createTestApp>>;
let story: Awaited<ReturnType<typeof anAccountHistory>>;
beforeAll(async () => {
  shop = await createTestApp(
    { LOG_LEVEL: "trace", RATE_LIMITS: "on", SALE_SETTLED_DAYS: "0" },
    { write: (line) => void (log += line) },
  );
  story = await anAccountHistory(shop);
}, 120_000);
afterAll(() => shop.close());

const telling = new RegExp(identifyingForms.join("|"), "i");
const tell = (text: string) => telling.exec(text)?.[0] ?? null;
const inDatabase = () => searchDatabase(shop.deps.pool, identifyingForms);
const inFiles = async () =>
  (await searchFiles(shop.deps.config.DATA_DIR, tell)).finds.map(({ file }) => file);

/** Everything that admins and visitors can see: each list, the PDF receipt, the exported log. */
async function everythingShown(): Promise<string> {
  const { token } = story.admin;
  const shown: string[] = [];
  for (const url of [
    "products",
    "products/3",
    "addproduct",
    "bookings",
    "users",
    "buyer",
    "seller",
    "reportedProducts",
    "reviews/reported",
    "appeals",
    "audit",
    "audit.csv",
    "payments/quarantined",
    `bookings/${story.bookingId}`,
    `bookings/${story.bookingId}/payment`,
    `bookings/${story.bookingId}/receipt`,
  ]) {
    const { status, body } = await shop.call("GET", `/api/${url}`, { token });
    expect(status, url).toBe(200);
    shown.push(typeof body === "string" ? body : JSON.stringify(body));
  }
  const pdf = await shop.app.inject({
    method: "GET",
    url: `/api/bookings/${story.bookingId}/receipt.pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  shown.push((await readPdf(pdf.rawPayload)).texts.join("\n"));
  return shown.join("\n");
}

test("finds the two users in many places before they are deleted", async () => {
  expect(await inDatabase()).toEqual(
    expect.arrayContaining([
      "public.account.email",
      "public.account.name",
      "public.audit.details",
      "public.payment_log.why",
      "public.refund.why",
      "public.booking.email",
      "public.booking.item",
      "public.booking.location",
      "public.booking.name",
      "public.booking.phone",
      "public.identity_credential.id_token",
      "public.identity_user.email",
      "public.identity_verification.value",
      "public.account.verification_note",
      "public.appeal.text",
      "public.moderation_action.reason",
      "public.listing.description",
      "public.listing.location",
      "public.listing.phone",
      "public.listing.photos",
      "public.listing.details",
      "public.email.html",
      "public.email.subject",
      "public.email.text",
      "public.email.to_address",
      "public.receipt.buyer_email",
      "public.receipt.item",
      "public.receipt.seller_name",
      "public.report.outcome_reason",
      "public.report.reason",
      "public.review.answer",
      "public.review.text",
      "public.review_report.reason",
      "payment_simulator.object.data",
    ]),
  );
  expect(await everythingShown()).toMatch(telling);
  const planted = await plantTrace(shop);
  expect(await inFiles()).toEqual([planted]);
  await rm(planted);
  expect(log).toContain('"msg":"request completed"');
});

test("the logs are append-only, except for redacting a whole text", async () => {
  for (const change of [
    "update audit set action = 'demo.loaded'",
    "update audit set actor_id = null",
    'update audit set details = details || \'{"reason": "Ours"}\'',
    'update audit set details = details || \'{"new": "Blacked out."}\'',
    "update audit set details = '{}' where details <> '{}'",
    "update audit set details = '\"Blacked out.\"'",
    "update payment_log set why = 'because'",
    "update payment_log set to_status = 'succeeded', why = 'Blacked out.'",
    "update booking_event set why = 'Blacked out.'",
    ...["audit", "payment_log", "booking_event"].flatMap((log) => [
      `delete from ${log}`,
      `truncate ${log}`,
    ]),
  ])
    await expect(shop.deps.pool.query(change), change).rejects.toThrow("is append-only");
});

test("finds no trace of users who were deleted by themselves or by an admin", async () => {
  const { buyer, seller, admin } = story;
  const left = await shop.call("POST", "/api/account/delete", {
    token: buyer.token,
    body: { password: "Secret!2026" },
  });
  expect(left.body).toEqual({ deletedCount: 1 });
  const removed = await shop.call("DELETE", `/api/seller/${seller.id}`, { token: admin.token });
  expect(removed.body).toEqual({ deletedCount: 1 });

  expect(await inDatabase()).toEqual([]);
  expect(await searchFiles(shop.deps.config.DATA_DIR, tell)).toMatchObject({ finds: [] });
  const images = await searchFiles(shop.deps.config.DATA_DIR, (text) =>
    /\.(jpg|avif|webp)$/.test(text) ? text : null,
  );
  expect(images.finds).toEqual([]);
  expect(tell(log)).toBeNull();
  const shown = await everythingShown();
  expect(tell(shown)).toBeNull();
  expect(shown).toContain("Deleted account");
  expect(shown).toContain("Blacked out.");
});

test("keeps unsent emails to others, without the name, and removes copies of sent ones", async () => {
  const { rows } = await shop.deps.pool.query<{ kind: string; text: string }>(
    "select kind, text from email where to_address = $1",
    [story.bystander.email],
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["released.buyer"]);
  expect(rows[0]!.text).toContain("Audi A4 of Deleted account");
});

test("keeps the booking, its payment, its receipt and the audit entries", async () => {
  const { token } = story.admin;
  const { body: booking } = await shop.call("GET", `/api/bookings/${story.bookingId}`, { token });
  expect(booking).toMatchObject({
    name: "Deleted account",
    email: "",
    item: "Deleted account's Audi A6",
    price: 20_000,
    amountRefunded: 500,
    paid: true,
    sellerName: "Deleted account",
    sellerEmail: null,
    image: expect.stringMatching(/^\/cars\//),
  });
  const { body: receipt } = await shop.call("GET", `/api/bookings/${story.bookingId}/receipt`, {
    token,
  });
  expect(receipt).toMatchObject({
    buyer: { name: "Deleted account", email: "" },
    seller: { name: "Deleted account", email: "" },
    amountPaid: 20_000,
    amountRefunded: 500,
  });
  const { body: acts } = await shop.call("GET", "/api/audit", { token });
  expect(
    acts.map((act: { action: string; subject: { name: string } }) => [
      act.action,
      act.subject.name,
    ]),
  ).toEqual([
    ["seller.delete", `Deleted seller ${story.seller.id.slice(0, 8)}`],
    ["account.delete", `Deleted buyer ${story.buyer.id.slice(0, 8)}`],
    ["listing.remove", "Audi Q5"],
    ["seller.check", `Deleted seller ${story.seller.id.slice(0, 8)}`],
    ["booking.refund", "Deleted account's Audi A6"],
    ["webhook.set", `Deleted seller ${story.seller.id.slice(0, 8)}`],
    ["key.create", `Deleted seller ${story.seller.id.slice(0, 8)}`],
    ["seller.verify", `Deleted seller ${story.seller.id.slice(0, 8)}`],
  ]);
});

test("gives a user who signs up again with the same address a new, empty account", async () => {
  const { email, name } = buyerFacts;
  const back = await aSignedUpUser(shop, { email, name, role: "Buyer" });
  expect(back.id).not.toBe(story.buyer.id);
  const { body } = await shop.call("GET", `/api/bookings?email=${email}`, { token: back.token });
  expect(body).toEqual([]);
  const car = await shop.call("GET", `/api/bookings/${story.bookingId}`, { token: back.token });
  expect(car.status).toBe(404);
  const again = await aSignedUpUser(shop, { ...sellerFacts, role: "Seller" });
  expect((await shop.call("GET", "/api/addproduct", { token: again.token })).body).toEqual([]);
});

test.each([
  ["of their account", "first.address@verlorenkost.example"],
  ["they sign in with", "second.address@verlorenkost.example"],
])("removes the email address %s from other users' records, too", async (_, email) => {
  const { db, pool } = shop.deps;
  const deletedUser = await anAccount(shop.deps, { email: `${randomUUID()}@verlorenkost.example` });
  if (email.startsWith("first"))
    await db.execute(sql`update account set email = ${email} where id = ${deletedUser.id}`);
  else
    await db.execute(
      sql`update identity_user set email = ${email} where id = ${deletedUser.identityId}`,
    );
  const words = `Write to ${email.toUpperCase()}, they know.`;
  const other = await anAccount(shop.deps, { role: "Seller", verificationNote: words });
  const reporter = await anAccount(shop.deps);
  const car = await aListing(shop.deps, {
    sellerId: other.id,
    description: words,
    photos: [{ image: "/images/one/1200.jpg", alt: words }],
    details: {
      doors: 5,
      trim: words,
      options: ["Sat nav", words],
      advertUrl: `https://cars.example/?by=${email}`,
    },
    stockNumber: `7 of ${email}`,
    registration: email,
  });
  const text = JSON.stringify({ description: words });
  await db.execute(sql`
    with feed as (insert into feed (seller_id, name) values (${other.id}, 'Stock') returning id),
    plan as (
      insert into feed_plan (feed_id, feed_version, source, options, columns, rows, refused,
        unchanged, held, repeated, review, left_out)
      select id, 0, 'a.csv', '{}', ${JSON.stringify([{ header: "text", field: null, values: [words] }])},
        2, 1, 0, ${`[${text}]`}, ${JSON.stringify([{ line: 3, differs: [{ values: [words, null] }] }])},
        ${`[${text}]`}, ${JSON.stringify({ [`colour: "${words}" is not a colour`]: 2 })}
      from feed returning id),
    change as (
      insert into feed_change (plan_id, number, kind, identity, facts, shown_before, said_before)
      select id, 0, 'changed', 'stock 7', ${text}, ${text}, ${text} from plan),
    car as (
      insert into feed_car (feed_id, identity, listing_id, said, decided)
      select id, 'stock 7', ${car.id}, ${text}, ${text} from feed)
    insert into feed_refusal (plan_id, line, kind, faults, cells)
    select id, 2, 'faults', ${`[${text}]`}, ${JSON.stringify([words])} from plan`);
  const actionId = randomUUID();
  const paymentId = randomUUID();
  for (const planted of [
    sql`insert into report (id, listing_id, reporter_id, reason, outcome_reason) values (gen_random_uuid(), ${car.id}, ${reporter.id}, ${words}, ${words})`,
    sql`insert into seller_check (id, seller_id, level, checked_by, checked_at, note) values (gen_random_uuid(), ${other.id}, 'phone', ${story.admin.id}, now(), ${words})`,
    sql`insert into flag_dismissal (id, flag, listing_id, dismissed_by, dismissed_at, reason) values (gen_random_uuid(), gen_random_uuid()::text, ${car.id}, ${story.admin.id}, now(), ${words})`,
    sql`insert into moderation_action (id, kind, seller_id, reason) values (${actionId}, 'suspension', ${other.id}, ${words})`,
    sql`insert into appeal (id, action_id, text, decided_at, outcome, decision_reason) values (gen_random_uuid(), ${actionId}, ${words}, now(), 'upheld', ${words})`,
    sql`insert into payment (id, status, amount_minor, currency) values (${paymentId}, 'succeeded', 100, 'USD')`,
    sql`insert into refund (id, payment_id, amount_minor, cause, why) values (gen_random_uuid(), ${paymentId}, 100, 'admin', ${words})`,
    sql`insert into payment_log (payment_id, kind, to_status, why) values (${paymentId}, 'refund', 'requested', ${words})`,
    sql`insert into audit (actor_id, action, subject_id, details) values (${story.admin.id}, 'seller.suspend', ${other.id}, ${JSON.stringify({ reason: words, reports: 2 })}::jsonb)`,
    sql`insert into identity_verification (id, identifier, value, expires_at) values (${actionId}, 'state', ${JSON.stringify({ email })}, now() + interval '1 minute')`,
    sql`insert into email (id, kind, to_address, subject, text, html) values (gen_random_uuid(), 'test', ${other.email}, 'A car', ${words}, ${words})`,
    sql`insert into email (id, kind, to_address, subject, text, html) values (gen_random_uuid(), 'test', ${email}, 'A car', 'Hello', 'Hello')`,
  ])
    await db.execute(planted);
  expect(await searchDatabase(pool, [email])).toEqual(
    expect.arrayContaining([
      "public.account.verification_note",
      "public.listing.description",
      "public.listing.photos",
      "public.listing.details",
      "public.report.reason",
      "public.report.outcome_reason",
      "public.seller_check.note",
      "public.flag_dismissal.reason",
      "public.moderation_action.reason",
      "public.appeal.text",
      "public.appeal.decision_reason",
      "public.refund.why",
      "public.payment_log.why",
      "public.audit.details",
      "public.identity_verification.value",
      "public.email.text",
      "public.email.to_address",
      "public.listing.stock_number",
      "public.listing.registration",
      "public.feed_car.said",
      "public.feed_car.decided",
      ...["columns", "held", "repeated", "review", "left_out"].map(
        (name) => `public.feed_plan.${name}`,
      ),
      ...["facts", "shown_before", "said_before"].map((name) => `public.feed_change.${name}`),
      "public.feed_refusal.faults",
      "public.feed_refusal.cells",
    ]),
  );
  const { token } = story.admin;
  const deleted = await shop.call("DELETE", `/api/buyer/${deletedUser.id}`, { token });
  expect(deleted.body).toEqual({ deletedCount: 1 });
  expect(await searchDatabase(pool, [email])).toEqual([]);
  const { body: acts } = await shop.call("GET", `/api/audit?subject=${other.id}`, { token });
  expect(acts[0].details).toEqual({ reason: "Blacked out.", reports: 2 });
  expect(shop.deps.catalogue.find(car.id)?.description).toBe(
    "Write to Deleted account, they know.",
  );
  const left = "Write to Deleted account, they know.";
  const { rows } = await db.execute(
    sql`select photos, details, stock_number as stock from listing where id = ${car.id}`,
  );
  expect(rows).toEqual([
    {
      photos: [{ image: "/images/one/1200.jpg", alt: left }],
      details: { doors: 5, trim: left, options: ["Sat nav", left] },
      stock: "7 of Deleted account",
    },
  ]);
  const file = await shop.call("GET", "/api/account/data", { token: other.token });
  expect(file.body).toMatchObject({ listings: [{ id: car.id, details: { trim: left } }] });
});

const plantMentions = async (words: string) => {
  const { db } = shop.deps;
  const other = await anAccount(shop.deps, { role: "Seller", verificationNote: words });
  const car = await aListing(shop.deps, { sellerId: other.id, description: words });
  const reporter = await anAccount(shop.deps);
  const emailId = randomUUID();
  const paymentId = randomUUID();
  for (const planted of [
    sql`insert into report (id, listing_id, reporter_id, reason) values (gen_random_uuid(), ${car.id}, ${reporter.id}, ${words})`,
    sql`insert into payment (id, status, amount_minor, currency) values (${paymentId}, 'succeeded', 100, 'USD')`,
    sql`insert into payment_log (payment_id, kind, to_status, why) values (${paymentId}, 'refund', 'requested', ${words})`,
    sql`insert into audit (actor_id, action, subject_id, details) values (${story.admin.id}, 'seller.suspend', ${other.id}, ${JSON.stringify({ reason: words })}::jsonb)`,
    sql`insert into email (id, kind, to_address, subject, text, html, sent_at) values (${emailId}, 'test', ${other.email}, 'A car', ${words}, ${words}, now())`,
  ])
    await db.execute(planted);
  return async () => {
    const { rows } = await db.execute<Record<string, string | null>>(sql`
      select (select description from listing where id = ${car.id}) as description,
        (select verification_note from account where id = ${other.id}) as note,
        (select reason from report where listing_id = ${car.id}) as report,
        (select why from payment_log where payment_id = ${paymentId}) as payment,
        (select details->>'reason' from audit where subject_id = ${other.id}) as audit,
        (select text from email where id = ${emailId}) as mail`);
    return rows[0]!;
  };
};

test("deleting an account with an unconfirmed email does not change other users' records", async () => {
  const { email, phone } = { email: "sales@dealer.example", phone: "555-0100" };
  const words = `Write to ${email}, ${phone}, about this Toyota.`;
  const read = await plantMentions(words);
  const { token } = await aSignedUpUser(shop, { email, name: "Toyota", role: "Seller" });
  await shop.call("PUT", "/api/account/contact", { token, body: { phone, location: "Town" } });
  const body = { password: "Secret!2026" };
  const deleted = await shop.call("POST", "/api/account/delete", { token, body });
  expect(deleted.body).toEqual({ deletedCount: 1 });
  const same = { description: words, note: words, report: words };
  expect(await read()).toEqual({ ...same, payment: words, audit: words, mail: words });
});

test("removes only the email from records that are found by a confirmed email alone", async () => {
  const email = "sales@other-dealer.example";
  const rest = "555-0100, or boss@other-dealer.example, about this Toyota.";
  const read = await plantMentions(`Write to ${email}, ${rest}`);
  // Users choose their names freely: one can be a car make, or someone else's email.
  const name = "boss@other-dealer.example";
  const deletedUser = await anAccount(shop.deps, { email, name, phone: "555-0100" });
  const { db } = shop.deps;
  await db.execute(
    sql`update identity_user set name = 'Toyota' where id = ${deletedUser.identityId}`,
  );
  const { token } = story.admin;
  const deleted = await shop.call("DELETE", `/api/buyer/${deletedUser.id}`, { token });
  expect(deleted.body).toEqual({ deletedCount: 1 });
  const left = `Write to Deleted account, ${rest}`;
  expect(await read()).toEqual({
    description: left,
    note: left,
    report: left,
    payment: "Blacked out.",
    audit: "Blacked out.",
    mail: null,
  });
});

test("finds no trace after the seller deletes themselves and an admin deletes the buyer, with jobs running", async () => {
  let otherLog = "";
  const other = await createTestApp(
    { LOG_LEVEL: "trace", SALE_SETTLED_DAYS: "0" },
    { write: (line) => void (otherLog += line) },
  );
  try {
    await startJobs(other.deps);
    const { buyer, seller, admin } = await anAccountHistory(other);
    const removed = await other.call("DELETE", `/api/buyer/${buyer.id}`, { token: admin.token });
    expect(removed.body).toEqual({ deletedCount: 1 });
    const { token } = seller;
    const body = { password: "Secret!2026" };
    const left = await other.call("POST", "/api/account/delete", { token, body });
    expect(left.body).toEqual({ deletedCount: 1 });

    const { rows } = await other.deps.pool.query("select from pgboss.job");
    expect(rows.length).toBeGreaterThan(0);
    expect(await searchDatabase(other.deps.pool, identifyingForms)).toEqual([]);
    const files = await searchFiles(other.deps.config.DATA_DIR, (text) =>
      /\.(jpg|avif|webp)$/.test(text) ? text : tell(text),
    );
    expect(files.finds).toEqual([]);
    expect(otherLog).toContain('"msg":"request completed"');
    expect(tell(otherLog)).toBeNull();
    for (const { email } of [buyerFacts, sellerFacts]) {
      const again = { email, password: "Secret!2026" };
      const refused = await other.call("POST", "/api/auth/sign-in/email", { body: again });
      expect(refused.status).toBe(401);
    }
    for (const user of [buyer, seller]) {
      const { token: old } = user;
      expect((await other.call("GET", "/api/account/data", { token: old })).status).toBe(401);
    }
  } finally {
    await other.close();
  }
}, 90_000);
