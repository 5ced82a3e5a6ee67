import { z } from "zod";

// PostgreSQL's text cannot hold U+0000, so it is refused here, before any store sees it.
const noNul = (value: string) => !value.includes("\u0000");

/** Free text of at most `max` characters, trimmed. The one schema every text from outside passes. */
export function text(max: number) {
  return z
    .string()
    .max(max, `Please use at most ${max} characters.`)
    .refine(noNul, "This text contains a character that cannot be stored.")
    .trim();
}

/** As `text`, and not empty. `label` is the field's name as the form shows it. */
export function requiredText(max: number, label: string) {
  return text(max).min(1, `${label} is required.`);
}

/** An email address as identity keeps it: trimmed, lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "Please use at most 254 characters.")
  .pipe(z.email("Please enter a valid email address."));
