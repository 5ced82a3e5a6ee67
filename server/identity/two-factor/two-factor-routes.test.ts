import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { withProductionIdentity } from "#testing/identity/fast-identity.ts";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
let shop: Shop;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const password = "Secret!2026";
type Browser = ReturnType<typeof aBrowser>;
const enable = (user: Pick<Browser, "call">, body: object = { password }) =>
  user.call("POST", "/api/auth/two-factor/enable", body);
const giveCode = (browser: Pick<Browser, "call">, code: string) =>
  browser.call("POST", "/api/auth/two-factor/verify-totp", { code });
const giveBackupCode = (browser: Pick<Browser, "call">, code: string) =>
  browser.call("POST", "/api/auth/two-factor/verify-backup-code", { code });
const isSignedIn = async (browser: Pick<Browser, "call">) =>
  (await browser.call("GET", "/api/auth/get-session")).body !== null;
const wrongCode = (uri: string) => (appCode(uri) === "000000" ? "111111" : "000000");

/** A user with two-factor authentication. The code that turned it on is used; signing in takes the next one. */
async function withApp(email: string, where: Shop = shop) {
  const user = await aUserInABrowser(where, email);
  const { totpURI: uri, backupCodes } = (await enable(user)).body as {
    totpURI: string;
    backupCodes: string[];
  };
  const spentCode = appCode(uri);
  expect((await giveCode(user, spentCode)).status).toBe(200);
  return { ...user, uri, backupCodes, spentCode };
}
/** A browser in which the password was correct and the code is due. */
async function atCode(email: string, where: Shop = shop) {
  const browser = aBrowser(where);
  const answer = await browser.signIn(email);
  expect(answer.body).toEqual({ twoFactorRedirect: true });
  return browser;
}

