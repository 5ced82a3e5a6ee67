import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Deps } from "#server/deps.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { aBooking } from "#testing/builders.ts";
import { commandShop } from "#testing/imports/command-shop.ts";
import { runImportOrSync } from "./feed-command.ts";

const shop = commandShop();

const run = (...argv: string[]) => runImportOrSync([...argv, "--seller", shop.seller.email]);
const sync = (...argv: string[]) => run("sync", ...argv);
const given = (...lines: string[]) =>
  writeFileSync(path.join(shop.folder, "stock.csv"), `${lines.join("\n")}\n`);
const summary = () => shop.output.findLast((line) => line.includes("rows read"));
const lines = (part: string) => shop.output.filter((line) => line.includes(part));
const cars = () =>
  shop.db
    .select({
      id: listingTable.id,
      price: listingTable.resalePriceMinor,
      mileageUnit: listingTable.mileageUnit,
    })
    .from(listingTable)
    .where(eq(listingTable.sellerId, shop.seller.id))
    .orderBy(asc(listingTable.sourceRow), asc(listingTable.createdAt));
const pricesOf = async (listingId: string) =>
  (
    await shop.db.execute<{ price: number }>(
      sql`select price_minor::int as price from listing_price_change where listing_id = ${listingId} order by id`,
    )
  ).rows.map(({ price }) => price);

const headers = "Stock Number,Make,Model,Year,Price (USD),Mileage (mi)";
const car = (number: number, price: number | string = 15_000) =>
  `S${number},BMW,3 Series,2018,${price},${20_000 + number}`;
const imports = () => path.join(shop.folder, "data/imports");

