import { examineVin, normalizeVin } from "#shared/vin/vin.ts";
import { makeOf } from "#shared/makes/read-make.ts";
import { fold } from "#shared/text/fold.ts";
import { isStorable } from "#shared/text/text.ts";
import type { ModelFacts } from "#shared/makes/model-table.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import { checkTogether } from "./check-together.ts";
import type { FeedCar, ReadRow, Remark, SeenFacts } from "./feed-car.ts";
import type { FeedContext } from "../feed-context.ts";
import type { Field } from "../headers/feed-fields.ts";
import { readEngineSize } from "./read-engine-size.ts";
import { readFuelEconomy } from "./read-fuel-economy.ts";
import { readMileage } from "./read-mileage.ts";
import { readModel, type Identity } from "./read-model.ts";
import { readPrice, readTax } from "./prices/read-price.ts";
import { findSold } from "./find-sold.ts";
import { findDamage, readSource } from "./read-source.ts";
import { readWord, unknownWord } from "./read-word.ts";
import { readYear } from "./read-year.ts";
import { inStatedCurrency } from "./prices/stated-currency.ts";
import { createRowReader, fault, type Parsed, type RowReader } from "./row-reader.ts";
import { bodyIn, bodyNamedIn, isOther, meaningOf, vocabulariesWith } from "./vocabulary.ts";

const seenFacts = [
  "make",
  "model",
  "year",
  "mileage",
  "fuel",
  "transmission",
  "engineSizeCc",
  "colour",
  "description",
  "sourcePriceMinor",
] satisfies (keyof SeenFacts)[];

const refuse = (...faults: Remark[]): ReadRow => ({ kind: "faults", faults });

/**
 * Reads one row into a car, or says why it is refused. Make, model, year, price and mileage are required. Other facts
 * that cannot be read are left out, unless a word of another column shows that the row's cells have shifted.
 */
export function readRow(cells: readonly string[], context: FeedContext): ReadRow {
  if (cells.every((cell) => cell.trim() === ""))
    return refuse({ column: "", reason: "the row is empty" });
  const row = createRowReader(cells, context.columns);
  const identity = readModel(row, context);
  if (identity === "other make") return { kind: "otherMake", faults: row.faults };
  const refusal = findSold(cells, context) ?? findDamage(cells, context);
  const year = readYear(row, identity?.facts ?? null, context.now);
  const named = { make: identity?.make ?? makeIn(row, context), model: identity?.model, year };
  if (refusal) return { ...refusal, seen: stated(named) };
  const priced = inStatedCurrency(row, context);
  const price = readPrice(row, priced);
  const mileage = readMileage(row, context);
  const fuel = readWord(row, "fuel", context);
  const economy = readFuelEconomy(row, context, fuel);
  const rest = {
    fuel,
    transmission: readWord(row, "transmission", context),
    engineSizeCc: readEngineSize(row, fuel),
    ...readBody(row, identity, context),
    fuelEconomy: economy?.consumption ?? null,
    fuelEconomyUnit: economy?.unit ?? null,
    sourceTaxMinor: readTax(row, priced),
    colour: readColour(row),
    vin: readVin(row, year),
    condition: readWord(row, "condition", context),
    description: readText(row, "description", 5_000),
    location: readText(row, "location", 160),
  };
  if (year !== null && price && mileage)
    checkTogether(row, { year, price, ...mileage }, context.now);
  if (row.faults.length > 0 || !identity || year === null || !price || !mileage)
    return {
      kind: "faults",
      faults: row.faults,
      seen: stated({ ...named, ...mileage, ...price, ...rest }),
    };
  const leftOut = [...row.leftOut];
  const source = readSource(row, context);
  if (rest.vin !== null) rest.vin = readFittingVin(row, rest.vin, { make: identity.make, year });
  const car: FeedCar = {
    make: identity.make,
    model: identity.model,
    year,
    ...mileage,
    ...rest,
    ...price,
  };
  return { car, source, leftOut, sourceLeftOut: row.leftOut.slice(leftOut.length) };
}

/** The make of a row whose model cannot be read. */
const makeIn = (row: RowReader, { options }: FeedContext) =>
  options.make ?? makeOf(row.textOf("make"));

function stated(facts: {
  [Fact in keyof SeenFacts]: SeenFacts[Fact] | null | undefined;
}): SeenFacts {
  const seen: Record<string, unknown> = {};
  for (const name of seenFacts)
    if (facts[name] != null && facts[name] !== "") seen[name] = facts[name];
  return seen;
}

