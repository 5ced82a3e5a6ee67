// Chooses the demo's listings from the three UK files of the "100,000 UK Used Car Data set" and prints them as CSV:
//   npx tsx scripts/demo/sample-listings.ts audi.csv bmw.csv merc.csv > server/demo/demo-listings.csv
// The same files give the same rows. Rare models get more than their share, so that every filter has something to show.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

const wanted = 500;
const makes = ["Audi", "BMW", "Mercedes-Benz"] as const;
const columns = "model,year,price,transmission,mileage,fuelType,tax,mpg,engineSize".split(",");
// Most cars with these labels are other models (CLA, SLC, GLA).
const misleading = new Set(["CL Class", "SL CLASS", "GL Class"]);

type Row = Record<string, string>;

const samples = process.argv.slice(2).map((file, index) => sample(readRows(file), makes[index]!));
if (samples.length !== makes.length) throw new Error("Give the Audi, BMW and Mercedes files.");
console.log(["make", ...columns].join(","));
for (let at = 0; at < wanted; at += 1)
  for (const rows of samples) console.log(rows[at]!.map((cell) => cell.trim()).join(","));

function readRows(file: string): Row[] {
  const rows: Row[] = parse(readFileSync(file), { columns: true, trim: true, bom: true });
  const unique = new Map(rows.map((row) => [JSON.stringify(row), row]));
  return [...unique.values()].filter(isPlausible);
}

function isPlausible(row: Row): boolean {
  const year = Number(row.year);
  const price = Number(row.price);
  const mpg = Number(row.mpg);
  return (
    !misleading.has(row.model!) &&
    !/^\d+$/.test(row.model!) &&
    year > 1990 &&
    year <= 2020 &&
    price !== 123_456 &&
    mpg >= 15 &&
    mpg <= 200 &&
    Number(row.engineSize) > 0
  );
}

/** A model's share is the square root of its number of rows. */
function sample(rows: Row[], make: string): string[][] {
  const byModel = new Map<string, Row[]>();
  for (const row of shuffle(rows)) {
    const same = byModel.get(row.model!);
    if (same) same.push(row);
    else byModel.set(row.model!, [row]);
  }
  const models = [...byModel.values()];
  const sum = models.reduce((total, list) => total + Math.sqrt(list.length), 0);
  const chosen = models.flatMap((list) =>
    list.slice(0, Math.ceil((Math.sqrt(list.length) / sum) * wanted)),
  );
  return shuffle(chosen)
    .slice(0, wanted)
    .map((row) => [make, ...columns.map((column) => row[column]!)]);
}

/** An order without pattern that is the same on every run. */
function shuffle(rows: Row[]): Row[] {
  const keyOf = (row: Row) => createHash("sha256").update(JSON.stringify(row)).digest("hex");
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}
