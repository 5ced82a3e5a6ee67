import { writeFileSync } from "node:fs";
import path from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listingTable } from "#server/listings/listing-table.ts";
import { lockSeller } from "#server/listings/public.ts";
import { commandShop } from "#testing/imports/command-shop.ts";
import { runImportOrSync } from "./feed-command.ts";

const shop = commandShop();

const run = (...argv: string[]) => runImportOrSync([...argv, "--seller", shop.seller.email]);
const sync = (...argv: string[]) => run("sync", ...argv);

const headers = "Stock Number,Make,Model,Year,Price (USD),Mileage (mi),Color,Fuel";
/** Stock of ten cars; `changes` replaces rows by their number, null leaves one out. */
function stock(changes: Record<number, string | null> = {}): string {
  const rows = Array.from({ length: 10 }, (_, at) => {
    const number = at + 1;
    const row = `S${number},BMW,3 Series,2018,${15_000 + number * 100},${20_000 + number * 1_000},black,Diesel`;
    return number in changes ? changes[number] : row;
  }).filter((row) => row !== null);
  return `${[headers, ...rows].join("\n")}\n`;
}
const given = (text: string, name = "stock.csv") =>
  writeFileSync(path.join(shop.folder, name), text);

const cars = () =>
  shop.db
    .select({
      id: listingTable.id,
      price: listingTable.resalePriceMinor,
      color: listingTable.colour,
      isOnSale: sql<boolean>`withdrawn_at is null`,
      updatedAt: listingTable.updatedAt,
    })
    .from(listingTable)
    .where(eq(listingTable.sellerId, shop.seller.id))
    .orderBy(asc(listingTable.sourceRow), asc(listingTable.createdAt));
const onSale = async () => (await cars()).filter(({ isOnSale }) => isOnSale);
const summary = () => shop.output.findLast((line) => line.includes("rows read"));

test("keeps a dealer's listings in step from Monday to Friday", async () => {
  given(stock());
  expect(await sync("stock.csv", "--dry-run")).toBe(0);
  expect(summary()).toContain("10 rows read = 10 new");
  expect(await cars()).toEqual([]);

  // Monday: all cars are new. The same file again changes nothing.
  expect(await sync("stock.csv")).toBe(0);
  const monday = await cars();
  expect(monday).toHaveLength(10);
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("= 0 new + 0 changed + 0 back + 10 unchanged");
  expect(shop.output.at(-1)).toContain("the same as last time");
  given(stock().replaceAll("\n", "\r\n"));
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("= 0 new + 0 changed + 0 back + 10 unchanged");
  expect(shop.output.at(-1)).toBe(summary());
  expect(await cars()).toEqual(monday);

  // Tuesday: a price fell, a car is gone, another is new, and one has no price.
  given(
    `${stock({ 1: "S1,BMW,3 Series,2018,14000,21000,black,Diesel", 2: null, 3: "S3,BMW,3 Series,2018,,23000,black,Diesel" })}S11,BMW,X5,2019,30000,9000,red,Petrol\n`,
  );
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain(
    "= 1 new + 1 changed + 0 back + 7 unchanged + 0 repeated + 1 refused; 1 gone",
  );
  expect(shop.output).toContainEqual(expect.stringContaining("price $15,100 → $14,000"));
  expect(shop.output).toContainEqual(expect.stringContaining("its row was refused"));
  const tuesday = await cars();
  expect(tuesday).toHaveLength(11);
  expect(tuesday[0]).toMatchObject({ id: monday[0]!.id, price: 1_400_000 });
  expect(tuesday.filter(({ isOnSale }) => !isOnSale).map(({ id }) => id)).toEqual([monday[1]!.id]);

  // Wednesday: the car is back with its listing, and one is damaged.
  given(stock({ 4: "S4,BMW,3 Series,2018,15400,24000,black - accident damage,Diesel" }));
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("1 back");
  const wednesday = await onSale();
  expect(wednesday.map(({ id }) => id)).toEqual(
    monday.filter((_, at) => at !== 3).map(({ id }) => id),
  );

  // Thursday: a file without cars, and one that was cut off, take nothing off sale.
  given(`${headers}\n`);
  expect(await sync("stock.csv")).toBe(1);
  given(stock().slice(0, 190));
  expect(await sync("stock.csv")).toBe(0);
  expect(shop.output).toContainEqual(
    expect.stringContaining("end of the file seems to be missing"),
  );
  expect(await onSale()).toEqual(wednesday);

  // Friday: a third of the cars is gone. That waits for a person.
  given(stock({ 1: null, 2: null, 3: null, 4: null }));
  expect(await sync("stock.csv")).toBe(4);
  expect(shop.output.at(-1)).toContain("--confirm");
  expect(await onSale()).toEqual(wednesday);
  expect(await sync("stock.csv", "--confirm")).toBe(0);
  expect(await onSale()).toHaveLength(6);
  expect(await run("undo", "stock.csv")).toBe(0);
  expect((await onSale()).map(({ id, price }) => [id, price])).toEqual(
    wednesday.map(({ id, price }) => [id, price]),
  );
  expect(await run("undo", "stock.csv")).toBe(1);
  expect(shop.output.at(-1)).toContain("Only the last sync");
});

