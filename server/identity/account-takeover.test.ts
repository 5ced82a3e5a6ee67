import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { chooseAtProvider, createTestOpenid } from "#testing/identity/openid.ts";
import { aPasskeyDevice } from "#testing/identity/passkey-device.ts";
import { createTestApp } from "#testing/test-app.ts";
import { lockIdentityForUpdate } from "./factor-store.ts";
import { findIdentityByEmail } from "./identity-store.ts";
import { endAllSessions } from "./sessions/session-store.ts";

// An attacker signs up with someone else's email and waits for its owner to use the account.

let openid: Awaited<ReturnType<typeof createTestOpenid>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  openid = await createTestOpenid("http://localhost:3000/api/auth/callback/google");
  shop = await createTestApp(openid.settings);
});
afterAll(async () => {
  await shop.close();
  await openid.close();
});

const auth = "/api/auth";
const ownersPassword = "Another!2027";

type Browser = ReturnType<typeof aBrowser>;

/** Starts registering a passkey and returns how to finish it. */
async function beginPasskey(user: Pick<Browser, "call">) {
  const device = aPasskeyDevice();
  const options = await user.call("GET", `${auth}/passkey/generate-register-options`);
  const response = device.register(options.body.challenge as string);
  const body = { response, name: "Mine" };
  return {
    device,
    finish: () => user.call("POST", `${auth}/passkey/verify-registration`, body),
  };
}

async function anAccountWithEverySignInMethod(email: string) {
  const user = await aUserInABrowser(shop, email);
  const { device, finish } = await beginPasskey(user);
  expect((await finish()).status).toBe(200);
  const enabled = await user.call("POST", `${auth}/two-factor/enable`, {
    password: "Secret!2026",
  });
  const { totpURI } = enabled.body as { totpURI: string };
  const code = appCode(totpURI);
  expect((await user.call("POST", `${auth}/two-factor/verify-totp`, { code })).status).toBe(200);
  return { ...user, device, nextCode: () => appCode(totpURI, 1) };
}

const confirm = (email: string) =>
  shop.deps.db.execute(sql`update identity_user set email_verified = true where email = ${email}`);
const isSignedIn = async (browser: Pick<Browser, "call">) =>
  (await browser.call("GET", `${auth}/get-session`)).body !== null;
const lastEmailTo = async (email: string) => (await emailsTo(shop.deps, email)).at(-1)?.text;

async function setPasswordByEmail(email: string) {
  await shop.call("POST", `${auth}/request-password-reset`, { body: { email } });
  const token = await tokenTo(shop.deps, email, "reset-password");
  const body = { token, newPassword: ownersPassword };
  expect((await shop.call("POST", `${auth}/reset-password`, { body })).status).toBe(200);
}

async function byPasskey({ device }: { device: ReturnType<typeof aPasskeyDevice> }) {
  const browser = aBrowser(shop);
  const options = await browser.call("GET", `${auth}/passkey/generate-authenticate-options`);
  const response = device.signIn(options.body.challenge as string);
  return (await browser.call("POST", `${auth}/passkey/verify-authentication`, { response })).status;
}

describe("a password reset by email", () => {
  // ASVS 6.4.3
  test("removes every sign-in method from a creator who never confirmed the email", async () => {
    const stranger = await anAccountWithEverySignInMethod("owner@example.com");
    expect(await byPasskey(stranger)).toBe(200);
    await setPasswordByEmail(stranger.email);
    expect(await byPasskey(stranger)).toBe(401);
    expect(await isSignedIn(stranger)).toBe(false);
    expect((await shop.call("GET", "/api/account", { token: stranger.accessToken })).status).toBe(
      401,
    );
    // The stranger's authenticator app does not lock the owner out either.
    const owner = await aBrowser(shop).signIn(stranger.email, ownersPassword);
    expect(owner.body.user.email).toBe(stranger.email);
    expect(await lastEmailTo(stranger.email)).toContain("we removed the passkeys and codes");
  });

  test("refuses a passkey registration that finishes during the reset", async () => {
    const stranger = await aUserInABrowser(shop, "late@example.com");
    const { finish } = await beginPasskey(stranger);
    const owner = await findIdentityByEmail(shop.deps.db, stranger.email);
    let late: ReturnType<typeof finish> | undefined;
    await shop.deps.db.transaction(async (tx) => {
      // The owner's password reset does the same.
      await lockIdentityForUpdate(tx, owner?.id ?? "");
      late = finish();
      await expect.poll(isAnyQueryWaiting, { timeout: 10_000 }).toBe(true);
      await endAllSessions(tx, owner?.id ?? "");
    });
    expect((await late)?.status).toBe(401);
    const { rows } = await shop.deps.db.execute(
      sql`select 1 from identity_passkey where user_id = ${owner?.id}`,
    );
    expect(rows).toEqual([]);
  });

  // ASVS 6.4.3
  test("keeps the passkeys and two-factor authentication of an owner with a confirmed email", async () => {
    const owner = await anAccountWithEverySignInMethod("confirmed@example.com");
    await confirm(owner.email);
    await setPasswordByEmail(owner.email);
    expect(await lastEmailTo(owner.email)).toContain("A passkey opens your account too.");
    expect(await byPasskey(owner)).toBe(200);
    expect((await aBrowser(shop).signIn(owner.email, ownersPassword)).body).toEqual({
      twoFactorRedirect: true,
    });
  });
});

async function isAnyQueryWaiting() {
  const { rows } = await shop.deps.db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length > 0;
}

describe("connecting Google", () => {
  async function connect(browser: Browser, email: string) {
    const { body } = await browser.call("POST", `${auth}/link-social`, { provider: "google" });
    const { pathname, search } = new URL(await chooseAtProvider(body.url, { email }));
    const answer = await browser.call("GET", `${pathname}${search}`);
    expect(answer.headers.location).toBe("/dashboard/account?google=connected");
  }
  /** Signs the owner in, in a different browser from the one that created the account. */
  async function signedInElsewhere(
    user: Awaited<ReturnType<typeof anAccountWithEverySignInMethod>>,
  ) {
    const browser = aBrowser(shop);
    await browser.signIn(user.email);
    const body = { code: user.nextCode() };
    expect((await browser.call("POST", `${auth}/two-factor/verify-totp`, body)).status).toBe(200);
    return browser;
  }

  test("ends every session but the owner's if the email was unconfirmed", async () => {
    const stranger = await anAccountWithEverySignInMethod("linked@example.com");
    const owner = await signedInElsewhere(stranger);
    await connect(owner, stranger.email);
    expect(await isSignedIn(owner)).toBe(true);
    expect(await isSignedIn(stranger)).toBe(false);
    expect(await byPasskey(stranger)).toBe(401);
    const factors = await owner.call("GET", `${auth}/factors`);
    expect(factors.body.hasTwoFactor).toBe(false);
    expect(await lastEmailTo(stranger.email)).toContain("we removed the passkeys and codes");
  });

  test("keeps sessions, passkeys and codes if the email was confirmed", async () => {
    const user = await anAccountWithEverySignInMethod("linked-later@example.com");
    await confirm(user.email);
    const elsewhere = await signedInElsewhere(user);
    await connect(elsewhere, user.email);
    expect(await isSignedIn(user)).toBe(true);
    expect(await byPasskey(user)).toBe(200);
    expect((await aBrowser(shop).signIn(user.email)).body).toEqual({ twoFactorRedirect: true });
    expect(await lastEmailTo(user.email)).toContain("A passkey opens your account too.");
  });
});
