import { z } from "zod";
import { seconds } from "./setting-numbers.ts";

/** What the process that reads a file of a feed may take. */
export const feedSettings = {
  FEED_SECONDS: seconds(30),
  FEED_MEMORY_MB: z.coerce
    .number("must be a number of megabytes")
    .int("must be a whole number")
    .min(128, "must be at least 128")
    .max(16_384, "must be at most 16384")
    .default(512),
};
