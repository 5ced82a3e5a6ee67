import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// The stock number and the registration of cars that are listed by a form, and the history that they bring along.

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

type Seller = Awaited<ReturnType<typeof anAccount>>;
const aSeller = () => anAccount(shop.deps, { role: "Seller", isVerified: true });

const specified = {
  name: "BMW 320d",
  originalPrice: 30_000,
  resalePrice: 20_000,
  category: "BMW",
  condition: "Good",
};
const kind = { model: "3 Series", year: 2018 };

const add = ({ token }: Seller, facts: object) =>
  shop.call("POST", "/api/addproduct", { token, body: { ...specified, ...facts } });
async function list(seller: Seller, facts: object): Promise<string> {
  const { body } = await add(seller, facts);
  expect(body).toMatchObject({ acknowledged: true });
  return body.insertedId as string;
}
const change = ({ token }: Seller, id: string, body: object) =>
  shop.call("PATCH", `/api/products/${id}`, { token, body });
const own = async (token: string, id: string) =>
  (await shop.call("GET", `/api/addproduct/${id}`, { token })).body;
const historyOf = async (id: string) =>
  (await shop.call("GET", `/api/listings/${id}/history`)).body as { daysOnMarket: number };

/** Lists a car, deletes it ten days later, and lists another one. Returns the history of the second listing. */
async function relist(before: { by: Seller; car: object }, after: { by: Seller; car: object }) {
  const first = await list(before.by, before.car);
  await shop.call("DELETE", `/api/addproduct/${first}`, { token: before.by.token });
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    await tx.execute(sql`update car_event set at = at - interval '10 days 1 minute'
      where listing_id = ${first} and kind = 'listed'`);
  });
  return historyOf(await list(after.by, { ...after.car, resalePrice: 19_000 }));
}

const whole = {
  daysOnMarket: 10,
  events: [
    { kind: "listed", price: 20_000, isEarlierListing: true },
    { kind: "withdrawn", isEarlierListing: true },
    { kind: "listed", price: 19_000, isEarlierListing: false },
  ],
};
const onlyItsOwn = { daysOnMarket: 0, events: [{ kind: "listed", isEarlierListing: false }] };

test("a registration in the form brings the history of an earlier listing along", async () => {
  const by = await aSeller();
  const history = await relist(
    { by, car: { registration: "AB12 XYZ" } },
    { by, car: { registration: "ab12-xyz" } },
  );
  expect(history).toMatchObject(whole);
  expect(JSON.stringify(history)).not.toMatch(/xyz|identified/i);
});

test("a stock number does for a car of the same model and year", async () => {
  const by = await aSeller();
  const first = { by, car: { ...kind, stockNumber: "LOT-1" } };
  expect(await relist(first, { by, car: { ...kind, stockNumber: "lot 1" } })).toMatchObject(whole);
  for (const other of [{ model: "5 Series", year: 2018 }, { model: "3 Series" }, {}])
    expect(await relist(first, { by, car: { ...other, stockNumber: "LOT-1" } })).toMatchObject(
      onlyItsOwn,
    );
});

test("a form finds the car of a feed that stated the same registration", async () => {
  const by = await aSeller();
  const first = await listByFeed(by, "FD18 ABC");
  await shop.call("DELETE", `/api/addproduct/${first}`, { token: by.token });
  const again = await list(by, { ...kind, registration: "fd18abc" });
  expect(await historyOf(again)).toMatchObject({
    events: [{ kind: "listed", isEarlierListing: true }, { kind: "withdrawn" }, { kind: "listed" }],
  });
});

test("the same numbers at another seller are another car", async () => {
  const car = { ...kind, stockNumber: "A1", registration: "CD34 XYZ" };
  const history = await relist({ by: await aSeller(), car }, { by: await aSeller(), car });
  expect(history).toMatchObject(onlyItsOwn);
});

