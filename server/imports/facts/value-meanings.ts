import { makes } from "#shared/makes/sold-makes.ts";
import { makeOf } from "#shared/makes/read-make.ts";
import {
  conditions,
  drives,
  fuels,
  mileageUnits,
  serviceHistories,
  transmissions,
} from "#shared/listings/listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { fold } from "#shared/text/fold.ts";
import type { Field } from "../headers/feed-fields.ts";
import { parseDrive, parseServiceHistory } from "./read-equipment.ts";
import { distanceUnitOf } from "./read-mileage.ts";
import { tidy, type Parsed } from "./row-reader.ts";
import { bodyIn, fuelIn, isOther, meaningOf, transmissionIn } from "./vocabulary.ts";

/** What the values of a column can mean. Null: any text, such as a model that the reader then looks up. */
export const valueChoices: ReadonlyMap<Field, readonly string[] | null> = new Map<
  Field,
  readonly string[] | null
>([
  ["make", makes],
  ["model", null],
  ["fuel", fuels],
  ["transmission", transmissions],
  ["bodyType", bodyTypes],
  ["colour", null],
  // A damaged car is not listed.
  ["condition", [...conditions, "damaged"]],
  ["drive", drives],
  ["serviceHistory", serviceHistories],
  ["mileageUnit", mileageUnits],
]);

const valueIn = (parsed: Parsed<string>) =>
  parsed !== "empty" && "value" in parsed ? parsed.value : null;

// Words that the reader understands beside the shop's own.
const readers: Partial<Record<Field, (text: string) => string | null>> = {
  make: makeOf,
  fuel: (text) => meaningOf("fuel", text) ?? fuelIn(text),
  transmission: (text) => meaningOf("transmission", text) ?? transmissionIn(text),
  bodyType: (text) => meaningOf("bodyType", text) ?? bodyIn(text),
  condition: (text) => meaningOf("condition", text),
  drive: (text) => valueIn(parseDrive(text)),
  serviceHistory: (text) => valueIn(parseServiceHistory(text, { header: "" })),
  mileageUnit: distanceUnitOf,
};

/**
 * What a text means in a column of a field, in the shop's own word: null if nothing ("used" as a condition), undefined if
 * the reader does not know it. Fields that can mean any text keep it.
 */
export function meaningIn(field: Field, text: string): string | null | undefined {
  const choices = valueChoices.get(field);
  // Before it is tidied: "none" is a meaning of a service history, and in other columns an unknown fact.
  const chosen = choices?.find((choice) => fold(choice) === fold(text));
  if (chosen !== undefined) return chosen;
  const stated = tidy(text);
  if (stated === "") return null;
  if (!choices) return stated;
  const word = readers[field]?.(stated) ?? null;
  if (word === null) return field === "make" || !isOther(stated) ? undefined : null;
  return choices.includes(word) ? word : null;
}
