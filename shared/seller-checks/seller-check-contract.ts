import { z } from "zod";
import { lastDayField } from "#shared/dates/last-day.ts";
import { text } from "#shared/text/text.ts";
import { checkLevels, recordedLevels } from "./seller-check.ts";

/** POST /seller/{id}/checks. */
export const checkBody = z
  .object({
    level: z.enum(recordedLevels, "Choose what was checked."),
    validUntil: lastDayField
      .nullish()
      .describe("The last day; without it, valid until it is withdrawn"),
    note: text(500).optional().describe("For admins only"),
    listingId: z.uuid("This is not a car's id.").optional().describe("The car that was seen"),
  })
  .refine(({ level, listingId }) => (level === "car") === (listingId !== undefined), {
    path: ["listingId"],
    message: "Name the car that was seen, and no car otherwise.",
  });
export type CheckBody = z.infer<typeof checkBody>;

/** GET /listings/{id}/checks: what is known about a seller now. */
export const listingChecks = z.array(
  z.object({
    level: z.enum(checkLevels),
    checkedAt: z
      .string()
      .nullable()
      .describe("null for an email address that was confirmed before this was recorded"),
    validUntil: z.string().nullable().describe("When it ends; null if it does not"),
  }),
);
export type ListingChecks = z.infer<typeof listingChecks>;

/** GET /seller/{id}/checks: all that was recorded about a seller, for admins. */
export const sellerChecks = z.object({
  isEmailConfirmed: z.boolean(),
  checks: z
    .array(
      z.object({
        _id: z.string(),
        level: z.enum(recordedLevels),
        item: z.string().nullable().describe("The car that was seen"),
        checkedBy: z.string(),
        checkedAt: z.string(),
        validUntil: z.string().nullable(),
        note: z.string().nullable(),
        withdrawnAt: z.string().nullable(),
        isValid: z.boolean(),
      }),
    )
    .describe("The newest first, at most a hundred"),
});
export type SellerChecks = z.infer<typeof sellerChecks>;
