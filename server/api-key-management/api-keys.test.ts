import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { apiKeyScopes } from "#shared/api-keys/api-key-contract.ts";
import { keyScopes, policy } from "#server/policy.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { emailsTo, tokenTo } from "#testing/email/emails.ts";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(() => shop.close());

const create = (body: object, token = seller.token) =>
  shop.call("POST", "/api/keys", { token, body });
const aKey = async (scopes: readonly string[] = apiKeyScopes, given: object = {}) => {
  const { status, body } = await create({ name: "ERP", scopes, ...given });
  expect(status).toBe(200);
  return { id: body.insertedId as string, key: body.key as string };
};
const read = (key: string) => shop.call("GET", "/api/addproduct", { token: key });
const list = async () => (await shop.call("GET", "/api/keys", { token: seller.token })).body;
const run = (query: ReturnType<typeof sql>) => shop.deps.db.execute(query);

test("shows a key once, stores only its hash, and lists what it may do", async () => {
  const { id, key } = await aKey(["stock:write", "stock:read"], { expiresInDays: 30 });
  expect(key).toMatch(/^marque_[\w-]{43}$/);
  const [listed] = await list();
  expect(listed).toEqual({
    _id: id,
    name: "ERP",
    start: key.slice(0, 11),
    scopes: ["stock:read", "stock:write"],
    createdAt: expect.any(String),
    expiresAt: expect.any(String),
    lastUsedAt: null,
  });
  const days = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  const { rows } = await run(sql`select * from api_key where id = ${id}`);
  expect(JSON.stringify(rows)).not.toContain(key.slice(11));

  expect((await read(key)).status).toBe(200);
  const { lastUsedAt } = (await list())[0];
  expect(lastUsedAt).not.toBeNull();
  // Once a minute is enough, so that calls do not write each time.
  await read(key);
  expect((await list())[0].lastUsedAt).toBe(lastUsedAt);
  await run(sql`update api_key set last_used_at = now() - interval '61 seconds' where id = ${id}`);
  const aged = (await list())[0].lastUsedAt;
  await read(key);
  expect((await list())[0].lastUsedAt).not.toBe(aged);
});

test("acts only for its owner, and only on calls of its scopes", async () => {
  const other = await anAccount(shop.deps, { role: "Seller" });
  const own = await aListing(shop.deps, { sellerId: seller.id });
  const theirs = await aListing(shop.deps, { sellerId: other.id });
  const { key } = await aKey(["stock:read", "stock:write"]);
  const reader = (await aKey(["stock:read"])).key;
  const ids = (await read(key)).body.map((one: { _id: string }) => one._id);
  expect(ids).toEqual([own.id]);
  const change = (id: string, token: string) =>
    shop.call("PATCH", `/api/products/${id}`, { token, body: { resalePrice: 15_000 } });
  expect((await change(own.id, key)).body).toEqual({ modifiedCount: 1 });
  expect((await change(theirs.id, key)).status).toBe(404);
  const refused = await change(own.id, reader);
  expect(refused.status).toBe(403);
  expect(refused.body.message).toBe("This API key lacks the scope stock:write.");
});

test("a key makes no call of admins, payments, accounts or keys, and needs the scope of any other", async () => {
  const every = (await aKey()).key;
  const without = new Map<string, string>();
  for (const scope of apiKeyScopes)
    without.set(scope, (await aKey(apiKeyScopes.filter((one) => one !== scope))).key);
  const guarded = Object.entries(policy).filter(([, rule]) => Array.isArray(rule));
  expect(guarded.length).toBeGreaterThan(50);
  for (const [call] of guarded) {
    const [method, path = ""] = call.split(" ") as ["GET", string];
    const url = path.replace(/:\w+/g, randomUUID());
    const status = async (token: string) =>
      (await shop.call(method, url, { token, ...(method !== "GET" && { body: {} }) })).status;
    const scope = keyScopes[call];
    if (scope === undefined) expect([call, await status(every)]).toEqual([call, 403]);
    else {
      expect([call, await status(without.get(scope)!)]).toEqual([call, 403]);
      expect([200, 400, 404], call).toContain(await status(every));
    }
  }
  for (const call of Object.keys(keyScopes)) expect(policy, call).toHaveProperty(call);
});

