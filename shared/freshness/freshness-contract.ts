import { z } from "zod";

export const confirmationQuery = z.object({
  token: z
    .string("token is required.")
    .max(200, "token is not valid.")
    .describe("From the link in the email"),
});

/** POST /listing-confirmations. Without a body, all cars of the link are confirmed. */
export const confirmationBody = z
  .object({
    cars: z
      .array(z.string().max(64), "List the cars by their _id.")
      .max(500, "One call can confirm at most 500 cars.")
      .optional(),
  })
  .nullish();
