import { fold } from "#shared/text/fold.ts";
import { minorUnitDigits } from "#shared/money/money.ts";
import { currenciesOf } from "./currency-words.ts";
import type { PriceScale, ScaleSign } from "../../feed-context.ts";
import { amountNames, compact, lastStep } from "../../headers/header-name.ts";
import { readLimits } from "../../files/read-limits.ts";
import { isTermBeside, isTermName, whyNoPrice } from "./price-terms.ts";

const minorName =
  /^(?:(.*?)(?:in)?(?:euro|eur|us|usd|gbp|pln)?(?:cents?|pence|centimes|centimos|centesimi|grosz[ey]|minor(?:amount|value|units?)?)|(.*?)cents?(?:amount|price|value|betrag))$/;

/** What is left of a name that says minor units: "price" of "priceInCents", "" of "centAmount"; null for others. */
export function withoutMinorWord(name: string): string | null {
  const [, before, beforeCent] = minorName.exec(compact(name)) ?? [];
  return (before ?? beforeCent)?.replace(/(?:amount|value)$/, "") ?? null;
}

const unitNames = /^(?:amount|price|currency|value)?(?:units?|denomination)$/;
const digitNames =
  /(?:exponent|scale|precision|decimals|decimalplaces|decimaldigits|fractiondigits|minorunitdigits)$/;

function kindOfSign(name: string): ScaleSign["kind"] | null {
  const key = compact(name);
  if (unitNames.test(key)) return "unit";
  if (digitNames.test(key)) return "digits";
  if (isTermName(key)) return "terms";
  return /^(?:is|price)?$/.test(withoutMinorWord(key) ?? "other") ? "flag" : null;
}

const amountInCurrency = new RegExp(
  `^(?:${["value", ...amountNames].join("|")})(?:eur|gbp|usd|chf|pln)?$`,
);

/** What the path of an amount inside an object begins with: "price/" of "price/amount"; null for others. */
function objectOf(header: string): string | null {
  const name = lastStep(header);
  const isAmount = amountInCurrency.test(compact(name)) || withoutMinorWord(name) !== null;
  return isAmount && name !== header ? header.slice(0, -name.length) : null;
}

/** The scale of an amount's column; null without any sign, so that its amounts are in major units. */
export function scaleOf(
  amount: string,
  headers: readonly string[],
  field: "price" | "tax" = "price",
): PriceScale | null {
  const key = compact(amount);
  const object = objectOf(amount);
  // What a header adds to the amount's: "unit" of "price@unit", "price/unit" or "priceUnit" beside "price/amount".
  const addition = (header: string) => {
    if (header.startsWith(amount) && /^[/@.]/.test(header.slice(amount.length)))
      return header.slice(amount.length + 1);
    if (object !== null && header.startsWith(object)) return lastStep(header);
    if (object !== null && compact(header).startsWith(compact(object)))
      return compact(header).slice(compact(object).length);
    return compact(header).startsWith(key) ? compact(header).slice(key.length) : "";
  };
  const signs = [...headers.entries()].flatMap(([index, header]): ScaleSign[] => {
    if (header === amount || header.length > readLimits.header) return [];
    const kind =
      kindOfSign(addition(header)) ??
      (isExponentBeside(amount, header) ? "digits" : isTermBeside(amount, header) ? "terms" : null);
    // A tax is paid every year.
    return kind && !(kind === "terms" && field === "tax") ? [{ kind, index, header }] : [];
  });
  const isMinor = withoutMinorWord(lastStep(amount)) !== null;
  if (!isMinor && signs.length === 0) return null;
  return { isMinor, signs: signs.slice(0, readLimits.priceSigns) };
}

/** Whether a price in minor units is stated once more in others, which it then only explains. */
export function isRestated(price: string, others: readonly string[]): boolean {
  if (withoutMinorWord(lastStep(price)) === null) return false;
  return others.some((other) => scaleOf(other, [price])?.signs.some(({ kind }) => kind === "flag"));
}

/** "ad/exponent" beside "ad/price" */
function isExponentBeside(price: string, header: string): boolean {
  const parent = header.slice(0, -lastStep(header).length);
  if (parent === "" || !price.startsWith(parent)) return false;
  return /^(?:exponent|fractiondigits)$/.test(compact(lastStep(header)));
}

const minorWords =
  /^(?:minor(?: ?units?)?|(?:euro|eur|us|usd|gbp|pln)? ?(?:cents?|pence|pennies|groszy?|centimes?|centesimi|centimos?|rappen|ore)|ct|1 100|0 01|hundredths?)$/;
const majorWords =
  /^(?:major(?: ?units?)?|whole(?: ?units?)?|units?|euros?|dollars?|pounds?(?: sterling)?|zlotys?|zl|francs?|each|item|piece|vehicle|car)$/;

function isMinorUnit(word: string): boolean | null {
  const folded = fold(word);
  if (minorWords.test(folded)) return true;
  const isCurrency = currenciesOf(word.length === 3 ? word.toUpperCase() : word).length > 0;
  return majorWords.test(folded) || isCurrency ? false : null;
}

const yes = /^(?:true|yes|y|1)$/i;
const no = /^(?:false|no|n|0)$/i;

/**
 * An amount in major units, or why a row does not show what it is.
 * @param amount as decimal text
 * @param cellAt the row's cell in a column
 */
export function toMajorUnits(
  amount: string,
  currency: string,
  { isMinor: named, signs }: PriceScale,
  cellAt: (index: number) => string,
): { amount: string } | { fault: string } {
  const digits = minorUnitDigits(currency);
  const stated = new Set<boolean>(named ? [true] : []);
  const fractions: { header: string; cell: string }[] = [];
  for (const { kind, index, header } of signs) {
    const cell = cellAt(index);
    if (cell === "") continue;
    const unclear = {
      fault: `"${cell}" in "${header}" does not say whether the price is in whole units or in cents`,
    };
    const otherwise = kind === "terms" ? whyNoPrice(header, cell) : null;
    if (otherwise) return { fault: `"${amount}" ${otherwise} ("${cell}" in "${header}")` };
    if (kind === "terms") continue;
    if (kind === "digits") fractions.push({ header, cell });
    else if (kind === "unit") {
      const isMinor = isMinorUnit(cell);
      if (isMinor === null) return unclear;
      stated.add(isMinor);
    } else if (yes.test(cell)) stated.add(true);
    else if (no.test(cell)) stated.add(false);
    // The same price once more, in cents.
    else if (/^\d+$/.test(cell) && Number(divided(cell, digits)) === Number(amount))
      stated.add(false);
    else return unclear;
  }
  if (stated.size > 1) return { fault: `"${amount}" is stated in whole units and in cents` };
  const isMinor = stated.has(true);
  for (const { header, cell } of fractions) {
    // Decimals that the currency has anyway, or none, beside a price in known units say nothing new.
    if (isMinor ? cell === String(digits) : stated.has(false) || /^-?0$/.test(cell)) continue;
    return {
      fault: `"${cell}" in "${header}" leaves open whether the price is in whole units or in cents (state a unit)`,
    };
  }
  if (!isMinor) return { amount };
  if (!/^\d+$/.test(amount)) return { fault: `"${amount}" is not a whole number of cents` };
  return { amount: divided(amount, digits) };
}

/** Minor units as a decimal text in major units. */
function divided(minor: string, digits: number): string {
  const padded = minor.padStart(digits + 1, "0");
  const whole = padded.slice(0, padded.length - digits);
  const decimals = padded.slice(padded.length - digits).replace(/0+$/, "");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
