import { splitMeasure } from "./measure.ts";
import { readingsOf } from "./number-format.ts";
import { fault, type Parsed } from "./parsed.ts";

export type EngineUnit = "l" | "cc";

/** The range of car engines: from range extenders and kei engines to the largest V12. Litres and cc cannot be confused within it. */
export const engineSizeRangeCc = { min: 500, max: 9_000 };

/** The unit of engine size that a word names; null where it names none we know. */
export function engineUnitOf(word: string): EngineUnit | null {
  const plain = word.toLowerCase().replace(/[\s^.]/g, "");
  if (/^(?:l|ltr|lit|litres?|liters?|litr[yo]w?|litros?)$/.test(plain)) return "l";
  return /^(?:cc|ccm|cm3|cmc|cui?cm)$/.test(plain) ? "cc" : null;
}

/**
 * Reads "2.0", "1998 cc", "1.998 cm³", "2,0 l", "2.0L Turbo" in cc. Both readings of "1.998" are tried: only one is an
 * engine (and 1.998 l is 1998 cc). 0 means unknown. `headerUnit` holds where the value bears none.
 */
export function parseEngineSize(text: string, headerUnit: EngineUnit | null): Parsed<number> {
  if (text === "") return "empty";
  const measure =
    splitMeasure(text) ?? splitMeasure(text.replace(/^(\S*\d\s?(?:l|cc|ccm))\b.*$/i, "$1"));
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
