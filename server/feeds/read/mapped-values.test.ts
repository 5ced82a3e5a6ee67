import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import {
  conditions,
  drives,
  fuels,
  mileageUnits,
  serviceHistories,
  transmissions,
} from "#shared/listings/listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let token: string;
beforeAll(async () => {
  shop = await createTestApp();
});
// A seller has at most 20 feeds.
beforeEach(async () => {
  ({ token } = await anAccount(shop.deps, { role: "Seller", isVerified: true }));
});
afterAll(() => shop.close());

let serial = 0;
async function aFeed(options: object = {}): Promise<string> {
  serial += 1;
  const body = { name: `Lot ${serial}`, options: { currency: "USD", ...options } };
  return (await shop.call("POST", "/api/feeds", { token, body })).body.insertedId as string;
}
const send = (url: string, body: string) =>
  shop.call("POST", url, {
    token,
    body: Buffer.from(body),
    headers: { "content-type": "application/octet-stream" },
  });
const preview = (feed: string, file: string, columns?: object) =>
  send(
    `/api/feeds/${feed}/preview?file=a.csv${columns ? `&columns=${encodeURIComponent(JSON.stringify(columns))}` : ""}`,
    file,
  );
const change = (feed: string, columns: object) =>
  shop.call("PATCH", `/api/feeds/${feed}`, {
    token,
    body: { options: { currency: "USD", columns } },
  });
const columnsOf = async (feed: string) =>
  (await shop.call("GET", `/api/feeds/${feed}`, { token })).body.options.columns as unknown;
const valuesOf = ({ values }: FeedPreview, field: string) =>
  values!.find((one) => one.field === field)!.values;

const header = "Num,Marke,Modell,Baujahr,Preis,Kilometerstand,Kraftstoff,Getriebe,Karosserie";
const row = (number: number, fuel: string, more = "Automatik,Kombi-Limo", model = "A4") =>
  `${number},Audi,${model},2019,${20_000 + number},${10_000 + number},${fuel},${more}`;
const table = (...rows: string[]) => [header, ...rows, ""].join("\n");

test("lists how the values of a file are read, and follows what they are mapped to", async () => {
  const feed = await aFeed();
  const file = table(
    ...[1, 2, 3].map((number) => row(number, "Benzyna bezolowiowa")),
    row(4, "Diesel"),
    // Rows of other brands, and those that are cut off, say nothing about fuels.
    row(5, "Parowy").replace("Audi", "Skoda"),
    "6,Audi,A4,2019",
    row(7, "Diesel", "Automatik,", "A44"),
  );
  const { status, body } = await preview(feed, file);
  expect(status).toBe(200);
  expect(valuesOf(body as FeedPreview, "fuel")).toEqual([
    expect.objectContaining({
      value: "Benzyna bezolowiowa",
      rows: 3,
      unread: 3,
      readAs: [],
      isMapped: false,
      meaning: null,
      reason: 'unknown fuel "Benzyna bezolowiowa"',
    }),
    expect.objectContaining({
      value: "Diesel",
      rows: 2,
      unread: 0,
      readAs: ["diesel"],
      reason: null,
    }),
  ]);
  expect(valuesOf(body as FeedPreview, "make")).toMatchObject([
    { value: "Audi", rows: 5, unread: 0, readAs: ["Audi"] },
    { value: "Skoda", rows: 1, unread: 1 },
  ]);
  expect(valuesOf(body as FeedPreview, "model")).toMatchObject([
    { value: "A4", rows: 4, readAs: ["A4"] },
    { value: "A44", rows: 1, unread: 1, reason: expect.stringContaining("not a known model") },
  ]);
  const mapped = await preview(feed, file, {
    Kraftstoff: { field: "fuel", values: { "benzyna bezołowiowa": "petrol", Para: null } },
    Karosserie: { field: "bodyType", values: { "Kombi-Limo": "estate" } },
    Modell: { field: "model", values: { A44: "A6" } },
  });
  expect(mapped.body).toMatchObject({
    read: 7,
    refused: 2,
    rows: [
      {
        facts: expect.arrayContaining([
          { field: "fuel", value: "petrol" },
          { field: "bodyType", value: "estate" },
        ]),
      },
      {},
      {},
      {},
      {},
    ],
  });
  const fuel = { isMapped: true, unread: 0 };
  expect(valuesOf(mapped.body as FeedPreview, "fuel")).toEqual([
    expect.objectContaining({ ...fuel, rows: 3, readAs: ["petrol"], meaning: "petrol" }),
    expect.objectContaining({ value: "Diesel", isMapped: false }),
    expect.objectContaining({ ...fuel, value: "para", rows: 0, readAs: [], meaning: null }),
  ]);
  expect(valuesOf(mapped.body as FeedPreview, "model")[1]).toMatchObject({
    value: "A44",
    unread: 0,
    readAs: ["A6"],
    meaning: "A6",
  });
  expect((mapped.body as FeedPreview).values!.find(({ field }) => field === "fuel")).toMatchObject({
    column: 6,
    choices: fuels,
    more: { unread: 0, read: 0 },
  });
  expect((mapped.body as FeedPreview).values!.find(({ field }) => field === "model")).toMatchObject(
    { choices: null },
  );
});

