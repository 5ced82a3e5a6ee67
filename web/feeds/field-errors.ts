import { AppError } from "#shared/errors/app-error.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";

/** The errors of a feed's form by field; `form` without one. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof AppError ? error.fields : undefined;
  if (!fields) return { form: errorMessage(error) };
  const named = Object.entries(fields).map(([path, message]) => [path.split(".").at(-1)!, message]);
  return Object.fromEntries(named) as Record<string, string>;
}
