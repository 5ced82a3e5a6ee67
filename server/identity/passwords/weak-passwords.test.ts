import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenTo } from "#testing/email/emails.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const common = /^This is one of the most common passwords/;
const ownWords = /^This password consists of names/;

// ASVS 6.1.2, 6.2.4, 6.2.12
test.each([
  ["PASSWORD", "Please Provide at least One Number"],
  ["password1!", "Please Provide at least One Uppercase"],
  ["Password1", "Please Provide at least One Speacial Carecter"],
  ["Password1!", common],
  ["Qwerty123#", common],
  ["Marque!2026", ownWords],
  ["Robin1!Hood", ownWords],
  ["Sherwood!77", ownWords],
])(
  "refuses a sign-up with %s at the password field, checking the composition rules first",
  async (password, message) => {
    const answer = await shop.call("POST", "/api/auth/sign-up/email", {
      body: { name: "Robin Hood", email: "robin@sherwood.example", password },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields).toEqual({ password: expect.stringMatching(message) });
    expect(answer.body.message).toBe(answer.body.error.fields.password);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  },
);

// ASVS 6.2.11
test("applies the same rules to a password reset, and the link stays valid", async () => {
  const email = "marian@sherwood.example";
  await aSignedUpUser(shop, { email });
  await shop.call("POST", "/api/auth/request-password-reset", { body: { email } });
  const token = await tokenTo(shop.deps, email, "reset-password");
  const set = (newPassword: string) =>
    shop.call("POST", "/api/auth/reset-password", { body: { token, newPassword } });
  for (const [password, message] of [
    ["Password1!", common],
    ["Marque!2026", ownWords],
    ["Marian!2026", ownWords],
  ] as const)
    expect((await set(password)).body.error.fields).toEqual({
      newPassword: expect.stringMatching(message),
    });
  expect((await set("Xk!blackbird7")).status).toBe(200);
});

// ASVS 6.2.8, 6.2.9
test("accepts long passwords and passwords in any script unchanged", async () => {
  for (const [index, password] of [
    `Xk!7${"blackbird ".repeat(12)}`,
    "Zпароль-Дрозд!9 Ä",
  ].entries()) {
    const email = `long-${index}@example.com`;
    await aSignedUpUser(shop, { email, password });
    const signIn = (given: string) =>
      shop.call("POST", "/api/auth/sign-in/email", { body: { email, password: given } });
    expect((await signIn(password)).status).toBe(200);
    expect((await signIn(password.slice(0, -1))).status).toBe(401);
    expect((await signIn(password.toLowerCase())).status).toBe(401);
  }
});
