import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let serial = 0;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });

async function aFeed(name: string, options = {}): Promise<string> {
  return (await call("POST", "/api/feeds", { name, options })).body.insertedId as string;
}
async function upload(feed: string, file: string): Promise<FeedPlanAnswer> {
  const { status, body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(file),
    headers: { "content-type": "application/octet-stream" },
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as FeedPlanAnswer;
}
const run = async (feed: string, plan: string, action: "apply" | "undo") =>
  (await call("POST", `/api/feeds/${feed}/plans/${plan}/${action}`, {})).body as FeedPlanAnswer;
const prices = async () =>
  new Map(
    (
      await shop.deps.pool.query<{ id: string; price: number }>(
        "select id, resale_price_minor::int as price from listing where seller_id = $1",
        [seller.id],
      )
    ).rows.map(({ id, price }) => [id, price]),
  );

/** A seller with a feed, a car added by hand, and one that was reserved after the export. */
async function aStock(currency: "GBP" | "USD") {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true, location: "Leeds" });
  const options = { distanceUnit: "mi", ...(currency === "GBP" && { rate: "1.25" }) };
  const feed = await aFeed("Nightly", options);
  const rows = [1, 2, 3].map(
    (number) => `N${number},BMW,3 Series,2018,1500${number},2000${number}`,
  );
  const file = [
    `Stock Number,Make,Model,Year,Price (${currency}),Mileage,Doors,Power,First registration,Options`,
    ...rows.map((row, at) => `${row},5,${140 + at} kW,2018-0${at + 1},"Sat nav|Seats, heated"`),
  ].join("\n");
  const { _id } = await upload(feed, `${file}\n`);
  await run(feed, _id, "apply");
  const given = { sellerId: seller.id, make: "Audi", model: "A4", year: 2019 } as const;
  const details = { trim: "S line", serviceHistory: "none", options: ["Wheels, 19 inch"] } as const;
  const facts = { mileage: 41_000, mileageUnit: "mi", bodyType: "estate" } as const;
  const more = { ...facts, details: { ...details, options: [...details.options] } };
  // A VIN is for sale once.
  const vin = `WAUZZZ8K9AA00000${++serial}`;
  const byHand = await aListing(shop.deps, { ...given, ...more, vin, name: "My Audi" });
  const reserved = await aListing(shop.deps, { ...given, ...more });
  const stock = String((await call("GET", "/api/addproduct.csv")).body);
  const { id: buyerId } = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: reserved.id, buyerId });
  return { feed, file, stock, byHand, reserved };
}

test.each(["GBP", "USD"] as const)("an export changes nothing: stock in %s", async (currency) => {
  const { feed, file, stock } = await aStock(currency);
  // The feed itself reads its own files with a rate, and a feed in pounds the export that states dollars.
  const inPounds = await aFeed("Pounds", { currency: "GBP", rate: "1.25", distanceUnit: "mi" });
  const inEuros = await aFeed("Euros", { currency: "EUR", distanceUnit: "mi" });
  for (const target of [await aFeed("Spreadsheet"), feed, inPounds, inEuros])
    expect((await upload(target, stock)).counts).toEqual({
      added: 0,
      changed: 0,
      relisted: 0,
      retired: 0,
      unchanged: 5,
      kept: 0,
      repeated: 0,
      refused: 0,
      onlyDetails: 0,
    });
  expect((await upload(feed, `${file}\n`)).counts).toMatchObject({ unchanged: 3, added: 0 });
});

test("an edited export changes the cars by their id, and undo takes it back", async () => {
  const { feed, stock, byHand, reserved } = await aStock("GBP");
  const before = await prices();
  const edited = stock
    .split("\r\n")
    .map((line) =>
      line.includes(byHand.id) || line.includes(reserved.id)
        ? line.replace(`"${byHand.resalePriceMinor / 100}"`, `"9999"`)
        : line,
    )
    .join("\r\n");
  const sheet = await aFeed("Spreadsheet");
  const plan = await upload(sheet, edited);
  expect(plan.counts).toMatchObject({ added: 0, changed: 1, kept: 1, unchanged: 3 });
  expect(plan.kept).toMatchObject([{ productId: reserved.id, reason: "booked" }]);
  await call("POST", `/api/feeds/${sheet}/plans/${plan._id}/apply`, { confirm: true });
  expect(await prices()).toEqual(new Map(before).set(byHand.id, 999_900));
  // The car is still no car of a feed: a file without it leaves it on sale.
  expect((await call("GET", `/api/feeds/${sheet}`)).body).toMatchObject({ cars: 0 });
  expect(await run(sheet, plan._id, "undo")).toMatchObject({ state: "undone" });
  expect(await prices()).toEqual(before);
  expect((await call("GET", `/api/feeds/${feed}`)).body).toMatchObject({ cars: 3 });
});

