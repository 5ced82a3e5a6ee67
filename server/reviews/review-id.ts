import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";

/** Validates a review's id from a path. @throws AppError not_found */
export function reviewId(given: string): string {
  const parsed = z.uuid().safeParse(given);
  if (!parsed.success) throw noSuchReview();
  return parsed.data.toLowerCase();
}

/** The review does not exist or the caller cannot see it. Both give the same answer. */
export function noSuchReview(): AppError {
  return new AppError("not_found", {
    message: "There is no such review.",
    fields: { id: "There is no such review." },
  });
}
