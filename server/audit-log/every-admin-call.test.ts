import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditActions } from "#shared/audit/audit.ts";
import type { AuditAction } from "#shared/audit/audit.ts";
import { policy } from "#server/policy.ts";
import { aBooking, aFlaggedCar, aListing, anAccount, aVinClaim } from "#testing/builders.ts";
import { aCarBeingPaid, aPaidCar, refund } from "#testing/payments/payment-scenes.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const aSignedUpUser = async (role: "Buyer" | "Seller", isVerified = false) =>
  (await anAccount(shop.deps, { role, isVerified })).id;
const aCar = async () =>
  (await aListing(shop.deps, { sellerId: await aSignedUpUser("Seller") })).id;
async function aReportedCar() {
  const id = await aCar();
  const buyer = await aSignedUpUser("Buyer");
  await shop.deps.db.execute(
    sql`insert into report (id, listing_id, reporter_id) values (gen_random_uuid(), ${id}, ${buyer})`,
  );
  return id;
}
async function aSuspendedSeller() {
  const id = await aSignedUpUser("Seller");
  await shop.deps.db.execute(sql`update account set suspended_at = now() where id = ${id}`);
  await shop.deps.db.execute(
    sql`insert into moderation_action (id, kind, seller_id) values (gen_random_uuid(), 'suspension', ${id})`,
  );
  return id;
}
async function anAppeal() {
  const id = randomUUID();
  const seller = await aSuspendedSeller();
  await shop.deps.db.execute(
    sql`insert into appeal (id, action_id, text) select ${id}, id, 'Not so.' from moderation_action where seller_id = ${seller}`,
  );
  return { id, logged: seller };
}
async function aReportedReview() {
  const id = randomUUID();
  const listingId = await aCar();
  const buyerId = await aSignedUpUser("Buyer");
  const booking = await aBooking(shop.deps, { listingId, buyerId, state: "paid" });
  await shop.deps.db.execute(sql`
    insert into review (id, booking_id, side, author_id, subject_id, stars, text, created_at, visible_from)
    select ${id}, ${booking.id}, 'buyer', ${buyerId}, seller_id, 1, 'Bad', now(), now() from listing where id = ${listingId}`);
  await shop.deps.db.execute(sql`
    insert into review_report (id, review_id, reporter_id, reason, created_at)
    values (gen_random_uuid(), ${id}, ${buyerId}, 'Untrue', now())`);
  return { id, logged: booking.id };
}
async function aClaim() {
  const { id, listing } = await aVinClaim(shop);
  return { id, logged: listing.id };
}
async function aQuarantinedPayment() {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into payment (id, intent_id, status, amount_minor, captured_minor, currency, quarantine_reason)
    values (${id}, ${`pi_${id}`}, 'succeeded', 100, 100, 'USD', 'unknown')`);
  return id;
}

type AdminCall = {
  /** Creates the subject. Returns the id in the call, and the id in the log if that is a different one. */
  subject: () => Promise<string | { id: string; logged: string }>;
  body?: object;
  action: AuditAction;
};
const adminCalls: Record<string, AdminCall> = {
  "DELETE /api/addproduct/:id": { subject: aCar, action: "listing.remove" },
  "POST /api/payments/:id/refund": { subject: aQuarantinedPayment, action: "payment.refund" },
  "POST /api/bookings/:id/payment/check": {
    subject: async () => (await aCarBeingPaid(shop)).bookingId,
    action: "booking.check_payment",
  },
  "POST /api/bookings/:id/refunds": {
    subject: async () => (await aPaidCar(shop)).bookingId,
    body: { reason: "Goodwill", amount: 5 },
    action: "booking.refund",
  },
  "POST /api/bookings/:id/relist": {
    subject: async () => {
      const { bookingId, car } = await aPaidCar(shop);
      await refund(shop, admin.token, bookingId);
      return { id: bookingId, logged: car.id };
    },
    action: "listing.relist",
  },
  // Its entry is about the whole shop.
  "POST /api/valuation/model/train": {
    subject: () => Promise.resolve(""),
    action: "prices.train",
  },
  "POST /api/reportedProducts/:id/dismiss": { subject: aReportedCar, action: "report.dismiss" },
  "POST /api/reportedProducts/:id/reopen": {
    subject: async () => {
      const id = await aReportedCar();
      await shop.deps.db.execute(
        sql`update report set closed_at = now(), closed_by = ${admin.id}, outcome = 'dismissed' where listing_id = ${id}`,
      );
      return id;
    },
    action: "report.reopen",
  },
  "POST /api/seller/:id/checks": {
    subject: () => aSignedUpUser("Seller"),
    body: { level: "phone" },
    action: "seller.check",
  },
  "DELETE /api/seller-checks/:id": {
    subject: async () => {
      const id = randomUUID();
      const logged = await aSignedUpUser("Seller");
      await shop.deps.db.execute(sql`
        insert into seller_check (id, seller_id, level, checked_by, checked_at)
        values (${id}, ${logged}, 'phone', ${admin.id}, now())`);
      return { id, logged };
    },
    action: "seller.uncheck",
  },
  "POST /api/flagged-cars/:id/dismiss": {
    subject: async () => {
      const { flag: id, listingId: logged } = await aFlaggedCar(shop);
      return { id, logged };
    },
    body: { reason: "The seller showed the service book." },
    action: "flag.dismiss",
  },
  "POST /api/vin-claims/:id/confirm": { subject: aClaim, action: "claim.confirm" },
  "POST /api/vin-claims/:id/refuse": { subject: aClaim, action: "claim.refuse" },
  "POST /api/reviews/:id/dismiss": { subject: aReportedReview, action: "review.dismiss" },
  "POST /api/reviews/:id/remove": {
    subject: aReportedReview,
    body: { reason: "Insults" },
    action: "review.remove",
  },
  "POST /api/appeals/:id/decide": {
    subject: anAppeal,
    body: { outcome: "upheld", reason: "It stands." },
    action: "appeal.decide",
  },
  "PUT /api/seller/suspend/:id": {
    subject: () => aSignedUpUser("Seller"),
    body: { reason: "Suspected fraud" },
    action: "seller.suspend",
  },
  "DELETE /api/seller/suspend/:id": { subject: aSuspendedSeller, action: "seller.unsuspend" },
  "POST /api/reportedProducts/:id/remove": { subject: aReportedCar, action: "listing.remove" },
  "PUT /api/users/admin/:id": { subject: () => aSignedUpUser("Buyer"), action: "user.make_admin" },
  "DELETE /api/users/admin/:id": {
    subject: async () => (await anAccount(shop.deps, { role: "admin" })).id,
    action: "user.remove_admin",
  },
  "DELETE /api/buyer/:id": { subject: () => aSignedUpUser("Buyer"), action: "buyer.delete" },
  "PUT /api/seller/verify/:id": { subject: () => aSignedUpUser("Seller"), action: "seller.verify" },
  "DELETE /api/seller/verify/:id": {
    subject: () => aSignedUpUser("Seller", true),
    action: "seller.unverify",
  },
  "DELETE /api/seller/:id": { subject: () => aSignedUpUser("Seller"), action: "seller.delete" },
};

test("covers every action that the policy table allows admins", () => {
  const changes = Object.entries(policy).filter(
    ([call, rule]) =>
      !call.startsWith("GET ") &&
      // Calls that users of any role make on their own account.
      !/ \/api\/(?:account\/|favorites|saved-searches)/.test(call) &&
      Array.isArray(rule) &&
      rule.includes("admin"),
  );
  expect(Object.keys(adminCalls).toSorted()).toEqual(changes.map(([call]) => call).toSorted());
});

test.each(Object.entries(adminCalls))("%s adds one audit entry", async (call, adminCall) => {
  const subject = await adminCall.subject();
  const { id, logged } = typeof subject === "string" ? { id: subject, logged: subject } : subject;
  const [method, path] = call.split(" ") as ["POST", string];
  const lines = async () =>
    (
      await shop.call("GET", `/api/audit?subject=${logged}&action=${adminCall.action}`, {
        token: admin.token,
      })
    ).body as { actor: { email: string }; action: string }[];
  expect(await lines()).toEqual([]);
  await shop.call(method, path.replace(":id", id), { token: admin.token, body: adminCall.body });
  expect(await lines()).toMatchObject([
    { actor: { email: admin.email }, action: adminCall.action },
  ]);
});

test("a refused action adds no entry", async () => {
  const before = await shop.call("GET", "/api/audit?limit=1", { token: admin.token });
  const withSubject = Object.entries(adminCalls).filter(([call]) => call.includes(":id"));
  for (const [call, { body }] of withSubject) {
    const [method, path] = call.split(" ") as ["POST", string];
    const url = path.replace(":id", randomUUID());
    expect((await shop.call(method, url, { token: admin.token, body })).status, call).toBe(404);
  }
  const after = await shop.call("GET", "/api/audit?limit=1", { token: admin.token });
  expect(after.headers["x-total-count"]).toBe(before.headers["x-total-count"]);
});

test("every action in the audit log is used", () => {
  const elsewhere: AuditAction[] = [
    // What sellers and jobs do.
    "key.create",
    "key.revoke",
    "key.end",
    "key.refuse",
    "webhook.set",
    "webhook.remove",
    "webhook.disable",
    "history.head",
    "account.delete",
    "account.become_seller",
    "demo.loaded",
    "demo.remove",
    // A removal is undone by an appeal decision, which has its own entry.
    "listing.restore",
  ];
  const led = new Set([...Object.values(adminCalls).map(({ action }) => action), ...elsewhere]);
  expect([...led].toSorted()).toEqual(auditActions.toSorted());
});
