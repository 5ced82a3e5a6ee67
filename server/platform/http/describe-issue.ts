import type { $ZodRawIssue } from "zod/v4/core";

/**
 * Says in words what zod found wrong, naming the field, where the schema has no message of its own. A caller who sends
 * `{}` reads "Item is required.", not "Invalid input: expected string, received undefined".
 */
export function describeIssue(issue: $ZodRawIssue): string {
  const field = fieldName(issue.path ?? []);
  if (issue.code === "unrecognized_keys") return `Unknown field: ${issue.keys.join(", ")}.`;
  if (issue.input === undefined || issue.input === null) return `${field} is required.`;
  switch (issue.code) {
    case "invalid_type":
      return `${field} must be ${kinds[issue.expected] ?? "of another kind"}.`;
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

const kinds: Record<string, string> = {
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

/** The field's name in words: `resalePrice` is "Resale price". Positions in a list are left out. */
function fieldName(path: readonly PropertyKey[]): string {
  const words = path
    .filter((part) => typeof part === "string")
    .join(" ")
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? "The body" : words.charAt(0).toUpperCase() + words.slice(1);
}
