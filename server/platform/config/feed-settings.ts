import { z } from "zod";

/** What the process that reads a file of a feed may take. */
export const feedSettings = {
  FEED_SECONDS: z.coerce
    .number("must be a number of seconds")
    .positive("must be above zero")
    .max(600, "must be at most 600")
    .default(30),
  FEED_MEMORY_MB: z.coerce
    .number("must be a number of megabytes")
    .int("must be a whole number")
    .min(128, "must be at least 128")
    .max(16_384, "must be at most 16384")
    .default(512),
};
