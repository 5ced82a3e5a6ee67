import { hash } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenTo } from "#testing/email/emails.ts";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { createTestApp } from "#testing/test-app.ts";
import { passwordCost } from "./password-hash.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const composed = "Caf\u00e9 cr\u00e8me!2026";
const spellings = [
  composed,
  composed.normalize("NFD"),
  composed.replace(" ", "\u00a0"),
  composed.normalize("NFD").replace(" ", "\u3000"),
];
const signsIn = async (email: string, password: string) =>
  (await aBrowser(shop).signIn(email, password)).status;
const signUp = (email: string, password: string) =>
  aBrowser(shop).call("POST", "/api/auth/sign-up/email", { name: "Person", email, password });

test.each(spellings)("a sign-up with %j signs in with every spelling of it", async (chosen) => {
  const email = `p${spellings.indexOf(chosen)}@example.com`;
  expect((await signUp(email, chosen)).status).toBe(200);
  for (const typed of spellings) expect([typed, await signsIn(email, typed)]).toEqual([typed, 200]);
  for (const other of [
    composed.toUpperCase(),
    composed.normalize("NFKC").replace(" ", ""),
    `${composed} `,
  ])
    expect([other, await signsIn(email, other)]).toEqual([other, 401]);
});

test("changes, resets and reauthenticates with every spelling", async () => {
  const user = await aUserInABrowser(shop, "change@example.com");
  const change = { currentPassword: "Secret!2026", newPassword: spellings[3] };
  expect((await user.call("POST", "/api/auth/change-password", change)).status).toBe(200);
  for (const password of spellings) {
    const answer = await user.call("POST", "/api/auth/verify-password", { password });
    expect([password, answer.status]).toEqual([password, 200]);
  }
  const again = { currentPassword: spellings[1], newPassword: "Another!2027" };
  expect((await user.call("POST", "/api/auth/change-password", again)).status).toBe(200);
  await user.call("POST", "/api/auth/request-password-reset", { email: user.email });
  const token = await tokenTo(shop.deps, user.email, "reset-password");
  const reset = { token, newPassword: spellings[1] };
  expect((await user.call("POST", "/api/auth/reset-password", reset)).status).toBe(200);
  expect(await signsIn(user.email, composed)).toBe(200);
});

test("a hash of an older version accepts what it was made of, and is replaced by one that accepts all", async () => {
  const email = "older@example.com";
  await signUp(email, "Secret!2026");
  const typed = composed.normalize("NFD");
  const stored = await hash(typed, passwordCost);
  const hashOf = async () =>
    (
      await shop.deps.db.execute<{ password: string }>(sql`
        select password from identity_credential where user_id =
          (select id from identity_user where email = ${email})`)
    ).rows[0]!.password;
  await shop.deps.db.execute(sql`update identity_credential set password = ${stored}
    where user_id = (select id from identity_user where email = ${email})`);
  expect(await signsIn(email, composed)).toBe(401);
  expect(await hashOf()).toBe(stored);
  expect(await signsIn(email, typed)).toBe(200);
  const renewed = await hashOf();
  expect(renewed).not.toBe(stored);
  for (const spelling of spellings) expect(await signsIn(email, spelling)).toBe(200);
  expect(await hashOf()).toBe(renewed);
});

test.each(["Tab\tbed!2026", "Line\n!202610", "Null\u0000!2026", "Escape\u009b!2026"])(
  "refuses the control character in %j",
  async (password) => {
    const answer = await signUp("control@example.com", password);
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields.password).toMatch(/no control characters/);
  },
);

test.each(["Pa\uff53sword1!", "Ｐassword1!", "Pass word1!", "Pass\u2003word1!"])(
  "finds the common password in %j",
  async (password) => {
    const answer = await signUp("common@example.com", password);
    expect(answer.body.error.fields.password).toMatch(/most common passwords|Uppercase/);
  },
);
