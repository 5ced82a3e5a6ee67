import type { HeaderWords } from "./feed-fields.ts";
import { czech } from "./words/czech.ts";
import { danish } from "./words/danish.ts";
import { dutch } from "./words/dutch.ts";
import { english } from "./words/english.ts";
import { french } from "./words/french.ts";
import { german } from "./words/german.ts";
import { hungarian } from "./words/hungarian.ts";
import { italian } from "./words/italian.ts";
import { norwegian } from "./words/norwegian.ts";
import { polish } from "./words/polish.ts";
import { portuguese } from "./words/portuguese.ts";
import { romanian } from "./words/romanian.ts";
import { spanish } from "./words/spanish.ts";
import { swedish } from "./words/swedish.ts";
import { turkish } from "./words/turkish.ts";

/** A header of two of these languages does not identify the feed's language. */
export const headerWords = {
  en: english,
  de: german,
  pl: polish,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  cs: czech,
  sv: swedish,
} satisfies Record<string, HeaderWords>;

/** Of a header that one of these languages and one of the others have, the other one counts. */
export const yieldingHeaderWords = {
  da: danish,
  no: norwegian,
  pt: portuguese,
  hu: hungarian,
  ro: romanian,
  tr: turkish,
} satisfies Record<string, HeaderWords>;

export type Language = keyof typeof headerWords | keyof typeof yieldingHeaderWords;

/** What a header adds to one for mileages to be about their unit: "odometer_uom", `<tellerstand eenheid="K">`. */
export const unitWords =
  "unit,units,uom,unit code,unit text,eenheid,einheit,unidad,unita,unite,jednostka,unitate,unidade,egyseg,birim,enhet,enhed,type".split(
    ",",
  );

/** Headers that state kilometers or miles themselves, also at the end of a path; other words for mileage do not. */
const kilometerHeaders =
  /(?:^| )(?:kilomet|km|gefahrene kilometer|laufleistung$|tachostand$|przebieg|stan licznika|liczba kilometrow|kms$|chilometr|tellerstand$|gereden kilometers|najet|najezd$|tachometr|stav tachometru|ujete km|pocet (?:najetych )?km|korte k|antall? k|kjor|quilometr|numero de quilometros|futott km|megtett k|futasteljesitmeny$|rulaj$|numar kilometri|arac km|yapilan km)/;
const mileHeaders = /^miles/;
/** Swedish headers in "mil", which are 10 km. "Mil" alone can mean miles. */
const milHeaders = /^(?:miltal|(?:antal|korda|matarstallning|korstracka) mil)$/;
export const swedishMileage = /^(?:matarstallning|korstracka|miltal)/;

/** The unit of distance that a folded header states itself; null for others. */
export function distanceUnitInName(name: string): "km" | "mi" | "mil" | null {
  if (milHeaders.test(name)) return "mil";
  return kilometerHeaders.test(name) ? "km" : mileHeaders.test(name) ? "mi" : null;
}
