import { z } from "zod";

export const confirmationQuery = z.object({
  token: z
    .string("token is required.")
    .max(200, "token is not valid.")
    .describe("From the link in the email"),
});

/** The most cars of a link that its page lists and one call can name. */
export const mostConfirmed = 500;

/** POST /listing-confirmations. Without a body, all cars of the link are confirmed. */
export const confirmationBody = z
  .object({
    cars: z
      .array(z.string().max(64), "List the cars by their _id.")
      .max(mostConfirmed, `One call can confirm at most ${mostConfirmed} cars.`)
      .optional(),
  })
  .nullish();
