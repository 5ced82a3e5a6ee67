import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount, confirmVin } from "#testing/builders.ts";
import { verifyHistory } from "#server/car-history/verify-history.ts";
import { createTestApp } from "#testing/test-app.ts";

// A car keeps its history when it is deleted and listed again, also if no one stated its VIN.

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Seller = Awaited<ReturnType<typeof anAccount>>;
const aSeller = () => anAccount(shop.deps, { role: "Seller", isVerified: true });

type Row = Partial<Record<"stock" | "plate" | "vin" | "model" | "make" | "year" | "price", string>>;
const headers = "Stock Number,Registration,VIN,Make,Model,Year,Price,Mileage";
const lineOf = ({ stock, plate, vin, make, model, year, price }: Row) =>
  [
    stock,
    plate,
    vin,
    make ?? "BMW",
    model ?? "3 Series",
    year ?? 2018,
    price ?? 15_000,
    40_000,
  ].join(",");

let serial = 0;
/** Lists cars by a new feed of the seller. Returns their ids. */
async function listAll({ token }: Seller, rows: readonly Row[]): Promise<string[]> {
  serial += 1;
  const options = { currency: "usd", distanceUnit: "mi" };
  const feed = await shop.call("POST", "/api/feeds", {
    token,
    body: { name: `Lot ${serial}`, options },
  });
  return sync(token, feed.body.insertedId as string, rows);
}

const list = async (seller: Seller, row: Row) => (await listAll(seller, [row]))[0]!;

/** Makes a plan from rows, which is not applied yet. Returns its URL. */
async function plan(token: string, feed: string, rows: readonly Row[]): Promise<string> {
  const { body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token,
    body: Buffer.from(`${headers}\n${rows.map(lineOf).join("\n")}\n`),
    headers: { "content-type": "application/octet-stream" },
  });
  return `/api/feeds/${feed}/plans/${body._id as string}`;
}

async function sync(token: string, feed: string, rows: readonly Row[]): Promise<string[]> {
  const url = await plan(token, feed, rows);
  const applied = await shop.call("POST", `${url}/apply`, { token, body: {} });
  expect(applied.body).toMatchObject({ state: "applied", counts: { refused: 0 } });
  const { body } = await shop.call("GET", `${url}/changes`, { token });
  return body.changes.map(({ productId }: { productId: string }) => productId);
}

const historyOf = async (listing: string) =>
  (await shop.call("GET", `/api/listings/${listing}/history`)).body as {
    daysOnMarket: number;
    events: { kind: string }[];
  };

/**
 * Lists a car, deletes it ten days later, and lists another row. Returns the history of the second listing, once an admin
 * has confirmed a claim of its VIN.
 */
async function relist(before: { by: Seller; row: Row }, after: { by: Seller; row: Row }) {
  const first = await list(before.by, before.row);
  await shop.call("DELETE", `/api/addproduct/${first}`, { token: before.by.token });
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    await tx.execute(sql`update car_event set at = at - interval '10 days 1 minute'
      where listing_id = ${first} and kind = 'listed'`);
  });
  const second = await list(after.by, { price: "14500", ...after.row });
  await confirmVin(shop.deps, second);
  return historyOf(second);
}

const whole = {
  daysOnMarket: 10,
  events: [
    { kind: "listed", price: 15_000, isEarlierListing: true },
    { kind: "withdrawn", isEarlierListing: true },
    { kind: "listed", price: 14_500, isEarlierListing: false },
  ],
};
const onlyItsOwn = { daysOnMarket: 0, events: [{ kind: "listed", isEarlierListing: false }] };
let plate = 1_000;
const aPlate = () => `AB${++plate} XYZ`;

// The first test, because the others alter events to age them.
test("ignores the keys that joined the cars of different sellers", async () => {
  const ids = [await list(await aSeller(), {}), await list(await aSeller(), {})];
  for (const id of ids)
    await shop.deps.db.execute(sql`insert into car_event (listing_id, car_key, kind)
      values (${id}, decode(${`01${"ab".repeat(32)}`}, 'hex'), 'identified')`);
  expect(await historyOf(ids[1]!)).toMatchObject(onlyItsOwn);
  expect((await verifyHistory(shop.deps.db, [])).broken).toBeNull();
});

test("a registration brings the history along within its seller", async () => {
  const seller = await aSeller();
  const written = aPlate();
  const history = await relist(
    { by: seller, row: { stock: "A1", plate: written } },
    { by: seller, row: { stock: "77", plate: written.replace(" ", "-").toLowerCase() } },
  );
  expect(history).toMatchObject(whole);
  // The plate is private: neither it nor the note that it was stated is shown.
  expect(JSON.stringify(history)).not.toMatch(/XYZ|identified/i);
});

