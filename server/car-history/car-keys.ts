import { stockNumberOf } from "#shared/listings/car-numbers.ts";

/** What a seller states about a car in a feed, an import or a form, and whose car it is. */
type StatedCar = {
  sellerId: string;
  make: string;
  /** Feeds state the model and the year of every car. In a form, both are optional. */
  model: string | null;
  year: number | null;
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
 * Dealers give stock numbers again, so without a model and a year they find nothing. The seller belongs to the keys, too:
 * what one states never touches the history of another's car.
 * @param digest a hash that only the shop can compute: there are few plates, so that all could be tried
 */
export function carKeysOf(car: StatedCar, digest: (text: string) => Buffer): Buffer[] {
  const { sellerId, make, model, year, plate } = car;
  const number = model === null || year === null ? null : stockNumberOf(car.stockNumber);
  const keyOf = (kind: keyof typeof kinds, stated: string) => {
    const facts = [`car ${kind}`, sellerId, make, model?.toLowerCase() ?? null, year, stated];
    return Buffer.concat([Buffer.of(kinds[kind]), digest(JSON.stringify(facts))]);
  };
  return [
    plate === null ? [] : keyOf("registration", plate),
    number === null ? [] : keyOf("stockNumber", number),
  ].flat();
}
