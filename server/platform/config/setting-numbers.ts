import { z } from "zod";

export const wholeNumber = (most: number) =>
  z.coerce
    .number("must be a whole number")
    .int("must be a whole number")
    .min(0, "must not be below 0")
    .max(most, `must be at most ${most}`);
export const seconds = (usual: number) =>
  z.coerce
    .number("must be a number of seconds")
    .positive("must be above zero")
    .max(600, "must be at most 600")
    .default(usual);

export const portNumber = z.coerce
  .number("must be a port number")
  .int("must be a port number")
  .min(0, "must be a port number")
  .max(65_535, "must be a port number");
