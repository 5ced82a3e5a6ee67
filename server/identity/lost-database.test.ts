import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { serverVariable } from "#testing/database/test-database.ts";
import { createTestApp } from "#testing/test-app.ts";

const email = "ada@lost.example";
const password = "Lost-and-found!2026";
let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: pg.Client;
let cookie: string;

const allowConnections = (isAllowed: boolean) => {
  const name = new URL(shop.databaseUrl).pathname.slice(1);
  return admin.query(`alter database ${name} with allow_connections ${isAllowed}`);
};

beforeAll(async () => {
  shop = await createTestApp();
  admin = new pg.Client({ connectionString: process.env[serverVariable] });
  await admin.connect();
  ({ cookie } = await aSignedUpUser(shop, { email, password }));
  await allowConnections(false);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    new URL(shop.databaseUrl).pathname.slice(1),
  ]);
});
afterAll(async () => {
  await allowConnections(true);
  await admin.end();
  await shop.close();
});

test.each([
  ["GET", `/api/jwt?email=${encodeURIComponent(email)}`, undefined],
  ["GET", "/api/auth/get-session", undefined],
  ["POST", "/api/auth/sign-in/email", { email, password }],
  ["POST", "/api/auth/sign-up/email", { email: "new@lost.example", name: "Ada", password }],
] as const)("%s %s asks to try again while the database is lost", async (method, url, body) => {
  const answer = await shop.call(method, url, { headers: { cookie }, body });
  expect(answer).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
});