test("a refused scope is in the audit log with its account, once a day", async () => {
  const { id, key } = await aKey(["stock:read"]);
  const change = () =>
    shop.call("PATCH", `/api/products/${randomUUID()}`, { token: key, body: { resalePrice: 1 } });
  const refused = async () =>
    (
      await run(sql`
        select actor_id = ${seller.id} and subject_id = ${seller.id} as "isTheirs", details
        from audit where action = 'key.refuse' and details ->> 'key' = ${id} order by id`)
    ).rows;
  await Promise.all([change(), change(), change(), change()]);
  for (let more = 0; more < 3; more += 1) expect((await change()).status).toBe(403);
  await shop.call("GET", "/api/account", { token: key });
  await shop.call("GET", "/api/keys", { token: key });
  const first = {
    isTheirs: true,
    details: { key: id, scope: "stock:write", call: "PATCH /api/products/:id" },
  };
  const none = { isTheirs: true, details: { key: id, scope: null, call: "GET /api/account" } };
  expect(await refused()).toEqual([first, none]);
  // Another key is news.
  await shop.call("GET", "/api/keys", { token: (await aKey(["stock:read"])).key });
  const { rows } = await run(
    sql`select count(*)::int as rows from audit where action = 'key.refuse' and subject_id = ${seller.id}`,
  );
  expect(rows).toEqual([{ rows: 3 }]);
});

