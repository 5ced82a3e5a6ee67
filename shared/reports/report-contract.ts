import { z } from "zod";
import { text } from "#shared/text/text.ts";

/** PUT /reportedProducts/{id}: the seed sends no body; a reason may come along. */
export const reportBody = z.object({ reason: text(1_000).optional() }).nullish();

/** POST /reportedProducts/{id}/remove. The reason is the seller's to read. */
export const removeReportedBody = z.object({ reason: text(500).optional() }).nullish();

export const reportedProduct = z.object({
  _id: z.string().describe("The product's id"),
  name: z.string(),
  image: z.string(),
  sellerName: z.string(),
  sellerEmail: z.string(),
  reportCount: z.number().int(),
  firstReportedAt: z.string(),
  lastReportedAt: z.string(),
  reporters: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      reportedAt: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  allowedActions: z.array(z.enum(["dismiss", "remove"])),
});
export type ReportedProduct = z.infer<typeof reportedProduct>;
