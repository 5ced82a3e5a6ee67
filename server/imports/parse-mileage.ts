import type { MileageUnit } from "#shared/listings/listing.ts";
import { splitMeasure } from "./measure.ts";
import { readNumber, type DecimalMark } from "./number-format.ts";
import { fault, type Parsed } from "./parsed.ts";
import { timesThousand } from "./parse-price.ts";

export type Distance = { distance: number; unit: MileageUnit | null };

const units: Record<string, MileageUnit> = {
  km: "km",
  kms: "km",
  kilometer: "km",
  kilometers: "km",
  kilometre: "km",
  kilometres: "km",
  kilometros: "km",
  mi: "mi",
  mile: "mi",
  miles: "mi",
  mls: "mi",
  meilen: "mi",
  mila: "mi",
};

/** The unit of distance that a word names, in a value, a header or a unit column; null where it names none we know. */
export function distanceUnitOf(word: string): MileageUnit | null {
  return units[word.toLowerCase().replace(/\.$/, "")] ?? null;
}

/** Reads "150,000km", "150 tys. km", "45k miles", "12.345 km", "150 tkm". An odometer shows whole numbers only. */
export function parseMileage(text: string, mark: DecimalMark | null): Parsed<Distance> {
  if (text === "") return "empty";
  const measure = splitMeasure(text);
  if (!measure || measure.before !== "") return fault(`"${text}" is not a mileage`);
  const { scaled, unitWord } = splitScale(measure.after);
  const unit = unitWord === "" ? null : distanceUnitOf(unitWord);
  if (unitWord !== "" && !unit) return fault(`"${text}": unknown unit of distance "${unitWord}"`);
  const number = readNumber(measure.number, mark);
  if (number === null) return fault(`"${text}" is not a mileage`);
  if (number === "ambiguous")
    return fault(
      `"${text}" may be a decimal number or thousands: nothing in the file tells which (--decimal does)`,
    );
  const distance = Number(scaled ? timesThousand(number) : number);
  return Number.isSafeInteger(distance)
    ? { value: { distance, unit } }
    : fault(`"${text}" is not a whole number, as a mileage is`);
}

// "k", "tys." and "Tsd." are thousands; "tkm" is German for thousands of kilometres; "km" is not "k" and "m".
function splitScale(after: string): { scaled: boolean; unitWord: string } {
  const match = /^(?:(tys|tsd|tds|k|t(?=km))\.?)(?:\s+|(?=km|mi|$)|$)(.*)$/i.exec(after);
  if (!match || distanceUnitOf(after)) return { scaled: false, unitWord: after.trim() };
  return { scaled: true, unitWord: (match[2] ?? "").trim() };
}
