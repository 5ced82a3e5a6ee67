import { inspect } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startJobs } from "#server/start/start-jobs.ts";
import { cards } from "#testing/payments/card-calls.ts";
import { anAccount, aListing } from "#testing/builders.ts";
import { startMailServer } from "#testing/email/mail-server.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { aSignedUpUser, confirmAddress } from "#testing/identity/sign-up.ts";
import { deliverAll, refund } from "#testing/payments/payment-scenes.ts";
import { askIntent, openIntent, payWithCard } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

/** What a user types, and nothing else contains. */
const typed = {
  name: "Xavierluz Quillfeather",
  email: "xavierluz@quillfeather.example",
  password: "Zq!vexaminou2026",
  phone: "+33 699 8472 135",
  place: "Vexaminou-sur-Ruzelle",
  text: "Huxtable Ombrosia",
};
const forms = /xavierluz|quillfeather|vexaminou|8472.?135|ombrosia|huxtable|203\.0\.113\.77/i;

let log = "";
let shop: Awaited<ReturnType<typeof createTestApp>>;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
/** Tokens, cookies and keys. */
const secrets = new Set<string>(["a secret of the tests"]);

beforeAll(async () => {
  mailServer = await startMailServer({
    // Mail servers repeat the address in their refusals.
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`<${address}> is unknown here`), { responseCode: 550 })),
  });
  shop = await createTestApp(
    { LOG_LEVEL: "trace", SMTP_URL: mailServer.url, TRUSTED_PROXIES: "127.0.0.1" },
    { write: (line) => void (log += line) },
  );
  await startJobs(shop.deps);
  // Libraries may print without our logger.
  for (const method of ["log", "info", "warn", "error"] as const)
    vi.spyOn(console, method).mockImplementation(
      (...given: unknown[]) => void (log += `${inspect(given)}\n`),
    );
}, 60_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await shop.close();
  await mailServer.stop();
});

/** A call from an IP address that must not be logged, as a browser sends it. */
const call: typeof shop.call = (method, url, { headers, ...given } = {}) =>
  shop.call(method, url, {
    ...given,
    headers: {
      "x-forwarded-for": "203.0.113.77",
      "user-agent": `Browser of ${typed.name}`,
      referer: `http://localhost:3000/?q=${typed.email}`,
      ...headers,
    },
  });

/** What was logged since the last call, which must have something about `about` and nothing personal. */
function takeLog(about: string): void {
  const lines = log.split("\n");
  log = "";
  const matches = lines.filter((line) => forms.test(line));
  const leaked = [...secrets].filter((secret) => lines.some((line) => line.includes(secret)));
  expect({ found: matches, leaked }, about).toEqual({ found: [], leaked: [] });
  expect(
    lines.some((line) => line.includes(about)),
    about,
  ).toBe(true);
}

