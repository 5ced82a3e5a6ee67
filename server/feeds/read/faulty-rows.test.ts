import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// Files with rows that cannot be read as cars.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const body = { name: "Stock", options: { currency: "gbp", rate: "1.25", distanceUnit: "mi" } };
  feed = (await shop.call("POST", "/api/feeds", { token: seller.token, body })).body.insertedId;
});

/** What a file would do to the cars of the one before. */
async function planOf(lines: readonly string[], end = "\n"): Promise<FeedPlanAnswer> {
  const { body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(lines.join("\n") + end),
    headers: { "content-type": "application/octet-stream" },
  });
  return body;
}
async function sync(lines: readonly string[]) {
  const { _id } = await planOf(lines);
  const url = `/api/feeds/${feed}/plans/${_id}/apply`;
  const { body } = await shop.call("POST", url, { token: seller.token, body: { confirm: true } });
  expect(body).toMatchObject({ state: "applied", skipped: 0 });
}

const header = "model,year,price,transmission,mileage,fuelType";
const cars = [
  "3 Series,2017,15999,Automatic,21034,Diesel",
  "3 Series,2017,14250,Manual,40211,Petrol",
  "X5,2019,41995,Automatic,12876,Diesel",
  "X1,2016,13495,Manual,35120,Diesel",
  "5 Series,2018,19980,Automatic,28400,Diesel",
  "1 Series,2017,11995,Manual,30210,Petrol",
];

test("a car whose row lacks its mileage for a night stays for sale, and one that is gone does not", async () => {
  await sync([header, ...cars]);
  const faulty = cars[1]!.replace("40211", "n/a");
  const { counts, kept } = await planOf([header, faulty, ...cars.slice(2)]);
  // One of the two is gone, and the row with the price of the other one is refused.
  expect(counts).toMatchObject({ retired: 1, refused: 1, kept: 1 });
  expect(kept).toMatchObject([{ name: "BMW 3 Series 2017", change: "gone", reason: "refused" }]);
  const changes = await shop.call(
    "GET",
    `/api/feeds/${feed}/plans/${(await planOf([header, faulty, ...cars.slice(2)]))._id}/changes`,
    {
      token: seller.token,
    },
  );
  expect(changes.body.changes).toMatchObject([{ kind: "retired", differences: [] }]);
});

test("a row whose model cannot be read, or with a cell too many, keeps its car", async () => {
  const lines = (third: string) => [
    `make,${header}`,
    ...cars.map((car, at) => `BMW,${at === 2 ? third : car}`),
  ];
  await sync(lines(cars[2]!));
  for (const faulty of [cars[2]!.replace("X5", "other"), `${cars[2]},4x4, one owner`])
    expect((await planOf(lines(faulty))).kept).toMatchObject([
      { name: "BMW X5 2019", reason: "refused" },
    ]);
});

test("a faulty row finds its car by a VIN that is written with blanks", async () => {
  const vins = ["WBA8B9G50HNU50001", "WBA8B9G50HNU50002", "WBA8B9G50HNU50003"];
  const lines = (faulty: string) => [
    `vin,${header}`,
    ...vins.map((vin, at) => `${vin},${cars[at + 2]}`).slice(1),
    faulty,
  ];
  await sync(lines(`${vins[0]},${cars[0]}`));
  const written = vins[0]!.replace("G50", " g50-");
  const { counts, kept } = await planOf(lines(`${written},${cars[0]!.replace("15999", "POA")}`));
  expect(counts).toMatchObject({ retired: 0, refused: 1 });
  expect(kept).toMatchObject([{ name: "BMW 3 Series 2017", reason: "refused" }]);
});

test("cars that are gone are taken off sale although the file ends with a footer", async () => {
  await sync([header, ...cars, "Total: 6"]);
  for (const footer of ["Total: 5", "EOF", ",,5"]) {
    const { keepsGone, counts } = await planOf([header, ...cars.slice(1), footer]);
    expect([footer, keepsGone, counts.retired, counts.refused]).toEqual([footer, null, 1, 1]);
  }
});

test.each([
  ["in a cell", "1 Series", ""],
  ["after a few cells", "1 Series,2017", "\n"],
])("a file that was cut off %s takes no car off sale", async (_, last, end) => {
  await sync([header, ...cars]);
  expect(await planOf([header, ...cars.slice(1, 5), last], end)).toMatchObject({
    keepsGone: "incomplete",
    counts: { retired: 0 },
  });
});
