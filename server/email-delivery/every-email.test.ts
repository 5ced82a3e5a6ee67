import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { lapseListings } from "#server/freshness/lapse-listings.ts";
import { announceMatches } from "#server/saved-searches/saved-search-jobs.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { startEmailProcess, type EmailProcess } from "#testing/email/email-process.ts";
import { aPaidCar, lapse, rowsOf } from "#testing/payments/payment-scenes.ts";
import { aHeldCar } from "#testing/payments/payments.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { deliverEmail } from "./deliver-email.ts";
import { emailJobs } from "./email-jobs.ts";
import { createMailer } from "./mailer.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let server: EmailProcess;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: User;
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
beforeAll(async () => {
  bundle = await bundleProgram("email/serve-email");
  server = await startEmailProcess(bundle.program);
  shop = await createTestApp({ SMTP_URL: server.url, MAIL_FROM: "Marque <shop@marque.example>" });
  await emailJobs(shop.deps);
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(async () => {
  await shop.close();
  await server.kill();
  bundle.remove();
});

const asAdmin = (method: "POST" | "PUT" | "DELETE", url: string, body?: object) =>
  shop.call(method, url, { token: admin.token, body });
const report = (car: { id: string }, { token }: User) =>
  shop.call("PUT", `/api/reportedProducts/${car.id}`, { token, body: { reason: "Odd papers" } });
const aSeller = () => anAccount(shop.deps, { role: "Seller" });

async function aReportedCar() {
  const seller = await aSeller();
  const buyer = await anAccount(shop.deps);
  const car = await aListing(shop.deps, { sellerId: seller.id });
  await report(car, buyer);
  return { seller, buyer, car };
}

async function aNewMatch() {
  const buyer = await anAccount(shop.deps);
  const body = { search: "q=unmistakable", name: "My search" };
  await shop.call("POST", "/api/saved-searches", { token: buyer.token, body });
  const { id: sellerId } = await aSeller();
  const car = await aListing(shop.deps, { sellerId, description: "Unmistakable." });
  await announceMatches(shop.deps);
  return { buyer, car };
}

/** The one email with this subject that an address got, once it has come. */
async function emailTo(address: string, subject: string | RegExp) {
  const isIt = (given: string) =>
    typeof subject === "string" ? given === subject : subject.test(given);
  const kinds = () =>
    server.received.filter((one) => one.to.includes(address) && isIt(one.subject));
  await vi.waitFor(() => expect(kinds().length, String(subject)).toBeGreaterThan(0), {
    timeout: 20_000,
  });
  expect(kinds()).toHaveLength(1);
  const email = kinds()[0]!;
  expect(email.to).toEqual([address]);
  expect(email.from).toBe("Marque <shop@marque.example>");
  expect(email.messageId).toMatch(/^<[0-9a-f-]{36}@localhost>$/);
  return email;
}

type ExpectedEmail = {
  email: string;
  subject: string | RegExp;
  texts: string[];
  /** The car that its picture shows. */
  pictured?: string;
};
const at = (path: string) => `http://localhost:3000${path}`;

const emailsByKind: Record<string, () => Promise<ExpectedEmail[]>> = {
  "booking made": async () => {
    const { seller, buyer, car, bookingId } = await aHeldCar(shop);
    return [
      {
        email: buyer.email,
        subject: `Reserved for you on Marque: ${car.name}`,
        texts: [car.name, "$20,000", "Held until", at(`/dashboard/payment/${bookingId}`)],
        pictured: car.name,
      },
      {
        email: seller.email,
        subject: `Reserved on Marque: ${car.name}`,
        texts: [car.name, "Reserved until", at("/dashboard/myproduct")],
        pictured: car.name,
      },
    ];
  },
  "reserved car released": async () => {
    const { seller, buyer, car, bookingId } = await aHeldCar(shop);
    await lapse(shop, bookingId);
    await expireDueHolds(shop.deps);
    return [
      {
        email: buyer.email,
        subject: `No longer reserved for you on Marque: ${car.name}`,
        texts: [car.name, "expired before it was paid"],
        pictured: car.name,
      },
      {
        email: seller.email,
        subject: `No longer reserved on Marque: ${car.name}`,
        texts: [car.name, "expired before it was paid"],
        pictured: car.name,
      },
    ];
  },
  "payment received": async () => {
    const { seller, buyer, car } = await aPaidCar(shop);
    return [
      {
        email: buyer.email,
        subject: new RegExp(`^Your receipt M-\\d{6} from Marque: ${car.name}$`),
        texts: [car.name, "$20,000", seller.name],
        pictured: car.name,
      },
      {
        email: seller.email,
        subject: new RegExp(`^Sold on Marque: ${car.name} \\(M-\\d{6}\\)$`),
        texts: [car.name, "$20,000", buyer.name],
        pictured: car.name,
      },
    ];
  },
  "seller verified": async () => {
    const seller = await aSeller();
    await asAdmin("PUT", `/api/seller/verify/${seller.id}`, { checked: ["identity", "phone"] });
    return [
      {
        email: seller.email,
        subject: "You are a verified seller on Marque",
        texts: ["Checked", "Identity document, Phone call", at("/dashboard/myproduct")],
      },
    ];
  },
  "verification revoked": async () => {
    const seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
    await asAdmin("DELETE", `/api/seller/verify/${seller.id}`, { reason: "The license expired" });
    return [
      {
        email: seller.email,
        subject: "Your verification on Marque was revoked",
        texts: ["The license expired"],
      },
    ];
  },
  "listing removed with its reason, and the outcome for its reporter": async () => {
    const { seller, buyer, car } = await aReportedCar();
    const reason = "The pictures are of another car, übrigens.";
    await asAdmin("POST", `/api/reportedProducts/${car.id}/remove`, { reason });
    return [
      {
        email: seller.email,
        subject: `Removed from Marque: ${car.name}`,
        texts: [car.name, reason, at("/dashboard/appeals")],
      },
      {
        email: buyer.email,
        subject: `Your report on Marque: ${car.name}`,
        texts: [car.name, "removed the car from the shop"],
      },
    ];
  },
  "report dismissed": async () => {
    const { buyer, car } = await aReportedCar();
    await asAdmin("POST", `/api/reportedProducts/${car.id}/dismiss`);
    return [
      {
        email: buyer.email,
        subject: `Your report on Marque: ${car.name}`,
        texts: [car.name, "The car stays."],
      },
    ];
  },
  "seller suspended, and the outcome for the reporter of one of their cars": async () => {
    const { seller, buyer, car } = await aReportedCar();
    await asAdmin("PUT", `/api/seller/suspend/${seller.id}`, { reason: "Suspected fraud" });
    return [
      {
        email: seller.email,
        subject: "You are suspended as a seller on Marque",
        texts: ["Suspected fraud", at("/dashboard/appeals")],
      },
      {
        email: buyer.email,
        subject: `Your report on Marque: ${car.name}`,
        texts: [car.name, "suspended the seller"],
      },
    ];
  },
  "saved search matched": async () => {
    const { car, buyer } = await aNewMatch();
    return [
      {
        email: buyer.email,
        subject: `New match: ${car.name}, $20,000`,
        texts: ["My search", "New listing, $20,000", at("/saved-searches/unsubscribe?token=")],
        pictured: car.name,
      },
    ];
  },
  "car expiring": async () => {
    const seller = await aSeller();
    const car = await aListing(shop.deps, { sellerId: seller.id });
    await lapseListings(shop.deps);
    await lapseListings(shop.deps, new Date(Date.now() + 11 * 86_400_000));
    return [
      {
        email: seller.email,
        subject: `Still for sale? ${car.name}`,
        texts: [car.name, "off sale on", at("/confirm-listings?token=")],
        pictured: car.name,
      },
    ];
  },
  "appeal decided": async () => {
    const seller = await aSeller();
    await asAdmin("PUT", `/api/seller/suspend/${seller.id}`, { reason: "Suspected fraud" });
    const { token } = seller;
    const { body: actions } = await shop.call("GET", "/api/moderation", { token });
    const actionId = (actions as { _id: string }[])[0]!._id;
    const body = { actionId, text: "It was not me." };
    const { body: appeal } = await shop.call("POST", "/api/appeals", { token, body });
    await asAdmin("POST", `/api/appeals/${appeal.insertedId}/decide`, {
      outcome: "overturned",
      reason: "It was another seller",
    });
    return [
      {
        email: seller.email,
        subject: "Your appeal on Marque was decided",
        texts: ["Overturned", "It was another seller"],
      },
    ];
  },
};

test.each(Object.entries(emailsByKind))(
  "%s: arrives at the mail server as text and HTML",
  async (_, scene) => {
    for (const { email, subject, texts, pictured } of await scene()) {
      const { text, html } = await emailTo(email, subject);
      for (const expected of texts) {
        expect(text).toContain(expected);
        expect(html).toContain(expected);
      }
      expect(text).not.toMatch(/<\w/);
      expect(html).toMatch(/^<!doctype html>/);
      const shown = /<img src="http:\/\/localhost:3000\/cars\/[\w-]+\.webp" alt="([^"]*)"/.exec(
        html,
      );
      expect(shown?.[1]).toBe(pictured);
    }
  },
);