test("stops working at once when it is revoked, which only its owner can do", async () => {
  const { id, key } = await aKey();
  const other = await anAccount(shop.deps, { role: "Seller" });
  const revoke = (token: string) => shop.call("DELETE", `/api/keys/${id}`, { token });
  expect((await revoke(other.token)).status).toBe(404);
  expect((await read(key)).status).toBe(200);
  expect((await revoke(seller.token)).body).toEqual({ deletedCount: 1 });
  const { status, body } = await read(key);
  expect([status, body.message]).toEqual([
    401,
    "This API key is not valid. It may have been revoked or have expired.",
  ]);
  expect(await list()).toEqual([]);
  const { rows } = await run(
    sql`select action from audit where actor_id = ${seller.id} order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(["key.create", "key.revoke"]);
});

test.each([
  ["it has expired", sql`update api_key set expires_at = now() where account_id = `],
  ["its seller is suspended", sql`update account set suspended_at = now() where id = `],
  ["its seller was deleted", sql`update account set deleted_at = now() where id = `],
  ["its seller became an admin", sql`update account set role = 'admin' where id = `],
])("is refused once %s", async (_, change) => {
  const { key } = await aKey();
  await run(sql`${change}${seller.id}`);
  expect((await read(key)).status).toBe(401);
});

describe("all keys of an account end", () => {
  const password = "Secret!2026";
  const newPassword = "Another!2027";

  /** A seller in a browser with two working keys and one that has expired. */
  async function aDealer(email: string) {
    const user = await aUserInABrowser(shop, email, "Seller");
    const body = { name: "ERP", scopes: ["stock:read"] };
    const made = () => shop.call("POST", "/api/keys", { token: user.accessToken, body });
    const keys = [await made(), await made(), await made()].map((answer) => answer.body);
    await run(sql`update api_key set expires_at = now() where id = ${keys[2].insertedId}`);
    expect((await read(keys[0].key)).status).toBe(200);
    expect((await user.call("GET", "/api/auth/factors")).body.apiKeys).toBe(2);
    return { ...user, keys };
  }

  test.each([
    [
      "password_change",
      async (user: Awaited<ReturnType<typeof aDealer>>) =>
        user.call("POST", "/api/auth/change-password", { currentPassword: password, newPassword }),
    ],
    [
      "password_reset",
      async ({ email, call }: Awaited<ReturnType<typeof aDealer>>) => {
        await call("POST", "/api/auth/request-password-reset", { email });
        const token = await tokenTo(shop.deps, email, "reset-password");
        return call("POST", "/api/auth/reset-password", { token, newPassword });
      },
    ],
    [
      "signed_out_everywhere",
      async ({ call }: Awaited<ReturnType<typeof aDealer>>) =>
        call("POST", "/api/auth/revoke-sessions"),
    ],
  ])("with a %s, and the audit log says so", async (reason, end) => {
    const dealer = await aDealer(`${reason}@example.com`);
    expect((await end(dealer)).status).toBe(200);
    for (const { key } of dealer.keys) expect((await read(key)).status).toBe(401);
    const { rows } = await run(sql`
      select details, (select count(*)::int from api_key where account_id = audit.subject_id) as left
      from audit where action = 'key.end'
        and actor_id = (select id from account where email = ${dealer.email})`);
    const keys = dealer.keys.map(({ insertedId }) => insertedId).toSorted();
    expect(rows).toEqual([{ details: { keys, reason }, left: 0 }]);
    const changed = (await emailsTo(shop.deps, dealer.email)).filter(({ subject }) =>
      subject.includes("was changed"),
    );
    expect(changed.map(({ text }) => text.includes("Your 2 API keys were revoked."))).toEqual(
      reason === "signed_out_everywhere" ? [] : [true],
    );
  });

  test("but not if the current password is wrong, and not with other devices' sign-out", async () => {
    const dealer = await aDealer("stays@example.com");
    const wrong = { currentPassword: "Guessed!2026", newPassword };
    expect((await dealer.call("POST", "/api/auth/change-password", wrong)).status).toBe(400);
    expect((await dealer.call("POST", "/api/auth/revoke-other-sessions")).status).toBe(200);
    expect((await read(dealer.keys[0].key)).status).toBe(200);
  });

  test("also one that another session is creating at that moment", async () => {
    const dealer = await aDealer("race@example.com");
    const intruder = aBrowser(shop);
    await intruder.signIn(dealer.email);
    const token = await intruder.token(dealer.email);
    const changing = { currentPassword: password, newPassword };
    await Promise.all([
      dealer.call("POST", "/api/auth/change-password", changing),
      ...Array.from({ length: 8 }, () =>
        shop.call("POST", "/api/keys", { token, body: { name: "ERP", scopes: ["stock:read"] } }),
      ),
    ]);
    expect((await dealer.call("GET", "/api/auth/factors")).body.apiKeys).toBe(0);
  });
});

test("refuses a new key without a recent sign-in, while suspended, and beyond the limit", async () => {
  for (let made = 0; made < 20; made += 1) await aKey(["stock:read"]);
  const many = await create({ name: "One more", scopes: ["stock:read"] });
  expect(many.body).toMatchObject({ acknowledged: false, message: expect.stringContaining("20") });
  await run(sql`update account set suspended_at = now() where id = ${seller.id}`);
  const suspended = await create({ name: "ERP", scopes: ["stock:read"] });
  expect(suspended.body.message).toContain("suspended");
  await run(
    sql`update identity_session set reauthenticated_at = now() - interval '11 minutes' where id = ${seller.sessionId}`,
  );
  const late = await create({ name: "ERP", scopes: ["stock:read"] });
  expect([late.status, late.body.error.code]).toEqual([403, "reauthentication_required"]);
});

test.each([
  ["name", { name: " ", scopes: ["stock:read"] }],
  ["scopes", { name: "ERP", scopes: [] }],
  ["scopes", { name: "ERP", scopes: ["admin"] }],
  ["expiresInDays", { name: "ERP", scopes: ["stock:read"], expiresInDays: 4_000 }],
])("refuses a new key with an invalid %s", async (field, body) => {
  const answer = await create(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.fields).toHaveProperty(field);
});

test("limits the calls of an account's keys", async () => {
  const limited = await createTestApp({ RATE_LIMITS: "on" });
  try {
    const dealer = await anAccount(limited.deps, { role: "Seller" });
    const body = { name: "ERP", scopes: ["stock:read"] };
    const made = await limited.call("POST", "/api/keys", { token: dealer.token, body });
    await limited.call("GET", "/api/addproduct", { token: made.body.key });
    await limited.deps.db.execute(
      sql`update rate_limit_count set count = 600 where key like 'apiKeyCall-account:%'`,
    );
    const { status, headers } = await limited.call("GET", "/api/addproduct", {
      token: made.body.key,
    });
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});
