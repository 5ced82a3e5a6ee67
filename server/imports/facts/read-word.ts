import type { Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import type { FeedContext } from "../feed-context.ts";
import { isPricedAbroad } from "./read-mileage.ts";
import { fault, type Parsed, type RowReader } from "./row-reader.ts";
import {
  fold,
  fuelIn,
  isOther,
  meaningOf,
  transmissionIn,
  vocabulariesWith,
} from "./vocabulary.ts";

type Words = { fuel: Fuel; transmission: Transmission; condition: Condition };
const nouns = { fuel: "fuel", transmission: "gearbox", bodyType: "body", condition: "condition" };

// Of Dutch stock systems.
const fuelCodes: Record<string, Fuel> = { B: "petrol", D: "diesel", E: "electric" };

const europeanCurrencies = new Set(
  "EUR,CHF,PLN,CZK,HUF,RON,BGN,SEK,NOK,DKK,RUB,UAH,BYN,GEL,AZN,AMD,KZT,MDL,RSD,TRY".split(","),
);
const isEuropean = ({ evidence, columns }: FeedContext) =>
  europeanCurrencies.has(evidence.currency ?? "") || isPricedAbroad(columns);

/** A row's value of one vocabulary, or null. An unknown word is left out of the car. */
export function readWord<F extends keyof Words>(
  row: RowReader,
  field: F,
  context: FeedContext,
): Words[F] | null {
  return row.take(field, (text, column): Parsed<Words[F]> => {
    if (text === "") return "empty";
    // "Gas" is petrol in America and LPG or natural gas in Europe, also in feeds with English headers.
    if (field === "fuel" && fold(text) === "gas")
      return column.languages.includes("en") && !isEuropean(context)
        ? ({ value: "petrol" } as Parsed<Words[F]>)
        : fault(`"${text}" is petrol in one country and LPG in another`);
    // "Nafta" is petrol in South America and diesel in Italy and the Czech Republic.
    if (field === "fuel" && /\bnafta\b/i.test(text) && !column.languages.includes("es")) {
      if (!column.languages.includes("cs"))
        return fault(`"${text}" is petrol in one country and diesel in another`);
      const fuel = fuelIn(text.replace(/\bnafta\b/i, "diesel"));
      return fuel ? ({ value: fuel } as Parsed<Words[F]>) : unknownWord("fuel", text);
    }
    const coded = field === "fuel" && column.languages.includes("nl");
    if (coded && fuelCodes[text.toUpperCase()])
      return { value: fuelCodes[text.toUpperCase()] } as Parsed<Words[F]>;
    // Codes of AutoScout24 and of American stock systems.
    if (field === "transmission" && /^[am]$/i.test(text))
      return { value: /a/i.test(text) ? "automatic" : "manual" } as Parsed<Words[F]>;
    const meaning = meaningOf(field, text);
    // An "other" gearbox or a "used" condition does not help a buyer.
    if (meaning === "unstated" || (field === "transmission" && meaning === "other")) return "empty";
    if (meaning !== null && meaning !== "damaged") return { value: meaning as Words[F] };
    const described =
      field === "fuel" ? fuelIn(text) : field === "transmission" ? transmissionIn(text) : null;
    return described ? { value: described as Words[F] } : unknownWord(field, text);
  });
}

/** Why a word is not read. A word of another column's vocabulary ("Diesel" as gearbox) means that cells have shifted. */
export function unknownWord(
  field: keyof typeof nouns,
  text: string,
): { fault: string; shifted?: boolean } {
  if (isOther(text)) return fault(`"${text}" does not say which ${nouns[field]}`);
  const inLine = field === "fuel" || field === "transmission";
  const shifted =
    inLine && vocabulariesWith(text).some((other) => other !== field && other !== "condition");
  return shifted
    ? { fault: `"${text}" is not a known ${nouns[field]}`, shifted }
    : fault(`unknown ${nouns[field]} "${text}"`);
}
