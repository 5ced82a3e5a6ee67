import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { emailsTo } from "#testing/email/emails.ts";
import { aPasskeyDevice } from "#testing/identity/passkey-device.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Browser = Pick<ReturnType<typeof aBrowser>, "call">;
type Device = ReturnType<typeof aPasskeyDevice>;
const path = "/api/auth/passkey";

async function register(user: Browser, device: Device, how?: { verifiesUser: boolean }) {
  const { body } = await user.call("GET", `${path}/generate-register-options`);
  const response = device.register(body.challenge as string, how);
  return user.call("POST", `${path}/verify-registration`, { response, name: "My laptop" });
}
async function signIn(browser: Browser, device: Device, how?: { verifiesUser: boolean }) {
  const { body } = await browser.call("GET", `${path}/generate-authenticate-options`);
  const response = device.signIn(body.challenge as string, how);
  return browser.call("POST", `${path}/verify-authentication`, { response });
}
const list = async (user: Browser) =>
  (await user.call("GET", `${path}/list-user-passkeys`)).body as { id: string; name: string }[];
const expireReauthentication = (email: string) =>
  shop.deps.db.execute(sql`
    update identity_session set reauthenticated_at = now() - interval '11 minutes'
    where user_id = (select id from identity_user where email = ${email})`);

async function withPasskey(email: string) {
  const user = await aUserInABrowser(shop, email);
  const device = aPasskeyDevice();
  expect((await register(user, device)).status).toBe(200);
  return { ...user, device };
}

