import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedAnswer, FeedChangeAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { workbookOf } from "#testing/imports/zip-of.ts";
import { createTestApp } from "#testing/test-app.ts";
import { finishInterrupted } from "./apply/run-plan.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp({ UNVERIFIED_SELLER_LISTINGS: "5" });
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });

let serial = 0;
async function aFeed(token = seller.token): Promise<string> {
  serial += 1;
  const { body } = await shop.call("POST", "/api/feeds", {
    token,
    body: { name: `Lot ${serial}`, options: { currency: "usd", distanceUnit: "mi" } },
  });
  return body.insertedId as string;
}

const headers = "Stock Number,Make,Model,Year,Price,Mileage,Color";
const car = (number: number, price = 15_000, color = "black") =>
  `${serial}-${number},BMW,3 Series,2018,${price},${20_000 + number},${color}`;
const upload = (feed: string, rows: string[], token = seller.token) =>
  shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token,
    body: Buffer.from(`${[headers, ...rows].join("\n")}\n`),
    headers: { "content-type": "application/octet-stream" },
  });
const six = () => [1, 2, 3, 4, 5, 6].map((number) => car(number));

async function applied(feed: string, rows: string[]): Promise<FeedPlanAnswer> {
  const { body } = await upload(feed, rows);
  const answer = await call("POST", `/api/feeds/${feed}/plans/${body._id as string}/apply`, {});
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ state: "applied" }),
  ]);
  return answer.body as FeedPlanAnswer;
}
const changesOf = async (feed: string, plan: string, query = "") => {
  const { body } = await call("GET", `/api/feeds/${feed}/plans/${plan}/changes${query}`);
  return body as { changes: FeedChangeAnswer[]; nextCursor: string | null };
};

test("uploads a file, shows the plan, applies and undoes it", async () => {
  const feed = await aFeed();
  const first = await applied(feed, six());
  expect(first.counts).toMatchObject({ added: 6, changed: 0, retired: 0, refused: 0 });
  const { status, body } = await upload(feed, [car(1, 14_000), ...six().slice(2), car(7), "x,BMW"]);
  expect(status).toBe(200);
  const plan = body as FeedPlanAnswer;
  expect(plan).toMatchObject({
    state: "waiting",
    file: "stock.csv",
    rows: 7,
    keepsGone: "incomplete",
    counts: { added: 1, changed: 1, retired: 0, unchanged: 4, refused: 1 },
    leftOutReasons: 0,
  });
  expect(plan.columns[4]).toEqual({
    header: "Price",
    field: "price",
    values: ["14000", "15000", "15000"],
  });
  const { changes } = await changesOf(feed, plan._id, "?kind=changed");
  expect(changes).toMatchObject([
    {
      name: "BMW 3 Series 2018",
      line: 2,
      state: "planned",
      price: 14_000,
      mileage: 20_001,
      mileageUnit: "mi",
      differences: expect.arrayContaining([
        { field: "price", before: 15_000, after: 14_000, isKept: false },
      ]),
    },
  ]);
  const linesOf = async (q: string) =>
    (await changesOf(feed, plan._id, `?q=${encodeURIComponent(q)}`)).changes.map(
      ({ line }) => line,
    );
  expect(await linesOf("-7")).toEqual([7]);
  expect(await linesOf("3 SERIES")).toEqual([2, 7]);
  // Neither the kind of what identifies a car nor a pattern.
  expect([await linesOf("stock"), await linesOf("%")]).toEqual([[], []]);
  const page = await changesOf(feed, plan._id, "?limit=1");
  expect(page.changes).toHaveLength(1);
  const next = await changesOf(feed, plan._id, `?limit=1&cursor=${page.nextCursor}`);
  expect(next.changes[0]!.number).toBe(page.changes[0]!.number + 1);
  const refused = await call("GET", `/api/feeds/${feed}/plans/${plan._id}/refused`);
  expect(refused.body.rows).toMatchObject([{ line: 8, kind: "faults", cells: ["x", "BMW"] }]);

  const url = `/api/feeds/${feed}/plans/${plan._id}`;
  expect((await call("POST", `${url}/apply`, {})).body).toMatchObject({
    state: "applied",
    done: 2,
    skipped: 0,
    isUndoable: true,
  });
  const feeds = (await call("GET", "/api/feeds")).body as FeedAnswer[];
  expect(feeds.find(({ _id }) => _id === feed)).toMatchObject({ cars: 7 });
  expect((await call("POST", `${url}/undo`)).body).toMatchObject({ state: "undone" });
  const after = await call("GET", `/api/feeds/${feed}`);
  expect(after.body).toMatchObject({ cars: 6, plans: [{ state: "undone" }, { state: "applied" }] });
  expect((await call("POST", `${url}/undo`)).status).toBe(200);
  expect((await call("POST", `${url}/apply`, {})).status).toBe(409);
});

