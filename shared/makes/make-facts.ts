import type { BodyType } from "./body-type.ts";

/** Facts about a model that follow from its name alone. */
export type CarModel = {
  model: string;
  /** Calendar year the first car of this name was sold. */
  firstYear: number;
  usualBody: BodyType;
  /** Every body type sold under this name, the usual one first. */
  bodies: readonly BodyType[];
  /** How reliable the usual body is when only the name is known. */
  confidence: "high" | "medium" | "low";
  /** Other names that mean only this model. */
  spellings: readonly string[];
  /** Feeds also use the name for other models, so nothing is inferred from it. */
  isAmbiguous: boolean;
  /** The name is a common word or number, so it means the model only beside the make: "IS". */
  needsMake: boolean;
};

/** How a name that is not in the table of models leads to one that is. */
export type NameRule = {
  /** Matches folded words. */
  pattern: RegExp;
  /** The model's name, folded and without spaces; `$1` is the first group of the pattern. */
  model: string;
  /** The words say no more than the model's name, as "C" does of a C Class. */
  isName?: boolean;
};

/**
 * Numbers that buyers type without letters. Each names a model, as "530" does, or an engine that the cars of several
 * classes have, as "220" does.
 */
export type NumberRule =
  | { mean: "model"; pattern: RegExp }
  | { mean: "engine"; pattern: RegExp; classes: readonly string[] };

/** What the shop knows about a make. Words and patterns are folded (`shared/text/fold.ts`). */
export type MakeFacts = {
  name: string;
  /** The id of its category in the API. Never changed or reused. */
  categoryId: number;
  /** Its word mark, a file in `web/public/brands/`. */
  logo: string;
  /** Its name in searches, columns and titles. */
  spellings: readonly string[];
  /** Names of the make in columns and titles. In searches their last words mean a trim: "AMG". */
  namesWithTrim?: readonly string[];
  /** Names of the make in columns. In titles, their last words are part of the model: "BMW M 135i". */
  columnNames?: readonly string[];
  /** Nicknames and typing errors, for searches. */
  nicknames: readonly string[];
  models: readonly CarModel[];
  /** Words that can stand before a model's name, beside those of the make. */
  prefixes?: readonly string[];
  /** The maker's name of a generation, which can stand before a model's name: "F30 320d". */
  generation?: RegExp;
  /** Badges that are clear without the make, with what stands around them: a 320d is a 3 Series. */
  badges?: readonly NameRule[];
  /** First words that are clear only if the make is stated: a BMW "320" is a 3 Series. */
  shortNames?: readonly NameRule[];
  numbers?: NumberRule;
  /** Badges of diesels that do not say so by a letter. */
  dieselBadges?: RegExp;
  /** Names that are not in the table of models. They stay as the seller wrote them. */
  otherNames?: RegExp;
  /** Names of trims, for searches. Their words mean nothing else. */
  trims: readonly string[];
  /**
   * The world manufacturer codes (WMI, ISO 3780) under which its cars were built. Commonly known codes, not taken from
   * the registry of SAE, with those of plants that are shared with other makes. Not complete, so a code that is missing
   * is asked about and never refused.
   */
  manufacturerCodes: readonly string[];
};

/** A row of a make's table of models. */
export function model(
  name: string,
  firstYear: number,
  confidence: CarModel["confidence"],
  bodies: readonly [BodyType, ...BodyType[]],
  { spellings = [], isAmbiguous = false, needsMake = false }: Partial<CarModel> = {},
): CarModel {
  return {
    model: name,
    firstYear,
    usualBody: bodies[0],
    bodies,
    confidence,
    spellings,
    isAmbiguous,
    needsMake,
  };
}

/** The words of a list. */
export const words = (list: string): string[] => list.split(" ");
