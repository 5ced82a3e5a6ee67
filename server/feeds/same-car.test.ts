import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// A car keeps its history when it is deleted and listed again, also if no one stated its VIN.

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Seller = Awaited<ReturnType<typeof anAccount>>;
const aSeller = () => anAccount(shop.deps, { role: "Seller", isVerified: true });

type Row = Partial<Record<"stock" | "plate" | "vin" | "model" | "make" | "price", string>>;
const headers = "Stock Number,Registration,VIN,Make,Model,Year,Price,Mileage";
const lineOf = ({ stock, plate, vin, make, model, price }: Row) =>
  [stock, plate, vin, make ?? "BMW", model ?? "3 Series", 2018, price ?? 15_000, 40_000].join(",");

let serial = 0;
/** Lists a car by a new feed of the seller. Returns the car's id. */
async function list({ token }: Seller, row: Row): Promise<string> {
  serial += 1;
  const options = { currency: "usd", distanceUnit: "mi" };
  const feed = await shop.call("POST", "/api/feeds", {
    token,
    body: { name: `Lot ${serial}`, options },
  });
  return sync(token, feed.body.insertedId as string, row);
}

async function sync(token: string, feed: string, row: Row): Promise<string> {
  const { body: plan } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token,
    body: Buffer.from(`${headers}\n${lineOf(row)}\n`),
    headers: { "content-type": "application/octet-stream" },
  });
  const url = `/api/feeds/${feed}/plans/${plan._id as string}`;
  const applied = await shop.call("POST", `${url}/apply`, { token, body: {} });
  expect(applied.body).toMatchObject({ state: "applied", counts: { refused: 0 } });
  const { body } = await shop.call("GET", `${url}/changes`, { token });
  return body.changes[0].productId as string;
}

/** Lists a car, deletes it ten days later, and lists another row. Returns the history of the second listing. */
async function relist(before: { by: Seller; row: Row }, after: { by: Seller; row: Row }) {
  const first = await list(before.by, before.row);
  await shop.call("DELETE", `/api/addproduct/${first}`, { token: before.by.token });
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    await tx.execute(sql`update car_event set at = at - interval '10 days 1 minute'
      where listing_id = ${first} and kind = 'listed'`);
  });
  const second = await list(after.by, { price: "14500", ...after.row });
  return (await shop.call("GET", `/api/listings/${second}/history`)).body as {
    daysOnMarket: number;
    events: { kind: string }[];
  };
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

test("a registration brings the history along to another seller", async () => {
  const [one, other] = [await aSeller(), await aSeller()];
  const written = aPlate();
  const history = await relist(
    { by: one, row: { stock: "A1", plate: written } },
    { by: other, row: { stock: "77", plate: written.replace(" ", "-").toLowerCase() } },
  );
  expect(history).toMatchObject(whole);
  // The plate is private: neither it nor the note that it was stated is shown.
  expect(JSON.stringify(history)).not.toMatch(/XYZ|identified/i);
});

test("a plate that moved to another car does not", async () => {
  const [one, other] = [await aSeller(), await aSeller()];
  const moved = aPlate();
  const ofAnAudi = await relist(
    { by: one, row: { plate: moved } },
    { by: other, row: { plate: moved, make: "Audi", model: "A4" } },
  );
  expect(ofAnAudi).toMatchObject(onlyItsOwn);
  const movedAgain = aPlate();
  const [before, after] = [
    { by: one, row: { plate: movedAgain, vin: "WBA8B9G50HNU50001" } },
    { by: other, row: { plate: movedAgain, vin: "WBA8B9G50HNU50002" } },
  ];
  expect(await relist(before, after)).toMatchObject(onlyItsOwn);
});

test("a listing without the VIN is found by the registration of the one with it", async () => {
  const [one, other] = [await aSeller(), await aSeller()];
  const shared = aPlate();
  const [before, after] = [
    { by: one, row: { plate: shared, vin: "WBA8B9G50HNU50003" } },
    { by: other, row: { plate: shared } },
  ];
  expect(await relist(before, after)).toMatchObject(whole);
});

test("a stock number brings the history along within its seller", async () => {
  const seller = await aSeller();
  const [before, after] = [
    { by: seller, row: { stock: "LOT-1" } },
    { by: seller, row: { stock: "lot 1" } },
  ];
  expect(await relist(before, after)).toMatchObject(whole);
});

test("a stock number of another model is another car", async () => {
  const seller = await aSeller();
  const [before, after] = [
    { by: seller, row: { stock: "LOT-2" } },
    { by: seller, row: { stock: "LOT-2", model: "5 Series" } },
  ];
  expect(await relist(before, after)).toMatchObject(onlyItsOwn);
});

test("a stock number of another seller is another car", async () => {
  const [one, other] = [await aSeller(), await aSeller()];
  const [before, after] = [
    { by: one, row: { stock: "LOT-3" } },
    { by: other, row: { stock: "LOT-3" } },
  ];
  expect(await relist(before, after)).toMatchObject(onlyItsOwn);
});

test("a feed that gains registrations adds them to the history of its cars, once", async () => {
  const [one, other] = [await aSeller(), await aSeller()];
  const gained = aPlate();
  const listed = await list(one, { stock: "LOT-4" });
  const { rows } = await shop.deps.db.execute<{ feed_id: string }>(
    sql`select feed_id from feed_car where listing_id = ${listed}`,
  );
  const feed = rows[0]!.feed_id;
  for (let syncs = 0; syncs < 2; syncs++)
    await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
      token: one.token,
      body: Buffer.from(`${headers}\n${lineOf({ stock: "LOT-4", plate: gained })}\n`),
      headers: { "content-type": "application/octet-stream" },
    });
  const keys = await shop.deps.db.execute(
    sql`select from car_event where listing_id = ${listed} and kind = 'identified'`,
  );
  expect(keys.rows).toHaveLength(2);
  const again = await list(other, { plate: gained, price: "14500" });
  const { body } = await shop.call("GET", `/api/listings/${again}/history`);
  expect(body.events).toMatchObject([
    { kind: "listed", isEarlierListing: true },
    { kind: "listed", isEarlierListing: false },
  ]);
});