describe("turning codes on", () => {
  test("returns a setup URL and ten backup codes, and takes effect with the first valid code", async () => {
    const user = await aUserInABrowser(shop, "on@example.com");
    const { body } = await enable(user);
    const uri = new URL(body.totpURI);
    expect([uri.protocol, uri.pathname]).toEqual(["otpauth:", "/Marque:on%40example.com"]);
    expect(uri.searchParams.get("issuer")).toBe("Marque");
    expect(body.backupCodes).toHaveLength(10);
    expect(body.backupCodes[0]).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);

    expect((await giveCode(user, wrongCode(body.totpURI))).status).toBe(401);
    expect((await user.call("GET", "/api/auth/factors")).body.hasTwoFactor).toBe(false);
    expect((await aBrowser(shop).signIn("on@example.com")).body.user.email).toBe("on@example.com");

    expect((await giveCode(user, appCode(body.totpURI))).status).toBe(200);
    expect((await user.call("GET", "/api/auth/factors")).body.hasTwoFactor).toBe(true);
    const mail = (await emailsTo(shop.deps, user.email)).at(-1);
    expect(mail?.subject).toBe("Signing in now asks for a code (Marque)");
  });

  // ASVS 7.5.1
  test("requires the password, a session and one of our own pages", async () => {
    const user = await aUserInABrowser(shop, "asks@example.com");
    const wrong = await enable(user, { password: "Guessed!2026" });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, "wrong_password"]);
    expect((await enable(user, {})).body.error.code).toBe("wrong_password");
    expect((await enable(aBrowser(shop))).status).toBe(401);
    const foreign = { origin: "https://evil.example" };
    const path = "/api/auth/two-factor/enable";
    expect((await user.call("POST", path, { password }, foreign)).status).toBe(403);
  });

  test("allows users without a password to do it only shortly after signing in", async () => {
    const user = await aUserInABrowser(shop, "no-password@example.com");
    const own = sql`(select id from identity_user where email = ${user.email})`;
    await shop.deps.db.execute(sql`delete from identity_credential where user_id = ${own}`);
    expect((await enable(user, {})).status).toBe(200);
    await shop.deps.db.execute(sql`
      update identity_session set reauthenticated_at = now() - interval '11 minutes' where user_id = ${own}`);
    // No password reauthenticates a user without one.
    for (const body of [{}, { password: "Made-up!2026" }, { password }])
      for (const change of ["enable", "disable", "generate-backup-codes"]) {
        const late = await user.call("POST", `/api/auth/two-factor/${change}`, body);
        expect([change, late.status, late.body.error.code]).toEqual([
          change,
          403,
          "reauthentication_required",
        ]);
      }
  });

  // ASVS 6.5.2
  test("stores the secret encrypted and backup codes as argon2id hashes", () =>
    withProductionIdentity(async () => {
      const { uri, backupCodes, ...user } = await withApp("hidden@example.com");
      const { rows } = await shop.deps.db.execute(sql`select * from identity_two_factor`);
      const stored = JSON.stringify(rows);
      expect(stored).not.toContain(new URL(uri).searchParams.get("secret"));
      for (const code of backupCodes) expect(stored).not.toContain(code);
      const hashesOf = async () => {
        const result = await shop.deps.db.execute<{ backup_codes: string }>(sql`
          select backup_codes from identity_two_factor
          where user_id = (select id from identity_user where email = ${user.email})`);
        return JSON.parse(result.rows[0]!.backup_codes) as string[];
      };
      const before = await hashesOf();
      expect(before).toHaveLength(10);
      for (const one of before) expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      // A hash is not accepted as a code, and using one code leaves the others as they were.
      expect((await giveBackupCode(await atCode(user.email), before[0]!)).status).toBe(400);
      expect((await giveBackupCode(await atCode(user.email), backupCodes[3]!)).status).toBe(200);
      expect(await hashesOf()).toEqual(before.filter((_, index) => index !== 3));
      expect((await giveBackupCode(await atCode(user.email), backupCodes[4]!)).status).toBe(200);
    }));

  // ASVS 6.5.1
  test("accepts a backup code once, even if sent twice at the same time", async () => {
    const { email, backupCodes } = await withApp("backup-twice@example.com");
    const doors = await Promise.all([atCode(email), atCode(email), atCode(email)]);
    const answers = await Promise.all(doors.map((door) => giveBackupCode(door, backupCodes[0]!)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("an unfinished sign-in or link", () => {
  const ends = {
    "a password change": (user: Pick<Browser, "call">) =>
      user.call("POST", "/api/auth/change-password", {
        currentPassword: password,
        newPassword: "Another!2027",
      }),
    "signing out everywhere": (user: Pick<Browser, "call">) =>
      user.call("POST", "/api/auth/revoke-sessions"),
  };
  test.each(Object.entries(ends))("is canceled by %s", async (what, end) => {
    const { email, backupCodes, ...user } = await withApp(`ends-${what.length}@example.com`);
    const thief = await atCode(email);
    await thief.call("POST", "/api/auth/request-password-reset", { email });
    const link = await tokenTo(shop.deps, email, "reset-password");
    expect((await end(user)).status).toBe(200);
    expect((await giveBackupCode(thief, backupCodes[0]!)).status).toBe(401);
    expect(await isSignedIn(thief)).toBe(false);
    const reset = { token: link, newPassword: "Thief!2027" };
    expect((await thief.call("POST", "/api/auth/reset-password", reset)).body.error.code).toBe(
      "link_over",
    );
  });
});

test("many codes at the same time do not delay other users", async () => {
  const small = await createTestApp({ DATABASE_POOL: "3" });
  try {
    const user = await aUserInABrowser(small, "many@example.com");
    const { totpURI } = (await enable(user)).body as { totpURI: string };
    const codes = Array.from({ length: 6 }, () => giveCode(user, wrongCode(totpURI)));
    const answers = await Promise.all([...codes, user.call("GET", "/api/auth/factors")]);
    expect(answers.map(({ status }) => status)).toEqual([...codes.map(() => 401), 200]);
  } finally {
    await small.close();
  }
});

describe("signing in with a code", () => {
  // ASVS 6.3.3
  test("gives no access before the code and full access after it", async () => {
    const { email, uri } = await withApp("steps@example.com");
    const browser = await atCode(email);
    expect(await isSignedIn(browser)).toBe(false);
    expect(browser.cookie()).not.toContain("session_token");
    expect((await browser.call("GET", `/api/jwt?email=${email}`)).status).toBe(401);
    expect((await browser.call("POST", "/api/users", { name: "X", role: "Buyer" })).status).toBe(
      401,
    );
    expect((await browser.call("GET", "/api/auth/factors")).status).toBe(401);
    expect((await browser.call("POST", "/api/auth/two-factor/disable", { password })).status).toBe(
      401,
    );

    expect((await giveCode(browser, wrongCode(uri))).status).toBe(401);
    expect(await isSignedIn(browser)).toBe(false);
    const right = await giveCode(browser, appCode(uri, 1));
    expect(right.body).toEqual({ user: expect.objectContaining({ email }) });
    expect(await isSignedIn(browser)).toBe(true);
    const token = await browser.token(email);
    expect((await shop.call("GET", "/api/account", { token })).status).toBe(200);
  });

  test("leaves no session from the password alone", async () => {
    const { email } = await withApp("half@example.com");
    await atCode(email);
    const { rows } = await shop.deps.db.execute(sql`
      select count(*)::int as sessions from identity_session
      where user_id = (select id from identity_user where email = ${email})`);
    expect(rows).toEqual([{ sessions: 1 }]);
  });

  // ASVS 6.5.1
  test("accepts a code once across browsers, even if sent twice at the same time", async () => {
    const { email, uri } = await withApp("replay@example.com");
    const browsers = await Promise.all([1, 2, 3].map(() => atCode(email)));
    const code = appCode(uri, 1);
    const answers = await Promise.all(browsers.map((browser) => giveCode(browser, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const late = await giveCode(await atCode(email), code);
    expect([late.status, late.body.message]).toEqual([
      401,
      "This code is wrong or was already used. Please wait for the next one.",
    ]);
  });

  test("refuses a used code while the app may still show it", async () => {
    const { email, uri } = await withApp("replay-later@example.com");
    // Generated half a minute early, so the auth library alone would accept it for the full 90 seconds.
    const code = appCode(uri, 1);
    expect((await giveCode(await atCode(email), code)).status).toBe(200);
    await shop.deps.db.execute(sql`
      update rate_limit_count set window_ends_at = window_ends_at - interval '90 seconds'
      where key like 'code-spent:%'`);
    expect((await giveCode(await atCode(email), code)).status).toBe(401);
  });

  test("refuses the code that turned two-factor authentication on", async () => {
    const { email, spentCode } = await withApp("first-code@example.com");
    expect((await giveCode(await atCode(email), spentCode)).status).toBe(401);
  });

  // ASVS 6.4.4
  test("accepts each backup code once, however it is typed, and app codes still work", async () => {
    const { email, uri, backupCodes } = await withApp("backup@example.com");
    const [code = ""] = backupCodes;
    const browser = await atCode(email);
    expect(
      (await giveBackupCode(browser, ` ${code.toUpperCase().replace("-", " ")} `)).status,
    ).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await giveBackupCode(await atCode(email), code)).status).toBe(401);
    expect((await giveBackupCode(await atCode(email), "aaaaa-aaaaa")).status).toBe(401);
    expect((await giveCode(await atCode(email), appCode(uri, 1))).status).toBe(200);
  });

  test("requires the password again after five wrong codes", async () => {
    const { email, uri } = await withApp("five@example.com");
    const browser = await atCode(email);
    for (const wrong of ["1", "2", "3", "4", "5"]) await giveCode(browser, wrong.repeat(6));
    expect((await giveCode(browser, appCode(uri, 1))).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test.each(["12345", "abcdef", "", "1234567"])("refuses %j as malformed", async (code) => {
    const { status, body } = await giveCode(aBrowser(shop), code);
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ["code"]]);
  });

  test("requires the password first and one of our own pages", async () => {
    const { email, uri } = await withApp("cross@example.com");
    expect((await giveCode(aBrowser(shop), appCode(uri, 1))).status).toBe(401);
    const browser = await atCode(email);
    const path = "/api/auth/two-factor/verify-totp";
    const foreign = { origin: "https://evil.example" };
    expect((await browser.call("POST", path, { code: appCode(uri, 1) }, foreign)).status).toBe(403);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("cannot continue a sign-in that another user's password started", async () => {
    const ann = await withApp("ann-step@example.com");
    const bob = await withApp("bob-step@example.com");
    expect((await giveCode(await atCode(ann.email), appCode(bob.uri))).status).toBe(401);
  });

  // ASVS 6.4.3
  test("is also required after a password reset by email", async () => {
    const { email, uri } = await withApp("reset@example.com");
    await shop.deps.db.execute(
      sql`update identity_user set email_verified = true where email = ${email}`,
    );
    await shop.call("POST", "/api/auth/request-password-reset", { body: { email } });
    const token = await tokenTo(shop.deps, email, "reset-password");
    const newPassword = "Another!2027";
    const reset = await shop.call("POST", "/api/auth/reset-password", {
      body: { token, newPassword },
    });
    expect(reset.status).toBe(200);
    expect([reset.headers["set-cookie"] ?? []].flat()).toEqual([]);
    const browser = aBrowser(shop);
    const answer = await browser.signIn(email, newPassword);
    expect(answer.body).toEqual({ twoFactorRedirect: true });
    expect((await giveCode(browser, appCode(uri, 1))).status).toBe(200);
  });

  // ASVS 6.6.3
  test("allows a user ten wrong codes across all sign-ins, even at the same time", async () => {
    const limited = await createTestApp({ RATE_LIMITS: "on" });
    const { email, uri } = await withApp("many@example.com", limited);
    const steps = await Promise.all([1, 2, 3, 4].map(() => atCode(email, limited)));
    const wrong = steps.flatMap((browser, step) =>
      [1, 2, 3, 4].map((n) => giveCode(browser, `${step}${n}`.repeat(3))),
    );
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect(statuses).not.toContain(200);
    expect((await giveCode(await atCode(email, limited), appCode(uri, 1))).status).toBe(429);
    await limited.close();
  });

  // ASVS 6.6.3
  test("allows an IP address fifty wrong codes", async () => {
    const limited = await createTestApp({ RATE_LIMITS: "on" });
    const stranger = aBrowser(limited);
    for (let answers = 0; answers < 50; answers++)
      expect((await giveCode(stranger, "123456")).status).toBe(401);
    expect((await giveCode(stranger, "123456")).status).toBe(429);
    await limited.close();
  });
});

describe("turning codes off, and new backup codes", () => {
  test("require the password, send an email and take effect at once", async () => {
    const user = await withApp("off@example.com");
    const call = (path: string, body: object) =>
      user.call("POST", `/api/auth/two-factor/${path}`, body);
    const wrong = { password: "Guessed!2026" };
    expect((await call("generate-backup-codes", wrong)).body.error.code).toBe("wrong_password");
    expect((await call("disable", wrong)).body.error.code).toBe("wrong_password");
    expect((await call("disable", {})).status).toBe(400);

    const renewed = (await call("generate-backup-codes", { password })).body
      .backupCodes as string[];
    expect(renewed).toHaveLength(10);
    expect(renewed).not.toContain(user.backupCodes[0]);
    const [old = ""] = user.backupCodes;
    expect((await giveBackupCode(await atCode(user.email), old)).status).toBe(401);
    expect((await giveBackupCode(await atCode(user.email), renewed[0] ?? "")).status).toBe(200);

    expect((await call("disable", { password })).body).toEqual({ status: true });
    expect((await aBrowser(shop).signIn(user.email)).body.user.email).toBe(user.email);
    const subjects = (await emailsTo(shop.deps, user.email)).map(({ subject }) => subject);
    expect(subjects.slice(-2)).toEqual([
      "You have new backup codes (Marque)",
      "Signing in no longer asks for a code (Marque)",
    ]);
  });
});
