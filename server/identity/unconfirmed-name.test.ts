import { afterAll, beforeAll, expect, test } from "vitest";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const name = "Your refund waits: http://evil.example";
const password = "Secret!2026";

const shownEmailsTo = async (email: string) =>
  (await emailsTo(shop.deps, email)).map(({ kind, subject, text, html }) => ({
    kind,
    content: subject + text + html,
  }));
async function post(path: string, body: object, cookie?: string) {
  const answer = await shop.call("POST", `/api/auth/${path}`, {
    body,
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  expect([path, answer.status]).toEqual([path, 200]);
}

test("no email to an unconfirmed address contains the account's name", async () => {
  const email = "victim@inbox.example";
  const { cookie } = await aSignedUpUser(shop, { email, name, password, role: "Buyer" });
  await post("send-verification-email", {}, cookie);
  const again = await shop.call("POST", "/api/auth/sign-up/email", {
    body: { name, email, password: "Another!2026" },
  });
  expect(again.body.error.code).toBe("email_taken");
  await post("change-password", { currentPassword: password, newPassword: "Changed!2026" }, cookie);
  await post("request-password-reset", { email });
  const token = await tokenTo(shop.deps, email, "reset-password");
  await post("reset-password", { token, newPassword: "Third!2026" });

  const emails = await shownEmailsTo(email);
  expect(emails.map(({ kind }) => kind)).toEqual([
    "email_confirmation",
    "email_confirmation",
    "email_taken",
    "password_changed",
    "password_reset",
    "password_changed",
  ]);
  for (const { kind, content } of emails) {
    expect([kind, content]).toEqual([kind, expect.not.stringContaining("refund")]);
    expect([kind, content]).toEqual([kind, expect.not.stringContaining("evil")]);
  }

  // The reset confirmed the address, so the account now belongs to its owner.
  await post("request-password-reset", { email });
  expect((await shownEmailsTo(email)).at(-1)!.content).toContain(`Dear ${name},`);
});

test("turning on two-factor authentication sends an unconfirmed address an email without the name", async () => {
  const email = "factors@inbox.example";
  const { cookie } = await aSignedUpUser(shop, { email, name, password, role: "Buyer" });
  const enabled = await shop.call("POST", "/api/auth/two-factor/enable", {
    headers: { cookie },
    body: { password },
  });
  expect(enabled.status).toBe(200);
  await post("two-factor/verify-totp", { code: appCode(enabled.body.totpURI) }, cookie);
  const { kind, content } = (await shownEmailsTo(email)).at(-1)!;
  expect([kind, content]).toEqual(["factor_changed", expect.not.stringContaining("refund")]);
});
