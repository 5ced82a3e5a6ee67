import { z } from "zod";

/** Bytes an upload may have: the seed's "up to 10MB". */
export const maximumImageBytes = 10 * 1024 * 1024;

export const uploadQuery = z.object({
  key: z.string().max(200).optional(),
  /** Seconds an unclaimed upload lives. The public service this call is modelled on takes 60 to 15,552,000. */
  expiration: z.coerce
    .number("expiration is a number of seconds.")
    .int("expiration is a number of seconds.")
    .min(60, "expiration is at least 60 seconds.")
    .max(15_552_000, "expiration is at most 180 days.")
    .optional(),
});

export const uploadAnswer = z.object({
  data: z.object({
    id: z.string(),
    display_url: z.string(),
    url: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    expiration: z.number().int(),
  }),
  success: z.literal(true),
  status: z.literal(200),
});
