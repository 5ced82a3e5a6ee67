import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SavedSearch } from "#shared/saved-searches/saved-search-contract.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;
beforeAll(async () => {
  shop = await createTestApp();
  sellerId = (await anAccount(shop.deps, { role: "Seller" })).id;
});
afterAll(() => shop.close());

const save = (token: string, search: unknown, name?: unknown) =>
  shop.call("POST", "/api/saved-searches", { token, body: { search, name } });
async function list(token: string): Promise<SavedSearch[]> {
  const answer = await shop.call("GET", "/api/saved-searches", { token });
  expect(answer.status).toBe(200);
  return answer.body as SavedSearch[];
}
const change = (token: string, id: string, body: unknown) =>
  shop.call("PATCH", `/api/saved-searches/${id}`, { token, body });
const remove = (token: string, id: string) =>
  shop.call("DELETE", `/api/saved-searches/${id}`, { token });

test("saves a search under a name made of what it looks for", async () => {
  const { token } = await anAccount(shop.deps);
  const answer = await save(token, "q=merc+c+class+estate+under+15k&sort=price-asc");
  const name = "Mercedes-Benz C Class, station wagon, up to $15,000";
  expect(answer).toMatchObject({ status: 200, body: { acknowledged: true, name } });
  expect(await list(token)).toMatchObject([
    {
      _id: (answer.body as { insertedId: string }).insertedId,
      name,
      search: "q=merc+c+class+estate+under+15k&sort=price-asc",
      parts: [
        { part: "make", label: "Mercedes-Benz" },
        { part: "model", label: "C Class" },
        { part: "body", label: "Station wagon" },
        { part: "price", label: "Up to $15,000" },
      ],
      total: 0,
      newCount: 0,
      emailsOn: true,
    },
  ]);
});

test("counts the cars that match, and those listed since the search was seen", async () => {
  const { token } = await anAccount(shop.deps);
  const model = `Rare ${randomUUID()}`;
  await aListing(shop.deps, { sellerId, model, createdAt: new Date(Date.now() - 86_400_000) });
  await save(token, new URLSearchParams({ model }).toString());
  await aListing(shop.deps, { sellerId, model });
  await aListing(shop.deps, { sellerId, model, withdrawnAt: new Date() });
  const [saved] = await list(token);
  expect(saved).toMatchObject({ total: 2, newCount: 1 });
  expect((await change(token, saved!._id, { seen: true })).body).toEqual({ modifiedCount: 1 });
  expect(await list(token)).toMatchObject([{ total: 2, newCount: 0 }]);
});

test("counts nothing as new that its own date rules out", async () => {
  const { token } = await anAccount(shop.deps);
  const model = `Dated ${randomUUID()}`;
  await save(token, new URLSearchParams({ model, newSince: "2999-01-01" }).toString());
  await aListing(shop.deps, { sellerId, model });
  expect(await list(token)).toMatchObject([{ total: 0, newCount: 0 }]);
});

test("recognizes a search for the same cars in other words and another order", async () => {
  const { token } = await anAccount(shop.deps);
  await save(token, "make=BMW&make=Audi&fuel=diesel&sort=newest", "My diesels");
  for (const same of ["fuel=diesel&make=Audi&make=BMW", "q=diesel+bmw+audi"])
    expect((await save(token, same)).body).toEqual({
      acknowledged: false,
      name: "My diesels",
      message: "You already saved this search as “My diesels”.",
    });
  expect((await save(token, "make=BMW&fuel=diesel")).body).toMatchObject({ acknowledged: true });
  const other = await anAccount(shop.deps);
  expect((await save(other.token, "make=Audi&make=BMW&fuel=diesel")).body).toMatchObject({
    acknowledged: true,
  });
});

test("saves a search once when it is saved twice at the same time", async () => {
  const { token } = await anAccount(shop.deps);
  const answers = await Promise.all([save(token, "make=BMW"), save(token, "make=BMW")]);
  const saved = answers.filter(({ body }) => (body as { acknowledged: boolean }).acknowledged);
  expect(saved).toHaveLength(1);
  expect(await list(token)).toHaveLength(1);
});

