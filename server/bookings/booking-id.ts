import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";

/** Validates a booking id from a path. @throws AppError not_found */
export function bookingId(given: string): string {
  const parsed = z.uuid().safeParse(given);
  if (!parsed.success) throw noSuchBooking();
  return parsed.data;
}

/** The booking does not exist or belongs to another account. Both give the same answer. */
export function noSuchBooking(): AppError {
  return new AppError("not_found", {
    message: "There is no such booking.",
    fields: { id: "There is no such booking." },
  });
}
