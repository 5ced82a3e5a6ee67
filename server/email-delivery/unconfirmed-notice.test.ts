import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { startMailServer } from "#testing/email/mail-server.ts";
import { confirmAddress } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { deliverEmail } from "./deliver-email.ts";
import { claimDueEmail, takeNotice } from "./delivery-store.ts";
import { createMailer, type Mailer } from "./mailer.ts";
import { queueEmail } from "#server/email/queue-email.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
  shop = await createTestApp({ SMTP_URL: server.url });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});

const deliver = () => deliverEmail(shop.deps, createMailer(shop.deps.config)!);
const received = (email: string) =>
  server.received.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);

test("an unconfirmed address gets no texts by other users", async () => {
  const email = "victim@inbox.example";
  const seller = await anAccount(shop.deps, { role: "Seller", email, isConfirmed: false });
  const buyer = await anAccount(shop.deps);
  async function book() {
    const name = "Your refund waits: http://evil.example";
    const car = await aListing(shop.deps, { sellerId: seller.id, name });
    const body = { productId: car.id, item: name, price: car.resalePriceMinor / 100 };
    const answer = await shop.call("POST", "/api/bookings", { token: buyer.token, body });
    expect(answer.body.acknowledged).toBe(true);
    await deliver();
  }

  await book();
  expect(received(buyer.email)).toHaveLength(1);
  const [notice] = received(email);
  expect(notice).toContain("Subject: You have an update in your Marque account");
  expect(notice).toContain("http://localhost:3000/dashboard");
  expect(notice).not.toContain("refund");
  expect(notice).not.toContain("evil");

  // At most one a day, however often strangers book.
  await book();
  expect(received(buyer.email)).toHaveLength(2);
  expect(received(email)).toHaveLength(1);

  await confirmAddress(shop, email);
  await book();
  expect(received(email)).toHaveLength(2);
  expect(received(email)[1]).toContain("refund waits");
});

const queue = (to: string, kind: string) =>
  queueEmail(shop.deps.db, {
    kind,
    to,
    subject: `About ${kind}`,
    text: kind,
    html: kind,
    unsubscribeUrl: "https://cars.example/unsubscribe/secret",
  });
const subjects = (email: string) =>
  received(email).map((raw) => /^Subject: (.*?)\r?$/m.exec(raw)?.[1]);
const notice = "You have an update in your Marque account";

async function anUnconfirmedSeller(): Promise<string> {
  const email = `${crypto.randomUUID()}@inbox.example`;
  await anAccount(shop.deps, { role: "Seller", email, isConfirmed: false });
  return email;
}

/** Ages the emails to an address by a day. */
const aDayLater = (email: string) =>
  shop.deps.db.execute(sql`
    update email set sent_at = sent_at - interval '1 day', notice_at = notice_at - interval '1 day',
      next_attempt_at = next_attempt_at - interval '1 day'
    where to_address = ${email}`);

test("a decision waits for the next day's notice and is sent in full after the address is confirmed", async () => {
  const email = await anUnconfirmedSeller();
  await queue(email, "booking.seller");
  await deliver();
  await queue(email, "seller.suspended");
  await deliver();
  expect(subjects(email)).toEqual([notice]);
  // Its reader may have no account here, so it changes none.
  expect(received(email)[0]).not.toMatch(/unsubscribe/i);
  const { rows } = await shop.deps.db.execute(sql`
    select waiting.attempts, extract(epoch from waiting.next_attempt_at - noticed.sent_at) / 3600 as hours
    from email waiting, email noticed
    where waiting.to_address = ${email} and waiting.kind = 'seller.suspended' and waiting.sent_at is null
      and noticed.to_address = ${email} and noticed.kind = 'booking.seller'`);
  expect(rows).toEqual([{ attempts: 0, hours: expect.anything() }]);
  expect(Number(rows[0]!["hours"])).toBeCloseTo(24, 2);

  await aDayLater(email);
  await deliver();
  expect(subjects(email)).toEqual([notice, notice]);

  await queue(email, "appeal.decided");
  await deliver();
  expect(subjects(email)).toHaveLength(2);
  await confirmAddress(shop, email);
  await aDayLater(email);
  await deliver();
  expect(subjects(email)).toEqual([notice, notice, "About appeal.decided"]);
});

test("a second notice is not sent while the first is being sent", async () => {
  const email = await anUnconfirmedSeller();
  await queue(email, "listing.removed");
  const sent: string[] = [];
  const transport: Mailer = {
    async send({ subject }) {
      sent.push(subject);
      if (sent.length > 1) return;
      await queue(email, "seller.suspended");
      await deliverEmail(shop.deps, transport);
    },
  };
  await deliverEmail(shop.deps, transport);
  expect(sent).toEqual([notice]);
});

test("a failed notice leaves the daily notice to the next email", async () => {
  const email = await anUnconfirmedSeller();
  await queue(email, "listing.removed");
  const refusal = Object.assign(new Error("no"), { code: "EENVELOPE", responseCode: 550 });
  await deliverEmail(shop.deps, { send: () => Promise.reject(refusal) });
  await queue(email, "seller.suspended");
  await deliver();
  expect(subjects(email)).toEqual([notice]);
  // Its reader may have no account here, so it changes none.
  expect(received(email)[0]).not.toMatch(/unsubscribe/i);
});

test("of two workers with emails to one address, one sends the notice", async () => {
  const { db } = shop.deps;
  const email = await anUnconfirmedSeller();
  await queue(email, "listing.removed");
  await queue(email, "seller.suspended");
  const claimed = [(await claimDueEmail(db, 900))!, (await claimDueEmail(db, 900))!];
  expect(claimed.map(({ to }) => to)).toEqual([email, email]);
  const taken = await Promise.all(claimed.map((email) => takeNotice(db, email)));
  expect(taken.toSorted()).toEqual([false, true]);
});
