import { z } from "zod";

/** Rows a list answers with when none are asked for, and at most. */
export const defaultPageSize = 50;
export const maximumPageSize = 200;

/** Query of every list that can grow. A larger `limit` is clamped; the cursor's own format is each list's. */
export const pageQuery = z.object({
  limit: z.coerce
    .number("limit is a whole number.")
    .int("limit is a whole number.")
    .min(1, "limit is at least 1.")
    .default(defaultPageSize)
    .transform((limit) => Math.min(limit, maximumPageSize)),
  cursor: z.string().max(400).optional(),
});
export type PageQuery = z.infer<typeof pageQuery>;
