/** What a row of a feed or an import states about a car, and whose car it is. */
type StatedCar = {
  sellerId: string;
  make: string;
  model: string;
  year: number;
  stockNumber: string | null;
  /** Its registration as `plateOf` reads it. */
  plate: string | null;
};

/**
 * Keys of other kinds begin with a byte for the kind. The key of a VIN is the hash alone. Kind 1 was a registration of
 * any seller, which is read no more.
 */
const kinds = { stockNumber: 2, registration: 3 };

/** Whether a key, in hexadecimal digits, is of a kind that is recorded. */
export const isCurrentKey = (key: string) =>
  Object.values(kinds).includes(Number.parseInt(key.slice(0, 2), 16));

/**
 * The keys by which a car is found again under another listing of its seller, apart from that of its VIN: one for its
 * registration and one for its stock number. Both can be another car's later, so brand, model and year belong to them.
 * The seller does, too: what one states never touches the history of another's car.
 * @param digest a hash that only the shop can compute: there are few plates, so that all could be tried
 */
export function carKeysOf(car: StatedCar, digest: (text: string) => Buffer): Buffer[] {
  const { sellerId, make, model, year, stockNumber, plate } = car;
  const number = compact(stockNumber);
  const keyOf = (kind: keyof typeof kinds, stated: string) => {
    const facts = [`car ${kind}`, sellerId, make, model.toLowerCase(), year, stated];
    return Buffer.concat([Buffer.of(kinds[kind]), digest(JSON.stringify(facts))]);
  };
  return [
    plate === null ? [] : keyOf("registration", plate),
    // A word such as "none" is no number.
    /\d/.test(number) ? keyOf("stockNumber", number) : [],
  ].flat();
}

const shortestPlate = 4;

/** A registration without spaces and hyphens; null for a year, an age code or a word in its column. */
export function plateOf(registration: string | null): string | null {
  const plate = compact(registration);
  return plate.length >= shortestPlate && /\d/.test(plate) && /\p{L}/u.test(plate) ? plate : null;
}

const compact = (text: string | null) => (text ?? "").replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