test("shows cells that no database can store with a sign for what is unreadable", async () => {
  const feed = await aFeed();
  const good = { Make: "BMW", Model: "3 Series", Year: 2018, Price: 15_000, Mileage: 20_000 };
  const notes = `${"x".repeat(99)}🚗🚗`;
  const rows = [
    { ...good, Notes: notes, "No\ud83d": "a\u0000\ud83d" },
    { Make: "B\ud83dMW\u0000" },
  ];
  const { status, body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.json`, {
    token: seller.token,
    body: Buffer.from(JSON.stringify(rows)),
    headers: { "content-type": "application/octet-stream" },
  });
  expect([status, body.counts]).toEqual([200, expect.objectContaining({ added: 1, refused: 1 })]);
  expect(body.columns[5]).toMatchObject({ values: [`${"x".repeat(99)}\uFFFD`, ""] });
  expect(body.columns[6]).toMatchObject({ header: "No\uFFFD", values: ["a\uFFFD\uFFFD", ""] });
  const refused = await call("GET", `/api/feeds/${feed}/plans/${body._id as string}/refused`);
  expect(refused.body.rows[0].cells).toContain("B\uFFFDMW\uFFFD");
});

test("discards a plan that waits, which then cannot be applied", async () => {
  const feed = await aFeed();
  const first = await applied(feed, six());
  const { body } = await upload(feed, six().slice(1));
  const url = `/api/feeds/${feed}/plans/${body._id as string}`;
  for (let times = 0; times < 2; times++) {
    const discarded = await call("POST", `${url}/discard`);
    expect([discarded.status, discarded.body.state]).toEqual([200, "discarded"]);
  }
  expect((await call("POST", `${url}/apply`, {})).status).toBe(409);
  expect((await call("GET", `/api/feeds/${feed}`)).body).toMatchObject({
    cars: 6,
    plans: [{ state: "discarded" }, { state: "applied", isUndoable: true }],
  });
  const applying = await call("POST", `/api/feeds/${feed}/plans/${first._id}/discard`);
  expect([applying.status, applying.body.error.message]).toEqual([
    409,
    "Only a plan that waits can be discarded.",
  ]);
});

test("previews a file as large as an upload, by its first rows", async () => {
  const feed = await aFeed();
  const good = { Make: "BMW", Model: "3 Series", Year: 2018, Price: 15_000, Mileage: 20_000 };
  const rows = Array.from({ length: 13 }, () => ({ ...good, Notes: "x".repeat(900_000) }));
  const { status, body } = await shop.call("POST", `/api/feeds/${feed}/preview?file=stock.json`, {
    token: seller.token,
    body: Buffer.from(JSON.stringify(rows)),
    headers: { "content-type": "application/octet-stream" },
  });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ problem: null, read: 13, refused: 0 }),
  ]);
});

test("reads the sheets of a workbook together, and names those that it does not read", async () => {
  const feed = await aFeed();
  const facts = ["Make", "Model", "Year", "Price", "Mileage"];
  const workbook = workbookOf([facts, ["BMW", "X5", 2018, 15_000, 30_000]], {
    Audi: [facts, ["Audi", "A4", 2019, 16_000, 31_000], ["Audi", "A6", 2019, "cheap", 31_000]],
    Vans: [
      ["Brand", ...facts.slice(1, 4)],
      ["Mercedes-Benz", "Vito", 2017, 14_000],
    ],
    Sold: [facts, ["BMW", "X3", 2017, 14_000, 32_000]],
    Legend: [["Price", "in dollars"]],
  });
  const { body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.xlsx`, {
    token: seller.token,
    body: workbook,
    headers: { "content-type": "application/octet-stream" },
  });
  expect(body).toMatchObject({
    counts: { added: 2, refused: 1 },
    leftOut: [
      { reason: "sheet not read: Vans (its headers differ from those of Cars)", times: 1 },
      { reason: "sheet not read: Sold (its name says that its cars are not for sale)", times: 1 },
    ],
  });
  const refused = await call("GET", `/api/feeds/${feed}/plans/${body._id as string}/refused`);
  // The second sheet is counted on from the two lines of the first.
  expect(refused.body.rows).toMatchObject([{ line: 5, kind: "faults" }]);
});

