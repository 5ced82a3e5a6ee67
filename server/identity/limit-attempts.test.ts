import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: "on" });
});
beforeEach(() => shop.deps.db.execute(sql`delete from rate_limit_count`));
afterAll(() => shop.close());

async function post(call: string, payload: object, ip = "203.0.113.7", cookie = "") {
  const answer = await shop.app.inject({
    method: "POST",
    url: `/api/auth/${call}`,
    remoteAddress: ip,
    // Headers that an attacker may add change nothing.
    headers: { cookie, "x-forwarded-for": `10.0.0.${Math.floor(Math.random() * 250)}` },
    payload,
  });
  return {
    status: answer.statusCode,
    retryAfter: Number(answer.headers["retry-after"]),
    message: answer.json<{ message?: string }>().message,
  };
}
const forgot = (email: string, ip?: string) => post("request-password-reset", { email }, ip);
const setCounts = (count: number, like: string) =>
  shop.deps.db.execute(sql`update rate_limit_count set count = ${count} where key like ${like}`);

test.each(["ann@example.com", "nobody@example.com"])(
  "sends at most five emails an hour to %s, whatever IP address requests them",
  async (email) => {
    if (email.startsWith("ann")) await aSignedUpUser(shop, { email });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => forgot(email, `203.0.113.${index}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array<number>(5).fill(200),
      ...Array<number>(3).fill(429),
    ]);
    const refused = await forgot(email, "198.51.100.1");
    expect(refused.message).toBe("Too many attempts. Please try again in 60 minutes.");
    expect(refused.retryAfter).toBeGreaterThan(3_500);
    await shop.deps.db.execute(
      sql`update rate_limit_count set window_ends_at = now() - interval '1 second'`,
    );
    expect((await forgot(email)).status).toBe(200);
    // One of them is from the sign-up.
    expect(await emailsTo(shop.deps, email)).toHaveLength(email.startsWith("ann") ? 7 : 0);
  },
);

test("allows one IP address to request fifty emails an hour", async () => {
  expect((await forgot("a@example.com")).status).toBe(200);
  await setCounts(49, "reset-address:%");
  expect((await forgot("b@example.com")).status).toBe(200);
  expect((await forgot("c@example.com")).status).toBe(429);
  expect((await forgot("c@example.com", "198.51.100.1")).status).toBe(200);
});

test("blocks an IP address after fifty invalid links in five minutes, not counting valid ones", async () => {
  const body = { token: "made up", newPassword: "Another!2027" };
  expect((await post("reset-password", body)).status).toBe(410);
  expect((await post("verify-email", { token: "made up" })).status).toBe(410);
  await setCounts(49, "link-address:%");
  const email = "link@example.com";
  await aSignedUpUser(shop, { email });
  const link = await tokenTo(shop.deps, email, "verify-email");
  expect((await post("verify-email", { token: link })).status).toBe(200);
  expect((await post("reset-password", body)).status).toBe(410);
  expect((await post("reset-password", body)).status).toBe(429);
  expect((await post("verify-email", { token: link })).status).toBe(429);
  expect((await post("reset-password", body, "198.51.100.1")).status).toBe(410);
});

test("sends at most five confirmation emails an hour to one account", async () => {
  const { cookie } = await aSignedUpUser(shop, { email: "again@example.com" });
  const statuses = [];
  for (let index = 0; index < 6; index++)
    statuses.push((await post("send-verification-email", {}, `203.0.113.${index}`, cookie)).status);
  expect(statuses).toEqual([...Array<number>(5).fill(200), 429]);
});

test("a password reset unlocks an account that failed sign-ins have locked", async () => {
  const email = "closed@example.com";
  await aSignedUpUser(shop, { email });
  const signIn = (password: string) => post("sign-in/email", { email, password });
  expect((await signIn("Wrong!2026")).status).toBe(401);
  await setCounts(10, "signIn-account:%");
  expect((await signIn("Secret!2026")).status).toBe(429);
  await forgot(email);
  const token = await tokenTo(shop.deps, email, "reset-password");
  await post("reset-password", { token, newPassword: "Another!2027" });
  expect((await signIn("Another!2027")).status).toBe(200);
});
