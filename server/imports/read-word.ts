import type { BodyType, Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import { fold } from "./fold.ts";
import { fault, type Parsed } from "./parsed.ts";
import type { RowReader } from "./row-reader.ts";
import { meaningOf, vocabulariesWith } from "./vocabulary.ts";

type Words = { fuel: Fuel; transmission: Transmission; bodyType: BodyType; condition: Condition };
// A body or condition that we have no word for is left out. Fuels and gearboxes are few and all known: a stranger is a wrong row.
const leftOutWhenUnknown = new Set<keyof Words>(["bodyType", "condition"]);
const nouns: Record<keyof Words, string> = {
  fuel: "fuel",
  transmission: "gearbox",
  bodyType: "body",
  condition: "condition",
};

/** The word of one vocabulary in a row, or null where the row says none. */
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
      return fault(`the car is "${text}", which none of this shop's conditions means`);
    // "Other" gearbox and "used" condition say nothing that a buyer could use.
    if (meaning === "unsaid" || (field === "transmission" && meaning === "other")) return "empty";
    if (meaning !== null) return { value: meaning as Words[F] };
    const isWord =
      /\p{L}{2}/u.test(text) &&
      vocabulariesWith(text).length === 0 &&
      text.length <= 60 &&
      !/[£€$]|\d{4}/.test(text);
    if (!isWord || !leftOutWhenUnknown.has(field))
      return fault(`"${text}" is not a ${nouns[field]} that we know`);
    row.leftOut.push({ column: column.header, reason: `unknown ${nouns[field]} "${text}"` });
    return "empty";
  });
}