test("stores what values mean, reads files with it, and takes it back", async () => {
  const feed = await aFeed();
  const file = table(row(1, "B"), row(2, "?!"), row(3, "Diesel"));
  /** What the feed's own options make of the file. */
  const fuels = async () => {
    const rows = ((await preview(feed, file)).body as FeedPreview).rows;
    return rows.map(({ facts }) => facts.find(({ field }) => field === "fuel")?.value ?? null);
  };
  const leftOut = async () =>
    (await send(`/api/feeds/${feed}/plans?file=a.csv`, file)).body.leftOut as object[];
  const unread = (times: number) => [{ reason: "Kraftstoff: unknown fuel …", times }];
  expect(await fuels()).toEqual([null, null, "diesel"]);
  expect(await leftOut()).toEqual(expect.arrayContaining(unread(2)));
  const values = { b: "petrol", diesel: null };
  await change(feed, { Kraftstoff: { field: "fuel", values: { B: "Benzin", Diesel: "" } } });
  expect(await columnsOf(feed)).toEqual({ kraftstoff: { field: "fuel", values } });
  expect(await fuels()).toEqual(["petrol", null, null]);
  expect(await leftOut()).toEqual(expect.arrayContaining(unread(1)));
  // A client that knows no values keeps them, and so does one that sends back what it was answered.
  await change(feed, { Kraftstoff: "fuel" });
  await change(feed, (await columnsOf(feed)) as object);
  expect(await columnsOf(feed)).toEqual({ kraftstoff: { field: "fuel", values } });
  await change(feed, { Kraftstoff: { field: "fuel", values: {} } });
  expect(await columnsOf(feed)).toEqual({ kraftstoff: "fuel" });
  expect(await fuels()).toEqual([null, null, "diesel"]);
});

test.each([
  [{ Sprit: { field: "gas", values: { B: "petrol" } } }, /"gas" is not a column/],
  [
    { Sprit: { field: "fuel", values: { B: "steam" } } },
    /"B" of Sprit cannot mean "steam" as fuel.*petrol, diesel/,
  ],
  [
    { Marke: { field: "make", values: { S: "Skoda" } } },
    /"S" of Marke cannot mean "Skoda" as make.*BMW/,
  ],
])("refuses %j and names what is unknown", async (columns, message) => {
  const feed = await aFeed();
  for (const answer of [
    await change(feed, columns),
    await preview(feed, table(row(1, "B")), columns),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields.columns).toMatch(message);
  }
  expect(await columnsOf(feed)).toBeUndefined();
});