test("asks for confirmation before it takes many cars off sale", async () => {
  const feed = await aFeed();
  await applied(feed, six());
  const { body } = await upload(feed, six().slice(3));
  expect(body).toMatchObject({
    needsConfirmation: true,
    review: [{ reason: "many_retired", cars: 3, of: 6 }],
  });
  const url = `/api/feeds/${feed}/plans/${body._id as string}/apply`;
  const refused = await call("POST", url, {});
  expect([refused.status, refused.body.error.fields]).toEqual([
    409,
    { confirm: "confirm must be true." },
  ]);
  expect((await call("POST", url, { confirm: true })).body).toMatchObject({ state: "applied" });
});

test("replaces what was edited in the shop only in the fields where the feed wins", async () => {
  const feed = await aFeed();
  const plan = await applied(feed, six());
  const { changes } = await changesOf(feed, plan._id);
  await call("PATCH", `/api/products/${changes[0]!.productId}`, { resalePrice: 16_000 });
  const keptPlan = await upload(feed, [car(1, 14_500), ...six().slice(1)]);
  const before = await changesOf(feed, keptPlan.body._id as string);
  expect(before.changes[0]!.differences).toContainEqual({
    field: "price",
    before: 16_000,
    after: 14_500,
    isKept: true,
  });
  expect((await call("PATCH", `/api/feeds/${feed}`, { feedWins: ["price"] })).body).toEqual({
    modifiedCount: 1,
  });
  const replaced = await upload(feed, [car(1, 14_500), ...six().slice(1)]);
  const after = await changesOf(feed, replaced.body._id as string);
  expect(after.changes[0]!.differences).toContainEqual({
    field: "price",
    before: 16_000,
    after: 14_500,
    isKept: false,
  });
});

test("refuses a body that is not a file", async () => {
  const url = `/api/feeds/${await aFeed()}/plans?file=stock.csv`;
  for (const body of [undefined, { rows: [] }]) {
    const answer = await call("POST", url, body);
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, ["body"]]);
  }
  expect((await call("POST", url.replace("?file=stock.csv", ""))).status).toBe(400);
});

test("reads columns as they are mapped", async () => {
  const feed = await aFeed();
  const rows = ["Num,Make,Model,Year,Money,Mileage", "A1,BMW,X5,2019,30000,9000"];
  const send = () =>
    shop.call("POST", `/api/feeds/${feed}/plans?file=odd.csv`, {
      token: seller.token,
      body: Buffer.from(rows.join("\n")),
      headers: { "content-type": "application/octet-stream" },
    });
  const missing = await send();
  expect([missing.status, missing.body.error.fields.file]).toEqual([
    400,
    expect.stringMatching(/^odd\.csv: no column for price .* Map the columns\.$/),
  ]);
  const options = {
    currency: "USD",
    distanceUnit: "mi",
    columns: { Money: "price", Num: "stockNumber" },
  };
  await call("PATCH", `/api/feeds/${feed}`, { options });
  expect((await send()).body).toMatchObject({ counts: { added: 1 } });
  const wrong = await call("PATCH", `/api/feeds/${feed}`, {
    options: { columns: { Money: "cash" } },
  });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ["columns"]]);
});

