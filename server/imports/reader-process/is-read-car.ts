import { z } from "zod";
import { feedFields, type FeedFacts } from "../listing-facts.ts";
import type { CarNumbers } from "../to-listing.ts";

/** A car that the reader read of a row. */
type ReadCar = { facts: FeedFacts; fingerprint: string; numbers?: CarNumbers | null };

const numbers = z.object({ stockNumber: z.string().nullable(), plate: z.string().nullable() });
const isFact = (value: unknown) => value === null || typeof value !== "object";
export const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/**
 * Whether the reader answered with a car; the database's schema says which values its columns can have. By hand: a file
 * has tens of thousands of cars, and a schema would copy each of them.
 */
export function isReadCar(value: unknown): value is ReadCar {
  const car = value as Partial<ReadCar> | null;
  const facts = car?.facts as Record<string, unknown> | undefined;
  return (
    typeof car?.fingerprint === "string" &&
    typeof facts?.name === "string" &&
    typeof facts.make === "string" &&
    feedFields.every((field) => field in facts && isFact(facts[field])) &&
    (facts.imageUrls === undefined || isStrings(facts.imageUrls)) &&
    facts.carKeys === undefined &&
    (car.numbers == null || numbers.safeParse(car.numbers).success)
  );
}