describe("input", () => {
  let token: string;
  beforeAll(async () => void ({ token } = await anAccount(shop.deps)));

  test.each([
    ["make=BMW&paint=red&wheels=4", { paint: /no parameter paint/, wheels: /no parameter wheels/ }],
    ["limit=5", { limit: /no parameter limit/ }],
    ["make=Lada", { make: /^make must be one of: .*BMW/ }],
    ["yearMin=old&priceMax=-1", { yearMin: /yearMin must be/, priceMax: /priceMax must be/ }],
    ["yearMin=2018&yearMin=2019", { yearMin: /./ }],
    ["newSince=yesterday", { newSince: /date or a time/ }],
    [undefined, { search: /required/ }],
  ])("names what is not valid in %s", async (search, fields) => {
    const answer = await save(token, search);
    expect(answer.status).toBe(400);
    expect((answer.body as { error: { fields: object } }).error.fields).toEqual(
      Object.fromEntries(
        Object.entries(fields).map(([name, message]) => [name, expect.stringMatching(message)]),
      ),
    );
  });

  test("refuses a search that is too long", async () => {
    expect(await save(token, `q=${"a".repeat(4_001)}`)).toMatchObject({
      status: 400,
      body: { error: { fields: { search: "search can have at most 4000 characters." } } },
    });
  });

  test("refuses names without text and changes without fields", async () => {
    for (const name of ["", "   ", "x".repeat(81), 5])
      expect(await save(token, "make=BMW", name)).toMatchObject({
        status: 400,
        body: { error: { fields: { name: expect.any(String) as string } } },
      });
    await save(token, "make=BMW");
    const [saved] = await list(token);
    for (const [body, field] of [
      [{}, "body"],
      [{ name: " " }, "name"],
      [{ emailsOn: "no" }, "emailsOn"],
      [{ seen: false }, "seen"],
      [{ search: "make=Audi" }, "search"],
    ] as const)
      expect(await change(token, saved!._id, body)).toMatchObject({
        status: 400,
        body: { error: { fields: { [field]: expect.any(String) as string } } },
      });
    expect(await list(token)).toEqual([saved]);
  });
});

test("turning emails on again where they are on keeps what is about to be announced", async () => {
  const { token } = await anAccount(shop.deps);
  await save(token, "make=Audi");
  const [{ _id: id }] = (await list(token)) as [SavedSearch];
  const watchedSince = async () => {
    const { rows } = await shop.deps.db.execute<{ since: string }>(
      sql`select watched_since::text as since from saved_search where id = ${id}`,
    );
    return rows[0]!.since;
  };
  const first = await watchedSince();
  await change(token, id, { emailsOn: true });
  expect(await watchedSince()).toBe(first);
  await change(token, id, { emailsOn: false });
  await change(token, id, { emailsOn: true });
  const later = await watchedSince();
  expect(later > first).toBe(true);
  await change(token, id, { emailsOn: true });
  expect(await watchedSince()).toBe(later);
});

test("renames a search, turns its emails off and deletes it, for its owner only", async () => {
  const owner = await anAccount(shop.deps);
  const other = await anAccount(shop.deps);
  await save(owner.token, "make=Audi");
  const [{ _id: id }] = (await list(owner.token)) as [SavedSearch];
  for (const answer of [
    await change(other.token, id, { name: "Mine" }),
    await remove(other.token, id),
    await change(owner.token, randomUUID(), { name: "Mine" }),
    await remove(owner.token, "no-id"),
  ])
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { fields: { id: expect.any(String) } } },
    });
  expect((await change(owner.token, id, { name: "Weekend", emailsOn: false })).body).toEqual({
    modifiedCount: 1,
  });
  expect(await list(owner.token)).toMatchObject([{ name: "Weekend", emailsOn: false }]);
  expect((await remove(owner.token, id)).body).toEqual({ deletedCount: 1 });
  expect(await list(owner.token)).toEqual([]);
  expect((await remove(owner.token, id)).status).toBe(404);
});

test("saves at most 50 searches", async () => {
  const { token } = await anAccount(shop.deps);
  for (let year = 1970; year < 2019; year++) await save(token, `yearMin=${year}`);
  const answers = await Promise.all([save(token, "make=BMW"), save(token, "make=Audi")]);
  expect(answers.map(({ body }) => body as object)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ acknowledged: true }),
      {
        acknowledged: false,
        message: "You can save at most 50 searches. Delete one to save another.",
      },
    ]),
  );
  expect(await list(token)).toHaveLength(50);
});