test("an email about saved searches has the headers of one-click unsubscribing (RFC 8058)", async () => {
  const { buyer, car } = await aNewMatch();
  const { listUnsubscribe, listUnsubscribePost } = await emailTo(
    buyer.email,
    `New match: ${car.name}, $20,000`,
  );
  expect(listUnsubscribePost).toBe("List-Unsubscribe=One-Click");
  const [, url] = /^<http:\/\/localhost:3000(\/api\/saved-searches\/unsubscribe\S+)>$/.exec(
    listUnsubscribe,
  )!;
  const answer = await shop.app.inject({
    method: "POST",
    url: url!,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: listUnsubscribePost,
  });
  expect(answer.json()).toEqual({ modifiedCount: 1 });
  const { buyer: booker, car: booked } = await aHeldCar(shop);
  const other = await emailTo(booker.email, `Reserved for you on Marque: ${booked.name}`);
  expect([other.listUnsubscribe, other.listUnsubscribePost]).toEqual(["", ""]);
});

test("the link in the sent confirmation email confirms the address", async () => {
  const email = "reads-mail@example.com";
  const { cookie } = await aSignedUpUser(shop, { email, role: "Buyer" });
  const { text, html } = await emailTo(email, "Confirm your email address for Marque");
  const token = /\/verify-email#(\S+)/.exec(text)![1]!;
  expect(html).toContain(`/verify-email#${token}`);
  const confirmed = await shop.call("POST", "/api/auth/verify-email", { body: { token } });
  expect(confirmed.status).toBe(200);
  const session = await shop.call("GET", "/api/auth/get-session", { headers: { cookie } });
  expect(session.body.user.emailVerified).toBe(true);
});