test("previews how a file is read with other columns, and stores nothing", async () => {
  const feed = await aFeed();
  const rows = [
    "Num,Make,Model,Year,Money,Mileage",
    "A1,BMW,X5,2019,30000,9000",
    "A2,BMW,X5,2019,-,1",
  ];
  const preview = (query: string) =>
    shop.call("POST", `/api/feeds/${feed}/preview?file=odd.csv${query}`, {
      token: seller.token,
      body: Buffer.from(rows.join("\n")),
      headers: { "content-type": "application/octet-stream" },
    });
  const mapped = (columns: object) =>
    preview(`&columns=${encodeURIComponent(JSON.stringify(columns))}`);
  expect((await preview("")).body).toMatchObject({
    missing: ["price"],
    problem: null,
    rows: [],
    columns: expect.arrayContaining([{ header: "Money", field: null, values: ["30000", "-"] }]),
    fields: expect.arrayContaining(["price", "stockNumber"]),
  });
  const { body } = await mapped({ Money: "price" });
  expect(body).toMatchObject({
    missing: [],
    problem: null,
    read: 2,
    refused: 1,
    rows: [
      {
        line: 2,
        name: "BMW X5 2019",
        facts: expect.arrayContaining([{ field: "price", value: 30_000 }]),
      },
      { line: 3, name: null, faults: [{ column: "Money" }] },
    ],
  });
  for (const columns of [{ Money: "cash" }, { Money: 1 }])
    expect((await mapped(columns)).body.error.fields).toHaveProperty("columns");
  expect((await preview("&columns=x")).status).toBe(400);
  const { body: after } = await call("GET", `/api/feeds/${feed}`);
  expect(after).toMatchObject({ cars: 0, plans: [], options: { currency: "USD" } });
});

test("reads corrected cells instead of the file's", async () => {
  const feed = await aFeed();
  const send = (corrections: string) =>
    shop.call(
      "POST",
      `/api/feeds/${feed}/plans?file=a.csv&corrections=${encodeURIComponent(corrections)}`,
      {
        token: seller.token,
        body: Buffer.from([headers, car(1).replace("15000", "call us"), "x,BMW,X5"].join("\n")),
        headers: { "content-type": "application/octet-stream" },
      },
    );
  const { body } = await send('{"2":{"4":"14500"},"3":{"3":"2019","4":"30000","5":"9000"}}');
  expect(body).toMatchObject({ counts: { added: 2, refused: 0 } });
  const { changes } = await changesOf(feed, body._id as string);
  expect(changes).toMatchObject([
    { line: 2, price: 14_500 },
    { line: 3, price: 30_000 },
  ]);
  expect((await send("{}")).body).toMatchObject({ counts: { added: 0, refused: 2 } });
  // The rest of the file can be missing, however its last row is filled in.
  await applied(feed, [car(1), car(2)]);
  const { body: cut } = await send('{"2":{"4":"14500"},"3":{"3":"2019","4":"30000","5":"9000"}}');
  expect(cut).toMatchObject({ counts: { added: 1, retired: 0 }, keepsGone: "incomplete" });
  for (const wrong of ["x", '{"a":{}}', '{"2":{"4":1}}'])
    expect((await send(wrong)).body.error.fields).toHaveProperty("corrections");
});

test("reads more corrections than a query takes, before the file", async () => {
  const feed = await aFeed();
  const rows = Array.from({ length: 600 }, (_, at) => car(at, 15_000 + at));
  const file = [headers, ...rows.map((row) => row.replace(/,1\d{4},/, ",call us,"))].join("\n");
  const corrections = JSON.stringify(
    Object.fromEntries(rows.map((_, at) => [at + 2, { 4: `${15_000 + at}` }])),
  );
  expect(corrections.length).toBeGreaterThan(6_000);
  const send = (query: string, body: string) =>
    shop.call("POST", `/api/feeds/${feed}/plans?file=a.csv&${query}`, {
      token: seller.token,
      body: Buffer.from(body),
      headers: { "content-type": "application/octet-stream" },
    });
  const before = `correctionsBytes=${corrections.length}`;
  expect((await send(before, corrections + file)).body).toMatchObject({
    rows: 600,
    counts: { added: 600, refused: 0 },
  });
  const fieldsOf = async (query: string, body = file) =>
    (await send(query, body)).body.error.fields as Record<string, string>;
  expect((await fieldsOf(`corrections=${encodeURIComponent(corrections)}`)).corrections).toContain(
    "send their length as correctionsBytes",
  );
  expect((await fieldsOf("correctionsBytes=1000001")).correctionsBytes).toContain(
    "at most 1000000",
  );
  expect(await fieldsOf(before)).toHaveProperty("corrections");
  const long = JSON.stringify({ 2: { 4: "9".repeat(5_001) } });
  expect((await fieldsOf(`correctionsBytes=${long.length}`, long + file)).corrections).toBe(
    "Line 2: A corrected cell has at most 5000 characters.",
  );
});

