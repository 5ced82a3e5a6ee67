import { z } from "zod";

// What the seed answers with a count or a flag. A business rule that refuses keeps status 200 and says why in `message`.
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

/** The id in a path. Something that cannot be an id names nothing, so it is a 404 and not a 400. */
export const idParams = z.object({ id: z.string().max(64) });
