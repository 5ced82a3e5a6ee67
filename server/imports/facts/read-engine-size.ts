import type { Fuel } from "#shared/listings/listing.ts";
import type { EngineUnit } from "../feed-context.ts";
import { readingsOf, splitMeasure } from "./number-format.ts";
import { rememberShort } from "./remember-short.ts";
import { fault, type Parsed, type RowReader } from "./row-reader.ts";

/** From range extenders and kei engines to the largest V12. No number is in this range both as liters and as cc. */
const engineSizeRangeCc = { min: 500, max: 9_000 };

/** The unit of engine size that a word means; null for an unknown word. */
export function engineUnitOf(word: string): EngineUnit | null {
  const plain = word.toLowerCase().replace(/[\s^.]/g, "");
  if (/^(?:l|ltr|lit|litres?|liters?|litr[yo]w?|litros?)$/.test(plain)) return "l";
  return /^(?:cc|ccm|cm3|cmc|cui?cm)$/.test(plain) ? "cc" : null;
}

/**
 * Reads "2.0", "1998 cc", "1.998 cm³", "2,0 l", "2.0L Turbo" in cc. Of the two readings of "1.998", only one is an engine
 * size (1.998 l is 1998 cc). 0 means unknown. `headerUnit` applies to a value without a unit.
 * @internal
 */
export function parseEngineSize(text: string, headerUnit: EngineUnit | null): Parsed<number> {
  return parsers[headerUnit ?? "unstated"](text);
}

const parsers = {
  l: rememberShort((text) => parseSize(text, "l")),
  cc: rememberShort((text) => parseSize(text, "cc")),
  unstated: rememberShort((text) => parseSize(text, null)),
};

function parseSize(text: string, headerUnit: EngineUnit | null): Parsed<number> {
  if (text === "") return "empty";
  const measure = splitMeasure(text);
  const described = measure ? null : engineSizeIn(text);
  if (described) return { value: described };
  if (!measure || measure.before !== "") return fault(`"${text}" is not an engine size`);
  const [unitWord = "", ...description] = measure.after.split(" ");
  const unit =
    unitWord === "" ? headerUnit : (engineUnitOf(measure.after) ?? engineUnitOf(unitWord));
  if (
    unitWord !== "" &&
    (!unit || (description.length > 0 && /\d|^(?:kw|ps|hp|bhp|km)$/i.test(description.join(" "))))
  )
    return fault(`"${text}": unknown unit of engine size "${measure.after}"`);
  if (unitWord !== "" && headerUnit && unit !== headerUnit)
    return fault(`"${text}" contradicts its column, which is in ${headerUnit}`);
  const readings = new Set(Object.values(readingsOf(measure.number)).map(Number));
  if (readings.size === 0) return fault(`"${text}" is not an engine size`);
  if ([...readings].every((number) => number === 0)) return "empty";
  const sizes = new Set([...readings].flatMap((number) => plausibleCc(number, unit)));
  const [size] = sizes;
  return sizes.size === 1 && size !== undefined
    ? { value: size }
    : fault(`"${text}" is not the size of a car engine`);
}

function plausibleCc(number: number, unit: EngineUnit | null): number[] {
  const candidates = [
    ...(unit === "cc" ? [] : [Math.round(number * 1000)]),
    ...(unit === "l" ? [] : [Math.round(number)]),
  ];
  return candidates.filter((cc) => cc >= engineSizeRangeCc.min && cc <= engineSizeRangeCc.max);
}

/**
 * The engine size in a description, such as "300.0HP 3.7L V6" or "2.0 TDI 150 PS", in cc; null unless it names exactly
 * one.
 */
function engineSizeIn(text: string): number | null {
  // "1401 - 1600 cm3" is a class of sizes.
  if (/\d\s?[-–—]\s?\d[\d.,]*\s?(?:l|ltr|lit[er]{2}s?|cc|ccm|cm3)\b/i.test(text)) return null;
  const stated = [
    ...text.matchAll(/(?<![\d.,])(\d{1,2}[.,]\d{1,3}|\d{1,2})[\s-]?(?:l|ltr|lit[er]{2}s?)\b/gi),
  ];
  const inCc = [...text.matchAll(/(?<![\d.,])(\d[.,]?\d{3}|\d{3})\s?(?:cc|ccm|cm3)\b/gi)];
  const badges = [
    ...text.matchAll(
      /(?<![\d.,])(\d[.,]\d)(?![\d.,])(?!\s?(?:kw|hp|bhp|ps|cv|ch|km|kwh|ah|bar|t\b|gal|%|"))/gi,
    ),
  ];
  const named = stated.length + inCc.length > 0 ? [...stated, ...inCc] : badges;
  const sizes = new Set(
    named.flatMap(([, number = ""]) => [
      ...new Set(
        Object.values(readingsOf(number)).flatMap((reading) =>
          plausibleCc(
            Number(reading),
            inCc.length > 0 && stated.length === 0 ? "cc" : inCc.length > 0 ? null : "l",
          ),
        ),
      ),
    ]),
  );
  const [size] = sizes;
  return sizes.size === 1 && size !== undefined ? size : null;
}

/** A row's engine size in cc, or null. */
export function readEngineSize(row: RowReader, fuel: Fuel | null): number | null {
  return row.take("engineSize", (text, column) => {
    const parsed = parseEngineSize(text, column.engineUnit);
    // Feeds write 0 for an unknown size. For an electric car it is correct, and nothing is lost.
    if (parsed !== "empty" && "fault" in parsed && /\p{L}/u.test(text)) {
      const described = engineSizeIn(text);
      if (described && !/[£€$]/.test(text)) return { value: described };
    }
    if (parsed === "empty" && text !== "" && fuel !== "electric")
      row.leftOut.push({ column: column.header, reason: "engine size 0 means unknown" });
    return parsed;
  });
}
