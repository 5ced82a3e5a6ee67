import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freeBytes } from "#server/platform/free-disk.ts";
import { anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
let shop: Shop;
let form: ReturnType<typeof aMultipartForm>;
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: "on" });
  form = aMultipartForm("image", "car.png", "image/png", await aPicture({ format: "png" }));
});
afterAll(() => shop.close());

const upload = ({ app }: Shop, query = "", headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url: `/api/images${query}`,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
const setCounts = (limit: string, count: number) =>
  shop.deps.db.execute(
    sql`update rate_limit_count set count = ${count} where key like ${`${limit}-%`}`,
  );

test("a visitor's image lives an hour, and that of a signed-in user a day, unless it is claimed", async () => {
  const { cookie } = await aSignedUpUser(shop, { email: "uploader@marque.example" });
  const lifetimes = async (query: string) => [
    (await upload(shop, query)).json().data.expiration as number,
    (await upload(shop, query, { cookie })).json().data.expiration as number,
  ];
  expect(await lifetimes("")).toEqual([3_600, 3_600]);
  expect(await lifetimes("?expiration=600")).toEqual([600, 600]);
  expect(await lifetimes("?expiration=15552000")).toEqual([3_600, 86_400]);
  const { rows } = await shop.deps.db.execute(
    sql`select max(extract(epoch from expires_at - created_at))::int as longest from image`,
  );
  expect(rows).toEqual([{ longest: 86_400 }]);
});

test.each([
  ["visitorImage", 200],
  ["visitorMegabyte", 1_000],
])("visitors of one address have a quota: %s", async (limit, most) => {
  expect((await upload(shop)).statusCode).toBe(200);
  await setCounts(limit, most);
  const answer = await upload(shop);
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3_600);
  expect(answer.json().message).toMatch(
    /^Too many image uploads today. Please try again in 24 hours.$/,
  );
  await setCounts(limit, 0);
});

test.each([
  ["accountImage", 2_000],
  ["accountMegabyte", 10_000],
])("a signed-in user has a quota of their own: %s", async (limit, most) => {
  const { cookie } = await aSignedUpUser(shop, { email: `${limit.toLowerCase()}@marque.example` });
  const status = async () => (await upload(shop, "", { cookie })).statusCode;
  // What visitors of the address have used up does not count.
  await upload(shop);
  await setCounts("visitorImage", 200);
  await setCounts("visitorMegabyte", 1_000);
  expect([await status(), (await upload(shop)).statusCode]).toEqual([200, 429]);
  await setCounts(limit, most);
  expect(await status()).toBe(429);
  for (const one of [limit, "visitorImage", "visitorMegabyte"]) await setCounts(one, 0);
});

test("images and feed files are refused while the disk is nearly full", async () => {
  const reserve = Math.ceil((await freeBytes("."))! / 1024 / 1024) + 1_000_000;
  const full = await createTestApp({ UPLOAD_DISK_RESERVE_MB: String(reserve) });
  const message =
    "The shop has too little disk space for uploads right now. Please try again later.";
  const image = await upload(full);
  expect([image.statusCode, image.json().message]).toEqual([507, message]);
  const { token } = await anAccount(full.deps, { role: "Seller" });
  const options = { currency: "usd", distanceUnit: "mi" };
  const feed = await full.call("POST", "/api/feeds", { token, body: { name: "Lot", options } });
  for (const path of ["plans", "preview"]) {
    const url = `/api/feeds/${feed.body.insertedId as string}/${path}?file=stock.csv`;
    const headers = { "content-type": "application/octet-stream" };
    const { status, body } = await full.call("POST", url, {
      token,
      headers,
      body: Buffer.from("Make\n"),
    });
    expect([status, body.message]).toEqual([507, message]);
  }
  const admin = await anAccount(full.deps, { role: "admin" });
  const { body } = await full.call("GET", "/api/system", { token: admin.token });
  expect(body.warnings).toContainEqual(
    expect.objectContaining({ setting: "UPLOAD_DISK_RESERVE_MB", level: "danger" }),
  );
  await full.close();
});
