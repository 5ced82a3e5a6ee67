import { z } from "zod";

// Answers of the specified calls that return a count or a flag. If a business rule refuses the call, the status stays 200
// and `message` says why (docs/specification.md).
const message = z.string().optional();

export const createdAnswer = z.object({
  acknowledged: z.boolean(),
  insertedId: z.string().optional(),
  message,
});
export const modifiedAnswer = z.object({ modifiedCount: z.number().int(), message });
export const deletedAnswer = z.object({ deletedCount: z.number().int(), message });
export const matchedAnswer = z.object({ matchedCount: z.number().int(), message });

export type CreatedAnswer = z.infer<typeof createdAnswer>;
export type ModifiedAnswer = z.infer<typeof modifiedAnswer>;
export type DeletedAnswer = z.infer<typeof deletedAnswer>;
export type MatchedAnswer = z.infer<typeof matchedAnswer>;

/** The id in a path. An invalid id is an unknown one, so the answer is 404 instead of 400. */
export const idParams = z.object({ id: z.string().max(64) });

/** What one call of a change of many things did, which works for some seconds and says how to go on. */
export const stepAnswer = (things: string) =>
  z.object({
    total: z
      .number()
      .int()
      .describe(`${things} that match; after the first answer, those that were left`),
    doneCount: z.number().int().describe(`${things} that this call changed`),
    refusedCount: z.number().int().describe(`${things} that this call left as they are`),
    refusals: z
      .array(z.object({ message: z.string(), count: z.number().int(), names: z.array(z.string()) }))
      .describe("Why, with the names of the first cars"),
    next: z
      .string()
      .nullable()
      .describe(
        `If ${things.toLowerCase()} are left: send it as \`after\` with the same body. null at the end`,
      ),
  });
export type StepAnswer = z.infer<ReturnType<typeof stepAnswer>>;
