import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Listed = { id: string; device: string; isThisDevice: boolean; lastSeenAt: string };

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

/** A user signed in on a computer and on a phone, with the phone's access token. */
async function onTwoDevices(email: string) {
  const desk = await aUserInABrowser(shop, email);
  const phone = aBrowser(shop, iphone);
  await phone.signIn(email);
  return { desk, phone, phoneToken: await phone.token(email), email };
}
const list = async (browser: Pick<ReturnType<typeof aBrowser>, "call">) =>
  (await browser.call("GET", "/api/auth/list-sessions")).body as Listed[];
const asksAccount = async (token: string) =>
  (await shop.call("GET", "/api/account", { token })).status;
const hasSession = async (browser: Pick<ReturnType<typeof aBrowser>, "call">) =>
  (await browser.call("GET", "/api/auth/get-session")).body !== null;

describe("the list of sessions", () => {
  // ASVS 7.5.2
  test("names device, IP address and times, marks this device, and contains no token", async () => {
    const { desk, phone } = await onTwoDevices("listed@example.com");
    const seen = await list(desk);
    expect(seen).toHaveLength(2);
    expect(seen.find(({ isThisDevice }) => isThisDevice)).toEqual({
      id: expect.any(String),
      device: "Firefox on Linux",
      address: "127.0.0.1",
      begunAt: expect.stringMatching(/^\d{4}-/),
      lastSeenAt: expect.stringMatching(/^\d{4}-/),
      isThisDevice: true,
    });
    expect(seen.find(({ isThisDevice }) => !isThisDevice)?.device).toBe("Safari on iPhone");
    const token = decodeURIComponent(/session_token=([^;.]+)/.exec(phone.cookie())?.[1] ?? "");
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(seen)).not.toContain(token);
  });

  test("contains only the user's own sessions and requires a session", async () => {
    const ann = await aUserInABrowser(shop, "ann-listed@example.com");
    await aUserInABrowser(shop, "bob-listed@example.com");
    expect(await list(ann)).toHaveLength(1);
    expect((await shop.call("GET", "/api/auth/list-sessions")).status).toBe(401);
    const { accessToken: token } = ann;
    expect((await shop.call("GET", "/api/auth/list-sessions", { token })).status).toBe(401);
  });

  test("shows when a session's access token was last used", async () => {
    const { desk, phone, phoneToken } = await onTwoDevices("seen@example.com");
    await shop.deps.db.execute(sql`
      update identity_session set last_seen_at = now() - interval '2 days'
      where user_id = (select id from identity_user where email = 'seen@example.com')`);
    await asksAccount(phoneToken);
    const [latest] = await list(desk);
    expect(latest?.device).toBe("Safari on iPhone");
    expect(Date.now() - Date.parse(latest?.lastSeenAt ?? "")).toBeLessThan(60_000);
    expect(await hasSession(phone)).toBe(true);
  });
});

describe("ending sessions", () => {
  // ASVS 7.5.2
  test("of another device invalidates its cookie and access token at once", async () => {
    const { desk, phone, phoneToken } = await onTwoDevices("one@example.com");
    expect(await asksAccount(phoneToken)).toBe(200);
    const other = (await list(desk)).find(({ isThisDevice }) => !isThisDevice);
    const body = { id: other?.id };
    expect((await desk.call("POST", "/api/auth/revoke-session", body)).body).toEqual({
      status: true,
    });
    expect(await asksAccount(phoneToken)).toBe(401);
    expect(await hasSession(phone)).toBe(false);
    expect((await phone.call("GET", "/api/jwt?email=one@example.com")).status).toBe(401);
    expect(await asksAccount(desk.accessToken)).toBe(200);
    expect((await desk.call("POST", "/api/auth/revoke-session", body)).status).toBe(404);
  });

  test("of another user is refused", async () => {
    const ann = await aUserInABrowser(shop, "ann-ends@example.com");
    const bob = await aUserInABrowser(shop, "bob-ends@example.com");
    const [bobs] = await list(bob);
    expect((await ann.call("POST", "/api/auth/revoke-session", { id: bobs?.id })).status).toBe(404);
    expect(await asksAccount(bob.accessToken)).toBe(200);
  });

  // ASVS 7.4.3
  test("of all other devices keeps this one", async () => {
    const { desk, phone, phoneToken } = await onTwoDevices("others@example.com");
    await desk.call("POST", "/api/auth/revoke-other-sessions");
    expect(await asksAccount(phoneToken)).toBe(401);
    expect(await hasSession(phone)).toBe(false);
    expect(await asksAccount(desk.accessToken)).toBe(200);
    expect(await list(desk)).toHaveLength(1);
  });

  test("everywhere ends this one too and clears its cookie", async () => {
    const { desk, phone, phoneToken } = await onTwoDevices("everywhere@example.com");
    expect((await desk.call("POST", "/api/auth/revoke-sessions")).body).toEqual({ success: true });
    expect(desk.cookie()).toBe("");
    expect([await asksAccount(phoneToken), await asksAccount(desk.accessToken)]).toEqual([
      401, 401,
    ]);
    expect([await hasSession(phone), await hasSession(desk)]).toEqual([false, false]);
  });

  test.each(["revoke-session", "revoke-other-sessions", "revoke-sessions"])(
    "%s requires a session cookie and one of our own pages",
    async (path) => {
      const { desk, phone, phoneToken } = await onTwoDevices(`${path}@example.com`);
      const body = { id: "x" };
      const foreign = { origin: "https://evil.example" };
      expect((await desk.call("POST", `/api/auth/${path}`, body, foreign)).status).toBe(403);
      const byToken = { token: desk.accessToken, body };
      expect((await shop.call("POST", `/api/auth/${path}`, byToken)).status).toBe(401);
      expect([await asksAccount(phoneToken), await hasSession(phone)]).toEqual([200, true]);
    },
  );

  // ASVS 7.2.4
  test("signing in again in the same browser ends its previous session", async () => {
    const user = await aUserInABrowser(shop, "again@example.com");
    expect((await user.signIn(user.email)).status).toBe(200);
    expect(await asksAccount(user.accessToken)).toBe(401);
    expect(await list(user)).toHaveLength(1);
  });

  // ASVS 7.2.4
  test("signing up with another account ends the browser's previous session", async () => {
    const user = await aUserInABrowser(shop, "before@example.com");
    const body = { name: "Next", email: "next@example.com", password: "Secret!2026" };
    expect((await user.call("POST", "/api/auth/sign-up/email", body)).status).toBe(200);
    expect(await asksAccount(user.accessToken)).toBe(401);
  });
});
