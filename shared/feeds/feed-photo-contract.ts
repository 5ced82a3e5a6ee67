import { z } from "zod";

/** GET /feeds/{id}/photos: what became of the photos that a feed names for its cars on sale. */
export const feedPhotoPage = z.object({
  fetched: z.number().int().describe("Photos that the shop has copied"),
  waiting: z.number().int().describe("Photos that are fetched as soon as it is their turn"),
  failed: z.number().int().describe("Photos that could not be fetched, and are tried again later"),
  failedCars: z.number().int().describe("The cars of these"),
  cars: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      identity: z
        .string()
        .nullable()
        .describe("What identifies the car, such as `stock A12`; null if only its facts do"),
      nextAttemptAt: z
        .string()
        .nullable()
        .describe("When the first of them is tried again; null if only on request"),
      photos: z
        .array(
          z.object({
            number: z.number().int().describe("Its place among the car's photos in the file"),
            url: z.string(),
            reason: z.string().describe("Why the last attempt failed"),
          }),
        )
        .describe("Those that failed"),
    }),
  ),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
});
export type FeedPhotoPage = z.infer<typeof feedPhotoPage>;
export type CarWithFailedPhotos = FeedPhotoPage["cars"][number];