test.each([
  ["its reference", "Referencia"],
  ["its id, if that is all the feed has", "id"],
])("finds a car by %s although its price and mileage changed", async (_, header) => {
  const feed = (row: string) =>
    given(
      `${header},Make,Model,Year,Price (USD),Mileage (mi)\n${row}\nR-2,Audi,A4,2019,21000,30000\n`,
    );
  feed("R-1,BMW,3 Series,2018,20000,50000");
  expect(await sync("stock.csv")).toBe(0);
  const [before] = await cars();
  // The mileage was wrong, so by its facts it would be another car.
  feed("R-1,BMW,3 Series,2018,15500,45000");
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("0 new + 1 changed + 0 back + 1 unchanged");
  expect((await cars())[0]).toMatchObject({ id: before!.id, price: 1_550_000 });
  // A row that can be corrected keeps its car.
  feed("R-1,BMW,3 Series,2018,,45000");
  expect(await sync("stock.csv")).toBe(0);
  expect(await onSale()).toHaveLength(2);
});

test("takes cars off sale whose status says sold or reserved, and back when it says live", async () => {
  const withStatus = (status: Record<number, string>) => {
    const [first, ...rows] = stock().trimEnd().split("\n");
    const lines = rows.map((row, at) => `${row},${status[at + 1] ?? "Live"}`);
    return `${[`${first},Status`, ...lines].join("\n")}\n`;
  };
  given(withStatus({}));
  expect(await sync("stock.csv")).toBe(0);
  const monday = await cars();
  given(withStatus({ 2: "Sold", 5: "Reserved" }));
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("8 unchanged + 0 repeated + 2 refused; 2 gone");
  expect((await onSale()).map(({ id }) => id)).toEqual(
    monday.flatMap(({ id }, at) => (at === 1 || at === 4 ? [] : id)),
  );
  given(withStatus({ 2: "Sold" }));
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("1 back + 8 unchanged");

  // A file without any other car takes those off sale that it names, after a person confirmed it.
  const all = Object.fromEntries(monday.map((_, at) => [at + 1, "Sold"]));
  given(withStatus(all));
  expect(await sync("stock.csv")).toBe(4);
  expect(await onSale()).toHaveLength(9);
  expect(await sync("stock.csv", "--confirm")).toBe(3);
  expect(await onSale()).toEqual([]);
});

