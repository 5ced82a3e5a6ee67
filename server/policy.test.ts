import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "#shared/accounts/account.ts";
import { accessTokenKey, signAccessToken } from "#server/identity/sessions/access-token.ts";
import { anAccount } from "#testing/builders.ts";
import { exampleRequest, operationOf, type ApiDocument } from "#testing/example-request.ts";
import { createTestApp } from "#testing/test-app.ts";
import { buildApp } from "#server/app.ts";
import { policy, type AccessRule } from "#server/policy.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let document: ApiDocument;
let admin: Awaited<ReturnType<typeof anAccount>>;
/** Tokens that are not accepted, by what is wrong with them. */
let wrongTokens: Record<string, string>;

beforeAll(async () => {
  shop = await createTestApp();
  const { deps } = shop;
  document = (await shop.call("GET", "/api/openapi.json")).body as ApiDocument;
  admin = await anAccount(deps, { role: "admin" });
  const seller = await anAccount(deps, { role: "Seller" });
  const ended = await anAccount(deps, { role: "admin", deletedAt: new Date() });
  const claims = { accountId: admin.id, sessionId: admin.sessionId };
  const guessed = accessTokenKey("a secret that an attacker guessed, long enough");
  const forged = await signAccessToken(guessed, claims, new Date());
  const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
  const expired = await signAccessToken(deps.identity.tokenKey, claims, twoHoursAgo);
  wrongTokens = {
    "deleted account": ended.token,
    "forged token": forged.accessToken,
    "expired token": expired.accessToken,
    "tampered token": tampered(seller.token, { sub: admin.id }),
  };
});

afterAll(() => shop.close());

// The claims of another account with the signature of the caller's token.
function tampered(token: string, claims: object): string {
  const [header, payload, signature] = token.split(".") as [string, string, string];
  const changed = {
    ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as object),
    ...claims,
  };
  return [header, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}

type Caller = { name: string; role: Role | null; email: string; token?: string };

/** A new account of each role, because a call may change its caller. */
async function newCallers(): Promise<Caller[]> {
  const callers: Caller[] = [{ name: "visitor", role: null, email: admin.email }];
  for (const [name, token] of Object.entries(wrongTokens))
    callers.push({ name, role: null, email: admin.email, token });
  for (const role of ["Buyer", "Seller", "admin"] as const) {
    const { email, token } = await anAccount(shop.deps, { role });
    callers.push({ name: role, role, email, token });
  }
  return callers;
}

/** The status that the policy asks for; null if the call is not refused. */
function refusalOf(rule: AccessRule, { role }: Caller): number | null {
  switch (rule) {
    case "anyone":
    case "identity":
      return null;
    case "session":
      return 401;
    case "signature":
      return 400;
    default:
      if (role === null) return 401;
      return rule.includes(role) ? null : 403;
  }
}

// ASVS 8.1.1, 8.2.1, 8.3.1
test("every call answers every viewer as the policy says", { timeout: 120_000 }, async () => {
  const answered: Record<string, number | null> = {};
  const expected: Record<string, number | null> = {};
  for (const [call, rule] of Object.entries(policy))
    for (const caller of await newCallers()) {
      const { name, email, token } = caller;
      const params = { id: randomUUID(), planId: randomUUID(), email };
      const { method, url, ...given } = exampleRequest(document, call, params);
      const { status } = await shop.call(method, url, { ...given, token });
      const refusal = refusalOf(rule, caller);
      // What anyone may call can still refuse a token that is not valid, if it says so.
      const saysSo = rule === "anyone" && operationOf(document, call)?.responses["401"];
      const isRefused = [401, 403, refusal].includes(status) || status >= 500;
      answered[`${call} by ${name}`] =
        isRefused && !(saysSo && name in wrongTokens) ? status : null;
      expected[`${call} by ${name}`] = refusal;
    }
  expect(answered).toEqual(expected);
});

// ASVS 2.1.1
test("refuses to start with a route without a policy, and every policy has a route", async () => {
  for (const call of Object.keys(policy)) {
    const [method, url] = call.split(" ") as ["GET", string];
    expect(shop.app.hasRoute({ method, url }), call).toBe(true);
  }
  const app = await buildApp(shop.deps);
  const schema = { summary: "Open to all" };
  expect(() => app.get("/api/forgotten", { schema }, () => "open to all")).toThrow(
    "is not in the policy table",
  );
  await app.close();
});

test("a session cookie works for two calls only, and only for the caller's own email", async () => {
  const email = "cookie@marque.example";
  const signUp = await shop.call("POST", "/api/auth/sign-up/email", {
    body: { email, name: "Cookie", password: "Secret!2026" },
    headers: { origin: "http://localhost:3000" },
  });
  const cookie = [signUp.headers["set-cookie"]]
    .flat()
    .map((line) => String(line).split(";")[0])
    .join("; ");
  const headers = { cookie, origin: "http://localhost:3000" };
  expect(
    (await shop.call("POST", "/api/users", { body: { name: "Cookie", role: "admin" }, headers }))
      .status,
  ).toBe(400);
  expect(
    (
      await shop.call("POST", "/api/users", {
        body: { name: "Cookie", role: "Seller", email: admin.email },
        headers,
      })
    ).status,
  ).toBe(200);
  expect((await shop.call("GET", `/api/jwt?email=${admin.email}`, { headers })).status).toBe(403);
  const jwt = await shop.call("GET", `/api/jwt?email=${email}`, { headers });
  expect(jwt.status).toBe(200);
  const token = jwt.body.accessToken;
  expect((await shop.call("GET", `/api/users/seller/${email}`, { token })).body).toEqual({
    isSeller: true,
  });
  // A cookie alone grants no access to other calls.
  expect((await shop.call("GET", "/api/addproduct", { headers })).status).toBe(401);
  await shop.deps.db.execute(sql`update account set deleted_at = now() where email = ${email}`);
  expect((await shop.call("GET", "/api/addproduct", { token })).status).toBe(401);
});
