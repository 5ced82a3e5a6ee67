import { findModel, findModels } from "#shared/listings/find-model.ts";
import { unreliableNames, type ModelFacts } from "#shared/listings/known-models.ts";
import type { Make } from "#shared/categories/category.ts";
import type { FeedCar, ReadRow } from "./feed-car.ts";
import type { FeedContext } from "./feed-context.ts";
import type { Field } from "./header-words.ts";
import { makeOf } from "#shared/categories/make-words.ts";
import { soldHere, splitMake } from "./parse-make.ts";
import { readEngineSize } from "./read-engine-size.ts";
import { readFuelEconomy } from "./read-fuel-economy.ts";
import { readMileage } from "./read-mileage.ts";
import { readPrice, readTax } from "./read-price.ts";
import { readWord } from "./read-word.ts";
import { readYear } from "./read-year.ts";
import { createRowReader, fault, isText, type RowReader } from "./row-reader.ts";
import { bodyNamedIn } from "./vocabulary.ts";

/**
 * Reads one row into a car, or lists its faults by column. Make, model, year, price and mileage are required. A value of
 * the wrong kind in any known column is a fault, because it can mean that the row's cells have shifted.
 */
export function readRow(cells: readonly string[], context: FeedContext): ReadRow {
  if (cells.every((cell) => cell.trim() === ""))
    return { faults: [{ column: "", reason: "the row is empty" }] };
  const row = createRowReader(cells, context.columns);
  const identity = readIdentity(row, context);
  const year = readYear(row, identity?.facts ?? null, context.now);
  const price = readPrice(row, context);
  const mileage = readMileage(row, context);
  const fuel = readWord(row, "fuel");
  const economy = readFuelEconomy(row, context, fuel);
  const rest = {
    fuel,
    transmission: readWord(row, "transmission"),
    engineSizeCc: readEngineSize(row, fuel),
    ...readBody(row, identity),
    fuelEconomy: economy?.consumption ?? null,
    fuelEconomyUnit: economy?.unit ?? null,
    sourceTaxMinor: readTax(row, context),
    colour: readColour(row),
    vin: row.take("vin", (text) =>
      text === ""
        ? "empty"
        : /^[A-HJ-NPR-Z0-9]{11,17}$/i.test(text)
          ? { value: text.toUpperCase() }
          : fault(`"${text}" is not a VIN`),
    ),
    condition: readWord(row, "condition"),
    description: readText(row, "description", 5_000),
    location: readText(row, "location", 160),
  };
  if (row.faults.length > 0 || !identity || year === null || !price || !mileage)
    return { faults: row.faults };
  const car: FeedCar = {
    make: identity.make,
    model: identity.model,
    year,
    ...mileage,
    ...rest,
    ...price,
  };
  return { car, leftOut: row.leftOut };
}

type Identity = { make: Make; model: string; facts: ModelFacts | null };

function readIdentity(row: RowReader, { options, evidence }: FeedContext): Identity | null {
  const stated = row.take("make", (text) => {
    if (text === "") return "empty";
    const make = makeOf(text);
    return make ? { value: make } : fault(`"${text}" is not a make sold here (${soldHere})`);
  });
  const text = row.take("model", (value) => (value === "" ? "empty" : { value }));
  const refuse = (reason: string, column: Field = "model") => {
    row.faults.push({ column: row.headerOf(column), reason });
    return null;
  };
  if (row.faults.length > 0) return null;
  if (!text) return refuse("the model is missing");
  if (text.length > 80) return refuse("the model is longer than 80 characters");
  const named = splitMake(text);
  const model = named?.rest ?? text;
  const known = new Set(findModels(model).map(({ facts }) => facts.make));
  const certain = [options.make, stated, named?.make ?? null].filter((make) => make !== null);
  // If the make is not stated, the model table decides; for models it does not know, the file's name.
  const make =
    certain[0] ?? (known.size === 1 ? [...known][0] : known.size === 0 ? evidence.fileMake : null);
  if (!make)
    return refuse(`the make is not stated and cannot be inferred from "${model}" (use --make)`);
  if (certain.some((other) => other !== make))
    return refuse(`two makes are stated: ${[...new Set(certain)].join(", ")}`, "make");
  if (known.size > 0 && !known.has(make))
    return refuse(`"${model}" is a model of ${[...known].join(" or ")}, not of ${make}`);
  const found = findModel(make, model);
  if (!found && (/^\W*\d*\W*$/.test(model) || !options.newModels))
    return refuse(`"${model}" is not a known model of ${make}`);
  return { make, model: found?.exact ? found.facts.model : model, facts: found?.facts ?? null };
}

function readBody(
  row: RowReader,
  identity: Identity | null,
): Pick<FeedCar, "bodyType" | "bodyTypeTypical"> {
  const stated = readWord(row, "bodyType");
  const facts = identity?.facts;
  // A model with a single body keeps it, whatever its name says: a "GLC Coupé" is an SUV.
  const named = identity && !(facts?.bodies.length === 1) ? bodyNamedIn(identity.model) : null;
  const bodyType = stated ?? named;
  if (bodyType) return { bodyType, bodyTypeTypical: false };
  if (!facts || unreliableNames.has(facts.model)) return { bodyType: null, bodyTypeTypical: false };
  return {
    bodyType: facts.usualBody,
    bodyTypeTypical: !(facts.confidence === "high" && facts.bodies.length === 1),
  };
}

function readColour(row: RowReader): string | null {
  return row.take("colour", (text) => {
    if (text === "") return "empty";
    return text.length <= 60 && /\p{L}/u.test(text) && !/[£€$]/.test(text)
      ? { value: text }
      : fault(`"${text}" is not a colour`);
  });
}

function readText(row: RowReader, field: Field, longest: number): string {
  const text = row.textOf(field);
  if (text.length <= longest && isText(text)) return text;
  row.leftOut.push({
    column: row.headerOf(field),
    reason: `longer than ${longest} characters, or not text`,
  });
  return "";
}
