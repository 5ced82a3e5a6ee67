import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { chooseAtProvider, createTestOpenid, type Choice } from "#testing/identity/openid.ts";
import { aSignedUpUser, cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

const origin = "http://localhost:3000";
const password = "Secret!2026";

let openid: Awaited<ReturnType<typeof createTestOpenid>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  openid = await createTestOpenid(`${origin}/api/auth/callback/google`);
  shop = await createTestApp(openid.settings);
});
afterAll(async () => {
  await shop.close();
  await openid.close();
});

type Answer = Awaited<ReturnType<typeof shop.call>>;

/** A browser's cookies: sends what earlier responses set and drops what they clear. */
function aBrowser(cookie = "") {
  const jar = new Map(cookie.split("; ").map((pair) => pair.split(/=(.*)/s) as [string, string]));
  const header = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  async function call(...[method, url, given = {}]: Parameters<typeof shop.call>): Promise<Answer> {
    const headers = { cookie: header(), ...given.headers };
    const answer = await shop.call(method, url, { ...given, headers });
    for (const pair of cookieOf(answer).split("; ").filter(Boolean)) {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  const start = (callbackURL?: string) =>
    call("POST", "/api/auth/sign-in/social", { body: { provider: "google", callbackURL } });
  /** Returns from the provider. @returns the page that the browser is sent to */
  async function comeBack(address: string): Promise<string> {
    const { pathname, search, origin: at } = new URL(address);
    expect(at).toBe(origin);
    const answer = await call("GET", `${pathname}${search}`, {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(302);
    return String(answer.headers.location);
  }
  return {
    call,
    header,
    start,
    comeBack,
    async signIn(choice: Choice, callbackURL?: string): Promise<string> {
      const { body } = await start(callbackURL);
      return comeBack(await chooseAtProvider(body.url, choice));
    },
    async connect(choice: Choice): Promise<string> {
      const { body } = await call("POST", "/api/auth/link-social", {
        body: { provider: "google" },
      });
      return comeBack(await chooseAtProvider(body.url, choice));
    },
    /** What the page does after a sign-in: save the account, then fetch the token. */
    async finish(email: string) {
      const record = await call("POST", "/api/users", { body: { name: "Person" } });
      const jwt = await call("GET", `/api/jwt?email=${encodeURIComponent(email)}`);
      return { id: record.body.insertedId as string, token: jwt.body.accessToken as string };
    },
    user: async () => (await call("GET", "/api/auth/get-session")).body?.user ?? null,
    signInMethods: async () => (await call("GET", "/api/auth/list-accounts")).body,
  };
}

const roleOf = async (email: string) => {
  const { rows } = await shop.deps.db.execute<{ role: string }>(
    sql`select role from account where email = ${email} and deleted_at is null`,
  );
  return rows.map(({ role }) => role);
};

describe("a new user", () => {
  test("becomes a buyer with a confirmed email and returns to the page they came from", async () => {
    const email = "new@people.example";
    const browser = aBrowser();
    const page = await browser.signIn({ email, name: "New Person" }, "/products/2?book=7");
    expect(page).toBe("/login?google=done&from=%2Fproducts%2F2%3Fbook%3D7");
    expect(await browser.user()).toMatchObject({ email, name: "New Person", emailVerified: true });

    const { token } = await browser.finish(email);
    expect(await roleOf(email)).toEqual(["Buyer"]);
    const bookings = await shop.call("GET", `/api/bookings?email=${email}`, { token });
    expect(bookings.status).toBe(200);
    expect(await browser.signInMethods()).toEqual({ password: false, google: true });
  });

  test("becomes a buyer, whatever role the browser requests", async () => {
    const email = "ambitious@people.example";
    const browser = aBrowser();
    await browser.signIn({ email });
    const made = await browser.call("POST", "/api/users", {
      body: { name: "Ambitious", role: "Seller" },
    });
    expect(made.status).toBe(200);
    expect(await roleOf(email)).toEqual(["Buyer"]);
  });

  test("keeps the same account and its current role at the next sign-in", async () => {
    const email = "again@people.example";
    const first = aBrowser();
    await first.signIn({ email });
    const { id } = await first.finish(email);
    await shop.deps.db.execute(sql`update account set role = 'Seller' where id = ${id}`);

    const second = aBrowser();
    expect(await second.signIn({ email })).toBe("/login?google=done");
    expect(await second.finish(email)).toMatchObject({ id });
    expect(await roleOf(email)).toEqual(["Seller"]);
  });

  test("gets one account from two sign-ins at the same time", async () => {
    const email = "twice@people.example";
    const browsers = [aBrowser(), aBrowser(), aBrowser()];
    const pages = await Promise.all(browsers.map((browser) => browser.signIn({ email })));
    expect(pages).toEqual(Array(3).fill("/login?google=done"));
    const users = await Promise.all(browsers.map((browser) => browser.user()));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
  });

  test("is refused if the provider has not verified the email", async () => {
    const email = "unverified@people.example";
    const browser = aBrowser();
    expect(await browser.signIn({ email, unverified: "yes" })).toBe("/login?google=unverified");
    expect(await browser.user()).toBeNull();
    const { rows } = await shop.deps.db.execute(
      sql`select 1 from identity_user where email = ${email}`,
    );
    expect(rows).toEqual([]);
  });

  test("returns to the sign-in page without a session after declining", async () => {
    const browser = aBrowser();
    const page = await browser.signIn({ cancel: "yes" }, "/products/1");
    expect(page).toBe("/login?google=declined&from=%2Fproducts%2F1");
    expect(await browser.user()).toBeNull();
  });

  test("two users sign in one after the other in the same browser", async () => {
    const ofProvider = new Map<string, string>();
    for (const email of ["first@people.example", "second@people.example"]) {
      const browser = aBrowser();
      const { body } = await browser.start();
      const address = await chooseAtProvider(body.url, { email }, ofProvider);
      expect(await browser.comeBack(address)).toBe("/login?google=done");
      expect(await browser.user()).toMatchObject({ email });
    }
  });

  // ASVS 7.2.4
  test("ends the session that the browser had before", async () => {
    const email = "leaves@people.example";
    const before = await aSignedUpUser(shop, { email, role: "Buyer" });
    const browser = aBrowser(before.cookie);
    expect(await browser.signIn({ email: "enters@people.example" })).toBe("/login?google=done");
    const answer = await shop.call("GET", "/api/bookings", { token: before.token });
    expect(answer.status).toBe(401);
  });

  test("stores none of the provider's tokens", async () => {
    await aBrowser().signIn({ email: "tokens@people.example" });
    const { rows } = await shop.deps.db.execute(sql`
      select 1 from identity_credential
      where coalesce(access_token, refresh_token, id_token) is not null`);
    expect(rows).toEqual([]);
  });
});

describe("a callback from the provider", () => {
  const expired = "/login?google=expired";

  test("is refused if it belongs to another browser's sign-in", async () => {
    const attacker = aBrowser();
    const { body } = await attacker.start();
    const address = await chooseAtProvider(body.url, { email: "attacker@people.example" });
    const victim = aBrowser();
    expect(await victim.comeBack(address)).toBe(expired);
    await victim.start();
    expect(await victim.comeBack(address)).toBe(expired);
    expect(await victim.user()).toBeNull();
  });

  // ASVS 3.5.3
  test("is refused if its state was changed, and cannot be retried", async () => {
    const browser = aBrowser();
    const { body } = await browser.start();
    const address = new URL(await chooseAtProvider(body.url, { email: "state@people.example" }));
    const honest = address.href;
    address.searchParams.set("state", `${address.searchParams.get("state")}x`);
    expect(await browser.comeBack(address.href)).toBe(expired);
    expect(await browser.comeBack(honest)).toBe(expired);
    expect(await browser.user()).toBeNull();
  });

  test("is refused a second time", async () => {
    const browser = aBrowser();
    const { body } = await browser.start();
    const cookies = browser.header();
    const address = await chooseAtProvider(body.url, { email: "replay@people.example" });
    expect(await browser.comeBack(address)).toBe("/login?google=done");
    // The provider itself also refuses a used code.
    expect(await aBrowser(cookies).comeBack(address)).toBe("/login?google=failed");
  });

  test("is refused from another issuer", async () => {
    const browser = aBrowser();
    const { body } = await browser.start();
    const address = new URL(await chooseAtProvider(body.url, { email: "issuer@people.example" }));
    expect(address.searchParams.get("iss")).toBe(openid.issuer);
    address.searchParams.set("iss", "https://evil.example");
    expect(await browser.comeBack(address.href)).toBe("/login?google=failed");
    expect(await browser.user()).toBeNull();
  });

  test.each([
    ["", "expired"],
    ["?error=access_denied", "expired"],
    ["?state=a&state=b", "failed"],
    [`?code=${"x".repeat(4_001)}`, "failed"],
  ])("answers with a redirect, never JSON: %.30s", async (search, ended) => {
    const answer = await shop.call("GET", `/api/auth/callback/google${search}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(`/login?google=${ended}`);
  });

  test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "does not redirect to another site: %s",
    async (elsewhere) => {
      const page = await aBrowser().signIn({ email: "open@people.example" }, elsewhere);
      expect(page).toBe("/login?google=done");
    },
  );

  // ASVS 7.6.2
  test("another site cannot start a sign-in", async () => {
    const headers = { origin: "https://evil.example" };
    for (const path of ["sign-in/social", "link-social", "link-account", "unlink-account"]) {
      const body = { provider: "google", providerId: "google" };
      expect((await shop.call("POST", `/api/auth/${path}`, { headers, body })).status).toBe(403);
    }
  });
});

describe("an email that has an account with a password", () => {
  // ASVS 6.8.1
  test("does not sign in until the password connects the two", async () => {
    const email = "owner@people.example";
    await aSignedUpUser(shop, { email, password, role: "Seller" });
    const browser = aBrowser();
    expect(await browser.signIn({ email }, "/dashboard/myproduct")).toBe(
      "/login?google=exists&from=%2Fdashboard%2Fmyproduct",
    );
    expect(await browser.user()).toBeNull();
    expect((await browser.call("GET", "/api/auth/link-account")).body).toEqual({ email });
    expect((await browser.call("POST", "/api/auth/link-account")).status).toBe(401);

    await browser.call("POST", "/api/auth/sign-in/email", { body: { email, password } });
    expect((await browser.call("POST", "/api/auth/link-account")).body).toEqual({ status: true });
    expect(await browser.signInMethods()).toEqual({ password: true, google: true });
    expect((await browser.call("GET", "/api/auth/link-account")).body).toEqual({ email: null });
    const emails = await emailsTo(shop.deps, email);
    expect(emails.at(-1)?.subject).toBe("Your account with Marque is connected with Google");

    const later = aBrowser();
    expect(await later.signIn({ email })).toBe("/login?google=done");
    expect(await later.user()).toMatchObject({ email, emailVerified: true });
    await later.finish(email);
    expect(await roleOf(email)).toEqual(["Seller"]);
  });

  test("is not connected after signing in to another account", async () => {
    const email = "waits@people.example";
    await aSignedUpUser(shop, { email, password });
    await aSignedUpUser(shop, { email: "other@people.example", password });
    const browser = aBrowser();
    await browser.signIn({ email });
    await browser.call("POST", "/api/auth/sign-in/email", {
      body: { email: "other@people.example", password },
    });
    expect((await browser.call("POST", "/api/auth/link-account")).status).toBe(403);
    expect(await browser.signInMethods()).toEqual({ password: true, google: false });
  });

  test("cannot be connected without a sign-in at the provider", async () => {
    const { cookie } = await aSignedUpUser(shop, { email: "nobody@people.example", password });
    const browser = aBrowser(cookie);
    expect((await browser.call("POST", "/api/auth/link-account")).status).toBe(410);
    const forged = aBrowser(`${cookie}; marque.google-pending=eyJhbGciOiJkaXIifQ.a.b.c.d`);
    expect((await forged.call("POST", "/api/auth/link-account")).status).toBe(410);
  });

  test("belongs to its owner alone after a password reset, even if an attacker created the account", async () => {
    const email = "victim@people.example";
    const attacker = aBrowser(
      (await aSignedUpUser(shop, { email, password, role: "Buyer" })).cookie,
    );
    // The attacker cannot connect their own Google account as a second sign-in method either.
    expect(await attacker.connect({ email: "attacker2@people.example" })).toBe(
      "/dashboard/account?google=other-email",
    );

    const victim = aBrowser();
    expect(await victim.signIn({ email })).toBe("/login?google=exists");
    await victim.call("POST", "/api/auth/request-password-reset", { body: { email } });
    const token = await tokenTo(shop.deps, email, "reset-password");
    await victim.call("POST", "/api/auth/reset-password", {
      body: { token, newPassword: "Mine!2027" },
    });
    const signedIn = await victim.call("POST", "/api/auth/sign-in/email", {
      body: { email, password: "Mine!2027" },
    });
    expect(signedIn.status).toBe(200);
    expect((await victim.call("POST", "/api/auth/link-account")).status).toBe(200);

    expect(await attacker.user()).toBeNull();
    const again = await attacker.call("POST", "/api/auth/sign-in/email", {
      body: { email, password },
    });
    expect(again.status).toBe(401);
  });
});

describe("from the account page", () => {
  test("a Google account is connected and disconnected again", async () => {
    const email = "page@people.example";
    const browser = aBrowser((await aSignedUpUser(shop, { email, password })).cookie);
    expect(await browser.signInMethods()).toEqual({ password: true, google: false });
    expect(await browser.connect({ email })).toBe("/dashboard/account?google=connected");
    expect(await browser.connect({ email })).toBe("/dashboard/account?google=connected");
    expect(await browser.signInMethods()).toEqual({ password: true, google: true });

    const body = { providerId: "google" };
    const unlinked = await browser.call("POST", "/api/auth/unlink-account", { body });
    expect(unlinked.body).toEqual({ status: true });
    expect(await browser.signInMethods()).toEqual({ password: true, google: false });
    expect(await aBrowser().signIn({ email })).toBe("/login?google=exists");
    const again = await browser.call("POST", "/api/auth/unlink-account", { body });
    expect(again.body.message).toBe("Your account is not connected with Google.");
  });

  test("the only sign-in method cannot be removed until a password is set by email", async () => {
    const email = "only@people.example";
    const browser = aBrowser();
    await browser.signIn({ email });
    const body = { providerId: "google" };
    const refused = await browser.call("POST", "/api/auth/unlink-account", { body });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("Google is your only way to sign in.");
    expect(await browser.signInMethods()).toEqual({ password: false, google: true });

    await browser.call("POST", "/api/auth/request-password-reset", { body: { email } });
    const token = await tokenTo(shop.deps, email, "reset-password");
    await browser.call("POST", "/api/auth/reset-password", {
      body: { token, newPassword: password },
    });
    const back = aBrowser();
    await back.signIn({ email });
    expect((await back.call("POST", "/api/auth/unlink-account", { body })).status).toBe(200);
    expect(await back.signInMethods()).toEqual({ password: true, google: false });
  });

  test("refuses a Google account that is connected to another user", async () => {
    const browser = aBrowser();
    await browser.signIn({ email: "theirs@people.example" });
    await shop.deps.db.execute(sql`
      update identity_user set email = 'moved@people.example' where email = 'theirs@people.example'`);
    const { cookie } = await aSignedUpUser(shop, { email: "theirs@people.example", password });
    expect(await aBrowser(cookie).connect({ email: "theirs@people.example" })).toBe(
      "/dashboard/account?google=taken",
    );
  });

  test("refuses to connect if another user is signed in when the provider answers", async () => {
    const email = "swapped@people.example";
    const first = aBrowser((await aSignedUpUser(shop, { email, password })).cookie);
    const { body } = await first.call("POST", "/api/auth/link-social", {
      body: { provider: "google" },
    });
    const address = await chooseAtProvider(body.url, { email });
    await first.call("POST", "/api/auth/sign-out", { body: {} });
    expect(await first.comeBack(address)).toBe("/dashboard/account?google=expired");
  });

  test.each(["link-social", "link-account", "unlink-account"])(
    "%s requires a session",
    async (path) => {
      const body = { provider: "google", providerId: "google" };
      expect((await shop.call("POST", `/api/auth/${path}`, { body })).status).toBe(401);
      expect((await shop.call("GET", "/api/auth/list-accounts")).status).toBe(401);
    },
  );
});

test("a deleted user returns as a new user", async () => {
  const email = "deleted@people.example";
  const browser = aBrowser();
  await browser.signIn({ email });
  const before = await browser.finish(email);
  const admin = await aSignedUpUser(shop, { email: "admin@people.example", role: "Buyer" });
  await shop.deps.db.execute(sql`update account set role = 'admin' where id = ${admin.id}`);
  const deleted = await shop.call("DELETE", `/api/buyer/${before.id}`, { token: admin.token });
  expect(deleted.body).toMatchObject({ deletedCount: 1 });
  expect(await browser.user()).toBeNull();

  const back = aBrowser();
  expect(await back.signIn({ email })).toBe("/login?google=done");
  const after = await back.finish(email);
  expect(after.id).not.toBe(before.id);
  expect(await roleOf(email)).toEqual(["Buyer"]);
});

describe("a provider that is down", () => {
  // ASVS 16.5.2
  test("is reported when a sign-in starts, and works again without a restart", async () => {
    const other = await createTestOpenid(`${origin}/api/auth/callback/google`);
    await other.goDown();
    const late = await createTestApp(other.settings);
    try {
      const begin = () =>
        late.call("POST", "/api/auth/sign-in/social", { body: { provider: "google" } });
      const down = await begin();
      expect(down.status).toBe(503);
      expect(down.body.message).toContain("Google is not responding.");

      await other.comeBack();
      const up = await begin();
      expect(up.status).toBe(200);
      const address = new URL(
        await chooseAtProvider(up.body.url, { email: "late@people.example" }),
      );
      const callback = () =>
        late.call("GET", `${address.pathname}${address.search}`, {
          headers: { cookie: cookieOf(up) },
        });
      await other.goDown();
      expect((await callback()).headers.location).toBe("/login?google=unavailable");
      await other.comeBack();
      expect((await callback()).headers.location).toBe("/login?google=done");
    } finally {
      await late.close();
      await other.close();
    }
  });
});

describe("without Google sign-in configured", () => {
  test("the calls say that it is not configured", async () => {
    const without = await createTestApp();
    try {
      const { status, body } = await without.call("POST", "/api/auth/sign-in/social", {
        body: { provider: "google" },
      });
      expect(status).toBe(404);
      expect(body.message).toBe("Google sign-in is not set up here.");
      const callback = await without.call("GET", "/api/auth/callback/google?code=a&state=b");
      expect(callback.headers.location).toBe("/login?google=expired");
    } finally {
      await without.close();
    }
  });
});

test("limits how often one IP address starts and finishes a sign-in", async () => {
  const limited = await createTestApp({ ...openid.settings, RATE_LIMITS: "on" });
  try {
    const begin = () =>
      limited.call("POST", "/api/auth/sign-in/social", { body: { provider: "google" } });
    const comeBack = () => limited.call("GET", "/api/auth/callback/google?state=a");
    for (let count = 0; count < 60; count += 1) {
      expect((await begin()).status).toBe(200);
      expect((await comeBack()).headers.location).toBe("/login?google=expired");
    }
    expect((await begin()).status).toBe(429);
    expect((await comeBack()).headers.location).toBe("/login?google=busy");
  } finally {
    await limited.close();
  }
});

describe("a user with two-factor authentication", () => {
  // ASVS 6.8.4
  test("is asked for the code after Google too, and has no session before it", async () => {
    const email = "code@example.com";
    const user = aBrowser();
    await user.signIn({ email });
    await user.finish(email);
    const { totpURI } = (await user.call("POST", "/api/auth/two-factor/enable", { body: {} })).body;
    const giveCode = (browser: typeof user, code: string) =>
      browser.call("POST", "/api/auth/two-factor/verify-totp", { body: { code } });
    expect((await giveCode(user, appCode(totpURI))).status).toBe(200);

    const browser = aBrowser();
    expect(await browser.signIn({ email })).toBe("/login?google=code");
    expect(await browser.user()).toBeNull();
    expect((await browser.call("GET", `/api/jwt?email=${email}`)).status).toBe(401);
    expect((await giveCode(browser, appCode(totpURI, 1))).status).toBe(200);
    expect(await browser.user()).toMatchObject({ email });
  });
});
