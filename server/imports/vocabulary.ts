import { bodyWords, fuelWords, transmissionWords } from "#shared/listings/listing-words.ts";
import type { BodyType, Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import { fold } from "#shared/text/fold.ts";

const conditionWords: Record<Condition, string> = {
  Excellent:
    "excellent,sehr gut,ausgezeichnet,hervorragend,like new,wie neu,idealny,bardzo dobry,doskonaly,excellente,excelente,mint",
  Good: "good,very good,gut,dobry,bon,bueno,clean",
  Fair: "fair,average,befriedigend,ausreichend,sredni,dostateczny,zadowalajacy,moyen,regular",
};
const damagedWords =
  "damaged,accident,accident damaged,salvage,unfall,unfallwagen,unfallfahrzeug,beschadigt,uszkodzony,powypadkowy,accidente,accidentado,write off,cat s,cat n,for parts,bastlerfahrzeug,defekt";

function byWord<T extends string>(words: Record<T, string>): Map<string, T> {
  const entries = Object.entries(words) as [T, string][];
  return new Map(
    entries.flatMap(([meaning, list]) => list.split(",").map((word) => [word, meaning] as const)),
  );
}
const lookups = {
  fuel: byWord(fuelWords),
  transmission: byWord<Transmission | "other">({
    ...transmissionWords,
    other: "other,andere,inna,inny,autre,otro",
  }),
  bodyType: byWord(bodyWords),
  condition: byWord<Condition | "damaged" | "unstated">({
    ...conditionWords,
    damaged: damagedWords,
    unstated:
      "used,gebraucht,gebrauchtwagen,uzywany,occasion,usado,pre owned,preowned,certified,certified pre owned,cpo,nieuszkodzony,unfallfrei",
  }),
};
type Vocabularies = {
  fuel: Fuel;
  transmission: Transmission | "other";
  bodyType: BodyType;
  condition: Condition | "damaged" | "unstated";
};
export type Vocabulary = keyof Vocabularies;

/** The meaning of a feed's word in one vocabulary; null for an unknown word. */
export function meaningOf<V extends Vocabulary>(
  vocabulary: V,
  word: string,
): Vocabularies[V] | null {
  const lookup = lookups[vocabulary] as Map<string, Vocabularies[V]>;
  const folded = fold(word);
  return lookup.get(folded) ?? lookup.get(folded.replace(/ /g, "")) ?? null;
}

/** The vocabularies with this word. A word of another column's vocabulary shows that the row's cells have shifted. */
export function vocabulariesWith(word: string): Vocabulary[] {
  return (Object.keys(lookups) as Vocabulary[]).filter(
    (vocabulary) => meaningOf(vocabulary, word) !== null,
  );
}

// Body types in model names. "Sportback" and "Gran Coupe" are missing: their body depends on the model.
const bodyInModel: [RegExp, BodyType][] = [
  [/\b(avant|touring|estate|kombi|wagon|t modell|shooting brake|allroad)\b/, "estate"],
  [/\b(cabrio|cabriolet|convertible|roadster|kabriolet)\b/, "convertible"],
  [/\b(limousine|saloon|sedan)\b/, "saloon"],
  [/(?<!gran )\b(coupe|kupe)\b/, "coupe"],
];

/** The body type in a model's name, e.g. estate for "A4 Avant"; null for none or several. */
export function bodyNamedIn(model: string): BodyType | null {
  const folded = fold(model);
  const named = bodyInModel.filter(([pattern]) => pattern.test(folded)).map(([, body]) => body);
  return named.length === 1 ? (named[0] ?? null) : null;
}