// In Norwegian a "kombi" is a hatchback, in other languages an estate.
const isKombi = (text: string, columns: FeedContext["columns"]) =>
  fold(text) === "kombi" &&
  [...columns.values()]
    .flat()
    .some(({ languages: [first, ...rest] }) => first === "no" && rest.length === 0);

const isSaloonWord = (text: string) => /^(?:limousine|limuzyna|berline|berlina)$/.test(fold(text));

/** Whether a word for a saloon can mean a hatchback of this model, too, as in German, French and Italian lists. */
function isLooseSaloon(text: string, facts: ModelFacts | null): boolean {
  const word = fold(text);
  if (word === "limousine" || word === "limuzyna") return !facts?.bodies.includes("saloon");
  // A "berlina" is any car with a closed roof.
  return (word === "berline" || word === "berlina") && facts?.usualBody !== "saloon";
}

function readBody(
  row: RowReader,
  identity: Identity | null,
  { columns }: FeedContext,
): Pick<FeedCar, "bodyType" | "bodyTypeTypical"> {
  const facts = identity?.facts;
  // A model with a single body keeps it, whatever its name says: a "GLC Coupé" is an SUV.
  const bodies = facts?.bodies ?? null;
  const named =
    !identity || bodies?.length === 1
      ? null
      : (bodyNamedIn(identity.model, bodies) ??
        bodyNamedIn(row.textOf("trim"), bodies) ??
        (bodies ? bodyNamedIn(row.textOf("title"), bodies) : null));
  const stated = row.take("bodyType", (text): Parsed<BodyType> => {
    if (text === "") return "empty";
    // In German lists, a Sportback is among the limousines.
    if (named && isSaloonWord(text)) return "empty";
    // "Type: Used"
    if (/^new$/i.test(text) || meaningOf("condition", text) === "unstated") return "empty";
    if (isKombi(text, columns) || isLooseSaloon(text, facts ?? null))
      return fault(`"${text}" does not say which body`);
    const body = meaningOf("bodyType", text) ?? bodyIn(text);
    return body ? { value: body } : unknownWord("bodyType", text);
  });
  const bodyType = stated ?? named;
  if (bodyType) return { bodyType, bodyTypeTypical: false };
  if (!facts || facts.isAmbiguous) return { bodyType: null, bodyTypeTypical: false };
  return {
    bodyType: facts.usualBody,
    bodyTypeTypical: !(facts.confidence === "high" && facts.bodies.length === 1),
  };
}

function readVin(row: RowReader, year: number | null): string | null {
  return row.take("vin", (text) => {
    if (text === "") return "empty";
    const vin = normalizeVin(text);
    // "XXXXXXXXXXXXXXXXX" and "11111111111111111" fill a field.
    if (/^(.)\1+$/.test(vin)) return fault(`"${text}" is not a VIN`);
    const { fault: mistake } = examineVin(vin, { make: null, year });
    if (mistake === null) return { value: vin };
    return fault(
      mistake.includes("check digit")
        ? `"${text}" has a wrong check digit`
        : `"${text}" is not a VIN`,
    );
  });
}

/** The VIN, unless it is of another brand. What is only unusual is reported: the list of codes is not complete. */
function readFittingVin(
  row: RowReader,
  vin: string,
  car: Parameters<typeof examineVin>[1],
): string | null {
  const { fault, doubt } = examineVin(vin, car);
  const column = row.headerOf("vin");
  if (fault !== null) {
    row.leftOut.push({ column, reason: `"${vin}" is of another brand than ${car.make}` });
    return null;
  }
  if (doubt === "manufacturer")
    row.leftOut.push({
      column,
      reason: `"${vin}" is kept, but its manufacturer code is not known for ${car.make}`,
    });
  else if (doubt === "year")
    row.leftOut.push({ column, reason: `"${vin}" is kept, but its model year is not ${car.year}` });
  return vin;
}

function readColour(row: RowReader): string | null {
  return row.take("colour", (text) => {
    if (text === "") return "empty";
    if (isOther(text) || vocabulariesWith(text).some((other) => other !== "condition"))
      return fault(`"${text}" does not say which colour`);
    return text.length <= 60 && /\p{L}/u.test(text) && !/[£€$]/.test(text)
      ? { value: text }
      : fault(`"${text}" is not a colour`);
  });
}

function readText(row: RowReader, field: Field, longest: number): string {
  const text = row.textOf(field);
  if (text.length <= longest && isStorable(text)) return text;
  row.leftOut.push({
    column: row.headerOf(field),
    reason: `longer than ${longest} characters, or not text`,
  });
  return "";
}
