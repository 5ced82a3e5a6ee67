import type { FastifySchemaCompiler } from "fastify";
import type { z } from "zod";
import type { $ZodRawIssue } from "zod/v4/core";
import { AppError, type FieldErrors } from "#shared/errors/app-error.ts";

/** Validates input with a route's zod schema. The error has the first message for each invalid field. */
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

/** The fields of an issue: one, or all unknown ones. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") return issue.keys;
  return [String(issue.path[0] ?? "body")];
}

/**
 * The message of an issue for which the schema has none: "Item is required." instead of "Invalid input: expected string,
 * received undefined".
 */
function describeIssue(issue: $ZodRawIssue): string {
  const field = fieldName(issue.path ?? []);
  if (issue.code === "unrecognized_keys") return `Unknown field: ${issue.keys.join(", ")}.`;
  if (issue.input === undefined || issue.input === null) return `${field} is required.`;
  switch (issue.code) {
    case "invalid_type":
      return `${field} must be ${types[issue.expected] ?? "of another type"}.`;
    case "invalid_value":
      return issue.values.length === 1
        ? `${field} must be ${String(issue.values[0])}.`
        : `${field} must be one of: ${issue.values.join(", ")}.`;
    case "too_small":
      return `${field} must ${size(issue.origin, "at least", issue.minimum)}.`;
    case "too_big":
      return `${field} must ${size(issue.origin, "at most", issue.maximum)}.`;
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "invalid_union":
    case "not_multiple_of":
      return `${field} is not valid.`;
  }
}

const types: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function size(origin: string, bound: "at least" | "at most", limit: unknown): string {
  if (origin === "string") return `have ${bound} ${String(limit)} characters`;
  if (origin === "array") return `have ${bound} ${String(limit)} entries`;
  return `be ${bound} ${String(limit)}`;
}

/** The field's name in words: `resalePrice` becomes "Resale price". List positions are left out. */
function fieldName(path: readonly PropertyKey[]): string {
  const label = path
    .filter((part) => typeof part === "string")
    .join(" ")
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .trim()
    .toLowerCase();
  return label === "" ? "The body" : label.charAt(0).toUpperCase() + label.slice(1);
}
