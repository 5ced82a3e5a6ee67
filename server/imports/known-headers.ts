import { fields, headerWords, unitWords, type Field } from "./header-words.ts";
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
for (const word of Object.values(headerWords.mileage).join(",").split(",")) {
  for (const unit of unitWords) {
    const key = `${word}${unit}`.replace(/ /g, "");
    if (!byHeader.has(key)) byHeader.set(key, { field: "mileageUnit", languages: [] });
  }
}
for (const { field, header } of specialDates()) {
  const key = header.replace(/ /g, "");
  if (!byHeader.has(key)) byHeader.set(key, { field, languages: [] });
}
