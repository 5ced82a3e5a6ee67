import { firstBrokenPasswordRule } from "#shared/accounts/password-rules.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import { guessable, type Guessable } from "./guessable-password.ts";

const messages: Record<Guessable, string> = {
  common:
    "This is one of the most common passwords, which attackers try first. Please choose another one.",
  own_words: "This password consists of names that are easy to guess. Please choose another one.",
};

/**
 * Refuses a new password that breaks the shop's rules, is common or breached, or consists of the shop's name or the
 * user's own name or email.
 * @param field the request field with the password
 * @throws AppError invalid_input naming the field
 */
export async function refuseWeakPassword(
  { config }: { config: Pick<Config, "BRAND_NAME"> },
  password: string,
  { field, user }: { field: string; user: { name: string; email: string } | null },
): Promise<void> {
  const broken = firstBrokenPasswordRule(password);
  if (broken !== null) throw refused(field, broken);
  const ownWords = [config.BRAND_NAME, ...(user ? [user.name, user.email] : [])];
  const reason = await guessable(password, ownWords);
  if (reason !== null) throw refused(field, messages[reason]);
}

function refused(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
