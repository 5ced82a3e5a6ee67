import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";

const uuid = z.regexes.uuid();

/** Validates a listing id from a path. @throws AppError not_found with `fields.id` */
export function listingId(given: string): string {
  if (!uuid.test(given)) throw noSuchListing();
  return given.toLowerCase();
}

/** The listing does not exist or belongs to another account. Both give the same answer. */
export function noSuchListing(): AppError {
  return new AppError("not_found", {
    message: "There is no such product.",
    fields: { id: "There is no such product." },
  });
}
