import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { removeAdmin } from "#server/account-management/change-admins.ts";
import { anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

// Common vulnerabilities of marketplaces in identity and roles. Each test tries the attack.

const unknownId = "0197b0de-0000-7000-8000-000000000000";
let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

async function roleOf(email: string): Promise<string | undefined> {
  const { body } = await shop.call("GET", "/api/users?limit=200", { token: admin.token });
  return (body as { email: string; role: string }[]).find((one) => one.email === email)?.role;
}

test("token for any email: issues tokens for the session's own email only", async () => {
  const { cookie } = await aSignedUpUser(shop, { email: "thief@example.com", role: "Buyer" });
  const ask = (query: string, headers = {}) => shop.call("GET", `/api/jwt?${query}`, { headers });
  for (const headers of [{}, { authorization: `Bearer ${admin.token}` }]) {
    const answer = await ask(`email=${admin.email}`, headers);
    expect([answer.status, answer.body.accessToken]).toEqual([401, undefined]);
  }
  for (const [query, status] of [
    [`email=${admin.email}`, 403],
    [`email=${admin.email.toUpperCase()}`, 403],
    [`email=thief@example.com&email=${admin.email}`, 400],
    [`email[]=${admin.email}`, 400],
    ["", 400],
  ] as const) {
    const answer = await ask(query, { cookie });
    expect([query, answer.status, answer.body.accessToken]).toEqual([query, status, undefined]);
  }
  expect((await ask("email=thief@example.com", { cookie })).status).toBe(200);
});

test("role from body: does not let a new user sign up as an admin", async () => {
  const email = "climber@example.com";
  const signUp = await shop.call("POST", "/api/auth/sign-up/email", {
    body: { name: "C", email, password: "Xk!blackbird7", role: "admin", isAdmin: true },
  });
  expect(signUp.status).toBe(200);
  const cookie = String([signUp.headers["set-cookie"]].flat()[0]).split(";")[0]!;
  const create = (body: object) => shop.call("POST", "/api/users", { headers: { cookie }, body });
  for (const role of ["admin", "Admin", ["admin"], { $ne: "Buyer" }])
    expect((await create({ name: "C", role })).status).toBe(400);
  expect((await create({ name: "C", role: "Buyer", isAdmin: true })).status).toBe(200);
  // Later requests do not change it either.
  await create({ name: "C", role: "Seller" });
  await shop.call("POST", "/api/auth/update-user", {
    headers: { cookie },
    body: { name: "C", role: "admin", emailVerified: true, email: admin.email },
  });
  expect(await roleOf(email)).toBe("Buyer");
});

// ASVS 8.3.1
test("self-promotion: lets only admins make admins", async () => {
  for (const role of ["Buyer", "Seller"] as const) {
    const user = await anAccount(shop.deps, { role });
    for (const token of [undefined, user.token]) {
      const answer = await shop.call("PUT", `/api/users/admin/${user.id}`, {
        token,
        body: { role: "admin" },
      });
      expect(answer.status).toBe(token ? 403 : 401);
    }
    expect(await roleOf(user.email)).toBe(role);
  }
});

// ASVS 8.2.3
test("self-verification: does not let sellers verify themselves by call or field", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const { token } = seller;
  for (const method of ["PUT", "DELETE"] as const)
    expect((await shop.call(method, `/api/seller/verify/${seller.id}`, { token })).status).toBe(
      403,
    );
  const added = await shop.call("POST", "/api/addproduct", {
    token,
    body: {
      name: "M5",
      originalPrice: 2,
      resalePrice: 1,
      category: "BMW",
      condition: "Good",
      isSellerVerified: true,
      isVerify: true,
      isAdvertise: true,
      isReported: true,
      email: admin.email,
      sellerName: "Someone else",
      sellerId: admin.id,
    },
  });
  expect(added.status).toBe(200);
  const { body } = await shop.call("GET", "/api/addproduct", { token });
  expect(body).toMatchObject([
    {
      isSellerVerified: false,
      isAdvertise: false,
      isReported: false,
      email: seller.email,
      sellerName: seller.name,
    },
  ]);
});

