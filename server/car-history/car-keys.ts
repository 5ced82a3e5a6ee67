import { createHash } from "node:crypto";

/** What a row of a feed or an import states about a car, and whose car it is. */
export type StatedCar = {
  sellerId: string;
  make: string;
  model: string;
  year: number;
  stockNumber: string | null;
  registration: string | null;
};

/** Keys of other kinds begin with a byte for the kind. The key of a VIN is the hash alone. */
const kinds = { registration: 1, stockNumber: 2 };

/**
 * The keys by which a car is found again under another listing, apart from that of its VIN: one for its registration and
 * one for its stock number. Plates move between cars, so the brand belongs to the key. Stock numbers are given again, so
 * theirs has the seller, brand, model and year.
 */
export function carKeysOf(car: StatedCar): Buffer[] {
  const { sellerId, make, model, year, stockNumber, registration } = car;
  const plate = compact(registration);
  const number = compact(stockNumber);
  return [
    plate ? [keyOf("registration", [make, plate])] : [],
    // A word such as "none" is no number.
    /\d/.test(number)
      ? [keyOf("stockNumber", [sellerId, make, model.toLowerCase(), year, number])]
      : [],
  ].flat();
}

const compact = (text: string | null) => (text ?? "").replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();

function keyOf(kind: keyof typeof kinds, facts: readonly (string | number)[]): Buffer {
  const hash = createHash("sha256").update(JSON.stringify([kind, ...facts]));
  return Buffer.concat([Buffer.of(kinds[kind]), hash.digest()]);
}