test("keeps options of the command that the API does not show", async () => {
  const feed = await aFeed();
  const columns = { fuel: { field: "fuel", values: { b: "petrol" } }, sum: "price" };
  const stored = { symbols: { $: "EUR" }, headers: columns };
  await shop.deps.db.execute(
    sql`update feed set options = ${JSON.stringify(stored)}::jsonb where id = ${feed}`,
  );
  const options = { rate: "1.2", columns: { fuel: "fuel", sum: "mileage" } };
  expect((await call("PATCH", `/api/feeds/${feed}`, { options })).body.modifiedCount).toBe(1);
  const { rows } = await shop.deps.db.execute(sql`select options from feed where id = ${feed}`);
  expect(rows[0]!.options).toEqual({
    symbols: { $: "EUR" },
    rate: "1.2",
    headers: { ...columns, sum: "mileage" },
  });
});

test("keeps unverified sellers within their limit, and feeds to their sellers", async () => {
  const other = await anAccount(shop.deps, { role: "Seller" });
  const feed = await aFeed(other.token);
  const { body } = await upload(feed, six(), other.token);
  const url = `/api/feeds/${feed}/plans/${body._id as string}`;
  const refused = await shop.call("POST", `${url}/apply`, { token: other.token, body: {} });
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    expect.stringContaining("5 cars"),
  ]);
  for (const path of ["", "/changes", "/refused"])
    expect((await call("GET", `${url}${path}`)).status).toBe(404);
  expect((await upload(feed, six())).status).toBe(404);
  expect((await call("DELETE", `/api/feeds/${feed}`)).status).toBe(404);
});

test("refuses a second feed of the same name, and frees the name when it is deleted", async () => {
  const feed = await aFeed();
  await applied(feed, [car(1)]);
  const name = `lot ${serial}`;
  expect((await call("POST", "/api/feeds", { name })).body).toMatchObject({ acknowledged: false });
  expect((await call("DELETE", `/api/feeds/${feed}`)).body).toEqual({ deletedCount: 1 });
  expect((await call("POST", "/api/feeds", { name })).body).toMatchObject({ acknowledged: true });
});

test("finishes a sync that was interrupted", async () => {
  const feed = await aFeed();
  const { body } = await upload(feed, six());
  // As if the process had stopped before the first batch.
  await shop.deps.db.execute(
    sql`update feed_plan set state = 'applying' where id = ${body._id as string}`,
  );
  await finishInterrupted(shop.deps);
  expect((await call("GET", `/api/feeds/${feed}`)).body).toMatchObject({
    cars: 6,
    lastPlan: { state: "applied", done: 6 },
  });
});

test("stops a plan that cannot be applied, so that the feed goes on", async () => {
  const feed = await aFeed();
  await applied(feed, six());
  const { body } = await upload(feed, [car(1, 14_000), car(2, 16_000), ...six().slice(2)]);
  const url = `/api/feeds/${feed}/plans/${body._id as string}`;
  // As if the second change failed each time.
  const fails = sql`create function fail() returns trigger language plpgsql
    as $$ begin raise exception 'broken'; end $$`;
  await shop.deps.db.execute(fails);
  await shop.deps.db.execute(sql`create trigger fail before update on feed_change for each row
    when (new.state = 'applied' and new.number = 1) execute function fail()`);
  expect((await call("POST", `${url}/apply`, {})).status).toBe(500);
  expect((await upload(feed, six())).status).toBe(409);
  const stopped = await call("POST", `${url}/discard`);
  await shop.deps.db.execute(sql`drop function fail cascade`);
  expect([stopped.status, stopped.body]).toEqual([
    200,
    expect.objectContaining({ state: "applied", done: 2, skipped: 2, isUndoable: true }),
  ]);
  expect((await call("POST", `${url}/undo`)).body).toMatchObject({ state: "undone" });
  expect((await upload(feed, [car(1, 14_000), ...six().slice(1)])).body).toMatchObject({
    counts: { changed: 1, unchanged: 5 },
  });
});