describe("a passkey", () => {
  test("is created for the shop's own host, listed by name without its key, and announced by email", async () => {
    const user = await aUserInABrowser(shop, "made@example.com");
    const options = (await user.call("GET", `${path}/generate-register-options`)).body;
    expect(options.rp).toEqual({ name: "Marque", id: "localhost" });
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: "required",
      userVerification: "required",
    });
    expect((await register(user, aPasskeyDevice())).body.name).toBe("My laptop");
    expect(await list(user)).toEqual([
      {
        id: expect.any(String),
        name: "My laptop",
        createdAt: expect.stringMatching(/^\d{4}-/),
        backedUp: false,
      },
    ]);
    const mail = (await emailsTo(shop.deps, user.email)).at(-1);
    expect(mail?.subject).toBe("A passkey was added to your account (Marque)");
  });

  test("signs in without a password, in any browser", async () => {
    const { device, email } = await withPasskey("signs-in@example.com");
    const browser = aBrowser(shop);
    const answer = await signIn(browser, device);
    expect(answer.body).toEqual({ user: expect.objectContaining({ email }) });
    expect((await browser.call("GET", "/api/auth/get-session")).body.user.email).toBe(email);
    const token = await browser.token(email);
    expect((await shop.call("GET", "/api/account", { token })).status).toBe(200);
  });

  // ASVS 6.3.3
  test("counts as two factors, so no code is required", async () => {
    const user = await withPasskey("two-in-one@example.com");
    const body = { password: "Secret!2026" };
    const { totpURI } = (await user.call("POST", "/api/auth/two-factor/enable", body)).body;
    await user.call("POST", "/api/auth/two-factor/verify-totp", { code: appCode(totpURI) });
    expect((await aBrowser(shop).signIn(user.email)).body.twoFactorRedirect).toBe(true);
    expect((await signIn(aBrowser(shop), user.device)).body.user.email).toBe(user.email);
  });

  test("is refused at registration and sign-in if the device did not verify its user", async () => {
    const how = { verifiesUser: false };
    const user = await aUserInABrowser(shop, "unchecked@example.com");
    expect((await register(user, aPasskeyDevice(), how)).status).toBe(401);
    expect(await list(user)).toEqual([]);
    const { device } = await withPasskey("checked@example.com");
    const browser = aBrowser(shop);
    expect((await signIn(browser, device, how)).status).toBe(401);
    expect((await browser.call("GET", "/api/auth/get-session")).body).toBeNull();
  });

  test("is refused if its host, origin or challenge is wrong or it is unknown", async () => {
    const { device } = await withPasskey("strict@example.com");
    const elsewhere = aPasskeyDevice({ rpId: "evil.example", origin: "https://evil.example" });
    const user = await aUserInABrowser(shop, "elsewhere@example.com");
    const refused = await register(user, elsewhere);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "This passkey is not valid here.",
    ]);
    expect(await list(user)).toEqual([]);
    expect((await signIn(aBrowser(shop), aPasskeyDevice())).status).toBe(401);

    const browser = aBrowser(shop);
    const { body } = await browser.call("GET", `${path}/generate-authenticate-options`);
    const response = device.signIn(body.challenge as string);
    expect((await browser.call("POST", `${path}/verify-authentication`, { response })).status).toBe(
      200,
    );
    const again = await aBrowser(shop).call("POST", `${path}/verify-authentication`, { response });
    expect(again.status).toBe(400);
    const replayed = await browser.call("POST", `${path}/verify-authentication`, { response });
    expect(replayed.status).toBe(400);
  });

  test("is refused at registration and sign-in if it is malformed", async () => {
    const { device, ...user } = await withPasskey("malformed@example.com");
    const { body } = await user.call("GET", `${path}/generate-authenticate-options`);
    const whole = device.signIn(body.challenge as string);
    for (const response of [undefined, null, "x", {}, { clientDataJSON: "x" }, [[]]]) {
      await user.call("GET", `${path}/generate-register-options`);
      const made = await user.call("POST", `${path}/verify-registration`, {
        response: { ...whole, response },
        name: "Broken",
      });
      expect([response, made.status]).toEqual([response, 400]);
      const browser = aBrowser(shop);
      await browser.call("GET", `${path}/generate-authenticate-options`);
      const opened = await browser.call("POST", `${path}/verify-authentication`, {
        response: { ...whole, response },
      });
      expect([response, opened.status]).toEqual([response, 400]);
    }
    expect(await list(user)).toHaveLength(1);
  });

  test("signs in from our own pages only", async () => {
    const { device } = await withPasskey("own-pages@example.com");
    const browser = aBrowser(shop);
    const { body } = await browser.call("GET", `${path}/generate-authenticate-options`);
    const response = device.signIn(body.challenge as string);
    const foreign = { origin: "https://evil.example" };
    const answer = await browser.call(
      "POST",
      `${path}/verify-authentication`,
      { response },
      foreign,
    );
    expect(answer.status).toBe(403);
  });

  test("can be renamed and removed by its owner only, and stops working once removed", async () => {
    const ann = await withPasskey("ann-key@example.com");
    const bob = await withPasskey("bob-key@example.com");
    const [own] = await list(ann);
    const body = { id: own?.id, name: "Old phone" };
    expect((await bob.call("POST", `${path}/update-passkey`, body)).status).toBe(401);
    expect((await bob.call("POST", `${path}/delete-passkey`, body)).status).toBe(401);
    expect((await list(ann))[0]?.name).toBe("My laptop");

    expect((await ann.call("POST", `${path}/update-passkey`, body)).body).toEqual({ status: true });
    expect((await list(ann))[0]?.name).toBe("Old phone");
    expect((await ann.call("POST", `${path}/delete-passkey`, body)).body).toEqual({ status: true });
    expect(await list(ann)).toEqual([]);
    expect((await signIn(aBrowser(shop), ann.device)).status).toBe(401);
    const mail = (await emailsTo(shop.deps, ann.email)).at(-1);
    expect(mail?.subject).toBe("A passkey was removed from your account (Marque)");
  });
});

describe("a session that was left open", () => {
  // ASVS 7.5.1
  test("requires reauthentication to add or remove a passkey", async () => {
    const { device, ...user } = await withPasskey("left-open@example.com");
    const [own] = await list(user);
    await expireReauthentication(user.email);
    for (const call of [
      () => user.call("GET", `${path}/generate-register-options`),
      () => user.call("POST", `${path}/delete-passkey`, { id: own?.id }),
    ]) {
      const answer = await call();
      expect([answer.status, answer.body.error.code]).toEqual([403, "reauthentication_required"]);
    }
    const wrong = await user.call("POST", "/api/auth/verify-password", {
      password: "Guess!2026",
    });
    expect(wrong.status).toBe(400);
    expect((await user.call("GET", "/api/auth/factors")).body.isReauthenticated).toBe(false);
    await user.call("POST", "/api/auth/verify-password", { password: "Secret!2026" });
    expect((await user.call("GET", `${path}/generate-register-options`)).status).toBe(200);

    await expireReauthentication(user.email);
    expect((await signIn(user, device)).status).toBe(200);
    expect((await user.call("POST", `${path}/delete-passkey`, { id: own?.id })).status).toBe(200);
  });

  test.each(["generate-register-options", "list-user-passkeys"])(
    "is required for %s",
    async (call) => {
      expect((await aBrowser(shop).call("GET", `${path}/${call}`)).status).toBe(401);
    },
  );
});