test("stale token: ends permissions with the role, verification, account or session, not with the token", async () => {
  const fallen = await anAccount(shop.deps, { role: "admin" });
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const leaves = await anAccount(shop.deps);
  const status = async (method: "GET" | "PUT", path: string, { token }: { token: string }) =>
    (await shop.call(method, path, { token })).status;
  const verify = `/api/seller/verify/${seller.id}`;
  // Each token was accepted before, so a cached permission would be found.
  expect(await status("GET", "/api/users", fallen)).toBe(200);
  expect(await status("GET", "/api/addproduct", seller)).toBe(200);
  expect(await status("GET", `/api/bookings?email=${leaves.email}`, leaves)).toBe(200);

  expect(await removeAdmin(shop.deps, fallen.email)).toMatchObject({ done: true });
  expect(await status("GET", "/api/users", fallen)).toBe(403);
  expect(await status("PUT", verify, fallen)).toBe(403);
  expect(await status("PUT", `/api/users/admin/${fallen.id}`, fallen)).toBe(403);
  expect(await roleOf(fallen.email)).toBe("Buyer");

  expect(await status("PUT", `/api/users/admin/${seller.id}`, admin)).toBe(200);
  expect(await status("GET", "/api/addproduct", seller)).toBe(200);
  expect(await status("PUT", `/api/products/${unknownId}`, seller)).toBe(403);

  const deleted = await shop.call("DELETE", `/api/buyer/${leaves.id}`, { token: admin.token });
  expect(deleted.body.deletedCount).toBe(1);
  expect(await status("GET", `/api/bookings?email=${leaves.email}`, leaves)).toBe(401);
  await shop.deps.db.execute(sql`delete from identity_session where id = ${fallen.sessionId}`);
  expect(await status("GET", `/api/bookings?email=${fallen.email}`, fallen)).toBe(401);
});

// ASVS 9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2, 9.2.4
test("forged token: accepts no other algorithm, issuer, audience or key", async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = JSON.parse(
    Buffer.from(admin.token.split(".")[1]!, "base64url").toString(),
  ) as Record<string, unknown>;
  const key = shop.deps.identity.tokenKey;
  const sign = (header: object, payload: object, hash: string, secret: Uint8Array = key) => {
    const text = `${part(header)}.${part(payload)}`;
    return `${text}.${createHmac(hash, secret).update(text).digest("base64url")}`;
  };
  const header = { alg: "HS256", typ: "at+jwt" };
  const status = async (token: string) => (await shop.call("GET", "/api/users", { token })).status;
  expect(await status(sign(header, claims, "sha256"))).toBe(200);
  const { exp: _exp, ...endless } = claims;
  for (const token of [
    `${part({ alg: "none" })}.${part(claims)}.`,
    `${part({ alg: "none" })}.${part(claims)}.x`,
    sign({ alg: "HS512", typ: "at+jwt" }, claims, "sha512"),
    sign(header, claims, "sha256", Buffer.from("guessed")),
    sign({ ...header, jwk: { kty: "oct", k: "AA" } }, claims, "sha256", Buffer.from([0])),
    sign(header, { ...claims, iss: "else" }, "sha256"),
    sign(header, { ...claims, aud: "else" }, "sha256"),
    sign(header, { ...claims, nbf: Math.floor(Date.now() / 1000) + 600 }, "sha256"),
    sign({ ...header, typ: "JWT" }, claims, "sha256"),
    sign(header, endless, "sha256"),
  ])
    expect([token, await status(token)]).toEqual([token, 401]);
});

test("upsert creating ghost records: creates nothing for unknown ids", async () => {
  const everything = async () => {
    const { rows } = await shop.deps.db.execute<{ row: unknown }>(sql`
      select to_jsonb(account) as row from account union all select to_jsonb(listing) from listing
      union all select to_jsonb(booking) from booking union all select to_jsonb(report) from report`);
    return JSON.stringify(rows);
  };
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const buyer = await anAccount(shop.deps);
  const before = await everything();
  for (const [method, path, token] of [
    ["PUT", `/api/users/admin/${unknownId}`, admin.token],
    ["PUT", `/api/seller/verify/${unknownId}`, admin.token],
    ["DELETE", `/api/buyer/${unknownId}`, admin.token],
    ["DELETE", `/api/seller/${unknownId}`, admin.token],
    ["PUT", `/api/products/${unknownId}`, seller.token],
    ["PUT", `/api/reportedProducts/${unknownId}`, buyer.token],
    ["POST", `/api/reportedProducts/${unknownId}/remove`, admin.token],
    ["DELETE", `/api/bookings/${unknownId}`, buyer.token],
  ] as const) {
    const { status } = await shop.call(method, path, { token, body: { name: "ghost" } });
    expect([path, status]).toEqual([path, 404]);
  }
  expect(await everything()).toBe(before);
});
