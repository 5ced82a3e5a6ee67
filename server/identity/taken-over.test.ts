import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appCode } from "#testing/authenticator-app.ts";
import { aBrowser, aPersonInABrowser } from "#testing/browser.ts";
import { tokenTo } from "#testing/mails.ts";
import { aPasskeyDevice } from "#testing/passkey-device.ts";
import { createTestApp } from "#testing/test-app.ts";

// Somebody signs up with an address that is not theirs, and waits for its owner to find an account there.

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const auth = "/api/auth";
const ownersPassword = "Another!2027";

async function anAccountWithAllDoors(email: string) {
  const person = await aPersonInABrowser(shop, email);
  const device = aPasskeyDevice();
  const asked = await person.call("GET", `${auth}/passkey/generate-register-options`);
  const response = device.register(asked.body.challenge as string);
  await person.call("POST", `${auth}/passkey/verify-registration`, { response, name: "Mine" });
  const enabled = await person.call("POST", `${auth}/two-factor/enable`, {
    password: "Secret!2026",
  });
  const { totpURI } = enabled.body as { totpURI: string };
  const code = appCode(totpURI);
  expect((await person.call("POST", `${auth}/two-factor/verify-totp`, { code })).status).toBe(200);
  return { ...person, device };
}

async function setPasswordByMail(email: string) {
  await shop.call("POST", `${auth}/request-password-reset`, { body: { email } });
  const token = await tokenTo(shop.deps, email, "reset-password");
  const body = { token, newPassword: ownersPassword };
  expect((await shop.call("POST", `${auth}/reset-password`, { body })).status).toBe(200);
}

async function byPasskey({ device }: { device: ReturnType<typeof aPasskeyDevice> }) {
  const browser = aBrowser(shop);
  const asked = await browser.call("GET", `${auth}/passkey/generate-authenticate-options`);
  const response = device.signIn(asked.body.challenge as string);
  return (await browser.call("POST", `${auth}/passkey/verify-authentication`, { response })).status;
}

describe("a new password by mail", () => {
  test("takes every door from whoever made the account and never confirmed its address", async () => {
    const stranger = await anAccountWithAllDoors("owner@example.com");
    expect(await byPasskey(stranger)).toBe(200);
    await setPasswordByMail(stranger.email);
    expect(await byPasskey(stranger)).toBe(401);
    expect((await stranger.call("GET", `${auth}/get-session`)).body).toBeNull();
    expect((await shop.call("GET", "/api/account", { token: stranger.accessToken })).status).toBe(
      401,
    );
    // Nor does the stranger's app keep the owner out.
    const owner = await aBrowser(shop).signIn(stranger.email, ownersPassword);
    expect(owner.body.user.email).toBe(stranger.email);
  });

  test("leaves the factors of an owner who has confirmed it", async () => {
    const owner = await anAccountWithAllDoors("confirmed@example.com");
    await shop.deps.db.execute(
      sql`update identity_user set email_verified = true where email = ${owner.email}`,
    );
    await setPasswordByMail(owner.email);
    expect(await byPasskey(owner)).toBe(200);
    expect((await aBrowser(shop).signIn(owner.email, ownersPassword)).body).toEqual({
      twoFactorRedirect: true,
    });
  });
});
