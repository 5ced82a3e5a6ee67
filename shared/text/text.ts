import { z } from "zod";
import { isBlank, withoutInvisible } from "./invisible.ts";

/**
 * Whether PostgreSQL can store a text. Its text cannot contain U+0000, and its JSON no half of a surrogate pair, which is
 * no character of any text.
 */
export const isStorable = (value: string) => !/[\0\p{Surrogate}]/u.test(value);

/** A text with a sign for an unreadable character instead of what PostgreSQL cannot store. */
export const toStorable = (value: string) => value.replace(/[\0\p{Surrogate}]/gu, "\uFFFD");

/** Free text of at most `max` characters, trimmed. Use it for all text input. */
export function text(max: number) {
  return z
    .string()
    .max(max, `Please use at most ${max} characters.`)
    .refine(isStorable, "This text contains a character that cannot be stored.")
    .trim();
}

/** Like `text`, but not empty, also not by characters that show nothing. `label` is the field's name in the form. */
export function requiredText(max: number, label: string) {
  const message = `${label} is required.`;
  return text(max)
    .min(1, message)
    .refine((given) => given === "" || !isBlank(given), message);
}

/** An email address as accounts store it: trimmed, lowercase and without invisible characters. */
export const emailAddress = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .toLowerCase()
  .max(254, "Please use at most 254 characters.")
  .pipe(z.email("Please enter a valid email address."));

/**
 * Lets a number also be sent as text, as forms and URLs do. `true`, `[1]` and empty text are not numbers. Use it for all
 * numeric input: `z.coerce.number()` would read an empty field as 0. A default belongs inside, where the API documentation
 * finds it.
 */
export function fromNumeral<Type extends z.ZodType>(number: Type) {
  return z.preprocess(
    (value) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value),
    number,
  );
}
