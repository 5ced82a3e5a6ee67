import type { FastifySchemaCompiler } from "fastify";
import type { z } from "zod";
import { AppError, type FieldErrors } from "#shared/errors/app-error.ts";
import { describeIssue } from "./describe-issue.ts";

/** Reads what a route is sent by its zod schema. A refusal names each wrong field, with the first thing wrong about it. */
export const validateInput: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    const read = schema.safeParse(input, { error: describeIssue });
    if (read.success) return { value: read.data };
    const fields: FieldErrors = {};
    for (const issue of read.error.issues)
      for (const field of fieldsOf(issue)) fields[field] ??= issue.message;
    return { error: new AppError("invalid_input", { message: Object.values(fields)[0], fields }) };
  };

/** The field of the request that an issue is about, or each one that is unknown. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") return issue.keys;
  return [String(issue.path[0] ?? "body")];
}
