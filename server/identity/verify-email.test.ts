import { sql } from "drizzle-orm";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const confirm = (token: unknown) =>
  shop.call("POST", "/api/auth/verify-email", { body: { token } });
const sendAgain = (cookie: string, more: { token?: string } = {}) =>
  shop.call("POST", "/api/auth/send-verification-email", {
    ...more,
    headers: cookie ? { cookie } : {},
    body: { email: "another.user@example.com" },
  });
const isConfirmed = async (cookie: string) =>
  (await shop.call("GET", "/api/auth/get-session", { headers: { cookie } })).body.user
    .emailVerified as boolean;

/** A token as the auth library signs it, with a chosen secret. */
const signed = (claims: object, secret: string, life = 60) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1_000) + life)
    .sign(new TextEncoder().encode(secret));
const ourSecret = "a secret of the tests, long enough for them";

describe("an address", () => {
  test("is confirmed by the link that sign-up sends, and is not required for using the shop", async () => {
    const email = "ann@example.com";
    const { cookie, token: bearer } = await aSignedUpUser(shop, { email, role: "Buyer" });
    const own = await shop.call("GET", `/api/bookings?email=${email}`, { token: bearer });
    expect(own.status).toBe(200);
    expect(await isConfirmed(cookie)).toBe(false);
    const [mail] = await emailsTo(shop.deps, email);
    expect(mail?.subject).toBe("Confirm your email address for Marque");
    expect(mail?.text).toContain("It works for 24 hours.");
    const link = await tokenTo(shop.deps, email, "verify-email");
    expect(await confirm(link)).toMatchObject({ status: 200, body: { status: true } });
    expect(await isConfirmed(cookie)).toBe(true);
    // A second click is not an error.
    expect((await confirm(link)).status).toBe(200);
  });

  test("is not confirmed by links that are expired, altered or signed with another secret", async () => {
    const email = "target@example.com";
    const user = await aSignedUpUser(shop, { email, role: "Buyer" });
    const link = await tokenTo(shop.deps, email, "verify-email");
    const [head, , signature] = link.split(".");
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const payload = { email, exp: 4_000_000_000 };
    for (const token of [
      await signed({ email }, ourSecret, -1),
      await signed({ email }, "another secret that an attacker guessed"),
      `${head}.${part(payload)}.${signature}`,
      `${part({ alg: "none" })}.${part(payload)}.`,
      await signed({ email: "nobody@example.com" }, ourSecret),
      user.token,
      "a.b.c",
      "x",
    ])
      expect([token, (await confirm(token)).status]).toEqual([token, 410]);
    for (const token of [undefined, "", 7, "a\u0000"])
      expect((await confirm(token)).status).toBe(400);
    expect(await isConfirmed(user.cookie)).toBe(false);
    expect((await confirm(link)).status).toBe(200);
  });

  test("can be confirmed with its link for 24 hours", async () => {
    const email = "day@example.com";
    await aSignedUpUser(shop, { email });
    const link = await tokenTo(shop.deps, email, "verify-email");
    const claims = JSON.parse(Buffer.from(link.split(".")[1] ?? "", "base64url").toString()) as {
      iat: number;
      exp: number;
    };
    expect(claims.exp - claims.iat).toBe(24 * 60 * 60);
  });

  test("is not confirmed after its account is deleted", async () => {
    const email = "gone@example.com";
    await aSignedUpUser(shop, { email });
    const link = await tokenTo(shop.deps, email, "verify-email");
    await shop.deps.db.execute(sql`delete from identity_user where email = ${email}`);
    expect((await confirm(link)).status).toBe(410);
  });
});

describe("another confirmation email", () => {
  test("goes to the address of the current session until it is confirmed", async () => {
    const email = "again@example.com";
    const { cookie } = await aSignedUpUser(shop, { email });
    expect((await sendAgain(cookie)).body).toEqual({ status: true });
    expect(await emailsTo(shop.deps, email)).toHaveLength(2);
    expect(await emailsTo(shop.deps, "another.user@example.com")).toEqual([]);
    await confirm(await tokenTo(shop.deps, email, "verify-email"));
    const refused = await sendAgain(cookie);
    expect([refused.status, refused.body.message]).toEqual([400, "Email is already verified"]);
    expect(await emailsTo(shop.deps, email)).toHaveLength(2);
  });

  test("is not sent without a session or for another site", async () => {
    const { cookie, token } = await aSignedUpUser(shop, {
      email: "closed@example.com",
      role: "Buyer",
    });
    expect((await sendAgain("")).status).toBe(401);
    expect((await sendAgain("", { token })).status).toBe(401);
    const foreign = await shop.call("POST", "/api/auth/send-verification-email", {
      headers: { cookie, origin: "https://evil.example" },
      body: {},
    });
    expect(foreign.status).toBe(403);
    expect(await emailsTo(shop.deps, "closed@example.com")).toHaveLength(1);
  });
});
