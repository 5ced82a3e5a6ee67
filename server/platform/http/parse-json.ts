import { AppError } from "#shared/errors/app-error.ts";
import type { App } from "./app-instance.ts";
import { parseWithoutPrototypeNames } from "./prototype-names.ts";

/** Levels of arrays and objects that a body may have. Our deepest one, a passkey's answer, has four. */
const mostLevels = 32;
/** Values that a body may have. Validation reports each that is wrong, which takes far longer than to parse it. */
const mostValues = 20_000;

/** Parses JSON bodies. An empty one counts as none: the specified PUT calls send a JSON content type without a body. */
export function parseJson(app: App): void {
  // No call accepts plain text; without its parser, the answer is 415.
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) =>
      body.length === 0 ? undefined : parseSmallJson(String(body), "body"),
  );
}

/**
 * Parses the JSON of a request.
 * @param field what it is called in the answer
 * @throws AppError invalid_input if it is not JSON, nested too deeply, or has too many values
 */
export function parseSmallJson(text: string, field: string): unknown {
  const { levels, values } = sizeOf(text);
  if (levels > mostLevels) throw refusal(field, `is nested more than ${mostLevels} levels deep.`);
  if (values > mostValues)
    throw refusal(field, `has more than ${mostValues.toLocaleString("en-US")} values.`);
  try {
    return parseWithoutPrototypeNames(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(field, "is not JSON.");
  }
}

function refusal(field: string, text: string): AppError {
  const message = `The ${field} ${text}`;
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}

/**
 * The nesting depth of a JSON text, limited because code that walks a value recurses at each level, and about how many values
 * it has. The pattern accepts a string without its closing quote: to search for it from every quote would take quadratic
 * time.
 */
function sizeOf(json: string): { levels: number; values: number } {
  let level = 0;
  let levels = 0;
  let values = 1;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]},]/gs)) {
    if (token === ",") values += 1;
    else if (token === "[" || token === "{") levels = Math.max(levels, ++level);
    else if (token === "]" || token === "}") level -= 1;
  }
  return { levels, values };
}
