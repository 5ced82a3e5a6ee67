import { z } from "zod";
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

/** POST /feeds/{id}/edits */
export const decideEditBody = z.strictObject({
  productId: z.string().max(64),
  field: factName,
  winner: z
    .enum(["feed", "shop"], "winner must be feed or shop.")
    .describe("feed replaces the edit now; shop keeps it until the file says something else"),
});
export type DecideEdit = z.infer<typeof decideEditBody>;
