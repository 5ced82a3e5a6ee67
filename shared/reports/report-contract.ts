import { z } from "zod";
import { pageQuery, searchWords, sortBy } from "#shared/paging/paging-contract.ts";
import { text } from "#shared/text/text.ts";

/** PUT /reportedProducts/{id}. The specified call has no body; a reason is optional. */
export const reportBody = z.object({ reason: text(1_000).optional() }).nullish();

/** POST /reportedProducts/{id}/remove. The seller sees the reason. */
export const removeReportedBody = z.object({ reason: text(500).optional() }).nullish();

export const reportedProduct = z.object({
  _id: z.string().describe("The product's id"),
  name: z.string(),
  image: z.string(),
  sellerId: z.string(),
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
  allowedActions: z.array(z.enum(["dismiss", "remove", "suspend"])),
});
export type ReportedProduct = z.infer<typeof reportedProduct>;

/** Query of the list. `q` matches the listing's name and the seller's name or email. */
export const reportedFilter = z.object({
  q: searchWords.optional(),
  sort: sortBy(["reported", "reports", "name"]).optional(),
});
export type ReportedSort = NonNullable<z.infer<typeof reportedFilter>["sort"]>;

/** GET /reportedProducts. */
export const reportedListQuery = pageQuery.extend({
  ...reportedFilter.shape,
  sort: reportedFilter.shape.sort.unwrap().default("-reported"),
});
