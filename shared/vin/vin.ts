import type { Make } from "#shared/makes/all-makes.ts";
import { factsOf, soldMakes } from "#shared/makes/sold-makes.ts";

/** Years from which every VIN has 17 characters (ISO 3779, 49 CFR 565). */
const firstYearOf17 = 1981;

/** What is wrong or unusual about a VIN. */
export type VinReport = {
  /** Why it cannot be a VIN; null if it can. */
  fault: string | null;
  /** What the seller has to confirm, because it is unusual; null if nothing is. */
  question: string | null;
  /** What `question` is about. */
  doubt: "manufacturer" | "year" | null;
  /** Something to know that needs no answer. */
  note: string | null;
};

/** A VIN as it is stored: in capitals, without the blanks and dashes that people write into it. */
export function normalizeVin(text: string): string {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

/**
 * Examines a VIN by ISO 3779. Only North America requires the check digit (49 CFR 565.15), so elsewhere a wrong one is
 * only noted. `year` is the car's, if it is known: cars before 1981 may have shorter numbers.
 */
export function examineVin(
  vin: string,
  { make, year }: { make: Make | null; year: number | null },
): VinReport {
  const report = { fault: null, question: null, doubt: null, note: null };
  if (!/^[A-HJ-NPR-Z0-9]{11,17}$/.test(vin))
    return {
      ...report,
      fault: "A VIN has 17 letters and digits, without I, O and Q.",
    };
  if (vin.length < 17)
    return year !== null && year < firstYearOf17
      ? report
      : { ...report, fault: `A VIN has 17 characters, and this one has ${vin.length}.` };
  const isAmerican = /^[1-5]/.test(vin);
  const isCheckDigitRight = vin[8] === checkDigitOf(vin);
  if (isAmerican && !isCheckDigitRight)
    return {
      ...report,
      fault: "The check digit of this VIN is wrong. Please compare it with the car's papers.",
    };
  const code = vin.slice(0, 3);
  const isOfMake = make === null || factsOf(make).manufacturerCodes.includes(code);
  const other = isOfMake
    ? undefined
    : soldMakes.find(({ manufacturerCodes }) => manufacturerCodes.includes(code));
  if (other !== undefined)
    return {
      ...report,
      fault: `This VIN is of a ${other.name}: its manufacturer code is ${code}. Please compare it with the car's papers.`,
    };
  const years = isAmerican ? modelYearsOf(vin) : [];
  const isOfYear =
    year === null || years.length === 0 || years.some((one) => Math.abs(one - year) <= 1);
  return {
    ...report,
    ...(isOfYear
      ? null
      : {
          question: `The model year of this VIN is ${years.join(" or ")}, not ${year}.`,
          doubt: "year",
        }),
    ...(isOfMake
      ? null
      : {
          question: `The manufacturer code of this VIN, ${code}, is not known for ${make}.`,
          doubt: "manufacturer",
        }),
    note: isCheckDigitRight
      ? null
      : "The check digit does not match, which is usual for cars that were not built for North America.",
  };
}

const modelYears = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** The years that the tenth place of a North American VIN can mean, which repeats after 30 years (49 CFR 565.15). */
function modelYearsOf(vin: string): number[] {
  const at = modelYears.indexOf(vin[9]!);
  return at === -1 ? [] : [1980 + at, 2010 + at];
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const letterValues: Record<string, number> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};

/** The check digit that a VIN of 17 characters should have in its ninth place (49 CFR 565.15). @internal */
export function checkDigitOf(vin: string): string {
  const sum = [...vin].reduce(
    (total, character, at) => total + weights[at]! * (letterValues[character] ?? Number(character)),
    0,
  );
  return sum % 11 === 10 ? "X" : String(sum % 11);
}
