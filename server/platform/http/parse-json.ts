import { AppError } from "#shared/errors/app-error.ts";
import type { App } from "./app-instance.ts";
import { parseWithoutPrototypeNames } from "./prototype-names.ts";

/** Levels of arrays and objects that a body may have. Our deepest one, a passkey's answer, has four. */
const mostLevels = 32;

/** Parses JSON bodies. An empty one counts as none: the specified PUT calls send a JSON content type without a body. */
export function parseJson(app: App): void {
  // No call accepts plain text; without its parser, the answer is 415.
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string | Buffer) => {
      if (body.length === 0) return undefined;
      const text = String(body);
      if (levelsOf(text) > mostLevels)
        throw refusal(`The body is nested more than ${mostLevels} levels deep.`);
      try {
        return parseWithoutPrototypeNames(text);
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw refusal("The body is not JSON.");
      }
    },
  );
}

function refusal(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { body: message } });
}

/**
 * The nesting depth of a JSON text. It is limited because code that walks a value recurses at each level. The pattern
 * accepts a string without its closing quote: to search for it from every quote would take quadratic time.
 */
function levelsOf(json: string): number {
  let level = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++level);
    else if (token === "]" || token === "}") level -= 1;
  }
  return deepest;
}
