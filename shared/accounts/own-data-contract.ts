import { z } from "zod";

/** Whether the caller's account can be deleted now. `proof` is what the request must contain. */
export const deletionAnswer = z.object({
  isPossible: z.boolean(),
  message: z.string().nullable().describe("Why it is not possible now"),
  proof: z.enum(["password", "email"]),
});
export type DeletionAnswer = z.infer<typeof deletionAnswer>;

/** The account's password; its email address where it has no password. */
export const deleteOwnBody = z.object({
  password: z.string().max(1_000).optional(),
  email: z.string().trim().toLowerCase().max(254).optional(),
});
export type DeleteOwnBody = z.infer<typeof deleteOwnBody>;
