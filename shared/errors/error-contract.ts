import { z } from "zod";

/** The body of every error response. `message` is repeated at the top level for clients of the original API. */
export const errorAnswer = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string(),
  }),
  message: z.string(),
});

export type ErrorAnswer = z.infer<typeof errorAnswer>;
