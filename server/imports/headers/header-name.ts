import { fold } from "#shared/text/fold.ts";

/** Folded, without spaces: "priceType", "price_type" and "Price type" are the same. */
export const compact = (name: string): string => fold(name).replace(/ /g, "");

// Words that are others without their accents: a Hungarian price, a Nordic year, what a car was driven, a French loan.
const accented: readonly (readonly [RegExp, string])[] = [
  [/^ár(?!\p{L})/iu, "vetelar"],
  [/^år$/i, "arsmodell"],
  // Danish. Without the stroke it is "short".
  [/^kørt(?!\p{L})/iu, "korte km"],
  [/^prêt(?!\p{L})/iu, "loan"],
];

/** A header, folded. Words that only their accents tell apart become others that have one meaning. */
export function foldHeader(header: string): string {
  const name = header.normalize("NFC").trim();
  const rule = accented.find(([word]) => word.test(name));
  return fold(rule ? name.replace(rule[0], rule[1]) : name);
}

/** Compact names of the amount inside a price: "amount" of "price/amount". */
export const amountNames = [
  "amount",
  "montant",
  "betrag",
  "importe",
  "importo",
  "bedrag",
  "kwota",
  "belopp",
  "castka",
  "belob",
  "belop",
  "osszeg",
  "suma",
  "tutar",
];

/** The last step of a header that is a path: "amount" of "price/amount", "unit" of "price@unit". */
export const lastStep = (header: string): string => header.split(/[/@.]/).at(-1) ?? header;

/** "Price" and "€" of "Price (€)". */
export function splitUnit(header: string): { name: string; unit: string | null } {
  const match = /^(.*?)\s*(?:[([{]\s*(.*?)\s*[)\]}]|(?:\s|\/)(£|€|\$|zł|₺))\s*$/su.exec(
    header.trim(),
  );
  const name = match?.[1];
  return name ? { name, unit: match[2] ?? match[3] ?? null } : { name: header, unit: null };
}
