import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

const password = "Secret!2026";
type Shop = Awaited<ReturnType<typeof createTestApp>>;
let limited: Shop;
let shop: Shop;
beforeAll(async () => {
  limited = await createTestApp({ RATE_LIMITS: "on" });
  for (const email of ["ann@example.com", "victim@example.com", "attacker@example.com"])
    await aSignedUpUser(limited, { email, password });
});
beforeEach(async () => {
  shop = limited;
  await limited.deps.db.execute(sql`delete from rate_limit_count`);
});
afterAll(() => limited.close());

/** A sign-in attempt from `ip`, with headers that an attacker may add. */
async function signIn(
  email: string,
  given: string,
  ip = "203.0.113.7",
  headers: Record<string, string> = {},
) {
  const answer = await shop.app.inject({
    method: "POST",
    url: "/api/auth/sign-in/email",
    remoteAddress: ip,
    headers,
    payload: { email, password: given },
  });
  return {
    status: answer.statusCode,
    retryAfter: Number(answer.headers["retry-after"]),
    message: answer.json<{ message?: string }>().message,
  };
}

async function failures(
  number: number,
  email: string,
  ip?: (index: number) => string,
  headers?: (index: number) => Record<string, string>,
) {
  const statuses: number[] = [];
  for (let index = 0; index < number; index++)
    statuses.push((await signIn(email, "Wrong!2026", ip?.(index), headers?.(index))).status);
  return statuses;
}

/** Sets every IP address with a failure to 49 failures, because fifty hashes take long on a small machine. */
const failOftenFromEachAddress = () =>
  shop.deps.db.execute(
    sql`update rate_limit_count set count = 49 where key like 'signIn-address:%'`,
  );

describe("failed sign-ins", () => {
  // ASVS 6.3.1
  test("lock an account for five minutes after ten, from any IP address", async () => {
    const from = (index: number) => `203.0.113.${index}`;
    expect(new Set(await failures(10, "ann@example.com", from))).toEqual(new Set([401]));
    const closed = await signIn("ann@example.com", password, "198.51.100.1");
    expect(closed.status).toBe(429);
    expect(closed.message).toMatch(/^Too many failed sign-ins\. Please try again in 5 minutes\.$/);
    expect(closed.retryAfter).toBeGreaterThan(280);
    expect(closed.retryAfter).toBeLessThanOrEqual(300);
    await shop.deps.db.execute(
      sql`update rate_limit_count set window_ends_at = now() - interval '1 second'`,
    );
    expect((await signIn("ann@example.com", password)).status).toBe(200);
  });

  test("are reset by a success, for that account only", async () => {
    await failures(9, "ann@example.com");
    expect((await signIn("ann@example.com", password)).status).toBe(200);
    expect(await failures(9, "ann@example.com")).not.toContain(429);
  });

  test("count the same for an email without an account", async () => {
    expect(await failures(11, "nobody@example.com")).toEqual([...Array<number>(10).fill(401), 429]);
  });

  test("count by the connection's IP address, which headers cannot change", async () => {
    const spoofed = (index: number) => ({
      "x-forwarded-for": `10.0.0.${index}`,
      "x-real-ip": `10.0.1.${index}`,
      forwarded: `for=10.0.2.${index}`,
    });
    expect(await failures(2, "p@example.com", undefined, spoofed)).toEqual([401, 401]);
    await failOftenFromEachAddress();
    expect((await signIn("q@example.com", "Wrong!2026", undefined, spoofed(98))).status).toBe(401);
    expect((await signIn("ann@example.com", password, undefined, spoofed(99))).status).toBe(429);
    expect((await signIn("ann@example.com", password, "198.51.100.1")).status).toBe(200);
  });

  test("count an IPv6 network as one IP address", async () => {
    expect((await signIn("p@example.com", "Wrong!2026", "2001:db8:1:2::1")).status).toBe(401);
    await failOftenFromEachAddress();
    expect((await signIn("p@example.com", "Wrong!2026", "2001:db8:1:2:abcd::1")).status).toBe(401);
    expect((await signIn("ann@example.com", password, "2001:db8:1:2:ffff::1")).status).toBe(429);
    expect((await signIn("ann@example.com", password, "2001:db8:1:3::1")).status).toBe(200);
  });

  // ASVS 6.3.1
  test("cannot exceed the limit by arriving at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => signIn("ann@example.com", "Wrong!2026")),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

test("behind a trusted proxy, counts the forwarded IP address and ignores the caller's own header", async () => {
  shop = await createTestApp({ RATE_LIMITS: "on", TRUSTED_PROXIES: "192.0.2.1" });
  await aSignedUpUser(shop, { email: "ann@example.com", password });
  // The proxy appends the real IP address to what the caller claims.
  const byProxy = (index: number) => ({ "x-forwarded-for": `10.0.0.${index}, 203.0.113.9` });
  expect(await failures(2, "p@example.com", () => "192.0.2.1", byProxy)).toEqual([401, 401]);
  await failOftenFromEachAddress();
  expect((await signIn("p@example.com", "Wrong!2026", "192.0.2.1", byProxy(98))).status).toBe(401);
  expect((await signIn("ann@example.com", password, "192.0.2.1", byProxy(99))).status).toBe(429);
  expect(
    (await signIn("ann@example.com", password, "192.0.2.1", { "x-forwarded-for": "203.0.113.10" }))
      .status,
  ).toBe(200);
});

test("RATE_LIMITS=off turns the limits off", async () => {
  shop = await createTestApp({ RATE_LIMITS: "off" });
  await aSignedUpUser(shop, { email: "ann@example.com", password });
  expect(await failures(12, "ann@example.com")).not.toContain(429);
});

describe("an attacker who fails on purpose", () => {
  const email = "victim@example.com";
  /** The cookie of a browser in which the user has signed in. */
  const deviceOf = async (user: string) => {
    const answer = await shop.app.inject({
      method: "POST",
      url: "/api/auth/sign-in/email",
      payload: { email: user, password },
    });
    const cookies = [answer.headers["set-cookie"] ?? []].flat();
    return cookies.find((one) => one.includes("known-device"))!.split(";")[0]!;
  };
  // ASVS 6.1.1
  test("cannot lock users out of browsers in which they have signed in before", async () => {
    const cookie = await deviceOf(email);
    const strangers = await deviceOf("attacker@example.com");
    await failures(10, email, (index) => `203.0.113.${index}`);
    const from = (headers: Record<string, string>) =>
      signIn(email, password, "198.51.100.9", headers);
    expect((await from({})).status).toBe(429);
    expect((await from({ cookie: strangers })).status).toBe(429);
    expect((await from({ cookie: "marque.known-device=made.up" })).status).toBe(429);
    expect((await from({ cookie: cookie.slice(0, -2) })).status).toBe(429);
    expect((await from({ cookie })).status).toBe(200);
  });

  test("gets at most ten attempts from such a browser too", async () => {
    const cookie = await deviceOf(email);
    const from = (index: number) => `203.0.113.${index}`;
    const statuses = await failures(11, email, from, () => ({ cookie }));
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    // The account itself is not locked.
    expect((await signIn(email, password, "198.51.100.9")).status).toBe(200);
  });
});