test("a number that is added later finds earlier listings, and one that is taken off still does", async () => {
  const by = await aSeller();
  const registration = "EF56 XYZ";
  await list(by, { registration });
  const later = await list(by, {});
  expect((await change(by, later, { registration })).body).toEqual({ modifiedCount: 1 });
  expect(await historyOf(later)).toMatchObject({
    events: [{ isEarlierListing: true }, { isEarlierListing: false }],
  });
  await change(by, later, { registration: "" });
  expect(await own(by.token, later)).toMatchObject({ registration: null });
  expect(await historyOf(later)).toMatchObject({
    events: [{ isEarlierListing: true }, { isEarlierListing: false }],
  });
});

test("a car that gets its model and year later is found by its stock number from then on", async () => {
  const by = await aSeller();
  const stockNumber = "S-77";
  await list(by, { ...kind, stockNumber });
  const later = await list(by, { stockNumber });
  expect(await historyOf(later)).toMatchObject(onlyItsOwn);
  await change(by, later, kind);
  expect(await historyOf(later)).toMatchObject({ events: [{}, { isEarlierListing: false }] });
});

test("only the seller and admins see the numbers", async () => {
  const by = await aSeller();
  const numbers = { stockNumber: "ZQ-4711", registration: "ZQ18 PRV" };
  const id = await list(by, { ...kind, ...numbers });
  const admin = await anAccount(shop.deps, { role: "admin" });
  for (const token of [by.token, admin.token])
    expect(await own(token, id)).toMatchObject({ ...numbers, isOfFeed: false });
  const listed = await shop.call("GET", "/api/addproduct", { token: by.token });
  expect(listed.body).toMatchObject([{ _id: id, stockNumber: numbers.stockNumber }]);
  const { token } = await aSeller();
  expect((await shop.call("GET", `/api/addproduct/${id}`, { token })).status).toBe(404);
  const urls = [
    `/api/listings/${id}`,
    `/api/listings/${id}/history`,
    "/api/listings?q=ZQ18",
    "/api/listings",
    "/api/products/1",
  ];
  for (const url of urls)
    expect(JSON.stringify((await shop.call("GET", url)).body), url).not.toMatch(/4711|PRV/);
});

test.each([
  [{ stockNumber: "none" }, "A stock number must have a digit."],
  [{ stockNumber: "1".repeat(41) }, "Please use at most 40 characters."],
  [{ registration: "2018" }, "A registration must have at least 4 letters and digits, and both."],
  [
    { registration: "on request" },
    "A registration must have at least 4 letters and digits, and both.",
  ],
  [{ registration: "AB12\0XYZ" }, "This text contains a character that cannot be stored."],
])("refuses %j and says why", async (numbers, message) => {
  const by = await aSeller();
  const refusal = { fields: { [Object.keys(numbers)[0]!]: message } };
  const id = await list(by, {});
  for (const answer of [await add(by, numbers), await change(by, id, numbers)]) {
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject(refusal);
  }
});

test("the numbers of a car that a feed lists are changed in its file only", async () => {
  const by = await aSeller();
  const id = await listByFeed(by, "GH78 XYZ");
  expect(await own(by.token, id)).toMatchObject({ isOfFeed: true, registration: null });
  const { status, body } = await change(by, id, { registration: "JK90 XYZ", stockNumber: "" });
  expect(status).toBe(400);
  expect(body.error.fields).toEqual({
    registration: "A feed lists this car. Change this in the feed's file.",
  });
  expect((await change(by, id, { registration: "", resalePrice: 14_000 })).status).toBe(200);
});

/** Lists a car by a new feed of the seller. Returns its id. */
async function listByFeed({ token }: Seller, registration: string): Promise<string> {
  const feed = await shop.call("POST", "/api/feeds", {
    token,
    body: { name: "Lot", options: { currency: "usd", distanceUnit: "mi" } },
  });
  const url = `/api/feeds/${feed.body.insertedId as string}/plans`;
  const file = `Registration,Make,Model,Year,Price,Mileage\n${registration},BMW,3 Series,2018,15000,40000\n`;
  const { body } = await shop.call("POST", `${url}?file=stock.csv`, {
    token,
    body: Buffer.from(file),
    headers: { "content-type": "application/octet-stream" },
  });
  const plan = `${url}/${body._id as string}`;
  await shop.call("POST", `${plan}/apply`, { token, body: {} });
  const { changes } = (await shop.call("GET", `${plan}/changes`, { token })).body;
  return changes[0].productId as string;
}
