import { writeFileSync } from "node:fs";
import path from "node:path";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listingTable } from "#server/listings/listing-table.ts";
import { feedFormats, type FeedFormat, type FeedRow } from "#testing/imports/feed-of-format.ts";
import { sizeOf } from "#testing/test-depth.ts";
import { commandShop } from "#testing/imports/command-shop.ts";
import { runImportOrSync } from "./feed-command.ts";

const shop = commandShop();

const headers = ["Stock Number", "Make", "Model", "Year", "Price", "Mileage", "Color", "Fuel"];
const car = (number: number, changes: FeedRow = {}): FeedRow => ({
  "Stock Number": `S${number}`,
  Make: "BMW",
  Model: "3 Series",
  Year: "2018",
  Price: `${15_000 + number * 100}`,
  Mileage: `${20_000 + number * 1_000}`,
  Color: "black",
  Fuel: "Diesel",
  ...changes,
});
/** Ten cars, of which some are changed or, with null, left out. */
const stock = (changes: Record<number, FeedRow | null> = {}) =>
  Array.from({ length: 10 }, (_, at) => at + 1)
    .filter((number) => changes[number] !== null)
    .map((number) => car(number, changes[number] ?? {}));

const cars = () =>
  shop.db
    .select({
      id: listingTable.id,
      price: listingTable.resalePriceMinor,
      mileage: listingTable.mileage,
      withdrawnAt: listingTable.withdrawnAt,
      updatedAt: listingTable.updatedAt,
    })
    .from(listingTable)
    .where(eq(listingTable.sellerId, shop.seller.id))
    .orderBy(asc(listingTable.sourceRow), asc(listingTable.createdAt));
const onSale = async () => (await cars()).filter(({ withdrawnAt }) => withdrawnAt === null);
const summary = () => shop.output.findLast((line) => line.includes("rows read"));

/** The message that refuses a file whose second half is missing. */
const cutOff: Record<Exclude<FeedFormat, "csv">, RegExp> = {
  xlsx: /stock\.xlsx: not a readable ZIP archive or workbook, so it is damaged or cut off/,
  xml: /stock\.xml, line \d+: not valid XML \(the file ends too early\)/,
  json: /stock\.json, line \d+: not valid JSON \(the file ends too early\)/,
  jsonl: /stock\.jsonl, line \d+: not valid JSON \(the file ends too early\)/,
  "csv.gz": /stock\.csv\.gz: the archive is damaged or cut off/,
  zip: /stock\.zip: not a readable ZIP archive or workbook, so it is damaged or cut off/,
};

const formats = Object.keys(cutOff) as (keyof typeof cutOff)[];
test.each(formats.slice(0, sizeOf("feedFormats")))(
  "keeps a dealer's listings in step from Monday to Friday with %s",
  async (format) => {
    const name = `stock.${format}`;
    const bytesOf = (rows: readonly FeedRow[]) => feedFormats[format](headers, rows);
    const sync = (bytes: Buffer, ...options: string[]) => {
      writeFileSync(path.join(shop.folder, name), bytes);
      const feed = ["--currency", "USD", "--distance-unit", "mi"];
      return runImportOrSync(["sync", name, ...feed, ...options, "--seller", shop.seller.email]);
    };

    // Monday: all cars are new. Other bytes with the same cars change nothing.
    expect(await sync(bytesOf(stock()))).toBe(0);
    expect(summary()).toContain("10 rows read = 10 new");
    const monday = await onSale();
    expect(monday.map(({ price, mileage }) => [price, mileage])).toEqual(
      stock().map(({ Price, Mileage }) => [Number(Price) * 100, Number(Mileage)]),
    );
    expect(await sync(bytesOf(stock().toReversed()))).toBe(0);
    expect(summary()).toContain("= 0 new + 0 changed + 0 back + 10 unchanged");
    expect(await cars()).toEqual(monday);

    // Tuesday: a price fell, a car is gone, another is new, and one has no price.
    const tuesday = [
      ...stock({ 1: { Price: "14000" }, 2: null, 3: { Price: "" } }),
      car(11, { Model: "X5", Price: "30000" }),
    ];
    expect(await sync(bytesOf(tuesday))).toBe(0);
    expect(summary()).toContain(
      "= 1 new + 1 changed + 0 back + 7 unchanged + 0 repeated + 1 refused; 1 gone",
    );
    expect(shop.output).toContainEqual(expect.stringContaining("price $15,100 → $14,000"));
    const after = await cars();
    expect(after).toHaveLength(11);
    expect(after[0]).toMatchObject({ id: monday[0]!.id, price: 1_400_000 });
    expect(after.flatMap(({ id, withdrawnAt }) => (withdrawnAt ? id : []))).toEqual([
      monday[1]!.id,
    ]);

    // Wednesday: the car is back with its listing, and one is damaged.
    expect(await sync(bytesOf(stock({ 4: { Color: "black - accident damage" } })))).toBe(0);
    expect(summary()).toContain(
      "= 0 new + 1 changed + 1 back + 7 unchanged + 0 repeated + 1 refused; 2 gone",
    );
    const wednesday = await onSale();
    expect(wednesday.map(({ id }) => id)).toEqual(
      monday.flatMap(({ id }, at) => (at === 3 ? [] : id)),
    );

    // Thursday: a file without cars, and one whose second half is missing, take nothing off sale.
    expect(await sync(bytesOf([]))).toBe(1);
    const whole = bytesOf(stock());
    shop.output = [];
    expect(await sync(whole.subarray(0, Math.floor(whole.length / 2) + 10))).toBe(1);
    expect(shop.output.join("\n")).toMatch(cutOff[format]);
    expect(await onSale()).toEqual(wednesday);

    // Friday: a third of the cars is gone. That waits for a person.
    const friday = bytesOf(stock({ 1: null, 2: null, 3: null, 4: null }));
    expect(await sync(friday)).toBe(4);
    expect(await onSale()).toEqual(wednesday);
    expect(await sync(friday, "--confirm")).toBe(0);
    expect(await onSale()).toHaveLength(6);
    expect(await runImportOrSync(["undo", name, "--seller", shop.seller.email])).toBe(0);
    expect((await onSale()).map(({ id }) => id)).toEqual(wednesday.map(({ id }) => id));
  },
);
