import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";

/** An account's id from a path. @throws AppError not_found if it is not a valid id */
export function accountId(text: string): string {
  const id = z.uuid().safeParse(text);
  if (!id.success) throw noSuchAccount();
  return id.data;
}

/** The error for an id that no live account of the right kind has. */
export function noSuchAccount(): AppError {
  return new AppError("not_found", { message: "There is no such account." });
}