test("a feed's photos are wanted in its order, and undo wants those of before", async () => {
  const feed = await aFeed();
  const row = (number: number, urls: string) => `${car(number)},${urls}`;
  const wanted = async () =>
    (
      await shop.deps.db.execute<{ url: string }>(sql`select url from feed_photo
        join feed_car using (listing_id) where feed_id = ${feed} and position is not null
        order by identity, position`)
    ).rows.map(({ url }) => url);
  const run = async (rows: string[]) => {
    const { body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
      token: seller.token,
      body: Buffer.from(`${[`${headers},Image URLs`, ...rows].join("\n")}\n`),
      headers: { "content-type": "application/octet-stream" },
    });
    const plan = body as FeedPlanAnswer;
    await call("POST", `/api/feeds/${feed}/plans/${plan._id}/apply`, {});
    return plan;
  };
  const [a, b, c] = ["a", "b", "c"].map((name) => `https://dealer.example/${name}.jpg`);
  expect((await run([row(1, `${a}|${b}`), row(2, "")])).counts).toMatchObject({ added: 2 });
  expect(await wanted()).toEqual([a, b]);
  expect((await run([row(1, `${a}|${b}`), row(2, "")])).counts).toMatchObject({ unchanged: 2 });
  const changed = await run([row(1, `${c} ${a}`), row(2, b!)]);
  expect(changed.counts).toMatchObject({ changed: 2 });
  expect(await wanted()).toEqual([c, a, b]);
  await call("POST", `/api/feeds/${feed}/plans/${changed._id}/undo`);
  expect(await wanted()).toEqual([a, b]);
});

test("an API key neither sets nor reads where a feed is fetched from", async () => {
  const feed = await aFeed();
  const body = { name: "ERP", scopes: ["feeds:write"] };
  const { key } = (await call("POST", "/api/keys", body)).body as { key: string };
  const asKey = (method: "GET" | "PATCH", given?: object) =>
    shop.call(method, `/api/feeds/${feed}`, { token: key, body: given });
  const fetch = { url: "https://dealer.example/secret.csv" };
  const refused = await asKey("PATCH", { fetch });
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([403, ["fetch"]]);
  expect((await asKey("PATCH", { name: "Renamed by a key" })).status).toBe(200);
  expect((await call("PATCH", `/api/feeds/${feed}`, { fetch })).status).toBe(200);
  expect((await asKey("GET")).body.fetch).toBeNull();
  expect((await call("GET", `/api/feeds/${feed}`)).body.fetch).toMatchObject(fetch);
});

test("leaves a car to the other feed of the seller that has it", async () => {
  const main = await aFeed();
  const branch = await aFeed();
  await applied(main, six());
  const name = `Lot ${serial - 1}`;
  // The same row, one with another price, and one whose stock number another model has.
  const rows = [car(1), car(2, 14_500), car(3).replace("3 Series", "X5"), car(7)];
  const { body } = await upload(branch, rows);
  expect(body.counts).toMatchObject({ added: 2, changed: 0, kept: 2 });
  expect(body.kept).toEqual(
    [1, 2].map(() => ({
      productId: expect.any(String),
      name: "BMW 3 Series 2018",
      change: "new",
      reason: "other_feed",
      feed: name,
    })),
  );
  const plan = await call("POST", `/api/feeds/${branch}/plans/${body._id as string}/apply`, {});
  expect(plan.body).toMatchObject({ state: "applied", done: 2, skipped: 0 });
  // Once the other feed no longer has a car, this one can add it.
  await applied(main, six().slice(0, 1).concat(six().slice(2)));
  expect((await upload(branch, rows)).body.counts).toMatchObject({
    added: 1,
    unchanged: 2,
    kept: 1,
  });
  // So it can if the row is the same.
  await applied(main, six().slice(2));
  const both = await applied(branch, rows);
  expect([both.counts.added, both.done, both.skipped]).toEqual([2, 2, 0]);
});
