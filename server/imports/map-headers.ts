import { currenciesOf } from "./currency-words.ts";
import type { Column, HeaderMap, StatedEconomyUnit } from "./feed-context.ts";
import { fold } from "#shared/text/fold.ts";
import {
  fields,
  headerWords,
  kilometerHeaders,
  mileHeaders,
  type Field,
  type Language,
} from "./header-words.ts";
import { engineUnitOf } from "./read-engine-size.ts";
import { economyUnitOf } from "./read-fuel-economy.ts";
import { distanceUnitOf } from "./read-mileage.ts";

/** Columns that our report adds. They are ignored when a corrected report is imported. */
export const isReportColumn = (header: string): boolean =>
  /^marque_(?:line|column|reason)$/.test(header.trim());

/** The recognized headers. `own` is the operator's --map, which comes first. */
export function mapHeaders(headers: readonly string[], own: HeaderMap = new Map()): Column[] {
  return headers.flatMap((header, index) => {
    const column = isReportColumn(header) ? null : mapHeader(header, own);
    return column ? [{ ...column, index, header }] : [];
  });
}

function mapHeader(header: string, own: HeaderMap): Omit<Column, "index" | "header"> | null {
  const { name, unit } = splitUnit(header);
  const chosen = own.get(fold(header));
  if (chosen === null) return null;
  const known = chosen
    ? { field: chosen, languages: [] }
    : (lookUp(fold(header)) ?? lookUp(fold(name)) ?? withoutTrailingUnit(fold(header)));
  // A price without tax is not what a buyer pays, so the column is not read.
  if (!known || (known.field === "price" && unit && /net|excl|exkl|zzgl/i.test(unit))) return null;
  const stated = unit ?? ("unit" in known ? (known.unit ?? null) : null);
  return {
    field: known.field,
    languages: known.languages,
    ...unitsOf(known.field, fold(name), fold(header), stated),
  };
}

const measured = new Set<Field>(["price", "tax", "mileage", "engineSize", "fuelEconomy"]);

type Known = { field: Field; languages: readonly Language[]; unit?: string };

function lookUp(folded: string): Known | null {
  const found = byHeader.get(folded.replace(/ /g, ""));
  // "mileage2", "mileage_2" and pandas' "mileage.1" are further columns of the same field.
  return found ?? byHeader.get(folded.replace(/ /g, "").replace(/(?<=[a-z])[1-9]$/, "")) ?? null;
}

// "mileage km", "price gbp", "hubraum ccm", "przebieg w km"
function withoutTrailingUnit(folded: string): Known | null {
  const words = folded.split(" ");
  for (let count = words.length - 1; count > 0; count--) {
    const found = lookUp(words.slice(0, count).join(" "));
    const rest = words
      .slice(count)
      .filter((word) => !/^(?:in|w|en|per|year)$/.test(word))
      .join(" ");
    if (found && measured.has(found.field) && hasKnownUnit(rest)) return { ...found, unit: rest };
  }
  return null;
}

function hasKnownUnit(unit: string): boolean {
  return (
    Boolean(distanceUnitOf(unit) ?? engineUnitOf(unit) ?? economyUnitOf(unit)) ||
    currenciesOf(unit.toUpperCase()).length > 0
  );
}

function splitUnit(header: string): { name: string; unit: string | null } {
  const match = /^(.*?)\s*(?:[([{]\s*(.*?)\s*[)\]}]|(?:\s|\/)(£|€|\$|zł))\s*$/su.exec(
    header.trim(),
  );
  const name = match?.[1];
  return name ? { name, unit: match[2] ?? match[3] ?? null } : { name: header, unit: null };
}

// Words in brackets that are not units: "Preis (brutto)", "tax (per year)", "Year (first reg.)".
const remark =
  /^(?:brutto|incl?\.? vat|inkl\.? mwst\.?|per year|p\.?\s?a\.?|annual|yearly|jahrlich|jährlich|rocznie|combined|kombiniert|komb\.?|first reg\.?|optional|required|exterior)$/i;

function unitsOf(field: Field, name: string, header: string, stated: string | null) {
  const unit = stated?.normalize("NFKC") ?? null;
  const units = {
    distanceUnit: null,
    engineUnit: null,
    economyUnit: null,
    currencies: null,
    unknownUnit: null,
  } as Omit<Column, "index" | "header" | "field" | "languages">;
  if (field === "mileage") {
    const named = kilometerHeaders.test(name) ? "km" : mileHeaders.test(name) ? "mi" : null;
    units.distanceUnit = unit ? distanceUnitOf(unit) : named;
    // "Kilometerstand (mi)" contradicts itself.
    if (unit && named && units.distanceUnit !== named) units.unknownUnit = unit;
  }
  if (field === "engineSize")
    units.engineUnit = unit
      ? engineUnitOf(unit)
      : /cc$|ccm$|cm3$/.test(name)
        ? "cc"
        : /litres?$/.test(name)
          ? "l"
          : null;
  if (field === "fuelEconomy") units.economyUnit = economyOfHeader(header, unit);
  if (field === "price" || field === "tax") {
    const meant =
      unit
        ?.split(/[\s/,]+/)
        .flatMap((word) => currenciesOf(word.length === 3 ? word.toUpperCase() : word)) ?? [];
    units.currencies = meant.length > 0 ? meant : null;
  }
  const read = units.distanceUnit ?? units.engineUnit ?? units.economyUnit ?? units.currencies;
  if (measured.has(field) && unit && !read && !remark.test(unit)) units.unknownUnit = unit;
  return units;
}

function economyOfHeader(header: string, unit: string | null): StatedEconomyUnit {
  if (/\bmpg\b/.test(header))
    return /\b(uk|imp|imperial)\b/.test(header)
      ? "mpg_uk"
      : /\bus\b/.test(header)
        ? "mpg_us"
        : "mpg";
  return (
    (unit
      ? economyUnitOf(unit)
      : economyUnitOf(/\bl 100 ?km$/.test(header) ? "l/100km" : header)) ?? null
  );
}

const byHeader = new Map<string, { field: Field; languages: readonly Language[] }>();
for (const field of fields) {
  for (const [language, words] of Object.entries(headerWords[field]) as [Language, string][]) {
    for (const word of words.split(",")) {
      const key = word.replace(/ /g, "");
      const languages = new Set([...(byHeader.get(key)?.languages ?? []), language]);
      byHeader.set(key, { field, languages: [...languages] });
    }
  }
}
