import { parse } from "csv-parse/sync";
import type { Make } from "#shared/makes/all-makes.ts";
import { findModel } from "#shared/makes/find-model.ts";
import type { Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import csv from "./demo-listings.csv?raw";

const fuelOf: Record<string, Fuel> = {
  Petrol: "petrol",
  Diesel: "diesel",
  Hybrid: "hybrid",
  Electric: "electric",
  Other: "other",
};
const transmissionOf: Record<string, Transmission> = {
  Manual: "manual",
  Automatic: "automatic",
  "Semi-Auto": "semi-automatic",
};

/** US dollars per pound in the demo. */
const dollarsPerPound = 1.25;

const exampleNote =
  "A demonstration listing. Model, year, mileage, fuel, gearbox and price come from a public data set of used-car adverts; seller, place, body, color, condition and market price are examples, and the picture is an illustration.";

// About as often as on the road; the illustration is painted accordingly.
const exampleColours = [
  "black",
  "grey",
  "white",
  "blue",
  "silver",
  "black",
  "red",
  "grey",
  "blue",
  "white",
  "green",
];

// The data set does not say which body a car of these models has. Its cars get these in turn.
const exampleBodies: Record<string, BodyType[]> = {
  A3: ["hatchback", "hatchback", "saloon", "convertible"],
  A4: ["saloon", "estate"],
  A5: ["coupe", "hatchback", "convertible"],
  A6: ["saloon", "estate"],
  TT: ["coupe", "coupe", "convertible"],
  "2 Series": ["coupe", "convertible", "coupe"],
  "3 Series": ["saloon", "estate", "saloon"],
  "4 Series": ["coupe", "hatchback", "convertible"],
  "5 Series": ["saloon", "estate", "saloon"],
  "6 Series": ["coupe", "convertible"],
  "C Class": ["saloon", "estate", "coupe", "estate", "convertible"],
  "CLA Class": ["saloon", "saloon", "estate"],
  CLK: ["coupe", "convertible"],
  "E Class": ["saloon", "estate", "saloon", "coupe", "estate", "convertible"],
};

/** How many cars the home page shows. */
const advertisedCars = 24;

type Row = Record<
  | "make"
  | "model"
  | "year"
  | "price"
  | "transmission"
  | "mileage"
  | "fuelType"
  | "tax"
  | "mpg"
  | "engineSize",
  string
>;

/** The demo's cars: real rows of the data set, with examples, marked as such, for missing fields. */
export function demoRows() {
  const rows: Row[] = parse(csv, { columns: true, trim: true });
  // Not a multiple of three, because the makes alternate.
  const everyNth = Math.floor(rows.length / advertisedCars / 3) * 3 + 1;
  const nextBody = bodiesInTurn();
  return rows.map((row, index) => {
    const resale = Math.round((Number(row.price) * dollarsPerPound) / 50) * 50;
    const make = row.make as Make;
    const model = findModel(make, row.model)?.facts;
    return {
      name: `${row.make} ${row.model}`,
      make,
      model: row.model,
      year: Number(row.year),
      purchaseYear: Number(row.year),
      mileage: Number(row.mileage),
      mileageUnit: "mi" as const,
      fuel: fuelOf[row.fuelType] ?? null,
      transmission: transmissionOf[row.transmission] ?? null,
      engineSizeCc: Math.round(Number(row.engineSize) * 1000) || null,
      fuelEconomy: Number(row.mpg),
      fuelEconomyUnit: "mpg_uk" as const,
      annualTaxMinor: Math.round(Number(row.tax) * dollarsPerPound * 100),
      ...(nextBody(row.model) ?? {
        bodyType: model?.usualBody ?? null,
        bodyTypeTypical:
          model !== undefined && (model.confidence !== "high" || model.bodies.length > 1),
      }),
      colour: exampleColours[index % exampleColours.length]!,
      condition: conditionOf(Number(row.mileage)),
      description: exampleNote,
      // An example market price, 4 to 12 percent higher, spread evenly over the list.
      originalPriceMinor: Math.round((resale * (1.04 + (index % 9) / 100)) / 50) * 50 * 100,
      resalePriceMinor: resale * 100,
      sourceFile: "demo-listings.csv",
      sourceRow: index + 2,
      sourceCurrency: "GBP",
      sourcePriceMinor: Number(row.price) * 100,
      sourceRate: String(dollarsPerPound),
      importFingerprint: `demo-${index + 2}`,
      isAdvertised: index % everyNth === 0 && index / everyNth < advertisedCars,
    };
  });
}

/** The example body of a model's next car, null for models without. */
function bodiesInTurn() {
  const given = new Map<string, number>();
  return (model: string) => {
    const bodies = exampleBodies[model];
    if (!bodies) return null;
    const count = given.get(model) ?? 0;
    given.set(model, count + 1);
    return { bodyType: bodies[count % bodies.length]!, bodyTypeTypical: false };
  };
}

function conditionOf(miles: number): Condition {
  if (miles < 25_000) return "Excellent";
  return miles < 60_000 ? "Good" : "Fair";
}
