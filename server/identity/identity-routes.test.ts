import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountTable } from "#server/accounts/account-table.ts";
import { anAccount } from "#testing/builders.ts";
import { withProductionIdentity } from "#testing/identity/fast-identity.ts";
import { aSignedUpUser, cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { signAccessToken } from "./sessions/access-token.ts";
import { identityCredentialTable, identityUserTable } from "./identity-table.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const password = "Secret!2026";

describe("sign-up", () => {
  // ASVS 3.3.4
  test("sets an HttpOnly session cookie and keeps its token out of the response", async () => {
    const answer = await shop.call("POST", "/api/auth/sign-up/email", {
      body: { name: "Ann", email: "Ann@Example.com", password },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: expect.objectContaining({ name: "Ann", email: "ann@example.com" }),
    });
    const cookie = String(answer.headers["set-cookie"]);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).not.toMatch(/Secure/);
  });

  // ASVS 14.2.4
  test("stores the password as an argon2id hash with OWASP's parameters, and signs in with it", () =>
    withProductionIdentity(async () => {
      const email = "hashed@example.com";
      await aSignedUpUser(shop, { email, password });
      const [row] = await shop.deps.db
        .select({ hash: identityCredentialTable.password })
        .from(identityCredentialTable)
        .innerJoin(identityUserTable, eq(identityUserTable.id, identityCredentialTable.userId))
        .where(eq(identityUserTable.email, email));
      expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const signIn = (given: string) =>
        shop.call("POST", "/api/auth/sign-in/email", { body: { email, password: given } });
      expect((await signIn(password)).status).toBe(200);
      const began = performance.now();
      expect((await signIn("Wrong!2026")).status).toBe(401);
      // Refusals take a multiple of 500 ms; a timer may fire one millisecond early.
      expect(performance.now() - began).toBeGreaterThan(498);
    }));

  test.each([
    ["secret!2026", "Please Provide at least One Uppercase"],
    ["secret", "Please Provide at least One Uppercase"],
    ["Secret!", "Please Provide at least One Number"],
    ["Secret2026", "Please Provide at least One Speacial Carecter"],
    ["Se!1", "Please use at least 8 characters."],
    [`Secret!1${"x".repeat(121)}`, "Please use at most 128 characters."],
  ])("refuses %s with the first rule it breaks", async (weak, message) => {
    const answer = await shop.call("POST", "/api/auth/sign-up/email", {
      body: { name: "Bo", email: "weak@example.com", password: weak },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
    expect(answer.body.error.message).toBe(message);
    expect(answer.body.error.fields).toEqual({ password: message });
  });

  test("says that the email is taken, in the auth library's words", async () => {
    await aSignedUpUser(shop, { email: "taken@example.com" });
    const answer = await shop.call("POST", "/api/auth/sign-up/email", {
      body: { name: "Bo", email: "TAKEN@example.com", password },
    });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      "User already exists. Use another email.",
    ]);
  });

  test.each([
    ["a role", { role: "admin" }],
    ["a verified email", { emailVerified: true }],
    ["an id", { id: "chosen" }],
  ])("does not accept %s from the body", async (_what, extra) => {
    const email = `extra-${Object.keys(extra)[0]!.toLowerCase()}@example.com`;
    const answer = await shop.call("POST", "/api/auth/sign-up/email", {
      body: { name: "Eve", email, password, ...extra },
    });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({ emailVerified: false });
    expect(answer.body.user.id).not.toBe("chosen");
    expect(JSON.stringify(answer.body)).not.toContain("admin");
  });

  test.each([
    ["name", { name: "" }],
    ["name", { name: "a\u0000b" }],
    ["name", { name: "x".repeat(1_000) }],
    ["email", { email: "not-an-email" }],
    ["password", { password: "" }],
    ["image", { image: "javascript:alert(1)" }],
    ["image", { image: "//evil.example/x.png" }],
  ])("names the invalid field %s", async (field, wrong) => {
    const answer = await shop.call("POST", "/api/auth/sign-up/email", {
      body: { name: "Bo", email: "field@example.com", password, ...wrong },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  });
});

describe("sign-in, session and sign-out", () => {
  test("signs in, returns the session and signs out", async () => {
    await aSignedUpUser(shop, { email: "in@example.com", password });
    const signedIn = await shop.call("POST", "/api/auth/sign-in/email", {
      body: { email: "in@example.com", password },
    });
    expect(signedIn.status).toBe(200);
    const cookie = cookieOf(signedIn);
    const session = await shop.call("GET", "/api/auth/get-session", { headers: { cookie } });
    expect(session.body.user.email).toBe("in@example.com");
    expect(session.body.session).toEqual({ expiresAt: expect.any(String) });
    expect(session.headers["cache-control"]).toBe("no-store");
    expect(
      (await shop.call("POST", "/api/auth/sign-out", { headers: { cookie }, body: {} })).status,
    ).toBe(200);
    expect(
      (await shop.call("GET", "/api/auth/get-session", { headers: { cookie } })).body,
    ).toBeNull();
  });

  test("answers the same to a wrong password and an unknown email", async () => {
    await aSignedUpUser(shop, { email: "known@example.com", password });
    const wrong = await shop.call("POST", "/api/auth/sign-in/email", {
      body: { email: "known@example.com", password: "Wrong!2026" },
    });
    const unknown = await shop.call("POST", "/api/auth/sign-in/email", {
      body: { email: "unknown@example.com", password: "Wrong!2026" },
    });
    for (const answer of [wrong, unknown]) {
      expect([answer.status, answer.body.message]).toEqual([401, "Invalid email or password"]);
    }
  });

  test("changes the name and picture, and nothing else", async () => {
    const user = await aSignedUpUser(shop, { email: "profile@example.com" });
    const body = {
      name: "New Name",
      image: "http://localhost:3000/images/x/1200.jpg",
      role: "admin",
      email: "other@example.com",
      emailVerified: true,
    };
    expect(
      (
        await shop.call("POST", "/api/auth/update-user", {
          headers: { cookie: user.cookie },
          body,
        })
      ).status,
    ).toBe(200);
    const session = await shop.call("GET", "/api/auth/get-session", {
      headers: { cookie: user.cookie },
    });
    expect(session.body.user).toMatchObject({
      name: "New Name",
      email: "profile@example.com",
      emailVerified: false,
      image: "/images/x/1200.jpg",
    });
  });

  // ASVS 3.5.1, 6.1.3, 6.3.4
  test("refuses other sites, and does not serve the auth library's unused calls", async () => {
    const user = await aSignedUpUser(shop, { email: "origin@example.com" });
    const headers = { cookie: user.cookie, origin: "https://evil.example" };
    expect((await shop.call("POST", "/api/auth/sign-out", { headers, body: {} })).status).toBe(403);
    expect(
      (await shop.call("POST", "/api/auth/update-user", { headers, body: { name: "Evil" } }))
        .status,
    ).toBe(403);
    expect(
      (
        await shop.call("POST", "/api/auth/change-email", {
          headers: { cookie: user.cookie },
          body: { newEmail: "a@b.example" },
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await shop.call("POST", "/api/auth/delete-user", {
          headers: { cookie: user.cookie },
          body: {},
        })
      ).status,
    ).toBe(404);
  });

  test("the cookie is Secure if the shop is served over HTTPS", async () => {
    const secure = await createTestApp({ PUBLIC_URL: "https://marque.example" });
    const answer = await secure.call("POST", "/api/auth/sign-up/email", {
      body: { name: "Ann", email: "ann@example.com", password },
    });
    expect(String(answer.headers["set-cookie"])).toMatch(/__Host-.*Secure/);
    await secure.close();
  });
});

describe("GET /api/jwt", () => {
  const token = (email: string, headers: Record<string, string> = {}) =>
    shop.call("GET", `/api/jwt?email=${encodeURIComponent(email)}`, { headers });

  // ASVS 7.2.2
  test("gives a signed-in user an access token that is valid for one hour", async () => {
    const user = await aSignedUpUser(shop, { email: "token@example.com", role: "Seller" });
    const answer = await token("Token@Example.com", { cookie: user.cookie });
    expect(answer.status).toBe(200);
    expect(Date.parse(answer.body.expiresAt) - Date.now()).toBeGreaterThan(3_590_000);
    expect(Date.parse(answer.body.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const seller = await shop.call("GET", "/api/users/seller/token@example.com", {
      token: answer.body.accessToken,
    });
    expect(seller.body).toEqual({ isSeller: true });
  });

  test("refuses visitors, another user's email, other sites and an unfinished sign-up", async () => {
    const user = await aSignedUpUser(shop, { email: "mine@example.com", role: "Buyer" });
    await aSignedUpUser(shop, { email: "theirs@example.com", role: "Seller" });
    const unfinished = await aSignedUpUser(shop, { email: "unfinished@example.com" });
    const { cookie } = user;
    expect((await token("mine@example.com")).status).toBe(401);
    expect((await shop.call("GET", "/api/jwt")).status).toBe(401);
    expect((await token("theirs@example.com", { cookie })).status).toBe(403);
    expect(
      (await token("mine@example.com", { cookie, origin: "https://evil.example" })).status,
    ).toBe(403);
    expect(
      (await token("mine@example.com", { cookie, "sec-fetch-site": "cross-site" })).status,
    ).toBe(403);
    expect(
      (
        await token("mine@example.com", {
          cookie,
          origin: "http://localhost:3000",
          "sec-fetch-site": "same-origin",
        })
      ).status,
    ).toBe(200);
    const missing = await token("unfinished@example.com", { cookie: unfinished.cookie });
    expect([missing.status, missing.body.error.code]).toEqual([409, "account_missing"]);
  });

  // ASVS 7.2.3
  test("refuses a bearer token and a made-up cookie", async () => {
    const account = await anAccount(shop.deps, { email: "bearer@example.com" });
    const headers = { cookie: "better-auth.session_token=made.up" };
    expect(
      (
        await shop.call("GET", "/api/jwt?email=bearer@example.com", {
          token: account.token,
          headers,
        })
      ).status,
    ).toBe(401);
  });
});

describe("bearer tokens", () => {
  const call = (bearer: string | undefined) => shop.call("GET", "/api/users", { token: bearer });

  // ASVS 9.2.1, 9.2.3
  test("are refused if forged, altered, unsigned, expired or meant for another service", async () => {
    const admin = await anAccount(shop.deps, { role: "admin" });
    const buyer = await anAccount(shop.deps);
    expect((await call(admin.token)).status).toBe(200);
    const subject = { accountId: admin.id, sessionId: admin.sessionId };
    const { tokenKey } = shop.deps.identity;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const [, payload = "", signature = ""] = admin.token.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<
      string,
      unknown
    >;
    const buyerSignature = buyer.token.split(".")[2] ?? "";
    const hs512 = `${part({ alg: "HS512", typ: "at+jwt" })}.${payload}`;
    const of = (change: (jwt: SignJWT) => SignJWT) =>
      change(
        new SignJWT({ sid: admin.sessionId })
          .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
          .setSubject(admin.id)
          .setIssuer("marque")
          .setAudience("marque-product-server")
          .setIssuedAt()
          .setJti("1")
          .setExpirationTime("1h"),
      ).sign(tokenKey);
    expect((await call(await of((jwt) => jwt))).status).toBe(200);
    const bad = [
      (
        await signAccessToken(
          new TextEncoder().encode("another key, as long as ours is!"),
          subject,
          new Date(),
        )
      ).accessToken,
      (await signAccessToken(tokenKey, subject, new Date(Date.now() - 3_601_000))).accessToken,
      `${admin.token.slice(0, -4)}AAAA`,
      admin.token.split(".").with(2, buyerSignature).join("."),
      `${buyer.token.split(".")[0]}.${part({ ...claims, sub: admin.id })}.${buyerSignature}`,
      `${part({ alg: "none", typ: "at+jwt" })}.${payload}.`,
      `${part({ alg: "none" })}.${payload}.${signature}`,
      `${hs512}.${createHmac("sha512", tokenKey).update(hs512).digest("base64url")}`,
      await of((jwt) => jwt.setAudience("another-service")),
      await of((jwt) => jwt.setIssuer("another-service")),
      await of((jwt) => jwt.setExpirationTime(0)),
      "",
      "x",
      "a.b.c",
      "x".repeat(10_000),
    ];
    for (const token of bad) {
      const answer = await shop.call("GET", "/api/users", {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([answer.status, answer.body.error.code]).toEqual([401, "token_invalid"]);
    }
    expect((await call(undefined)).body.error.code).toBe("not_signed_in");
    expect(
      (await shop.call("GET", "/api/users", { headers: { authorization: `Basic ${admin.token}` } }))
        .status,
    ).toBe(401);
  });

  // ASVS 7.2.1, 7.4.1
  test("stop working when the session ends, the account is deleted or the role changes", async () => {
    const user = await aSignedUpUser(shop, { email: "leaving@example.com", role: "Buyer" });
    const own = () =>
      shop.call("GET", "/api/bookings?email=leaving@example.com", { token: user.token });
    expect((await own()).status).toBe(200);
    await shop.call("POST", "/api/auth/sign-out", { headers: { cookie: user.cookie }, body: {} });
    expect((await own()).status).toBe(401);

    const demoted = await anAccount(shop.deps, { role: "admin" });
    await shop.deps.db
      .update(accountTable)
      .set({ role: "Buyer" })
      .where(eq(accountTable.id, demoted.id));
    expect((await call(demoted.token)).status).toBe(403);

    const deleted = await anAccount(shop.deps, { role: "admin" });
    await shop.deps.db
      .update(accountTable)
      .set({ deletedAt: new Date() })
      .where(eq(accountTable.id, deleted.id));
    expect((await call(deleted.token)).status).toBe(401);
  });
});
