import { z } from "zod";

/** A field of a form that can be left out. Forms send "" for empty fields. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());

/** A fact that a body can change: one that is left out stays, and one that is empty is cleared. */
export const changeable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable().optional());
