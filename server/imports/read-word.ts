import type { BodyType, Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import { fold } from "#shared/text/fold.ts";
import { fault, type Parsed, type RowReader } from "./row-reader.ts";
import { meaningOf, vocabulariesWith } from "./vocabulary.ts";

type Words = { fuel: Fuel; transmission: Transmission; bodyType: BodyType; condition: Condition };
// An unknown body type or condition is left out. All fuels and gearboxes are known, so an unknown one is a fault.
const leftOutWhenUnknown = new Set<keyof Words>(["bodyType", "condition"]);
const nouns: Record<keyof Words, string> = {
  fuel: "fuel",
  transmission: "gearbox",
  bodyType: "body",
  condition: "condition",
};

/** A row's value of one vocabulary, or null. */
export function readWord<F extends keyof Words>(row: RowReader, field: F): Words[F] | null {
  return row.take(field, (text, column): Parsed<Words[F]> => {
    if (text === "") return "empty";
    // "Gas" is petrol in America and LPG or natural gas in Germany.
    if (field === "fuel" && fold(text) === "gas")
      return column.languages.includes("en")
        ? ({ value: "petrol" } as Parsed<Words[F]>)
        : fault(`"${text}" is petrol in one country and LPG in another`);
    const meaning = meaningOf(field, text);
    if (meaning === "damaged")
      return fault(`the car is "${text}", and damaged cars are not sold here`);
    // An "other" gearbox or a "used" condition does not help a buyer.
    if (meaning === "unstated" || (field === "transmission" && meaning === "other")) return "empty";
    if (meaning !== null) return { value: meaning as Words[F] };
    const isWord =
      /\p{L}{2}/u.test(text) &&
      vocabulariesWith(text).length === 0 &&
      text.length <= 60 &&
      !/[£€$]|\d{4}/.test(text);
    if (!isWord || !leftOutWhenUnknown.has(field))
      return fault(`"${text}" is not a known ${nouns[field]}`);
    row.leftOut.push({ column: column.header, reason: `unknown ${nouns[field]} "${text}"` });
    return "empty";
  });
}
