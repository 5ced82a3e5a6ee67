import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSignedUpUser, cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const leave = (token: string, body: object) =>
  shop.call("POST", "/api/account/delete", { token, body });

test("deletes an account without a password after a recent sign-in and its email address", async () => {
  const email = "gala@example.com";
  const { token } = await aSignedUpUser(shop, { email, role: "Buyer" });
  const own = sql`(select id from identity_user where email = ${email})`;
  await shop.deps.db.execute(sql`delete from identity_credential where user_id = ${own}`);

  const other = await leave(token, { email: "someone@else.example" });
  expect(other).toMatchObject({ status: 400, body: { error: { code: "invalid_input" } } });
  expect(Object.keys(other.body.error.fields)).toEqual(["email"]);

  await shop.deps.db.execute(sql`
    update identity_session set reauthenticated_at = now() - interval '11 minutes' where user_id = ${own}`);
  expect(await leave(token, { email })).toMatchObject({
    status: 403,
    body: {
      error: {
        code: "reauthentication_required",
        message: expect.stringContaining("sign out and in"),
      },
    },
  });
  expect((await shop.call("GET", "/api/account", { token })).status).toBe(200);

  await shop.deps.db.execute(sql`
    update identity_session set reauthenticated_at = now() - interval '9 minutes' where user_id = ${own}`);
  expect(await leave(token, { email })).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  expect((await shop.call("GET", "/api/account", { token })).status).toBe(401);
});

test("strangers' wrong passwords do not keep the owner from deleting the account", async () => {
  const limited = await createTestApp({ RATE_LIMITS: "on" });
  try {
    const email = "attacked@example.com";
    await aSignedUpUser(limited, { email, role: "Buyer" });
    const signIn = (given: string, ip: string) =>
      limited.app.inject({
        method: "POST",
        url: "/api/auth/sign-in/email",
        remoteAddress: ip,
        payload: { email, password: given },
      });
    const here = await signIn("Secret!2026", "198.51.100.1");
    const cookie = cookieOf(here);
    const jwt = await limited.call("GET", `/api/jwt?email=${email}`, { headers: { cookie } });
    for (let attempt = 0; attempt < 11; attempt += 1) await signIn("Guess!2026", "203.0.113.7");
    const answer = await limited.call("POST", "/api/account/delete", {
      token: jwt.body.accessToken as string,
      headers: { cookie },
      body: { password: "Secret!2026" },
    });
    expect(answer).toMatchObject({ status: 200, body: { deletedCount: 1 } });
  } finally {
    await limited.close();
  }
});

test("does not delete an account with a password by its email address", async () => {
  const email = "with-password@example.com";
  const { token } = await aSignedUpUser(shop, { email, role: "Buyer" });
  const answer = await leave(token, { email });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: "invalid_input" } } });
  expect(Object.keys(answer.body.error.fields)).toEqual(["password"]);
});
