import { createHash } from "node:crypto";
import { z } from "zod";
import { emailAddress, text } from "#shared/text/text.ts";

/** Somebody this provider vouches for. */
export type Person = { email: string; name: string; isVerified: boolean };

/** People to choose from. */
export const examplePeople: readonly (Omit<Person, "isVerified"> & { note: string })[] = [
  { name: "Ines Duarte", email: "ines.duarte@people.example", note: "New to the shop" },
  { name: "Kenji Sato", email: "kenji.sato@people.example", note: "New to the shop" },
  {
    name: "Ben Demo",
    email: "buyer@marque.example",
    note: "Has an account there with a password: shows how the two are connected",
  },
];

const form = z.object({
  email: emailAddress,
  name: text(120).default(""),
  unverified: z.literal("yes").optional(),
});

/** Who was chosen or filled in; null where the email is none. */
export function readPerson(fields: URLSearchParams): Person | null {
  const read = form.safeParse(Object.fromEntries(fields));
  if (!read.success) return null;
  const { email, name, unverified } = read.data;
  const known = examplePeople.find((person) => person.email === email);
  return { email, name: name || known?.name || "", isVerified: unverified === undefined };
}

/** A person's lasting name. It follows from their email alone, so nothing has to be kept to know them again. */
export function subjectOf({ email }: Pick<Person, "email">): string {
  return createHash("sha256")
    .update(`marque demo person ${email}`)
    .digest("base64url")
    .slice(0, 24);
}
