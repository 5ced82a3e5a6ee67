import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";

/** The id of a path, where it can be one. @throws AppError not_found with `fields.id`: what is no id names nothing */
export function listingId(given: string): string {
  const parsed = z.uuid().safeParse(given);
  if (!parsed.success) throw noSuchListing();
  return parsed.data.toLowerCase();
}

/** That a product does not exist, or is not the caller's to touch: both read the same. */
export function noSuchListing(): AppError {
  return new AppError("not_found", {
    message: "There is no such product.",
    fields: { id: "There is no such product." },
  });
}
