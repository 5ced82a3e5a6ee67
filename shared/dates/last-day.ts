import { z } from "zod";

/** The last day on which something counts. */
export const lastDayField = z.iso
  .date("This is not a day (YYYY-MM-DD).")
  .refine((day) => day >= "2020" && day < "2100", "This day is too far away.");

/** The end of a day in UTC, until which it counts. */
export function endOfDay(day: string): Date {
  return new Date(new Date(`${day}T00:00:00.000Z`).getTime() + 86_400_000);
}