test("a registration that another seller states is another car, unless the VINs agree", async () => {
  const one = await aSeller();
  const other = await aSeller();
  const guessed = aPlate();
  const history = await relist(
    { by: one, row: { plate: guessed } },
    { by: other, row: { plate: guessed } },
  );
  expect(history).toMatchObject(onlyItsOwn);
  const plate = aPlate();
  const vin = "WBA8B9G50HNU50004";
  const sameVin = await relist(
    { by: one, row: { plate, vin } },
    { by: other, row: { plate, vin } },
  );
  expect(sameVin).toMatchObject(whole);
});

test("a plate that moved to another car does not", async () => {
  const seller = await aSeller();
  const others: [Row, Row][] = [
    [{}, { make: "Audi", model: "A4" }],
    [{}, { model: "X5" }],
    [{}, { year: "2017" }],
    [{ vin: "WBA8B9G50HNU50001" }, { vin: "WBA8B9G50HNU50002" }],
  ];
  for (const [before, after] of others) {
    const plate = aPlate();
    const history = await relist(
      { by: seller, row: { plate, ...before } },
      { by: seller, row: { plate, ...after } },
    );
    expect(history).toMatchObject(onlyItsOwn);
  }
});

test("a listing without the VIN is found by the registration of the one with it", async () => {
  const seller = await aSeller();
  const shared = aPlate();
  const before = { by: seller, row: { plate: shared, vin: "WBA8B9G50HNU50003" } };
  const after = { by: seller, row: { plate: shared } };
  expect(await relist(before, after)).toMatchObject(whole);
});

test("a year, an age code or a word in the column of registrations is none", async () => {
  const seller = await aSeller();
  for (const plate of ["2018", "68", "B7", "ON REQUEST"]) {
    const history = await relist(
      { by: seller, row: { stock: `first ${plate.replace(/\d/g, "x")}`, plate } },
      { by: seller, row: { stock: `second ${plate.replace(/\d/g, "x")}`, plate } },
    );
    expect(history, plate).toMatchObject(onlyItsOwn);
  }
});

test("a registration that several rows of a file have is none", async () => {
  const seller = await aSeller();
  const [before] = await listAll(seller, [
    { stock: "R1", plate: "TBC 2018" },
    { stock: "R2", plate: "tbc-2018" },
  ]);
  await shop.call("DELETE", `/api/addproduct/${before!}`, { token: seller.token });
  const after = await list(seller, { plate: "TBC2018" });
  expect(await historyOf(after)).toMatchObject(onlyItsOwn);
});

test("a stock number brings the history along within its seller", async () => {
  const seller = await aSeller();
  const before = { by: seller, row: { stock: "LOT-1" } };
  const after = { by: seller, row: { stock: "lot 1" } };
  expect(await relist(before, after)).toMatchObject(whole);
});

test("a stock number of another model is another car", async () => {
  const seller = await aSeller();
  const before = { by: seller, row: { stock: "LOT-2" } };
  const after = { by: seller, row: { stock: "LOT-2", model: "5 Series" } };
  expect(await relist(before, after)).toMatchObject(onlyItsOwn);
});

test("a stock number of another seller is another car", async () => {
  const one = await aSeller();
  const other = await aSeller();
  const before = { by: one, row: { stock: "LOT-3" } };
  const after = { by: other, row: { stock: "LOT-3" } };
  expect(await relist(before, after)).toMatchObject(onlyItsOwn);
});

test("a feed that gains registrations adds them to its cars' histories when it is applied, once", async () => {
  const seller = await aSeller();
  const gained = aPlate();
  const listed = await list(seller, { stock: "LOT-4" });
  const { rows } = await shop.deps.db.execute<{ feed_id: string }>(
    sql`select feed_id from feed_car where listing_id = ${listed}`,
  );
  const feed = rows[0]!.feed_id;
  const keys = async () =>
    (
      await shop.deps.db.execute(
        sql`select from car_event where listing_id = ${listed} and kind = 'identified'`,
      )
    ).rows.length;
  // The same row with a registration, and one that also changes the price.
  for (const price of ["15000", "14900"]) {
    await plan(seller.token, feed, [{ stock: "LOT-4", plate: gained, price }]);
    expect(await keys()).toBe(1);
  }
  for (const price of ["14900", "14800"]) {
    await sync(seller.token, feed, [{ stock: "LOT-4", plate: gained, price }]);
    expect(await keys()).toBe(2);
  }
  const again = await list(seller, { plate: gained, price: "14500" });
  expect((await historyOf(again)).events).toMatchObject([
    { kind: "listed", isEarlierListing: true },
    { kind: "price", isEarlierListing: true },
    { kind: "price", isEarlierListing: true },
    { kind: "listed", isEarlierListing: false },
  ]);
});
