import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { emailsTo } from "#testing/email/emails.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type User = Awaited<ReturnType<typeof aUserInABrowser>>;

const oldPassword = "Secret!2026";
const newPassword = "Another!2027";
const change = (
  user: Pick<User, "call">,
  body: object = {},
  headers: Record<string, string> = {},
) =>
  user.call(
    "POST",
    "/api/auth/change-password",
    { currentPassword: oldPassword, newPassword, ...body },
    headers,
  );
const signsIn = async (email: string, password: string) =>
  (await aBrowser(shop).signIn(email, password)).status;

describe("changing the password", () => {
  // ASVS 6.2.2, 7.4.3
  test("requires the current one, keeps this session and ends every other", async () => {
    const user = await aUserInABrowser(shop, "change@example.com");
    const other = aBrowser(shop);
    await other.signIn(user.email);
    const otherToken = await other.token(user.email);
    expect((await change(user)).body).toEqual({ status: true });
    expect((await user.call("GET", "/api/auth/get-session")).body.user.email).toBe(user.email);
    expect((await other.call("GET", "/api/auth/get-session")).body).toBeNull();
    for (const token of [otherToken, user.accessToken])
      expect((await shop.call("GET", "/api/account", { token })).status).toBe(401);
    expect(await signsIn(user.email, oldPassword)).toBe(401);
    expect(await signsIn(user.email, newPassword)).toBe(200);
  });

  test("sends an email in the same transaction", async () => {
    const user = await aUserInABrowser(shop, "told@example.com");
    await change(user);
    const mail = (await emailsTo(shop.deps, user.email)).at(-1);
    expect(mail?.subject).toBe("Your password for Marque was changed");
    expect(mail?.text).toContain("on your account page");
    expect(mail?.text).toContain("http://localhost:3000/forgot-password");
  });

  // ASVS 6.2.3
  test("changes nothing and sends no email if the current one is wrong", async () => {
    const user = await aUserInABrowser(shop, "wrong@example.com");
    const answer = await change(user, { currentPassword: "Guessed!2026" });
    expect([answer.status, answer.body.error.code]).toEqual([400, "wrong_password"]);
    expect(await signsIn(user.email, oldPassword)).toBe(200);
    expect((await emailsTo(shop.deps, user.email)).map(({ kind }) => kind)).not.toContain(
      "password_changed",
    );
  });

  test.each([
    ["another!2027", "Please Provide at least One Uppercase"],
    ["Another!", "Please Provide at least One Number"],
    ["Another2027", "Please Provide at least One Speacial Carecter"],
  ])("applies the rules of sign-up: %s", async (weak, message) => {
    const user = await aUserInABrowser(shop, `rules-${weak.length}${weak[0]}@example.com`);
    const answer = await change(user, { newPassword: weak });
    expect([answer.status, answer.body.error.fields]).toEqual([400, { newPassword: message }]);
  });

  test("requires a session and one of our own pages", async () => {
    const user = await aUserInABrowser(shop, "pages@example.com");
    expect((await change(aBrowser(shop))).status).toBe(401);
    expect((await change(user, {}, { origin: "https://evil.example" })).status).toBe(403);
    expect(await signsIn(user.email, oldPassword)).toBe(200);
  });

  // ASVS 6.2.3
  test("shares its limit of ten wrong passwords in five minutes with sign-in and reauthentication", async () => {
    const limited = await createTestApp({ RATE_LIMITS: "on" });
    const user = await aUserInABrowser(limited, "guessed@example.com");
    const guess = { currentPassword: "Guessed!2026", newPassword };
    for (let attempt = 0; attempt < 5; attempt++) {
      await user.call("POST", "/api/auth/change-password", guess);
      await user.call("POST", "/api/auth/verify-password", { password: "Guessed!2026" });
    }
    const right = { currentPassword: oldPassword, newPassword };
    expect((await user.call("POST", "/api/auth/change-password", right)).status).toBe(429);
    expect(
      (await user.call("POST", "/api/auth/verify-password", { password: oldPassword })).status,
    ).toBe(429);
    expect((await aBrowser(limited).signIn(user.email)).status).toBe(429);
    await limited.close();
  });
});

describe("a user without a password", () => {
  test("is listed without one and cannot change it or reauthenticate with it", async () => {
    const user = await aUserInABrowser(shop, "third-party@example.com");
    await shop.deps.db.execute(sql`
      delete from identity_credential
      where user_id = (select id from identity_user where email = ${user.email})`);
    const factors = (await user.call("GET", "/api/auth/factors")).body;
    expect(factors).toEqual({
      hasPassword: false,
      hasTwoFactor: false,
      apiKeys: 0,
      isReauthenticated: true,
    });
    expect((await change(user)).status).toBe(400);
    const proof = await user.call("POST", "/api/auth/verify-password", { password: oldPassword });
    expect([proof.status, proof.body.error.code]).toEqual([400, "wrong_password"]);
  });
});
