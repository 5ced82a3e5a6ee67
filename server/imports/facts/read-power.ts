import type { PowerUnit } from "../feed-context.ts";
import { readNumber, splitMeasure, type DecimalMark } from "./number-format.ts";
import { fault, type Parsed } from "./row-reader.ts";

const kilowatts: Record<PowerUnit, number> = { kw: 1, hp: 0.745_7, ps: 0.735_499 };
/** From the smallest city car to the strongest electric ones. */
const plausible = { min: 20, max: 1_500 };

/** The unit of power that a word means; null for an unknown word. "KM" are Polish horsepower. */
export function powerUnitOf(word: string): PowerUnit | null {
  const plain = word.toLowerCase().replace(/[\s.]/g, "");
  if (/^(?:kw|kilowatts?)$/.test(plain)) return "kw";
  if (/^(?:b?hp|horsepower)$/.test(plain)) return "hp";
  return /^(?:ps|km|pk|ch|cv|hk|hkr|h[aä]stkrafter|hestekr(?:æ|ae|e)fter|koni|le|l[oó]er[oő]|cp|caiputere|bg|beygir|cavalos)$/.test(
    plain,
  )
    ? "ps"
    : null;
}

/** Reads "140 kW", "190 PS", "140 kW (190 PS)" in kilowatts. A number without a unit takes the column's. */
export function parsePower(
  text: string,
  mark: DecimalMark | null,
  columnUnit: PowerUnit | null,
): Parsed<number> {
  if (text === "") return "empty";
  const first =
    /^(\d[\d.,]*\s?[a-z]+)\s*[(/|].*$/i.exec(text)?.[1] ?? text.replace(/ ?@ ?[\d.,]+ ?rpm$/i, "");
  const measure = splitMeasure(first);
  if (!measure || measure.before !== "") return fault(`"${text}" is not a power`);
  const unit = measure.after === "" ? columnUnit : powerUnitOf(measure.after);
  if (!unit) return fault(`"${text}": the unit of power is not known`);
  const number = Number(readNumber(measure.number, mark) ?? Number.NaN);
  const power = Math.round(number * kilowatts[unit]);
  if (number === 0) return "empty";
  return power >= plausible.min && power <= plausible.max
    ? { value: power }
    : fault(`"${text}" is not the power of a car`);
}
