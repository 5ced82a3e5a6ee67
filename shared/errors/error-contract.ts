import { z } from "zod";

/** The body of every refused call. `message` stands twice because the seed's clients read it at the top. */
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