test("the link in the sent password-reset email sets a new password once", async () => {
  const email = "resets@example.com";
  await aSignedUpUser(shop, { email, role: "Buyer" });
  await shop.call("POST", "/api/auth/request-password-reset", { body: { email } });
  const { text, html } = await emailTo(email, "Set a new password for Marque");
  const token = /\/reset-password#(\S+)/.exec(text)![1]!;
  expect(html).toContain(`/reset-password#${token}`);
  expect(text).toContain("The link works once and expires in 30 minutes.");
  const newPassword = "Another!2027 for the shop";
  const reset = () =>
    shop.call("POST", "/api/auth/reset-password", { body: { token, newPassword } });
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(410);
  await emailTo(email, "Your password for Marque was changed");
  const signedIn = await shop.call("POST", "/api/auth/sign-in/email", {
    body: { email, password: newPassword },
  });
  expect(signedIn.status).toBe(200);
});

test("killing the mail server loses no email and blocks no request", async () => {
  const waiting = () =>
    rowsOf<{ id: string; to_address: string }>(
      shop,
      sql`select id, to_address from email where sent_at is null`,
    );
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 20_000 });
  const { port } = server;
  await server.kill();
  const { seller, buyer, car } = await aReportedCar();
  await aSignedUpUser(shop, { email: "no-server@example.com", role: "Buyer" });
  await aPaidCar(shop);
  const dismissed = await asAdmin("POST", `/api/reportedProducts/${car.id}/dismiss`);
  const verified = await asAdmin("PUT", `/api/seller/verify/${seller.id}`);
  for (const { body } of [dismissed, verified]) expect(body).toEqual({ modifiedCount: 1 });
  const waitingEmails = await waiting();
  // Confirm your address; reserved and paid, to two people each; the report's outcome; verified.
  expect(waitingEmails).toHaveLength(7);
  expect(waitingEmails.map((email) => email.to_address)).toEqual(
    expect.arrayContaining([buyer.email, seller.email, "no-server@example.com"]),
  );

  server = await startEmailProcess(bundle.program, port);
  // A worker may still have claimed one, so let its lease end.
  const transport = createMailer(shop.deps.config)!;
  await vi.waitFor(
    async () => {
      await shop.deps.db.execute(
        sql`update email set next_attempt_at = now() where sent_at is null and last_error is not null`,
      );
      await deliverEmail(shop.deps, transport);
      expect(await waiting()).toEqual([]);
    },
    { timeout: 30_000 },
  );
  const sent = waitingEmails.map(({ id }) => `<${id}@localhost>`);
  await vi.waitFor(
    () => {
      // An email that was being sent may arrive twice with the same message ID.
      const ids = new Set(server.received.map(({ messageId }) => messageId));
      expect([...ids].toSorted()).toEqual(sent.toSorted());
    },
    { timeout: 20_000 },
  );
});
