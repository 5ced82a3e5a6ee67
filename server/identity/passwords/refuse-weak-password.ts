import { firstBrokenPasswordRule } from "#shared/accounts/password-rules.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import { guessable, type Guessable } from "./guessable-password.ts";

const words: Record<Guessable, string> = {
  common:
    "Too many others have this password, and it is among the first that is tried. Please choose another.",
  own_words: "This password is made of names that are easily guessed. Please choose another.",
};

/**
 * Refuses a new password that breaks the shop's rules, that is common or breached, or that is made of the shop's name
 * or the person's own name or email.
 * @param field the field of the request that the password came in
 * @throws AppError invalid_input naming the field
 */
export async function refuseWeakPassword(
  { config }: { config: Pick<Config, "BRAND_NAME"> },
  password: string,
  { field, person }: { field: string; person: { name: string; email: string } | null },
): Promise<void> {
  const broken = firstBrokenPasswordRule(password);
  if (broken !== null) throw refused(field, broken);
  const ownWords = [config.BRAND_NAME, ...(person ? [person.name, person.email] : [])];
  const reason = await guessable(password, ownWords);
  if (reason !== null) throw refused(field, words[reason]);
}

function refused(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