test(
  "journeys of users leave no personal data and no secrets in the log",
  { timeout: 120_000 },
  async () => {
    const { name, email, password, phone, place, text } = typed;
    const { cookie, token } = await aSignedUpUser(shop, { email, name, password, role: "Buyer" });
    for (const pair of cookie.split("; ")) secrets.add(pair.split("=")[1]!);
    secrets.add(token).add(token.split(".")[2]!);
    await call("POST", "/api/auth/sign-up/email", { body: { email, name, password } });
    takeLog("/api/auth/sign-up/email");

    for (const given of [password, `${password}x`, text])
      await call("POST", "/api/auth/sign-in/email", { body: { email, password: given } });
    await call("GET", `/api/jwt?email=${email}`, { headers: { cookie } });
    await call("GET", `/api/users/seller/${email}`, { token });
    await call("GET", `/api/users/admin/${encodeURIComponent(name)}`, { token });
    takeLog("/api/auth/sign-in/email");

    await call("POST", "/api/auth/request-password-reset", { body: { email } });
    await call("POST", "/api/auth/reset-password", {
      body: { token: text, newPassword: password },
    });
    await call("GET", `/reset-password?token=${encodeURIComponent(text)}`);
    // The job tries to send the emails, and the mail server refuses them.
    await vi.waitFor(() => expect(log).toContain("email not sent; will retry"), 30_000);
    takeLog("email not sent; will retry");

    await confirmAddress(shop, email);
    const seller = await anAccount(shop.deps, { role: "Seller", name: `${name} Senior` });
    const admin = await anAccount(shop.deps, { role: "admin" });
    const car = await aListing(shop.deps, { sellerId: seller.id, resalePriceMinor: 2_000_000 });
    const booked = await call("POST", "/api/bookings", {
      token,
      body: { productId: car.id, item: car.name, price: 20_000, phone, location: place },
    });
    const bookingId = String(booked.body.insertedId);
    takeLog("/api/bookings");

    const intent = await openIntent(shop, token, bookingId);
    secrets.add(intent.clientSecret).add(cards.good).add(cards.declined);
    await payWithCard(shop, intent, cards.declined);
    await payWithCard(shop, intent);
    await deliverAll(shop, intent.id);
    await refund(shop, admin.token, bookingId, { reason: `${text} for ${name}` });
    takeLog("/api/payments/webhook");

    await call("POST", "/api/saved-searches", { token, body: { search: `q=${text}`, name: text } });
    await call("GET", `/api/listings?q=${encodeURIComponent(`${name} ${phone}`)}`);
    await call("PUT", `/api/reportedProducts/${car.id}`, { token, body: { reason: text } });
    takeLog("/api/saved-searches");

    const picture = await aPicture();
    for (const [file, bytes] of [
      [`${name}.jpg`, picture],
      [`${email}.jpg`, Buffer.from(text)],
    ] as const)
      await shop.app.inject({
        method: "POST",
        url: "/api/images",
        ...aMultipartForm("image", file, "image/jpeg", bytes),
      });
    takeLog("/api/images");

    // 4xx: invalid bodies, paths and queries.
    await call("POST", "/api/bookings", { token, body: { productId: name, item: email, phone } });
    await call("POST", "/api/bookings", { token: `${token}${text}`, body: {} });
    await call("GET", `/api/listings?make=${name}&nothing=${email}`);
    await call("GET", `/api/listings/${email}`);
    await call("PUT", "/api/account/contact", {
      token: seller.token,
      body: { phone: text, location: place.repeat(100) },
    });
    takeLog("refused");
  },
);

test("a failing database leaves no personal data in the log", async () => {
  const { email, name, phone, place, text } = typed;
  const buyer = await anAccount(shop.deps, { email: `other.${email}`, name });
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const car = await aListing(shop.deps, { sellerId: seller.id, resalePriceMinor: 2_000_000 });
  const broken = ["saved_search", "booking", "email", "identity_verification"];
  for (const table of broken)
    await shop.deps.pool.query(`alter table ${table} rename to ${table}_gone`);
  // Its insert has the name and the email.
  await shop.deps.pool.query(
    "alter table identity_user add constraint refused check (name = '') not valid",
  );
  log = "";
  const { token } = buyer;
  const answers = [
    await call("POST", "/api/saved-searches", { token, body: { search: `q=${text}`, name: text } }),
    await call("POST", "/api/bookings", {
      token,
      body: { productId: car.id, item: car.name, price: 20_000, phone, location: place },
    }),
    await call("POST", "/api/auth/request-password-reset", { body: { email: buyer.email } }),
    await askIntent(shop, token, car.id),
    await call("POST", "/api/auth/sign-up/email", {
      body: { email: `third.${email}`, name, password: typed.password },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 422]);
  await shop.deps.jobs.send("mail.deliver", {});
  await vi.waitFor(() => expect(log).toContain("job failed"), 30_000);
  takeLog("request failed");
  const { rows } = await shop.deps.pool.query<{ output: unknown }>(
    "select output from pgboss.job where output is not null",
  );
  expect(JSON.stringify(rows)).not.toMatch(forms);
  await shop.deps.pool.query("alter table identity_user drop constraint refused");
  for (const table of broken)
    await shop.deps.pool.query(`alter table ${table}_gone rename to ${table}`);
});

test("every line of a request has its id, which is in the answer, and a proxy's id is kept", async () => {
  log = "";
  const own = await shop.app.inject({
    url: "/api/listings/nothing",
    headers: { "x-request-id": "from-the-proxy.1" },
  });
  expect(own.headers["x-request-id"]).toBe("from-the-proxy.1");
  expect(own.json()).toMatchObject({ error: { requestId: "from-the-proxy.1" } });
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { reqId?: string });
  const about = lines.filter(({ reqId }) => reqId === "from-the-proxy.1");
  expect(about.length).toBeGreaterThanOrEqual(2);
  for (const given of ["short", "x".repeat(65), "with space", "line\u0085break"]) {
    const answer = await shop.app.inject({
      url: "/api/health",
      headers: { "x-request-id": given },
    });
    expect(answer.headers["x-request-id"], given).toMatch(/^[\da-f-]{36}$/);
  }
});
