import { afterAll, beforeEach, beforeAll, expect, test, vi } from "vitest";
import { sql } from "drizzle-orm";
import { anAccount } from "#testing/builders.ts";
import { emailsTo } from "#testing/email/emails.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

// Earlier test files in the same process may have loaded the modules that are mocked here.
vi.hoisted(() => vi.resetModules());
const work = vi.hoisted(() => ({ hashes: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const counted =
    <Given extends unknown[], Answer>(call: (...given: Given) => Answer) =>
    (...given: Given) => {
      work.hashes++;
      return call(...given);
    };
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
});

const registeredEmail = "known@example.com";
const unknown = "unknown@example.com";
let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: "on" });
  await aSignedUpUser(shop, { email: registeredEmail, role: "Buyer" });
});
beforeEach(() => shop.deps.db.execute(sql`delete from rate_limit_count`));
afterAll(() => shop.close());

const steps = vi.hoisted(() => ({ delays: [] as number[] }));
vi.mock("./pad-response-time.ts", async (original) => {
  const real = await original<typeof import("./pad-response-time.ts")>();
  const noted =
    <Run extends typeof real.padResponseTime>(run: Run) =>
    (step: number, ask: () => Promise<unknown>) => {
      steps.delays.push(step);
      return run(step, ask);
    };
  return {
    padResponseTime: noted(real.padResponseTime),
    padRefusalTime: noted(real.padRefusalTime),
  };
});

/** What a caller sees of a response, how many passwords were hashed for it, and to what time it was padded. */
async function look(call: string, body: object) {
  const before = work.hashes;
  steps.delays = [];
  const answer = await shop.call("POST", `/api/auth/${call}`, { body });
  const { "x-request-id": _id, date: _date, ...headers } = answer.headers;
  const answered = JSON.stringify(answer.body).replace(/[\da-f-]{36}/, "");
  return {
    status: answer.status,
    answered,
    headers,
    hashes: work.hashes - before,
    delays: steps.delays,
  };
}

// ASVS 6.3.8
test("a failed sign-in answers the same, after the same work, for known and unknown accounts", async () => {
  const one = await look("sign-in/email", { email: registeredEmail, password: "Wrong!2026" });
  const other = await look("sign-in/email", { email: unknown, password: "Wrong!2026" });
  expect(other).toEqual(one);
  expect(one).toMatchObject({ status: 401, hashes: 1, delays: [500] });
});

test("a requested password reset answers the same for known and unknown accounts", async () => {
  const one = await look("request-password-reset", { email: registeredEmail });
  expect(await look("request-password-reset", { email: unknown })).toEqual(one);
  expect(one).toMatchObject({ status: 200, hashes: 0, delays: [500] });
});

test("refuses to tell another user's role, for known and unknown accounts", async () => {
  const { token } = await anAccount(shop.deps);
  for (const email of [registeredEmail, unknown])
    for (const role of ["admin", "seller"])
      expect((await shop.call("GET", `/api/users/${role}/${email}`, { token })).status).toBe(403);
});

// ASVS 6.3.8
test("a sign-up with a taken email notifies its owner and is rate-limited", async () => {
  const body = { name: "Thief", email: registeredEmail, password: "Xk!blackbird7" };
  const before = (await emailsTo(shop.deps, registeredEmail)).length;
  const first = await look("sign-up/email", body);
  expect(first.status).toBe(422);
  expect(first.headers["set-cookie"]).toEqual([]);
  const emails = (await emailsTo(shop.deps, registeredEmail)).slice(before);
  expect(emails).toHaveLength(1);
  expect(JSON.stringify(emails)).not.toContain("Thief");
  for (let index = 0; index < 9; index++)
    expect((await look("sign-up/email", body)).status).toBe(422);
  expect((await look("sign-up/email", body)).status).toBe(429);
  const elsewhere = { ...body, email: "fresh@example.com" };
  expect((await look("sign-up/email", elsewhere)).status).toBe(200);
});

test("a user who repeats an unfinished sign-up gets no warning email", async () => {
  const email = "half@example.com";
  await aSignedUpUser(shop, { email });
  const before = (await emailsTo(shop.deps, email)).length;
  const again = { name: "Person", email, password: "Secret!2026" };
  expect((await look("sign-up/email", again)).status).toBe(422);
  expect(await emailsTo(shop.deps, email)).toHaveLength(before);
});