describe("unsubscribe links", () => {
  const url = (token: string) => `/api/saved-searches/unsubscribe?token=${token}`;
  const emailsOn = async (token: string) =>
    Object.fromEntries((await list(token)).map((one) => [one.name, one.emailsOn]));

  async function aSaver() {
    const account = await anAccount(shop.deps);
    await save(account.token, "make=BMW", "BMW");
    await save(account.token, "make=Audi", "Audi");
    const [audi] = await list(account.token);
    return { ...account, audi: audi!._id };
  }

  test("stop one search, or all, without a session, and only when posted", async () => {
    const saver = await aSaver();
    const other = await aSaver();
    const one = unsubscribeToken(shop.deps, { searchId: saver.audi });
    const opened = await shop.call("GET", url(one));
    expect([opened.status, opened.headers.location]).toEqual([
      302,
      `/saved-searches/unsubscribe?token=${one}`,
    ]);
    expect(await emailsOn(saver.token)).toEqual({ BMW: true, Audi: true });
    expect((await shop.call("POST", url(one))).body).toEqual({ modifiedCount: 1 });
    expect((await shop.call("POST", url(one))).body).toEqual({ modifiedCount: 0 });
    expect(await emailsOn(saver.token)).toEqual({ BMW: true, Audi: false });
    const all = unsubscribeToken(shop.deps, { accountId: saver.id });
    expect((await shop.call("POST", url(all))).body).toEqual({ modifiedCount: 1 });
    expect(await emailsOn(saver.token)).toEqual({ BMW: false, Audi: false });
    expect(await emailsOn(other.token)).toEqual({ BMW: true, Audi: true });
  });

  test.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])("accept the post of a mail program as %s", async (type, payload) => {
    const saver = await aSaver();
    const token = unsubscribeToken(shop.deps, { accountId: saver.id });
    const answer = await shop.app.inject({
      method: "POST",
      url: url(token),
      headers: { "content-type": type },
      payload,
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { modifiedCount: 2 }]);
  });

  test("lead a posted page back to itself", async () => {
    const saver = await aSaver();
    const token = unsubscribeToken(shop.deps, { searchId: saver.audi });
    const answer = await shop.app.inject({
      method: "POST",
      url: url(token),
      headers: { accept: "text/html,*/*", "content-type": "application/x-www-form-urlencoded" },
      payload: "",
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `/saved-searches/unsubscribe?token=${token}`,
    ]);
    expect(await emailsOn(saver.token)).toEqual({ BMW: true, Audi: false });
  });

  test.each(["token=search.x.y", "token=", "", `token=${"x".repeat(300)}`])(
    "lead a posted page with %j to the page that says so",
    async (query) => {
      const answer = await shop.app.inject({
        method: "POST",
        url: `/api/saved-searches/unsubscribe?${query}`,
        headers: { accept: "text/html,*/*", "content-type": "application/x-www-form-urlencoded" },
        payload: "",
      });
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        `/saved-searches/unsubscribe?token=${query.replace("token=", "")}`,
      ]);
    },
  );

  test("refuse tokens that the shop did not sign", async () => {
    const saver = await aSaver();
    const other = await aSaver();
    const token = unsubscribeToken(shop.deps, { searchId: saver.audi });
    const signature = token.split(".").at(-1)!;
    for (const forged of [
      "x",
      `search.${saver.audi}`,
      `search.${other.audi}.${signature}`,
      `account.${saver.id}.${signature}`,
      `search.${saver.audi}.${signature.slice(0, -2)}AA`,
    ])
      expect(await shop.call("POST", url(forged))).toMatchObject({
        status: 404,
        body: { error: { fields: { token: "This unsubscribe link is not valid." } } },
      });
    expect(await emailsOn(saver.token)).toEqual({ BMW: true, Audi: true });
    expect((await shop.call("POST", "/api/saved-searches/unsubscribe")).status).toBe(400);
  });
});

test("deletes saved searches with the account, and matches with the search", async () => {
  const { id, token } = await anAccount(shop.deps);
  const admin = await anAccount(shop.deps, { role: "admin" });
  await save(token, "make=BMW");
  const car = await aListing(shop.deps, { sellerId });
  await shop.deps.db.execute(sql`
    insert into saved_search_match (search_id, listing_id, found_at)
    select id, ${car.id}, now() from saved_search where account_id = ${id}`);
  const answer = await shop.call("DELETE", `/api/buyer/${id}`, { token: admin.token });
  expect(answer.body).toMatchObject({ deletedCount: 1 });
  const { rows } = await shop.deps.db.execute(sql`
    select (select count(*)::int from saved_search where account_id = ${id}) as searches,
      (select count(*)::int from saved_search_match where listing_id = ${car.id}) as matches`);
  expect(rows).toEqual([{ searches: 0, matches: 0 }]);
});