test.each(["first", "last"])("a car in a feed and by its id is one, by id %s", async (place) => {
  const { feed, file, stock } = await aStock("USD");
  const [header = "", ...rows] = file.split("\n");
  const lines = stock.trim().split("\r\n");
  const exportedRow = lines.find((line) => line.includes('"15001"'))!;
  const cells = exportedRow.slice(1, -1).split('","');
  const names = lines[0]!.replace("\uFEFF", "").slice(1, -1).split('","');
  const cell = (name: string) => cells[names.indexOf(name)];
  const byId = [cell("stock number"), "BMW", "3 Series", 2018, 14_900, 20_001]
    .concat(rows[0]!.split(",").slice(6))
    .join();
  const both = place === "first" ? [byId, ...rows] : [...rows, byId];
  const plan = await upload(feed, `${[header, ...both].join("\n")}\n`);
  expect(plan.counts).toMatchObject({ added: 0, changed: 1, repeated: 1, unchanged: 2 });
  await run(feed, plan._id, "apply");
  expect([...(await prices()).values()].toSorted()).toContain(1_490_000);
  expect((await prices()).size).toBe(5);
});

test("details come with the feed, are public, and change one by one", async () => {
  const { feed, file, byHand } = await aStock("USD");
  const { rows } = await shop.deps.pool.query<{ id: string }>(
    "select id from listing where seller_id = $1 and mileage = 20001",
    [seller.id],
  );
  const shown = async () => (await call("GET", `/api/listings/${rows[0]!.id}`)).body;
  const stated = { doors: 5, powerKw: 140, firstRegistration: "2018-01" };
  const options = ["Sat nav", "Seats, heated"];
  expect(await shown()).toMatchObject({ ...stated, options, drive: null });
  const changed = await upload(feed, `${file.replace("5,140 kW", "3,150 kW")}\n`);
  expect(changed.counts).toMatchObject({ changed: 1, unchanged: 2, onlyDetails: 1 });
  const { changes } = (await call("GET", `/api/feeds/${feed}/plans/${changed._id}/changes`)).body;
  expect(changes[0].differences).toEqual([
    { field: "powerKw", before: 140, after: 150, isKept: false },
    { field: "doors", before: 5, after: 3, isKept: false },
  ]);
  await run(feed, changed._id, "apply");
  expect(await shown()).toMatchObject({ ...stated, doors: 3, powerKw: 150, options });
  await run(feed, changed._id, "undo");
  expect(await shown()).toMatchObject({ ...stated, options });
  // A list without these columns says nothing about them.
  const list = `stock number,make,model,year,price,currency,mileage,mileage unit,body type,title,vin,location\n${byHand.id},Audi,A4,2019,${byHand.resalePriceMinor / 100},USD,41000,mi,estate,My Audi,${byHand.vin},Lisbon`;
  const { counts } = await upload(await aFeed("List"), `${list}\n`);
  expect(counts).toMatchObject({ refused: 0, added: 0, onlyDetails: 0 });
});

test("an export that is uploaded again confirms its cars", async () => {
  const { stock, byHand, reserved } = await aStock("GBP");
  await shop.deps.pool.query("update listing set lapsed_at = now() where seller_id = $1", [
    seller.id,
  ]);
  await upload(await aFeed("Spreadsheet"), stock);
  const { rows } = await shop.deps.pool.query(
    "select id from listing where seller_id = $1 and lapsed_at is null",
    [seller.id],
  );
  expect(rows).toHaveLength(5);
  expect(rows).toEqual(expect.arrayContaining([{ id: byHand.id }, { id: reserved.id }]));
});

test("ids of another seller's cars change none of them", async () => {
  const { byHand, stock } = await aStock("GBP");
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const feed = await aFeed("Copied");
  const plan = await upload(feed, stock.replaceAll("My Audi", "Mine now"));
  expect(plan.counts).toMatchObject({ changed: 0, unchanged: 0 });
  await run(feed, plan._id, "apply");
  const { rows } = await shop.deps.pool.query("select seller_id from listing where id = $1", [
    byHand.id,
  ]);
  expect(rows).not.toEqual([{ seller_id: seller.id }]);
});

test("a car that its feed retired is listed again by its id", async () => {
  const { feed, file, stock } = await aStock("USD");
  const shorter = await upload(feed, `${file.split("\n").slice(0, -1).join("\n")}\n`);
  await call("POST", `/api/feeds/${feed}/plans/${shorter._id}/apply`, { confirm: true });
  const back = await upload(feed, stock);
  expect(back.counts).toMatchObject({ added: 0, relisted: 1, retired: 0 });
  await run(feed, back._id, "apply");
  expect((await upload(feed, `${file}\n`)).counts).toMatchObject({ unchanged: 3, added: 0 });
});
