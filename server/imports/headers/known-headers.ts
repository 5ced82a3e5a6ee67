import { fields, headerWords, unitWords, type Field } from "./header-words.ts";
import { furtherHeaderWords } from "./further-header-words.ts";
import { specialDates } from "./price-header-words.ts";
import { otherHeaderWords, type Language } from "./other-header-words.ts";

/** A header that is known. `repeated`: with a number after it, as of a further column of the field. */
export type KnownHeader = {
  field: Field;
  languages: readonly Language[];
  unit?: string;
  repeated?: boolean;
};

/** The field of a folded header; null for an unknown one. */
export function lookUpHeader(folded: string): KnownHeader | null {
  const key = folded.replace(/ /g, "");
  const found = byHeader.get(key);
  if (found) return found;
  // "mileage2", "mileage_2" and pandas' "mileage.1" are further columns of the same field.
  const repeated = byHeader.get(key.replace(/(?<=[a-z])\d{1,2}$/, ""));
  return repeated ? { ...repeated, repeated: true } : null;
}

const byHeader = new Map<string, { field: Field; languages: readonly Language[] }>();
for (const field of fields) {
  for (const [language, words] of Object.entries(headerWords[field]) as [Language, string][]) {
    for (const word of words.split(",")) {
      const key = word.replace(/ /g, "");
      // "Title", "Version" and "Optional" are borrowed by other languages, so they do not show the feed's.
      if (field in otherHeaderWords) {
        byHeader.set(key, { field, languages: [] });
        continue;
      }
      const languages = new Set([...(byHeader.get(key)?.languages ?? []), language]);
      byHeader.set(key, { field, languages: [...languages] });
    }
  }
}
for (const [language, words] of Object.entries(furtherHeaderWords)) {
  for (const [field, list] of Object.entries(words) as [Field, string][])
    for (const word of list.split(",")) addFurther(word, field, language as Language);
}
const furtherMileages = Object.values(furtherHeaderWords).map((words) => words.mileage ?? "");
for (const word of [...Object.values(headerWords.mileage), ...furtherMileages]
  .join(",")
  .split(",")) {
  for (const unit of unitWords) {
    const key = `${word}${unit}`.replace(/ /g, "");
    if (!byHeader.has(key)) byHeader.set(key, { field: "mileageUnit", languages: [] });
  }
}
for (const { field, header } of specialDates()) {
  const key = header.replace(/ /g, "");
  if (!byHeader.has(key)) byHeader.set(key, { field, languages: [] });
}

/** A header that another language has, too, says nothing more about the feed's. */
function addFurther(word: string, field: Field, language: Language): void {
  const key = word.replace(/ /g, "");
  const known = byHeader.get(key);
  const isNew = !known || known.languages.some((other) => other in furtherHeaderWords);
  if (known && (known.field !== field || !isNew)) return;
  const languages = field in otherHeaderWords ? [] : [...(known?.languages ?? []), language];
  byHeader.set(key, { field, languages });
}
