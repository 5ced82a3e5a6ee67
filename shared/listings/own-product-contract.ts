import { z } from "zod";
import { paidLatelyDays } from "#shared/bookings/booking.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { stepAnswer } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery, searchWords, sortBy } from "#shared/paging/paging-contract.ts";
import { fromNumeral } from "#shared/text/text.ts";
import { priceRoundings } from "./change-price.ts";

/** Statuses of a listing that its seller has not deleted and no admin has removed. */
export const ownStatuses = ["available", "reserved", "sold", "off_sale"] as const;

const priceBound = fromNumeral(
  z
    .number("A price must be a number.")
    .min(0, "A price cannot be below zero.")
    .max(1_000_000_000, "This price is too high."),
);

/**
 * Filter for GET /addproduct: `q` matches the name, VIN or id, and for admins the seller; admins can also filter by
 * seller. Prices are in major units.
 */
export const ownProductFilter = z.object({
  q: searchWords.optional(),
  seller: z.uuid("This is not a valid seller id.").optional(),
  status: z.enum(ownStatuses, `Choose one of ${ownStatuses.join(", ")}.`).optional(),
  make: z.enum(makes, `Choose one of ${makes.join(", ")}.`).optional(),
  advertised: z.enum(["yes", "no"], "Choose yes or no.").optional(),
  picture: z
    .enum(["yes", "no"], "Choose yes or no.")
    .optional()
    .describe("Whether the seller gave a picture"),
  paid: z
    .enum(["lately"], "Choose lately.")
    .optional()
    .describe(`Paid in the last ${paidLatelyDays} days`),
  priceMin: priceBound.optional(),
  priceMax: priceBound.optional(),
  sort: sortBy(["added", "price", "name"]).optional(),
});
export type OwnProductFilter = z.infer<typeof ownProductFilter>;
export const ownProductListQuery = pageQuery.extend(ownProductFilter.shape);
export type OwnProductListQuery = z.infer<typeof ownProductListQuery>;

/** How many cars one bulk call may name. */
const maximumBulk = 500;

const amount = (label: string) =>
  fromNumeral(z.number(`${label} must be a number.`).min(-1_000_000_000).max(1_000_000_000));
const bulkPrice = (label: string) =>
  z.number(`${label} must be a number.`).positive(`${label} must be above zero.`);

const carId = z.string("Name the car by its _id.").max(64);
const carList = <Car extends z.ZodType<{ _id: string }>>(car: Car) =>
  z
    .array(car, "List the cars.")
    .min(1, "List at least one car.")
    .max(maximumBulk, `One call can change at most ${maximumBulk} cars.`)
    .refine(
      (cars) => new Set(cars.map(({ _id }) => _id.toLowerCase())).size === cars.length,
      "A car is in the list twice.",
    );

const sameChanges = [
  z.object({
    kind: z.literal("percent"),
    by: fromNumeral(
      z
        .number("The percentage must be a number.")
        .min(-90, "Prices can fall by at most 90 percent at a time.")
        .max(500, "Prices can rise by at most 500 percent at a time."),
    ),
    roundTo: z
      .literal(priceRoundings, `Round to ${priceRoundings.join(", ")}.`)
      .default(1)
      .describe("In major units; 0 keeps the decimals"),
  }),
  z.object({ kind: z.literal("amount"), by: amount("The amount").describe("In major units") }),
] as const;
const priceChange = z.discriminatedUnion(
  "kind",
  [
    ...sameChanges,
    z.object({ kind: z.literal("each") }).describe("Each car gets its `resalePrice`"),
  ],
  "kind must be percent, amount or each.",
);

/** POST /products/bulk. Each car is changed on its own; the answer says which were left out, and why. */
export const bulkBody = z.discriminatedUnion(
  "action",
  [
    z.object({
      action: z.literal("price"),
      change: priceChange,
      preview: z.boolean().default(false).describe("Computes the prices and changes nothing"),
      cars: carList(
        z.object({
          _id: carId,
          from: bulkPrice("The earlier price")
            .optional()
            .describe("The price you saw. A car with another price by now is left out."),
          resalePrice: bulkPrice("The new price").optional(),
        }),
      ),
    }),
    z.object({ action: z.literal("confirm"), cars: carList(z.object({ _id: carId })) }),
    z.object({ action: z.literal("advertise"), cars: carList(z.object({ _id: carId })) }),
    z
      .object({ action: z.literal("withdraw"), cars: carList(z.object({ _id: carId })) })
      .describe("Takes cars off sale until they are relisted"),
    z.object({ action: z.literal("relist"), cars: carList(z.object({ _id: carId })) }),
    z.object({ action: z.literal("delete"), cars: carList(z.object({ _id: carId })) }),
  ],
  "action must be price, advertise, confirm, withdraw, relist or delete.",
);
export type BulkBody = z.infer<typeof bulkBody>;
export type PriceBulk = Extract<BulkBody, { action: "price" }>;

const bulkOutcome = z.object({
  _id: z.string(),
  name: z.string().nullable().describe("null if this is not one of your cars"),
  isDone: z.boolean(),
  message: z.string().nullable().describe("Why the car was left out"),
  before: z.number().nullable().describe("Its price before, for changes of prices"),
  after: z.number().nullable(),
});
export type BulkOutcome = z.infer<typeof bulkOutcome>;
export const bulkAnswer = z.object({
  doneCount: z.number().int().describe("In a preview, the cars that would be changed"),
  cars: z.array(bulkOutcome),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

/** Cars that a preview of a change of all matching ones shows. */
export const mostPreviewed = 20;

// Strict, because a filter that is ignored would select every car.
const matching = {
  filter: z
    .strictObject(ownProductFilter.omit({ seller: true, sort: true }).shape)
    .describe("As in `GET /addproduct`; without any, all your cars"),
  preview: z
    .boolean()
    .default(false)
    .describe(`Counts the cars, shows the first ${mostPreviewed} and changes nothing`),
  count: z
    .number("The number of cars must be a number.")
    .int("The number of cars must be a whole number.")
    .min(1, "The number of cars must be above zero.")
    .optional()
    .describe("How many cars you saw match. With another number by now, nothing is changed: 409."),
  after: z.string().max(200).optional().describe("The `next` of the answer before, to go on"),
};

/** POST /products/bulk/matching: changes every car that matches a filter. */
export const matchingBody = z.discriminatedUnion(
  "action",
  [
    z.object({
      action: z.literal("price"),
      change: z.discriminatedUnion("kind", sameChanges, "kind must be percent or amount."),
      asOf: z.iso
        .datetime("asOf must be that of a preview.")
        .optional()
        .describe(
          "The `asOf` of the preview. Cars whose price has changed since are left out, so the same call twice changes each price once.",
        ),
      ...matching,
    }),
    z.object({ action: z.literal("advertise"), ...matching }),
    z.object({ action: z.literal("confirm"), ...matching }),
    z
      .object({ action: z.literal("withdraw"), ...matching })
      .describe("Takes cars off sale until they are relisted"),
    z.object({ action: z.literal("relist"), ...matching }),
  ],
  "action must be price, advertise, confirm, withdraw or relist.",
);
export type MatchingBody = z.infer<typeof matchingBody>;

export const matchingAnswer = stepAnswer("Cars").extend({
  cars: z.array(bulkOutcome).describe("In a preview, the first cars and what would happen to them"),
  asOf: z.iso.datetime().nullable().describe("In a preview, when the prices were read"),
});
export type MatchingAnswer = z.infer<typeof matchingAnswer>;