test.each([[["--dry-run"]], [[]]])(
  "says why rows were refused and what helps, %j",
  async (flags) => {
    given(
      "Stock Number,Make,Model,Year,Price,Mileage (mi),Notes",
      "S1,BMW,3 Series,2018,$15000,20001,",
      "S2,BMW,Roadking,2018,$15000,20002,",
      "S3,BMW,Roadking,2018,$15000,20003,",
      "S4,Toyota,Corolla,2018,$15000,20004,",
      "S5,BMW,X5,2018,$15000,20005,engine damage",
    );
    expect(await sync("stock.csv", "--currency", "USD", ...flags)).toBe(0);
    expect(lines("of the refused")).toEqual([
      "  of the refused: 1 of other makes + 1 damaged + 0 not for sale + 2 to correct",
    ]);
    expect(lines("--new-models")).toEqual([
      expect.stringMatching(/^ {2}refused: 2 × Model: .*known model of BMW \(use --new-models/),
    ]);
  },
);

test("a mileage without a unit says which option states it, and that option lists the car", async () => {
  given("Stock Number,Make,Model,Year,Price (SGD),Mileage", "S1,BMW,X5,2018,15000,20001");
  expect(await sync("stock.csv", "--rate", "0.7")).toBe(3);
  expect(lines("has no unit")).toEqual([
    "  refused: 1 × Mileage: … has no unit, and the feed does not show it (use --distance-unit km or --distance-unit mi)",
  ]);
  expect(await sync("stock.csv", "--rate", "0.7", "--distance-unit", "km")).toBe(0);
  expect(await cars()).toMatchObject([{ mileageUnit: "km" }]);
});

test("refused rows go to the data folder or where --report says, never beside the file", async () => {
  given(headers, car(1), car(2, "call us"));
  expect(await sync("stock.csv")).toBe(0);
  const report = path.join(imports(), "stock.quarantined.csv");
  expect(readFileSync(report, "utf8")).toContain("call us");
  expect(lines("refused rows, to correct")).toEqual([
    expect.stringContaining("stock.quarantined.csv"),
  ]);
  given(headers, car(1, 14_900), car(2, "call us"));
  expect(await sync("stock.csv", "--report", "elsewhere/odd.csv")).toBe(0);
  expect(existsSync(path.join(shop.folder, "elsewhere/odd.csv"))).toBe(true);
  expect(readdirSync(imports())).toEqual(["stock.quarantined.csv"]);
  expect(readdirSync(shop.folder).toSorted()).toEqual(["data", "elsewhere", "stock.csv"]);
});

test("records each change of a price", async () => {
  given(headers, car(1), car(2));
  await sync("stock.csv");
  for (const price of [14_500, 14_900]) {
    given(headers, car(1, price), car(2));
    expect(await sync("stock.csv", "--confirm")).toBe(0);
  }
  const [first, second] = await cars();
  expect(await pricesOf(first!.id)).toEqual([1_500_000, 1_450_000, 1_490_000]);
  expect(await pricesOf(second!.id)).toEqual([1_500_000]);
});

test("the right unit and currency correct every car of a feed", async () => {
  given(
    "Stock Number,Make,Model,Year,Price,Mileage",
    "S1,BMW,X5,2018,15000,20001",
    "S2,Audi,A4,2018,9000,30001",
  );
  expect(await sync("stock.csv", "--currency", "USD", "--distance-unit", "mi")).toBe(0);
  const before = await cars();
  const right = ["--currency", "EUR", "--rate", "1.5", "--distance-unit", "km", "--confirm"];
  expect(await sync("stock.csv", ...right)).toBe(0);
  expect(summary()).toContain("0 new + 2 changed");
  expect(await cars()).toEqual(
    before.map(({ id, price }) => ({ id, price: price * 1.5, mileageUnit: "km" })),
  );
});

test.each([
  ["title", "Title", "BMW X5 one owner", "BMW X5 with tow bar"],
  ["postcode", "Postcode", "LS1 4AP", "M1 1AE"],
  ["URL", "URL", "https://dealer.example/1", "https://dealer.example/2"],
])("two adverts with another %s are two cars", async (_, header, first, second) => {
  const row = (text: string) => `BMW,X5,2018,15000,20001,${text}`;
  given(`Make,Model,Year,Price (USD),Mileage (mi),${header}`, row(first), row(second), row(second));
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("3 rows read = 2 new");
  expect(summary()).toContain("1 repeated");
  expect(await cars()).toHaveLength(2);
});

test("shows repeated rows with both lines and both values, and writes them to a file", async () => {
  const withColor = (row: string, color: string) => `${row},${color}`;
  given(
    `${headers},Color,Location`,
    withColor(car(1), "black,=1+1"),
    withColor(car(2), "red,Leeds"),
    withColor(car(1, 14_000), "black,@leeds"),
    withColor(car(2), "red,Leeds"),
  );
  expect(await sync("stock.csv")).toBe(0);
  expect(lines("repeats line")).toEqual([
    "  repeated: line 4 repeats line 2, but differs in location =1+1 → @leeds, price $15,000 → $14,000, source price $15,000 → $14,000",
    "  repeated: line 5 repeats line 3",
  ]);
  expect(lines("to compare")).toEqual([expect.stringContaining("imports/stock.duplicates.csv")]);
  const report = readFileSync(path.join(imports(), "stock.duplicates.csv"), "utf8");
  expect(report.split("\r\n")).toEqual([
    "\uFEFFline,first line,fact,value in the first line,value",
    "4,2,location,'=1+1,'@leeds",
    "4,2,price,15000,14000",
    "4,2,sourcePrice,15000,14000",
    "5,3,,,",
    "",
  ]);
});

test("undo says that a new car which was reserved since stays", async () => {
  given(headers, car(1));
  await sync("stock.csv");
  given(headers, car(1), car(2), car(3));
  await sync("stock.csv");
  const [, added] = await cars();
  const buyer = await shop.addSeller();
  const deps = { db: shop.db, catalogue: { refresh: async () => {} } as Deps["catalogue"] };
  await aBooking(deps, { listingId: added!.id, buyerId: buyer.id });
  expect(await run("undo", "stock.csv")).toBe(0);
  expect(shop.output.at(-1)).toBe(
    "stock.csv: 1 changes undone, 1 kept because the car is reserved or sold, its VIN is for sale, or its seller took it off sale",
  );
});
