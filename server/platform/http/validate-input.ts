import type { FastifySchemaCompiler } from "fastify";
import { z } from "zod";
import type { $ZodRawIssue } from "zod/v4/core";
import { AppError, type FieldErrors } from "#shared/errors/app-error.ts";

/** Validates input with a route's zod schema. The error has the first message for each invalid field. */
export const validateInput: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const readGiven = httpPart === "querystring" ? givenReader(schema) : () => null;
  // Every GET has parameters, and few calls have a body. Compiling takes longer than reading some hundred inputs.
  const reader = httpPart === "params" ? z.compile(schema) : schema;
  return (input) => {
    const value = readGiven(input);
    if (value) return { value };
    const read = reader.safeParse(input, { error: describeIssue });
    if (read.success) return { value: read.data };
    const fields: FieldErrors = {};
    for (const issue of read.error.issues)
      for (const field of fieldsOf(issue)) fields[field] ??= issue.message;
    return { error: new AppError("invalid_input", { message: Object.values(fields)[0], fields }) };
  };
};

/**
 * Reads only the parameters that a query has, as its schema would: a search has few of more than twenty. Returns null if
 * a parameter is not valid, so that the whole schema says why.
 */
function givenReader(schema: z.ZodType): (query: unknown) => Record<string, unknown> | null {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall || schema.def.checks?.length)
    return () => null;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, shape]) => {
    const { success, data } = shape.safeParse(undefined);
    return { name, field: z.compile(shape), isOptional: success, otherwise: data };
  });
  // A default object must not be shared between requests.
  if (fields.some(({ otherwise }) => typeof otherwise === "object")) return () => null;
  return (query) => {
    const value: Record<string, unknown> = {};
    for (const { name, field, isOptional, otherwise } of fields) {
      const given = (query as Record<string, unknown>)[name];
      if (given !== undefined) {
        const read = field.safeParse(given);
        if (!read.success) return null;
        if (read.data !== undefined) value[name] = read.data;
      } else if (!isOptional) return null;
      else if (otherwise !== undefined) value[name] = otherwise;
    }
    return value;
  };
}

const unknownKeys = ({ keys, path }: { keys: string[]; path: PropertyKey[] }) =>
  keys.map((key) => [...path, key].join("."));

/** The fields of an issue: one, or all unknown ones. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") return unknownKeys(issue);
  return [String(issue.path[0] ?? "body")];
}

/**
 * The message of an issue for which the schema has none: "Item is required." instead of "Invalid input: expected string,
 * received undefined".
 */
function describeIssue(issue: $ZodRawIssue): string {
  const field = fieldName(issue.path ?? []);
  if (issue.code === "unrecognized_keys")
    return `Unknown field: ${unknownKeys({ keys: issue.keys, path: issue.path ?? [] }).join(", ")}.`;
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
    case "invalid_union":
      return messageOfUnion(issue) ?? `${field} is not valid.`;
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
      return `${field} is not valid.`;
  }
}

/**
 * What is wrong with a value that fits no option of a union, for example with a parameter that may be repeated: the
 * message of the option that takes its kind of value, one or a list.
 */
function messageOfUnion({
  input,
  errors,
  path = [],
}: Extract<$ZodRawIssue, { code: "invalid_union" }>): string | undefined {
  const isOfOtherKind = ({ code, path }: z.core.$ZodIssue) =>
    path.length === 0 &&
    (code === "invalid_type" || (code === "invalid_value" && Array.isArray(input)));
  const fitting = errors.filter((issues) => !issues.some(isOfOtherKind));
  const wrong = fitting.length === 1 ? fitting[0]![0] : undefined;
  if (!wrong) return undefined;
  // A message made above lacks the field's name, because paths in an option start at the union.
  const raw = { ...wrong, input } as $ZodRawIssue;
  return wrong.message === describeIssue(raw)
    ? describeIssue({ ...raw, path: [...path, ...wrong.path] })
    : wrong.message;
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
