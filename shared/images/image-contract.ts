import { z } from "zod";
import { fromNumeral } from "#shared/text/text.ts";

/** Maximum size of an upload in bytes (docs/specification.md, "Images"). */
export const maximumImageBytes = 10 * 1024 * 1024;

/** Says which formats may be uploaded. */
export const unsupportedImage = "Please choose a PNG, JPG, GIF, WebP or AVIF image.";

export const uploadQuery = z.object({
  key: z.string().max(200).optional(),
  /** Seconds until an unclaimed upload expires. ImgBB, the model of this call, also accepts 60 to 15,552,000. */
  expiration: fromNumeral(
    z
      .number("expiration must be a number of seconds.")
      .int("expiration must be a number of seconds.")
      .min(60, "expiration must be at least 60 seconds.")
      .max(15_552_000, "expiration must be at most 180 days."),
  ).optional(),
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