test.each([
  [
    Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`v${at}`, "petrol"])),
    "At most 500 values of Kraftstoff can be mapped.",
  ],
  [{ ["x".repeat(201)]: "petrol" }, /^"x{40}…" of Kraftstoff has more than 200 characters/],
  [{ B: "\u0000" }, /^"\uFFFD…" of Kraftstoff .* is not text/],
])("refuses too many or too long values, case %#", async (values, message) => {
  const { status, body } = await change(await aFeed(), { Kraftstoff: { field: "fuel", values } });
  expect(status).toBe(400);
  expect(body.error.fields.columns).toMatch(message);
});

test("refuses more values than a feed may have in all", async () => {
  const columns = Object.fromEntries(
    Array.from({ length: 5 }, (_, column) => {
      const values = Array.from({ length: 401 }, (_one, at) => [`v${at}`, "petrol"]);
      return [`Kraftstoff ${column}`, { field: "fuel", values: Object.fromEntries(values) }];
    }),
  );
  const { status, body } = await change(await aFeed(), columns);
  expect([status, body.error.fields]).toEqual([
    400,
    { columns: "At most 2,000 values of a feed can be mapped." },
  ]);
});

test("takes more mapped values than an address has room for, before the file", async () => {
  const feed = await aFeed();
  const values = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`Benzyna numer ${at}`, "petrol"]),
  );
  const json = JSON.stringify({ Kraftstoff: { field: "fuel", values } });
  const file = table(row(1, "Benzyna numer 399"));
  const url = `/api/feeds/${feed}/preview?file=a.csv&columnsBytes=${json.length}`;
  const { status, body } = await send(url, json + file);
  expect(status).toBe(200);
  expect(valuesOf(body as FeedPreview, "fuel")[0]).toMatchObject({ rows: 1, readAs: ["petrol"] });
  expect((await send(url, file)).body.error.fields).toHaveProperty("columns");
});

test("lists the 100 most frequent values, and how many more there are", async () => {
  const feed = await aFeed();
  const rows = Array.from({ length: 150 }, (_, at) => row(at, `Sprit ${at}`));
  const { body } = await preview(feed, table(row(150, "Sprit 149"), ...rows), {
    Kraftstoff: { field: "fuel", values: { "Sprit 7": "petrol" } },
  });
  const fuel = (body as FeedPreview).values!.find(({ field }) => field === "fuel")!;
  expect(fuel).toMatchObject({ more: { unread: 49, read: 0 } });
  expect(fuel.values).toHaveLength(101);
  expect(fuel.values[0]).toMatchObject({ value: "Sprit 149", rows: 2 });
  expect(fuel.values.filter(({ isMapped }) => isMapped)).toMatchObject([{ value: "Sprit 7" }]);
});

