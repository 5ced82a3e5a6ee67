import { z } from "zod";
import { carEventKinds } from "./car-event.ts";

export const carHistoryAnswer = z.object({
  daysOnMarket: z.number().int().describe("Whole days for sale, earlier listings included"),
  events: z
    .array(
      z.object({
        kind: z.enum(carEventKinds),
        price: z
          .number()
          .nullable()
          .describe("The asking price from then on, or the price it was sold for"),
        at: z.iso.datetime(),
        isEarlierListing: z.boolean().describe("About an earlier listing of the same VIN"),
      }),
    )
    .describe("The oldest first"),
});

export const historyHeadAnswer = z.object({
  position: z.number().int().describe("The number of sealed events of all cars"),
  hash: z
    .string()
    .describe("SHA-256 over all of them, to be kept and compared later: npm run verify-history"),
});
