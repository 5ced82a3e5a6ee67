import {
  borrowingFields,
  fields,
  type BorrowingField,
  type Field,
  type HeaderWords,
} from "./feed-fields.ts";
import { headerWords, unitWords, yieldingHeaderWords, type Language } from "./header-words.ts";
import { specialDates } from "./special-price-days.ts";

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
  const exact = byHeader.get(key);
  if (exact) return exact;
  // "mileage2", "mileage_2" and pandas' "mileage.1" are further columns of the same field.
  const repeated = byHeader.get(key.replace(/(?<=[a-z])\d{1,2}$/, ""));
  return repeated ? { ...repeated, repeated: true } : null;
}

const byHeader = new Map<string, { field: Field; languages: readonly Language[] }>();
for (const field of fields) {
  for (const [language, words] of byLanguage(headerWords)) {
    for (const word of wordsOf(words, field)) {
      const key = word.replace(/ /g, "");
      const languages = new Set([...(byHeader.get(key)?.languages ?? []), language]);
      byHeader.set(key, { field, languages: isBorrowing(field) ? [] : [...languages] });
    }
  }
}
for (const [language, words] of byLanguage(yieldingHeaderWords)) {
  for (const field of Object.keys(words) as Field[]) {
    for (const word of wordsOf(words, field)) addYielding(word, field, language);
  }
}
for (const words of [...Object.values(headerWords), ...Object.values(yieldingHeaderWords)]) {
  for (const word of wordsOf(words, "mileage")) {
    for (const unit of unitWords) {
      const key = `${word}${unit}`.replace(/ /g, "");
      if (!byHeader.has(key)) byHeader.set(key, { field: "mileageUnit", languages: [] });
    }
  }
}
for (const { field, header } of specialDates()) {
  const key = header.replace(/ /g, "");
  if (!byHeader.has(key)) byHeader.set(key, { field, languages: [] });
}

/** A header that another language has, too, says nothing more about the feed's. */
function addYielding(word: string, field: Field, language: Language): void {
  const key = word.replace(/ /g, "");
  const header = byHeader.get(key);
  const isNew = !header || header.languages.some((other) => other in yieldingHeaderWords);
  if (header && (header.field !== field || !isNew)) return;
  const languages = isBorrowing(field) ? [] : [...(header?.languages ?? []), language];
  byHeader.set(key, { field, languages });
}

function byLanguage(words: Partial<Record<Language, HeaderWords>>) {
  return Object.entries(words) as [Language, HeaderWords][];
}

function wordsOf(words: HeaderWords, field: Field): string[] {
  return words[field]?.split(",") ?? [];
}

function isBorrowing(field: Field): field is BorrowingField {
  return (borrowingFields as Field[]).includes(field);
}