test("an unchanged file confirms its cars, after what holds the seller's lock", async () => {
  given(stock());
  await sync("stock.csv");
  await shop.db.execute(
    sql`update listing set lapsed_at = now() where seller_id = ${shop.seller.id}`,
  );
  const synced = await shop.db.transaction(async (tx) => {
    await lockSeller(tx, shop.seller.id);
    const code = sync("stock.csv");
    await vi.waitFor(
      async () => {
        const { rows } = await shop.db.execute(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    return { code };
  });
  expect(await synced.code).toBe(0);
  expect(shop.output.at(-1)).toContain("the same as last time");
  const { rows } = await shop.db.execute(
    sql`select from listing where seller_id = ${shop.seller.id} and lapsed_at is not null`,
  );
  expect(rows).toEqual([]);
});

test("corrects the prices of all listings when the rate was wrong", async () => {
  given(stock().replace("(USD)", "(GBP)"));
  expect(await sync("stock.csv", "--rate", "1")).toBe(0);
  const before = await cars();
  expect(await sync("stock.csv", "--rate", "1.25")).toBe(0);
  const after = await cars();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after[0]!.price).toBe(before[0]!.price * 1.25);
  // The rate is remembered.
  expect(await sync("stock.csv")).toBe(0);
  expect(await cars()).toEqual(after);
  // So is the earlier one, once the sync is undone.
  const prices = before.map(({ price }) => price);
  expect(await run("undo", "stock.csv")).toBe(0);
  expect(await sync("stock.csv")).toBe(0);
  expect((await cars()).map(({ price }) => price)).toEqual(prices);
});

test("adopts the listings of an earlier import, and syncs a feed by its name", async () => {
  given(stock());
  expect(await run("stock.csv")).toBe(0);
  const imported = await cars();
  expect(await sync("stock.csv", "--feed", "Main lot")).toBe(0);
  expect(await cars()).toEqual(imported);
  given(stock({ 5: "S5,BMW,3 Series,2018,15500,25000,white,Diesel" }));
  expect(await sync("main lot")).toBe(0);
  const after = await cars();
  expect(after[4]).toMatchObject({ id: imported[4]!.id, color: "white" });
  expect(await sync("no such feed")).toBe(1);
  expect(shop.output.at(-1)).toContain("no such file or feed");
});

test("keeps what the seller changed in the shop, and says so", async () => {
  given(stock());
  await sync("stock.csv");
  const [first] = await cars();
  await shop.db
    .update(listingTable)
    .set({ resalePriceMinor: 1_600_000 })
    .where(eq(listingTable.id, first!.id));
  given(stock({ 1: "S1,BMW,3 Series,2018,14000,21000,white,Diesel" }));
  await sync("stock.csv");
  expect((await cars())[0]).toMatchObject({ price: 1_600_000, color: "white" });
  expect(shop.output).toContainEqual(expect.stringContaining("price stays as changed in the shop"));
});

test.each([
  [["sync"], 2],
  [["sync", "a.csv", "b.csv", "--feed", "Lot"], 2],
  [["stock.csv", "--confirm"], 2],
  [["undo", "nothing"], 1],
])("refuses %j with exit code %i", async (argv, code) => {
  given(stock());
  expect(await run(...argv)).toBe(code);
  expect(await cars()).toEqual([]);
});

test("a second sync that changes nothing writes and locks no row of the stock", async () => {
  given(stock());
  expect(await sync("stock.csv")).toBe(0);
  const before = await rowVersions();
  expect(before.listing).not.toBe("");
  given(`${stock()}\n`);
  expect(await sync("stock.csv")).toBe(0);
  expect(summary()).toContain("10 unchanged");
  expect(await sync("stock.csv")).toBe(0);
  expect(await rowVersions()).toEqual(before);
});

/** The versions of all rows by table, with the last lock of each. The seller and the feed are locked by every sync. */
async function rowVersions(): Promise<Record<string, string>> {
  const { rows: tables } = await shop.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const versions: Record<string, string> = {};
  for (const { name } of tables) {
    const lock = sql.raw(name === "account" || name === "feed" ? "''" : "xmax::text");
    const { rows } = await shop.db.execute<{ version: string }>(
      sql`select coalesce(string_agg(concat_ws(' ', ctid, xmin, ${lock}), ',' order by ctid), '') as version from ${sql.identifier(name)}`,
    );
    versions[name] = rows[0]!.version;
  }
  return versions;
}
