import { createHash } from "node:crypto";
import { z } from "zod";
import { emailAddress, text } from "#shared/text/text.ts";

/** A user who signs in. `isVerified`: whether the provider confirms the email. */
export type DemoUser = { email: string; name: string; isVerified: boolean };

/** Users offered on the page. */
export const demoUsers: readonly (Omit<DemoUser, "isVerified"> & { note: string })[] = [
  { name: "Ines Duarte", email: "ines.duarte@people.example", note: "New to the shop" },
  { name: "Kenji Sato", email: "kenji.sato@people.example", note: "New to the shop" },
  {
    name: "Ben Demo",
    email: "buyer@marque.example",
    note: "Has a password account in the shop: shows how to connect the two",
  },
];

const form = z.object({
  email: emailAddress,
  name: text(120).default(""),
  unverified: z.literal("yes").optional(),
});

/** The chosen or entered user; null if the email is invalid. */
export function readUser(fields: URLSearchParams): DemoUser | null {
  const read = form.safeParse(Object.fromEntries(fields));
  if (!read.success) return null;
  const { email, name, unverified } = read.data;
  const demoUser = demoUsers.find((user) => user.email === email);
  return { email, name: name || demoUser?.name || "", isVerified: unverified === undefined };
}

/** The subject ID of a user. It is derived from the email, so it does not need to be stored. */
export function subjectOf({ email }: Pick<DemoUser, "email">): string {
  return createHash("sha256")
    .update(`marque demo person ${email}`)
    .digest("base64url")
    .slice(0, 24);
}
