import { z } from "zod";
import { text } from "#shared/text/text.ts";
import { changeable, optional } from "./form-fields.ts";
import { oneLine } from "./car-details.ts";

const shortestPlate = 4;
const longestNumber = 40;

/** A registration without spaces and hyphens; null for a year, an age code or a word in its column. */
export function plateOf(registration: string | null): string | null {
  const plate = compactNumber(registration);
  return plate.length >= shortestPlate && /\d/.test(plate) && /\p{L}/u.test(plate) ? plate : null;
}

/** A stock number without spaces and signs; null for a word such as "none". */
export function stockNumberOf(given: string | null): string | null {
  const number = compactNumber(given);
  return /\d/.test(number) ? number : null;
}

const compactNumber = (given: string | null) =>
  (given ?? "").replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();

const line = text(longestNumber).transform(oneLine);
const rules = {
  stockNumber: line
    .refine((given) => given === "" || stockNumberOf(given) !== null, {
      error: "A stock number must have a digit.",
    })
    .describe("The seller's own number of the car. Only the seller and admins see it"),
  registration: line
    .refine((given) => given === "" || plateOf(given) !== null, {
      error: `A registration must have at least ${shortestPlate} letters and digits, and both.`,
    })
    .describe("The license plate. Only the seller and admins see it"),
};

/** The numbers by which a new listing is found to be a car that its seller had on sale before. */
export const givenNumbers = {
  stockNumber: optional(rules.stockNumber),
  registration: optional(rules.registration),
};

/** Changes of a listing's numbers. */
export const changedNumbers = {
  stockNumber: changeable(rules.stockNumber),
  registration: changeable(rules.registration),
};

export const stockNumber = z.string().nullable().describe("The seller's own number of the car");

/** A listing's numbers as its seller and admins see them. */
export const ownNumbers = z.object({
  stockNumber,
  registration: z.string().nullable().describe("The license plate"),
  isOfFeed: z
    .boolean()
    .describe(
      "Whether a feed lists the car. Its file states both numbers, which are kept as hashes",
    ),
});
export type OwnNumbers = z.infer<typeof ownNumbers>;
export type NumberName = "stockNumber" | "registration";
export const numberNames: readonly NumberName[] = ["stockNumber", "registration"];