test("lists what the last plan could not read in the whole file, until it is mapped", async () => {
  const feed = await aFeed();
  const late = Array.from({ length: 230 }, (_, at) => row(2_000 + at, `Sprit ${at}`));
  // More rows than a preview reads, and every value that cannot be read is after them.
  const file = table(
    ...Array.from({ length: 1_000 }, (_, at) => row(at, "Diesel")),
    ...late,
    row(3_000, "Sprit 7"),
    row(3_001, "Diesel", "Automatik,", "A44"),
  );
  const fuel = ({ values }: FeedPreview) => values!.find((one) => one.field === "fuel")!;
  const unplanned = (await preview(feed, file)).body as FeedPreview;
  expect(unplanned).toMatchObject({ read: 1_000, refused: 0 });
  expect(fuel(unplanned)).toMatchObject({ values: [{ value: "Diesel" }], more: { unread: 0 } });

  const plan = await send(`/api/feeds/${feed}/plans?file=a.csv`, file);
  expect(plan.body.columns[6]).toEqual({
    header: "Kraftstoff",
    field: "fuel",
    values: ["Diesel", "Diesel", "Diesel"],
  });
  const planned = (await preview(feed, file)).body as FeedPreview;
  expect(fuel(planned)).toMatchObject({ more: { unread: 130, read: 0 } });
  expect(fuel(planned).values).toHaveLength(101);
  expect(fuel(planned).values.slice(0, 2)).toEqual([
    expect.objectContaining({ value: "Diesel", rows: 1_000, unread: 0, planned: 0 }),
    {
      value: "Sprit 7",
      rows: 0,
      unread: 0,
      planned: 2,
      readAs: [],
      reason: 'unknown fuel "Sprit 7"',
      isMapped: false,
      meaning: null,
    },
  ]);
  // The row is refused, so the model is in no preview of the first rows either.
  expect(valuesOf(planned, "model")).toMatchObject([
    { value: "A4" },
    { value: "A44", rows: 0, planned: 1, reason: expect.stringContaining("not a known model") },
  ]);

  const columns = {
    Kraftstoff: { field: "fuel", values: { "Sprit 7": "petrol", Diesel: null } },
    Modell: { field: "model", values: { A44: "A6" } },
  };
  const mapped = fuel((await preview(feed, file, columns)).body as FeedPreview);
  expect(mapped.values).toHaveLength(102);
  expect(mapped.values[1]).toMatchObject({
    value: "Sprit 7",
    planned: 2,
    isMapped: true,
    meaning: "petrol",
    reason: null,
  });
  const unread = async () =>
    (await shop.call("GET", `/api/feeds/${feed}/preview`, { token })).body as FeedPreview;
  expect(await unread()).toMatchObject({ read: 0, rows: [], missing: [], problem: null });
  expect((await unread()).values!.map(({ field }) => field)).toEqual(["model", "fuel"]);
  expect(fuel(await unread()).values).toEqual(
    fuel(planned).values.filter((value) => value.planned! > 0),
  );
  // A column that is read as something else has none of these.
  const other = (await preview(feed, file, { Kraftstoff: "colour" })).body as FeedPreview;
  expect(valuesOf(other, "colour").filter(({ planned }) => planned)).toEqual([]);

  await change(feed, columns);
  expect(fuel(await unread()).values[0]).toMatchObject({
    value: "Sprit 7",
    planned: 2,
    isMapped: true,
    meaning: "petrol",
  });
  await send(`/api/feeds/${feed}/plans?file=a.csv`, file);
  const again = (await preview(feed, file)).body as FeedPreview;
  expect(fuel(again).more.unread).toBe(129);
  expect(fuel(again).values.find(({ value }) => value === "sprit 7")).toMatchObject({
    planned: 0,
    isMapped: true,
    meaning: "petrol",
  });
  expect(valuesOf(again, "model").every(({ planned }) => planned === 0)).toBe(true);
  expect((await unread()).values!.map(({ field }) => field)).toEqual(["fuel"]);
});

test("cars without a number stay the same cars when values that they state are mapped", async () => {
  const feed = await aFeed();
  const aRow = (number: number, fuel: string) => row(number, fuel, "Automatik,Blech");
  const numberless = (file: string) => file.replaceAll(/^[^,]*,/gm, "");
  const file = numberless(table(aRow(1, "Dampf"), aRow(2, "Diesel"), aRow(3, "Diesel")));
  const plan = async (text: string) =>
    (await send(`/api/feeds/${feed}/plans?file=a.csv`, text)).body as {
      _id: string;
      counts: object;
    };
  const apply = async ({ _id }: { _id: string }) =>
    shop.call("POST", `/api/feeds/${feed}/plans/${_id}/apply`, { token, body: {} });
  const first = await plan(file);
  expect(first.counts).toMatchObject({ added: 3 });
  expect((await apply(first)).status).toBe(200);
  // A fuel is read for the first time, and the body type of all cars instead of the model's usual one.
  await change(feed, {
    Kraftstoff: { field: "fuel", values: { Dampf: "petrol" } },
    Karosserie: { field: "bodyType", values: { Blech: "estate" } },
  });
  const mapped = await plan(file);
  expect(mapped.counts).toMatchObject({ added: 0, changed: 3, retired: 0 });
  expect((await apply(mapped)).status).toBe(200);
  expect((await plan(file)).counts).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  // Another fuel with another price is another car.
  const other = numberless(table(aRow(1, "Dampf"), aRow(2, "Diesel"), aRow(4, "Benzin")));
  expect((await plan(other)).counts).toMatchObject({ added: 1, retired: 1, unchanged: 2 });
});

