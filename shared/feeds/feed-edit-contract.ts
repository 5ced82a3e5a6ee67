import { z } from "zod";
import { stepAnswer } from "#shared/outcomes/outcome-contract.ts";
import { factName, factValue } from "./feed-contract.ts";

/** GET /feeds/{id}/edits: cars that were edited in the shop and differ from the feed's last file. */
export const editedCarPage = z.object({
  cars: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      identity: z.string().nullable(),
      differences: z.array(z.object({ field: factName, feed: factValue, shop: factValue })),
    }),
  ),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
});
export type EditedCarPage = z.infer<typeof editedCarPage>;

const winner = z
  .enum(["feed", "shop"], "winner must be feed or shop.")
  .describe("feed replaces the edit now; shop keeps it until the file says something else");

/** POST /feeds/{id}/edits */
export const decideEditBody = z.strictObject({
  productId: z.string().max(64),
  field: factName,
  winner,
});
export type DecideEdit = z.infer<typeof decideEditBody>;

/** How many edits one bulk call may name. */
export const maximumEdits = 500;

/** POST /feeds/{id}/edits/bulk */
export const decideEditsBody = z.strictObject({
  winner,
  edits: z
    .array(
      z.strictObject({
        productId: z.guid("This is not the id of a car.").toLowerCase(),
        field: factName,
      }),
      "List the edits.",
    )
    .min(1, "List at least one edit.")
    .max(maximumEdits, `One call can decide at most ${maximumEdits} edits.`)
    .refine(
      (edits) =>
        new Set(edits.map(({ productId, field }) => `${productId} ${field}`)).size === edits.length,
      "An edit is in the list twice.",
    ),
});
export type DecideEdits = z.infer<typeof decideEditsBody>;

export const decideEditsAnswer = z.object({
  doneCount: z.number().int(),
  edits: z.array(
    z.object({
      productId: z.string(),
      field: factName,
      isDone: z.boolean(),
      message: z.string().nullable().describe("Why nothing was decided"),
    }),
  ),
});
export type DecideEditsAnswer = z.infer<typeof decideEditsAnswer>;

/** POST /feeds/{id}/edits/bulk/all: decides every edit of a feed that waits. */
export const decideAllEditsBody = z.strictObject({
  winner,
  count: z
    .number("The number of edits must be a number.")
    .int("The number of edits must be a whole number.")
    .min(1, "The number of edits must be above zero.")
    .describe(
      "How many edits you saw wait, the `edits` of the feed. With another number by now, nothing is changed: 409.",
    ),
  after: z.string().max(200).optional().describe("The `next` of the answer before, to go on"),
});
export type DecideAllEdits = z.infer<typeof decideAllEditsBody>;

export const decideAllEditsAnswer = stepAnswer("Edits");
export type DecideAllEditsAnswer = z.infer<typeof decideAllEditsAnswer>;
