import { z } from "zod";
import { makes } from "#shared/makes/sold-makes.ts";
import { conditions, fuels, mileageUnits, transmissions } from "#shared/listings/listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { text } from "#shared/text/text.ts";
import { priceBasis } from "./valuation-contract.ts";

const whole = (name: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `${name} must be a whole number.`)
    .transform(Number)
    .refine((value) => value <= most, `${name} is too high.`)
    .optional();

/**
 * GET /valuation/estimate and /products/{id}/estimate: what is known of a car so far. Fuel economy and tax are in no
 * form, so only a listing has them.
 */
export const estimateQuery = z.object({
  make: z.enum(makes),
  model: text(80).optional(),
  year: whole("year", 9_999),
  mileage: whole("mileage", 2_000_000),
  mileageUnit: z.enum(mileageUnits).optional().describe("`mi` unless given"),
  fuel: z.enum(fuels).optional(),
  transmission: z.enum(transmissions).optional(),
  engineSize: z
    .string()
    .regex(/^\d{1,2}(?:\.\d{1,3})?$/, "engineSize must be a number of liters.")
    .transform(Number)
    .optional()
    .describe("In liters"),
  bodyType: z.enum(bodyTypes).optional(),
  condition: z.enum(conditions).optional(),
});
export type EstimateQuery = z.infer<typeof estimateQuery>;

export const estimateAnswer = z.discriminatedUnion("isEstimated", [
  z.object({
    isEstimated: z.literal(true),
    estimate: z.number(),
    low: z.number().describe("Eight of ten similar cars are offered from here…"),
    high: z.number().describe("…to here"),
    basis: priceBasis,
    currency: z.string(),
  }),
  z.object({
    isEstimated: z.literal(false),
    reason: z.string().describe("Why there is no estimate"),
  }),
]);
export type EstimateAnswer = z.infer<typeof estimateAnswer>;