test("shows values that the command mapped, in the shop's words", async () => {
  const feed = await aFeed();
  const headers = {
    sprit: { field: "fuel", values: { b: "Benzin", x: "nonsense", "": "diesel" } },
  };
  await shop.deps.db.execute(
    sql`update feed set options = ${JSON.stringify({ headers })}::jsonb where id = ${feed}`,
  );
  expect(await columnsOf(feed)).toEqual({
    sprit: { field: "fuel", values: { b: "petrol", x: null, "": "diesel" } },
  });
  expect((await change(feed, (await columnsOf(feed)) as object)).status).toBe(200);
});

test("still counts a header's language if only values of its column are mapped", async () => {
  const feed = await aFeed({ currency: "CHF", rate: "1.1" });
  // Nothing but the German headers says that the point is no decimal mark.
  const file =
    "Kraftstoff,Marke,Modell,Baujahr,Preis,Kilometerstand\nB,Audi,A4,2019,20.500,10.000\n";
  const facts = async (columns?: object) =>
    ((await preview(feed, file, columns)).body as FeedPreview).rows[0]!.facts;
  const mileage = { field: "mileage", value: 10_000 };
  expect(await facts()).toContainEqual(mileage);
  const columns = {
    Kraftstoff: { field: "fuel", values: { B: "petrol" } },
    Marke: { field: "make", values: { Q: "Audi" } },
    Modell: { field: "model", values: { Q: "A4" } },
    Baujahr: { field: "year", values: { Q: "2020" } },
    Preis: { field: "price", values: { Q: "20.000" } },
    Kilometerstand: { field: "mileage", values: { Q: "20.000" } },
  };
  expect(await facts(columns)).toContainEqual(mileage);
  // "Gas" is petrol in America if the header is English.
  const english = "Make,Model,Year,Price,Mileage,Fuel\nAudi,A4,2019,20500,10000 mi,Gas\n";
  const gas = (
    (await preview(await aFeed(), english, { Fuel: { field: "fuel", values: { B: "diesel" } } }))
      .body as FeedPreview
  ).rows[0]!.facts;
  expect(gas).toContainEqual({ field: "fuel", value: "petrol" });
});

const everyMeaning = {
  fuel: fuels,
  transmission: transmissions,
  bodyType: bodyTypes,
  condition: conditions,
  drive: drives,
  serviceHistory: serviceHistories,
  mileageUnit: mileageUnits,
  make: ["Audi", "BMW", "Mercedes-Benz"],
};

const modelOf: Record<string, string> = { BMW: "X5", "Mercedes-Benz": "GLC" };

test.each(Object.entries(everyMeaning))(
  "reads every meaning of %s as itself",
  async (field, all) => {
    const feed = await aFeed();
    const names: Record<string, string> = { make: "Make", mileageUnit: "Mileage Unit" };
    const name = names[field] ?? "Word";
    const rows = all.map((meaning, at) => ({
      Make: "Audi",
      Model: modelOf[meaning] ?? "Q5",
      Year: "2019",
      Price: "20500",
      Mileage: `1000${at}`,
      "Mileage Unit": "mi",
      [name]: `zzq ${at}`,
    }));
    const lines = [Object.keys(rows[0]!), ...rows.map((cells) => Object.values(cells))];
    const file = lines.map((cells) => `${cells.join(",")}\n`).join("");
    const values = Object.fromEntries(all.map((meaning, at) => [`ZZQ ${at}`, meaning]));
    const { body } = await preview(feed, file, { [name]: { field, values } });
    const counted = valuesOf(body as FeedPreview, field);
    expect(counted).toHaveLength(all.length);
    for (const [at, meaning] of all.entries())
      expect(counted).toContainEqual(
        expect.objectContaining({ value: `zzq ${at}`, unread: 0, readAs: [meaning] }),
      );
  },
);
