import { fold } from "#shared/text/fold.ts";

/** Folded, without spaces: "priceType", "price_type" and "Price type" are the same. */
export const compact = (name: string): string => fold(name).replace(/ /g, "");

/** Compact names of the amount inside a price: "amount" of "price/amount". */
export const amountNames = [
  ...["amount", "montant", "betrag", "importe", "importo", "bedrag", "kwota", "belopp", "castka"],
];

/** The last step of a header that is a path: "amount" of "price/amount", "unit" of "price@unit". */
export const lastStep = (header: string): string => header.split(/[/@.]/).at(-1) ?? header;
