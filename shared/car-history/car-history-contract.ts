import { z } from "zod";
import { allMakeNames } from "#shared/makes/all-makes.ts";
import { mileageUnits } from "#shared/listings/listing.ts";
import { boundedLimit, pageQuery } from "#shared/paging/paging-contract.ts";
import { requiredText } from "#shared/text/text.ts";
import { carEventKinds } from "./car-event.ts";

const reading = z.object({
  make: z.enum(allMakeNames),
  year: z.number().int().nullable(),
  mileage: z.number().int(),
  mileageUnit: z.enum(mileageUnits),
  at: z.iso.datetime(),
});

const carFlag = z.object({
  kind: z
    .enum(["mileage", "identity"])
    .describe("The mileage went down, or the VIN belonged to a car of another brand or year"),
  text: z.string().describe("The same in a sentence"),
  before: reading,
  after: reading,
});
export type CarFlagAnswer = z.infer<typeof carFlag>;

/** GET /flagged-cars */
export const flaggedCarsQuery = pageQuery.extend({
  state: z.enum(["open", "dismissed"]).default("open"),
});

const flagged = {
  flag: z.string().describe("Names the flag, to dismiss it"),
  _id: z.string().describe("The car's id"),
  name: z.string(),
  text: z.string().describe("The flag in a sentence"),
  dismissal: z
    .object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })
    .nullable()
    .describe("Who dismissed it, when and why"),
};
export const flaggedCar = z.discriminatedUnion("kind", [
  carFlag.extend(flagged),
  z.object({
    ...flagged,
    kind: z.literal("photos").describe("Its photos look like those of another seller's car"),
    photos: z.number().int().describe("How many of its photos"),
    image: z.string(),
    sellerName: z.string(),
    other: z.object({
      _id: z.string(),
      name: z.string(),
      image: z.string(),
      sellerName: z.string(),
    }),
  }),
]);
export type FlaggedCar = z.infer<typeof flaggedCar>;

/** POST /flagged-cars/{id}/dismiss */
export const dismissFlagBody = z.object({ reason: requiredText(500, "Reason") });

export const carHistoryAnswer = z.object({
  flags: z.array(carFlag).describe("What does not fit an earlier listing of the same VIN"),
  daysOnMarket: z
    .number()
    .int()
    .describe("Whole days for sale until it was sold, earlier listings included"),
  events: z
    .array(
      z.object({
        kind: z.enum(carEventKinds),
        price: z
          .number()
          .nullable()
          .describe("The asking price from then on, or the price it was sold for"),
        at: z.iso.datetime(),
        isEarlierListing: z.boolean().describe("About an earlier listing of the same car"),
        isLaterListing: z.boolean().describe("About a later listing of the same car"),
      }),
    )
    .describe("The oldest first"),
});

/** GET /listings/{id}/history/seals */
export const carSealsAnswer = z.object({
  events: z
    .array(
      z.object({
        position: z.number().int().nullable().describe("In the chain; null until it is sealed"),
        text: z
          .string()
          .nullable()
          .describe(
            "Null for another listing of the car, which may be another seller's. id|listing|car key|kind|price in minor units|milliseconds since 1970, empty for none. The car key is the SHA-256 of `vin:` and the VIN, in hexadecimal digits",
          ),
        hash: z.string().describe("SHA-256 of the text in UTF-8, in hexadecimal digits"),
      }),
    )
    .describe("The events of GET /listings/{id}/history, in the same order"),
});
export type CarSealsAnswer = z.infer<typeof carSealsAnswer>;

/** GET /history/chain */
export const historyChainQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/, "after must be a position, a whole number.")
    .prefault("0")
    .transform(Number)
    .describe("The last position of the page before"),
  limit: boundedLimit(1_000, 5_000),
});

export const historyChainAnswer = z.object({
  seals: z
    .array(
      z.object({
        position: z.number().int().describe("From 1, without gaps"),
        hash: z.string().describe("The event's hash, as in GET /listings/{id}/history/seals"),
        seal: z
          .string()
          .describe(
            "SHA-256 of 64 bytes: the seal before (32 zero bytes before the first) and the event's hash. In hexadecimal digits",
          ),
      }),
    )
    .describe("In their order; fewer than `limit` at the end of the chain"),
});
export type HistoryChainAnswer = z.infer<typeof historyChainAnswer>;

export const historyHeadAnswer = z.object({
  position: z.number().int().describe("The number of sealed events of all cars"),
  hash: z
    .string()
    .describe("SHA-256 over all of them, to be kept and compared later: npm run verify-history"),
});
