import { z } from "zod";
import { allMakeNames } from "#shared/makes/all-makes.ts";
import { priceLabels } from "#shared/listings/price-label.ts";

const share = z.number().describe("A share: 0.05 is 5 %");

const priceModelVersion = z.object({
  id: z.number().int(),
  trainedAt: z.string(),
  isUsed: z.boolean().describe("False if it was worse than the version in use"),
  listings: z.number().int().describe("Cars on sale or sold at the time"),
  trainedOn: z.number().int().describe("Cars that it learned from"),
  outliers: z.number().int().describe("Cars with absurd prices, which it did not learn from"),
  heldOut: z.number().int().describe("Cars kept apart to measure the error"),
  heldOutOutliers: z
    .number()
    .int()
    .nullable()
    .describe(
      "Those of them with absurd prices, which count in the error and not in the 80 % interval; null for versions that did not record them",
    ),
  medianError: share,
  errorBefore: share.nullable().describe("The error of the version before on the same cars"),
  bands: z
    .array(
      z.object({
        from: z.number(),
        cars: z.number().int(),
        medianError: share,
        coverage: share
          .nullable()
          .describe(
            "Cars whose price is in the 80 % interval, without absurd prices; null if it was not measured",
          ),
      }),
    )
    .describe("The cars kept apart by price, from the cheapest to the dearest"),
  market: z
    .array(
      z.object({
        make: z.enum(allMakeNames),
        cars: z.number().int().describe("Cars of this make"),
        others: z.number().int().describe("Cars of other makes that it learned from"),
        medianError: share,
      }),
    )
    .describe("Makes with too few cars, which are estimated from cars of other makes"),
  stock: z
    .object({
      sold: z.number().int().describe("Cars that were sold"),
      from: z.string().describe("When the first of its cars was listed"),
      to: z.string().describe("When the last one was"),
    })
    .nullable()
    .describe("All cars of the training; null for versions that did not record it"),
  note: z.string().nullable().describe("Why it is not used"),
});
export type PriceModelVersion = z.infer<typeof priceModelVersion>;

/** GET /valuation/model. Amounts are in major units of `currency`. */
export const priceModelAnswer = z.object({
  current: priceModelVersion.nullable().describe("The version in use; null before the first one"),
  versions: z.array(priceModelVersion).describe("The latest 60 trainings, the newest first"),
  training: z
    .object({
      state: z.enum(["waiting", "running", "done", "failed"]),
      at: z.string().describe("When it reached this state"),
      outcome: z.string(),
    })
    .nullable()
    .describe("The latest training"),
  coverage: z.object({
    cars: z.number().int().describe("Cars for sale"),
    labels: z.array(z.object({ label: z.enum(priceLabels), cars: z.number().int() })),
  }),
  currency: z.string(),
});
export type PriceModelState = z.infer<typeof priceModelAnswer>;
